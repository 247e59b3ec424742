"""Networks of taggers as ONNX graphs: our own encoder (`network`), BERT (`bert`) and BERT on words (`word_bert`).

The same weights as the modules of these names, and the same answers. Inputs, whole numbers of 64 bits, where a batch
has ``windows`` windows of ``length`` subwords and ``words`` words: ``ids``, ``mask`` and ``types`` (`encode.TYPES`),
(windows, length), and ``label_at``, (windows, words), the position of each word's last subword; a row that has fewer
words repeats the last. Outputs: for every head its logits, (windows, words, labels).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .encode import TYPES
from .graph import Graph
from .settings import SMALL, WORD_BERT, Settings
from .stored import Weights, read

WEIGHTS = "model.safetensors"
INPUTS = ("ids", "mask", "types", "label_at")
_UNSEEN = -1e4
_BEGINNINGS = ("encoder.network.", "encoder.")  # of the names of an encoder's weights: ours are in one of transformers


def built(folder: Path, settings: Settings, apart: bool = False) -> tuple[bytes, dict[str, NDArray[Any]]]:
    """The model of a folder as the bytes of an ONNX file, its weights in the precision that they are stored in.

    With ``apart`` the weights are beside it, by name, in single precision but for embeddings: for a runtime in this
    process. Raises `ValueError` for a network of another kind (see `can`), `KeyError` for weights that are missing,
    `OSError` for files that are.
    """
    from .. import __version__

    kind = settings.encoder["model_type"]
    if not can(settings):
        raise ValueError(f"no graph is written of an encoder {kind!r} without torch")
    g = Graph(kind, apart)
    build = Builder(g, Weights(g, read(folder / WEIGHTS), kept=not apart), settings)
    hidden = {SMALL: _conv_attention, WORD_BERT: _word_bert}.get(kind, _bert)(build)
    for name, labels in settings.heads.items():
        logits = build.apart(build.linear(hidden, f"heads.{name}"), len(labels))
        g.output(logits, name, "float32", ("windows", "words", len(labels)))
    return g.model("indic_tf", __version__, {"encoder": kind, "precision": settings.precision}), g.outside


def can(settings: Settings) -> bool:
    """Whether this module has the network of a model."""
    from .settings import is_plain_bert

    return settings.encoder["model_type"] in (SMALL, WORD_BERT) or is_plain_bert(settings.encoder)


class Builder:
    """What the layers share. Hidden states are (rows, hidden), a row for every place of every window."""

    def __init__(self, g: Graph, weights: Weights, settings: Settings) -> None:
        self.graph, self.weights, self.settings = g, weights, settings
        subwords, words = ("windows", "length"), ("windows", "words")
        dims = dict.fromkeys(INPUTS, subwords) | {"label_at": words}
        self.ids, self.mask, self.types, self.label_at = (g.input(name, "int64", dims[name]) for name in INPUTS)
        names = self.weights.arrays
        self.own = next(start for start in _BEGINNINGS if any(name.startswith(start) for name in names))

    @property
    def config(self) -> Any:
        """The encoder's config."""
        return self.settings.encoder

    def linear(self, x: str, *names: str) -> str:
        """A linear layer, or several beside each other, of rows."""
        weight = self.weights.real(*(f"{name}.weight" for name in names))
        return self.graph.op("Gemm", x, weight, self.weights.real(*(f"{name}.bias" for name in names)), transB=1)

    def norm(self, x: str, name: str, eps: float) -> str:
        """A layer's normalization over the last axis."""
        real = self.weights.real
        return self.graph.op("LayerNormalization", x, real(f"{name}.weight"), real(f"{name}.bias"), epsilon=eps)

    def apart(self, rows: str, *sizes: int, like: str = "label_at") -> str:
        """(rows, …) → (windows, places, *sizes), with the places of an input."""
        g = self.graph
        return g.op("Reshape", rows, g.op("Concat", g.op("Shape", like), g.ints(*sizes), axis=0))

    def rows(self, x: str) -> str:
        """(windows, places, hidden) → (rows, hidden)."""
        return self.graph.op("Reshape", x, self.graph.ints(-1, self.config["hidden_size"]))

    def looked_up(self, name: str, ids: str) -> str:
        return self.weights.rows(self.own + name, ids)

    def script(self) -> str:
        """The script numbers of the subwords; 0 for an encoder that does not tell them apart."""
        g = self.graph
        if not self.settings.takes_scripts:
            return g.op("Mul", self.types, g.constant(np.array(0, np.int64)))
        return g.op("Mod", self.types, g.constant(np.array(TYPES, np.int64)))

    def repeated(self) -> str:
        """The codes of repeats (`encode.repeats`) of the subwords."""
        return self.graph.op("Div", self.types, self.graph.constant(np.array(TYPES, np.int64)))

    def positions(self) -> str:
        """0, 1 … for the subwords: (length,)."""
        g = self.graph
        zero, one = (g.constant(np.array(n, np.int64)) for n in (0, 1))
        return g.op("Range", zero, g.op("Gather", g.op("Shape", self.ids), one), one)

    def hidden_of_words(self, x: str) -> str:
        """(windows, length, hidden) → (words' rows, hidden): those of their last subwords."""
        g = self.graph
        at = g.op("Unsqueeze", self.label_at, g.ints(-1))
        return self.rows(g.op("GatherND", x, at, batch_dims=1))

    def hiding(self, seen: str) -> str:
        """What is added to scores (windows, heads, places, places), for places of which ``seen`` is 1 or 0."""
        g = self.graph
        lost = g.op("Mul", g.op("Sub", g.number(1), g.cast(seen, "float32")), g.number(_UNSEEN))
        return g.op("Unsqueeze", lost, g.ints(1, 2))

    def attention(self, qkv: str, hiding: str, like: str, turn: Callable[[str], str] = str) -> str:
        """Queries, keys and values beside each other (rows, 3 × hidden) → (rows, hidden); ``turn`` is done to the first
        two, (windows, heads, places, size)."""
        g, heads = self.graph, int(self.config["num_attention_heads"])
        size = self.config["hidden_size"] // heads
        parts = g.op("Transpose", self.apart(qkv, 3, heads, size, like=like), perm=[2, 0, 3, 1, 4])
        q, k, v = (g.op("Squeeze", part, g.ints(0)) for part in g.split("Split", parts, outputs=3, num_outputs=3))
        q, k = g.op("Mul", turn(q), g.number(size**-0.5)), turn(k)
        scores = g.op("MatMul", q, g.op("Transpose", k, perm=[0, 1, 3, 2]))
        shares = g.op("Softmax", g.op("Add", scores, hiding), axis=-1)
        return self.rows(g.op("Transpose", g.op("MatMul", shares, v), perm=[0, 2, 1, 3]))


