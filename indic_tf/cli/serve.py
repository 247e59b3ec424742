"""``serve``: the formatter as an HTTP service."""

from __future__ import annotations

import os
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from ..languages import language
from .base import Device, app, needs, or_none

_MIB = 1 << 20
_MODELS, _LIMITS, _CALLERS, _LOG = "Models", "Limits", "Callers", "Log and end"


class LogFormat(str, Enum):
    """How log lines look."""

    json = "json"
    text = "text"


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen; 0.0.0.0 for every network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="0 takes a free one.")] = 8000,
    warm: Annotated[
        list[str] | None,
        typer.Option(
            "--warm", "-w", metavar="LANG", help="Load before /ready says so; again for more.", rich_help_panel=_MODELS
        ),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            "--model",
            help="What 'default' is to callers: default, fast, ./folder, hf://…, none.",
            rich_help_panel=_MODELS,
        ),
    ] = "default",
    allow_model: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-model",
            metavar="NAME",
            help="A folder or hub model that callers may name.",
            rich_help_panel=_MODELS,
        ),
    ] = None,
    device: Device = "auto",
    workers: Annotated[
        int, typer.Option("--workers", min=1, help="Processes that format; a core each.", rich_help_panel=_MODELS)
    ] = 1,
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="CPU threads of the models in each.", rich_help_panel=_MODELS)
    ] = 1,
    batch_size: Annotated[
        int,
        typer.Option(
            "--batch-size", min=1, help="Requests that are formatted together, at most.", rich_help_panel=_MODELS
        ),
    ] = 32,
    delay: Annotated[
        float,
        typer.Option(
            "--delay", min=0, max=1000, metavar="MS", help="How long one waits for others.", rich_help_panel=_MODELS
        ),
    ] = 3,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", min=0.1, metavar="S", help="Seconds for a request; then 504.", rich_help_panel=_LIMITS
        ),
    ] = 30,
    max_body: Annotated[
        float,
        typer.Option("--max-body", min=0.001, metavar="MIB", help="Of a request; then 413.", rich_help_panel=_LIMITS),
    ] = 4,
    max_upload: Annotated[
        float, typer.Option("--max-upload", min=0.001, metavar="MIB", help="Of a recording.", rich_help_panel=_LIMITS)
    ] = 25,
    max_texts: Annotated[
        int, typer.Option("--max-texts", min=1, help="In a request; then 422.", rich_help_panel=_LIMITS)
    ] = 256,
    max_words: Annotated[
        int, typer.Option("--max-words", min=1, help="In a request; then 422.", rich_help_panel=_LIMITS)
    ] = 20_000,
    max_waiting: Annotated[
        int, typer.Option("--max-waiting", min=1, help="Requests at a time; then 503.", rich_help_panel=_LIMITS)
    ] = 256,
    per_caller: Annotated[
        int | None,
        typer.Option(
            "--per-caller",
            min=1,
            show_default="as --max-waiting",
            help="Of one key or address; then 429.",
            rich_help_panel=_LIMITS,
        ),
    ] = None,
    max_streams: Annotated[
        int, typer.Option("--max-streams", min=0, help="Live texts at a time.", rich_help_panel=_LIMITS)
    ] = 64,
    api_keys: Annotated[
        Path | None,
        typer.Option(
            "--api-keys",
            metavar="FILE",
            help="A line name:key for each; or $INDIC_TF_API_KEYS.",
            rich_help_panel=_CALLERS,
        ),
    ] = None,
    cors: Annotated[
        list[str] | None,
        typer.Option(
            "--cors", metavar="ORIGIN", help="Web pages that may call: https://example.org.", rich_help_panel=_CALLERS
        ),
    ] = None,
    page: Annotated[
        bool,
        typer.Option("--page/--no-page", help="A page to try it, at /; it needs no network.", rich_help_panel=_CALLERS),
    ] = True,
    upstream: Annotated[
        str | None,
        typer.Option(
            "--upstream", metavar="URL", help="Recogniser behind /v1/audio/transcriptions.", rich_help_panel=_CALLERS
        ),
    ] = None,
    upstream_timeout: Annotated[
        float,
        typer.Option("--upstream-timeout", min=0.1, metavar="S", help="Seconds for it.", rich_help_panel=_CALLERS),
    ] = 300,
    log_format: Annotated[
        LogFormat, typer.Option("--log-format", help="Lines on stderr.", rich_help_panel=_LOG)
    ] = LogFormat.json,
    log_text: Annotated[bool, typer.Option("--log-text", help="Also what is formatted.", rich_help_panel=_LOG)] = False,
    drain: Annotated[
        float,
        typer.Option(
            "--drain", min=0, metavar="S", help="Seconds between SIGTERM and taking no more.", rich_help_panel=_LOG
        ),
    ] = 1,
) -> None:
    """Answer over HTTP: texts, transcripts, captions, live text.

    [dim]$[/] indic-tf serve --warm hi --warm ta

    In a browser, http://127.0.0.1:8000 is a page to try it.

    [dim]$[/] curl localhost:8000/v1/format -H 'Content-Type: application/json' \\
        -d '{"text": "मुझे पच्चीस हजार रुपये चाहिए", "language": "hi"}'
    {"text":"मुझे ₹25,000 चाहिए।","language":"hi"}

    [bold]Routes.[/] POST /v1/format, /v1/spoken, /v1/captions; GET
    /v1/languages; WS /v1/stream; POST /v1/audio/transcriptions, where
    --upstream names a recogniser that speaks OpenAI's protocol. GET /docs
    has them all with examples, /health, /ready and /metrics are for
    whoever runs it. In Python: indic_tf.client.

    [bold]Speed.[/] Requests that come together are formatted together; one
    waits --delay milliseconds at most for others. A worker keeps a core
    busy; take as many as there are cores, less one.

    [bold]Callers.[/] Without keys everybody who reaches the port may call:
    keep to 127.0.0.1, or give keys. They may choose presets, terms and the
    models of the package; folders only by --allow-model.

    [bold]End.[/] SIGTERM or Ctrl-C: all that was accepted is answered. A
    second one ends it at once.

    [dim]$[/] indic-tf serve --host 0.0.0.0 --api-keys keys.txt --workers 3

    [dim]$[/] indic-tf serve --upstream http://127.0.0.1:9000/v1 --warm hi

    docs/service.md has systemd, Docker and Prometheus.
    """
    with needs("the service", "serve"):
        from ..service import settings as kept
        from ..service.run import serve as run
    languages = tuple(language(one).code for one in warm or ())
    if upstream is not None and not upstream.startswith(("http://", "https://")):
        raise InputError(f"--upstream is {upstream!r}, expected a URL such as http://127.0.0.1:9000/v1")
    limits = kept.Limits(
        body=round(max_body * _MIB),
        upload=round(max_upload * _MIB),
        texts=max_texts,
        words=max_words,
        waiting=max_waiting,
        per_caller=per_caller or max_waiting,
        streams=max_streams,
        seconds=timeout,
    )
    settings = kept.Settings(
        warm=languages,
        model=or_none(model),
        models=tuple(allow_model or ()),
        device=device,
        workers=workers,
        threads=threads,
        batch=batch_size,
        delay=delay / 1000,
        limits=limits,
        keys=kept.Keys.load(api_keys),
        origins=tuple(cors or ()),
        page=page,
        upstream=upstream,
        upstream_key=os.environ.get(kept.UPSTREAM_VARIABLE),
        upstream_seconds=upstream_timeout,
        drain=drain,
        log_format=log_format.value,
        log_text=log_text,
    )
    if not run(settings, host, port):
        raise typer.Exit(2)
    sys.stderr.flush()
