"""What the orders of the game have in common: their step, their season, and what comes of a line.

An order looks at the position and says in `plan` what will come of it: the events, how much of it was done, or every
reason why nothing was. Nothing else runs it, so what a receipt says of a line is what the round would do now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pbm.rules.action import Action, Actions, Reasons
from pbm.rules.event import Count, Event, Outcome
from pbm.rules.order import Number, Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import Chart
from pbm.rulesets.homelands.factions import Faction
from pbm.rulesets.homelands.tables import SEASONS
from pbm.rulesets.homelands.world import Field, Realm, World


@dataclass(frozen=True)
class Scene:
    """What a line is judged by: its power, the position with what the power's own lines did before, and the board at
    the start of the step."""

    world: World
    board: Board
    who: str
    first: Board | None = None
    """The board at the start of step 3, for herds and goods."""

    @property
    def realm(self) -> Realm:
        return self.world.powers[self.who]

    @property
    def chart(self) -> Chart:
        return self.world.chart

    @property
    def faction(self) -> Faction:
        return self.world.faction(self.who)

    def at(self, code: str) -> Field:
        return self.world.fields[code]

    def locked(self, code: str) -> bool:
        return (self.first or self.board).is_locked(self.who, code)


class Done(NamedTuple):
    """What comes of a line."""

    outcome: Outcome
    events: tuple[Event, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    note: str = ""


def ok(*events: Event) -> Done:
    return Done("ok", events)


def failed(rule: str, text: str, kind: Any = "now") -> Done:
    return Done("failed", (), (Refusal(rule, text, kind=kind),))


def partly(done: int, asked: int, events: Iterable[Event], reason: Refusal) -> Done:
    """As much as there was: all of it, a part of it with the reason, or nothing."""
    return in_part(done, asked, events, (reason,))


def in_part(done: int, asked: int, events: Iterable[Event], reasons: tuple[Refusal, ...]) -> Done:
    """The same with several reasons."""
    if done <= 0:
        return Done("failed", (), reasons)
    if done >= asked:
        return ok(*events)
    return Done("partial", tuple(events), reasons, f"{done} of {asked}")


def no_room(room: int, where: str = "") -> str:
    """Why more do not fit."""
    place = f" {where}" if where else ""
    return f"there is room{place} for {room} more" if room > 0 else f"there is no room{place}"


def no_more(number: int) -> str:
    """Why it cannot be more."""
    return f"only {Count(number):is/are} there" if number else "nobody is there"


def still_left(number: int) -> str:
    return f"only {Count(number):is/are} left" if number else "none is left"


action: Actions["HomeOrder"] = Actions(needs=("meaning", "step"))


class HomeOrder(Action, frozen=True):
    """An order of the game."""

    step: ClassVar[str] = ""
    """The step in which it is played."""
    seasons: ClassVar[tuple[str, ...]] = SEASONS
    switches: ClassVar[tuple[str, ...]] = ()
    """House rules without which it cannot be given."""

    def played(self, world: World) -> str:
        """The step of this line."""
        return self.step

    def plan(self, at: Scene) -> Done:
        raise NotImplementedError

    def check(self, world: World, who: str) -> Reasons:
        """Every reason why it would fail as things stand."""
        if reason := self.out_of_time(world):
            return (reason,)
        done = self.plan(Scene(world, Board(world), who))
        return done.refusals if done.outcome == "failed" else ()

    def out_of_time(self, world: World) -> Refusal | None:
        """Why it cannot be given in this round, whatever stands where [3.3]."""
        if world.turn == 0:
            return (
                None
                if self.step == SETUP
                else Refusal("4.1", "the first sheet is for the set-up alone", kind="lasting")
            )
        if self.step == SETUP:
            return Refusal("5.2.5", "the set-up is over", kind="lasting")
        if world.season not in self.seasons:
            return Refusal(self.rule, f"{self.word} is for {' and '.join(self.seasons)} only", kind="lasting")
        if missing := [name for name in self.switches if not world.on(name)]:
            return Refusal("3.3", f"this game is played without {missing[0]}", kind="lasting")
        return None


SETUP = "setup"


def least_one(number: Number | int | None, least: int = 1) -> str:
    """The flaw of a number below what it may be [3.1]."""
    if isinstance(number, int) and number < least:
        return f"the number must be {least} or more"
    if isinstance(number, Number) and not number.all_but and number.value < least:
        return f"the number must be {least} or more"
    return ""
