"""errheld.py FIELD fold set langs: held-out errors, drawn anew"""
import sys,pickle
sys.path.insert(0,'/tmp/w/judge')
from common import *
from pathlib import Path
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.examples import *
from indic_tf.readings.paths import best,Edge
field=pickle.load(open(sys.argv[1],'rb')); fold=int(sys.argv[2]); which=sys.argv[3]
tot=n=0
for lang in sys.argv[4].split(','):
    F=Facts(grammar(lang)); D=Drawing(F)
    for k,c in enumerate(itn_rows.cases(Path(f'benchmarks/{which}/{lang}.tsv'),[])):
        if k%5!=fold and fold>=0: continue
        tot+=1
        seg=segment(c.spoken).words; d=D.draw(seg)
        e=labelled(d,c.written[:8])
        if not any(d.spans): continue
        if e is not None and field.is_right(e): continue
        sc=[float(field.weights[r].sum()) if len(r) else 0. for r in d.features]
        path=best(len(seg),[Edge(*x,s) for x,s in zip(d.edges,sc)],field._weight)
        out=' '.join(seg[d.edges[k][0]].text if d.texts[k] is None else f"[{d.texts[k]}|{d.edges[k][2]}]" for k in path)
        n+=1
        print(lang,c.kind,'|',out,'||',c.written[0] if e is not None else 'NOPATH '+c.written[0])
print(n,tot)
