"""By The Sword: the invader's player has a second power, with its own report, code, sheet and receipt by mail."""

import pytest

from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import expected
from pbm.office.report_mail import queue_reports
from pbm.office.signup import Signup, sign_up, start
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.planted import text_of
from tests.helpers.posting import MONDAY, SECRET, SETTINGS, bag, letter
from tests.helpers.seated import PLAYERS, Seat

INVADER, MOST_TURNS = "INV", 12


@pytest.fixture(scope="module")
def invaded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Seat, Seat]:
    """A game in which the invader has landed, and the two powers of the player who leads it."""
    games = tmp_path_factory.mktemp("games")
    for id in PLAYERS:
        sign_up(games, "g", Signup(id.title(), f"{id}@example.org", form="text", id=id))
    game, seated = start(games, "g", "marnon", SECRET, house=["scenario=two", "invader_player=GOL"])
    path = game.folder / "game.toml"
    path.write_text(path.read_text().partition("\n[mail]")[0] + SETTINGS)
    seats = [Seat(game, power, player.email) for power, player in seated.items()]
    while INVADER not in expected(game, game.last() + 1):
        assert game.last() < MOST_TURNS
        for number, each in enumerate(seats):
            each.take(f"{each.heads()}PASS\nEnd\n", game.last() * 10 + number)
        run_turn(game)
    own = next(each for each in seats if each.power == "GOL")
    return own, Seat(game, INVADER, own.address)


def mailed(game: Game, turn: int) -> dict[str, str]:
    """The reports of a turn by power."""
    queue_reports(game.folder.parent, game, turn, MONDAY)
    return {id.split("-")[1]: id for id in Outbox(game).ids() if id.startswith(f"{turn:03}-") and "report" in id}


def test_the_invaders_report_with_its_code_goes_to_its_player(invaded: tuple[Seat, Seat]) -> None:
    own, second = invaded
    reports = mailed(own.game, own.game.last())
    for each in (own, second):
        id = reports[each.power]
        assert Outbox(own.game).recipient(id) == own.address
        assert each.code() in text_of(own.game, id)


def test_both_sheets_in_one_letter_are_taken_and_each_has_its_receipt(invaded: tuple[Seat, Seat]) -> None:
    own, second = invaded
    text = "".join(f"{each.heads()}PASS\nEnd\n\n" for each in invaded)
    (entry,) = collect(own.game, bag(letter(text, own.address, 900)), MONDAY).entries
    assert [(each.power, each.accepted) for each in entry.sheets] == [("GOL", True), (INVADER, True)]
    assert {Outbox(own.game).recipient(id) for id in entry.answers} == {own.address}
    assert len(entry.answers) == 2
    assert "PASS" in second.text()
