"""The site in a real browser: the replay plays as the record has it, nothing is asked of the network, nothing fails."""

from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest

from pbm.maps.hexes.plate import HexPlate, read_hex_plate
from pbm.office.site_settings import Site
from pbm.record.game import Game
from pbm.reports.figures import is_of_hexes
from pbm.site.chronicle import Turn, changed, chronicle
from pbm.site.publish import publish
from pbm.site.replay import plate_folder
from tests.helpers.browser import Browser, program
from tests.helpers.long import LONG
from tests.helpers.showcase import GAMES, long_game, showcase

OWNERS = "Object.fromEntries([...document.querySelectorAll('.area')].map(a => [a.id.slice(2), a.dataset.owner]))"
TURN = "document.documentElement.dataset.turn"
MARKED = "[...document.querySelectorAll('#fights .won')].length"
SHOWN = """[...document.querySelectorAll('.cast')]
  .filter(cast => getComputedStyle(cast).display !== 'none').map(cast => cast.dataset.turn)"""
LETTERS = """[...document.querySelectorAll('.cast.on text')]
  .map(text => [text.textContent, +text.getAttribute('x'), +text.getAttribute('y')])"""
PLAYED = f"""new Promise(done => {{
  const seen = {{turns: [], painted: 0, frames: 0}}, end = document.getElementById('replay-slider').max;
  new MutationObserver(changes => {{
    for (const one of changes) {{
      if (one.attributeName === 'data-turn') seen.turns.push(+{TURN});
      else if (one.target.classList.contains('area')) seen.painted += 1;
    }}
    if ({TURN} === end) done(seen);
  }}).observe(document.documentElement, {{attributeFilter: ['data-turn', 'fill'], subtree: true}});
  document.getElementById('replay-play').click();
  const step = () => {{ seen.frames += 1; requestAnimationFrame(step); }};
  requestAnimationFrame(step);
}})"""
"""Play the replay: the turns that were shown, how often a place was painted, and the frames that were drawn."""
NOT_IN_PLAY = "OUT"
"""Whose land is drawn that Homelands leaves out of a game of few powers."""
KINDS = ("index", "messages", "verify", "replay", "turn")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program()
    return showcase(tmp_path_factory.mktemp("site"))


@pytest.fixture
def window(chromium: Browser) -> Browser:
    chromium.fresh(1280, 900)
    return chromium


def game_of(site: Path, name: str) -> Game:
    return Game(site.parent / "games" / name)


def page_of(site: Path, name: str, kind: str) -> Path:
    (*_, last) = sorted((site / name).glob("turn-0*.html"))
    return last if kind == "turn" else site / name / f"{kind}.html"


# the replay


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_plays_to_the_last_turn_as_the_record_has_it(window: Browser, site: Path, name: str) -> None:
    told = chronicle(game_of(site, name))
    place = plate_folder(told)
    assert place is not None
    window.open(site / name / "index.html")
    last = len(told.turns) - 1
    assert window.ask(TURN) == str(last)
    window.ask("document.getElementById('replay-slider').value = 0; 1")
    window.ask("document.getElementById('replay-slider').dispatchEvent(new Event('input')); 1")
    for count, turn in enumerate(told.turns):
        assert window.ask(TURN) == str(count)
        assert window.ask(SHOWN) == [str(count)]
        if is_of_hexes(place):
            same_counters(window, turn, read_hex_plate(place))
        else:
            same_owners(window, turn)
        window.press("ArrowRight")
    window.ask("document.getElementById('replay-play').click()")
    window.until(f"{TURN} === '0'")
    window.until(f"{TURN} === '{last}' && document.getElementById('replay-play').textContent.includes('Play')")
    assert window.complaints() == []
    assert window.strangers() == []


def same_owners(window: Browser, turn: Turn) -> None:
    places, record = window.ask(OWNERS), turn.roundup.history[-1].owners
    assert record
    assert {place: places[place] for place in record} == {place: owner or "" for place, owner in record.items()}
    rest = {owner for place, owner in places.items() if place not in record}
    assert rest <= {"", NOT_IN_PLAY}
    assert window.ask(MARKED) == len(changed(turn))


def same_counters(window: Browser, turn: Turn, plate: HexPlate) -> None:
    """Every unit stands on the hex that the record has it on, and no other is shown."""
    record, found = turn.roundup.history[-1].owners, dict[str, str]()
    units = {token.label for token in turn.map.tokens} if turn.map else set()
    for text, x, y in window.ask(LETTERS):
        if text in units:
            found[text] = min(plate.map.grid, key=lambda name: dist(plate.shapes.centre(name), (x, y)))
    assert {*found} == units
    assert {unit: found[unit] for unit in record.values() if unit} == {unit: at for at, unit in record.items() if unit}


