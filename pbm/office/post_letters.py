"""The letters that go by post between two reports: what the players of a game are told, and seats that are offered."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pbm.mail.for_the_post import folder_of, posted
from pbm.office.frames import heading_of
from pbm.office.offer_letter import seat_page
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


def letters(game: Game, look: "Theme", only_new: bool = False) -> "Iterator[Paper]":
    """Those of the open turn; of a game that is over, those that went with its end."""
    from pbm.office.printing import Paper

    turn, names = game.last() + 1, game.config().ruleset.state.names(game.config().open(game.position(game.last())))
    for name, power, id, person, lay in (*to_players(game, turn), *offered(game)):
        if not only_new or name not in posted(game, turn):
            post_to = heading_of(game).post_to
            yield Paper(
                game, turn, power, names.get(power, power), person, id, "a letter", post_to, [lay(look)], letter=name
            )


def to_players(game: Game, turn: int) -> Iterator[tuple[str, str, str, Person, Lay]]:
    there = readers(game, turn - 1) if game.ended() else players(game)
    for path in sorted(folder_of(game, turn).glob("*.txt")):
        one = there.get(path.stem.partition("-")[0])
        if one and one.address:
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


def offered(game: Game) -> Iterator[tuple[str, str, str, Person, Lay]]:
    """The seats that are offered to people on paper."""
    known = {one.id: one for one in signups(game.folder.parent, game.name)}
    for offer in seat_offers(game):
        one = known.get(offer.id)
        if offer.is_open and one and one.form == "paper":
            name = f"seat-{offer.power}-{offer.asked:%Y%m%d%H%M%S}"
            yield name, offer.power, one.id, one, partial(seat_page, game, offer, one)


def told_of_letters(game: Game) -> Iterator[str]:
    """For the game master, until they are printed."""
    turn = game.last() + 1
    named = [(name, power) for name, power, *_ in to_players(game, turn)]
    named += [(name, id) for name, _, id, *_ in offered(game)]
    if new := [who for name, who in named if name not in posted(game, turn)]:
        yield f"{Count(len(new)):letter/letters} to print: {', '.join(dict.fromkeys(new))} (pbm print)"
