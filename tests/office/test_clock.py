"""A clock that never stalls: every due turn is played or explained, and nobody has less than the least time."""

import datetime as dt
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.cli import main
from pbm.commands import clock
from pbm.errors import GameError
from pbm.mail.absences import Absence, go_away
from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.ballots import overrule, propose
from pbm.mail.calendar import deadline, extend, extension, spoken
from pbm.mail.intake import collect
from pbm.mail.outbox import DONE, Outbox
from pbm.mail.sets import expected
from pbm.mail.settings import WEEKDAYS as NAMES
from pbm.mail.settings import calendar_of
from pbm.office.attention import attention
from pbm.office.clock import freshen, gone_out, wind
from pbm.office.due import waits
from pbm.office.frames import heading
from pbm.office.hold_mail import go_on_and_tell
from pbm.office.observers import observe, roundup_mail
from pbm.office.post_letters import told_of_letters
from pbm.office.quiet import Lasting
from pbm.office.report_mail import queue_reports
from pbm.office.requests import answer_requests
from pbm.office.round import make_round
from pbm.office.signup import Signup, sign_up
from pbm.office.status import status
from pbm.office.welcome import queue_welcomes
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.clockface import DAYS
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.holding import held, hold, the_hold
from pbm.record.redo import redo
from pbm.rules.votes import Motion
from tests.helpers.long import times
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter, mail_game, sheet
from tests.mail.test_mail_receipts import mails, text
from tests.mail.test_votes import Table

HOUR = dt.timedelta(hours=1)
FRIDAY = MONDAY + 4 * DAY + 6 * HOUR
"""The first deadline."""


