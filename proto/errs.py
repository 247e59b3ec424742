import sys,pickle
sys.path.insert(0,'/tmp/w/judge')
from common import *
from pathlib import Path
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.examples import *
from indic_tf.readings.paths import best,Edge
field=pickle.load(open(sys.argv[1],'rb')); lang=sys.argv[2]; which=sys.argv[3]
F=Facts(grammar(lang)); D=Drawing(F)
p=f'benchmarks/itn/{lang}.tsv' if which=='itn' else f'benchmarks/itn_talk/{lang}.tsv'
n=0
for c in itn_rows.cases(Path(p),[]):
    seg=segment(c.spoken).words; d=D.draw(seg)
    e=labelled(d,c.written[:8])
    if not any(d.spans): continue
    if e is not None and field.is_right(e): continue
    sc=[float(field.weights[r].sum()) if len(r) else 0. for r in d.features]
    path=best(len(seg),[Edge(*x,s) for x,s in zip(d.edges,sc)],field._weight)
    out=' '.join(seg[d.edges[k][0]].text if d.texts[k] is None else f"[{d.texts[k]}|{d.edges[k][2]}]" for k in path)
    n+=1
    print(c.kind,'|',out,'||',c.written[0] if e is not None else 'NOPATH '+c.written[0])
print(n)
