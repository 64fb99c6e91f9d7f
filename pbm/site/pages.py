"""The pages of a site: the list of games, and for each game its front page, roundups, messages and proof."""

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from markupsafe import Markup
from msgspec import Struct

from pbm.maps.writers.svgland import written
from pbm.office.site_settings import Part
from pbm.reports.charts import chart
from pbm.reports.figures import lines_in
from pbm.reports.forms import environment
from pbm.reports.html import LATIN, NO_FONTS, faces
from pbm.reports.layout import bands, laid
from pbm.reports.sections import AnySection, Chart, Column, Grid, Map, Row
from pbm.site.chronicle import Chronicle, Turn, worth_telling
from pbm.site.fame import Fame
from pbm.site.replay import plate_folder, stage

INDEX, STYLE, MESSAGES, VERIFY, FEED = "index.html", "style.css", "messages.html", "verify.html", "feed.xml"
CALENDAR = "calendar.ics"
REPLAY, ANIMATION = "replay.html", "replay.gif"
BOOKS = "rulebook"
GRAPHS = {"desk": (300.0, 180.0), "phone": (220.0, 190.0)}
"""The sizes of graphs: a small screen shows one that is narrower, so that its letters can be read."""
BRIEF = 3
"""Sentences on each turn in a list."""
NEWEST = 4
"""Messages on a game's front page."""


class Game(Struct, frozen=True):
    """A game on a site: what was told of it, and what is to be shown."""

    told: Chronicle
    show: tuple[Part, ...]

    @property
    def has_replay(self) -> bool:
        return "replay" in self.show and plate_folder(self.told) is not None

    @property
    def picture(self) -> str:
        """Of its last turn, for lists."""
        return f"{self.told.game}/{self.told.last.picture}" if self.has_replay else ""

    @property
    def has_messages(self) -> bool:
        return "messages" in self.show and any(turn.messages for turn in self.told.turns)


def render(template: str, **values: object) -> bytes:
    return environment(True).get_template(f"site/{template}.html.j2").render(**values).encode()


@cache
def style() -> bytes:
    """The stylesheet of reports, with faces in it and what only a site needs."""
    sheet = environment(True).get_template("site/style.css.j2").render()
    return sheet.replace(NO_FONTS, faces(LATIN), 1).encode()


def index_page(title: str, games: Sequence[Game], people: Fame) -> bytes:
    running = [game for game in games if not game.told.result]
    past = [game for game in games if game.told.result]
    books = sorted({(game.told.ruleset, game.told.title) for game in games if "rulebook" in game.show})
    return render(
        "index",
        root="",
        title=title,
        running=running,
        past=past,
        wins=list(wins(past)),
        books=books,
        due=deadlines(games),
        fame=people,
    )


def deadlines(games: Sequence[Game]) -> list[Chronicle]:
    """The games that wait for orders, the next deadline first."""
    waiting = [game.told for game in games if "calendar" in game.show and game.told.due_at]
    return sorted(waiting, key=lambda told: (told.due_at, told.game))


def wins(past: Sequence[Game]) -> Iterator[tuple[str, str, int]]:
    """How often each power has won, by game; the most often first."""
    counts: dict[tuple[str, str], int] = {}
    for game in past:
        for code in game.told.winners:
            key = game.told.title, game.told.names.get(code, code)
            counts[key] = counts.get(key, 0) + 1
    for (title, name), count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        yield title, name, count


def front_page(title: str, game: Game) -> bytes:
    told = game.told
    said = [(turn, message) for turn in reversed(told.turns) for message in turn.messages]
    graphs = list(told.last.roundup.of(Chart)) if "graphs" in game.show else []
    return render(
        "game",
        root="../",
        title=told.game,
        site=title,
        game=game,
        told=told,
        head=told.last.roundup.masthead,
        stage=stage(told) if game.has_replay else None,
        standings=standings(told.last) if "standings" in game.show else None,
        graphs=graphs,
        drawings=drawings(graphs, told.data),
        newest=said[:NEWEST] if "messages" in game.show else [],
        count=len(said),
        brief=[(turn, worth_telling(told, turn)[:BRIEF]) for turn in reversed(told.turns)],
    )


def standings(turn: Turn) -> Grid | None:
    """The roundup's own table of powers; in a game without one, the last figures of its first graph."""
    for section in turn.roundup.of(Grid):
        if any(row.who for row in section.rows):
            return section
    graph = next(turn.roundup.of(Chart), None)
    if graph is None or not graph.turns:
        return None
    rows = tuple(Row((line.name, line.values[-1]), line.code) for line in graph.series)
    return Grid("standings", graph.title, (Column(""), Column(graph.title, right=True)), rows)


def drawings(sections: Sequence[AnySection], data: Path) -> dict[str, Markup]:
    return {section.key: Markup(graph(section, data)) for section in sections if isinstance(section, Chart)}


def graph(section: Chart, data: Path) -> str:
    """A line for every power, in its own ink; for a large screen and for a small one."""
    return "\n".join(sized_graph(section, data, screen) for screen in GRAPHS)


def sized_graph(section: Chart, data: Path, screen: str) -> str:
    width, height = GRAPHS[screen]
    shapes = "\n".join(map(written, chart(lines_in(section, data, ""), section.turns, width, height)))
    label = escape(f"{section.title}, turn by turn; the table says the same")
    opening = f'<svg class="graph plate {screen}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">'
    return f"{opening}\n{shapes}\n</svg>"


def turn_page(title: str, game: Game, place: int) -> bytes:
    """A roundup; instead of its maps a picture, which leads to the replay."""
    told, turn = game.told, game.told.turns[place]
    sections = [section for section in turn.roundup.sections if not isinstance(section, Map)]
    around = [told.turns[at] if 0 <= at < len(told.turns) else None for at in (place - 1, place + 1)]
    return render(
        "turn",
        root="../",
        title=f"{told.game}, {turn.name}",
        site=title,
        game=game,
        told=told,
        turn=turn,
        place=place,
        before=around[0],
        after=around[1],
        head=turn.roundup.masthead,
        bands=list(bands(sections)),
        parts=list(laid(sections)),
        drawings=drawings(sections, told.data),
    )


def messages_page(title: str, game: Game) -> bytes:
    turns = [turn for turn in reversed(game.told.turns) if turn.messages]
    return render("messages", root="../", title=f"{game.told.game}: messages", site=title, game=game, turns=turns)


def verify_page(title: str, game: Game, guide: str, final: bool) -> bytes:
    return render(
        "verify",
        root="../",
        title=f"{game.told.game}: is it fair?",
        site=title,
        game=game,
        told=game.told,
        guide=list(blocks(guide)),
        final=final,
    )


class Block(Struct, frozen=True):
    text: str
    is_code: bool


def blocks(guide: str) -> Iterator[Block]:
    """A plain text in paragraphs; what is set in from the edge is to be typed or compared as it stands."""
    for paragraph in guide.strip().split("\n\n"):
        for is_code, lines in groupby(paragraph.splitlines(), lambda line: line.startswith("  ")):
            stripped = [line.strip() for line in lines]
            yield Block(("\n" if is_code else " ").join(stripped), is_code)
