"""Adding corrections of the position for the next turn, each with its reason; and the position with them."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.errors import GameError
from pbm.files import put
from pbm.record.corrections import Correction, correct, read_corrections, write_corrections
from pbm.record.game import CORRECTIONS, Game
from pbm.rules.corrections import Corrected
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Phase


def add_correction(game: Game, text: str, reason: str, turn: int | None = None) -> tuple[int, list[str]]:
    """Save a correction for the next turn, if it is valid; return the turn and the sentences of its events."""
    with game.locked():
        coming = game.last() + 1
        if turn is not None and turn != coming:
            state = f"The next turn of {game.name} is {game.which(coming)}, not {game.which(turn)}"
            raise GameError(f"{state}: corrections are made at its start.")
        return coming, keep_correction(game, Correction(text.strip(), reason.strip()))


def keep_correction(game: Game, new: Correction) -> list[str]:
    """Save it for the next turn, while the game is locked."""
    coming = game.last() + 1
    there = read_corrections(game.corrections(coming))
    every = there if new in there else [*there, new]
    said = tried(game, coming, every)
    if new not in there:
        put(game.turn(coming) / CORRECTIONS, write_corrections(every))
    return said


def take_back(game: Game, old: Correction) -> None:
    """Remove a correction that waits for the next turn, while the game is locked."""
    path = game.turn(game.last() + 1) / CORRECTIONS
    left = [each for each in read_corrections(game.corrections(game.last() + 1)) if each != old]
    if left:
        put(path, write_corrections(left))
    elif path.is_file():
        path.unlink()


def tried(game: Game, turn: int, corrections: list[Correction]) -> list[str]:
    trial = corrected(game, turn, corrections)
    names = game.config().ruleset.state.names(trial.world)
    return [event.sentence(names) for event in trial.journal if not isinstance(event, Phase)]


def corrected(game: Game, turn: int, corrections: list[Correction]) -> Turn[Any]:
    config = game.config()
    trial = Turn(config.open(game.position(turn - 1)), {}, Dice(b"", turn), joining=config.joining(turn))
    correct(trial, config.ruleset, corrections)
    return trial


def coming(game: Game) -> Turn[Any]:
    """The next turn as it will open: the position with the corrections that wait for it, and their events."""
    turn = game.last() + 1
    return corrected(game, turn, read_corrections(game.corrections(turn)))


def told(opening: Turn[Any], power: str, names: Mapping[str, str]) -> Iterator[str]:
    """The corrections at the start of a turn that a player reads of; not that one left whose place is taken again."""
    for event in opening.journal:
        if isinstance(event, Corrected) and event.field == "control" and event.code in opening.joining:
            continue
        if not isinstance(event, Phase) and (power in event.known_to() or event.headline()):
            yield event.sentence(names)
