"""ATTACK, SALLY and the standing engagement: who fights whom [5.7.2, 5.7.9, 5.7.10]."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, ok, refused, unless
from pbm.rules.playing import answer, lines_of, of_kind
from pbm.rulesets.homelands.battle import MOST_ROUNDS, Battle, ground_of
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.drawing import INSIDE, OPEN
from pbm.rulesets.homelands.force import Force
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Changed
from pbm.rulesets.homelands.units import doing
from pbm.rulesets.homelands.world import World

ANY = "ANY"
ATTACK = "5c"


class Foray(HomeOrder, frozen=True):
    """Units of yours fight those of a power."""

    where: Place
    power: Power
    rounds: int | None
    step: ClassVar = ATTACK
    sally: ClassVar = False

    def plan(self, at: Scene) -> Done:
        """As things stand, for receipts: battles are fought one after another."""
        return unless(attack_refusal(at.world, at.board, at.who, self.where, self.power, self.sally))


@action(
    "5.7.2",
    form="ATTACK {where} {power}< ROUNDS {rounds}>",
    meaning="attack {power} in {where}<, {rounds} rounds at most>",
)
class Attack(Foray, frozen=True):
    """Your units in the open fight those of a power, or of ANY that is hostile."""


@action(
    "5.7.2",
    form="SALLY {where} {power}< ROUNDS {rounds}>",
    meaning="sally out of {where} against {power}<, {rounds} rounds at most>",
)
class Sally(Foray, frozen=True):
    """All who are inside come out, and attack."""

    sally: ClassVar = True

    def plan(self, at: Scene) -> Done:
        own = at.at(self.where).settlement
        if not own or own.owner != at.who or not own.inside:
            return failed("5.7.2", "nobody is inside")
        return super().plan(at)


def attack_refusal(world: World, board: Board, who: str, where: str, power: str, sally: bool = False) -> Refusal | None:
    """Why there is no attack [5.7.2]."""
    if world.chart[where].is_neutral:
        return Refusal("5.1.9", "nobody fights on a neutral field", kind="lasting")
    if not sally and not board.open(where).get(who):
        return Refusal("5.7.2", "you have nobody in the open there")
    if power == ANY:
        return None if board.against(who, where) else Refusal("5.7.9", "no enemy is in the open there")
    if power not in world.powers or power == who:
        return Refusal("5.7.2", "there is no such power to attack", kind="lasting")
    rival = world.called(power)
    if not board.hostile(who, power):
        return Refusal("5.7.2", f"a pact binds you and {rival}")
    there = board.open(where).get(power)
    return None if there else Refusal("5.7.2", f"{rival} {rival:has/have} nobody in the open there")


class Prepared(Event, frozen=True):
    """Prestige at the start of step 5 orders attacks and makes morale."""

    pp: dict[str, int]
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.round.pp = dict(self.pp)


def prepared(turn: Turn[World]) -> Iterator[Event]:
    yield Prepared({who: turn.world.powers[who].pp for who in turn.world.codes})


class Sallied(OfPower, frozen=True):
    """All inside have come out."""

    where: Place
    written: ClassVar = False
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.round.sallied.append((self.where, self.who))


def sally_exits(turn: Turn[World]) -> Iterator[Event]:
    """All inside come out, whether a battle follows or not; a SALLY where nobody is inside fails."""
    for who in turn.world.codes:
        for _, order in of_kind(lines_of(turn, who, ATTACK), Sally):
            own = turn.world.fields[order.where].settlement
            if own and own.owner == who and own.inside:
                yield Sallied(who, order.where)
                units = dict(own.inside)
                text = doing(units, "sallies out", "sally out")
                yield Changed(who, order.where, INSIDE, OPEN, units, units, text)


@dataclass(order=True)
class Intent:
    """Somebody means to attack on a field."""

    rank: tuple[int, str, int]
    who: str = field(compare=False)
    power: str = field(compare=False)
    rounds: int = field(compare=False)
    line: Line | None = field(compare=False, default=None)
    """None for the standing engagement."""
    pct: int = field(compare=False, default=0)
    done: bool = field(compare=False, default=False)
    fought: bool = field(compare=False, default=False)
    """As the other half of an attack that came before it."""


FOUGHT_ALREADY = Refusal("5.7.9", "they have fought here already")
STANDING = 10**6
"""The standing engagement comes behind all lines of its power."""


class Engaged(OfPower, frozen=True):
    """The standing doctrine of engagement leads to a battle."""

    other: Power
    where: Place
    text: ClassVar = "{who} {who:engages/engage} {other} in {where}, as {who:its/their} doctrine says"


def battles(turn: Turn[World]) -> Iterator[Event]:
    """Fields in code order; on a field the attacks by prestige, then code, then line."""
    world = turn.world
    named: dict[str, list[Intent]] = {}
    lines: set[tuple[str, str]] = set()
    for who in world.codes:
        for line, order in of_kind(lines_of(turn, who, ATTACK), Foray):
            rank = (-world.round.pp.get(who, 0), who, line.number)
            intent = Intent(rank, who, order.power, order.rounds or MOST_ROUNDS, line)
            named.setdefault(order.where, []).append(intent)
            lines.add((who, order.where))
    engaging = [who for who in world.codes if world.powers[who].doctrine.engage != "OFF"]
    for code in world.chart.codes:
        intents = named.get(code, [])
        intents += [one for who in engaging if (who, code) not in lines and (one := engagement(world, who, code))]
        if intents:
            yield from Melee(turn, code, sorted(intents)).fought()


def engagement(world: World, who: str, code: str) -> Intent | None:
    """What DOCTRINE ENGAGE makes of a field [5.7.10]."""
    spot = world.chart[code]
    if who not in world.fields[code].units and who not in world.fields[code].builders:
        return None
    where, _, pct = world.powers[who].doctrine.engage.partition(" ")
    home = spot.is_land and (world.round.held.get(code) == who or world.round.owners.get(code) == who)
    if spot.is_neutral or (where == "HOME" and not home):
        return None
    rank = (-world.round.pp.get(who, 0), who, STANDING)
    return Intent(rank, who, ANY, MOST_ROUNDS, pct=int(pct or 100))


class Melee:
    """All battles on one field."""

    def __init__(self, turn: Turn[World], code: str, intents: list[Intent]) -> None:
        self.turn, self.world, self.code, self.intents = turn, turn.world, code, intents
        self.mutual: set[frozenset[str]] = set()
        """Pairs that fought because both attacked."""

    def fought(self) -> Iterator[Event]:
        for intent in self.intents:
            if not intent.done:
                yield from self.carried_out(intent)

    def carried_out(self, intent: Intent) -> Iterator[Event]:
        intent.done = True
        targets = self.targets(intent)
        foes = [other for other in targets if not self.is_settled(intent.who, other)]
        if intent.line and (foes or intent.fought):
            yield answer(intent.who, intent.line, ok())
        elif intent.line:
            reason = FOUGHT_ALREADY if targets else self.refusal(intent)
            yield answer(intent.who, intent.line, refused(reason))
        for other in foes:
            if self.is_up_to_it(intent, other):
                yield from self.battle(intent, other)

    def refusal(self, intent: Intent) -> Refusal:
        assert intent.line
        if isinstance(intent.line.order, Sally) and not self.has_sallied(intent.who):
            return Refusal("5.7.2", "nobody is inside")
        found = attack_refusal(self.world, Board(self.world), intent.who, self.code, intent.power)
        return found or Refusal("5.7.2", "no enemy is in the open there")

    def has_sallied(self, who: str) -> bool:
        return (self.code, who) in self.world.round.sallied

    def is_settled(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self.mutual

    def targets(self, intent: Intent) -> list[str]:
        """Whom an attack would fight now: most units first, then code [5.7.9]."""
        board = Board(self.world)
        if intent.line and isinstance(intent.line.order, Sally) and not self.has_sallied(intent.who):
            return []
        if attack_refusal(self.world, board, intent.who, self.code, intent.power):
            return []
        if intent.power != ANY:
            return [intent.power]
        there = board.open(self.code)
        return sorted((who for who in there if board.hostile(intent.who, who)), key=lambda who: (-there[who], who))

    def is_up_to_it(self, intent: Intent, other: str) -> bool:
        """Both are still there, and a standing engagement finds itself strong enough."""
        board = Board(self.world)
        there = board.open(self.code)
        if not there.get(intent.who) or not there.get(other):
            return False
        return not intent.pct or self.is_strong(intent, other)

    def is_strong(self, intent: Intent, other: str) -> bool:
        ground = ground_of(self.world, self.code)
        own = Force(self.world, intent.who, self.code, other, True, ground).fighters()
        theirs = Force(self.world, other, self.code, intent.who, False, ground).fighters()
        return 100 * own >= intent.pct * theirs

    def answering(self, intent: Intent, other: str) -> Intent | None:
        """The other side's own attack on this power, if it still waits for its turn."""
        for each in self.intents:
            if each.done or each.who != other or intent.who not in self.targets(each):
                continue
            if not each.pct or self.is_strong(each, intent.who):
                return each
        return None

    def battle(self, intent: Intent, other: str) -> Iterator[Event]:
        reply, rounds = self.answering(intent, other), intent.rounds
        attacker, defender = intent.who, other
        if intent.line is None:
            yield Engaged(intent.who, other, self.code)
        if reply:
            self.mutual.add(frozenset((intent.who, other)))
            rounds = max(rounds, reply.rounds)
            attacker, defender = self.roles(intent.who, other)
            reply.fought = True
            if reply.line and reply.power != ANY:
                reply.done = True
                yield answer(reply.who, reply.line, ok())
        yield from Battle(self.turn, self.code, attacker, defender, rounds).fought()

    def roles(self, one: str, other: str) -> tuple[str, str]:
        """Attacker and defender of a mutual attack: whoever was there first defends [5.7.2]."""
        there = self.world.round.present.get(self.code, [])
        here = [who for who in (one, other) if who in there]
        cus = Board(self.world).cus(self.code)
        if len(here) == 1:
            defender = here[0]
        elif cus and cus.owner in (one, other):
            defender = cus.owner
        else:
            defender = max(one, other)
        return (other if defender == one else one), defender
