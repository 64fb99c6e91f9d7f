"""GAMES, JOIN, STANDBY and LEAVE by mail: to an office with games of all kinds, and to one that has none yet."""

import datetime as dt
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.asking import STANDS, Wanted, all_asked
from pbm.mail.front_door import Office, office_of, own_letters
from pbm.mail.inbox import Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.games_page import games_pdf, games_text
from pbm.office.offers import Offer, every_offer, make_offer, offers
from pbm.office.reception import receive
from pbm.office.reception_words import confirmed
from pbm.office.signup import Signup, all_lists, list_of, sign_up, signups, start
from pbm.reading.errands import Answer, Errand, answers_in, errand_in
from pbm.reading.letter import read_letter
from pbm.record.game import Game
from pbm.record.people import people
from pbm.record.players import listed
from pbm.rulesets import names
from tests.helpers.posting import DAY, MONDAY, bag, letter

SETTINGS = """
[mail]
address = "orders@example.org"
inbox = "../in"

[calendar]
days = 14
weekday = "friday"
"""


class Desk:
    """An office, letters to it, and what it answers."""

    def __init__(self, games: Path, joins: str = "at once") -> None:
        self.games, self.number = games, 0
        (games / "_office").mkdir(parents=True)
        (games / "_office" / "game.toml").write_text(SETTINGS)
        (games / "_office" / "office.toml").write_text(f'[office]\njoins = "{joins}"\n')
        (games / "in").mkdir()

    @property
    def office(self) -> Office:
        found = office_of(self.games)
        assert found
        return found

    def write(self, text: str, sender: str = "Ann <ann@example.org>", now: dt.datetime = MONDAY, **more: str) -> str:
        """Send a letter through the office's own inbox, and return the answer."""
        self.number += 1
        (self.games / "in" / f"{self.number}.eml").write_bytes(letter(text, sender, self.number, **more))
        before = {*Outbox(self.office).ids()}
        own_letters(self.office, now)
        list(receive(self.office, now))
        new = [id for id in Outbox(self.office).ids() if id not in before]
        return self.shown(new[0]) if new else ""

    def shown(self, id: str) -> str:
        mail = message_from_bytes(Outbox(self.office).path(id).read_bytes(), policy=default)
        body = mail.get_body(("plain",))
        return f"{mail['To']}\n{mail['Subject']}\n{body.get_content() if body else ''}"

    @property
    def code(self) -> str:
        return all_asked(self.games)[-1].code


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "games")
    make_offer(made.games, "empire", Offer("twilight", ("scenario=888",), "For beginners."))
    return made


def test_games_says_what_one_must_know_to_join(desk: Desk) -> None:
    answer = desk.write("GAMES\n")
    for said in ("empire: Carolingian Twilight, scenario 888, 6 of 6 seats", "every 2 weeks, on Fridays", "Odo (ODO)"):
        assert said in " ".join(answer.split())
    assert "JOIN empire prefers ARN ODO" in answer
    assert games_text(desk.games)[1].splitlines()[0] in answer
    assert games_pdf(desk.games).startswith(b"%PDF")


def test_a_full_game_is_no_example(desk: Desk) -> None:
    make_offer(desk.games, "battle", Offer("tours"))
    assert "JOIN battle\n" in games_text(desk.games)[1]
    for id in ("one", "two"):
        sign_up(desk.games, "battle", Signup(id, email=f"{id}@example.org", id=id))
    assert "JOIN empire\n" in games_text(desk.games)[1]


@pytest.mark.parametrize("title", every_offer())
def test_the_powers_of_every_scenario_and_era_can_be_wished_for(tmp_path: Path, title: str) -> None:
    desk, codes = Desk(tmp_path / "games"), [*dict.fromkeys(every_offer()[title])]
    plain, _, said = title.partition(", ")
    ruleset = next(name for name in names() if Offer(name).rules.title == plain)
    make_offer(desk.games, "new", Offer(ruleset, ("=".join(said.split(" ", 1)),) if said else ()))
    desk.write(f"JOIN new prefers {' '.join(reversed(codes))}\n")
    assert all_asked(desk.games)[0].wanted[0].prefers == tuple(reversed(codes))


