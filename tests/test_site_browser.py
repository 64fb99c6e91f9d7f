"""The site in a real browser: the replay plays as the record has it, nothing is asked of the network, nothing fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.office.site_settings import Site
from pbm.record.game import Game
from pbm.site.chronicle import chronicle
from pbm.site.publish import publish
from tests.browser import Browser, browser, program

SAMPLES = Path(__file__).parent.parent / "games"
GAMES = ("game42", "verdun843", "tours732")
OWNERS = "Object.fromEntries([...document.querySelectorAll('.area')].map(a => [a.id.slice(2), a.dataset.owner]))"
TURN = "document.documentElement.dataset.turn"
MARKED = "[...document.querySelectorAll('#fights .won')].length"
SHOWN = """[...document.querySelectorAll('.cast')]
  .filter(cast => getComputedStyle(cast).display !== 'none').map(cast => cast.dataset.turn)"""
FRAMES = """new Promise(done => {
  let count = 0;
  const end = document.getElementById('replay-slider').max;
  document.getElementById('replay-play').click();
  const step = () => {
    count += 1;
    document.documentElement.dataset.turn === end ? done(count) : requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
AXE = Path(__file__).parent.parent / "build" / "axe" / "package" / "axe.min.js"
FAULTS = "axe.run().then(found => found.violations.map(one => [one.id, one.impact, one.nodes[0].html]))"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program()
    out = tmp_path_factory.mktemp("site")
    publish([(Game(SAMPLES / name), Site("site")) for name in GAMES], out)
    return out


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one


@pytest.fixture
def window(chromium: Browser) -> Browser:
    chromium.scripts(True)
    chromium.screen(1280, 900)
    return chromium


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_plays_to_the_last_turn_as_the_record_has_it(window: Browser, site: Path, name: str) -> None:
    told = chronicle(Game(SAMPLES / name))
    window.open(site / name / "index.html")
    last = len(told.turns) - 1
    assert window.ask(TURN) == str(last)
    window.ask("document.getElementById('replay-slider').value = 0; 1")
    window.ask("document.getElementById('replay-slider').dispatchEvent(new Event('input')); 1")
    for count, turn in enumerate(told.turns):
        assert window.ask(TURN) == str(count)
        assert window.ask(SHOWN) == [str(count)]
        places = window.ask(OWNERS)
        if places:
            chapter = turn.roundup.history[-1].owners
            assert {place: places[place] for place in chapter} == {place: own or "" for place, own in chapter.items()}
            assert not any(owner for place, owner in places.items() if place not in chapter)
            assert window.ask(MARKED) == len(turn.map.changed if turn.map else ())
        window.press("ArrowRight")
    window.ask("document.getElementById('replay-play').click()")
    window.until(f"{TURN} === '0'")
    window.until(f"{TURN} === '{last}' && document.getElementById('replay-play').textContent.includes('Play')")
    assert window.complaints() == []
    assert window.strangers() == []


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


@pytest.mark.parametrize("page", ["index.html", "game42/index.html", "game42/turn-003.html", "game42/verify.html"])
@pytest.mark.parametrize("dark", [False, True])
def test_pages_fit_a_phone_and_ask_nothing_of_the_network(window: Browser, site: Path, page: str, dark: bool) -> None:
    window.screen(360, 740, dark)
    window.open(site / page)
    assert window.ask("document.documentElement.scrollWidth") <= 360
    assert window.ask("getComputedStyle(document.body).backgroundColor") == (
        "rgb(27, 24, 21)" if dark else "rgb(251, 246, 234)"
    )
    assert window.ask("[...document.images].every(one => one.loading === 'lazy' || one.naturalWidth > 0)")
    assert window.ask("document.fonts.size") > 0
    assert window.complaints() == []
    assert window.strangers() == []


def test_without_scripts_everything_can_be_read(window: Browser, site: Path) -> None:
    window.scripts(False)
    window.open(site / "game42" / "index.html")
    text = window.ask("document.body.innerText")
    for words in ("Standings after turn 3", "Cumbria captured Tynedale", "Victory points", "Is it fair?"):
        assert words in text
    assert window.ask("document.querySelectorAll('.strip img').length") == 4
    assert not window.ask("document.getElementById('replay-controls').checkVisibility()")
    assert window.ask(SHOWN) == ["3"]
    assert window.ask("document.querySelector('.strip a').getAttribute('href')") == "turn-000.html"


def test_the_replay_in_one_file_needs_nothing_else(window: Browser, site: Path, tmp_path: Path) -> None:
    alone = tmp_path / "replay.html"
    alone.write_bytes((site / "game42" / "replay.html").read_bytes())
    window.open(alone)
    window.press("Home")
    assert window.ask(TURN) == "0"
    assert [url for url in window.requests() if not url.startswith("data:")] == [alone.resolve().as_uri()]
    assert window.complaints() == []


def test_a_replay_draws_frames_between_turns(window: Browser, site: Path) -> None:
    """On a phone's screen: colours change over many frames and not in one."""
    window.screen(360, 740)
    window.open(site / "game42" / "replay.html")
    frames = window.ask(FRAMES)
    print(f"{frames} frames drawn for 4 turns")
    assert frames > 4 * 4


@pytest.mark.parametrize("page", ["index.html", "verdun843/index.html", "game42/turn-003.html"])
def test_nothing_hinders_readers(window: Browser, site: Path, page: str) -> None:
    """axe-core finds no serious fault, on a phone and on a desk, by day and by night."""
    if not AXE.is_file():
        pytest.skip("axe-core is not there: tests/install-browser.sh fetches it where npm is installed")
    for width, dark in ((1280, False), (360, True)):
        window.screen(width, 800, dark)
        window.open(site / page)
        window.ask(f"{AXE.read_text(encoding='utf-8')};1")
        assert [fault for fault in window.ask(FAULTS) if fault[1] in ("serious", "critical")] == []
