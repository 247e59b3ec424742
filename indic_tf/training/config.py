"""The recipe: one YAML that names every choice of a training run. Unknown keys are refused."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..errors import InputError
from ..manifests.transcripts import undecodable


class Strict(BaseModel):
    """Fields are fixed; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceWeight(Strict):
    """How much a source counts, by glob over ``<language>/<source>``; the first pattern that fits applies."""

    pattern: str
    weight: float = Field(ge=0)


class Curriculum(Strict):
    """A language temperature that moves from ``start`` to ``end`` over the run, in proportion to its progress.

    1 draws languages by their words, 0 all alike: from 1 down, large languages lead and small ones follow, as Cadence
    goes from high- over mid- to low-resource languages and on to a mixture of all (Pulipaka et al. 2025, training).
    """

    start: float = Field(ge=0, le=1)
    end: float = Field(ge=0, le=1)


AnyMixed = TypeVar("AnyMixed", bound="Mixed")


class Mixed(Strict):
    """Where the shards lie and how they are mixed.

    A language is drawn with probability ∝ (its weighted words) ** ``temperature``; within it a source by its
    weighted words. A ``curriculum`` takes the place of ``temperature``.
    """

    shards: Path
    languages: tuple[str, ...]
    weights: tuple[SourceWeight, ...] = ()
    temperature: float = Field(default=0.5, gt=0, le=1)
    curriculum: Curriculum | None = None

    def without(self: AnyMixed, sources: Iterable[str]) -> AnyMixed:
        """The same without some sources: globs over their names, in every language."""
        left_out = tuple(SourceWeight(pattern=f"*/{name}", weight=0) for name in sources)
        return self.model_copy(update={"weights": (*left_out, *self.weights)})


class Data(Mixed):
    """Labelled words: of a source, a window is drawn by the shares below."""

    window: int = Field(default=128, gt=8, description="subwords of a long example")
    short: int = Field(default=24, gt=4, description="most subwords of a one-sentence example")
    short_share: float = Field(default=0.05, ge=0, le=1, description="share of batches made of single sentences")
    question_share: float = Field(default=0.15, ge=0, le=1, description="share of examples drawn around a question")
    sentence_start: float = Field(default=0.6, ge=0, le=1, description="share of windows that open at a sentence start")
    sentence_end: float = Field(default=0.5, ge=0, le=1, description="share of windows that close at a sentence end")
    share: float = Field(default=1.0, gt=0, le=1, description="share of each source's passages that are trained on")
    blank: float = Field(default=0.02, ge=0, le=1, description="share of subwords replaced by the unknown one")
    cuts: int = Field(default=1, ge=1, le=8, description="ways to cut words: the best, and ones drawn (Kudo 2018)")
    dev_words: int = Field(default=12000, gt=0, description="words per language of the dev set")


class Tokenizer(Strict):
    """The vocabulary of a new encoder, trained on the shards.

    ``renew``: such a one for a student of teachers too, and for the encoder of an earlier tagger, whose embeddings are
    carried over (`transfer`).
    """

    size: int = 32000
    renew: bool = False
    one_script: bool = True
    temperature: float = 0.5
    character_coverage: float = 0.9998
    max_words: int = Field(default=1_500_000, description="distinct words shown to the trainer")


class Model(Strict):
    """``encoder``: what to start from: a Hugging Face folder or hub id, or the folder of a tagger of ours; None: a new
    encoder with the fields of ``config``, of our own kind or of the ``model_type`` among them (albert, bert …).

    ``bidirectional`` lets the words of a decoder (Gemma …) see later words too. ``frozen_embeddings`` leaves the
    embeddings as they were, those of subwords that the text hardly has among them. ``dropout`` is that of a pretrained
    encoder's layers while it learns (our own has it in its config). ``precision`` is how the finished weights are
    stored: int8 has half the size of half precision, int4 also has the embeddings of subwords in a quarter, int6 in
    three eighths; where these are not frozen, they are rounded so in training too.
    """

    encoder: str | None = None
    bidirectional: bool = False
    frozen_embeddings: bool = False
    dropout: float = Field(default=0.0, ge=0, lt=1)
    precision: Literal["half", "int8", "int4", "int6"] = "half"
    config: dict[str, Any] = {}
    heads: tuple[Literal["punctuation", "case", "itn", "disfluency"], ...] = (
        "punctuation",
        "case",
        "itn",
        "disfluency",
    )
    label_files: dict[str, Path] = Field(default={}, description="label sets other than the default ones, by head")
    max_subwords: int = 12
    window_words: int = 80
    min_words_cut: int = 15


class Training(Strict):
    """The loop. It ends when ``tokens`` are seen or ``max_minutes`` are over, whichever is first.

    The learning rate warms up over ``warmup`` of the run. Then ``cosine`` lets it fall to nothing along a cosine; wsd
    (warm-up, stable, decay) holds it and lets it fall over the last ``decay`` of the run, and keeps the checkpoint from
    just before, from which ``--resume`` with a larger budget goes on.
    """

    tokens: int = Field(gt=0)
    max_minutes: float = Field(gt=0)
    batch_tokens: int = 2048
    learning_rate: float = 2e-3
    embedding_rate: float = Field(default=1.0, gt=0, description="rate of the embeddings, as a share of the others'")
    weight_decay: float = 0.01
    schedule: Literal["cosine", "wsd"] = "cosine"
    warmup: float = Field(default=0.03, ge=0, lt=1)
    decay: float = Field(default=0.2, gt=0, lt=1, description="last share of a wsd run, in which the rate falls")
    clip: float = 1.0
    optimizer: Literal["adamw", "muon"] = Field(
        default="adamw", description="muon: for the matrices of the blocks, AdamW for the rest; torch 2.9 or newer"
    )
    bf16: bool = Field(default=True, description="multiply in bfloat16, where the device has instructions for it")
    compile: bool = Field(default=False, description="torch.compile of the layers, for a GPU: faster steps")
    processes: int = Field(default=1, ge=1, description="that share a step's batch, of one thread each; CPU only")
    threads: int | None = Field(default=None, description="of the only process")
    prefetch: int = Field(default=4, ge=1, description="batches drawn ahead in the background")
    seed: int = 1
    ema: float = Field(default=0.999, ge=0, lt=1, description="decay of the weights' moving average; 0: none")
    loss_weights: dict[str, float] = Field(default={}, description="weight of a head's loss; 1 where none is given")
    evaluate_minutes: float = 8.0


