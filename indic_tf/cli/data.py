"""``data``: lists of audio with transcripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .. import rendering
from ..errors import InputError, LanguageError
from ..languages import language
from .base import Json, app, complain

data_app = typer.Typer(no_args_is_help=True, help="Make, check and split lists of audio with transcripts.")
app.add_typer(data_app, name="data")

KnownLang = Annotated[str, typer.Option("--lang", "-l", help="Their language, where --fields does not find it.")]
Seconds = Annotated[float, typer.Option(min=0, metavar="S")]
PerSecond = Annotated[float, typer.Option(min=0, metavar="N")]
OutputFolder = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write; beside the input if not given.")
]

Force = Annotated[
    bool, typer.Option("--force", help="Write anew what this command wrote and somebody edited; the edits are kept.")
]


@data_app.command("manifest")
def data_manifest(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Audio and transcripts, in folders as they are.")],
    output: OutputFolder = None,
    lang: KnownLang = "",
    fields: Annotated[
        str,
        typer.Option("--fields", metavar="REGEX", help="Named groups found in each path: speaker, document, lang, …"),
    ] = "",
    min_seconds: Seconds = 0.2,
    max_seconds: Seconds = 30.0,
    min_words_per_second: PerSecond = 0.1,
    max_words_per_second: PerSecond = 8.0,
    own_script: Annotated[
        float, typer.Option("--own-script", min=0, max=1, help="Share of letters in the language's own script.")
    ] = 0.5,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """List the recordings of a folder with their transcripts, and check them.

    Transcripts are files with lines of `utt-id transcript`, or one .txt
    beside each audio file. dataset_all.json, dataset_all.jsonl (NeMo's
    form), bad.jsonl with what was set aside and why, and report.json
    are written. Exit code 1 says that something was set aside.

    [dim]$[/] indic-tf data manifest recordings --lang hi --fields "(?P<speaker>[^/]+)/[^/]+$"
    """
    from ..manifests import build, owned, written
    from ..manifests.checks import Limits

    if lang:
        language(lang)
    out = output or folder
    owned.check_files(out, written.MANIFEST_FILES, force=force)
    limits = Limits(min_seconds, max_seconds, min_words_per_second, max_words_per_second, own_script)
    plan = build.Plan(lang, fields, limits, _scripts)
    with _bar("files") as (start, done):
        made = build.build(folder, plan, start, done)
    found = written.write_manifest(out, made)
    print(json.dumps(found, ensure_ascii=False)) if as_json else _show_manifest(found)
    for note in made.notes:
        complain(note)
    if made.bad:
        complain(f"{len(made.bad)} set aside: {out / written.BAD} says why")
    raise typer.Exit(int(bool(made.bad)))


@data_app.command("split")
def data_split(
    manifest: Annotated[Path, typer.Argument(metavar="MANIFEST", help="A .json or .jsonl list of records.")],
    output: OutputFolder = None,
    shares: Annotated[str, typer.Option("--shares", help="Shares of train, valid and test.")] = "80/10/10",
    by: Annotated[
        str, typer.Option("--by", metavar="FIELDS", help="Fields that never straddle, with commas between; or none.")
    ] = "speaker,document",
    seed: Annotated[int, typer.Option("--seed", help="Another seed, another split.")] = 1,
    exact: Annotated[
        bool, typer.Option("--exact", help="Meet the shares with few groups too; later records may move a group.")
    ] = False,
    threshold: Annotated[
        float, typer.Option("--threshold", min=0.5, max=1, help="Jaccard coefficient of near-duplicates.")
    ] = 0.7,
    keep: Annotated[
        Literal["test", "train"], typer.Option("--keep", help="The split that stays whole where speakers share texts.")
    ] = "test",
    normalized: Annotated[
        bool, typer.Option("--normalized", help="Write a second copy, its texts normalized for scoring.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Split a list into train, valid and test that do not leak into each other.

    Records of one speaker or document stay together. Near-duplicates
    that lie in different splits are brought into one; where a speaker
    holds them in another they are dropped, into dropped.jsonl. The
    same records and seed give the same split on every machine, and
    more records move nobody unless they are near-duplicates or join
    two groups.

    [dim]$[/] indic-tf data split recordings/dataset_all.json --by speaker --normalized
    """
    from ..evaluation.asr.safe import safe
    from ..manifests import groups, owned, records, written
    from ..manifests.split import Rules, split

    fields = () if by == "none" else tuple(filter(None, by.split(",")))
    rules = Rules(groups.read_shares(shares), fields, seed, exact, threshold, keep)
    good, bad = records.read(manifest)
    if bad and not good:
        raise InputError(f"{manifest} holds no record: {': '.join(bad[0])}")
    out = output or manifest.parent
    folders = (out, out / "normalized") if normalized else (out,)
    if any(manifest.resolve() in written.split_files(folder.resolve()) for folder in folders):
        raise InputError(f"{manifest} would be overwritten; name another folder with --output")
    for folder in folders:
        owned.check_files(folder, sorted(path.name for path in written.split_files(folder)), force=force)
    with _bar("texts") as (start, done):
        start(len(good))
        made = split(good, rules, done)
    found = written.write_split(out, made, rules)
    emptied = written.write_normalized(out / "normalized", made, safe) if normalized else 0
    print(json.dumps(found, ensure_ascii=False)) if as_json else _show_split(found)
    for where, why in bad:
        complain(f"{manifest}: {where}: {why}")
    if emptied:
        complain(f"{emptied} texts were empty when normalized: {out / 'normalized' / written.EMPTY}")
    raise typer.Exit(int(bool(bad or emptied)))


