"""Letters that wait for the game master, and those that need nobody any more because better ones have come."""

import datetime as dt
from collections.abc import Iterable, Mapping

from pbm.mail.inbox import Arrival, Judged
from pbm.reading.verdict import Reason

NOT_ORDERS = (Reason.NO_SHEET, Reason.UNREADABLE, Reason.EMPTY, Reason.ASIDE, Reason.TOO_LONG)
"""Letters that are perhaps no orders at all: only a person can tell."""
Moment = tuple[dt.datetime, dt.datetime]
Key = tuple[str, str, int]
"""A sender or a power, and the turn."""


def unsettled(letters: list[Arrival]) -> list[Arrival]:
    last = accepted_last(letters)
    return [entry for entry in letters if entry.number and not entry.done and not is_settled(entry, last)]


def accepted_last(letters: Iterable[Arrival]) -> dict[Key, Moment]:
    """When orders for a turn were accepted last, by sender and by power."""
    found: dict[Key, Moment] = {}
    for entry in letters:
        for sheet in filter(brings_orders, entry.sheets):
            for key in (("sender", entry.sender, sheet.turn), ("power", sheet.power, sheet.turn)):
                found[key] = max(found.get(key, (entry.arrived, entry.taken)), (entry.arrived, entry.taken))
    return found


def is_settled(entry: Arrival, last: Mapping[Key, Moment]) -> bool:
    """Whether its orders were refused, and the same sender or power has since sent others for the turn, or for the one
    that was open then, that were accepted. A letter of a former player is not settled by the present one's."""
    kinds = {sheet.kind for sheet in entry.sheets}
    if entry.verdict != "refused" or kinds & set(NOT_ORDERS):
        return False
    turns = {entry.turn, *(sheet.turn for sheet in entry.sheets)}
    powers = [sheet.power for sheet in entry.sheets if sheet.kind != Reason.GONE]
    names = [("sender", entry.sender), *(("power", power) for power in powers)]
    keys = [(*name, turn) for name in names for turn in turns]
    since = (last[key] for key in keys if key[1] and key in last)
    return any(moment > (entry.arrived, entry.taken) for moment in since)


def brings_orders(sheet: Judged) -> bool:
    return sheet.accepted and not sheet.only_words
