"""The letters that go by post between two reports, a page each, with the address for the window of an envelope."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pbm.files import put
from pbm.mail.for_the_post import folder_of
from pbm.office.frames import heading_of
from pbm.office.printing import WINDOWS
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.reports.pdf.book import Book
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import theme
from pbm.rules.event import Count


def print_letters(game: Game, paper: str = "a4") -> None:
    """Make a page of every letter of the open turn that has none."""
    there = players(game)
    for path in sorted(folder_of(game, game.last() + 1).glob("*.txt")):
        power = path.stem.partition("-")[0]
        page = path.with_name(f"{path.stem}-{paper}.pdf")
        if power in there and there[power].address and not page.exists():
            subject, _, text = path.read_text(encoding="utf-8").partition("\n\n")
            put(page, letter_page(game, [there[power].name, *there[power].address], subject, text, paper), private=True)


def letter_page(game: Game, lines: list[str], subject: str, text: str, paper: str) -> bytes:
    left, top = WINDOWS[paper]
    look, head = replace(theme(paper), margin=left, top=top), heading_of(game)
    book = Book(look, subject)
    parts = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    page = document(
        "post/letter.xml", look, {}, subject=subject, lines=[*filter(None, lines)], parts=parts, post_to=head.post_to
    )
    book.add(page, nested=True, look=look, numbered=False)
    return book.finish()


def pages_to_post(game: Game) -> list[Path]:
    """The letters of the open turn, and the page with its new deadline."""
    turn = game.last() + 1
    return sorted([*folder_of(game, turn).glob("*.pdf"), *game.turn(turn).glob("deadline-*.pdf")])


def told_of_pages(game: Game) -> Iterator[str]:
    """For the game master, until the turn is played."""
    if pages := pages_to_post(game):
        yield f"{Count(len(pages)):letter/letters} to post: print {', '.join(map(str, pages))}"
