"""Threads that share formatters make each part once; a forked child goes on with what its parent had."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from indic_tf import IndicFormatter, InputError
from indic_tf.first_use import Shared, once, once_property
from indic_tf.languages import language
from indic_tf.routed import RoutedFormatter
from indic_tf.taggers import shared, tagger_of
from indic_tf.tagging.predict import Tagger
from indic_tf.wfst import compiled, pipeline
from indic_tf.wfst.compiled import grammar_folder

THREADS = 4
LANG = "brx"


def together(work: Callable[[], Any], count: int = THREADS) -> list[Any]:
    """What ``count`` threads make of ``work``, which all begin at once."""
    begin, made = threading.Barrier(count), list[Any]()

    def one() -> None:
        begin.wait()
        made.append(work())

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == count, "no thread failed"
    return made


def slowly(made: list[int]) -> int:
    made.append(0)
    time.sleep(0.05)
    return len(made)


# --- threads ------------------------------------------------------------------------------------------


def test_a_property_is_made_once() -> None:
    made: list[int] = []

    class Owner:
        @once_property
        def part(self) -> int:
            """A part."""
            return slowly(made)

    owner = Owner()
    assert together(lambda: owner.part) == [1] * THREADS
    assert Owner().part == 2, "each owner has its own"
    assert isinstance(Owner.part, once_property)
    owner.__dict__["part"] = 5
    assert owner.part == 5


def test_a_value_is_made_once() -> None:
    made: list[int] = []

    @once
    def make(key: str) -> int:
        return slowly(made)

    assert together(lambda: make("a")) == [1] * THREADS
    assert (make("b"), make("a")) == (2, 1)
    make.cache_clear()
    assert make("a") == 3


def test_what_failed_is_tried_again() -> None:
    tried: list[str] = []

    @once
    def make(key: str) -> str:
        tried.append(key)
        if len(tried) == 1:
            raise ValueError(key)
        return key

    with pytest.raises(ValueError, match="a"):
        make("a")
    assert make("a") == "a"


def test_formatters_of_many_threads_load_one_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    load = compiled.Compiled.__init__

    def counted(self: compiled.Compiled, facts: Any) -> None:
        made.append(facts.code)
        time.sleep(0.05)
        load(self, facts)

    grammar_folder(language(LANG))
    pipeline.grammar.cache_clear()
    monkeypatch.setattr(compiled.Compiled, "__init__", counted)
    grammars = together(lambda: IndicFormatter(LANG, model=None).grammar)
    assert (made, len(set(map(id, grammars)))) == ([LANG], 1)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that are loaded from now on."""
    made: list[str] = []
    load = Tagger.load.__func__  # type: ignore[attr-defined]

    def counted(cls: type[Tagger], /, name: str = "small", device: str = "auto", **options: bool) -> Tagger:
        made.append(name)
        time.sleep(0.05)
        tagger: Tagger = load(cls, name, device, **options)
        return tagger

    monkeypatch.setattr(Tagger, "load", classmethod(counted))
    monkeypatch.setattr("indic_tf.taggers._SHARED", Shared())
    return made


def test_threads_load_one_model(loads: list[str]) -> None:
    fmt = IndicFormatter("hi", model="small", normalizer=None)
    assert len(set(map(id, together(lambda: fmt.tagger)))) == 1
    assert loads == ["small"]


def test_formatters_load_one_model(loads: list[str]) -> None:
    formatters = [IndicFormatter(lang, model="small", normalizer=None) for lang in ("hi", "hi", "mr")]
    assert len({id(fmt.tagger) for fmt in formatters}) == 1
    assert shared("small", "auto") is formatters[0].tagger
    assert tagger_of("hi", "small") is formatters[0].tagger
    both = IndicFormatter("hi", model="small+e5_fast", normalizer=None)
    assert both.tagger is not None
    assert loads == ["small", "e5_fast"], "of two as one each is loaded once, too"


def test_a_model_goes_with_its_last_formatter(loads: list[str]) -> None:
    for _ in range(2):
        fmt = IndicFormatter("hi", model="small", normalizer=None)
        assert fmt.tagger is not None
        del fmt
    assert loads == ["small"] * 2


def test_a_folder_that_was_written_anew_is_another_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    made: Shared[list[str]] = Shared()

    class Network(list[str]):
        pass

    first = made.get(str(tmp_path), "cpu", lambda *names: Network(names))
    assert made.get(f"{tmp_path}/.", "cpu", lambda *names: Network()) is first
    assert made.get(str(tmp_path), "cuda", lambda *names: Network()) is not first
    (tmp_path / "config.json").write_text('{"a": 1}')
    assert made.get(str(tmp_path), "cpu", lambda *names: Network()) is not first


def test_normalizers_are_shared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from indic_tf.seq2seq import SpanNormalizer

    made: list[str] = []
    load = SpanNormalizer.load.__func__  # type: ignore[attr-defined]

    def counted(cls: type[SpanNormalizer], /, name: str, device: str, **options: bool) -> SpanNormalizer:
        made.append(name)
        normalizer: SpanNormalizer = load(cls, name, device, **options)
        return normalizer

    monkeypatch.setattr(SpanNormalizer, "load", classmethod(counted))
    formatters = [IndicFormatter(lang, normalizer="builtin") for lang in ("hi", "hi", "ta")]
    [first, *others] = [fmt.normalizers["mt5"] for fmt in formatters]
    assert all(other is first for other in others)
    assert made == ["builtin"]


