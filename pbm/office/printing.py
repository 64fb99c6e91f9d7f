"""Printing for the post: the pages of all envelopes in one file, each on a new sheet that carries the address.

An envelope is for one person and has the papers of all their games in it, if those are printed together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import structs

from pbm.errors import GameError
from pbm.files import put_json
from pbm.mail.for_the_post import note_posted
from pbm.office.frames import heading_of
from pbm.office.issue import Issue, issue
from pbm.office.printed import PRINTED, Printed, printed, unprinted, unwelcomed, whose
from pbm.office.welcome import newcomers, welcome
from pbm.progress import watched
from pbm.record.game import Game
from pbm.record.holders import readers
from pbm.record.people import Person
from pbm.record.players import Player
from pbm.reports import Report, Roundup
from pbm.reports.paper import lay_out
from pbm.reports.pdf.blocks import Pinned
from pbm.reports.pdf.book import Book, Document
from pbm.reports.pdf.markup import document
from pbm.reports.pdf.type import Theme, theme
from pbm.reports.sections import Turnsheet
from pbm.rules.event import Count
from pbm.rules.turn_names import spoken

POINTS = 72 / 25.4
"""Points per millimetre."""
WINDOWS = {"a4": (25 * POINTS, 48 * POINTS), "letter": (25.4 * POINTS, 54 * POINTS)}
"""Where the address begins, from the left and from the top: for DL envelopes (DIN 5008 B), and for No. 10."""
BELOW = 94 * POINTS
"""Where the report begins, from the top."""
LINES = 7
"""The number of lines that a window shows."""


@dataclass(frozen=True)
class Paper:
    """What one person gets of one game: a report, or a letter between two reports."""

    game: Game
    turn: int
    code: str
    """The power that it is about."""
    name: str
    player: Person
    id: str
    """Of the player, if they have an account."""
    about: str
    """The turn, or what else it is."""
    post_to: tuple[str, ...]
    documents: Sequence[Document]
    look: Theme
    """How its documents are laid out: its reader may want large print."""
    letter: str = ""
    """The name by which a letter is marked as printed; a report has none."""
    rulebook: str = ""
    """The ruleset whose rulebook is to be added, because it is the player's first paper."""
    has_sheet: bool = False
    """Whether its last page is a turnsheet."""
    pages: int = 0

    @property
    def is_late(self) -> bool:
        """Whether it is a report of an earlier turn, which has no turnsheet any more."""
        return not self.letter and self.turn < self.game.last()

    @property
    def sheets(self) -> int:
        """Sheets of paper, printed on both sides."""
        return (self.pages + 1) // 2

    @cached_property
    def goes_with(self) -> tuple[object, ...]:
        """Papers alike in this share an envelope: only the account says that two players are one person."""
        return (self.id, *self.lines) if self.id else (self.game.name, self.code)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for line in (self.player.name, *self.player.address) if line)


@dataclass(frozen=True)
class Envelope:
    """The envelope of one person."""

    number: int
    papers: tuple[Paper, ...]

    @property
    def first(self) -> Paper:
        """The paper on top, which carries the address."""
        return self.papers[0]

    @property
    def code(self) -> str:
        return ", ".join(dict.fromkeys(paper.code for paper in self.papers))

    @property
    def name(self) -> str:
        return self.first.player.name or self.first.name

    @property
    def pages(self) -> int:
        return sum(paper.pages for paper in self.papers)

    @property
    def sheets(self) -> int:
        return sum(paper.sheets for paper in self.papers)

    @property
    def rulebooks(self) -> tuple[str, ...]:
        """The rulesets whose rulebooks are to be added."""
        return tuple(dict.fromkeys(paper.rulebook for paper in self.papers if paper.rulebook))

    @property
    def turnsheets(self) -> int:
        """How many of its papers end with a turnsheet."""
        return sum(paper.has_sheet for paper in self.papers)


def print_run(
    game: Game, turn: int, paper: str = "a4", large: bool = False, saving: bool = False
) -> tuple[bytes, list[Envelope]]:
    """The file to print of the reports of one game, and the list of its envelopes."""
    look = post_look(paper, large, saving)
    return print_batch(refuse_nobody(game, reports(game, turn, look)), f"{game.name}, {game.named(turn)}", look)


def post_look(paper: str = "a4", large: bool = False, saving: bool = False) -> Theme:
    return theme(paper, large, saving, fillable=False)


