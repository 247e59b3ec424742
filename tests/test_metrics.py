"""Every metric against a slow, obvious implementation on random cases, and against jiwer; intervals and tests too.

The quick suite draws some hundred cases of each, the slow one 10,000.
"""

from __future__ import annotations

import itertools
import random
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jiwer
import numpy as np
import pytest

from indic_tf import InputError, LanguageError
from indic_tf.evaluation import case, disfluency, itn, punctuation, spans
from indic_tf.evaluation.compare import compare
from indic_tf.evaluation.significance import Counts, bootstrap, by_group, comparisons, intervals, paired
from indic_tf.evaluation.text import align, distance, word_edits, words
from indic_tf.labels import CASE, DISFLUENCY, KINDS, PUNCTUATION, REMOVED, case_of

COUNTS = [pytest.param(300, id="quick"), pytest.param(10_000, id="full", marks=pytest.mark.slow)]
WORDS = ("हाँ", "क्या", "நான்", "ക്ഷ", "a", "India", "india", "iPhone", "USA", "₹5", "१०", "3.5", "क्‍ष")
MARKS = ("", "", "", ",", "।", ".", "?", "!", ";", '?"')


def edits_by_table(reference: Sequence[object], hypothesis: Sequence[object]) -> int:
    """Levenshtein distance, by the whole table of the textbook."""
    table = {(i, 0): i for i in range(len(reference) + 1)} | {(0, j): j for j in range(len(hypothesis) + 1)}
    for i, j in itertools.product(range(1, len(reference) + 1), range(1, len(hypothesis) + 1)):
        same = reference[i - 1] == hypothesis[j - 1]
        table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (not same))
    return table[len(reference), len(hypothesis)]


def changed(chance: random.Random, given: Sequence[str], others: Sequence[str]) -> list[str]:
    """Some words replaced, lost or put in."""
    made: list[str] = []
    for word in given:
        what = chance.random()
        made += [chance.choice(others)] if what < 0.15 else [] if what < 0.25 else [word]
        made += [chance.choice(others)] if what > 0.9 else []
    return made


def ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def f1_of(gold: Sequence[str], made: Sequence[str], label: str) -> float | None:
    """From true and false positives and negatives."""
    pairs = list(zip(gold, made, strict=True))
    hits = sum(a == b == label for a, b in pairs)
    missed = sum(a == label != b for a, b in pairs)
    false = sum(a != label == b for a, b in pairs)
    return ratio(hits, hits + (missed + false) / 2)


# --- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_edits(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        gold = chance.choices(WORDS, k=chance.randrange(9))
        made = changed(chance, gold, WORDS) if seed % 2 else chance.choices(WORDS, k=chance.randrange(9))
        counts, least = word_edits(gold, made), edits_by_table(gold, made)
        assert counts.errors == distance(gold, made) == least
        assert (counts.reference, counts.correct + counts.substitutions + counts.insertions) == (len(gold), len(made))
        pairs = list(align(gold, made))
        assert [i for i, _ in pairs if i is not None] == list(range(len(gold)))
        assert [j for _, j in pairs if j is not None] == list(range(len(made)))
        assert sum(i is None or j is None or gold[i] != made[j] for i, j in pairs) == least


