"""A corpus through Ray makes the same bytes as without; a deployment on Ray Serve answers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from chaos import COMMAND, ENVIRONMENT
from corpora import PLAIN, SAID, corpus, outputs, put, shards

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
_LONGEST = 180  # seconds until a deployment answers, on a busy machine

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")]


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_the_same_bytes_as_without(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    shards(tmp_path / "in", 4, 20)
    put(tmp_path / "in" / "deep" / "a.txt", "दो सौ लोग\n\nதோராயமாக இருநூறு பேர் வேண்டும்\n")
    put(tmp_path / "in" / "bad.jsonl", '{"text": "दो सौ"}\nbroken\n')
    put(tmp_path / "in" / "list.json", "[1]")
    said = {}
    for name, engine in (("here", ()), ("ray", ("--engine", "ray"))):
        arguments = (tmp_path / "in", "-o", tmp_path / name, "--workers", 2, *engine)
        said[name] = corpus(*arguments, code=1).stderr
        assert "list.json: a JSON list" in said[name]
        assert "1 records of bad.jsonl stay as they were" in said[name]
        assert "6 of 7 shards were done before" in corpus(*arguments, code=1).stderr
    made = outputs(tmp_path / "here")
    assert made == outputs(tmp_path / "ray")
    assert len(made) == 7  # one failed, and one has a file of failed records beside it
    marks = [tree_of_marks(tmp_path / name) for name in ("here", "ray")]
    assert marks[0] == marks[1]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_a_shard_whose_actor_is_killed_is_done_by_another(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    shards(tmp_path / "in", 4, 1500)
    corpus(tmp_path / "in", "-o", tmp_path / "here", *PLAIN)
    marked = {**ENVIRONMENT, "INDIC_TF_MARKED": str(tmp_path)}
    folders = (str(tmp_path / "in"), "-o", str(tmp_path / "ray"))
    command = [*COMMAND, "corpus", *folders, *PLAIN[:-1], "2", "--engine", "ray"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=marked)
    killed, end = False, time.monotonic() + _LONGEST
    while process.poll() is None and not killed and time.monotonic() < end:
        time.sleep(0.2)
        if any((tmp_path / "ray").rglob("*.jsonl")):  # actors are at work
            killed = killed_one(f"INDIC_TF_MARKED={tmp_path}")
    said = process.communicate(timeout=_LONGEST)[1].decode()
    assert killed, said
    assert process.returncode == 0, said
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "here")


def killed_one(marked: str) -> bool:
    """Kill an actor among the processes that have something in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            is_actor = (folder / "cmdline").read_bytes().startswith(b"ray::MapWorker")
            if is_actor and marked.encode() in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)
                return True
    return False


def tree_of_marks(folder: Path) -> dict[str, bytes]:
    top = folder / ".indic-tf"
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*.json")}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def asked(port: int, body: bytes) -> tuple[int, dict[str, object]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", body, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        try:
            if asked(port, b'{"text": "x"}')[0] == 200:
                return
        except (OSError, ValueError):
            time.sleep(0.5)
    raise AssertionError(log.read_text(encoding="utf-8"))


def test_a_deployment_answers(tmp_path: Path) -> None:
    pytest.importorskip("ray.serve")
    pytest.importorskip("starlette")
    port, log = free_port(), tmp_path / "serve.log"
    script = (
        "import sys, signal; from ray import serve; sys.path.insert(0, sys.argv[1]); from ray_serve_app import app\n"
        "serve.start(http_options={'host': '127.0.0.1', 'port': int(sys.argv[2])})\n"
        "serve.run(app); signal.pause()"
    )
    environment = {**os.environ, "PYTHONPATH": f"{EXAMPLES}:{EXAMPLES.parents[1]}", "RAY_USAGE_STATS_ENABLED": "0"}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(EXAMPLES), str(port)], stdout=out, stderr=out, env=environment
        )
    try:
        wait_for(port, process, log)
        said = SAID.format("").replace("  ", " ")
        wanted = {"text": "मुझे ₹25,000 चाहिए, क्या आप दे सकते हैं?"}
        for record in ({"text": said, "lang": "hi"}, {"text": said}):
            assert asked(port, json.dumps(record).encode()) == (200, wanted)
        status, answer = asked(port, json.dumps({"text": said, "lang": "xx"}).encode())
        assert (status, answer["text"]) == (422, said)
        assert "unknown language 'xx'" in str(answer["problem"])
        assert asked(port, b"broken")[0] == asked(port, b'{"no": 1}')[0] == 422
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
