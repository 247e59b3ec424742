"""fitall.py OUT epochs [folds]: cases+carriers+corpus(+itn+talk); with a fold k of 5: itn/talk rows of that fold are held out"""
import sys,pickle,random,time,glob,zlib
sys.path.insert(0,'/tmp/w/judge')
from indic_tf.training.judging.field import Field
out_path=sys.argv[1]; ep=int(sys.argv[2]); opt=dict(a.split('=') for a in sys.argv[3:] if '=' in a)
fold=int(opt.get('fold',-1)); boost=int(opt.get('boost',1))
def held(i): return int(''.join(c for c in i if c.isdigit()) or 0)%5==0
tr=[];te={}
langs=sorted(p.split('/')[-1].split('.')[0] for p in glob.glob('/tmp/judge_data/*.x.pkl'))
if 'langs' in opt: langs=opt['langs'].split(',')
for l in langs:
    out,names=pickle.load(open(f'/tmp/judge_data/{l}.x.pkl','rb'))
    tr+=[e for e in out['cases'] if e not in (None,'none')]*boost
    for s in ('carriers','corpus'):
        tr+=[e for i,e,_,_ in out.get(s,()) if fold<0 or not held(i)]
        if fold>=0: te[l,s]=[e for i,e,_,_ in out.get(s,()) if held(i)]
    for s in ('itn','talk'):
        for k,e in enumerate(out.get(s,())):
            if k%5==fold: te.setdefault((l,s),[]).append(e)
            elif e not in (None,'none'): tr.append(e)
    te[l,'cases']=out['cases']
f=Field(float(opt.get('rate',.3)),float(opt.get('decay',1e-5))); random.seed(1)
t0=time.process_time(); print(langs,len(tr))
for k in range(ep):
    random.shuffle(tr); tot=sum(f.step(e) for e in tr)
    print('epoch',k,f'{tot/len(tr):.4f} {time.process_time()-t0:.0f}s',flush=True)
A={}
for (l,s),v in te.items():
    if not v: continue
    ok=sum(e is None or (e!='none' and f.is_right(e)) for e in v); a=A.setdefault(s,[0,0]); a[0]+=ok; a[1]+=len(v)
print({s:f'{a}/{b} {a/b:.4f}' for s,(a,b) in A.items()})
pickle.dump(f,open(out_path,'wb'))
