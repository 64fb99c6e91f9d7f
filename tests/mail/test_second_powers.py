"""Several powers of one player: each has its report, sheet, code and receipt without the game master's hand."""

from pathlib import Path

import pytest

from pbm.mail.addresses import addresses
from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.report_mail import lacking, queue_reports
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet

ONE = '[MER]\nemail = "mercia@example.org"\nform = "text"\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose rules give Wessex to the player of Mercia."""
    game = mail_game(tmp_path, players=ONE)
    seats = game.config().ruleset.seats
    monkeypatch.setitem(vars(seats), "orders_for", lambda world, power: "MER" if power == "WSX" else power)
    return game


def take(game: Game, text: str) -> Arrival:
    (entry,) = collect(game, bag(letter(text)), MONDAY).entries
    return entry


def filed(game: Game, power: str) -> list[str]:
    lines = (game.orders(1) / f"{power}.txt").read_text().splitlines()
    return [line for line in lines if line[:1].isdigit()]


def test_both_have_the_address_of_their_player(game: Game) -> None:
    assert addresses(game) == {"MER": "mercia@example.org", "WSX": "mercia@example.org"}


def test_two_sheets_in_one_letter_are_two_sheets(game: Game) -> None:
    entry = take(game, "Hello,\n\n" + sheet() + "\n" + sheet("WSX", orders="1. LEVY WIN 2\n"))
    assert [(each.power, each.accepted) for each in entry.sheets] == [("MER", True), ("WSX", True)]
    assert (filed(game, "MER"), filed(game, "WSX")) == (["1. TAX"], ["1. LEVY WIN 2"])
    assert {Outbox(game).recipient(id) for id in entry.answers} == {"mercia@example.org"}
    assert len(entry.answers) == 2


def test_the_code_of_one_power_never_serves_for_the_other(game: Game) -> None:
    swapped = sheet().replace("Kingdom: MER", "Kingdom: WSX")
    entry = take(game, swapped)
    assert [each.kind for each in entry.sheets] == ["another's code"]


def test_two_sheets_of_one_power_are_still_a_contradiction(game: Game) -> None:
    entry = take(game, sheet() + "\n" + sheet(orders="1. GROW TAM\n"))
    assert [each.kind for each in entry.sheets] == ["two sheets"]


def test_both_reports_are_mailed(game: Game) -> None:
    run_turn(game, empty=True)
    assert [*lacking(game, 1)] == ["MER", "WSX"]
    queue_reports(game.folder.parent, game, 1, MONDAY + DAY)
    outbox = Outbox(game)
    reports = [id for id in outbox.ids() if id.startswith("001-")]
    assert sorted(id.split("-")[1] for id in reports) == ["MER", "WSX"]
    assert {outbox.recipient(id) for id in reports} == {"mercia@example.org"}


def test_somebody_else_may_have_the_second_power(game: Game) -> None:
    (game.folder / "players.toml").write_text(ONE + '[WSX]\nemail = "wessex@example.org"\n')
    assert addresses(game)["WSX"] == "wessex@example.org"