class Job(Strict):
    """What every run has, whatever it trains."""

    name: str
    licence: str
    description: str
    output: Path = Field(description="checkpoints, log and report")
    model_folder: Path = Field(description="where the finished model goes")
    data: Mixed
    training: Training


class Run(Job):
    """A run over labelled words."""

    data: Data
    tokenizer: Tokenizer = Tokenizer()
    model: Model = Model()


class Distillation(Strict):
    """Learn from other taggers' logits beside the labels (Hinton et al. 2015, "Distilling the knowledge in a neural
    network", section 2). Of several teachers the mean of their softened shares is taught.

    The loss is (1 - ``weight``) × labels + ``weight`` × temperature² × KL(teachers ‖ student) of softened shares.
    ``soft_labels`` is a folder of what others have said beforehand (`soft`), at temperature 1: where it has a word,
    that is taught instead of what ``teachers`` say.
    """

    teachers: list[Path] = []
    soft_labels: Path | None = None
    weight: float = Field(default=0.5, ge=0, le=1)
    temperature: float = Field(default=2.0, gt=0)

    @model_validator(mode="after")
    def _taught_by_someone(self) -> Distillation:
        if not self.teachers and self.soft_labels is None:
            raise ValueError("distillation needs teachers, or soft_labels (data_scripts/soft_labels.py)")
        return self


class Loss(Strict):
    """What is changed about the cross-entropy of labels; nothing by default.

    ``smoothing``: head → the part of a label's share that is spread over all labels (Szegedy et al. 2016, section 7).
    ``focus`` weighs a word by (1 - p) ** focus, p being its label's share (Lin et al. 2017, "Focal loss", section 3).
    ``label_weights``: head → label → how much its words count, else 1.
    """

    smoothing: dict[str, Annotated[float, Field(ge=0, lt=1)]] = {}
    focus: float = Field(default=0.0, ge=0)
    label_weights: dict[str, dict[str, float]] = {}


class Recipe(Run):
    """Everything a run of the tagger depends on."""

    loss: Loss = Loss()
    distillation: Distillation | None = None


class Objective(Strict):
    """How a language model learns: ``mlm`` guesses a masked subword from its own position (Devlin et al. 2019),
    ``mntp`` from the position before, as a decoder is used to (BehnamGhader et al. 2024, "LLM2Vec", section 2.2;
    Cadence).

    ``share`` of the subwords are masked. With ``candidates`` a guess is among the masked subwords of the batch and as
    many others, drawn by chance, instead of the whole vocabulary: faster where that is most of the work.
    """

    kind: Literal["mlm", "mntp"] = "mlm"
    share: float = Field(default=0.2, gt=0, lt=1)
    candidates: int = Field(default=0, ge=0)


class LanguageModelRecipe(Run):
    """Everything that a run of (continued) pre-training depends on."""

    objective: Objective = Objective()


def load(path: Path) -> Recipe:
    """Read the recipe of a tagger; paths in it are taken from the working directory.

    Raises `InputError` that names the file and each field at fault.
    """
    return read(path, Recipe)


def load_language_model(path: Path) -> LanguageModelRecipe:
    """Read the recipe of a language model, as `load` does."""
    return read(path, LanguageModelRecipe)


AnyRecipe = TypeVar("AnyRecipe", bound=Strict)


def read(path: Path, kind: type[AnyRecipe]) -> AnyRecipe:
    """Read a recipe of any kind, as `load` does.

    With ``base``, the path of another recipe from where this one lies, it is that one with the fields given here: a
    field that is ``null`` has its default again, and ``field+`` puts a list before the base's.
    """
    try:
        return kind.model_validate(_fields(path))
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise InputError(f"{path}: {faults}") from error


def _fields(path: Path, above: tuple[Path, ...] = ()) -> Any:
    try:
        own = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        needed = f", which {above[-1]} names as its base" if above else ""
        raise InputError(f"{path}: no such recipe{needed}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: {undecodable(error)}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a date that is none
        raise InputError(f"{path}: no YAML: {error}") from error
    if not (isinstance(own, dict) and "base" in own):
        return own
    if path.resolve() in above:
        raise InputError(f"{path}: is its own base")
    return _merged(_fields(path.parent / str(own.pop("base")), (*above, path.resolve())), own)


def _merged(base: Any, own: Any) -> Any:
    """``own`` over ``base``, mapping by mapping; lists are replaced, or put before those of the base."""
    if not (isinstance(base, dict) and isinstance(own, dict)):
        return own
    made = dict(base)
    for key, value in own.items():
        if key.endswith("+"):
            made[key[:-1]] = [*(value or []), *(base.get(key[:-1]) or [])]
        else:
            made[key] = _merged(base.get(key), value)
    return {key: value for key, value in made.items() if value is not None}
