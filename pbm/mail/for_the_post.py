"""Letters to players without an email address, as texts that are made into pages: turns/007/post/MER-held.txt. Which of
them were printed is in printed.json beside them."""

from collections.abc import Callable, Collection
from pathlib import Path

from pbm.files import put, put_json, read_json
from pbm.mail.compose import Mail
from pbm.mail.outbox import UNSAFE
from pbm.record.game import Game

POST, PRINTED = "post", "printed.json"


def folder_of(game: Game, turn: int) -> Path:
    return game.turn(turn) / POST


def withdraw_from_post(game: Game, turn: int, kind: str) -> None:
    """Take back the letters of a kind, which are true no longer."""
    for path in folder_of(game, turn).glob(f"*-{kind}*.txt"):
        path.unlink()


def leave_for_the_post(game: Game, turn: int, power: str, kind: str, mail: Callable[[], Mail]) -> None:
    """Write a letter down once; its first line is its subject."""
    path = folder_of(game, turn) / f"{power}-{UNSAFE.sub('-', kind)}.txt"
    if not path.exists():
        letter = mail()
        put(path, f"{letter.subject}\n\n{letter.text}".encode(), private=True)


def posted(game: Game, turn: int) -> list[str]:
    """The letters that were printed."""
    return read_json(folder_of(game, turn) / PRINTED, list[str], [], "Delete it, and print again what was not posted.")


def note_posted(game: Game, turn: int, letters: Collection[str]) -> None:
    if new := {*letters} - {*posted(game, turn)}:
        put_json(folder_of(game, turn) / PRINTED, sorted({*posted(game, turn), *new}), private=True)