def pbm(game: Game, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--games", str(game.folder.parent)])


def served(game: Game, now: dt.datetime) -> list[str]:
    return [words for _, words, _ in make_round(game.folder.parent, lambda: now, lambda _: None)]


def due(game: Game) -> dt.datetime:
    found = deadline(game, game.last() + 1)
    assert found
    return found


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game whose players have had their first letters."""
    game = mail_game(tmp_path)
    served(game, MONDAY - 20 * DAY)
    return game


def order(game: Game, power: str = "MER") -> None:
    (game.orders(game.last() + 1) / f"{power}.txt").write_text("1. TAX\n")


# a turn that nobody answered


def test_a_turn_nobody_answered_waits_a_day_with_a_mail_to_all_and_is_played_then(game: Game) -> None:
    said = served(game, FRIDAY + HOUR)
    assert game.last() == 0
    assert any(
        words.startswith("turn 1 waits since Fri 20 Nov 2026 18:00 UTC: nobody has sent orders") for words in said
    )
    told = mails(game, "unanswered")
    assert {id.split("-")[1] for id in told} == {"MER", "WSX"}
    assert "If none has come by Sat 21 Nov 2026 19:00 UTC" in " ".join(text(next(iter(told.values()))).split())
    served(game, FRIDAY + 20 * HOUR)
    assert game.last() == 0
    assert "turn 1 adjudicated" in served(game, FRIDAY + 25 * HOUR)
    assert mails(game, "unanswered").keys() == told.keys()


def test_one_sheet_has_the_waiting_turn_played(game: Game) -> None:
    served(game, FRIDAY + HOUR)
    collect(game, bag(letter(sheet(orders="1. LEVY TAM 2\n")), at=FRIDAY + 2 * HOUR), FRIDAY + 2 * HOUR)
    (receipt,) = mails(game, "receipt").values()
    assert "after the deadline. They count, because turn 1 has not been played yet." in " ".join(text(receipt).split())
    assert "turn 1 adjudicated" in served(game, FRIDAY + 3 * HOUR)
    assert (game.result(1) / "orders" / "MER.txt").is_file()


@pytest.mark.parametrize(("how", "played"), [("play", True), ("wait", False)])
def test_the_calendar_says_what_becomes_of_a_turn_nobody_answered(tmp_path: Path, how: str, played: bool) -> None:
    game = mail_game(tmp_path, settings=f'{SETTINGS}unanswered = "{how}"\n')
    served(game, MONDAY - 20 * DAY)
    served(game, FRIDAY + HOUR)
    assert (game.last() == 1) is played
    said = served(game, FRIDAY + 40 * DAY)
    assert played or any("It waits for a sheet or for you (pbm adjudicate g --no-orders)" in words for words in said)


def test_a_game_whose_machine_was_off_for_weeks_still_waits_the_day(game: Game) -> None:
    served(game, FRIDAY + 21 * DAY)
    assert game.last() == 0
    assert "turn 1 adjudicated" in served(game, FRIDAY + 22 * DAY + HOUR)
    assert due(game) >= FRIDAY + 36 * DAY


def test_if_all_are_away_nobody_waits(game: Game) -> None:
    for power in ("MER", "WSX"):
        go_away(game, Absence(power, FRIDAY.date(), FRIDAY.date()))
    for power in ("STR", "NMB", "GWD", "PIC", "CMB", "KNT", "MDA", "EAS", "VIK", "IRI", "DFD", "SCO", "ESX", "WWL"):
        go_away(game, Absence(power, FRIDAY.date(), FRIDAY.date()))
    assert "turn 1 adjudicated" in served(game, FRIDAY + HOUR)
    assert not mails(game, "unanswered")


def test_a_set_up_that_nobody_answered_is_played_too(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "tours", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    served(game, MONDAY - 20 * DAY)
    assert any("the set-up waits" in words for words in served(game, FRIDAY + HOUR))
    assert "the set-up adjudicated" in served(game, FRIDAY + 26 * HOUR)


def test_screen_digest_and_status_say_why_a_game_waits_and_what_ends_it(game: Game) -> None:
    served(game, FRIDAY + HOUR)
    waiting = str(waits(game, 1, FRIDAY + 2 * HOUR))
    assert waiting.endswith("(pbm adjudicate g --no-orders)")
    assert waiting in attention(game, FRIDAY + 2 * HOUR)
    assert waiting in status(game, FRIDAY + 2 * HOUR).problems


def test_a_game_that_nobody_plays_says_so(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "darkage", SECRET, ["MER", "WSX"])
    dummies = [*game.in_play(1)]
    shutil.rmtree(game.folder)
    game = new_game(tmp_path, "g", "darkage", SECRET, dummies)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    served(game, MONDAY - 20 * DAY)
    assert any("nobody plays any power (pbm takeover g" in words for words in served(game, FRIDAY + HOUR))


def test_a_held_game_is_in_the_digest_with_the_command_that_ends_it(game: Game) -> None:
    hold(game, "Mail was lost.", MONDAY)
    assert "held since Mon 16 Nov 2026 12:00 UTC: Mail was lost (pbm resume g)" in attention(game, MONDAY + DAY)


# deadlines that move with what happened


def test_after_a_stall_the_next_turn_has_its_full_time_and_the_report_says_so(game: Game) -> None:
    order(game)
    with (game.folder / "players.toml").open("a") as file:
        file.write('zone = "Europe/Vienna"\n')  # Wessex
    served(game, FRIDAY + 20 * DAY)
    now = FRIDAY + 21 * DAY + HOUR
    served(game, now)
    assert game.last() == 1
    assert due(game).date() == now.date() + 14 * DAY
    assert due(game).weekday() == DAYS.index("Fri")
    (report,) = mails(game, "MER-report").values()
    assert "Turn 1 was played later than planned, so turn 2 is due on Fri 25 Dec 2026" in " ".join(text(report).split())
    (elsewhere,) = mails(game, "WSX-report").values()
    assert " ".join(text(elsewhere).split()).count("(19:00 CET for you)") == 2, "in the letterhead and in the note"
    order(game)
    served(game, now + HOUR)
    assert game.last() == 1, "the first sheet must not have the next turn played at once"


def test_a_turn_played_on_its_day_moves_nothing(game: Game) -> None:
    order(game)
    served(game, FRIDAY + 15 * HOUR)
    assert due(game) == FRIDAY + 14 * DAY
    assert extension(game, 2).not_before is None


def test_a_report_is_dated_by_the_day_it_was_made(game: Game) -> None:
    order(game)
    run_turn(game)
    wind(game, MONDAY)
    assert heading(game, 1).date == "16 Nov 2026"
    queue_reports(game.folder.parent, game, 1, MONDAY)
    (report,) = mails(game, "MER-report").values()
    assert "16 Nov 2026" in text(report)


def test_a_turn_played_again_gives_the_full_time_again(game: Game) -> None:
    order(game)
    served(game, FRIDAY + HOUR)
    now = FRIDAY + 11 * DAY
    redo(game, "MER", b"1. LEVY TAM 1\n", "a slip")
    served(game, now)
    assert due(game) - now >= 14 * DAY
    new = [report for id, report in mails(game, "MER-report").items()]
    assert any("Fri 18 Dec 2026" in text(report) for report in new)


def test_a_first_deadline_that_is_past_when_the_first_letters_are_made_moves(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    now = FRIDAY + 30 * DAY
    served(game, now)
    assert game.last() == 0
    assert due(game) - now >= 14 * DAY
    assert not mails(game, "unanswered")
    assert not mails(game, "deadline"), "the first letters say it"


def test_reports_that_went_out_late_move_the_deadline(game: Game) -> None:
    order(game)
    served(game, FRIDAY + HOUR)
    outbox, now = Outbox(game), FRIDAY + 10 * DAY
    for id in outbox.ids():
        outbox.note(id, now, "sent")
    served(game, now)
    assert due(game) - now >= 14 * DAY
    assert {id.split("-")[1] for id in mails(game, "deadline")} == {"MER", "WSX"}


def said_in(raw: bytes) -> str:
    mail = message_from_bytes(raw, policy=default)
    assert isinstance(mail, EmailMessage)
    return " ".join(text(mail).split())


def letters_that_wait(game: Game) -> list[str]:
    outbox = Outbox(game)
    return [said_in(outbox.path(id).read_bytes()) for id in outbox.waiting()]


def test_first_letters_that_were_queued_before_a_late_start_have_the_new_date(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    list(queue_welcomes(game, MONDAY - 20 * DAY))  # as pbm start does; nothing was sent, and nothing was run
    served(game, FRIDAY + 5 * DAY)
    waiting = letters_that_wait(game)
    assert len(waiting) == 2
    assert all("due Fri 11 Dec 2026 18:00 UTC" in words and "20 Nov" not in words for words in waiting)


@pytest.mark.parametrize("played", [0, 1])
def test_letters_that_could_not_go_out_for_weeks_are_made_anew(
    game: Game, played: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if played:
        order(game)
        for id in Outbox(game).ids():
            Outbox(game).note(id, MONDAY - 20 * DAY, "sent")
        served(game, FRIDAY + HOUR)
    now = due(game) + 2 * DAY
    monkeypatch.setattr(clock, "now", lambda: now)
    said = pbm(game, "send", "g", "--eml", str(tmp_path / "out"))
    assert f"Turn {played + 1} is now due {spoken(due(game))}." in said.output
    sent = [path.read_bytes() for path in (tmp_path / "out").glob("*.eml")]
    assert len(sent) == 2, "the letters alone, with the date, and no notice besides"
    assert due(game) - now >= 14 * DAY
    for words in map(said_in, sent):
        assert spoken(due(game)) in words
        assert not [day for day in ("20 Nov 2026 18:00", "4 Dec 2026 18:00") if day in words]


def test_whose_report_is_still_to_be_printed_gets_no_letter_with_its_new_deadline(tmp_path: Path) -> None:
    paper = '[WSX]\nname = "W"\naddress = ["1 High Street"]\nform = "paper"\n'
    game = mail_game(tmp_path, players='[MER]\nemail = "mercia@example.org"\nform = "text"\n' + paper)
    served(game, MONDAY - 20 * DAY)
    for id in Outbox(game).ids():
        Outbox(game).note(id, MONDAY - 20 * DAY, "sent")
    order(game)
    served(game, FRIDAY + HOUR)
    said = freshen(game, FRIDAY + 5 * DAY)
    assert any("is now due" in words for words in said)
    assert not [words for words in said if "by post" in words]
    assert list(told_of_letters(game)) == []


def test_that_a_turn_waits_is_not_told_once_it_was_played(game: Game) -> None:
    served(game, FRIDAY + HOUR)
    served(game, FRIDAY + 26 * HOUR)
    assert game.last() == 1
    assert mails(game, "unanswered")
    assert not [id for id in Outbox(game).waiting() if "unanswered" in id]


def test_a_reminder_is_not_mailed_after_the_deadline(game: Game) -> None:
    served(game, FRIDAY - DAY)
    reminders = [id for id in Outbox(game).waiting(FRIDAY - HOUR) if "reminder" in id]
    assert len(reminders) == 2
    assert not [id for id in Outbox(game).waiting(FRIDAY + HOUR) if id in reminders]


def test_an_edited_calendar_is_told_to_all_and_leaves_the_least_time(game: Game) -> None:
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace("2026-11-20", "2026-11-27"))
    served(game, MONDAY)
    assert len(mails(game, "deadline")) == 2
    config.write_text(config.read_text().replace("2026-11-27", "2026-11-20"))
    served(game, MONDAY)
    assert due(game) - MONDAY >= 7 * DAY


def test_a_deadline_that_stands_is_not_told_again(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=f'{SETTINGS}zone = "Europe/London"\n')
    served(game, MONDAY - 20 * DAY)
    served(game, MONDAY - 19 * DAY)
    assert not mails(game, "deadline")


def test_games_under_way_keep_the_deadline_of_their_letters(tmp_path: Path) -> None:
    game = mail_game(tmp_path)
    served(game, MONDAY - 20 * DAY)
    for id in Outbox(game).ids():
        Outbox(game).note(id, MONDAY - 20 * DAY, "sent")
    for path in game.folder.glob("turns/*/extension.json"):
        path.unlink()
    served(game, FRIDAY - DAY)
    assert due(game) == FRIDAY


# a hold


def test_a_hold_across_a_deadline_tells_everybody_and_gives_the_time_back(game: Game) -> None:
    hold(game, "a secret reason", FRIDAY - 2 * DAY)
    served(game, FRIDAY - DAY)
    served(game, FRIDAY + DAY)
    told = mails(game, "held")
    assert len(told) == 2
    assert "secret" not in text(next(iter(told.values())))
    collect(game, bag(letter(sheet(orders="1. LEVY TAM 2\n")), at=FRIDAY + 2 * DAY), FRIDAY + 2 * DAY)
    assert (game.orders(1) / "MER.txt").is_file(), "the turn is open, so the sheet counts"
    now = FRIDAY + 10 * DAY
    go_on_and_tell(game, now)
    assert due(game) - now >= 7 * DAY
    assert len(mails(game, "deadline")) == 2


def test_whoever_was_told_of_a_hold_is_told_when_it_ends(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=f"{SETTINGS}least_hours = 24\n")
    served(game, MONDAY - 20 * DAY)
    hold(game, "x", FRIDAY - 5 * DAY)
    served(game, FRIDAY - 3 * DAY)
    go_on_and_tell(game, FRIDAY - 2 * DAY)
    assert due(game) == FRIDAY
    (mail, _) = mails(game, "resumed").values()
    assert "Orders for turn 1 are due on Fri 20 Nov 2026 18:00 UTC." in text(mail)


def test_a_turn_that_was_due_before_the_hold_is_played_after_it(game: Game) -> None:
    order(game)
    served(game, FRIDAY - DAY)
    hold(game, "x", FRIDAY + HOUR)
    go_on_and_tell(game, FRIDAY + 9 * DAY)
    assert "turn 1 adjudicated" in served(game, FRIDAY + 9 * DAY)


@pytest.mark.parametrize(("before", "days", "passed"), [(5, "-5", "Fri 20 Nov"), (0, "1", "Sat 21 Nov")])
def test_no_deadline_is_moved_into_the_past(
    game: Game, before: int, days: str, passed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if before:
        extend(game, 1, before)
    monkeypatch.setattr(clock, "now", lambda: FRIDAY + 2 * DAY)
    said = pbm(game, "extend", "g", days)
    assert said.exit_code == 1
    assert f"{passed} 2026 18:00 UTC has passed" in said.output
    assert due(game) == FRIDAY + before * DAY
    assert not mails(game, "deadline")


@pytest.mark.parametrize("sent", [False, True])
def test_days_taken_back_before_anybody_knew_of_them_are_told_to_nobody(
    game: Game, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY - 19 * DAY)
    pbm(game, "extend", "g", "3")
    for id in mails(game, "deadline") if sent else ():
        Outbox(game).note(id, MONDAY - 19 * DAY, "sent")
    said = pbm(game, "extend", "g", "-3")
    assert ("Mail to 2 players" in said.output) is sent
    assert len([id for id in Outbox(game).waiting() if "deadline" in id]) == 2 * sent


# the start


def started(games: Path, monkeypatch: pytest.MonkeyPatch, usual: str, *words: str) -> Result:
    sign_up(games, "spring", Signup("Mercia", "mercia@example.org", prefers=("MER",), id="mercia"))
    (games / "_office" / "game.toml").write_text(usual)
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    return CliRunner().invoke(main, ["start", "spring", *words, "--games", str(games)])


@pytest.mark.parametrize("first", ["2026-01-16", "2026-11-20"])
def test_start_refuses_a_first_deadline_that_is_past_or_too_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    said = started(tmp_path, monkeypatch, f"[calendar]\nfirst = {first}\nweekday = 'friday'\n")
    assert said.exit_code == 1
    assert "add --first 2026-12-04 to the command" in said.output
    assert not (tmp_path / "spring").exists()
    again = started(
        tmp_path, monkeypatch, f"[calendar]\nfirst = {first}\nweekday = 'friday'\n", "--first", "2026-12-04"
    )
    assert again.exit_code == 0, again.output
    assert due(Game(tmp_path / "spring")).date() == dt.date(2026, 12, 4)


def test_an_office_without_a_first_day_gives_every_game_the_next_that_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = started(
        tmp_path, monkeypatch, "[calendar]\nweekday = 'friday'\ndays = 21\n\n[mail]\naddress = 'o@example.org'\n"
    )
    assert said.exit_code == 0, said.output
    assert due(Game(tmp_path / "spring")).date() == dt.date(2026, 12, 11)
    assert len(Outbox(Game(tmp_path / "spring")).ids()) == 1


# the clock as a property

calendars = st.fixed_dictionaries(
    {
        "days": st.integers(1, 30),
        "weekday": st.sampled_from(["", *NAMES]),
        "hour": st.sampled_from(["00:00", "02:30", "18:00"]),
        "zone": st.sampled_from(["UTC", "Europe/London", "America/New_York", "Pacific/Apia"]),
        "grace_hours": st.integers(0, 48),
        "early": st.sampled_from(["no", "in", "final"]),
        "least_hours": st.sampled_from([None, 0, 1, 24]),
        "holidays": st.lists(st.integers(0, 60).map(lambda ahead: str((MONDAY + ahead * DAY).date())), max_size=3),
        "unanswered": st.sampled_from(["day", "play", "wait"]),
        "ahead": st.integers(-40, 40),
    }
)
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 72)),
        st.tuples(st.just("off"), st.integers(100, 1500)),
        st.tuples(st.just("order"), st.integers(0, 7)),
        st.tuples(st.just("letter"), st.integers(0, 200)),
        st.tuples(st.just("hold"), st.just(0)),
        st.tuples(st.just("resume"), st.just(0)),
        st.tuples(st.just("extend"), st.sampled_from([-3, 2, 9])),
        st.tuples(st.just("edit_first"), st.sampled_from([-35, -7, 7, 21])),
        st.tuples(st.just("edit_days"), st.integers(1, 30)),
        st.tuples(st.just("edit_hour"), st.integers(0, 23)),
        st.tuples(st.just("again"), st.just(0)),
        st.tuples(st.just("away"), st.integers(1, 20)),
        st.tuples(st.just("send"), st.just(0)),
        st.tuples(st.just("agree"), st.sampled_from([-9, -1, 3, 20])),
    ),
    max_size=25,
)
DATE = re.compile(r"[A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d \S+")
MADE: list[Path] = []


class Office:
    """A small game, its clock, and what happens to it."""

    def __init__(self, folder: Path, calendar: dict[str, object]) -> None:
        if not MADE:
            MADE.append(folder / "made")
            MADE[0].mkdir()
            new_game(MADE[0], "g", "toy", SECRET)
        shutil.copytree(MADE[0], folder / "games", dirs_exist_ok=True)
        self.game, self.now = Game(folder / "games" / "g"), MONDAY
        first = (MONDAY + int(str(calendar["ahead"])) * DAY).date()
        while calendar["weekday"] and NAMES[first.weekday()] != calendar["weekday"]:
            first += DAY
        rows = {key: value for key, value in calendar.items() if key != "ahead" and value is not None}
        lines = "".join(f"{key} = {value!r}\n" for key, value in rows.items())
        with (self.game.folder / "game.toml").open("a") as file:
            file.write(f"\n[mail]\naddress = 'orders@example.org'\n\n[calendar]\nfirst = {first}\n{lines}")
        people = [f'[{power}]\nemail = "{power}@example.org"\nform = "text"\n' for power in self.game.in_play(1)[:2]]
        (self.game.folder / "players.toml").write_text("".join(people))
        self.least, self.number = calendar_of(self.game).least, 0

    def meet(self, what: str, number: int) -> None:
        getattr(self, what)(number)

    def run(self, hours: int) -> list[str]:
        self.now += hours * HOUR
        before = (self.game.last(), self.game.manifest_hash(self.game.last()))
        was = extension(self.game, self.game.last() + 1).known
        said = served(self.game, self.now)
        assert not any("internal error" in words for words in said), said
        served(self.game, self.now)  # about the turn that is open now
        for _, words, wrong in make_round(self.game.folder.parent, lambda: self.now, lambda _: None):
            assert wrong or isinstance(words, Lasting), f"said on every run: {words}"
        if not self.over:
            least, left = calendar_of(self.game).least, due(self.game) - self.now
            sooner = was and due(self.game) < was and not any("adjudicated" in words for words in said)
            if sooner or before != (self.game.last(), self.game.manifest_hash(self.game.last())):
                assert left >= least, (due(self.game), self.now, least)
                self.least = least
            if (gone := gone_out(self.game)) and not held(self.game):
                assert due(self.game) - gone >= min(least, self.least), "from the mail that opened the turn"
            if not held(self.game) and left > 0 * DAY:
                self.all_know(spoken(due(self.game)))
        return said

    def all_know(self, date: str) -> None:
        """Everybody's last mail with a date for the open turn, sent or about to be, gives the one that counts."""
        outbox, last = Outbox(self.game), self.game.last()
        gone = {id for id, note in outbox.last().items() if note and note.what in DONE}
        result = (self.game.manifest_hash(last) or "")[:8]
        mine = re.compile(
            rf"{last:03}-\w+-(welcome.*|report-{result})|{last + 1:03}-\w+-(deadline|resumed|reminder)-.*"
        )
        ids = [id for id in {*gone, *outbox.waiting(self.now)} if mine.fullmatch(id)]
        for power in [*self.game.in_play(1)][:2]:
            his = [id for id in ids if id.split("-")[1] == power]
            newest = max(his, key=lambda id: outbox.path(id).stat().st_mtime_ns, default="")
            assert newest, (power, outbox.ids())
            words = said_in(outbox.path(newest).read_bytes())
            assert date in words, (newest, date, DATE.findall(words), sorted(his))

    off = run

    @property
    def over(self) -> bool:
        config = self.game.config()
        return config.ruleset.state.result(config.open(self.game.position(self.game.last()))) is not None

    def order(self, number: int) -> None:
        """One of two sends orders, or several at once, so that in a later turn most of them may be missing."""
        there = [] if self.over else self.game.in_play(self.game.last() + 1)
        for power in there[number : number + 1] if number < 2 else there[: number - 1]:
            (self.game.orders(self.game.last() + 1) / f"{power}.txt").write_text("")

    def hold(self, _: int) -> None:
        hold(self.game, "x", self.now)

    def resume(self, _: int) -> None:
        was = due(self.game) if not self.over else self.now
        try:
            go_on_and_tell(self.game, self.now)
        except GameError:
            return
        if not self.over and due(self.game) != was:
            assert due(self.game) - self.now >= calendar_of(self.game).least

    def extend(self, days: int) -> None:
        was = due(self.game) if not self.over else self.now
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "now", lambda: self.now)
            pbm(self.game, "extend", "g", f"{days}")
        if not self.over and due(self.game) < was:
            assert due(self.game) - self.now >= calendar_of(self.game).least

    def letter(self, hours: int) -> None:
        """A sheet that came some hours ago, in time or late, is taken in only now."""
        self.number, came = self.number + 1, self.now - hours * HOUR
        if self.over or not (there := self.game.in_play(self.game.last() + 1)):
            return
        code = code_of(self.game, self.game.last() + 1, there[0])
        raw = letter(f"Game: g\nCode: {code}\nPASS\n", f"{there[0]}@example.org", self.number)
        collect(self.game, bag(raw, at=came), self.now)

    def edit(self, key: str, value: Callable[[str], str]) -> None:
        """The game master edits the calendar by hand."""
        config = self.game.folder / "game.toml"
        config.write_text(re.sub(rf"(?m)^{key} = (.*)$", lambda row: f"{key} = {value(row[1])}", config.read_text()))

    def edit_first(self, days: int) -> None:
        self.edit("first", lambda day: str(dt.date.fromisoformat(day) + days * DAY))

    def edit_days(self, days: int) -> None:
        self.edit("days", lambda _: str(days))

    def edit_hour(self, hour: int) -> None:
        self.edit("hour", lambda _: f"'{hour:02}:00'")

    def again(self, _: int) -> None:
        if self.game.last():
            power = self.game.in_play(self.game.last())[0]
            redo(self.game, power, f"# {self.now}\n".encode(), "a slip")

    def send(self, _: int) -> None:
        """Whatever is queued goes out only now."""
        outbox = Outbox(self.game)
        for id in outbox.waiting():
            outbox.note(id, self.now, "sent")

    def agree(self, days: int) -> None:
        """The players agree on a later deadline, or on a pause."""
        motion = Motion("deadline", days=days) if days > 0 else Motion("pause", days=-days)
        power = self.game.in_play(self.game.last() + 1)[0]
        with suppress(GameError):
            one = propose(Permit(Effect.VOTE, power, Proof.CODE), self.game, motion, "", self.now)
            overrule(self.game, one.number, "agreed", "")

    def away(self, days: int) -> None:
        for power in self.game.in_play(self.game.last() + 1):
            go_away(self.game, Absence(power, self.now.date(), (self.now + days * DAY).date()))


