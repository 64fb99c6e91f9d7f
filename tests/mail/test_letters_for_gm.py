"""Letters that only a person can read are put before the game master, and none is lost."""

import datetime as dt
import shutil
from collections.abc import Iterable
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbm.commands import clock
from pbm.mail.compose import Mail
from pbm.mail.inbox import Arrival, Inbox, Judged
from pbm.mail.intake import Collected, collect
from pbm.mail.outbox import Outbox
from pbm.mail.settled import unsettled
from pbm.mail.smtp import Refused
from pbm.mail.waiting import find_letter, waiting
from pbm.office import round as rounds
from pbm.office.attention import attention
from pbm.office.observers import observe, observers, queue_roundups
from pbm.office.requests import answer_requests
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.erase import erase
from pbm.record.game import Game
from tests.helpers.commands import pbm
from tests.helpers.posting import DAY, MONDAY, PLAYERS, SECRET, SETTINGS, bag, letter, mail_game, sheet

QUESTION = letter("May I have three more days?\n", number=7, Subject="A question")
GM = 'digest_to = "master@example.org"\nsmtp = "smtp://localhost:1"\n'
ON_PAPER = '\n[KNT]\nname = "Kent"\naddress = ["1 The Street"]\nform = "paper"\n'


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path, settings=with_mail(GM), players=PLAYERS + ON_PAPER)


def with_mail(more: str) -> str:
    return SETTINGS.replace("\n[calendar]", f"{more}\n[calendar]")


@pytest.fixture(autouse=True)
def on_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)


def take(game: Game, *raws: bytes, at: dt.datetime = MONDAY) -> Collected:
    return collect(game, bag(*raws, at=at), at + dt.timedelta(hours=1))


