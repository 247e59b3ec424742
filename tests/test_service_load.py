"""The service under load, with keys, with live text; its client; and its end."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("websockets")

import httpx
from service_beside import SRT, Beside, beside

from indic_tf import IndicFormatter
from indic_tf.client import AsyncClient, Busy, Client, Fault, Invalid, NotAllowed, TimedOut, TooLarge, Unreachable
from indic_tf.client.wire import retry_after

SAID = "the total is two hundred and five rupees thank you"
KEYS = {"shop": "0123456789abcdef", "bank": "fedcba9876543210"}
WAITING, PER_CALLER, STREAMS = 12, 8, 2


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    path = tmp_path_factory.mktemp("keys") / "keys.txt"
    path.write_text(f"# callers\nshop:{KEYS['shop']}\n", encoding="utf-8")
    limits = ["--max-waiting", str(WAITING), "--per-caller", str(PER_CALLER), "--max-streams", str(STREAMS)]
    env = {"INDIC_TF_API_KEYS": f"bank:{KEYS['bank']}"}
    with beside(
        "--warm", "en", "--api-keys", str(path), *limits, "--max-body", "0.1", "--timeout", "120", env=env
    ) as made:
        yield made


@pytest.fixture
def client(service: Beside) -> Iterator[Client]:
    with Client(service.url, KEYS["shop"]) as made:
        yield made


# --- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong-wrong"},
        {"Authorization": "Basic " + KEYS["shop"]},
        {"Authorization": "Bearer"},
        {"X-API-Key": KEYS["shop"][:-1]},
        {"X-API-Key": b"\xff\xfe"},
        {"Authorization": "Bearer shop:" + KEYS["shop"]},
    ],
    ids=lambda one: repr(one),
)
def test_without_a_key_nothing_is_done(service: Beside, headers: Any) -> None:
    for method, path in (("POST", "/v1/format"), ("GET", "/v1/languages"), ("POST", "/v1/none"), ("GET", "/v1/stream")):
        got = httpx.request(method, service.url + path, headers=headers)
        assert (got.status_code, got.headers["www-authenticate"]) == (401, "Bearer")
    assert httpx.get(service.url + "/health", headers=headers).status_code == 200


def test_both_headers_and_both_sources_of_keys(service: Beside) -> None:
    for name, key in KEYS.items():
        for headers in ({"Authorization": f"bearer {key}"}, {"X-API-Key": key}):
            got = httpx.get(service.url + "/v1/languages", headers={**headers, "X-Request-ID": f"{name}-1"})
            assert got.status_code == 200
        assert service.wait("request", id=f"{name}-1")["caller"] == name
    assert not [line for line in service.raw for key in KEYS.values() if key in line]


# --- the client ---------------------------------------------------------------------------------------


def test_the_client_does_all_that_the_service_does(client: Client) -> None:
    formatter = IndicFormatter("en")
    want = formatter(SAID)
    made = client.format(SAID, language="en", include=["spans", "words"])
    assert (made.text, made.language) == (want.text, "en")
    assert made.spans == [span.as_dict() for span in want.spans]
    assert made.edits is None
    many = client.format_many([SAID, "two", ""], language="en", per_request=2, model="none")
    assert [one.text for one in many] == [made.text for made in IndicFormatter("en", model=None).map([SAID, "two", ""])]
    talk = client.transcript(
        [{"text": "two hundred and", "start": 0, "end": 1}, {"text": "five", "start": 1, "end": 2}],
        language="en",
        to="srt",
        include=["segments"],
    )
    assert talk.content is not None
    assert "205" in talk.content
    assert client.transcript(SRT.encode(), language="en").text == "The total is ₹205. Thank you."
    assert client.captions(SRT, "vtt", language="en", speakers=True).startswith("WEBVTT")
    assert client.spoken("₹205", "en") == formatter.spoken("₹205")
    assert len(client.languages()) > 20
    assert client.ready()


def test_the_client_that_does_not_wait(service: Beside) -> None:
    async def run() -> list[str]:
        async with AsyncClient(service.url, KEYS["bank"]) as made:
            assert await made.ready()
            assert (await made.spoken("₹205", "en")) == IndicFormatter("en").spoken("₹205")
            asked = [made.format(f"{word} hundred rupees", language="en") for word in ("two", "three", "four")]
            async with made.stream(language="en", right_context=2) as live:
                first = await live.push("the total is two hundred")
                last = await live.finish()
            assert "₹" not in first["committed"] + last["committed"]
            return [one.text for one in await asyncio.gather(*asked)]

    assert asyncio.run(run()) == ["₹200", "₹300", "₹400"]


def test_errors_of_the_client_say_what_to_do(service: Beside, client: Client) -> None:
    stranger, nowhere = Client(service.url), Client("http://127.0.0.1:9", retries=0)
    for wrong, error, says in (
        (lambda: client.format("a", language="hix"), Invalid, "did you mean"),
        (lambda: client.format("a", langage="hi"), Invalid, "langage"),  # type: ignore[call-arg]
        (lambda: client.format("a" * 200_000), TooLarge, "--max-body"),
        (lambda: stranger.format("a"), NotAllowed, "INDIC_TF_API_KEY"),
        (lambda: nowhere.format("a"), Unreachable, "indic-tf serve"),
        (lambda: client.transcribe(b"RIFF"), Fault, "--upstream"),
    ):
        with pytest.raises(error, match=says):
            wrong()
    with pytest.raises(Invalid) as caught:
        client.format("a", model="/etc")
    assert (caught.value.status, caught.value.code, caught.value.param) == (422, "unknown_model", "model")
    assert service.wait("request", id=caught.value.request_id)["problem"] == "unknown_model"
    with pytest.raises(NotAllowed), stranger.stream(language="en"):
        pass
    with pytest.raises(Unreachable), nowhere.stream(language="en"):
        pass
    stranger.close()
    nowhere.close()


@pytest.mark.parametrize(("statuses", "tries"), [([503, 200], 2), ([429, 502, 200], 3), ([422], 1), ([503] * 9, 4)])
def test_the_client_tries_again_when_it_is_told_to(statuses: list[int], tries: int) -> None:
    """What a proxy in front of the service answers is in nobody's hands: the answers are made here."""
    seen: list[float] = []

    def answer(_: Any) -> Any:
        seen.append(time.monotonic())
        status = statuses[len(seen) - 1]
        body = {"text": "ok", "language": "en"} if status == 200 else {"error": {"message": "no"}}
        return httpx.Response(status, json=body, headers={"Retry-After": "0" if len(seen) > 1 else "1"})

    with Client("http://x", transport=httpx.MockTransport(answer)) as made:
        if statuses[tries - 1] == 200:
            assert made.format("a").text == "ok"
        else:
            with pytest.raises((Busy, Invalid)):
                made.format("a")
    assert len(seen) == tries
    assert all(later - seen[0] >= 1 for later in seen[1:])


