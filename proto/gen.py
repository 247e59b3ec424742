"""Candidate readings of a text: prototype."""
from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from common import *
from indic_tf.scripts import fold
from indic_tf.wfst.phrases import Phrases, key
from indic_tf.wfst.cues import Cues
from indic_tf.wfst.guesses import Guesses, is_guess, in_full, lower_end
from indic_tf.wfst.addresses import Addresses
from indic_tf.wfst.plates import Plates
from indic_tf.wfst.halves import Halves
from indic_tf.wfst.homographs import Homographs
from indic_tf.wfst.roman_text import Romans
from indic_tf.wfst.wire import DAY_PARTS, HALVES, YEARS, bare
from indic_tf.wfst.bare import BareWords
from indic_tf.wfst import ordinals
K=16
@dataclass(frozen=True)
class Cand:
    span: Span
    rule: str
    cost: float = 0.0
    evidence: tuple = ()
@dataclass
class Facts:
    g: object
    def __post_init__(s):
        f=s.facts=s.g.language
        F=lambda t,**k: frozenset(map(fold,f.forms(t,**k)))
        s.cues=Cues(f)
        s.idioms=Phrases(f.forms("keep",when="always")); s.alone=BareWords(f)
        s.to=F("words",name="to"); s.or_=F("words",name="or"); s.and_=F("words",name="and")
        s.by=F("words",name="over_of_pair"); s.slash=F("words",name="slash")
        s.english=F("english"); 
        s.scales={fold(r["form"]):r.number("value") for r in (*f.table("scales"),*(r for r in f.table("english") if r.number("value")>=100))}
        s.units={fold(r["form"]):r["code"] for r in f.table("units") if " " not in r["form"]}
        s.cur={fold(r["form"]):r["code"] for r in f.table("currency") if " " not in r["form"]}
        s.months=F("months"); s.oclock=F("clock",name="oclock")
        s.dayparts=Phrases(x for n in DAY_PARTS for x in f.forms("clock",name=n))
        s.daypart={n:Phrases(f.forms("clock",name=n)) for n in DAY_PARTS}
        s.letters=frozenset(fold(w) for form in f.forms("letters") for w in form.split(" "))|frozenset("abcdefghijklmnopqrstuvwxyz")
        s.flags={}
        for r in f.table("suffixes"): s.flags.setdefault(bare(r["written"]),set()).update(r["flag"].split())
        s.atoms={}
        for t in ("numbers","english"):
            for r in f.table(t):
                if r["form"] and " " not in r["form"] and r.number("value")<100 and (t=="english" or r["role"] in ("",)):
                    s.atoms.setdefault(fold(r["form"]),r.number("value"))
        s.tens={}
        for t in ("numbers","english"):
            for r in f.table(t):
                if " " not in r["form"] and r.number("value") in range(20,100,10): s.tens[fold(r["form"])]=r.number("value")
        s.guesses=Guesses(s.g,s.scales.keys())
        s.addresses=Addresses(s.g); s.plates=Plates(s.g); s.halves=Halves(s.g); s.homographs=Homographs(s.g,s.cues); s.romans=Romans(s.g)
        s.fractions={fold(r["form"]):Fraction(r["value"]) for r in f.table("fractions") if r["value"][0] in "+-"}
        s.nominative=frozenset(map(fold,(*(r["form"] for r in f.table("scales") if not r["role"]),*f.forms("english"))))
        own=f.table("currency")[0]["code"]; s.own=own
        s.currency_first=F("currency",code=own,role="",suffix="") if f.numbers.currency_first else frozenset()
        s.currencies=frozenset(r["code"] for r in f.table("currency"))
        s.unit=next((x for x in f.forms("units") if " " not in x),"")
        s.hundred_and=F("words",name="hundred_and")
        s.links=Phrases(x for n in ("to","or","and") for x in f.forms("words",name=n))
class Doc:
    def __init__(s,words,F):
        s.words=words; s.F=F; s.n=len(words)
        s.folded=[fold(w) for w in words]
        s.runs=list(F.g.runs(words))
        s.cands={}
    def add(s,span,rule,cost=0.0,evidence=()):
        k=(span.words,span.token.value,span.kept)
        o=s.cands.get(k)
        if o is None or cost<o.cost: s.cands[k]=Cand(span,o.rule if o else rule,cost,evidence)
    def at(s): return list(s.cands.values())
