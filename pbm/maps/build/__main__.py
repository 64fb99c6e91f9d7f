"""The command: python -m pbm.maps.build MAP."""

from pathlib import Path

import click
import shapely
from shapely.geometry.base import BaseGeometry

from pbm.maps.build import arcs, atlas, check, coast, faces, fill, raster, seas
from pbm.maps.build.check import Findings
from pbm.maps.build.raster import Grid, Labels, Mask
from pbm.maps.build.recipe import Plan, Recipe, read_plan, read_recipe, wall_lines
from pbm.maps.data.atlas import plate_style, plates
from pbm.maps.data.outlines import Outlines, Ring, write_outlines
from pbm.maps.data.projection import Point, Projection

RULESETS = Path(__file__).parents[2] / "rulesets"
DECIMALS, CORNERS = 3, 4


@click.command(epilog="Example:  python -m pbm.maps.build darkage --atlas countries-10m.json")
@click.argument("ruleset")
@click.argument("only", metavar="[PLATE]", required=False)
@click.option(
    "--atlas",
    "atlas_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="countries-10m.json of world-atlas 2; without it, npm fetches the package.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write, instead of outlines.json beside the map.",
)
def main(ruleset: str, only: str | None, atlas_file: Path | None, out: Path | None) -> None:
    """Make the outlines of all areas of RULESET's maps, or of one PLATE, from outlines.toml and public coastlines.

    Ends with a check of the outlines against the links of the map, and fails if they disagree.
    """
    faulty = False
    for name, folder in plates(RULESETS / ruleset / "data").items():
        if (folder / "outlines.toml").exists() and only in {None, name}:
            faulty |= made(folder, atlas_file, out or folder / "outlines.json")
    if faulty:
        raise SystemExit(1)


def made(folder: Path, atlas_file: Path | None, target: Path) -> bool:
    """Write one file of outlines and tell what its check found; whether the outlines contradict the map."""
    recipe = read_recipe(folder)
    plan = read_plan(folder, recipe)
    outlines, findings = build(recipe, plan, wall_lines(folder, recipe), page(folder, recipe), atlas_file)
    write_outlines(outlines, target)
    click.echo(f"{folder.name}: {len(outlines.areas)} areas, {target.stat().st_size // 1000} kB")
    return report(outlines, plan, recipe, findings)


def page(folder: Path, recipe: Recipe) -> list[shapely.Polygon]:
    """What the plate shows, if its seas have shapes."""
    seen = plate_style(folder).extent if recipe.seas else None
    return [shapely.box(seen.west, seen.south, seen.east, seen.north)] if seen else []


def build(
    recipe: Recipe, plan: Plan, walls: list[list[Point]], sheet: list[shapely.Polygon], atlas_file: Path | None
) -> tuple[Outlines, Findings]:
    """All steps from the atlas to the outlines; seas cover the `sheet`."""
    countries = atlas.read_countries(atlas_file, recipe.land + recipe.background if recipe.land else [])
    land = coast.land(recipe, countries)
    grid = raster.grid_over([*land, *sheet], recipe.pixel)
    costs = raster.crossing_costs(grid, recipe.noise)
    if recipe.wall and walls:
        costs = raster.walled(
            costs, grid, [coast.in_kilometres(line, recipe.projection) for line in walls], recipe.wall
        )
    mask = raster.land_mask(grid, land)
    labels = fill.divide(grid, mask, costs, plan, recipe.projection, recipe.reach)
    borders = arcs.border_arcs(grid, labels)
    shapes = faces.area_shapes(land, borders, grid, labels, recipe.smallest_islet)
    simple = {label: rings(shape, recipe.projection) for label, shape in simplified(shapes, recipe).items()}
    areas = {seed.code: simple[number] for number, seed in enumerate(plan.seeds, start=1) if number in simple}
    framing = [ring(piece, recipe.projection) for piece in coast.background(recipe, countries)]
    background = framing + simple.get(len(plan.seeds) + 1, [])
    return with_seas(Outlines(areas, background), grid, mask, labels, plan, recipe)


def simplified(shapes: dict[int, BaseGeometry], recipe: Recipe) -> dict[int, shapely.MultiPolygon]:
    return faces.simplified(shapes, recipe.tolerance.coast)


def with_seas(
    outlines: Outlines, grid: Grid, land: Mask, labels: Labels, plan: Plan, recipe: Recipe
) -> tuple[Outlines, Findings]:
    """The outlines with those of the seas, if the recipe asks for them, and shores that contradict the map."""
    if not plan.seas:
        return outlines, Findings()
    afloat = seas.sea_labels(grid, land, plan, recipe)
    shapes = seas.sea_shapes(grid, afloat, recipe)
    found = {plan.seas[label - 1].code: rings(shape, recipe.projection) for label, shape in shapes.items() if label}
    faults, remarks = seas.shore_faults(seas.shores(labels, afloat, land, plan), plan)
    return Outlines(outlines.areas, outlines.background, found), Findings(faults, remarks)


def rings(shape: shapely.MultiPolygon, projection: Projection) -> list[Ring]:
    """The islands of an area, largest first, in degrees."""
    pieces = sorted(shapely.get_parts(shape), key=lambda piece: -piece.area)
    found = [ring(piece, projection) for piece in pieces if not piece.is_empty]
    return [line for line in found if len(line) >= CORNERS]


def ring(piece: shapely.Polygon, projection: Projection) -> Ring:
    """A closed line of (latitude, longitude); points that fall together after rounding are one."""
    degrees = [projection.backward(*point) for point in shapely.get_coordinates(piece.exterior)]
    points = [(round(latitude, DECIMALS), round(longitude, DECIMALS)) for latitude, longitude in degrees]
    return [point for before, point in zip([None, *points], points, strict=False) if point != before]


def report(outlines: Outlines, plan: Plan, recipe: Recipe, findings: Findings) -> bool:
    """Prints what the check found; whether the outlines contradict the map."""
    more = check.check(outlines, plan, recipe)
    length, link = check.shortest_link(outlines, plan, recipe.projection)
    click.echo(f"shortest border of a link: {link}, {length:.1f} km")
    for remark in findings.remarks + more.remarks:
        click.echo(f"note: {remark}")
    for fault in findings.faults + more.faults:
        click.echo(f"FAULT: {fault}", err=True)
    return bool(findings.faults + more.faults)


if __name__ == "__main__":
    main()