def test_threads_that_share_a_formatter_agree() -> None:
    fmt = IndicFormatter("hi", model=None)
    texts = [f"{fmt.spoken(str(number))} रुपये" for number in range(1000, 1040)]
    alone = [made.text for made in fmt.map(texts)]
    assert all(made == alone for made in together(lambda: [fmt(text).text for text in texts]))


# --- fork ---------------------------------------------------------------------------------------------

FORKED = """
import multiprocessing, os, random
from indic_tf import IndicFormatter, InputError
import torch

SHORT = "आप कैसे हैं मैं ठीक हूँ हम कल मिलेंगे"
LONG = " ".join(["आप", *random.Random(0).choices(SHORT.split(), k=500)])
{before}

def work(text):
    return IndicFormatter("hi")(text).text if fmt is None else fmt(text).text

if __name__ == "__main__":
    assert torch.get_num_threads() == 2
    with multiprocessing.get_context("fork").Pool(2) as pool:
        asked = pool.map_async(work, [SHORT, LONG])
        try:
            made = asked.get(timeout=50)
        except multiprocessing.TimeoutError:
            os._exit(3)
    assert torch.get_num_threads() == 2, "the parent keeps its threads"
    print([text.startswith("आप") and any(mark in text for mark in "।?,") for text in made])
"""
BEFORE = {
    "a formatter was used": 'fmt = IndicFormatter("hi"); fmt(LONG)',
    "PyTorch was used": "fmt = None; (torch.ones(2000, 2000) @ torch.ones(2000, 2000)).exp()",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_a_forked_child_formats(before: str) -> None:
    environ = {**os.environ, "OMP_NUM_THREADS": "2"}
    code = FORKED.format(before=before)
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ, timeout=100)
    assert (made.returncode, made.stdout) == (0, "[True, True]\n"), made.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_does_not_wait_for_a_lock_of_its_parents_threads() -> None:
    code = (
        "import os, threading, time\n"
        "from indic_tf.first_use import once\n"
        "begun = threading.Event()\n"
        "@once\n"
        "def make(key):\n"
        "    if key == 'long': begun.set(); time.sleep(3)\n"
        "    return key\n"
        "threading.Thread(target=make, args=('long',)).start(); begun.wait()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    threading.Timer(2, lambda: os._exit(3)).start(); make('short'); os._exit(0)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (made.stdout, made.returncode) == ("0\n", 0), made.stderr


@pytest.mark.parametrize(("words", "threads"), [(3, 1), (600, 2)])
def test_a_short_text_waits_for_no_second_thread(words: int, threads: int) -> None:
    import torch

    before, tagger = torch.get_num_threads(), Tagger.load("small", "cpu", backend="torch")
    seen: list[int] = []
    network: Any = tagger._network
    network.module.register_forward_hook(lambda *_: seen.append(torch.get_num_threads()))
    torch.set_num_threads(2)
    try:
        tagger.tag([[f"word{i}" for i in range(words)]])
        assert (seen[0], torch.get_num_threads()) == (threads, 2)
    finally:
        torch.set_num_threads(before)


def test_a_routed_formatter_makes_one_of_a_language() -> None:
    made: list[str] = []

    def make(lang: str) -> Any:
        made.append(lang)
        time.sleep(0.05)
        return object()

    routed = RoutedFormatter(make)
    assert len(set(map(id, together(lambda: routed.of("hi"))))) == 1
    assert made == ["hi"]


def test_a_routed_formatter_comes_out_of_a_pickle_without_what_it_made() -> None:
    routed = IndicFormatter("auto", model=None)
    routed("two hundred")
    again = pickle.loads(pickle.dumps(routed))
    assert again("two hundred").text == routed("two hundred").text


@pytest.mark.parametrize("lang", ["en", "auto"])
def test_one_iterator_is_for_one_thread(lang: str) -> None:
    """What two threads take from one iterator is neither's answer."""
    formatter = IndicFormatter(lang, model=None)
    inside, go_on = threading.Event(), threading.Event()

    def texts() -> Iterator[str]:
        yield "a first"
        inside.set()
        go_on.wait(10)
        yield "a second"

    answers = formatter.map(texts(), batch_size=1)
    assert next(answers).text == "a first"

    got: list[str] = []
    other = threading.Thread(target=lambda: got.append(next(answers).text))
    other.start()
    inside.wait(10)
    with pytest.raises(InputError, match="two threads asked one iterator of map at once"):
        next(answers)
    go_on.set()
    other.join()
    assert got == ["a second"]
    with pytest.raises(InputError, match="two threads"):
        next(answers)


def test_an_iterator_may_go_from_thread_to_thread() -> None:
    """One after the other, as a server's pool of threads asks for the next answer."""
    answers = IndicFormatter("en", model=None).map(["two hundred"] * 4)
    made: list[str] = []
    for _ in range(4):
        thread = threading.Thread(target=lambda: made.append(next(answers).text))
        thread.start()
        thread.join()
    assert made == ["200"] * 4
