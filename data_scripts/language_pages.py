"""Write the pages that say what each language can do: docs/languages/<code>.md, and their index README.md.

    python data_scripts/language_pages.py            every page
    python data_scripts/language_pages.py hi ta      these pages, and the index
    python data_scripts/language_pages.py --check    write nothing; exit with 1 and name the pages that are stale

A page is made wholly from data: examples are rows of tests/cases/<code>/, facts come from lang_configs/ and grammars/,
what is said aloud comes from the grammar itself, which is compiled where it is not cached, and what the commands at its
top print is what the formatter makes. Never mend a page by hand: mend the table or the case, then run this. The same
data and models always make the same page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import regex
import typer

from indic_tf import IndicFormatter, languages
from indic_tf.languages import SCHEMAS, Language, language
from indic_tf.replacing import write_text
from indic_tf.scripts import DIGITS
from indic_tf.tables import Row

REPOSITORY = Path(__file__).parents[1]
CASES = REPOSITORY / "tests" / "cases"
PAGES = REPOSITORY / "docs" / "languages"
EXAMPLES, KEPT, FORMS = 6, 8, 6
SENTENCE = 3  # words of an example that shows its marks
READABLE = range(3, 8)  # words of a sentence that shows something and still fits a table

CLASSES = {
    "cardinal": ("Whole numbers", "Figures from ten on, grouped as in India; small numbers stay words without a cue."),
    "decimal": ("Decimal numbers", "A scale word behind the figures stays a word."),
    "money": ("Money", "The sign stands before the amount; endings stay behind it."),
    "percent": ("Percentages", "The sign stands directly behind the figures."),
    "measure": ("Measures", 'The unit stays as it was said; `units="symbols"` writes its sign.'),
    "date": ("Dates and years", "The month stays as it was said; years are not grouped."),
    "time": ("Times of day", 'Words for the part of the day stay; `hours="24"` uses them.'),
    "ordinal": ("Ordinals", "The ending stays behind the figures."),
    "fraction": ("Fractions", "Numerator, stroke, denominator."),
    "range": ("Ranges and guesses", "Two numbers with a word between them, or two numbers that are one guess."),
    "telephone": ("Telephone numbers", "Digits one by one, in pairs, or doubled; short runs need a cue before them."),
    "serial": ("Codes", "Pin codes, sections, vehicles, PAN, IFSC, Aadhaar: no grouping commas."),
    "electronic": ("Mail and web addresses", "Found by their dots and known domains; other words are romanised."),
    "score": ("Scores", "Only beside a word that says it is a score."),
    "math": ("Arithmetic", "Two numbers and an operator."),
    "whitelist": ("Abbreviations", "Words that are always written short: titles before names, spelled acronyms."),
}
"""Class → heading and what to expect, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Case:
    """A row of a case table."""

    spoken: str
    written: str
    note: str


# --- cases --------------------------------------------------------------------------------------------


def cases(code: str, name: str) -> list[Case]:
    """The rows of one case table; text that stays is written as it is spoken."""
    path = CASES / code / f"{name}.tsv"
    found = []
    for line in path.read_text(encoding="utf-8").split("\n") if path.is_file() else ():
        if line.strip() and not line.startswith("#"):
            spoken, *rest = line.split("\t")
            written, note = (*rest, "", "")[:2] if name != "unchanged" else (spoken, "".join(rest[:1]))
            found.append(Case(spoken, written, note))
    return found


def classes(code: str) -> list[str]:
    """The semiotic classes that the language has cases of, in the order of the page."""
    names = {path.stem for path in (CASES / code).glob("*.tsv")} - {"unchanged", "known_failures"}
    return sorted(names, key=lambda name: (list(CLASSES).index(name) if name in CLASSES else len(CLASSES), name))