def test_a_reply_that_only_quotes_the_code_is_told_to_write_it(desk: Desk) -> None:
    asked = desk.write("JOIN empire\n")
    quoted = "On Monday the office wrote:\n" + "".join(f"> {line}\n" for line in asked.splitlines()[2:])
    answer = desk.write(quoted, Subject="Re: Please confirm: JOIN empire")
    assert "write the code on a line of its own" in " ".join(answer.split())
    assert desk.code not in answer.partition("quotation.")[0]
    assert not list_of(desk.games, "empire").exists()
    assert "number 1 on the list" in desk.write(f"{desk.code}\n\n{quoted}", Subject="Re: Please confirm")


def test_nothing_happens_before_the_code_comes_back(desk: Desk) -> None:
    answer = desk.write("JOIN empire prefers Odo, arn\n")
    assert answer.startswith("ann@example.org\nPlease confirm: JOIN empire")
    assert desk.code in answer
    assert not list_of(desk.games, "empire").exists()
    assert not people(desk.games)
    assert "number 1 on the list" in desk.write(f"Yes {desk.code.lower()}\n", Subject="Re: please confirm")
    assert [(one.id, one.name, one.prefers) for one in signups(desk.games, "empire")] == [
        ("ann", "Ann", ("ODO", "ARN"))
    ]
    assert not all_asked(desk.games)


def test_a_power_that_is_not_there_is_named_and_the_subject_does_not_say_that_something_is_missing(desk: Desk) -> None:
    answer = desk.write("JOIN empire prefers XYZ\n")
    assert answer.startswith("ann@example.org\nJOIN empire: nothing was done\n")
    assert 'Nobody in empire is called "XYZ"' in " ".join(answer.split())


def test_a_quoted_code_confirms_nothing(desk: Desk) -> None:
    desk.write("JOIN empire\n")
    desk.write(f"I am away until Monday.\n\n> {desk.code}\n")
    assert not all_lists(desk.games)


def test_an_automatic_answer_confirms_nothing(desk: Desk) -> None:
    desk.write("JOIN empire\n")
    assert desk.write(f"{desk.code}\n", Auto_Submitted="auto-replied") == ""
    assert not all_lists(desk.games)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("JOIN empire\n", "your name"),
        ("JOIN nowhere\nName: Ann\n", 'no game "nowhere"'),
        ("STANDBY\nName: Ann\n", "which game"),
        ("STANDBY empire\nName: Ann\n", "JOIN empire"),
        ("JOIN empire prefers Kent\nName: Ann\n", "You can prefer: ARN Arnulf"),
        ("JOIN empire\nName: Ann\nForm: paper\n", "postal address"),
        ("JOIN empire\nName: Ann\nForm: papyrus\n", "Reports come as"),
        ("JOIN empire\nName: Ann\nZone: Atlantis\n", "not a time zone"),
        ("JOIN empire\nName: Ann\nShows: age\n", 'cannot show "age"'),
        ("LEAVE\n", "Nobody with your address"),
        ("join\n\nJOIN empire\nName: Ann\nDates: klingon\n", "no way of writing dates"),
    ],
)
def test_what_is_missing_is_asked_for(desk: Desk, text: str, missing: str) -> None:
    assert missing in " ".join(desk.write(text, "ann@example.org").split())
    assert not all_asked(desk.games)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("My name is Ann Example.", "Ann Example"),
        ("Hello, my name is Ann Example and I have played before.", "Ann Example"),
        ("my name is J. R. Example, from Bath.", "J. R. Example"),
        ("My name is Ann Example. I live in Bath.", "Ann Example"),
        ("My name is Ann.\nName: Bea", "Bea"),
    ],
)
def test_a_name_may_be_told_in_a_sentence(desk: Desk, words: str, name: str) -> None:
    desk.write(f"JOIN empire\n{words}\n", "ann@example.org")
    (asked,) = all_asked(desk.games)
    assert asked.person
    assert asked.person.name == name


