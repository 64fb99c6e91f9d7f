"""What the pages say of letters holds in every game."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.commands import clock
from pbm.mail.sets import senders, settle
from pbm.record.adjudicate import run_turn
from tests.posting import MONDAY
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