def varied(rows: Sequence[Case], count: int) -> list[Case]:
    """``count`` rows of different shapes, usual shapes first, in the order of the table; of each the most readable."""
    by_shape: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        if row.written != row.spoken:
            by_shape.setdefault(shape(row), []).append(i)
    frequent = sorted(by_shape.values(), key=lambda found: (-len(found), found[0]))
    ranked = [sorted(found, key=lambda i: (length(rows[i].spoken), i)) for found in frequent]
    rounds = [found[turn] for turn in range(count) for found in ranked if turn < len(found)]
    return [rows[i] for i in sorted(rounds[:count])]


def spread(rows: Sequence[Case], count: int) -> list[Case]:
    """``count`` readable rows from all over the table, since neighbours are often alike."""
    fit = [row for row in rows if not length(row.spoken)] or list(rows)
    step = max(len(fit) / count, 1)
    return [fit[int(i * step)] for i in range(min(count, len(fit)))]


def shape(row: Case) -> str:
    """What was written anew, every number as one digit and every word as one letter: "₹9,9" """
    before = row.spoken.split()
    anew = " ".join(word for word in row.written.split() if word not in before)
    anew = regex.sub(r"\p{Nd}+", "9", anew)
    anew = regex.sub(r"[A-Z]+", "A", anew)
    return regex.sub(r"[^\P{L}A](?:[^\P{L}A]|\p{M})*", "a", anew)


def length(text: str) -> int:
    """How far the text is from a readable length, in words."""
    words = len(text.split())
    return max(READABLE.start - words, words - READABLE.stop + 1, 0)


# --- Markdown -----------------------------------------------------------------------------------------


