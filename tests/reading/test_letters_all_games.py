"""What the pages say of letters holds in every game."""

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rulesets
from pbm.cli import main
from pbm.commands import clock
from pbm.mail.addresses import addresses
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import senders, settle
from pbm.record.adjudicate import run_turn
from tests.helpers.planted import asked, text_of
from tests.helpers.posting import MONDAY, bag, letter
from tests.helpers.round_trip import INTRODUCTION, complaints, mail, mails, marked, played, received
from tests.helpers.seated import Seat, seat

HOUR = dt.timedelta(hours=1)
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
    anna.take(f"Code: {anna.code()}\nPASS\nEnd\n", number=1)  # whoever misses two turns has no code to be old
    run_turn(anna.game)
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
def test_orders_sent_after_a_last_word_are_those_that_count(anna: Seat) -> None:
    words = ("PASS\n", "FINAL\n", anna.orders)
    for hour, each in enumerate(words):
        raw, at = letter(f"{anna.heads()}{each}End\n", anna.address, hour), MONDAY + hour * HOUR
        collect(anna.game, bag(raw, at=at), at)
    assert settle(anna.game, anna.turn) == []
    assert anna.filed() == anna.orders.splitlines()


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


REQUESTS = {
    "SEND REPORT": "your report",
    "SEND SHEET": "TURNSHEET",
    "SEND DESK": "Order desk",
    "please send me the map again": "map",
    "WHO": "{other}",
    "HELP": '"SEND MAP"',
    "SEND REPORT 99": "has no report of turn 99",
}


@pytest.mark.slow
@ALL
def test_what_is_asked_for_is_sent_and_nothing_else(anna: Seat) -> None:
    run_turn(anna.game, empty=True)
    for number, (words, wanted) in enumerate(REQUESTS.items()):
        answers = asked(anna.game, f"Hello,\n\n{words}\n\nThanks\n", number, From=anna.address)
        assert [*answers.values()] == [anna.address], words
        assert wanted.format(other=other_power(anna)) in text_of(anna.game, *answers), words
    assert anna.power not in senders(anna.game, anna.turn)


def other_power(anna: Seat) -> str:
    return next(power for power, address in addresses(anna.game).items() if address != anna.address)


@ALL
def test_a_second_power_has_its_own_sheet_and_receipt(anna: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    second = Seat(anna.game, other_power(anna), anna.address)
    players = anna.game.folder / "players.toml"
    players.write_text(f'[{anna.power}]\nemail = "{anna.address}"\nform = "text"\n')
    whose = {second.power: anna.power}
    seats = anna.game.config().ruleset.seats
    monkeypatch.setitem(vars(seats), "orders_for", lambda world, power: whose.get(power, power))
    assert addresses(anna.game)[second.power] == anna.address
    entry = anna.take("".join(f"{each.heads()}{each.orders}End\n\n" for each in (anna, second)))
    assert [(each.power, each.accepted) for each in entry.sheets] == [(anna.power, True), (second.power, True)]
    assert (anna.filed(), second.filed()) == (anna.orders.splitlines(), second.orders.splitlines())
    assert [Outbox(anna.game).recipient(id) for id in entry.answers] == [anna.address] * 2
    swapped = anna.take(anna.heads().replace(f": {anna.power}\n", f": {second.power}\n") + anna.orders + "End\n", 2)
    assert [each.kind for each in swapped.sheets] == ["another's code"]


@pytest.mark.parametrize("mark", ["", "> ", ">", ">> "])
@pytest.mark.parametrize("wanted", ["IF EMPTY PRA AND OP>=1 : MOVE 1 BOH PRA", "IF OP >= 1 : MOVE 1 FRC FLA"])
def test_a_condition_typed_into_our_sheet_is_an_order_and_no_row_of_boxes(mark: str, wanted: str) -> None:
    sent = mails("verdun843")[0]
    at = next(at for at, line in enumerate(sent.lines) if line.startswith("; ATTACK n area")) + 1
    lines = [*sent.lines[:at], wanted, *sent.lines[at + 1 :]]
    found = received(sent, mail(f"{INTRODUCTION}{marked(lines, mark)}"))
    order = str(sent.reader.order(wanted))
    assert [each for each in played(sent, found) if each[2].startswith("IF")] == [(sent.power, None, order)]
    assert not [words for words in complaints(found) if "IF" in words]
