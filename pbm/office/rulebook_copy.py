"""The rulebook as players get it with their first letter."""

from functools import cache

import msgspec

from pbm.errors import GameError
from pbm.mail.compose import Attachment
from pbm.rulesets import load

MOST_BYTES = 2_000_000
"""A larger book is not mailed: many mailboxes refuse it."""


@cache
def rules_pdf(ruleset: str) -> bytes:
    """The printed rulebook, made once; empty if it cannot be made."""
    from pbm.rulebook.forms import render_pdf
    from pbm.rulebook.volume import volume

    rules = load(ruleset)
    try:
        return render_pdf(volume(rules), rules.data)
    except GameError:
        return b""


@cache
def not_here(ruleset: str, house: bytes) -> tuple[str, ...]:
    """The lines of its first turn that would fail under these house rules."""
    from pbm.rulebook.volume import failing_here

    return tuple(line.written for line in failing_here(load(ruleset), msgspec.json.decode(house)))


def rules_attached(ruleset: str) -> tuple[Attachment, ...]:
    content = rules_pdf(ruleset)
    return (Attachment("rulebook.pdf", content, "application/pdf"),) if 0 < len(content) <= MOST_BYTES else ()
