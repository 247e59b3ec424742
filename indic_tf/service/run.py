"""The server: where it listens, what it says when it begins, how it ends without losing a request."""

from __future__ import annotations

import asyncio
import socket
import sys
from types import FrameType

import uvicorn

from . import app, logs
from .closing import take_no_more
from .logs import LOG
from .settings import Settings
from .state import State

_BACKLOG = 2048
_READ = 2.0  # seconds at most in which requests on connections that were just taken are read
_TAKEN = 0.1  # seconds in which connections that the system has made already are taken
_STEP = 0.05


class Server(uvicorn.Server):
    """uvicorn's, which stops in three steps.

    First it goes on as before, but says that it is not ready and closes each connection behind its next answer; then it
    takes no more connections, but reads what comes on those that it has; at last it waits for the answers under way. A
    second signal ends it at once.
    """

    def __init__(self, config: uvicorn.Config, state: State) -> None:
        super().__init__(config)
        self._state = state

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            host, port = one.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            url = f"http://{shown}:{port}"
            page = {"page": f"{url}/"} if self._state.settings.page else {}
            LOG.info("serving", extra={"url": url, **page, "docs": f"{url}/docs"})

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The handler of signals: one to stop, another to stop at once. The exit code tells nobody of them."""
        self.force_exit = self.force_exit or self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        LOG.info("stopping", extra={"active": self._state.active, "drain": self._state.settings.drain})
        self._state.draining.set()
        await self._wait(self._state.settings.drain)
        for one in sockets or ():
            take_no_more(one)  # those that wait are taken; to close now would reset them
        await self._wait(_TAKEN)
        for server in self.servers:
            server.close()
        await self._wait(_READ, until_closed=True)
        await super().shutdown(sockets)
        LOG.info("stopped")

    async def _wait(self, seconds: float, until_closed: bool = False) -> None:
        for _ in range(round(seconds / _STEP)):
            if self.force_exit or (until_closed and not self.server_state.connections):
                return
            await asyncio.sleep(_STEP)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `OSError` that says what is the matter."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise OSError(error.errno, f"cannot listen there: {error.strerror}", f"{host}:{port}") from None
    return made


def serve(settings: Settings, host: str, port: int) -> bool:
    """Serve until a signal comes; whether it began. Raises `OSError` for a place where it cannot listen."""
    logs.set_up(settings.log_format)
    sys.setswitchinterval(0.001)  # the thread that reads a worker's answer waits for the event loop no longer
    place = listening(host, port)
    made, state = app.make(settings)
    config = uvicorn.Config(
        made,
        log_config=None,
        access_log=False,
        backlog=_BACKLOG,
        server_header=False,
        timeout_keep_alive=30,
        ws_max_size=settings.limits.body,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=round(
            max(settings.limits.seconds, settings.upstream_seconds if settings.upstream else 0)
        )
        + 5,
    )
    server = Server(config, state)
    try:
        server.run(sockets=[place])
    finally:
        state.pool.kill()  # where it was ended at once
    return server.started
