"""The calendar of people: early turns, sheets in advance, and players who are away."""

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pbm.cli import main
from pbm.mail.absences import MOST_CLAIMED, Absence, absences, away, go_away
from pbm.mail.away import span
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import missing, settle, too_many_missing
from pbm.mail.waiting import waiting
from pbm.office.evidence import misfits
from pbm.office.round import make_round
from pbm.office.signup import Signup, resign, sign_up, take_over
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.clockface import MONTHS
from pbm.record.erase import erase
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.undo import undo
from pbm.rules.roster import PlayedWhileAway, TurnMissed
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter, mail_game, sheet
from tests.mail.test_mail_receipts import mails, text

CODE = f"Code: {sheet_code(SECRET, 'g', 1, 'MER')}\n"
TODAY = MONDAY.date()
FRIDAY = dt.date(2026, 11, 20)


def game_of_two(folder: Path, calendar: str = "", ruleset: str = "darkage") -> Game:
    """Only Mercia and Wessex have players."""
    first = mail_game(folder, name="first")
    others = [code for code in first.in_play(1) if code not in ("MER", "WSX")]
    game = new_game(folder, "g", ruleset, SECRET, others)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS + calendar)
    (game.folder / "players.toml").write_text(
        '[MER]\nemail = "mercia@example.org"\n[WSX]\nemail = "wessex@example.org"\n'
    )
    return game