def test_retry_after_of_all_kinds() -> None:
    for value, want in (("0", 0.0), (" 7 ", 7.0), ("-1", None), ("٣", None), ("x", None), (None, None), ("", None)):
        assert retry_after(value) == want
    assert retry_after("Fri, 31 Dec 2100 23:59:59 GMT") > 1e6  # type: ignore[operator]


# --- live text ----------------------------------------------------------------------------------------


def test_live_text_is_that_of_the_formatter(client: Client) -> None:
    pushes = ["the total is two", "hundred and five rupees", "thank you very much for your call today"]
    stream = IndicFormatter("en").stream(right_context=3)
    with client.stream(right_context=3, language="en") as live:
        for said in pushes:
            assert live.push(said) == stream.push(said).as_dict()
        assert live.push("and ten", replace=True) == stream.push("and ten", replace=True).as_dict()
        assert live.push_words([{"word": "and", "start": 1.0, "end": 2.0}]) == stream.push([_word()]).as_dict()
        with pytest.raises(Invalid, match="words"):
            live.push_words([{"start": 1.0}])
        assert live.flush() == stream.flush().as_dict()
        assert live.finish() == {**stream.finish().as_dict(), "finished": True}


def _word() -> Any:
    from indic_tf import Word

    return Word("and", start=1.0, end=2.0)


def test_live_texts_are_bounded_and_their_options_checked(client: Client) -> None:
    begin = partial(client.stream, language="en", model="none")
    with begin(), begin(), pytest.raises(Busy, match="live texts"), begin():
        pass
    time.sleep(0.2)
    for options, says in (
        ({"language": "hix"}, "hix"),
        ({"langage": "en"}, "langage"),
        ({"right_context": 0}, "right_context"),
    ):
        with pytest.raises(Invalid, match=says), client.stream(**options):
            pass
    with client.stream(language="en", terms=["OnePlus", "X Y"], model="none") as live:
        assert live.push("oneplus two hundred")["tentative"].startswith("OnePlus")
    own = {"currency": "after", "currency_space": True}
    with client.stream(language="en", style=own, model="none") as live:
        assert live.push("two hundred rupees")["tentative"] == "200 ₹"


# --- load ---------------------------------------------------------------------------------------------


def _at_once(service: Beside, keys: list[str], body: dict[str, Any]) -> list[Any]:
    """A request for each key, all at the same time."""
    gate = threading.Barrier(len(keys))

    def ask(key: str) -> Any:
        with httpx.Client(timeout=200, headers={"X-API-Key": key}, trust_env=False) as one:
            one.get(service.url + "/health")  # connected
            gate.wait(200)
            return one.post(service.url + "/v1/format", json=body)

    with ThreadPoolExecutor(len(keys)) as pool:
        return list(pool.map(ask, keys))