@pytest.mark.parametrize("count", COUNTS)
def test_edits_are_those_of_jiwer(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        gold = chance.choices(WORDS, k=chance.randrange(1, 12))
        made = changed(chance, gold, WORDS)
        theirs, ours = jiwer.process_words(" ".join(gold), " ".join(made)), word_edits(gold, made)
        assert (ours.correct, ours.substitutions) == (theirs.hits, theirs.substitutions)
        assert (ours.deletions, ours.insertions) == (theirs.deletions, theirs.insertions)
        assert ours.rate == theirs.wer
        characters = word_edits(" ".join(gold), " ".join(made))
        assert characters.rate == jiwer.cer(" ".join(gold), " ".join(made))


def test_words_are_composed_and_split_at_white_space_only() -> None:
    assert words("क\u093cा  it's\tക്‍ഷ") == ["क\u093cा", "it's", "ക്‍ഷ"]
    assert words("é") == ["é"]
    assert (word_edits([], []).rate, word_edits([], ["a"]).errors) == (None, 1)


# --- punctuation --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_punctuation_labels(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        texts = [chance.choices(PUNCTUATION.labels, k=chance.randrange(1, 9)) for _ in range(3)]
        answers = [[chance.choice((label, chance.choice(PUNCTUATION.labels))) for label in text] for text in texts]
        score = punctuation.score_labels(texts, answers)
        check_labels(score, [*itertools.chain(*texts)], [*itertools.chain(*answers)])
        inner, other = ([*itertools.chain(*(t[:-1] for t in side))] for side in (texts, answers))
        assert score.sentence_f1_inside == pytest.approx(f1_of(ends(inner), ends(other), "end"))


def ends(labels: Sequence[str]) -> list[str]:
    return ["end" if label in ("end", "question") else "none" for label in labels]


def check_labels(score: punctuation.PunctuationScore, gold: Sequence[str], made: Sequence[str]) -> None:
    pairs = list(zip(gold, made, strict=True))
    found = {label: f1_of(gold, made, label) for label in PUNCTUATION.labels}
    for label in PUNCTUATION.labels:
        hits = pairs.count((label, label))
        counts = score.labels[label]
        assert counts.f1 == pytest.approx(found[label])
        if found[label] is not None:
            assert score.value(f"{label}.precision") == pytest.approx(ratio(hits, made.count(label)) or 0)
            assert score.value(f"{label}.recall") == pytest.approx(ratio(hits, gold.count(label)) or 0)
    for name, labels in (("macro_f1", PUNCTUATION.labels[1:]), ("macro_f1_with_none", PUNCTUATION.labels)):
        known = [found[label] for label in labels if found[label] is not None]
        assert score.value(name) == pytest.approx(ratio(sum(filter(None, known)), len(known)))
    marked = [(a, b) for a, b in pairs if (a, b) != ("none", "none")]
    assert score.per == pytest.approx(ratio(sum(a != b for a, b in marked), len(marked)))
    assert score.correct + score.substitutions + score.deletions + score.insertions == len(marked)
    assert score.sentence_f1 == pytest.approx(f1_of(ends(gold), ends(made), "end"))


@pytest.mark.parametrize("count", COUNTS)
def test_punctuation_of_texts_with_other_words(count: int) -> None:
    """Each mark belongs to the last pair of words before it; the strongest mark of a place counts."""
    for seed in range(count):
        chance = random.Random(seed)
        gold = chance.choices("abcde", k=chance.randrange(1, 9))
        made = gold if seed % 4 == 0 else changed(chance, gold, "abcdexyz")
        marks, other = (chance.choices(MARKS, k=len(side)) for side in (gold, made))
        texts = [" ".join(map("".join, zip(*pair, strict=True))) for pair in ((gold, marks), (made, other))]
        score = punctuation.score([texts[0]], [texts[1]], "en")
        places: dict[int, list[str]] = {-1: ["none", "none"]}
        place = -1
        for i, j in align(gold, made):
            if i is not None and j is not None:
                place += 1
                places[place] = ["none", "none"]
            for side, position, row in ((0, i, marks), (1, j, other)):
                if position is not None:
                    both = (places[place][side], PUNCTUATION.of_marks(row[position]))
                    places[place][side] = max(both, key=PUNCTUATION.labels.index)
        if places[-1] == ["none", "none"]:
            del places[-1]
        check_labels(score, [a for a, _ in places.values()], [b for _, b in places.values()])


# --- numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_itn(count: int) -> None:
    written = ("₹5", "₹५", "10%", "सौ", "5", "10", "3.5", "रुपये", "पाँच", "1,000", "1000")
    for seed in range(count):
        chance = random.Random(seed)
        spoken = [" ".join(chance.choices(("पाँच", "सौ", "रुपये", "है"), k=chance.randrange(1, 5))) for _ in range(3)]
        forms = [
            [" ".join(chance.choices(written, k=chance.randrange(1, 4))) for _ in range(chance.randrange(1, 4))]
            for _ in spoken
        ]
        made = [" ".join(changed(chance, chance.choice(row).split(), written)) for row in forms]
        kinds = [chance.choice("ab") for _ in spoken]
        score = itn.score(spoken, forms, made, "hi", kinds=kinds, values=False)
        rows = list(zip(spoken, forms, made, strict=True))
        judged = [min(against(*row[:1], form, row[2]) for form in row[1]) for row in rows]
        for kind in (None, *score.kinds):
            counts = score.overall if kind is None else score.kinds[kind]
            own = [row for row, its in zip(judged, kinds, strict=True) if kind in (None, its)]
            assert counts.accuracy == ratio(sum(not wrong for wrong, *_ in own), len(own))
            assert counts.digit_errors == sum(digits for _, digits, _, _ in own)
            assert counts.i_wer == ratio(sum(edits for *_, edits, _ in own), sum(length for *_, length in own))
            assert counts.value_judged == counts.right


def against(spoken: str, reference: str, output: str) -> tuple[bool, bool, int, int]:
    """Wrong? other digits? edits of what was not said, and how many such words the reference has."""
    said = spoken.split()
    wanted, made = ([word for word in text.split() if word not in said] for text in (reference, output))
    figures = [[unicodedata.decimal(c) for c in text if c.isdecimal()] for text in (reference, output)]
    return reference != output, figures[0] != figures[1], edits_by_table(wanted, made), len(wanted)


@pytest.mark.parametrize("count", [pytest.param(100, id="quick"), pytest.param(10_000, marks=pytest.mark.slow)])
def test_values(count: int) -> None:
    """Amounts of which the value is known: an error is one that says another number."""
    chance = random.Random(1)
    forms = {n: [f"{n} km", f"{n}km", f"{n:,} km"] for n in (5, 50, 500, 5000)}
    said = dict(zip(forms, ("five", "fifty", "five hundred", "five thousand"), strict=True))
    rows = [(chance.choice([*forms]), chance.choice([*forms])) for _ in range(count)]
    gold, made = ([chance.choice(forms[pair[side]]) for pair in rows] for side in (0, 1))
    score = itn.score([f"{said[n]} kilometres" for n, _ in rows], gold, made, "en")
    assert score.overall.value_judged == count
    assert score.overall.value_errors == sum(n != other for n, other in rows)


# --- case ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_case(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        gold = chance.choices(WORDS, k=chance.randrange(1, 9))
        made = changed(chance, gold, WORDS) if seed % 2 else [chance.choice((w, w.title(), w.upper())) for w in gold]
        score = case.score([" ".join(gold)], [" ".join(w + chance.choice((",", "")) for w in made)])
        both = [
            (None if i is None else gold[i], None if j is None else made[j])
            for i, j in align([w.lower() for w in gold], [w.lower() for w in made])
        ]
        capitals = [(a, b) for a, b in both if a is not None and case_of(a) not in (None, "lower")]
        assert score.m_wer == ratio(sum(a != b for a, b in capitals), len(capitals))
        mixed = [(a, b) for a, b in capitals if a is not None and case_of(a) == "mixed"]
        assert score.m_wer_mixed == ratio(sum(a != b for a, b in mixed), len(mixed))
        classes = [[str(w and case_of(w)) for w in side] for side in zip(*both, strict=True)]
        for label in CASE.labels:
            assert score.labels[label].f1 == pytest.approx(f1_of(classes[0], classes[1], label))
        text, other = " ".join(gold), " ".join(made)
        assert score.cer == ratio(edits_by_table(text, other), len(text))
        assert score.cer_without_case == ratio(edits_by_table(text.lower(), other.lower()), len(text))


# --- disfluencies and spans ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
def test_disfluency_tags(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        gold = [chance.choices(DISFLUENCY.labels, k=chance.randrange(1, 8)) for _ in range(3)]
        made = [[chance.choice((tag, chance.choice(DISFLUENCY.labels))) for tag in row] for row in gold]
        score = disfluency.score(gold, made)
        tags, others = [*itertools.chain(*gold)], [*itertools.chain(*made)]
        for label in DISFLUENCY.labels:
            assert score.labels[label].f1 == pytest.approx(f1_of(tags, others, label))
        gone = [[["kept", "removed"][tag in REMOVED] for tag in row] for row in (tags, others)]
        assert score.f1 == pytest.approx(f1_of(gone[0], gone[1], "removed"))
        same = [
            all((a in REMOVED) == (b in REMOVED) for a, b in zip(*r, strict=True)) for r in zip(gold, made, strict=True)
        ]
        assert score.exact == sum(same) / 3


@pytest.mark.parametrize("count", COUNTS)
def test_removed_words(count: int) -> None:
    """Of all ways to take words out, the one that leaves the latest positions."""
    for seed in range(count):
        chance = random.Random(seed)
        said = chance.choices("abc", k=chance.randrange(1, 8))
        left = [word for word in said if chance.random() < 0.6]
        ways = [w for w in itertools.combinations(range(len(said)), len(left)) if [said[i] for i in w] == left]
        latest = max(ways, key=lambda way: way[::-1])
        assert disfluency.removed_by(said, left) == tuple("O" if i in latest else "D" for i in range(len(said)))
        score = disfluency.score_texts([" ".join(said)], [" ".join(left)], [" ".join(said)])
        assert (score.removed.reference, score.removed.predicted) == (len(said) - len(left), 0)


@pytest.mark.parametrize("count", COUNTS)
def test_spans(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        gold, made = ([some_spans(chance) for _ in range(3)] for _ in range(2))
        made = [chance.choice(pair) for pair in zip(gold, made, strict=True)]
        score = spans.score(gold, made)
        exact = [{(i, span) for i, row in enumerate(side) for span in row} for side in (gold, made)]
        assert score.f1 == ratio(2 * len(exact[0] & exact[1]), len(exact[0]) + len(exact[1]))
        bare = [{(i, span[:2]) for i, span in side} for side in exact]
        assert score.f1_without_kind == ratio(2 * len(bare[0] & bare[1]), len(bare[0]) + len(bare[1]))
        for kind in KINDS[:3]:
            own = [{found for found in side if found[1][2] == kind} for side in exact]
            assert score.labels[kind].f1 == ratio(2 * len(own[0] & own[1]), len(own[0]) + len(own[1]))


def some_spans(chance: random.Random) -> list[spans.SpanOf]:
    cuts = sorted(chance.sample(range(10), k=2 * chance.randrange(4)))
    return [(a, b, chance.choice(KINDS[:3])) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]


def test_tags_are_read_as_spans() -> None:
    score = spans.score_tags([["B-money", "I-money", "O", "B-date"]], [["B-money", "I-money", "O", "O"]])
    assert (score.exact.precision, score.exact.recall) == (1, 1 / 2)
    with pytest.raises(ValueError, match="sentence 1: unknown kind 'person'"):
        spans.score_tags([["B-person"]], [["O"]])


# --- intervals and tests ------------------------------------------------------------------------------


def share(total: Counts) -> float | None:
    return ratio(float(total[0]), float(total[1]))


def test_bootstrap_draws_sentences() -> None:
    """The same draws, summed one by one."""
    random_ = np.random.default_rng(3)
    counts = np.stack([random_.integers(0, 5, 30), random_.integers(5, 9, 30)], axis=1)
    drawn = np.random.default_rng(7).integers(0, 30, size=(200, 30))
    scores = [sum(int(counts[i, 0]) for i in row) / sum(int(counts[i, 1]) for i in row) for row in drawn]
    made = bootstrap(counts, share, samples=200, seed=7)
    assert made is not None
    assert made.as_list() == pytest.approx([np.quantile(scores, 0.025), np.quantile(scores, 0.975)])
    assert intervals(counts, {"a": share}, 200, 7) == {"a": made}


def test_intervals_cover_what_they_should() -> None:
    """Of 300 test sets of 100 sentences, about 95 % of the intervals hold the true share."""
    random_ = np.random.default_rng(1)
    held = 0
    for seed in range(300):
        right = random_.random(100) < 0.7
        made = bootstrap(np.stack([right, np.ones(100)], axis=1), share, samples=300, seed=seed)
        assert made is not None
        held += made.low <= 0.7 <= made.high
    assert 0.90 <= held / 300 <= 0.98


def test_randomization_is_that_over_all_swaps() -> None:
    """Ten sentences have 1,024 swaps: p is the share of those with as large a difference."""
    first, second = np.array([[1], [1], [1], [1], [1], [0], [1], [1], [1], [0]]), np.zeros((10, 1), dtype=int)
    second[0] = 1
    scores = [first[:, 0], second[:, 0]]
    seen = abs(int(scores[0].sum() - scores[1].sum()))
    apart = (scores[0] - scores[1]).tolist()
    swaps = [
        abs(sum(s * d for s, d in zip(signs, apart, strict=True))) for signs in itertools.product((1, -1), repeat=10)
    ]
    exact = sum(difference >= seen for difference in swaps) / len(swaps)
    made = paired(first, second, lambda total: float(total[0]), samples=20_000)
    assert made is not None
    assert made.p == pytest.approx(exact, abs=0.004)
    assert made.difference == seen


def test_equal_systems_are_seldom_different() -> None:
    """p below 0.05 for about one in twenty pairs of systems that are equally good."""
    random_ = np.random.default_rng(5)
    found = 0
    for seed in range(300):
        answers = (random_.random((2, 80)) < 0.6).astype(int)
        both = [np.stack([row, np.ones(80, dtype=int)], axis=1) for row in answers]
        made = paired(both[0], both[1], share, samples=200, seed=seed)
        assert made is not None
        found += made.significant
    assert found / 300 <= 0.09


def test_a_better_system_is_found() -> None:
    gold = ["yes, no."] * 50
    score, other = (punctuation.score(gold, [made] * 50, "en") for made in ("yes, no.", "yes no."))
    made = compare(score, other, metrics=["per"], samples=200)
    found = made.figures["per"].comparison
    assert found is not None
    assert (found.difference, found.significant) == (-0.5, True)
    assert made.sentences == 50


def test_what_cannot_be_compared() -> None:
    score, other = (punctuation.score([gold], ["yes."], "en") for gold in ("yes.", "no."))
    with pytest.raises(ValueError, match="not of one test set"):
        compare(score, other)
    with pytest.raises(InputError, match="no figure 'wer'; there are macro_f1"):
        compare(score, score, metrics=["wer"])
    with pytest.raises(ValueError, match="the same sentences"):
        comparisons(np.ones((2, 2)), np.ones((3, 2)), {})


def test_no_score_has_no_interval() -> None:
    empty = np.zeros((0, 2))
    assert bootstrap(empty, share) is None
    assert paired(empty, empty, share) is None
    assert bootstrap(np.zeros((4, 2)), share) is None
    assert by_group(np.eye(2), ["x", "x"]).tolist() == [[1, 1]]


def test_the_seed_makes_the_interval() -> None:
    score = punctuation.score(["a, b.", "c d?"] * 20, ["a, b.", "c d."] * 20, "en")
    assert score.intervals(50, 1) == score.intervals(50, 1) != score.intervals(50, 2)
    assert score.intervals(0) == {}


def test_a_line_of_marks_is_no_passage_in_any_task(tmp_path: Path) -> None:
    gold, made = tmp_path / "gold.txt", tmp_path / "made.txt"
    gold.write_text("Yes we can.\n...\nDelhi.\n")
    made.write_text("yes we can.\n...\nDelhi.\n")
    for score in (case.evaluate_output(gold, made, "en"), punctuation.evaluate_output(gold, made, "en")):
        assert len(score.rows) == 2
        assert [str(bad) for bad in score.bad] == ["line 2: no words, only marks"]


@pytest.mark.parametrize("task", [case, disfluency, itn, punctuation])
def test_an_unknown_language_is_named_even_where_only_texts_are_compared(task: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.tsv"
    file.write_text("a b\ta b\n")
    with pytest.raises(LanguageError, match="unknown language 'xx'"):
        task.evaluate_output(file, file, "xx")
