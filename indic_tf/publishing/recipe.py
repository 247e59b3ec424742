"""The recipe of a benchmark: one YAML that names every choice. Unknown keys and text without a licence are refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator, model_validator

from ..errors import InputError
from ..languages import language
from ..training.config import Strict, read

Task = Literal["punctuation", "itn", "itn-by-class", "disfluency", "asr-noise"]
TASKS: tuple[Task, ...] = ("punctuation", "itn", "itn-by-class", "disfluency", "asr-noise")
SPLITS = ("train", "validation", "test")

_NO_LICENCE = frozenset({"", "?", "-", "none", "unknown", "unstated", "unclear"})
HOW = "an SPDX identifier such as CC-BY-4.0, or the terms in words"


def _licence(stated: str, otherwise: str = "") -> str:
    if stated.strip().lower() in _NO_LICENCE:
        raise ValueError(f"states no licence; write {HOW}{otherwise}")
    return stated.strip()


class Source(Strict):
    """What is known about the sources that ``pattern``, a glob over ``<language>/<source>``, fits.

    Attributes:
        licence: of the text; see `HOW`.
        origin: whose text it is and where it comes from, for attribution.
        documents: what belongs together and never crosses a split: ``runs`` of up to 50 neighbouring lines, as training
            cuts them; what stands between ``blank`` lines; whole ``files``.
    """

    pattern: str
    licence: str = Field(default="", validate_default=True)
    origin: str = ""
    documents: Literal["runs", "blank", "files"] = "runs"

    @field_validator("licence")
    @classmethod
    def _stated(cls, licence: str) -> str:
        return _licence(licence, ", or list the pattern under leave_out")


class Rows(Strict):
    """The most rows of a split; of `itn-by-class`, for each class."""

    train: int = Field(default=0, ge=0)
    validation: int = Field(default=0, ge=0)
    test: int = Field(default=0, ge=0)

    def of(self, split: str) -> int:
        rows: int = getattr(self, split)
        return rows


DEFAULT_ROWS: Mapping[Task, Rows] = {
    "punctuation": Rows(train=8000, validation=1000, test=1000),
    "itn": Rows(train=800, validation=200, test=600),
    "itn-by-class": Rows(train=100, validation=20, test=50),
    "disfluency": Rows(train=4000, validation=500, test=500),
    "asr-noise": Rows(train=4000, validation=500, test=500),
}


class Recipe(Strict):
    """A benchmark. Paths are taken from the working directory.

    Attributes:
        licence: of what is added to the text: labels, spoken forms, splits.
        corpora: folder of ``<language>/<source>.txt[.xz]`` or ``<language>/<source>/*.txt[.xz]``, a passage a line.
        itn_tables: instead of ``corpora``: folder of ``<language>.tsv`` with id, kind, spoken, written, note.
        sources: the first entry whose pattern fits a source applies.
        leave_out: patterns of sources that are not used.
        validation, test: shares of the passages.
        rows: the most rows by task; what is not named keeps `DEFAULT_ROWS`.
        confusions: folder of ``<language>/confusions.tsv`` (``data_scripts/confusions.py``), for ``asr-noise``.
        trained_on: folders of shards (``data_scripts/build_tagger_data.py``) that the model was trained on.
        seen: what becomes of test and validation passages that the model has seen.
        annotations: who wrote labels and references, by the hub's names.
        baseline_rows: test rows of each configuration that baseline scores are taken on; 0 for none.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    title: str
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    licence: str
    description: str
    output: Path
    hub: str | None = Field(default=None, pattern=r"^[^/\s]+/[^/\s]+$")
    languages: tuple[str, ...] = Field(min_length=1)
    tasks: tuple[Task, ...] = TASKS
    seed: int = Field(default=1, ge=0)
    corpora: Path | None = None
    itn_tables: Path | None = None
    sources: tuple[Source, ...] = ()
    leave_out: tuple[str, ...] = ()
    validation: float = Field(default=0.1, ge=0, lt=0.5)
    test: float = Field(default=0.1, gt=0, lt=0.5)
    rows: Mapping[Task, Rows] = Field(default_factory=dict)
    confusions: Path | None = None
    trained_on: tuple[Path, ...] = ()
    seen: Literal["leave-out", "mark"] = "leave-out"
    annotations: Literal["machine-generated", "expert-generated", "crowdsourced"] = "machine-generated"
    baseline_rows: int = Field(default=0, ge=0)

    @field_validator("licence")
    @classmethod
    def _stated(cls, licence: str) -> str:
        return _licence(licence)

    @model_validator(mode="after")
    def _one_kind(self) -> Recipe:
        if (self.corpora is None) == (self.itn_tables is None):
            raise ValueError("name either corpora (folders of text) or itn_tables (hand-written rows)")
        return self

    def limit(self, task: Task, split: str) -> int:
        """The most rows of a split."""
        return self.rows.get(task, DEFAULT_ROWS[task]).of(split)


def load(path: Path) -> Recipe:
    """Read a recipe and see whether what it names is there.

    Raises `InputError` that names the file and each field at fault, `LanguageError` for an unknown language.
    """
    recipe = read(path, Recipe)
    for code in recipe.languages:
        language(code)
    for folder in (recipe.corpora, recipe.itn_tables, recipe.confusions, *recipe.trained_on):
        if folder is not None and not folder.is_dir():
            raise InputError(f"{path}: {folder} is no folder; paths are taken from the working directory")
    if recipe.corpora and "asr-noise" in recipe.tasks:
        _check_confusions(path, recipe)
    return recipe


def _check_confusions(path: Path, recipe: Recipe) -> None:
    folder = recipe.confusions
    missing = [code for code in recipe.languages if not (folder and (folder / code / "confusions.tsv").is_file())]
    if missing:
        raise InputError(
            f"{path}: asr-noise needs words that sound alike for {', '.join(missing)}: run `python "
            "data_scripts/confusions.py SHARDS OUT` and write `confusions: OUT`, or leave asr-noise out of tasks"
        )