def grammar_readings(doc):
    g=doc.F.g
    for s,e in doc.runs:
        w=doc.words[s:e]
        for piece_s,piece_e in pieces(doc,s,e):
            paths=g.alternatives(doc.words[piece_s:piece_e],K)
            if not paths: continue
            best=paths[0][1]
            for rank,(spans,wt) in enumerate(paths):
                for sp in spans: doc.add(sp.moved(piece_s),"grammar" if rank==0 else "grammar-other",wt-best)
_MOST=14
def pieces(doc,s,e):
    if e-s<=_MOST: yield s,e; return
    # long run: cut where the best path's tokens end, overlapping by one token
    toks=[sp.words for sp in doc.F.g._spans_of_run(doc.words,s,e)]
    start=s; last=s
    for a,b in toks:
        if b-start>_MOST and last>start:
            yield start,last
            start=last
        last=b
    yield start,e
def atoms(doc):
    """(start,end,value,suffix) of whole numbers below 100 (and with a zero digit before: '05')."""
    F=doc.F; made=set()
    for i,w in enumerate(doc.folded):
        if not w: continue
        v=F.atoms.get(w)
        if v is not None: made.add((i,i+1,str(v),""))
        if w in F.tens and i+1<doc.n:
            u=F.atoms.get(doc.folded[i+1])
            if u and u<10: made.add((i,i+2,str(F.tens[w]+u),""))
        if "-" in w:
            a,_,b=w.partition("-")
            if a in F.tens and F.atoms.get(b,99)<10: made.add((i,i+1,str(F.tens[a]+F.atoms[b]),""))
    for c in doc.at():
        f=c.span.token.fields
        if c.span.kind in("cardinal","ordinal") and f.keys()<={"integer","suffix"} and len(f["integer"])<=3:
            made.add((*c.span.words,f["integer"],f.get("suffix","")))
    return made
def pairs(doc):
    A=atoms(doc); byst={}
    for a in A: byst.setdefault(a[0],[]).append(a)
    zero={i for i,w in enumerate(doc.folded) if doc.F.atoms.get(w)==0}
    for (s,m,x,sx) in A:
        if sx and "score" not in doc.F.flags.get(sx,()): 
            continue
        for (m2,e,y,sy) in byst.get(m,()):
            pair(doc,s,e,x,y,sy,sx)
        if m in zero:  # oh five
            for (_,e,y,sy) in byst.get(m+1,()):
                if len(y)==1 and not sx: 
                    suf={"suffix":sy} if sy else {}
                    if int(x)<=24: doc.add(Span((s,e),Token("time",{"hour":x,"minute":"0"+y,**suf})),"hour-minute")
                    if len(x)<=2: doc.add(Span((s,e),Token("cardinal",{"integer":x+"0"+y,**suf})),"hundreds-pair")
                    if int(x) in range(10,21): doc.add(Span((s,e),Token("date",{"year":x+"0"+y,**suf})),"year-pair")
def pair(doc,s,e,x,y,sy,sx):
    F=doc.F; a,b=int(x),int(y); suf={"suffix":sy} if sy else {}
    R=(s,e)
    if not sx:
        if a<=24 and 5<=b<60 and len(y)<=2: doc.add(Span(R,Token("time",{"hour":x,"minute":y.zfill(2),**suf})),"hour-minute")
        if 0<a<100 and 10<=b<100: 
            doc.add(Span(R,Token("cardinal",{"integer":str(100*a+b),**suf})),"hundreds-pair")
            if a in range(10,21): doc.add(Span(R,Token("date",{"year":str(100*a+b),**suf})),"year-pair")
        if len(x)<=3 and len(y)<=3:
            doc.add(Span(R,Token("serial",{"code":x+y,**suf})),"joined-code")
            if a>=70 and 40<=b<a: doc.add(Span(R,Token("fraction",{"numerator":x,"denominator":y,**suf})),"pressure")
        if a<b<100: doc.add(Span(R,Token("range",{"integer":x,"high":y,**suf})),"guess")
    doc.add(Span(R,Token("score",{"integer":x,"high":y,**suf})),"score-pair")
