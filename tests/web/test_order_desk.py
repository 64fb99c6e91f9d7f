"""The order desk as data: made from a report alone, it says of orders what the engine says."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from pbm.cli import main
from pbm.desk.page import SCRIPTS, desk_page
from pbm.desk.prospects import REST
from pbm.desk.sayings import DICE
from pbm.errors import GameError
from pbm.files import folder
from pbm.kit.play import Played, game, self_play
from pbm.office.issue import Issue, issue
from pbm.office.report_mail import report_mail
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.rehearsal.rehearse import PLAYS, Stage
from pbm.reports import Report
from pbm.reports.schema import read_report, render_json
from pbm.reports.sections import Turnsheet
from pbm.rules.action import Action
from pbm.rules.names import Word
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.darkage.map import britain, full_names
from tests import ROOT
from tests.helpers.long import LONG, times
from tests.helpers.play import GAMES
from tests.helpers.starts import begun

SAMPLES = ROOT / "games"
DESKS = {"game42": "MER", "verdun843": "CHB", "tours732": "FRA", "marnon1": "GOL", "britannia1": "DMN"}
"""A player of every sample game."""
FOLDER = folder("templates") / "desk"
LARGEST = 1_000_000
MANY, FEW = 40, 12
"""More lines than so many are offered, and so many of those that are struck through are rehearsed."""
SECRET = bytes(range(32))


@cache
def issued(name: str) -> Issue:
    """The last turn of a sample."""
    return issue(Game(SAMPLES / name), Game(SAMPLES / name).last(), keep=False)


@cache
def sample_desk(name: str) -> str:
    """The page of a player, made once."""
    return desk_page(issued(name).ruleset, issued(name).of(DESKS[name]))


@pytest.fixture(scope="module")
def issues() -> dict[str, Issue]:
    return {name: issued(name) for name in DESKS}


def data_of(page: str) -> Any:
    found = re.search(r'id="desk-data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def read_back(rules: AnyRuleset, report: Report) -> tuple[Any, Any, Any]:
    """The view, the world and the reader that a desk of that report is made with."""
    _, view = rules.sight.from_report(render_json(report))
    world = rules.sight.known(view)
    return view, world, rules.language.reader(world)


@pytest.mark.parametrize("name", DESKS)
def test_a_desk_is_made_from_nothing_but_the_report_and_is_small(issues: dict[str, Issue], name: str) -> None:
    made, report = issues[name], issues[name].of(DESKS[name])
    page = sample_desk(name)
    assert desk_page(made.ruleset, read_report(render_json(report))) == page
    assert len(page.encode()) < LARGEST
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\s\"'<]+", page)
    assert "default-src 'none'" in page


# every line that is offered


def offered(data: Any) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The sheets that the page offers unmarked, with what a line needs before it, and those that it strikes through."""
    found = data["prospects"]
    done: dict[tuple[str, ...], None] = {}
    struck: dict[tuple[str, ...], None] = {}
    for prospect in (one for several in found["orders"].values() for one in several):
        for first, groups in found["tables"][prospect["table"]].items():
            for said, _, way, last in groups:
                for second in last.split(" ") if REST not in (first, last) else ():
                    codes = [code for code in (first, second) if code]
                    kind = found["sayings"][said]["kind"]
                    sheet = written_out(prospect["form"], found["ways"][way], codes)
                    if kind != DICE:
                        (struck if kind else done).setdefault(sheet)
    return list(done), list(struck)


def written_out(form: list[str], way: Any, codes: list[str]) -> tuple[str, ...]:
    marks = {"{n}": way["number"]} | {f"{{{at}}}": code for at, code in enumerate(codes, 1)}
    lines = [need.split(" ") for need in way["needs"]] + [form]
    return tuple(" ".join(filter(None, (marks.get(word, word) for word in line))) for line in lines)


NOT_DONE = ("failed", "void")


