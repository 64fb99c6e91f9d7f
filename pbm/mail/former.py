"""Players who have left in this turn: they still know the code, but their orders are no longer their power's."""

from collections.abc import Collection, Mapping

from pbm.mail.outbox import REPORT, WELCOME, Outbox
from pbm.reading.verdict import Reason, Verdict
from pbm.record.game import Game
from pbm.record.standby import resigned

GONE = (
    "{address} does not play {name} any more, so no orders were taken from this letter. The game master will read it."
)


def former_addresses(game: Game, turn: int, registered: Mapping[str, str]) -> dict[str, Collection[str]]:
    """Where the mail went of each power that has lost its player in this turn, other than where it goes now."""
    left = {*resigned(game, turn), *game.config().joining(turn)}
    outbox, found = Outbox(game), dict[str, Collection[str]]()
    for power in sorted(left):
        marks = tuple(f"-{power}-{kind}" for kind in (REPORT, WELCOME))
        known = {outbox.recipient(id).casefold() for id in outbox.ids() if any(mark in id for mark in marks)}
        found[power] = known - {registered.get(power, "").casefold()}
    return found


def refused_to_former(verdict: Verdict, address: str, name: str, former: Mapping[str, Collection[str]]) -> Verdict:
    """The verdict on a sheet, unless its sender has left the power whose code it has."""
    if not verdict.accepted or address.casefold() not in former.get(verdict.power or "", ()):
        return verdict
    return Verdict(False, Reason.UNKNOWN_SENDER, GONE.format(address=address, name=name), verdict.power)
