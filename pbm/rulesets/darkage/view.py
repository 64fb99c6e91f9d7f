"""What a kingdom may know of a turn [1.10, 1.11, 7.1]. Reports and computer players are made from this alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from msgspec import Struct

from pbm.rules.event import Answered, Event, Phase, Said
from pbm.rulesets.darkage.kings import Exchanged
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.sight import foreign, scouted, visited
from pbm.rulesets.darkage.world import Area, Control, Kingdom, Loan, Settings, Victory, World

OPENERS = (Answered, Phase)
"""What follows them belongs to them."""


class Glimpse(Struct, frozen=True):
    """Another's area as it stands at the end of the turn: never its mode, never a household."""

    owner: str | None
    population: int
    armies: int
    ships: int
    forts: int
    trade: int


class Standing(Struct, frozen=True):
    """What the roundup tells of a kingdom."""

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


class News(Struct, frozen=True):
    """A line of the public actions report."""

    phase: str
    verb: str
    codes: tuple[str, ...]
    text: str
    great: bool
    round: int | None = None


class View(Struct, frozen=True):
    who: str
    turn: int
    """The turn just played; 0 is the set-up."""
    kingdom: Kingdom
    areas: dict[str, Area]
    """Its own, whole."""
    seen: dict[str, Glimpse]
    owners: dict[str, str | None]
    standings: dict[str, Standing]
    order: tuple[str, ...]
    """Of the coming turn."""
    events: tuple[Event, ...]
    """All it is a party to, in their place in time between the phases of the turn."""
    starts: tuple[int, ...]
    """Where in `events` another's action, one of its own, or a phase begins."""
    news: tuple[News, ...]
    messages: tuple[Said, ...]
    scouts: dict[str, tuple[str, ...]]
    """Who scouted which of its areas."""
    borrowed: Loan | None
    """Whose armies it has on loan, and how many."""
    warned: bool
    won: Victory | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class Commons:
    """What the views of a turn have in common, and what each kingdom learned: worked out once for all of them."""

    owners: dict[str, str | None]
    standings: dict[str, Standing]
    news: tuple[News, ...]
    messages: tuple[Said, ...]
    scouted: dict[str, list[str]]
    visited: dict[str, list[str]]
    told: dict[str, list[Event]]
    starts: dict[str, list[int]]


def commons(world: World, journal: list[Event]) -> Commons:
    events, starts = told(world, journal)
    return Commons(
        owners={code: area.owner for code, area in world.areas.items()},
        standings=standings(world),
        news=tuple(news(world, journal)),
        messages=tuple(event for event in journal if isinstance(event, Said)),
        scouted={code: scouted(world, code) for code in world.order},
        visited=visited(journal),
        told=events,
        starts=starts,
    )


def view(world: World, journal: list[Event], who: str, common: Commons | None = None) -> View:
    common = common or commons(world, journal)
    sight = foreign(world, who, common.scouted.get(who, []), common.visited.get(who, []))
    return View(
        who=who,
        turn=world.turn - 1,
        kingdom=world.kingdoms[who],
        areas=dict(world.owned(who)),
        seen={code: glimpse(world.areas[code]) for code in sight},
        owners=common.owners,
        standings=common.standings,
        order=tuple(world.order),
        events=tuple(common.told[who]),
        starts=tuple(common.starts[who]),
        news=common.news,
        messages=common.messages,
        scouts=scouts(world, who, common.scouted),
        borrowed=borrowed(world, who),
        warned=world.census.warned,
        won=world.won,
        settings=world.settings,
    )


def views(world: World, journal: list[Event]) -> dict[str, View]:
    """The view of every kingdom in play."""
    common = commons(world, journal)
    return {who: view(world, journal, who, common) for who in world.order}


def told(world: World, journal: list[Event]) -> tuple[dict[str, list[Event]], dict[str, list[int]]]:
    """The events each kingdom is a party to, between the phases, and where in them an action or a phase begins.

    An order is known to whoever wrote it.
    """
    heirs = {event.who: event.new for event in journal if isinstance(event, Exchanged)}
    told: dict[str, list[Event]] = {code: [] for code in world.kingdoms}
    starts: dict[str, list[int]] = {code: [] for code in world.kingdoms}
    act, last = 0, dict.fromkeys(world.kingdoms, 0)
    for event in journal:
        act += isinstance(event, OPENERS)
        for who in readers(event, heirs, told):
            if last[who] != act:
                last[who] = act
                starts[who].append(len(told[who]))
            told[who].append(event)
    return told, starts


def readers(event: Event, heirs: Mapping[str, str], everyone: Mapping[str, object]) -> Iterable[str]:
    if isinstance(event, Phase):
        return everyone
    parties = (event.sheet,) if isinstance(event, Answered) else event.known_to()
    if heirs:
        parties = (*parties, *(heirs[code] for code in parties if code in heirs))
    return [who for who in dict.fromkeys(parties) if who in everyone]


def borrowed(world: World, who: str) -> Loan | None:
    lender = world.lender(who)
    loan = world.kingdoms[lender].loan if lender else None
    return Loan(lender, loan.armies) if lender and loan else None


def glimpse(area: Area) -> Glimpse:
    return Glimpse(area.owner, area.population, area.armies, area.ships, area.forts, area.trade)


def standings(world: World) -> dict[str, Standing]:
    areas: dict[str | None, list[str]] = defaultdict(list)
    for code, area in world.areas.items():
        areas[area.owner].append(code)
    return {code: standing(world, code, tuple(areas[code])) for code in world.kingdoms}


def standing(world: World, code: str, areas: tuple[str, ...]) -> Standing:
    kingdom, nation = world.kingdoms[code], nations()[code]
    return Standing(
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


def news(world: World, journal: list[Event]) -> list[News]:
    names, phase, told = world.names(), Phase("", ""), []
    for event in journal:
        if isinstance(event, Phase):
            phase = event
        if headline := event.headline():
            great = bool(getattr(event, "great", False))
            verb, *codes = headline
            text = event.sentence(names, public=True)
            told.append(News(phase.name, verb, tuple(codes), text, great, phase.round))
    return told


def scouts(world: World, who: str, scouted: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The owner of an area at the end of the turn is told who scouted it [7.1]."""
    found: dict[str, list[str]] = {code: [] for code, _ in world.owned(who)}
    for other, areas in scouted.items():
        for code in areas:
            if code in found:
                found[code].append(other)
    return {code: tuple(others) for code, others in found.items() if others}
