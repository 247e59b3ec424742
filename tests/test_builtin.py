"""What the model of the package must do in the whole formatter: leave alone what is fluent, idiom, no number."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from case_tables import CASES

from indic_tf import IndicFormatter, languages
from indic_tf.evaluation.marks import predicted, strip
from indic_tf.evaluation.punctuation import score_labels
from indic_tf.labels import REMOVED
from indic_tf.languages import language
from indic_tf.resources import model_folder
from indic_tf.taggers import tagger_of
from indic_tf.tagging.joint import Joint
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.settings import Settings

STABLE = [code for code in languages() if language(code).status == "stable"]
TAGGED = [code for code in languages() if Settings.read(model_folder(language(code).model)).knows(code)]
TALK_ALONE = [code for code in TAGGED if language(code).fast_model == "small"]
"""Languages that a tagger has learnt from talk alone, since there is no other text."""

LISTED = Path(__file__).parent / "reduplication.tsv"
EVERYDAY = Path(__file__).parent / "everyday"
LEAST = 0.5
"""The macro-F1 of marks on everyday speech that no language's model may fall below."""


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, punctuation=False, case=False)


def unchanged(lang: str) -> list[str]:
    lines = (CASES / lang / "unchanged.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if line.strip() and not line.startswith("#")]


def doubled(lang: str) -> list[str]:
    """Sentences in which a word is said twice in a row, and that is the language's grammar."""
    rows = [line.split("\t") for line in LISTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    listed = [row[1] for row in rows if row[0] == lang]
    return listed + [text for text in unchanged(lang) if any(map(str.__eq__, text.split(), text.split()[1:]))]


@pytest.mark.parametrize("lang", STABLE)
def test_reduplication_is_no_disfluency(lang: str) -> None:
    texts = doubled(lang)
    assert len(texts) >= 10
    for text, made in zip(texts, formatter(lang).map(texts), strict=True):
        words = text.split()
        twice = {i for i in range(len(words)) if words[i] in (*words[max(i - 1, 0) : i], *words[i + 1 : i + 2])}
        gone = {i for found in made.disfluencies if found.tag in REMOVED for i in range(*found.words)}
        assert not twice & gone, text


@pytest.mark.parametrize(
    ("lang", "said", "written"),
    [
        ("en", "unesco and unicef sent a team", "UNESCO and UNICEF sent a team."),
        ("en", "iphones sell well in the usa", "iPhones sell well in the USA."),
        ("en", "nasa's team uses javascript", "NASA's team uses JavaScript."),
        ("hi", "मेरा iphone खराब है", "मेरा iPhone खराब है।"),
    ],
)
def test_names_and_abbreviations_have_their_case(lang: str, said: str, written: str) -> None:
    assert IndicFormatter(lang)(said).text == written


@pytest.mark.parametrize("lang", STABLE)
def test_what_must_not_change_does_not(lang: str) -> None:
    texts = unchanged(lang)
    made = formatter(lang).map(texts)
    changed = [f"{text} → {found}" for text, found in zip(texts, made, strict=True) if found.text != text]
    assert len(changed) <= 0.02 * len(texts), changed


def everyday(lang: str) -> list[str]:
    lines = (EVERYDAY / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[1] for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("lang", TAGGED)
def test_everyday_speech_has_only_marks_that_are_scored(lang: str) -> None:
    texts = everyday(lang)
    assert len(set(texts)) >= 80
    marks = {
        letter for text in texts for letter in text if not letter.isalnum() and unicodedata.category(letter)[0] == "P"
    }
    facts = language(lang)
    assert marks <= {facts.comma, facts.question, facts.sentence_end, "'", "-"}
    assert all(text[-1] in (facts.question, facts.sentence_end) for text in texts)


@cache
def score_of(lang: str, model: str) -> float:
    """The macro-F1 of marks on everyday speech."""
    facts = language(lang)
    passages = [strip(text, facts) for text in everyday(lang)]
    formatter = IndicFormatter(lang, model=model, itn=False, case=False)
    marked = formatter.map(" ".join(passage.words) for passage in passages)
    made = [predicted(result, len(passage.words)) for passage, result in zip(passages, marked, strict=True)]
    score = score_labels([passage.labels for passage in passages], made).macro_f1
    assert score is not None
    return score


@pytest.mark.parametrize("lang", TAGGED)
def test_marks_of_everyday_speech(lang: str) -> None:
    assert score_of(lang, "default") >= LEAST


@pytest.mark.parametrize("lang", TALK_ALONE)
def test_talk_alone_teaches_marks(lang: str) -> None:
    """By far better than by the smallest tagger, which nothing that these languages are written in has taught."""
    assert score_of(lang, "default") > score_of(lang, "fast") + 0.1


def test_the_taggers_fit_the_wheel() -> None:
    """20 MB the default of twelve languages and that of Urdu, Nepali and others, 13 MB the fast one of the twelve,
    6 MB the others each."""
    own = [language(code) for code in languages()]
    names = {name for facts in own for name in (facts.model, facts.fast_model) if name}
    files = {name: list(model_folder(name).iterdir()) for name in names}
    parts = {"README.md", "config.json", "model.safetensors", "sentencepiece.model"}
    assert {name: {path.name for path in own} for name, own in files.items()} == dict.fromkeys(names, parts)
    sizes = {name: sum(path.stat().st_size for path in own) for name, own in files.items()}
    assert sizes.pop("e5") <= 20_000_000
    assert sizes.pop("e5_fast") <= 13_000_000
    assert sizes.pop("e5_more") <= 20_000_000
    assert max(sizes.values()) <= 6_000_000


@pytest.mark.parametrize(("lang", "of_both"), [("hi", True), ("ur", False), ("ne", False), ("sat", True)])
def test_what_has_not_learnt_a_language_is_not_asked_where_another_has(lang: str, of_both: bool) -> None:
    for tagger in (tagger_of(lang, "default+e5+e5_fast"), IndicFormatter(lang, model="default+e5+e5_fast").tagger):
        assert isinstance(tagger, Joint if of_both else Tagger)


def test_the_taggers_of_the_package_need_no_transformers() -> None:
    """Importing it takes longer than all else that a first sentence needs."""
    code = (
        "import sys; from indic_tf import IndicFormatter; IndicFormatter('hi', model='default+fast')('क्या तुम कल आओगे')"
    )
    subprocess.run([sys.executable, "-c", f"{code}; assert 'transformers' not in sys.modules"], check=True)


@pytest.mark.slow
def test_who_takes_more_time_marks_better() -> None:
    fast = [lang for lang in STABLE if language(lang).fast_model]
    gain = {lang: score_of(lang, "default") - score_of(lang, "fast") for lang in fast}
    assert sum(gain.values()) / len(gain) >= 0.04, gain
    assert min(gain.values()) >= 0, gain


def test_few_layers_on_words_mark_better_than_the_smallest_tagger() -> None:
    gain = [score_of(lang, "fast") - score_of(lang, "small") for lang in ("en", "hi", "ta", "bn")]
    assert sum(gain) / len(gain) >= 0.04


@pytest.mark.parametrize("lang", STABLE)
def test_one_tagger_for_all_languages(lang: str) -> None:
    assert score_of(lang, "small") >= LEAST


@pytest.mark.parametrize(
    ("lang", "said", "written"),
    [
        ("ur", "مجھے پچیس ہزار روپے چاہیے کیا آپ دے سکتے ہیں", "مجھے ₹25 ہزار چاہیے، کیا آپ دے سکتے ہیں؟"),
        ("ne", "मलाई पच्चीस हजार रुपैयाँ चाहियो तपाईं कहिले दिन सक्नुहुन्छ", "मलाई ₹25 हजार चाहियो, तपाईं कहिले दिन सक्नुहुन्छ?"),
    ],
)
def test_languages_in_beta_that_have_a_tagger(lang: str, said: str, written: str) -> None:
    assert IndicFormatter(lang)(said).text == written
