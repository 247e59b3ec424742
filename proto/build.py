"""build.py LANG PER: examples of cases, itn, talk, carriers"""
import sys,pickle,time,random
from pathlib import Path
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.examples import *
import fill as fillm
from fill import Speaker,instance,allow_for,SLOT
lang=sys.argv[1]; per=int(sys.argv[2]); 
F=Facts(grammar(lang)); names={}; D=Drawing(F,names); t0=time.process_time()
import gen
GF=gen.Facts(grammar(lang))
out={}
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
    out[name]=exs; print(lang,name,len(rs),'no path',no,f'{time.process_time()-t0:.0f}s',flush=True)
p=Path(f'/tmp/carriers/{lang}.tsv')
if p.exists() and per:
    r=random.Random(7); sp=Speaker(GF,lang,r); car=[]; bad=0
    for l in p.read_text('utf8').split('\n')[1:]:
        if not l.strip(): continue
        id_,c=l.split('\t')[:2]; types=SLOT.findall(c)
        for k in range(per if types else 1):
            x=None
            for _ in range(3):
                try: x=instance(sp,c)
                except Exception: x=None
                if x: break
            if not x: continue
            ws,slots=x; seg=segment(' '.join(ws)).words
            if len(seg)!=len(ws): continue
            d=D.draw(seg)
            if not any(d.spans): continue
            al=allow_for(ws,slots,GF)
            e=allowed(d,lambda u,v,s: al(u,v,None if s is None else (s,)),id_)
            if e: car.append((id_,e,' '.join(ws),[t[0] for t in types]))
            else: bad+=1
    out['carriers']=car; print(lang,'carriers',len(car),'no path',bad,f'{time.process_time()-t0:.0f}s',flush=True)
import corp
NC=int(sys.argv[3]) if len(sys.argv)>3 else 0
if NC:
    ex=[];bad=skip=0
    for k,snt in enumerate(corp.sentences(lang,NC)):
        if len(ex)>=NC: break
        try: x=corp.sample(F.grammar,GF,snt)
        except Exception as er: x=None
        if not x: skip+=1; continue
        ws,slots=x; seg=segment(' '.join(ws)).words
        if len(seg)!=len(ws) or any(not w.core for w in seg): skip+=1; continue
        d=D.draw(seg)
        if not any(d.spans): continue
        al=allow_for(ws,slots,GF)
        e=allowed(d,lambda u,v,s: al(u,v,None if s is None else (s,)),f'c{k}')
        if e: ex.append(('c%04d'%k,e,' '.join(ws),[]))
        else:
            bad+=1
            if '--show' in sys.argv and bad<20: print('  nopath',snt,'=>',' '.join(ws))
    out['corpus']=ex; print(lang,'corpus',len(ex),'no path',bad,'skipped',skip,f'{time.process_time()-t0:.0f}s',flush=True)
pickle.dump((out,names),open(f'/tmp/judge_data/{lang}.x.pkl','wb'))
