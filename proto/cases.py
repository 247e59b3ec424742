"""cases.py LANG.. : which case rows fail (with formatting twice), model none"""
import sys; sys.path.insert(0,'/tmp/w/judge/tests'); sys.path.insert(0,'/tmp/w/judge')
from case_tables import CLASSES, formatter, rows
import collections,time
t0=time.process_time()
allr=[*[('case',*r.values) if hasattr(r,'values') else ('case',*r) for r in CLASSES],*[('unch',*(r.values if hasattr(r,'values') else r)) for r in rows("unchanged.tsv")]]
langs=sys.argv[1:] or sorted({r[1] for r in allr})
bad=collections.Counter(); n=collections.Counter()
for w,l,s,wr,*note in allr:
    if l not in langs: continue
    n[l]+=1
    o=formatter(l)(s).text
    if o!=wr: bad[l]+=1; print(l,w,s,o,wr,sep=' | ',flush=True)
    elif formatter(l)(o).text!=o: bad[l]+=1; print(l,'TWICE',s,o,formatter(l)(o).text,sep=' | ')
print(dict(bad),sum(bad.values()),sum(n.values()),f'{time.process_time()-t0:.0f}s')
