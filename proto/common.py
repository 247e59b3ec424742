import sys, glob, os, csv
from functools import lru_cache
sys.path.insert(0,'/tmp/w/judge'); sys.path.insert(0,'/tmp/w/judge/tests')
from indic_tf import IndicFormatter
from indic_tf.segment import segment
from indic_tf.convert import write
from indic_tf.document import Span, Token
from indic_tf.styles import Style
from indic_tf.wfst.pipeline import grammar
from indic_tf.evaluation import itn_rows
LANGS="hi mr gu pa ta te kn ml bn as or en".split()
STYLE=Style()
def text_of(words, span, g, style=STYLE):
    edits=write(words, span, g, style)
    if not edits: return None
    out=[];pos=span.words[0]
    for e in edits:
        out+= [words[i].core for i in range(pos,e.words[0])]; out.append(e.text); pos=e.words[1]
    out+=[words[i].core for i in range(pos,span.words[1])]
    return ' '.join(out)
def case_rows(lang):
    for p in sorted(glob.glob(f'/tmp/w/judge/tests/cases/{lang}/*.tsv')):
        if 'known_failures' in p: continue
        for l in open(p,encoding='utf8'):
            if l.startswith('#') or not l.strip(): continue
            c=l.rstrip('\n').split('\t')
            if os.path.basename(p)=='unchanged.tsv': yield c[0],(c[0],),'unchanged'
            else: yield c[0],(c[1],),os.path.basename(p)[:-4]
