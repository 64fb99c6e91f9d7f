"""The letters that go by post between two reports: what the players of a game are told, and seats that are offered."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pbm.mail.for_the_post import folder_of, posted
from pbm.office.frames import heading_of
from pbm.office.offer_letter import page_name, seat_page, was_posted
from pbm.office.signup import signups
from pbm.record.game import Game
from pbm.record.holders import players, readers
from pbm.record.people import Person
from pbm.record.seat_offers import seat_offers
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.office.printing import Paper
    from pbm.reports.pdf.book import Document
    from pbm.reports.pdf.type import Theme

Lay = Callable[["Theme"], "Document"]
Letter = tuple[str, str, str, Person, Lay]


def letters(game: Game, look: "Theme", only_new: bool = False) -> "Iterator[Paper]":
    """Those of the open turn; of a game that is over, those that went with its end."""
    from pbm.office.printing import Paper, look_for

    turn, names = game.last() + 1, game.config().ruleset.state.names(game.config().open(game.position(game.last())))
    post_to = heading_of(game).post_to
    for name, power, id, person, lay in (*to_players(game, turn, only_new), *offered(game, only_new)):
        called, own = names.get(power, power), look_for(person, look)
        yield Paper(game, turn, power, called, person, id, "a letter", post_to, [lay(own)], own, letter=name)


def to_players(game: Game, turn: int, only_new: bool) -> Iterator[Letter]:
    there = readers(game, turn - 1) if game.ended() else players(game)
    gone = posted(game, turn) if only_new else []
    for path in sorted(folder_of(game, turn).glob("*.txt")):
        one = there.get(path.stem.partition("-")[0])
        if one and one.address and path.stem not in gone:
            subject, _, text = path.read_text(encoding="utf-8").partition("\n\n")
            power = path.stem.partition("-")[0]
            yield path.stem, power, one.id, one, partial(letter_page, game, subject, text)


def letter_page(game: Game, subject: str, text: str, look: "Theme") -> "Document":
    from pbm.reports.pdf.markup import document

    parts = [part.strip("\n") for part in text.split("\n\n") if part.strip()]
    apart = [part.splitlines() if part.startswith(" ") else [" ".join(part.split())] for part in parts]
    head = heading_of(game)
    post_to = () if game.ended() else head.post_to
    return document("post/letter.xml", look, {}, subject=subject, parts=apart, post_to=post_to, gm=head.gm)


def offered(game: Game, only_new: bool) -> Iterator[Letter]:
    """The seats that are offered to people on paper."""
    known = {one.id: one for one in signups(game.folder.parent, game.name)}
    for offer in seat_offers(game):
        one = known.get(offer.id)
        if offer.is_open and one and one.form == "paper" and not (only_new and was_posted(game, offer)):
            yield page_name(offer), offer.power, one.id, one, partial(seat_page, game, offer, one)


def told_of_letters(game: Game) -> Iterator[str]:
    """For the game master, until they are printed."""
    powers = [power for _, power, *_ in to_players(game, game.last() + 1, only_new=True)]
    if new := [*powers, *(id for _, _, id, *_ in offered(game, only_new=True))]:
        yield f"{Count(len(new)):letter/letters} to print: {', '.join(dict.fromkeys(new))} (pbm print)"
