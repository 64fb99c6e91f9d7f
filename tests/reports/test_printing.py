"""Printing for the post: one file, envelope by envelope, to be printed on both sides, and the same again later."""

import io
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PageObject, PdfReader

from pbm.cli import main
from pbm.errors import GameError
from pbm.office.attention import envelopes
from pbm.office.issue import issue
from pbm.office.printed import unprinted
from pbm.office.printing import WINDOWS, print_run
from pbm.office.report_files import attached
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.players import Player
from pbm.reports.pdf.type import LARGE
from pbm.rulesets import names

PLAYERS = """
[WSX]
name = "The player of Wessex"
address = ["1 The Street", "Winchester", "SO23 9AA"]
form = "paper"

[MER]
email = "mercia@example.org"

[GWD]
name = "The player of Gwynedd, tŷ ŵyl <b>"
address = ["2 The Lane", "Caernarfon"]
form = "paper"
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    made = new_game(tmp_path, "game1", "darkage", b"a secret for tests")
    (made.orders(1) / "MER.txt").write_text("1. LEVY TAM 1\n2. MARCH\n", encoding="utf-8")
    run_turn(made)
    (made.folder / "players.toml").write_text(PLAYERS, encoding="utf-8")
    return made


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_envelopes_stand_in_the_order_of_the_players(game: Game) -> None:
    content, packed = print_run(game, 1)
    assert [(one.number, one.code) for one in packed] == [(1, "WSX"), (2, "GWD")]
    text = pages(content)
    starts = [number for number, page in enumerate(text) if "The last page is the turnsheet" in page]
    assert [start % 2 for start in starts] == [0, 0]
    assert "Winchester" in text[starts[0]]
    assert "tŷ ŵyl <b>" in text[starts[1]]
    assert "page 1 of" in text[starts[0]], "the address page carries the report"
    assert not [page for page in text if "page " in page and len(page) < 120], "no empty side has a number"
    assert starts[1] == 2 * packed[0].sheets
    assert "Packing list" in text[-1]


def test_a_reprint_is_the_original_to_the_byte(game: Game) -> None:
    first, _ = print_run(game, 1)
    (game.folder / "game.toml").write_text(
        (game.folder / "game.toml").read_text(encoding="utf-8") + '\n[report]\ngm = "Another"\n', encoding="utf-8"
    )
    assert print_run(game, 1)[0] == first


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_address_stands_in_the_window(paper: str, game: Game) -> None:
    content, _ = print_run(game, 1, paper)
    page = PdfReader(io.BytesIO(content)).pages[0]
    places: dict[str, tuple[float, float]] = {}

    def see(text: str, _: object, matrix: list[float], *rest: object) -> None:
        if text.strip():
            places[text.strip()] = (matrix[4], float(page.mediabox.height) - matrix[5])

    page.extract_text(visitor_text=see)
    left, top = WINDOWS[paper]
    for line in ("The player of Wessex", "Winchester", "SO23 9AA"):
        x, y = places[line]
        assert x == pytest.approx(left, abs=1)
        assert top < y < top + 110


def test_it_says_what_is_missing(game: Game) -> None:
    file = game.folder / "players.toml"
    file.write_text('[WSX]\nform = "paper"\n', encoding="utf-8")
    with pytest.raises(GameError, match="no address for WSX"):
        print_run(game, 1)
    file.write_text('[WSX]\nform = "text"\n', encoding="utf-8")
    with pytest.raises(GameError, match="Nobody in game1 gets paper"):
        print_run(game, 1)


def run(game: Game, *words: str, path: str | None = None) -> Result:
    env = {"PATH": path} if path is not None else {}
    return CliRunner().invoke(main, ["print", game.name, "--games", str(game.folder.parent), *words], env=env)


def test_the_command_writes_the_file_and_tells_what_goes_where(game: Game, tmp_path: Path) -> None:
    done = run(game, "--paper", "letter", "--ink-saving", "--out", str(tmp_path / "post.pdf"))
    assert done.exit_code == 0, done.output
    assert "2 envelopes" in done.output
    assert len(pages((tmp_path / "post.pdf").read_bytes())) > 10


def test_the_printer_gets_it_on_both_sides(game: Game, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    lp = tools / "lp"
    lp.write_text(f'#!{shutil.which("sh")}\necho "$@"\n', encoding="utf-8")
    lp.chmod(0o755)
    done = run(game, "--lp", path=f"{tools}{os.pathsep}{os.environ['PATH']}")
    assert "-o sides=two-sided-long-edge -o media=A4" in done.output
    assert "-d office" in run(game, "--lp", "office", path=f"{tools}{os.pathsep}{os.environ['PATH']}").output


def test_without_a_printing_system_nothing_is_lost(game: Game, tmp_path: Path) -> None:
    done = run(game, "--lp", path=str(tmp_path))
    assert done.exit_code == 1
    assert "This machine has no command lp" in done.output
    assert (game.turn(1) / "print-a4.pdf").is_file()


# all games in one file

ANN = 'id = "ann"\nname = "Ann"\naddress = ["3 Quiet Lane", "York"]\nform = "paper"\n'
BOB = 'id = "bob"\nname = "Bob"\naddress = ["4 The Hill", "Leeds"]\nform = "paper"\n'


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """Ann plays in two games and Bob in one, and both have had their first letters; a third has nobody on paper."""
    tables = {"one": f"[MER]\n{ANN}\n[WSX]\n{BOB}", "two": f"[KNT]\n{ANN}", "web": '[MER]\nemail = "m@example.org"\n'}
    for name, players in tables.items():
        made = new_game(tmp_path, name, "darkage", b"a secret for tests")
        (made.folder / "players.toml").write_text(players, encoding="utf-8")
    print_all(tmp_path)
    for name in tables:
        run_turn(Game(tmp_path / name), empty=True)
    return tmp_path


def print_all(games: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["print", *words, "--games", str(games)])


def test_a_person_has_one_envelope_for_all_their_games(office: Path) -> None:
    done = print_all(office)
    assert done.exit_code == 0, done.output
    assert "2 envelopes" in done.output
    text = pages((office / "_office" / "print-a4.pdf").read_bytes())
    assert [number for number, page in enumerate(text) if "3 Quiet Lane" in page] == [0, len(text) - 1]
    bob = next(number for number, page in enumerate(text) if "4 The Hill" in page)
    assert bob % 2 == 0
    assert "MER · one · turn 1" in text[0]
    assert "KNT · two · turn 1" in text[0]
    codes = [code for code in ("Mercia", "Kent") if any(f"· {code}" in page or code in page for page in text[:bob])]
    assert codes == ["Mercia", "Kent"]
    assert not any("Ann" in page for page in text[bob:-1])
    assert "one, turn 1" in text[-1]
    assert "two, turn 1" in text[-1]


def usual_size(page: PageObject) -> float:
    """The size in which most letters of a page are set."""
    sizes: Counter[float] = Counter()

    def see(text: str, _: object, matrix: list[float], face: object, size: float) -> None:
        sizes[round(abs(size * matrix[3]), 1)] += len(text.strip())

    page.extract_text(visitor_text=see)
    return sizes.most_common(1)[0][0]


@pytest.mark.parametrize("ruleset", [name for name in names() if not name.startswith("toy")])
def test_whoever_wants_large_print_has_it_among_others(tmp_path: Path, ruleset: str) -> None:
    game = new_game(tmp_path, "g", ruleset, b"a secret for tests")
    one, two = game.config().ruleset.state.players(game.config().open(game.position(0)))[:2]
    (game.folder / "players.toml").write_text(f"[{one}]\n{ANN}large = true\n[{two}]\n{BOB}", encoding="utf-8")
    done = print_all(tmp_path)
    assert "2 envelopes" in done.output, done.output
    book = PdfReader(tmp_path / "_office" / "print-a4.pdf").pages
    texts = [page.extract_text() for page in book]
    bob = next(number for number, text in enumerate(texts) if "4 The Hill" in text)
    assert usual_size(book[1]) > LARGE - 1
    assert usual_size(book[bob + 1]) < LARGE - 4
    assert "3 Quiet Lane" in texts[0], "the address stands in the window"
    assert {page.mediabox.height for page in book} == {book[0].mediabox.height}


def test_a_report_by_mail_is_in_large_print_for_whoever_wants_it(game: Game) -> None:
    made = issue(game, 1)
    readers = (Player(large=True), Player())
    files = [attached(reader, "r", made.ruleset, made.of("MER"), None)[0].content for reader in readers]
    large, usual = (usual_size(PdfReader(io.BytesIO(each)).pages[0]) for each in files)
    assert large > LARGE - 2 > usual + 2


def test_what_was_printed_is_not_printed_again(office: Path) -> None:
    print_all(office, "two", "--out", str(office / "two.pdf"))
    done = print_all(office)
    assert "two, KNT" not in done.output
    assert "2 envelopes" in done.output
    assert "No envelopes are left to print" in print_all(office).output
    run_turn(Game(office / "two"), empty=True)
    done = print_all(office)
    assert "1 envelope" in done.output
    assert "KNT" in done.output


def test_two_people_at_one_address_have_two_envelopes(office: Path) -> None:
    nameless = 'address = ["3 Quiet Lane", "York"]\nform = "paper"\n'
    for name, power in (("one", "MER"), ("two", "KNT")):
        (office / name / "players.toml").write_text(f"[{power}]\n{nameless}", encoding="utf-8")
    assert "2 envelopes" in print_all(office).output


def test_a_game_that_cannot_be_printed_leaves_the_others(office: Path) -> None:
    (office / "one" / "players.toml").write_text('[MER]\nform = "paper"\n', encoding="utf-8")
    done = print_all(office)
    assert done.exit_code == 1
    assert "one: PROBLEM: players.toml has no address for MER" in done.output
    assert "1 envelope" in done.output
    assert "--turn is for one game" in print_all(office, "--turn", "1").output


def test_a_report_that_was_never_printed_comes_with_the_next(office: Path) -> None:
    print_all(office)
    two = Game(office / "two")
    for _ in range(3):
        play(two)
    assert list(envelopes(two)) == ["1 envelope to print: KNT with 3 reports (pbm print two)"]
    done = print_all(office)
    assert "1 envelope" in done.output
    assert [line.split()[-1] for line in done.output.splitlines() if "two, KNT" in line] == ["sheets", "3", "2"]
    text = pages((office / "_office" / "print-a4.pdf").read_bytes())
    assert "The last page of each new report is the turnsheet" in text[0]
    assert sum("Turnsheet for turn" in page for page in text) == 1, "a sheet for a turn that was played is of no use"
    assert "No envelopes are left to print" in print_all(office).output


def play(game: Game) -> None:
    (game.orders(game.last() + 1) / "KNT.txt").write_text("1. TAX\n", encoding="utf-8")
    run_turn(game)


def test_named_games_have_what_was_never_printed_too(office: Path) -> None:
    print_all(office)
    two = Game(office / "two")
    for _ in range(2):
        play(two)
    first = print_all(office, "two").output
    assert ": turn 2" in first
    assert print_all(office, "two").output == first, "the batch of the last turn can be printed again, whole"
    assert "No envelopes are left to print" in print_all(office).output


def test_what_was_mailed_is_not_missed_on_paper(office: Path) -> None:
    print_all(office)
    two = Game(office / "two")
    play(two)
    (two.folder / "outbox").mkdir()
    (two.folder / "outbox" / "002-KNT-report-12345678.eml").write_bytes(b"To: ann@example.org\r\n\r\n")
    play(two)
    assert unprinted(two) == {3: ["KNT"]}


def test_whoever_had_nothing_has_the_letter_of_welcome_late(office: Path) -> None:
    two = Game(office / "two")
    (two.turn(0) / "printed.json").unlink()
    play(two)
    assert "Add a copy of" in print_all(office, "two").output
    play(two)
    assert "Add a copy of" not in print_all(office, "two").output
