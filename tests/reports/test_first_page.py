"""The first page and what reports work out: figures, danger, memory, folded lines, continued columns, the end."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from fontTools.ttLib import TTFont

from pbm.cli import main
from pbm.kit.play import game
from pbm.maps.letters.webfont import webfont
from pbm.record.adjudicate import new_game, run_turn
from pbm.reports import Annal, Chapter, Report, Roundup
from pbm.reports.forms import folded
from pbm.reports.keepsake import Past, keepsake
from pbm.reports.mapframes import frames
from pbm.reports.pdf.blocks import Flow, Prose
from pbm.reports.pdf.table import Cell, Column, Row, TableBlock
from pbm.reports.pdf.type import Run, Style, register_faces
from pbm.reports.sections import Deed, Figures, Grid, Map, Orders, Told
from pbm.rulesets import load
from pbm.rulesets.darkage.attack import Assault, Move, Overrun, Probe
from pbm.rulesets.darkage.capture import attack
from pbm.rulesets.darkage.map import DATA, britain
from pbm.rulesets.darkage.report.danger import falls_to, in_danger, own_area
from pbm.rulesets.darkage.report.words import named
from pbm.rulesets.darkage.view import Glimpse, View, recall, view
from pbm.rulesets.darkage.world import Area, Victory, World
from pbm.rulesets.reporting import Memory
from tests.helpers.hands import DARKAGE, fresh_world
from tests.helpers.play import GAMES

WAYS = (Move, Assault, Probe, Overrun)


@pytest.fixture(scope="module")
def made() -> tuple[Roundup, dict[str, Report]]:
    *_, last = game(DARKAGE, 11, 3)
    return last.reports()


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).reports.report])
def test_every_game_names_six_figures(name: str) -> None:
    *_, last = game(load(name), 2, 3)
    for one in last.reports()[1].values():
        strip = list(one.of(Figures))
        assert not strip or len(strip[0].figures) == 6


# in danger


def tried(world: World, where: str, origin: str, armies: int, way: type[Move]) -> bool:
    """Whether an attack with that many takes an area, by the rules themselves."""
    world.areas[origin] = Area("WSX", armies=armies)
    for event in attack(world, "WSX", origin, where, armies, way.battle, way.ambushable):
        event.apply(world)
    return world.areas[where].owner == "WSX"


@pytest.mark.parametrize("armies", [0, 1, 4])
@pytest.mark.parametrize("mode", ["defend", "retreat"])
@pytest.mark.parametrize("where", ["STS", "ARD", "TAM"])
def test_an_area_falls_to_what_the_rules_say(where: str, mode: str, armies: int) -> None:
    """One army fewer does not take it, by any action; so many do."""

    def world() -> World:
        found = fresh_world()
        found.areas[where] = Area("MER", 3, armies, mode=mode, toward="NTS" if mode == "retreat" else None)  # type: ignore[arg-type]
        found.areas["NTS"] = Area("MER", 1)
        return found

    fall = own_area(world(), where)
    assert fall is not None
    origin = min(britain()[where].near - {"NTS"})
    ways = [way for way in WAYS if way.cities or not britain()[where].is_city]
    assert any(tried(world(), where, origin, fall.armies, way) for way in ways)  # type: ignore[arg-type]
    if fall.armies > 1:
        assert not any(tried(world(), where, origin, fall.armies - 1, way) for way in ways)  # type: ignore[arg-type]


def test_areas_in_danger_name_who_stands_beside_them() -> None:
    world = fresh_world()
    world.areas["STS"] = Area("MER", 2)
    world.areas["ARD"] = Area("MER", 1, 1)
    near = min(britain()["ARD"].near & {code for code, area in world.areas.items() if area.owner != "MER"})
    world.areas[near] = Area("WSX", 1, 9)
    told = {fact.key: fact.text for fact in in_danger(view(world, [], "MER"))}
    assert "ARD" in told
    assert f"Wessex has 9 in {named(near)}" in told["ARD"]


# memory


def test_what_is_no_longer_seen_is_remembered_until_the_power_changes_hands() -> None:
    glimpse = Glimpse("WSX", 2, 3, 0, 1, 0)
    memory = Memory()
    memory.seen = {"MER": {"CNW": (5, glimpse)}, "WSX": {"DEV": (4, glimpse)}}
    seen = recall(view(fresh_world(), [], "MER"), memory.seen["MER"])
    assert seen.remembered == {"CNW": (5, glimpse)}
    memory.forget("MER")
    assert memory.seen == {"WSX": {"DEV": (4, glimpse)}}


def test_nobody_remembers_what_they_never_saw() -> None:
    *_, last = game(DARKAGE, 4, 3)
    remembered = DARKAGE.reports.remembered
    assert remembered
    seen = remembered(last.world, last.journal)
    assert {who: {*places} for who, places in seen.items()} == {
        who: {*one.seen} for who, one in last.views().items() if who in seen
    }


# lines and pages


def test_runs_of_one_order_fold_into_one_row() -> None:
    told = (Told("It was done."),)
    deeds = [
        Deed("self", number=1, order="CASH", figures=(0, 5)),
        *(Deed("self", number=n, order="TAX", figures=(0, 5 + 2 * n), lines=told) for n in (2, 3, 4)),
        Deed("others", lines=told),
        Deed("self", number=5, order="TAX", figures=(0, 15), lines=told),
    ]
    assert [(run.numbers, run.times) for run in folded(deeds)] == [("1", 1), ("2-4", 3), ("", 1), ("5", 1)]
    assert folded(deeds)[1].deed.figures == (0, 13)


def words(text: str, carry: str = "") -> Prose:
    style = Style("serif", 10.0, "#000000")
    return Prose(keep=bool(carry), runs=[Run(text, style)], leading=12.0, carry=[Run(carry, style)] if carry else ())


def test_a_continued_column_says_so() -> None:
    register_faces()
    blocks = [words("Round 7", "Round 7, continued"), *(words(f"Line {n}") for n in range(9))]
    flow = Flow(blocks=blocks, columns=2, gap=10.0)
    left, right = flow.fill(200.0, flow.measure(200.0))[0]
    assert isinstance(right[0][1], Prose)
    assert right[0][1].runs[0].text == "Round 7, continued"
    assert flow.fill(200.0, flow.measure(200.0))[1] == []
    assert len(left) + len(right) == len(blocks) + 1
    parts = flow.split(200.0, 40.0)
    assert parts
    shown = [block.runs[0].text for part in parts for block in lines_in(part, 200.0)]  # type: ignore[arg-type]
    assert [text for text in shown if text.startswith("Line")] == [f"Line {n}" for n in range(9)]


def test_no_heading_breaks_a_sentence_in_two() -> None:
    register_faces()
    flow = Flow(blocks=[words("Round 7", "Round 7, continued"), words("and so on " * 40)], columns=2, gap=10.0)
    _, right = flow.fill(200.0, flow.measure(200.0))[0]
    assert isinstance(right[0][1], Prose)
    assert right[0][1].goes_on


@pytest.mark.parametrize("length", range(1, 30))
def test_no_line_of_a_text_in_columns_is_lost(length: int) -> None:
    """The end of a long text is not taken for a heading that is carried on."""
    register_faces()
    text = words("and so on " * length)
    flow = Flow(blocks=[text], columns=3, gap=10.0)
    shown = sum(len(block.lines(flow.room(300.0))) for block in lines_in(flow, 300.0))
    assert shown == len(text.lines(flow.room(300.0)))


def lines_in(flow: Flow, width: float) -> Iterator[Prose]:
    for column in flow.fill(width, flow.measure(width))[0]:
        yield from (block for _, block in column if isinstance(block, Prose))


def table(rows: int, columns: int = 1) -> TableBlock:
    style = Style("serif", 10.0, "#000000")
    cells = [Cell([Run("Northamptonshire", style)]) for _ in range(columns)]
    return TableBlock(columns=[Column(-1.0)] * columns, rows=[Row(cells) for _ in range(rows)], leading=12.0)


def test_a_table_leaves_no_row_behind() -> None:
    register_faces()
    for room in range(40, 240):
        if parts := table(20).split(200.0, float(room)):
            assert min(len(part.rows) for part in parts) >= 3  # type: ignore[attr-defined]


def test_a_word_is_not_broken_where_another_column_can_give_way() -> None:
    register_faces()
    made = table(2, 2)
    style = Style("serif", 10.0, "#000000")
    made.rows = [Row([Cell([Run("Northamptonshire", style)]), Cell([Run("a b", style)])])]
    wide, narrow = made.widths(110.0)
    assert wide > 70 > narrow
    assert made.measure(110.0) == 12.0


# maps


def test_a_distant_part_has_an_inset() -> None:
    section = Map("a", "A", owners={}, whole=("CNW", "DEV", "DOR", "SHE"))
    assert len(frames(section, DATA)) == 2
    assert len(frames(msgspec.structs.replace(section, whole=("CNW", "DEV", "DOR")), DATA)) == 1


def test_a_font_in_a_page_has_the_letters_of_the_page() -> None:
    content = webfont("serif", "abc")
    assert content[:4] == b"wOFF"
    assert len(content) < len(webfont("serif", "abcdefghijklmnopqrstuvwxyz")) < 30_000
    assert webfont("sans", "0123") == webfont("sans", "0123")


def test_the_map_of_any_turn_as_a_file(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    made = new_game(games, "game1", "darkage", bytes(32))
    (made.orders(1) / "MER.txt").write_text("1. tax\n")
    run_turn(made)
    for turn in ("0", "1"):
        words = [
            "map",
            "game1",
            "--turn",
            turn,
            "--as",
            "SVG",
            "--out",
            str(tmp_path),
            "--games",
            str(tmp_path / "games"),
        ]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        assert (tmp_path / f"game1-00{turn}-map.svg").stat().st_size > 100_000
    assert not (made.turn(1) / "letters.json").exists(), "no letterhead is fixed by it"


# the beginning and the end


def test_the_set_up_report_says_nothing_of_orders() -> None:
    first = fresh_world()
    from pbm.reports import Frame
    from pbm.rulesets.reporting import reports

    first.turn = 1
    _, made = reports(DARKAGE, first, [], {"": Frame(game="game1")})
    assert not list(made["MER"].of(Orders))


def test_the_end_is_a_keepsake() -> None:
    world = fresh_world()
    world.won = Victory("MER", "points")
    owners: dict[str, str | None] = {"STS": "MER", "ARD": "WSX"}
    history = tuple(
        Chapter(n, {"points": {"MER": n, "WSX": 3}, "treasury": {}}, owners | {"ARD": "MER" if n > 3 else "WSX"})
        for n in range(9)
    )
    battle = Annal("battle", "Mercia at Arden, 21 against 15, and took it", "MER", 1536, 4)
    secret = Annal("secret", "Wessex found a spy in Arden", "WSX", 1, 2)
    sections = {
        section.key: section
        for section in keepsake(Past(history, world.names(), [battle, secret], unit=("area", "areas")), Map("map", ""))
    }
    maps = [section for section in sections.values() if isinstance(section, Map)]
    assert [one.title for one in maps] == ["At the beginning", "After turn 3", "After turn 5", "After turn 8"]
    assert maps[0].owners["ARD"] == "WSX"
    assert maps[-1].owners["ARD"] == "MER"
    rise = sections["rise"]
    assert isinstance(rise, Grid)
    assert rise.rows[0].cells[0] == "MER"
    assert "Mercia at Arden" in str(sections["great"])
    assert "found a spy" in str(sections["secrets"])


def test_the_result_is_told_once(made: tuple[Roundup, dict[str, Report]]) -> None:
    *_, last = game(DARKAGE, 11, 2)
    last.world.won = Victory("MER", "points")
    _, reports = last.reports()
    from pbm.reports.text import render_text

    assert render_text(reports["WSX"]).count("The game is over: Mercia") == 1
    assert "BPs for the coming turn" not in render_text(reports["WSX"])


def test_falls_to_names_the_action_and_what_is_left() -> None:
    from pbm.rulesets.darkage.computer.odds import Ground

    fall = falls_to(Ground("lowlands", 2, 3, 0, "text"))
    assert fall is not None
    assert str(fall) == f"{fall.armies} ({fall.word}, {fall.left} left)"
    assert isinstance(view(fresh_world(), [], "MER"), View)


def test_figures_stand_in_columns_by_the_fonts_own_feature() -> None:
    font = TTFont(BytesIO(webfont("sans", "0123456789")))
    widths = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1
    assert font["name"].getDebugName(1) == "pbm"
