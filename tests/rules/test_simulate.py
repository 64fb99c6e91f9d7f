"""Self-play: the same games whoever plays them, a run that can be taken up again, and figures that add up."""

import csv
import multiprocessing
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from click.testing import Result as Answer

from pbm.cli import main
from pbm.computer.simulate import page as pages
from pbm.computer.simulate import workers
from pbm.computer.simulate.contest import Contest, held, laid_out
from pbm.computer.simulate.game import Record, Stand, ending, leader, play_game, words
from pbm.computer.simulate.page import endings, levels
from pbm.computer.simulate.plan import Plan, house_rules, make_plan, with_guest
from pbm.computer.simulate.plots import Bar, bars, changes, columns, curves, number, ticks
from pbm.computer.simulate.run import BATCH, Run, batches, place, simulate
from pbm.computer.simulate.statistics import Interval, Resampler, mean, quantile, rate
from pbm.computer.simulate.tally import Tally, added, tally
from pbm.computer.simulate.workers import Batch, Made, alone, processes
from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.result import Result
from pbm.rulesets.contract import SeatScore
from pbm.rulesets.stand_ins import all_sheets
from tests.helpers.hands import DARKAGE, copied, fresh_world

GAMES = BATCH + 3
TABLES = ("games.csv", "turns.csv", "orders.csv")


def quick_plan(turns: int = 2, by: str = "steward", rules: Iterable[str] = ()) -> Plan:
    return make_plan("darkage", turns, "tests", rules, [by])


def silent(_: int) -> None:
    """Nobody watches."""


def read(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.open(encoding="utf-8")))


def results(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in TABLES}


def pbm(*arguments: str) -> Answer:
    return CliRunner().invoke(main, ["simulate", *arguments])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return simulate(quick_plan(), GAMES, tmp_path_factory.mktemp("run"), alone, silent)


@pytest.fixture(scope="module")
def total(run: Run) -> Tally:
    return tally(run)


# One game.


def test_a_game_follows_from_its_plan_and_number() -> None:
    plan = quick_plan(3, "random")
    assert play_game(plan, 7) == play_game(plan, 7)
    assert play_game(plan, 7) != play_game(plan, 8)


def test_dice_are_the_same_under_all_house_rules_and_differ_by_seed() -> None:
    plain, rich = quick_plan(), quick_plan(rules=["start_bonus=50"])
    assert plain.secret(3) == rich.secret(3)
    assert plain.secret(3) != make_plan("darkage", 2, "other").secret(3)


def test_a_house_rule_changes_the_games() -> None:
    assert play_game(quick_plan(), 0) != play_game(quick_plan(rules=["start_bonus=50"]), 0)


@pytest.mark.parametrize("temperament", DARKAGE.computer.players)
def test_writing_orders_changes_nothing(temperament: str) -> None:
    world = fresh_world()
    before = copied(world)
    written = all_sheets(DARKAGE, world, [], dict.fromkeys(world.order, temperament), Dice(b"x", 1))
    assert list(written) == world.order
    assert DARKAGE.state.write(world) == DARKAGE.state.write(before)


def test_the_record_tells_what_was_played() -> None:
    plan = quick_plan(3, "random")
    world, journal = DARKAGE.state.setup(plan.settings(), Dice(plan.secret(5), 0), {})
    written = 0
    for turn in (1, 2, 3):
        dice = Dice(plan.secret(5), turn)
        journal = play(Turn(world, all_sheets(DARKAGE, world, journal, plan.by, dice), dice), DARKAGE.book.steps(world))
        written += len(list(words(journal)))
    record = play_game(plan, 5)
    assert sum(use.written for use in record.uses) == written
    last = {stand.seat: stand for stand in record.stands if stand.turn == 3}
    assert {code: kingdom.vp for code, kingdom in world.kingdoms.items()} == {
        code: stand.points for code, stand in last.items()
    }
    assert last["MER"].figures[0] == len(list(world.owned("MER")))
    assert not record.faults


def test_a_game_ends_when_it_is_won() -> None:
    plan = quick_plan(20, rules=["points_target=1"])
    record = play_game(plan, 0)
    end = record.endings[0]
    assert end.how
    (winner,) = end.winners
    assert end.turns < 20
    assert max(stand.turn for stand in record.stands) == end.turns
    total = added(plan, [record])
    assert total.seats[winner].won == [1]
    assert len(total.seats[winner].points[0]) == 20


def test_at_the_turn_limit_somebody_leads_and_nobody_has_won() -> None:
    end = play_game(quick_plan(6), 0).endings[0]
    assert (end.turns, end.winners, end.how) == (6, (), "")
    assert end.leader


