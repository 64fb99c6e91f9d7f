"""Several games on one mailbox: a letter reaches the games that it concerns, each once, and none else answers it."""

import datetime as dt
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import product
from pathlib import Path

import pytest

from pbm.mail import intake
from pbm.mail.front_door import office_of
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sources import sources_of
from pbm.office.reception import receive
from pbm.office.requests import answer_requests
from pbm.record.adjudicate import new_game
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.rules.result import Result
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter

OVER, FIRST, SECOND = "apple", "berry", "cedar"
"""One game that is over, the first by name, and two that go on."""
GAMES = (OVER, FIRST, SECOND)
ANN, DAN = "ann@example.org", "dan@example.org"
HOW = "RED won with 9 points"
OFFICE = "office"
NOW = MONDAY + dt.timedelta(hours=1)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = tmp_path_factory.mktemp("games")
    for name in GAMES:
        game = new_game(games, name, "toy", SECRET, [])
        with (game.folder / "game.toml").open("a") as file:
            file.write(SETTINGS)
    return games


@pytest.fixture(autouse=True)
def ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setattr(
        Game, "ended", lambda self, turn=None: Result("points", HOW) if self.folder.name == OVER else None
    )


@dataclass
class Post:
    """Games with one mailbox, perhaps an office, and all that comes of a letter."""

    games: Path

    def game(self, name: str) -> Game:
        return Game(self.games / name)

    def code(self, name: str, power: str = "RED") -> str:
        return code_of(self.game(name), 1, power)

    def heads(self, name: str) -> str:
        return f"Game: {name}\nTurn: 1\nPower: RED\nCode: {self.code(name)}\n"

    def bring(self, *raws: bytes, order: Sequence[str] = GAMES) -> None:
        for name in order:
            game = self.game(name)
            collect(game, bag(*raws), NOW)
            list(answer_requests(game, NOW))
        if office := office_of(self.games):
            list(receive(office, NOW))

    def taken(self) -> dict[str, Arrival]:
        """Who has the letter; a second letter in one inbox would be lost here, so it is refused."""
        found = {}
        for path in sorted(self.games.glob("*/inbox/*.json")):
            name = path.parts[-3].replace("_office", OFFICE)
            assert name not in found
            found[name] = Inbox(Game(path.parents[1])).find(path.stem)
        return {name: entry for name, entry in found.items() if entry}

    def mails(self) -> list[tuple[str, str, str, str]]:
        """Everything that was queued: by whom, to whom, its subject, its text."""
        return [*self.each_mail()]

    def each_mail(self) -> Iterator[tuple[str, str, str, str]]:
        for path in sorted(self.games.glob("*/outbox/*.eml")):
            mail = message_from_bytes(path.read_bytes(), policy=default)
            body = mail.get_body(("plain",))
            text = " ".join(body.get_content().split()) if body else ""
            yield path.parts[-3].replace("_office", OFFICE), str(mail["To"]), str(mail["Subject"]), text


def post(template: Path, folder: Path, seats: Sequence[str] = (), office: bool = True, dropped: str = "") -> Post:
    """Ann has seats in some games; Dan has the other seat in each."""
    games = Path(shutil.copytree(template, folder))
    (games / "_office").mkdir()
    rows = {"ann": ANN, "dan": DAN}
    (games / "_office" / "people.toml").write_text(
        "\n".join(f'[{id}]\nname = "{id}"\nemail = "{email}"\n' for id, email in rows.items())
    )
    if office:
        (games / "_office" / "game.toml").write_text(SETTINGS)
    for name in GAMES:
        red = f'[RED]\nid = "ann"\n{"left = 0" if name == dropped else ""}\n' if name in seats else ""
        (games / name / "players.toml").write_text(red + '[BLU]\nid = "dan"\n')
    return Post(games)


