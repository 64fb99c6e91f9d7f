"""Printing for the post: the pages of all envelopes in one file, each on a new sheet that carries the address."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import put_json, read_json
from pbm.office.issue import Issue, issue
from pbm.office.report_mail import told_of
from pbm.office.welcome import newcomers, welcome
from pbm.record.game import Game
from pbm.record.holders import readers
from pbm.record.players import Player
from pbm.reports import Report, Roundup
from pbm.reports.paper import lay_out
from pbm.reports.pdf.blocks import Pinned
from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, theme
from pbm.rules.event import Count
from pbm.rulesets.contract import AnyRuleset

POINTS = 72 / 25.4
"""Points per millimetre."""
WINDOWS = {"a4": (25 * POINTS, 48 * POINTS), "letter": (25.4 * POINTS, 54 * POINTS)}
"""Where the address begins, from the left and from the top: for DL envelopes (DIN 5008 B), and for No. 10."""
BELOW = 94 * POINTS
"""Where the report begins, from the top."""
PRINTED = "printed.json"
LINES = 7
"""The number of lines that a window shows."""


class Printed(msgspec.Struct, frozen=True):
    """What was printed of a turn: for which result, and by power a mark of the player."""

    manifest: str | None
    envelopes: dict[str, str]


@dataclass(frozen=True)
class Envelope:
    """The envelope of one player; `pages` are those of the letter and the report."""

    number: int
    code: str
    name: str
    player: Player
    is_first: bool = False
    """Whether it is the player's first, with a letter of welcome and the rulebook."""
    pages: int = 0

    @property
    def sheets(self) -> int:
        """Sheets of paper, printed on both sides."""
        return (self.pages + 1) // 2

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for line in (self.player.name, *self.player.address) if line)


def print_run(
    game: Game, turn: int, paper: str = "a4", large: bool = False, saving: bool = False
) -> tuple[bytes, list[Envelope]]:
    """The file to print, and the list of its envelopes."""
    new = newcomers(game, turn)
    made = issue(game, turn, new)
    told: dict[str, Report | Roundup] = dict.fromkeys(new, made.roundup) | made.reports
    look = theme(paper, large, saving, fillable=False)
    book = Book(look, f"{game.name}, {game.named(turn)}: for the post")
    packed = [
        bind(book, envelope, told[envelope.code], made.ruleset, first_pages(game, turn, envelope, look))
        for envelope in envelopes(game, turn, made, new)
    ]
    last = page("packing", theme(paper, saving=saving), made.roundup, envelopes=packed)
    book.add(last, nested=True)
    return book.finish(), packed


def first_pages(game: Game, turn: int, envelope: Envelope, look: Theme) -> list[Document]:
    """The letter of welcome, if the player's first turn is the next."""
    if not envelope.is_first:
        return []
    return [document("post/welcome.xml", look, {}, letter=welcome(game, envelope.code, turn))]


def envelopes(game: Game, turn: int, made: Issue, new: Mapping[str, Player]) -> list[Envelope]:
    """The players who get paper, in the order of players.toml."""
    postal = [
        (code, player)
        for code, player in (readers(game, turn) | {**new}).items()
        if player.form == "paper" and (code in new or code in made.reports)
    ]
    if not postal:
        raise GameError(f'Nobody in {game.name} gets paper. Set form = "paper" in players.toml for those who do.')
    if homeless := [code for code, player in postal if not player.address]:
        raise GameError(f"players.toml has no address for {', '.join(homeless)}: add address = [...], line by line.")
    if crowded := [code for code, player in postal if len(player.address) >= LINES]:
        raise GameError(f"The address of {', '.join(crowded)} is too long: a window shows {LINES} lines with the name.")
    names = made.roundup.names
    return [Envelope(n, code, names.get(code, code), player, code in new) for n, (code, player) in enumerate(postal, 1)]


def bind(
    book: Book, envelope: Envelope, report: Report | Roundup, rules: AnyRuleset, before: Sequence[Document]
) -> Envelope:
    """A letter if there is one, and the report, up to the end of its last sheet; the first page carries the address."""
    first, *rest = (*before, lay_out(report, rules.data, book.theme))
    cover = page("envelope", theme(book.theme.paper, saving=book.theme.saving), report, envelope=envelope)
    named = replace(first, title=cover.title, blocks=[in_window(cover, book.theme), *first.blocks])
    pages = 0
    for number, each in enumerate((named, *rest)):
        pages += book.add(each, nested=not number, deeper=1)
        if pages % 2:
            book.blank()
            pages += 1
    return replace(envelope, pages=pages)


def in_window(cover: Document, look: Theme) -> Pinned:
    """The address where an envelope has its window."""
    left, top = WINDOWS[look.paper]
    width = look.page[0] - left - look.margin
    return Pinned(blocks=cover.blocks, left=left, top=top, width=width, bottom=BELOW - look.top)


def page(template: str, look: Theme, subject: Report | Roundup, **values: Any) -> Document:
    return document(f"post/{template}.xml", look, {}, head=subject.masthead, **values)


def note_printed(game: Game, turn: int, packed: Sequence[Envelope]) -> None:
    mark = Printed(game.manifest_hash(turn), {one.code: whose(one.player) for one in packed})
    put_json(game.turn(turn) / PRINTED, mark, private=True)


def whose(player: Player) -> str:
    """A mark that tells two players of a power apart and says nothing of either."""
    return hashlib.sha256(f"{player.id} {player.name}".encode()).hexdigest()[:8]


def unprinted(game: Game) -> list[str]:
    """The powers whose envelopes of the last turn have not been printed, or not since it was re-run."""
    turn = game.last()
    path, manifest = game.turn(turn) / PRINTED, game.manifest_hash(turn)
    mark = read_json(path, Printed, Printed(None, {}), "Delete it, and print again what was not posted.")
    there = mark.envelopes if mark.manifest == manifest else {}
    told = told_of(game, turn) if turn else ()
    return [
        power
        for power, player in (readers(game, turn) | newcomers(game, turn)).items()
        if player.form == "paper" and (power in told or player.joined == turn)
        if there.get(power) != whose(player)
    ]


def packing_list(packed: Sequence[Envelope]) -> str:
    """The packing list: what goes into which envelope."""
    rows = [
        f"{one.number:3}  {one.code:4} {one.player.name or one.name:30.30}  {Count(one.sheets):sheet/sheets}"
        f"{', and the rulebook' * one.is_first}"
        for one in packed
    ]
    total = sum(one.sheets for one in packed)
    return "\n".join([*rows, f"{Count(len(packed)):envelope/envelopes}, {Count(total):sheet/sheets} of paper"])
