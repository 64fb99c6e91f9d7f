"""A turn made again with a corrected sheet, corrections of the position, and who is told what of them."""

from pathlib import Path

import pytest
from msgspec import Struct

from pbm.errors import GameError
from pbm.office.rerun import changes, facts, rerun_report
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.correcting import add_correction
from pbm.record.game import Game
from pbm.record.proof import prove
from pbm.record.redo import redo
from tests.helpers.commands import pbm

SECRET = bytes(range(32))
FIRST = "1. LEVY TAM 2\n2. MOVE TAM STS ALL\n"
SECOND = b"1. LEVY TAM 1\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = new_game(tmp_path, "g", "darkage", SECRET)
    (game.orders(1) / "MER.txt").write_text(FIRST)
    (game.orders(1) / "WSX.txt").write_text("TAX\n")
    run_turn(game)
    return game


def test_the_corrected_sheet_is_played_and_the_first_is_kept(game: Game) -> None:
    done = redo(game, "MER", SECOND, "misread")
    assert game.result(1) == done.after
    assert (done.before / "orders/MER.txt").read_text() == FIRST
    assert (done.after / "orders/MER.txt").read_bytes() == SECOND
    assert (done.after / "reason.txt").read_text() == "misread"
    assert (game.orders(1) / "MER.txt").read_bytes() == SECOND
    assert list(prove(game)) == []


@pytest.mark.parametrize("sheet", [b"", b" \n\n", b"Kingdom: Wessex\n1. TAX\n"])
def test_an_empty_sheet_or_another_kingdoms_is_refused(game: Game, sheet: bytes) -> None:
    with pytest.raises(GameError):
        redo(game, "MER", sheet, "misread")
    assert game.result(1).name == "result"


def test_redone_once_more_the_same_way_it_stays_as_it_is(game: Game) -> None:
    first = redo(game, "MER", SECOND, "misread")
    (game.orders(1) / "MER.txt").write_text(FIRST)
    assert redo(game, "MER", SECOND, "misread") == first
    assert (game.orders(1) / "MER.txt").read_bytes() == SECOND


def test_the_report_tells_whose_results_change(game: Game) -> None:
    public, own = changes(game, redo(game, "MER", SECOND, "misread"))
    assert any("Mercia" in fact for fact in public.was)
    assert "Mercia levied 2 armies in Tamworth" in own["MER"].was
    assert "Mercia levied 1 army in Tamworth" in own["MER"].now
    neighbours = {who for who in own if who != "MER"}
    assert neighbours
    assert all("Staffordshire" in fact or "Tamworth" in fact for who in neighbours for fact in own[who].was)


def test_a_sheet_that_changes_nothing_changes_nobody(game: Game) -> None:
    done = redo(game, "WSX", b"1. TAX\n", "keyed with its number")
    public, own = changes(game, done)
    assert not public
    assert set(own) <= {"WSX"}


def test_it_tells_who_has_seen_the_first_result(game: Game) -> None:
    done = redo(game, "MER", SECOND, "misread")
    assert any("cannot know who has the first result" in line for line in rerun_report(game, done))
    outbox = game.folder / "outbox"
    outbox.mkdir()
    assert any("nobody has seen it" in line for line in rerun_report(game, done))
    for who in ("MER", "WSX"):
        (outbox / f"001-{who}-report.eml").write_text(f"To: {who}@example.org\n\nx\n")
    note = '{"id": "001-MER-report", "at": "2026-01-01T00:00:00Z", "what": "sent"}\n'
    (outbox / "journal.jsonl").write_text(note)
    told = "\n".join(rerun_report(game, done))
    assert "had been sent to MER." in told
    assert "a report with results that changed: MER." in told


def test_a_missed_turn_is_redone_with_the_sheet_that_was_lost(game: Game) -> None:
    assert (game.result(1) / "computer/KNT.txt").is_file()
    done = redo(game, "KNT", b"1. TAX\n", "it lay under the door")
    assert not (done.after / "computer/KNT.txt").exists()
    assert list(prove(game)) == []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("QQQ", "--turn", "1"), "QQQ had no sheet"),
        (("MER", "--turn", "4"), "The last turn of g is 1, not 4"),
        (("MER", "--reason", " "), "Give a reason"),
    ],
)
def test_mistakes_are_answered(game: Game, tmp_path: Path, words: tuple[str, ...], answer: str) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_bytes(SECOND)
    result = pbm(game, "redo", "g", words[0], "--sheet", sheet, "--reason", "x", *words[1:])
    assert result.exit_code == 1
    assert answer in result.output
    assert len(game.results(1)) == 1


