"""evalnew.py [sets]: the formatter with the new chooser, model none"""
import sys,glob,time,os
sys.path.insert(0,'/tmp/w/judge')
from pathlib import Path
import indic_tf.wfst.policy as P
from indic_tf.readings.choosing import Chooser
P.Policy=Chooser
from indic_tf import IndicFormatter
from indic_tf.evaluation import itn_rows
from common import case_rows
quiet='-q' in sys.argv
for what in [a for a in sys.argv[1:] if a[0]!='-']:
    T=[0,0]; 
    for l in "hi mr gu pa ta te kn ml bn as or en".split():
        if what=='cases': rows=[(a,b,k) for a,b,k in case_rows(l)]
        else:
            p=Path({'itn':f'/tmp/w/judge/benchmarks/itn/{l}.tsv','talk':f'/tmp/w/judge/benchmarks/itn_talk/{l}.tsv','blind':f'/tmp/blind/readings/{l}.tsv'}[what])
            rows=[(c.spoken,c.written,c.kind) for c in itn_rows.cases(p,[])]
        f=IndicFormatter(l,model=None,punctuation=what=='cases',case=what=='cases')
        ok=0;bad=[]; t0=time.process_time()
        for s,refs,k in rows:
            o=f(s).text; g=o in refs; ok+=g
            if not g: bad.append((k,s,o,refs[0]))
        T[0]+=ok;T[1]+=len(rows)
        print(what,l,f'{ok}/{len(rows)} {ok/len(rows):.4f} {1000*(time.process_time()-t0)/len(rows):.1f} ms/text',flush=True)
        if '--show' in sys.argv and what!='blind':
            for b in bad[:12]: print('    ',*b,sep=' | ')
    print(what,f'{T[0]}/{T[1]} {T[0]/T[1]:.4f}')
