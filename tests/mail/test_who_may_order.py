"""Orders by mail come only from whoever has the power: not from players who dropped out, resigned or are out of the
game, whatever code, address or headers their letter has. Each has an answer, and the game master reads the letter."""

import datetime as dt
from pathlib import Path

import pytest

from pbm.mail.intake import collect, enter
from pbm.mail.outbox import Outbox
from pbm.mail.sets import chosen, expected, settle
from pbm.mail.waiting import waiting
from pbm.office.signup import resign, sign_up, start, take_over
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.standby import seat_standby
from tests.helpers.posting import bag
from tests.office.test_office import NOW, SECRET, joined

SETTINGS = '\n[mail]\naddress = "gm@example.org"\npolicy = "{policy}"\nauthserv = "mx.example.org"\n'
SHEET = {
    "darkage": "1. TAX\n",
    "twilight": "SLOT EARLY\n",
    "tours": "MARK YEL REFORM\n",
    "marnon": "PASS\n",
    "homelands": "FESTIVAL YES\n",
}
VOUCHED = "Authentication-Results: mx.example.org; dmarc=pass header.from={address}\n"
WAYS = ("registered", "another", "two senders", "no sender")
games = pytest.mark.parametrize("ruleset", sorted(SHEET))


def began(folder: Path, ruleset: str, policy: str = "code") -> Game:
    for id in ("ann", "bob"):
        sign_up(folder, "g", joined(id, form="text"))
    game, _ = start(folder, "g", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(SETTINGS.format(policy=policy))
    return game


def power_of(game: Game, id: str) -> str:
    return next(power for power, player in players(game).items() if player.id == id)


def dropped(game: Game) -> str:
    """Play until Ann, who sends nothing, has dropped out; return her power."""
    ann, bob = power_of(game, "ann"), power_of(game, "bob")
    while ann in players(game):
        (game.orders(game.last() + 1) / f"{bob}.txt").write_text("\n")
        run_turn(game, empty=True)
        assert game.last() < 6
    return ann


def word_for_power(game: Game) -> str:
    config = game.config()
    return str(config.ruleset.language.words(config.open(game.position(game.last()))).power)


def sheet(game: Game, power: str, turn: int | None = None, code: bool = True) -> str:
    number, word = turn or game.last() + 1, word_for_power(game)
    right = sheet_code(SECRET, "g", min(number, game.last() + 1), power)
    proof = f"Code: {right}\n" if code else ""
    return f"Game: g\nTurn: {game.called(number)}\n{word}: {power}\n{proof}{SHEET[game.config().ruleset.name]}End\n"


def letter(text: str, way: str = "registered", more: str = "", number: int = 1) -> bytes:
    sender = {
        "registered": "From: ann@example.org\n",
        "another": "From: cousin@example.net\n",
        "two senders": "From: ann@example.org, cousin@example.net\n",
        "no sender": "",
    }[way]
    return f"{sender}{more}To: gm@example.org\nMessage-ID: <{number}@example.net>\nSubject: orders\n\n{text}".encode()


def refused(game: Game, power: str, raw: bytes, hours: int = 0) -> str:
    """Collect a letter that must have no effect; return the answer to it."""
    now, turn = NOW + dt.timedelta(hours=hours), game.last() + 1
    before = set(Outbox(game).ids())
    [entry] = collect(game, bag(raw, at=now), now).entries
    assert entry.verdict == "refused", entry
    assert entry.number in [each.entry.number for each in waiting(game)]
    assert chosen(game, turn, power) is None
    assert not (game.orders(turn) / f"{power}.txt").exists()
    new = [id for id in Outbox(game).ids() if id not in before]
    assert all("-answer-" in id for id in new)
    return "".join(Outbox(game).path(id).read_text() for id in new)


@pytest.mark.slow
@games
def test_whoever_dropped_out_gives_no_more_orders(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    power = dropped(game)
    for hours, way in enumerate(WAYS):
        answer = refused(game, power, letter(sheet(game, power), way, number=hours), hours)
        assert "no player now" in " ".join(answer.split()) or way in ("no sender", "two senders")
    late = sheet(game, power, game.last())
    refused(game, power, letter(late, number=8), 8)
    refused(game, power, letter(sheet(game, power, game.last() + 2), number=9), 9)
    assert chosen(game, game.last() + 2, power) is None
    assert power not in expected(game, game.last() + 1)


@pytest.mark.slow
@games
def test_a_dropout_has_the_power_again_once_the_game_master_gives_it_back(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    power = dropped(game)
    seat_standby(game, power)
    [entry] = collect(game, bag(letter(sheet(game, power)), at=NOW), NOW).entries
    assert entry.verdict == "accepted"
    assert chosen(game, game.last() + 1, power)


@games
def test_whoever_resigned_gives_no_more_orders(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    power = power_of(game, "ann")
    resign(game, power)
    for hours, way in enumerate(WAYS):
        refused(game, power, letter(sheet(game, power), way, number=hours), hours)


def test_the_address_of_a_dropout_proves_nothing(tmp_path: Path) -> None:
    game = began(tmp_path, "darkage", "address")
    power = dropped(game)
    vouched = VOUCHED.format(address="ann@example.org")
    assert "no player now" in refused(game, power, letter(sheet(game, power, code=False), more=vouched))


def test_whoever_is_out_of_the_game_gives_no_more_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = began(tmp_path, "homelands")
    power = power_of(game, "ann")
    run_turn(game, empty=True)
    monkeypatch.setattr("pbm.rulesets.homelands.world.World.is_active", lambda world, who: who != power)
    assert "no player now" in " ".join(refused(game, power, letter(sheet(game, power))).split())
    assert power not in expected(game, game.last() + 1), "nobody waits for their orders"


def test_the_game_master_may_type_in_orders_for_a_power_without_a_player(tmp_path: Path) -> None:
    game = began(tmp_path, "darkage")
    power = dropped(game)
    assert enter(game, power, sheet(game, power), NOW, NOW).verdict == "accepted"
    assert chosen(game, game.last() + 1, power)


def test_what_was_sent_in_advance_is_void_once_its_player_has_dropped_out(tmp_path: Path) -> None:
    game = began(tmp_path, "darkage")
    power, bob = power_of(game, "ann"), power_of(game, "bob")
    [entry] = collect(game, bag(letter(sheet(game, power, 3)), at=NOW), NOW).entries
    assert entry.verdict == "accepted"
    assert chosen(game, 3, power)
    assert dropped(game) == power
    assert game.last() == 2
    settle(game, 3)
    assert chosen(game, 3, power) is None
    assert not (game.orders(3) / f"{power}.txt").exists()
    sign_up(tmp_path, "g", joined("dora"))
    take_over(tmp_path, game, power, "dora")
    assert chosen(game, 3, power) is None
    assert bob in players(game)


def test_what_was_sent_in_advance_is_not_played_for_who_moves_in(tmp_path: Path) -> None:
    game = began(tmp_path, "darkage")
    power, bob = power_of(game, "ann"), power_of(game, "bob")
    collect(game, bag(letter(sheet(game, power, 4)), at=NOW), NOW)
    dropped(game)
    (game.orders(3) / f"{bob}.txt").write_text(f"EXCHANGE {power}\n")
    run_turn(game, empty=True)
    assert players(game)[power].id == "bob"
    assert chosen(game, 4, power) is None
