"""The order desk in a real browser: what is filled in by clicks and typing is read as exactly those orders."""

import json
import random
import re
import shutil
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
from click.testing import CliRunner
from lark import UnexpectedInput

from pbm.cli import main
from pbm.desk.page import SCRIPTS, desk_page
from pbm.desk.tongue import Leaf, Tongue, tongue_of
from pbm.files import folder
from pbm.kit.play import game, random_sheets
from pbm.mail.intake import collect
from pbm.office.issue import Issue, issue
from pbm.reading.grammar import tree_of
from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.sheet import read_sheet
from pbm.receipts.foresee import foresee
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.proposals import proposals
from pbm.reports.schema import render_json
from pbm.reports.sections import Column, Grid, Row
from pbm.rules.dice import Dice
from pbm.rules.event import Answered
from pbm.rules.order import Sheet
from pbm.rulesets import load
from tests import TESTS
from tests.helpers.axe import WITH_TARGETS, script
from tests.helpers.browser import Browser, program
from tests.helpers.play import GAMES
from tests.helpers.posting import MONDAY, bag, letter
from tests.mail.test_votes import Table
from tests.web.test_order_desk import DESKS, SAMPLES, issued, sample_desk

LONGEST = 24
"""So many lines are filled in."""
TRIES = 50
INPUT = "document.querySelectorAll('#lines input')[{}]"
NOTES = "[...document.querySelectorAll('#lines > li')].map(row => row.querySelector('.notes').innerText)"
MENU = "[...document.querySelectorAll('#offers:not([hidden]) li b')].map(one => one.textContent)"
POINT = """(() => {{
  const area = document.getElementById('a-{0}');
  if (!area) return null;
  area.scrollIntoView({{block: 'center'}});
  const box = area.getBoundingClientRect();
  for (let down = 1; down < 12; down += 1) for (let on = 1; on < 12; on += 1) {{
    const x = box.left + box.width * on / 12, y = box.top + box.height * down / 12;
    if (document.elementFromPoint(x, y) === area) return [x, y];
  }}
  return null;
}})()"""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def issues() -> dict[str, Issue]:
    program()
    return {name: issued(name) for name in DESKS}


@pytest.fixture(scope="module")
def desks(issues: dict[str, Issue], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("desks")
    for name in DESKS:
        (place / f"{name}.html").write_text(sample_desk(name), encoding="utf-8")
    return {name: place / f"{name}.html" for name in DESKS}


@pytest.fixture
def window(chromium: Browser) -> Browser:
    chromium.fresh(1280, 1000)
    return chromium


def opened(window: Browser, page: Path) -> None:
    """The desk, without what an earlier test left in it."""
    window.open(page)
    window.ask("localStorage.clear(); 1")
    window.open(page)
    window.until("!document.getElementById('app').hidden")
    window.ask("document.querySelectorAll('#lines input').forEach(one => { one.value = ''; }); 1")


def opened_again(window: Browser, page: Path, condition: str) -> None:
    """The browser may write to its store a moment later than the page asked it to."""
    for _ in range(TRIES):
        window.open(page)
        window.until("!document.getElementById('app').hidden")
        if window.ask(condition):
            return


# ways to write a line


def go_to(window: Browser, number: int) -> None:
    while window.ask("document.querySelectorAll('#lines input').length") <= number:
        window.ask("document.getElementById('more').click()")
    window.ask(f"{INPUT.format(number)}.focus(); {INPUT.format(number)}.scrollIntoView({{block: 'center'}})")


def written(window: Browser, number: int) -> str:
    return str(window.ask(f"{INPUT.format(number)}.value"))


def add(window: Browser, text: str) -> None:
    window.call("Input.insertText", {"text": text})


def typed(window: Browser, number: int, text: str) -> int:
    add(window, text)
    return 0


def chosen(window: Browser, number: int, text: str) -> int:
    """Word by word from the list of what may come next, by its first letter; what is not listed is typed."""
    found = 0
    for word in text.split():
        add(window, word[0])
        options = window.ask(MENU)
        if word in options:
            for _ in range(options.index(word) + 1):
                window.press("ArrowDown")
            window.press("Enter")
            found += 1
        else:
            add(window, f"{word[1:]} ")
    return found


def clicked(window: Browser, number: int, text: str) -> int:
    """Places by clicks on the map, and all else typed."""
    first, *rest = text.split(" ")
    add(window, f"{first} ")
    found = 0
    for word in rest:
        before, where = written(window, number), window.ask(POINT.format(word))
        if where:
            click(window, *where)
            now = written(window, number)
            if now.split() == [*before.split(), word]:
                found += 1
                go_to(window, number)
                continue
            window.ask(f"{INPUT.format(number)}.value = {json.dumps(before)}")
            go_to(window, number)
        now = written(window, number)
        add(window, f"{'' if now.endswith(' ') else ' '}{word} ")
    return found


def click(window: Browser, x: float, y: float) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        spot = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        window.call("Input.dispatchMouseEvent", spot)


def sheet_text(window: Browser) -> str:
    window.ask("document.getElementById('written-part').open = false; 1")
    window.ask("document.getElementById('written-part').open = true; 1")
    window.until("document.getElementById('written').value.includes('End')")
    return str(window.ask("document.getElementById('written').value"))


def orders_for(made: Issue, who: str) -> list[str]:
    """What the computer would order, and random orders that can be read."""
    rules = made.ruleset
    _, view = rules.sight.from_report(render_json(made.of(who)))
    world = rules.sight.known(view)
    by_computer = [str(order) for order, _ in rules.computer.write(view, rules.computer.usual, Dice(b"desk", 1))]
    sheet = random_sheets(rules, world, random.Random(5)).get(who)
    by_chance = [str(line.order) for line in sheet.lines.values() if line.order] if sheet else []
    most = min(LONGEST, rules.language.shape.most)
    few = [*by_computer[: most - 6], *by_chance[:6]]
    reader = rules.language.reader(world)
    return [text for text in few if (order := reader.read(text)[0]) and str(order) == text][:most]


@pytest.mark.parametrize("name", DESKS)
def test_a_sheet_filled_in_here_is_read_as_exactly_those_orders(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], tmp_path: Path, name: str
) -> None:
    orders = orders_for(issues[name], DESKS[name])
    opened(window, desks[name])
    window.ask("document.getElementById('zoom-all').click()")
    counts = dict.fromkeys((typed, chosen, clicked), 0)
    ways = cycle((clicked, chosen, clicked, typed))
    for number, text in enumerate(orders):
        way = next(ways) if " " in text else typed
        go_to(window, number)
        counts[way] += way(window, number, text)
        assert " ".join(written(window, number).split()).upper() == text.upper()
    assert counts[chosen] > 2
    assert counts[clicked] > 2 or name == "tours732", "places were clicked on"
    file = tmp_path / "sheet.txt"
    file.write_text(sheet_text(window), encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(file), "--json", "--games", str(SAMPLES)])
    data = json.loads(done.output)
    assert (data["game"], data["power"]) == (name, DESKS[name])
    assert [line["order"] for line in data["lines"]] == orders
    assert window.complaints() == []
    assert window.strangers() == []


