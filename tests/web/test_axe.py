"""axe-core finds nothing that hinders readers: on every kind of page of a site, on reports, receipts and rulebooks.

Each is looked at on a desk by day and on a phone by night.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.record.game import Game
from pbm.rulesets import RULESETS
from tests.helpers.axe import WITH_TARGETS, script
from tests.helpers.browser import Browser, browser, program
from tests.helpers.long import LONG
from tests.helpers.showcase import GAMES, OVER, showcase

SCREENS = ((1280, False), (360, True))
PLAYED = tuple(name for name in GAMES if name != OVER)
READERS = {
    "britannia1": "SAX",
    "game42": "MER",
    "marnon1": "GOL",
    "tours732": "FRA",
    "verdun843": "CHB",
}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    script()
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program()
    return showcase(tmp_path_factory.mktemp("site"))


def faults(window: Browser, page: Path) -> list[tuple[int, bool, str]]:
    found = []
    for width, dark in SCREENS:
        window.screen(width, 800, dark)
        window.open(page)
        window.ask(script())
        found += [(width, dark, fault) for fault in window.ask(WITH_TARGETS)]
    return found


def pbm(*words: str | Path) -> None:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output


def test_the_list_of_games(window: Browser, site: Path) -> None:
    assert "Who won" in (site / "index.html").read_text(encoding="utf-8")
    assert faults(window, site / "index.html") == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("page", ["index", "messages", "verify", "replay", "turn"])
def test_the_pages_of_a_game(window: Browser, site: Path, name: str, page: str) -> None:
    (*_, last) = sorted((site / name).glob("turn-0*.html"))
    assert faults(window, last if page == "turn" else site / name / f"{page}.html") == []


@pytest.mark.parametrize("ruleset", [*RULESETS, "toy"] if LONG else ["darkage", "toy"])
def test_a_rulebook(window: Browser, site: Path, ruleset: str) -> None:
    assert faults(window, site / "rulebook" / f"{ruleset}.html") == []


@pytest.mark.parametrize("name", PLAYED)
def test_a_report(window: Browser, site: Path, tmp_path: Path, name: str) -> None:
    pbm("report", name, READERS[name], "--form", "html", "--out", tmp_path, "--games", site.parent / "games")
    (page,) = tmp_path.glob("*.html")
    assert faults(window, page) == []


def test_a_report_of_a_game_that_is_over(window: Browser, site: Path, tmp_path: Path) -> None:
    pbm("report", OVER, "RED", "--form", "html", "--out", tmp_path, "--games", site.parent / "games")
    (page,) = tmp_path.glob("*.html")
    assert faults(window, page) == []


@pytest.mark.parametrize("name", PLAYED)
def test_a_receipt(window: Browser, site: Path, tmp_path: Path, name: str) -> None:
    """Of orders that were sent, with a line that nobody can read."""
    games, who, sheet = site.parent / "games", READERS[name], tmp_path / "sheet.txt"
    game = Game(games / name)
    sent = game.turn(game.last() + 1) / "orders" / f"{who}.txt"
    sheet.write_text(sent.read_text(encoding="utf-8") + "\nXYZZY ON ROME\n", encoding="utf-8")
    pbm("check", sheet, "--game", name, "--power", who, "--html", tmp_path / "receipt.html", "--games", games)
    assert "XYZZY" in (tmp_path / "receipt.html").read_text(encoding="utf-8")
    assert faults(window, tmp_path / "receipt.html") == []


def test_what_hinders_readers_is_found(window: Browser, site: Path, tmp_path: Path) -> None:
    """A planted fault: words that can hardly be seen."""
    page = (site / "game42" / "replay.html").read_text(encoding="utf-8")
    bad = tmp_path / "bad.html"
    bad.write_text(page.replace("</style>", ".said{color:#ccc}</style>"), encoding="utf-8")
    assert "color-contrast" in [fault[0] for _, _, fault in faults(window, bad)]
