"""The pages made from the games' `rulings.toml`: docs/rulings.md, and the table of differences in each docs/NAME.md.

Run as a program, this writes them.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pbm.rulesets import RULESETS, load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.rulings import FILE, Ruling, written
from tests import ROOT

DOCS = ROOT / "docs"
PAGE = DOCS / "rulings.md"
BEGIN, END = "<!-- differences: made by `make docs` -->", "<!-- end of differences -->"
PRESET, PRESET_END = "<!-- by the book: made by `make docs` -->", "<!-- end of by the book -->"
HANDBOOK = DOCS / "game-master.md"
SILENT = "the source is silent"
OPENING = f"""# Rulings

How each game differs from the rules it is made from, and how it is played where those are silent or say two things. The
numbers are paragraphs of the rulebooks; the code cites the same ones. This page is made from `{FILE}` in the data of
each game: change that, then run `make docs`.

What a game master may have otherwise is a house rule, with its default. `pbm new NAME --house by_the_book` sets every
house rule to the letter of the source. Each row names the rule case that shows it (`pbm case tests/cases/GAME`), or a
test.
"""


def page() -> str:
    games = [load(name) for name in RULESETS]
    listed = ", ".join(f"[{game.title}](#{anchor(game.title)})" for game in games)
    return "\n".join([OPENING, f"{listed}.\n", *("\n".join(chapter(game)) for game in games)])


def anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def chapter(game: AnyRuleset) -> Iterator[str]:
    yield f"## {game.title}\n"
    yield f"{game.source.credit}\n"
    yield from figures(game)
    if game.by_the_book:
        yield f"By the book: {settings(game)}.\n"
    defaults = {rule: default for rule, default, _ in game.state.house_rules()}
    rows = (
        (
            row.rule,
            row.text,
            reason(row),
            f"`{row.house} = {defaults[row.house]}`" if row.house else "",
            f"`{row.case}`",
        )
        for row in game.source.ruling
    )
    yield from table(("§", "how we play it", "why", "house rule", "case"), rows)


def figures(game: AnyRuleset) -> Iterator[str]:
    if game.source.note:
        yield f"{game.source.note}\n"
    if game.source.figure:
        rows = ((row.rule, row.what, row.where) for row in game.source.figure)
        yield from table(("§", "what is ours", "where"), rows)


def reason(row: Ruling) -> str:
    said = f"the source: {row.source}" if row.source else ""
    return "; ".join(part for part in (said, row.why) if part) or SILENT


def differences(game: AnyRuleset) -> str:
    """The table for the page of a game."""
    rows = ((row.rule, row.source, row.text, row.why) for row in game.source.differences)
    made = [
        f"{game.source.credit}\n",
        *figures(game),
        *table(("§", "the source", "here", "why"), rows),
        f"Every ruling, with its case, is in [rulings](rulings.md#{anchor(game.title)}).\n",
    ]
    return "\n".join(made)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = tuple(head)
    yield line(head)
    yield "|---" * len(head) + "|"
    yield from (line(row) for row in rows)
    yield ""


def line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def pages() -> dict[Path, str]:
    """Every page as it must be."""
    games = {DOCS / f"{name}.md": put(DOCS / f"{name}.md", BEGIN, differences(load(name)), END) for name in RULESETS}
    return {PAGE: page(), HANDBOOK: put(HANDBOOK, PRESET, presets(), PRESET_END), **games}


def put(path: Path, begin: str, new: str, end: str) -> str:
    """A page with what is made between two marks."""
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    return f"{before}{begin}\n{new}{end}{rest.partition(end)[2]}"


def presets() -> str:
    """What `by_the_book` sets in each game."""
    rows = ((game.title, settings(game)) for game in map(load, RULESETS))
    return "\n".join(table(("game", "by the book"), rows))


def settings(game: AnyRuleset) -> str:
    return ", ".join(f"`{rule} = {written(value)}`" for rule, value in game.by_the_book.items())


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
