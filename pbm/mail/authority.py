"""What a letter may do, and the proof it needs: one row for each effect.

Whatever carries an effect out asks for its `Permit`, and no permit can be made without a row or without the proof.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from pbm.reading.sheet import Filled
from pbm.reading.verdict import Policy


class Proof(StrEnum):
    """What a letter shows of who wrote it."""

    NONE = "none"
    """At most a From line, which says whom it concerns, and which anybody can write."""
    ADDRESS = "the registered address, and our server's word for it"
    CODE = "this turn's code"
    RETURNED = "a code that was mailed to that address, sent back"
    MARK = "the secret mark of the mail it answers or copies"


class Otherwise(StrEnum):
    """What becomes of a wish without its proof."""

    ASKED = "asked for the code"
    SENT_CODE = "sent a code, to the registered address of whom we know"
    GM = "put before the game master"
    IGNORED = "ignored"
    LESS = "only the reminders stop"


class Effect(StrEnum):
    ORDERS = "orders"
    FINAL = "FINAL, NOT YET"
    TRY = "TRY: a sheet is tried and not kept"
    TO_ONE = "a message to one"
    TO_ALL = "a message to all"
    CONTACT = "phone or email for the other players"
    VOTE = "PROPOSE, AGREE, OPPOSE"
    CONCEDE = "CONCEDE"
    MOVE = "a new address"
    STOP = "stopping a new address"
    AWAY = "AWAY: the computer plays, nobody waits"
    STILL = "AWAY: no reminders"
    BACK = "NOT AWAY"
    REPORT = "SEND REPORT"
    MAP = "SEND MAP"
    RULES = "SEND RULES"
    SHEET = "SEND SHEET"
    DESK = "SEND DESK"
    WHO = "WHO"
    HELP = "HELP"
    CLOCK = "DATES, ZONE: how times are written to the player"
    GAMES = "GAMES"
    JOIN = "JOIN"
    STANDBY = "STANDBY"
    LEAVE = "LEAVE"
    SEAT = "taking or declining a seat that is offered"
    ANSWER = "an answer to the writer"
    UNREACHED = "an address that bounces"
    SENT = "our own mail has gone out"


@dataclass(frozen=True)
class Row:
    needs: Proof
    otherwise: Otherwise
    or_address: bool = False
    """Whether the address is enough in a game with `policy = "address"`."""
    limit: str = ""
    """What holds it within bounds although the proof is right, or none is needed."""

    def allows(self, shown: Proof, policy: Policy) -> bool:
        if self.needs is Proof.NONE or shown is self.needs:
            return True
        return self.or_address and policy is Policy.ADDRESS and shown is Proof.ADDRESS


TO_THE_PLAYER = "goes to the registered address alone, ten in a day"
TO_THE_OFFICE = "the code counts for 14 days; five answers in a day to an address, 20 to people who are new"
ASKED_FOR = Row(Proof.NONE, Otherwise.IGNORED, limit=TO_THE_PLAYER)
ON_A_SHEET = Row(Proof.CODE, Otherwise.ASKED, or_address=True)
TABLE: dict[Effect, Row] = {
    Effect.ORDERS: Row(Proof.CODE, Otherwise.ASKED, True, "the receipt goes to the registered address"),
    Effect.FINAL: ON_A_SHEET,
    Effect.TRY: Row(Proof.CODE, Otherwise.ASKED, True, "the answer goes to the registered address"),
    Effect.TO_ONE: Row(Proof.CODE, Otherwise.ASKED, True, "twenty in a day"),
    Effect.TO_ALL: Row(Proof.CODE, Otherwise.ASKED, True, "three in a day by mail, the rest with the next reports"),
    Effect.CONTACT: ON_A_SHEET,
    Effect.VOTE: Row(Proof.CODE, Otherwise.ASKED, True, "three proposals for each player in a turn; all are told"),
    Effect.CONCEDE: Row(Proof.CODE, Otherwise.ASKED, limit="a notice to the registered address"),
    Effect.MOVE: Row(Proof.CODE, Otherwise.IGNORED, limit="three days after a notice to the old address"),
    Effect.STOP: Row(Proof.MARK, Otherwise.IGNORED),
    Effect.AWAY: Row(Proof.CODE, Otherwise.LESS, True, "closes a turn no earlier than a day after the notice went out"),
    Effect.STILL: Row(Proof.NONE, Otherwise.IGNORED, limit="from the registered address; six for each player"),
    Effect.BACK: Row(Proof.CODE, Otherwise.ASKED, True),
    Effect.REPORT: ASKED_FOR,
    Effect.MAP: ASKED_FOR,
    Effect.RULES: ASKED_FOR,
    Effect.SHEET: ASKED_FOR,
    Effect.DESK: ASKED_FOR,
    Effect.WHO: ASKED_FOR,
    Effect.HELP: ASKED_FOR,
    Effect.CLOCK: Row(Proof.CODE, Otherwise.ASKED, True, TO_THE_PLAYER),
    Effect.GAMES: Row(Proof.NONE, Otherwise.IGNORED, limit="five answers in a day to an address"),
    Effect.JOIN: Row(Proof.RETURNED, Otherwise.SENT_CODE, limit=TO_THE_OFFICE),
    Effect.STANDBY: Row(Proof.RETURNED, Otherwise.SENT_CODE, limit=TO_THE_OFFICE),
    Effect.LEAVE: Row(Proof.RETURNED, Otherwise.SENT_CODE, limit=TO_THE_OFFICE),
    Effect.SEAT: Row(Proof.RETURNED, Otherwise.IGNORED, limit="the code counts until the time to answer is over"),
    Effect.ANSWER: Row(Proof.NONE, Otherwise.IGNORED, limit="one in a day to a stranger; nothing that is secret"),
    Effect.UNREACHED: Row(Proof.NONE, Otherwise.GM, limit="the game master reads it; nothing else happens"),
    Effect.SENT: Row(Proof.MARK, Otherwise.GM),
}


class Forbidden(Exception):
    """A permit without its proof was asked for: a fault of the program."""


@dataclass(frozen=True)
class Permit:
    """The leave to do one thing for one power. It cannot be made where the table does not allow it."""

    effect: Effect
    power: str
    shown: Proof
    policy: Policy = Policy.CODE

    def __post_init__(self) -> None:
        if not TABLE[self.effect].allows(self.shown, self.policy):
            raise Forbidden(f"{self.effect}: {self.shown} is not enough")

    def of(self, effect: Effect) -> str:
        """The power that may have this effect."""
        if self.effect is not effect:
            raise Forbidden(f"a permit for {self.effect} is none for {effect}")
        return self.power


def permit(effect: Effect, power: str, shown: Proof, policy: Policy) -> Permit | None:
    """The permit, if the table grants it to who has shown so much."""
    return Permit(effect, power, shown, policy) if TABLE[effect].allows(shown, policy) else None


def shown_by(proof: Policy | None) -> Proof:
    """What the proof of a sheet shows."""
    return {None: Proof.NONE, Policy.CODE: Proof.CODE, Policy.ADDRESS: Proof.ADDRESS}[proof]


def within(filled: Filled, may: Callable[[Effect], bool]) -> Filled:
    """A sheet with what its proof allows, and without the rest."""
    orders, sheet = may(Effect.ORDERS), filled.sheet
    sheet = replace(
        sheet,
        lines=sheet.lines if orders else {},
        stray=sheet.stray if orders else (),
        messages=sheet.messages if may(Effect.TO_ALL) else (),
        private=sheet.private if may(Effect.TO_ONE) else (),
        contacts=sheet.contacts if may(Effect.CONTACT) else {},
    )
    moves = filled.moves if may(Effect.MOVE) else {}
    return replace(filled, sheet=sheet, moves=moves, final=filled.final if may(Effect.FINAL) else None)


def as_markdown() -> Iterator[str]:
    """The table for people, as docs/security.md prints it."""
    yield "| a letter may bring | proof it needs | without it | limits |"
    yield "|---|---|---|---|"
    for effect, row in TABLE.items():
        needs = f'{row.needs}; with `policy = "address"` also {Proof.ADDRESS}' if row.or_address else str(row.needs)
        yield f"| {effect} | {needs} | {row.otherwise if row.needs is not Proof.NONE else '-'} | {row.limit or '-'} |"
