"""What the pages say of letters holds in every game."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.commands import clock
from pbm.mail.intake import collect
from pbm.mail.sets import senders, settle
from pbm.record.adjudicate import run_turn
from tests.posting import MONDAY, bag, letter
from tests.seated import Seat, seat

ALL = pytest.mark.parametrize("ruleset", rulesets.names())


@pytest.fixture
def anna(tmp_path: Path, ruleset: str) -> Seat:
    return seat(tmp_path / "games", ruleset)


@ALL
def test_a_late_set_with_the_code_alone_is_kept_for_the_next_turn(anna: Seat) -> None:
    orders, code, turn = anna.orders, anna.code(), anna.turn
    run_turn(anna.game, empty=True)
    entry = anna.take(f"Code: {code}\n{orders}End\n")
    assert [(each.turn, each.accepted, each.late) for each in entry.sheets] == [(turn, True, True)]
    assert "too late" in anna.answers(entry)
    settle(anna.game, anna.turn)
    assert anna.filed() == orders.splitlines()


@ALL
def test_a_code_of_two_turns_ago_is_old(anna: Seat) -> None:
    orders, code = anna.orders, anna.code()
    run_turn(anna.game, empty=True)
    run_turn(anna.game, empty=True)
    entry = anna.take(f"Code: {code}\n{orders}End\n")
    assert [each.kind for each in entry.sheets] == ["old code"]


@ALL
@pytest.mark.parametrize("words", ["PASS", "no orders this turn."])
def test_a_pass_is_typed_in_from_paper(anna: Seat, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MONDAY)
    typed = f"\n{words}\nend\n\n\n\n\n\n"
    games = str(anna.game.folder.parent)
    said = CliRunner().invoke(main, ["enter", "g", anna.power, "--once", "--games", games], input=typed)
    assert said.exit_code == 0, said.output
    assert anna.power in senders(anna.game, anna.turn)
    assert "not an action" not in said.output
    assert anna.filed() in ([], ["1. PASS"])


@ALL
def test_a_message_below_a_pass_goes_on_to_its_end(anna: Seat) -> None:
    entry = anna.take(f"Code: {anna.code()}\nPASS\nMessage: Hello. Alliance?\nWrite to me.\nEnd\n")
    assert entry.verdict == "accepted"
    assert "Write to me." in anna.text()
    assert "ignored" not in anna.answers(entry)


@ALL
def test_a_code_in_running_text_is_answered_with_where_it_goes(anna: Seat) -> None:
    entry = anna.take(f"Hope you are well. My code is {anna.code()}, as always.\n\n{anna.orders}")
    assert f"write it on a line of its own, Code: {anna.code()}" in anna.answers(entry)


@ALL
@pytest.mark.parametrize("mark", ["| ", "TM> ", "> "])
def test_headings_are_read_under_any_mark(anna: Seat, mark: str) -> None:
    heads = "".join(f"{mark}{line}\n" for line in anna.heads().splitlines())
    assert anna.take(f"Here you are.\n\n{heads}\n{anna.orders}").verdict == "accepted"
    assert anna.filed() == anna.orders.splitlines()


@ALL
@pytest.mark.parametrize("mark", ["| ", "TM> ", "> "])
def test_a_sheet_that_is_quoted_as_a_whole_is_answered_as_quoted(anna: Seat, mark: str) -> None:
    lines = f"{anna.heads()}{anna.orders}End\n".splitlines()
    entry = anna.take("".join(f"{mark}{line}\n" for line in lines))
    assert [each.kind for each in entry.sheets] == ["orders aside"]


@ALL
def test_a_sheet_on_one_line_is_answered_with_how_to_write_it(anna: Seat) -> None:
    entry = anna.take(" ".join(f"{anna.heads()}{anna.orders}End\n".split()) + "\n")
    assert "line of its own" in anna.answers(entry)


@ALL
def test_two_sheets_for_two_games_are_each_judged_by_its_game(tmp_path: Path, ruleset: str) -> None:
    games = tmp_path / "games"
    here, there = seat(games, ruleset), seat(games, "homelands" if ruleset != "homelands" else "twilight", "h")
    box = bag(letter("".join(f"{each.heads()}{each.orders}End\n\n" for each in (here, there)), here.address, 9))
    for each in (here, there):
        (entry,) = collect(each.game, box, MONDAY).entries
        assert [(sheet.power, sheet.accepted) for sheet in entry.sheets] == [(each.power, True)]
        assert each.filed() == each.orders.splitlines()
        assert "contradicts" not in each.answers(entry)
        assert collect(each.game, box, MONDAY).entries == []
    assert [*box[0].letters(lambda place: False)] == []
