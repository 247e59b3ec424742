"""Our own encoder-decoders as ONNX graphs: mT5 (Xue et al. 2021), with the same weights and the same answers.

The encoder reads prompts, ``ids`` and ``mask`` (rows, length), and gives what the decoder asks it for: for each layer
of that the keys and values of the prompt, ``cross.N.key`` and ``cross.N.value``, (rows, heads, length, size). The
decoder reads tokens, ``ids`` (rows, steps), the prompt and its own ``past.N.key`` and ``past.N.value`` (rows, heads,
steps before, size), and gives ``logits`` (rows, steps, tokens) and its past with these steps as ``now.N.…``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..tagging.graph import Graph
from ..tagging.stored import Stored, Weights, read

WEIGHTS = "model.safetensors"
_FAR = 4096  # places between two tokens, at most; prompts and answers are shorter
_UNSEEN = -1e9
_SIZES = ("d_kv", "d_model", "num_heads", "num_layers", "num_decoder_layers", "relative_attention_num_buckets")

Model = tuple[bytes, dict[str, NDArray[Any]]]


def can(config: Mapping[str, Any]) -> bool:
    """Whether this module has the network of a config, as JSON has it: one that this package wrote."""
    gelu = config.get("feed_forward_proj") == "gated-gelu" and config.get("dense_act_fn") == "gelu_new"
    return config.get("model_type") == "mt5" and "precision" in config and gelu and config.keys() >= set(_SIZES)


def built(folder: Path, config: Mapping[str, Any]) -> tuple[Model, Model]:
    """The encoder and the decoder of a folder: the bytes of an ONNX file, and the weights beside it.

    Raises `ValueError`, `KeyError` or `OSError` for weights that cannot be read or are missing.
    """
    arrays = read(folder / WEIGHTS)
    return _Stack(config, arrays, "encoder").encoder(), _Stack(config, arrays, "decoder").decoder()


def buckets(config: Mapping[str, Any], both_ways: bool) -> NDArray[np.int64]:
    """The bucket of every distance from -`_FAR` to `_FAR` of a key from its query (Raffel et al. 2020, section 2.1)."""
    count, far = config["relative_attention_num_buckets"], config.get("relative_attention_max_distance", 128)
    places = np.arange(-_FAR, _FAR + 1)
    count, ahead = (count // 2, (places > 0) * (count // 2)) if both_ways else (count, np.zeros_like(places))
    distance = np.abs(places) if both_ways else -np.minimum(places, 0)
    exact = count // 2
    parts = np.log(np.maximum(distance, 1).astype(np.float32) / np.float32(exact)) / np.float32(np.log(far / exact))
    large = np.minimum(exact + (parts * np.float32(count - exact)).astype(np.int64), count - 1)
    return np.asarray(ahead + np.where(distance < exact, distance, large), np.int64)


class _Stack:
    """The layers of one of the two. Hidden states are (rows, places, width)."""

    def __init__(self, config: Mapping[str, Any], arrays: Stored, name: str) -> None:
        self.config, self.name, self.arrays = config, name, arrays
        self.graph = Graph(f"mt5 {name}", apart=True)
        self.weights = Weights(self.graph, arrays, kept=False)
        self.ids = self.graph.input("ids", "int64", ("rows", "steps"))
        self.mask = self.graph.input("mask", "int64", ("rows", "length"))

    def encoder(self) -> Model:
        g = self.graph
        x = self.weights.rows("shared.weight", self.ids)
        bias = g.op("Add", self._bias(g.ints(0), both_ways=True), self._hiding())
        for layer in range(self.config["num_layers"]):
            own = f"encoder.block.{layer}.layer."
            normed = self._norm(x, f"{own}0.layer_norm")
            q, k, v = (self._heads(normed, f"{own}0.SelfAttention.{part}") for part in "qkv")
            x = g.op("Add", x, self._attended(q, k, v, bias, f"{own}0.SelfAttention.o"))
            x = self._fed(x, f"{own}1")
        hidden = self._norm(x, "encoder.final_layer_norm")
        for layer in range(self.config["num_decoder_layers"]):
            for part, name in (("k", "key"), ("v", "value")):
                made = self._heads(hidden, f"decoder.block.{layer}.layer.1.EncDecAttention.{part}")
                self._put(made, f"cross.{layer}.{name}", "length")
        return self._model()

    def decoder(self) -> Model:
        g, config = self.graph, self.config
        x, size = self.weights.rows("shared.weight", self.ids), config["d_kv"]
        past, cross = (
            [
                [
                    g.input(f"{kind}.{n}.{name}", "float32", ("rows", config["num_heads"], where, size))
                    for name in _PARTS
                ]
                for n in range(config["num_decoder_layers"])
            ]
            for kind, where in (("past", "before"), ("cross", "length"))
        )
        before = g.op("Slice", g.op("Shape", past[0][0]), g.ints(2), g.ints(3))
        bias, hiding = self._bias(before, both_ways=False), self._hiding()
        for layer in range(config["num_decoder_layers"]):
            own = f"decoder.block.{layer}.layer."
            normed = self._norm(x, f"{own}0.layer_norm")
            q, k, v = (self._heads(normed, f"{own}0.SelfAttention.{part}") for part in "qkv")
            k, v = (g.op("Concat", old, new, axis=2) for old, new in zip(past[layer], (k, v), strict=True))
            for value, name in zip((k, v), _PARTS, strict=True):
                self._put(value, f"now.{layer}.{name}", "now")
            x = g.op("Add", x, self._attended(q, k, v, bias, f"{own}0.SelfAttention.o"))
            q = self._heads(self._norm(x, f"{own}1.layer_norm"), f"{own}1.EncDecAttention.q")
            k, v = cross[layer]
            x = g.op("Add", x, self._attended(q, k, v, hiding, f"{own}1.EncDecAttention.o"))
            x = self._fed(x, f"{own}2")
        hidden = self._norm(x, "decoder.final_layer_norm")
        head = "lm_head.weight" if "lm_head.weight" in self.arrays else "shared.weight"
        g.output(self._linear(hidden, head), "logits", "float32", ("rows", "steps", len(self.arrays[head])))
        return self._model()

    def _model(self) -> Model:
        from .. import __version__

        return self.graph.model("indic_tf", __version__, {"encoder": "mt5"}), self.graph.outside

    def _put(self, value: str, name: str, where: str) -> None:
        self.graph.output(value, name, "float32", ("rows", self.config["num_heads"], where, self.config["d_kv"]))

    def _linear(self, x: str, name: str) -> str:
        """A layer without a bias, of the last axis."""
        g = self.graph
        flat = g.op(
            "Gemm", g.op("Reshape", x, g.ints(-1, self.arrays[name].shape[1])), self.weights.real(name), transB=1
        )
        lead = g.op("Slice", g.op("Shape", x), g.ints(0), g.ints(-1))
        return g.op("Reshape", flat, g.op("Concat", lead, g.ints(-1), axis=0))

    def _heads(self, x: str, name: str) -> str:
        """(rows, places, width) → (rows, heads, places, size)."""
        g = self.graph
        apart = g.op("Reshape", self._linear(x, f"{name}.weight"), g.ints(0, 0, self.config["num_heads"], -1))
        return g.op("Transpose", apart, perm=[0, 2, 1, 3])

    def _attended(self, q: str, k: str, v: str, bias: str, out: str) -> str:
        g = self.graph
        scores = g.op("MatMul", q, g.op("Transpose", k, perm=[0, 1, 3, 2]))
        seen = g.op("MatMul", g.op("Softmax", g.op("Add", scores, bias), axis=-1), v)
        return self._linear(
            g.op("Reshape", g.op("Transpose", seen, perm=[0, 2, 1, 3]), g.ints(0, 0, -1)), f"{out}.weight"
        )

    def _norm(self, x: str, name: str) -> str:
        """Division by the root mean square."""
        g = self.graph
        mean = g.op("ReduceMean", g.op("Mul", x, x), g.ints(-1), keepdims=1)
        root = g.op("Sqrt", g.op("Add", mean, g.number(self.config.get("layer_norm_epsilon", 1e-6))))
        return g.op("Mul", g.op("Div", x, root), self.weights.real(f"{name}.weight"))

    def _fed(self, x: str, own: str) -> str:
        """The gated feed-forward layers, in a residual branch."""
        g, dense = self.graph, f"{own}.DenseReluDense"
        normed = self._norm(x, f"{own}.layer_norm")
        gate = g.op("Gelu", self._linear(normed, f"{dense}.wi_0.weight"), approximate="tanh")
        inner = g.op("Mul", gate, self._linear(normed, f"{dense}.wi_1.weight"))
        return g.op("Add", x, self._linear(inner, f"{dense}.wo.weight"))

    def _hiding(self) -> str:
        """What is added to the scores of the prompt's places: (rows, 1, 1, length)."""
        g = self.graph
        lost = g.op("Mul", g.op("Sub", g.number(1), g.cast(self.mask, "float32")), g.number(_UNSEEN))
        return g.op("Unsqueeze", lost, g.ints(1, 2))

    def _bias(self, before: str, both_ways: bool) -> str:
        """The bias of every key for every query behind ``before`` steps: (1, heads, steps, before + steps)."""
        g = self.graph
        name = f"{self.name}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
        by_distance = self.arrays[name].astype(np.float32)[buckets(self.config, both_ways)]
        if not both_ways:
            by_distance[_FAR + 1 :] = _UNSEEN
        one, steps = g.constant(np.array(1, np.int64)), g.op("Slice", g.op("Shape", self.ids), g.ints(1), g.ints(2))
        start = g.op("Squeeze", before, g.ints(0))
        stop = g.op("Add", start, g.op("Squeeze", steps, g.ints(0)))
        queries = g.op("Unsqueeze", g.op("Range", start, stop, one), g.ints(1))
        keys = g.op("Unsqueeze", g.op("Range", g.constant(np.array(0, np.int64)), stop, one), g.ints(0))
        place = g.op("Add", g.op("Sub", keys, queries), g.constant(np.array(_FAR, np.int64)))
        found = g.op("Gather", g.constant(by_distance, "bias.by.distance"), place, axis=0)
        return g.op("Unsqueeze", g.op("Transpose", found, perm=[2, 0, 1]), g.ints(0))


_PARTS = ("key", "value")
