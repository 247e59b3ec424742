"""The service as its callers see it: a real server on loopback, real formatters behind it."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from doc_pages import Block, blocks, pages, run
from service_beside import HTTP, SAID, SRT, Beside, beside, post, recogniser

from indic_tf import IndicFormatter, languages
from indic_tf.cli import app as command

MONEY = "मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं"
EXAMPLES = yaml.safe_load(
    (Path(__file__).parents[1] / "indic_tf" / "service" / "examples.yaml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def upstream() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with recogniser() as made:
        yield made


@pytest.fixture(scope="module")
def service(upstream: tuple[str, list[dict[str, Any]]]) -> Iterator[Beside]:
    options = ["--warm", "hi", "--warm", "en", "--upstream", upstream[0], "--cors", "https://example.org"]
    limits = ["--max-texts", "20", "--max-words", "1500", "--max-body", "0.25", "--max-upload", "0.25"]
    own = {"INDIC_TF_UPSTREAM_KEY": "upstream-secret"}
    with beside(*options, *limits, "--drain", "0.1", env=own) as made:
        yield made


def asked(service: Beside, path: str, status: int = 200, **body: Any) -> Any:
    got = post(service.url + path, body)
    assert got.status_code == status, got.text
    return got.json()


# --- format -------------------------------------------------------------------------------------------


def test_one_text_is_what_the_formatter_makes_of_it(service: Beside) -> None:
    want = IndicFormatter("hi")(MONEY).as_dict()
    parts = ["words", "edits", "spans"]
    assert asked(service, "/v1/format", text=MONEY, language="hi", include=parts) == {"language": "hi", **want}
    assert asked(service, "/v1/format", text=MONEY, language="Hindi") == {"language": "hi", "text": want["text"]}


@pytest.mark.parametrize(
    "options",
    [
        {"model": "none"},
        {"style": "native"},
        {"style": {"currency": "after", "currency_space": True}},
        {"punctuation": False},
        {"itn": False},
        {"final": "never"},
        {"terms": ["हजार"]},
    ],
    ids=str,
)
def test_options_are_those_of_the_formatter(service: Beside, options: dict[str, Any]) -> None:
    from indic_tf import Style

    own = {**options}
    if own.get("model") == "none":
        own["model"] = None
    if isinstance(own.get("style"), dict):
        own["style"] = Style(**own["style"])
    want = IndicFormatter("hi", **own)(MONEY).text
    assert asked(service, "/v1/format", text=MONEY, language="hi", **options)["text"] == want


def test_latin_letters_become_native_where_it_is_asked(service: Beside) -> None:
    said = "mujhe das rupaye chahiye"
    made = asked(service, "/v1/format", text=said, language="hi", model="none", script="native", include=["edits"])
    assert made["text"] == "मुझे ₹10 चाहिए"
    assert [edit["kind"] for edit in made["edits"]] == ["script", "money", "script"]


def test_fillers_are_taken_out_where_it_is_asked(service: Beside) -> None:
    said = "i uh i want two hundred rupees"
    made = asked(service, "/v1/format", text=said, language="en", disfluency="remove", include=["disfluencies"])
    want = IndicFormatter("en", disfluency="remove")(said)
    assert made["text"] == want.text
    assert made["disfluencies"] == [one.as_dict() for one in want.disfluencies] != []


def test_texts_come_back_in_their_order_in_their_languages(service: Beside) -> None:
    texts = [MONEY, "two hundred people came to the house", "", "कल सुबह दस बजे आना"]
    results = asked(service, "/v1/format", texts=texts, language="auto")["results"]
    auto = IndicFormatter("auto")
    assert [one["text"] for one in results] == [made.text for made in auto.map(texts)]
    assert [one["language"] for one in results] == ["hi", "en", "", "hi"]


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_of_the_page_work(service: Beside, name: str) -> None:
    for example in EXAMPLES[name].values():
        got = post(f"{service.url}/v1/{name}", example["value"])
        assert got.status_code == 200, got.text
        assert got.text.strip()


def test_a_number_goes_across_segments(service: Beside) -> None:
    made = asked(service, "/v1/format", **EXAMPLES["format"]["segments"]["value"], to="srt")
    assert [one["text"] for one in made["segments"]] == ["The total is ₹205.", "Thank you."]
    assert made["content"].startswith("1\n00:00:00,000 --> ")
    assert made["problems"] == []


@pytest.mark.parametrize("as_text", [True, False])
def test_files_of_recognisers_come_back_in_their_shape(service: Beside, as_text: bool) -> None:
    path = Path(__file__).parents[1] / "docs" / "examples" / "call.json"
    text = path.read_text(encoding="utf-8")
    made = asked(service, "/v1/format", transcript=text if as_text else json.loads(text), language="hi", to="same")
    from indic_tf import transcripts

    want = IndicFormatter("hi").transcript(transcripts.read(path))
    assert json.loads(made["content"]) == json.loads(want.written())
    assert made["text"] == want.text


def test_captions_are_a_file(service: Beside) -> None:
    body: dict[str, Any] = {"transcript": SRT, "language": "en", "to": "vtt", "max_chars": 30}
    got = post(service.url + "/v1/captions", body)
    assert (got.status_code, got.headers["content-type"].partition(";")[0]) == (200, "text/vtt")
    assert got.text.startswith("WEBVTT")
    assert "₹205" in got.text
    made = post(service.url + "/v1/captions", {**body, "as_json": True}).json()
    assert made["content"] == got.text
    assert int(got.headers["x-problems"]) == len(made["problems"])


def test_reading_aloud(service: Beside) -> None:
    assert asked(service, "/v1/spoken", text="₹25,000", language="hi") == {
        "text": IndicFormatter("hi").spoken("₹25,000")
    }
    made = asked(service, "/v1/spoken", texts=["12.5%", "", "₹1,500 है"], language="hi")
    assert [one["text"] for one in made["results"]] == [*map(IndicFormatter("hi").spoken, ("12.5%", "", "₹1,500 है"))]


# --- what is refused ----------------------------------------------------------------------------------

REFUSED = [
    ({"text": "a", "language": "hix"}, "unknown_language", "hi"),
    ({"text": "a", "texts": ["b"]}, "invalid", "text and texts"),
    ({}, "invalid", "text, texts, segments, transcript"),
    ({"text": "a", "langage": "hi"}, "invalid", "langage"),
    ({"text": "a", "model": "/etc"}, "unknown_model", "default, fast, none"),
    ({"text": "a", "model": "hf://a/b"}, "unknown_model", "choose"),
    ({"text": "a", "normalizer": "./x"}, "unknown_normalizer", "choose"),
    ({"text": "a", "style": "loud"}, "unknown_style", "verbatim"),
    ({"text": "a", "style": {"digits": "roman"}}, "invalid", "latin"),
    ({"text": "a", "style": {"digit": "latin"}}, "invalid", "digit"),
    ({"text": "a", "include": ["sentences"]}, "unknown_part", "words"),
    ({"text": "a", "to": "srt"}, "not_for_texts", "segments"),
    ({"text": "a", "model": "none", "disfluency": "remove", "language": "en"}, "refused", "model"),
    ({"texts": ["a"] * 21}, "too_many_texts", "--max-texts"),
    ({"text": "a " * 1501}, "too_many_words", "--max-words"),
    ({"transcript": "a " * 1501, "language": "en"}, "refused", "1500"),
    ({"transcript": {"a": 1}}, "refused", "JSON object"),
    ({"transcript": ""}, "refused", "empty"),
    ({"transcript": "a", "to": "docx"}, "unknown_format", "srt"),
    ({"transcript": "a", "from": "docx"}, "unknown_format", "whisper"),
    ({"segments": [{"text": "a", "start": "x"}]}, "invalid", "segments.0.start"),
    ({"text": "a", "terms": ["x"] * 201}, "invalid", "terms"),
]


@pytest.mark.parametrize(("body", "code", "says"), REFUSED, ids=lambda one: str(one)[:60])
def test_what_cannot_be_done_is_refused_with_what_to_do(service: Beside, body: Any, code: str, says: str) -> None:
    error = asked(service, "/v1/format", 422, **body)["error"]
    assert error["code"] == code
    assert says in error["message"], error


@pytest.mark.parametrize("kind", ["application/json", "text/plain", None])
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b'"a"', b"[" * 100_000, b'{"text": "\\ud800"}', b"null", b"NaN"],
    ids=lambda one: repr(one[:20]),
)
def test_bodies_that_are_no_request(service: Beside, kind: str | None, body: bytes) -> None:
    got = HTTP.post(service.url + "/v1/format", content=body, headers={"Content-Type": kind} if kind else {})
    assert got.status_code == 422, got.text
    assert got.json()["error"]["message"]


def test_other_routes_and_methods(service: Beside) -> None:
    for method, path, status in (("GET", "/v1/format", 405), ("POST", "/v2", 404), ("DELETE", "/v1/languages", 405)):
        got = HTTP.request(method, service.url + path)
        assert (got.status_code, got.json()["error"]["code"]) == (status, f"http_{status}")


def test_bodies_that_are_too_large(service: Beside) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(64):
            yield b"a" * 8192

    for content in (b"a" * 300_000, chunks()):
        got = HTTP.post(service.url + "/v1/format", content=content, headers={"Content-Type": "application/json"})
        assert (got.status_code, got.json()["error"]["code"]) == (413, "body_too_large")
    assert asked(service, "/v1/format", text="two", language="en")


def test_any_style_of_ones_own(service: Beside) -> None:
    for day, style in (("1947-08-15", {"date": "iso"}), ("१५.०८.१९४७", {"date": "point", "digits": "native"})):
        said = "पंद्रह अगस्त उन्नीस सौ सैंतालीस"
        assert asked(service, "/v1/format", text=said, language="hi", style=style)["text"].startswith(day)


# --- hostile callers ----------------------------------------------------------------------------------

HOSTILE = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
ANY = st.text(st.characters(), max_size=30)  # half characters too
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | ANY
JSON = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY, inner, max_size=4))
FIELDS = [
    "text",
    "texts",
    "segments",
    "transcript",
    "language",
    "style",
    "include",
    "to",
    "from",
    "terms",
    "final",
    "words",
]
BODIES = st.dictionaries(st.sampled_from(FIELDS) | ANY, JSON, max_size=5)
SPEECH = st.text(max_size=60) | st.lists(
    st.sampled_from([*MONEY.split(), "two", "hundred", "\u200d", "\x00", "़"]), max_size=12
).map(" ".join)


def sent(service: Beside, path: str, content: bytes) -> Any:
    got = HTTP.post(service.url + path, content=content, headers={"Content-Type": "application/json"}, timeout=60)
    assert got.status_code < 500, (content, got.text)
    return got


@pytest.mark.parametrize("path", ["/v1/format", "/v1/spoken", "/v1/captions"])
@HOSTILE
@given(
    content=st.binary(max_size=200)
    | st.text(max_size=100).map(str.encode)
    | JSON.map(lambda one: json.dumps(one).encode())
)
def test_no_bytes_bring_it_down(service: Beside, path: str, content: bytes) -> None:
    assert sent(service, path, content).status_code == 422


@pytest.mark.parametrize("path", ["/v1/format", "/v1/captions"])
@HOSTILE
@given(body=BODIES)
def test_no_json_brings_it_down(service: Beside, path: str, body: dict[str, Any]) -> None:
    sent(service, path, json.dumps({"language": "en", "model": "none", **body}).encode())


@HOSTILE
@given(text=SPEECH, lang=st.sampled_from(["hi", "en"]))
def test_every_text_is_answered(service: Beside, text: str, lang: str) -> None:
    got = sent(service, "/v1/format", json.dumps({"text": text, "language": lang}).encode())
    assert got.status_code == 200, got.text
    assert "problem" not in got.json()


@HOSTILE
@given(transcript=JSON | SPEECH)
def test_every_transcript_is_answered(service: Beside, transcript: Any) -> None:
    body = {"transcript": transcript, "language": "en", "model": "none", "to": "same"}
    got = sent(service, "/v1/format", json.dumps(body).encode())
    assert got.status_code == 200 or got.json()["error"]["message"]


# --- what the service tells of itself -----------------------------------------------------------------


def test_health_languages_and_the_page(service: Beside) -> None:
    assert HTTP.get(service.url + "/health").json() == {"status": "ok"}
    assert HTTP.get(service.url + "/ready").json() == {"status": "ready"}
    rows = HTTP.get(service.url + "/v1/languages").json()["languages"]
    assert [one["code"] for one in rows] == [*languages()]
    page = HTTP.get(service.url + "/openapi.json").json()
    assert {"/v1/format", "/v1/spoken", "/v1/captions", "/v1/languages", "/v1/audio/transcriptions"} <= page[
        "paths"
    ].keys()
    shown = page["paths"]["/v1/format"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    assert {name: one["value"] for name, one in shown.items()} == {k: v["value"] for k, v in EXAMPLES["format"].items()}
    assert {"413", "422", "429", "503", "504"} <= page["paths"]["/v1/format"]["post"]["responses"].keys()


def test_counters(service: Beside) -> None:
    def count() -> float:
        lines = HTTP.get(service.url + "/metrics").text.splitlines()
        name = 'indic_tf_requests_total{method="POST",route="/v1/format",status="200"}'
        return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name)), 0)

    before = count()
    asked(service, "/v1/format", text="two", language="en")
    HTTP.post(service.url + "/v9/" + "x" * 50)
    page = HTTP.get(service.url + "/metrics").text
    assert count() == before + 1
    assert 'route="(none)"' in page
    assert "xxx" not in page
    assert "indic_tf_batch_size_bucket" in page


def test_names_of_requests_and_a_log_without_text(service: Beside) -> None:
    secret = "my secret number is two hundred"
    got = post(service.url + "/v1/format", {"text": secret, "language": "en"}, headers={"X-Request-ID": "abc-1"})
    assert got.headers["x-request-id"] == "abc-1"
    line = service.wait("request", id="abc-1")
    assert (line["status"], line["path"], line["texts"], line["words"]) == (200, "/v1/format", 1, 6)
    assert "secret" not in "".join(service.raw)
    bad = HTTP.get(service.url + "/v1/languages", headers={"X-Request-ID": 'a"\\b' * 40})
    assert len(bad.headers["x-request-id"]) == 32


def test_pages_of_other_origins(service: Beside) -> None:
    for origin, allowed in (("https://example.org", "https://example.org"), ("https://evil.example", None)):
        got = HTTP.get(service.url + "/v1/languages", headers={"Origin": origin})
        assert got.headers.get("access-control-allow-origin") == allowed


# --- a recogniser behind it ---------------------------------------------------------------------------


def heard(service: Beside, shape: str, audio: bytes = b"RIFF", query: str = "", **form: Any) -> Any:
    return HTTP.post(
        f"{service.url}/v1/audio/transcriptions{query}",
        files={"file": ("a.wav", audio, "audio/wav")},
        data={"model": "whisper-1", "language": "en", "response_format": shape, **form},
        timeout=60,
    )


def test_json_and_text_of_a_recogniser(service: Beside, upstream: tuple[str, list[dict[str, Any]]]) -> None:
    want = IndicFormatter("en")(SAID).text
    got = heard(service, "json", temperature="0.2")
    assert got.json() == {"text": want, "usage": {"type": "duration", "seconds": 6}}
    asked_of = upstream[1][-1]
    assert asked_of["path"] == "/v1/audio/transcriptions"
    assert asked_of["key"] == "Bearer upstream-secret"
    assert asked_of["parts"]["temperature"] == [b"0.2"]
    assert asked_of["parts"]["file"] == [b"RIFF"]
    text = heard(service, "text")
    assert text.text == want + "\n"
    assert text.headers["content-type"].startswith("text/plain")


def test_verbose_json_of_a_recogniser(service: Beside) -> None:
    made = heard(service, "verbose_json").json()
    assert made["text"].strip() == "The total is ₹205. Thank you."
    assert [one["text"].strip() for one in made["segments"]] == ["The total is ₹205.", "Thank you."]
    assert [one["avg_logprob"] for one in made["segments"]] == [-0.2, -0.3]
    money = next(one for one in made["words"] if "205" in one["word"])
    assert (money["start"], money["end"]) == (pytest.approx(1.8), pytest.approx(4.7))
    assert (made["task"], made["duration"]) == ("transcribe", 6.0)


@pytest.mark.parametrize("shape", ["srt", "vtt", "diarized_json"])
def test_timed_answers_of_a_recogniser(service: Beside, shape: str) -> None:
    got = heard(service, shape)
    assert got.status_code == 200, got.text
    assert ("-->" in got.text) == (shape != "diarized_json")
    assert got.text.startswith("WEBVTT") == (shape == "vtt")
    assert "The total is" in got.text
    if shape == "diarized_json":
        assert [one["speaker"] for one in got.json()["segments"]] == ["A", "B"]
    else:
        assert "₹205" in got.text


def test_options_in_the_query_of_a_recording(service: Beside) -> None:
    got = heard(service, "json", query="?punctuation=false&style=verbatim&case=false")
    assert got.json()["text"] == SAID
    assert heard(service, "json", query="?styl=native").json()["error"]["param"] == "styl"
    assert heard(service, "json", language="hix").status_code == 422
    assert heard(service, "json", stream="true").json()["error"]["code"] == "not_streamed"


def test_errors_of_a_recogniser(service: Beside) -> None:
    for status, seen in ((400, 400), (401, 401), (429, 429), (500, 502), (503, 502)):
        got = heard(service, "json", b"status %d" % status)
        assert got.status_code == seen, got.text
        assert got.headers.get("retry-after") == ("7" if status == 429 else None)
    got = HTTP.post(service.url + "/v1/audio/transcriptions", data={"model": "x"})
    assert got.status_code == 422
    assert heard(service, "json", b"a" * 300_000).status_code == 413
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x", "application/json"):
        got = HTTP.post(service.url + "/v1/audio/transcriptions", content=b"--x\r\nhm", headers={"Content-Type": kind})
        assert got.status_code == 422, got.text


# --- the page -----------------------------------------------------------------------------------------

PAGE = blocks("docs/service.md") if pages() else []
SHOWN = [(one, after) for one, after in pairwise(PAGE) if one.kind == "sh" and one.text.startswith("curl ")]


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
@pytest.mark.parametrize(("shown", "want"), SHOWN, ids=lambda block: block.title[:60])
def test_what_the_page_asks_is_answered_as_it_says(service: Beside, shown: Block, want: Block) -> None:
    command = shlex.split(shown.text.replace("localhost:8000", service.url.removeprefix("http://")))
    got = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    if want.kind == "json":
        assert json.loads(got) == json.loads(want.text)
    else:
        assert got.strip() == want.text.strip()


def test_what_the_page_does_in_python(service: Beside) -> None:
    session = next((one for one in PAGE if one.kind == "python"), None)
    if session is None:
        pytest.skip("no page beside the tests")
    names: dict[str, Any] = {}
    run(replace(session, text=session.text.replace("http://localhost:8000", service.url)), names)
    names["client"].close()


# --- the command --------------------------------------------------------------------------------------


def test_help_and_bad_options() -> None:
    from typer.testing import CliRunner

    run = CliRunner()
    assert "docs/service.md" in run.invoke(command, ["serve", "--help"]).output
    assert run.invoke(command, ["serve", "--warm", "hix"]).exit_code == 2
    assert run.invoke(command, ["serve", "--upstream", "here"]).exit_code == 2


def test_a_worker_begins_without_pytorch() -> None:
    import sys

    options = {"model": "default", "device": "auto", "threads": 1, "warm": ["en"]}
    code = "import sys; sys.modules['torch'] = None; from indic_tf.service.worker import _begun"
    code += f"; print(_begun({options})[1])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "ready\n"


def test_a_missing_extra_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from typer.testing import CliRunner

    for name in [name for name in sys.modules if name.startswith("indic_tf.service")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(command, ["serve"])
    assert result.exit_code == 2
    assert "pip install 'indic-tf[serve]'" in result.output
