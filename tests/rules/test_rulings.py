"""A turn that waits for the game master's ruling: nothing is kept before it is given, and it is part of the record."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.commands import clock
from pbm.mail.calendar import extend
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import settle
from pbm.office.attention import attention
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.redo import redo
from pbm.rules.engine import ORDERS, Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.rulings import Question
from pbm.rulesets.darkage import RULESET
from tests.helpers.posting import DAY, MONDAY, PLAYERS, SETTINGS, bag, letter, sheet
from tests.mail.test_mail_receipts import mails, text

FORD = Question("FORD", "the fight at the ford", '"MER"', {"MER": "MER is at the ford.", "WSX": "WSX is at the ford."})
HILL = Question("HILL", "the fight on the hill", '"WSX"')


def fights(turn: Turn[Any]) -> Iterator[Event]:
    if "MER" in turn.sheets and turn.sheets["MER"].lines:
        for winner in turn.rulings.ask(str, FORD, HILL):
            yield Said(winner, "The field is ours.")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    sequence = (Step(ORDERS, "0", "fights at the table", fights), *RULESET.book.steps(None))
    changed = replace(RULESET, book=replace(RULESET.book, sequence=sequence))
    monkeypatch.setattr("pbm.record.config.load", lambda name, version="": changed)
    monkeypatch.setattr("pbm.record.adjudicate.load", lambda name, version="": changed)
    game = new_game(tmp_path, "g", "darkage", bytes(range(32)))
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    return game


def adjudicate(game: Game, *words: str) -> Result:
    return CliRunner().invoke(main, ["adjudicate", "g", *words, "--games", str(game.folder.parent)])


def test_without_it_the_turn_says_what_to_write_and_keeps_nothing(game: Game) -> None:
    said = adjudicate(game)
    assert said.exit_code == 1
    assert "Needed: the fight at the ford\nNeeded: the fight on the hill\n" in said.output
    assert str(game.turn(1) / "rulings.toml") in said.output
    assert game.last() == 0
    assert not game.results(1)
    written = said.output[said.output.rindex("[rulings]") :]
    (game.turn(1) / "rulings.toml").write_text(written)
    assert adjudicate(game).exit_code == 0, "what it says is what it takes"


def test_the_ruling_is_kept_sealed_and_used_again(game: Game) -> None:
    place = game.turn(1) / "rulings.toml"
    place.write_text('[rulings]\nFORD = "MER"\nHILL = "WSX"\n')
    assert "rulings.toml" in adjudicate(game).output
    assert (game.result(1) / "rulings.toml").read_bytes() == place.read_bytes()
    assert list(prove(game)) == []
    redo(game, "MER", b"1. TAX\n2. TAX\n", "a line was lost")
    assert (game.result(1) / "journal.jsonl").read_bytes().count(b"The field is ours") == 2
    assert list(prove(game)) == []
    (game.results(1)[0] / "rulings.toml").write_text('[rulings]\nFORD = "WSX"\nHILL = "WSX"\n')
    assert [fault for fault in prove(game) if "rulings.toml: has been changed" in fault]


def test_a_ruling_beside_the_result_that_it_was_not_made_from_is_found(game: Game) -> None:
    place = game.turn(1) / "rulings.toml"
    place.write_text('[rulings]\nFORD = "MER"\nHILL = "WSX"\n')
    adjudicate(game)
    place.write_text('[rulings]\nFORD = "WSX"\nHILL = "WSX"\n')
    assert list(prove(game)) == [f"{place}: has been changed"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('[rulings]\nFORD = "MER"\nHILL = "WSX"\nHELL = "WSX"\n', "no rule asked for HELL"),
        ('[rulings]\nFORD = "MER"\n', "Needed: the fight on the hill"),
        ('[rulings]\nFORD = 3\nHILL = "WSX"\n', "the fight at the ford is not understood"),
        ('[ruling]\nFORD = "MER"\n', "rulings.toml cannot be read"),
        ("[rulings\n", "rulings.toml cannot be read"),
    ],
)
def test_a_ruling_that_does_not_fit_is_refused(game: Game, text: str, answer: str) -> None:
    (game.turn(1) / "rulings.toml").write_text(text)
    said = adjudicate(game)
    assert said.exit_code == 1
    assert answer in said.output
    assert not game.results(1)


# what the players are told


ON_PAPER = """
[MER]
email = "mercia@example.org"

[WSX]
form = "paper"
address = ["1 High Street", "Winchester"]