def said(game: Game, *words: str, typed: str = "") -> str:
    done = pbm(game, *words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.output


def with_file(name: str, kind: str, content: bytes, text: str = "my orders\n", inline: bool = False) -> bytes:
    message = EmailMessage()
    message["From"], message["Message-ID"], message["Subject"] = "mercia@example.org", f"<{name}@x>", "turn 1"
    message.set_content(text)
    main_kind, _, sub = kind.partition("/")
    message.add_attachment(content, maintype=main_kind, subtype=sub, filename=name)
    if inline:
        [part] = message.iter_attachments()
        part["Content-ID"] = "<a>"
        del part["Content-Disposition"]
        part["Content-Disposition"] = f'inline; filename="{name}"'
    return message.as_bytes()


FOR_A_PERSON = {
    "a question": QUESTION,
    "a request for time": letter("I am in hospital until Friday. Can you wait for me?\n"),
    "may I join": letter("Can I join your game?\n", "stranger@example.net"),
    "a photo": with_file("sheet.jpg", "image/jpeg", b"\xff\xd8photo"),
    "a photo in the text": with_file("IMG_1.png", "image/png", b"\x89PNG", "", inline=True),
    "a Word file": with_file("orders.docx", "application/msword", b"PK\x03\x04"),
    "a complaint": letter("This is the second time that my army was lost. I am not happy.\n"),
    "nothing": letter(""),
    "another game": letter(sheet(game="elsewhere", code="K7Q-2MX-F")),
    "no code": letter("Game: g\nTurn: 1\nKingdom: MER\n1. TAX\n"),
}


@pytest.mark.parametrize("kind", FOR_A_PERSON)
def test_what_is_not_orders_is_put_before_the_game_master(game: Game, kind: str) -> None:
    [entry] = take(game, FOR_A_PERSON[kind]).entries
    [one] = waiting(game)
    assert (one.entry.hash, one.entry.number) == (entry.hash, 1)
    assert one.sender in said(game, "letters")
    shown = said(game, "letters", "show", "1")
    assert "Why it is here: " in shown
    assert "1 letter is off the list." in said(game, "letters", "done", "1")
    assert said(game, "letters") == "No letters are waiting.\n"
    assert Inbox(game).holds(entry.hash)


ASIDE = "I will be in hospital. Could somebody type my orders?\n"
CODE = f"Code: {sheet_code(SECRET, 'g', 1, 'MER')}\n"
WITH_WORDS = {
    "away": (f"Hello,\nAWAY 18 Nov to 30 Nov\n{ASIDE}Bob\n", "away"),
    "away, with orders": (sheet(orders="AWAY 1 Dec to 30 Dec\n1. TAX\n") + ASIDE, "accepted"),
    "away, and a request": (f"AWAY 18 Nov to 30 Nov\nWHO\n{ASIDE}", "away"),
    "a request": (f"SEND SHEET\n\n{ASIDE}", "refused"),
    "a request, and few words": ("SEND SHEET\n\nI resign.\n", "refused"),
    "a request, with orders": (f"{ASIDE}WHO\n{sheet()}", "accepted"),
    "a message below": (f"{CODE}{ASIDE}\nTO WSX: peace!\n", "accepted"),
    "a message above": (f"{CODE}TO WSX: peace!\n\n{ASIDE}", "accepted"),
}


@pytest.mark.parametrize("kind", WITH_WORDS)
def test_words_beside_what_the_game_answers_by_itself_reach_the_game_master(game: Game, kind: str) -> None:
    text, verdict = WITH_WORDS[kind]
    [entry] = take(game, letter(text)).entries
    assert (entry.verdict, entry.number) == (verdict, 1)
    [one] = waiting(game)
    assert one.entry.hash == entry.hash
    answers = " ".join(Outbox(game).path(id).read_text() for id in entry.answers)
    assert "game master" in answers


@pytest.mark.parametrize(
    "text",
    [
        "Dear all,\nAWAY 18 Nov to 30 Nov\nMany thanks,\nBob\n",
        "Hello,\nSEND SHEET\n\nThank you very much!\nBob Smith\n",
        f"{CODE}TO WSX: peace! I will be at sea until the summer. May I count on you?\nEnd\nBob\n",
        "> May I have more time for my next orders?\n\nNOT AWAY\n",
    ],
)
def test_greetings_names_messages_and_quotations_do_not(game: Game, text: str) -> None:
    [entry] = take(game, letter(text)).entries
    assert entry.verdict in ("away", "asked", "accepted")
    assert waiting(game) == []


@pytest.mark.parametrize(
    "raw",
    [
        letter(sheet()),
        letter("I am away.\n", Auto_Submitted="auto-replied"),
        letter("gone fishing\n", X_Autoreply="yes"),
        letter("whatever\n", "orders@example.org"),
    ],
    ids=["orders", "out of office", "an answering machine", "our own mail"],
)
def test_orders_and_automatic_mail_are_not(game: Game, raw: bytes) -> None:
    take(game, raw)
    assert waiting(game) == []


def test_a_bounce_is_for_a_person(game: Game) -> None:
    raw = (
        b"From: MAILER-DAEMON@example.org\nMessage-ID: <b@x>\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        b"--b\nContent-Type: text/plain\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n"
        b"Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; wessex@example.org\nDiagnostic-Code: smtp; 550 unknown\n\n"
        b"--b--\n"
    )
    take(game, raw)
    [one] = waiting(game)
    assert "wessex@example.org was not reached" in one.why
    assert "wessex@example.org was not reached" in one.line()
    assert f"pbm address {game.name} WSX --email ADDRESS" in one.remedy
    assert Outbox(game).ids() == []


def test_the_sender_is_told_once_that_a_person_will_read_it(game: Game) -> None:
    take(game, QUESTION)
    take(game, QUESTION)
    [id] = Outbox(game).ids()
    text = Outbox(game).path(id).read_text()
    assert "Subject: g: the game master will read your letter" in text
    assert "The game master will read it and answer you." in text
    assert text.count("In-Reply-To: <7@example.org>") == 1


def test_refused_orders_leave_the_list_when_others_are_accepted(game: Game) -> None:
    take(game, FOR_A_PERSON["no code"], QUESTION)
    assert [one.entry.number for one in waiting(game)] == [1, 2]
    take(game, letter(sheet(), number=2), at=MONDAY + DAY)
    assert [one.entry.number for one in waiting(game)] == [2]


def test_a_picture_beside_good_orders_is_for_a_person_too(game: Game) -> None:
    [entry] = take(game, with_file("notes.jpg", "image/jpeg", b"\xff\xd8", sheet())).entries
    assert entry.verdict == "accepted"
    assert [one.entry.number for one in waiting(game)] == [1]


def test_files_are_saved_under_safe_names(game: Game) -> None:
    take(game, with_file("../../.ssh/my sheet.jpg", "image/jpeg", b"\xff\xd8photo"))
    shown = said(game, "letters", "show", "1")
    path = game.folder / "inbox" / "letter-1" / "2-my-sheet.jpg"
    assert path.read_bytes() == b"\xff\xd8photo"
    assert f"Came with it: {path}, a picture" in shown


def test_a_letter_cannot_write_to_the_terminal(game: Game) -> None:
    take(game, letter("\x1b[2Jhello\x07\n", Subject="\x1b]0;owned\x07"))
    assert "\x1b" not in said(game, "letters") + said(game, "letters", "show", "1")


def test_an_answer_goes_to_the_sender_with_the_letter_below(game: Game) -> None:
    take(game, QUESTION)
    assert "to mercia@example.org is queued" in said(game, "letters", "answer", "1", "--text", "Yes, until Monday.")
    [id] = [id for id in Outbox(game).ids() if "-gm-" in id]
    text = Outbox(game).path(id).read_text()
    for part in ("Subject: Re: A question", "Yes, until Monday.", "> May I have three more days?"):
        assert part in text
    assert waiting(game) == []
    assert "You have dealt with it: answered." in said(game, "letters", "show", "1")


def test_an_answer_may_be_typed_and_the_letter_kept(game: Game) -> None:
    take(game, QUESTION)
    said(game, "letters", "answer", "1", "--keep", typed="Let me think.\n\nI will write again.\n.\n")
    [id] = [id for id in Outbox(game).ids() if "-gm-" in id]
    assert "Let me think.\n\nI will write again.\n\n>" in Outbox(game).path(id).read_text()
    assert len(waiting(game)) == 1
    assert "nothing was done" in pbm(game, "letters", "answer", "1", "--text", " ").output


def test_a_picture_of_a_sheet_is_accepted_with_the_sheet_keyed_beside_it(game: Game) -> None:
    take(game, FOR_A_PERSON["a photo"])
    late = MONDAY + 10 * DAY
    assert "Turn 1" in said(game, "letters", "accept", "1", "--once", typed="\nTAX\nend\n\n\n\n")
    [keyed] = [entry for entry in Inbox(game).entries() if entry.place == "keyed"]
    assert keyed.arrived == MONDAY < late
    assert (game.orders(1) / "MER.txt").is_file()
    assert waiting(game) == []


def test_whose_orders_they_are_may_be_said(game: Game) -> None:
    take(game, letter("see the photo\n", "cousin@example.net"))
    assert "Whose orders are they?" in pbm(game, "letters", "accept", "1").output
    said(game, "letters", "accept", "1", "--power", "Wessex", "--once", typed="\nTAX\nend\n\n\n\n")
    assert (game.orders(1) / "WSX.txt").is_file()


def test_a_letter_of_which_nothing_is_typed_stays_on_the_list(game: Game) -> None:
    take(game, FOR_A_PERSON["a photo"])
    assert "Letter g/1 stays on the list." in said(game, "letters", "accept", "1", "--once", typed="\nend\n\n\n\n")
    assert len(waiting(game)) == 1


@pytest.mark.parametrize("more", [[], ["--power", "WSX", "--once"]])
def test_typing_that_is_broken_off_is_taken_up_with_the_letters_own_time(game: Game, more: list[str]) -> None:
    take(game, FOR_A_PERSON["a photo"], at=MONDAY - DAY)
    broken_off = pbm(game, "letters", "accept", "1", *more, typed="\nTAX\n")
    assert broken_off.exit_code == 1
    to_go_on = " ".join(["pbm letters accept g/1", *more])
    assert broken_off.output.splitlines()[-2:] == [f"What you typed is kept. To go on: {to_go_on}", "Aborted!"]
    said(game, *to_go_on.split()[1:4], "--once", *more[:2], typed="\n\nend\n\n\n\n")
    [keyed] = [entry for entry in Inbox(game).entries() if entry.place == "keyed"]
    assert keyed.arrived == MONDAY - DAY


def test_enter_is_taken_up_with_the_time_that_was_given(game: Game) -> None:
    words = ["enter", "g", "mercia", "--arrived", "2026-11-15", "--turn", "2"]
    assert (
        'To go on: pbm enter g MER --turn 2 --arrived "2026-11-15 00:00"' in pbm(game, *words, typed="\nTAX\n").output
    )


def test_numbers_say_the_game_where_several_have_them(game: Game) -> None:
    other = mail_game(game.folder.parent, "h")
    take(game, QUESTION)
    take(other, letter("Who goes there?\n", number=9))
    assert [one.name for each in (game, other) for one in waiting(each)] == ["g/1", "h/1"]
    assert "use g/1 or h/1" in pbm(game, "letters", "show", "1").output
    assert "Who goes there?" in said(game, "letters", "show", "h/1")
    line = "h/1  16 Nov 2026 12:00  mercia@example.org: orders / Who goes there?\n"
    assert said(game, "letters", "h").startswith(line)
    assert find_letter([game, other], "g/1").game == game
    for wrong, why in (("7", "There is no letter 7"), ("x", "is not the number")):
        assert why in pbm(game, "letters", "show", wrong).output


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Dear game master,\n\nmy army is lost. Why?\n\nRegards\nMercia\n", "my army is lost. Why?"),
        ("Hi Joan, how are you?\nMy army is lost.\n", "Hi Joan, how are you?"),
        ("> Turn 3 is due.\nGood morning!\nThanks.\nI need three more days.\n", "I need three more days."),
        ("Game: g\nTurn: 1\n\nHello,\nwhere is my code?\n", "where is my code?"),
        ("Hello!\n", "Hello!"),
        ("", ""),
    ],
)
def test_the_list_shows_the_first_line_that_says_something(game: Game, text: str, line: str) -> None:
    take(game, letter(text, Subject="A letter"))
    assert [one.line() for one in waiting(game)] == [" / ".join(filter(None, ["A letter", line]))]


