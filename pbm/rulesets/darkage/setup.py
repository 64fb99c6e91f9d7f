"""The first position: sixteen kingdoms, their people and a random order of play [1.2, 1.3, 2.17, 4.2]."""

from collections.abc import Mapping

from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.darkage.closing import OrderSet, TurnClosed
from pbm.rulesets.darkage.income import ledger
from pbm.rulesets.darkage.map import britain, starts
from pbm.rulesets.darkage.victory import FIRST_CENSUS, CensusSet
from pbm.rulesets.darkage.world import Area, Census, Kingdom, Settings, World

CITY_FORTS = 1


def set_up(settings: Settings, dice: Dice, seats: Mapping[str, str]) -> tuple[World, list[Event]]:
    """The world before turn 1, and what the dice decided; `seats` names the kingdoms that start as dummies."""
    refuse_bad_seats(seats)
    codes, (first, last) = [nation.code for nation in starts().kingdoms], FIRST_CENSUS
    world = World(
        map=britain(),
        settings=settings,
        turn=0,
        order=codes,
        census=Census(first),
        kingdoms={code: Kingdom(treasury=settings.start_bonus) for code in codes},
        areas=populated(),
    )
    people, _ = ledger(world)
    for code, kingdom in world.kingdoms.items():
        kingdom.bp = people[code] + settings.start_bonus
        kingdom.control = "dummy" if code in seats else "player"
    events: list[Event] = [
        OrderSet(tuple(dice.shuffle("order", codes))),
        CensusSet(first - 1 + dice.roll("census", last - first + 1)),
        TurnClosed(0),
    ]
    for event in events:
        event.apply(world)
    return world, events


def refuse_bad_seats(seats: Mapping[str, str]) -> None:
    codes = [nation.code for nation in starts().kingdoms]
    for code, control in seats.items():
        if code not in codes or control != "dummy":
            raise GameError(
                f'game.toml, [seats]: {code} = "{control}" is not understood. Write for example STR = "dummy", '
                f"with one of {', '.join(codes)}."
            )


def populated() -> dict[str, Area]:
    areas = {
        code: Area(population=starts().population.get(code, 0), forts=CITY_FORTS if place.is_city else 0)
        for code, place in britain().items()
    }
    for nation in starts().kingdoms:
        for code in nation.areas:
            areas[code].owner = nation.code
            areas[code].armies = nation.armies.get(code, 0)
            areas[code].ships = nation.ships.get(code, 0)
    return areas
