from common import *
import time
from pathlib import Path
for lang in ('hi','ta','en'):
    g=grammar(lang)
    texts=[c.spoken for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]
    runs=[]
    for t in texts:
        w=[x.core for x in segment(t).words]
        runs+=[' '.join(w[s:e]).lower() for s,e in g.runs(w)]
    from indic_tf.scripts import fold
    runs=[fold(r) for r in runs]
    c=g._classifier
    for k in (0,1,4,10,24,60):
        t0=time.process_time()
        for r in runs:
            if k==0: c.best(r)
            else: c.paths(r,k)
        print(lang,len(texts),len(runs),k,f'{(time.process_time()-t0)/len(texts)*1000:.2f} ms/text',flush=True)