def _scripts(lang: str) -> tuple[str, ...]:
    """The scripts of a language; none for codes that this package does not know, whose texts are not judged."""
    try:
        facts = language(lang)
    except LanguageError:
        return ()
    return (facts.script, *facts.other_scripts)


@contextmanager
def _bar(unit: str) -> Iterator[tuple[Callable[[int], None], Callable[[int], None]]]:
    """A progress bar on stderr, where somebody sees it: functions to say how many there are, and how many are done."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=None)
        yield lambda total: bar.update(task, total=total), lambda count: bar.advance(task, count)


def _show_manifest(found: Mapping[str, Any]) -> None:
    counts = found["summary"]
    out = rendering.console()
    out.print(f"{_counted(counts)}, {counts['distinct']:,} different texts")
    if counts["timed"]:
        out.print(f"seconds: {counts['shortest']:.2f} – {counts['longest']:.2f}, median {counts['middle']:.2f}")
    if found["reasons"]:
        table = _table("set aside", "how many")
        for reason, count in found["reasons"].items():
            table.add_row(escape(reason), f"{count:,}")
        out.print(table)


def _counted(counts: Mapping[str, Any]) -> str:
    people = f", {counts['speakers']:,} speakers" if counts["speakers"] else ""
    return f"{counts['records']:,} records, {counts['hours']:.2f} hours, {counts['words']:,} words{people}"


def _show_split(found: Mapping[str, Any]) -> None:
    table = _table("split", "records", "share", "hours", "words", "different texts", "speakers", "documents")
    for name, part in found["splits"].items():
        numbers = (part["words"], part["distinct"], part["speakers"], part["documents"])
        first = (f"{part['records']:,}", f"{part['share']:.1%}", f"{part['hours']:.2f}")
        table.add_row(name, *first, *(f"{number:,}" for number in numbers))
    out = rendering.console()
    out.print(table)
    near = found["near_duplicates"]
    dropped = ", ".join(f"{count:,} of {name}" for name, count in near["dropped"].items() if count) or "none"
    out.print(f"{found['groups']:,} groups; {near['clusters']:,} sets of near-duplicates, {near['crossing']:,} of them")
    out.print(f"in more than one split: {near['moved']:,} records moved, dropped: {dropped}")


def _table(*columns: str) -> Table:
    """A table whose columns are numbers, but for the first."""
    table = rendering.table(*columns)
    for column in table.columns[1:]:
        column.justify = "right"
    return table
