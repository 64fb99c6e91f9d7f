"""Games that share a mailbox: a letter reaches the games of its writer, and no other game answers it."""

from pathlib import Path

import pytest

from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from pbm.rules.result import Result
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, Bag, bag, letter, mail_game, sheet

DOT = "dot@example.org"
NAMES = ("aaa", "one", "two")


@pytest.fixture
def games(tmp_path: Path) -> list[Game]:
    """Dot plays Mercia in the second and third of three games."""
    settings = SETTINGS.replace("[mail]", f"[mail]\ninbox = '{tmp_path}/inbox'")
    mine = f'[MER]\nemail = "{DOT}"\n'
    others = '[MER]\nemail = "eve@example.org"\n'
    return [mail_game(tmp_path, name, settings, others if name == "aaa" else mine) for name in NAMES]


def taken(games: list[Game], *letters: bytes) -> dict[str, list[str]]:
    """The verdicts of each game that takes any of the letters."""
    box = bag(*letters)
    found = {game.name: [entry.verdict for entry in collect(game, box, MONDAY + DAY).entries] for game in games}
    assert isinstance(box[0], Bag)
    return {name: verdicts for name, verdicts in found.items() if verdicts}


def mailed(game: Game) -> list[str]:
    return [id.split("-", 2)[2].split("-")[0] for id in Outbox(game).ids()]


def bare(game: str, orders: str) -> str:
    return f"Game: {game}\nCode: {sheet_code(SECRET, game, 1, 'MER')}\n{orders}End\n"


@pytest.mark.parametrize(
    "text",
    [
        sheet(game="one") + "\n" + sheet(game="two", orders="1. LEVY TAM 2\n"),
        "Hello,\n\n" + bare("one", "tax please\n") + "\n" + bare("two", "2 in Tamworth please\n") + "\nCheers, Dot\n",
        bare("one", "TAX\n") + "\n" + bare("two", "LEVY TAM 2\n"),
    ],
    ids=["all headings", "loosely written", "game and code alone"],
)
def test_two_sheets_for_two_games_are_both_answered_and_no_third_game_speaks(games: list[Game], text: str) -> None:
    assert set(taken(games, letter(text, DOT))) == {"one", "two"}
    assert [len(mailed(game)) for game in games] == [0, 1, 1]


def test_a_bounce_in_plain_words_is_of_a_game_in_which_its_player_plays(games: list[Game]) -> None:
    raw = letter(f"Your mail could not be delivered.\n\n<{DOT}>: mailbox full\n", "MAILER-DAEMON@example.net")
    assert taken(games, raw) == {"one": ["automatic"]}


@pytest.mark.parametrize(
    "text", ["WHO\n", "SEND REPORT\n", "How do I found a town?\n", "Away 2026-12-01 to 2026-12-20\n"]
)
def test_a_letter_without_a_code_goes_to_a_game_of_its_writer(games: list[Game], text: str) -> None:
    assert set(taken(games, letter(text, DOT))) == {"one"}


def test_a_game_that_is_over_leaves_letters_to_one_that_is_under_way(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = Result("points", "somebody won")
    monkeypatch.setattr(Game, "ended", lambda self, turn=None: over if self.name in ("aaa", "one") else None)
    assert set(taken(games, letter("WHO\n", DOT), letter("Can I play?\n", "new@example.org", 2))) == {"two"}