def test_what_to_write_stands_on_lines_of_its_own_also_as_a_page(desk: Desk) -> None:
    desk.write("GAMES\n")
    mail = message_from_bytes(Outbox(desk.office).path(Outbox(desk.office).ids()[0]).read_bytes(), policy=default)
    page = mail.get_body(("html",))
    assert page
    assert "<pre>  Name: Ann Example</pre>" in str(page.get_content()).replace("\r\n", "\n")


def test_nobody_is_asked_twice(desk: Desk) -> None:
    desk.write("JOIN empire\nName: Ann Example\nTown: Bath\nShows: town\nForm: text\n")
    desk.write(desk.code)
    make_offer(desk.games, "huns", Offer("homelands", ("era=huns",)))
    answer = desk.write("JOIN huns prefers Alans", "ann@example.org")
    assert "We would know you" not in answer
    desk.write(desk.code, "ann@example.org")
    assert [(one.id, one.town, one.form) for one in signups(desk.games, "huns")] == [("ann-example", "Bath", "text")]


@pytest.mark.parametrize(("said", "large"), [("large", True), ("yes", True), ("normal", False)])
def test_whoever_joins_may_ask_for_large_print(desk: Desk, said: str, large: bool) -> None:
    answer = desk.write(
        f"JOIN empire\nName: Ann Example\nForm: paper\nAddress: 1 Hill; Bath\nPrint: {said}\nCalendar: yes\n"
    )
    assert ("in large print" in " ".join(answer.split())) == large
    desk.write(desk.code)
    one = people(desk.games)["ann-example"]
    assert (one.large, one.calendar) == (large, True)


def test_who_is_new_has_an_id_of_their_own(desk: Desk) -> None:
    for address in ("ann@example.org", "ann@example.net"):
        desk.write("JOIN empire\n", f"Ann <{address}>")
        desk.write(desk.code, address)
    assert {id: one.email for id, one in people(desk.games).items()} == {
        "ann": "ann@example.org",
        "ann-2": "ann@example.net",
    }


def test_two_people_with_one_address_say_who_they_are(desk: Desk) -> None:
    for name in ("Ann", "Bob"):
        (desk.games / "_office" / "people.toml").open("a").write(
            f'[{name.lower()}]\nname = "{name}"\nemail = "a@b.org"\n'
        )
    assert "\r\n  Name: Ann\r\n  Name: Bob\r\n" in desk.write("JOIN empire", "a@b.org")
    desk.write("JOIN empire\nName: Bob", "a@b.org")
    assert all_asked(desk.games)[0].id == "bob"


def test_the_game_master_nods(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "games", "known")
    make_offer(desk.games, "empire", Offer("twilight"))
    desk.write("JOIN empire\n")
    assert "game master has been told" in desk.write(desk.code)
    assert all_asked(desk.games)[0].confirmed
    assert not all_lists(desk.games)
    list(receive(desk.office, MONDAY + 100 * DAY))
    assert all_asked(desk.games)
    sign_up(desk.games, "empire", Signup("Bob", "bob@example.org", id="bob"))
    said = CliRunner().invoke(main, ["start", "empire", "--games", str(desk.games)]).output
    assert "ann has no seat: they still wait for your nod. For the standby list: pbm signup empire ann" in said


