"""A simulated turn beside the adjudication alone; and many games on one core, on two, and on a cluster."""

import gc
from collections.abc import Callable
from functools import partial
from time import perf_counter

from bench.clock import best
from pbm.computer.simulate.plan import Plan, make_plan
from pbm.computer.simulate.workers import Batch, Workers, alone, cluster, processes, the_engine
from pbm.errors import GameError
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Sheet
from pbm.rulesets import RULESETS, load
from pbm.rulesets.stand_ins import all_sheets

TURNS, GAMES, BATCH, REPEATS = 20, 60, 5, 3
FIRST = next(iter(RULESETS))
Situation = tuple[bytes, list[Event], dict[str, Sheet], int]


def situations(plan: Plan) -> list[Situation]:
    """Every turn of a game: the position, the journal of the turn before, and the sheets that were written."""
    rules = load(plan.ruleset)
    world, journal = rules.state.setup(plan.settings(), Dice(plan.secret(0), 0), {})
    found = list[Situation]()
    while len(found) < plan.turns and not rules.state.result(world):
        turn = len(found) + 1
        dice = Dice(plan.secret(0), turn)
        sheets = dict(all_sheets(rules, world, journal, plan.by, dice))
        found.append((rules.state.write(world), journal, sheets, turn))
        journal = play(Turn(world, sheets, dice), rules.book.steps(world))
    return found


def timed(plan: Plan, writing: bool) -> float:
    """CPU seconds a turn, with the orders written or given."""
    rules, turns, times = load(plan.ruleset), situations(plan), []
    for _ in range(REPEATS):
        worlds = [rules.state.read(position, plan.settings()) for position, _, _, _ in turns]

        def work(worlds: list[object] = worlds) -> None:
            for world, (_, journal, sheets, turn) in zip(worlds, turns, strict=True):
                dice = Dice(plan.secret(0), turn)
                orders = all_sheets(rules, world, journal, plan.by, dice) if writing else sheets
                play(Turn(world, orders, dice), rules.book.steps(world))

        times.append(best(work, 1))
    return min(times) / len(turns)


def elapsed(workers: Workers, plan: Plan) -> tuple[float, dict[Batch, bytes]]:
    """Seconds by the clock on the wall, start-up included, and what was made."""
    batches = [(first, first + BATCH) for first in range(0, GAMES, BATCH)]
    gc.collect()
    start = perf_counter()
    made = {one.batch: one.content for one in workers(plan, batches)}
    return perf_counter() - start, made


def report() -> None:
    for name in RULESETS:
        quiet, bold = load(name).computer.players[:2]
        for temperament in (quiet, bold):
            plan = make_plan(name, TURNS, "bench", by=[temperament])
            whole, bare = timed(plan, True), timed(plan, False)
            print(
                f"{name}, a simulated turn of {temperament}s: {whole / bare:.1f} times its adjudication alone, "
                f"{1 / whole:.0f} turns a second on one core"
            )
        plan = make_plan(name, TURNS, "bench", by=[bold])
        base, games = elapsed(alone, plan)
        print(f"{name}, {GAMES} games of at most {TURNS} turns on one core: {base:.1f} s")
        say("two processes", base, games, partial(elapsed, processes(2), plan))
    plan = make_plan(FIRST, TURNS, "bench", by=["warlord"])
    base, games = elapsed(alone, plan)
    say("dask.distributed over loopback, two workers", base, games, partial(on_a_cluster, plan))


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
