"""Rulings that the game master must give during a turn: read from a file, never guessed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from pbm.errors import GameError

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """What to decide, the name of the answer in the file, and an example answer as TOML."""

    name: str
    text: str
    example: str
    told: Mapping[str, str] = field(default_factory=dict)
    """For each power concerned, what it may know of the matter before it is decided."""


class RulingNeeded(GameError):
    """The turn cannot go on until the game master answers these questions."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        super().__init__("needed: " + "; ".join(question.text for question in questions))
        self.questions = questions


class Rulings:
    """The given answers, and which of them were asked for."""

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        self._given = dict(given or {})
        self._asked: set[str] = set()

    def ask(self, kind: type[T], *questions: Question) -> list[T]:
        """The answers, in the order of the questions; if any are missing, all that are missing are named at once."""
        self._asked.update(question.name for question in questions)
        if missing := tuple(question for question in questions if question.name not in self._given):
            raise RulingNeeded(missing)
        return [self._read(question, kind) for question in questions]

    def not_asked(self) -> list[str]:
        return [name for name in self._given if name not in self._asked]

    def _read(self, question: Question, kind: type[T]) -> T:
        try:
            return msgspec.convert(self._given[question.name], kind)
        except msgspec.ValidationError as error:
            raise GameError(f"The ruling on {question.text} is not understood: {error}.") from None
