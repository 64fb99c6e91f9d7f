"""News of a game for feed readers (Atom): an entry for every turn."""

from hashlib import sha256

from pbm.reports.forms import environment
from pbm.site.chronicle import Chronicle, Turn, worth_telling
from pbm.site.pages import FEED, INDEX

MOST = 20
"""Entries in a feed, the newest first."""


def feed(told: Chronicle, url: str) -> bytes:
    """`url` is where the site is on the web; without it links are relative to the feed."""
    base = f"{url.rstrip('/')}/{told.game}/" if url else ""
    turns = [(turn, name_of(told, turn), worth_telling(told, turn)) for turn in reversed(told.turns)][:MOST]
    page = environment(True).get_template("site/feed.xml.j2")
    return page.render(told=told, turns=turns, base=base, id=name_of(told, None), index=INDEX, own=FEED).encode()


def name_of(told: Chronicle, turn: Turn | None) -> str:
    """A name that stays the same for ever and that no other game has: it comes from the record."""
    first = told.turns[0].roundup.masthead.record
    digits = sha256(f"{told.game}:{first}:{turn.called if turn else 'feed'}".encode()).hexdigest()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-8{digits[17:20]}-{digits[20:32]}"
