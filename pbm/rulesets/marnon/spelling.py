"""Names for the codes in texts of ours: in what is told of an event, and in the reasons of refusals."""

import re
from collections.abc import Mapping

from pbm.rules.event import Event
from pbm.rulesets.marnon.codes import NAMES

CODES = re.compile(r"\b(?:[RC]\d(?:T\d)?|Z[A-Z]|MC\d+|[A-Z]{3})\b(?!\.)")


def spelled(text: str, names: Mapping[str, str]) -> str:
    """A text with the name of every place, power and card that it has by its code."""
    return CODES.sub(lambda found: names.get(found[0], found[0]), text)


def with_codes(text: str) -> str:
    """A text with the name beside every code, which a player may want to write."""
    return CODES.sub(lambda found: beside(found[0], NAMES.get(found[0], found[0])), text)


def beside(code: str, name: str) -> str:
    return name if code in name else f"{name} ({code})"


class Told(Event, frozen=True):
    """An event whose words may hold codes: it is told with their names."""

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return spelled(super().worded(names, public), names)
