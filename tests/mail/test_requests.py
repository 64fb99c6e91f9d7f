"""What players ask for by mail."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail.outbox import Outbox
from pbm.mail.requests import MOST as MOST_REQUESTS
from pbm.office import rulebook_copy
from pbm.office.requests import answer_requests
from pbm.office.rulebook_copy import rules_pdf
from pbm.reading.requests import request_in
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.planted import PLAYERS, SECRET_WORDS, asked, game_with, mails, take, text_of
from tests.helpers.posting import DAY, MONDAY, SECRET, letter, sheet


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_with(tmp_path)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("SEND REPORT", ("report", "")),
        ("send report 3", ("report", "3")),
        ("Please send me my report of turn 2.", ("report", "2")),
        ("send the report of the Set-up", ("report", "set-up")),
        ("Send map", ("map", "")),
        ("SEND RULES!", ("rules", "")),
        ("send the rulebook please", ("rules", "")),
        ("SEND SHEET", ("sheet", "")),
        ("SEND DESK", ("desk", "")),
        ("Please send me an order desk", ("desk", "")),
        ("please send me the map again", ("map", "")),
        ("Could you please send me the report of turn 3 again?", ("report", "3")),
        ("Can I have the map again, please?", ("map", "")),
        ("I've lost the map", None),
        ("I lost my report", ("report", "")),
        ("I need another copy of the rules.", ("rules", "")),
        ("Can you please re-send my turn report? Thanks a lot", ("report", "")),
        ("Hi Bob, could you please send me last turn's report again?", ("report", "")),
        ("Hi Bob, could you please send me the last turn's report?", ("report", "")),
        ("please send map again, thank you", ("map", "")),
        ("Please send me a blank sheet", ("sheet", "")),
        ("send me the map pls", ("map", "")),
        ("Kindly send the rules", ("rules", "")),
        ("send the report to Wessex", None),
        ("please send me the map and the rules", None),
        ("please send the rules of war", None),
        ("Can I have two more days?", None),
        ("can you send me armies?", None),
        ("who?", ("who", "")),
        ("HELP", ("help", "")),
        ("who are you?", None),
        ("help me", None),
        ("SEND ARMIES", None),
        ("I will send report tomorrow", None),
        ("Re: SEND REPORT", None),
    ],
)
def test_what_is_a_request(line: str, wanted: tuple[str, str] | None) -> None:
    assert request_in(line) == wanted


@given(st.text(max_size=60))
def test_no_line_breaks_the_reading_of_requests(line: str) -> None:
    request_in(line)


WANTED = {
    "SEND REPORT": "your report",
    "SEND SHEET": "TURNSHEET",
    "SEND DESK": "Order desk: Mercia, g, turn 1",
    "WHO": "WSX  Wessex: Planted Nametwo",
    "HELP": '"SEND MAP"',
    "SEND REPORT 9": "has no report of turn 9",
}


@pytest.mark.parametrize("words", WANTED)
@pytest.mark.parametrize("in_subject", [True, False])
def test_a_request_is_answered_with_just_that(game: Game, words: str, in_subject: bool) -> None:
    text, subject = ("", words) if in_subject else (f"Hello,\n\n{words.lower()}\n\nThanks\n", "hello")
    answers = asked(game, text, Subject=subject)
    assert set(answers.values()) == {"mercia@example.org"}
    (id,) = answers
    assert WANTED[words] in text_of(game, id)


def test_the_same_words_are_answered_again(game: Game) -> None:
    for number in range(2):
        (id,) = asked(game, "Hello,\n\nplease send me the sheet again\n\nThanks\n", number)
        assert WANTED["SEND SHEET"] in text_of(game, id)


@pytest.mark.parametrize("words", ["Levy and map: please send me both", "MOVE the deadline? Can we?"])
def test_whoever_asks_the_game_master_is_not_told_of_a_missing_code(game: Game, words: str) -> None:
    (id,) = asked(game, f"Hi,\n\n{words}\n\nAnna\n")
    assert "the game master will read your letter" in text_of(game, id)


def test_the_map_is_sent_as_pdf(game: Game) -> None:
    run_turn(game, empty=True)
    (id,) = asked(game, "SEND MAP\n")
    message = message_from_bytes(Outbox(game).path(id).read_bytes(), policy=policy.default)
    assert [part.get_filename() for part in message.iter_attachments()] == ["g-turn-1-map.pdf"]


def test_the_rules_are_sent_as_a_link_if_there_is_one(tmp_path: Path) -> None:
    game = game_with(tmp_path, '\n[rulebook]\nurl = "https://example.org/rules.html"\n')
    (id,) = asked(game, "SEND RULES\n")
    assert "https://example.org/rules.html" in text_of(game, id)


def test_the_rules_are_attached_if_they_are_not_on_the_web(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    (id,) = asked(game, "SEND RULES\n")
    message = message_from_bytes(Outbox(game).path(id).read_bytes(), policy=policy.default)
    (book,) = message.iter_attachments()
    assert (book.get_filename(), book.get_content_type()) == ("rulebook.pdf", "application/pdf")
    assert book.get_content() == rules_pdf("darkage")
    assert book.get_content().startswith(b"%PDF")
    monkeypatch.setattr(rulebook_copy, "MOST_BYTES", 1000)
    (id,) = asked(game, "SEND RULES\n", 2)
    assert "please ask the game master" in text_of(game, id)


def test_orders_and_requests_in_one_letter_are_both_done(game: Game) -> None:
    answers = asked(game, "SEND SHEET\n" + sheet(orders="1. TAX\nWHO\n2. LEVY TAM 1\n"))
    assert sorted(id.split("-")[2] for id in answers) == ["asked", "receipt"]
    assert "1. TAX\n2. LEVY TAM 1\n" in (game.orders(1) / "MER.txt").read_text()
    assert "WHO" not in text_of(game, next(id for id in answers if "receipt" in id))


def test_quoted_requests_are_not_answered(game: Game) -> None:
    quoted = "Thank you all very much indeed.\n\n> SEND REPORT\n> WHO\n\n-- \nSEND MAP\n"
    assert not [id for id in asked(game, quoted) if "asked" in id]


def test_words_in_a_message_are_no_request(game: Game) -> None:
    answers = asked(game, sheet(orders="1. TAX\nMessage:\nhelp\nwho\n"))
    assert not [id for id in answers if "asked" in id]


@pytest.mark.parametrize("words", ["SEND REPORT", "SEND SHEET", "WHO", "HELP"])
def test_a_stranger_gets_nothing_of_it(game: Game, words: str) -> None:
    answers = asked(game, f"{words}\n", From="stranger@example.net", Subject=words)
    assert not [id for id in answers if "asked" in id]


def test_a_code_from_elsewhere_is_answered_at_the_known_address(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    answers = asked(game, f"Code: {code}\nSEND SHEET\n", From="elsewhere@example.net", Reply_To="evil@example.net")
    assert set(answers.values()) == {"mercia@example.org"}


def test_requests_end_for_the_day(game: Game) -> None:
    for number in range(MOST_REQUESTS + 3):
        asked(game, "WHO\n", number=number)
    assert len(mails(game, "asked")) == MOST_REQUESTS
    asked(game, "WHO\n", number=99, now=MONDAY + 2 * DAY)
    assert len(mails(game, "asked")) == MOST_REQUESTS + 1


def test_a_robot_is_not_answered(game: Game) -> None:
    assert not asked(game, "WHO\n", Auto_Submitted="auto-replied")
    assert not [id for id in asked(game, "WHO\n", number=2, List_Id="<all>") if "asked" in id]


def test_an_answer_is_made_once(game: Game) -> None:
    asked(game, "WHO\n")
    list(answer_requests(game, MONDAY + DAY))
    assert len(mails(game, "asked")) == 1


def test_a_newcomer_gets_no_report_of_turns_before_and_no_message_to_whom_was_before(game: Game) -> None:
    take(game, letter(sheet(orders=f"1. TAX\nTO KNT: {SECRET_WORDS}\n")))
    run_turn(game)
    run_turn(game, empty=True)
    text = PLAYERS.replace("[KNT]", "[KNT]\njoined = 1\nsince = 1").replace('form = "paper"', 'form = "text"')
    (game.folder / "players.toml").write_text(text)
    (id,) = asked(game, "SEND REPORT 1\n", 2, From="kent@example.org")
    assert SECRET_WORDS not in text_of(game, id)
    assert "your report" in text_of(game, id)
    (id,) = asked(game, "SEND REPORT 0\n", 3, From="kent@example.org")
    assert "You have no report of turn 0" in text_of(game, id)
