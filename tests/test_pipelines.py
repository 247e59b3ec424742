"""The task of transformers, called as transformers calls tasks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import transformers

from indic_tf import IndicFormatter, InputError, ModelError
from indic_tf.pipelines import TASK, FormatterConfig, FormatterModel

pipeline: Any = transformers.pipeline  # its annotations know the tasks of the library alone

SAID = {
    "hi": ("मुझे पच्चीस हजार रुपये चाहिए", "मुझे ₹25,000 चाहिए"),
    "ta": ("எனக்கு இருபத்தைந்தாயிரம் ரூபாய் வேண்டும்", "எனக்கு ₹25,000 வேண்டும்"),
    "en": ("twenty five lakh rupees", "₹25 lakh"),
}


@pytest.fixture(params=sorted(SAID))
def made(request: pytest.FixtureRequest) -> tuple[Any, str, str]:
    lang: str = request.param
    return pipeline(TASK, model=IndicFormatter(lang, model=None)), *SAID[lang]


@pytest.fixture(autouse=True)
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a hub fails."""
    import huggingface_hub

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("a hub was asked")

    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", refuse)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", refuse)


def test_one_text(made: tuple[Any, str, str]) -> None:
    write, said, written = made
    assert write(said) == [{"formatted_text": written}]


@pytest.mark.parametrize("batch_size", [1, 2, 64])
def test_lists_and_generators(made: tuple[Any, str, str], batch_size: int) -> None:
    write, said, written = made
    expected = [{"formatted_text": written}] * 3
    assert write([said] * 3, batch_size=batch_size) == expected
    assert list(write((said for _ in range(3)), batch_size=batch_size)) == expected
    assert write([]) == []


def test_generators_are_lazy() -> None:
    seen = []

    def texts() -> Iterator[str]:
        for i in range(100):
            seen.append(i)
            yield "two hundred rupees"

    answers = pipeline(TASK, model=IndicFormatter("en", model=None), batch_size=4)(texts())
    assert next(iter(answers)) == {"formatted_text": "₹200"}
    assert len(seen) <= 8


def test_what_a_recogniser_returns(made: tuple[Any, str, str]) -> None:
    """The answers of transformers' speech recognition go in as they are."""
    write, said, written = made
    assert write([{"text": said, "chunks": []}]) == [{"formatted_text": written}]
    assert write({"text": said}) == [{"formatted_text": written}]


def test_details() -> None:
    [found] = pipeline(TASK, model=IndicFormatter("hi", model=None))("दो सौ लोग", details=True)
    assert found["formatted_text"] == "200 लोग"
    assert [word["words"] for word in found["words"]] == [[0, 2], [2, 3]]
    assert found["spans"][0]["kind"] == "cardinal"


def test_with_a_tagger() -> None:
    write = pipeline(TASK, model=IndicFormatter("hi", model="fast"))
    texts = ["आप कब आएंगे", "मैं कल आऊँगा"]
    assert [one["formatted_text"] for one in write(texts)] == [
        IndicFormatter("hi", model="fast")(t).text for t in texts
    ]


def test_saved_and_loaded(tmp_path: Path) -> None:
    """A folder is a model like any other; it says what the formatter is made with."""
    FormatterModel(FormatterConfig("hi", {"model": None, "style": "native"})).save_pretrained(tmp_path)
    assert pipeline(TASK, model=str(tmp_path))("दो सौ लोग") == [{"formatted_text": "२०० लोग"}]


def test_errors() -> None:
    write = pipeline(TASK, model=IndicFormatter("hi", model=None))
    wrongs: tuple[Any, ...] = (3, None, [3], {"words": []})
    for wrong in wrongs:
        with pytest.raises(InputError):
            write(wrong)
    with pytest.raises(InputError, match="temperature"):
        write("दो", temperature=1)
    with pytest.raises(ModelError):
        write.model.save_pretrained("nowhere")