def chains(doc):
    """digits and pairs of digits one behind the other: telephone."""
    A=atoms(doc); byst={}
    for a in A:
        if not a[3] and len(a[2])<=2: byst.setdefault(a[0],[]).append(a)
    starts=sorted(byst)
    for s in starts:
        if any(a[1]==s for v in byst.values() for a in v): continue
        # greedy one way: longest run with prefer two-word atoms as tens-unit
        pos=s; ds=""; k=0
        while pos in byst:
            a=max(byst[pos],key=lambda t:t[1]); ds+=a[2]; pos=a[1]; k+=1
        if k>=2 and len(ds)>=3:
            doc.add(Span((s,pos),Token("telephone",{"digits":ds})),"chain")
            if len(ds) in (12,16): doc.add(Span((s,pos),Token("serial",{"digits":ds,"groups":"4"})),"chain")
def variants(doc):
    F=doc.F
    for c in doc.at():
        sp=c.span; f=sp.token.fields; k=sp.kind; (s,e)=sp.words
        if k=="cardinal" and f.keys()<={"integer","suffix"}:
            n=int(f["integer"])
            if n in YEARS: doc.add(sp.as_kind("date",year=f["integer"]),"year",c.cost)
            doc.add(sp.as_kind("serial",code=f["integer"]),"code-number",c.cost)
            if s and doc.folded[s-1] in F.currency_first:
                doc.add(Span((s-1,e),Token("money",{**f,"currency":F.own})),"currency-first",c.cost)
            if F.hundred_and and s>1 and doc.folded[s-1] in F.hundred_and: pass
        elif k=="decimal" and s and doc.folded[s-1] in F.currency_first:
            doc.add(Span((s-1,e),Token("money",{**f,"currency":F.own})),"currency-first",c.cost)
        elif k=="date" and f.keys()<={"year","suffix"}:
            doc.add(sp.as_kind("cardinal",integer=f["year"]),"count-of-year",c.cost)
            doc.add(sp.as_kind("serial",code=f["year"]),"code-number",c.cost)
        elif k=="ordinal" and int(f.get("integer","0")) in YEARS and f.keys()<={"integer","suffix"}:
            doc.add(sp.as_kind("date",year=f["integer"]),"year",c.cost)
        elif k=="telephone" and f.keys()<={"digits","suffix"}:
            d=f["digits"]
            if len(d) in(12,16) and d.isdecimal(): doc.add(sp.as_kind("serial",digits=d,groups="4"),"grouped",c.cost)
            if d.isdecimal() and len(d)==3 and d[0]!="0": doc.add(sp.as_kind("cardinal",integer=d),"hundreds-pair",c.cost)
            if d.isdecimal() and len(d)==2: doc.add(sp.as_kind("score",integer=d[0],high=d[1]),"score-pair",c.cost)
        elif k=="range":
            full=in_full(sp,doc.words,F.nominative)
            if full is not sp: doc.add(full,"in-full",c.cost)
            if f.keys()<={"integer","to","or","high","suffix"} and "." not in f["high"]:
                lo,hi=int(f["integer"]),int(f["high"])
                if lo>=1000: doc.add(Span(sp.words,Token("range",{**f,"plain":"1"}),sp.kept),"years",c.cost)
                if not {"to","or"}&f.keys(): 
                    doc.add(sp.as_kind("score",integer=f["integer"],high=f["high"]),"score-pair",c.cost)
            if "unit" in f and f["unit"] in F.currencies and doc.folded[e-1] in F.units:
                doc.add(Span((s,e-1),Token("range",{a:b for a,b in f.items() if a!="unit"}),sp.kept),"weight",c.cost)
        elif k=="money" and doc.folded[e-1] in F.units and "minor" not in f:
            g={a:b for a,b in f.items() if a!="currency"}
            doc.add(Span((s,e-1),Token("decimal" if "fraction" in g else "cardinal",g)),"weight",c.cost)
        elif k=="fraction" and "integer" not in f:
            doc.add(sp.as_kind("math",expression=f"{f['numerator']}×{f['denominator']}"),"size",c.cost)
        elif k=="time" and "oclock" in f and False: pass
def half_hours(doc):
    F=doc.F
    for c in doc.at():
        sp=c.span; f=sp.token.fields; (s,e)=sp.words
        if sp.kind=="cardinal" and s and doc.folded[s-1] in F.fractions and f.keys()<={"integer","suffix"}:
            n=int(f["integer"]); part=F.fractions[doc.folded[s-1]]; t=n+part
            suf={"suffix":f["suffix"]} if "suffix" in f else {}
            if 0<n<=12: doc.add(Span((s-1,e),Token("time",{"hour":str(int(t) or 12),"minute":f"{int(t%1*60):02d}",**suf})),"half-hour",c.cost)
            if t%1: 
                dec=f"{float(t%1):g}".partition(".")[2]
                doc.add(Span((s-1,e),Token("decimal",{"integer":str(int(t)),"fraction":dec,**suf})),"half",c.cost)
        if sp.kind=="decimal" and f.keys()<={"integer","fraction","suffix"} and 0<=int(f["integer"])<=12 and f["fraction"] in("5","25","75"):
            suf={"suffix":f["suffix"]} if "suffix" in f else {}
            doc.add(Span((s,e),Token("time",{"hour":f["integer"] if f["integer"]!="0" else "12","minute":{"5":"30","25":"15","75":"45"}[f["fraction"]],**suf})),"half-hour",c.cost)
