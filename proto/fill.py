"""Fill carriers: spoken words with a set of acceptable readings."""
from __future__ import annotations
import random,re,unicodedata
from gen import *
SLOT=re.compile(r"\{([a-z0-9]+)(?:\+([^}]*))?\}")
class Speaker:
    def __init__(s,F,lang,rnd):
        s.F=F; s.g=F.g; s.r=rnd; s.lang=lang; f=F.facts
        s.forms={};s.eng={}
        for r in f.table("numbers"):
            if r["role"]=="" and r.number("value")<100: s.forms.setdefault(r.number("value"),[]).append(r["form"])
        for r in f.table("english"): s.eng.setdefault(r.number("value"),[]).append(r["form"])
        s.to=f.forms("words",name="to")[:2]; s.or_=f.forms("words",name="or")[:2]; s.point=f.forms("words",name="point")
        s.ords=[bare(x["written"]) for x in f.table("suffixes") if "ordinal" in x["flag"].split()]
        codes={x["code"] for x in f.table("units")}
        s.unitcodes=[u for u in ("kg","km","g","l","m","cm","ml","mg","kmph","mb","gb","ha","acre","ft") if u in codes]; s.temps=[u for u in ("deg","degC","degF","C","F") if u in codes]
        s.letters={}
        for r in f.table("letters"): s.letters.setdefault(r["letter"],[]).append(r["form"])
        s.months=f.forms("months"); s.plus=f.forms("words",name="plus"); s.times=f.forms("words",name="times"); s.minus=f.forms("words",name="minus")
        s.by=f.forms("words",name="over_of_pair") or f.forms("words",name="over")
    def say(s,kind,**f): 
        x=s.g.say(Token(kind,f)); return x
    def english(s,n):
        if n in s.eng: return s.r.choice(s.eng[n])
        if 20<n<100 and n//10*10 in s.eng and n%10 in s.eng: return s.r.choice(s.eng[n//10*10])+" "+s.r.choice(s.eng[n%10])
        return None
    def num(s,n,eng=None):
        eng=s.r.random()<(.15 if s.lang!="en" else 1) if eng is None else eng
        if n<100:
            if eng and (x:=s.english(n)): return x
            if n in s.forms: return s.r.choice(s.forms[n])
        x=s.say("cardinal",integer=str(n))
        return x
    def digits(s,d,eng=None):
        eng=s.r.random()<.4 if eng is None else eng
        return " ".join(s.num(int(c),eng) or "" for c in d)
    def pairs(s,d,eng=None):
        eng=s.r.random()<.3 if eng is None else eng
        out=[]
        for i in range(0,len(d),2):
            p=d[i:i+2]
            out.append((s.num(0,eng)+" "+s.num(int(p[1]),eng)) if p[0]=="0" and len(p)==2 else s.num(int(p),eng))
        return " ".join(out)
def rv(r,*bounds):
    lo,hi=r.choice(bounds); return r.randint(lo,hi)
def count(r): return rv(r,(2,9),(10,99),(10,99),(100,999),(1000,99999))
def price(r):
    n=rv(r,(5,99),(100,999),(100,999),(1000,9999),(10000,99999)); 
    return n if r.random()<.5 else max(5,round(n,-1 if n<1000 else -2))
def one(kind,**want): return want,kind
NUM=("cardinal","measure","money","percent","decimal","ordinal")
def acc(kinds,**want):
    def ok(t):
        if t.kind not in kinds: return False
        return all(t.fields.get(k)==v for k,v in want.items()) and not ("fraction" in t.fields and "fraction" not in want) and not ("sign" in t.fields)
    return ok
