import sys,random
from pathlib import Path
from indic_tf.wfst.pipeline import grammar
from indic_tf.readings.facts import Facts
from indic_tf.training.judging.saying import Saying
from indic_tf.training.judging.carriers import *
from indic_tf.training.judging.examples import Drawing,allowed
from indic_tf.segment import segment
lang=sys.argv[1]; g=grammar(lang); F=Facts(g); say=Saying(g,random.Random(5)); D=Drawing(F)
ok=bad=un=0
for c in read(Path(f'data_scripts/carriers/{lang}.tsv')):
    m=filled(c,say)
    if m is None: un+=1; continue
    ws,sl=m; seg=segment(' '.join(ws)).words; d=D.draw(seg)
    if not any(d.spans): continue
    e=allowed(d,Right(ws,sl,F))
    if e: ok+=1
    else:
        bad+=1
        if bad<12: print('   ',c.words,' '.join(ws))
print(lang,ok,bad,un)
