"""Mercenaries: bids, hiring, the next offer [5.79, 5.83]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Count, Event, OfPower
from pbm.rules.order import Line
from pbm.rules.plan import Done, failed
from pbm.rules.playing import of_kind
from pbm.rulesets.marnon.cards.deals import MercsShuffled, Offered
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.crowns.income import earners
from pbm.rulesets.marnon.crowns.supply import LinesAfterCount, is_supplied
from pbm.rulesets.marnon.map import ports
from pbm.rulesets.marnon.ongoing import Hired
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.playing import lines_of, planned, scene, told
from pbm.rulesets.marnon.sea.harbours import is_friendly
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.world import World, largest_of

BIDS = "bids"
HIRED_FLEET = "MC14"
OFFER = 3
COMPANIES = ("A", "B")


class HiredOut(Told, frozen=True):
    """A card is hired: by whom, at what price, and which force it joins."""

    who: Power
    card: str
    force: str | None
    crowns: int
    fee: int
    verb: ClassVar = "hired"
    text: ClassVar = "{who} hired {card} for {crowns:crown/crowns}<, to join {force}>"
    news: ClassVar = "{who} hired {card} for {crowns:crown/crowns}"

    def apply(self, world: World) -> None:
        world.powers[self.who].cash -= self.crowns
        world.mercs.hired[self.card] = Hired(self.who, self.force, self.fee)
        for pile in (world.mercs.offer, world.mercs.draw):
            if self.card in pile:
                pile.remove(self.card)
        if self.force:
            world.force(self.who, self.force).mercs.append(self.card)


class MercShifted(OfPower, frozen=True):
    """A hired card goes to another force."""

    card: str
    force: str
    text: ClassVar = "{card} joined {force}"

    def apply(self, world: World) -> None:
        hired = world.mercs.hired[self.card]
        old = world.powers[self.who].forces.get(hired.force or "")
        if old and self.card in old.mercs:
            old.mercs.remove(self.card)
        hired.force = self.force
        world.force(self.who, self.force).mercs.append(self.card)


@action(
    "5.83",
    form="BID {lot} {crowns}< {where}>",
    meaning="bid {crowns:crown/crowns} for {lot}< to join {where}>",
    costs="n",
)
class Bid(MarnonOrder, frozen=True):
    """A sealed bid for a mercenary card or a company on offer; the highest pays."""

    step: ClassVar = BIDS
    conditional: ClassVar = True
    lot: str
    crowns: int
    where: Place | None
    spent: ClassVar = "crowns"

    def plan(self, at: Scene) -> Done:
        """What it brings unless it is outbid."""
        where, why = placed(at.world, at.who, self)
        if why:
            return failed("5.83", why)
        return Done("ok", hired(at.world, at.who, self.lot, self.crowns, where))


def lots(world: World) -> list[str]:
    """What may be bid for: the cards on offer, and the companies of castles."""
    return [*(world.mercs.offer if world.settings.mercenaries else ()), *companies(world)]


def companies(world: World) -> list[str]:
    """Those of mercenary castles, by castle."""
    return [
        f"N{code[1:]}{letter}"
        for code in sorted(world.np_castles)
        if world.np_castles[code].type == "MERCENARY"
        for letter in COMPANIES
    ]


def auction(turn: Turn[World]) -> Iterator[Event]:
    """The cards in the order of the offer, then companies by castle."""
    for lot in lots(turn.world):
        yield from sold(turn, lot)
    for who in earners(turn.world):
        for line, order in of_kind(lines_of(turn, who, BIDS), Bid):
            yield from told(who, line, failed("5.83", f"{order.lot} is not on offer"))


def sold(turn: Turn[World], lot: str) -> Iterator[Event]:
    """The highest bid that can be paid and placed wins; ties to the earlier in the order."""
    bids: list[tuple[int, tuple[int, str], int, str, Line, Done]] = []
    for who in earners(turn.world):
        for line, order in of_kind(lines_of(turn, who, BIDS), Bid):
            if order.lot != lot:
                continue
            done = planned(line, scene(turn, who))
            if done.outcome == "ok":
                bids.append((-order.crowns, turn.world.rank(who), line.number, who, line, done))
            else:
                yield from told(who, line, done)
    bids.sort(key=lambda row: row[:3])
    for place, (_, _, _, who, line, done) in enumerate(bids):
        yield from told(who, line, failed("5.83", "you were outbid") if place else done)


def placed(world: World, who: str, order: Bid) -> tuple[str, str]:
    """What a card would join; or why the bid is void."""
    if not 1 <= order.crowns <= world.powers[who].cash:
        return "", f"you have {Count(max(0, world.powers[who].cash)):crown/crowns}"
    if order.lot == HIRED_FLEET:
        port = hired_port(world, who, order.where)
        return (port, "") if port else ("", "there is no friendly port for it")
    force = joined_force(world, who, order.where)
    return (force, "") if force else ("", "there is no supplied force for it to join")


def joined_force(world: World, who: str, wanted: str | None = None) -> str:
    """A supplied force of the power: the one named, else the largest."""
    lines = LinesAfterCount(world, who)
    forces = {
        code: force
        for code, force in world.powers[who].forces.items()
        if force.at and is_supplied(world, who, force, code, lines=lines)
    }
    if wanted is not None:
        return wanted if wanted in forces else ""
    return largest_of(forces) or ""


def hired_port(world: World, who: str, wanted: str | None = None) -> str:
    """A friendly port [5.27]: the one named, else the first."""
    free = [code for code in ports() if is_friendly(world, who, code, "")]
    if wanted is not None:
        return wanted if wanted in free else ""
    return next(iter(free), "")


def hired(world: World, who: str, lot: str, crowns: int, where: str, fee: int | None = None) -> Iterator[Event]:
    fleet = lot == HIRED_FLEET
    yield HiredOut(who, lot, None if fleet else where, crowns, crowns if fee is None else fee)
    if fleet:
        yield FleetCame(who, world.free_code(who, "F"), where, "hired", HIRED_FLEET)


def next_offer(turn: Turn[World]) -> Iterator[Event]:
    """Unsold cards go under the pile, and the next three are turned up [4.10]."""
    world = turn.world
    if not world.settings.mercenaries:
        return
    unsold, draw = tuple(world.mercs.offer), [*world.mercs.draw]
    if world.settings.merc_deck == "reshuffle":
        pile = sorted([*draw, *unsold], key=lambda card: mercenaries()[card].no)
        yield Offered((), unsold)
        yield MercsShuffled(tuple(turn.dice.shuffle("merc.deck", pile)))
        yield Offered(tuple(world.mercs.draw[:OFFER]))
        return
    pile = [*draw, *unsold]
    if world.settings.merc_deck == "all":
        yield Offered(tuple(sorted(pile, key=lambda card: mercenaries()[card].no)), unsold)
    elif pile or unsold:
        yield Offered(tuple(pile[:OFFER]), unsold)
