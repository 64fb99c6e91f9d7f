"""The games: listed here, or in packages of their own with an entry point in the group `pbm.rulesets`."""

import os
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
PAST = "pbm.rulesets.past"
"""The rules of older versions, side by side: a folder NAME_VERSION for each that differs, kept as it was released."""
COMPLETE: list["AnyRuleset"] = []
"""The games already checked in this process."""


def published() -> dict[str, "EntryPoint"]:
    """The games in other packages."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> list[str]:
    return [*RULESETS, *(name for name in sorted(published()) if name not in RULESETS)]


def load(name: str, version: str = "") -> "AnyRuleset":
    """Import and check the ruleset of that name; for an incomplete game, raise an error that lists all it lacks.

    A game that began under an older version gets the rules of that version, if they are kept.
    """
    if module := RULESETS.get(name):
        found = import_module(module).RULESET
    elif point := published().get(name):
        found = imported(point)
    else:
        raise GameError(f"There is no ruleset {name}; there are {', '.join(names())}.")
    if version and getattr(found, "version", version) != version:
        found = kept(name, version) or found
    return checked(name, found)


def kept(name: str, version: str) -> object:
    """The rules of an older version: in `past`, or in a package that publishes them as NAME-VERSION."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    module = f"{PAST}.{name}_{version}"
    if version.isalnum() and find_spec(module):
        return import_module(module).RULESET
    published = [point for point in entry_points(group=PAST) if point.name == f"{name}-{version}"]
    return imported(published[0]) if published else None


def checked(name: str, found: object) -> "AnyRuleset":
    from pbm.rulesets.complete import lacks
    from pbm.rulesets.contract import Ruleset

    if not isinstance(found, Ruleset):
        raise GameError(f"The ruleset {name} is not complete: {found!r} is not a Ruleset.")
    if not any(found is game for game in COMPLETE):
        if missing := lacks(found):
            raise GameError(f"The ruleset {name} is not complete: {'; '.join(missing)}.")
        COMPLETE.append(found)
    return found


def imported(point: "EntryPoint") -> object:
    """The ruleset of an entry point; what goes wrong in it is told with its place."""
    try:
        found = point.load()
        with_templates(found)
        return found
    except GameError:
        raise
    except Exception as error:
        if os.environ.get("PBM_DEBUG"):
            raise
        raise GameError(
            f"The ruleset {point.name} ({point.value}) cannot be imported: {type(error).__name__}: "
            f"{error}{place_of(error)}. Set PBM_DEBUG=1 to see more."
        ) from None


def place_of(error: Exception) -> str:
    """The file and line in which an import went wrong; a mistake of syntax has its own in its text."""
    from traceback import extract_tb

    if isinstance(error, SyntaxError):
        return f" of {error.filename}"
    own = [frame for frame in extract_tb(error.__traceback__) if "importlib" not in frame.filename][1:]
    return f" ({own[-1].filename}, line {own[-1].lineno})" if own else ""


def with_templates(found: object) -> None:
    """A game in a package of its own may bring the look of its sections, in `templates/NAME` beside its data."""
    from pbm.reports.forms import join_templates

    if isinstance(data := getattr(found, "data", None), Path):
        join_templates(data.parent / "templates")
