"""A service beside the tests, as a user would start it, and a recogniser for it to stand behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

_PATIENCE = 300
HTTP = httpx.Client(timeout=60, trust_env=False)
"""For all requests: one of its own for each would read the certificates each time."""


class Beside:
    """A running `indic-tf serve`.

    Attributes:
        url: where it listens.
        log: its lines, parsed; they grow.
    """

    def __init__(self, *options: str, env: dict[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "indic_tf", "serve", "--port", "0", *options]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", **(env or {})}
        root = Path(__file__).parents[1]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=root)
        self.log: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = str(self.wait("serving")["url"])

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._heard:
                self.raw.append(line)
                if line.startswith("{"):
                    self.log.append(json.loads(line))
                self._heard.notify_all()
        with self._heard:
            self._heard.notify_all()

    def wait(self, event: str, **fields: Any) -> dict[str, Any]:
        """The first line of the log about ``event`` with these fields, once it is there."""

        def found() -> dict[str, Any] | None:
            wanted = {"event": event, **fields}.items()
            return next((line for line in self.log if wanted <= line.items()), None)

        with self._heard:
            assert self._heard.wait_for(lambda: found() or not self._reader.is_alive(), _PATIENCE), self.raw
            line = found()
        assert line is not None, "".join(self.raw)
        return line

    def end(self, patience: float = 60) -> int:
        """Stop it as systemd does; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(patience)
        self._reader.join(10)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextmanager
def beside(*options: str, env: dict[str, str] | None = None) -> Iterator[Beside]:
    """A service that is ready; it is stopped afterwards."""
    made = Beside(*options, env=env)
    try:
        made.wait("worker ready")
        yield made
    finally:
        made.end()


# --- a recogniser -------------------------------------------------------------------------------------

SAID = "the total is two hundred and five rupees thank you"
_WORDS = SAID.split()
SEGMENTS = [
    {"id": 0, "start": 0.0, "end": 3.0, "text": " the total is two hundred", "avg_logprob": -0.2},
    {"id": 1, "start": 3.0, "end": 6.0, "text": " and five rupees thank you", "avg_logprob": -0.3},
]
TIMED = [{"word": word, "start": i * 0.6, "end": i * 0.6 + 0.5} for i, word in enumerate(_WORDS)]
SRT = """1
00:00:00,000 --> 00:00:03,000
the total is two hundred

2
00:00:03,000 --> 00:00:06,000
and five rupees thank you

"""


def _answer(shape: str) -> tuple[str, str]:
    if shape == "text":
        return SAID + "\n", "text/plain; charset=utf-8"
    if shape == "srt":
        return SRT, "text/plain; charset=utf-8"
    if shape == "vtt":
        return "WEBVTT\n\n" + SRT.replace(",", ".").replace("1\n", "").replace(
            "\n2\n", "\n"
        ), "text/plain; charset=utf-8"
    made: dict[str, Any] = {"text": SAID, "usage": {"type": "duration", "seconds": 6}}
    if shape == "verbose_json":
        made |= {"task": "transcribe", "language": "english", "duration": 6.0, "segments": SEGMENTS, "words": TIMED}
    if shape == "diarized_json":
        made["segments"] = [
            {
                "type": "transcript.text.segment",
                "id": f"seg_{i}",
                "speaker": "AB"[i],
                **{k: one[k] for k in ("start", "end", "text")},
            }
            for i, one in enumerate(SEGMENTS)
        ]
    return json.dumps(made), "application/json"


class Recogniser(BaseHTTPRequestHandler):
    """Hears `SAID` in everything; a file that holds a status is answered with it."""

    seen: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        kind = self.headers["content-type"].partition("boundary=")[2].encode()
        parts: dict[str, list[bytes]] = {}
        for part in body.split(b"--" + kind)[1:-1]:
            head, _, value = part.strip(b"\r\n").partition(b"\r\n\r\n")
            name = head.partition(b'name="')[2].partition(b'"')[0].decode()
            parts.setdefault(name, []).append(value)
        self.seen.append({"path": self.path, "key": self.headers.get("authorization"), "parts": parts})
        audio = parts["file"][0]
        if audio.startswith(b"status "):
            self._send(int(audio.split()[1]), '{"error": {"message": "no"}}', "application/json")
            return
        self._send(200, *_answer(parts.get("response_format", [b"json"])[0].decode()))

    def _send(self, status: int, text: str, kind: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if status == 429:
            self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def recogniser() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A recogniser with OpenAI's protocol: its base URL, and what it was asked."""
    seen: list[dict[str, Any]] = []
    handler = type("Seen", (Recogniser,), {"seen": seen})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def post(url: str, body: Any, **more: Any) -> httpx.Response:
    """A request with JSON."""
    return HTTP.post(url, json=body, **more)
