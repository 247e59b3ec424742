import cProfile,pstats,sys
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.readings.proposing import Proposing
from indic_tf.readings.features import Extractor
from pathlib import Path
lang=sys.argv[1]
g=grammar(lang); F=Facts(g); P=Proposing(F)
T=[[w.core for w in segment(c.spoken).words] for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]
P.lattice(T[0])
def go():
    for t in T:
        l=P.lattice(t); e=Extractor(l)
        for c in l: e.candidate(c)
cProfile.run('go()','/tmp/p.prof'); pstats.Stats('/tmp/p.prof').sort_stats('tottime').print_stats(28)
