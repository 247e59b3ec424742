"""What an extra of the package brings, where something cannot be done without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import ModelError

BRINGS = {
    "torch": ("torch", "transformers", "huggingface_hub", "tokenizers"),
    "export": ("onnxscript", "onnx", "onnx_ir"),
    "corpus": ("fsspec", "pyarrow"),
    "ray": ("ray",),
    "grammar": ("pynini", "pywrapfst", "_pynini", "_pywrapfst"),
}
"""Extras, and the modules that come with them."""


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Where the block misses a module that an extra brings, raise a `ModelError` that names its install line."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in BRINGS.items() if missing in modules), None)
        if extra is None:
            raise
        raise ModelError(f"{what} needs {missing}: {install(extra)}") from error


def install(extra: str) -> str:
    """The line that installs an extra."""
    return f"pip install 'indic-tf[{extra}]'"
