"""Colours on a terminal that has them; none in a file, in a pipe, on a dumb terminal, or with NO_COLOR."""

import os
import sys
from typing import Literal

import click

Role = Literal["title", "good", "bad", "faint"]
LOOKS: dict[Role, dict[str, str | bool]] = {
    "title": {"bold": True},
    "good": {"fg": "green", "bold": True},
    "bad": {"fg": "red"},
    "faint": {"dim": True},
}


def painted(text: str, role: Role) -> str:
    return click.style(text, **LOOKS[role]) if has_colours() else text  # type: ignore[arg-type]


def has_colours() -> bool:
    """As https://no-color.org asks: any value that is not empty turns colours off."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
