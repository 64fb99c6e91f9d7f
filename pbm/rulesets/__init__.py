"""The games: listed here, or in packages of their own with an entry point in the group `pbm.rulesets`."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.errors import GameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pbm.rulesets.contract import AnyRuleset

RULESETS = {name: f"pbm.rulesets.{name}" for name in ("darkage", "twilight", "tours", "marnon", "homelands")}
USUAL = next(iter(RULESETS))
"""The game of whoever names none."""
GROUP = "pbm.rulesets"
COMPLETE: list["AnyRuleset"] = []
"""The games already checked in this process."""


def published() -> dict[str, "EntryPoint"]:
    """The games in other packages."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> list[str]:
    return [*RULESETS, *(name for name in sorted(published()) if name not in RULESETS)]


def load(name: str) -> "AnyRuleset":
    """Import and check the ruleset of that name; for an incomplete game, raise an error that lists all it lacks."""
    from pbm.rulesets.complete import lacks
    from pbm.rulesets.contract import Ruleset

    if module := RULESETS.get(name):
        found = import_module(module).RULESET
    elif point := published().get(name):
        found = point.load()
        with_templates(found)
    else:
        raise GameError(f"There is no ruleset {name}; there are {', '.join(names())}.")
    if not isinstance(found, Ruleset):
        raise GameError(f"The ruleset {name} is not complete: {found!r} is not a Ruleset.")
    if not any(found is game for game in COMPLETE):
        if missing := lacks(found):
            raise GameError(f"The ruleset {name} is not complete: {'; '.join(missing)}.")
        COMPLETE.append(found)
    return found


def with_templates(found: object) -> None:
    """A game in a package of its own may bring the look of its sections, in `templates/NAME` beside its data."""
    from pbm.reports.forms import join_templates

    if isinstance(data := getattr(found, "data", None), Path):
        join_templates(data.parent / "templates")
