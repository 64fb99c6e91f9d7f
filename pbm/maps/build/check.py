"""Compares finished outlines with the map they were made for."""

from collections import defaultdict
from dataclasses import dataclass, field
from math import dist

from pbm.maps.build.recipe import Plan, Recipe, pair
from pbm.maps.data.outlines import Outlines, edges
from pbm.maps.data.projection import Projection
from pbm.maps.geometry import inside


@dataclass
class Findings:
    """What is wrong (`faults`) and what a person may want to look at (`remarks`)."""

    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def check(outlines: Outlines, plan: Plan, recipe: Recipe) -> Findings:
    """Every area there, every city in its area, links and borders the same."""
    findings = Findings()
    missing = [seed.code for seed in plan.seeds if seed.code not in outlines.areas]
    findings.faults += [f"{code} has no outline" for code in missing]
    check_cities(outlines, plan, findings)
    check_borders(border_lengths(outlines, recipe.projection), plan, recipe, findings)
    return findings


def check_cities(outlines: Outlines, plan: Plan, findings: Findings) -> None:
    """A city drawn outside its own area would mislead."""
    for code, (area, point) in plan.cities.items():
        if not inside(point, outlines.areas.get(area, [])):
            findings.remarks.append(f"{code} is not within the outline of {area}")


def check_borders(lengths: dict[tuple[str, str], float], plan: Plan, recipe: Recipe, findings: Findings) -> None:
    """Long borders are links and links have long borders."""
    for one, other in plan.touching:
        length = lengths.get(pair(one, other), 0.0)
        if length < recipe.shortest_border:
            findings.faults.append(f"{one}-{other} is a link but has only {length:.1f} km of border")
    for (one, other), length in sorted(lengths.items()):
        if (one, other) not in plan.touching:
            short = length < recipe.shortest_border or (one, other) in recipe.closed
            place = findings.remarks if short else findings.faults
            place.append(f"{one}-{other} is no link but has {length:.1f} km of border")


def border_lengths(outlines: Outlines, projection: Projection) -> dict[tuple[str, str], float]:
    """Kilometres of border for each pair of areas that touch."""
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for (start, end), codes in edges(outlines.areas).items():
        if len(codes) == 2:
            length = dist(projection.forward(*start), projection.forward(*end))
            lengths[pair(codes[0], codes[1])] += length
    return dict(lengths)


def shortest_link(outlines: Outlines, plan: Plan, projection: Projection) -> tuple[float, str]:
    """The link with the shortest border, for the report."""
    lengths = border_lengths(outlines, projection)
    return min((lengths.get(link, 0.0), "-".join(link)) for link in plan.touching)
