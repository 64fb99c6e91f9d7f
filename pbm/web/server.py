"""The server beneath: it takes the whole of a request before a page is made, so that slow senders hold up nobody."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from pbm.errors import GameError

THREADS, CONNECTIONS, PATIENCE = 4, 100, 20
"""Pages made at a time; visitors at a time; seconds of silence before one is cut off."""
WHOLE = 60.0
"""Seconds in which the whole of a request must have come."""
HEAD = 32_000


def listening(host: str, port: int) -> socket.socket:
    """The door of the server; port 0 is any that is free."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        door.bind((host, port))
    except OSError as error:
        door.close()
        raise GameError(f"{host}:{port} cannot be used: {error.strerror}. Use another with --port.") from None
    door.listen(CONNECTIONS)
    return door


@contextmanager
def serving(app: Flask, door: socket.socket, most_bytes: int, proxies: int = 0) -> Iterator[Any]:
    """A server at its door; its `run` serves until the process is told to end. Behind proxies the address of a visitor
    is the one that the outermost of them has seen."""
    from waitress.server import create_server

    behind = {
        "trusted_proxy": "*",
        "trusted_proxy_count": proxies,
        "trusted_proxy_headers": {"x-forwarded-for"},
    }
    server = create_server(
        app,
        sockets=[door],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=PATIENCE,
        cleanup_interval=5,
        max_request_header_size=HEAD,
        max_request_body_size=most_bytes,
        ident="pbm",
        clear_untrusted_proxy_headers=True,
        **(behind if proxies else {}),
    )
    server.channel_class = hasty(server.channel_class)
    try:
        yield server
    finally:
        server.close()


def hasty(channel: Any) -> Any:
    """A connection that is cut off if one request takes too long to come, however many bytes keep it alive."""

    class Hasty(channel):  # type: ignore[misc]
        begun = 0.0

        def received(self, data: bytes) -> Any:
            now = time.monotonic()
            if self.request is None:
                self.begun = now
            elif now - self.begun > WHOLE:
                self.will_close = True
                return False
            return super().received(data)

    return Hasty


def serve(app: Flask, door: socket.socket, most_bytes: int, proxies: int = 0) -> None:
    with serving(app, door, most_bytes, proxies) as server:
        server.run()
