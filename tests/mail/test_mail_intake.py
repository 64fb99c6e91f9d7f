"""Letters are taken once, stored before anything else, and dealt with whatever happens in between."""

import dataclasses
import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from lark import Lark

from pbm.errors import GameError
from pbm.mail import counter as counter_module
from pbm.mail import replies
from pbm.mail.answer import plain_mail
from pbm.mail.inbox import Arrival, Inbox, identity
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sources import sources_of
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.long import times
from tests.helpers.posting import DAY, MONDAY, PLAYERS, SECRET, SETTINGS, Bag, bag, letter, mail_game, sheet


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path)


def take(game: Game, *raws: bytes) -> list[Arrival]:
    return collect(game, bag(*raws), MONDAY + DAY).entries


def only(game: Game, raw: bytes) -> Arrival:
    (entry,) = take(game, raw)
    return entry


def mails(game: Game) -> list[str]:
    return [f"{id.split('-')[2]} {Outbox(game).recipient(id)}" for id in Outbox(game).ids()]


def text_of(game: Game, id: str) -> str:
    from email import message_from_bytes
    from email.policy import default

    body = message_from_bytes(Outbox(game).path(id).read_bytes(), policy=default).get_body(("plain",))
    assert body
    return str(body.get_content())


def test_a_letter_becomes_orders_and_a_receipt(game: Game) -> None:
    entry = only(game, letter(sheet(orders="1. LEVY TAM 2\n2. MOV TAM STS\n")))
    assert entry.verdict == "accepted"
    assert (game.orders(1) / "MER.txt").is_file()
    assert mails(game) == ["receipt mercia@example.org"]
    said = text_of(game, entry.answers[0])
    assert "LEVY TAM 2" in said
    assert "did you mean MOVE?" in said


def test_it_is_kept_raw_with_its_time_and_place(game: Game) -> None:
    raw = letter(sheet(), Received="from somewhere")
    entry = only(game, raw)
    assert Inbox(game).raw(entry.hash) == raw
    assert entry.arrived == MONDAY
    assert entry.taken == MONDAY + DAY
    assert entry.place.startswith("bag:")


def test_the_same_letter_delivered_five_times_is_taken_once(game: Game) -> None:
    ways = [letter(sheet(), Received=f"from way {number}", Delivered_To=f"box{number}") for number in range(5)]
    done = collect(game, bag(*ways), MONDAY + DAY)
    assert len(done.entries) == 1
    assert done.again == 4
    assert len(Outbox(game).ids()) == 1
    assert collect(game, bag(*ways), MONDAY + DAY).again == 5


@pytest.mark.parametrize("id", ["<1@example.org>", ""])
def test_what_servers_add_on_the_way_does_not_make_another_letter(game: Game, id: str) -> None:
    ways = [
        letter(sheet(), Message_ID=id, Date=f"Mon, 16 Nov 2026 12:00:0{way} +0000", Subject="[spam?] " * way + "orders")
        for way in range(3)
    ]
    done = collect(game, bag(*ways), MONDAY + DAY)
    assert (len(done.entries), done.again) == (1, 2)
    assert len(Outbox(game).ids()) == 1


def test_a_letter_without_any_header_of_its_own_is_known_by_what_it_says(game: Game) -> None:
    ways = [f"Received: from way {way}\n\n{sheet()}".encode() for way in range(3)]
    assert len(take(game, *ways)) == 1


def test_the_same_words_of_two_senders_are_two_letters(game: Game) -> None:
    assert len(take(game, letter("Hello\n", "a@example.org", Message_ID=""), letter("Hello\n", Message_ID=""))) == 2


def test_an_old_set_delivered_again_with_a_new_date_replaces_nothing(game: Game) -> None:
    old, new = "1. TAX\n", "1. LEVY TAM 2\n"
    take(
        game,
        letter(sheet(orders=old), number=1, Date="Mon, 16 Nov 2026 11:00:00 +0000"),
        letter(sheet(orders=new), number=2, Date="Mon, 16 Nov 2026 11:00:01 +0000"),
        letter(sheet(orders=old), number=1, Date="Mon, 16 Nov 2026 11:30:00 +0000"),
    )
    assert "LEVY TAM 2" in (game.orders(1) / "MER.txt").read_text()