def look_for(reader: Person, look: Theme) -> Theme:
    """The look of a batch as somebody wants it for their own papers."""
    return theme(look.paper, look.large or reader.large, look.saving, look.fillable)


def print_batch(wanted: Iterable[Paper], title: str, look: Theme) -> tuple[bytes, list[Envelope]]:
    """The file to print of some papers, an envelope for each person, and the list of the envelopes."""
    book = Book(look, f"{title}: for the post")
    packed = [bind(book, envelope) for envelope in watched(envelopes(wanted), "Filling envelopes")]
    last = document("post/packing.xml", theme(look.paper, saving=look.saving), {}, title=title, envelopes=packed)
    book.add(last, nested=True)
    return book.finish(), packed


def all_reports(game: Game, look: Theme, only_new: bool) -> list[Paper]:
    """The reports of the last turn, or those of them that were not printed yet; and then those of earlier turns that
    never were."""
    left, last = unprinted(game), game.last()
    again = None if only_new else printed(game, last)
    newest = left.get(last, []) if only_new else None
    first = reports(game, last, look, newest, [*(again.welcomed if again else ())]) if newest != [] else []
    for power, turns in again.earlier.items() if again else ():
        for turn in turns:
            left.setdefault(turn, []).append(power)
    before = sorted((turn for turn in left if turn != last), reverse=True)
    return [*first, *(paper for turn in before for paper in reports(game, turn, look, left[turn]))]


def reports(
    game: Game, turn: int, look: Theme, only: Sequence[str] | None = None, welcomed: Sequence[str] | None = None
) -> list[Paper]:
    """The reports that the players of a game get on paper, in the order of players.toml; or of some powers only. A
    letter of welcome that was never printed may come late, and one that was printed along is printed again."""
    new = newcomers(game, turn)
    made = issue(game, turn, new)
    postal = {code: player for code, player in on_paper(game, turn, made, new).items() if only is None or code in only}
    refuse_unposted(postal)
    told: dict[str, Report | Roundup] = dict.fromkeys(new, made.roundup) | made.reports
    first = {*new, *(() if welcomed is None else (*welcomed, *unwelcomed(game, postal)))}
    return [
        report_paper(game, turn, code, player, told[code], made, code in first, look) for code, player in postal.items()
    ]


def report_paper(
    game: Game,
    turn: int,
    code: str,
    player: Player,
    told: Report | Roundup,
    made: Issue,
    is_first: bool,
    look: Theme,
) -> Paper:
    """A report, after the letter of welcome if the player's first turn is the next."""
    look = look_for(player, look)
    first = [document("post/welcome.xml", look, {}, letter=welcome(game, code, turn))] if is_first else []
    told = told if turn == game.last() else without_sheet(told)
    return Paper(
        game=game,
        turn=turn,
        code=code,
        name=made.roundup.names.get(code, code),
        player=player,
        id=player.id,
        about=spoken(told.masthead.turn),
        post_to=heading_of(game).post_to,
        documents=[*first, lay_out(told, made.ruleset.data, look)],
        look=look,
        rulebook=made.ruleset.name if is_first else "",
        has_sheet=bool(told.masthead.sheet_code) and not game.ended(turn),
    )


def without_sheet(told: Report | Roundup) -> Report | Roundup:
    """A report that comes late: the turn that its turnsheet was for has been played."""
    if isinstance(told, Roundup):
        return told
    sections = tuple(one for one in told.sections if not isinstance(one, Turnsheet))
    return structs.replace(told, masthead=structs.replace(told.masthead, sheet_code=""), sections=sections)


def on_paper(game: Game, turn: int, made: Issue, new: Mapping[str, Player]) -> dict[str, Player]:
    everyone = readers(game, turn) | {**new}
    return {
        code: player
        for code, player in everyone.items()
        if player.form == "paper" and (code in new or code in made.reports)
    }


def refuse_nobody(game: Game, papers: list[Paper]) -> list[Paper]:
    if not papers:
        raise GameError(f'Nobody in {game.name} gets paper. Set form = "paper" in players.toml for those who do.')
    return papers


def refuse_unposted(postal: Mapping[str, Player]) -> None:
    if homeless := [code for code, player in postal.items() if not player.address]:
        raise GameError(f"players.toml has no address for {', '.join(homeless)}: add address = [...], line by line.")
    if crowded := [code for code, player in postal.items() if len(player.address) >= LINES]:
        raise GameError(f"The address of {', '.join(crowded)} is too long: a window shows {LINES} lines with the name.")


