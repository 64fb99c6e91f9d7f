"""Compares the record hash that a report or receipt states with the game's own record."""

import re
from pathlib import Path

from pbm.errors import GameError
from pbm.reading.letter import read_letter
from pbm.record.game import MANIFEST, Game
from pbm.record.manifest import file_hash
from pbm.reports.schema import record_in

HASH = re.compile(r"[0-9a-f]{64}")
LABEL = re.compile(r"record hash\W*((?:[0-9a-f]\s*){64})(?![0-9a-f])", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")


def stated(given: str) -> str:
    """The record hash in a file, or the hash itself."""
    if HASH.fullmatch(given.lower()):
        return given.lower()
    path = Path(given)
    if not path.is_file():
        raise GameError(f"{given} is neither a file nor a hash of 64 hexadecimal digits.")
    found = LABEL.search(text_in(path))
    if not found:
        raise GameError(f"{path} contains no record hash. Use a report or a receipt as PDF, text, HTML or JSON.")
    return "".join(found[1].split()).lower()


def text_in(path: Path) -> str:
    """All that a person can read in a report, a receipt or a saved mail."""
    content = path.read_bytes()
    if content.startswith(b"%PDF-"):
        return pdf_text(path)
    if path.suffix == ".eml":
        return "\n".join(text.text for text in read_letter(content).texts)
    text = content.decode("utf-8-sig", "replace")
    return f"record hash {record_in(content)}" if text.startswith("{") else TAG.sub(" ", text)


def pdf_text(path: Path) -> str:
    from pypdf import PdfReader  # slow to import
    from pypdf.errors import PyPdfError

    try:
        return "\n".join(page.extract_text() for page in PdfReader(path).pages)
    except (PyPdfError, ValueError) as error:
        raise GameError(f"{path} cannot be read as PDF: {error}.") from None


def kept(game: Game, hash: str) -> Path | None:
    """The result with that record hash, whether it counts or not."""
    found = (result for turn in game.turns() for result in game.results(turn))
    return next((result for result in found if file_hash(result / MANIFEST) == hash), None)


def compared(game: Game, given: str) -> tuple[bool, str]:
    """Whether the game still has the result that a report or a hash states, and a sentence that says so."""
    result = kept(game, stated(given))
    if result is None:
        return False, f"{given}: no result of {game.name} has its record hash: the record has been changed since"
    turn = int(result.parent.name)
    if result == game.result(turn):
        return True, f"{given}: {game.named(turn)} of {game.name} still has this record hash."
    return (
        True,
        f"{given}: {game.named(turn)} of {game.name} was re-run or undone since; the result is kept in {result}.",
    )