def test_whoever_waits_for_a_nod_is_one_person_in_all_that_they_ask_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "games", "nod")
    make_offer(desk.games, "empire", Offer("twilight"))
    make_offer(desk.games, "huns", Offer("homelands", ("era=huns",)))
    desk.write("JOIN empire\nName: Ann Example\nTown: Bath\nZone: Europe/Vienna\nForm: paper\nAddress: 1 Hill; Bath\n")
    desk.write(desk.code)
    said = " ".join(desk.write("JOIN huns\n").split())
    assert (
        "as Ann Example, ann@example.org. Your reports would come by post to 1 Hill, Bath, with deadlines in the"
        in said
    )
    desk.write("JOIN huns\nName: Ben\n")
    desk.write(next(one.code for one in all_asked(desk.games) if one.id == "ben"))
    everybody = sorted((one.id, one.person.town if one.person else "") for one in all_asked(desk.games))
    assert everybody == [("ann-example", "Bath"), ("ann-example", "Bath"), ("ben", "")]
    refused = CliRunner().invoke(main, ["signup", "huns", "ann", "--games", str(desk.games)])
    assert "Nobody is known as ann. For huns these wait for your nod: ben." in refused.output
    for name in ("empire", "huns"):
        CliRunner().invoke(main, ["signup", name, "ann-example", "--games", str(desk.games)])
    assert {*people(desk.games)} == {"ann-example"}


def test_a_misspelt_game_is_answered_with_the_one_that_is_near(desk: Desk) -> None:
    assert 'no game "empyre" here: did you mean empire? GAMES' in desk.write("JOIN empyre\n")


def test_what_nobody_confirms_is_forgotten(desk: Desk) -> None:
    desk.write("JOIN empire\nName: Ann Example\n", "ann@example.org")
    code = desk.code
    assert "not known" in desk.write(code, "x@example.org", MONDAY + STANDS)
    assert not all_asked(desk.games)
    kept = b"".join(path.read_bytes() for path in (desk.games / "_office").rglob("*") if path.is_file())
    assert b"ann@example.org" not in kept
    assert b"Ann Example" not in kept


def test_limits(desk: Desk) -> None:
    answers = [desk.write("GAMES\n") for _ in range(7)]
    assert [bool(answer) for answer in answers] == [True] * 5 + [False] * 2
    assert desk.write("GAMES\n", now=MONDAY + 2 * DAY)
    (desk.games / "_office" / "office.toml").write_text("[office]\njoins_per_day = 2\n")
    asked = [desk.write("JOIN empire\n", f"P{number} <p{number}@example.org>") for number in range(4)]
    assert ["try again tomorrow" in " ".join(answer.split()) for answer in asked] == [False, False, True, True]
    assert len(all_asked(desk.games)) == 2


def test_one_mail_answers_one_letter(desk: Desk) -> None:
    make_offer(desk.games, "huns", Offer("homelands", ("era=huns",)))
    answer = desk.write("GAMES\n\nJOIN empire\nJOIN huns\n")
    assert answer.count(desk.code) == 1
    assert len(Outbox(desk.office).ids()) == 1
    desk.write(desk.code)
    assert all_lists(desk.games) == {"empire": ["ann"], "huns": ["ann"]}


def started(desk: Desk, *addresses: str) -> Game:
    for address in addresses:
        desk.write("JOIN empire\n", f"{address} <{address}@example.org>")
        desk.write(desk.code)
    offer = offers(desk.games)["empire"]
    return start(
        desk.games,
        "empire",
        offer.ruleset,
        bytes(32),
        offer.house,
        SETTINGS.replace("days", "first = 2026-12-04\ndays"),
    )[0]


def test_a_game_that_shares_the_mailbox_hands_over_what_is_not_its_own(desk: Desk) -> None:
    game = started(desk, "ann", "bob")
    assert desk.write("GAMES", "cy@example.org") == ""  # the game looks there
    new = letter("STANDBY empire\n", "Cy <cy@example.org>", 50)
    done = collect(game, bag(new, letter("Can I join?\n", "dot@example.org", 51)), MONDAY)
    assert (done.handed_over, done.entries) == (2, [])
    list(receive(desk.office, MONDAY))
    (stranger,) = [entry for entry in Inbox(desk.office).entries() if entry.sender == "dot@example.org"]
    assert stranger.number
    assert "write GAMES alone in a letter" in " ".join(desk.shown(stranger.answers[0]).split())
    collect(game, bag(letter(f"{desk.code}\n", "Cy <cy@example.org>", 52)), MONDAY)
    list(receive(desk.office, MONDAY))
    assert all_lists(desk.games)["empire"] == ["cy"]
    assert collect(game, bag(new), MONDAY).again == 1


