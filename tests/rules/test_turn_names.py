"""Every printed number of a turn is the game's own, in every game, and is read back as that turn."""

import datetime as dt
import email
import email.policy
import io
import json
import re
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from pbm import rulesets
from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.calendar import deadline
from pbm.mail.counter import open_counter
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.reminders import remind, tell_of_extension
from pbm.mail.sets import senders
from pbm.office.first_turn import suggested
from pbm.office.issue import as_pdf, issue
from pbm.office.observers import roundup_mail
from pbm.office.post_letters import letters
from pbm.office.printing import post_look
from pbm.office.report_mail import report_mail
from pbm.office.status import status
from pbm.office.welcome import welcome, welcome_text
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.changing_house import change_house
from pbm.record.game import ACCOUNT, Game
from pbm.record.players import Player
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.pdf.book import Book
from pbm.reports.text import render_text
from pbm.rules.turn_names import AS_RECORDED, TurnNames, headed, spoken
from tests.helpers.posting import MONDAY, SECRET, SETTINGS, bag, letter

QUICK = ("tours", "toy", "toy_more")
GAMES = [
    pytest.param((name, house), marks=() if name in QUICK else pytest.mark.slow)
    for name, house in [*((name, ()) for name in rulesets.names()), ("tours", ("setup=fixed",))]
]
TURNS = 2
STRANGE = re.compile(r"turn -|Turn: -")


@pytest.fixture(scope="module", params=GAMES, ids=lambda row: "-".join((row[0], *row[1])))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game by mail that was played by letters, each written on the sheet as it was printed."""
    name, house = request.param
    made = new_game(tmp_path_factory.mktemp("games"), "g", name, SECRET, house=house)
    with (made.folder / "game.toml").open("a") as file:
        file.write(SETTINGS)
    (made.folder / "players.toml").write_text(f'[{whose(made)}]\nemail = "somebody@example.org"\nname = "S"\n')
    for turn in range(1, TURNS + 1):
        collect(made, bag(letter(filled_in(made), "somebody@example.org", turn)), MONDAY)
        assert senders(made, turn) == {whose(made)}
        run_turn(made)
    return made


def whose(game: Game) -> str:
    return game.in_play(1)[0]


def own_count(game: Game, turn: int) -> int | str:
    """The number of a turn by the position before it: the game's own count."""
    config = game.config_of(turn - 1)
    return config.open(game.position(turn - 1)).turn or "set-up"


def report_of(game: Game, turn: int) -> Report:
    return issue(game, turn).of(whose(game))


def filled_in(game: Game) -> str:
    """The sheet as the last report prints it, with a few orders."""
    turn, config = game.last(), game.config()
    head = re.search(r"^Game: .*?^Code: .*?$", render_text(report_of(game, turn)), re.MULTILINE | re.DOTALL)
    journal = config.ruleset.book.journal.read(game.journal(turn))
    view = config.ruleset.sight.view(config.open(game.position(turn)), journal, whose(game))
    orders = [str(order) for order in suggested(config.ruleset, view, turn + 1)]
    assert head
    assert orders
    return "\n".join([head[0], *orders, "End", ""])


def mails(game: Game, turn: int, kind: str) -> list[EmailMessage]:
    outbox = Outbox(game)
    paths = [outbox.path(id) for id in outbox.ids() if id.startswith(f"{turn:03}-{whose(game)}-{kind}")]
    return [email.message_from_bytes(path.read_bytes(), policy=email.policy.default) for path in paths]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")


@pytest.mark.parametrize("turn", range(1, TURNS + 1))
def test_a_sheet_and_the_report_before_it_agree(game: Game, turn: int) -> None:
    count, report = own_count(game, turn), report_of(game, turn - 1)
    text, page = render_text(report), render_html(report)
    fields = PdfReader(io.BytesIO(as_pdf(game.config().ruleset, report))).get_fields() or {}
    assert report.masthead.coming == count == game.called(turn)
    assert all(f"\nTurn: {count}\n" in said for said in (text, page))
    assert f"TURNSHEET FOR {spoken(count).upper()}" in " ".join(text.split())
    assert fields["turn"]["/V"] == str(count)
    assert not STRANGE.search(text)


@pytest.mark.parametrize("turn", range(1, TURNS + 1))
def test_a_receipt_names_the_turn_of_its_sheet(game: Game, turn: int) -> None:
    count, (receipt,) = own_count(game, turn), mails(game, turn, "receipt")
    assert receipt["Subject"].startswith(f"g {headed(count)}: ")
    assert f"  g, {spoken(count)}\n" in text_of(receipt)
    assert f"\nTurn         {count}\n" in text_of(receipt)


@pytest.mark.parametrize("turn", range(1, TURNS + 1))
def test_a_report_its_file_and_its_mail_name_the_turn_played(game: Game, turn: int) -> None:
    count, report = own_count(game, turn), report_of(game, turn)
    mail, public = report_mail(game, turn, Player(form="json"), report), roundup_mail(game, turn)
    name = headed(count).replace(" ", "-")
    assert (mail.subject, public.subject) == (f"g, {spoken(count)}: your report", f"g, {spoken(count)}: the roundup")
    assert (mail.attachments[0].name, public.attachments[0].name) == (f"g-{name}.json", f"g-{name}-roundup.pdf")
    assert json.loads(mail.attachments[0].content)["masthead"]["turn"] == count
    assert f"  g, {spoken(count)}\n" in mail.text
    assert f"g, {spoken(count)}." in (game.result(turn) / ACCOUNT).read_text()
    first = PdfReader(io.BytesIO(as_pdf(game.config().ruleset, report))).pages[0].extract_text()
    assert f"g · {spoken(count)} · " in first


