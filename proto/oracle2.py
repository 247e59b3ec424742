import sys,time
from gen import *
from oracle_lib import path_exists
from pathlib import Path
show='--show' in sys.argv; langs=[a for a in sys.argv[1:] if not a.startswith('-')]
for lang in langs:
    g=grammar(lang); F=Facts(g)
    sets=(('cases',list(case_rows(lang))),('itn',[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])]),('talk',[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn_talk/{lang}.tsv'),[])]))
    for name,rows in sets:
        t0=time.process_time(); ok=0; nc=0; misses=[]
        for spoken,refs,kind in rows:
            words=segment(spoken).words
            text=F.romans.read([w.core for w in words])
            doc=generate(text.words,F)
            cs=[F.romans.with_ending(c.span,text) if text.endings else c.span for c in doc.at()]
            nc+=len(cs)
            ct=[(s.words,t) for s in cs if (t:=text_of(words,s,g))]
            o=any(path_exists(words,ct,r) for r in refs); ok+=o
            if not o: misses.append((kind,spoken,refs[0]))
        print(lang,name,len(rows),f'oracle {ok/len(rows):.4f} cands/text {nc/len(rows):.1f} {1000*(time.process_time()-t0)/len(rows):.2f} ms/text',flush=True)
        if show:
            for m in misses[:25]: print('   ',*m,sep=' | ')
