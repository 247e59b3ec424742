import sys,pickle,time,random
from train import *
langs=sys.argv[1].split(','); epochs=int(sys.argv[2]); 
data={l:pickle.load(open(f'/tmp/judge_data/{l}.pkl','rb')) for l in langs}
train=[(l,x) for l in langs for x in data[l]['cases']]
random.seed(1); 
folds=5
def evaluate(m,rows,show=0):
    ok=0; bad=[]
    for e,spoken,refs,kind in rows:
        if e is None: ok+=1 if True else 0; continue
        sc=m.scores(e); path=viterbi(e[0],e[1],sc)
        # right if path is a gold path
        g=set((u,v,k) for u,v,k in e[4][1])
        gs,G=e[4]
        # walk gold dag following path
        st={0}
        for k in path: st={v for u,v,kk in G if u in st and kk==k}
        good=(gs-1) in st
        ok+=good
        if not good: bad.append((kind,spoken,refs[0]))
    return ok,len(rows),bad
def fit(train,epochs,l2=1e-4,lr=.3):
    m=Model()
    for ep in range(epochs):
        random.shuffle(train); tot=0
        for l,(e,*_) in train:
            if e is not None: tot+=m.step(e,lr,l2)
        print('epoch',ep,f'{tot/len(train):.4f}',file=sys.stderr,flush=True)
    return m
if __name__=='__main__':
    t0=time.process_time()
    m=fit(train,epochs)
    print('time',time.process_time()-t0)
    for l in langs:
        for s in ('cases','itn','talk'):
            ok,n,bad=evaluate(m,data[l][s]); 
            miss=sum(1 for e,*_ in data[l][s] if e is None)
            print(l,s,f'{ok}/{n} {ok/n:.4f} (no-example {miss})')
            if s=='itn' and '--show' in sys.argv:
                for b in bad[:20]: print('    ',*b,sep=' | ')