def test_shared_wins_draws_and_levels_are_counted() -> None:
    plan, stands = quick_plan(1), [Stand(game, 1, seat, 5, True, ()) for game in range(3) for seat in quick_plan().by]
    ended = (
        Result("crowns", "MER and WSX won", ("MER", "WSX"), {"MER": "great", "WSX": "small"}),
        Result("draw", "nobody won"),
        None,
    )
    total = added(plan, [Record([ending(n, 1, result, "MER") for n, result in enumerate(ended)], stands, [], [])])
    assert total.ends == {("crowns", 2): 1, ("draw", 0): 1, ("", 0): 1}
    assert (total.seats["MER"].won, total.seats["MER"].led) == ([1, 0, 0], [1, 0, 1])
    assert (total.seats["WSX"].won, total.seats["WSX"].led) == ([1, 0, 0], [1, 0, 0])
    assert endings(total).rows[0][:3] == ("turn limit", 0, 1)
    assert ("MER", 1, 0) in levels(total).rows
    assert levels(added(plan, [])).rows == []


def test_a_guest_has_every_seat_in_turn() -> None:
    plan = with_guest(quick_plan(1, "steward"), "idle")
    for game, seat in enumerate([*plan.by, *plan.by]):
        assert plan.guest_seat(game) == seat
        assert plan.seats(game) == plan.by | {seat: "idle"}
    assert quick_plan().seats(3) == quick_plan().by
    with pytest.raises(GameError, match="no temperament"):
        with_guest(plan, "nobody")


def test_a_contest_compares_pairs_of_games(tmp_path: Path) -> None:
    plans = [with_guest(quick_plan(2, "steward"), guest) for guest in ("warlord", "idle")]
    one, other = (simulate(plan, 3, tmp_path / plan.guest, alone, lambda _: None) for plan in plans)
    found = held(one, other, "people")
    last = [{(s.game, s.seat): s.figures[1] for s in play_game(plan, 2).stands} for plan in plans]
    seat = plans[0].guest_seat(2)
    assert found.pairs[2] == ((False, last[0][2, seat]), (False, last[1][2, seat]))
    assert sum(found.shares()) == pytest.approx(1)
    assert {temperament for temperament, _ in found.refused} == {"warlord", "steward"}
    assert laid_out(found).rows[0][:4] == ("warlord", "idle", "people", 3)
    with pytest.raises(GameError, match="is not counted"):
        held(one, other, "luck")


def test_a_win_counts_for_more_than_any_figure() -> None:
    contest = Contest("one", "other", "points", (((True, 1), (False, 9)), ((False, 2), (False, 2))), ())
    assert list(contest.shares()) == [0.5, 0.5, 0.0]
    assert list(contest.means()) == [1.5, 5.5]


def test_equals_do_not_lead() -> None:
    def standing(points: int, alive: bool = True) -> SeatScore:
        return SeatScore(points, alive, ())

    assert leader({"A": standing(3), "B": standing(5)}) == "B"
    assert leader({"A": standing(5), "B": standing(5)}) == ""
    assert leader({"A": standing(5), "B": standing(9, alive=False)}) == "A"