def failing(
    rules: AnyRuleset, report: Report, sheets: list[tuple[str, ...]], outcomes: tuple[str, ...] = ("failed",)
) -> Iterator[tuple[str, str]]:
    """The sheets whose last line has such an outcome in every rehearsal, or is called vain by the rules, and why."""
    view, world, reader = read_back(rules, report)
    for sheet in sheets:
        read = [reader.read(text)[0] for text in sheet]
        lines = {at: Line(at, text, order) for at, (text, order) in enumerate(zip(sheet, read, strict=True), 1)}
        if not all(read):
            yield sheet[-1], "cannot be read"
            continue
        last = read[-1]
        if isinstance(last, Action) and (vain := last.in_vain(world, report.masthead.who)):
            yield sheet[-1], vain.text
            continue
        if why := why_always(rules, view, Sheet(report.masthead.who, lines), outcomes):
            yield sheet[-1], why


def why_always(rules: AnyRuleset, view: Any, sheet: Sheet, outcomes: tuple[str, ...]) -> str:
    """Why the last line of a sheet comes to that in every rehearsal; the first in which it does not is enough."""
    stage, last = Stage.of(rules, "desk", view, sheet), len(sheet.lines)
    came, reasons = "", tuple[Refusal, ...]()
    for number in range(PLAYS):
        play = stage.play(number)
        assert play
        answers = play.answers
        came, reasons = (answers[last].outcome, answers[last].refusals) if last in answers else ("void", ())
        if came not in outcomes:
            return ""
    return " ".join(reason.text for reason in reasons) or came


@pytest.mark.parametrize("name", DESKS)
def test_no_line_that_is_offered_fails_as_things_stand(issues: dict[str, Issue], name: str) -> None:
    """Of those that are struck through some are tried, and fail indeed."""
    made, report = issues[name], issues[name].of(DESKS[name])
    done, struck = offered(data_of(sample_desk(name)))
    assert len(done) > MANY
    assert list(failing(made.ruleset, report, done)) == []
    few = random.Random(7).sample(struck, FEW)
    assert len(list(failing(made.ruleset, report, few, NOT_DONE))) == FEW


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="plays many turns")
@pytest.mark.parametrize("played", [game, self_play])
@pytest.mark.parametrize("name", GAMES)
def test_no_line_that_is_offered_fails_later_on(name: str, played: Callable[..., Iterator[Played]]) -> None:
    """After ten turns, and in games with seasons in every season."""
    for last in list(played(load(name), 5, 12))[-3:]:
        for report in last.reports()[1].values():
            if any(report.of(Turnsheet)):
                done, _ = offered(data_of(desk_page(last.rules, report)))
                assert list(failing(last.rules, report, done)) == []


def answer(found: Any, prospect: Any, first: str, second: str) -> str | None:
    groups = found["tables"][prospect["table"]][first]
    chosen = [group for group in groups if second in group[3].split()] or [one for one in groups if one[3] == REST]
    if not chosen:
        return None
    said = found["sayings"][chosen[0][0]]
    names = full_names(britain())
    named = re.sub(r"\{([12]):\w+\}", lambda mark: names[(first, second)[int(mark[1]) - 1]], said["text"])
    text = named.replace("{1}", first).replace("{2}", second).replace("{n}", "1")
    return f"{said['kind']} {said['rule']} {text}".strip()


