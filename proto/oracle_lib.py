def path_exists(words, ctexts, ref):
    ref=ref.split(); n=len(words)
    states={(0,0)}
    byst={}
    for (a,b),t in ctexts: byst.setdefault(a,[]).append((b,t.split()))
    todo=[(0,0)]; seen={(0,0)}
    while todo:
        i,j=todo.pop()
        if i==n and j==len(ref): return True
        nxt=[]
        if i<n and j<len(ref) and ref[j]==words[i].text: nxt.append((i+1,j+1))
        for b,t in byst.get(i,()):
            if ref[j:j+len(t)]==t: nxt.append((b,j+len(t)))
        for x in nxt:
            if x not in seen: seen.add(x); todo.append(x)
    return False
