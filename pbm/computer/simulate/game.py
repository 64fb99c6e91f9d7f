"""One simulated game from its plan and number: the orders, the figures turn by turn, the ending."""

import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pbm.computer.simulate.plan import Plan
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play, replay
from pbm.rules.event import Answered, Event, Journal
from pbm.rules.result import Result
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset, SeatScore
from pbm.rulesets.stand_ins import all_sheets


class Ending(Struct, frozen=True):
    game: int
    turns: int
    how: str
    """Empty if the turn limit came first."""
    winners: tuple[str, ...]
    leader: str
    """Who alone had the most points at the end."""
    levels: dict[str, str] = {}
    """What each seat came to, in a game with levels of victory."""

    def ahead(self) -> tuple[str, ...]:
        """Who won, or led when the turns were up."""
        return self.winners if self.how else (self.leader,)


class Stand(Struct, frozen=True, array_like=True):
    game: int
    turn: int
    seat: str
    points: int
    alive: bool
    figures: tuple[int, ...]


class Use(Struct, frozen=True, array_like=True):
    """How often a seat wrote an action word in a game, and how often that was refused."""

    game: int
    seat: str
    word: str
    written: int
    refused: int


class Fault(Struct, frozen=True):
    """An internal error found in a game."""

    game: int
    turn: int
    text: str


class Record(Struct):
    """The records of some games."""

    endings: list[Ending]
    stands: list[Stand]
    uses: list[Use]
    faults: list[Fault]

    @classmethod
    def empty(cls) -> "Record":
        return cls([], [], [], [])

    def add(self, other: "Record") -> None:
        self.endings += other.endings
        self.stands += other.stands
        self.uses += other.uses
        self.faults += other.faults


def play_game(plan: Plan, number: int) -> Record:
    """Play a game to its end or to the turn limit; an exception is recorded as a fault and ends the game."""
    game, secret, record = load(plan.ruleset), plan.secret(number), Record.empty()
    world, journal = game.state.setup(plan.settings(), Dice(secret, 0), {})
    stands: Mapping[str, SeatScore] = game.computer.standings(world)
    turn, seats, uses = 0, plan.seats(number), Counter[tuple[str, str, bool]]()
    while turn < plan.turns and not game.state.result(world) and not record.faults:
        turn += 1
        try:
            journal, faults = play_turn(plan, seats, world, journal, Dice(secret, turn))
        except Exception:
            faults = [traceback.format_exc(limit=-3)]
        record.faults += [Fault(number, turn, text) for text in faults]
        stands = game.computer.standings(world)
        record.stands += [Stand(number, turn, seat, s.points, s.alive, s.figures) for seat, s in stands.items()]
        uses.update(words(journal))
    record.endings.append(ending(number, turn, game.state.result(world), leader(stands)))
    record.uses += used(number, uses)
    return record


def ending(game: int, turns: int, result: Result | None, leader: str) -> Ending:
    if not result:
        return Ending(game, turns, "", (), leader)
    return Ending(game, turns, result.how, result.winners, leader, dict(result.levels))


def play_turn(
    plan: Plan, seats: Mapping[str, str], world: Any, journal: list[Event], dice: Dice
) -> tuple[list[Event], list[str]]:
    """Orders written, and the turn adjudicated: its journal, and if asked for everything wrong with it."""
    game = load(plan.ruleset)
    sheets = all_sheets(game, world, journal, seats, dice)
    opening = game.state.write(world) if plan.check else b""
    events = play(Turn(world, sheets, dice), game.book.steps(world))
    return events, list(faults(game, opening, events, world, plan.settings())) if plan.check else []


def faults(game: AnyRuleset, opening: bytes, journal: list[Event], world: Any, settings: Any) -> Iterator[str]:
    """Check that the saved journal turns the opening position into the closing one; then audit the turn."""
    kept = game.book.journal.read(Journal.write(journal))
    if kept != journal:
        yield "the journal is not the same when it is read back"
    closing = game.state.write(world)
    if game.state.write(game.state.read(closing, settings)) != closing:
        yield "the position is not the same when it is read back"
    if replayed(game, opening, kept, settings) != closing:
        yield "the journal replayed on the opening position does not give the closing one"
    yield from game.computer.audit(game.state.read(opening, settings), journal, world)


def replayed(rules: AnyRuleset, opening: bytes, journal: list[Event], settings: Any) -> bytes:
    copy = rules.state.read(opening, settings)
    replay(copy, journal)
    return rules.state.write(copy)


def words(journal: list[Event]) -> Iterator[tuple[str, str, bool]]:
    for event in journal:
        if isinstance(event, Answered):
            yield event.sheet, event.order.partition(" ")[0], event.outcome in ("failed", "void")


def used(game: int, uses: Counter[tuple[str, str, bool]]) -> list[Use]:
    pairs = sorted({(seat, word) for seat, word, _ in uses})
    return [
        Use(game, seat, word, uses[seat, word, False] + uses[seat, word, True], uses[seat, word, True])
        for seat, word in pairs
    ]


def leader(stands: Mapping[str, SeatScore]) -> str:
    points = {seat: stand.points for seat, stand in stands.items() if stand.alive}
    best = max(points.values(), default=0)
    leaders = [seat for seat, own in points.items() if own == best]
    return leaders[0] if len(leaders) == 1 else ""
