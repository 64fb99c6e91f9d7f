"""What a player may know: own stacks whole, others by their size, own markers by name [21.0]."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any

from msgspec import Struct, structs

from pbm.rules import sight
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.twilight.auction import InitiativeBid
from pbm.rulesets.twilight.bidding import Allotted, Bidden
from pbm.rulesets.twilight.dealings import PlayerOut
from pbm.rulesets.twilight.leaders import AllFallen
from pbm.rulesets.twilight.position import Doctrine, Player, PowerState, Settings
from pbm.rulesets.twilight.spies import Seen
from pbm.rulesets.twilight.tables import Moral, all_markers, guessed, size_word, sizes_of
from pbm.rulesets.twilight.telling import telling
from pbm.rulesets.twilight.units import Stack, read, write
from pbm.rulesets.twilight.world import World

SIZES = ("one", "few", "many", "host")


INITIATIVE = "INIT"


OPEN = (
    "scenario", "scandinavia", "pillaged", "plague", "feudal", "unrest", "out", "order", "last_order",
    "frankish_start", "vp", "levels", "moral", "over",
)  # fmt: skip
"""What of a position everybody knows."""


class Auctioned(Struct, frozen=True):
    """What everyone knows of the bids of a year: for the initiative and for each Major."""

    bids: dict[str, dict[str, int]] = {}
    """By what was bid for, each player's own power with its bid."""
    prices: dict[str, int] = {}
    """What each Major went for."""


class View(sight.View, frozen=True):
    """A year as one seat knows it."""

    year: int
    scenario: str
    seats: tuple[str, ...]
    players: dict[str, Player]
    """Missed turns only of one's own."""
    powers: dict[str, PowerState]
    """What is public of each: markers only of one's own."""
    markers: dict[str, list[str] | int]
    """By name where they are known, else how many."""
    forces: dict[str, dict[str, list[str]]]
    """Units where they are known, else how large a stack looks."""
    doctrine: dict[str, Doctrine]
    """The standing orders of one's own powers."""
    scandinavia: int
    pillaged: list[str]
    plague: list[str]
    feudal: list[str]
    unrest: list[str]
    pool: int
    out: dict[str, str]
    order: list[str]
    last_order: list[str]
    frankish_start: list[str]
    vp: dict[str, int]
    levels: dict[str, str]
    moral: Moral
    over: bool
    settings: Settings
    auction: Auctioned = Auctioned()
    shown: dict[str, str] = {}
    """What spies and others showed: `FRC CHB` and its stacks, or a power and its markers."""


class Commons(Struct, frozen=True):
    """What the views of a year have in common: worked out once for all of them."""

    telling: sight.Telling
    auction: Auctioned


def commons(world: World, journal: list[Event]) -> Commons:
    return Commons(telling(world, journal, world.names()), auctioned(journal))


def told(world: World, journal: list[Event]) -> dict[str, View]:
    """The views of all who get a report: every seat that was in the game this year."""
    common = commons(world, journal)
    out = [event.seat for event in journal if isinstance(event, PlayerOut)]
    seats = [seat for seat in world.seats if world.players[seat].control != "out" or seat in out or world.over]
    return {seat: view(world, journal, seat, common) for seat in seats}


def view(world: World, journal: list[Event], who: str, common: Commons | None = None) -> View:
    """Of powers that the seat controls now, and what it was shown this year."""
    common = common or commons(world, journal)
    mine = world.powers_of(who)
    shown = disclosed(journal, mine if world.own_power(who) else [*mine, who])
    return View(
        who=who,
        turn=last_turn(world, journal),
        **common.telling.of(who),
        **open_to_all(world),
        auction=common.auction,
        shown=shown,
        year=world.year - 1 + (last_turn(world, journal) - world.turn),
        seats=tuple(world.seats),
        players={
            seat: player if seat == who else Player(player.pp, player.control) for seat, player in world.players.items()
        },
        powers={code: public(power, code in mine) for code, power in world.powers.items()},
        markers={code: known_markers(world, code, mine, shown) for code in world.powers},
        forces={
            place: {power: known_stacks(world, place, power, mine, shown) for power in there}
            for place, there in world.forces.items()
        },
        doctrine={code: world.doctrine(code) for code in mine},
        pool=len(world.pool),
        settings=world.settings,
    )


