import sys,pickle,glob
sys.path.insert(0,'/tmp/w/judge')
from pathlib import Path
from indic_tf.training.judging.exporting import rows,write
f=pickle.load(open(sys.argv[1],'rb')); names=set(); states=set()
langs=sorted(p.split('/')[-1].split('.')[0] for p in glob.glob('/tmp/judge_data/*.x.pkl'))
for l in langs:
    out,n=pickle.load(open(f'/tmp/judge_data/{l}.x.pkl','rb'))
    names|=set(n.values())
    for s in out.values():
        for e in s:
            e=e[1] if isinstance(e,tuple) else e
            if e not in (None,'none'): states|={x[2] for x in e.edges}
keep=set(states)|{'&'+s for s in states if s and s[0]!='&'}
c=write(rows(names,f,keep),Path('/tmp/w/judge/indic_tf/readings/weights')); print(c)
print(sum(p.stat().st_size for p in Path('/tmp/w/judge/indic_tf/readings/weights').glob('*')))
