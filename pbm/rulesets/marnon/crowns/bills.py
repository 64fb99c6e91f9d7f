"""What a power has to pay for, by heads [5.49, 5.63 to 5.65]."""

from dataclasses import dataclass

from pbm.rulesets.marnon.changes.crowns import HEADS
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.map import castles, is_area
from pbm.rulesets.marnon.relations import is_host
from pbm.rulesets.marnon.sea.harbours import may_use
from pbm.rulesets.marnon.tables import mercenaries, up, upkeep
from pbm.rulesets.marnon.world import World

DEFICIT = 50


@dataclass
class Bill:
    """One thing to pay for, and what it is."""

    head: str
    code: str
    crowns: int


def bills(world: World, who: str) -> list[Bill]:
    """All that is due, by heads."""
    power = world.powers[who]
    found = [Bill("FORTS", code, upkeep("fort")) for code in world.owned(who) if world.area(code).fort]
    found += [Bill("ARMIES", "", up(power.points, 100) * upkeep("army_per_100"))]
    found += [
        Bill("ARMIES", guest, up(other.exile.points, 100))
        for guest, other in world.powers.items()
        if other.exile and is_host(world, who, guest)
    ]
    found += [
        Bill("FLEETS", code, upkeep("fleet"))
        for code in world.numbered(who, "fleets")
        if is_war_fleet(code) and not power.fleets[code].damaged and not power.fleets[code].merc
    ]
    if not world.ongoing.truce and not world.card_of(who, 51):
        found += [Bill("SIEGES", code, upkeep("siege")) for code in castles() if besieges(world, who, code)]
    found += [Bill("MERCS", card, fee) for card, fee in kept_cards(world, who)]
    found += [Bill("REPAIRS", code, upkeep("repair")) for code in repairs(world, who)]
    return [bill for bill in found if bill.crowns]


def besieges(world: World, who: str, castle: str) -> bool:
    siege = world.siege(castle)
    return siege is not None and siege.by == who


def kept_cards(world: World, who: str) -> list[tuple[str, int]]:
    hired = world.mercs.hired
    cards = sorted(
        (card for card, row in hired.items() if row.power == who and card in mercenaries()), key=lambda c: int(c[2:])
    )
    return [(card, hired[card].fee) for card in cards]


def repairs(world: World, who: str) -> list[str]:
    """Damaged fleets in a port that they may use: those named, in that order, or all."""
    fleets = world.powers[who].fleets
    able = [
        code
        for code in world.numbered(who, "fleets")
        if fleets[code].damaged and is_area(fleets[code].at) and may_use(world, who, str(fleets[code].at), code)
    ]
    named = world.now.repairs.get(who)
    return able if named is None else [code for code in named if code in able]


def heads_of(world: World, who: str) -> list[str]:
    """PAY may name some heads; the others follow in the default order, mercenaries after sieges."""
    named = world.powers[who].pay
    order = [*named, *(head for head in HEADS if head not in named and head != "MERCS")]
    order.insert(order.index("SIEGES") + 1, "MERCS")
    return order


def purse(world: World, who: str) -> int:
    return world.powers[who].cash + (DEFICIT if world.settings.deficit else 0)


def halved(world: World, who: str, found: list[Bill]) -> list[Bill]:
    """Card 15: armies, fleets and forts together at half; if that cannot be paid, each by itself [5.98]."""
    cheap = [bill for bill in found if bill.head in ("FORTS", "ARMIES", "FLEETS") and not is_guest(world, bill)]
    rest = [bill for bill in found if bill not in cheap]
    half = up(sum(bill.crowns for bill in cheap), 2)
    if half + sum(bill.crowns for bill in rest) <= purse(world, who):
        joined = [Bill("ARMIES", "", half), *(Bill(b.head, b.code, 0) for b in cheap if b.head != "ARMIES")]
        return joined + rest
    return [Bill(bill.head, bill.code, up(bill.crowns, 2)) for bill in cheap] + rest


def is_guest(world: World, bill: Bill) -> bool:
    return bill.head == "ARMIES" and bill.code in world.powers
