"""rebuild the corpus part: recorp.py LANG N"""
import sys,pickle,time
from pathlib import Path
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.examples import *
from fill import allow_for
import gen,corp
lang=sys.argv[1]; NC=int(sys.argv[2]); t0=time.process_time()
F=Facts(grammar(lang)); GF=gen.Facts(grammar(lang))
p=Path(f'/tmp/judge_data/{lang}.x.pkl'); out,names=pickle.load(open(p,'rb')); D=Drawing(F,names)
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
    else: bad+=1
out['corpus']=ex; print(lang,'corpus',len(ex),'no path',bad,'skipped',skip,f'{time.process_time()-t0:.0f}s',flush=True)
pickle.dump((out,names),open(p,'wb'))
