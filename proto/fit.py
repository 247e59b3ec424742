"""fit.py langs epochs [opt=..]: train on cases+carriers(4/5 of ids), test on itn, talk, held carriers"""
import sys,pickle,random,time
sys.path.insert(0,'/tmp/w/judge')
from indic_tf.training.judging.field import Field
langs=sys.argv[1].split(','); ep=int(sys.argv[2]); opt=dict(a.split('=') for a in sys.argv[3:] if '=' in a)
tr=[];te={}
def held(i): return int(''.join(c for c in i if c.isdigit()) or 0)%5==0
for l in langs:
    out,names=pickle.load(open(f'/tmp/judge_data/{l}.x.pkl','rb'))
    tr+=[e for e in out['cases'] if e not in (None,'none')]
    if 'nocar' not in opt: tr+=[e for i,e,_,_ in out.get('carriers',()) if not held(i)]
    if 'nocorp' not in opt: tr+=[e for i,e,_,_ in out.get('corpus',()) if not held(i)]; te[l,'corp']=[e for i,e,_,_ in out.get('corpus',()) if held(i)]
    for s in ('itn','talk'):
        if s in out: te[l,s]=out[s]
    te[l,'car']=[e for i,e,_,_ in out.get('carriers',()) if held(i)]
    te[l,'cases']=out['cases']
f=Field(float(opt.get('rate',.3)),float(opt.get('decay',1e-5))); random.seed(1)
t0=time.process_time()
for k in range(ep):
    random.shuffle(tr); tot=sum(f.step(e) for e in tr)
    print('epoch',k,f'{tot/len(tr):.4f} {time.process_time()-t0:.0f}s',flush=True)
A={}
for (l,s),v in te.items():
    if not v: continue
    ok=sum(e is None or (e!='none' and f.is_right(e)) for e in v); a=A.setdefault(s,[0,0]); a[0]+=ok; a[1]+=len(v)
    print(l,s,f'{ok}/{len(v)} {ok/len(v):.4f}')
print({s:f'{a}/{b} {a/b:.4f}' for s,(a,b) in A.items()})
if 'save' in opt: pickle.dump(f,open(opt['save'],'wb'))
