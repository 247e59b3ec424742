"""The model card, generated from the run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex
import yaml

from ..manifests.owned import sha256
from ..replacing import write_text
from ..resources import model_folder
from ..tagging.load import WEIGHTS
from .config import Job
from .report import Report, Scores, table
from .sampling import weight_of
from .shards import PROVENANCE

_LIMITS = """\
* Trained on written text, not on transcripts: recogniser errors and spontaneous speech lower the scores.
* Commas are a matter of taste; sources disagree, and so does the model.
* A question without a question word, marked by intonation alone, is mostly not seen.
* Exclamation marks are read as sentence ends, semicolons as commas; colons, dashes and quotes are not restored.
* Case is restored for Latin-script words only; names it has not seen stay in lower case.
* The dev sets come from the same sources as the training text (other passages), and the punctuation biases, one
  constant per label, were calibrated on them: expect less on other text.
"""
_ENCODER_LIMITS = """\
* An encoder without heads: `model.encoder` of a tagger's recipe takes this folder.
"""
_LICENCES = """\
Licences as the repositories state them; "unstated" means that the repository states none for the text. The weights
are the model's, not the text's: judge for your own use whether a source's terms matter to it. "weight" is how much a
source counted in training."""

_HEAD = ("| language | source | repository | licence | words | weight |", "|---|---|---|---|---:|---:|")
_ROW = regex.compile(r"^\| [a-z]{2,3} \| \S+ \| .* \| [\d,]+ \| [\d.e-]+ \|$", regex.MULTILINE)
_DIGEST = regex.compile(rf"^SHA-256 of {regex.escape(WEIGHTS)}: [0-9a-f]{{64}}$", regex.MULTILINE)
_UNPACKED = regex.compile(r"^Unpacked from .*$", regex.MULTILINE)
_FROM = regex.compile(r"^What it has from (.+?),? it has from the text", regex.MULTILINE)


@dataclass(frozen=True)
class Words:
    """What a card says of its kind of model."""

    limits: str
    scores: str
    pipeline: str


TAGGER = Words(_LIMITS, "F1 on held-out passages of the training sources", "token-classification")
LANGUAGE_MODEL = Words(_ENCODER_LIMITS, "Guesses on held-out passages of the training sources", "fill-mask")


def write(folder: Path, recipe: Job, report: Report, scores: Scores, words: Words = TAGGER) -> Path:
    """Write ``README.md`` into the model folder; ``scores`` are those of the weights as they are stored."""
    data = recipe.data
    rows = _provenance(recipe)
    parts = [
        _front(recipe, words.pipeline),
        f"# {recipe.name}\n\n{recipe.description}",
        f"Languages: {', '.join(data.languages)}. Licence of the weights: {recipe.licence}. "
        f"Trained on {report.tokens:,} subwords in {report.minutes:.0f} minutes.",
        *report.notes,
        "## Known limits\n\n" + words.limits,
    ]
    for head, languages in scores.items():
        parts.append(f"## {words.scores}: {head}\n\n" + "\n".join(table(languages)))
    listed = _sources(recipe, rows)
    if rows:
        parts += [f"## Sources\n\n{_LICENCES}", "\n".join([*_HEAD, *listed])]
    plain = recipe.model_dump(mode="json", exclude={"output", "model_folder"})
    plain["data"].pop("shards")
    earlier = []
    if encoder := (plain.get("model") or {}).get("encoder"):
        plain["model"]["encoder"] = _named(encoder)
        earlier.append(encoder)
    if lessons := plain.get("distillation"):
        earlier += [*lessons["teachers"], *filter(None, [lessons["soft_labels"]])]
        lessons["teachers"] = [_named(teacher) for teacher in lessons["teachers"]]
    parts += inherited(earlier, listed)
    parts.append(f"## Recipe\n\n```yaml\n{yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)}```\n")
    path = folder / "README.md"
    write_text(path, with_digest("\n\n".join(parts), folder))
    return path


def with_digest(text: str, folder: Path) -> str:
    """A card that names the SHA-256 of the weights in its folder, in place of those that it named before; as it is
    where there are none."""
    if not (folder / WEIGHTS).is_file():
        return text
    line = f"SHA-256 of {WEIGHTS}: {sha256(folder / WEIGHTS)}"
    if _DIGEST.search(text):
        return _DIGEST.sub(line, text)
    head, limits, rest = text.partition("## Known limits\n")
    return f"{head}{line}\n\n{limits}{rest}" if limits else f"{text.rstrip()}\n\n{line}\n"


def inherited(earlier: Sequence[str], listed: Sequence[str]) -> list[str]:
    """What a card says of the models that its own has learnt from, folders (of soft labels too) or ids of the hub.

    Those that others can look up are named, with the digests of the files that they came in. Of a run that nobody else
    has, the sources that its card lists and this one, ``listed``, does not are listed here, and what it names itself is
    named.
    """
    names: list[str] = []
    lines: list[str] = []
    unpacked: list[str] = []
    for start in earlier:
        path = Path(start) / "README.md"
        if path.exists() and Path(start).resolve().parent != model_folder("").resolve():
            text = path.read_text(encoding="utf-8")
            names += [name for found in _FROM.findall(text) for name in found.split(", ")]
            unpacked += _UNPACKED.findall(text)
            lines += _ROW.findall(text)
        else:
            names.append(_named(start))
    known = {_source(line) for line in listed}
    others = {_source(line): line for line in lines if _source(line) not in known}
    parts = ["The runs that it goes on from have learnt from this text too:", "\n".join([*_HEAD, *others.values()])]
    said = f"What it has from {', '.join(dict.fromkeys(names))} it has from the text that is listed there."
    return [*(parts if others else []), *([said] if names else []), *dict.fromkeys(unpacked)]


def _source(row: str) -> tuple[str, str]:
    """Language and source of a row of the table of sources."""
    language, source = row.removeprefix("| ").split(" | ")[:2]
    return language, source


def _named(start: str) -> str:
    """A folder by its name, since its place on this machine says nothing to others; an id of the hub as it is."""
    path = Path(start)
    if not path.exists():
        return start
    return path.parent.name if path.name == "model" else path.name


def _front(recipe: Job, pipeline: str) -> str:
    fields = {
        "license": recipe.licence.lower(),
        "language": list(recipe.data.languages),
        "library_name": "indic-tf",
        "pipeline_tag": pipeline,
    }
    return f"---\n{yaml.safe_dump(fields, sort_keys=False)}---"


def _provenance(recipe: Job) -> list[dict[str, Any]]:
    """One row per source, the last note of each, in order; empty where the shards carry no notes."""
    path = recipe.data.shards / PROVENANCE
    if not path.exists():
        return []
    notes = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    rows = {(note["language"], note["source"]): note for note in notes}
    return [rows[key] for key in sorted(rows) if key[0] in recipe.data.languages]


def _sources(recipe: Job, rows: list[dict[str, Any]]) -> list[str]:
    return [
        f"| {r['language']} | {r['source']} | {r['repository']} | {r['licence'].replace('|', '/')} "
        f"| {r['counts'].get('words', 0):,} | {weight_of(r['language'] + '/' + r['source'], recipe.data.weights):g} |"
        for r in rows
    ]