def with_file(name: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = ANN, "orders@example.org", "<7@example.org>"
    message["Subject"] = "my sheet"
    message.set_content("Attached.\n")
    message.add_attachment(b"\xff\xd8 no words", maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


FREE = {
    "a question": letter("How do I found a town?\n", ANN, Subject="a question"),
    "a picture": with_file("sheet.jpg"),
    "a Word file": with_file("sheet.docx"),
    "days away": letter("", ANN, Subject="AWAY 1 Dec to 3 Dec"),
    "a vote": letter("AGREE 1\n", ANN, Subject="hello"),
    "a letter of resignation": letter("I give up. Ann\n", ANN, Subject="the end"),
}
"""What names no game."""
REQUESTS = {
    "WHO": letter("", ANN, Subject="WHO"),
    "HELP": letter("Hello,\n\nHELP\n", ANN, Subject="hello"),
    "a sheet": letter("SEND SHEET\n", ANN, Subject="please"),
    "several": letter("SEND REPORT\nWHO\n", ANN, Subject="please"),
}
SEATS = [[], [OVER], [SECOND], [OVER, SECOND], [FIRST, SECOND], [*GAMES]]


def of_sender(seats: Sequence[str], office: bool, order: Sequence[str]) -> str:
    """Who takes a letter that names no game: of those that may, the first that looks."""
    running = [name for name in order if name in seats and name != OVER]
    otherwise = [OFFICE] if office else [name for name in order if name != OVER]
    return (running or [*seats] or otherwise)[0]


def check_over(post: Post) -> None:
    """What the finished game says."""
    for name, _, _, text in post.mails():
        if name == OVER:
            assert "due" not in text
            assert "deadline" not in text


@pytest.mark.parametrize("kind", FREE)
def test_what_names_no_game_is_taken_and_answered_once_where_its_sender_plays(
    template: Path, tmp_path: Path, kind: str
) -> None:
    for at, (seats, office) in enumerate([*((seats, True) for seats in SEATS), ([], False)]):
        order = (GAMES, GAMES[::-1])[at % 2]
        wanted = of_sender(seats, office, order)
        there = post(template, tmp_path / f"{at}", seats, office)
        there.bring(FREE[kind], order=order)
        there.bring(FREE[kind], order=order)
        assert [*there.taken()] == [wanted], (seats, office, order)
        assert [(by, to) for by, to, *_ in there.mails()] == [(wanted, ANN)], (seats, office, order)
        entry = there.taken()[wanted]
        assert entry.number or entry.verdict in ("away", "vote")
        check_over(there)


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_is_answered_by_one_mail_for_all_games_of_its_sender_that_go_on(
    template: Path, tmp_path: Path, kind: str
) -> None:
    for at, seats in enumerate(SEATS[1:]):
        order = (GAMES, GAMES[::-1])[at % 2]
        there = post(template, tmp_path / f"{at}", seats)
        there.bring(REQUESTS[kind], order=order)
        running = [name for name in seats if name != OVER]
        assert [*there.taken()] == [of_sender(seats, True, order)]
        ((_, to, subject, text),) = there.mails()
        assert to == ANN
        running = running if order == GAMES else running[::-1]
        assert subject.startswith(f"{', '.join(running or [OVER])}:")
        assert (f"for all your games: {', '.join(running)}." in text) == (len(running) > 1)
        assert not running or OVER not in text


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_of_somebody_whom_nobody_knows_is_answered_once(template: Path, tmp_path: Path, kind: str) -> None:
    there = post(template, tmp_path / "games")
    there.bring(REQUESTS[kind])
    assert [(by, to) for by, to, *_ in there.mails()] == [(OFFICE, ANN)]
    assert [*there.taken()] == [OFFICE]


@pytest.mark.parametrize("named", GAMES)
@pytest.mark.parametrize("how", ["subject", "heading", "code", "running text", "reply", "quotation"])
def test_a_letter_is_for_the_game_that_it_names_whoever_writes(
    template: Path, tmp_path: Path, named: str, how: str
) -> None:
    for seats, order in (([], GAMES), ([OVER], GAMES[::-1]), ([*GAMES], GAMES)):
        there = post(template, tmp_path / f"{len(seats)}", seats)
        id = Outbox(there.game(named)).message_id("001-RED-report-12345678")
        raw = {
            "subject": letter("When?\n", ANN, Subject=f"{named}: a question"),
            "heading": letter(f"Game: {named}\nTurn: 1\nLEVY ELM 1\nEnd\n", ANN),
            "code": letter(f"Code: {there.code(named)}\nLEVY ELM 1\nEnd\n", ANN),
            "running text": letter(f"My code is {there.code(named)}, what now?\n", ANN),
            "reply": letter("Why?\n", ANN, In_Reply_To=id),
            "quotation": letter(f"Why?\n\n> Game: {named}\n> Code: {there.code(named)}\n", ANN),
        }[how]
        there.bring(raw, order=order)
        assert [*there.taken()] == [named], (seats, order)
        assert {by for by, *_ in there.mails()} == {named}
        assert 1 <= len(there.mails()) <= 2  # a receipt for the player, and a note for whoever wrote
        check_over(there)


def test_a_word_in_the_subject_is_no_name_to_somebody_who_plays_elsewhere(template: Path, tmp_path: Path) -> None:
    there = post(template, tmp_path / "games", [SECOND])
    there.bring(letter("When?\n", ANN, Subject=f"any {FIRST} news"))
    assert [*there.taken()] == [SECOND]


def two_sheets(there: Post, one: str = "LEVY ELM 1", other: str = "LEVY ELM 2") -> bytes:
    return letter(f"Hello,\n\n{there.heads(FIRST)}{one}\nEnd\n\n{there.heads(SECOND)}{other}\nEnd\n\nAnn\n", ANN)


@pytest.mark.parametrize("order", [GAMES, GAMES[::-1]])
def test_two_sheets_are_taken_by_their_two_games_alone(template: Path, tmp_path: Path, order: Sequence[str]) -> None:
    there = post(template, tmp_path / "games", [FIRST, SECOND])
    there.bring(two_sheets(there), order=order)
    there.bring(two_sheets(there), order=order)
    assert {name: entry.verdict for name, entry in there.taken().items()} == {FIRST: "accepted", SECOND: "accepted"}
    assert [(by, to) for by, to, *_ in there.mails()] == [(FIRST, ANN), (SECOND, ANN)]
    filed = {name: (there.game(name).orders(1) / "RED.txt").read_text() for name in (FIRST, SECOND)}
    assert "LEVY ELM 1" in filed[FIRST]
    assert "LEVY ELM 2" in filed[SECOND]
    assert not any(entry.number for entry in there.taken().values())


LOOSE = {
    "no power": "Game: {game}\nCode: {code}\n{order}\nEnd\n",
    "words that are no orders": "Game: {game}\nCode: {code}\nput somebody somewhere\nEnd\n",
    "headings in a sentence": "Game {game}, code {code}\n{order}\nEnd\n",
    "no name": "Code: {code}\n{order}\nEnd\n",
    "no code": "Game: {game}\nTurn: 1\n{order}\nEnd\n",
    "a wrong code": "Game: {game}\nCode: ABC-DEF-9\n{order}\nEnd\n",
    "well": "Game: {game}\nTurn: 1\nPower: RED\nCode: {code}\n{order}\nEnd\n",
}


BESIDE = ("well", "headings in a sentence")
TWO_WAYS = [
    pytest.param(one, other, marks=() if {one, other} & {*BESIDE} else pytest.mark.slow)
    for one, other in product(LOOSE, LOOSE)
]


@pytest.mark.parametrize(("one", "other"), TWO_WAYS)
def test_two_sheets_written_in_any_way_have_one_answer_each(
    template: Path, tmp_path: Path, one: str, other: str
) -> None:
    there, text = post(template, tmp_path / "games", [FIRST, SECOND]), "Hello,\n\n"
    for game, way, order in ((FIRST, one, "LEVY ELM 1"), (SECOND, other, "LEVY ELM 2")):
        text += LOOSE[way].format(game=game, code=there.code(game), order=order) + "\n"
    there.bring(letter(f"{text}Cheers, Ann\n", ANN, Subject="my orders for both games"))
    assert [*there.taken()] == [FIRST, SECOND]
    assert [(by, to) for by, to, *_ in there.mails()] == [(FIRST, ANN), (SECOND, ANN)]
    for game, way, order in ((FIRST, one, "LEVY ELM 1"), (SECOND, other, "LEVY ELM 2")):
        entry, path = there.taken()[game], there.game(game).orders(1) / "RED.txt"
        assert (entry.verdict == "accepted") == (way in ("well", "no power", "no name")), (game, entry)
        assert not path.exists() or order in path.read_text()
        assert entry.verdict == "accepted" or entry.number


def test_a_subject_may_name_two_games(template: Path, tmp_path: Path) -> None:
    there = post(template, tmp_path / "games", [*GAMES])
    there.bring(letter("", ANN, Subject=f"{FIRST} and {SECOND}: WHO"))
    assert [*there.taken()] == [FIRST, SECOND]
    assert [(by, subject) for by, _, subject, _ in there.mails()] == [
        (FIRST, f"{FIRST}: WHO"),
        (SECOND, f"{SECOND}: WHO"),
    ]


def test_a_game_that_is_over_says_so_and_gives_no_date(template: Path, tmp_path: Path) -> None:
    there = post(template, tmp_path / "games", [OVER])
    there.bring(letter(f"{there.heads(OVER)}LEVY ELM 1\nEnd\n", ANN))
    ((_, to, subject, text),) = there.mails()
    assert (to, subject) == (ANN, f"{OVER} is over")
    assert HOW in text
    assert there.taken()[OVER].number


@pytest.mark.parametrize("office", [True, False])
def test_who_has_left_a_game_that_goes_on_is_answered_there(template: Path, tmp_path: Path, office: bool) -> None:
    there = post(template, tmp_path / "games", [OVER, SECOND], office, dropped=SECOND)
    path = there.games / SECOND / "players.toml"
    path.write_text(path.read_text().replace("left = 0", f'left = 0\nemail = "{ANN}"'))
    there.bring(FREE["a question"])
    assert [*there.taken()] == [SECOND]


@pytest.mark.parametrize(
    "raw",
    [
        letter("ABC-DEF-G\n", ANN, Subject=f"ACCEPT {FIRST}"),
        letter(f"I accept the seat in {FIRST}\n", ANN, Subject="hello"),
        letter(f"ACCEPT {FIRST} TDT-36P-Q\n", ANN, Subject="hello"),
        letter(f"DECLINE {FIRST}\n", ANN, Subject=f"{FIRST}"),
    ],
)
def test_whoever_accepts_a_seat_without_its_code_hears_that_it_is_wrong(
    template: Path, tmp_path: Path, raw: bytes
) -> None:
    there = post(template, tmp_path / "games", [SECOND])
    there.bring(raw)
    ((by, _, subject, _),) = there.mails()
    assert by == OFFICE
    assert subject in ("Your code is missing", "Your code is not known")


@pytest.mark.parametrize("order", [(FIRST, SECOND), (SECOND, FIRST)])
def test_a_letter_for_two_is_removed_once_both_have_it_though_a_run_is_killed(
    template: Path, tmp_path: Path, order: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, box = post(template, tmp_path / "games", [FIRST, SECOND]), tmp_path / "mail"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True)
    for name in GAMES:
        path = there.games / name / "game.toml"
        path.write_text(path.read_text().replace("[mail]\n", f'[mail]\ninbox = "{box}"\nafter = "delete"\n'))
    (box / "new" / "1.letter").write_bytes(two_sheets(there))
    now = MONDAY + 3650 * DAY
    for name in (OVER, *order):
        game = there.game(name)
        for step in ("decide", "finish"):
            with monkeypatch.context() as patch:
                patch.setattr(intake, step, killed)
                if name != OVER:
                    with pytest.raises(KeyboardInterrupt):
                        collect(game, sources_of(game), now)
        collect(game, sources_of(game), now)
        assert bool([*(box / "new").iterdir()]) == (name != order[-1])
    assert {name: entry.verdict for name, entry in there.taken().items()} == {FIRST: "accepted", SECOND: "accepted"}
    assert [by for by, *_ in there.mails()] == [FIRST, SECOND]


def killed(*any: object) -> None:
    raise KeyboardInterrupt


def test_a_letter_that_lies_where_its_game_does_not_look_is_named_by_every_run(template: Path, tmp_path: Path) -> None:
    there = post(template, tmp_path / "games", [FIRST])
    path = there.games / FIRST / "game.toml"
    path.write_text(path.read_text().replace("[mail]\n", '[mail]\ninbox = "mail"\n'))
    done = collect(there.game(FIRST), bag(letter(there.heads(SECOND), ANN)), NOW)
    assert (done.entries, len(done.stuck)) == ([], 1)
    assert f"A letter for {SECOND} lies at bag:0" in done.stuck[0]


def test_lines_that_are_no_orders_are_named_with_how_one_is_written(template: Path, tmp_path: Path) -> None:
    there = post(template, tmp_path / "games", [FIRST])
    there.bring(letter(f"{there.heads(FIRST)}we could levy some in the elms\nput two anywhere\nEnd\n", ANN))
    ((_, to, _, text),) = there.mails()
    assert to == ANN
    assert "empty" not in text
    for said in ("we could levy some in the elms", "put two anywhere", "It is written: LEVY where number"):
        assert said in text
    assert there.taken()[FIRST].number
