"""Private messages between players."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.commands import clock
from pbm.mail.messages import MOST, kept
from pbm.mail.outbox import Outbox
from pbm.mail.sets import chosen
from pbm.office.issue import issue
from pbm.office.printing import print_run
from pbm.reading.addressed import NOBODY, address_of
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.bundle import contents
from pbm.record.game import Game
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from tests.helpers.planted import PLAYERS, SECRET_WORDS, game_with, mails, take, text_of
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, letter, sheet


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_with(tmp_path)


def test_a_message_goes_at_once_to_its_reader_alone(game: Game) -> None:
    take(game, letter(sheet(orders=f"1. TAX\nTO WSX: {SECRET_WORDS}\nand again\n")))
    (id,) = mails(game, "message")
    assert Outbox(game).recipient(id) == "wessex@example.org"
    said = text_of(game, id)
    assert f"> {SECRET_WORDS}\n> and again" in said
    assert "Mercia (MER), played by Planted Nameone, writes to you" in said
    assert "mercia@example.org" not in Outbox(game).path(id).read_text()
    assert "1. TAX\n" in (game.orders(1) / "MER.txt").read_text()
    assert SECRET_WORDS not in (game.orders(1) / "MER.txt").read_text()
    (receipt,) = mails(game, "receipt")
    assert "Your message to Wessex has been passed on." in text_of(game, receipt)
    assert SECRET_WORDS in text_of(game, receipt)


def test_a_message_reaches_a_reader_on_paper_with_the_report_and_nobody_else(game: Game) -> None:
    take(game, letter(sheet(orders=f"1. TAX\nTO Kent: {SECRET_WORDS}\n")))
    assert not mails(game, "message")
    run_turn(game)
    made = issue(game, 1)
    for power, report in made.reports.items():
        assert (SECRET_WORDS in render_text(report)) == (power == "KNT")
        assert (SECRET_WORDS in render_html(report)) == (power == "KNT")
        assert (SECRET_WORDS in render_json(report).decode()) == (power == "KNT")
    assert SECRET_WORDS not in render_text(made.roundup)
    assert "PRIVATE MESSAGES" in render_text(made.reports["KNT"])
    assert print_run(game, 1)[0]


def test_no_message_is_in_the_record_or_in_a_bundle(game: Game) -> None:
    take(game, letter(sheet(orders=f"1. TAX\nTO KNT: {SECRET_WORDS}\n")))
    run_turn(game)
    assert not [name for name, content in contents(game, final=True).items() if SECRET_WORDS.encode() in content]
    assert [each.text for each in kept(game, 1)] == [SECRET_WORDS]


def test_messages_wait_for_the_report_if_the_game_says_so(tmp_path: Path) -> None:
    game = game_with(tmp_path, '\n[people]\nmessages = "report"\n')
    take(game, letter(sheet(orders=f"1. TAX\nTO WSX: {SECRET_WORDS}\n")))
    assert not mails(game, "message")
    run_turn(game)
    assert SECRET_WORDS in render_text(issue(game, 1).reports["WSX"])


def test_a_letter_of_messages_alone_replaces_no_orders(game: Game) -> None:
    take(game, letter(sheet(orders="1. TAX\n")))
    first = chosen(game, 1, "MER")
    (entry,) = take(game, letter(sheet(orders=f"TO WSX: {SECRET_WORDS}\n"), number=2), now=MONDAY + DAY)
    assert chosen(game, 1, "MER") == first
    assert entry.sheets[0].only_words
    (answer,) = entry.answers
    assert "If you have sent some for this turn, they still count" in text_of(game, answer)


def test_a_message_without_a_code_is_answered_as_a_message(game: Game) -> None:
    (entry,) = take(game, letter(f"TO WSX: {SECRET_WORDS}\n"))
    assert not mails(game, "message")
    (answer,) = entry.answers
    assert "but your message was not passed on" in text_of(game, answer)
    assert "The sheet has no code" in text_of(game, answer)
    assert entry.number


def test_a_public_word_without_orders_goes_to_everyone_and_replaces_nothing(game: Game) -> None:
    take(game, letter(sheet(orders="1. TAX\n")))
    take(game, letter(sheet(orders="TO ALL: hail\n"), number=2), now=MONDAY + DAY)
    assert "1. TAX" in (game.orders(1) / "MER.txt").read_text()
    assert [id.split("-")[1] for id in mails(game, "message")] == ["WSX"]
    assert {each.to for each in kept(game, 1)} >= {"WSX", "KNT"}


def test_a_word_to_all_beside_orders_is_in_the_roundup(game: Game) -> None:
    take(game, letter(sheet(orders="1. TAX\nTO ALL: hail to everyone\n")))
    run_turn(game)
    assert "hail to everyone" in render_text(issue(game, 1).roundup)


def test_a_game_without_press_publishes_nothing(tmp_path: Path) -> None:
    game = game_with(tmp_path, "\n[people]\npress = false\n")
    take(game, letter(sheet(orders="1. TAX\nTO ALL: hail to everyone\n")))
    assert "This game has no messages to everyone" in text_of(game, mails(game, "receipt")[0])
    run_turn(game)
    assert "hail to everyone" not in render_text(issue(game, 1).roundup)


def test_a_name_that_is_nobodys_is_asked_about_and_never_published(game: Game) -> None:
    take(game, letter(sheet(orders=f"1. TAX\nMessage: hail\nTO WSQ: {SECRET_WORDS}\n")))
    said = " ".join(text_of(game, mails(game, "receipt")[0]).split())
    assert "nobody is called WSQ" in said
    run_turn(game)
    roundup = render_text(issue(game, 1).roundup)
    assert "hail" in roundup
    assert SECRET_WORDS not in roundup


def test_a_subject_begins_a_message(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    take(game, letter(f"Code: {code}\n\nMeet me at the ford.\n", Subject="TO WSX: tonight"))
    (id,) = mails(game, "message")
    assert "> tonight\n> Meet me at the ford." in text_of(game, id)


@pytest.mark.parametrize("subject", ["TO WSX", "To Wessex", "TO WSX:"])
def test_a_subject_without_words_addresses_the_letter(game: Game, subject: str) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    take(game, letter(f"Code: {code}\n\nMeet me at the ford.\n", Subject=subject))
    (id,) = mails(game, "message")
    assert "> Meet me at the ford." in text_of(game, id)


@pytest.mark.parametrize("subject", ["Re: TO WSX", "AW: Re: To Wessex", "RE: TO WSX: tonight"])
def test_an_answer_under_a_subject_with_an_address_goes_there(game: Game, subject: str) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    take(game, letter(f"Code: {code}\n\nMeet me at the ford.\n", Subject=subject))
    (id,) = mails(game, "message")
    assert Outbox(game).recipient(id) == "wessex@example.org"
    assert "> Meet me at the ford." in text_of(game, id)


def answering(game: Game, own: str) -> bytes:
    """Wessex answers a message from Mercia, with the message below."""
    take(game, letter(sheet(orders=f"TO WSX: {SECRET_WORDS}\n")))
    (id,) = mails(game, "message")
    quoted = "".join(f"> {line}\n" for line in text_of(game, id).splitlines())
    subject = "Re: g: a message from Mercia"
    return letter(f"{own}\nOn Monday the game wrote:\n{quoted}", "wessex@example.org", 2, Subject=subject)


def test_an_answer_to_a_message_goes_to_its_sender(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "WSX")
    take(game, answering(game, f"Code: {code}\n\nI shall be there.\n"))
    assert [(each.who, each.to, each.text) for each in kept(game, 1)][1:] == [("WSX", "MER", "I shall be there.")]


def test_an_answer_with_orders_is_not_passed_on_and_they_count(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "WSX")
    (entry,) = take(game, answering(game, f"Code: {code}\n\nMercia knows nothing.\n1. TAX\n"))
    assert entry.verdict == "accepted"
    assert len(kept(game, 1)) == 1
    assert "1. TAX" in (game.orders(1) / "WSX.txt").read_text()


def test_an_answer_without_the_code_is_put_before_the_game_master(game: Game) -> None:
    (entry,) = take(game, answering(game, "I shall be there.\n"))
    assert (entry.verdict, bool(entry.number), bool(entry.answers)) == ("refused", True, True)
    assert len(kept(game, 1)) == 1


def test_an_answer_to_the_game_master_is_not_passed_on(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    answered = "<g.001-MER-gm-1-2.3@example.org>"
    raw = letter(f"Code: {code}\n\nThank you for your help.\n", Subject="Re: TO WSX", In_Reply_To=answered)
    (entry,) = take(game, raw)
    assert not mails(game, "message")
    assert entry.number


def test_a_subject_that_only_begins_like_an_address_is_none(game: Game) -> None:
    (entry,) = take(game, letter(sheet(orders="1. TAX\n"), Subject="To do"))
    assert entry.verdict == "accepted"
    assert "nobody is called" not in text_of(game, entry.answers[0])


def test_end_below_a_message_ends_the_message_and_not_the_sheet(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    text = f"Code: {code}\nTO WSX: {SECRET_WORDS}\nEnd\n\nTO KNT: hail\nEnd\n\n1. tax\nEnd\n2. LEVY TAM 1\n"
    (entry,) = take(game, letter(text))
    assert entry.verdict == "accepted"
    assert [(each.to, each.text) for each in kept(game, 1)] == [("WSX", SECRET_WORDS), ("KNT", "hail")]
    stored = (game.orders(1) / "MER.txt").read_text()
    assert "1. tax" in stored
    assert "LEVY" not in stored


def test_a_message_to_nobody_alone_is_answered_with_the_name(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    (entry,) = take(game, letter(f"Code: {code}\nTO Offa: {SECRET_WORDS}\nEnd\n"))
    assert entry.verdict == "refused"
    assert "nobody is called Offa" in text_of(game, entry.answers[0])
    assert not mails(game, "message")


def test_a_message_to_somebody_and_nobody_reaches_the_one(game: Game) -> None:
    code = sheet_code(SECRET, "g", 1, "MER")
    (entry,) = take(game, letter(f"Code: {code}\nTO WSX, Offa: {SECRET_WORDS}\nEnd\n"))
    (id,) = mails(game, "message")
    assert Outbox(game).recipient(id) == "wessex@example.org"
    assert "nobody is called Offa" in " ".join(text_of(game, entry.answers[0]).split())


def test_a_message_without_a_code_is_not_passed_on(game: Game) -> None:
    (entry,) = take(game, letter(f"TO WSX: {SECRET_WORDS}\nEnd\n"))
    assert entry.verdict == "refused"
    assert not mails(game, "message")


def test_quoted_words_are_not_passed_on(game: Game) -> None:
    quoted = f"On Monday, 2 November 2026 at 18:00 the game <orders@example.org> wrote:\n> TO WSX: {SECRET_WORDS}\n"
    take(game, letter(sheet(orders="1. TAX\n") + quoted))
    assert not mails(game, "message")


@pytest.mark.parametrize("to", ["MER", "CMB"])
def test_a_message_to_oneself_or_to_the_computer_is_answered(tmp_path: Path, to: str) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET, ["CMB"])
    (game.folder / "game.toml").open("a").write(SETTINGS)
    (game.folder / "players.toml").write_text(PLAYERS)
    take(game, letter(sheet(orders=f"1. TAX\nTO {to}: hail\n")))
    assert "NOT passed on" in text_of(game, mails(game, "receipt")[0])
    assert not kept(game, 1)


def test_a_message_on_paper_is_typed_in_as_it_stands(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    typed = f"\nTAX\nend\n\n\nhail\nTO WSX: {SECRET_WORDS}\n\n"
    words = ["enter", "g", "MER", "--once", "--games", str(game.folder.parent)]
    assert CliRunner().invoke(main, words, input=typed).exit_code == 0
    assert SECRET_WORDS in text_of(game, mails(game, "message")[0])
    assert "| hail\n" in (game.orders(1) / "MER.txt").read_text()
    assert SECRET_WORDS not in (game.orders(1) / "MER.txt").read_text()


def test_the_same_message_is_passed_on_once(game: Game) -> None:
    for number in (1, 2, 3):
        take(game, letter(sheet(orders="1. TAX\nTO WSX: hail\n"), number=number))
    assert len(mails(game, "message")) == 1
    assert len(kept(game, 1)) == 1


def test_a_flood_ends(game: Game) -> None:
    for number in range(MOST // 2 + 2):
        lines = "".join(f"TO WSX: hail {number} {each}\n" for each in range(2))
        take(game, letter(sheet(orders=f"1. TAX\n{lines}"), number=number))
    assert len(kept(game, 1)) == MOST
    assert any("you have written" in text_of(game, id) for id in mails(game, "receipt"))


def test_hostile_words_become_no_header_and_no_order(game: Game) -> None:
    take(game, letter(sheet(orders="1. TAX\nTO WSX: hail\n| Bcc: all@example.org\n| 1. LEVY WIN 9\n")))
    raw = Outbox(game).path(mails(game, "message")[0]).read_bytes()
    message = message_from_bytes(raw, policy=policy.default)
    assert message["Bcc"] is None
    assert "> 1. LEVY WIN 9" in text_of(game, mails(game, "message")[0])
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_message_in_a_sheet_put_in_by_hand_comes_with_the_report(game: Game) -> None:
    (game.orders(1) / "MER.txt").write_text(f"1. TAX\nTO WSX: {SECRET_WORDS}\n")
    run_turn(game)
    assert SECRET_WORDS in render_text(issue(game, 1).reports["WSX"])
    assert SECRET_WORDS not in render_text(issue(game, 1).reports["KNT"])


@pytest.mark.parametrize(("ruleset", "one", "other"), [("darkage", "MER", "WSX"), ("twilight", "CHB", "LGE")])
def test_every_game_has_private_words(tmp_path: Path, ruleset: str, one: str, other: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    (game.folder / "game.toml").open("a").write(SETTINGS)
    (game.folder / "players.toml").write_text(f'[{one}]\nemail = "a@example.org"\n[{other}]\nemail = "b@example.org"\n')
    code = sheet_code(SECRET, "g", 1, one)
    take(game, letter(f"Game: g\nTurn: 1\nPower: {one}\nCode: {code}\nTO {other}: {SECRET_WORDS}\nEnd\n"))
    (id,) = mails(game, "message")
    assert Outbox(game).recipient(id) == "b@example.org"


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("TO MER: hail", ("MER",)),
        ("to mercia: hail", ("MER",)),
        ("To MER, WSX and Kent: hail", ("MER", "WSX", "KNT")),
        ("* TO  MER : hail", ("MER",)),
        ("To all: hail", ()),
        ("TO EVERYONE: hail", ()),
        ("TO MRE: hail", (f"{NOBODY}MRE",)),
        ("TO MER and QQQ: hail", ("MER", f"{NOBODY}QQQ")),
        ("To Offa: hail", (f"{NOBODY}Offa",)),
        ("TO King Offa: hail", (f"{NOBODY}King Offa",)),
        ("to sum up: no", None),
        ("to summarise: no", None),
        ("TO BE HONEST: no", None),
        ("To be honest: no", None),
        ("To: mercia@example.org", None),
        ("TOMER: hail", None),
        ("I wrote TO MER: hail", None),
    ],
)
def test_whom_a_line_addresses(game: Game, line: str, to: tuple[str, ...] | None) -> None:
    config = game.config()
    words = config.ruleset.language.words(config.open(game.position(0)))
    found = address_of(line, words)
    assert (found[0] if found else None) == to
