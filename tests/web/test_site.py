"""The public site: made from roundups alone, the same bytes each time, and nothing secret in it."""

import io
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from pbm.cli import main
from pbm.office.site_settings import Site
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.undo import undo
from pbm.site.chronicle import Turn, chronicle
from pbm.site.feed import feed
from pbm.site.pages import REPLAY
from pbm.site.publish import publish
from pbm.site.refresh import LIST, refresh, sites
from pbm.site.replay import replay_page
from tests.helpers import long
from tests.helpers.showcase import LONG, SAMPLES, long_game, showcase

MOST_BYTES, MOST_MAILED = 15_000_000, 3_000_000
TURN_MARKS = {f"turn-{turn}" for turn in range(99)}
"""A replay goes to these by itself."""
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "object": "data", "source": "src"}


def pbm(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the first sample game."""
    out = tmp_path_factory.mktemp("site")
    publish([(Game(SAMPLES / "game42"), Site("site"))], out, "Our games")
    return out


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# what is there


def test_a_site_has_all_its_parts(site: Path) -> None:
    there = {*contents(site)}
    turns = {f"game42/turn-00{turn}.html" for turn in range(4)} | {f"game42/maps/00{turn}.png" for turn in range(4)}
    assert there == turns | {
        "index.html",
        "style.css",
        LIST,
        "rulebook/darkage.html",
        *(f"game42/{name}" for name in ("index.html", "messages.html", "verify.html", "feed.xml", "game42.zip")),
        *(f"game42/{name}" for name in ("replay.html", "replay.gif")),
    }
    front = (site / "game42" / "index.html").read_text(encoding="utf-8")
    for words in ("Standings after turn 3", "Victory points", "Cumbria captured Tynedale", "The replay", "Our games"):
        assert words in front


class Links(HTMLParser):
    """What a page loads, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads, self.leads, self.names = list[str](), list[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in LOADING and (target := given.get(LOADING[tag])):
            self.loads.append(target)
        if tag == "a" and (target := given.get("href")):
            self.leads.append(target)
        self.names |= {given.get("id") or ""}


def read_links(site: Path) -> dict[Path, Links]:
    return {page.resolve(): Links(page.read_text(encoding="utf-8")) for page in sorted(site.rglob("*.html"))}


def broken(site: Path) -> Iterator[tuple[str, str]]:
    """Links that lead nowhere or to another host."""
    pages = read_links(site)
    for page, links in pages.items():
        for target in [*links.loads, *links.leads]:
            path, _, mark = target.partition("#")
            there = (page.parent / path).resolve() if path else page
            names = pages[there].names if there in pages else set()
            if re.match(r"[a-z]+:|//", target) or not there.is_file() or not names >= {mark} - {""} - TURN_MARKS:
                yield page.name, target


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert [*broken(site)] == []


def test_a_link_that_leads_nowhere_is_found(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "rulebook" / "darkage.html").unlink()
    page = copy / "game42" / "verify.html"
    page.write_text(page.read_text(encoding="utf-8").replace("#roundups", "#nowhere"), encoding="utf-8")
    assert {("verify.html", "index.html#nowhere"), ("index.html", "rulebook/darkage.html")} <= {*broken(copy)}


@pytest.mark.slow
def test_every_link_of_all_games_leads_somewhere(tmp_path: Path) -> None:
    assert [*broken(showcase(tmp_path))] == []


def test_every_page_leads_to_the_rulebook_and_the_rulebook_back(site: Path) -> None:
    pages = read_links(site)
    book = (site / "rulebook" / "darkage.html").resolve()
    for page, links in pages.items():
        wanted = book if page != book else (site / "index.html").resolve()
        there = {(page.parent / target.partition("#")[0]).resolve() for target in links.leads}
        assert wanted in there or page.name == REPLAY, page.name


def test_no_style_loads_anything(site: Path) -> None:
    for path, content in contents(site).items():
        if path.endswith((".html", ".css")):
            found = re.findall(rb"url\(\s*['\"]?([^)'\"]{0,20})|@import", content)
            assert all(target.startswith((b"data:", b"#")) for target in found), path


def test_the_bundle_of_a_site_verifies(site: Path) -> None:
    done = pbm("verify", site / "game42" / "game42.zip")
    assert done.exit_code == 0, done.output
    assert "stay sealed" in done.output


def test_the_feed_is_atom(site: Path) -> None:
    space = "{http://www.w3.org/2005/Atom}"
    tree = ET.fromstring((site / "game42" / "feed.xml").read_text(encoding="utf-8"))
    entries = tree.findall(f"{space}entry")
    assert entries[0].findtext(f"{space}title") == "game42: turn 3"
    for part in (tree, *entries):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", part.findtext(f"{space}updated") or "")
        assert (part.findtext(f"{space}id") or "").startswith("urn:uuid:")
    assert len({entry.findtext(f"{space}id") for entry in entries}) == len(entries)


def test_links_of_a_feed_begin_with_the_address_of_the_site() -> None:
    told = chronicle(Game(SAMPLES / "game42"))
    assert b'href="https://example.org/games/game42/turn-003.html"' in feed(told, "https://example.org/games/")


# the same bytes, and no more written than changed


def test_the_same_record_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "game42"
    shutil.copytree(SAMPLES / "game42", copy)
    done = pbm("site", "game42", "--out", tmp_path / "out", "--games", copy.parent, "--title", "Our games")
    assert done.exit_code == 0, done.output
    made = contents(tmp_path / "out")
    assert made == contents(site)


def few(tmp_path: Path, settings: str = 'show = ["roundups", "feed", "standings"]\n') -> Game:
    """A small game with a site that needs no pictures."""
    games = tmp_path / "games"
    games.mkdir()
    game = new_game(games, "vale", "toy", b"7" * 32, [])
    path = game.folder / "game.toml"
    path.write_text(path.read_text() + f'\n[site]\nout = "../public"\ntitle = "Vales"\n{settings}')
    return game


def test_a_run_refreshes_the_site_and_writes_only_what_changed(tmp_path: Path) -> None:
    game, out = few(tmp_path), tmp_path / "games" / "../public"
    assert "files written" in pbm("run", "--games", game.folder.parent).output
    first, times = contents(out), {p: p.stat().st_mtime_ns for p in out.rglob("*")}
    assert "site" not in pbm("run", "--games", game.folder.parent).output
    run_turn(game, empty=True)
    ((names, words, wrong),) = refresh(game.folder.parent)
    assert (names, wrong) == ("vale", False)
    assert "files written" in words
    second = contents(out)
    changed = {path for path in second if second[path] != first.get(path)}
    assert {"vale/turn-001.html", "vale/index.html", "vale/feed.xml", "index.html"} <= changed
    assert "style.css" not in changed
    for path, time in times.items():
        if path.is_file() and path.relative_to(out).as_posix() not in changed:
            assert path.stat().st_mtime_ns == time


def test_what_is_undone_leaves_the_site_and_strange_files_stay(tmp_path: Path) -> None:
    game, out = few(tmp_path), tmp_path / "public"
    run_turn(game, empty=True)
    list(refresh(game.folder.parent))
    (out / "vale" / "mine.txt").write_text("the game master's own")
    assert (out / "vale" / "turn-001.html").exists()
    undo(game, "A slip.")
    list(refresh(game.folder.parent))
    assert not (out / "vale" / "turn-001.html").exists()
    assert (out / "vale" / "mine.txt").exists()


def test_what_is_not_to_be_shown_is_not_there(tmp_path: Path) -> None:
    game = few(tmp_path)
    list(refresh(game.folder.parent))
    there = {*contents(tmp_path / "public")}
    assert not any(path.endswith((".zip", ".gif", "messages.html")) for path in there)
    assert not any(path.startswith("rulebook/") for path in there)
    assert b"messages.html" not in (tmp_path / "public" / "vale" / "index.html").read_bytes()


def test_games_share_a_site_and_the_past_ones_have_a_hall_of_fame(tmp_path: Path) -> None:
    game = few(tmp_path)
    for _ in range(6):
        run_turn(game, empty=True)
    other = new_game(game.folder.parent, "dale", "toy", b"8" * 32, [])
    path = other.folder / "game.toml"
    path.write_text(path.read_text() + '\n[site]\nout = "../public"\nshow = ["roundups"]\n')
    assert len(sites(game.folder.parent, [game, other])[0]) == 1
    list(refresh(game.folder.parent))
    page = (tmp_path / "public" / "index.html").read_text()
    running, fame = page.split("Hall of fame")
    assert "dale/index.html" in running
    assert "vale/index.html" in fame
    assert (chronicle(game).result or "?").capitalize() in fame


def test_a_wrong_setting_is_explained(tmp_path: Path) -> None:
    game = few(tmp_path, 'shows = ["maps"]\n')
    assert "the nearest is show" in sites(game.folder.parent, [game])[1]["vale"]
    assert "the nearest is show" in pbm("site", "--games", game.folder.parent).output
    assert "PROBLEM" in pbm("run", "--games", game.folder.parent).output
    assert "--out DIR" in pbm("site", "vale", "--games", game.folder.parent).output


# the replay as a file


def test_a_replay_is_one_file(tmp_path: Path) -> None:
    done = pbm("replay", "game42", "--games", SAMPLES, "--out", tmp_path / "replay.html")
    assert "from turn 0 to turn 3" in done.output
    page = (tmp_path / "replay.html").read_text(encoding="utf-8")
    links = Links(page)
    assert links.loads == []
    assert page == replay_page(chronicle(Game(SAMPLES / "game42")))


def test_a_gif_has_a_frame_for_every_turn(site: Path, tmp_path: Path) -> None:
    done = pbm("replay", "game42", "--as", "gif", "--games", SAMPLES, "--out", tmp_path / "replay.gif")
    assert done.exit_code == 0, done.output
    content = (tmp_path / "replay.gif").read_bytes()
    assert content == (site / "game42" / "replay.gif").read_bytes()
    assert len(content) < MOST_MAILED
    assert Image.open(io.BytesIO(content)).n_frames == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["html", "gif"])
def test_a_game_without_a_map_has_no_replay(tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turn, "map", None)
    done = pbm("replay", "game42", "--as", form, "--games", SAMPLES, "--out", tmp_path / "replay")
    assert done.exit_code == 1
    assert "Dark Age has no map to replay the game on." in done.output


def test_pictures_of_two_turns_differ(site: Path) -> None:
    drawn = [path.read_bytes() for path in (site / "game42" / "maps").glob("*.png")]
    assert len({*drawn}) == 4


# a long game


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [*LONG] if long.LONG else ["homelands"])
def test_the_site_of_a_long_game_is_small(ruleset: str, tmp_path: Path) -> None:
    game = long_game(tmp_path, ruleset)
    done = publish([(game, Site("site"))], tmp_path / "out")
    assert len(chronicle(game).turns) > 30
    assert done.size < MOST_BYTES
    assert (tmp_path / "out" / game.name / "replay.gif").stat().st_size < MOST_MAILED
