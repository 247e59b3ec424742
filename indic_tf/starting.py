"""What the command does on Ctrl-C while it loads: one line and exit code 130, no traceback; and while Python takes
itself down: nothing. Programs that import this package are left alone."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from typing import Any

INTERRUPTED = 130
_COMMAND, _MODULE = "indic-tf", ["-m", "indic_tf"]


def end_quietly() -> None:
    """Let an interrupt end this process at once, if it is the command and nobody decided otherwise."""
    is_ours = threading.current_thread() is threading.main_thread() and _is_command()
    if is_ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
        atexit.register(_ignore)  # the first to be registered runs last


def stop(*_: Any) -> None:
    """The handler: nothing is open yet, or nothing any more."""
    try:
        os.write(2, b"indic-tf: stopped\n")
        sys.stdout.flush()
    except (OSError, RuntimeError, ValueError, AttributeError):  # closed, or being written to right now
        pass
    os._exit(INTERRUPTED)


def _ignore() -> None:
    """All is done and said. Python takes its handlers away now, and the system's would end this process by the signal,
    with no exit code; libraries can make this last for seconds."""
    if signal.getsignal(signal.SIGINT) is stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_command() -> bool:
    started = os.path.basename(sys.argv[0]) if sys.argv else ""
    given = sys.orig_argv[1:]
    return started.split(".")[0] in (_COMMAND, f"{_COMMAND}-script") or any(
        given[i : i + 2] == _MODULE for i in range(len(given))
    )


end_quietly()  # when this module is imported: the first of the package
