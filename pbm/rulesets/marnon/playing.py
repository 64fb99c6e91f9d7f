"""How lines are played: power by power, in the order that their step says, each line at once in force [3.5].

Where a step does more than play lines, it plays those of a power in their place with `played`. Marches [4.5], storms
castle by castle [5.50], auctions [5.83] and choices on cards [5.90] have drivers of their own, built on these: there
the lines of several powers come up by turns, or one line puts an end to others.
"""

from msgspec.structs import replace

from pbm.rules.action import Action
from pbm.rules.condition import Condition, If, Not, bare
from pbm.rules.engine import Turn
from pbm.rules.event import Answered, Event
from pbm.rules.order import Line, Order, Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rules.playing import Playing, Scenes
from pbm.rulesets.marnon.codes import is_castellan
from pbm.rulesets.marnon.conditions import names_unknown
from pbm.rulesets.marnon.order import MESSAGES, MarnonOrder, Scene
from pbm.rulesets.marnon.spelling import with_codes
from pbm.rulesets.marnon.world import World

MOST_LINES = 40
UNMET = Refusal("3.2", "its condition does not hold")
UNKNOWN = Refusal("3.2", "its condition names something that is not in the game")
UNPLAYED = "nothing came up in this turn for which this line could be played"
MISPLACED = Refusal("3.2", "this order takes no condition")
FIRST_SHEET = Refusal("8.3", "the first sheet is for the set-up: only PLACE, ASSIGN, RESERVE and doctrine count")
BEYOND_KEEPERS = Refusal(
    "5.80", "a keeper orders marches, patrols, doctrine, sieges and forces, and no more", kind="lasting"
)


CASTLES = "castles"
"""The step of all lines for castles without a player but messages, which are like those of any power [5.78]."""


class Sword(Playing[World, Scene]):
    """The engine's drivers, with the reasons of this game."""

    def barred(self, world: World, who: str, order: Order) -> Refusal | None:
        return MISPLACED if is_misplaced(order) else beyond_keepers(world, who, order)

    def step_of(self, world: World, who: str, order: Action) -> str:
        return CASTLES if is_castellan(who) and order.step != MESSAGES else super().step_of(world, who, order)

    def unmet(self, order: If, at: Scene) -> Done | None:
        """Not needed; a condition that names something unknown is a mistake [3.2, 3.5]."""
        if is_unknown(at.world, order):
            return refused(UNKNOWN)
        return None if order.holds(at.world, at.who) else Done("not needed", (), (UNMET,))

    def left(self, line: Line, at: Scene) -> Done:
        """Why a line found no moment to be played."""
        if at.world.turn == 0:
            return refused(FIRST_SHEET)
        order = bare(line.order)
        found = order.wrong(at.world, at.who) if isinstance(order, MarnonOrder) and at.who in at.world.powers else None
        return refused(found) if found else failed(order.rule if order else "3.5", UNPLAYED)

    def answer(self, who: str, line: Line, done: Done) -> Answered:
        """Reasons have the name beside every code."""
        return super().answer(who, line, replace(done, refusals=tuple(map(named, done.refusals))))

    def standing(self, who: str, order: Order) -> Event | None:
        """By events of its own: the position has them among what they are about."""
        return None


def named(reason: Refusal) -> Refusal:
    return reason if reason.kind == "read" else replace(reason, text=with_codes(reason.text))


def is_unknown(world: World, order: If) -> bool:
    """Whether a condition names something that is not in the game."""
    parts = [part.condition if isinstance(part, Not) else part for part in order.conditions]
    return any(isinstance(part, Condition) and names_unknown(world, part) for part in parts)


def is_misplaced(order: Order | None) -> bool:
    """Whether a condition stands where none is allowed."""
    inner = bare(order)
    return isinstance(order, If) and isinstance(inner, MarnonOrder) and not inner.conditional


def beyond_keepers(world: World, who: str, order: Order) -> Refusal | None:
    """Why an order is not one for a region without a player [5.80]."""
    inner, power = bare(order), world.powers.get(who)
    kept = power is None or power.status != "np" or (isinstance(inner, MarnonOrder) and inner.kept)
    return None if kept else BEYOND_KEEPERS


def scene(turn: Turn[World], who: str) -> Scene:
    return Scene(turn.world, who, turn.dice, turn=turn)


def stage(turn: Turn[World]) -> Scenes[World, Scene]:
    return scene


def senders(world: World) -> list[str]:
    return world.senders()


def players(world: World) -> list[str]:
    return world.players()


def all_ranked(world: World) -> list[str]:
    return world.ranked(world.powers)


def players_ranked(world: World) -> list[str]:
    return world.ranked(world.players())


SWORD = Sword(senders, stage)
lines_of, played, in_turn = SWORD.lines_of, SWORD.played, SWORD.in_turn
planned, told, carried_out = SWORD.planned, SWORD.told, SWORD.carried_out
