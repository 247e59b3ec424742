"""Features of candidates: prototype. Strings; language-independent unless they begin with a language code."""
from __future__ import annotations
from gen import *
from indic_tf.wfst.cues import KINDS_OF_CUES
from indic_tf.wfst.recall import is_ordered
REACH=8
def rtype(sp):
    f=sp.token.fields; k=sp.kind
    if k=="date":
        if f.keys()<={"year","suffix"}: return "year"
        if "to_year" in f: return "years"
        return "date" if "month" in f else "date?"
    if k=="time": return "time" if ("oclock" in f or "half" in f) else ("hm" if "minute" in f else "time-hour")
    if k=="range":
        if "plain" in f: return "years"
        u="+u" if {"unit","scale"}&f.keys() else ""
        return ("to" if "to" in f else "or" if "or" in f else "guess")+u
    if k=="serial":
        if "groups" in f: return "grouped"
        return "numcode" if f.get("code","").isdecimal() else "code"
    if k=="whitelist": return "name" if f.get("when")=="name" else "whitelist"
    if k=="measure": return "measure"
    return k
def mag(n):
    if n<10: return "d" if n>1 else str(n)
    if n<=12: return "10-12"
    if n<=24: return "13-24"
    if n<=31: return "25-31"
    if n<60: return "32-59"
    if n<100: return "60-99"
    if n<1000: return "hundreds"
    if n<1901: return "1000-1900"
    if n<2051: return "1901-2050"
    if n<2100: return "2051-2099"
    if n<100000: return "ten-thousands"
    return "large"
def value_features(sp,F):
    f=sp.token.fields; out=[]
    if "integer" in f and f["integer"].isdecimal():
        n=int(f["integer"]); out.append("m="+mag(n))
        if n>=100: out.append("zeros="+str(min(len(str(n))-len(str(n).rstrip("0")),4)))
        if "high" in f and f["high"].replace(".","").isdecimal():
            h=Fraction(f["high"]); lo=lower_end(f)
            out.append("guess" if is_guess(lo,h) else "noguess"); out.append("up" if lo<h else "same" if lo==h else "down")
            out.append("h="+mag(int(h))); 
            if h>=60: out.append("h>=60")
    elif "year" in f and f["year"].isdecimal(): out.append("m="+mag(int(f["year"]))); n=int(f["year"]); out.append("zeros="+str(min(len(str(n))-len(str(n).rstrip("0")),4)))
    elif "hour" in f:
        h=int(f["hour"]); out.append("hour"+("<=12" if h<=12 else "<=18" if h<=18 else ">18"))
        if "minute" in f and f["minute"].isdecimal():
            m=int(f["minute"]); out.append("min5" if m%5==0 else "min"); 
            if m%15==0: out.append("min15")
            out.append("guess" if is_guess(Fraction(h),Fraction(m)) else "noguess")
            if m<10: out.append("min<10")
            if m<=h: out.append("m<=h")
            if h in (18,19,20): out.append("century")
    elif "digits" in f or "code" in f:
        d=f.get("digits") or f["code"]
        out.append("len="+(str(len(d)) if len(d)<17 else "17+"))
        if d.isdecimal():
            if is_ordered(d): out.append("ordered")
            if "0" in d: out.append("has0")
            if d[0]=="0": out.append("first0")
            if len(d)==10 and d[0] in "6789": out.append("mobile")
            if len(d)<=4: out.append("m="+mag(int(d)))
        else:
            out.append("shape="+"".join("9" if c.isdigit() else "A" if c.isalpha() else c for c in d)[:10])
    elif "numerator" in f: 
        a,b=int(f["numerator"]),int(f["denominator"]); out.append("num"+mag(a)); out.append("den"+mag(b)); out.append("a<b" if a<b else "a>=b")
    elif "day" in f: out.append("day="+("1" if f["day"]=="1" else "n"))
    for x in ("fraction","sign","minor","scale","unit","currency","oclock","half","daypart","order","year"):
        if x in f: out.append("f="+x)
    if "suffix" in f:
        out.append("suffix"); out+= ["sf="+x for x in F.flags.get(f["suffix"],())]
        if f["suffix"].startswith("_"): out.append("sf_")
    else: out.append("nosuffix")
    return out
def word_features(doc,s,e):
    F=doc.F; ws=doc.folded[s:e]; out=[]
    eng=sum(w in F.english for w in ws)
    out.append("eng=all" if eng==len(ws) else "eng=no" if not eng else "eng=some")
    single=sum(F.atoms.get(w,99)<10 for w in ws); out.append("dig=all" if single==len(ws) else "dig=some" if single>1 else "dig=few")
    out.append("w="+str(min(len(ws),6)))
    if any(w in F.scales for w in ws): out.append("hasscale")
    if (key(doc.words[s:e])) in F.alone: out.append("alone")
    if doc.folded[s:e]==["" ]: pass
    return out
