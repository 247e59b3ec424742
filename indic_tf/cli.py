"""The command line: ``indic-tf``. Text goes to stdout, everything else to stderr.

Exit codes: 0 done; 1 done, but some line failed and was passed through or set aside; 2 nothing done, wrong usage,
unknown language, missing model …; 141 whoever read the output went away.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer
from typer.core import TyperGroup

from .document import Formatted
from .errors import IndicTFError, InputError
from .evaluation.lines import Line, formatted, line
from .formatter import IndicFormatter
from .styles import PRESETS

BROKEN_PIPE = 141
_TEXT_FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl", ".srt", ".vtt", ".ctm")


class Commands(TyperGroup):
    """Turns the errors that this package raises on purpose, and those of files, into one line on stderr."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # What is still buffered has no reader; without this Python complains when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except IndicTFError as error:
            complain(str(error))
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(2)


def complain(problem: str) -> None:
    """One line on stderr."""
    print(f"indic-tf: {' '.join(problem.split())}", file=sys.stderr)


app = typer.Typer(
    name="indic-tf",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
train_app = typer.Typer(no_args_is_help=True, help="Train a model from a recipe.")
evaluate_app = typer.Typer(no_args_is_help=True, help="Score punctuation or number writing on your own text.")
app.add_typer(train_app, name="train")
app.add_typer(evaluate_app, name="evaluate")


class Disfluent(str, Enum):
    """What becomes of fillers, repetitions and restarts."""

    keep = "keep"
    remove = "remove"


Lang = Annotated[str, typer.Option("--lang", "-l", help="Language code; `indic-tf languages` lists them.")]
Texts = Annotated[
    list[str] | None,
    typer.Argument(metavar="TEXT|FILE|-", show_default=False, help="Texts or files; - or nothing reads stdin."),
]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to stdout.")]
StyleOption = Annotated[str, typer.Option("--style", help=f"How figures look: {', '.join(PRESETS)}.")]
Model = Annotated[str, typer.Option("--model", help="default (the language's), builtin, a folder, a hub id, or none.")]
Normalize = Annotated[
    str, typer.Option("--normalizer", help="Network for unusual spans: default (the language's), a folder, … or none.")
]
Disfluencies = Annotated[Disfluent, typer.Option("--disfluency", help="Leave fillers and restarts, or take them out.")]
Device = Annotated[str, typer.Option("--device", help="auto, cpu, cuda or cuda:N.")]
BatchSize = Annotated[int, typer.Option("--batch-size", min=1, help="Texts formatted at a time; 1 for live input.")]


def _version(wanted: bool) -> None:
    if wanted:
        from . import __version__

        print(f"indic-tf {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")] = False,
) -> None:
    """Write what a speech recogniser heard in an Indian language as a person would write it.

    [dim]$[/] indic-tf format --lang hi "मुझे पच्चीस हजार रुपये चाहिए"
    मुझे ₹25,000 चाहिए।
    """


# --- format, spoken -----------------------------------------------------------------------------------


