import sys,pickle,random
from run import *
def ok_path(m,e):
    sc=m.scores(e); path=viterbi(e[0],e[1],sc); gs,G=e[4]; st={0}
    for k in path: st={v for u,v,kk in G if u in st and kk==k}
    return (gs-1) in st
langs=sys.argv[1].split(',')
tr=[];te={}
for l in langs:
    d=pickle.load(open(f'/tmp/judge_data/{l}.pkl','rb'))
    tr+=[(l,(e,)) for e,*_ in d['cases'] if e]
    te[l+' itn']=[e for e,*_ in d['itn'] if e]; te[l+' talk']=[e for e,*_ in d['talk'] if e]
    try: car=pickle.load(open(f'/tmp/judge_data/{l}.car.pkl','rb'))
    except FileNotFoundError: continue
    held=[e for i,e,_ in car if int(i[-4:])%5==0]
    if '--nocar' not in sys.argv: tr+=[(l,(e,)) for i,e,_ in car if int(i[-4:])%5]
    te[l+' car']=held
import train
opt=dict(a.split('=') for a in sys.argv[3:] if '=' in a)
train.G0=float(opt.get('g0',1e-6)); Model.drop=float(opt.get('drop',0))
m=fit(tr,int(sys.argv[2]),l2=float(opt.get('l2',1e-4)),lr=float(opt.get('lr',.3)))
for k,v in te.items(): print(k,len(v),f'{sum(ok_path(m,e) for e in v)/len(v):.4f}')
