"""What a kingdom may know of a turn [1.10, 1.11, 7.1]. Reports and computer players use nothing else."""

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct, structs

from pbm.rules import sight
from pbm.rules.event import Event
from pbm.rules.sight import telling
from pbm.rulesets.darkage.kings import Exchanged
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.sight import foreign, scouted, visited
from pbm.rulesets.darkage.victory import Eliminated
from pbm.rulesets.darkage.world import Area, Control, Kingdom, Loan, Settings, Victory, World


class Glimpse(Struct, frozen=True):
    """Another's area as it stands at the end of the turn: never its mode, never a household."""

    owner: str | None
    population: int
    armies: int
    ships: int
    forts: int
    trade: int


class Rank(Struct, frozen=True):
    """The public figures of a kingdom, for the roundup."""

    code: str
    name: str
    nationality: str
    control: Control
    in_play: bool
    areas: tuple[str, ...]
    treasury: int
    reserve: int
    fleet: int
    vp: int
    overlord: str | None
    contacts: dict[str, str]


class View(sight.View, frozen=True):
    kingdom: Kingdom
    areas: dict[str, Area]
    """Its own areas, complete."""
    seen: dict[str, Glimpse]
    owners: dict[str, str | None]
    standings: dict[str, Rank]
    order: tuple[str, ...]
    """The order of play of the next turn."""
    scouts: dict[str, tuple[str, ...]] = {}
    """Who scouted which of its areas."""
    remembered: dict[str, tuple[int, Glimpse]] = {}
    """Others' areas that it sees no longer: the turn in which it last did, and how they stood then."""
    borrowed: Loan | None = None
    """Whose armies it has on loan, and how many."""
    census: int = 0
    """The turn of the last census, which everyone saw in the points."""
    warned: bool = False
    won: Victory | None = None
    settings: Settings = Settings()


class Commons(Struct, frozen=True):
    """What the views of a turn have in common, and what each kingdom learned: worked out once for all of them."""

    owners: dict[str, str | None]
    standings: dict[str, Rank]
    scouted: dict[str, list[str]]
    visited: dict[str, list[str]]
    telling: sight.Telling


def commons(world: World, journal: list[Event]) -> Commons:
    heirs = {event.who: event.new for event in journal if isinstance(event, Exchanged)}
    return Commons(
        owners={code: area.owner for code, area in world.areas.items()},
        standings=standings(world),
        scouted={code: scouted(world, code) for code in world.order},
        visited=visited(journal),
        telling=telling(journal, world.kingdoms, world.names(), heirs),
    )


def view(world: World, journal: list[Event], who: str, common: Commons | None = None) -> View:
    common = common or commons(world, journal)
    abroad = foreign(world, who, common.scouted.get(who, []), common.visited.get(who, []))
    return View(
        who=who,
        turn=world.turn - 1,
        **common.telling.of(who),
        kingdom=world.kingdoms[who],
        areas=dict(world.owned(who)),
        seen={code: glimpse(world.areas[code]) for code in abroad},
        owners=common.owners,
        standings=common.standings,
        order=tuple(world.order),
        scouts=scouts(world, who, common.scouted),
        borrowed=borrowed(world, who),
        census=world.census.taken,
        warned=world.census.warned,
        won=world.won,
        settings=world.settings,
    )


def remembered(world: World, journal: list[Event]) -> dict[str, dict[str, Glimpse]]:
    """Every area of others that each kingdom sees at the end of a turn."""
    went = visited(journal)
    return {
        who: {code: glimpse(world.areas[code]) for code in foreign(world, who, scouted(world, who), went.get(who, []))}
        for who in world.order
    }


def recall(view: View, earlier: Mapping[str, tuple[int, Glimpse]]) -> View:
    """The view with what it saw before and sees no longer."""
    lost = {code: seen for code, seen in sorted(earlier.items()) if code not in view.seen and code not in view.areas}
    return structs.replace(view, remembered=lost)


def told(world: World, journal: list[Event]) -> dict[str, View]:
    """The views of all who get a report: those in play, those who fell this turn, and at the end everyone."""
    fallen = [event.who for event in journal if isinstance(event, Eliminated)]
    gone = [code for code in world.kingdoms if code not in world.order] if world.won else fallen
    common = commons(world, journal)
    return {who: view(world, journal, who, common) for who in dict.fromkeys([*world.order, *gone])}


def borrowed(world: World, who: str) -> Loan | None:
    lender = world.lender(who)
    loan = world.kingdoms[lender].loan if lender else None
    return Loan(lender, loan.armies) if lender and loan else None


def glimpse(area: Area) -> Glimpse:
    return Glimpse(area.owner, area.population, area.armies, area.ships, area.forts, area.trade)


def standings(world: World) -> dict[str, Rank]:
    areas: dict[str | None, list[str]] = defaultdict(list)
    for code, area in world.areas.items():
        areas[area.owner].append(code)
    return {code: standing(world, code, tuple(areas[code])) for code in world.kingdoms}


def standing(world: World, code: str, areas: tuple[str, ...]) -> Rank:
    kingdom, nation = world.kingdoms[code], nations()[code]
    return Rank(
        code=code,
        name=nation.name,
        nationality=nation.nationality,
        control=kingdom.control,
        in_play=world.in_play(code),
        areas=areas,
        treasury=kingdom.treasury,
        reserve=kingdom.reserve,
        fleet=kingdom.fleet,
        vp=kingdom.vp,
        overlord=kingdom.overlord,
        contacts=kingdom.contacts,
    )


def scouts(world: World, who: str, scouted: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The owner of an area at the end of the turn is told who scouted it [7.1]."""
    found: dict[str, list[str]] = {code: [] for code, _ in world.owned(who)}
    for other, areas in scouted.items():
        for code in areas:
            if code in found:
                found[code].append(other)
    return {code: tuple(others) for code, others in found.items() if others}
