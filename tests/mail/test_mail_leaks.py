"""The mail with a report, to the byte: all that a reader may not know is changed, and its headers, its names, its size
and its file in the outbox stay the same; so does the bundle that everybody may have while a game goes on.

The record hash stays the same here as well. It is the seal of the whole position, told to everyone on purpose.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbm.mail.outbox import Outbox
from pbm.office.report_mail import queue_reports
from pbm.record.bundle import contents
from pbm.record.game import Game
from pbm.record.players import FORMS, listed
from pbm.rulesets.contract import Ruleset
from tests.helpers.long import LONG
from tests.helpers.posting import MONDAY
from tests.helpers.showcase import GAMES, OVER, copied
from tests.web.test_site_leaks import played, with_other_secrets

pytestmark = pytest.mark.papers

MAIL = '\n[mail]\naddress = "orders@example.org"\n'
SAMPLES = [name for name in GAMES if name != OVER]
BY_MAIL = [form for form in FORMS if form != "paper"]
games = pytest.mark.parametrize("name", SAMPLES)


def with_reader(name: str, folder: Path, who: str, form: str, desk: bool) -> Game:
    """A sample of which one power's player has reports by mail."""
    game = copied(name, folder)
    settings = game.folder / "game.toml"
    if "\n[mail]" not in settings.read_text():
        settings.write_text(settings.read_text() + MAIL)
    entry = f'[{who}]\nemail = "reader@example.org"\nform = "{form}"\ndesk = {str(desk).lower()}\n'
    (game.folder / "players.toml").write_text(entry)
    return game


def readers(name: str, folder: Path) -> list[str]:
    turn = played(copied(name, folder))
    return sorted(turn.rules.state.players(turn.world))


@contextmanager
def alone(who: str) -> Iterator[None]:
    """Nobody but one power has a report: with other secrets the others' would be about a turn that never was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ruleset, "views", lambda rules, world, journal: {who: rules.sight.view(world, journal, who)})
        patch.setattr("pbm.record.bundle.Memory.note", lambda *turn: None)
        yield


def mailed(game: Game) -> dict[str, bytes]:
    """The outbox: names and bytes, with headers, names of files and sizes in them."""
    [who] = listed(game)
    with alone(who):
        queue_reports(game.folder.parent, game, game.last(), MONDAY)
    outbox = Outbox(game)
    return {path.name: path.read_bytes() for path in sorted(outbox.folder.iterdir()) if path.suffix == ".eml"}


def twice(name: str, folder: Path, who: str, form: str, desk: bool) -> tuple[Game, Game]:
    """The game, and the same with other secrets."""
    game = with_reader(name, folder / "true", who, form, desk)
    return game, with_other_secrets(game, who, folder / "other")


def tried(name: str) -> list[tuple[int, str, bool]]:
    """Which reader has the report in which form: each game another one, and in a long run all of them."""
    if LONG:
        return [(reader, form, True) for reader in range(3) for form in BY_MAIL]
    place = SAMPLES.index(name)
    return [(place % 3, BY_MAIL[place % len(BY_MAIL)], name == "game42")]


@games
def test_no_mail_with_a_report_has_a_secret_in_it_or_on_it(name: str, tmp_path: Path) -> None:
    known = readers(name, tmp_path / "first")
    for number, (reader, form, desk) in enumerate(tried(name)):
        one, other = twice(name, tmp_path / str(number), known[reader % len(known)], form, desk)
        there = mailed(one)
        assert len(there) == 1
        assert mailed(other) == there


@games
def test_the_bundle_of_a_game_that_goes_on_has_no_secret(name: str, tmp_path: Path) -> None:
    who = readers(name, tmp_path / "first")[0]
    one, other = twice(name, tmp_path, who, "text", False)
    with alone(who):
        assert contents(other, final=False) == contents(one, final=False)


def secret_of(game: Game) -> str:
    return f"{zlib.crc32(game.position(game.last())):08x}"


PLANTS: dict[str, tuple[str, Any]] = {
    "the name of a file": ("pbm.office.report_mail.file_name", lambda game, turn: f"report-{secret_of(game)}"),
    "the name in the outbox": ("pbm.office.report_mail.report_kind", None),
    "a Message-ID": ("pbm.mail.outbox.Outbox.message_id", lambda box, id: f"<{secret_of(box.game)}@example.org>"),
    "a subject": ("pbm.rules.turn_names.TurnNames.named", None),
    "the size": ("pbm.mail.compose.body", None),
}


@pytest.mark.parametrize("plant", PLANTS)
@games
def test_a_secret_on_a_mail_is_found(name: str, plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = twice(name, tmp_path, readers(name, tmp_path / "first")[0], "json", False)
    made = []
    for game in (one, other):
        target, leak = PLANTS[plant]
        with monkeypatch.context() as patch:
            patch.setattr(target, leak or told_by(plant, secret_of(game)))
            made.append(mailed(game))
    assert made[0] != made[1]


def told_by(plant: str, secret: str) -> Any:
    return {
        "the name in the outbox": lambda manifest: f"report-{secret}",
        "a subject": lambda names, turn: f"turn {secret}",
        "the size": lambda text: text + " " * (1 + int(secret, 16) % 997) + "\n",
    }[plant]
