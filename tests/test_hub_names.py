"""Names of models: those of the package, folders by their paths, and the hub only where ``hf://`` says so."""

from __future__ import annotations

import logging
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest

from indic_tf import consult
from indic_tf.errors import ModelError
from indic_tf.resources import model_folder, model_names
from indic_tf.seq2seq import SpanNormalizer
from indic_tf.tagging import hub, joint
from indic_tf.tagging.predict import Tagger, find
from indic_tf.training import start

Asked = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """What is asked of the hub, from an empty working directory; it has nothing."""
    made: Asked = []

    def snapshot(name: str, **options: Any) -> str:
        made.append((name, options))
        raise OSError("out of reach")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot)
    monkeypatch.chdir(tmp_path)
    return made


def folder(path: str, *names: str) -> Path:
    made = Path(path)
    made.mkdir(parents=True, exist_ok=True)
    for name in names:
        (made / name).write_text("{}")
    return made


LOADERS: list[Callable[[str], object]] = [
    lambda name: Tagger.load(name, "cpu"),
    lambda name: SpanNormalizer.load(name, "cpu"),
    lambda name: consult.load(name, "cpu"),
    lambda name: joint.load(name, "cpu"),
    lambda name: joint.load(f"{name}+small", "cpu"),
]


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("name", ["runs/tagger", "models/e5", "a/b/c", "./model", "/none/here", "~/none/here"])
def test_no_path_is_asked_for_on_the_hub(load: Callable[[str], object], name: str, asked: Asked) -> None:
    with pytest.raises(ModelError, match="no such folder") as raised:
        load(name)
    assert asked == []
    assert ("write hf://" in str(raised.value)) == (hub.is_id(name) and name[0] not in ".~")


@pytest.mark.parametrize(("name", "revision"), [("hf://me/tagger", None), ("hf://me/tagger@v1.0", "v1.0")])
def test_the_hub_is_asked_where_the_name_says_so(name: str, revision: str | None, asked: Asked) -> None:
    folder("hf:/me/tagger", "config.json")
    folder("me/tagger", "config.json")
    for load in LOADERS:
        asked.clear()
        with pytest.raises(ModelError, match="out of reach"):
            load(name)
        [(repository, options)] = asked
        assert (repository, options["revision"]) == ("me/tagger", revision)
        patterns = options["allow_patterns"]
        assert "*.safetensors" in patterns
        assert not [pattern for pattern in patterns if pattern in ("*", "*.bin", "*.py", "*.pt", "*.pkl")]


@pytest.mark.parametrize("name", ["hf://", "hf://a/b/c", "hf://a/b@", "hf:///b", "hf://a b/c", "hf://../x y"])
def test_a_bad_name_of_the_hub_is_told(name: str, asked: Asked) -> None:
    with pytest.raises(ModelError, match="write hf://owner/name"):
        find(name)
    assert asked == []


@pytest.mark.parametrize("name", model_names())
def test_names_of_the_package_are_its_own(name: str, asked: Asked) -> None:
    folder(name, "config.json", "tags.json")
    assert find(name) == model_folder(name)
    assert find(f"./{name}") == Path(name).absolute()
    assert find(Path(name)) == Path(name).absolute()


def test_the_working_directory_shadows_nothing(asked: Asked) -> None:
    for name in ("builtin", "default", "default+fast", "small+e5", "spans"):
        folder(name, "config.json", "tags.json")
    assert SpanNormalizer.find("builtin") == model_folder("spans")
    assert joint.names("default+fast") == ["default", "fast"]
    assert joint.names("small+e5") == ["small", "e5"]
    assert joint.names("./small+e5") == ["./small+e5"]
    assert joint.names(str(Path("small+e5").absolute())) == [str(Path("small+e5").absolute())]
    assert joint.names("./default+small") == ["./default", "small"]
    assert consult.load("builtin", "cpu")[0] == consult.MT5


def test_a_folder_without_a_separator_is_told_how_to_write_it(asked: Asked) -> None:
    folder("mine", "config.json")
    with pytest.raises(ModelError, match=r"for the folder of that name write \./mine"):
        find("mine")
    with pytest.raises(ModelError, match=r"the package has e5"):
        find("nothing")
    folder("runs/half")
    with pytest.raises(ModelError, match=r"the folder has no config\.json"):
        find("runs/half")


@pytest.fixture
def cached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A hub's cache with one model in it, and no network."""
    cache = tmp_path / "hub"
    snapshot = cache / "models--me--tagger" / "snapshots" / ("0" * 40)
    folder(str(snapshot), "config.json", "model.safetensors")
    for ref in ("main", "v1"):
        (snapshot.parents[1] / "refs").mkdir(exist_ok=True)
        (snapshot.parents[1] / "refs" / ref).write_text("0" * 40)
    download = huggingface_hub.snapshot_download
    monkeypatch.setattr(
        huggingface_hub, "snapshot_download", lambda name, **options: download(name, cache_dir=cache, **options)
    )
    return snapshot


def refuse(*arguments: object, **options: object) -> None:
    raise AssertionError("the hub was asked")


def test_offline_the_cache_is_enough(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.HfApi, "repo_info", refuse)
    assert find("hf://me/tagger", local_files_only=True) == cached
    assert find("hf://me/tagger@v1", local_files_only=True) == cached
    with pytest.raises(ModelError, match="hf download me/other"):
        find("hf://me/other", local_files_only=True)
    with pytest.raises(ModelError, match="hf download me/other"):
        SpanNormalizer.load("hf://me/other", local_files_only=True)


def test_the_environment_can_forbid_the_hub(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert find("hf://me/tagger") == cached
    with pytest.raises(ModelError, match="cannot be had"):
        find("hf://me/other")


def test_only_weights_that_hold_no_code_are_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def snapshot(name: str, allow_patterns: list[str], **options: object) -> str:
        pickled = any("bin" in pattern for pattern in allow_patterns)
        return str(folder(str(tmp_path / "x"), "config.json", *(["pytorch_model.bin"] if pickled else [])))

    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot)
    with pytest.raises(ModelError, match="holds no weights as safetensors"):
        find("hf://me/old")
    with caplog.at_level(logging.WARNING):
        assert start.encoder_folder("hf://me/old") == tmp_path / "x"
    assert "has no safetensors" in caplog.text


def test_recipes_name_encoders_of_the_hub_as_before(asked: Asked, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("google/some-encoder", "some-encoder", "hf://google/some-encoder@main"):
        with pytest.raises(ModelError, match="out of reach"):
            start.encoder_folder(name)
    assert [name for name, _ in asked] == ["google/some-encoder", "some-encoder", "google/some-encoder"]
    assert "it is taken for a model of the Hugging Face hub" in caplog.text


@pytest.mark.parametrize("name", ["runs/tagger", "./encoder", "../encoder", "runs/a/model", "/none/model", "~/x"])
def test_a_mistyped_folder_of_a_recipe_is_not(name: str, asked: Asked) -> None:
    folder("runs")
    with pytest.raises(ModelError, match="no folder"):
        start.encoder_folder(name)
    assert asked == []


def test_the_list_of_what_was_written_is_not_uploaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: dict[str, Any] = {}
    monkeypatch.setattr(huggingface_hub.HfApi, "create_repo", lambda self, name, **options: f"https://hub/{name}")
    monkeypatch.setattr(huggingface_hub.HfApi, "upload_folder", lambda self, **options: sent.update(options))
    made = folder(str(tmp_path / "m"), "config.json", ".indic-tf.json")
    hub.upload(made, "me/m", private=True)
    assert any(fnmatch(".indic-tf.json", pattern) for pattern in sent["ignore_patterns"])
