"""The end of listening."""

from __future__ import annotations

import socket
import sys

import pytest

pytest.importorskip("fastapi")

from indic_tf.service.closing import take_no_more
from indic_tf.service.run import listening


def test_who_is_connected_is_served() -> None:
    with listening("127.0.0.1", 0) as listener:
        listener.listen(16)
        place = listener.getsockname()
        early = [socket.create_connection(place) for _ in range(8)]
        take_no_more(listener)
        for one in early:
            one.sendall(b"hello")
        for _ in early:
            taken, _ = listener.accept()
            with taken:
                assert taken.recv(5) == b"hello"
        for one in early:
            one.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no filter for sockets")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_nobody_else_connects(host: str) -> None:
    try:
        listener = listening(host, 0)
    except OSError:
        pytest.skip("no IPv6 here")
    with listener:
        listener.listen(16)
        take_no_more(listener)
        with pytest.raises(TimeoutError):
            socket.create_connection(listener.getsockname()[:2], timeout=0.3)
