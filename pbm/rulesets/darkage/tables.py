"""A position as tables: the standings, and the areas of each owner."""

from pbm.rulesets.contract import Table
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.world import World


def tables(world: World) -> list[Table]:
    return [standings(world), *(holdings(world, who) for who in [*world.kingdoms, None])]


def standings(world: World) -> Table:
    header = "kingdom", "name", "rule", "VP", "BP", "treasury", "reserve", "fleet", "household", "areas", "people"
    ranked = sorted(world.order, key=lambda who: -world.kingdoms[who].vp)
    gone = [who for who in world.kingdoms if who not in world.order]
    when = f"After turn {world.turn - 1}, the last" if world.won else f"Turn {world.turn} is next"
    title = f"{when}. Order of play: {' '.join(world.order)}"
    return Table(title, header, [standing(world, who) for who in [*ranked, *gone]])


def standing(world: World, who: str) -> tuple[str | int, ...]:
    kingdom, areas = world.kingdoms[who], [area for _, area in world.owned(who)]
    household = f"{kingdom.household.troops} {kingdom.household.at or '-'}"
    return (
        who,
        nations()[who].name,
        kingdom.control if world.in_play(who) else "out",
        kingdom.vp,
        kingdom.bp,
        kingdom.treasury,
        kingdom.reserve,
        kingdom.fleet,
        household,
        len(areas),
        sum(area.population for area in areas),
    )


def holdings(world: World, who: str | None) -> Table:
    header = "area", "name", "terrain", "people", "armies", "ships", "forts", "trade", "mode"
    rows = [holding(world, code) for code, area in world.areas.items() if area.owner == who]
    return Table(nations()[who].name if who else "Unowned", header, rows)


def holding(world: World, code: str) -> tuple[str | int, ...]:
    area, place = world.areas[code], world.map[code]
    aim = {"retreat": area.toward, "ambush": area.against}.get(area.mode)
    mode = "" if place.is_sea else " ".join(filter(None, [area.mode, aim]))
    return (
        code,
        place.name,
        place.terrain,
        area.population,
        area.armies,
        area.ships,
        area.forts,
        area.trade,
        mode,
    )
