"""Before anything else: standing orders, claims, the Magyars, and gifts [6.0, 7.0, 23.1, H13]."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any, ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, Outcome
from pbm.rules.order import Line, Refusal
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.forces import put
from pbm.rulesets.twilight.orders.wishes import Claim, Fund, Give
from pbm.rulesets.twilight.position import PowerState
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.sheet import Papers, answer, everyone, papers
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack, read
from pbm.rulesets.twilight.world import BULGARS, MAGYARS, World, called, subject


class Claimed(Event, frozen=True):
    """A player who lost the leader goes on with a foreign power."""

    seat: Power
    who: Power
    parties: ClassVar = ("seat",)
    verb: ClassVar = "claim"
    text: ClassVar = "{seat} {seat:goes/go} on as {who}"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.kind, power.player, power.dp = "pp", self.seat, 0
        world.players[self.seat].pp = self.who
        world.doctrines.pop(self.who, None)


class PlayerOut(Event, frozen=True):
    seat: Power
    parties: ClassVar = ("seat",)
    verb: ClassVar = "out"
    text: ClassVar = "{seat} {seat:has/have} no power left to play"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        world.players[self.seat].control = "out"
        for power in world.powers.values():
            if power.player == self.seat:
                power.player = None


def claims(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    without = [seat for seat in world.seats if world.own_power(seat) is None and world.players[seat].control != "out"]
    order = turn.dice.draw("claim.order", without, len(without)) if len(without) > 1 else without
    for seat in order:
        yield from claimed(turn, papers(turn, seat))
    for paper in everyone(turn):
        if paper.seat not in without:
            reason = Refusal("23.1", "you still have a power of your own")
            yield from (answer(paper, paper.seat, line, "failed", reason) for line, _ in paper.wishes(Claim))


def claimed(turn: Turn, paper: Papers) -> Iterator[Event]:
    """The first power of the list that can be had, else the Major with most units."""
    world: World = turn.world
    free = [code for code in world.of_kind("major") if not world.is_frankish(code)]
    for line, order in paper.wishes(Claim):
        hit = any(code in free for code in order.powers)
        reason = () if hit else (Refusal("23.1", "none of these powers is to be had"),)
        yield answer(paper, paper.seat, line, "ok" if hit else "failed", *reason)
    wanted = [str(code) for _, order in paper.wishes(Claim) for code in order.powers]
    best = min(free, key=lambda code: (-world.strength(code), code), default=None)
    power = next((code for code in wanted if code in free), best)
    yield Claimed(paper.seat, power) if power else PlayerOut(paper.seat)
    if power:
        yield from taken_up(turn, power)


class MagyarsCame(Event, frozen=True):
    """A new Major beside the Bulgars, or in their place."""

    place: dict[str, str]
    replaces: bool
    parties: ClassVar = ()
    verb: ClassVar = "magyars"
    text: ClassVar = "the Magyars came"
    news: ClassVar = text

    def apply(self, world: World) -> None:
        if not self.replaces:
            world.powers[MAGYARS] = PowerState("major")
            for place, units in self.place.items():
                put(world, place, MAGYARS, Stack(read(units)))
            return
        world.powers[MAGYARS] = world.powers.pop(BULGARS)
        for player in world.players.values():
            player.pp = MAGYARS if player.pp == BULGARS else player.pp
        for there in world.forces.values():
            for stack in there.get(BULGARS, ()):
                stack.units = {"N": stack.size}
            if BULGARS in there:
                there[MAGYARS] = there.pop(BULGARS)
        if BULGARS in world.doctrines:
            world.doctrines[MAGYARS] = world.doctrines.pop(BULGARS)
        world.last_order = [MAGYARS if code == BULGARS else code for code in world.last_order]


def magyars(turn: Turn) -> Iterator[Event]:
    world: World = turn.world
    plan = scenario(world.scenario).magyars
    if plan and world.turn == plan.turn and MAGYARS not in world.powers:
        full = len(world.seats) >= plan.full_table.players
        yield MagyarsCame(plan.full_table.place if full else {}, not full)


class Gave(Event, frozen=True):
    who: Power
    to: Power
    points: int
    marker: str
    parties: ClassVar = ("who", "to")
    verb: ClassVar = "gift"
    text: ClassVar = "{who} gave {to}< {points} DP>< the marker {marker}>"
    news: ClassVar = "{who} gave {to} {points} DP"
    unnamed: ClassVar = "{who} gave {to} a marker"
    """What everyone reads of a marker."""

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.unnamed, names) if public and self.marker else super().worded(names, public)

    def apply(self, world: World) -> None:
        giver, taker = world.powers[self.who], world.powers[self.to]
        giver.dp -= self.points
        taker.dp += self.points
        if self.marker:
            giver.markers.remove(self.marker)
            taker.markers.append(self.marker)


def gifts(turn: Turn) -> Iterator[Event]:
    """In seat order and line order; a bargain is settled when the first of its two lines comes up [6.0]."""
    done: list[tuple[str, int]] = []
    for paper in everyone(turn):
        for line, order in paper.wishes(Give):
            if (paper.seat, line.number) not in done:
                yield from given(turn, paper, line, order, done)


def given(turn: Turn, paper: Papers, line: Line, order: Give, done: list[tuple[str, int]]) -> Iterator[Event]:
    world: World = turn.world
    done.append((paper.seat, line.number))
    giver = world.own_power(paper.seat)
    mirror = mirrored(turn, giver, order, done) if order.back else None
    if mirror:
        done.append((mirror[0].seat, mirror[1].number))
    reason = no_gift(world, giver, order, bool(mirror))
    outcome: Outcome = "failed" if reason else "ok"
    yield answer(paper, giver or paper.seat, line, outcome, *([reason] if reason else []))
    if mirror:
        yield answer(mirror[0], order.power, mirror[1], outcome, *([reason] if reason else []))
    if reason is None and giver:
        yield Gave(giver, order.power, *split(order.what))
        if mirror and order.back:
            yield Gave(order.power, giver, *split(order.back))


def split(what: tuple[Any, ...]) -> tuple[int, str]:
    return (int(what[1]), "") if what[0] == "DP" else (0, str(what[0]))


def mirrored(turn: Turn, giver: str | None, order: Give, done: list[tuple[str, int]]) -> tuple[Papers, Line] | None:
    """The unused line of the other sheet that says the same bargain the other way round."""
    seat = turn.world.player_of(order.power)
    paper = papers(turn, seat) if seat else None
    for line, other in paper.wishes(Give) if paper else ():
        same = other.power == giver and other.what == order.back and other.back == order.what
        if same and paper and (paper.seat, line.number) not in done:
            return paper, line
    return None


def no_gift(world: World, giver: str | None, order: Give, mirrored: bool) -> Refusal | None:
    taker = world.powers.get(order.power)
    if giver is None or taker is None or taker.kind != "pp" or order.power == giver:
        return Refusal("6.0", "gifts go from one player's own power to another's")
    if order.back and not mirrored:
        return Refusal("6.0", f"the sheet of {called(order.power)} does not say the same bargain")
    return short(world, giver, order.power, order.what, order.back) or (
        short(world, order.power, giver, order.back, order.what) if order.back else None
    )


def short(world: World, giver: str, taker: str, what: tuple[Any, ...], back: tuple[Any, ...] | None) -> Refusal | None:
    """Why one half of a gift cannot be given."""
    points, marker = split(what)
    if points > world.powers[giver].dp:
        return Refusal("7.0", f"{subject(giver, 'has', 'have')} only {world.powers[giver].dp} DP")
    if marker and marker not in world.powers[giver].markers:
        return Refusal("20.0", f"{subject(giver, 'does', 'do')} not hold {called(marker)}")
    full = len(world.powers[taker].markers) >= tables().most_markers
    if marker and full and not (back and split(back)[1]):
        return Refusal("20.0", f"{subject(taker, 'holds', 'hold')} ten markers")
    return None


class Funded(Event, frozen=True):
    who: Power
    to: Power
    points: int
    verb: ClassVar = "fund"
    text: ClassVar = "{who} gave {to} {points} DP for {to:its/their} levy"
    news: ClassVar = "{who} gave {to} DP for {to:its/their} levy"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points


def short_of(who: str, points: int, wanted: int) -> Iterator[Refusal]:
    """Why a power pays less than its player wrote."""
    if points < wanted:
        told = f"{subject(who, 'has', 'have')} {f'only {points}' if points else 'no'} DP"
        yield Refusal("7.0", told, kind="purse")


def funded(turn: Turn, power: str) -> Generator[Event, None, int]:
    """Gifts to a power at the start of its levy, in seat and line order [7.0, 24.0]."""
    world: World = turn.world
    total = 0
    if world.powers[power].kind == "pp":
        return 0
    for paper in everyone(turn):
        giver = world.own_power(paper.seat)
        for line, order in paper.wishes(Fund):
            if order.power == power and giver:
                points = min(order.points, world.powers[giver].dp)
                yield answer(paper, giver, line, "ok" if points else "failed", *short_of(giver, points, order.points))
                if points:
                    yield Funded(giver, power, points)
                total += points
    return total
