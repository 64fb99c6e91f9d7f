"""A simulated turn beside the adjudication alone; and many games on one core, on two, and on a cluster."""

import gc
from collections.abc import Callable
from time import perf_counter

from bench.clock import best
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.workers import Batch, Workers, alone, cluster, processes, the_engine
from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.stand_ins import all_sheets

TURNS, GAMES, BATCH, REPEATS = 20, 60, 5, 3
RULES = load("darkage")
Situation = tuple[bytes, list[Event], dict[str, Sheet], int]


def situations(plan: Plan) -> list[Situation]:
    """Every turn of a game: the position, the journal of the turn before, and the sheets that were written."""
    world, journal = RULES.state.setup(plan.settings(), Dice(plan.secret(0), 0), {})
    found = []
    for turn in range(1, plan.turns + 1):
        dice = Dice(plan.secret(0), turn)
        sheets = dict(all_sheets(RULES, world, journal, plan.by, dice))
        found.append((RULES.state.write(world), journal, sheets, turn))
        journal = play(Turn(world, sheets, dice), RULES.book.steps(world))
    return found


def timed(plan: Plan, writing: bool) -> float:
    """CPU seconds a turn, with the orders written or given."""
    turns, times = situations(plan), []
    for _ in range(REPEATS):
        worlds = [RULES.state.read(position, plan.settings()) for position, _, _, _ in turns]

        def work(worlds: list[object] = worlds) -> None:
            for world, (_, journal, sheets, turn) in zip(worlds, turns, strict=True):
                dice = Dice(plan.secret(0), turn)
                orders = all_sheets(RULES, world, journal, plan.by, dice) if writing else sheets
                play(Turn(world, orders, dice), RULES.book.steps(world))

        times.append(best(work, 1))
    return min(times) / plan.turns


def elapsed(workers: Workers, plan: Plan) -> tuple[float, dict[Batch, bytes]]:
    """Seconds by the clock on the wall, start-up included, and what was made."""
    batches = [(first, first + BATCH) for first in range(0, GAMES, BATCH)]
    gc.collect()
    start = perf_counter()
    made = {one.batch: one.content for one in workers(plan, batches)}
    return perf_counter() - start, made


def report() -> None:
    for temperament in ("steward", "warlord"):
        plan = make_plan("darkage", TURNS, "bench", by=[temperament])
        whole, bare = timed(plan, True), timed(plan, False)
        print(
            f"a simulated turn of {temperament}s: {whole / bare:.1f} times its adjudication alone "
            f"({whole * 1e3:.1f} and {bare * 1e3:.1f} ms)"
        )
    plan = make_plan("darkage", TURNS, "bench", by=["warlord"])
    base, games = elapsed(alone, plan)
    print(f"{GAMES} games of {TURNS} turns on one core: {base:.1f} s")
    say("two processes", base, games, lambda: elapsed(processes(2), plan))
    say("dask.distributed over loopback, two workers", base, games, lambda: on_a_cluster(plan))


def say(name: str, base: float, games: object, work: Callable[[], tuple[float, object] | None]) -> None:
    if (found := work()) is None:
        print(f"{name}: not installed")
        return
    seconds, made = found
    print(f"{name}: {base / seconds:.2f} times as fast, {'the same' if made == games else 'OTHER'} results")


def on_a_cluster(plan: Plan) -> tuple[float, object] | None:
    """A scheduler and two worker processes that speak over the network of this machine."""
    try:
        engine = the_engine()
    except GameError:
        return None
    with engine.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        return elapsed(cluster(local.scheduler_address), plan)


if __name__ == "__main__":
    report()
