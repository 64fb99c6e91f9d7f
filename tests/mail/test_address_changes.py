"""A change of address is an act of the player alone: the old address is told, and can stop it by answering."""

import datetime as dt
from email import message_from_bytes
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.inbox import Inbox
from pbm.mail.intake import collect
from pbm.mail.moves import unfit
from pbm.mail.outbox import Outbox
from pbm.mail.settings import Post
from pbm.office.address_changes import follow_moves
from pbm.office.signup import change_address
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from pbm.record.holders import players
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter, mail_game, sheet

CODE = sheet_code(SECRET, "g", 1, "MER")
OLD, NEW = "mercia@example.org", "new@example.org"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def asking(words: str = f"New email: {NEW}") -> str:
    return sheet().replace("1. TAX", f"{words}\n\n1. TAX")


def take(game: Game, raw: bytes, now: dt.datetime = MONDAY) -> None:
    collect(game, bag(raw, at=now - dt.timedelta(minutes=1)), now)
    list(follow_moves(game, now))


def deliver(game: Game, now: dt.datetime = MONDAY) -> None:
    """All that waits is sent."""
    for id in Outbox(game).waiting():
        Outbox(game).note(id, now, "sent")


def ask(game: Game, text: str, now: dt.datetime = MONDAY, number: int = 1, kind: str = "text/plain") -> None:
    take(game, letter(text, OLD, number, Content_Type=f"{kind}; charset=utf-8"), now)
    deliver(game, now)


def later(game: Game, days: int = 4) -> tuple[str, tuple[str, ...]]:
    """The addresses once the days of waiting are over, through any number of runs."""
    for _ in range(2):
        list(follow_moves(game, MONDAY + days * DAY))
    player = players(game)["MER"]
    return player.email, player.address


def notices(game: Game) -> list[str]:
    return [id for id in Outbox(game).ids() if "-move-" in id]


def answer_to(game: Game, id: str, sender: str = OLD, **more: str) -> bytes:
    return letter("No, that was not me!\n", sender, 7, In_Reply_To=Outbox(game).message_id(id), **more)


def test_it_waits_three_days_after_the_old_address_was_told(game: Game) -> None:
    ask(game, asking())
    (id,) = notices(game)
    assert Outbox(game).recipient(id) == OLD
    assert NEW in str(message_from_bytes(Outbox(game).path(id).read_bytes()))
    assert later(game, 2) == (OLD, ())
    assert later(game, 4) == (NEW, ())


def test_the_lines_of_a_postal_address(game: Game) -> None:
    ask(game, asking("New address: 3 New Road; Tamworth\x7f\x1b; "))
    assert later(game) == (OLD, ("3 New Road", "Tamworth"))


def test_it_waits_as_long_as_the_old_address_has_not_been_told(game: Game) -> None:
    take(game, letter(asking()))
    assert later(game, 30) == (OLD, ())
    deliver(game, MONDAY + 30 * DAY)
    assert later(game, 31) == (OLD, ())
    assert later(game, 34) == (NEW, ())


QUOTED = "On Monday the game master wrote:\n"
NOT_MINE = {
    "quoted": asking("").replace("End\n", f"End\n\n{QUOTED}> Code: {CODE}\n> New email: {NEW}\n"),
    "quoted without marks": asking("").replace("End\n", f"\n{QUOTED}\nMessage: hello\nNew email: {NEW}\n"),
    "below the signature": sheet() + f"-- \nNew email: {NEW}\n",
    "below End": sheet() + f"New email: {NEW}\n",
    "in a message": sheet().replace("End", f"Message: I heard this:\nNew email: {NEW}\nEnd"),
    "in a message of the sheet": sheet().replace("End", f"Message:\n| New email: {NEW}\nEnd"),
    "among the orders": sheet(orders=f"1. TAX\nNew email: {NEW}\n2. TAX\n"),
    "above the headings": f"New email: {NEW}\n\n{sheet()}",
    "with another's code": asking().replace(CODE, sheet_code(SECRET, "g", 1, "WSX")),
    "without a code": asking().replace(f"Code: {CODE}\n", ""),
    "with the code quoted": asking().replace(f"Code: {CODE}\n", "") + f"\n{QUOTED}> Code: {CODE}\n",
    "two of them": asking(f"New email: {NEW}\nNew email: other@example.org"),
    "the game's own": asking("New email: Orders@Example.org"),
    "another player's": asking("New email: WESSEX@example.org"),
    "no address": asking("New email: nonsense"),
    "not in letters that mail takes": asking("New email: mércia@exämple.org"),
    "with a control character": asking("New email: new\x7f @example.org"),
}