@pytest.mark.parametrize("name", GAMES)
def test_the_page_reads_what_the_engine_reads(window: Browser, tmp_path: Path, name: str) -> None:
    """Whatever order the engine can print, the page can read, over random orders of every game."""
    for played in game(load(name), 4, 2):
        who, report = next(iter(played.reports()[1].items()))
        sheets = random_sheets(played.rules, played.world, random.Random(9))
        orders = (line.order for sheet in sheets.values() for line in sheet.lines.values() if line.order)
        texts = sorted({str(order) for order in orders if order.word not in played.rules.book.gone})
        page = tmp_path / f"{who}.html"
        page.write_text(desk_page(played.rules, report), encoding="utf-8")
        window.open(page)
        window.ask(f"{source('tongue')}; globalThis.reads = text => parse(text).done; 1")
        assert window.ask(f"{json.dumps(texts)}.filter(text => !reads(text))") == []
        grammar = played.rules.language.reader(played.world).grammar
        wrong = [text for text in texts if isinstance(tree_of(grammar, f"{text} ZZZZ ZZZZ"), UnexpectedInput)]
        assert wrong
        assert window.ask(f"{json.dumps(wrong)}.filter(text => reads(text + ' ZZZZ ZZZZ'))") == []


RED = """{0}.map(text => {{
  const [line] = weigh([text]).lines;
  return [line.notes.some(note => note.tone === 'bad' && !note.open), line.fails, Object.fromEntries(line.cost || [])];
}})"""


@pytest.mark.parametrize("name", DESKS)
def test_what_is_red_is_refused_on_the_receipt_and_prices_agree(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], name: str
) -> None:
    """Over random orders, each alone on a sheet."""
    made, who = issues[name], DESKS[name]
    _, view = made.ruleset.sight.from_report(render_json(made.of(who)))
    world = made.ruleset.sight.known(view)
    sheets = [random_sheets(made.ruleset, world, random.Random(seed)).get(who) for seed in range(4)]
    lines = {str(line.order): line for sheet in sheets if sheet for line in sheet.lines.values() if line.order}
    gone = made.ruleset.book.gone
    texts = sorted(text for text in lines if text.split()[0] not in gone)
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks")
    checked = 0
    for text, (red, fails, cost) in zip(texts, window.ask(RED.format(json.dumps(texts))), strict=True):
        line = msgspec.structs.replace(lines[text], number=1)
        [foreseen] = foresee(made.ruleset, "game1", view, Sheet(who, {1: line}), view.turn + 1).lines
        assert not red or foreseen.errors, text
        if name == "game42" and not fails and not foreseen.errors:
            spent = {purse: amount for purse, amount in cost.items() if amount > 0}
            assert spent == {purse: amount for purse, amount in foreseen.cost.items() if amount}, text
            checked += 1
    assert checked > 5 or name != "game42"


def source(part: str) -> str:
    assert part in SCRIPTS
    return (folder("templates") / "desk" / f"{part}.js").read_text(encoding="utf-8").replace("const ", "var ")


# lines as mail reads them

CORPORA = {
    "game42": "darkage",
    "verdun843": "twilight",
    "tours732": "tours",
    "marnon1": "marnon",
    "britannia1": "homelands",
}
MANY_LINES = 1500
READ = "{0}.map(text => parse(text).done ? {{text, times: 1}} : asMailed(text))"


def habits(game: str, files: str = "made/{}.txt") -> Iterator[str]:
    """The lines of the corpus of a game."""
    within = game != "darkage"
    for file in sorted((TESTS / "habits").glob(files.format(game))) if within else [TESTS / "habits.txt"]:
        for line in file.read_text("utf-8").splitlines():
            within = line == f"[{game}]" if re.fullmatch(r"\[[a-z]+\]", line) else within
            if within and " => " in line and not line.startswith("#"):
                yield line.split(" => ")[0]


@pytest.mark.parametrize("name", DESKS)
def test_lines_are_read_as_mail_reads_them(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], name: str
) -> None:
    """Whatever the page reads in lines as people write them, mail reads in the same way; and it reads most of them."""
    reader = issues[name].ruleset.language.reader(known_to(issues[name], DESKS[name]))
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks")
    texts = [text for text in habits(CORPORA[name]) if not re.match(r"\W*\d", text)]
    same = missed = 0
    for text, found in zip(texts, window.ask(READ.format(json.dumps(texts))), strict=True):
        mailed = [str(reader.read(part)[0]) for part in reader.several(text) or [text] if reader.read(part)[0]]
        order = reader.read(found["text"])[0] if found else None
        assert not (mailed and order) or mailed == [str(order)] * found["times"], text
        same += bool(mailed and order)
        missed += bool(mailed and not order)
    assert same > 100
    assert missed < same // 10


SLIPS = {
    "game42": ("MOVE STS XXX 2", "GIFT NMB 2 LON", "FORTFY STS"),
    "verdun843": ("LEVY XQX W", "BID SLA W"),
    "tours732": ("MARK HI 3", "FACE H01 3"),
    "marnon1": ("WAR A1", "TRADE WHI 3"),
    "britannia1": ("MOVE XQX DUM", "GIVE XQX 2"),
}


@pytest.mark.parametrize("name", DESKS)
def test_no_line_that_a_mail_plays_is_red(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], name: str
) -> None:
    """Whatever people write: red is a line that is not read, or that its receipt refuses."""
    made, who = issues[name], DESKS[name]
    _, view = made.ruleset.sight.from_report(render_json(made.of(who)))
    reader = made.ruleset.language.reader(made.ruleset.sight.known(view))
    written = dict.fromkeys(habits(CORPORA[name], "*/{}*.txt"))
    texts = [*written, *map(str.upper, written), *SLIPS[name]]
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks")
    found = zip(texts, window.ask(RED.format(json.dumps(texts))), strict=True)
    red = [text for text, (is_red, *_) in found if is_red]
    assert [text for text in SLIPS[name] if text not in red] == []
    for text in red:
        lines = read_sheet(Text("the message", f"{text}\n"), reader).sheet.lines
        orders = {number: line for number, line in lines.items() if line.order}
        if orders:
            foreseen = foresee(made.ruleset, "game1", view, Sheet(who, orders), view.turn + 1).lines
            assert all(line.errors for line in foreseen), text


