import sys,pickle,time
from train import *
from pathlib import Path
lang=sys.argv[1]; F=Facts(grammar(lang)); out={}
t0=time.process_time()
sets={'cases':list(case_rows(lang)),'itn':[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn/{lang}.tsv'),[])],'talk':[(c.spoken,c.written,c.kind) for c in itn_rows.cases(Path(f'benchmarks/itn_talk/{lang}.tsv'),[])]}
for name,rows in sets.items():
    exs=[]; miss=0
    for spoken,refs,kind in rows:
        e=example(lang,segment(spoken).words,F,refs=refs[:8])
        if e is None: miss+=1
        exs.append((e,spoken,refs,kind))
    out[name]=exs; print(lang,name,len(rows),'without',miss,f'{time.process_time()-t0:.0f}s',flush=True)
Path('/tmp/judge_data').mkdir(exist_ok=True)
pickle.dump(out,open(f'/tmp/judge_data/{lang}.pkl','wb'))