def public(power: PowerState, own: bool) -> PowerState:
    markers = list(power.markers) if own else []
    loot = power.loot if own else 0
    return PowerState(power.kind, power.player, power.frankish, power.last, power.dp, markers, loot, power.out)


def known_markers(world: World, code: str, mine: list[str], shown: Mapping[str, str]) -> list[str] | int:
    held = sorted(world.powers[code].markers)
    if code in mine:
        return held
    return shown[code].split() if code in shown else len(held)


def known_stacks(world: World, place: str, power: str, mine: list[str], shown: Mapping[str, str]) -> list[str]:
    found = world.stacks(place, power)
    if power in mine:
        return [write(stack.units) for stack in found]
    if f"{place} {power}" in shown:
        return shown[f"{place} {power}"].split(";")
    return [size_word(stack.size) for stack in found]


def last_turn(world: World, journal: list[Event]) -> int:
    """How many sheets were played, that of the set-up first; a game that ends in mid-year does not close it."""
    return world.turn + any(isinstance(event, AllFallen) for event in journal)


def auctioned(journal: list[Event]) -> Auctioned:
    bids: dict[str, dict[str, int]] = {}
    prices: dict[str, int] = {}
    for event in journal:
        match event:
            case InitiativeBid():
                bids.setdefault(INITIATIVE, {})[event.who] = event.points
            case Bidden():
                bids.setdefault(event.target, {})[event.who] = event.points + event.gift
            case Allotted():
                prices[event.target] = event.points
    return Auctioned(bids, prices)


def disclosed(journal: list[Event], mine: list[str]) -> dict[str, str]:
    """What spies and others showed the player this year: forces of a place, markers of a power."""
    found: dict[str, list[str]] = {}
    for event in journal:
        if isinstance(event, Seen) and event.who in mine:
            fresh: dict[str, list[str]] = {}
            for key, units in event.shown:
                fresh.setdefault(key, []).append(units)
            found |= fresh
    return {key: ";".join(units) for key, units in found.items()}


def open_to_all(seen: World | View) -> dict[str, Any]:
    return {name: copy(getattr(seen, name)) for name in OPEN}


def known(view: View) -> World:
    """The world as the player knows it: a stack that is not seen has as many warriors as it seems to have, and of the
    markers that are not seen the first lie in the pool."""
    return World(
        **open_to_all(view),
        settings=view.settings,
        turn=view.turn,
        year=view.year + 1,
        seats=list(view.seats),
        players=dict(view.players),
        powers=dict(view.powers),
        forces={
            place: {power: [guess(text) for text in each] for power, each in there.items()}
            for place, there in view.forces.items()
        },
        doctrines=dict(view.doctrine),
        pool=unseen(view)[: view.pool],
    )


def guess(text: str) -> Stack:
    return Stack({"W": guessed(text)}) if text in SIZES else Stack(read(text))


def unseen(view: View) -> list[str]:
    """The markers that are in the pool, in the hands of others, or gone from the game."""
    rest = Counter(all_markers())
    rest.subtract(list(view.out))
    rest.subtract(marker for held in view.markers.values() if isinstance(held, list) for marker in held)
    return sorted(rest.elements())


def imagined(view: View, dice: Dice) -> World:
    """Stacks of any size that looks like theirs, and the unseen markers dealt to hands and pool."""
    world, rest = known(view), dice.shuffle("imagined.markers", unseen(view))
    for code, held in view.markers.items():
        if isinstance(held, int):
            world.powers[code] = structs.replace(world.powers[code], markers=sorted(rest[:held]))
            del rest[:held]
    world.pool, world.removed = sorted(rest[: view.pool]), sorted(rest[view.pool :])
    for place, there in view.forces.items():
        for power, texts in there.items():
            world.forces[place][power] = [drawn(text, dice) if text in SIZES else guess(text) for text in texts]
    return world


def drawn(text: str, dice: Dice) -> Stack:
    least, most = sizes_of(text)
    return Stack({"W": dice.roll("imagined.stack", most - least + 1, least)})