def pbm(game: Game, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--games", str(game.folder.parent)])


def served(game: Game, now: dt.datetime = MONDAY) -> list[str]:
    return [words for name, words, _ in make_round(game.folder.parent, lambda: now, lambda _: None) if name == "g"]


def sent(game: Game, body: str, sender: str = "mercia@example.org", number: int = 1, **more: str) -> Arrival:
    (entry,) = collect(game, bag(letter(body, sender, number, **more)), MONDAY).entries
    return entry


def both(game: Game, mercia: str, wessex: str, turn: int = 1) -> None:
    sent(game, sheet("MER", turn, f"1. TAX\n{mercia}"), number=10 * turn)
    sent(game, sheet("WSX", turn, f"1. TAX\n{wessex}"), "wessex@example.org", number=10 * turn + 1)


# Early when all are in.


@pytest.mark.parametrize(
    ("early", "mercia", "wessex", "is_played"),
    [
        ("no", "FINAL\n", "FINAL\n", False),
        ("in", "", "", True),
        ("in", "", "NOT YET\n", False),
        ("final", "FINAL\n", "", False),
        ("final", "FINAL\n", "Final.\n", True),
        ("final", "FINAL\n", "not yet\n", False),
        ("final", "FINAL\n", "final: no\n", False),
        ("final", "FINAL\nNOT YET\n", "FINAL\n", False),
    ],
)
def test_a_turn_is_early_only_if_the_game_and_the_players_want_it(
    tmp_path: Path, early: str, mercia: str, wessex: str, is_played: bool
) -> None:
    game = game_of_two(tmp_path, f'early = "{early}"\n')
    both(game, mercia, wessex)
    served(game)
    assert (game.last() == 1) is is_played
    assert list(prove(game)) == []


def test_it_waits_for_everybody(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "in"\n')
    sent(game, sheet())
    served(game)
    assert game.last() == 0


def test_a_newer_sheet_takes_final_back(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "final"\n')
    both(game, "FINAL\n", "")
    sent(game, sheet("MER", orders="1. LEVY TAM 1\n"), number=3)
    sent(game, sheet("WSX", orders="FINAL\n1. TAX\n"), "wessex@example.org", 4)
    served(game)
    assert game.last() == 0


def test_final_in_a_message_is_only_a_message(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "final"\n')
    both(game, "FINAL\n", "Message: this is\nfinal\nEnd\n")
    served(game)
    assert game.last() == 0


def test_the_receipt_says_whether_the_sheet_is_final(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "final"\n')
    both(game, "FINAL\n", "")
    (mercia,), (wessex,) = mails(game, "MER-receipt").values(), mails(game, "WSX-receipt").values()
    assert "Your sheet is marked FINAL" in text(mercia)
    assert "as soon as everybody's sheet is in and marked FINAL, even" in " ".join(text(mercia).split())
    assert "Your sheet is not final" in text(wessex)


def test_a_receipt_does_not_pass_over_what_counted(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "final"\n')
    sent(game, sheet("MER", orders="1. TAX\n") + "FINAL\n\nCheers\nOffa\n")
    (receipt,) = mails(game, "MER-receipt").values()
    listed = text(receipt).partition("NOT READ AS ORDERS")[2]
    assert "Cheers" in listed
    assert "FINAL" not in listed


def test_nobody_waits_for_a_player_who_is_away(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "in"\n')
    go_away(game, Absence("WSX", TODAY, FRIDAY))
    sent(game, sheet())
    served(game)
    assert game.last() == 1


def test_a_held_game_is_not_early(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "in"\n')
    pbm(game, "hold", "g", "--reason", "x")
    both(game, "", "")
    served(game)
    assert game.last() == 0


# Sheets in advance.


def test_a_sheet_for_a_later_turn_is_kept_and_played_when_it_comes(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    entry = sent(game, sheet("MER", 3, "1. LEVY TAM 2\n", code=sheet_code(SECRET, "g", 1, "MER")))
    assert (entry.verdict, entry.sheets[0].turn) == ("accepted", 3)
    (receipt,) = mails(game, "receipt").values()
    assert receipt["Subject"] == "g turn 3: Mercia, orders kept for later"
    assert "are kept for turn 3" in text(receipt)
    assert list(game.sheets(1)) == []
    run_turn(game, empty=True)
    (game.orders(2) / "MER.txt").write_text("TAX\n")  # who misses two turns in a row has dropped out
    run_turn(game)
    settle(game, 3)
    assert "MER" not in missing(game, 3)
    run_turn(game)
    assert b"LEVY TAM 2" in (game.result(3) / "orders" / "MER.txt").read_bytes()
    assert [*prove(game), *misfits(game)] == []


def test_a_newer_sheet_of_its_own_turn_counts_instead(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, sheet("MER", 2, "1. LEVY TAM 2\n", code=sheet_code(SECRET, "g", 1, "MER")))
    run_turn(game, empty=True)
    collect(game, bag(letter(sheet("MER", 2, "1. TAX\n"), number=2), at=MONDAY + 6 * DAY), MONDAY + 6 * DAY)
    assert b"TAX" in game.sheets(2)["MER.txt"]


def test_the_code_of_a_turn_undone_since_is_known(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    run_turn(game, empty=True)
    undo(game, "a slip")
    assert sent(game, sheet("MER", 2)).verdict == "accepted"


@pytest.mark.parametrize("turn", [6, 99])
def test_a_turn_too_far_off_is_refused(tmp_path: Path, turn: int) -> None:
    entry = sent(game_of_two(tmp_path), sheet("MER", turn, code=sheet_code(SECRET, "g", 1, "MER")))
    assert entry.verdict == "refused"
    assert "has not come yet" in entry.sheets[0].reason


def test_a_stranger_cannot_send_a_sheet_in_advance(tmp_path: Path) -> None:
    assert sent(game_of_two(tmp_path), sheet("MER", 2, code=sheet_code(SECRET, "g", 1, "WSX"))).verdict == "refused"


def test_a_new_player_does_not_play_what_the_former_one_sent(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, sheet("MER", 3, code=sheet_code(SECRET, "g", 1, "MER")))
    resign(game, "MER")
    run_turn(game, empty=True)
    sign_up(tmp_path, "g", Signup("N", "new@example.org", id="new"))
    take_over(tmp_path, game, "MER", "new")
    run_turn(game, empty=True)
    settle(game, 3)
    assert list(game.sheets(3)) == []


def test_a_paper_sheet_is_entered_in_advance(tmp_path: Path) -> None:
    game_of_two(tmp_path)
    words = ["enter", "g", "MER", "--once", "--turn", "2", "--games", str(tmp_path)]
    done = CliRunner().invoke(main, words, input="\nTAX\nend\n\n\n\n\n\n\n")
    assert "MER turn 2 accepted" in done.output, done.output


# Players who are away.


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("1 Dec to 15 Dec", (2026, 12, 1), (2026, 12, 15)),
        ("1 December until 15th of December", (2026, 12, 1), (2026, 12, 15)),
        ("1-15 Dec", (2026, 12, 1), (2026, 12, 15)),
        ("1 to 15 December", (2026, 12, 1), (2026, 12, 15)),
        ("Dec 1 - Dec 15", (2026, 12, 1), (2026, 12, 15)),
        ("20 Dec to 5 Jan", (2026, 12, 20), (2027, 1, 5)),
        ("1 Aug to 15 Aug", (2027, 8, 1), (2027, 8, 15)),
        ("2026-12-01 to 2026-12-15", (2026, 12, 1), (2026, 12, 15)),
        ("until 3 Dec", (2026, 11, 16), (2026, 12, 3)),
        ("3 Dec 2027", (2027, 12, 3), (2027, 12, 3)),
        ("1 Nov to 20 Nov", (2026, 11, 1), (2026, 11, 20)),
    ],
)
def test_days_as_people_write_them(words: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    assert span(words, TODAY) == (dt.date(*first), dt.date(*last))


@pytest.mark.parametrize(
    "words", ["1/8 to 15/8", "31 Feb to 3 Mar", "for 3 weeks", "1 Aug, 2 Aug and 3 Aug", "", "3 Feb to 1 Feb"]
)
def test_days_that_could_mean_two_things_are_asked_about(words: str) -> None:
    assert span(words, TODAY) is None


@given(st.dates(dt.date(2026, 11, 16), dt.date(2027, 10, 1)), st.integers(0, 40))
def test_any_days_of_the_coming_year_are_understood(first: dt.date, days: int) -> None:
    last = first + dt.timedelta(days)
    words = f"{first.day} {MONTHS[first.month - 1]} to {last.day} {MONTHS[last.month - 1]}"
    assert span(words, TODAY) == (first, last)


@pytest.mark.parametrize(
    ("subject", "body"), [("orders", "AWAY 18 Nov to 30 Nov\n"), ("AWAY 18 Nov to 30 Nov", "Bye!\n")]
)
def test_a_player_writes_that_they_are_away(tmp_path: Path, subject: str, body: str) -> None:
    game = game_of_two(tmp_path)
    entry = sent(game, CODE + body, Subject=subject)
    assert entry.verdict == "away"
    (answer,) = mails(game, "MER-away").values()
    assert absences(game) == [
        Absence("MER", dt.date(2026, 11, 18), dt.date(2026, 11, 30), "player", answer["X-Pbm-Id"])
    ]
    assert answer["To"] == "mercia@example.org"
    assert "Turn 1 is due in these days, on Fri 20 Nov 2026 18:00 UTC." in text(answer)
    assert missing(game, 1) == ["WSX"]


def test_a_sheet_may_say_it_too(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    entry = sent(game, sheet("MER", orders="AWAY 1 Dec to 30 Dec\n1. TAX\n"), "elsewhere@example.org")
    assert entry.verdict == "accepted"
    assert away(game, 2) == ["MER"]


def test_a_message_about_it_is_only_a_message(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, sheet("MER", orders="1. TAX\nMessage: I am\naway 1 Dec to 30 Dec\nEnd\n"))
    assert absences(game) == []


def test_a_stranger_cannot_say_it(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    assert sent(game, "AWAY 1 Dec to 30 Dec\n", "stranger@example.org").verdict == "refused"
    assert absences(game) == []


def test_days_that_are_not_understood_are_answered_with_a_question(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, "AWAY 1/8 to 15/8\n")
    (answer,) = mails(game, "MER-away").values()
    assert answer["Subject"] == "g: when are you away?"
    assert absences(game) == []


@pytest.mark.parametrize("days", ["3 Feb to 1 Feb", "1/8 to 15/8", "2026-12-05 to 2026-12-01"])
def test_such_a_letter_waits_for_the_game_master(tmp_path: Path, days: str) -> None:
    game = game_of_two(tmp_path)
    sent(game, f"AWAY {days}\n")
    assert absences(game) == []
    assert len(mails(game, "MER-away")) == 1
    (found,) = waiting(game)
    assert found.why == f"MER is away, but not understood: {days}"


@given(st.dates(dt.date(2026, 11, 16), dt.date(2028, 3, 31)), st.dates(dt.date(2027, 1, 1), dt.date(2028, 12, 31)))
def test_days_without_a_year_never_make_a_long_absence_over_new_year(today: dt.date, last: dt.date) -> None:
    found = span(f"20 Dec to {last.day} {MONTHS[last.month - 1]}", today)
    assert found is None or found[0] <= found[1] <= found[0] + dt.timedelta(180)


def test_whoever_has_no_power_any_more_is_told_so(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    for _ in range(2):
        run_turn(game, empty=True)
    sent(game, f"Code: {sheet_code(SECRET, 'g', 3, 'MER')}\nAWAY 18 Nov to 30 Nov\n")
    (answer,) = mails(game, "MER-away").values()
    assert "Mercia has no player now, so nobody waits for orders of yours" in " ".join(text(answer).split())
    assert absences(game) == []


def test_nobody_is_noted_as_away_from_a_power_that_nobody_plays(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    assert "Nobody plays KNT of g now" in pbm(game, "away", "g", "KNT", "2026-11-18", "2026-12-05").output
    assert absences(game) == []


def test_it_can_be_taken_back(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, f"{CODE}AWAY 18 Nov to 30 Nov\n")
    sent(game, f"{CODE}NOT AWAY\n", number=2)
    assert absences(game) == []
    settle(game, 1)
    assert game.away(1) == b""


def test_the_computer_plays_and_no_turn_is_missed(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, f"{CODE}AWAY 18 Nov to 30 Dec\n")
    for turn in (1, 2, 3):
        (game.orders(turn) / "WSX.txt").write_text("1. TAX\n")
        settle(game, turn)
        _, outcome = run_turn(game)
        assert PlayedWhileAway("MER") in outcome.journal
        assert not [event for event in outcome.journal if isinstance(event, TurnMissed)]
        assert (game.result(turn) / "away.txt").read_bytes() == b"MER\n"
    assert list(prove(game)) == []
    config = game.config()
    assert not config.ruleset.seats.is_vacant(config.open(game.position(3)), "MER")


def test_a_sheet_sent_in_advance_wins(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, sheet("MER"))
    sent(game, f"{CODE}AWAY 18 Nov to 30 Nov\n", number=2)
    _, outcome = run_turn(game)
    assert not outcome.sheets["MER"].by
    assert PlayedWhileAway("MER") not in outcome.journal


def test_verify_notices_who_was_away(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    go_away(game, Absence("MER", TODAY, FRIDAY))
    settle(game, 1)
    run_turn(game, empty=True)
    (game.turn(1) / "away.txt").write_text("WSX\n")
    assert any("away.txt: has been changed" in said for said in prove(game))


def test_the_game_master_notes_it_by_command(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    done = pbm(game, "away", "g", "Mercia", "2026-11-18", "2026-12-05")
    assert "MER of g is away 18 Nov 2026 to 5 Dec 2026: turn 1, turn 2." in done.output
    assert "Away: MER." in pbm(game, "status", "g").output
    assert "is not away any more" in pbm(game, "away", "g", "MER", "--back").output
    assert absences(game) == []
    assert "must be within a year after the first" in pbm(game, "away", "g", "MER", "2026-12-05", "2026-11-18").output


@pytest.mark.parametrize("ruleset", ["toy", "twilight"])
def test_every_ruleset_has_it(tmp_path: Path, ruleset: str) -> None:
    game = new_game(tmp_path, "g", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    power = game.in_play(1)[0]
    go_away(game, Absence(power, TODAY, FRIDAY + dt.timedelta(100)))
    for turn in (1, 2, 3):
        settle(game, turn)
        _, outcome = run_turn(game, empty=True)
        missed = [event.who for event in outcome.journal if isinstance(event, TurnMissed)]
        assert power not in missed
    assert PlayedWhileAway(power) in outcome.journal
    assert list(prove(game)) == []


def test_erasing_a_player_erases_their_days_away(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    entry = sent(game, "AWAY 18 Nov to 30 Nov\n")
    go_away(game, Absence("WSX", TODAY, FRIDAY))
    erase(game, "MER")
    assert [each.power for each in absences(game)] == ["WSX"]
    assert b"mercia@" not in Inbox(game).raw(entry.hash)
    assert erase(game, "MER") == []


def test_an_earlier_letter_in_a_quotation_does_not_count_again(tmp_path: Path) -> None:
    """Quoted without any mark, as some programs do."""
    game = game_of_two(tmp_path)
    sent(game, "Hello,\nAWAY 18 Nov to 30 Nov\nfor the mountains are calling\n")
    sent(game, f"{CODE}NOT AWAY\n", number=2)
    sent(game, "Thanks!\n\nHello,\nAWAY 18 Nov to 30 Nov\nfor the mountains are calling\n", number=3)
    assert absences(game) == []


# What an absence may do, by its proof.

ADDRESS = SETTINGS.replace("[calendar]", 'policy = "address"\nauthserv = "mx.example.org"\n\n[calendar]')
VOUCHED = "mx.example.org; dmarc=pass header.from=wessex@example.org"


@pytest.mark.parametrize("early", ["in", "final"])
@pytest.mark.parametrize("subject", ["AWAY 20 Nov to 20 Nov", "AWAY until 20 Nov", "AWAY 2026-11-20"])
def test_a_forged_absence_never_closes_a_turn(tmp_path: Path, early: str, subject: str) -> None:
    game = game_of_two(tmp_path, f'early = "{early}"\n')
    sent(game, sheet("MER", orders="FINAL\n1. TAX\n"))
    sent(game, "\n", "wessex@example.org", 2, Subject=subject)
    for days in range(4):
        served(game, MONDAY + days * DAY)
    assert game.last() == 0
    assert missing(game, 1) == ["WSX"]
    assert away(game, 1) == []


@pytest.mark.parametrize(
    "checks",
    [
        "mx.example.org; dmarc=fail header.from=wessex@example.org",
        "mx.elsewhere.org; dmarc=pass header.from=wessex@example.org",
        "mx.example.org; dmarc=pass header.from=example.org",
    ],
)
def test_nor_where_the_server_does_not_vouch_for_it(tmp_path: Path, checks: str) -> None:
    game = game_of_two(tmp_path, 'early = "in"\n')
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace(SETTINGS, ADDRESS))
    sent(game, sheet())
    sent(game, "\n", "wessex@example.org", 2, Subject="AWAY 20 Nov", Authentication_Results=checks)
    for days in range(4):
        served(game, MONDAY + days * DAY)
    assert game.last() == 0


def test_an_absence_without_a_code_stills_the_reminders(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, "AWAY 18 Nov to 30 Nov\n")
    assert "reminders to WSX" in served(game, MONDAY + 3 * DAY)
    (answer,) = mails(game, "MER-away").values()
    assert "no reminders" in " ".join(text(answer).split())
    assert "with your code" in text(answer)


def test_it_does_not_make_the_computer_play(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, sheet("WSX"), "wessex@example.org")
    sent(game, "AWAY 18 Nov to 30 Nov\n", number=2)
    served(game, MONDAY + 6 * DAY)
    assert game.last() == 1
    assert game.away(1) == b""


def test_it_does_not_still_the_alarm_about_lost_mail(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    both(game, "", "")
    run_turn(game)
    for number, power in enumerate(("mercia", "wessex")):
        sent(game, "AWAY 18 Nov to 30 Dec\n", f"{power}@example.org", 20 + number)
    assert too_many_missing(game, 2)


@pytest.mark.parametrize("writes", ["NOT AWAY\n", "Code: ABC-DEF-G\nNOT AWAY\n", f"{CODE}NOT AWAY\n"])
def test_a_forged_return_deletes_nothing(tmp_path: Path, writes: str) -> None:
    """Not even with the code of another power."""
    game = game_of_two(tmp_path)
    code = f"Code: {sheet_code(SECRET, 'g', 1, 'WSX')}\n"
    sent(game, f"{code}AWAY 18 Nov to 30 Nov\n", "wessex@example.org")
    before = absences(game)
    sent(game, writes, "wessex@example.org", 2)
    assert absences(game) == before
    assert away(game, 1) == ["WSX"]


def test_it_is_asked_for_the_code(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    sent(game, f"{CODE}AWAY 18 Nov to 30 Nov\n")
    entry = sent(game, "NOT AWAY\n", number=2)
    (asked,) = mails(game, f"MER-away-{entry.hash[:12]}").values()
    assert asked["Subject"] == "g: are you back? Please send your code"


def test_an_absence_with_a_code_closes_a_turn_a_day_after_the_notice(tmp_path: Path) -> None:
    game = game_of_two(tmp_path, 'early = "in"\n')
    sent(game, sheet("WSX"), "wessex@example.org")
    sent(game, f"{CODE}AWAY 18 Nov to 30 Nov\n", number=2)
    served(game)
    assert game.last() == 0, "the notice has not even gone"
    (id,) = mails(game, "MER-away")
    Outbox(game).note(id, MONDAY + dt.timedelta(hours=2), "sent")
    served(game, MONDAY + DAY)
    assert game.last() == 0
    served(game, MONDAY + DAY + dt.timedelta(hours=2))
    assert game.last() == 1
    assert game.away(1) == b"MER\n"
    assert list(prove(game)) == []


def test_where_the_address_is_proof_the_server_may_vouch_for_an_absence(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace(SETTINGS, ADDRESS))
    sent(game, "AWAY 18 Nov to 30 Nov\n", "wessex@example.org", Authentication_Results=VOUCHED)
    assert away(game, 1) == ["WSX"]
    sent(game, "NOT AWAY\n", "wessex@example.org", 2, Authentication_Results=VOUCHED)
    assert absences(game) == []


def test_a_flood_of_absences_is_not_kept(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    letters = [letter(f"AWAY {day} Dec to 30 Dec\n", number=day) for day in range(1, 29)]
    collect(game, bag(*letters), MONDAY)
    assert len(absences(game)) == MOST_CLAIMED


def test_absences_noted_before_there_was_a_proof_still_count(tmp_path: Path) -> None:
    game = game_of_two(tmp_path)
    (game.folder / "absences.json").write_text('[{"power": "MER", "first": "2026-11-18", "last": "2026-11-30"}]')
    assert away(game, 1) == ["MER"]


def test_no_date_is_given_while_a_turn_that_was_due_is_still_to_be_played(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    away = letter(f"Code: {sheet_code(SECRET, 'g', 1, 'MER')}\nAWAY 2026-12-01 to 2026-12-24\n")
    collect(game, bag(away), MONDAY + 15 * DAY)
    (answer,) = (" ".join(text(one).split()) for one in mails(game, "away").values())
    assert "Turn 1 was due on Fri 20 Nov 2026 18:00 UTC and is to be played now." in answer
    assert "is due in these days" not in answer