def test_the_same_message_id_on_other_content_is_another_letter(game: Game) -> None:
    assert len(take(game, letter(sheet(orders="1. TAX\n")), letter(sheet(orders="1. LEVY TAM 1\n")))) == 2
    assert "LEVY" in (game.orders(1) / "MER.txt").read_text()


def test_the_same_orders_sent_again_are_answered_again(game: Game) -> None:
    assert len(take(game, letter(sheet(), number=1), letter(sheet(), number=2))) == 2
    assert len(Outbox(game).ids()) == 2


def test_line_ends_and_folding_do_not_make_another_letter() -> None:
    raw = letter(sheet(), Subject="a long\n subject")
    assert identity(raw) == identity(raw.replace(b"\n", b"\r\n"))
    assert identity(raw) == identity(raw.replace(b"a long\n subject", b"a long subject"))
    assert identity(raw) != identity(raw.replace(b"TAX", b"LEVY TAM 1"))


def test_the_sender_is_told_what_was_replaced(game: Game) -> None:
    take(game, letter(sheet(orders="1. TAX\n"), number=1))
    (entry,) = collect(game, bag(letter(sheet(), number=2), at=MONDAY + DAY), MONDAY + DAY).entries
    assert "the whole set that arrived on Mon 16 Nov 2026 12:00" in text_of(game, entry.answers[0])


def test_a_late_sender_is_told_that_his_orders_wait(game: Game) -> None:
    run_turn(game, empty=True)
    (entry,) = collect(game, bag(letter(sheet()), at=MONDAY + 5 * DAY), MONDAY + 6 * DAY).entries
    assert entry.sheets[0].late
    assert "They are kept for turn 2, and used only if you send no newer orders" in text_of(game, entry.answers[0])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no turnsheet"),
        ("Hello, when is the deadline?\n", "no turnsheet"),
        (sheet(code="000-000-0"), "code"),
        (sheet(code="K7Q-2MX-F"), "code"),
        (sheet("WSX").replace("WSX", "MER"), "belongs to another kingdom"),
        (sheet(turn=9), "has not come yet"),
        (sheet(game="elsewhere"), "elsewhere"),
        (sheet("XYZ"), "There is no kingdom"),
        ("\0\0\0", "no turnsheet"),
    ],
)
def test_what_is_refused_is_answered_with_the_reason_and_kept(game: Game, text: str, reason: str) -> None:
    raw = letter(text)
    entry = only(game, raw)
    assert entry.verdict == "refused"
    assert Inbox(game).raw(entry.hash) == raw
    assert reason in text_of(game, entry.answers[0])
    assert not list(game.orders(1).iterdir())
    assert mails(game) == ["answer mercia@example.org"]


def test_a_huge_letter_is_kept_and_refused(game: Game) -> None:
    entry = only(game, letter(sheet()) + b"x" * 20_000_000)
    assert entry.verdict == "refused"
    assert "MB" in entry.sheets[0].reason
    assert len(Inbox(game).raw(entry.hash)) > 20_000_000


def test_a_finished_game_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    really = counter_module.open_counter

    def over(game: Game, now: object) -> object:
        counter = really(game, now)  # type: ignore[arg-type]
        return dataclasses.replace(counter, expected=dataclasses.replace(counter.expected, over="MER won (points)"))

    monkeypatch.setattr("pbm.mail.intake.open_counter", over)
    assert "is over: MER won" in only(game, letter(sheet())).sheets[0].reason


def test_a_receipt_goes_to_the_registered_address_whoever_wrote(game: Game) -> None:
    take(game, letter(sheet(orders="1. LEVY TAM 2\n"), sender="spy@example.net"))
    assert sorted(mails(game)) == ["note spy@example.net", "receipt mercia@example.org"]
    (note,) = [id for id in Outbox(game).ids() if "note" in id]
    assert "LEVY" not in text_of(game, note)


def test_without_a_registered_address_the_holder_of_the_code_gets_the_receipt(game: Game) -> None:
    take(game, letter(sheet("KNT"), sender="kent@example.org"))
    assert mails(game) == ["receipt kent@example.org"]


def test_an_automatic_letter_is_neither_read_nor_answered(game: Game) -> None:
    entry = only(game, letter(sheet(), Auto_Submitted="auto-replied"))
    assert entry.verdict == "automatic"
    assert not list(game.orders(1).iterdir())
    assert mails(game) == []


