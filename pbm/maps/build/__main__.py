"""The command: python -m pbm.maps.build MAP."""

from pathlib import Path

import click
import shapely

from pbm.maps.build import arcs, atlas, check, coast, faces, fill, raster
from pbm.maps.build.recipe import Plan, Recipe, read_plan, read_recipe, wall_lines
from pbm.maps.outlines import Outlines, Ring, write_outlines
from pbm.maps.projection import Point, Projection

RULESETS = Path(__file__).parents[2] / "rulesets"
DECIMALS = 3


@click.command(epilog="Example:  python -m pbm.maps.build darkage --atlas countries-10m.json")
@click.argument("ruleset")
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
def main(ruleset: str, atlas_file: Path | None, out: Path | None) -> None:
    """Make the outlines of all land areas of RULESET's map from its outlines.toml and public coastlines.

    Ends with a check of the outlines against the links of the map, and fails if they disagree.
    """
    folder = RULESETS / ruleset / "data"
    recipe = read_recipe(folder)
    plan = read_plan(folder, recipe.grow)
    outlines = build(recipe, plan, wall_lines(folder, recipe), atlas_file)
    target = out or folder / "outlines.json"
    write_outlines(outlines, target)
    click.echo(f"{target.name}: {len(outlines.areas)} areas, {target.stat().st_size // 1000} kB")
    report(outlines, plan, recipe)


def build(recipe: Recipe, plan: Plan, walls: list[list[Point]], atlas_file: Path | None) -> Outlines:
    """All steps from the atlas to the outlines."""
    countries = atlas.read_countries(atlas_file, recipe.land + recipe.background)
    land = coast.land(recipe, countries)
    grid = raster.grid_over(land, recipe.pixel)
    costs = raster.crossing_costs(grid, recipe.noise)
    if recipe.wall and walls:
        costs = raster.walled(
            costs, grid, [coast.in_kilometres(line, recipe.projection) for line in walls], recipe.wall
        )
    labels = fill.divide(grid, raster.land_mask(grid, land), costs, plan, recipe.projection)
    borders = arcs.border_arcs(grid, labels)
    shapes = faces.area_shapes(land, borders, grid, labels, recipe.smallest_islet)
    simple = faces.simplified(shapes, recipe.tolerance.coast)
    return Outlines(
        areas={
            seed.code: rings(simple[number], recipe.projection)
            for number, seed in enumerate(plan.seeds, start=1)
            if number in simple
        },
        background=[ring(piece, recipe.projection) for piece in coast.background(recipe, countries)],
    )


def rings(shape: shapely.MultiPolygon, projection: Projection) -> list[Ring]:
    """The islands of an area, largest first, in degrees."""
    pieces = sorted(shapely.get_parts(shape), key=lambda piece: -piece.area)
    return [ring(piece, projection) for piece in pieces]


def ring(piece: shapely.Polygon, projection: Projection) -> Ring:
    """A closed line of (latitude, longitude); points that fall together after rounding are one."""
    degrees = [projection.backward(*point) for point in shapely.get_coordinates(piece.exterior)]
    points = [(round(latitude, DECIMALS), round(longitude, DECIMALS)) for latitude, longitude in degrees]
    return [point for before, point in zip([None, *points], points, strict=False) if point != before]


def report(outlines: Outlines, plan: Plan, recipe: Recipe) -> None:
    """Prints what the check found; exit status 1 if the outlines contradict the map."""
    findings = check.check(outlines, plan, recipe)
    length, link = check.shortest_link(outlines, plan, recipe.projection)
    click.echo(f"shortest border of a link: {link}, {length:.1f} km")
    for remark in findings.remarks:
        click.echo(f"note: {remark}")
    for fault in findings.faults:
        click.echo(f"FAULT: {fault}", err=True)
    if findings.faults:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
