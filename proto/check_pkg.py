import sys,time
from common import *
from indic_tf.readings.facts import Facts
from indic_tf.readings.proposing import Proposing
from indic_tf.readings.features import Extractor
from indic_tf.wfst.roman_text import Romans
from oracle_lib import path_exists
from pathlib import Path
for lang in sys.argv[1:]:
    g=grammar(lang); F=Facts(g); P=Proposing(F); R=Romans(g)
    for name,rows in (('itn',[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]),):
        ok=nc=0; tg=tf=0; miss=[]
        for spoken,refs,kind in rows:
            words=segment(spoken).words
            text=R.read([w.core for w in words])
            t0=time.process_time(); lat=P.lattice(text.words); t1=time.process_time()
            ex=Extractor(lat); fs=[ex.candidate(c) for c in lat]; t2=time.process_time()
            tg+=t1-t0; tf+=t2-t1
            cs=[R.with_ending(c.span,text) if text.endings else c.span for c in lat]; nc+=len(cs)
            ct=[(s.words,t) for s in cs if (t:=text_of(words,s,g))]
            o=any(path_exists(words,ct,r) for r in refs); ok+=o
            if not o: miss.append((kind,spoken,refs[0]))
        print(lang,name,len(rows),f'oracle {ok/len(rows):.4f} cands {nc/len(rows):.1f} propose {1000*tg/len(rows):.2f} features {1000*tf/len(rows):.2f} ms/text',flush=True)
        for m in miss[:8]: print('   ',*m,sep=' | ')