def test_a_number_is_never_given_twice(game: Game) -> None:
    take(game, QUESTION)
    said(game, "letters", "done", "1")
    take(game, letter("And four days?\n", number=8), at=MONDAY + DAY)
    assert [one.entry.number for one in waiting(game)] == [2]


def test_collecting_says_what_needs_the_game_master(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    path.write_bytes(QUESTION)
    told = said(game, "collect", "g", str(path), "--clock-is-right")
    assert "letter 1 for you to read" in told
    assert "1 letter is waiting for you: pbm letters g" in told


def test_an_erased_player_leaves_no_letter_behind(game: Game) -> None:
    take(game, QUESTION, with_file("sheet.jpg", "image/jpeg", b"\xff\xd8photo"))
    said(game, "letters", "show", "2")
    erase(game, "MER")
    assert waiting(game) == []
    assert not (game.folder / "inbox" / "letter-2").exists()
    assert not [path for path in (game.folder / "inbox").glob("*.eml") if b"three more days" in path.read_bytes()]


def test_an_erased_player_leaves_no_mail_behind(game: Game) -> None:
    """Answers without a power, the roundup as an observer, and an answer to another player that names them."""
    path = game.folder / "players.toml"
    path.write_text(path.read_text().replace("[MER]\n", '[MER]\nname = "Offa the player"\n'))
    observe(game, "O", "Mercia@example.org")
    observe(game, "E", "else@example.org")
    queue_roundups(game, MONDAY)
    take(game, QUESTION, letter("WHO\n", "wessex@example.org", 8), letter("HELP\n", "wessex@example.org", 9))
    list(answer_requests(game, MONDAY))
    outbox = Outbox(game)
    outbox.queue(1, "", "answer-ab", Mail("g", "Hello"), "mercia@example.org", MONDAY)
    erase(game, "MER")
    kept = b"".join(path.read_bytes() for path in game.folder.rglob("*") if path.is_file()).lower()
    assert b"mercia@example.org" not in kept
    assert b"offa the player" not in kept
    assert sorted(outbox.recipient(id) for id in outbox.waiting()) == ["else@example.org", "wessex@example.org"]
    assert [each.name for each in observers(game)] == ["E"]
    assert erase(game, "MER") == []


def test_erasing_spares_the_pages_of_others(game: Game) -> None:
    said(game, "extend", "g", "3")
    said(game, "print", "g")
    (letter,) = game.turn(1).glob("post/KNT-deadline-*.txt")
    (page,) = game.turn(0).glob("print-*.pdf")
    erase(game, "MER")
    assert letter.is_file()
    assert page.is_file()
    assert any("make it again for the other players" in line for line in erase(game, "KNT"))
    assert not page.is_file()
    assert not letter.is_file()


# what needs the game master after a run


class Server:
    """Takes every mail but those to one address."""

    def __init__(self, refused: str = "") -> None:
        self.refused = refused
        self.taken: list[bytes] = []

    def offer(self, sender: str, recipients: Iterable[str]) -> None:
        for recipient in recipients:
            if recipient == self.refused:
                raise Refused(550, b"no such user", recipient)

    def hand_over(self, content: bytes) -> None:
        self.taken.append(content)

    def leave(self) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    found = Server()
    monkeypatch.setattr(rounds, "postman", lambda outbox: found)
    return found


def digests(server: Server) -> list[bytes]:
    return [content for content in server.taken if b"To: master@example.org" in content]


def test_one_digest_when_something_is_new_and_none_when_nothing_is(game: Game, server: Server) -> None:
    said(game, "print", "g")
    said(game, "run")
    assert digests(server) == []
    take(game, QUESTION)
    told = said(game, "run")
    assert "This needs you:\n  g: letter 1 from mercia@example.org: A question / May I have three more days?" in told
    [mail] = digests(server)
    assert b"Subject: g: 1 thing needs you" in mail
    assert "This needs you" in said(game, "run")
    assert len(digests(server)) == 1
    said(game, "letters", "done", "1")
    assert "This needs you" not in said(game, "run")
    assert len(digests(server)) == 1


def test_the_digest_tells_of_envelopes_and_missed_turns(game: Game, server: Server) -> None:
    assert list(attention(game, MONDAY)) == ["1 envelope to print: KNT (pbm print g)"]
    said(game, "print", "g")
    (game.orders(1) / "MER.txt").write_text("TAX\n")
    run_turn(game)
    found = list(attention(game, MONDAY))
    assert found[0] == "1 envelope to print: KNT (pbm print g)"
    assert found[1].startswith("turn 1 was played without orders from ")
    assert "MER" not in found[1].rpartition("from ")[2]
    said(game, "print", "g")
    assert not [line for line in attention(game, MONDAY) if "envelope" in line]


def test_the_digest_tells_of_deadlines_of_tomorrow(game: Game) -> None:
    def due(at: dt.datetime) -> list[str]:
        return [line for line in attention(game, at) if "is due" in line]

    assert due(MONDAY) == []
    assert due(MONDAY + 3 * DAY) == ["turn 1 is due tomorrow, Fri 20 Nov 2026 18:00 UTC"]
    assert due(MONDAY + 4 * DAY) == []


def test_refused_mail_is_counted_and_makes_the_run_fail(game: Game, server: Server) -> None:
    server.refused = "wessex@example.org"
    done = pbm(game, "run")
    assert done.exit_code == 1
    assert "1 of 2 sent" in done.output
    assert "refused: 000-WSX-welcome to wessex@example.org" in done.output
    [mail] = digests(server)
    assert b"was refused: 550 no such user" in mail
    assert b"refused: 000-WSX" not in mail
    again = pbm(game, "run")
    assert again.exit_code == 0
    assert "was refused: 550 no such user" in again.output
    assert len(digests(server)) == 1


def test_a_broken_game_is_in_the_digest_of_the_others_game_master(game: Game, server: Server) -> None:
    broken = game.folder.parent / "broken"
    shutil.copytree(game.folder, broken)
    shutil.rmtree(broken / "turns")
    done = pbm(game, "run")
    assert done.exit_code == 1
    assert "broken: PROBLEM: " in done.output
    assert b"broken" in digests(server)[0]


def test_a_reminder_that_is_not_due_says_so(game: Game) -> None:
    assert "Nobody was reminded: the deadline is 4 days away." in said(game, "remind", "g")
    assert "Reminders queued: " in said(game, "remind", "g", "--within", "5")


def test_a_game_that_is_over_still_reads_its_letters(tmp_path: Path) -> None:
    box = tmp_path / "letters"
    box.mkdir()
    (box / "1.eml").write_bytes(QUESTION)
    game = mail_game(tmp_path / "games", settings=with_mail(f'inbox = "{box}"\n'))
    over = [*rounds.take_in(game, lambda: dt.datetime.now(dt.UTC), over=True)]
    assert over == ["1 letter taken in"]
    assert len(waiting(game)) == 1


# answers that are saved, and shown before they go


def test_a_saved_answer_is_listed_shown_and_sent(game: Game) -> None:
    take(game, QUESTION)
    assert "No answer is saved yet" in said(game, "letters", "answers")
    said(game, "letters", "answers", "time", "--text", "Three more days\nare fine.")
    assert said(game, "letters", "answers") == "time: Three more days\n"
    assert said(game, "letters", "answers", "time") == "Three more days\nare fine.\n"
    assert "The answer to mercia@example.org is queued" in said(game, "letters", "answer", "1", "--saved", "time")
    [id] = [each for each in Outbox(game).waiting() if "gm-" in each]
    assert b"Three more days\r\nare fine." in Outbox(game).path(id).read_bytes()
    said(game, "letters", "answers", "time", "--remove")
    assert "No answer is saved as time (none is saved yet)" in pbm(game, "letters", "answers", "time").output


@pytest.mark.parametrize("name", ["../game", "", "a b", "x" * 41])
def test_a_saved_answer_stays_in_its_folder(game: Game, name: str) -> None:
    done = pbm(game, "letters", "answers", name, "--text", "x")
    assert done.exit_code == 1, done.output
    assert "Traceback" not in done.output


def test_a_preview_sends_nothing(game: Game) -> None:
    take(game, QUESTION)
    before = Outbox(game).waiting()
    shown = said(game, "letters", "answer", "1", "--text", "Yes.", "--preview")
    assert shown.startswith("To: mercia@example.org\nSubject: Re: A question\n\nYes.\n\n> May I have three more days?")
    assert Outbox(game).waiting() == before
    assert len(waiting(game)) == 1
    assert "not both" in pbm(game, "letters", "answer", "1", "--text", "x", "--saved", "y").output


def test_at_a_terminal_the_mail_is_shown_and_the_game_master_asked(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    take(game, QUESTION)
    monkeypatch.setattr("pbm.commands.letters.on_a_terminal", lambda: True)
    done = pbm(game, "letters", "answer", "1", "--text", "Yes.", typed="n\n")
    assert "Subject: Re: A question" in done.output
    assert done.exit_code == 1
    assert len(waiting(game)) == 1
    assert "is queued" in said(game, "letters", "answer", "1", "--text", "Yes.", typed="y\n")


def test_queued_mail_can_be_read_before_it_goes(game: Game) -> None:
    take(game, QUESTION)
    said(game, "letters", "answer", "1", "--text", "Yes, until Monday.")
    left = Outbox(game).waiting()
    shown = said(game, "send", "g", "--preview")
    assert "Subject: Re: A question" in shown
    assert "Yes, until Monday." in shown
    assert {*left} <= {*Outbox(game).waiting()}


def test_a_refused_sheet_waits_until_orders_for_its_own_turn_are_accepted() -> None:
    def came(minute: int, turn: int, accepted: bool) -> Arrival:
        at = MONDAY + dt.timedelta(minutes=minute)
        sheets = (Judged(turn, "MER", accepted, kind="" if accepted else "two codes"),)
        verdict = "accepted" if accepted else "refused"
        return Arrival(
            f"h{minute}", at, at, 1, "place", sender="m@example.org", verdict=verdict, sheets=sheets, number=minute
        )

    refused, ahead, again = came(1, 1, False), came(2, 2, True), came(3, 1, True)
    assert unsettled([refused, ahead])[0] == refused
    assert refused not in unsettled([refused, ahead, again])