@pytest.mark.parametrize("what", NOT_MINE)
def test_what_is_not_the_players_own_asking_moves_nothing(game: Game, what: str) -> None:
    ask(game, NOT_MINE[what])
    assert later(game) == (OLD, ())
    assert collect(game, bag(letter(sheet("WSX"), number=5)), MONDAY).entries[0].verdict == "accepted"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("wessex@example.org", "it is another player's"),
        ("orders@example.org", "it is the game's own"),
        ("nonsense", "it is not a mail address"),
    ],
)
def test_the_game_master_reads_why_it_was_refused(game: Game, words: str, why: str) -> None:
    ask(game, asking(f"New email: {words}"))
    (entry,) = Inbox(game).entries()
    assert f"Refused: {why}" in entry.note


def test_the_longest_address_there_can_be() -> None:
    domain = "@" + ".".join(["a" * 60] * 4)
    longest = "a" * (254 - len(domain)) + domain
    assert unfit(longest, Post(), ()) == ""
    assert unfit("a" + longest, Post(), ()) == "it is not a mail address"


def test_who_answers_too_late_is_told_so(game: Game) -> None:
    ask(game, asking())
    (id,) = notices(game)
    assert later(game) == (NEW, ())
    take(game, answer_to(game, id), MONDAY + 5 * DAY)
    (stop,) = [id for id in Outbox(game).ids() if "-stop-" in id]
    assert "came too late" in Outbox(game).path(stop).read_text()
    assert Outbox(game).recipient(stop) == OLD


def test_in_a_quote_of_html_it_is_nobodys(game: Game) -> None:
    lines = "".join(f"<div>{line}</div>" for line in sheet().splitlines())
    quote = f"<blockquote><div>Code: {CODE}</div><div>New email: {NEW}</div><div>1. TAX</div></blockquote>"
    ask(game, lines + quote, kind="text/html")
    assert later(game) == (OLD, ())


def test_an_answer_from_the_old_address_stops_it_and_all_others_of_the_turn(game: Game) -> None:
    ask(game, asking())
    (id,) = notices(game)
    take(game, answer_to(game, id), MONDAY + DAY)
    assert [entry.verdict for entry in Inbox(game).entries()] == ["accepted", "stop"]
    assert later(game) == (OLD, ())
    ask(game, asking("New email: again@example.org"), MONDAY + DAY, 8)
    assert later(game, 9) == (OLD, ())
    assert len(notices(game)) == 1
    (stop,) = [id for id in Outbox(game).ids() if "-stop-" in id]
    assert "has stopped the change" in Outbox(game).path(stop).read_text()


def test_an_answer_is_known_by_its_subject_too(game: Game) -> None:
    ask(game, asking())
    (id,) = notices(game)
    subject = str(message_from_bytes(Outbox(game).path(id).read_bytes())["Subject"])
    take(game, letter("no\n", "elsewhere@example.org", 9, Subject=f"Re: {subject}"), MONDAY + DAY)
    assert later(game) == (OLD, ())


def test_a_machine_cannot_stop_it(game: Game) -> None:
    ask(game, asking())
    take(game, answer_to(game, notices(game)[0], Auto_Submitted="auto-replied"), MONDAY + DAY)
    assert later(game) == (NEW, ())


def test_answers_to_answers_come_to_an_end(game: Game) -> None:
    ask(game, asking())
    for number in range(3):
        take(game, answer_to(game, notices(game)[0], Message_ID=f"<{number}@else.example.org>"), MONDAY + DAY)
    assert len([id for id in Outbox(game).ids() if "-stop-" in id]) == 1


