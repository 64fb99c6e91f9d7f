"""What a kingdom may know of a turn [1.10, 1.11, 7.1]. Reports and computer players are made from this alone."""

from typing import Any

from msgspec import Struct

from pbm.darkage.kings import Exchanged
from pbm.darkage.map import nations
from pbm.darkage.sight import scouted, seen
from pbm.darkage.world import Area, Control, Kingdom, Settings, Victory, World
from pbm.event import Answered, Event, Phase, Said


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
    news: tuple[News, ...]
    messages: tuple[Said, ...]
    scouts: dict[str, tuple[str, ...]]
    """Who scouted which of its areas."""
    warned: bool
    won: Victory | None
    settings: Settings


def view(world: World, journal: list[Event], who: str) -> View:
    sight = seen(world, journal, who)
    selves = former_selves(journal, who)
    return View(
        who=who,
        turn=world.turn - 1,
        kingdom=world.kingdoms[who],
        areas=dict(world.owned(who)),
        seen={code: glimpse(world.areas[code]) for code in sight if world.areas[code].owner != who},
        owners={code: area.owner for code, area in world.areas.items()},
        standings={code: standing(world, code) for code in world.kingdoms},
        order=tuple(world.order),
        events=tuple(event for event in journal if isinstance(event, Phase) or concerns(event, who, selves)),
        news=tuple(news(world, journal)),
        messages=tuple(event for event in journal if isinstance(event, Said)),
        scouts=scouts(world, who),
        warned=world.census.warned,
        won=world.won,
        settings=world.settings,
    )


def former_selves(journal: list[Event], who: str) -> list[str]:
    """The kingdoms its player ruled earlier in the turn, before changing over to it [10.4]."""
    return [event.who for event in journal if isinstance(event, Exchanged) and event.new == who]


def concerns(event: Event, who: str, selves: list[str]) -> bool:
    """Whether a kingdom may know of an event; an order is known to whoever wrote it."""
    if isinstance(event, Answered):
        return event.sheet == who or event.sheet in selves
    known = event.known_to()
    return who in known or any(code in known for code in selves)


def glimpse(area: Area) -> Glimpse:
    return Glimpse(area.owner, area.population, area.armies, area.ships, area.forts, area.trade)


def standing(world: World, code: str) -> Standing:
    kingdom, nation = world.kingdoms[code], nations()[code]
    return Standing(
        code=code,
        name=nation.name,
        nationality=nation.nationality,
        control=kingdom.control,
        in_play=world.in_play(code),
        areas=tuple(area for area, _ in world.owned(code)),
        treasury=kingdom.treasury,
        reserve=kingdom.reserve,
        fleet=kingdom.fleet,
        vp=kingdom.vp,
        overlord=kingdom.overlord,
        contacts=kingdom.contacts,
    )


def news(world: World, journal: list[Event]) -> list[News]:
    names, phase, told = world.names(), "", []
    for event in journal:
        if isinstance(event, Phase):
            phase = event.name
        if headline := event.headline():
            great = bool(getattr(event, "great", False))
            told.append(News(phase, headline[0], headline[1:], event.sentence(names, public=True), great))
    return told


def scouts(world: World, who: str) -> dict[str, tuple[str, ...]]:
    """The owner of an area at the end of the turn is told who scouted it [7.1]."""
    others: dict[str, Any] = {code: scouted(world, code) for code in world.order if code != who}
    own = [code for code, _ in world.owned(who)]
    found = {code: tuple(other for other, areas in others.items() if code in areas) for code in own}
    return {code: names for code, names in found.items() if names}
