"""Trade, bonds, income and maintenance: 2.12, 2.15, 10.2 and 10.3 of the rulebook."""

from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Booked, Event, OfPower
from pbm.rulesets.darkage.world import World, is_viking, offmap_upkeep

BOND_SHARE = 5
"""High and under kings share in a fifth [10.2]."""


class TradePaid(OfPower, frozen=True):
    city: Place
    bps: int
    text: ClassVar = "trade of {city} brought {who} {bps:BP/BPs}"
    books: ClassVar = (Booked("treasury", "trade", "bps", "trade of {city}"),)

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].treasury += self.bps


def trade(turn: Turn[World]) -> Iterator[Event]:
    """A city pays its owner and the owner of its hinterland alike [2.15]."""
    world = turn.world
    for city, area in world.areas.items():
        hinterland = world.map[city].hinterland
        if hinterland and (bps := min(area.trade, area.population)) and not world.blockaded(city):
            for who in (area.owner, world.areas[hinterland].owner):
                if who:
                    yield TradePaid(who, city, bps)


class BondPaid(OfPower, frozen=True):
    high: Power
    vp: int
    treasury: int
    parties: ClassVar = ("who", "high")
    text: ClassVar = "{who} under {high}: {vp:VP/VPs} to the high king, {treasury:BP/BPs} to the under king"
    books: ClassVar = (
        Booked("treasury", "bond", "treasury", "as under king of {high}"),
        Booked("victory", "honour", "vp", "as high king of {who}", "high"),
    )

    def apply(self, world: World) -> None:
        world.kingdoms[self.high].vp += self.vp
        world.kingdoms[self.who].treasury += self.treasury


def bonds(turn: Turn[World]) -> Iterator[Event]:
    """A fifth of the lesser wealth of the two, from totals taken before any is paid [10.2, 10.3]."""
    world = turn.world
    wealth = {code: world.kingdoms[code].treasury + world.kingdoms[code].household.troops for code in world.order}
    honours = world.settings.high_king_bonus == "turn" or world.census.taken == world.turn
    for who in world.order:
        high = world.kingdoms[who].overlord
        if high and high != who and high in wealth:
            share = min(wealth[who], wealth[high]) // BOND_SHARE
            if share:
                yield BondPaid(who, high, share if honours else 0, share)


class IncomePaid(OfPower, frozen=True):
    people: int
    homeland: int
    upkeep: int
    reserve_lost: int
    household_lost: int
    bp: int
    text: ClassVar = (
        "{who}: income {people}< and {homeland} from overseas>, maintenance {upkeep}"
        "<, {reserve_lost:army/armies} of the reserve sent home>"
        "<, {household_lost:army/armies} of the household sent home><, {bp} to spend>"
    )

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        kingdom.bp = self.bp
        kingdom.reserve -= self.reserve_lost
        kingdom.household.troops -= self.household_lost


def income(turn: Turn[World]) -> Iterator[Event]:
    """People pay, armies, forts and ships cost; what cannot be paid goes home [2.12, 2.15]."""
    world = turn.world
    people, upkeep = ledger(world)
    for who in world.order:
        kingdom = world.kingdoms[who]
        homeland = world.turn if is_viking(who) and not kingdom.appeared else 0
        troops = kingdom.household.troops
        cost = upkeep[who] + offmap_upkeep(kingdom.reserve) + offmap_upkeep(troops)
        balance = people[who] + homeland - cost
        reserve, household = paid_off(kingdom.reserve, troops, -balance)
        yield IncomePaid(
            who, people[who], homeland, cost, kingdom.reserve - reserve, troops - household, max(0, balance)
        )


def ledger(world: World) -> tuple[dict[str, int], dict[str, int]]:
    """Income and upkeep of the areas, by owner."""
    people: dict[str, int] = defaultdict(int)
    upkeep: dict[str, int] = defaultdict(int)
    shut = world.shut()
    for where, area in world.areas.items():
        if owner := area.owner:
            upkeep[owner] += area.upkeep
            if where not in shut:
                people[owner] += area.population
    return people, upkeep


def paid_off(reserve: int, household: int, debt: int) -> tuple[int, int]:
    """What is left of reserve and household: an army of the larger goes for each BP that is wanting."""
    while debt > 0 and (reserve or household):
        debt -= 1
        if reserve >= household:
            reserve -= 1
        else:
            household -= 1
    return reserve, household