def test_an_answer_with_orders_stops_it_and_is_a_sheet(game: Game) -> None:
    ask(game, asking())
    raw = answer_to(game, notices(game)[0]).replace(b"No, that was not me!", sheet(orders="1. LEVY TAM 2\n").encode())
    take(game, raw, MONDAY + DAY)
    assert "LEVY TAM 2" in (game.orders(1) / "MER.txt").read_text()
    assert later(game) == (OLD, ())


def test_the_same_sheet_sent_again_asks_once(game: Game) -> None:
    ask(game, asking())
    ask(game, asking(), number=2)
    assert len(notices(game)) == 1
    assert later(game) == (NEW, ())


def test_a_flood_of_changes_does_not_flood_the_player(game: Game) -> None:
    for number in range(10):
        ask(game, asking(f"New email: new{number}@example.org"), number=number)
    assert len(notices(game)) == 3


def test_the_newest_counts(game: Game) -> None:
    ask(game, asking())
    take(game, letter(asking("New email: newer@example.org"), number=2), MONDAY + DAY)
    deliver(game, MONDAY + DAY)
    assert later(game, 3) == (OLD, ())
    assert later(game, 4) == ("newer@example.org", ())


def test_what_the_game_master_has_changed_meanwhile_stays(game: Game) -> None:
    ask(game, asking())
    change_address(game, "MER", email="told@example.org")
    assert later(game) == ("told@example.org", ())


def test_it_is_made_once_whatever_the_game_master_writes_afterwards(game: Game) -> None:
    ask(game, asking())
    assert later(game) == (NEW, ())
    change_address(game, "MER", email=OLD)
    assert later(game, 9) == (OLD, ())


def test_broken_off_anywhere_it_is_made_in_the_end(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(game, asking())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Inbox, "record", fail)
        with pytest.raises(OSError, match="No space"):
            later(game)
    assert later(game) == (NEW, ())
    with monkeypatch.context() as broken:
        broken.setattr("pbm.office.signup.write_players", fail)
        assert later(game) == (NEW, ())


def test_nobody_can_be_told_so_the_game_master_decides(tmp_path: Path) -> None:
    game = mail_game(tmp_path, players='[MER]\naddress = ["1 High Street"]\nform = "paper"\n')
    take(game, letter(asking()))
    assert later(game) == ("", ("1 High Street",))
    assert f"pbm address g MER --email {NEW}" in next(iter(Inbox(game).entries())).note


def test_the_game_master_cannot_write_an_address_that_stops_the_game(game: Game) -> None:
    with pytest.raises(GameError, match="not an email address"):
        change_address(game, "MER", email="mércia@exämple.org")
    change_address(game, "MER", address=("1 High\x7f Street", 'the "Crown"\t'))
    assert players(game)["MER"].address == ("1 High\x7f Street", 'the "Crown"\t')


def test_a_new_street_leaves_a_new_email_that_still_waits_as_it_is(game: Game) -> None:
    ask(game, asking())
    ask(game, asking("New address: 3 New Road; Tamworth"), number=2)
    assert later(game) == (NEW, ("3 New Road", "Tamworth"))


def test_a_new_address_above_the_code_and_nothing_else_is_answered_with_where_to_write_it(game: Game) -> None:
    ask(game, f"New email: {NEW}\nCode: {CODE}\n")
    assert not notices(game)
    (answer,) = (" ".join(Outbox(game).path(id).read_text().split()) for id in Outbox(game).ids())
    assert f"New email: {NEW}: ignored, because it must be directly below the code" in answer


def test_what_the_game_master_says_ends_what_was_asked_for(game: Game) -> None:
    ask(game, asking())
    words = ["address", "g", "MER", "--email", "third@example.org", "--games", str(game.folder.parent)]
    said = CliRunner().invoke(main, words)
    assert f"The change that was asked for ({NEW}) does not take place." in said.output
    (id,) = notices(game)
    Outbox(game).readdress(id, "third@example.org")
    assert later(game)[0] == "third@example.org"
