"""The game master's rulings during a turn: `turns/007/rulings.toml`, saved with the result."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.record.config import read_toml
from pbm.record.game import RULINGS, Game
from pbm.rules.rulings import Question, RulingNeeded, Rulings


class RulingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rulings: dict[str, Any] = {}


class RulingMissing(GameError):
    """A turn that waits for the game master's ruling: what to decide, and what to write where."""

    def __init__(self, turn: int, questions: tuple[Question, ...], needed: str, to_write: str) -> None:
        super().__init__(needed + to_write)
        self.turn, self.questions, self.needed, self.to_write = turn, questions, needed, to_write

    def saying(self, more: str) -> "RulingMissing":
        """The same with more words before what is to be written."""
        return RulingMissing(self.turn, self.questions, self.needed + more, self.to_write)


def read_rulings(content: bytes) -> Rulings:
    return Rulings(read_toml(content, RulingsFile, RULINGS).rulings)


def refuse_spare(rulings: Rulings) -> None:
    """Refuse a ruling that no rule asked for: it is a typing error, or for another turn."""
    if spare := rulings.not_asked():
        raise GameError(f"{RULINGS}: no rule asked for {', '.join(spare)}. Remove it and try again.")


@contextmanager
def rulings_asked(game: Game, turn: int) -> Iterator[None]:
    """If a ruling is missing, raise an error that says what to decide and what to write where."""
    try:
        yield
    except RulingNeeded as error:
        lines = [f'"{question.name}" = {question.example}' for question in error.questions]
        raise RulingMissing(
            turn,
            error.questions,
            f"{game.named(turn).capitalize()} of {game.name} cannot go on without your ruling, and nothing was kept.\n"
            + "".join(f"Needed: {question.text}\n" for question in error.questions),
            f"Write this into {game.turn(turn) / RULINGS} with your own values (one line [rulings] is enough), "
            + "and try again:\n"
            + "\n".join(["[rulings]", *lines]),
        ) from None
