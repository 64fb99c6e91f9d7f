"""The start of a game and the newcomer: each player gets a first letter with all they need."""

import datetime as dt
import email
import email.policy
import io
from collections.abc import Iterable
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from pbm.cli import main
from pbm.mail.counter import open_counter
from pbm.mail.former import EMPTY
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import chosen, expected
from pbm.mail.waiting import waiting
from pbm.office.first_turn import samples
from pbm.office.round import make_round
from pbm.office.signup import Signup, resign, sign_up, start, take_over
from pbm.office.welcome import newcomers, queue_welcomes, welcome
from pbm.reading.letter import read_letter
from pbm.reading.sheet_code import sheet_code
from pbm.reading.verdict import consider
from pbm.record.adjudicate import run_turn
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.players import Player, Shown
from pbm.record.verify import verify
from pbm.rules.names import word
from tests.helpers.commands import pbm
from tests.helpers.posting import at_home, bag
from tests.helpers.posting import letter as letter_from

SECRET = bytes(range(32))
NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)
MAIL = '\n[mail]\naddress = "gm@example.org"\n'
FORMS = {"ann": "pdf", "bob": "text", "cat": "paper"}
GAMES = ["darkage", "twilight", "tours", "toy"]


def began(games: Path, ruleset: str = "darkage", settings: str = MAIL, who: Iterable[str] = FORMS) -> Game:
    for id in who:
        home = (f"{len(id)} Quiet Lane",)
        sign_up(games, "spring", Signup(id.title(), f"{id}@example.org", home, form=FORMS[id], id=id))  # type: ignore[arg-type]
    at_home(games)
    game, _ = start(games, "spring", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as config:
        config.write(settings)
    return game


def first_letters(game: Game) -> dict[str, EmailMessage]:
    found = {}
    for path in sorted((game.folder / "outbox").glob("*-welcome-*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        found[path.stem.split("-")[-1]] = message
    return found


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")


def names(message: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in message.iter_attachments()]


@pytest.mark.parametrize("ruleset", GAMES)
def test_everyone_gets_all_they_need_to_begin(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    assert len(list(queue_welcomes(game, NOW))) == 2
    letters = first_letters(game)
    assert sorted(letters) == ["ann", "bob"]
    begun = "spring-start" if game.turn_names.set_up else "spring-turn-0"
    assert names(letters["ann"]) == [f"{begun}.pdf", "rulebook.pdf"]
    assert names(letters["bob"]) == [f"{begun}-map.pdf", "rulebook.pdf"]
    powers = {player.id: power for power, player in players(game).items()}
    for id, letter in letters.items():
        text = text_of(letter)
        code = sheet_code(SECRET, "spring", 1, powers[id])
        for part in (
            "YOUR FIRST TURN",
            f"Code: {code}",
            f"TURNSHEET FOR {game.named(1).upper()}",
            "gm@example.org",
            "# ",
        ):
            assert part in text
        assert not [line for line in text.splitlines() if len(line) > 68 or line != line.rstrip()]
        assert "Quiet Lane" not in text
    assert list(queue_welcomes(game, NOW)) == []


@pytest.mark.parametrize("ruleset", GAMES)
def test_sample_orders_are_orders_of_ones_own(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    config = game.config()
    rules, world = config.ruleset, config.open(game.position(0))
    reader, journal = rules.language.reader(world), rules.book.journal.read(game.journal(0))
    for power in players(game):
        lines = samples(rules, game.name, rules.sight.view(world, journal, power), 1)
        assert lines
        assert all(reader.order(line.order) and line.meaning for line in lines)


def test_sample_orders_are_not_those_that_the_computer_would_play(tmp_path: Path) -> None:
    """They come from no secret: whoever knows the rules can make them from the report."""
    game = began(tmp_path)
    other, _ = start_again(tmp_path, bytes(32))
    assert [line.order for line in welcome(game, "EAS", 0).samples] == [
        line.order for line in welcome(other, "EAS", 0).samples
    ]


def start_again(games: Path, secret: bytes) -> tuple[Game, dict[str, Signup]]:
    sign_up(games, "other", Signup("Ann", "ann@example.org", id="ann"))
    return start(games, "other", "darkage", secret)


def test_samples_in_an_answer_are_never_played(tmp_path: Path) -> None:
    """An answer above the whole letter, without any mark of quotation."""
    game = began(tmp_path)
    list(queue_welcomes(game, NOW))
    text = text_of(first_letters(game)["ann"])
    filled = text[text.index("Game: spring\n") :].replace("\n 1.\n", "\n 1. TAX\n", 1)
    raw = f"From: ann@example.org\nSubject: Re: spring\n\n{text[: text.index('Game: spring')]}{filled}".encode()
    counter = open_counter(game, NOW)
    [(sheet, verdict)] = consider(read_letter(raw), counter.reader, counter.expected).judged
    assert verdict.accepted, verdict.text
    assert sheet
    assert [str(line.order) for line in sheet.sheet.lines.values() if line.order] == ["TAX"]


def test_a_game_without_an_address_sends_its_first_letters_once_it_has_one(tmp_path: Path) -> None:
    game = began(tmp_path, settings="")
    assert list(make_round(tmp_path, lambda: NOW, lambda _: None)) == []
    with (game.folder / "game.toml").open("a") as config:
        config.write(MAIL)
    assert ("spring", "2 mails queued", False) in list(make_round(tmp_path, lambda: NOW, lambda _: None))
    assert sorted(first_letters(game)) == ["ann", "bob"]


def test_sending_also_queues_them(tmp_path: Path) -> None:
    game = began(tmp_path)
    assert "2 mails written" in pbm(tmp_path, "send", "spring", "--eml", str(tmp_path / "out")).output
    assert len(Outbox(game).last()) == 2


def test_the_usual_settings_of_the_office_are_those_of_a_new_game(tmp_path: Path) -> None:
    (tmp_path / "_office").mkdir()
    (tmp_path / "_office" / "game.toml").write_text(MAIL)
    sign_up(tmp_path, "spring", Signup("Ann", "ann@example.org", id="ann"))
    said = pbm(tmp_path, "start", "spring", "--secret", SECRET.hex()).output
    assert "The first letter to EAS is queued: pbm send spring" in said
    assert sorted(first_letters(Game(tmp_path / "spring"))) == ["ann"]
    assert "_office" not in pbm(tmp_path, "status").output
    assert "_office" not in pbm(tmp_path, "run").output


@pytest.mark.parametrize("ruleset", GAMES)
def test_players_on_paper_get_it_by_post(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset, who=("ann", "cat"))
    out = tmp_path / "post" / "all.pdf"
    said = pbm(tmp_path, "print", "spring", "--out", str(out)).output
    assert "and the rulebook" in said
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(out.read_bytes())).pages]
    [power] = [power for power, player in players(game).items() if player.id == "cat"]
    assert "3 Quiet Lane" in pages[0]
    assert "Welcome to spring" in pages[0]
    assert "Your first turn" in pages[0]
    assert sheet_code(SECRET, "spring", 1, power) in pages[0]
    assert out.with_name(f"rulebook-{ruleset}.pdf").read_bytes().startswith(b"%PDF")
    run_turn(game, empty=True)
    assert "rulebook" not in pbm(tmp_path, "print", "spring", "--out", str(out)).output


@pytest.mark.parametrize(
    ("shows", "known"),
    [((), "Ann"), (("email",), "Ann, ann@example.org"), (("town", "phone"), "Ann, 0123 456, York")],
)
def test_others_learn_what_a_player_chose_to_show(shows: tuple[Shown, ...], known: str) -> None:
    player = Player(
        name="Ann", email="ann@example.org", address=("1 Road",), phone="0123 456", town="York", shows=shows
    )
    assert player.shown() == known


def test_what_is_shown_is_asked_at_sign_up(tmp_path: Path) -> None:
    common = ("signup", "spring", "ann", "--email", "ann@example.org")
    assert "cannot show address" in pbm(tmp_path, *common, "--shows", "address").output
    assert "use --phone" in pbm(tmp_path, *common, "--shows", "phone").output
    assert pbm(tmp_path, *common, "--shows", "email, town", "--town", "York").exit_code == 0
    sign_up(tmp_path, "spring", Signup("Bob", "bob@example.org", id="bob"))
    game, _ = start(tmp_path, "spring", "darkage", SECRET)
    [(_, _, ann)] = [other for other in welcome(game, "MDA", 0).others if other[0] == "EAS"]
    assert ann == "ann, ann@example.org, York"


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_resignation_and_its_take_over_fit_in_one_turn(tmp_path: Path, ruleset: str) -> None:
    game = began(tmp_path, ruleset)
    list(queue_welcomes(game, NOW))
    [power] = [power for power, player in players(game).items() if player.id == "ann"]
    sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", id="dora"))
    resign(game, power)
    assert power not in expected(game, 1)
    said = pbm(tmp_path, "takeover", "spring", power, "dora").output
    assert f"dora plays {power} of spring from {game.named(1)}." in said
    assert power in expected(game, 1)
    letters = first_letters(game)
    assert sorted(letters) == ["ann", "bob", "dora"]
    text = text_of(letters["dora"])
    assert f"Code: {code_of(game, 1, power)}" in text
    assert sheet_code(SECRET, "spring", 1, power) not in text
    assert "Ann" not in text
    assert "ann@" not in text
    run_turn(game, empty=True)
    config = game.config()
    assert not config.ruleset.seats.is_vacant(config.open(game.position(1)), power)
    assert not [problem for turn in game.played() for problem in verify(game, turn)]


def test_a_newcomer_in_mid_game_gets_the_position_and_nothing_of_the_player_before(tmp_path: Path) -> None:
    game = began(tmp_path)
    list(queue_welcomes(game, NOW))
    run_turn(game, empty=True)
    pbm(tmp_path, "report", "spring", "EAS")  # the letterheads of the turn are kept from now on
    sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", id="dora"))
    resign(game, "EAS")
    take_over(tmp_path, game, "EAS", "dora")
    list(queue_welcomes(game, NOW))
    letter = first_letters(game)["dora"]
    assert letter["Subject"] == "Welcome to spring: you play East Anglia"
    assert "from turn 2 on" in " ".join(text_of(letter).split())
    assert "Player          Dora" in text_of(letter)
    assert "Ann" not in text_of(letter)
    assert "No orders came for this seat, and the computer played." in " ".join(text_of(letter).split())
    assert names(letter) == ["spring-turn-1.pdf", "rulebook.pdf"]
    run_turn(game, empty=True)
    assert newcomers(game, game.last()) == {}


@pytest.mark.parametrize("taken", [True, False])
def test_a_sheet_of_the_player_who_left_is_put_before_the_game_master(tmp_path: Path, taken: bool) -> None:
    """Their last report has the code of the turn; the newcomer has another."""
    game = began(tmp_path)
    list(queue_welcomes(game, NOW))
    power = next(code for code, player in players(game).items() if player.id == "ann")
    resign(game, power)
    if taken:
        sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", id="dora"))
        take_over(tmp_path, game, power, "dora")
    text = f"Game: spring\nTurn: 1\nCode: {sheet_code(SECRET, 'spring', 1, power)}\n1. TAX\n"
    done = collect(game, bag(letter_from(text, "Ann@example.org"), at=NOW), NOW)
    assert [entry.verdict for entry in done.entries] == ["refused"]
    [one] = waiting(game)
    assert "ann@example.org does not play" in one.why.casefold()
    assert chosen(game, 1, power) is None
    if taken:
        later = NOW + dt.timedelta(hours=1)
        own = text.replace(sheet_code(SECRET, "spring", 1, power), code_of(game, 1, power))
        collect(game, bag(letter_from(own, "dora@example.org", 2), at=later), later)
        assert chosen(game, 1, power)
        assert [each.why for each in waiting(game)] == [one.why], "the sheet of another does not settle it"


@pytest.mark.parametrize("taken", [True, False])
def test_the_code_of_a_player_who_left_counts_from_no_address(tmp_path: Path, taken: bool) -> None:
    game = began(tmp_path)
    pbm(tmp_path, "report", "spring", "EAS")  # the letterheads of the start are kept, with the code of the time
    list(queue_welcomes(game, NOW))
    text = f"Game: spring\nTurn: 1\nCode: {code_of(game, 1, 'EAS')}\n1. TAX\n"
    resign(game, "EAS")
    if taken:
        sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", id="dora"))
        take_over(tmp_path, game, "EAS", "dora")
    done = collect(game, bag(letter_from(text, "cousin@example.net"), at=NOW), NOW)
    assert [entry.verdict for entry in done.entries] == ["refused"]
    assert [one.why for one in waiting(game)] == [
        "cousin@example.net does not play East Anglia any more, so no orders were taken from this letter. "
        "The game master will read it."
        if taken
        else EMPTY.format(name=word({}, "East Anglia"))
    ]
    assert chosen(game, 1, "EAS") is None
    if taken:
        new = code_of(game, 1, "EAS")
        assert new not in text
        assert new in pbm(tmp_path, "report", "spring", "EAS").output
        typed = CliRunner().invoke(
            main, ["enter", "spring", "EAS", "--once", "--games", str(tmp_path)], input=f"{new}\nTAX\nend\n\n\n\n"
        )
        assert "EAS turn 1 accepted" in typed.output


def test_the_second_newcomer_of_a_turn_has_a_code_of_their_own(tmp_path: Path) -> None:
    game, codes = began(tmp_path), set[str]()
    for id in ("dora", "emma"):
        codes.add(code_of(game, 1, "EAS"))
        resign(game, "EAS")
        sign_up(tmp_path, "spring", Signup(id.title(), f"{id}@example.org", id=id))
        take_over(tmp_path, game, "EAS", id)
    assert len({*codes, code_of(game, 1, "EAS")}) == 3
    run_turn(game, empty=True)
    assert code_of(game, 2, "EAS") == sheet_code(SECRET, "spring", 2, "EAS")


def test_a_player_who_left_has_an_answer_to_each_letter(tmp_path: Path) -> None:
    game = began(tmp_path)
    list(queue_welcomes(game, NOW))
    resign(game, "EAS")
    for number in (1, 2, 3):
        later = NOW + dt.timedelta(hours=number)
        done = collect(game, bag(letter_from(f"Question {number}?\n", "ann@example.org", number), at=later), later)
        assert [bool(entry.answers) for entry in done.entries] == [True]


def test_a_newcomer_gets_no_message_to_the_player_before(tmp_path: Path) -> None:
    game = began(tmp_path, settings=MAIL + '[people]\nmessages = "report"\n')
    list(queue_welcomes(game, NOW))
    seats = {player.id: code for code, player in players(game).items()}
    code = sheet_code(SECRET, "spring", 1, seats["bob"])
    text = f"Game: spring\nTurn: 1\nCode: {code}\n1. TAX\nTO {seats['ann']}: the tide turns at dawn\n"
    collect(game, bag(letter_from(text, "bob@example.org"), at=NOW), NOW)
    run_turn(game)
    list(make_round(tmp_path, lambda: NOW, lambda seconds: None))
    sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", form="text", id="dora"))
    resign(game, seats["ann"])
    take_over(tmp_path, game, seats["ann"], "dora")
    list(queue_welcomes(game, NOW))
    mails = {id: Outbox(game).path(id).read_text() for id in Outbox(game).ids()}
    told = {Outbox(game).recipient(id) for id, mail in mails.items() if "the tide turns at dawn" in mail}
    assert told == {"ann@example.org", "bob@example.org"}
    assert "the tide turns at dawn" not in text_of(first_letters(game)["dora"])
    assert "the tide turns at dawn" not in pbm(tmp_path, "report", "spring", seats["ann"]).output


def test_who_leaves_before_their_first_turn_leaves_the_seat_empty(tmp_path: Path) -> None:
    game = began(tmp_path)
    sign_up(tmp_path, "spring", Signup("Dora", "dora@example.org", id="dora"))
    take_over(tmp_path, game, "KNT", "dora")
    assert resign(game, "KNT") == ("dora", 1)
    assert "KNT" not in expected(game, 1)
    run_turn(game, empty=True)
    assert game.config().open(game.position(1)).kingdoms["KNT"].control == "dummy"


def test_who_comes_from_the_sea_may_send_orders(tmp_path: Path) -> None:
    game = began(tmp_path)
    sign_up(tmp_path, "spring", Signup("Dan", "dan@example.org", id="dan"))
    take_over(tmp_path, game, "DAN", "dan")
    list(queue_welcomes(game, NOW))
    text = text_of(first_letters(game)["dan"])
    code = code_of(game, 1, "DAN")
    assert f"Kingdom: DAN\nCode: {code}\n" in text
    assert "not on the map yet" in text
    counter = open_counter(game, NOW)
    raw = f"From: dan@example.org\n\nGame: spring\nTurn: 1\nCode: {code}\n1. FLEET WSH 3\n".encode()
    [(_, verdict)] = consider(read_letter(raw), counter.reader, counter.expected).judged
    assert verdict.accepted, verdict.text


def test_a_start_says_who_plays_the_seats_that_nobody_took(tmp_path: Path) -> None:
    def pbm(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "--games", str(tmp_path)])
        assert done.exit_code == 0, done.output
        return done.output

    for ruleset, told in (("toy", "The computer plays BLU"), ("twilight", "")):
        pbm("signup", ruleset, "ann", "--email", "ann@example.org")
        said = pbm("start", ruleset, "--ruleset", ruleset, "--secret", "00" * 32)
        assert told in said
        assert "The computer plays " in said or "Not in play, because nobody took them: " in said