def joins(doc):
    F=doc.F; C=doc.at(); byst={}
    for c in C: byst.setdefault(c.span.words[0],[]).append(c)
    for a in C:
        e=a.span.words[1]
        for b in byst.get(e,()):
            if a.rule.startswith("grammar") and b.rule.startswith("grammar") and "suffix" not in a.span.token.fields:
                if both:=F.guesses.joined(a.span,b.span,doc.words): 
                    doc.add(both,"guess",max(a.cost,b.cost)); 
                    full=in_full(both,doc.words,F.nominative)
                    if full is not both: doc.add(full,"guess",max(a.cost,b.cost))
        if F.hundred_and and e<doc.n and doc.folded[e] in F.hundred_and and a.span.kind=="cardinal" and a.span.token.fields.keys()=={"integer"} and int(a.span.token.fields["integer"])%100==0:
            for b in byst.get(e+1,()):
                bf=b.span.token.fields
                if "integer" in bf and 0<int(bf["integer"])<100 and b.span.kind!="range":
                    doc.add(Span((a.span.words[0],b.span.words[1]),Token(b.span.kind,{**bf,"integer":str(int(a.span.token.fields["integer"])+int(bf["integer"]))}),b.span.kept),"and-tens")
        # currency of the second for the first
        if a.span.kind=="cardinal" and a.span.token.fields.keys()<={"integer","suffix"}:
            for st in range(e,min(e+3,doc.n)):
                for b in byst.get(st,()):
                    bf=b.span.token.fields
                    if b.span.kind=="money" and "minor" not in bf and b.cost==0 and a.cost==0:
                        doc.add(Span(a.span.words,Token("money",{**a.span.token.fields,"currency":bf["currency"]})),"currency-of-next")
def with_daypart(doc):
    for c in doc.at():
        sp=c.span
        if sp.kind=="time" and "daypart" not in sp.token.fields and c.rule in("hour-minute","half-hour"):
            s,e=sp.words
            for name,ph in doc.F.daypart.items():
                if (f:=ph.before(doc.words,s))<s:
                    doc.add(Span((f,e),Token("time",{"daypart":name,**sp.token.fields}),((f,s),)),c.rule,c.cost)
def slashes(doc):
    F=doc.F
    C=[c for c in doc.at() if c.span.kind=="cardinal" and c.span.token.fields.keys()<={"integer","suffix"}]
    byst={}
    for c in C: byst.setdefault(c.span.words[0],[]).append(c)
    for a in C:
        e=a.span.words[1]
        if e+1<doc.n and (doc.folded[e] in F.by or doc.folded[e] in F.slash) and "suffix" not in a.span.token.fields:
            for b in byst.get(e+1,()):
                doc.add(Span((a.span.words[0],b.span.words[1]),b.span.token).as_kind("fraction",numerator=a.span.token.fields["integer"],denominator=b.span.token.fields["integer"]),"ratio")
def specials(doc):
    F=doc.F; w=doc.words
    for sp in F.addresses.spans(w): doc.add(sp,"address")
    for sp in F.plates.spans(w): doc.add(sp,"plate")
    best=[c.span for c in doc.at() if c.cost==0 and c.rule=="grammar"]
    best.sort(key=lambda s:s.words)
    flat=[]
    for sp in best:
        if not flat or flat[-1].words[1]<=sp.words[0]: flat.append(sp)
    for sp in F.halves.read(flat,w): doc.add(sp,"half-word")
    for sp in F.homographs.read(flat,w): doc.add(sp,"homograph")
    for sp in ordinals.apart(flat,w,F.g): doc.add(sp,"ordinal-apart")
def generate(words,F):
    doc=Doc(words,F)
    grammar_readings(doc); specials(doc); pairs(doc); chains(doc); half_hours(doc); joins(doc); slashes(doc); variants(doc); with_daypart(doc)
    return doc
