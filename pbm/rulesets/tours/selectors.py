"""Selectors: which units a line means. They go by the rolls, whoever is still in play [16.3]."""

import re
from collections.abc import Iterable
from functools import cache

from pbm.rules.order import Refusal, lasting
from pbm.rulesets.tours.forces import CODES, CONTINGENTS, FORCES, TYPES, UNITS
from pbm.rulesets.tours.world import World

ALL, NONE = "ALL", "NONE"
RULE = "16.3"
UNIT = re.compile(r"([A-Z]+)(\d+)")
TITLE = re.compile(r"[A-Z][A-Z0-9]{1,7}")
WORDS = (ALL, "ANY", NONE, "IF", "ELSE", "ADV", "BACK", "STAY")
"""Words of the language that cannot name a group."""

Found = list[str] | Refusal


def unknown(*selectors: str | None) -> str:
    """The flaw of a line with a part that can mean nobody in either army."""
    parts = [part for units in selectors if units for part in units.split(",")]
    strange = next((part for part in parts if not is_known(part)), None)
    return f"{strange} is no unit, range, contingent or group" if strange else ""


def is_known(part: str) -> bool:
    """Whether it is a range of units, a contingent or a type of one, a unit, or a name that a group may have."""
    first, is_range, last = part.partition("..")
    if is_range:
        return first in UNITS and last in UNITS
    whole, is_type, kind = part.partition(".")
    if whole == ALL or whole in FORCES.contingents:
        return not is_type or kind in TYPES
    return not is_type and (part in UNITS or is_title(part))


def is_title(name: str) -> bool:
    """Whether a group may have this name."""
    return bool(TITLE.fullmatch(name)) and name not in CODES and name not in WORDS


def selected(world: World, side: str, units: str, but: str | None = None) -> Found:
    """The units of a selector by id, without those behind AB-; or what is wrong with it."""
    found, left_out = named(world, side, units), named(world, side, but) if but else []
    if isinstance(found, Refusal) or isinstance(left_out, Refusal):
        return found if isinstance(found, Refusal) else left_out
    rest = [code for code in found if code not in left_out]
    return rest or Refusal(RULE, f"AB-{but} leaves nobody")


def named(world: World, side: str, units: str) -> Found:
    """The units that a list of parts names, each once."""
    found: set[str] = set()
    for part in units.split(","):
        there = members(world, side, part)
        if there is None:
            return Refusal(RULE, f"{part} names no units of yours")
        found.update(there)
    return sorted(found) or lasting(RULE, f"{units} stands for no unit")


def members(world: World, side: str, part: str) -> Iterable[str] | None:
    """The units of one part: a unit, a range, a contingent, ALL, a type of these, or a group; None if it is unknown."""
    if ".." in part:
        return ranged(side, *part.split("..", 1))
    whole, _, kind = part.partition(".")
    if whole == ALL or whole in CONTINGENTS[side]:
        known = not kind or kind in TYPES
        return of_contingent(side, whole, kind) if known else None
    if kind:
        return None
    return (part,) if is_own(side, part) else world.groups[side].get(part)


@cache
def of_contingent(side: str, whole: str, kind: str) -> tuple[str, ...]:
    rows = [(code, row) for code, row in UNITS.items() if row.side == side]
    return tuple(code for code, row in rows if whole in (ALL, row.con) and kind in ("", row.type))


def ranged(side: str, first: str, last: str) -> list[str] | None:
    """From one unit to another with the same letters, the lower first."""
    ends = [UNIT.fullmatch(code) for code in (first, last) if is_own(side, code)]
    if len(ends) != 2 or not ends[0] or not ends[1] or ends[0][1] != ends[1][1] or first > last:
        return None
    return [code for code in UNITS if first <= code <= last and code.rstrip("0123456789") == ends[0][1]]


def is_own(side: str, code: str) -> bool:
    return code in UNITS and UNITS[code].side == side


def is_contingent(side: str, units: str, but: str | None) -> bool:
    """Whether a line is for a bare contingent or for ALL [16.4]."""
    return not but and (units == ALL or units in CONTINGENTS[side])


def spans(codes: Iterable[str]) -> str:
    """Units by id, those that follow each other as a range: `H01..H05, H09`, as a sheet may name them."""
    runs: list[list[str]] = []
    for code in sorted(codes):
        if runs and follows(runs[-1][-1], code):
            runs[-1].append(code)
        else:
            runs.append([code])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs)


def follows(one: str, other: str) -> bool:
    letters = one.rstrip("0123456789")
    same = other.startswith(letters) and other[len(letters) :].isdigit()
    return same and int(other[len(letters) :]) == int(one[len(letters) :]) + 1
