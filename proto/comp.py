import sys,collections,traceback
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.readings.proposing import Proposing
from indic_tf.wfst.runtime import Transducer
from pathlib import Path
lang=sys.argv[1]; g=grammar(lang); F=Facts(g); P=Proposing(F)
T=[[w.core for w in segment(c.spoken).words] for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]
for t in T:
    for w in t: g.knows(w)
C=collections.Counter(); old=Transducer._compose
def comp(self,text):
    st=[f.name for f in traceback.extract_stack(limit=12)]
    fl=[f.filename.split('/')[-1]+':'+f.name for f in traceback.extract_stack(limit=9)]
    C[' < '.join(x for x in fl[::-1][1:6])]+=1
    return old(self,text)
Transducer._compose=comp
for t in T: P.lattice(t)
print(sum(C.values())/len(T))
for k,v in C.most_common(12): print(v,k)
