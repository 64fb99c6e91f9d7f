"""The toy game through every command, as a game master would play it."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.overview import COMMANDS
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import find
from tests import TESTS
from tests.helpers.posting import at_home, letter

SECRET = "07" * 32
MAIL = '\n[mail]\naddress = "gm@example.org"\n[calendar]\nfirst = 2096-11-16\n'
WITHOUT_GAMES = (
    "completion",
    "judge",
    "man",
    "scaffold",
    "rules",
    "case",
    "map",
    "rulebook",
    "schema",
    "simulate",
    "advise",
    "try",
)
TRIED = re.compile(r'office\.(?:pbm|run)\(\s*"([\w-]+)"')


class Office:
    """A folder of games, and the commands run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str, keyed: str = "") -> Result:
        games = () if words[0] in WITHOUT_GAMES else ("--games", str(self.folder))
        return CliRunner().invoke(main, [*words, *games], input=keyed)

    def pbm(self, *words: str, keyed: str = "") -> str:
        done = self.run(*words, keyed=keyed)
        assert done.exit_code == 0, done.output
        return done.output

    def write(self, name: str, text: str) -> str:
        path = self.folder.parent / name
        path.write_text(text)
        return str(path)


def sheet(power: str, turn: int, *lines: str) -> str:
    code = sheet_code(bytes.fromhex(SECRET), "vale", turn, power)
    return "\n".join([f"Game: vale\nTurn: {turn}\nPower: {power}\nCode: {code}", *lines, "End\n"])


@pytest.fixture(params=["toy"])
def office(tmp_path: Path, request: pytest.FixtureRequest) -> Office:
    """A game of four powers with three players, one of whom wants paper, at its first turn."""
    office = Office(tmp_path / "games")
    at_home(office.folder)
    for player, form, wish in (("ann", "text", "RED"), ("bob", "pdf", "BLU"), ("cat", "paper", "GRN")):
        address = ("--address", "1 High Street") if form == "paper" else ("--email", f"{player}@example.org")
        office.pbm("signup", "vale", player, "--form", form, *address, "--prefers", wish)
    assert "RED  ann" in office.pbm("start", "vale", "--ruleset", request.param, "--secret", SECRET)
    with (tmp_path / "games" / "vale" / "game.toml").open("a") as config:
        config.write(MAIL)
    return office


def played(office: Office, turns: int = 1) -> None:
    game = find(office.folder, "vale")
    for _ in range(turns):
        turn = game.last() + 1
        (game.orders(turn) / "RED.txt").write_text("LEVY ASH 1\n")
        office.pbm("adjudicate", "vale", "--anyway")


