"""The answers that the game master has saved: a text each, in _office/answers under its name."""

import re
from pathlib import Path

from pbm.errors import GameError
from pbm.files import put
from pbm.record.people import OFFICE

ANSWERS, ENDING = "answers", ".txt"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def saved_answers(games: Path) -> dict[str, str]:
    """Every saved text by its name."""
    there = sorted((games / OFFICE / ANSWERS).glob(f"*{ENDING}"))
    return {path.stem: path.read_text(encoding="utf-8-sig", errors="replace") for path in there}


def saved_answer(games: Path, name: str) -> str:
    if name in (there := saved_answers(games)):
        return there[name]
    hint = f"there are {', '.join(there)}" if there else "none is saved yet"
    raise GameError(f"No answer is saved as {name} ({hint}). To save one: pbm letters answers {name} --text ...")


def save_answer(games: Path, name: str, text: str) -> Path:
    if not NAME.fullmatch(name):
        raise GameError(f'"{name}" cannot be the name of an answer: use at most 40 letters, digits, - and _.')
    if not text.strip():
        raise GameError("The answer is empty, so nothing was saved.")
    path = games / OFFICE / ANSWERS / f"{name}{ENDING}"
    put(path, text.strip().encode() + b"\n", private=True)
    return path


def remove_answer(games: Path, name: str) -> None:
    saved_answer(games, name)
    (games / OFFICE / ANSWERS / f"{name}{ENDING}").unlink()
