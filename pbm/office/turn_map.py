"""The public map of a turn as files of its own."""

from collections.abc import Sequence
from pathlib import Path

from pbm.errors import GameError
from pbm.maps.writers.drawing import WRITERS
from pbm.office.issue import issue
from pbm.record.game import Game
from pbm.reports.figures import scene
from pbm.reports.sections import Map
from pbm.rules.turn_names import filed


def draw_turn(game: Game, turn: int, out: Path, formats: Sequence[str], saving: bool = False) -> list[Path]:
    """Every whole map of the roundup, as everyone may see it."""
    made = issue(game, turn, keep=False)
    maps = [one for one in made.roundup.of(Map) if not (one.whole or one.part)]
    if not maps:
        raise GameError(f"The roundup of {game.name} has no map of {game.named(turn)}.")
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for number, section in enumerate(maps):
        title = f"{made.ruleset.title}, {game.name}: {section.title}"
        picture = scene(section, made.ruleset.data, title, saving)
        for kind in formats:
            mark = f"-{section.key}" if number else ""
            written.append(out / f"{game.name}-{filed(game.called(turn))}-map{mark}.{kind.lower()}")
            WRITERS[kind.lower()](picture, written[-1])
    return written