def test_a_letter_through_a_list_counts_but_nobody_is_answered(game: Game) -> None:
    take(game, letter(sheet(), Precedence="list"), letter(sheet("KNT"), sender="kent@example.org", Precedence="bulk"))
    assert (game.orders(1) / "MER.txt").exists()
    assert (game.orders(1) / "KNT.txt").exists()
    assert mails(game) == []


def test_a_player_is_told_though_the_writer_cannot_be(game: Game) -> None:
    take(game, letter(sheet(), sender="noreply@example.net"))
    assert mails(game) == ["receipt mercia@example.org"]


def test_a_sender_who_writes_without_end_is_answered_no_more(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=SETTINGS.replace("[calendar]", "answers_per_hour = 3\n[calendar]"))
    entries = take(game, *(letter("nothing\n", number=number) for number in range(6)))
    assert [bool(entry.answers) for entry in entries] == [True] * 3 + [False] * 3
    assert "3 letters from mercia@example.org had an answer in this hour already" in entries[-1].note
    later = collect(game, bag(letter("nothing\n", number=9)), MONDAY + 2 * DAY).entries
    assert later[0].answers


def test_nor_is_a_player_whose_machine_sends_our_receipts_back_as_orders(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=SETTINGS.replace("[calendar]", "answers_per_hour = 3\n[calendar]"))
    echoes = [letter(sheet(), sender=f"robot{number}@example.org", number=number) for number in range(6)]
    entries = take(game, *echoes)
    assert [bool(entry.answers) for entry in entries] == [True] * 3 + [False] * 3
    assert all(entry.verdict == "accepted" for entry in entries)


def test_a_flood_in_a_players_name_takes_no_receipt_from_them(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=SETTINGS.replace("[calendar]", "answers_per_hour = 3\n[calendar]"))
    take(game, *(letter(sheet(code="K7Q-2MX-F"), number=number) for number in range(9)))
    assert only(game, letter(sheet(), number=50)).answers


def test_a_stranger_gets_one_answer_a_day_and_no_choice_of_whom_it_goes_to(game: Game) -> None:
    raws = [letter("Hello\n", "who@example.net", n, Reply_To="victim@example.com") for n in range(3)]
    assert [bool(entry.answers) for entry in take(game, *raws)] == [True, False, False]
    assert mails(game) == ["answer who@example.net"]
    later = collect(game, bag(letter("Hello\n", "who@example.net", 9)), MONDAY + 3 * DAY).entries
    assert later[0].answers


def test_a_bounce_says_who_was_not_reached(game: Game) -> None:
    report = (
        b"From: MAILER-DAEMON@example.org\nMessage-ID: <b@example.org>\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        b"--b\nContent-Type: text/plain\n\nsorry\n"
        b"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example.org\n\n"
        b"Final-Recipient: rfc822; wessex@example.org\nAction: failed\nStatus: 5.1.1\n"
        b"Diagnostic-Code: smtp; 550 no such user\n\n"
        b"--b\nContent-Type: message/rfc822\n\n" + letter(sheet("WSX")) + b"\n--b--\n"
    )
    entry = only(game, report)
    assert entry.verdict == "automatic"
    assert "wessex@example.org was not reached: smtp; 550 no such user" in entry.note
    assert not list(game.orders(1).iterdir())


def test_a_bounce_goes_to_the_game_whose_mail_came_back(tmp_path: Path) -> None:
    one, two = mail_game(tmp_path, "one"), mail_game(tmp_path, "two")
    id = Outbox(two).message_id("001-WSX-report-12345678")
    report = (
        b"From: MAILER-DAEMON@example.org\nMessage-ID: <b@example.org>\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        b"--b\nContent-Type: message/rfc822\n\nMessage-ID: " + id.encode() + b"\nSubject: a report\n\n\n--b--\n"
    )
    assert not collect(one, bag(report), MONDAY).entries
    assert [entry.verdict for entry in collect(two, bag(report), MONDAY).entries] == ["automatic"]
    forged = report.replace(id.encode(), b"<two.001-WSX-report.0123456789abcdef@example.org>")
    assert collect(one, bag(forged), MONDAY).entries


