"""Servers by their addresses, and the passwords for them."""

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urlsplit

from pbm.errors import GameError
from pbm.record.game import CONFIG

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Server:
    """A server from its address: imaps://user@host:port/folder."""

    scheme: str
    host: str
    port: int
    user: str
    path: str

    @property
    def loopback(self) -> bool:
        return self.host in LOOPBACK


def server(text: str, ports: dict[str, int]) -> Server:
    """Read a server's address; `ports` are the accepted schemes, with their usual ports."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise GameError(f"{CONFIG}, [mail]: {text!r} is not the address of a server: {error}.") from None
    if parts.scheme not in ports or not parts.hostname:
        forms = " or ".join(f"{scheme}://user@host" for scheme in ports)
        raise GameError(f"{CONFIG}, [mail]: {text!r} is not the address of a server. Write it like {forms}.")
    user = unquote(parts.username or "")
    return Server(parts.scheme, parts.hostname, port or ports[parts.scheme], user, unquote(parts.path).strip("/"))


def password(variable: str, server: Server) -> str:
    """From the environment, or from the keyring where one is installed; never from a file of the game."""
    if word := os.environ.get(variable):
        return word
    try:
        keyring: Any = import_module("keyring")
        found = keyring.get_password(f"pbm {server.host}", server.user)
    except Exception:  # no keyring installed, or none that works: both mean no password
        found = None
    if not found:
        raise GameError(
            f"There is no password for {server.user} at {server.host}: set {variable}, or with the keyring package "
            f"installed run: keyring set 'pbm {server.host}' {server.user}"
        )
    return str(found)