def test_prices_attacks_and_upkeep_of_dark_age() -> None:
    data = data_of(sample_desk("game42"))
    prices = {words: price_of(data["prospects"], words, *codes) for words, *codes in (
        ("TAX",), ("LEVY", "TAM"), ("GROW", "TAM"), ("MOVE", "STS", "LES"), ("CASH",),
    )}  # fmt: skip
    assert prices["TAX"] == {"lot": [-2], "more": 0, "all": None, "blank": None, "most": None}
    assert (prices["LEVY"]["lot"], prices["LEVY"]["more"], prices["LEVY"]["blank"]) == ([3], 3, 3)
    assert prices["LEVY"]["most"] == 4, "so many live in Tamworth, whatever the treasury holds"
    assert prices["GROW"]["lot"] == [4]
    assert prices["MOVE"]["lot"] == [1]
    assert prices["CASH"]["blank"] == -5
    assert data["purses"] == {"BPs": 11}
    assert data["idle"] == "TAX"
    assault = data["fights"]["ASSAULT"]["LES"]
    assert assault[11] == 0
    assert assault[12] == 2, "13 by ASSAULT with 2 left, as the report says"
    assert data["stock"]["places"]["STS"] == 9
    assert data["stock"]["upkeep"]["STS"][9] == 5
    assert any("to spend 11" in line for line in data["closing"])


def price_of(found: Any, words: str, *codes: str) -> Any:
    prospect = next(one for one in found["orders"][words] if len(one["boxes"]) == len(codes))
    groups = found["tables"][prospect["table"]][codes[0] if len(codes) == 2 else ""]
    last = codes[-1] if codes else ""
    group = next((one for one in groups if last in one[3].split() or (not codes and one[3] == "")), None)
    group = group or next(one for one in groups if one[3] == REST)
    return next(iter(found["prices"][group[1]].values()), None)


def test_a_city_is_pointed_out_for_the_land_around_it(issues: dict[str, Issue]) -> None:
    found = data_of(sample_desk("game42"))["prospects"]
    assert answer(found, found["orders"]["MOVE"][0], "STS", "LEI") == (
        "lasting 3.1 Leicester (LEI) is not next to Staffordshire (STS); Leicestershire (LES) is"
    )


@pytest.mark.slow
def test_a_desk_for_the_first_sheet_of_every_game(tmp_path: Path) -> None:
    for name in GAMES:
        made = issue(new_game(tmp_path, name, name, SECRET), 0, keep=False)
        data = data_of(desk_page(made.ruleset, next(iter(made.reports.values()))))
        assert data["turn"] in ("1", "set-up")
        assert data["prospects"]["orders"]


def test_the_set_up_of_tours_is_offered_and_nothing_else(tmp_path: Path) -> None:
    made = issue(new_game(tmp_path, "tours", "tours", SECRET), 0, keep=False)
    page = desk_page(made.ruleset, made.of("FRA"))
    done, _ = offered(data_of(page))
    assert {line[-1].split()[0] for line in done} == {"SETUP"}
    placed = {line[-1].split()[1] for line in done}
    assert {"K01", "H05", "CHA"} <= placed
    few = random.Random(7).sample(done, FEW)
    assert list(failing(made.ruleset, made.of("FRA"), few)) == []
    found = data_of(page)["prospects"]
    [[prospect], [other]] = found["orders"]["FIRE"], found["orders"]["HARRY"]
    assert (
        answer(found, prospect, REST, "")
        == answer(found, other, REST, "")
        == ("lasting 16.1 only SETUP counts on the set-up sheet")
    )


def test_a_list_that_is_too_short_is_not_struck_through(tmp_path: Path) -> None:
    """START of Homelands wants three fields: what comes of one says nothing."""
    made = issue(new_game(tmp_path, "homelands", "homelands", SECRET), 0, keep=False)
    data = data_of(desk_page(made.ruleset, next(iter(made.reports.values()))))
    assert "START" not in data["prospects"]["orders"]
    assert "OPTION" not in data["prospects"]["orders"]


@pytest.mark.slow
def test_a_desk_for_every_game_later_on() -> None:
    """The toy too, which declares nothing for it."""
    for name in GAMES:
        first = next(iter(game(load(name), 3, 1)))
        for report in list(first.reports()[1].values())[: times(1, 2)]:
            if any(report.of(Turnsheet)):
                data = data_of(desk_page(first.rules, report))
                assert data["tongue"]["rules"]["start"]
                assert data["prospects"]["orders"]