def test_letters_of_a_later_day_are_taken_with_a_word_about_the_clock(game: Game) -> None:
    done = collect(game, bag(letter(sheet()), at=MONDAY + 3 * DAY), MONDAY)
    assert [entry.verdict for entry in done.entries] == ["accepted"]
    assert "Letters that came later than it is now were taken (1, up to 2026-11-19" in done.news[0]
    assert not collect(game, bag(letter(sheet(), number=2), at=MONDAY), MONDAY).news


def test_games_may_share_a_mailbox(tmp_path: Path) -> None:
    one, two = mail_game(tmp_path, "one"), mail_game(tmp_path, "two")
    shared = bag(letter(sheet(game="two"), number=1), letter("Hello?\n", number=2))
    first = collect(one, shared, MONDAY + DAY)
    assert [entry.verdict for entry in first.entries] == ["refused"]
    assert any("pbm collect two" in remark for remark in first.remarks)
    second = collect(two, bag(letter(sheet(game="two"), number=1), letter("Hello?\n", number=2)), MONDAY + DAY)
    assert [entry.verdict for entry in second.entries] == ["accepted"]
    assert mails(two) == ["receipt mercia@example.org"]


@pytest.mark.parametrize(
    "raw",
    [
        letter(f"Code: {sheet_code(SECRET, 'two', 1, 'MER')}\n1. TAX\n"),
        letter(f"Code: {sheet_code(SECRET, 'two', 1, 'MER')}\n1. FROB\n"),
        letter("When is turn 1 due?\n", To="two@example.org"),
        letter("When is turn 1 due?\n", sender="kent@example.org"),
        letter("When is turn 1 due?\n", Subject="Two: a question"),
    ],
    ids=["code", "code above an unread line", "address", "sender", "subject"],
)
def test_a_letter_goes_to_the_game_it_shows(tmp_path: Path, raw: bytes) -> None:
    box = tmp_path / "mail"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True)
    (box / "new" / "1.letter").write_bytes(raw)
    one, two = (
        mail_game(
            tmp_path / "games",
            name,
            SETTINGS.replace('"orders@example.org"', f'"{name}@example.org"\ninbox = "{box}"'),
            players,
        )
        for name, players in (("one", PLAYERS), ("two", PLAYERS + '[KNT]\nemail = "kent@example.org"\n'))
    )
    now = MONDAY + 3650 * DAY
    assert not collect(one, sources_of(one), now).entries
    assert len(collect(two, sources_of(two), now).entries) == 1
    assert not collect(one, sources_of(one), now).entries


def test_a_code_of_its_own_game_decides_and_a_damaged_neighbour_stops_nothing(tmp_path: Path) -> None:
    one, two = mail_game(tmp_path, "one"), mail_game(tmp_path, "two")
    raw = letter(f"Code: {sheet_code(SECRET, 'one', 1, 'MER')}\n1. TAX\n", Subject="Not two")
    (two.folder / "game.toml").write_text("damaged")
    assert only(one, raw).verdict == "accepted"


def test_with_a_clock_set_back_later_letters_wait(game: Game) -> None:
    take(game, letter(sheet(), number=1))
    left = bag(letter(sheet(), number=2))
    done = collect(game, left, MONDAY - DAY)
    assert (done.entries, len(done.remarks)) == ([], 1)
    assert "clock" in done.remarks[0]
    assert len(collect(game, left, MONDAY - DAY, clock_is_right=True).entries) == 1


def test_a_clock_that_was_wrong_for_a_moment_stops_nothing(game: Game) -> None:
    """Ten years ahead once, right again: the next run goes on by itself, and the newest set by arrival counts."""
    collect(game, bag(letter(sheet(orders="1. TAX\n"), number=1)), MONDAY + 3650 * DAY)
    later = MONDAY + DAY
    done = collect(game, bag(letter(sheet(orders="2. TAX\n"), number=2), at=later), later + DAY)
    assert ([entry.verdict for entry in done.entries], done.remarks) == (["accepted"], [])
    assert "2. TAX" in (game.orders(1) / "MER.txt").read_text()


def test_nothing_arrives_later_than_now(game: Game) -> None:
    (entry,) = collect(game, bag(letter(sheet()), at=MONDAY + 300 * DAY), MONDAY).entries
    assert entry.arrived == MONDAY