def _bert(build: Builder) -> str:
    hidden = _through(build, build.rows(_embedded(build)), build.mask, "ids")
    return build.hidden_of_words(build.apart(hidden, build.config["hidden_size"], like="ids"))


def _word_bert(build: Builder) -> str:
    g = build.graph
    x = _embedded(build)
    if build.settings.takes_scripts:
        x = g.op("Add", x, build.looked_up("repeats.weight", build.repeated()))
    pooled, real = _pooled(build, x)
    return _through(build, build.rows(pooled), real, "label_at")


def _embedded(build: Builder) -> str:
    """`bert.Embeddings`: (windows, length, hidden)."""
    g = build.graph
    words = build.looked_up("embeddings.word_embeddings.weight", build.ids)
    kinds = build.looked_up("embeddings.token_type_embeddings.weight", build.script())
    places = build.looked_up("embeddings.position_embeddings.weight", build.positions())
    x = g.op("Add", g.op("Add", words, kinds), places)
    return build.norm(x, f"{build.own}embeddings.LayerNorm", build.config["layer_norm_eps"])


def _pooled(build: Builder, x: str) -> tuple[str, str]:
    """`word_bert.Pool`: the vectors of words (windows, words, hidden), and which places hold one (windows, words)."""
    g, at = build.graph, build.label_at
    moved = g.op("Pad", at, g.ints(0, 1, 0, 0), g.constant(np.array(-1, np.int64)))
    before = g.op("Slice", moved, g.ints(0), g.ints(-1), g.ints(1))
    here = build.positions()
    ends, starts = (g.op("Unsqueeze", edge, g.ints(-1)) for edge in (at, before))
    member = g.op("And", g.op("LessOrEqual", here, ends), g.op("Greater", here, starts))
    member = g.cast(member, "int64")
    place = g.op("ReduceSum", g.op("Mul", member, g.op("Sub", ends, here)), g.ints(1), keepdims=0)
    place = g.op("Min", place, g.constant(np.array(build.config["pooled_subwords"] - 1, np.int64)))
    weighted = g.op("Mul", x, build.looked_up("pool.places", place))
    return g.op("MatMul", g.cast(member, "float32"), weighted), g.op("Greater", at, before)


