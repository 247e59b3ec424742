"""What a run starts from: a new small encoder, a pretrained one, or a tagger that was trained before."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor, nn
from torch.nn.utils import parametrize
from transformers import AutoConfig, AutoModel

from ..errors import ModelError
from ..labels import LabelSet
from ..tagging import encoder as _registers_the_small_encoder  # noqa: F401
from ..tagging import few_bits, hub, load, subwords
from ..tagging.encode import SCRIPTS
from ..tagging.model import MultiHeadTagger, TaggerConfig, no_pooler
from ..tagging.settings import SMALL, Settings
from . import transfer
from .config import Model, Run

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Vocabulary:
    """The subwords of a run, and the file or folder that they came from."""

    pieces: subwords.Subwords
    path: Path


def vocabulary(run: Run, teachers: Sequence[Path], train: Callable[[], Path]) -> Vocabulary:
    """The subwords of the encoder that the run starts from, else those of its first teacher, else what ``train`` makes.

    With ``tokenizer.renew`` they are made anew for the encoder or the teacher's student too. Raises `ModelError` for an
    encoder that cannot be loaded.
    """
    start = next(iter(teachers), None)
    folder = start if run.model.encoder is None else encoder_folder(run.model.encoder)
    if folder is None or run.tokenizer.renew:
        path = train()
        return Vocabulary(subwords.PieceModel(path, run.tokenizer.one_script), path)
    path = folder / subwords.SENTENCEPIECE
    return Vocabulary(subwords_of(folder, run.tokenizer.one_script), path if path.is_file() else folder)


def subwords_of(folder: Path, one_script: bool) -> subwords.Subwords:
    """The subwords of a folder; a tagger of ours knows itself whether scripts are folded."""
    return subwords.load(folder, Settings.read(folder).one_script if is_tagger(folder) else one_script)


def build(run: Run, words: Vocabulary, heads: Mapping[str, LabelSet]) -> MultiHeadTagger:
    """The tagger that the run starts from.

    Of a model folder of ours the encoder is taken over, and every head whose labels are the same. Raises `ModelError`
    for an encoder that cannot be loaded, or not be stored as the recipe has it.
    """
    made = _built(run, words, heads)
    if bits := few_bits.PRECISIONS.get(run.model.precision):
        embedding: Any = made.get_input_embeddings()
        if (width := embedding.weight.shape[1]) % few_bits.BLOCK:
            raise ModelError(
                f"precision: {run.model.precision} needs a multiple of {few_bits.BLOCK} numbers a subword,"
                f" there are {width}"
            )
    if run.model.frozen_embeddings:
        for module in made.encoder.modules():
            if isinstance(module, nn.Embedding):
                module.requires_grad_(False)
    elif bits:
        parametrize.register_parametrization(made.get_input_embeddings(), "weight", InFewBits(bits))
    if run.model.dropout:
        for name, module in made.encoder.named_modules():
            if isinstance(module, nn.Dropout) and not name.endswith("self.dropout"):  # not of the attention's shares
                module.p = run.model.dropout
    return made


class InFewBits(nn.Module):
    """A matrix as it is once it has been stored by `few_bits`; its gradient is that of the stored one (Bengio et al.
    2013, "Estimating or propagating gradients through stochastic neurons", straight-through)."""

    def __init__(self, bits: int) -> None:
        super().__init__()
        self._bits = bits

    def forward(self, matrix: Tensor) -> Tensor:
        return matrix + (few_bits.stored(matrix.detach(), self._bits) - matrix).detach()


def settled(model: MultiHeadTagger) -> MultiHeadTagger:
    """The model with plain weights where they were rounded in training: the rounded ones."""
    embedded: Any = model.get_input_embeddings()
    if parametrize.is_parametrized(embedded):
        parametrize.remove_parametrizations(embedded, "weight")
    return model


def _built(run: Run, words: Vocabulary, heads: Mapping[str, LabelSet]) -> MultiHeadTagger:
    if run.model.encoder is None:
        fields = {
            "vocab_size": 1 + max(words.pieces.table().values()),
            "pad_token_id": words.pieces.pad_id,
            "type_vocab_size": SCRIPTS + 1,
            **run.model.config,
        }
        encoder = AutoConfig.for_model(str(fields.pop("model_type", SMALL)), **fields)
        return MultiHeadTagger(_config(run, words, heads, encoder))
    folder = encoder_folder(run.model.encoder)
    if is_tagger(folder):
        earlier = load.tagger(folder)
        if run.tokenizer.renew:
            transfer.renew(earlier.encoder, subwords_of(folder, run.tokenizer.one_script), words.pieces)
        return _from_tagger(run, words, heads, earlier)
    if run.tokenizer.renew:
        raise ModelError(f"tokenizer.renew needs a tagger of this package, which {folder} is not")
    try:
        with load.quiet():
            pooled = no_pooler(AutoConfig.from_pretrained(folder))
            safe = hub.has_safetensors(folder)
            encoder = AutoModel.from_pretrained(folder, dtype="float32", use_safetensors=safe, **pooled)
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{folder} holds no encoder that transformers can load ({error})") from error
    return MultiHeadTagger(_config(run, words, heads, encoder.config), encoder)


def _from_tagger(
    run: Run, words: Vocabulary, heads: Mapping[str, LabelSet], earlier: MultiHeadTagger
) -> MultiHeadTagger:
    both_ways = run.model.bidirectional or earlier.config.bidirectional
    encoder = _extended(earlier, run.model.config)
    made = MultiHeadTagger(_config(run, words, heads, encoder.config, both_ways), encoder)
    for name, labels in heads.items():
        if tuple(earlier.config.heads.get(name, {}).values()) == labels.labels:
            made.heads[name].load_state_dict(earlier.heads[name].state_dict())
    return made


def _extended(earlier: MultiHeadTagger, changes: Mapping[str, Any]) -> Any:
    """The encoder of an earlier tagger, with ``changes`` to its config that add inputs; what is new says nothing yet.

    Raises `ModelError` for changes that the weights do not fit.
    """
    known = earlier.config.encoder.to_dict()
    if all(known.get(key) == value for key, value in changes.items()):
        return earlier.encoder
    try:
        made = AutoModel.from_config(type(earlier.config.encoder).from_dict({**known, **changes}))
        missing, unexpected = made.load_state_dict(earlier.encoder.state_dict(), strict=False)
    except RuntimeError as error:
        raise ModelError(f"the weights of model.encoder do not fit model.config: {error}") from error
    if unexpected:
        raise ModelError(f"model.config leaves out parts of model.encoder: {', '.join(unexpected)}")
    fresh = set(missing)
    for name, values in made.named_parameters():
        if name in fresh:
            nn.init.zeros_(values)
    return made


def _config(
    run: Run, words: Vocabulary, heads: Mapping[str, LabelSet], encoder: Any, bidirectional: bool | None = None
) -> TaggerConfig:
    model: Model = run.model
    return TaggerConfig(
        encoder=encoder,
        heads={name: dict(enumerate(labels.labels)) for name, labels in heads.items()},
        marks={name: _marks(labels) for name, labels in heads.items() if labels.marks},
        loss_weights=run.training.loss_weights,
        bidirectional=model.bidirectional if bidirectional is None else bidirectional,
        one_script=words.pieces.one_script,
        max_subwords=model.max_subwords,
        window_words=model.window_words,
        min_words_cut=model.min_words_cut,
        languages=run.data.languages,
        window_subwords=run.data.window * 3 // 4,  # what a run has read most of
    )


def _marks(labels: LabelSet) -> dict[str, list[str]]:
    """Label → the marks that stand for it, in order."""
    return {label: [mark for mark, own in labels.marks.items() if own == label] for label in labels.labels}


def is_tagger(folder: Path) -> bool:
    """Whether a folder holds a tagger of ours, heads or none, and not a bare encoder."""
    path = folder / "config.json"
    return path.is_file() and json.loads(path.read_text(encoding="utf-8")).get("model_type") == TaggerConfig.model_type


def encoder_folder(name: str) -> Path:
    """The folder of an encoder or another model that a run starts from: a path, or a model of the hub.

    A recipe may name that as "hf://owner/name[@revision]" or as the hub does, "owner/name", if no folder here has the
    owner's name. Raises `ModelError` for a folder that is not there, and as `hub.download`.
    """
    folder = Path(name).expanduser()
    if hub.is_named(name):
        return hub.download(name, pickled=True)
    if folder.is_dir():
        return folder
    if hub.is_path(name) and (not hub.is_id(name) or Path(folder.parts[0]).is_dir()):
        meant = f"; for a model of the Hugging Face hub write {hub.SCHEME}{name}" if hub.is_id(name) else ""
        raise ModelError(f"no folder {name!r}{meant}")
    log.warning("no folder %s here: it is taken for a model of the Hugging Face hub, hf://%s", name, name)
    return hub.download(f"{hub.SCHEME}{name}", pickled=True)
