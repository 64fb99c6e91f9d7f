"""Predicts what the orders of a sheet will do, using only the player's view.

Each order is tried in turn by the real rules, on the world as the player knows it, and every fact they use is noted.
An order is sure if none of these facts can change before it is played, or only so little that it makes no difference:
`doubt` works out what others could change, `judge` whether it matters.
"""

from collections.abc import Iterator
from copy import deepcopy

import msgspec

from pbm.errors import GameError
from pbm.reports.tell import finished
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, record
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets.darkage.action import LAST_ACTION, Action, Counted
from pbm.rulesets.darkage.closing import LeftoversSpent, leftovers
from pbm.rulesets.darkage.computer.draft import imagined
from pbm.rulesets.darkage.foresight.doubt import Doubts
from pbm.rulesets.darkage.foresight.judge import Judge, Judgement
from pbm.rulesets.darkage.foresight.stakes import leave
from pbm.rulesets.darkage.foresight.warnings import Scene, warnings
from pbm.rulesets.darkage.foresight.words import dependences, listed, meaning, named, names
from pbm.rulesets.darkage.income import IncomePaid, income, trade
from pbm.rulesets.darkage.kings import Exchange, Viking, dissolve
from pbm.rulesets.darkage.turn import lost_kingdoms
from pbm.rulesets.darkage.view import View
from pbm.rulesets.darkage.world import Loan, World
from pbm.rulesets.foresight import Forecast, Foreseen, Foresight

PURSE = "BPs"
UNREAD = Refusal("1.8", "this line could not be read", kind="read")
REASONS = 3
"""The most things to list that an order depends on."""


def foresee(view: View, sheet: Sheet, turn: int) -> Foresight:
    """Predict a sheet; nothing is sure if it is for a later turn than the next."""
    if view.who not in view.order:
        raise GameError(f"{view.standings[view.who].name} is not in play, so it cannot give orders.")
    outlook = Outlook(view, sheet, turn)
    name, purses = view.standings[view.who].name, {PURSE: view.kingdom.bp}
    lines = tuple(outlook.lines())
    return Foresight(name, lines, purses, LAST_ACTION, closing=tuple(outlook.closing()))


def opening(view: View) -> World:
    """The world as the player knows it when the first round begins."""
    mine = msgspec.structs.replace(view, areas=deepcopy(view.areas), kingdom=deepcopy(view.kingdom))
    world = imagined(mine)
    if view.borrowed:
        world.kingdoms[view.borrowed.to].loan = Loan(view.who, view.borrowed.armies)
    turn = Turn(world, {}, Dice(b"", world.turn))
    for code in world.kingdoms:
        if not world.in_play(code):
            record(turn, dissolve(world, code))
    record(turn, lost_kingdoms(turn))
    return world


class Outlook:
    """A sheet tried in order, on the world as its player knows it."""

    def __init__(self, view: View, sheet: Sheet, turn: int) -> None:
        self.who = view.who
        self.sheet = sheet
        self.orders = {n: line.order for n, line in sheet.lines.items() if isinstance(line.order, Action)}
        self.world = opening(view)
        self.doubts = Doubts(self.world, view.who, view.seen)
        self.judge = Judge(view.who, self.doubts)
        self.before = None if turn == view.turn + 1 else view.turn + 1
        """The turn that comes first, if the sheet is for a later one."""
        self.doubts.ruled &= self.before is None
        self.left_by: int | None = None
        """The action by which the player may have left for another kingdom."""
        self.bared: dict[str, int] = {}
        """The own lands that lost their last army, each with the action that took it away."""

    def lines(self) -> Iterator[Foreseen]:
        for number in range(1, LAST_ACTION + 1):
            self.doubts.await_action(self.world, number)
            if line := self.sheet.lines.get(number):
                yield self.line(line)

    def line(self, line: Line) -> Foreseen:
        order = line.order
        if not isinstance(order, Action):
            refusal, bp = line.refusal or UNREAD, self.world.kingdoms[self.who].bp
            return Foreseen(line.number, line.text, left={PURSE: bp}, forecast="fails", settled=True, errors=(refusal,))
        if self.left_by:
            why = (f"how action {self.left_by} comes out: the rest of the sheet may be played for another kingdom",)
            return Foreseen(line.number, line.text, str(order), meaning(order, line.number), doubts=why)
        return self.foreseen(line, order, self.judge.judge(self.world, order, line.number))

    def foreseen(self, line: Line, order: Action, judged: Judgement) -> Foreseen:
        before, trial, number = self.world, judged.trial, line.number
        told = Foreseen(
            number=number,
            written=line.text,
            order=str(order),
            meaning=meaning(order, number) + counted(order, number, judged),
            cost={} if trial.refusals else {PURSE: trial.price},
            left={PURSE: trial.after.kingdoms[self.who].bp},
            forecast=forecast(judged),
            settled=judged.settled,
            errors=trial.refusals,
            doubts=self.reasons(order, number, judged),
            warnings=warnings(Scene(self.who, before, order, number, trial, self.orders)),
        )
        leave(self.doubts, before, self.who, order, number, judged)
        if isinstance(order, Exchange | Viking):
            self.doubts.ruled &= judged.settled and bool(trial.refusals)
            self.left_by = None if trial.refusals else number
        self.world = trial.after
        self.bared |= dict.fromkeys(left_bare(before, trial.after, self.who), number)
        return told

    def reasons(self, order: Action, number: int, judged: Judgement) -> tuple[str, ...]:
        """What it depends on."""
        if forecast(judged) != "depends":
            return ()
        if self.before:
            return (f"how turn {self.before} goes",)
        keys = self.judge.decisive(self.world, order, number, judged)
        return dependences(self.who, keys, self.doubts.because, self.doubts.soonest)[:REASONS]

    def closing(self) -> Iterator[str]:
        """What is left over, and what the next turn brings after upkeep [2.8, 2.12]."""
        if self.before or self.left_by:
            return
        yield from self.without_armies()
        turn = Turn(self.world, {}, Dice(b"", self.world.turn))
        for step in (leftovers, trade, income):
            record(turn, step(turn))
        mine = [event for event in turn.journal if getattr(event, "who", None) == self.who]
        yield from (finished(event.sentence(names())) for event in mine if isinstance(event, LeftoversSpent))
        yield from (finished(event.sentence(names())) for event in mine if isinstance(event, IncomePaid))
        yield f"In the treasury: {self.world.kingdoms[self.who].treasury}."

    def without_armies(self) -> Iterator[str]:
        """The lands that orders leave without an army, in one line."""
        still = {code: number for code, number in self.bared.items() if is_bare(self.world, code, self.who)}
        if still:
            yield f"Left without an army: {listed(f'{named(code)} by action {n}' for code, n in still.items())}."


def left_bare(before: World, after: World, who: str) -> list[str]:
    """The lands of a kingdom that had an army and have none any more."""
    had = [code for code, area in before.areas.items() if area.owner == who and area.armies]
    return [code for code in had if is_bare(after, code, who)]


def is_bare(world: World, code: str, who: str) -> bool:
    return world.areas[code].owner == who and not world.areas[code].armies and not world.map[code].is_sea


def forecast(judged: Judgement) -> Forecast:
    if judged.trial.refusals:
        return "fails" if judged.settled or judged.known else "depends"
    return "sure" if judged.sure else "depends"


def counted(order: Action, number: int, judged: Judgement) -> str:
    """The amount now, if the order gives no number."""
    wanted = order.wanted(number) if isinstance(order, Counted) else None
    if judged.trial.refusals or not wanted or not wanted.all_but:
        return ""
    return f" ({judged.trial.amount} as things stand)"