@settings(max_examples=times(20, 300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calendars, happenings)
def test_no_state_in_which_the_run_does_nothing_for_ever(
    tmp_path_factory: pytest.TempPathFactory, calendar: dict[str, object], story: list[tuple[str, int]]
) -> None:
    office = Office(tmp_path_factory.mktemp("clock"), calendar)
    office.run(0)
    assert due(office.game) - office.now >= calendar_of(office.game).least
    for what, number in story:
        office.meet(what, number)
    played = office.game.last()
    for _ in range(4):  # once it may have a new deadline, since the story may end with a turn played again
        office.now = max(office.now, due(office.game)) + 3 * DAY
        said = [*office.run(0), *office.run(30)]
        if office.over or office.game.last() > played:
            return
        if until := the_hold(office.game).until:  # a pause ends by itself
            office.now = max(office.now, until)
            assert "the pause is over" in office.run(1) or "; " in the_hold(office.game).reason
            continue  # a turn that was due before it may wait now
        if waits(office.game, played + 1, office.now):
            assert any("waits since" in words or words.startswith("held, so") for words in said)
            for_ever = calendar_of(office.game).unanswered == "wait" or not expected(office.game, played + 1)
            assert held(office.game) or for_ever, said
            return
        assert due(office.game) > office.now - 30 * HOUR, said
    pytest.fail(f"nothing happened: {said}")


# a turn that waits for missing orders


@pytest.fixture
def short(game: Game) -> Game:
    """Three sent orders for turn 1, and only Mercia for turn 2."""
    for power in ("MER", "WSX", "KNT"):
        order(game, power)
    served(game, FRIDAY + HOUR)
    order(game, "MER")
    return game


def test_while_a_turn_waits_for_missing_orders_everybody_is_told_once(short: Game) -> None:
    late = due(short) + 20 * DAY
    said = served(short, late)
    assert any("2 of the 3 who sent orders last turn" in words for words in said)
    told = mails(short, "waits")
    assert {id.split("-")[1] for id in told} == {"MER", "WSX"}
    assert "so turn 2 waits for them. If they have not come by " in " ".join(text(told[min(told)]).split())
    served(short, late + 20 * HOUR)
    assert mails(short, "waits").keys() == told.keys()


def test_a_turn_that_waits_for_missing_orders_is_played_after_a_day(short: Game) -> None:
    late = due(short) + HOUR
    said = served(short, late)
    assert any(f"It is played without them from {spoken(late + DAY)} on" in words for words in said)
    served(short, late + 23 * HOUR)
    assert short.last() == 1
    served(short, late + 25 * HOUR)
    assert short.last() == 2


def test_the_calendar_may_let_it_wait_for_the_game_master(short: Game) -> None:
    with (short.folder / "game.toml").open("a") as file:
        file.write('unanswered = "wait"\ntell_late = true\n')
    said = served(short, due(short) + HOUR)
    assert any("It waits for a sheet or for you" in words for words in said)
    served(short, due(short) + 30 * DAY)
    assert short.last() == 1
    told = " ".join(text(next(iter(mails(short, "waits").values()))).split())
    assert "Those of Cumbria, Dyfed, " in told
    assert "They may come until the game master has it played." in told


def test_one_sheet_plays_a_turn_that_nobody_had_answered_as_all_were_told(short: Game) -> None:
    (short.orders(2) / "MER.txt").unlink()
    served(short, due(short) + HOUR)
    assert mails(short, "unanswered")
    order(short, "MER")
    assert "turn 2 adjudicated" in served(short, due(short) + 2 * HOUR)


def test_one_alone_who_sends_nothing_is_not_waited_for(game: Game) -> None:
    order(game, "MER")
    served(game, FRIDAY + HOUR)
    order(game, "WSX")
    assert "turn 2 adjudicated" in served(game, due(game) + HOUR)


def test_the_mail_of_a_game_that_waits_goes_out(short: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    def note(game: Game, *_: object) -> list[str]:
        sent.append(game.name)
        return []

    monkeypatch.setattr("pbm.office.round.send_out", note)
    served(short, due(short) + 20 * DAY)
    assert "g" in sent


def test_the_answer_to_a_letter_that_waited_gives_no_past_date_as_one_to_come(short: Game) -> None:
    bare = letter("Game: g\nTurn: 2\nKingdom: MER\n1. TAX\nEnd\n")
    collect(short, bag(bare, at=due(short) - HOUR), due(short) + 20 * DAY)
    (answer,) = (" ".join(text(one).split()) for one in mails(short, "002-MER").values())
    assert "were due on Fri 4 Dec 2026 18:00 UTC" in answer
    assert "are due on" not in answer


# a turn that was due while nothing ran


def test_after_an_outage_whoever_was_not_reminded_has_a_day(game: Game) -> None:
    order(game)
    said = served(game, late := FRIDAY + 3 * DAY)
    assert game.last() == 0
    assert any(f"It is played with what is there from {spoken(late + DAY)} on" in words for words in said)
    told = mails(game, "waits")
    assert {id.split("-")[1] for id in told} == {"MER", "WSX"}
    words = " ".join(text(next(iter(told.values()))).split())
    assert "Those of some players are not here, and we could not remind them in time, so turn 1 waits" in words
    assert f"If they have not come by {spoken(late + DAY)}" in words
    collect(game, bag(letter(sheet(orders="1. LEVY TAM 2\n")), at=late + HOUR), late + HOUR)
    assert "turn 1 adjudicated" in served(game, late + 25 * HOUR)
    assert mails(game, "waits").keys() == told.keys()


@pytest.mark.parametrize("why", ["reminded", "away", "all in", "within a day"])
def test_nobody_waits_after_an_outage_for_whom_it_changed_nothing(game: Game, why: str) -> None:
    order(game)
    if why == "reminded":
        served(game, FRIDAY - DAY)
    elif why == "away":
        go_away(game, Absence("WSX", FRIDAY.date(), FRIDAY.date()))
    elif why == "all in":
        order(game, "WSX")
    served(game, FRIDAY + (20 * HOUR if why == "within a day" else 3 * DAY))
    assert game.last() == 1


# reports that go out after a deadline moved


def test_a_report_that_goes_out_again_gives_the_deadline_as_it_is_now(game: Game) -> None:
    order(game)
    served(game, FRIDAY + HOUR)
    extend(game, 2, 3)
    observe(game, "Ann", "ann@example.org")
    collect(game, bag(letter("SEND REPORT\n", number=9), at=FRIDAY + DAY), FRIDAY + DAY)
    list(answer_requests(game, FRIDAY + DAY))
    served(game, FRIDAY + DAY)
    for kind in ("asked", "observer"):
        (mail,) = mails(game, kind).values()
        assert text(mail).startswith(f"The deadline has been moved: orders for turn 2 are due on {spoken(due(game))}.")
    assert not any("has been moved: orders" in text(one) for one in mails(game, "MER-report").values())


def test_the_last_roundup_gives_no_deadline(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy")
    observe(table.game, "Ann", "ann@example.org")
    table.write(0, "PROPOSE DRAW")
    table.write(1, "AGREE")
    run_turn(table.game, empty=True)
    table.run(MONDAY)
    mail = roundup_mail(table.game, 1)
    assert mail.subject == "g is over: the last roundup"
    assert "Turn 2 due" not in mail.text
    assert "Orders to" not in mail.text
