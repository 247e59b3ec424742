"""A listening socket that takes no more connections, and loses none of those that it has."""

from __future__ import annotations

import ctypes
import socket
import struct
import sys

_SO_ATTACH_FILTER = 26  # asm-generic/socket.h; Python's socket module does not name it
_KEEP_NOTHING = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0), 8)
"""A filter of one instruction, BPF_RET | BPF_K: keep 0 bytes of each packet."""


def take_no_more(listener: socket.socket) -> None:
    """Let no new connection be made; those that the system has made can still be accepted.

    To close a listening socket resets the connections that wait to be accepted, though their clients believe to be
    connected and have sent a request. So on Linux a filter drops what would begin a connection: its client tries again
    a second later, and is refused then or reaches whoever listens next. Where there is no such filter the queue is made
    as short as can be, and a connection that is made in the moment of closing may be reset.
    Source: Linux, Documentation/networking/filter.rst.
    """
    if not _filtered(listener):
        listener.listen(0)


def _filtered(listener: socket.socket) -> bool:
    if sys.platform != "linux":
        return False
    program = struct.pack("HL", 1, ctypes.addressof(_KEEP_NOTHING))  # struct sock_fprog: how many, where
    try:
        listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
    except OSError:  # a sandbox that knows no filters
        return False
    return True