[KNT]
email = "kent@example.org"
"""


@pytest.fixture
def by_mail(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    (game.folder / "players.toml").write_text(PLAYERS + '\n[KNT]\nemail = "kent@example.org"\n')
    monkeypatch.setattr(clock, "now", lambda: MONDAY + 5 * DAY)
    return game


def letters(game: Game) -> dict[str, str]:
    return {id: text(message) for id, message in mails(game, "-gm-ruling-").items()}


def test_each_power_concerned_is_told_once_what_it_may_know(by_mail: Game) -> None:
    said = [adjudicate(by_mail) for _ in range(2)]
    assert said[0].output == said[1].output
    assert "Told by mail: MER, WSX.\nWrite this into" in said[0].output
    found = letters(by_mail)
    assert [id.split("-")[1] for id in found] == ["MER", "WSX"], "nobody else, and nobody twice"
    mercia, wessex = found.values()
    assert "MER is at the ford." in mercia
    assert "WSX" not in mercia
    assert "WSX is at the ford." in wessex
    assert "answer this mail" in wessex
    assert by_mail.last() == 0
    assert list(prove(by_mail)) == []


def test_the_game_master_reads_the_answer(by_mail: Game) -> None:
    adjudicate(by_mail)
    (asked,) = [mail for id, mail in mails(by_mail, "-gm-ruling-").items() if "-MER-" in id]
    answer = letter(
        "Please fight it on the hill.\n", Subject=f"Re: {asked['Subject']}", In_Reply_To=str(asked["Message-ID"])
    )
    collect(by_mail, bag(answer, at=MONDAY + 5 * DAY), MONDAY + 5 * DAY)
    assert [line for line in attention(by_mail, MONDAY + 5 * DAY) if "letter" in line]


def test_what_is_decided_needs_no_mail_any_more(by_mail: Game) -> None:
    adjudicate(by_mail)
    assert Outbox(by_mail).waiting() == [*letters(by_mail)]
    (by_mail.turn(1) / "rulings.toml").write_text('[rulings]\nFORD = "MER"\nHILL = "WSX"\n')
    assert adjudicate(by_mail).exit_code == 0
    assert Outbox(by_mail).waiting() == []
    assert list(prove(by_mail)) == []


def test_a_preview_tells_nobody(by_mail: Game) -> None:
    assert "Needed: the fight at the ford" in adjudicate(by_mail, "--preview").output
    assert letters(by_mail) == {}


def test_the_screen_has_the_letter_to_a_player_without_mail(by_mail: Game) -> None:
    (by_mail.folder / "players.toml").write_text(ON_PAPER)
    said = adjudicate(by_mail).output
    assert "Told by mail: MER.\n" in said
    assert "WSX gets no mail. Send them this by post:\n" in said
    assert "  WSX is at the ford.\n" in said
    assert "MER is at the ford" not in said


def test_orders_after_it_are_too_late_until_there_is_a_new_deadline(
    by_mail: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    (by_mail.orders(1) / "MER.txt").unlink()
    collect(by_mail, bag(letter(sheet())), MONDAY)
    monkeypatch.setattr(clock, "now", lambda: MONDAY + DAY)
    adjudicate(by_mail, "--anyway")
    newer = letter(sheet(orders="1. TAX\n2. TAX\n"), number=2)
    collect(by_mail, bag(newer, at=MONDAY + 2 * DAY), MONDAY + 2 * DAY)
    settle(by_mail, 1)
    assert "2. TAX" not in (by_mail.orders(1) / "MER.txt").read_text()
    assert "too late for turn 1" in [text(mail) for mail in mails(by_mail, "receipt").values()][-1]
    extend(by_mail, 1, 3)
    settle(by_mail, 1)
    assert "2. TAX" in (by_mail.orders(1) / "MER.txt").read_text()


def test_the_regular_run_sends_it_and_then_says_what_is_needed(by_mail: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    def send_out(game: Game, *_: object) -> Iterator[str]:
        sent.extend(Outbox(game).waiting())
        return iter(())

    monkeypatch.setattr("pbm.office.round.send_out", send_out)
    said = list(make_round(by_mail.folder.parent, lambda: MONDAY + 5 * DAY, lambda _: None))
    assert {*letters(by_mail)} <= {*sent}
    name, words, is_error = said[-1]
    assert (name, is_error) == ("g", True)
    assert "Needed: the fight at the ford" in words
    assert "Told by mail: MER, WSX." in words
