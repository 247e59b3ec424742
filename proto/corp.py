"""Sentences of edited text read aloud: examples whose right readings are those of the editor's figures."""
import glob,lzma,random,regex
SPLIT=regex.compile(r"(?<=[.!?।॥۔؟])\s+")
DIG=regex.compile(r"\p{N}")
def sentences(lang,limit,seed=3):
    paths=[p for p in sorted(glob.glob(f'/work/shared/corpora/{lang}/*.xz')) if 'bible' not in p]
    r=random.Random(seed); pool=[]
    for p in paths:
        n=0
        with lzma.open(p,'rt',encoding='utf8') as f:
            for line in f:
                for s in SPLIT.split(line.strip()):
                    w=s.split()
                    if 4<=len(w)<=28 and DIG.search(s): pool.append(s); n+=1
                if n>limit*3: break
    r.shuffle(pool); return pool[:limit*2]
def values(t): return [t.fields[k] for k in ("hour","minute","day","integer","fraction","high","numerator","denominator","digits","code","year","to_year") if k in t.fields]
def sample(g,GF,s):
    """→ (words, slots) as instance()"""
    from indic_tf.scripts import split_marks,fold
    from indic_tf.document import Token
    ws=s.split(); words=[];slots=[];pos=0
    for rd in g.readings(ws):
        for w in ws[pos:rd.words[0]]:
            core=split_marks(w)[1]
            if DIG.search(w): return None
            if core: words+=core.split()
        form=" ".join(ws[rd.words[0]:rd.words[1]]); core=split_marks(form)[1]
        toks=g.reads(core) or g.reads(form.strip(".,;:!?।"))
        toks=[t for t in toks if t.kind==rd.kind]
        if not toks: return None
        tok=toks[0]; s0=len(words); words+=rd.said.split()
        nums=[tok.fields[k] for k in ("hour","minute","day","integer","fraction","high","numerator","denominator","digits","code","year","to_year") if k in tok.fields]
        plain=tok.kind in("cardinal",) and "sign" not in tok.fields or (tok.kind=="date" and tok.fields.keys()<={"year","suffix"})
        n=tok.fields.get("integer") or tok.fields.get("year") or ""
        comma="," in core
        def ok(t,nums=nums,plain=plain,tok=tok,n=n,comma=comma):
            if plain:
                if "fraction" in t.fields or "sign" in t.fields or t.kind in("serial","telephone","score","range","fraction","math","electronic","whitelist"): return False
                if t.kind=="date" and t.fields.keys()<={"year","suffix"}: return not comma and t.fields["year"]==n
                return n in (t.fields.get("integer"),t.fields.get("day"),t.fields.get("hour"))
            return t.kind==tok.kind and values(t)==nums
        ok.nums=nums
        small=n.isdigit() and int(n)<10 and tok.kind in("cardinal","ordinal")
        slots.append((s0,len(words),[ok],small)); pos=rd.words[1]
    for w in ws[pos:]:
        if DIG.search(w): return None
        core=split_marks(w)[1]
        if core: words+=core.split()
    if not slots: return None
    # number words of the editor's own: only small ones
    inslot={i for a,b,_,_ in slots for i in range(a,b)}
    for i,w in enumerate(words):
        if i not in inslot and g.is_number(w) and GF.atoms.get(fold(w),99)>=10: return None
    return words,slots
