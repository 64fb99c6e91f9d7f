"""What the orders of the game have in common: their season, the rules they need, and the board they look at."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules import plan
from pbm.rules.action import Action, Actions
from pbm.rules.event import Count
from pbm.rules.order import Number, Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import Chart
from pbm.rulesets.homelands.factions import Faction
from pbm.rulesets.homelands.tables import SEASONS
from pbm.rulesets.homelands.world import Field, Realm, World


class Scene(plan.Scene[World], frozen=True, kw_only=True):
    """A line is also judged by the board at the start of its step."""

    board: Board
    seen: Mapping[str, str] | None = None
    """The fields on which the power was locked when step 3 began, and by whom: for herds and goods."""

    @classmethod
    def now(cls, world: World, who: str) -> "Scene":
        return cls(world, who, board=Board(world))

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
        return self.board.is_locked(self.who, code) if self.seen is None else code in self.seen


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

    seasons: ClassVar[tuple[str, ...]] = SEASONS
    switches: ClassVar[tuple[str, ...]] = ()
    """House rules without which it cannot be given."""
    counted: ClassVar[tuple[str, ...]] = ("number", "rounds")
    """The boxes whose number is 1 or more [3.1]."""

    def plan(self, at: Scene) -> plan.Done:
        raise NotImplementedError

    @property
    def waits(self) -> bool:
        """`IF n`: for so many enemies."""
        return "least" in self.boxes and getattr(self, "least", None) is not None

    def flaw(self) -> str:
        flaws = (least_one(getattr(self, box)) for box in self.counted if box in self.boxes)
        return next(filter(None, flaws), "")

    @classmethod
    def scene(cls, world: World, who: str) -> Scene:
        return Scene.now(world, who)

    def untimely(self, world: World) -> Refusal | None:
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