def prepare(doc,lang=""):
    F=doc.F; n=doc.n
    # cue hits: before-cues end positions, after-cues start positions
    doc.cb={}; doc.ca={}
    for k in KINDS_OF_CUES:
        r=F.cues._phrases["before",k].ranges(doc.words)
        if r: doc.cb[k]={}
        for a,b in r: doc.cb[k][b]=max(doc.cb[k].get(b,0),b-a)
        r=F.cues._phrases["after",k].ranges(doc.words)
        if r: doc.ca[k]={}
        for a,b in r: doc.ca[k][a]=max(doc.ca[k].get(a,0),b-a)
    doc.idiom=set(i for a,b in F.idioms.ranges(doc.words) for i in range(a,b))
    doc.best={}
    used=0
    for c in sorted((c for c in doc.at() if c.rule=="grammar" and c.cost==0),key=lambda c:c.span.words):
        if c.span.words[0]>=used:
            doc.best[c.span.words[0]]=c; used=c.span.words[1]
            for i in range(*c.span.words): doc.best[i]=c
    doc.kinds={}
    for c in set(doc.best.values()): doc.kinds.setdefault(rtype(c.span),[]).append(c.span.words)
    doc.lang=lang
def wclass(doc,i):
    if i<0: return "^"
    if i>=doc.n: return "$"
    w=doc.folded[i]; F=doc.F
    if not w: return "|"
    if w in F.to: return "to"
    if w in F.or_: return "or"
    if w in F.and_: return "and"
    if w in F.months: return "month"
    if w in F.oclock: return "oclock"
    if w in F.units: return "unit"
    if w in F.cur: return "currency"
    if w in F.scales: return "scale"
    c=doc.best.get(i)
    if c is not None: return "num"
    if w in F.letters: return "letter"
    if any(ch.isdigit() for ch in w): return "figure"
    if F.g.is_number(w): return "numword"
    return "w"
def stem(w): return w[:5]
def context_features(doc,s,e):
    F=doc.F; out=[]
    for k,h in doc.cb.items():
        d=min((s-b for b in h if b<=s),default=99)
        if d==0: out.append("<"+k)
        elif d<=3 : out.append("<3"+k)
        elif d<=REACH: out.append("<8"+k)
        elif d<99 : out.append("<9"+k)
        if any(b>e for b in h): out.append("<>"+k)
    for k,h in doc.ca.items():
        d=min((a-e for a in h if a>=e),default=99)
        if d==0: out.append(">"+k)
        elif d<=2: out.append(">3"+k)
        elif d<=REACH: out.append(">8"+k)
        elif any(a<s for a in h): out.append("><"+k)
    p1,p2,n1,n2=wclass(doc,s-1),wclass(doc,s-2),wclass(doc,e),wclass(doc,e+1)
    out+=["p1="+p1,"n1="+n1,"p="+p2+","+p1,"n="+n1+","+n2]
    if F.dayparts.before(doc.words,s)<s: out.append("<daypart")
    elif any(F.dayparts.at(doc.words,i)>i for i in range(doc.n)): out.append("daypart")
    for i,side in ((s-1,"p"),(e,"n")):
        j=i-1 if side=="p" else i+1
        c=doc.best.get(i) or (doc.best.get(j) if wclass(doc,i) in("to","or","and") else None)
        if c is not None: out.append(side+"kind="+rtype(c.span))
    if s==0 and e==doc.n: out.append("whole")
    for k,v in doc.kinds.items():
        if any(w[1]<=s or w[0]>=e for w in v): out.append("has="+k)
    return out
def lexical(doc,s,e):
    L=doc.lang; out=[]
    for i,nm in ((s-1,"-1"),(s-2,"-2"),(e,"+1"),(e+1,"+2")):
        if 0<=i<doc.n and doc.folded[i] and not doc.F.g.is_number(doc.folded[i]): out.append(L+nm+stem(doc.folded[i]))
    for i in (*range(max(0,s-7),s),*range(e,min(doc.n,e+7))):
        w=doc.folded[i]
        if w and not doc.F.g.is_number(w): out.append(L+"~"+stem(w))
    return out
CONJ=("m=","h=","guess","noguess","eng=","dig=","suffix","nosuffix","sf=","len=","hour","min5","h>=60","hasscale","up","same","down","zeros")
def features(doc,c):
    sp=c.span; (s,e)=sp.words; T=rtype(sp); out=["T="+T,"T="+T+"|r="+c.rule]
    cb="0" if c.cost<=0 else "a" if c.cost<.5 else "b" if c.cost<1.5 else "c" if c.cost<4 else "d" if c.cost<9 else "e"
    out.append(T+"|cost="+cb); out.append("cost="+cb)
    vf=value_features(sp,doc.F)+word_features(doc,s,e); cf=context_features(doc,s,e)
    out+=[T+"|"+v for v in vf]; out+=[T+"|"+x for x in cf]
    big=[v for v in vf if v.startswith(CONJ)]
    strong=[x for x in cf if x[0] in "<>" and x[1:2] not in "9" or x.startswith(("p1=","n1=","pkind","nkind","has="))]
    out+=[T+"|"+v+"|"+x for v in big for x in strong]
    out+=[T+"|"+x for x in lexical(doc,s,e)]
    return out
def keep_features(doc,i):
    w=doc.folded[i]; out=["K"]
    if i in doc.idiom: out.append("K|idiom")
    if doc.F.g.is_number(w): out.append("K|num")
    if key([w]) in doc.F.alone: out.append("K|alone")
    v=doc.F.atoms.get(w)
    if v is not None: out.append("K|m="+mag(v))
    if w in doc.F.letters: out.append("K|letter")
    if w in doc.F.scales: out.append("K|scale")
    out.append("K|p="+wclass(doc,i-1)); out.append("K|n="+wclass(doc,i+1))
    return out