def test_the_coming_turn_is_named_by_its_number(game: Game) -> None:
    count, due = own_count(game, TURNS + 1), deadline(game, TURNS + 1)
    assert due
    remind(open_counter(game, due), dt.timedelta(days=9))
    (reminder,) = mails(game, TURNS + 1, "reminder")
    assert reminder["Subject"].startswith(f"g turn {count}: orders due")
    assert f"for turn {count} of g." in text_of(reminder)
    assert status(game, MONDAY).turn == count
    assert f"\nOrders for turn {count} are due" in welcome_text(welcome(game, whose(game), TURNS), rules=False)
    (game.folder / "players.toml").write_text(f'[{whose(game)}]\naddress = ["1 The Street"]\nform = "paper"\n')
    tell_of_extension(open_counter(game, MONDAY), due)
    (paper,) = letters(game, post_look())
    book = Book(post_look(), "")
    book.add(paper.documents[0])
    assert f"The deadline for turn {count} of g has been moved" in " ".join(
        PdfReader(io.BytesIO(book.finish())).pages[0].extract_text().split()
    )


def pbm(game: Game, *command: str) -> str:
    return CliRunner().invoke(main, [*command, "--games", str(game.folder.parent)]).output


def test_commands_take_the_number_that_is_printed(game: Game, tmp_path: Path) -> None:
    for turn in range(1, TURNS + 1):
        count = str(own_count(game, turn))
        assert pbm(game, "account", "g", "--turn", count) == game.record(turn, ACCOUNT).decode()
        assert pbm(game, "show", "g", "--json", "--turn", count) == shown(game, turn)
        (path,) = pbm(game, "report", "g", "ROUNDUP", "--turn", count, "--out", str(tmp_path)).splitlines()
        assert Path(path).name == f"g-{count.zfill(3)}-ROUNDUP.txt"
    last, missing = own_count(game, TURNS), int(own_count(game, TURNS)) + 1
    assert f"g has no result for turn {missing}; its last is turn {last}" in pbm(
        game, "show", "g", "--turn", str(missing)
    )
    assert f"The last turn of g is {last}, not {missing}" in pbm(
        game, "undo", "g", "--reason", "x", "--turn", str(missing)
    )
    assert 'g has no turn "-1"' in pbm(game, "show", "g", "--turn=-1")


def shown(game: Game, turn: int) -> str:
    config = game.config()
    return json.dumps(config.ruleset.state.show(config.open(game.position(turn))), indent=1) + "\n"


def test_a_check_at_home_agrees_with_the_receipt(game: Game, tmp_path: Path) -> None:
    """From the report alone, which knows the game's own count and the record's."""
    (tmp_path / "sheet.txt").write_text(filled_in(game))
    pbm(game, "report", "g", whose(game), "--form", "json", "--out", str(tmp_path))
    (report,) = tmp_path.glob("*.json")
    at_home = pbm(game, "check", str(tmp_path / "sheet.txt"), "--report", str(report))
    assert at_home == pbm(game, "check", str(tmp_path / "sheet.txt"))
    assert f"  g, turn {own_count(game, TURNS + 1)}\n" in at_home
    data = json.loads(pbm(game, "check", str(tmp_path / "sheet.txt"), "--json"))
    assert data["turn"] == own_count(game, TURNS + 1)


def test_a_signed_receipt_agrees_with_the_record(game: Game, tmp_path: Path) -> None:
    for turn in range(1, TURNS + 1):
        (receipt,) = mails(game, turn, "receipt")
        (tmp_path / "receipt.txt").write_text(text_of(receipt))
        said = pbm(game, "verify-receipt", str(tmp_path / "receipt.txt"), "--game", "g")
        named = spoken(own_count(game, turn))
        assert f"for {named} of g" in said
        assert f"{named.capitalize()} was adjudicated with these orders." in said


# sheets for the set-up


@pytest.fixture
def sealed(tmp_path: Path) -> Game:
    return new_game(tmp_path, "g", "tours", SECRET)


@pytest.mark.parametrize("written", ["set-up", "Set-up", "SETUP", "the set up", "0"])
def test_the_set_up_is_read_as_people_write_it(sealed: Game, written: str) -> None:
    assert sealed.turn_meant(written) == 1


def test_a_sheet_for_the_set_up_is_late_after_it(sealed: Game) -> None:
    sheet = filled_in(sealed)
    run_turn(sealed, empty=True)
    collect(sealed, bag(letter(sheet)), MONDAY)
    assert (sealed.turn(1) / "sets").is_dir()
    run_turn(sealed, empty=True)
    (entry,) = collect(sealed, bag(letter(sheet, number=2)), MONDAY).entries
    assert entry.sheets[0].reason == "The sheet is for the set-up, which has been played; orders are now for turn 2."


def test_what_makes_the_set_up_cannot_be_changed_after_it(sealed: Game) -> None:
    with pytest.raises(GameError, match="setup counts only when a game is set up"):
        change_house(sealed, "setup=fixed", "x")


def test_a_fixed_set_up_asks_for_no_orders(tmp_path: Path) -> None:
    game = new_game(tmp_path, "g", "tours", SECRET, house=["setup=fixed"])
    text = render_text(report_of(game, 0))
    assert "  g, before turn 1\n" in text
    assert "You gave no orders" not in text


@given(st.booleans(), st.integers(0, 9998))
def test_a_name_is_read_back_as_its_turn(set_up: bool, turn: int) -> None:
    names = TurnNames(set_up)
    assert names.read(str(names.called(turn))) == turn
    assert not set_up or names.called(turn) != AS_RECORDED.called(turn)
