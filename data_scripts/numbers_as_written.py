"""How editors write numbers and how this package does, side by side, as the tables of a page.

    python data_scripts/numbers_as_written.py
    python data_scripts/numbers_as_written.py --page docs/numbers_as_written.md    written into the page

Reads what was counted in edited text, in `data_scripts/editors/`: `figures.tsv` (how often a number below 100 stands in
figures, by language, genre, what is counted, and size) and `scales.tsv` (how often large numbers have a scale word).
Ours is what the default style writes. With ``--page`` all this takes the place of what stands behind its line "## Small
numbers".
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from indic_tf import IndicFormatter
from indic_tf.document import Token
from indic_tf.editors import editors
from indic_tf.languages import language
from indic_tf.replacing import write_text

DATA = Path(__file__).parent / "editors"
FIRST = "## Small numbers"
_SIZES = ("2", "3-9", "10", "11-20", "21-99")
_NAMED = {"other": "count", "classifier": "classifier", "unit": "measure", "duration": "duration", "percent": "percent"}
_FEWEST = 10  # numbers that a share is of
_VALUES = (25_000, 150_000, 25_000_000, 12_500_000, 745_312)


def main(
    page: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="write it into this page")] = None,
) -> None:
    text = report()
    print(text)
    if page is not None:
        write_text(page, own_words(page) + text + "\n")


def own_words(page: Path) -> str:
    """What a page says by itself, before the tables."""
    return page.read_text("utf-8").partition(FIRST)[0]


def report() -> str:
    """Both tables, of the languages that were counted."""
    return "\n".join([FIRST, "", *small(), "", "## Large numbers", "", *large()])


def small() -> Iterator[str]:
    """The share of figures among editors' numbers by what is counted, and from where on ours are in figures."""
    yield (
        "Editors (as of 2026-11-30): per cent in figures; news where the corpora have ten such numbers, "
        "else other prose. "
        "Ours: in figures from this number on."
    )
    yield ""
    yield "| | what is counted | 2 | 3–9 | 10 | 11–20 | 21–99 | ours from |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    shares = _shares()
    for lang in dict.fromkeys(lang for lang, _, _ in shares):
        for name, ours in _NAMED.items():
            row = [shares.get((lang, name, size)) for size in _SIZES]
            if any(share is not None for share in row):
                cells = " | ".join("–" if share is None else f"{100 * share:.0f}" for share in row)
                yield f"| {lang} | {ours} | {cells} | {editors(language(lang).key)[ours]} |"


def _shares() -> Mapping[tuple[str, str, str], float]:
    counts: dict[tuple[str, str, str], dict[str, tuple[int, int]]] = defaultdict(dict)
    for row in _rows("figures.tsv"):
        place = row["lang"], row["class"], row["value"]
        counts[place][row["genre"]] = int(row["figures"]), int(row["words"])
    made = {}
    for place, genres in counts.items():
        news = genres.get("news", (0, 0))
        figures, words = news if sum(news) >= _FEWEST else genres.get("prose", news)
        made[place] = figures / (figures + words)
    return made


def large() -> Iterator[str]:
    """How often editors wrote amounts with a scale word or in full, and what ours look like."""
    yield (
        "Editors (as of 2026-11-30): amounts in the corpora with the scale word, "
        "in several scales (8 lakh 25 thousand), in full figures. "
        "Ours: what the default style writes for 25,000, 1,50,000, 2,50,00,000, 1,25,00,000 and 7,45,312."
    )
    yield ""
    yield "| | thousand | lakh | million and more | in several | in full, round | in full, exact | ours |"
    yield "|---|---:|---:|---:|---:|---:|---:|---|"
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in _rows("scales.tsv"):
        counts[row["lang"]][_column(row["form"])] += int(row["count"])
    for lang, found in counts.items():
        cells = " | ".join(f"{found[name]:,}" for name in ("thousand", "lakh", "more", "several", "round", "exact"))
        yield f"| {lang} | {cells} | {', '.join(_ours(lang))} |"


def _column(form: str) -> str:
    """The column of the page that a row of `scales.tsv` counts for; "" for full figures below a lakh."""
    if form.startswith("figures"):
        return form.rsplit(" ", 1)[1] if "lakh" in form else ""
    words = form.split(" ")
    if words.count("figure") > 1:
        return "several"
    return words[1] if words[1] in ("thousand", "lakh") else "more"


def _ours(lang: str) -> Iterator[str]:
    formatter = IndicFormatter(lang, model=None)
    said = (formatter.grammar.say(Token("cardinal", {"integer": str(value)})) for value in _VALUES)
    return (formatter(text).text for text in said if text)


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t")


if __name__ == "__main__":
    typer.run(main)
