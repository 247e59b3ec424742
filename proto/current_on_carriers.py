import sys,random
from train import *
from fill import *
from indic_tf.wfst.policy import Policy
lang=sys.argv[1]; F=Facts(grammar(lang)); r=random.Random(11); sp=Speaker(F,lang,r); P=Policy(F.g)
rows=[l.rstrip("\n").split("\t") for l in open(f'/tmp/carriers/{lang}.tsv',encoding='utf8')][1:]
tot={};show=0
for id_,c,*_ in rows:
    types=[m[0] for m in SLOT.findall(c)]
    try: x=instance(sp,c)
    except Exception: continue
    if not x: continue
    words,slots=x; seg=segment(' '.join(words)).words
    if len(seg)!=len(words): continue
    spans=P.choose([w.core for w in seg],STYLE).spans
    al=allow_for(words,slots,F)
    edges=[]; pos=0
    for s in spans:
        edges+=[(i,i+1,None) for i in range(pos,s.words[0])]; edges.append((*s.words,(s,text_of(seg,s,F.g),''))); pos=s.words[1]
    edges+=[(i,i+1,None) for i in range(pos,len(words))]
    good=all(al(u,v,l) for u,v,l in edges)
    for t in set(types) or {'none'}:
        tot.setdefault(t,[0,0]); tot[t][0]+=good; tot[t][1]+=1
    tot.setdefault('ALL',[0,0]); tot['ALL'][0]+=good; tot['ALL'][1]+=1
    if not good and random.random()<.06: print('   ',types,' '.join(words),'→',' '.join(l[1] if l else words[u] for u,v,l in edges))
print(lang,{k:f"{a}/{b}={a/b:.2f}" for k,(a,b) in sorted(tot.items())})
