"""Orders that stand until changed, and what is noted before a round begins [2, 3.3, 5.12.4, 5.13.8, 5.15.2]."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from msgspec import structs

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, ok
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.tables import SPRING, tables
from pbm.rulesets.homelands.units import kind
from pbm.rulesets.homelands.world import DIET, Claim, Field, Round, World, full, places

NOTED, CLAIMED = "0b", "0f"
MATTERS = ("BREAK", "TARGET", "SPARE", "REROLL", "SNIPE", "RALLY", "ENGAGE", "ROADS")
USUAL_SHARE = 100
IN_WORDS = {
    "BREAK": "escape when {0} per cent of your units are lost",
    "TARGET": "hit these first:",
    "SPARE SWORD": "keep spare swords as swords",
    "SPARE SHIELD": "keep spare swords as shields",
    "REROLL 0": "pay for no second throws",
    "REROLL": "pay for second throws at most {0} times a round",
    "SNIPE OFF": "pay for no hits at the back",
    "SNIPE": "pay to hit one unit at the back in a round:",
    "RALLY -": "escape homewards",
    "RALLY": "escape to one of these:",
    "ENGAGE OFF": "attack nobody without an order",
    "ENGAGE HOME": "attack intruders on your land if you have at least {1} per cent of their number",
    "ENGAGE ALL": "attack enemies everywhere if you have at least {1} per cent of their number",
    "ROADS PAY": "pay on the Roads",
    "ROADS RISK": "pay nothing on the Roads",
}
"""What doctrines mean; codes follow behind a colon."""


class RoundBegan(Event, frozen=True):
    """Who had what when the round began is remembered until it is over."""

    turn: int
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        board = Board(world)
        world.round = Round(
            owners={code: there.settlement.owner for code, there in world.fields.items() if there.settlement},
            held={code: who for code in world.fields if board.chart[code].is_land and (who := board.controller(code))},
            present={code: here for code, there in world.fields.items() if (here := everyone_on(there))},
        )


def everyone_on(there: Field) -> list[str]:
    """The powers with a unit anywhere on a field."""
    named = {*there.units, *there.builders, *there.cargo}
    named |= {row.owner for row in (there.settlement, there.yard) if row}
    return [who for who in sorted(named) if any(True for _ in places(there, who))]


def round_begins(turn: Turn[World]) -> Iterator[Event]:
    yield RoundBegan(turn.world.turn)


class DoctrineGiven(OfPower, frozen=True):
    """A standing order, as it is kept."""

    matter: str
    value: Any
    order: str
    text: ClassVar = "{who} {who:orders/order} until further notice: {order}"

    def apply(self, world: World) -> None:
        realm = world.powers[self.who]
        if self.matter in ("diet", "herdsfirst", "festival"):
            setattr(realm, self.matter, self.value)
        else:
            realm.doctrine = structs.replace(realm.doctrine, **{self.matter: self.value})


class LuckAsked(OfPower, frozen=True):
    kind: str
    number: int
    text: ClassVar = "{who} {who:trusts/trust} in luck: {kind}, {number:die/dice} at most"

    def apply(self, world: World) -> None:
        world.round.luck.setdefault(self.who, {})[self.kind] = self.number


class GoldKept(OfPower, frozen=True):
    gold: int
    text: ClassVar = "{who} will keep {gold} gold from trade"

    def apply(self, world: World) -> None:
        world.round.keep[self.who] = self.gold


class Claimed(OfPower, frozen=True):
    kind: str
    turn: int
    goals: tuple[str, ...]
    text: ClassVar = "{who} {who:claims/claim} {kind}< ({goals})>: it is checked at the end of the next round"

    def apply(self, world: World) -> None:
        claim = Claim(self.kind, self.turn, list(self.goals))  # type: ignore[arg-type]
        noted = world.powers[self.who].claim
        if noted is None or noted.turn == self.turn:
            world.powers[self.who].claim = claim
        else:
            world.round.claims[self.who] = claim


@action("5.7.4h", form="DOCTRINE {matter}", meaning="until further notice {matter}")
class DoctrineOrder(HomeOrder, frozen=True):
    """How your units fight, until further notice."""

    matter: tuple[str | int | None, ...]
    step: ClassVar = NOTED

    def flaw(self) -> str:
        name, *rest = [item for item in self.matter if item is not None] or [""]
        if name not in MATTERS:
            return f"a doctrine is one of {', '.join(MATTERS)}"
        if name == "BREAK" and not (len(rest) == 1 and isinstance(rest[0], int) and 1 <= rest[0] <= 100):
            return "BREAK takes a percentage from 1 to 100"
        if name == "TARGET" and any(kind(str(unit)).level for unit in rest):
            return "TARGET names types without a level"
        if name == "ENGAGE" and any(isinstance(pct, int) and pct < 1 for pct in rest):
            return "the percentage must be 1 or more"
        return ""

    def value(self) -> tuple[str, Any]:
        """The key under which it is kept, and what is kept."""
        name, *rest = [item for item in self.matter if item is not None]
        if name == "ENGAGE":
            pct = "" if rest[0] == "OFF" else f" {rest[1] if len(rest) > 1 else USUAL_SHARE}"
            return "engage", f"{rest[0]}{pct}"
        if name in ("TARGET", "RALLY"):
            return str(name).lower(), list(dict.fromkeys(rest))
        if name == "BREAK":
            return "breaks", rest[0]
        if name == "SNIPE":
            return "snipe", None if rest[0] == "OFF" else rest[0]
        return str(name).lower(), rest[0]

    def said(self, number: int) -> Mapping[str, object]:
        name, *rest = [item for item in self.matter if item is not None]
        what = IN_WORDS.get(f"{name} {rest[0] if rest else '-'}") or IN_WORDS[str(name)]
        return {"matter": (what.format(*rest, USUAL_SHARE), *(rest if what.endswith(":") else ()))}

    def plan(self, at: Scene) -> Done:
        return ok(DoctrineGiven(at.who, *self.value(), str(self)))


@action("5.14.2b", form="DIET {goods}", meaning="eat first {goods}")
class Diet(HomeOrder, frozen=True):
    """What your people eat first in winter; what you do not name comes behind."""

    goods: tuple[str, ...]
    step: ClassVar = NOTED

    def flaw(self) -> str:
        return "name each food once" if len(set(self.goods)) < len(self.goods) else ""

    def plan(self, at: Scene) -> Done:
        return ok(DoctrineGiven(at.who, "diet", list(self.goods), str(self)))


@action("5.14.2a", form="HERDSFIRST {answer}", meaning="herds are fed before people: {answer}", values="ON, OFF")
class HerdsFirst(HomeOrder, frozen=True):
    """Whether herds get grain as long as there is any."""

    answer: str
    step: ClassVar = NOTED

    def plan(self, at: Scene) -> Done:
        return ok(DoctrineGiven(at.who, "herdsfirst", self.answer == "ON", str(self)))


@action("5.3.8", form="FESTIVAL {size}", meaning="hold {size} festivals in winter", values="SMALL, DOUBLE, TRIPLE")
class FestivalOrder(HomeOrder, frozen=True):
    """How large the festivals are; larger ones cost grain."""

    size: str
    step: ClassVar = NOTED

    def plan(self, at: Scene) -> Done:
        return ok(DoctrineGiven(at.who, "festival", self.size, str(self)))


@action(
    "5.12.4",
    form="LUCK {kind} {number}",
    meaning="throw up to {number:bad die/bad dice} again: {kind}",
    costs="4 PP each",
    values="WEATHER, FISH, WRECK, ATTRITION",
)
class Luck(HomeOrder, frozen=True):
    """The first bad results of a kind are thrown again, while there is prestige."""

    kind: str
    number: int
    step: ClassVar = NOTED
    counted: ClassVar = ()

    def in_vain(self, world: World, who: str) -> Refusal | None:
        price, pp = tables().prestige["reroll"], world.powers[who].pp
        if pp < price:
            return Refusal(self.rule, f"each die costs {price} PP, and you have {pp}")
        if self.kind == "WEATHER" and world.season == SPRING:
            return Refusal(self.rule, "no weather is thrown for in spring")
        return None

    def plan(self, at: Scene) -> Done:
        return ok(LuckAsked(at.who, self.kind, self.number))


@action("5.13.8", form="KEEP {gold}", meaning="keep {gold} gold from trade")
class Keep(HomeOrder, frozen=True):
    """Gold that trade and building must not touch: it is there again for pay."""

    gold: int
    step: ClassVar = NOTED

    def plan(self, at: Scene) -> Done:
        return ok(GoldKept(at.who, self.gold))


@action("5.15.2", form="CLAIM {kind}< {first}>< {second}>", meaning="claim {kind}< by {first}>< and {second}>")
class ClaimOrder(HomeOrder, frozen=True):
    """Announce that you will have won by the end of the next round."""

    kind: str
    first: str | None
    second: str | None
    step: ClassVar = CLAIMED

    def flaw(self) -> str:
        if self.kind == "DOMINANCE":
            return "" if not (self.first or self.second) else "DOMINANCE has no goals to name"
        goals = {self.first, self.second} - {None}
        return "" if len(goals) == 2 else "the goals are not named: write two of A, B, C, D, E"

    def in_vain(self, world: World, who: str) -> Refusal | None:
        least, points = tables().vp.dominance, world.powers[who].vp
        if self.kind == "DOMINANCE" and points < least:
            return Refusal(self.rule, f"you have {points} VP, and it takes {least} at the end of the next round")
        return None

    def plan(self, at: Scene) -> Done:
        goals = tuple(goal for goal in (self.first, self.second) if goal)
        return ok(Claimed(at.who, self.kind, at.world.turn, goals))


def in_force(world: World, who: str) -> dict[str, str]:
    """The standing orders of a power as it would write them."""
    realm = world.powers[who]
    doctrine = realm.doctrine
    targets = full(doctrine.target, tables().targets)
    found = {
        "BREAK": f"DOCTRINE BREAK {doctrine.breaks}",
        "TARGET": f"DOCTRINE TARGET {' '.join(targets)}",
        "SPARE": f"DOCTRINE SPARE {doctrine.spare}",
        "REROLL": f"DOCTRINE REROLL {doctrine.reroll}",
        "SNIPE": f"DOCTRINE SNIPE {doctrine.snipe or 'OFF'}",
        "RALLY": f"DOCTRINE RALLY {' '.join(doctrine.rally)}".strip(),
        "ENGAGE": f"DOCTRINE ENGAGE {doctrine.engage}",
        "ROADS": f"DOCTRINE ROADS {doctrine.roads}",
        "FESTIVAL": f"FESTIVAL {realm.festival}",
    }
    if world.on("agriculture"):
        found["DIET"] = f"DIET {' '.join(full(realm.diet, DIET))}"
        found["HERDSFIRST"] = f"HERDSFIRST {'ON' if realm.herdsfirst else 'OFF'}"
    return found