def state(game: Game) -> dict[str, object]:
    """All that must be the same however often the work was broken off."""
    entries = {
        entry.hash: (entry.verdict, entry.arrived, entry.sheets, entry.answers) for entry in Inbox(game).entries()
    }
    texts = {id: text_of(game, id) for id in Outbox(game).ids()}
    turns = {str(path.relative_to(game.folder)): path.read_bytes() for path in game.folder.rglob("turns/*/*/**/*.txt")}
    return {"entries": entries, "mails": texts, "turns": turns}


def several() -> list[bytes]:
    return [
        letter(sheet(orders="1. TAX\n"), number=1),
        letter(sheet("WSX"), sender="other@example.org", number=2),
        letter(sheet(orders="1. LEVY TAM 2\n"), number=3),
        letter("Hello\n", number=4),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["before", "after"])
def test_broken_off_at_any_write_the_work_is_finished_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """The disk is full, or the process gone, before or after each single write in turn."""
    monkeypatch.setattr(replies, "receipt_mail", lambda case, ground, signed: plain_mail(case, signed))
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setattr(secrets, "token_bytes", bytes)  # the key that signs receipts is the same in all of them
    whole = mail_game(tmp_path / "whole")
    writes = counted_writes(monkeypatch, lambda: collect(whole, bag(*several()), MONDAY + DAY))
    assert writes > 15
    for at in range(broken == "after", writes, times(3, 1)):
        game = mail_game(tmp_path / f"{at}")
        left = bag(*several())
        with monkeypatch.context() as patch:
            break_write(patch, at, broken)
            with suppress(GameError, KeyboardInterrupt):  # what a run remembers for the next may fail in silence
                collect(game, left, MONDAY + DAY)
        collect(game, left, MONDAY + DAY)
        assert state(game) == state(whole), f"broken {broken} write {at}"
        assert isinstance(left[0], Bag)
        assert left[0].left == []


def counted_writes(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> int:
    count = 0

    def counting(handle: int) -> None:
        nonlocal count
        count += 1

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", counting)
        work()
    return count


def break_write(patch: pytest.MonkeyPatch, at: int, when: str) -> None:
    """Let the n-th forcing of something to the disk fail, or the process stop right after it."""
    count = 0

    def failing(handle: int) -> None:
        nonlocal count
        count += 1
        if count == at + 1 and when == "before":
            raise OSError(errno.ENOSPC, "No space left on device")
        if count == at + 1:
            raise KeyboardInterrupt

    patch.setattr(os, "fsync", failing)


def test_a_full_disk_is_said_in_words(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        break_write(patch, 0, "before")
        with pytest.raises(GameError, match=r"No space left on device\. Nothing is lost"):
            take(game, letter(sheet()))


def test_an_unfinished_letter_is_judged_by_the_turn_it_came_in(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    no_turn = sheet().replace("Turn: 1\n", "")
    with monkeypatch.context() as patch:
        break_write(patch, 6, "after")
        with pytest.raises(KeyboardInterrupt):
            take(game, letter(no_turn))
    run_turn(game, empty=True)
    (entry,) = collect(game, [], MONDAY + DAY).entries
    assert entry.verdict == "accepted"
    assert entry.sheets[0].turn == 1


def test_the_verdict_stays_when_a_record_is_lost(game: Game) -> None:
    entry = only(game, letter(sheet()))
    (game.folder / "inbox" / f"{entry.hash}.json").unlink()
    (again,) = collect(game, [], MONDAY + DAY).entries
    assert again.verdict == "accepted"
    assert len(Outbox(game).ids()) == 1


def test_every_line_of_a_letter_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unnumbered lines are asked whether they are orders before they are read, and two games share the folder."""
    game, _ = mail_game(tmp_path), mail_game(tmp_path, "h")
    orders = [f"LEVY {place} {number}" for place in ("TAM", "STS", "LEI", "WAR") for number in range(61, 65)]
    parsed: list[str] = []
    parse = Lark.parse

    def count(self: Lark, text: str, *more: object, **named: object) -> object:
        if text in orders:
            parsed.append(text)
        return parse(self, text, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Lark, "parse", count)
    assert only(game, letter(sheet(orders="\n".join(orders) + "\n"))).verdict == "accepted"
    assert sorted(parsed) == sorted(orders)