def test_an_unreadable_sheet_changes_nothing(game: Game) -> None:
    with pytest.raises(GameError, match="UTF-8"):
        redo(game, "MER", b"LEVY \xff", "misread")
    assert len(game.results(1)) == 1
    assert (game.orders(1) / "MER.txt").read_text() == FIRST


def test_a_correction_is_an_event_with_its_reason(game: Game) -> None:
    turn, said = add_correction(game, "AREA les armies=7 population=1", "counted twice")
    assert turn == 2
    assert said[0].startswith("the game master corrects Leicestershire: armies was")
    run_turn(game, empty=True)
    owner = game.config().open(game.position(1)).areas["LES"].owner
    config = game.config()
    world, journal = config.open(game.position(2)), config.ruleset.book.journal.read(game.journal(2))
    knowing = [
        who
        for who in config.ruleset.state.players(world)
        if any("corrects Leicestershire" in event.sentence(world.names()) for event in
               config.ruleset.sight.view(world, journal, who).events)
    ]  # fmt: skip
    assert knowing == [owner]
    assert b"counted twice" in (game.result(2) / "corrections.toml").read_bytes()
    assert list(prove(game)) == []


def test_everyone_is_told_of_what_everyone_can_see(game: Game) -> None:
    add_correction(game, "KINGDOM MER treasury=30", "the tax of turn 1")
    run_turn(game, empty=True)
    shown = pbm(game, "report", "g", "WSX").output
    assert "corrects Mercia" in shown


def test_an_area_that_changes_hands_touches_both(game: Game) -> None:
    add_correction(game, "AREA LES owner=MER", "a capture was overlooked")
    run_turn(game, empty=True)
    config = game.config()
    (event,) = [e for e in config.ruleset.book.journal.read(game.journal(2)) if type(e).__name__ == "Corrected"]
    owner = config.open(game.position(1)).areas["LES"].owner
    assert event.known_to() == tuple(dict.fromkeys([owner, "MER"]))


def test_the_same_correction_is_written_once(game: Game) -> None:
    for _ in range(2):
        add_correction(game, "AREA LES armies=7", "counted twice")
    assert game.corrections(2).count(b"[[correction]]") == 1
    add_correction(game, "AREA LES armies=6", 'a "second" reason')
    assert game.corrections(2).count(b"[[correction]]") == 2


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("AREA LES armys=3", "armys cannot be corrected"),
        ("AREA QQQ armies=3", "there is no area QQQ"),
        ("KINGDOM QQQ vp=3", "there is no kingdom QQQ"),
        ("AREA LES armies=-1", "below zero"),
        ("AREA LES armies=many", "it cannot be many; write a whole number"),
        ("AREA LES ships=1", "never on land"),
        ("AREA LES owner=QQQ", "there is no kingdom QQQ"),
        ("AREA LES mode=sleep", "it cannot be sleep; write"),
        ("AREA LES toward=QQQ", "there is no area QQQ"),
        ("AREA LES", "is not understood"),
        ("KINGDOM MER household.at=WIN", "WIN is not MER's"),
        ("KINGDOM MER vp=-1", "below zero"),
        ("KINGDOM MER control=nobody", "it cannot be nobody; write player or"),
        ("ELSE LES armies=3", "is not understood"),
        ("", "is not understood"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(game: Game, text: str, answer: str) -> None:
    with pytest.raises(GameError) as refused:
        add_correction(game, text, "x")
    assert answer in str(refused.value)
    assert game.corrections(2) == b""


def test_a_correction_file_by_hand_is_checked_when_the_turn_is_made(game: Game) -> None:
    (game.turn(2) / "corrections.toml").write_text('[[correction]]\nset = "AREA LES armies=-4"\nreason = "x"\n')
    with pytest.raises(GameError, match="below zero"):
        run_turn(game, empty=True)
    (game.turn(2) / "corrections.toml").write_text("[[correction]]\nset = 4\n")
    with pytest.raises(GameError, match=r"corrections\.toml cannot be read"):
        run_turn(game, empty=True)
    assert game.last() == 1


def test_an_unknown_number_is_not_said_to_be_nobody() -> None:
    class Look(Struct):
        owner: str | None = None
        men: int | None = None

    assert [*facts({"ASH": Look()}, (), {"ASH": "Ashfield"})] == ["Ashfield owner: nobody", "Ashfield men: -"]
