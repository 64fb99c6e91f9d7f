"""Before anything else: standing orders, claims, the Magyars, and gifts [6.0, 7.0, 23.1, H13]."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Line, Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.forces import put
from pbm.rulesets.twilight.order import Scene, Wish, Words, action
from pbm.rulesets.twilight.playing import settled
from pbm.rulesets.twilight.position import PowerState
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.sheet import Papers, answer, answered, everyone, papers
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

    def apply(self, world: World) -> None:
        world.players[self.seat].control = "out"
        for power in world.powers.values():
            if power.player == self.seat:
                power.player = None


@action("23.1", form="CLAIM {powers}", meaning="claim as your own power, the first that is to be had: {powers}")
class Claim(Wish, frozen=True):
    """After the death of your leader: the foreign powers you would play, the dearest first."""

    powers: Words

    def plan(self, at: Scene) -> Done:
        seat = at.paper.seat
        if at.world.own_power(seat) or at.world.players[seat].control == "out":
            return failed("23.1", "you still have a power of your own")
        hit = any(code in to_be_had(at.world) for code in self.powers)
        return ok() if hit else failed("23.1", "none of these powers is to be had")


def to_be_had(world: World) -> list[str]:
    return [code for code in world.of_kind("major") if not world.is_frankish(code)]


def claims(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    without = [seat for seat in world.seats if world.own_power(seat) is None and world.players[seat].control != "out"]
    order = turn.dice.draw("claim.order", without, len(without)) if len(without) > 1 else without
    for seat in order:
        yield from claimed(turn, papers(turn, seat))
    for paper in everyone(turn):
        if paper.seat not in without:
            yield from settled(turn, paper, paper.seat, (line for line, _ in paper.wishes(Claim)))


def claimed(turn: Turn[World], paper: Papers) -> Iterator[Event]:
    """The first power of the list that can be had, else the Major with most units."""
    free = to_be_had(turn.world)
    yield from settled(turn, paper, paper.seat, (line for line, _ in paper.wishes(Claim)))
    wanted = [str(code) for _, order in paper.wishes(Claim) for code in order.powers]
    best = min(free, key=lambda code: (-turn.world.strength(code), code), default=None)
    power = next((code for code in wanted if code in free), best)
    yield Claimed(paper.seat, power) if power else PlayerOut(paper.seat)
    if power:
        yield from taken_up(turn, power)


class MagyarsCame(Event, frozen=True):
    """A new Major beside the Bulgars, or in their place."""

    place: dict[str, str]
    replaces: bool
    verb: ClassVar = "magyars"
    text: ClassVar = "the Magyars came"

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


def magyars(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    plan = scenario(world.scenario).magyars
    if plan and world.turn == plan.turn and MAGYARS not in world.powers:
        full = len(world.seats) >= plan.full_table.players
        yield MagyarsCame(plan.full_table.place if full else {}, not full)


class Gave(OfPower, frozen=True):
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


def in_hand(words: Words) -> Words:
    """DP with their number before them; a marker as it is."""
    return (f"{words[1]} DP",) if words and words[0] == "DP" and len(words) > 1 else words


class Dealing(Scene, frozen=True, kw_only=True):
    """What players deal in before the year."""

    giver: str | None
    """The player's own power."""
    agreed: bool
    """Whether the other sheet says the same bargain."""


@action("6.0", form="GIVE {power} {what}< FOR {back}>", meaning="give {what} to {power}< for {back}>")
class Give(Wish, frozen=True):
    """Give DP or a marker to another player, or exchange them if the other sheet says the same."""

    power: Power
    what: Words
    back: Words | None

    def dues(self, world: World, own: str | None) -> int:
        return split(self.what)[0]

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "what": in_hand(self.what), "back": in_hand(self.back or ())}

    def plan(self, at: Dealing) -> Done:
        if reason := no_gift(at.world, at.giver, self, at.agreed):
            return refused(reason)
        back = (Gave(self.power, at.who, *split(self.back)),) if self.back else ()
        return ok(Gave(at.who, self.power, *split(self.what)), *back)


def gifts(turn: Turn[World]) -> Iterator[Event]:
    """In seat order and line order; a bargain is settled when the first of its two lines comes up [6.0]."""
    for paper in everyone(turn):
        for line, order in paper.wishes(Give):
            if line.number not in answered(turn, paper):
                yield from given(turn, paper, line, order)


def given(turn: Turn[World], paper: Papers, line: Line, order: Give) -> Iterator[Event]:
    """Both lines of a bargain have one answer."""
    giver = turn.world.own_power(paper.seat)
    mirror = mirrored(turn, paper, line, order) if order.back else None
    at = Dealing(turn.world, giver or paper.seat, turn=turn, paper=paper, giver=giver, agreed=mirror is not None)
    done = order.plan(at)
    yield answer(paper, at.who, line, done)
    if mirror:
        yield answer(mirror[0], order.power, mirror[1], done)
    yield from done.events


def split(what: Words) -> tuple[int, str]:
    return (int(what[1]), "") if what[0] == "DP" else (0, str(what[0]))


def mirrored(turn: Turn[World], paper: Papers, line: Line, order: Give) -> tuple[Papers, Line] | None:
    """The unused line of the other sheet that says the same bargain the other way round."""
    seat, giver = turn.world.player_of(order.power), turn.world.own_power(paper.seat)
    theirs = papers(turn, seat) if seat else None
    for found, other in theirs.wishes(Give) if theirs else ():
        same = other.power == giver and other.what == order.back and other.back == order.what
        if same and theirs and found is not line and found.number not in answered(turn, theirs):
            return theirs, found
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


def short(world: World, giver: str, taker: str, what: Words, back: tuple[Any, ...] | None) -> Refusal | None:
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


class Funded(OfPower, frozen=True):
    to: Power
    points: int
    verb: ClassVar = "fund"
    text: ClassVar = "{who} gave {to} {points} DP for {to:its/their} levy"
    news: ClassVar = "{who} gave {to} DP for {to:its/their} levy"

    def apply(self, world: World) -> None:
        world.powers[self.who].dp -= self.points
        if world.segment:
            world.segment.more += self.points


def short_of(who: str, points: int, wanted: int) -> Iterator[Refusal]:
    """Why a power pays less than its player wrote."""
    if points < wanted:
        told = f"{subject(who, 'has', 'have')} {f'only {points}' if points else 'no'} DP"
        yield Refusal("7.0", told, kind="purse")


@action("7.0", form="FUND {power} {points}", meaning="give {power} up to {points} DP for {power:its/their} levy")
class Fund(Wish, frozen=True):
    """Give DP to a power you control; they are LP of its coming levy."""

    power: Power
    points: int

    def dues(self, world: World, own: str | None) -> int:
        return self.points

    def never(self, world: World) -> Refusal | None:
        return Refusal("7.0", f"{subject(self.power, 'held', 'held')} no levy of which you could pay")

    def plan(self, at: Scene) -> Done:
        points = min(self.points, at.power.dp)
        short = tuple(short_of(at.who, points, self.points))
        return Done("ok", (Funded(at.who, self.power, points),), short) if points else Done("failed", (), short)


def funded(turn: Turn[World], power: str) -> Iterator[Event]:
    """Gifts to a power at the start of its levy, in seat and line order [7.0, 24.0]."""
    if turn.world.powers[power].kind == "pp":
        return
    for paper in everyone(turn):
        if giver := turn.world.own_power(paper.seat):
            lines = (line for line, order in paper.wishes(Fund) if order.power == power)
            yield from settled(turn, paper, giver, lines)
