"""The model card, generated from the run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

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
    if rows:
        parts += [f"## Sources\n\n{_LICENCES}", "\n".join(_sources(recipe, rows))]
    plain = recipe.model_dump(mode="json", exclude={"output", "model_folder"})
    plain["data"].pop("shards")
    earlier = []
    if encoder := (plain.get("model") or {}).get("encoder"):
        plain["model"]["encoder"] = _named(encoder)
        earlier.append(_named(encoder))
    if lessons := plain.get("distillation"):
        lessons["teachers"] = [_named(teacher) for teacher in lessons["teachers"]]
        earlier += lessons["teachers"]
    if earlier:
        names = ", ".join(dict.fromkeys(earlier))
        parts.append(f"What it has from {names} it has from the text that is listed there.")
    parts.append(f"## Recipe\n\n```yaml\n{yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)}```\n")
    path = folder / "README.md"
    path.write_text("\n\n".join(parts), encoding="utf-8")
    return path


def _named(start: str) -> str:
    """A folder by its name, since its place on this machine says nothing to others; an id of the hub as it is."""
    return Path(start).name if Path(start).exists() else start


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
    head = ["| language | source | repository | licence | words | weight |", "|---|---|---|---|---:|---:|"]
    return head + [
        f"| {r['language']} | {r['source']} | {r['repository']} | {r['licence'].replace('|', '/')} "
        f"| {r['counts'].get('words', 0):,} | {weight_of(r['language'] + '/' + r['source'], recipe.data.weights):g} |"
        for r in rows
    ]