def cell(text: str) -> str:
    """Text as a table cell shows it."""
    return regex.sub(r"([\\|*`<\[\]])", r"\\\1", text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; columns that are empty in every row are left out."""
    listed = [tuple(map(cell, row)) for row in rows]
    used = [i for i in range(len(head)) if any(row[i] for row in listed)]
    lines = [[head[i] for i in used], ["---"] * len(used), *([row[i] for i in used] for row in listed)]
    return [f"| {' | '.join(line)} |" for line in lines]


def case_table(head: Sequence[str], rows: Iterable[Case]) -> list[str]:
    return table(head, ((row.spoken, row.written, row.note) for row in rows))


def listed(forms: Iterable[str], limit: int | None = None) -> str:
    """Forms with commas, without repetitions; "…" where there are more than ``limit``."""
    found = list(dict.fromkeys(cell(form) for form in forms))
    return ", ".join(found[:limit]) + (" …" if limit and len(found) > limit else "")


# --- facts --------------------------------------------------------------------------------------------


def own(facts: Language, name: str) -> list[Row]:
    """The rows of a table that are the language's own."""
    return [row for row in facts.table(name) if row.path.parent.name == facts.code]


def in_script(facts: Language, name: str) -> list[Row]:
    """The rows of a table in the language's script: its own, and for Latin script those common to all languages."""
    return list(facts.table(name)) if facts.script == "Latin" else own(facts, name)


def first(rows: Iterable[Row], column: str) -> dict[str, Row]:
    """The first row for each value of a column: the one that is said or written."""
    made: dict[str, Row] = {}
    for row in rows:
        made.setdefault(row[column], row)
    return made


def named(facts: Language, name: str, *kinds: str) -> list[str]:
    """The forms of the rows of a table of named words."""
    return [row["form"] for row in in_script(facts, name) if row["name"] in kinds]


def facts_of(facts: Language) -> Iterator[tuple[str, str]]:
    """(what, answer) for the table of facts; an empty answer is left out."""
    yield "Script", facts.script.replace("_", " ") + "".join(f", {s} read too" for s in facts.other_scripts)
    yield "Sentence end", f"`{facts.sentence_end}`, question `{facts.question}`, comma `{facts.comma}`"
    digits = DIGITS.get(facts.script, "")
    native = "" if digits.isascii() else f'; {digits} with `style="native"`, and read'
    yield "Digits", f"0123456789{native}"
    yield "Scale words", listed(scales(facts))
    fractions = (f"{row['form']} {row['value']}" for row in first(in_script(facts, "fractions"), "value").values())
    yield "Fractional numerals", listed(fractions, 8)
    yield "Decimal point, minus", listed(firsts(facts, "words", "point", "minus"))
    yield "English number words", listed([*english(facts), "Latin script too"] if own(facts, "english") else [])
    yield "Endings on numbers", endings(facts)
    yield "Ordinals", ordinals(facts)
    yield "Currencies", listed(f"{r['form']} ({sign(facts, c)})" for c, r in first(whole_coins(facts), "code").items())
    yield "Months", listed(row["form"] for row in first(in_script(facts, "months"), "value").values())
    yield "Clock", listed(firsts(facts, "clock", "oclock", "past", "am", "pm", "morning", "noon", "evening", "night"))
    units = first((row for row in in_script(facts, "units") if row["role"] != "written"), "code")
    said = (f"{row['form'].replace(' | ', ' … ')} ({symbol(facts, code)})" for code, row in units.items())
    yield f"Units ({len(units)})", listed(said)
    letters = first(in_script(facts, "letters"), "letter")
    yield "Letter names", listed((f"{letter} {row['form']}" for letter, row in sorted(letters.items())), 8)
    yield (
        "Idioms that stay",
        listed((row["form"] for row in in_script(facts, "keep") if row["when"] == "always"), FORMS),
    )


def scales(facts: Language) -> Iterator[str]:
    """Scale words with their values; those that are only understood say so."""
    rows = [row for row in in_script(facts, "scales") if row["role"] == ""]
    rows.sort(key=lambda row: (row.number("value"), " " in row["form"]))  # not "one arab", where it is also "arab"
    for row in first(rows, "value").values():
        value = row.number("value")
        figures = f"{value:,}" if value < 10**5 else f"10^{len(str(value)) - 1}"
        yield f"{row['form']} {figures}" + (" (read, not said)" if row["system"] == "read" else "")


def english(facts: Language) -> list[str]:
    """Some English number words as this script spells them."""
    known = first(in_script(facts, "english"), "value")
    return [known[value]["form"] for value in ("1", "2", "10", "20", "100", "1000", "1000000") if value in known]


def firsts(facts: Language, name: str, *kinds: str) -> list[str]:
    """The first form of each kind of a table of named words."""
    return [form for kind in kinds for form in named(facts, name, kind)[:1]]


def endings(facts: Language) -> str:
    """How many endings are known, and how some are written behind figures."""
    rows = [row for row in in_script(facts, "suffixes") if "ordinal" not in row["flag"].split()]
    written = dict.fromkeys(on_figures(facts, row["written"]) for row in rows)
    return f"{len(written)}: {listed(written, 8)}" if written else "none: case words stand apart"


def ordinals(facts: Language) -> str:
    """Endings of ordinals, and those that are words of their own."""
    flagged = (row for row in in_script(facts, "suffixes") if "ordinal" in row["flag"].split())
    regular = dict.fromkeys(on_figures(facts, row["written"]) for row in flagged)
    irregular = (f"{row['form']} ({row['value']})" for row in first(in_script(facts, "ordinals"), "value").values())
    parts = [listed(regular, FORMS) and f"endings {listed(regular, FORMS)}", listed(irregular, FORMS)]
    return "; ".join(filter(None, parts))


def on_figures(facts: Language, written: str) -> str:
    """An ending behind the figure 10."""
    joiner = "" if written.startswith("+") else facts.suffix_joiner
    return "10" + joiner + written.removeprefix("+").replace("_", " ")


def whole_coins(facts: Language) -> list[Row]:
    return [row for row in in_script(facts, "currency") if row["role"] == "" and not row["suffix"]]


def sign(facts: Language, code: str) -> str:
    return next((row["symbol"] for row in facts.table("symbols") if row["code"] == code), code)


def symbol(facts: Language, code: str) -> str:
    return next((row["symbol"] for row in facts.table("unit_symbols") if row["code"] == code), code)


# --- aloud --------------------------------------------------------------------------------------------


def aloud(facts: Language) -> list[tuple[str, str]]:
    """(written, spoken) for the forms that the language reads aloud in its own words."""
    fmt = IndicFormatter(facts.code, model=None)
    script = "|".join(rf"\p{{{name}}}" for name in (facts.script, *facts.other_scripts))
    in_words = regex.compile(rf"(?:{script}|[\p{{Common}}\p{{Inherited}}--\p{{Nd}}])+", regex.V1)
    found = []
    for choices in written_forms(facts):
        read = ((written, fmt.spoken(written)) for written in choices)
        found += [next((pair for pair in read if in_words.fullmatch(pair[1]) and pair[0] != pair[1]), ("", ""))]
    return [pair for pair in found if pair[0]]


def written_forms(facts: Language) -> Iterator[list[str]]:
    """Forms to read aloud, each with others to try where it is not read."""
    months, units = first(in_script(facts, "months"), "value"), first(in_script(facts, "units"), "code")
    endings = [row["written"] for row in in_script(facts, "suffixes") if "ordinal" in row["flag"].split()]
    clock = [f"5:30 {word}" for word in named(facts, "clock", "oclock")[:1]]
    yield ["₹25,000"]
    yield ["12.5%"]
    yield [f"15 {months['8']['form']} 1947"] if "8" in months else []
    yield ["5:30 PM", *clock] if facts.capitalize else clock
    yield [on_figures(facts, ending).replace("10", "21") for ending in endings]
    yield [f"3.5 {units[code]['form']}" for code in ("km", "kg", "l", "m") if code in units]
    yield ["+91 98765 43210"]
    yield ["-7"]


# --- pages --------------------------------------------------------------------------------------------


def page(code: str) -> str:
    """The page of one language."""
    facts = language(code)
    lines = [*intro(facts), "", "## What it converts", ""]
    for name in classes(code):
        rows = cases(code, name)
        heading, expect = CLASSES.get(name, (name.capitalize(), ""))
        lines += [f"### {heading} (`{name}`)", "", f"{expect} {counted(len(rows), 'case')}.".strip(), ""]
        lines += [*case_table(("spoken", "written", "note"), varied(rows, EXAMPLES)), ""]
    lines += [*unchanged(code), "", *failing(code), ""]
    lines += [
        "## Facts",
        "",
        "| | |",
        "|---|---|",
        *(f"| {what} | {how} |" for what, how in facts_of(facts) if how),
        "",
    ]
    lines += ["## Read aloud", "", f'`IndicFormatter("{code}").spoken(…)`, from the same grammar:', ""]
    lines += [*table(("written", "spoken"), aloud(facts)), "", *sources(facts), ""]
    return "\n".join(lines)


def intro(facts: Language) -> list[str]:
    """Who has looked at it, how much there is, and how to try it."""
    names, code = classes(facts.code), facts.code
    total = sum(len(cases(code, name)) for name in [*names, "unchanged"])
    native = "" if facts.native_name == facts.name else f" · {facts.native_name}"
    beta = " **Beta: nobody who speaks it has tested it yet.**" if facts.status == "beta" else ""
    sizes = [counted(len(names), "class", "classes"), counted(total, "case"), counted(failures(code), "known failure")]
    amounts = sorted(varied(cases(code, "money"), EXAMPLES), key=lambda row: len(row.written.split()) < SENTENCE)
    sample, marks = amounts[0], "marks and capitals" if facts.capitalize else "marks"
    return [
        f"# {facts.name}{native}",
        "",
        f"Code `{code}`, {facts.script.replace('_', ' ')} script: {', '.join(sizes)}.{beta}",
        *missing(names),
        "",
        "```console",
        f'$ indic-tf format --lang {code} "{sample.spoken}"',
        IndicFormatter(facts)(sample.spoken).text,
        f'$ indic-tf format --lang {code} --model none "{sample.spoken}"',
        IndicFormatter(facts, model=None)(sample.spoken).text,
        "```",
        "",
        f"The tables below are as the second command writes them with `--style figures`, the grammar alone: "
        f"{marks} come from the tagger.",
    ]


def unchanged(code: str) -> list[str]:
    """Text that stays."""
    rows = cases(code, "unchanged")
    return [
        "## What stays as it is",
        "",
        "Idioms, articles, small numbers and words that only look like numbers: each of these comes out as it went in",
        f"({KEPT} of {counted(len(rows), 'case')}).",
        "",
        *table(("stays", "note"), ((row.spoken, row.note) for row in spread(rows, KEPT))),
    ]


def failing(code: str) -> list[str]:
    """What is known to fail, and why."""
    rows = cases(code, "known_failures")
    said = "Each of these comes out otherwise today. A row whose failure is mended turns a test red until it moves."
    none = "Nothing that the tests know of. That is a statement about the cases: try sentences of your own."
    lines = ["## What is known to fail", "", said if rows else none]
    return [*lines, "", *case_table(("spoken", "should be", "why"), rows)] if rows else lines


def failures(code: str) -> int:
    return len(cases(code, "known_failures"))


def missing(names: Sequence[str]) -> list[str]:
    """A line that names the classes without cases."""
    without = [heading.lower() for name, (heading, _) in CLASSES.items() if name not in names]
    return [f"No cases yet, so do not count on them: {', '.join(without)}."] if without else []


def counted(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def sources(facts: Language) -> list[str]:
    """How large the tables are, and where to add to them."""
    code = facts.code
    sizes = ", ".join(f"{name} {len(own(facts, name))}" for name in SCHEMAS if own(facts, name))
    return [
        "## Adding to it",
        "",
        f"Facts are in `lang_configs/{code}.yaml`, words in `grammars/{code}/`, cases in `tests/cases/{code}/`;",
        "[Adding or mending a language](../adding_a_language.md) explains every table. The language's own rows:",
        f"{sizes}.",
        "",
        f"This page is written by `python data_scripts/language_pages.py {code}`.",
    ]


def index() -> str:
    """The index of all pages."""
    rows = []
    for code in languages():
        facts, names = language(code), classes(code)
        total = sum(len(cases(code, name)) for name in [*names, "unchanged"])
        known = "all" if not missing(names) else ", ".join(names)
        name, script = facts.name, facts.script.replace("_", " ")
        cells = (name, facts.native_name, script, facts.status, f"{total:,}", str(failures(code)), known)
        rows.append(f"| [{code}]({code}.md) | {' | '.join(map(cell, cells))} |")
    lines = [
        "# Languages",
        "",
        "What each language converts, what it leaves alone and what is known to fail; every example is a test.",
        f"All classes: {', '.join(CLASSES)}. Nobody who speaks it has tested a language that is `beta`.",
        "",
        "| code | name | native name | script | status | cases | known failures | classes |",
        "|---|---|---|---|---|---:|---:|---|",
        *rows,
        "",
        "[Adding or mending a language](../adding_a_language.md) explains the tables behind these pages, which are",
        "written by `python data_scripts/language_pages.py`.",
        "",
    ]
    return "\n".join(lines)


def main(
    codes: Annotated[list[str] | None, typer.Argument(help="languages; default: all", show_default=False)] = None,
    check: Annotated[bool, typer.Option("--check", help="write nothing; fail if a page is stale")] = False,
) -> None:
    """Write the pages, or check that they are fresh."""
    chosen = [language(code).code for code in codes or languages()]
    texts = {f"{code}.md": page(code) for code in chosen} | {"README.md": index()}
    gone = [path.name for path in sorted(PAGES.glob("*.md")) if path.stem not in (*languages(), "README")]
    stale = [*gone, *(name for name, text in texts.items() if not is_fresh(PAGES / name, text))]
    if check:
        if stale:
            typer.echo(f"stale: {', '.join(stale)}; run python data_scripts/language_pages.py", err=True)
        else:
            typer.echo(f"{len(texts)} pages are fresh")
        raise typer.Exit(1 if stale else 0)
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in texts:
            write_text(PAGES / name, texts[name])
        else:
            (PAGES / name).unlink()
    typer.echo(f"changed: {', '.join(stale) or 'nothing'}")


def is_fresh(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    app()
