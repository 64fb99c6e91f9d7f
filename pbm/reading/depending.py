"""Orders that depend on something: where their condition stands, and what it says of the order."""

import re
from collections.abc import Sequence

from pbm.reading.boxes import Piece
from pbm.reading.vocabulary import AT_LEAST
from pbm.reading.words import POWER

CONDITION = re.compile(r"\s*if\b(?P<early>[^:,]+)(?::|,|\bthen\b)(?P<then>.+)|(?P<order>.+?)\bif\b(?P<late>.+)", re.I)
OPENING = re.compile(r"\s*if\s", re.IGNORECASE)


def behind(condition: re.Match[str]) -> str:
    """An order with its condition behind it, as in games where that is a box of the order."""
    depends = AT_LEAST.sub("", condition["early"] or condition["late"])
    return f"{condition['then'] or condition['order']} if {depends}"


def there(order: list[Piece], condition: Sequence[Piece]) -> list[Piece]:
    """The words of an order that goes there, if its condition names one place: if Sadbury is empty, A2 goes there."""
    places = [each for each in condition if each.kinds.keys() - {POWER}]
    if len(places) != 1 or sum(each.word == "there" for each in order) != 1:
        return order
    return [places[0] if each.word == "there" else each for each in order]


def is_one_and_many(terms: Sequence[Piece]) -> bool:
    """Whether a condition speaks of one thing and counts several: if it is disordered 3."""
    several = any(each.number and each.text.isdecimal() and int(each.text) > 1 for each in terms)
    return several and any(each.word == "it" for each in terms)
