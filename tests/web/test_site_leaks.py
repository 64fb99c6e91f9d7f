"""A site shows what the roundups told and nothing else: change all that is not public, and every file is the same."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs
from msgspec.json import encode

from pbm.cli import main
from pbm.kit.play import Played
from pbm.kit.secrets import disguised
from pbm.kit.suites import leaks as suite
from pbm.mail.messages import kept
from pbm.office.frames import heading
from pbm.office.site_settings import EVERYTHING, Site
from pbm.record.adjudicate import run_turn
from pbm.record.game import JOURNAL, POSITION, Game
from pbm.reports.schema import render_json
from pbm.reports.sections import AnySection
from pbm.rules.event import Event
from pbm.rulesets import load
from pbm.rulesets.contract import Ruleset
from pbm.site import chronicle as told
from pbm.site import pages
from pbm.site.chronicle import Chronicle, Turn
from pbm.site.fame import Fame
from pbm.site.feed import feed
from pbm.site.hooks import public_result
from pbm.site.pages import Game as Shown
from pbm.site.publish import publish
from pbm.site.replay import replay_page
from tests.helpers.long import LONG
from tests.helpers.planted import SECRET_WORDS, game_with, take
from tests.helpers.play import GAMES as EVERY
from tests.helpers.posting import SETTINGS, letter, sheet
from tests.helpers.showcase import GAMES, OVER, games
from tests.reports.test_planted_leaks import DARKAGE, Patch, Plant
from tests.web.test_site import contents

QUICKEST = ("marnon1", "britannia1")

READERS = 3
"""So many powers' knowledge is kept while all else is changed, one after the other."""
QUIET = ("standings", "graphs", "roundups", "messages", "feed")
"""All that a site can show without drawing, for plants that need no picture. `test_bundle` is about the proof."""
SHOW: dict[str, tuple[Any, ...]] = {"all": (*QUIET, "replay"), "quiet": QUIET}


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Game]:
    (tmp_path / "games").mkdir()
    return games(tmp_path / "games")


def played(game: Game) -> Played:
    """The last turn that changed something."""
    config, last = game.config(), game.last()
    rules = config.ruleset
    opening, world = (config.open(game.position(turn)) for turn in (last - 1, last))
    past = tuple(rules.reports.chapter(config.open(game.position(turn))) for turn in range(last))
    return Played(rules, opening, world, list(rules.book.journal.read(game.journal(last))), past, {})


def with_other_secrets(game: Game, who: str, folder: Path) -> Game:
    """The same game as far as that power may know it, in its last turn."""
    copy, turn = Game(folder / game.name), played(game)
    shutil.copytree(game.folder, copy.folder)
    world, journal = disguised(turn, who, random.Random(who))
    place = copy.result(copy.last())
    (place / POSITION).write_bytes(turn.rules.state.write(world))
    (place / JOURNAL).write_bytes(turn.rules.book.journal.write(journal))
    return copy


def leaks(game: Game, folder: Path, show: str = "all", readers: int = READERS) -> Iterator[tuple[str, str]]:
    """The files of a site that change with whose view it is made from, or with what that power may not know."""
    before = files(game, folder / "before", show)
    for who in sorted(game.config().ruleset.state.players(played(game).world))[:readers]:
        for number, same in enumerate((game, with_other_secrets(game, who, folder / who))):
            after = files(same, folder / f"{who}-{number}", show, who)
            yield from ((who, path) for path in before | after if before.get(path) != after.get(path))


def files(game: Game, out: Path, show: str, who: str = "") -> dict[str, bytes]:
    """The site, made from the view of any power, or of that one."""
    with pytest.MonkeyPatch.context() as patch:
        if who:
            patch.setattr(Ruleset, "views", lambda rules, world, journal: {who: rules.sight.view(world, journal, who)})
        publish([(game, Site("site", show=SHOW[show]))], out)
        told = public_result(game, game.last())
    return contents(out) | {"what a hook is told": told}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name != OVER] if LONG else QUICKEST)
def test_no_file_of_a_site_has_a_secret(samples: dict[str, Game], tmp_path: Path, name: str) -> None:
    """Pages, pictures, replays and feed."""
    assert [*leaks(samples[name], tmp_path)] == []


def test_the_pages_of_a_site_have_no_secret(samples: dict[str, Game], tmp_path: Path) -> None:
    assert [*leaks(samples["game42"], tmp_path, "quiet", 1)] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_site_tells_what_the_roundups_told(samples: dict[str, Game], name: str) -> None:
    """Word for word, in every turn; the letterhead has no address on a site."""
    game = samples[name]
    for turn in told.turns(game):
        words = ("report", name, "ROUNDUP", "--turn", str(game.called(turn.number)), "--form", "json")
        done = CliRunner().invoke(main, [*words, "--games", str(game.folder.parent)])
        assert done.exit_code == 0, done.output
        mailed, ours = json.loads(done.output), json.loads(render_json(turn.roundup))
        for one in (mailed, ours):
            one["masthead"] |= {"orders_to": "", "post_to": []}
        ours["sections"] += [json.loads(encode(one)) for one in looked_back(game, turn)]
        assert sorted(ours.pop("sections"), key=str) == sorted(shown(mailed.pop("sections")), key=str)
        assert ours == mailed


def looked_back(game: Game, turn: told.Turn) -> tuple[AnySection, ...]:
    return told.chronicle(game).retrospect if turn.number == game.last() else ()


