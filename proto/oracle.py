import sys,time
from pathlib import Path
from common import *
K=int(sys.argv[1]); langs=sys.argv[2:]
def cands_nbest(words,g,k):
    cores=[w.core for w in words]
    out={}
    for s,e in g.runs(cores):
        for spans,wt in g.alternatives(cores[s:e],k):
            for sp in spans:
                sp=sp.moved(s); out.setdefault((sp.words,sp.token.value),sp)
    return list(out.values())
def path_exists(words, ctexts, ref):
    ref=ref.split(); n=len(words)
    states={(0,0)}
    byst={}
    for (a,b),t in ctexts: byst.setdefault(a,[]).append((b,t.split()))
    todo=[(0,0)]; seen={(0,0)}
    while todo:
        i,j=todo.pop()
        if i==n and j==len(ref): return True
        nxt=[]
        if i<n and j<len(ref) and ref[j]==words[i].text: nxt.append((i+1,j+1))
        for b,t in byst.get(i,()):
            if ref[j:j+len(t)]==t: nxt.append((b,j+len(t)))
        for x in nxt:
            if x not in seen: seen.add(x); todo.append(x)
    return False
for lang in langs:
    g=grammar(lang); pol=IndicFormatter(lang,model=None)
    from indic_tf.wfst.policy import Policy
    P=Policy(g)
    for name,rows in (('cases',[r for r in case_rows(lang)]),('itn',[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]),('talk',[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn_talk/{lang}.tsv'),[])])):
        t0=time.time(); ora=cur=both=0; misses=[]
        for spoken,refs,kind in rows:
            words=segment(spoken).words
            cs=cands_nbest(words,g,K)
            ct=[(c.words,t) for c in cs if (t:=text_of(words,c,g))]
            ok=any(path_exists(words,ct,r) for r in refs)
            ch=P.choose([w.core for w in words],STYLE).spans
            ct2=[(c.words,t) for c in ch if (t:=text_of(words,c,g))]
            pt=pol(spoken).text if False else None
            # current output
            d={c[0][0]:c for c in ct2}; i=0; out=[]
            while i<len(words):
                if i in d: out.append(d[i][1]); i=d[i][0][1]
                else: out.append(words[i].text); i+=1
            c=' '.join(out) in refs
            b=ok or any(path_exists(words,ct+ct2,r) for r in refs)
            ora+=ok; cur+=c; both+=b
            if not b: misses.append((kind,spoken,refs[0],' '.join(out)))
        n=len(rows)
        print(lang,name,n,f'nbest{K} oracle {ora/n:.3f} current {cur/n:.3f} with current {both/n:.3f}  {time.time()-t0:.1f}s',flush=True)
        if '--show' in sys.argv:
            for m in misses[:10]: print('   ',m)