@pytest.mark.parametrize(
    ("keys", "allowed", "refusal"),
    [(["shop"] * 24, PER_CALLER, 429), (["shop", "bank"] * 12, WAITING, 503)],
    ids=["429", "503"],
)
def test_overload_is_refused_and_goes_by(service: Beside, keys: list[str], allowed: int, refusal: int) -> None:
    body = {"texts": [SAID] * 60, "language": "en"}
    got = _at_once(service, [KEYS[name] for name in keys], body)
    counted = Counter(one.status_code for one in got)
    assert counted[200] >= allowed
    assert counted[refusal] > 0, counted
    assert counted.keys() <= {200, 429, 503}
    for one in got:
        if one.status_code != 200:
            assert int(one.headers["retry-after"]) >= 1
            assert one.json()["error"]["message"]
        else:
            assert len(one.json()["results"]) == 60
    again = _at_once(service, [KEYS["shop"]] * 4, body)
    assert [one.status_code for one in again] == [200] * 4


def test_requests_that_come_together_are_formatted_together(service: Beside) -> None:
    def batches() -> tuple[float, float]:
        page = httpx.get(service.url + "/metrics").text.splitlines()
        total, count = (
            next(float(line.split()[1]) for line in page if line.startswith(f"indic_tf_batch_size_{name}"))
            for name in ("sum", "count")
        )
        return total, count

    before = batches()
    texts = [f"{word} hundred rupees" for word in ("two", "three", "four", "five", "six", "seven", "eight", "nine")]
    with ThreadPoolExecutor(8) as pool, Client(service.url, KEYS["shop"]) as made:
        for _ in range(4):
            answers = list(pool.map(lambda said: made.format(said, language="en").text, texts))
            assert answers == [f"₹{n}00" for n in range(2, 10)]
    after = batches()
    assert after[0] - before[0] == 32
    assert after[1] - before[1] < 32


# --- the end ------------------------------------------------------------------------------------------


def test_the_end_loses_no_request(service: Beside) -> None:
    """Clients ask without a pause, each on a connection that it keeps; the last of the tests with this service.

    Some ask for what is answered at once: they connect most often while connections are closed behind answers.
    """
    seen: Counter[str] = Counter()
    alive: Counter[str] = Counter()

    def ask(counts: Counter[str], method: str, path: str, body: Any = None) -> None:
        headers = {"X-API-Key": KEYS["shop"]}
        with httpx.Client(base_url=service.url, timeout=60, headers=headers, trust_env=False) as one:
            while True:
                try:
                    got = one.request(method, path, json=body)
                    assert got.status_code != 200 or body is None or got.json()["text"]
                    counts[str(got.status_code)] += 1
                except httpx.ConnectError:  # nobody listens any more: not accepted
                    return
                except httpx.HTTPError as error:
                    counts[type(error).__name__] += 1
                    return

    formats = (seen, "POST", "/v1/format", {"text": SAID, "language": "en"})
    quick = (alive, "GET", "/health")
    with Client(service.url, KEYS["bank"]) as made, made.stream(language="en") as live:
        live.push("two hundred")
        before = sum(line.get("event") == "request" and line.get("status") == 200 for line in service.log)
        threads = [threading.Thread(target=ask, args=args) for args in (formats, quick) for _ in range(PER_CALLER)]
        for thread in threads:
            thread.start()
        time.sleep(1.5)
        os.kill(service.process.pid, signal.SIGTERM)
        last = live._socket.recv()
        assert '"committed": "200' in last or '"committed": "Two' in last, last
        for thread in threads:
            thread.join(60)
    assert service.process.wait(60) == 0
    assert seen.keys() == alive.keys() == {"200"}, (seen, alive)
    service.end()
    answered = [line for line in service.log if line["event"] == "request" and line.get("path") == "/v1/format"]
    assert sum(line["status"] == 200 for line in service.log if line["event"] == "request") - before == seen["200"]
    assert not [line for line in answered if line["status"] in (499, 500)]
    assert service.log[-1]["event"] == "stopped"


@pytest.mark.slow
def test_a_worker_that_dies_costs_nothing() -> None:
    with beside("--warm", "en", "--timeout", "120", "--workers", "2") as service:
        pids = [service.wait("worker ready", worker=number)["pid"] for number in (0, 1)]
        with ThreadPoolExecutor(8) as pool, Client(service.url, retries=0, timeout=200) as client:
            asked = [pool.submit(client.format_many, [SAID] * 40, language="en", per_request=40) for _ in range(16)]
            time.sleep(0.3)
            os.kill(pids[0], signal.SIGKILL)
            assert {one.text for made in asked for one in made.result()} == {IndicFormatter("en")(SAID).text}
        assert service.wait("worker died")["worker"] == 0


@pytest.mark.slow
def test_what_takes_too_long_is_answered_in_time() -> None:
    with beside("--warm", "en", "--timeout", "0.5") as service, Client(service.url, retries=0) as client:
        with pytest.raises(TimedOut, match="--timeout"):
            client.format(" ".join(f"guest{i} said {SAID}" for i in range(1500)), language="en")
        until = time.monotonic() + 120
        while time.monotonic() < until:  # the worker gets done with it first
            try:
                assert client.format("two", language="en").text
                return
            except TimedOut:
                time.sleep(0.2)
        raise AssertionError("the worker never came back")
