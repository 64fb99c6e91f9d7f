"""A game played again on its map, turn by turn: the picture, what happens on it, and both as one file."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from markupsafe import Markup
from msgspec import Struct

from pbm.errors import GameError
from pbm.files import folder
from pbm.maps import RECIPE
from pbm.maps.land.political import Holdings
from pbm.reports.figures import is_of_hexes, plate_of
from pbm.reports.forms import environment
from pbm.reports.hexstage import hex_scenery
from pbm.reports.html import with_fonts
from pbm.reports.scripts import embedded, permit
from pbm.reports.sections import Map
from pbm.reports.stage import Scenery, area_scenery
from pbm.reports.webmaps import owner_rows
from pbm.site.chronicle import Chronicle, Turn, changed, worth_telling

MOST_SAID = 12
"""So many sentences are shown beside the map in a turn."""
SCRIPT = "site/replay.js"


class Scene(Struct, frozen=True):
    """What a turn shows."""

    name: str
    owners: dict[str, str]
    changed: tuple[str, ...]
    fights: tuple[str, ...]
    said: tuple[str, ...]
    more: int = 0
    """Sentences that found no room."""


class Play(Struct, frozen=True):
    """All that the script is given."""

    scenes: tuple[Scene, ...]
    names: dict[str, str]
    """Of owners."""
    paint: dict[str, tuple[str, str]]
    patterned: tuple[str, ...]
    paper: str
    sea: str
    middles: dict[str, tuple[int, int]]


def plate_folder(told: Chronicle) -> Path | None:
    """Where the map of the game is, if its roundups show one."""
    section = told.last.map
    if section is None:
        return None
    place = plate_of(section, told.data)
    return place if is_of_hexes(place) or (place / RECIPE).exists() else None


def needed_plate(told: Chronicle) -> Path:
    if place := plate_folder(told):
        return place
    raise GameError(f"{told.title} has no map to replay the game on.")


def scenery(told: Chronicle) -> Scenery:
    place = needed_plate(told)
    if is_of_hexes(place):
        return hex_scenery(place, [turn.map for turn in told.turns])
    shown = {code for turn in told.turns for code in (*fights(told, turn), *changed(turn))}
    return area_scenery(place, [cast(turn) for turn in told.turns], shown)


def cast(turn: Turn) -> Holdings:
    names = turn.map.names if turn.map else {}
    return Holdings(tuple(turn.owners.items()), names=tuple(names.items()))


def fights(told: Chronicle, turn: Turn) -> tuple[str, ...]:
    """Everything that the news of fights names, places among it."""
    found = [code for line in turn.headlines if line.verb in told.battles for code in line.codes]
    return tuple(dict.fromkeys(found))


def scenes(told: Chronicle, look: Scenery) -> Iterator[Scene]:
    for turn in told.turns:
        said = worth_telling(told, turn)
        places = tuple(code for code in fights(told, turn) if code in look.middles)
        more = max(len(said) - MOST_SAID, 0)
        yield Scene(turn.name, turn.owners, changed(turn), places, tuple(said[:MOST_SAID]), more)


def play(told: Chronicle, look: Scenery) -> Play:
    every = {owner for turn in told.turns for owner in turn.owners.values()}
    return Play(
        tuple(scenes(told, look)),
        {code: told.names.get(code, code) for code in sorted(every)},
        look.paint,
        tuple(code for code in look.paint if f'id="p-{code}"' in look.svg),
        look.paper,
        look.sea,
        look.middles,
    )


def key(told: Chronicle) -> str:
    """Everyone who ever owned something."""
    section, place = told.last.map, plate_folder(told)
    if not isinstance(section, Map) or place is None or is_of_hexes(place):
        return ""
    there = {owner for turn in told.turns for owner in turn.owners.values()}
    names = {code: name for turn in told.turns if turn.map for code, name in turn.map.names.items()}
    rows = owner_rows(msgspec.structs.replace(section, names=names), place, there)
    return f'<ul class="key">{"".join(f"<li>{row}</li>" for row in rows)}</ul>'


@cache
def script() -> str:
    return (folder("templates") / SCRIPT).read_text(encoding="utf-8")


def stage(told: Chronicle) -> dict[str, object]:
    """What the templates need for a replay."""
    look = scenery(told)
    return {
        "svg": Markup(look.svg),
        "data": embedded(play(told, look)),
        "key": Markup(key(told)),
        "script": Markup(script()),
        "permit": permit(script()),
        "scenes": list(scenes(told, look)),
    }


def replay_page(told: Chronicle) -> str:
    """The replay as one file that needs nothing else."""
    page = environment(True).get_template("site/replay.html.j2").render(told=told, stage=stage(told))
    return with_fonts(page)
