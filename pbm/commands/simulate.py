"""Self-play, and advice to a player on his own report."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.errors import GameError

if TYPE_CHECKING:
    from pbm.computer.simulate.game import Fault
    from pbm.computer.simulate.plan import Plan
    from pbm.computer.simulate.run import Run
    from pbm.computer.simulate.workers import Workers

FAULTS_SHOWN = 3
MEMORY_SHOWN = 12


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--turns", type=click.IntRange(1), default=40, show_default=True, help="The most a game may last.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option("--by", multiple=True, metavar="TEMPERAMENT", help="Who plays: warlord, or MER=steward for one seat.")
@click.option("--set", "rules", multiple=True, metavar="RULE=VALUE", help="A house rule; may be repeated.")
@click.option(
    "--compare", metavar="RULE=VALUE", help="Play them again under this house rule, and set both side by side."
)
@click.option("--jobs", type=click.IntRange(1), help="Processes of this machine; as many as it has cores if not given.")
@click.option("--cluster", "address", metavar="ADDRESS", help="A dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option("--check", is_flag=True, help="Audit every turn and replay its journal; slower.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("simulation"),
    show_default=True,
    help="Where to write; a run that was stopped goes on from what is there.",
)
def simulate(
    ruleset: str,
    games: int,
    turns: int,
    seed: str,
    by: tuple[str, ...],
    rules: tuple[str, ...],
    compare: str | None,
    jobs: int | None,
    address: str | None,
    check: bool,
    out: Path,
) -> None:
    """Let the computer play many games against itself, and report how the seats fared.

    \b
    Examples: pbm simulate darkage --games 1000 --turns 40 --seed 7 --out balance
              pbm simulate darkage --by warlord --by MER=steward
              pbm simulate darkage --compare start_bonus=10
    """
    from pbm.commands.screen import lay_out
    from pbm.computer.simulate.compare import compared
    from pbm.computer.simulate.page import standings, write_page
    from pbm.computer.simulate.plan import make_plan
    from pbm.computer.simulate.tally import tally

    plan = make_plan(ruleset, turns, seed, rules, by, check)
    other = make_plan(ruleset, turns, seed, [*rules, compare], by, check) if compare else None
    workers = chosen(jobs, address)
    run = run_through(plan, games, out, workers, "Playing")
    total, comparison = tally(run), None
    if other and compare:
        second = run_through(other, games, out / "compared", workers, f"Playing with {compare}")
        comparison = compared(compare, total, tally(second))
    path = write_page(out, total, comparison)
    click.echo(lay_out(standings(total)))
    for line in told(run):
        click.echo(line)
    click.echo(f"Results are in {out}: games.csv, turns.csv, orders.csv; to read: {path}")
    refuse_faults(total.faults + (comparison.second.faults if comparison else []))


def chosen(jobs: int | None, address: str | None) -> "Workers":
    from pbm.computer.simulate.workers import cluster, processes

    if jobs and address:
        raise GameError("--jobs is for this machine and --cluster for others: say one of them.")
    return cluster(address) if address else processes(jobs or os.cpu_count() or 1)


def run_through(plan: "Plan", games: int, out: Path, workers: "Workers", label: str) -> "Run":
    from pbm.computer.simulate.run import simulate as run

    with click.progressbar(length=games, label=label, show_pos=True) as bar:
        return run(plan, games, out, workers, bar.update)


def told(run: "Run") -> Iterator[str]:
    """How much memory each worker had needed at the most, batch by batch."""
    for worker in sorted({made.worker for made in run.made}) if run.plan.check else ():
        memory = [made.memory // 1024 for made in run.made if made.worker == worker]
        shown = memory[:: max(1, len(memory) // MEMORY_SHOWN)]
        yield f"Worker {worker}: {len(memory)} batches, in MiB {' '.join(map(str, shown))}"


def refuse_faults(faults: list["Fault"]) -> None:
    if faults:
        shown = "\n".join(f"game {f.game}, turn {f.turn}: {f.text}" for f in faults[:FAULTS_SHOWN])
        raise GameError(f"{len(faults)} faults in pbm were found; the page has them all. The first:\n{shown}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def advise(file: Path) -> None:
    """Advice on a player's own report, given as JSON; nothing else is looked at.

    Example: pbm advise MER.json
    """
    from textwrap import fill

    from pbm.computer.advise import advise as ask

    head, found = ask(file.read_bytes(), str(file))
    click.echo(f"{head.name} after turn {head.turn}, from its own report:")
    for rule, text in found:
        click.echo(fill(f"{text} [{rule}]", 78, initial_indent="  - ", subsequent_indent="    "))
    if not found:
        click.echo("  nothing to say.")
