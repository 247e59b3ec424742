"""build.py LANG PER CORPUS: examples of cases, itn, talk, carriers, edited text"""
import sys,pickle,time,random,glob,lzma
from itertools import islice
from pathlib import Path
sys.path.insert(0,'/tmp/w/judge')
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.examples import *
from indic_tf.training.judging import carriers,edited
from indic_tf.training.judging.saying import Saying
lang=sys.argv[1]; per=int(sys.argv[2]); NC=int(sys.argv[3])
g=grammar(lang); F=Facts(g); names={}; D=Drawing(F,names); t0=time.process_time(); out={}
def note(*a): print(lang,*a,f'{time.process_time()-t0:.0f}s',flush=True)
def rows():
    yield 'cases',list(case_rows(lang))
    for s,p in (('itn',f'benchmarks/itn/{lang}.tsv'),('talk',f'benchmarks/itn_talk/{lang}.tsv')):
        if Path(p).exists(): yield s,[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(p),[])]
for name,rs in rows():
    exs=[];no=0
    for spoken,refs,kind in rs:
        d=D.draw(segment(spoken).words)
        if not any(d.spans): exs.append(None); continue
        e=labelled(d,refs[:8],spoken); no+= e is None; exs.append(e if e else 'none')
    out[name]=exs; note(name,len(rs),'no path',no)
p=Path(f'data_scripts/carriers/{lang}.tsv')
if p.exists() and per:
    say=Saying(g,random.Random(7)); car=[];bad=un=0
    for c in carriers.read(p):
        for _ in range(per if c.has_slots else 1):
            m=carriers.filled(c,say)
            if m is None: un+=1; continue
            ws,sl=m; seg=segment(' '.join(ws)).words
            if len(seg)!=len(ws): continue
            d=D.draw(seg)
            if not any(d.spans): continue
            e=allowed(d,carriers.Right(ws,sl,F),c.id)
            if e: car.append((c.id,e,' '.join(ws),[]))
            else: bad+=1
    out['carriers']=car; note('carriers',len(car),'no path',bad,'unfilled',un)
if NC and glob.glob(f'/work/shared/corpora/{lang}/*.xz'):
    def lines():
        for p in sorted(glob.glob(f'/work/shared/corpora/{lang}/*.xz')):
            if 'bible' in p: continue
            with lzma.open(p,'rt',encoding='utf8') as f: yield from islice(f,NC*4)
    ex=[];bad=0
    for k,a in enumerate(edited.examples(edited.sentences(lines(),random.Random(3),NC*3),F)):
        if len(ex)>=NC: break
        seg=segment(' '.join(a.words)).words
        if len(seg)!=len(a.words) or any(not w.core for w in seg): continue
        d=D.draw(seg)
        if not any(d.spans): continue
        e=allowed(d,a,f'c{k:05d}')
        if e: ex.append((f'c{k:05d}',e,' '.join(a.words),[]))
        else: bad+=1
    out['corpus']=ex; note('corpus',len(ex),'no path',bad)
pickle.dump((out,names),open(f'/tmp/judge_data/{lang}.x.pkl','wb'))
