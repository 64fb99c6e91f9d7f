"""A change of address by mail: a line above a sheet whose code is right.

New email: mercia@example.org
New address: 3 New Road; Tamworth
"""

import re
from collections.abc import Iterable, Iterator

from pbm.mail.inbox import Arrival, Inbox
from pbm.office.signup import ADDRESS, change_address
from pbm.reading.letter import read_letter
from pbm.record.game import Game
from pbm.record.players import players

MOVED = re.compile(r"^[ \t]*new (email|address):[ \t]*(\S[^\n]*)$", re.IGNORECASE | re.MULTILINE)


def follow_moves(game: Game, entries: Iterable[Arrival]) -> Iterator[str]:
    """Write down the new addresses that letters with an accepted sheet give; what was done, in words."""
    for entry in entries:
        powers = {sheet.power for sheet in entry.sheets if sheet.accepted} & set(players(game))
        if len(powers) == 1 and (given := new_addresses(Inbox(game).raw(entry.hash))):
            (power,) = powers
            email, address = given.get("email"), given.get("address", "")
            if email and not ADDRESS.fullmatch(email):
                yield f"{power} gives {email} for a new address, which is none: ask him"
                continue
            lines = tuple(line.strip() for line in address.split(";") if line.strip())
            change_address(game, power, email, lines, None)
            yield f"{power} has moved: {', '.join(filter(None, [email, *lines]))}"


def new_addresses(raw: bytes) -> dict[str, str]:
    """By kind; quoted lines begin with a mark and are not his."""
    texts = [text.text for text in read_letter(raw).texts]
    return {kind.lower(): value.strip() for text in texts for kind, value in MOVED.findall(text)}