def broken_off(tongue: Tongue, kinds: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Orders in every form, with all that they may hold, up to each of their words."""
    for action in tongue.actions:
        for leaves in tongue.sequences(action):
            words = [word_for(tongue.leaves[leaf], kinds) for leaf in leaves]
            yield from (" ".join(words[:end]) for end in range(1, len(words) + 1))


def word_for(leaf: Leaf, kinds: Mapping[str, Mapping[str, str]]) -> str:
    codes = [code for kind in leaf.kinds for code in kinds.get(kind, ())]
    return leaf.word or next(iter((*leaf.words, *codes)), "3")


@pytest.mark.parametrize("name", DESKS)
def test_no_line_is_read_that_mail_finds_unfinished(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], name: str
) -> None:
    rules = issues[name].ruleset
    reader = rules.language.reader(known_to(issues[name], DESKS[name]))
    tongue = tongue_of(reader.grammar, reader.words, rules.book.actions)
    texts = [*dict.fromkeys(broken_off(tongue, reader.words.kinds))][:MANY_LINES]
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks")
    found = window.ask(f"{json.dumps(texts)}.map(text => !parse(text).done && asMailed(text))")
    asked = [text for text in texts if not reader.several(text) and not reader.read(text)[0]]
    assert len(asked) > len(texts) // 10
    assert [(text, one) for text, one in zip(texts, found, strict=True) if one and text in asked] == []


def test_that_an_order_behind_a_condition_has_no_price_is_said(window: Browser, desks: dict[str, Path]) -> None:
    plain, conditional = filled(window, desks["verdun843"], "LEVY AQU W", "IF EMPTY AQU : LEVY AQU W")[:2]
    assert ("is not counted here" in plain, "is not counted here" in conditional) == (False, True)


def test_what_is_said_as_in_a_mail_is_paid_as_often(window: Browser, desks: dict[str, Path]) -> None:
    notes = filled(window, desks["game42"], "TAX x3", "please move 2 from STS to LES", "dance in STS")
    assert "Read as TAX on 3 lines" in notes[0]
    assert "Read as MOVE STS LES 2" in notes[1]
    assert "dance" in notes[2]
    assert "BPs: 11, with these orders 16 left" in window.ask("document.getElementById('purses').textContent")


# what is offered

WAYS = """[...new Set([...Object.keys(desk.middles), ...lore.keys()])]
  .flatMap(code => Object.values(waysOf(code)).flat())"""
WALKS = """(() => {{
  let seed = {seed};
  const pick = many => {{ seed = (seed * 48271) % 2147483647; return seed % many; }};
  const walk = (text) => {{
    for (let step = 0; step < 12; step += 1) {{
      const {{ options }} = offers(text);
      const found = parse(text);
      if (found.done && (pick(2) || !options.length)) return text.trim();
      const number = [...found.wanted.keys()].some(isNumber);
      if (!options.length && !number) return '';
      text += options.length && (!number || pick(3)) ? options[pick(options.length)].text + ' ' : '1 ';
    }}
    return '';
  }};
  const lines = offers('').options.flatMap(one => Array.from({{length: {many}}}, () => walk(one.text + ' ')));
  return [...new Set(lines.filter(Boolean))];
}})()"""
WALKED = 10
"""So many lines are written from the lists for each order."""


@pytest.mark.parametrize("name", DESKS)
def test_all_that_is_offered_can_be_read(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path], name: str
) -> None:
    """By a click on each place and unit, and by the lists of what may come next."""
    reader = issues[name].ruleset.language.reader(known_to(issues[name], DESKS[name]))
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks", "ways")
    ways = window.ask(WAYS)
    whole = {way["text"] for way in ways if not way.get("open")}
    begun = {way["text"] for way in ways if way.get("open")}
    listed = window.ask(WALKS.format(seed=7, many=WALKED))
    assert len(whole) > 20
    assert begun
    assert len(listed) > 100
    assert [text for text in sorted(whole) if not can_be_read(reader, text)] == []
    assert [text for text in listed if isinstance(tree_of(reader.grammar, text), UnexpectedInput)] == []
    goes_on = f"{json.dumps(sorted(begun))}.filter(text => !offers(text + ' ').options.length)"
    assert window.ask(goes_on) == [], "each goes on with something"


def test_what_is_clicked_together_lands_above_the_lines_of_other_powers(
    window: Browser, desks: dict[str, Path]
) -> None:
    lines = ("BID INIT 0", "FOR WSX", "LEVY WIN W", "FOR ANY")
    filled(window, desks["verdun843"], *lines)
    window.ask("document.getElementById('zoom-all').click()")
    window.ask("[...document.querySelectorAll('#lines input')].at(-1).focus(); 1")
    click(window, *window.ask(POINT.format("AQU")))
    for label in ("DROP 1 AQU", "MOVE 1 AQU"):
        window.ask(f"document.querySelector('.starts button[aria-label=\"{label}\"]').click(); 1")
    now = [written(window, number).strip() for number in range(7)]
    assert now == [lines[0], "FORCE 1 AQU", "DROP 1 AQU", "MOVE 1 AQU", *lines[1:]]


def test_a_line_is_finished_by_the_keys_that_are_at_hand(window: Browser, desks: dict[str, Path]) -> None:
    """Enter takes the only way to go on; of conditions nothing is listed until it is asked for."""
    filled(window, desks["marnon1"], "MARC")
    window.press("Enter")
    assert written(window, 0) == "MARCH "
    add(window, "A1 R2T1 ")
    assert "IF" not in window.ask(MENU)
    window.press("Escape")
    window.press("ArrowDown")
    assert "IF" in window.ask(MENU)
    window.press("Escape")
    window.press("Enter")
    assert window.ask("document.activeElement.getAttribute('aria-label')") == "line 2"
    add(window, "MARCH A1 R2T1 I")
    assert window.ask(MENU) == ["IF"]


@pytest.mark.parametrize("name", DESKS)
def test_the_first_line_is_on_the_first_screen(window: Browser, desks: dict[str, Path], name: str) -> None:
    """Where there is no room beside it the map is folded, and opens at a touch."""
    for width in (360, 768, 1280):
        window.screen(width, 740)
        opened(window, desks[name])
        assert window.ask(f"{INPUT.format(0)}.getBoundingClientRect().bottom") < 500
        assert window.ask("document.getElementById('folds').hidden") is (width < 960)
    assert window.ask("document.getElementById('fold').textContent") == "Hide the map"
    shows = {"tours732": "My units"}.get(name, "My lands")
    assert window.ask("document.getElementById('zoom-mine').textContent") == shows


def can_be_read(reader: Reader, text: str) -> bool:
    order, _ = reader.read(text)
    return order is not None and not order.flaw()


def known_to(made: Issue, who: str) -> Any:
    _, view = made.ruleset.sight.from_report(render_json(made.of(who)))
    return made.ruleset.sight.known(view)


def run_parts(window: Browser, *parts: str) -> None:
    """The parts of the page's script, open to questions."""
    window.ask(f"(0, eval)({json.dumps(chr(10).join(map(source, parts)))}); 1")


OWN = "Object.keys(desk.middles).filter(code => waysOf(code).here.length).slice(0, 8)"
MIDDLE = """(() => {{
  const found = {0};
  if (!found) return null;
  found.scrollIntoView({{block: 'center'}});
  const box = found.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}})()"""
WHOLE = "[...document.querySelectorAll('#about .starts button')].find(one => !/[…)]$/.test(one.textContent))"
REACHED = "[...document.querySelectorAll('svg.ground .may:not(.spot)')].map(one => one.id.replace('a-', ''))"


def place_and_button(window: Browser, place: str) -> None:
    """A place, then the first whole line that it offers."""
    click(window, *window.ask(POINT.format(place)))
    if button := window.ask(MIDDLE.format(WHOLE)):
        click(window, *button)


def place_and_place(window: Browser, place: str) -> None:
    """A place, then one in its reach."""
    click(window, *window.ask(POINT.format(place)))
    reached = (where for code in window.ask(REACHED) if (where := window.ask(POINT.format(code))))
    if where := next(reached, None):
        click(window, *where)


@pytest.mark.parametrize("name", DESKS)
def test_a_turn_is_written_by_clicks_alone(window: Browser, desks: dict[str, Path], tmp_path: Path, name: str) -> None:
    """Places and buttons are clicked on, nothing is typed; the turn is played with that sheet among the others'."""
    who = DESKS[name]
    window.open(desks[name])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks", "ways")
    places = window.ask(OWN)
    opened(window, desks[name])
    window.ask("document.getElementById('zoom-all').click()")
    for place, way in zip(places, cycle((place_and_button, place_and_place)), strict=False):
        if window.ask(POINT.format(place)):
            way(window, place)
            window.ask("document.activeElement.blur(); 1")
    written_now = window.ask("[...document.querySelectorAll('#lines input')].map(one => one.value.trim())")
    lines = [text for text in written_now if text]
    assert window.complaints() == []
    shutil.copytree(SAMPLES / name, tmp_path / name)
    table = Game(tmp_path / name)
    (table.orders(table.last() + 1) / f"{who}.txt").write_text("\n".join(lines))
    _, outcome = run_turn(table)
    came = {event.order: event.came for event in outcome.journal if isinstance(event, Answered) and event.sheet == who}
    assert len(lines) > 3
    assert came.keys() == {*lines}
    assert {*came.values()} == {"ok"}


# slips


def filled(window: Browser, page: Path, *texts: str) -> list[str]:
    """What is said of these lines."""
    opened(window, page)
    for number, text in enumerate(texts):
        go_to(window, number)
        add(window, text)
    notes: list[str] = window.ask(NOTES)
    return notes


def test_slips_are_flagged_before_they_are_mailed(window: Browser, desks: dict[str, Path]) -> None:
    notes = filled(
        window, desks["game42"],
        "MOVE STS XXX 2", "MOVE TAM LES 1", "MOVE STS LEI 1", "GIFT NMB", "ASSAULT STS LES ALL", "LEVY LES 1",
        "FORTFY STS", "MOVE NTS DBS", "MOVE LES LEI 1", "GIFT NMB 30", "GROW TAM",
    )  # fmt: skip
    assert "“XXX” is not an area" in notes[0]
    assert "[3.1] Leicestershire (LES) is not next to Tamworth (TAM)" in notes[1]
    assert "Leicester (LEI) is not next to Staffordshire (STS); Leicestershire (LES) is" in notes[2]
    assert "Did you mean Leicestershire (LES)?" in notes[2]
    assert "[9.2] GIFT needs a number here" in notes[3]
    assert "It leaves Staffordshire (STS) without an army" in notes[4]
    assert "holds against 9 armies; by ASSAULT it falls to 13, 2 left" in notes[4]
    assert "Leicestershire (LES) is not yours" in notes[5]
    assert "Did you mean FORTIFY?" in notes[6]
    assert "line" in notes[8]
    assert "may change that" in notes[8]
    assert "30 ordered, 4 as things stand: more cannot be paid by then" in notes[9]
    assert "Too dear: it costs 4, and 0 BPs would be left by then" in notes[10]
    window.ask("document.querySelectorAll('#lines > li')[6].querySelector('.notes button').click()")
    assert written(window, 6).strip() == "FORTIFY STS"
    end = window.ask("document.getElementById('closing').innerText")
    assert "Upkeep of your armies at the end of the turn:" in end
    assert "Left empty by these orders: Nottinghamshire (NTS), Staffordshire (STS)" in end
    assert window.ask("document.getElementById('tally').textContent") == "11 actions, 4 to put right"


def test_a_line_is_said_to_change_another_only_if_it_can(window: Browser, desks: dict[str, Path]) -> None:
    """Not one that fails itself, nor one that the rules come to later."""
    for name, lines in (
        ("game42", ("LEVY LES 1", "MOVE LES STS 2")),
        ("marnon1", ("BUY GENERAL A2", "MARCH A2 C6")),
    ):
        notes = filled(window, desks[name], *lines)
        assert "As things stand: " in notes[1]
        assert "may change" not in notes[1]


def test_numbers_are_judged_by_what_will_be_there(window: Browser, desks: dict[str, Path]) -> None:
    notes = filled(
        window,
        desks["game42"],
        "MOVE STS CHS 20",
        "LEVY STS 1",
        "MOVE STS SHS ALL",
        "ASSAULT STS LES 1",
        "FORTIFY TAM 0",
    )
    assert "By then 9 armies would be in Staffordshire (STS): too few for that" in notes[0]
    assert "It leaves Staffordshire (STS) without an army" in notes[2]
    assert "By then no armies would be in Staffordshire (STS)" in notes[3]
    assert "[5.1] the number must be at least 1" in notes[4]
    for line in ("MOVE VAL VOT 1", "move one man from VAL to VOT"):
        assert "without a type of unit the number must be ALL" in filled(window, desks["britannia1"], line)[0]


def test_nothing_is_flagged_that_was_not_tried(window: Browser, desks: dict[str, Path]) -> None:
    """Lists, ranges and groups of units, numbers that only some orders take, conditions, lines for another power."""
    lines = ("STANCE ALL HOLD", "FACE L01..L03 NE", "SHOCK H01,H02 1")
    unknown = "Such a line was not tried: a receipt judges it."
    assert [note.strip().split("\n")[-1] for note in filled(window, desks["tours732"], *lines)[:3]] == [unknown] * 3
    notes = filled(window, desks["marnon1"], "SUPPORT R1T1 5", "MARCH A2 PICK A3 R2T4", "MARCH A4 R6T1")
    assert not any("5 or 10 crowns" in note or "A3 is not next to" in note for note in notes)
    assert "As things stand" in notes[2]
    notes = filled(window, desks["britannia1"], "TRIBUTE SAX 3")
    assert "too little" not in notes[0]
    notes = filled(window, desks["verdun843"], "LEVY WIN W", "FOR WSX", "LEVY WIN W", "FOR CHB", "LEVY WIN W")
    assert ["does not control" in note for note in notes[:5]] == [True, False, False, False, True]


def test_what_was_tried_in_vain_says_so_and_the_rest_that_it_was_not_tried(
    window: Browser, desks: dict[str, Path]
) -> None:
    """Words of one's own, words for a place, routes and conditions too."""
    notes = filled(window, desks["marnon1"], "LIFT C8 IF WAR WHI", "MARCH A2 R2T4 C3 R2T4", "RESERVE A2", "PASS")
    assert "you do not besiege Castle 8 (C8); what it waits for may change that" in notes[0]
    assert "was not tried" in notes[1]
    assert [note.strip() for note in notes[2:4]] == ["", ""]
    assert "the set-up is over" in filled(window, desks["britannia1"], "OPTION INSULAE")[0]
    told = filled(window, desks["verdun843"], "LEVY HOME W", "LEVY WIN W", "FOR BYZ", "LEVY WIN W")
    assert ["does not control" in note for note in told[:4]] == [False, True, False, False]
    assert ["not tried" in note for note in told[:4]] == [False, False, False, True]


def test_prices_are_those_of_the_receipt_however_an_order_is_written(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["marnon1"], "BUY FORT R2T1", "BUY ARMY 300 A9", "BUY ARMY 100 A2", "BUY FORT R1T4 PAY 2")
    cost = "[...document.querySelectorAll('#lines .cost')].map(one => one.textContent)"
    assert window.ask(cost)[:4] == ["10 crowns", "", "", ""], "there is no A9, and A2 cannot grow where it stands"
    filled(window, desks["game42"], "LEVY STS 9", "CASH 99", "MOVE SHS CHS 1", "ORDER 10")
    assert window.ask(cost)[:4] == ["6 BPs", "+5 BPs", "", "10 BPs"]
    assert "needs a number" in filled(window, desks["game42"], "ORDER")[0], "without one it is not carried out"


def test_lines_may_have_numbers_remarks_and_names(window: Browser, desks: dict[str, Path]) -> None:
    notes = filled(
        window, desks["game42"], "3. move staffordshire leicestershire 2  # at last", "# later", "find essex"
    )
    assert "holds against 2 armies" in notes[0]
    assert notes[1].strip() == ""
    assert "essex may be ESS or ESX: write the code" in notes[2]
    assert " 1. move staffordshire leicestershire 2 # at last\n" in sheet_text(window)


def test_several_lines_are_pasted_at_once_and_undone(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["game42"], "TAX")
    paste(window, "Game: game42\nCode: X\n\n2. GROW TAM\n4) LEVY TAM 1\nWATCH\nMessage:\nEnd")
    assert [written(window, number) for number in range(6)] == ["TAX", "GROW TAM", "", "LEVY TAM 1", "WATCH", ""]
    window.ask("document.getElementById('undo').click()")
    assert [written(window, number) for number in range(3)] == ["TAX", "", ""]
    opened(window, desks["verdun843"])
    paste(window, "\n".join(["CAP 1"] * 400))
    assert "found no room" in window.ask("document.getElementById('desk-said').textContent")
    assert window.complaints() == []


def paste(window: Browser, text: str) -> None:
    go_to(window, 0)
    window.ask(f"""(() => {{
      const data = new DataTransfer();
      data.setData('text/plain', {json.dumps(text)});
      const event = new ClipboardEvent('paste', {{clipboardData: data, bubbles: true, cancelable: true}});
      {INPUT.format(0)}.dispatchEvent(event);
    }})()""")


def test_a_cleared_line_comes_back(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["game42"], "TAX", "GROW TAM")
    window.ask("document.querySelector('#lines [aria-label=\"Clear this line\"]').click()")
    assert written(window, 0) == ""
    window.ask("document.getElementById('undo').click()")
    assert [written(window, number) for number in range(2)] == ["TAX", "GROW TAM"]
    window.ask("document.getElementById('undo').click()")
    assert [written(window, number) for number in range(2)] == ["TAX", ""]


def test_costs_are_added_up_and_the_rest_is_filled(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["game42"], "LEVY TAM 2", "TAX", "MOVE STS CHS 9")
    assert window.ask("document.getElementById('purses').textContent") == "BPs: 11, with these orders 6 left"
    window.ask("document.getElementById('idle').click()")
    lines = sheet_text(window).splitlines()
    assert lines[:5] == ["Game: game42", "Turn: 4", "Kingdom: MER", "Code: 45W-2BB-7", ""]
    assert [line.strip() for line in lines[5:21]] == [
        "1. LEVY TAM 2", "2. TAX", "3. MOVE STS CHS 9", *(f"{number}. TAX" for number in range(4, 17)),
    ]  # fmt: skip


def test_only_what_can_be_meant_is_offered(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["game42"], "ASSAULT STS ")
    offered = window.ask(MENU)
    assert offered[:2] == ["LES", "CHS"]
    assert "TAM" not in offered[:2]
    assert "LON" not in offered, "it is far away, and no order can change that"
    lit = window.ask("[...document.querySelectorAll('.area.may')].map(one => one.id.slice(2)).sort()")
    assert lit == ["CHS", "LES"]


def test_lines_are_dragged_and_drafts_stay(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["game42"], "TAX", "GROW TAM", "ORDER 1")
    window.ask("""(() => {
      const rows = document.querySelectorAll('#lines > li'), data = new DataTransfer();
      rows[2].querySelector('.number').dispatchEvent(new DragEvent('dragstart', {dataTransfer: data, bubbles: true}));
      rows[0].dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    })()""")
    assert [written(window, number) for number in range(3)] == ["ORDER 1", "TAX", "GROW TAM"]
    window.ask("document.querySelectorAll('#lines > li')[1].querySelector('[aria-label=\"Move up\"]').click()")
    assert [written(window, number) for number in range(3)] == ["TAX", "ORDER 1", "GROW TAM"]
    opened_again(window, desks["game42"], "document.querySelector('#lines input').value")
    assert [written(window, number) for number in range(3)] == ["TAX", "ORDER 1", "GROW TAM"]


def test_a_report_of_an_ally_joins_the_map_and_the_lists(
    window: Browser, issues: dict[str, Issue], desks: dict[str, Path]
) -> None:
    opened(window, desks["game42"])
    before = window.ask("document.getElementById('known').innerText")
    report = render_json(issues["game42"].of("WSX")).decode()
    drop(window, "wessex.json", report)
    window.until("document.querySelectorAll('#allies li').length === 1")
    assert window.ask("document.getElementById('allies').innerText").strip() == "Wessex, turn 3"
    after = window.ask("document.getElementById('known').innerText")
    assert "(Wessex, turn 3)" in after
    assert len(after) > len(before)
    assert window.ask("document.querySelectorAll('#marks .theirs').length") > 5
    drop(window, "again.json", report)
    window.until("document.getElementById('desk-said').textContent.includes('Wessex')")
    assert window.ask("document.getElementById('known').innerText") == after
    drop(window, "other.json", report.replace('"game42"', '"game43"'))
    window.until("document.getElementById('desk-said').textContent.includes('game43')")
    drop(window, "wrong.json", "{}")
    window.until("document.getElementById('desk-said').textContent.includes('not a report')")
    assert window.ask("document.querySelectorAll('#allies li').length") == 1
    opened_again(window, desks["game42"], "document.querySelectorAll('#allies li').length")
    assert window.ask("document.querySelectorAll('#allies li').length") == 1
    assert window.complaints() == []


def drop(window: Browser, name: str, content: str) -> None:
    window.ask(f"""(() => {{
      const data = new DataTransfer();
      data.items.add(new File([{json.dumps(content)}], {json.dumps(name)}, {{type: 'application/json'}}));
      document.dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true, cancelable: true}}));
    }})()""")


def test_what_was_seen_in_earlier_turns_stays_with_its_turn(window: Browser, desks: dict[str, Path]) -> None:
    opened(window, desks["game42"])
    rows = window.ask("[...document.querySelectorAll('#known tr')].map(row => row.innerText)")
    [amo] = [row for row in rows if row.startswith("AMO")]
    assert "turn 1" in amo
    assert "No longer seen" in amo


def test_earlier_desks_in_the_browser_are_remembered(window: Browser, issues: dict[str, Issue], tmp_path: Path) -> None:
    """In every game, what the report says nothing of any more stays with the turn in which it was told."""
    report = issues["verdun843"].of("CHB")
    head = msgspec.structs.replace(report.masthead, coming=3)
    column = Column("", look="code")
    lost = Grid("seen", "What you saw", (column, Column("units")), (Row(("ZZQ", "W3")), Row(("AQU", "M9"))))
    before = msgspec.structs.replace(report, masthead=head, sections=(lost, *report.sections[-1:]))
    pages = [tmp_path / "before.html", tmp_path / "now.html"]
    for page, one in zip(pages, (before, report), strict=True):
        page.write_text(desk_page(issues["verdun843"].ruleset, one), encoding="utf-8")
    opened(window, pages[0])
    opened_again(window, pages[1], "document.getElementById('known').innerText.includes('ZZQ')")
    rows = window.ask("[...document.querySelectorAll('#known tr')].map(row => row.innerText)")
    [row] = [row for row in rows if row.startswith("ZZQ")]
    assert "units W3 (your own report, turn 2)" in row
    assert not any("M9" in row for row in rows), "this turn's report tells of it anew"


def test_boxes_in_force_write_lines_only_when_they_are_changed(window: Browser, desks: dict[str, Path]) -> None:
    opened(window, desks["tours732"])
    assert "STANCE" not in sheet_text(window)
    change = """(() => {{
      const box = document.querySelector('#form input[aria-label="{0}"]');
      box.value = '{1}';
      box.dispatchEvent(new Event('input'));
      return box.classList.contains('wrong');
    }})()"""
    assert window.ask(change.format("HI stance", "HOLD")) is False
    assert "\nSTANCE HI HOLD\n" in sheet_text(window)
    assert window.ask(change.format("LI stance", "DANCE")) is True


def test_units_and_routes_are_clicked_together_on_a_field_of_hexes(window: Browser, desks: dict[str, Path]) -> None:
    opened(window, desks["tours732"])
    window.ask("document.getElementById('zoom-all').click()")
    click(window, *window.ask(POINT.format("1606")))
    offered = window.ask("[...document.querySelectorAll('.starts button')].map(one => one.getAttribute('aria-label'))")
    assert {"MOVE H01", "FACE H01", "ATTACK H01"} <= {*offered}
    assert not {"HARRY H01", "FIRE H01", "LEAD H01"} & {*offered}, "heavy infantry neither shoots nor leads"
    go_to(window, 0)
    add(window, "MOVE ")
    for place, text in (("1606", "MOVE H01"), ("1506", "MOVE H01 1506"), ("1406", "MOVE H01 1506-1406")):
        click(window, *window.ask(POINT.format(place)))
        assert written(window, 0).strip() == text


def test_the_sheet_goes_out_by_mail_with_its_code(window: Browser, issues: dict[str, Issue], tmp_path: Path) -> None:
    report = issues["game42"].of("MER")
    head = msgspec.structs.replace(report.masthead, orders_to="orders@example.org")
    page = tmp_path / "desk.html"
    page.write_text(
        desk_page(issues["game42"].ruleset, msgspec.structs.replace(report, masthead=head)), encoding="utf-8"
    )
    filled(window, page, "TAX")
    window.ask("document.getElementById('mail').click()")
    sent = window.ask("document.getElementById('mail').dataset.href")
    to, _, rest = sent.partition("?")
    assert to == "mailto:orders@example.org"
    given = dict(pair.split("=", 1) for pair in rest.split("&"))
    assert unquote(given["subject"]) == "game42 turn 4: orders of MER"
    assert unquote(given["body"]).replace("\r\n", "\n") == sheet_text(window)


@pytest.mark.parametrize("name", DESKS)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_hinders_those_who_use_it(window: Browser, desks: dict[str, Path], name: str, width: int) -> None:
    axe = script()
    for dark in (False, True):
        window.screen(width, 900, dark)
        opened(window, desks[name])
        assert window.ask("document.documentElement.scrollWidth") <= width
        go_to(window, 0)
        window.press("ArrowDown")
        window.ask(axe)
        assert window.ask(WITH_TARGETS) == []
    assert window.complaints() == []
    assert window.strangers() == []


def test_without_scripts_it_says_what_to_do(window: Browser, desks: dict[str, Path]) -> None:
    window.scripts(False)
    window.open(desks["game42"])
    assert "use the turnsheet at the end of your report" in window.ask("document.body.innerText")


def test_a_vote_on_the_desk_is_counted(window: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "tours")
    table.write(0, "PROPOSE PAUSE 14")
    report = issue(table.game, 0, keep=False).reports[table.powers[1]]
    page = tmp_path / "desk.html"
    page.write_text(desk_page(table.game.config().ruleset, report), encoding="utf-8")
    opened(window, page)
    window.ask(
        "for (const [id, text] of [['vote-1', 'AGREE 1'], ['propose', 'PROPOSE DRAW']]) {"
        " const box = document.getElementById(id); box.value = text; box.dispatchEvent(new Event('input')); } 1"
    )
    opened_again(window, page, "document.getElementById('vote-1').value === 'AGREE 1'")
    window.ask("document.getElementById('written-part').open = true; 1")
    window.until("document.getElementById('written').value")
    text = str(window.ask("document.getElementById('written').value"))
    raw = letter(text, f"{table.powers[1].lower()}@example.org", 77)
    assert collect(table.game, bag(raw), MONDAY).entries[0].verdict in ("accepted", "vote")
    pause, draw = proposals(table.game)
    assert (pause.outcome, draw.by, draw.motion.kind) == ("agreed", table.powers[1], "draw")


# what the boxes and blocks of a sheet do

CHANGE = """(() => {{
  const box = document.querySelector('#form input[aria-label="{0}"]');
  box.value = '{1}';
  box.dispatchEvent(new Event('input'));
  return box.title;
}})()"""
PURSE = "document.getElementById('purses').textContent"
LISTED = "[...document.querySelectorAll('#offers:not([hidden]) li')].map(one => [one.className, one.innerText])"


def left(window: Browser) -> int:
    return int(str(window.ask(PURSE)).split("with these orders ")[1].split()[0])


def test_bids_in_boxes_are_paid_and_boxes_are_judged_as_lines_are(window: Browser, desks: dict[str, Path]) -> None:
    opened(window, desks["marnon1"])
    window.ask("document.querySelector('#lines input').dispatchEvent(new Event('input'))")
    before = left(window)
    lot = next(row for row in desk_data(window)["form"] if row["title"] == "bids")["boxes"][0]
    assert window.ask(CHANGE.format(f"bids {lot['title']}", "6")) == ""
    assert left(window) == before - 6
    assert "no force A9" in window.ask(CHANGE.format("reserve", "A9"))
    assert "the number is from 0 to 10" in window.ask(CHANGE.format("A2 ground", "13"))
    assert "from 0 to 10" in window.ask("document.getElementById('form').textContent")
    assert "1 to put right" in window.ask("document.getElementById('tally').textContent")
    assert window.ask(CHANGE.format("A2 ground", "10")) == ""
    window.ask("document.getElementById('written-part').open = true; 1")
    filled(window, desks["marnon1"], "BUY ARMY 500 A2 ")
    assert {text.split()[0]: name for name, text in window.ask(LISTED)}["PAY"] != ""
    notes = filled(window, desks["marnon1"], "march a9 r2t2")
    assert "you have no force A9" in notes[0]
    assert "a new name" not in notes[0]


def test_bids_of_twilight_are_paid_with_what_is_there_before_the_levy(window: Browser, desks: dict[str, Path]) -> None:
    notes = filled(window, desks["verdun843"], "BID INIT 1", "BID BUL 900")
    there = max(each["held"].get("LP and DP", 0) for each in paid_at(window, "BID BUL"))
    assert f"900 ordered, {there - 1} as things stand" in notes[1]
    had = desk_data(window)["purses"]["LP and DP"]
    assert str(window.ask(PURSE)).endswith(f"with these orders {there - had} short")


def paid_at(window: Browser, words: str) -> list[Any]:
    found = desk_data(window)["prospects"]
    return [dict(zip(("at", "held"), found["moments"][one["moment"]], strict=True))
            for name, several in found["orders"].items() for one in several if words.startswith(name)]  # fmt: skip


def test_what_is_free_takes_nothing_and_leaves_all_for_others(window: Browser, desks: dict[str, Path]) -> None:
    bids = [f"BID {power} 0" for power in ("INIT", "BUL", "BYZ", "MUS", "SLA")]
    costs = "[...document.querySelectorAll('#lines .cost')].map(one => one.textContent)"
    alone = filled(window, desks["verdun843"], "LEVY PAR W")[0]
    assert window.ask(costs)[0] == "3 LP and DP"
    notes = filled(window, desks["verdun843"], *bids, "LEVY PAR W")
    assert notes[len(bids)] == alone
    assert window.ask(costs)[: len(bids) + 1] == [*[""] * len(bids), "3 LP and DP"]


def test_a_line_is_paid_when_the_rules_come_to_it(window: Browser, desks: dict[str, Path]) -> None:
    """What is bought comes after tributes, wherever it stands."""
    above = filled(window, desks["marnon1"], "BUY FORT R2T1", "TRIBUTE WHI 100")
    below = filled(window, desks["marnon1"], "TRIBUTE WHI 100", "BUY FORT R2T1")
    assert "Too dear: it costs 10, and 8 crowns would be left by then" in above[0]
    assert above[:2] == [below[1], below[0]]


def test_what_is_given_away_has_a_price(window: Browser, desks: dict[str, Path]) -> None:
    for name, line, cost in (("britannia1", "GIVE ROM 2", "2 gold"), ("verdun843", "GIVE LO1 DP 1", "1 LP and DP")):
        filled(window, desks[name], line)
        assert window.ask("document.querySelector('#lines .cost').textContent") == cost


PASTE = """(() => {{
  const data = new DataTransfer();
  data.setData('text/plain', {0});
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: data, cancelable: true}}));
  return [...document.querySelectorAll('#lines input')].map(one => one.value);
}})()"""


def test_lines_are_pasted_into_the_block_in_which_one_stands(window: Browser, desks: dict[str, Path]) -> None:
    window.open(desks["verdun843"])
    window.ask("localStorage.clear(); 1")
    window.open(desks["verdun843"])
    window.until("!document.getElementById('app').hidden")
    before = window.ask("[...document.querySelectorAll('#lines input')].map(one => one.value)")
    free, block = before.index(""), next(text for text in before if text.startswith("FOR "))
    pasted = ["LEVY AQU W", "LEVY FLA W", "LEVY PAR W", block, "LEVY HOME N"]
    go_to(window, free)
    after = window.ask(PASTE.format(json.dumps("\n".join(pasted))))
    assert after[: free + 5] == [*before[:free], *pasted]
    assert [text for text in after if text.startswith("FOR ")] == [text for text in before if text.startswith("FOR ")]


def desk_data(window: Browser) -> Any:
    return json.loads(str(window.ask("document.getElementById('desk-data').textContent")))


def test_each_block_of_another_power_has_a_line_of_its_own(window: Browser, desks: dict[str, Path]) -> None:
    window.open(desks["verdun843"])
    window.ask("localStorage.clear(); 1")
    window.open(desks["verdun843"])
    window.until("!document.getElementById('app').hidden")
    lines = window.ask("[...document.querySelectorAll('#lines input')].map(one => one.value)")
    heads = [at for at, text in enumerate(lines) if text.startswith("FOR ")]
    assert len(heads) > 1
    assert all(lines[at - 1] == "" for at in heads)
    assert lines[-1] == ""
    go_to(window, heads[1] - 1)
    add(window, "FORCE 1 ")
    assert not [text for name, text in window.ask(LISTED) if name == "fails" and "no units of" in text]


def test_a_line_of_by_the_sword_that_leads_away_from_what_was_tried_says_so(
    window: Browser, desks: dict[str, Path]
) -> None:
    filled(window, desks["marnon1"], "MARCH A1 ")
    listed = {text.split()[0]: (name, text) for name, text in window.ask(LISTED)}
    assert listed["PICK"][0] == "later"
    notes = filled(window, desks["marnon1"], "STANCE A1 ODDS")
    assert "It goes on with a number" in notes[0]
    filled(window, desks["marnon1"], "SAIL F1 ")
    assert "F1" not in window.ask(MENU)


def test_a_march_over_two_areas_is_clicked_together(window: Browser, desks: dict[str, Path]) -> None:
    """By its two ends, or area by area; one that cannot be made says so."""
    window.open(desks["marnon1"])
    run_parts(window, "tongue", "everyday", "lore")
    standing = window.ask("desk.standing")
    found = desk_data(window)
    [prospect] = (one for one in found["prospects"]["orders"]["MARCH"] if len(one["boxes"]) == 2)
    table, sayings = found["prospects"]["tables"][prospect["table"]], found["prospects"]["sayings"]
    places = {code: place for place, codes in standing.items() for code in codes}
    routes = [
        (*first.split(), area)
        for first in table
        for said, _, _, last in table[first]
        if " " in first and not sayings[said]["kind"]
        for area in last.split()
    ]
    near = {first: {area for *_, last in table[first] for area in last.split()} for first in table}
    force, middle, end = next(one for one in routes if one[2] not in {*near[one[0]], places[one[0]]})
    opened(window, desks["marnon1"])
    window.ask("document.getElementById('zoom-all').click()")
    click(window, *window.ask(POINT.format(places[force])))
    click(window, *window.ask(POINT.format(end)))
    assert written(window, 0).split()[::3] == ["MARCH", end]
    filled(window, desks["marnon1"], f"MARCH {force} {middle}")
    window.ask("document.getElementById('zoom-all').click()")
    click(window, *window.ask(POINT.format(end)))
    assert written(window, 0).strip() == f"MARCH {force} {middle} {end}"
    assert "next to" in filled(window, desks["marnon1"], f"MARCH {force} {middle} {middle}")[0]


BLANK = """(() => {
  const columns = [{ title: "", look: "code" }, { title: "" }, { title: "owner" }];
  learn([{ kind: "grid", title: "Owners", columns, rows: [{ cells: ["XYZ", "", null] }] }], "", 0);
  learn([{ kind: "grid", title: "Seen", columns: columns.slice(0, 1), rows: [{ cells: ["XYZ"] }] }], "", 0);
  return lore.get("XYZ").map(sentence);
})()"""


def test_a_row_with_empty_cells_says_that_there_is_nothing(window: Browser, desks: dict[str, Path]) -> None:
    window.open(desks["tours732"])
    run_parts(window, "tongue", "everyday", "lore")
    assert window.ask(BLANK) == ["Owners: none", "Seen: named"]


def test_the_leader_of_tours_rides_to_units_too(window: Browser, desks: dict[str, Path]) -> None:
    filled(window, desks["tours732"], "LEAD CHA ")
    open_ways = [text.split()[0] for name, text in window.ask(LISTED) if name != "fails"]
    assert [code for code in open_ways if re.fullmatch(r"[A-Z]\d\d", code)]


def test_reach_is_drawn_over_the_borders(window: Browser, desks: dict[str, Path]) -> None:
    opened(window, desks["verdun843"])
    window.ask("document.getElementById('zoom-all').click()")
    click(window, *window.ask(POINT.format("AQU")))
    assert (
        window.ask("document.querySelectorAll('svg.ground .reach').length")
        == window.ask("document.querySelectorAll('svg.ground .may:not(.spot)').length")
        > 0
    )


def test_reach_is_where_something_can_go(window: Browser, desks: dict[str, Path]) -> None:
    """Levies are assigned over any distance: that is no reach."""
    window.open(desks["marnon1"])
    run_parts(window, "tongue", "everyday", "lore", "answers", "offers", "checks", "ways")
    for code, reached in window.ask("Object.keys(desk.middles).map(code => [code, [...reachOf(code)]])"):
        ways = window.ask(
            f"{json.dumps(reached)}.map(to => waysBetween('{code}', to).map(way => way.text.split(' ')[0]))"
        )
        assert all({"MARCH", "REACT", "SAIL", "PATROL", "TREK", "ENVOY"} & {*words} for words in ways), code