@app.command("format")
def format_(
    ctx: typer.Context,
    lang: Lang,
    texts: Texts = None,
    punctuation: Annotated[bool, typer.Option("--punctuation/--no-punctuation", help="Put in marks.")] = True,
    itn: Annotated[bool, typer.Option("--itn/--no-itn", help="Write numbers, money … in figures.")] = True,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Capital letters in Latin script.")] = True,
    disfluency: Disfluencies = Disfluent.keep,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    batch_size: BatchSize = 64,
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Spoken words to written text: punctuation, case, numbers.

    Each argument is one text: quote it. An argument that is an existing
    file is read line by line; - is stdin, and so is no argument at all.
    A text that happens to be the name of a file: pipe it in. A text that
    begins with a hyphen: put -- before it.

    Every line in gives one line out, empty ones too. A line that fails
    (one that is not UTF-8, say) is reported on stderr with its number
    and passed through unchanged; the exit code is then 1.

    [dim]$[/] indic-tf format --lang hi --model none "मुझे पच्चीस हजार रुपये चाहिए"
    मुझे ₹25,000 चाहिए

    [dim]$[/] echo "i have two hundred rupees" | indic-tf format --lang en --model none
    i have ₹200

    [dim]$[/] indic-tf format --lang hi --model none --json "दस प्रतिशत"
    {"input": "दस प्रतिशत", "text": "10%", "words": …, "edits": …}

    [dim]$[/] indic-tf format --lang en --disfluency remove "i uh i want two hundred"

    [dim]$[/] indic-tf format --lang ta transcripts.txt --output formatted.txt
    """
    sources = _sources(ctx, texts)
    formatter = IndicFormatter(
        lang,
        model=_or_none(model),
        device=device,
        style=style,
        punctuation=punctuation,
        itn=itn,
        case=case,
        disfluency=disfluency.value,
        normalizer=_or_none(normalizer),
    )
    # What is missing is missing for every line: say so once, before the first.
    _ = formatter.tagger, formatter.normalizers, formatter.grammar if itn else None
    size = 1 if _is_live(sources) else batch_size

    def answers(lines: Iterator[Line]) -> Iterator[tuple[Line, Answer]]:
        yield from formatted(formatter, lines, lambda read: read.text, size)

    _run(sources, answers, output, as_json, size)


@app.command()
def spoken(ctx: typer.Context, lang: Lang, texts: Texts = None, as_json: Json = False, output: Output = None) -> None:
    """Written text to spoken words, for speech synthesis: the way back.

    Inputs are those of format. What the grammar cannot read stays as it is.

    [dim]$[/] indic-tf spoken --lang hi "कीमत ₹1,500 है।"
    कीमत एक हज़ार पाँच सौ रुपये है।
    """
    sources = _sources(ctx, texts)
    formatter = IndicFormatter(lang, model=None)
    _ = formatter.grammar

    def answers(lines: Iterator[Line]) -> Iterator[tuple[Line, Answer]]:
        for read in lines:
            try:
                yield read, formatter.spoken(read.text)
            except Exception as error:
                yield read, error

    _run(sources, answers, output, as_json, batch_size=1)


def _or_none(model: str) -> str | None:
    return None if model == "none" else model


def _sources(ctx: typer.Context, texts: Sequence[str] | None) -> Sequence[str]:
    """The arguments, or stdin; the help where nobody pipes in: waiting for a keyboard would look like hanging.

    Raises `InputError` for what looks like the name of a file that is not there.
    """
    if not texts and sys.stdin.isatty():
        print(ctx.get_help())
        raise typer.Exit(2)
    for source in texts or ():
        if os.path.isdir(source):
            raise InputError(f"{source} is a folder; name its files: {source.rstrip('/')}/*")
        looks_like_file = source.lower().endswith(_TEXT_FILES) or os.sep in source
        if len(source.split()) == 1 and looks_like_file and not os.path.exists(source):
            raise InputError(f"no such file: {source} (to format it as a text, pipe it in)")
    return texts or ["-"]


def _is_live(sources: Sequence[str]) -> bool:
    return "-" in sources and sys.stdin.isatty()


Answer = Formatted | str | Exception
Answers = Callable[[Iterator[Line]], Iterator[tuple[Line, Answer]]]


def _run(sources: Sequence[str], answers: Answers, output: Path | None, as_json: bool, batch_size: int) -> None:
    """Send every input line through ``answers`` and write one record each; exit 1 if one failed."""
    from .rendering import progress

    files = [source for source in sources if _is_file(source)]
    if output is not None and any(output.exists() and output.samefile(file) for file in files):
        raise InputError(f"{output} is both input and output; choose another --output")
    failed = False
    with ExitStack() as stack:
        out = sys.stdout.buffer if output is None else stack.enter_context(output.open("wb"))
        advance = stack.enter_context(progress(files, to_file=output is not None))
        for count, (read, answer) in enumerate(answers(_lines(sources)), start=1):
            record = InputError(read.problem) if read.problem else answer
            if isinstance(record, Exception):
                failed = True
                complain(f"{read.where}: {record}")
            out.write(_json(read, record) if as_json else _plain(read, record))
            advance(len(read.raw) + len(read.ending))
            if count % batch_size == 0:
                out.flush()
        out.flush()
    raise typer.Exit(int(failed))


def _is_file(source: str) -> bool:
    """True for a file, a device or a named pipe."""
    return source != "-" and os.path.exists(source) and not os.path.isdir(source)


def _lines(sources: Sequence[str]) -> Iterator[Line]:
    """The lines of all sources, one after the other; an argument that is no file is one line."""
    for number, source in enumerate(sources, start=1):
        prefix = f"{source}: " if len(sources) > 1 else ""
        if source == "-":
            yield from _numbered(sys.stdin.buffer, prefix)
        elif _is_file(source):
            with open(source, "rb") as file:
                yield from _numbered(file, prefix)
        else:
            yield line(f"text {number}", " ".join(source.split("\n")).encode("utf-8", "surrogateescape"))


def _numbered(file: BinaryIO, prefix: str) -> Iterator[Line]:
    return (line(f"{prefix}line {number}", raw) for number, raw in enumerate(file, start=1))


def _plain(read: Line, answer: Answer) -> bytes:
    return (read.raw if isinstance(answer, Exception) else str(answer).encode()) + read.ending


def _json(read: Line, answer: Answer) -> bytes:
    if isinstance(answer, Formatted):
        fields = answer.as_dict()
    else:
        fields = {"error" if isinstance(answer, Exception) else "text": str(answer)}
    record = {"input": read.raw.decode("utf-8", "backslashreplace"), **fields}
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


# --- looking inside -----------------------------------------------------------------------------------


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="One text; quote it.")],
    lang: Lang,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Show what each stage said about a text: tagger labels, grammar stages, spans, edits.

    [dim]$[/] indic-tf explain --lang hi --model none "दस प्रतिशत छूट"
    """
    from . import rendering

    formatter = IndicFormatter(lang, model=_or_none(model), device=device, style=style, normalizer=_or_none(normalizer))
    found = formatter.explain(text)
    if as_json:
        print(json.dumps({"input": text, **rendering.explanation_dict(found)}, ensure_ascii=False))
    else:
        rendering.show_explanation(found)


@app.command("languages")
def languages_(as_json: Json = False) -> None:
    """List the languages with what can be formatted in them."""
    from . import rendering

    rows = rendering.language_rows()
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        rendering.show_languages(rows)


# --- training and scores ------------------------------------------------------------------------------


Recipe = Annotated[Path, typer.Argument(metavar="CONFIG", help="The recipe, a YAML file.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")]
PrintConfig = Annotated[bool, typer.Option("--print-config", help="Print the full recipe and stop.")]


@train_app.command("tagger")
def train_tagger(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that tags words: punctuation, case, numbers, disfluencies.

    The recipe names every choice; --print-config also shows those that
    it leaves at their defaults.
    """
    with _needs_training():
        from .training import config as recipes

        if print_config:
            return _print_yaml(recipes.load(config).model_dump(mode="json"))
        from .training.tagger import train
    _log_to_stderr()
    print(train(config, resume=resume))


@train_app.command("spans")
def train_spans(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that writes and says spans in their context.

    It learns from files of pairs. The recipe names every choice; a
    checkpoint of the mT5 or ByT5 kind (google/mt5-small) may be the start.
    """
    with _needs_training():
        from .training import span_recipe

        if print_config:
            return _print_yaml(span_recipe.load(config).model_dump(mode="json"))
        from .training.spans import train
    _log_to_stderr()
    print(train(config, resume=resume))


@train_app.command("tags")
def train_tags(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that writes numbers with one tag per word.

    It learns from the shards of data_scripts/build_tags.py. The recipe
    names every choice; --print-config also shows those that it leaves
    at their defaults.
    """
    with _needs_training():
        from .training import tags

        if print_config:
            return _print_yaml(tags.load(config).model_dump(mode="json"))
    _log_to_stderr()
    print(tags.train(config, resume=resume))


@train_app.command("language-model")
def train_language_model(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Pre-train an encoder on the words of the shards, or go on pre-training one.

    What comes out is a folder that `model.encoder` of a tagger's recipe
    takes.
    """
    with _needs_training():
        from .training import config as recipes

        if print_config:
            return _print_yaml(recipes.load_language_model(config).model_dump(mode="json"))
        from .training.language_model import train
    _log_to_stderr()
    print(train(config, resume=resume))


@contextmanager
def _needs_training() -> Iterator[None]:
    """Say which extra brings a module that training needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        complain(f"training needs {error.name}: pip install 'indic-tf[train]'")
        raise typer.Exit(2) from None


def _log_to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)


def _print_yaml(recipe: dict[str, Any]) -> None:
    import yaml

    print(yaml.safe_dump(recipe, sort_keys=False, allow_unicode=True), end="")


@evaluate_app.command("punctuation")
def evaluate_punctuation(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Marked text, one passage a line.")],
    lang: Lang,
    model: Model = "default",
    device: Device = "auto",
    style: StyleOption = "default",
    batch_size: BatchSize = 64,
    as_json: Json = False,
) -> None:
    """Take the marks out of a text, put marks in, and compare.

    Passages of several sentences say more than single sentences, whose
    last mark is easy to guess. Lines that are no passages are reported
    and left out; the exit code is then 1.
    """
    from . import rendering
    from .evaluation.punctuation import evaluate

    chosen = _or_none(model)
    score = evaluate(file, lang, model=chosen, device=device, style=style, batch_size=batch_size)
    print(json.dumps(score.as_dict(), ensure_ascii=False)) if as_json else rendering.show_punctuation(score)
    _report(score.bad)


@evaluate_app.command("itn")
def evaluate_itn(
    file: Annotated[Path, typer.Argument(metavar="FILE.tsv", help="spoken<TAB>written, and perhaps <TAB>kind.")],
    lang: Lang,
    style: StyleOption = "default",
    errors: Annotated[int, typer.Option("--errors", min=0, help="How many wrong rows to show.")] = 10,
    batch_size: BatchSize = 64,
    as_json: Json = False,
) -> None:
    """Compare numbers, money, dates … with their written forms, kind by kind.

    Several right forms stand in one cell with " | " between them.
    Without a kind a row counts for the name of the file. Lines that
    are no rows are reported and left out; the exit code is then 1.
    """
    from . import rendering
    from .evaluation.itn import evaluate

    score = evaluate(file, lang, style=style, batch_size=batch_size)
    print(json.dumps(score.as_dict(errors), ensure_ascii=False)) if as_json else rendering.show_itn(score, errors)
    _report(score.bad)


def _report(bad: Sequence[object]) -> None:
    """Name the lines that were set aside; exit 1 if there are any."""
    for problem in bad:
        complain(str(problem))
    raise typer.Exit(int(bool(bad)))


def main() -> None:
    """The console script."""
    app(prog_name="indic-tf")