def envelopes(wanted: Iterable[Paper]) -> list[Envelope]:
    """An envelope for each person, in the order in which they first come."""
    shared: dict[tuple[object, ...], list[Paper]] = {}
    for paper in wanted:
        shared.setdefault(paper.goes_with, []).append(paper)
    return [Envelope(number, tuple(each)) for number, each in enumerate(shared.values(), 1)]


def bind(book: Book, envelope: Envelope) -> Envelope:
    """All papers of a person, each from a new sheet on; the first page carries the address."""
    bound = [bind_paper(book, paper, envelope if paper is envelope.first else None) for paper in envelope.papers]
    return replace(envelope, papers=tuple(bound))


def bind_paper(book: Book, paper: Paper, on_top: Envelope | None) -> Paper:
    """What the paper consists of, each from a new sheet on."""
    first, *rest = paper.documents
    if on_top:
        plain = theme(book.theme.paper, saving=book.theme.saving)
        cover = document("post/envelope.xml", plain, {}, envelope=on_top, paper=paper)
        first = replace(first, title=cover.title, blocks=[in_window(cover, paper.look), *first.blocks])
    pages = 0
    for number, each in enumerate((first, *rest)):
        pages += book.add(each, nested=not number, deeper=1, look=paper.look, numbered=not paper.letter)
        if pages % 2:
            book.blank()
            pages += 1
    return replace(paper, pages=pages)


def in_window(cover: Document, look: Theme) -> Pinned:
    """The address where an envelope has its window."""
    left, top = WINDOWS[look.paper]
    width = look.page[0] - left - look.margin
    return Pinned(blocks=cover.blocks, left=left, top=top, width=width, bottom=BELOW - look.top)


# what goes where


def note_printed(packed: Sequence[Envelope]) -> None:
    """Add the envelopes to what was printed of each game's turn."""
    done: dict[Game, list[Paper]] = {}
    for paper in (paper for envelope in packed for paper in envelope.papers):
        done.setdefault(paper.game, []).append(paper)
    for game, papers in done.items():
        if told := [paper for paper in papers if not paper.letter]:
            note_reports(game, told)
        for turn in dict.fromkeys(paper.turn for paper in papers if paper.letter):
            note_posted(game, turn, [paper.letter for paper in papers if paper.letter and paper.turn == turn])


def note_reports(game: Game, papers: Sequence[Paper]) -> None:
    """All of one batch is noted at once, with its last turn: a batch that was broken off is printed whole again."""
    turns = {paper.turn for paper in papers}
    last = turns.pop() if len(turns) == 1 else game.last()
    mark = printed(game, last)
    envelopes, earlier = dict(mark.envelopes), {power: [*turns] for power, turns in mark.earlier.items()}
    for paper in papers:
        if paper.turn == last:
            envelopes[paper.code] = whose(game, last, paper.code, paper.id, paper.player)
        elif paper.turn not in earlier.setdefault(paper.code, []):
            earlier[paper.code].append(paper.turn)
    welcomed = sorted({*mark.welcomed, *(paper.code for paper in papers if paper.rulebook)})
    put_json(game.turn(last) / PRINTED, Printed(mark.manifest, envelopes, earlier, welcomed), private=True)


def packing_list(packed: Sequence[Envelope]) -> str:
    """The packing list: what goes into which envelope."""
    rows = [row for envelope in packed for row in packing_rows(envelope)]
    total = sum(one.sheets for one in packed)
    return "\n".join([*rows, f"{Count(len(packed)):envelope/envelopes}, {Count(total):sheet/sheets} of paper"])


def packing_rows(envelope: Envelope) -> list[str]:
    """A line for the envelope; if it has several papers, one for each of them too."""
    head = f"{envelope.number:3}  "
    if len(envelope.papers) == 1:
        only = envelope.first
        return [f"{head}{only.code:4} {envelope.name:30.30}  {contents(only)}"]
    parts = [f"       {f'{paper.game.name}, {paper.code}':28.28}  {contents(paper)}" for paper in envelope.papers]
    return [f"{head}{envelope.name:35.35}  {Count(envelope.sheets):sheet/sheets}", *parts]


def contents(paper: Paper) -> str:
    more = f": {paper.about}" if paper.letter or paper.is_late else ", and the rulebook" * bool(paper.rulebook)
    return f"{Count(paper.sheets):sheet/sheets}{more}"