def _through(build: Builder, x: str, seen: str, like: str) -> str:
    """`bert.Bert.through`, of rows."""
    g, hiding, eps = build.graph, build.hiding(seen), build.config["layer_norm_eps"]
    for number in range(build.config["num_hidden_layers"]):
        own = f"{build.own}encoder.layer.{number}."
        qkv = build.linear(x, *(f"{own}attention.self.{name}" for name in ("query", "key", "value")))
        seen_there = build.linear(build.attention(qkv, hiding, like), f"{own}attention.output.dense")
        x = build.norm(g.op("Add", seen_there, x), f"{own}attention.output.LayerNorm", eps)
        inner = g.op("Gelu", build.linear(x, f"{own}intermediate.dense"))
        x = build.norm(g.op("Add", build.linear(inner, f"{own}output.dense"), x), f"{own}output.LayerNorm", eps)
    return x


def _conv_attention(build: Builder) -> str:
    """`network.ConvAttention`."""
    g, config = build.graph, build.config
    narrow = g.op("Reshape", build.looked_up("embed.weight", build.ids), g.ints(-1, config["embedding_size"]))
    x = build.linear(narrow, f"{build.own}project")
    if build.settings.takes_scripts:
        x = g.op("Add", x, build.rows(build.looked_up("types.weight", build.script())))
        if config.get("repeats"):
            x = g.op("Add", x, build.rows(build.looked_up("repeats.weight", build.repeated())))
    hiding, turn = build.hiding(build.mask), _rotary(build)
    for number, kind in enumerate(config["blocks"]):
        own = f"{build.own}blocks.{number}."
        inner = build.norm(x, f"{own}norm", 1e-5)
        if kind == "conv":
            x = g.op("Add", x, _convolved(build, inner, own))
        else:
            seen = build.attention(build.linear(inner, f"{own}qkv"), hiding, "ids", turn)
            x = g.op("Add", x, build.linear(seen, f"{own}out"))
        up = g.op("Gelu", build.linear(build.norm(x, f"{own}mlp.norm", 1e-5), f"{own}mlp.up"))
        x = g.op("Add", x, build.linear(up, f"{own}mlp.down"))
    hidden = build.norm(x, f"{build.own}norm", 1e-5)
    return build.hidden_of_words(build.apart(hidden, config["hidden_size"], like="ids"))


def _convolved(build: Builder, x: str, own: str) -> str:
    g, config = build.graph, build.config
    size, width = config["hidden_size"], config["kernel_size"]
    mask = g.op("Unsqueeze", g.cast(build.mask, "float32"), g.ints(-1))
    seen = g.op("Mul", build.apart(x, size, like="ids"), mask)
    weight, bias = (build.weights.real(f"{own}conv.{name}") for name in ("weight", "bias"))
    across = g.op("Transpose", seen, perm=[0, 2, 1])
    made = g.op("Conv", across, weight, bias, group=size, pads=[width // 2, width // 2])
    return build.rows(g.op("Transpose", made, perm=[0, 2, 1]))


def _rotary(build: Builder) -> Callable[[str], str]:
    """What turns the vectors (windows, heads, places, size) of the heads by the angles of their places."""
    g, config = build.graph, build.config
    size = config["hidden_size"] // config["num_attention_heads"]
    rates = (10000.0 ** (-np.arange(0, size, 2, dtype=np.float32) / size)).astype(np.float32)
    places = g.op("Unsqueeze", g.cast(build.positions(), "float32"), g.ints(-1))
    angles = g.op("Mul", places, g.constant(rates))
    cos, sin = g.op("Cos", angles), g.op("Sin", angles)

    def turn(x: str) -> str:
        a, b = g.split("Split", x, outputs=2, axis=-1, num_outputs=2)
        first = g.op("Sub", g.op("Mul", a, cos), g.op("Mul", b, sin))
        return g.op("Concat", first, g.op("Add", g.op("Mul", a, sin), g.op("Mul", b, cos)), axis=-1)

    return turn
