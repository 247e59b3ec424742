"""The formatter as a task of Hugging Face transformers: ``pipeline("indic-text-formatting", model=…)``.

The task is there once this module is imported. No hub is asked, unless the formatter's own model is on one.

    import indic_tf.pipelines
    from transformers import pipeline

    write = pipeline("indic-text-formatting", model=IndicFormatter("hi"))
    write("मुझे पच्चीस हजार रुपये चाहिए")      # [{"formatted_text": "मुझे ₹25,000 चाहिए।"}]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, Pipeline, PretrainedConfig, PreTrainedModel
from transformers.pipelines import PIPELINE_REGISTRY

from .document import Formatted
from .errors import InputError, ModelError
from .formatter import IndicFormatter
from .inputs import Arguments

TASK = "indic-text-formatting"

# their annotations do not allow what their documentation tells to override
_Config: Any = PretrainedConfig
_Model: Any = PreTrainedModel
_Pipeline: Any = Pipeline


class FormatterConfig(_Config):  # type: ignore[misc]
    """What a formatter is made with: ``lang`` and any other argument of `IndicFormatter` that JSON can hold.

    ``tables`` and ``terms`` may stand in ``arguments`` or beside them. A saved folder names the folders of tables by
    their whole paths: they stay where they are.
    """

    model_type = "indic-tf-formatter"

    def __init__(
        self,
        lang: str = "",
        arguments: Mapping[str, Any] | None = None,
        *,
        tables: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
        terms: Iterable[str] = (),
        **kwargs: Any,
    ) -> None:
        self.lang = lang
        self.arguments = dict(arguments or {})
        if (folders := self.arguments.get("tables") if tables is None else tables) is not None:
            several = [folders] if isinstance(folders, (str, PathLike)) else folders
            self.arguments["tables"] = [str(Path(one).expanduser().resolve()) for one in several]
        if listed := Arguments.listed(terms or self.arguments.get("terms", ())):
            self.arguments["terms"] = listed
        super().__init__(**kwargs)


class FormatterModel(_Model):  # type: ignore[misc]
    """A formatter as a model of transformers, with ``save_pretrained`` and ``from_pretrained``.

    It has no weights of its own: the formatter loads its tagger and grammar on first use.
    """

    config_class = FormatterConfig

    def __init__(self, config: FormatterConfig, formatter: IndicFormatter | None = None) -> None:
        super().__init__(config)
        self.nothing = torch.nn.Parameter(torch.zeros(1), requires_grad=False)  # a model must have some tensor
        self.formatter = formatter or IndicFormatter(config.lang, **config.arguments)
        self._is_given = formatter is not None
        self.post_init()

    @classmethod
    def of(cls, formatter: IndicFormatter) -> FormatterModel:
        """The model of a formatter that is there already."""
        return cls(FormatterConfig(formatter.language.code), formatter)

    def _init_weights(self, module: Any) -> None:
        """There is nothing to be set."""

    def save_pretrained(self, save_directory: str | PathLike[str], *args: Any, **kwargs: Any) -> None:
        """Write a folder that ``pipeline(task, model=folder)`` reads.

        Raises `ModelError` for a formatter that was given whole: it is not known what it was made with.
        """
        if self._is_given:
            raise ModelError("only FormatterModel(FormatterConfig(lang, arguments)) can be saved")
        super().save_pretrained(save_directory, *args, **kwargs)

    def forward(self, texts: Iterable[str], batch_size: int = 64) -> Iterator[Formatted]:
        """Format texts, lazily, ``batch_size`` at a time."""
        return self.formatter.map(texts, batch_size=batch_size)


class FormattingPipeline(_Pipeline):  # type: ignore[misc]
    """Texts → formatted texts.

    A text is a str, or what the speech recognition pipeline returns (the value of its ``text``). One text gives a list
    of one ``{"formatted_text": …}``; a list gives a list of these; a generator or data set gives them lazily, in
    batches of ``batch_size`` (64). ``details=True`` adds words with their source words, edits and spans
    (`Formatted.as_dict`).
    Raises `InputError` for what is no text.
    """

    _load_tokenizer = _load_processor = _load_image_processor = _load_feature_extractor = _load_video_processor = False
    _pipeline_calls_generate = False

    def __init__(self, model: FormatterModel | IndicFormatter, **kwargs: Any) -> None:
        kwargs.setdefault("batch_size", 64)
        super().__init__(model=FormatterModel.of(model) if isinstance(model, IndicFormatter) else model, **kwargs)

    def _sanitize_parameters(self, details: bool | None = None, **unknown: Any) -> tuple[Any, Any, Any]:
        if unknown:
            raise InputError(f"unknown argument {next(iter(unknown))!r}; the pipeline takes details and batch_size")
        return {}, {}, {} if details is None else {"details": details}

    def preprocess(self, input_: Any, **parameters: Any) -> dict[str, Any]:
        text = input_.get("text") if isinstance(input_, Mapping) else input_
        if not isinstance(text, str):
            raise InputError(f"expected a text, or an object with a text, got {type(input_).__name__}")
        return {"text": text}

    def _forward(self, input_tensors: dict[str, Any], **parameters: Any) -> dict[str, Any]:
        return {"formatted": self.model.formatter(input_tensors["text"])}

    def postprocess(self, model_outputs: dict[str, Any], details: bool = False, **parameters: Any) -> dict[str, Any]:
        formatted: Formatted = model_outputs["formatted"]
        made = {"formatted_text": formatted.text}
        return made | {k: v for k, v in formatted.as_dict().items() if k != "text"} if details else made

    def get_iterator(
        self,
        inputs: Any,
        num_workers: int,
        batch_size: int,
        preprocess_params: dict[str, Any],
        forward_params: dict[str, Any],
        postprocess_params: dict[str, Any],
    ) -> Iterator[dict[str, Any]]:
        """Batches as the formatter makes them: there are no tensors to be padded before it."""
        items = (inputs[i] for i in range(len(inputs))) if hasattr(inputs, "__len__") else iter(inputs)
        texts = (self.preprocess(one, **preprocess_params)["text"] for one in items)
        for formatted in self.model(texts, batch_size=batch_size):
            yield self.postprocess({"formatted": formatted}, **postprocess_params)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """See the class; texts of one call are independent of each other."""
        if isinstance(inputs, list) and not inputs:
            return []
        if isinstance(inputs, tuple):
            inputs = list(inputs)
        made = super().__call__(inputs, *args, **kwargs)
        return [made] if isinstance(made, dict) else made


AutoConfig.register(FormatterConfig.model_type, FormatterConfig, exist_ok=True)
if TASK not in PIPELINE_REGISTRY.supported_tasks:
    PIPELINE_REGISTRY.register_pipeline(TASK, FormattingPipeline, pt_model=FormatterModel, type="text")
