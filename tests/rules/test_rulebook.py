"""The rulebook: it covers the whole game, its examples hold, its links lead somewhere, and its bytes stay the same."""

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from pypdf import PdfReader

from pbm.cli import main
from pbm.errors import GameError
from pbm.reports.sections import Grid
from pbm.rulebook.blocks import Card, Index, Lines, Paragraph, Point, Shown, Span, Volume
from pbm.rulebook.forms import render_html, render_pdf
from pbm.rulebook.text import chapters, spans
from pbm.rulebook.volume import volume
from pbm.rules.dice import Dice
from pbm.rulesets import load
from pbm.rulesets.cases import Loader
from pbm.rulesets.contract import AnyRuleset, Rulebook
from tests.helpers.play import GAMES

WRITTEN = [name for name in GAMES if (load(name).data.parent / "book").is_dir()]
"""The games that bring a text."""
CITED = re.compile(r"\d+\.[\dA-Z]+(?:\.\d+)?[a-z]?|H\d+")
BRACKETS = re.compile(r"\[((?:\d+\.\d|H\d)[^\]\n]*)\]")
EXAMPLE = re.compile(r"^```case\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def book_of(name: str) -> Volume:
    return volume(load(name))


@cache
def page_of(name: str) -> str:
    return render_html(book_of(name), load(name).data)


def numbers(book: Volume) -> list[str]:
    return [block.number for block in book.blocks() if isinstance(block, Paragraph)]


def cited_in_code(name: str) -> set[str]:
    """Every paragraph that the code of a game names to players: as a reason, or in brackets in a text."""
    found: set[str] = set()
    for path in load(name).data.parent.rglob("*.py"):
        for text in texts_in(ast.parse(path.read_text(encoding="utf-8"))):
            found |= {text} if CITED.fullmatch(text) else set()
            found |= {rule for inside in BRACKETS.findall(text) for rule in CITED.findall(inside)}
    return found


def texts_in(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that are not comments."""
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield node.value


def is_covered(rule: str, there: set[str]) -> bool:
    """A paragraph stands in the book, or those it consists of do, or it is the whole of a chapter."""
    return rule in there or rule.removesuffix(".0") in there or any(one.startswith(f"{rule}.") for one in there)


@pytest.mark.parametrize("name", GAMES)
def test_every_paragraph_is_there_once(name: str) -> None:
    there = Counter(numbers(book_of(name)))
    assert set(load(name).book.paragraphs) <= set(there)
    assert [number for number, times in there.items() if times > 1] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_every_paragraph_that_the_code_cites_is_in_the_text(name: str) -> None:
    _, written = chapters(load(name).data.parent / "book")
    there = {block.number for chapter in written for block in chapter.blocks if isinstance(block, Paragraph)}
    there |= {chapter.number for chapter in written}
    assert sorted(rule for rule in cited_in_code(name) if not is_covered(rule, there)) == []
    assert sorted(set(load(name).book.paragraphs) - there) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_its_card_under_its_paragraph(name: str) -> None:
    rule, found = "", {}
    for block in book_of(name).blocks():
        rule = block.number if isinstance(block, Paragraph) else rule
        if isinstance(block, Card):
            assert block.rule == rule
            assert block.word not in found
            found[block.word] = block
    kinds = load(name).book.actions
    assert set(found) == set(kinds)
    assert all(found[word].boxes == kind.written_boxes() for word, kind in kinds.items())


@pytest.mark.parametrize("name", WRITTEN)
def test_every_example_is_run(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (load(name).data.parent / "book").glob("*.md")]
    assert book_of(name).examples == sum(len(EXAMPLE.findall(text)) for text in texts) >= 20


DRAWN = [pytest.param(name, marks=pytest.mark.slow) if name in WRITTEN else name for name in GAMES]
"""A large map takes seconds to draw."""


@pytest.mark.parametrize("name", DRAWN)
def test_all_links_lead_somewhere(name: str) -> None:
    page = page_of(name)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {*re.findall(r'href="#([^"]+)"', page)} <= {*ids}
    assert {*load(name).book.paragraphs} <= {*ids}


@pytest.mark.parametrize("name", DRAWN)
def test_the_book_says_it_on_paper_too(name: str) -> None:
    game = load(name)
    pages = PdfReader(BytesIO(render_pdf(book_of(name), game.data)))
    text = "\n".join(page.extract_text() for page in pages.pages)
    assert all(word in text for word in game.book.actions)
    links = [
        link for page in pages.pages for link in page.get("/Annots", ()) if link.get_object()["/Subtype"] == "/Link"
    ]
    assert len(links) > len(game.book.actions)
    assert all(link.get_object()["/Dest"] for link in links)


@pytest.mark.slow
def test_the_same_bytes_under_any_hash_seed_and_locale(tmp_path: Path) -> None:
    made = []
    for seed, place in (("1", "C"), ("7", "tr_TR.UTF-8")):
        out = tmp_path / seed
        command = [sys.executable, "-m", "pbm.cli", "rulebook", "darkage", "--out", str(out)]
        environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": place}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        made.append([path.read_bytes() for path in sorted(out.iterdir())])
    assert made[0] == made[1]


def test_a_game_without_text_gets_a_book_of_cards_tables_and_map() -> None:
    book = book_of("toy_more")
    assert [chapter.title for chapter in book.chapters] == [
        "The rules in brief", "The map", "The sequence of play", "Conditions of orders", "House rules", "All orders",
        "Index",
    ]  # fmt: skip
    assert [block.section.kind for block in book.blocks() if isinstance(block, Shown)] == [
        "map",
        "grid",
        "grid",
        "grid",
    ]
    assert "GUARD" in page_of("toy_more")


def with_text(text: str, folder: Path) -> AnyRuleset:
    (folder / "1.md").write_text(text, encoding="utf-8")
    return replace(load("toy"), rulebook=Rulebook(text=folder))


CASE = """position: {powers: {RED: {}}, fields: {ASH: {owner: RED, armies: 1}}}
orders: {RED: [LEVY ASH 2]}
expect: {fields: {ASH: {armies: ARMIES}}}"""


def test_an_example_that_holds_is_shown_with_what_came_of_it(tmp_path: Path) -> None:
    text = f"Welcome.\n\n# 2 Orders\n## 2.1 Levying\n```case\nwhy: two more\n{CASE.replace('ARMIES', '3')}\n```\n"
    book = volume(with_text(text, tmp_path))
    page = render_html(book, load("toy").data)
    assert book.examples == 1
    assert book.opening == ((Span("Welcome."),),)
    assert "Red levied 2 armies in" in page
    [card] = [block for block in book.blocks() if isinstance(block, Card) and block.word == "LEVY"]
    assert card.example == "LEVY ASH 2"


def test_an_example_that_does_not_hold_stops_the_book(tmp_path: Path) -> None:
    text = f"# 2 Orders\n## 2.1 Levying\n```case\nwhy: two more\n{CASE.replace('ARMIES', '4')}\n```\n"
    with pytest.raises(GameError, match=r"under 2\.1 \(two more\) does not hold: fields ASH armies: expected 4, got 3"):
        volume(with_text(text, tmp_path))


def test_a_link_to_nowhere_stops_the_book(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"cites 9\.9 in the chapter Sheets, which it does not have"):
        volume(with_text("# 1 Sheets\n## 1 Sheets\nSee [9.9].\n", tmp_path))


def test_a_section_that_is_not_there_stops_the_book(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="no section dragons; there are map"):
        volume(with_text("# 1 Sheets\n[[dragons]]\n", tmp_path))


def test_a_table_within_a_text_stops_the_book(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"\[\[house\]\] must stand alone"):
        volume(with_text("# 1 Sheets\nSee [[house]] for more.\n", tmp_path))


def test_a_chapter_with_the_number_of_a_paragraph_is_that_paragraph(tmp_path: Path) -> None:
    book = volume(with_text("# 2.1 Levying\nAs below.\n", tmp_path))
    levying = next(each for each in book.chapters if each.number == "2.1")
    assert [block.word for block in levying.blocks if isinstance(block, Card)] == ["LEVY"]
    assert "2.1" not in [block.number for block in book.blocks() if isinstance(block, Paragraph)]
    assert render_html(book, load("toy").data).count('id="2.1"') == 1


def test_what_a_text_may_say(tmp_path: Path) -> None:
    (tmp_path / "1.md").write_text("# Title\n- one\n  and on\n2. two\n```\nLEVY ASH 2\n```\n", encoding="utf-8")
    _, [chapter] = chapters(tmp_path)
    assert (chapter.number, chapter.name) == ("", "title")
    assert chapter.blocks == (
        Point("·", (Span("one and on"),)),
        Point("2.", (Span("two"),)),
        Lines(("LEVY ASH 2",)),
    )
    assert spans("a **b** *c* `D` [1.2, H3].") == (
        Span("a "), Span("b", "term"), Span(" "), Span("c", "soft"), Span(" "), Span("D", "code"), Span(" "),
        Span("1.2", "rule", "1.2"), Span(", "), Span("H3", "rule", "H3"), Span("."),
    )  # fmt: skip


def test_the_index_has_terms_titles_and_words() -> None:
    [index] = [block for block in book_of("darkage").blocks() if isinstance(block, Index)]
    found = {entry.term: entry.places for entry in index.entries}
    assert found["LEVY"] == ("6.1",)
    assert "2.16" in found["Blockade"]
    assert found["hinterland"] == ("2.3",)


def test_the_first_turn_begins_where_the_game_begins() -> None:
    game = load("darkage")
    world, _ = game.state.setup(game.state.settings(), Dice(b"", 0), {})
    text = (game.data.parent / "book" / "00-the-game.md").read_text(encoding="utf-8")
    [given] = [yaml.load(case, Loader) for case in EXAMPLE.findall(text)]
    for code, area in given["position"]["areas"].items():
        shown = {"owner": None, "armies": 0, "forts": 0} | area
        assert {key: getattr(world.areas[code], key) for key in shown} == shown
    mercia = given["position"]["kingdoms"]["MER"]
    assert (world.kingdoms["MER"].bp, world.kingdoms["MER"].treasury) == (mercia["bp"], mercia["treasury"])


@pytest.mark.parametrize("name", ["twilight", "tours", "marnon"])
def test_every_condition_is_listed_in_the_book_and_by_the_command(name: str) -> None:
    listed = CliRunner().invoke(main, ["rules", name]).output
    assert CliRunner().invoke(main, ["rules", name, "if"]).output.strip() in listed
    grids = [block.section for block in book_of(name).blocks() if isinstance(block, Shown)]
    [grid] = [each for each in grids if isinstance(each, Grid) and each.key == "conditions"]
    for word in load(name).book.actions.conditions:
        assert f"  IF {word}" in listed
        assert any(word in str(row.cells[0]) for row in grid.rows)
