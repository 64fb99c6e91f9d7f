"""What a player has: fields, settlements and stores, units in five places, crops and herds [10.2]."""

from collections.abc import Iterator

from pbm.reports.sections import Grid, Row, columns
from pbm.rulesets.homelands.building import base_of, need_of
from pbm.rulesets.homelands.chart import Spot
from pbm.rulesets.homelands.larder import HerdThere, needs_feed
from pbm.rulesets.homelands.report.words import BORDER_RULE, BORDERS, PLACES, Desk, unit_names
from pbm.rulesets.homelands.tables import BUILDINGS, HERD_WORDS, tables
from pbm.rulesets.homelands.units import added, total, written
from pbm.rulesets.homelands.world import Field, places

FIELDS = columns("_<4# field<16 control<! linked<~ what_stands_there<20")
NEAR = columns("_<4# neighbours<")
UNITS = columns("_<4# field<18 place< units<! others_there<")
TOWNS = columns("_<4# field<14 buildings<20 LF> grain>! room> fish> inside<")
CROPS = columns("_<4# field<14 ground< climate<~ stands> harvest>!")
HERDS = columns("_<4# field<14 herd<! where<~ feed> lean> full>")


def ground_of(spot: Spot) -> str:
    """The colours of the land, or the water."""
    if spot.is_sea:
        return spot.water
    return "neutral" if spot.is_neutral else "/".join([spot.colour or "", *spot.part])


def fields(desk: Desk) -> Grid:
    rows = tuple(field_row(desk, code) for code in desk.own_fields)
    return Grid(
        "fields",
        "Your fields",
        FIELDS,
        rows,
        empty="You have nothing on the map.",
        caption=BORDER_RULE,
        note="ground and borders",
    )


def field_row(desk: Desk, code: str) -> Row:
    there, spot = desk.world.fields[code], desk.world.chart[code]
    linked = "yes" if desk.board.connected(desk.who, code) else "no"
    ground = f"{ground_of(spot)}, {spot.climate}" if spot.is_land else ground_of(spot)
    cells = (code, desk.name(code), control(desk, code), linked, thing_words(desk, there))
    return Row(cells, note=f"{ground}; {neighbours(desk, code)}")


def control(desk: Desk, code: str) -> str:
    """Mine, held, contested, encircled, another's, or nobody's [5.1]."""
    board, there = desk.board, desk.world.fields[code]
    own = there.settlement and there.settlement.owner == desk.who
    if own and (encircler := board.encircler(code)):
        return f"encircled: {encircler} {board.open(code)[encircler]}/{max(1, board.lf(code))}"
    if board.controls(desk.who, code):
        return "mine"
    if board.holds(desk.who, code):
        return "held"
    if board.against(desk.who, code):
        return "contested"
    return board.controller(code) or "nobody's"


def thing_words(desk: Desk, there: Field) -> str:
    """Buildings, site, herd, crop and loot on a field, whoever owns them."""
    found = []
    if own := there.settlement:
        found.append(f"{whose(desk, own.owner)}{BUILDINGS[own.kind]}{' with fort' if own.fort else ''}")
    if yard := there.yard:
        found.append(f"{whose(desk, yard.owner)}{BUILDINGS[yard.kind]}")
    if site := there.site:
        need = need_of(desk.world, site.owner, site.kind)
        crew = total(there.builders.get(site.owner, {}))
        least = base_of(desk.world, site.owner, site.kind)
        found.append(f"{whose(desk, site.owner)}site {site.kind} {site.work}/{need}, crew {crew} of {least} to 4")
    if herd := there.herd:
        found.append(f"{whose(desk, herd.owner)}{HERD_WORDS[herd.kind]}")
    if sown := there.sown:
        found.append(f"{whose(desk, sown.owner)}crop {sown.grain}")
    if there.looted:
        found.append("looted")
    return ", ".join(found)


def whose(desk: Desk, owner: str) -> str:
    return "" if owner == desk.who else f"{owner} "


def neighbours(desk: Desk, code: str) -> str:
    """Every field beside it with the kind of border, and who stands there."""
    chart = desk.world.chart
    found = []
    for near in chart.near[code]:
        there = desk.standing_there(near, desk.who)
        found.append(f"{near}{BORDERS[chart[code].borders[near]]}" + (f" [{there}]" if there else ""))
    return " ".join(found)


def towns(desk: Desk) -> Grid:
    """Settlements with their walls, their stores and who is inside."""
    rows = tuple(town(desk, code) for code in desk.world.settlements(desk.who))
    return Grid("towns", "Settlements and stores", TOWNS, rows, empty="You have no settlement.")


def town(desk: Desk, code: str) -> Row:
    there = desk.world.fields[code]
    own, yard = there.settlement, there.yard
    assert own
    kind = BUILDINGS[own.kind] + (", fort" if own.fort else "") + (f", {BUILDINGS[yard.kind]}" if yard else "")
    fish = f"{yard.fish}/{yard.room('fish')}" if yard else None
    inside = [written(own.inside)] if own.inside else []
    inside += [HERD_WORDS[herd] for herd in own.herds]
    inside += [f"yard: {written(yard.ships)}"] if yard and yard.ships else []
    return Row((code, desk.name(code), kind, desk.board.lf(code), own.grain, own.room("grain") - own.grain, fish,
                ", ".join(inside)))  # fmt: skip


def units(desk: Desk) -> Grid:
    world, who = desk.world, desk.who
    rows = [
        Row((code, desk.name(code), PLACES[place], written(units), desk.standing_there(code, who)))
        for code in desk.own_fields
        for place, units in places(world.fields[code], who)
    ]
    whole = written(added(*(units for _, _, units in world.stands(who)))) or "no units"
    limits = world.settings.unit_limit, world.settings.tile_limit
    used = f"{world.unit_count(who)} of {limits[0]} units, {world.tiles(who)} of {limits[1]} tiles"
    return Grid("units", "Your units", UNITS, tuple(rows), empty="You have no units.",
                caption=f"In all {whole}; {used}. {unit_names()}.")  # fmt: skip


def crops(desk: Desk) -> Grid:
    rows = tuple(crop_rows(desk))
    return Grid("crops", "What grows", CROPS, rows, empty="Nothing of yours stands on the fields.", side="left")


def crop_rows(desk: Desk) -> Iterator[Row]:
    for code, there in desk.world.fields.items():
        if there.sown and there.sown.owner == desk.who:
            spot, grain = desk.world.chart[code], there.sown.grain
            more = spot.grain if desk.world.season == "summer" else 0
            yield Row((code, desk.name(code), ground_of(spot), spot.climate, grain, grain + more))


def herds(desk: Desk) -> Grid:
    rows = tuple(herd_rows(desk))
    return Grid("herds", "Your herds", HERDS, rows, empty="You have no herds.", side="right", caption=HERD_RULE)


HERD_RULE = "Winter feed in grain, unless the winter is good there; meat if it starves (lean) or by CULL (full)."


def herd_rows(desk: Desk) -> Iterator[Row]:
    for code, there in desk.world.fields.items():
        own = there.settlement if there.settlement and there.settlement.owner == desk.who else None
        found = [(there.herd.kind, "on the field")] if there.herd and there.herd.owner == desk.who else []
        found += [(herd, "inside") for herd in own.herds] if own else []
        for kind, where in found:
            row = tables().herds[kind]
            herd = HerdThere(code, kind, where == "inside")
            feed = row.feed if needs_feed(desk.before_winter, desk.who, herd) else 0
            yield Row((code, desk.name(code), HERD_WORDS[kind], where, feed, row.lean, row.full))
