import sys,pickle,random
from train import *
from fill import *
lang=sys.argv[1]; per=int(sys.argv[2]); F=Facts(grammar(lang)); r=random.Random(7); sp=Speaker(F,lang,r)
rows=[l.rstrip("\n").split("\t") for l in open(f'/tmp/carriers/{lang}.tsv',encoding='utf8')][1:]
out=[];fails={};n=0
for id_,c,*_ in rows:
    types=[m[0] for m in SLOT.findall(c)]
    for k in range(per if types else 1):
        x=None
        for _ in range(3):
            try: x=instance(sp,c)
            except Exception as e: x=None
            if x: break
        if not x: 
            for t in types: fails.setdefault(t,[0,0])[1]+=0
            continue
        words,slots=x; n+=1
        seg=segment(' '.join(words)).words
        if len(seg)!=len(words): continue
        e=example(lang,seg,F,allow=allow_for(words,slots,F))
        for t in types: fails.setdefault(t,[0,0])[0]+=1; fails[t][1]+= e is None
        if e: out.append((id_,e,' '.join(words)))
        elif '--show' in sys.argv and types and random.random()<.05: print(types,' '.join(words))
print(lang,n,len(out),{k:f"{b}/{a}" for k,(a,b) in sorted(fails.items())})
pickle.dump(out,open(f'/tmp/judge_data/{lang}.car.pkl','wb'))
