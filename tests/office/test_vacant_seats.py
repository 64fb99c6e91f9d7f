"""Seats that empty are offered to the standby list in order, with a time to answer, by mail and on paper."""

import datetime as dt
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pbm.mail.for_the_post import note_posted
from pbm.mail.front_door import office_of
from pbm.mail.inbox import Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import settle
from pbm.office.attendance import attendance
from pbm.office.offer_letter import power_name
from pbm.office.post_letters import letters, told_of_letters
from pbm.office.printing import post_look
from pbm.office.reception import receive
from pbm.office.seat_answers import decline_for
from pbm.office.signup import resign, sign_up, signups, take_over
from pbm.office.status import status
from pbm.office.vacancies import free_powers, look_after_seats, told_of_seats, vacant_powers
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.holders import latest
from pbm.record.seat_offers import code_for, seat_offers
from pbm.rulesets import names
from tests.helpers.forgeries import OFFICE_SETTINGS
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter

PEOPLE = ("first", "second", "posted")


def made(folder: Path, ruleset: str = "darkage") -> tuple[Game, str]:
    """A game, one of whose two players has resigned, with three on its standby list."""
    game = new_game(folder, "g", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    powers = game.in_play(1)[:2]
    (game.folder / "players.toml").write_text("".join(f'[{code}]\nid = "p{code.lower()}"\n' for code in powers))
    office = folder / "_office"
    (office / "signups").mkdir(parents=True)
    (office / "game.toml").write_text(OFFICE_SETTINGS)
    (office / "office.toml").write_text('[office]\npost_to = ["2 The Lane"]\n')
    known = [
        f'[{id}]\nname = "{id}"\nemail = "{id}@example.org"\n'
        for id in (*PEOPLE[:2], *(f"p{code.lower()}" for code in powers))
    ]
    (office / "people.toml").write_text(
        "".join([*known, '[posted]\nname = "posted"\nform = "paper"\naddress = ["1 High Street"]\n'])
    )
    (office / "signups" / "g.jsonl").write_text("".join(f'{{"id": "{id}"}}\n' for id in PEOPLE))
    resign(game, powers[0])
    return game, powers[0]


def answer(game: Game, text: str, number: int, now: dt.datetime = MONDAY) -> list[str]:
    """The subjects of what the office has answered so far."""
    office = office_of(game.folder.parent)
    assert office
    collect(game, bag(letter(f"{text}\n", "first@example.org", number), at=now), now)
    list(receive(office, now))
    return [entry.note for entry in Inbox(office).entries()]


def mail_goes_out(game: Game, now: dt.datetime) -> None:
    for id in Outbox(game).waiting(now):
        Outbox(game).note(id, now, "sent")


def asked(game: Game) -> list[tuple[str, str | None]]:
    return [(one.id, one.outcome) for one in seat_offers(game)]


@pytest.mark.parametrize("ruleset", names())
def test_the_seat_is_offered_and_taken_in_every_game(tmp_path: Path, ruleset: str) -> None:
    game, power = made(tmp_path, ruleset)
    assert vacant_powers(game) == [power]
    assert list(look_after_seats(game, MONDAY)) == [f"{power} is offered to first"]
    assert list(look_after_seats(game, MONDAY + DAY)) == []
    words = f"vacant: {power}; first, the first of the standby list, was asked on Mon 16 Nov 2026 and has until Fri 20"
    words += " Nov 2026"
    assert list(told_of_seats(game)) == [words]
    assert words in status(game, MONDAY).notes
    answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}", 1)
    assert latest(game)[power].id == "first"
    assert [one.id for one in signups(tmp_path, "g")] == ["second", "posted"]
    assert asked(game) == [("first", "accepted")]
    assert any("welcome" in id for id in Outbox(game).ids())
    run_turn(game, empty=True)
    assert latest(game)[power].id == "first"
    again = answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}\n\nMany thanks", 2)
    assert again == [f"g: you play {power_name(game, power)}"] * 2