def fill(sp,typ):
    """→ (text, [acceptors], may_stay) ; None if cannot be said. Acceptors: each a function(token)->bool for candidates inside or around the slot."""
    r=sp.r
    if typ in("count","small","big"):
        n=count(r) if typ=="count" else r.randint(2,20) if typ=="small" else rv(r,(1000,99999),(100000,9999999))
        if typ=="big" and r.random()<.5: n=round(n,-3)
        return sp.num(n),[acc(NUM,integer=str(n))],n<10
    if typ in("pair2","list"):
        k=2 if typ=="pair2" else r.randint(3,6)
        m=r.choice(["small","any","step","two"])
        if m=="step": a=r.randint(1,40); st=r.choice([1,1,2,5,10]); v=[a+i*st for i in range(k)]
        elif m=="small": v=sorted(r.sample(range(2,30),k))
        elif m=="two": v=[r.randint(10,99) for _ in range(k)]
        else: v=[rv(r,(2,99),(100,600)) for _ in range(k)]
        e=r.random()<.15 or sp.lang=="en"
        return [sp.num(n,e and n<100) for n in v],[(lambda t,n=n: acc(NUM,integer=str(n))(t) or acc(("serial",),code=str(n))(t)) for n in v],True
    if typ in("guess","or","range"):
        if typ=="guess":
            a,b=r.choice([(n,n+1) for n in range(2,10)]+[(2,4),(4,6),(5,7),(5,10),(6,8),(8,10),(10,12),(12,15),(15,20),(20,25),(25,30),(30,40),(40,50),(50,60),(60,70),(10,15),(10,20),(70,80)])
            if r.random()<.2: a,b=a*100,b*100
        else: 
            a=rv(r,(2,9),(10,60),(100,900)); b=a+rv(r,(1,5),(5,40))
        if typ=="guess" and a>=10 and b<=900 and r.random()<.15:
            x=sp.say("money",integer=str(b),currency=sp.F.own)
            if x: return sp.num(a)+" "+x,[lambda t:t.kind=="range" and t.fields.get("high","")==str(b) and t.fields["integer"]==str(a) and t.fields.get("unit")==sp.F.own],False
        l={"guess":None,"or":sp.or_,"range":sp.to}[typ]
        if l is not None and not l: return None
        e=(r.random()<.15 or sp.lang=="en")
        A,B=sp.num(a,e and a<100),sp.num(b,e and b<100)
        link=" " if typ=="guess" else " "+r.choice(l)+" "
        def ok(t,a=a,b=b,typ=typ):
            return t.kind=="range" and t.fields.get("high","")==str(b) and t.fields["integer"]==str(a) and "scale" not in t.fields and "plain" not in t.fields
        return A+link+B,[ok]+([acc(NUM,integer=str(a)),acc(NUM,integer=str(b))] if typ!="guess" else []),b<10
    if typ=="time":
        h=r.randint(1,12); m=r.choice([0,0,15,30,45,30]+[r.randint(1,59)])
        f={"hour":str(h)}|({"minute":f"{m:02d}"} if m else {})
        x=sp.say("time",**f,oclock="after") or sp.say("time",**f)
        return x,[lambda t: t.kind=="time" and t.fields.get("hour")==str(h) and t.fields.get("minute","00")==f"{m:02d}"],h<10 and not m
    if typ=="hm":
        h=rv(r,(1,12),(1,12),(0,23)); m=r.choice([10,15,20,25,30,35,40,45,50,55]+[r.randint(10,59)])
        e=r.random()<.25 or sp.lang=="en"
        return sp.num(h,e)+" "+sp.num(m,e),[lambda t: t.kind=="time" and t.fields.get("hour")==str(h) and t.fields.get("minute")==f"{m:02d}"],False
    if typ=="hour":
        h=r.randint(1,12); return sp.num(h),[lambda t:(t.kind in("cardinal","time") and (t.fields.get("integer")==str(h) or (t.fields.get("hour")==str(h) and "minute" not in t.fields)))],True
    if typ=="hrange":
        a,b=r.choice([(9,5),(10,6),(8,4),(9,6),(10,5),(11,7),(6,10),(4,8),(8,8),(7,11),(2,4)])
        if not sp.to: return None
        return sp.num(a)+" "+r.choice(sp.to)+" "+sp.num(b),[lambda t:(t.kind=="range" and t.fields["integer"]==str(a) and t.fields.get("high")==str(b)) or (t.kind=="time" and t.fields.get("hour") in(str(a),str(b)) and "minute" not in t.fields) or acc(("cardinal",),integer=str(a))(t) or acc(("cardinal",),integer=str(b))(t)],True
    if typ=="year":
        y=rv(r,(1850,1999),(1940,1999),(2000,2026)); 
        x=sp.say("date",year=str(y))
        if sp.lang=="en" or r.random()<.1:
            a,b=divmod(y,100)
            if b>=10 and (p:=sp.english(a)) and (q:=sp.english(b)): x=p+" "+q
        return x,[lambda t:t.kind=="date" and t.fields.get("year")==str(y) and t.fields.keys()<={"year","suffix"}],False
    if typ=="years" and r.random()<.3:
        y=r.randint(2001,2028); x=sp.say("date",year=str(y)); w=sp.num(y%100+1)
        return x+" "+w,[lambda t:t.kind=="range" and t.fields["integer"]==str(y) and t.fields.get("high")==str(y%100+1)],False
    if typ=="years":
        y=rv(r,(1900,1999),(2000,2020)); z=y+r.randint(1,15)
        if not sp.to: return None
        x,w=sp.say("date",year=str(y)),sp.say("date",year=str(z))
        if not x or not w: return None
        return x+" "+r.choice(sp.to)+" "+w,[lambda t:(t.kind=="range" and t.fields["integer"]==str(y) and t.fields.get("high")==str(z) and "plain" in t.fields) or (t.kind=="date" and t.fields.get("year") in(str(y),str(z)))],False
    if typ=="date":
        d=r.randint(1,28); m=r.randint(1,12)
        x=sp.say("date",day=str(d),month=str(m)) or sp.say("date",day=str(d),month=f"{m:02d}")
        if not x: return None
        return x,[lambda t:t.kind=="date" and t.fields.get("day")==str(d) and "month" in t.fields],False
    if typ=="day":
        d=r.randint(1,31); return sp.num(d),[lambda t:(t.kind=="date" and t.fields.get("day")==str(d)) or acc(("cardinal","ordinal"),integer=str(d))(t)],d<10
    if typ=="money":
        n=price(r); x=sp.say("money",integer=str(n),currency=sp.F.own)
        return x,[acc(("money",),integer=str(n))],False
    if typ=="price":
        n=price(r); return sp.num(n),[acc(("cardinal","money","measure"),integer=str(n))],n<10
    if typ=="phund":
        a=r.randint(1,9); b=r.choice([10,20,25,30,40,50,60,75,80,90]); 
        x,y=sp.english(a),sp.english(b)
        if not x or not y: return None
        return x+" "+y,[acc(("cardinal","money","measure"),integer=str(100*a+b))],False
    if typ=="pct":
        n=r.randint(2,99); x=sp.say("percent",integer=str(n)); return x,[acc(("percent",),integer=str(n))],False
    if typ=="dec":
        n=r.randint(0,99); d=r.choice(["5","2","75","25","1","8","04"]); x=sp.say("decimal",integer=str(n),fraction=d)
        return x,[lambda t:t.fields.get("integer")==str(n) and t.fields.get("fraction")==d],False
    if typ=="half":
        n=r.randint(1,12); d=r.choice(["5","5","25","75"]); x=sp.say("measure",integer=str(n),fraction=d,unit="kg")
        if not x or len(x.split())<2: return None
        x=" ".join(x.split()[:-1])
        return x,[lambda t:t.fields.get("integer")==str(n) and t.fields.get("fraction")==d and t.kind!="time"],False
    if typ in("unit","temp"):
        u=r.choice(sp.temps if typ=="temp" else sp.unitcodes) if (sp.temps if typ=="temp" else sp.unitcodes) else None
        if u is None: return None
        n=rv(r,(96,106),(10,45)) if typ=="temp" else rv(r,(1,9),(2,99),(100,999)); f={"integer":str(n),"unit":u}
        if r.random()<.3: f["fraction"]=r.choice(["5","2","4","8"])
        x=sp.say("measure",**f)
        return x,[lambda t:t.kind=="measure" and t.fields.get("integer")==str(n) and t.fields.get("fraction")==f.get("fraction")],n==1 and "fraction" not in f
    if typ=="frac":
        n,d=r.choice([(2,3),(1,3),(3,4),(2,5),(3,5),(1,5),(4,5),(1,4)])
        if r.random()<.3: d=r.randint(8,100); n=r.randint(2,d-1)
        x=sp.say("fraction",numerator=str(n),denominator=str(d))
        return x,[lambda t:t.kind=="fraction" and t.fields["numerator"]==str(n) and t.fields["denominator"]==str(d)],False
    if typ=="ver":
        n=r.randint(1,15); d=str(r.randint(0,9)); x=sp.say("decimal",integer=str(n),fraction=d)
        return x,[lambda t:(t.fields.get("integer")==str(n) and t.fields.get("fraction")==d) or t.fields.get("code")==f"{n}.{d}"],False
    if typ=="ord":
        n=rv(r,(3,12),(10,60)); x=None
        for _ in range(4):
            if not sp.ords: return None
            x=sp.say("ordinal",integer=str(n),suffix=r.choice(sp.ords))
            if x: break
        return x,[lambda t:t.kind in("ordinal","date") and (t.fields.get("integer")==str(n) or t.fields.get("day")==str(n))],n<10
    if typ=="score":
        a,b=rv(r,(0,6),(0,6),(10,30)),rv(r,(0,6),(10,30))
        e=r.random()<.3 or sp.lang=="en"
        return sp.num(a,e)+" "+sp.num(b,e),[lambda t:t.kind=="score" and t.fields["integer"]==str(a) and t.fields["high"]==str(b)],False
    if typ in("otp","digits","phone"):
        n=r.choice([4,6]) if typ=="otp" else 10 if typ=="phone" else r.choice([3,4,5,6,8,10,12,16])
        d="".join(str(r.randint(0,9)) for _ in range(n))
        if typ=="phone": d=r.choice("6789")+d[1:]
        e=r.random()<.45
        x=sp.pairs(d,e) if (n%2==0 and r.random()<(.5 if typ=="phone" else .15 if typ=="otp" else .35)) else sp.digits(d,e)
        return x,[lambda t:(t.fields.get("digits") or t.fields.get("code"))==d],False
    if typ=="code":
        ls="".join(r.choice("ABCDEFGHJKLMNPRSTVXZ") for _ in range(r.choice([1,2,2])))
        if any(c not in sp.letters for c in ls): return None
        d="".join(str(r.randint(0,9)) for _ in range(r.choice([1,2,3,4])))
        dd=sp.digits(d) if r.random()<.6 or d[0]=="0" else sp.num(int(d))
        return " ".join(r.choice(sp.letters[c]) for c in ls)+" "+dd,[lambda t:t.fields.get("code")==ls+d],False
    if typ=="flat":
        n=rv(r,(2,99),(101,999),(101,999),(1001,1999)); w=r.random()
        if w<.6: return sp.num(n),[acc(("serial",),code=str(n)),acc(("cardinal",),integer=str(n)) if n<1000 else (lambda t:False)],n<10
        if n>=1000 and n//100>=10 and n%100>=10: 
            e=r.random()<.3 or sp.lang=="en"
            return sp.num(n//100,e)+" "+sp.num(n%100,e),[lambda t:t.kind in("serial","telephone") and (t.fields.get("code") or t.fields.get("digits"))==str(n)],False
        if n>=100:
            return sp.digits(str(n)),[lambda t:(t.fields.get("code") or t.fields.get("digits"))==str(n)],False
        return sp.num(n),[acc(("serial","cardinal"),code=str(n)),acc(("cardinal",),integer=str(n))],n<10
    if typ=="bp":
        a=r.randint(95,190); b=r.randint(55,min(a-10,120)); 
        e=False
        l=" " if not sp.by or r.random()<.5 else " "+r.choice(sp.by)+" "
        return sp.num(a)+l+sp.num(b),[lambda t:t.kind=="fraction" and t.fields["numerator"]==str(a) and t.fields["denominator"]==str(b)],False
    if typ=="math":
        a,b=r.randint(2,90),r.randint(2,60); o=r.choice([x for x in(("+",sp.plus),("×",sp.times)) if x[1]] or [None])
        if o is None: return None
        return sp.num(a)+" "+r.choice(o[1])+" "+sp.num(b),[lambda t:t.kind=="math"],False
    if typ=="size":
        a,b=r.randint(8,40),r.randint(8,40)
        if not sp.by: return None
        return sp.num(a)+" "+r.choice(sp.by)+" "+sp.num(b),[lambda t:t.kind=="math" and "×" in t.fields.get("expression","")],False
    if typ=="ratio": return None
    return None
SIGNS={"ि","ी","ा"}
def glue(word,ending):
    c=unicodedata.category(ending[0])
    if c in("Mc","Mn"):
        if word[-1] in "्್్്்": return word[:-1]+ending
        if word[-1] in "ుುു" or word[-1]=="ு": return word[:-1]+ending
        if unicodedata.category(word[-1]) in("Mc","Mn"): return None
    return word+ending
def instance(sp,carrier):
    """→ (words, slots) slots: list of (start,end,acceptors,may_stay)"""
    words=[];slots=[]
    for part in carrier.split():
        m=SLOT.fullmatch(part)
        if not m:
            if "{" in part: return None
            words.append(part); continue
        f=fill(sp,m[1])
        if f is None or f[0] is None: return None
        t,A,stay=f
        ts=t if isinstance(t,list) else [t]
        if any(not x for x in ts): return None
        if m[2]:
            w=ts[-1].split(); g=glue(w[-1],m[2])
            if g is None: return None
            ts=ts[:-1]+[" ".join(w[:-1]+[g])]
        s=len(words)
        if len(ts)>1:
            for x,a in zip(ts,A):
                s=len(words); words+=x.split(); slots.append((s,len(words),[a],stay if not isinstance(t,list) else a is not None and _small(x,sp)))
        else:
            words+=ts[0].split(); slots.append((s,len(words),A,stay))
    return words,slots
def _small(x,sp):
    v=sp.F.atoms.get(fold(x)); return v is not None and v<10
def allow_for(words,slots,F):
    inslot={}
    for i,(s,e,A,stay) in enumerate(slots):
        for j in range(s,e): inslot[j]=i
    fol=[fold(w) for w in words]
    company=lambda i: fol[i] in F.oclock or fol[i] in F.months or fol[i] in F.units or fol[i] in F.cur or any(p.at(words,i)>i or p.before(words,i+1)<=i for p in [F.dayparts]) or not F.g.is_number(words[i])
    def allow(u,v,lab):
        ids={inslot.get(i) for i in range(u,v)}
        real=ids-{None}
        if lab is None: return not real or slots[inslot[u]][3]
        if len(real)>1:
            ss=[slots[k] for k in sorted(real)]
            if any(not hasattr(x[2][0],"nums") for x in ss) or u>ss[0][0] or v<ss[-1][1]: return False
            import corp
            return corp.values(lab[0].token)==[n for x in ss for n in x[2][0].nums]
        if len(real)!=1: return False
        s,e,A,stay=slots[real.pop()]
        tok=lab[0].token
        if not any(a(tok) for a in A): return False
        if u<=s and v>=e: return all(company(i) for i in (*range(u,s),*range(e,v)))
        return (u>=s and v<=e) # a part of it (separate ends)
    return allow