def test_leaving_a_list_and_a_game(desk: Desk) -> None:
    game = started(desk, "ann", "bob")
    make_offer(desk.games, "huns", Offer("homelands", ("era=huns",)))
    for number, text in enumerate(("JOIN huns", "{code}", "LEAVE", "{code}")):
        said = text.format(code=desk.code) if "{" in text else text
        collect(game, bag(letter(f"{said}\n", "ann@example.org", 60 + number)), MONDAY + DAY + number * DAY)
        list(receive(desk.office, MONDAY + DAY + number * DAY))
    assert all_lists(desk.games)["huns"] == []
    assert [one.id for one in listed(game).values() if one.left is None] == ["bob"]
    assert "ann" not in people(desk.games)


def test_the_office_sends_its_mail_and_sends_again_what_was_refused(desk: Desk) -> None:
    from pbm.mail.limits import allowed, brake
    from pbm.mail.smtp import retry_failed

    desk.write("GAMES\n")
    outbox = Outbox(desk.office)
    (id,) = allowed(outbox, MONDAY, braked=False)
    assert brake(outbox) == ""
    outbox.note(id, MONDAY, "failed", "no such user")
    retry_failed(outbox, MONDAY)
    assert outbox.waiting() == [id]


def test_an_order_of_a_game_is_no_errand() -> None:
    assert errand_in("JOIN A1 A2") is None
    assert errand_in("JOIN spring prefers MER, WSX.") == Errand("join", "spring", "MER, WSX.")
    assert errand_in("Stand by spring") == Errand("standby", "spring")
    assert errand_in("JOIN prefers MER") == Errand("join", "", "MER")
    assert errand_in("GAMES are fun") is None
    assert errand_in("please join the game spring") == Errand("join", "spring")
    assert errand_in("join Spring please") == Errand("join", "Spring")
    assert errand_in("join please") == Errand("join")
    assert errand_in("JOIN spring prefers MER please.") == Errand("join", "spring", "MER")
    assert not answers_in(read_letter(letter("No, thanks\nMonday\n")))


def test_a_code_may_stand_in_a_short_sentence() -> None:
    assert answers_in(read_letter(letter("My code is H1P-46V-E.\n"))) == (Answer("H1P46VE"),)
    assert answers_in(read_letter(letter("I decline H1P-46V-E\n"))) == (Answer("H1P46VE", declines=True),)
    assert answers_in(read_letter(letter("Yes please: H1P-46V-E\n"))) == (Answer("H1P46VE"),)
    assert answers_in(read_letter(letter("ACCEPT spring H1P-46V-E\n"))) == (Answer("H1P46VE"),)
    assert not answers_in(read_letter(letter("I did not ask for H1P-46V-E\n")))


def test_who_joins_a_game_that_has_started_meanwhile_stands_by(desk: Desk) -> None:
    wish = Wanted("join", "empire")
    assert confirmed(desk.games, wish, 1)[0] == "empire: you are on the list"
    (desk.games / "empire").mkdir()
    assert confirmed(desk.games, wish, 1)[0] == "empire: you are on the standby list"


def test_a_letter_that_breaks_the_office_is_set_aside(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbm.office.reception.games_text", lambda games: 1 / 0)
    desk.write("GAMES\n")
    assert [entry.verdict for entry in Inbox(desk.office).entries()] == ["set aside"]
    assert "Please confirm" in desk.write("JOIN empire\n")