def shown(sections: list[Any]) -> list[Any]:
    """Without the story of a game in four maps: the replay has them all."""
    return [section for section in sections if not (section["kind"] == "map" and section["key"].startswith("story_"))]


def public_site(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """All that a site shows of a turn, made with the roundup as that power reads it."""
    rules = played.rules
    roundup = suite.report_of(played, world, journal, who).roundup
    turn = Turn(1, roundup.masthead.turn, roundup, "2026-12-01T18:00:00Z")
    told = Chronicle("game1", rules.name, rules.title, rules.data, (turn,), rules.reports.battles)
    game = Shown(told, EVERYTHING)
    replay = replay_page(told).encode() if game.has_replay else b""
    made = pages.front_page("Games", game), pages.turn_page("Games", game, 0), pages.messages_page("Games", game)
    return (*made, pages.index_page("Games", [game], Fame()), feed(told, ""), replay)


@pytest.mark.parametrize("name", EVERY)
def test_a_site_shows_what_everyone_may_know(name: str) -> None:
    assert not list(suite.leaks(load(name), range(1), turns=2, powers=2, made=public_site))


@pytest.mark.parametrize("people", ["", "[people]\nanonymous = true\n"])
def test_no_name_no_address_and_no_private_word_is_on_a_site(tmp_path: Path, people: str) -> None:
    game = game_with(tmp_path, people + '[report]\npost_to = ["2 Planted Lane"]\n')
    said = f"1. TAX\nPHONE: 01632 960001\nMessage: Peace to all.\nEnd\nTO KNT: {SECRET_WORDS}\n"
    take(game, letter(sheet(orders=said)))
    run_turn(game, empty=True)
    assert any(SECRET_WORDS in each.text for each in kept(game, 1)), "there is something to leak"
    publish(
        [(game, Site("site", show=("roundups", "messages", "feed", "standings", "graphs", "verify")))], tmp_path / "o"
    )
    unpacked = contents(tmp_path / "o")
    shutil.unpack_archive(tmp_path / "o" / "g" / "g.zip", tmp_path / "zip")
    for path, content in (unpacked | contents(tmp_path / "zip")).items():
        for word in ("Planted", "mercia@example.org", "orders@example.org", SECRET_WORDS, "01632 960001"):
            assert word.encode() not in content, f"{word} is in {path}"
        assert game.secret().hex().encode() not in content
    assert b"Peace to all." in unpacked["g/messages.html"]
    assert "orders@example.org" in SETTINGS


# leaks that are put in on purpose


def noted(secret: Callable[[Any], object]) -> Plant:
    """The note at the head of a roundup has something from the whole position, on the site alone."""

    def plant(patch: Patch) -> None:
        real = told.told_to_all

        def leaky(rules: Any, world: Any, *more: Any) -> Any:
            made = real(rules, world, *more)
            return structs.replace(made, masthead=structs.replace(made.masthead, note=str(secret(world))))

        patch.setattr(told, "told_to_all", leaky)

    return plant


def first_view(patch: Patch) -> None:
    """The site tells what the power knows whose view it is made from."""
    real = told.told_to_all

    def leaky(rules: Any, world: Any, journal: Any, *more: Any) -> Any:
        made = real(rules, world, journal, *more)
        view = next(iter(rules.views(world, journal).values()))
        return structs.replace(made, masthead=structs.replace(made.masthead, note=f"{len(view.events)} events"))

    patch.setattr(told, "told_to_all", leaky)


PLANTED: dict[str, Plant] = {
    "the census is in the roundup": DARKAGE["the census is in the roundup"],
    "the site counts all armies": noted(lambda world: sum(area.armies for area in world.areas.values())),
    "the site has the purse of Mercia": noted(lambda world: world.kingdoms["MER"].bp),
    "the site counts what one power knows": first_view,
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_reaches_the_site_and_is_found(
    samples: dict[str, Game], tmp_path: Path, monkeypatch: Patch, leak: str
) -> None:
    PLANTED[leak](monkeypatch)
    assert any(leaks(samples["game42"], tmp_path, "quiet"))


def test_a_picture_with_a_secret_is_found(samples: dict[str, Game], tmp_path: Path, monkeypatch: Patch) -> None:
    """The name under the map counts all armies; so do no pages."""
    noted(lambda world: sum(area.armies for area in world.areas.values()))(monkeypatch)
    monkeypatch.setattr(told.Turn, "name", property(lambda self: self.roundup.masthead.note))
    found = {path for _, path in leaks(samples["game42"], tmp_path, readers=1)}
    assert {"game42/replay.gif", "game42/maps/003.png"} <= found


def test_an_address_on_a_site_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    real = told.letterhead
    leaky = lambda game, turn: structs.replace(real(game, turn), note=heading(game, turn).orders_to)  # noqa: E731
    monkeypatch.setattr(told, "letterhead", leaky)
    with pytest.raises(AssertionError):
        test_no_name_no_address_and_no_private_word_is_on_a_site(tmp_path, "")


@pytest.mark.parametrize(
    "leak", ["the census is in the roundup", "the household is in the roundup", "the journeys of spies are public"]
)
def test_a_planted_leak_is_found_in_games_at_random(leak: str, monkeypatch: Patch) -> None:
    DARKAGE[leak](monkeypatch)
    assert any(suite.leaks(load("darkage"), range(2), turns=3, powers=16, made=public_site))