def test_whoever_was_offered_a_seat_learns_of_the_answer_wherever_it_came_from(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    office = office_of(tmp_path)
    assert office
    code = code_for(game, seat_offers(game)[0])
    collect(game, bag(letter(f"ACCEPT {code}\n", "elsewhere@example.org", 1), at=MONDAY), MONDAY)
    list(receive(office, MONDAY))
    assert latest(game)[power].id == "first"
    outbox = Outbox(office)
    assert {outbox.recipient(id) for id in outbox.ids() if "answer" in id} == {"first@example.org"}


def test_the_next_is_asked_when_the_time_is_over_or_somebody_declines(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    mail_goes_out(game, MONDAY)
    first = code_for(game, seat_offers(game)[0])
    assert list(look_after_seats(game, MONDAY + 5 * DAY)) == [
        f"first has not answered about {power}",
        f"{power} is offered to second",
    ]
    assert answer(game, f"ACCEPT {first}", 1, MONDAY + 5 * DAY) == ["g: the seat is not yours"]
    assert vacant_powers(game) == [power]
    answer(game, f"Decline {code_for(game, seat_offers(game)[1])}", 2, MONDAY + 5 * DAY)
    list(look_after_seats(game, MONDAY + 5 * DAY))
    assert asked(game) == [("first", "lapsed"), ("second", "declined"), ("posted", None)]
    assert list(told_of_letters(game)) == ["1 letter to print: posted (pbm print)"]
    (paper,) = letters(game, post_look())
    assert paper.lines == ("posted", "1 High Street")
    note_posted(game, paper.turn, [paper.letter])
    assert list(told_of_letters(game)) == []
    decline_for(game, power, "posted")
    assert list(look_after_seats(game, MONDAY + 6 * DAY)) == []
    (line,) = told_of_seats(game)
    assert "all on the standby list were asked: first, second, posted" in line


def test_an_offer_whose_time_is_over_is_not_mailed_any_more(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    (asked_first,) = Outbox(game).waiting(MONDAY + DAY)
    assert f"{power}-seat-first" in asked_first
    assert Outbox(game).waiting(MONDAY + 5 * DAY) == []


def test_whoever_was_offered_a_seat_by_a_letter_that_did_not_go_out_is_asked_anew(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    (first,) = Outbox(game).waiting(MONDAY)
    again = f"{power} is offered to first anew, since the letter had not gone out"
    assert list(look_after_seats(game, MONDAY + 5 * DAY)) == [again]
    assert asked(game) == [("first", None)]
    assert seat_offers(game)[0].until == MONDAY + 9 * DAY
    assert Outbox(game).waiting(MONDAY + 5 * DAY) == [first.replace("20261116", "20261121")]
    mail_goes_out(game, MONDAY + 5 * DAY)
    assert list(look_after_seats(game, MONDAY + 9 * DAY)) == []
    assert next(look_after_seats(game, MONDAY + 10 * DAY)) == f"first has not answered about {power}"


def test_an_offer_on_paper_is_printed_once_though_a_turn_was_played_since(tmp_path: Path) -> None:
    game, _ = made(tmp_path)
    (tmp_path / "_office" / "signups" / "g.jsonl").write_text('{"id": "posted"}\n')
    list(look_after_seats(game, MONDAY))
    (paper,) = letters(game, post_look())
    note_posted(game, paper.turn, [paper.letter])
    run_turn(game, empty=True)
    list(look_after_seats(game, MONDAY + DAY))
    assert asked(game) == [("posted", None)]
    assert list(told_of_letters(game)) == []
    assert list(letters(game, post_look(), only_new=True)) == []


def test_an_offer_that_nobody_printed_in_time_is_made_anew(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    (tmp_path / "_office" / "signups" / "g.jsonl").write_text('{"id": "posted"}\n')
    list(look_after_seats(game, MONDAY))
    assert list(look_after_seats(game, MONDAY + 14 * DAY)) == []
    again = f"{power} is offered to posted anew, since the letter had not gone out"
    assert list(look_after_seats(game, MONDAY + 15 * DAY)) == [again]
    assert list(told_of_letters(game)) == ["1 letter to print: posted (pbm print)"]


def test_a_seat_that_is_taken_otherwise_is_not_offered_any_more(tmp_path: Path) -> None:
    from pbm.office.signup import take_over

    game, power = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    take_over(tmp_path, game, power, "second")
    list(look_after_seats(game, MONDAY))
    assert asked(game) == [("first", "withdrawn")]
    answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}", 1)
    assert latest(game)[power].id == "second"


def test_an_offer_that_was_not_sent_is_sent_by_the_next_run(tmp_path: Path) -> None:
    game, _ = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    (id,) = Outbox(game).ids()
    before = Outbox(game).path(id).read_bytes()
    Outbox(game).path(id).unlink()
    list(look_after_seats(game, MONDAY))
    assert Outbox(game).path(id).read_bytes() == before


def test_nothing_is_offered_where_the_office_says_so(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    (tmp_path / "_office" / "office.toml").write_text("[office]\noffer_seats = false\n")
    assert list(look_after_seats(game, MONDAY)) == []
    (line,) = told_of_seats(game)
    assert line.endswith(f"(pbm takeover g {power} first)")


@pytest.mark.parametrize("text", ["ACCEPT", "Yes, I accept the seat.", "I accept the seat! First", "ACCEPT K7Q-2MX-0"])
def test_who_accepts_without_the_code_is_told_so_and_nothing_is_done(tmp_path: Path, text: str) -> None:
    from pbm.mail.front_door import office_of

    game, _ = made(tmp_path)
    list(look_after_seats(game, MONDAY))
    answer(game, text, 1)
    office = office_of(tmp_path)
    assert office
    assert [one.note for one in Inbox(office).entries()] == ["Your code is missing"]
    assert asked(game) == [("first", None)]


# seats that nobody took at the start


def begun(folder: Path, ruleset: str) -> Game:
    """A game with one player, whose other seats the computer plays; two stand by."""
    config = Game(new_game(folder / "all", "g", ruleset, SECRET).folder)
    mine, *others = config.config().ruleset.state.seats(config.config().settings)
    game = new_game(folder, "g", ruleset, SECRET, others)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    (game.folder / "players.toml").write_text(f'[{mine}]\nid = "mine"\n')
    office = folder / "_office"
    (office / "signups").mkdir(parents=True)
    (office / "game.toml").write_text(OFFICE_SETTINGS)
    ids = ("mine", "first", "second")
    (office / "people.toml").write_text("".join(f'[{id}]\nname = "{id}"\nemail = "{id}@example.org"\n' for id in ids))
    (office / "signups" / "g.jsonl").write_text('{"id": "first"}\n')
    return game


@pytest.mark.parametrize("ruleset", names())
def test_a_seat_that_nobody_took_is_offered_and_taken_in_every_game(tmp_path: Path, ruleset: str) -> None:
    game = begun(tmp_path, ruleset)
    assert vacant_powers(game) == []
    power = free_powers(game)[-1]
    sign_up(tmp_path, "g", msgspec.structs.replace(signups(tmp_path, "g")[0], prefers=(power,)))
    assert list(look_after_seats(game, MONDAY)) == [f"{power} is offered to first"]
    assert list(look_after_seats(game, MONDAY + DAY)) == []
    (line,) = told_of_seats(game)
    assert line.startswith(f"free: {power}; first, the first of the standby list, was asked on Mon 16 Nov 2026")
    (mail,) = Outbox(game).ids()
    assert "has had no player yet" in " ".join(Outbox(game).path(mail).read_text().split())
    answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}", 1)
    assert latest(game)[power].id == "first"
    run_turn(game, empty=True)
    assert latest(game)[power].id == "first"
    assert power not in free_powers(game)


def test_whoever_declines_a_seat_that_nobody_took_is_asked_about_no_other_such_seat(tmp_path: Path) -> None:
    game = begun(tmp_path, "darkage")
    list(look_after_seats(game, MONDAY))
    answer(game, f"DECLINE {code_for(game, seat_offers(game)[0])}", 1)
    assert list(look_after_seats(game, MONDAY + DAY)) == []
    assert list(told_of_seats(game)) == []


def test_with_nobody_on_the_list_the_game_master_is_told_of_no_free_seats(tmp_path: Path) -> None:
    game = begun(tmp_path, "twilight")
    (tmp_path / "_office" / "signups" / "g.jsonl").write_text("")
    assert list(told_of_seats(game)) == []


def test_a_game_master_who_gives_out_seats_is_told_of_the_free_ones(tmp_path: Path) -> None:
    game = begun(tmp_path, "tours")
    (tmp_path / "_office" / "office.toml").write_text("[office]\noffer_seats = false\n")
    assert list(look_after_seats(game, MONDAY)) == []
    (power,) = free_powers(game)
    assert list(told_of_seats(game)) == [f"free: {power}; on the standby list: first (pbm takeover g {power} first)"]


# somebody who plays another game


@pytest.mark.parametrize("text", ["ACCEPT {code}", "ACCEPT {code}\n\nBest wishes,\nFirst", "I accept the seat."])
@pytest.mark.parametrize("policy", ["", 'policy = "address"\nauthserv = "mx.example.org"\n'])
def test_an_answer_from_somebody_who_plays_another_game_reaches_the_office(
    tmp_path: Path, text: str, policy: str
) -> None:
    from pbm.mail.front_door import office_of

    game, power = made(tmp_path)
    other = new_game(tmp_path, "another", "darkage", SECRET)
    with (other.folder / "game.toml").open("a") as file:
        file.write(SETTINGS.replace("\n[calendar]", f"{policy}\n[calendar]"))
    (other.folder / "players.toml").write_text('[MER]\nid = "first"\n')
    list(look_after_seats(game, MONDAY))
    raw = letter(
        f"{text.format(code=code_for(game, seat_offers(game)[0]))}\n",
        "first@example.org",
        1,
        Authentication_Results="mx.example.org; dkim=pass header.d=example.org",
    )
    collect(other, bag(raw), MONDAY)
    assert not list(Inbox(other).entries())
    office = office_of(tmp_path)
    assert office
    list(receive(office, MONDAY))
    (entry,) = Inbox(office).entries()
    assert entry.note == ("Your code is missing" if "code" not in text else f"g: you play {power_name(game, power)}")


def test_an_offer_on_paper_is_printed_first_of_all(tmp_path: Path) -> None:
    """In a process of its own: here other tests have loaded the fonts."""
    game, power = made(tmp_path)
    (tmp_path / "_office" / "signups" / "g.jsonl").write_text('{"id": "posted"}\n')
    assert list(look_after_seats(game, MONDAY)) == [f"{power} is offered to posted"]
    command = [sys.executable, "-m", "pbm.cli", "print", "--games", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "1 envelope, 1 sheet of paper" in done.stdout, done.stdout + done.stderr


def test_orders_of_whoever_left_are_not_played_as_those_of_their_successor(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    other = game.in_play(1)[1]
    first = letter(f"Code: {sheet_code(SECRET, 'g', 1, other)}\n1. TAX\n", f"p{other.lower()}@example.org")
    collect(game, bag(first), MONDAY)
    settle(game, 1)
    assert other in {name.split(".")[0] for name in game.sheets(1)}
    resign(game, other)
    settle(game, 1)
    assert not game.sheets(1)
    take_over(tmp_path, game, other, "second")
    settle(game, 1)
    assert not game.sheets(1)
    assert power in vacant_powers(game)
    collect(game, bag(letter(f"Code: {code_of(game, 1, other)}\n2. TAX\n", "second@example.org", 2)), MONDAY)
    settle(game, 1)
    assert "2. TAX" in (game.orders(1) / f"{other}.txt").read_text()


@pytest.mark.parametrize(("late", "missed"), [(DAY, 0), (12 * DAY, 1)])
def test_whoever_accepts_a_seat_shortly_before_the_deadline_misses_nothing_by_that_turn(
    tmp_path: Path, late: dt.timedelta, missed: int
) -> None:
    game, power = made(tmp_path)
    now = MONDAY + dt.timedelta(days=4, hours=6) - late  # the deadline is on Friday
    list(look_after_seats(game, now))
    answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}", 1, now)
    assert latest(game)[power].id == "first"
    (mail,) = [Outbox(game).path(id).read_bytes() for id in Outbox(game).ids() if f"-{power}-welcome" in id]
    assert (b"does not count as missed" in b" ".join(mail.replace(b"=\r\n", b"").split())) is (missed == 0)
    settle(game, 1)
    run_turn(game, empty=True)
    assert attendance(game)[power].missed == missed


def test_a_sheet_of_a_newcomer_counts_however_late_they_came(tmp_path: Path) -> None:
    game, power = made(tmp_path)
    now = MONDAY + 4 * DAY
    list(look_after_seats(game, now))
    answer(game, f"ACCEPT {code_for(game, seat_offers(game)[0])}", 1, now)
    (game.orders(1) / f"{power}.txt").write_text("1. TAX\n")
    settle(game, 1)
    run_turn(game)
    assert (attendance(game)[power].sent, attendance(game)[power].away) == (1, 0)