def test_what_the_rules_call_vain_is_not_offered() -> None:
    """A passage is permitted over a sea, and to others [19.1]."""
    found = data_of(sample_desk("verdun843"))["prospects"]
    [prospect] = (one for one in found["orders"]["PERMIT"] if len(one["boxes"]) == 2)
    said = {group[3]: found["sayings"][group[0]]["rule"] for group in found["tables"][prospect["table"]]["LGE"]}
    assert said[REST] == "19.1"
    assert "" in said.values()


def test_a_number_that_is_wrong_for_good_does_not_strike_out_the_others() -> None:
    """A fleet is paid in two parts or in three [5.70]; one and very many are tried first."""
    rules = load("marnon")
    world, _ = begun(rules, {"advanced_economics": True})
    [last] = game(rules, 5, 1, world)
    reports = [report for report in last.reports()[1].values() if any(report.of(Turnsheet))]
    done, _ = offered(data_of(desk_page(rules, reports[0])))
    assert [line for *_, line in done if line.startswith("BUY FLEET ") and " PAY " in line]


def test_what_no_force_can_do_is_struck_out() -> None:
    """Whatever a force is called: a strange name was tried too."""
    *_, last = self_play(load("marnon"), 20, 3)
    found = data_of(desk_page(last.rules, last.reports()[1]["DRE"]))["prospects"]
    prospect = next(one for one in found["orders"]["HUNT"] if one["boxes"] == ["FORCE"])
    said = {
        code: found["sayings"][group[0]]
        for group in found["tables"][prospect["table"]][""]
        for code in group[3].split()
    }
    assert said["A2"]["text"] == "there is no hunt"
    assert REST in said
    assert not {saying["kind"] for saying in said.values()} & {"", DICE}


def test_a_word_for_a_place_is_tried_like_the_place() -> None:
    """It lies nowhere, so what stands against places elsewhere says nothing of it."""
    found = data_of(sample_desk("verdun843"))["prospects"]
    [prospect] = found["orders"]["LEVY W"]
    groups = found["tables"][prospect["table"]][""]
    said = {code: found["sayings"][group[0]]["text"] for group in groups for code in group[3].split()}
    assert said["HOME"] == "it costs 3, and no points are left"
    assert "does not control" in said[REST]


def test_a_number_beyond_its_bounds_is_struck_out() -> None:
    """Whatever number is written: the bound is found by rehearsals."""
    found = data_of(sample_desk("marnon1"))["prospects"]
    [prospect] = found["orders"]["GROUND"]
    most, said = prospect["above"]
    assert (most, found["sayings"][said]["text"]) == (10, "the number is from 0 to 10")
    [march, *_] = found["orders"]["MARCH"]
    assert march["above"] is None, "more points than a force has are no fault for good"


def test_a_block_of_another_power_says_nothing_of_places_that_were_not_tried() -> None:
    """What its own places can do is not said to be done everywhere."""
    others = data_of(sample_desk("verdun843"))["others"]
    assert others
    for told in others.values():
        rest = {
            group[0] for table in told["tables"] for groups in table.values() for group in groups if group[3] == REST
        }
        assert [said for said in rest if told["sayings"][said]["kind"] in ("", DICE)] == []


def test_a_route_is_tried_over_two_places() -> None:
    """Each goes on from a place that can be reached to those next to it; all else is said not to be."""
    found = data_of(sample_desk("marnon1"))["prospects"]
    [prospect] = (one for one in found["orders"]["MARCH"] if len(one["boxes"]) == 2)
    table = found["tables"][prospect["table"]]
    routes = {first: table[first] for first in table if " " in first}
    assert routes
    for first, groups in routes.items():
        assert first.split()[0] in table
        told = {last: found["sayings"][said]["text"] for said, _, _, last in groups}
        assert told[REST] == "{3:area} ({3}) is not next to {2:area} ({2})"
        assert "" in told.values()