def test_a_game_that_breaks_down_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> None:
        raise ValueError("the sky falls")

    monkeypatch.setattr("pbm.rulesets.darkage.closing.Dispersed.apply", broken)
    record = play_game(quick_plan(9), 0)
    fault = record.faults[0]
    assert "the sky falls" in fault.text
    assert fault.turn == record.endings[0].turns
    result = pbm("darkage", "--games", "1", "--turns", "9", "--jobs", "1", "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "game 0, turn " in result.output
    assert "the sky falls" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


# Plans.


@pytest.mark.parametrize(
    ("rules", "by", "said"),
    [
        (["start_bonus"], [], "rule=value"),
        (["start_bonus=many"], [], "start_bonus"),
        (["no_such_rule=1"], [], "no_such_rule"),
        ([], ["hothead"], "steward, warlord"),
        ([], ["XXX=steward"], "XXX"),
    ],
)
def test_a_plan_that_cannot_be(rules: list[str], by: list[str], said: str) -> None:
    with pytest.raises(GameError, match=said):
        make_plan("darkage", 2, "1", rules, by)


def test_an_unknown_ruleset() -> None:
    with pytest.raises(GameError, match="there are darkage"):
        make_plan("chess", 2, "1")


def test_house_rules_are_written_as_in_game_toml_or_bare() -> None:
    written = ["start_bonus=8", "plunder_limit=false", "dispersed_share=1/2", 'terrain_bonus="table"']
    assert house_rules(written, DARKAGE) == {
        "start_bonus": 8,
        "plunder_limit": False,
        "dispersed_share": "1/2",
        "terrain_bonus": "table",
    }


def test_temperaments_for_all_and_for_one() -> None:
    by = make_plan("darkage", 2, "1", by=["steward", "mer=idle"]).by
    assert by.pop("MER") == "idle"
    assert set(by.values()) == {"steward"}


# Runs on disk.


def test_tables_have_a_row_for_everything(run: Run) -> None:
    games, turns, orders = (read(run.folder / name) for name in TABLES)
    assert [int(row["game"]) for row in games] == list(range(GAMES))
    assert len(turns) == GAMES * 2 * len(DARKAGE.state.seats(None))
    assert sum(int(row["people"]) for row in turns) > 0
    assert {row["word"] for row in orders} <= set(DARKAGE.book.actions)


def test_the_number_of_workers_makes_no_difference(run: Run, tmp_path: Path) -> None:
    simulate(run.plan, GAMES, tmp_path, processes(2), silent)
    assert results(tmp_path) == results(run.folder)


def test_a_run_that_is_stopped_leaves_no_process_behind(run: Run) -> None:
    before = multiprocessing.active_children()
    working = processes(2)(run.plan, [(number, number + 1) for number in range(500)])
    assert next(working).content
    working.close()  # type: ignore[attr-defined]
    assert [child for child in multiprocessing.active_children() if child not in before] == []


def test_a_run_that_was_stopped_goes_on(run: Run, tmp_path: Path) -> None:
    made: list[Batch] = []

    def stopping(plan: Plan, todo: Iterable[Batch]) -> Iterator[Made]:
        yield next(alone(plan, todo))
        raise KeyboardInterrupt

    def watched(plan: Plan, todo: Iterable[Batch]) -> Iterator[Made]:
        for one in alone(plan, todo):
            made.append(one.batch)
            yield one

    with pytest.raises(KeyboardInterrupt):
        simulate(run.plan, GAMES, tmp_path, stopping, silent)
    simulate(run.plan, GAMES, tmp_path, watched, silent)
    assert made == batches(GAMES)[1:]
    assert results(tmp_path) == results(run.folder)


def test_batches_may_come_in_any_order(run: Run, tmp_path: Path) -> None:
    def backwards(plan: Plan, todo: Iterable[Batch]) -> Iterator[Made]:
        yield from alone(plan, reversed(list(todo)))

    simulate(run.plan, GAMES, tmp_path, backwards, silent)
    assert results(tmp_path) == results(run.folder)


def test_a_damaged_batch_is_made_again(run: Run, tmp_path: Path) -> None:
    simulate(run.plan, 2, tmp_path, alone, silent)
    kept = place(tmp_path, (0, 2))
    whole = kept.read_bytes()
    kept.write_bytes(whole[:100])
    simulate(run.plan, 2, tmp_path, alone, silent)
    assert kept.read_bytes() == whole


def test_progress_counts_every_game_once(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        seen: list[int] = []
        simulate(run.plan, GAMES, tmp_path, alone, seen.append)
        assert sum(seen) == GAMES


def test_a_folder_belongs_to_one_plan(run: Run) -> None:
    with pytest.raises(GameError, match="--out"):
        simulate(quick_plan(3), 2, run.folder, alone, silent)


def test_parquet_holds_the_same(run: Run) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(run.folder / "turns.parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in rows] == read(run.folder / "turns.csv")


def test_without_dask_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(GameError, match=r"pbm\[cluster\]"):
        workers.the_engine()


# Figures.


def test_the_tally_agrees_with_the_tables(run: Run, total: Tally) -> None:
    games, turns, orders = (read(run.folder / name) for name in TABLES)
    assert total.games == len(games)
    assert total.turns == sum(int(row["turns"]) for row in games)
    assert total.orders().written == sum(int(row["written"]) for row in orders)
    for code, seat in total.seats.items():
        final = [int(row["points"]) for row in turns if row["seat"] == code and row["turn"] == "2"]
        assert seat.final() == final
        assert sum(seat.led) == sum((row["winners"] if row["how"] else row["leader"]) == code for row in games)


def test_wilsons_interval() -> None:
    share = rate([1] * 10 + [0] * 90)
    assert share.value == 0.1
    assert (round(share.low, 4), round(share.high, 4)) == (0.0552, 0.1744)
    assert rate([0] * 30).low == 0.0
    assert round(rate([0] * 30).high, 4) == 0.1135


def test_the_interval_of_a_mean() -> None:
    value, low, high = mean([2, 4, 4, 4, 5, 5, 7, 9])
    assert value == 5.0
    assert (round(low, 3), round(high, 3)) == (3.518, 6.482)
    assert mean([3]) == Interval(3.0, 3.0, 3.0)


def test_quantiles() -> None:
    values = [*range(100, -1, -1)]
    assert [quantile(values, tenths) for tenths in (1, 5, 9)] == [10, 50, 90]


def test_differences_are_paired() -> None:
    chance = random.Random(4)
    before = [chance.randrange(100) for _ in range(60)]
    resampler = Resampler(60)
    assert resampler.difference(before, before) == Interval(0.0, 0.0, 0.0)
    better = resampler.difference(before, [value + 3 + chance.randrange(-2, 3) for value in before])
    assert better.low < better.value < better.high
    assert better.apart()
    noise = resampler.difference(before, [value + chance.choice([-9, 9]) for value in before])
    assert not noise.apart()
    assert Resampler(60).difference(before, sorted(before)) == resampler.difference(before, sorted(before))


# Pictures and the page.


def test_ticks_are_round_numbers() -> None:
    assert [number(tick) for tick in ticks(0, 0.47)] == ["0", "0.1", "0.2", "0.3", "0.4"]
    assert [number(tick) for tick in ticks(-3.2, 8.1)] == ["0", "5"]
    assert [number(tick) for tick in ticks(-30, 70)] == ["-20", "0", "20", "40", "60"]
    assert ticks(0, 400) == [0, 100, 200, 300, 400]


def test_numbers_in_pictures_are_short() -> None:
    assert [number(value) for value in (1.0, 2.50, -0.001, 3.14159)] == ["1", "2.5", "0", "3.14"]


def test_pictures_are_sound_and_escaped(total: Tally) -> None:
    rows = [Bar('<b> & "', Interval(0.3, 0.2, 0.4)), Bar("none", Interval(0.0, 0.0, 0.0))]
    drawn = [
        bars("<i>", rows),
        changes("a & b", rows),
        columns("c", [(1, 0), (2, 3)], "f"),
        *pages.pictures(total).values(),
    ]
    drawn.append(curves("d", [("<x>", [[0, 0]])], "<"))
    for svg in drawn:
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert "nan" not in svg


def test_the_page_is_whole_and_always_the_same(run: Run, total: Tally, tmp_path: Path) -> None:
    first = pages.write_page(tmp_path / "a", total).read_bytes()
    assert pages.write_page(tmp_path / "b", tally(run)).read_bytes() == first
    text = first.decode().replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text
    assert "<script" not in text
    assert "<img" not in text
    for seat in total.seats.values():
        assert seat.name in text
    assert {path.stem for path in (tmp_path / "a" / "plots").iterdir()} == {
        "led",
        "survived",
        "points",
        "length",
        "words",
    }


def test_nobody_wrote_an_order(tmp_path: Path) -> None:
    plan = quick_plan(1, "idle")
    empty = added(plan, [play_game(plan, 0)])
    assert empty.orders().share() == 0.0
    assert pages.write_page(tmp_path, empty).is_file()


def test_what_was_written_by_hand_is_escaped_on_the_page(tmp_path: Path) -> None:
    plan = make_plan("darkage", 1, "<script>", by=["idle"])
    text = pages.write_page(tmp_path, added(plan, [play_game(plan, 0)])).read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


# The command.


def test_two_house_rules_side_by_side(tmp_path: Path) -> None:
    base = ("darkage", "--games", "6", "--turns", "3", "--by", "steward", "--jobs", "1", "--out", str(tmp_path))
    result = pbm(*base, "--compare", "start_bonus=40")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Change with start_bonus=40" in text
    assert (tmp_path / "compared" / "turns.csv").read_bytes() != (tmp_path / "turns.csv").read_bytes()


def test_refused_orders_are_counted_by_temperament(tmp_path: Path) -> None:
    plan = make_plan("darkage", 4, "1", by=["random", "MER=steward"])
    record = play_game(plan, 0)
    total = added(plan, [record, Record.empty()])
    mercia = [use for use in record.uses if use.seat == "MER"]
    assert total.temperaments["steward"].written == sum(use.written for use in mercia)
    assert total.temperaments["steward"].refused == sum(use.refused for use in mercia)
    assert pages.seated(plan) == "random; steward: MER"


def test_one_kind_of_workers_at_a_time(tmp_path: Path) -> None:
    result = pbm("darkage", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert "--cluster" in result.output
