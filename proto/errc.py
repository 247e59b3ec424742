import sys,pickle
sys.path.insert(0,'/tmp/w/judge')
from indic_tf.readings.paths import best,Edge
field=pickle.load(open(sys.argv[1],'rb')); lang=sys.argv[2]; st=sys.argv[3]
out,n=pickle.load(open(f'/tmp/judge_data/{lang}.x.pkl','rb'))
def held(i): return int(''.join(c for c in i if c.isdigit()) or 0)%5==0
m=0
for i,e,text,types in out[st]:
    if not held(i) or field.is_right(e): continue
    sc=field.scores(e); w=text.split()
    path=best(e.length,[Edge(*x,s) for x,s in zip(e.edges,sc)],field._weight)
    g={k for *_,k in e.right}
    o=[]
    for k in path:
        a,b,s=e.edges[k]; t=' '.join(w[a:b])
        o.append(t if k<e.length else f"[{t}|{s}{'' if k in g else ' WRONG'}]")
    gs=[' '.join(w[e.edges[k][0]:e.edges[k][1]])+'|'+e.edges[k][2] for k in sorted(g) if k>=e.length]
    m+=1
    if m<=int(sys.argv[4]): print(types,' '.join(o),'  GOLD',gs)
print(m)
