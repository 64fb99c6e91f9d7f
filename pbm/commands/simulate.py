"""Self-play, and advice on a player's own report."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import json_option
from pbm.errors import GameError

if TYPE_CHECKING:
    from pbm.computer.simulate.contest import Contest
    from pbm.computer.simulate.game import Fault
    from pbm.computer.simulate.plan import Plan
    from pbm.computer.simulate.run import Run
    from pbm.computer.simulate.tally import Tally
    from pbm.computer.simulate.workers import Workers
    from pbm.rulesets.contract import Table

FAULTS_SHOWN = 3
MEMORY_SHOWN = 12


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--turns", type=click.IntRange(1), default=40, show_default=True, help="The most turns per game.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option("--by", multiple=True, metavar="TEMPERAMENT", help="Who plays: warlord, or MER=steward for a seat.")
@click.option(
    "--set", "rules", multiple=True, metavar="RULE=VALUE", help="A house rule, or by_the_book; may be repeated."
)
@click.option("--compare", metavar="RULE=VALUE", help="Play again under this house rule and compare.")
@click.option(
    "--contest",
    nargs=2,
    metavar="ONE OTHER",
    help="Play them in pairs: ONE in a seat, then OTHER in its place; every seat in turn.",
)
@click.option("--figure", default="points", show_default=True, help="What a contest compares, e.g. people.")
@click.option("--jobs", type=click.IntRange(1), help="Processes on this machine; by default one per core.")
@click.option("--cluster", "address", metavar="ADDRESS", help="A dask scheduler, e.g. tcp://10.0.0.1:8786.")
@click.option("--check", is_flag=True, help="Audit every turn and replay its journal; slower.")
@json_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("simulation"),
    show_default=True,
    help="The folder to write to; a stopped run continues from there.",
)
def simulate(
    ruleset: str,
    games: int,
    turns: int,
    seed: str,
    by: tuple[str, ...],
    rules: tuple[str, ...],
    compare: str | None,
    contest: tuple[str, str] | None,
    figure: str,
    jobs: int | None,
    address: str | None,
    check: bool,
    as_json: bool,
    out: Path,
) -> None:
    """Play many games with computer players only, and report how each seat did.

    \b
    Examples: pbm simulate darkage --games 1000 --turns 40 --seed 7 --out balance
              pbm simulate darkage --by warlord --by MER=steward
              pbm simulate darkage --compare start_bonus=10
              pbm simulate darkage --contest warlord random --by steward
    """
    from pbm.commands.screen import lay_out
    from pbm.computer.simulate.compare import compared
    from pbm.computer.simulate.contest import held, place
    from pbm.computer.simulate.page import write_page
    from pbm.computer.simulate.plan import make_plan, with_guest
    from pbm.computer.simulate.tally import tally
    from pbm.office.told import as_json as told_json
    from pbm.office.told import simulated

    refuse_both(compare, contest)
    place(ruleset, figure)
    plan = make_plan(ruleset, turns, seed, rules, by, check)
    other, label = None, ""
    if compare:
        other, label = make_plan(ruleset, turns, seed, [*rules, compare], by, check), compare
    elif contest:
        plan, other, label = with_guest(plan, contest[0]), with_guest(plan, contest[1]), contest[1]
    workers = chosen(jobs, address)
    run = run_through(plan, games, out, workers, "Playing")
    second = run_through(other, games, out / "compared", workers, f"Playing with {label}") if other else None
    total, then = tally(run), tally(second) if second else None
    comparison = compared(compare, total, then) if then and compare else None
    contested = held(run, second, figure) if second and contest else None
    path = write_page(out, total, comparison, contested)
    click.echo(told_json(simulated(total, out)) if as_json else lay_out(table(total, contested)))
    for line in () if as_json else told(run):
        click.echo(line)
    click.echo(f"Results are in {out}: games.csv, turns.csv, orders.csv; the report is {path}", err=as_json)
    refuse_faults(total.faults + (then.faults if then else []))


def table(total: "Tally", contested: "Contest | None") -> "Table":
    from pbm.computer.simulate.contest import laid_out
    from pbm.computer.simulate.page import standings

    return laid_out(contested) if contested else standings(total)


def refuse_both(compare: str | None, contest: tuple[str, str] | None) -> None:
    if compare and contest:
        raise GameError("--compare is for house rules and --contest for computer players: give one of them.")


def chosen(jobs: int | None, address: str | None) -> "Workers":
    from pbm.computer.simulate.workers import cluster, processes

    if jobs and address:
        raise GameError("Use --jobs (this machine) or --cluster (others), not both.")
    return cluster(address) if address else processes(jobs or os.cpu_count() or 1)


def run_through(plan: "Plan", games: int, out: Path, workers: "Workers", label: str) -> "Run":
    from pbm.computer.simulate.run import simulate as run

    if not sys.stderr.isatty():
        return run(plan, games, out, workers)
    with click.progressbar(length=games, label=label, show_pos=True, file=sys.stderr) as bar:
        return run(plan, games, out, workers, bar.update)


def told(run: "Run") -> Iterator[str]:
    """The most memory that each worker needed, batch by batch."""
    for worker in sorted({made.worker for made in run.made}) if run.plan.check else ():
        memory = [made.memory // 1024 for made in run.made if made.worker == worker]
        shown = memory[:: max(1, len(memory) // MEMORY_SHOWN)]
        yield f"Worker {worker}: {len(memory)} batches, in MiB {' '.join(map(str, shown))}"


def refuse_faults(faults: list["Fault"]) -> None:
    if faults:
        shown = "\n".join(f"game {f.game}, turn {f.turn}: {f.text}" for f in faults[:FAULTS_SHOWN])
        raise GameError(f"{len(faults)} internal errors were found; the report lists them all. The first:\n{shown}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("sheet", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def advise(file: Path, sheet: Path | None) -> None:
    """Give advice on a player's own report, read as JSON, and on the sheet that they mean to send.

    \b
    Examples: pbm advise MER.json
              pbm advise MER.json mercia.txt
    """
    from textwrap import fill

    from pbm.commands.receipt import Asked, by_report
    from pbm.computer.advise import advise as ask
    from pbm.rules.turn_names import spoken

    meant = by_report(Asked(sheet, None, None, None), file).filled.sheet if sheet else None
    head, found = ask(file.read_bytes(), str(file), meant)
    click.echo(f"Advice for {head.name} after {spoken(head.turn)}, from their own report:")
    for rule, text in found:
        click.echo(fill(f"{text} [{rule}]" if rule else text, 78, initial_indent="  - ", subsequent_indent="    "))
    if not found:
        click.echo("  no advice.")