def test_a_published_game_is_found_by_its_entry_point() -> None:
    done = subprocess.run([sys.executable, "-m", "pbm.cli", "rules", "toy"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("The Vale: 2 actions.")


def test_new_and_check(office: Office) -> None:
    assert "BLU.txt" in office.pbm("new", "other", "--ruleset", "toy", "--dummy", "YLW")
    wrong = office.write("red.txt", sheet("RED", 1, "LEVY ASH 1", "LVY ASH 1"))
    said = office.run("check", wrong)
    assert said.exit_code == 1
    assert re.search(r"LEVY ASH 1 +2 ", said.output)
    assert "did you mean LEVY?" in said.output
    right = office.write("blue.txt", sheet("BLU", 1, "MARCH ELM FEN 2"))
    assert "March 2 armies from Elmwood (ELM) to The Fen (FEN)." in office.pbm("check", right)


def test_letters_are_collected_and_keyed_and_played(office: Office) -> None:
    note = letter(sheet("RED", 1, "LEVY ASH 2", "MARCH ASH BRK 1"), "ann@example.org")
    (office.folder.parent / "red.eml").write_bytes(note)
    assert "RED turn 1 accepted" in office.pbm("collect", "vale", str(office.folder.parent / "red.eml"))
    (receipt,) = (office.folder / "vale" / "outbox").glob("*-receipt-*.eml")
    assert "is genuine: orders of RED for turn 1 of vale" in office.pbm("verify-receipt", str(receipt))
    code = sheet_code(bytes.fromhex(SECRET), "vale", 1, "GRN")
    keyed = f"{code}\nMARCH COP DEL 1\nend\n\nHail\n\n"
    assert "GRN turn 1 accepted" in office.pbm("enter", "vale", "GRN", "--once", keyed=keyed)
    assert "2 of 3 are in" in office.pbm("status", "vale")
    said = office.pbm("adjudicate", "vale", "--anyway")
    assert "2 sheets, 3 lines: 3 done, 0 failed." in said
    assert "Played by the computer: BLU (captain), YLW (captain)" in said
    assert "Red marched 1 from Ashfield" in office.pbm("report", "vale", "RED")
    assert "Red marched 1 from Ashfield" not in office.pbm("report", "vale", "BLU")


def test_a_sheet_and_an_order_desk(office: Office) -> None:
    played(office)
    assert "Game: vale\nTurn: 2\n" in office.pbm("sheet", "vale", "RED")
    made = office.folder.parent / "desks"
    office.pbm("sheet", "vale", "RED", "--form", "html", "--out", str(made))
    page = (made / "vale-002-RED-desk.html").read_text(encoding="utf-8")
    assert '"MARCH":"march"' in page, "the page reads by the toy's own grammar"
    assert 'id="a-ASH"' in page, "Ashfield can be clicked on"


@pytest.mark.parametrize("office", ["toy_more"], indirect=True)
def test_standing_orders_and_private_words(office: Office) -> None:
    lines = sheet("RED", 1, "GUARD ASH", "TELL BLU peace?")
    assert "Guard Ashfield (ASH) until further notice." in office.pbm("check", office.write("red.txt", lines))
    (find(office.folder, "vale").orders(1) / "RED.txt").write_text(lines)
    office.pbm("adjudicate", "vale", "--anyway")
    assert "STANDING ORDERS" in office.pbm("report", "vale", "RED")
    assert "STANDING ORDERS" not in office.pbm("report", "vale", "BLU")
    assert "Red to Blue" in office.pbm("report", "vale", "BLU")
    assert "Red to Blue" not in office.pbm("report", "vale", "GRN")


@pytest.mark.parametrize("office", ["toy_more"], indirect=True)
def test_a_game_lists_what_may_be_corrected_and_chosen(office: Office) -> None:
    assert "turns was 6 and is now 7" in office.pbm("house", "vale", "turns=7", "--reason", "a longer game")
    said = office.run("correct", "vale", "FIELD ASH missed=9", "--reason", "a slip")
    assert "missed cannot be corrected; FIELD has owner, armies" in said.output
    assert "owner was Red and is now Blue" in office.pbm("correct", "vale", "FIELD ASH owner=BLU", "--reason", "a slip")
    assert "GRN of vale has no player" in office.pbm("resign", "vale", "GRN")
    played(office)
    assert "every hash holds" in office.pbm("verify", "vale")


def test_reports_in_four_forms_and_on_paper(office: Office, tmp_path: Path) -> None:
    played(office)
    for form in ("text", "html", "json", "pdf"):
        assert "RED" in office.pbm("report", "vale", "--form", form, "--out", str(tmp_path / "out"))
    assert "<svg" in office.pbm("report", "vale", "RED", "--form", "html")
    made = json.loads((tmp_path / "out" / "vale-001-RED.json").read_text())
    assert made["view"]["gold"] == 3
    assert "GRN  cat" in office.pbm("print", "vale")
    said = office.run("advise", str(tmp_path / "out" / "vale-001-RED.json"))
    assert "It could be ordered: " in said.output
    right = office.write("red.txt", "Turn: 2\nPower: RED\nLEVY ASH 1\n")
    report = ("--report", str(tmp_path / "out" / "vale-001-RED.json"))
    assert re.search(r"LEVY ASH 1 +2 ", office.pbm("check", right, *report))
    assert "(imagined), turn 2" in office.pbm("try", report[1], right)


def test_mending_and_proof(office: Office, tmp_path: Path) -> None:
    played(office, 2)
    assert "turn 2" in office.pbm("undo", "vale", "--reason", "a trial")
    assert "the office is shut" in office.pbm("hold", "vale", "--reason", "the office is shut")
    assert "no longer held" in office.pbm("resume", "vale")
    assert "The Vale has no house rules." in office.run("house", "vale", "turns=7", "--reason", "too short").output
    other = office.write("RED.txt", "LEVY ASH 2\n")
    assert "RED" in office.pbm("redo", "vale", "RED", "--sheet", other, "--reason", "it was keyed wrong")
    assert "corrects Ashfield: armies was 5 and is now 9" in office.pbm(
        "correct", "vale", "FIELD ASH armies=9", "--reason", "a slip"
    )
    played(office)
    assert "armies was" in office.pbm("account", "vale", "--turn", "2")
    assert "every hash holds" in office.pbm("verify", "vale")
    bundle = str(tmp_path / "vale.zip")
    office.pbm("bundle", "vale", "--out", bundle)
    assert "turns 0 to 2 form one unbroken chain" in office.pbm("verify", bundle)
    office.pbm("archive", "vale", "--out", str(tmp_path))
    assert list(tmp_path.glob("vale*.zip"))
    assert "Red" not in office.pbm("show", "vale")
    assert zipfile.is_zipfile(bundle)


def test_players_come_and_go(office: Office) -> None:
    office.pbm("signup", "vale", "dan", "--email", "dan@example.org")
    assert "dan plays YLW of vale from turn 1" in office.pbm("takeover", "vale", "YLW", "dan")
    assert "GRN of vale has no player" in office.pbm("resign", "vale", "GRN")
    assert "new@example.org" in office.pbm("address", "vale", "RED", "--email", "new@example.org")
    played(office)
    assert "a player again from turn 2" in office.pbm("standby", "vale", "GRN")
    assert "ALL                # armies win fields" in office.pbm("orders", "vale", "BLU", "--why")
    played(office)
    assert find(office.folder, "vale").in_play(3) == ["RED", "BLU", "GRN", "YLW"]
    assert "RED" in office.pbm("erase", "vale", "RED", "--yes")


def test_letters_for_the_game_master(office: Office) -> None:
    question = office.write("question.eml", letter("May I have a week more?\n", "ann@example.org").decode())
    assert "letter 1 for you to read" in office.pbm("collect", "vale", question)
    assert "May I have a week more?" in office.pbm("letters", "vale")
    assert "1 letter is waiting for you" in office.pbm("status", "vale")
    assert "is queued" in office.pbm("letters", "answer", "1", "--text", "Yes.")
    assert "No letters are waiting." in office.pbm("letters")


def test_the_office_writes_to_the_players(office: Office, tmp_path: Path) -> None:
    assert "The note will be in the reports of turn 1" in office.pbm("notice", "vale", "No turn at Easter.")
    assert "Letters to post, to GRN: pbm print vale" in office.pbm("extend", "vale", "3")
    assert "RED of vale is away" in office.pbm("away", "vale", "RED", "2096-11-01", "2096-11-30")
    assert "0 of 3 are in" in office.pbm("remind", "vale", "--within", "99999")
    assert "gets the roundup" in office.pbm("observe", "vale", "--email", "friend@example.org")
    played(office)
    office.pbm("run")
    assert "No turn at Easter." in office.pbm("report", "vale", "RED")
    assert "RED  ann" in office.pbm("players", "vale")
    assert "written to" in office.pbm("send", "vale", "--eml", str(tmp_path / "mails"))
    assert list((tmp_path / "mails").glob("*.eml"))
    assert "This office keeps no turn credits." in office.run("credits").output


@pytest.mark.slow
def test_a_game_to_its_end(office: Office) -> None:
    played(office, 6)
    assert "won" in office.pbm("status", "vale")
    report = office.pbm("report", "vale", "RED")
    assert "THE GAME IS OVER" in report
    assert "TURNSHEET" not in report
    assert "all 7 turns, including the set-up, are unchanged" in office.pbm("migrate", "vale", "--check")
    office.pbm("bundle", "vale", "--final", "--out", str(office.folder.parent / "all.zip"))
    site, film = office.folder.parent / "site", office.folder.parent / "vale.html"
    office.pbm("site", "vale", "--out", str(site))
    assert "vale" in (site / "index.html").read_text(encoding="utf-8")
    office.pbm("replay", "vale", "--out", str(film))
    assert "<svg" in film.read_text(encoding="utf-8")


def test_the_rulebook_the_map_and_self_play(office: Office, tmp_path: Path) -> None:
    assert "Raise armies" in office.pbm("rules", "toy", "LEVY")
    assert "vale.svg" in office.pbm("map", "toy", "--out", str(tmp_path / "maps"))
    for name in ("toy", "toy_more"):
        assert f"rulebook-{name}.pdf" in office.pbm("rulebook", name, "--out", str(tmp_path / "rules"))
    books = sorted(path.name for path in (tmp_path / "rules").iterdir())
    assert books == [f"rulebook-{name}.{form}" for name in ("toy", "toy_more") for form in ("html", "pdf")]
    assert "23 passed, 0 failed" in office.pbm("case", str(TESTS / "toy_package" / "cases"))
    assert json.loads(office.pbm("schema", "report"))["$defs"]["Turnsheet"]
    run = ("--games", "4", "--turns", "9", "--jobs", "1", "--check")
    for name in ("toy", "toy_more"):
        assert "the report is" in office.pbm("simulate", name, *run, "--out", str(tmp_path / name))


def test_what_other_programs_and_shells_ask_for(office: Office, tmp_path: Path) -> None:
    assert office.run("judge").exit_code == 1
    assert "_PBM_COMPLETE" in office.pbm("completion", "zsh")
    assert "man1" in office.pbm("man", "--out", str(tmp_path / "man1"))


def test_people_votes_and_hooks(office: Office, tmp_path: Path) -> None:
    assert "ann" in office.pbm("people")
    assert "is kept of ann" in office.pbm("export", "ann", "--out", str(tmp_path / "ann.zip"))
    assert office.pbm("votes", "vale")
    assert "calls nothing" in office.run("hooks", "vale").output


def test_the_desk_of_the_office_listens_on_this_machine_alone(office: Office) -> None:
    assert "for this machine alone" in office.run("serve", "--host", "0.0.0.0").output


def test_a_new_game_is_offered(office: Office) -> None:
    assert "The Vale" in office.pbm("games")
    assert "YLW" in office.pbm("games", "toy")
    office.pbm("offer", "dale", "--ruleset", "toy")
    assert "dale" in office.pbm("games")


def test_the_toy_is_not_written_over(office: Office) -> None:
    assert "There is a ruleset toy already" in office.run("scaffold", "toy").output


def test_every_command_was_tried() -> None:
    tried = TRIED.findall(Path(__file__).read_text(encoding="utf-8"))
    assert [name for name in COMMANDS if name not in tried] == []