def test_no_mark_stands_for_nothing() -> None:
    """Things that have a code and no name of their own are called by the code."""
    sayings = data_of(sample_desk("tours732"))["prospects"]["sayings"]
    assert [one["text"] for one in sayings if re.search(r"\}\{|\w\{|\}\w", one["text"])] == []


def test_a_report_with_a_name_that_agrees_with_its_verb_is_written(issues: dict[str, Issue]) -> None:
    report = issues["game42"].of("MER")
    head = structs.replace(report.masthead, name=Word("Mercia"))
    assert read_report(render_json(structs.replace(report, masthead=head))).masthead.name == "Mercia"


def test_there_is_no_desk_when_the_game_is_over(issues: dict[str, Issue]) -> None:
    report = issues["game42"].of("MER")
    over = read_report(render_json(report))
    ended = type(over)(**{**{f: getattr(over, f) for f in over.__struct_fields__}, "sections": ()})
    with pytest.raises(GameError, match="no next turn"):
        desk_page(issues["game42"].ruleset, ended)


def test_no_two_parts_of_the_script_use_one_name() -> None:
    """They share a scope, in which the second function of a name silently takes the place of the first."""
    declared = re.compile(r"^(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
    names = [name for part in SCRIPTS for name in declared.findall((FOLDER / f"{part}.js").read_text("utf-8"))]
    assert sorted({name for name in names if names.count(name) > 1}) == []


# the command


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert not isinstance(done.exception, Exception) or isinstance(done.exception, SystemExit), done.exception
    return done.output


def test_sheet_prints_the_next_sheet() -> None:
    text = run("sheet", "game42", "MER", "--games", str(SAMPLES))
    assert text.startswith("=====")
    assert "Game: game42\nTurn: 4\nKingdom: MER\nCode: 45W-2BB-7" in text
    assert "YOUR LANDS" not in text


def test_sheet_writes_desks_and_forms(tmp_path: Path) -> None:
    out = ("--games", str(SAMPLES), "--out", str(tmp_path))
    assert run("sheet", "tours732", "--form", "html", *out).splitlines() == [
        str(tmp_path / "tours732-005-FRA-desk.html"),
        str(tmp_path / "tours732-005-MUS-desk.html"),
    ]
    run("sheet", "game42", "MER", "--form", "pdf", *out)
    assert (tmp_path / "game42-004-MER-sheet.pdf").read_bytes().startswith(b"%PDF")


def test_sheet_says_what_to_do() -> None:
    assert "Use --out DIR" in run("sheet", "game42", "MER", "--form", "html", "--games", str(SAMPLES))
    assert "Use --out DIR" in run("sheet", "game42", "--games", str(SAMPLES))


# by mail


def test_a_desk_comes_with_every_report_for_those_who_want_it(tmp_path: Path) -> None:
    place = ("--games", str(tmp_path))
    run("signup", "spring", "mercia", "--email", "mercia@example.org", "--prefers", "MER", "--desk", *place)
    run("signup", "spring", "wessex", "--email", "wessex@example.org", "--prefers", "WSX", *place)
    run("start", "spring", *place)
    spring = Game(tmp_path / "spring")
    assert {code: one.desk for code, one in players(spring).items()} == {"MER": True, "WSX": False}
    reports = issue(spring, 0, keep=False).reports
    sent = {
        code: [each.name for each in report_mail(spring, 0, one, reports[code]).attachments]
        for code, one in players(spring).items()
    }
    assert sent == {
        "MER": ["spring-turn-0.pdf", "spring-turn-0-desk.html"],
        "WSX": ["spring-turn-0.pdf"],
    }
    assert "pdf to mercia@example.org" in run("address", "spring", "MER", "--no-desk", *place)
    assert "pdf and an order desk to wessex@example.org" in run("address", "spring", "WSX", "--desk", *place)
    assert {code: one.desk for code, one in players(spring).items()} == {"MER": False, "WSX": True}