def test_keys_swipes_pictures_and_marks_go_from_turn_to_turn(window: Browser, site: Path) -> None:
    window.open(site / "game42" / "index.html", "#turn-1")
    assert window.ask(TURN) == "1"
    for key, turn in (("ArrowRight", "2"), ("Home", "0"), ("End", "3"), ("ArrowLeft", "2")):
        window.press(key)
        assert window.ask(TURN) == turn
    window.ask("document.querySelectorAll('.strip a')[1].click()")
    assert window.ask(TURN) == "1"
    window.screen(360, 740)
    window.call("Emulation.setTouchEmulationEnabled", {"enabled": True})
    box = window.ask("JSON.parse(JSON.stringify(document.querySelector('svg.stage').getBoundingClientRect()))")
    window.ask("document.querySelector('svg.stage').scrollIntoView(); 1")
    for kind, points in (("touchStart", [{"x": 250, "y": 200}]), ("touchEnd", [])):
        if kind == "touchEnd":
            window.call("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 100, "y": 200}]})
        window.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    window.until(f"{TURN} === '2'")
    window.call("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert box["width"] <= 360


def test_the_space_bar_plays_and_stops(window: Browser, site: Path) -> None:
    window.open(site / "game42" / "index.html", "#turn-0")
    label = "document.getElementById('replay-play').textContent"
    for word in ("Pause", "Play"):
        window.press(" ")
        assert word in window.ask(label)


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_in_one_file_needs_nothing_else(window: Browser, site: Path, tmp_path: Path, name: str) -> None:
    alone = tmp_path / "replay.html"
    alone.write_bytes((site / name / "replay.html").read_bytes())
    window.open(alone)
    window.press("Home")
    assert window.ask(TURN) == "0"
    assert [url for url in window.requests() if not url.startswith("data:")] == [alone.resolve().as_uri()]
    assert window.complaints() == []


@pytest.mark.skipif(not LONG, reason="plays thirty turns")
@pytest.mark.parametrize("ruleset", ["darkage", "homelands"])
def test_a_long_replay_shows_every_turn_and_paints_only_what_changed(
    window: Browser, tmp_path: Path, ruleset: str
) -> None:
    """On a phone's screen. So a turn costs as little as may be, however slow the machine; `make bench` times it."""
    game = long_game(tmp_path, ruleset)
    publish([(game, Site("site", show=("replay",)))], tmp_path / "site")
    told = chronicle(game)
    window.screen(360, 740)
    window.open(tmp_path / "site" / game.name / "index.html", "#turn-0")
    seen: dict[str, Any] = window.ask(PLAYED)
    print(f"{seen['frames']} frames drawn for {len(told.turns)} turns of {ruleset}")
    assert seen["turns"] == [*range(1, len(told.turns))]
    assert len(seen["turns"]) >= 30
    assert seen["painted"] == sum(len(repainted(*pair)) for pair in pairwise(told.turns))


def repainted(before: Turn, after: Turn) -> list[str]:
    """What changed hands, or has no owner any more."""
    places = {*before.owners, *after.owners}
    return [place for place in places if before.owners.get(place) != after.owners.get(place)]


# all pages


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_pages_fit_a_phone_and_ask_nothing_of_the_network(window: Browser, site: Path, name: str, kind: str) -> None:
    for dark, paper in ((False, "rgb(251, 246, 234)"), (True, "rgb(27, 24, 21)")):
        window.screen(360, 740, dark)
        window.open(page_of(site, name, kind))
        assert window.ask("document.documentElement.scrollWidth") <= 360
        assert window.ask("[...document.querySelectorAll('.graph')].every(one => one.clientWidth <= 360)")
        assert window.ask("getComputedStyle(document.body).backgroundColor") == paper
        assert window.ask("[...document.images].every(one => one.loading === 'lazy' || one.naturalWidth > 0)")
        assert window.ask("document.fonts.size") > 0
        assert window.complaints() == []
        assert window.strangers() == []


@pytest.mark.parametrize("path", ["index.html", "rulebook/darkage.html", "rulebook/homelands.html"])
def test_lists_and_books_fit_a_phone(window: Browser, site: Path, path: str) -> None:
    window.screen(360, 740)
    window.open(site / path)
    assert window.ask("document.documentElement.scrollWidth") <= 360
    assert window.complaints() == []
    assert window.strangers() == []


@pytest.mark.parametrize("name", GAMES)
def test_without_scripts_everything_can_be_read(window: Browser, site: Path, name: str) -> None:
    told = chronicle(game_of(site, name))
    window.scripts(False)
    window.open(site / name / "index.html")
    text = window.ask("document.body.innerText")
    for words in (f"Standings after {told.last.name}", "Turn by turn", "Is it fair?", *told.last.foremost[:1]):
        assert words in text
    assert window.ask("document.querySelectorAll('.strip img').length") == len(told.turns)
    assert not window.ask("document.getElementById('replay-controls').checkVisibility()")
    assert window.ask(SHOWN) == [str(len(told.turns) - 1)]
    assert window.ask("document.querySelector('.strip a').getAttribute('href')") == told.turns[0].file
    for kind in KINDS[1:]:
        window.open(page_of(site, name, kind))
        assert len(window.ask("document.body.innerText")) > 60
        assert window.complaints() == []
