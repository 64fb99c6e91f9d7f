"""What a player has: fields, settlements and stores, units in five places, crops and herds [10.2]."""

from collections.abc import Iterator

from pbm.reports.sections import Grid, Row, columns
from pbm.rulesets.homelands.building import base_of, need_of
from pbm.rulesets.homelands.chart import Spot
from pbm.rulesets.homelands.larder import HerdThere, needs_feed
from pbm.rulesets.homelands.report.words import BORDER_RULE, BORDERS, PLACES, Author, unit_names
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


def fields(author: Author) -> Grid:
    rows = tuple(field_row(author, code) for code in author.own_fields)
    return Grid(
        "fields",
        "Your fields",
        FIELDS,
        rows,
        empty="You have nothing on the map.",
        caption=BORDER_RULE,
        note="ground and borders",
    )


def field_row(author: Author, code: str) -> Row:
    there, spot = author.world.fields[code], author.world.chart[code]
    linked = "yes" if author.board.connected(author.who, code) else "no"
    ground = f"{ground_of(spot)}, {spot.climate}" if spot.is_land else ground_of(spot)
    cells = (code, author.name(code), control(author, code), linked, thing_words(author, there))
    return Row(cells, note=f"{ground}; {neighbours(author, code)}")


def control(author: Author, code: str) -> str:
    """Mine, held, contested, encircled, another's, or nobody's [5.1]."""
    board, there = author.board, author.world.fields[code]
    own = there.settlement and there.settlement.owner == author.who
    if own and (encircler := board.encircler(code)):
        return f"encircled: {encircler} {board.open(code)[encircler]}/{max(1, board.lf(code))}"
    if board.controls(author.who, code):
        return "mine"
    if board.holds(author.who, code):
        return "held"
    if board.against(author.who, code):
        return "contested"
    return board.controller(code) or "nobody's"


def thing_words(author: Author, there: Field) -> str:
    """Buildings, site, herd, crop and loot on a field, whoever owns them."""
    found = []
    if own := there.settlement:
        found.append(f"{whose(author, own.owner)}{BUILDINGS[own.kind]}{' with fort' if own.fort else ''}")
    if yard := there.yard:
        found.append(f"{whose(author, yard.owner)}{BUILDINGS[yard.kind]}")
    if site := there.site:
        need = need_of(author.world, site.owner, site.kind)
        crew = total(there.builders.get(site.owner, {}))
        least = base_of(author.world, site.owner, site.kind)
        found.append(f"{whose(author, site.owner)}site {site.kind} {site.work}/{need}, crew {crew} of {least} to 4")
    if herd := there.herd:
        found.append(f"{whose(author, herd.owner)}{HERD_WORDS[herd.kind]}")
    if sown := there.sown:
        found.append(f"{whose(author, sown.owner)}crop {sown.grain}")
    if there.looted:
        found.append("looted")
    return ", ".join(found)


def whose(author: Author, owner: str) -> str:
    return "" if owner == author.who else f"{owner} "


def neighbours(author: Author, code: str) -> str:
    """Every field beside it with the kind of border, and who stands there."""
    chart = author.world.chart
    found = []
    for near in chart.near[code]:
        there = author.standing_there(near, author.who)
        found.append(f"{near}{BORDERS[chart[code].borders[near]]}" + (f" [{there}]" if there else ""))
    return " ".join(found)


def towns(author: Author) -> Grid:
    """Settlements with their walls, their stores and who is inside."""
    rows = tuple(town(author, code) for code in author.world.settlements(author.who))
    return Grid("towns", "Settlements and stores", TOWNS, rows, empty="You have no settlement.")


def town(author: Author, code: str) -> Row:
    there = author.world.fields[code]
    own, yard = there.settlement, there.yard
    assert own
    kind = BUILDINGS[own.kind] + (", fort" if own.fort else "") + (f", {BUILDINGS[yard.kind]}" if yard else "")
    fish = f"{yard.fish}/{yard.room('fish')}" if yard else None
    inside = [written(own.inside)] if own.inside else []
    inside += [HERD_WORDS[herd] for herd in own.herds]
    inside += [f"yard: {written(yard.ships)}"] if yard and yard.ships else []
    return Row((code, author.name(code), kind, author.board.lf(code), own.grain, own.room("grain") - own.grain, fish,
                ", ".join(inside)))  # fmt: skip


def units(author: Author) -> Grid:
    world, who = author.world, author.who
    rows = [
        Row((code, author.name(code), PLACES[place], written(units), author.standing_there(code, who)))
        for code in author.own_fields
        for place, units in places(world.fields[code], who)
    ]
    whole = written(added(*(units for _, _, units in world.stands(who)))) or "no units"
    limits = world.settings.unit_limit, world.settings.tile_limit
    used = f"{world.unit_count(who)} of {limits[0]} units, {world.tiles(who)} of {limits[1]} tiles"
    return Grid("units", "Your units", UNITS, tuple(rows), empty="You have no units.",
                caption=f"In all {whole}; {used}. {unit_names()}.")  # fmt: skip


def crops(author: Author) -> Grid:
    rows = tuple(crop_rows(author))
    return Grid("crops", "What grows", CROPS, rows, empty="Nothing of yours stands on the fields.", side="left")


def crop_rows(author: Author) -> Iterator[Row]:
    for code, there in author.world.fields.items():
        if there.sown and there.sown.owner == author.who:
            spot, grain = author.world.chart[code], there.sown.grain
            more = spot.grain if author.world.season == "summer" else 0
            yield Row((code, author.name(code), ground_of(spot), spot.climate, grain, grain + more))


def herds(author: Author) -> Grid:
    rows = tuple(herd_rows(author))
    return Grid("herds", "Your herds", HERDS, rows, empty="You have no herds.", side="right", caption=HERD_RULE)


HERD_RULE = "Winter feed in grain, unless the winter is good there; meat if it starves (lean) or by CULL (full)."


def herd_rows(author: Author) -> Iterator[Row]:
    for code, there in author.world.fields.items():
        own = there.settlement if there.settlement and there.settlement.owner == author.who else None
        found = [(there.herd.kind, "on the field")] if there.herd and there.herd.owner == author.who else []
        found += [(herd, "inside") for herd in own.herds] if own else []
        for kind, where in found:
            row = tables().herds[kind]
            herd = HerdThere(code, kind, where == "inside")
            feed = row.feed if needs_feed(author.before_winter, author.who, herd) else 0
            yield Row((code, author.name(code), HERD_WORDS[kind], where, feed, row.lean, row.full))
