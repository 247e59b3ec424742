import re,sys,unicodedata,collections
code=sys.argv[1]; import glob
T="count small big pair2 list guess range or time hm hour hrange year years date day money price phund pct dec half frac ratio math ord score cric otp digits phone code flat temp unit bp size ver".split()
V=set("hm guess price year flat otp score count list pair2".split())
blk={'kn':(0xC80,0xCFF),'ml':(0xD00,0xD7F)}[code]
NW={'kn':"ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು ಹತ್ತು ನೂರು ನೂರ ಸಾವಿರ ಲಕ್ಷ ಕೋಟಿ ಅರ್ಧ ಕಾಲು ಮುಕ್ಕಾಲು ಒಬ್ಬ ಇಬ್ಬರು ಇಬ್ಬರೂ ಎರಡೂ ಮೊದಲ ಒಂದೇ ಡಜನ್ ಒನ್ ಟೂ".split(),
'ml':"ഒരു ഒന്ന് രണ്ട് രണ്ടു മൂന്ന് മൂന്നു നാല് നാലു അഞ്ച് അഞ്ചു ആറ് ആറു ഏഴ് ഏഴു എട്ട് എട്ടു ഒമ്പത് പത്ത് പത്തു നൂറ് നൂറു ആയിരം ലക്ഷം കോടി അര കാൽ മുക്കാൽ ഒരാൾ രണ്ടും രണ്ടാം ഒന്നാം ഡസൻ ആദ്യ ഒരേ വൺ ടു".split()}[code]
files=sorted(glob.glob(f'src/{code}[0-9]*.txt'),key=lambda f:int(re.findall(r'\d+',f)[0]))
rows=[];cnt=collections.Counter();multi=stays=0;seen=set();bad=0
for f in files:
  for n,l in enumerate(open(f,encoding='utf8'),1):
    l=l.rstrip('\n')
    if not l.strip(): continue
    if l.count('|')!=1: print('BAR',f,n,l);bad+=1;continue
    c,note=l.split('|'); c=unicodedata.normalize('NFC',c.strip()); c=re.sub(' +',' ',c)
    sl=re.findall(r'\{([^}]*)\}',c)
    ty=[]
    for s in sl:
      m=re.fullmatch(r'([a-z]+2?)(?:\+(.+))?',s)
      if not m or m[1] not in T: print('TYPE',f,n,s,l);bad+=1;continue
      ty.append(m[1])
      if m[2] and any(not(blk[0]<=ord(x)<=blk[1] or x in '\u200c\u200d') for x in m[2]): print('END',f,n,l);bad+=1
    out=re.sub(r'\{[^}]*\}','',c)
    if any(not(x==' ' or blk[0]<=ord(x)<=blk[1] or x in '\u200c\u200d') or unicodedata.category(x) in('Nd','No') for x in out): print('CHAR',f,n,l);bad+=1
    if re.search(r'\}\S|\S\{',c): print('GLUE',f,n,l);bad+=1
    if len(sl)>4: print('MANY',f,n,l);bad+=1
    if sl and any(w in NW for w in out.split()): print('NUMW',f,n,l)
    if c in seen: print('DUP',f,n,l);bad+=1;continue
    seen.add(c)
    for t in ty: cnt[t]+=1
    if len(set(ty))>=2: multi+=1
    if not sl: stays+=1; note='stays'+(' '+note if note else '')
    rows.append((c,note))
with open(f'{code}.tsv','w',encoding='utf8') as o:
  o.write('id\tcarrier\tnote\n')
  for i,(c,nn) in enumerate(rows,1): o.write(f'{code}{i:03d}\t{c}\t{nn}\n')
print(code,'rows',len(rows),'multi',multi,'stays',stays,'bad',bad,'slots',sum(cnt.values()))
print('LOW',{t:cnt[t] for t in T if cnt[t]<(18 if t in V else 8)})
print(dict(cnt))
