"""Semi-Markov CRF over candidates; gold by matching written texts. numpy."""
from __future__ import annotations
import sys,time,pickle,math,random
import numpy as np
from feats import *
D=1<<20; G0=1e-6
import zlib
@lru_cache(maxsize=1<<21)
def hid(f): return zlib.crc32(f.encode())&(D-1)
@dataclass
class Ex:
    n:int; feats:list; edges:list; gold:list; meta:tuple
def build(lang,words,F,refs=None,allow=None,meta=()):
    """edges: (u,v,feature row). gold: list over edges in a product DAG."""
    text=F.romans.read([w.core for w in words])
    doc=generate(text.words,F); prepare(doc,lang)
    cands=doc.at()
    spans=[F.romans.with_ending(c.span,text) if text.endings else c.span for c in cands]
    texts=[text_of(words,s,F.g) for s in spans]
    ok=[i for i,t in enumerate(texts) if t]
    cover=set(i for k in ok for i in range(*spans[k].words))
    edges=[];rows=[];label=[]
    for i in range(len(words)):
        rows.append([hid(f) for f in keep_features(doc,i)] if i in cover else []); edges.append((i,i+1)); label.append(None)
    for k in ok:
        rows.append([hid(f) for f in features(doc,cands[k])]); edges.append(spans[k].words); label.append((spans[k],texts[k],cands[k].rule))
    n=len(words)
    gold=None
    if refs is not None:
        gold=goldgraph(n,edges,label,[w.text for w in words],refs)
    elif allow is not None:
        gold=[(u,v,i) for i,(u,v) in enumerate(edges) if allow(u,v,label[i])]
        if not connected(n,gold): gold=None
    return doc,edges,rows,label,gold
def connected(n,g):
    r={0}
    for u,v,_ in sorted(g):
        if u in r: r.add(v)
    return n in r
def goldgraph(n,edges,label,texts,refs):
    """edges (state,state,edge id), states numbered topologically; None if no ref can be reached"""
    by={}
    for k,(u,v) in enumerate(edges): by.setdefault(u,[]).append((v,k))
    out=[];ids={}
    def sid(r,i,j):
        if i==0: return ids.setdefault((0,0,0),0) 
        if i==n: return ids.setdefault("end",None) 
    made=[]
    for r,ref in enumerate(refs):
        toks=ref.split(); m=len(toks)
        fw={(0,0)}; order=[(0,0)]; E=[]
        # by i increasing
        layers={0:{0}}
        for i in range(n):
            for j in layers.get(i,()):
                for v,k in by.get(i,()):
                    t=[texts[i]] if label[k] is None else label[k][1].split()
                    if toks[j:j+len(t)]==t:
                        E.append(((i,j),(v,j+len(t)),k)); layers.setdefault(v,set()).add(j+len(t))
        if m not in layers.get(n,()): continue
        good={(n,m)}
        for a,b,k in reversed(E):
            if b in good: good.add(a)
        # E sorted by i so reversed pass is fine
        for a,b,k in E:
            if a in good and b in good: made.append(((r,*a),(r,*b),k))
    if not made: return None
    return made
def compile_gold(n,gold):
    """→ (number of states, list (u,v,k)) with 0 the start and last the end, topological"""
    if gold and isinstance(gold[0][0],int):
        return n+1,sorted(gold)
    end=[ (a,b) for a,b,_ in gold]
    states=sorted({x for a,b in end for x in (a,b)},key=lambda s:(s[1],s[0],s[2]))
    maxi=n
    idm={}; nid=1
    for s in states:
        if s[1]==0: idm[s]=0
        elif s[1]==n: idm[s]=-1
        else: idm[s]=nid; nid+=1
    E=[(idm[a],idm[b] if idm[b]>=0 else nid,k) for a,b,k in gold]
    # dedupe identical edges of several refs? they are distinct paths with the same edges: dedupe by signature
    return nid+1,sorted(E)
def logadd(a,b):
    if a<b: a,b=b,a
    if b==-math.inf: return a
    return a+math.log1p(math.exp(b-a))
def fb(ns,E,sc):
    al=[-math.inf]*ns; al[0]=0.
    for u,v,k in E:
        if al[u]>-math.inf: al[v]=logadd(al[v],al[u]+sc[k])
    be=[-math.inf]*ns; be[-1]=0.
    for u,v,k in reversed(E):
        if be[v]>-math.inf: be[u]=logadd(be[u],be[v]+sc[k])
    Z=al[-1]
    post={}
    for u,v,k in E:
        p=al[u]+sc[k]+be[v]-Z
        if p>-30: post[k]=post.get(k,0)+math.exp(p)
    return Z,post
def viterbi(n,edges,sc):
    best=[-math.inf]*(n+1); best[0]=0; bk=[None]*(n+1)
    for k in sorted(range(len(edges)),key=lambda k:edges[k]):
        u,v=edges[k]
        s=best[u]+sc[k]
        if s>best[v]: best[v]=s; bk[v]=k
    path=[];p=n
    while p>0: path.append(bk[p]); p=edges[bk[p]][0]
    return path[::-1]
class Model:
    def __init__(s): s.w=np.zeros(D); s.g2=np.full(D,G0); s.rng=np.random.default_rng(1)
    def scores(s,ex):
        w=s.w; return [float(w[r].sum()) if len(r) else 0.0 for r in ex[2]]
    drop=0.0
    def step(s,ex,lr,l2):
        n,edges,rows,E,(gs,G)=ex[0],ex[1],ex[2],ex[3],ex[4]
        if s.drop:
            rows=[r[s.rng.random(len(r))>s.drop] if len(r) else r for r in rows]
            w=s.w; sc=[float(w[r].sum())/(1-s.drop) if len(r) else 0.0 for r in rows]
        else: sc=s.scores(ex)
        Z,p=fb(n+1,E,sc); Zg,q=fb(gs,G,sc)
        loss=Z-Zg
        if loss<1e-3: return loss
        grad={}
        for k in set(p)|set(q):
            d=p.get(k,0)-q.get(k,0)
            if abs(d)<1e-4: continue
            r=rows[k]
            if len(r):
                g=d+l2*s.w[r]
                s.g2[r]+=g*g
                s.w[r]-=lr*g/np.sqrt(s.g2[r])
        return loss
def example(lang,words,F,**k):
    doc,edges,rows,label,gold=build(lang,words,F,**k)
    if gold is None: return None
    if len(edges)==len(words): return None  # nothing to decide
    E=sorted((u,v,i) for i,(u,v) in enumerate(edges))
    return (len(words),edges,[np.unique(np.array(r,dtype=np.int32)) for r in rows],E,compile_gold(len(words),gold))
def output(words,label,path,edges):
    out=[]
    for k in path:
        out.append(words[edges[k][0]].text if label[k] is None else label[k][1])
    return ' '.join(out)
