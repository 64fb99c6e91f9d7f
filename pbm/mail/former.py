"""Players who have left in this turn: they may know its code, but their orders are no longer their power's."""

from collections.abc import Collection, Mapping

from pbm.mail.outbox import REPORT, WELCOME, Outbox
from pbm.reading.sheet import Filled
from pbm.reading.sheet_code import same, sheet_code
from pbm.reading.verdict import Expected, Reason, Verdict
from pbm.record.game import Game
from pbm.record.standby import resigned
from pbm.rules.names import Word, opened

GONE = (
    "{address} does not play {name} any more, so no orders were taken from this letter. The game master will read it."
)

EMPTY = (
    "{name} {name:has/have} no player now, so no orders were taken from this letter. Whoever misses too many turns in "
    "a row, leaves, or is out of the game gives no more orders. The game master will read your letter: if you want to "
    "play {name} again, say so."
)

CONCEDED = (
    "You concede in the same letter, so no orders were taken from it: the computer plays {name} from this turn on."
)


def former_addresses(game: Game, turn: int, registered: Mapping[str, str]) -> dict[str, Collection[str]]:
    """Where the mail went of each power that has lost its player in this turn, other than where it goes now."""
    left, outbox = {*resigned(game, turn), *game.config().joining(turn)}, Outbox(game)
    return {power: reached(outbox, power) - {registered.get(power, "").casefold()} for power in sorted(left)}


def reached(outbox: Outbox, power: str = "") -> set[str]:
    """Every address to which a report or a first letter has gone, for one power or for all."""
    marks = tuple(f"-{power}-{kind}" if power else f"-{kind}" for kind in (REPORT, WELCOME))
    return {outbox.recipient(id).casefold() for id in outbox.ids() if any(mark in id for mark in marks)}


def former_code(filled: Filled | None, verdict: Verdict, expected: Expected) -> str:
    """The power that was taken over, if a sheet has the code which the player before knew; else nothing."""
    if not filled or not filled.code or verdict.reason is not Reason.WRONG_CODE:
        return ""
    plain = {
        power: sheet_code(expected.secret, expected.game, turn, power)
        for turn, power in expected.newcomers
        if turn == expected.turn
    }
    return next((power for power, code in plain.items() if same(code, filled.code)), "")


def refused_to_former(power: str, name: str, address: str) -> Verdict:
    """The verdict on a sheet whose sender has left the power."""
    return Verdict(False, Reason.GONE, GONE.format(address=address or "The sender", name=name), power)


def refused_for_empty(power: str, name: Word) -> Verdict:
    """The verdict on a sheet of a power that nobody plays."""
    return Verdict(False, Reason.GONE, opened(EMPTY.format(name=name)), power)


def refused_to_conceding(power: str, name: str) -> Verdict:
    """The verdict on a sheet in a letter by which its sender leaves the power."""
    return Verdict(False, Reason.GONE, CONCEDED.format(name=name), power)
