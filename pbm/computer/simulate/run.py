"""A run on disk: each batch is saved when it is done; then all are joined into tables.

DIR/
  plan.json             the settings that decide every game
  batches/              the records, 20 games per file; a stopped run continues from here
  games.csv             one row per game
  turns.csv             one row per game, turn and seat
  orders.csv            one row per game, seat and action word
  report.html           the page, and its pictures in plots/
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import msgspec

from pbm.computer.simulate.game import Record
from pbm.computer.simulate.plan import Plan
from pbm.computer.simulate.workers import Batch, Made, Workers
from pbm.errors import GameError
from pbm.files import put, put_json
from pbm.rulesets import load

BATCH = 20
PLAN, BATCHES = "plan.json", "batches"
GAMES, TURNS, ORDERS = "games", "turns", "orders"

Row = tuple[str | int, ...]


@dataclass(frozen=True)
class Run:
    """A finished run: its folder and its plan."""

    folder: Path
    plan: Plan
    games: int
    made: tuple[Made, ...]
    """The number of games played now, without those already there."""

    def records(self) -> Iterator[Record]:
        """Batch by batch, in the order of the games."""
        for batch in batches(self.games):
            record = kept(self.folder, batch)
            assert record is not None
            yield record


def batches(games: int) -> list[Batch]:
    return [(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]


def unwatched(games: int) -> None:
    """Nobody sees how far it is."""


def simulate(
    plan: Plan, games: int, folder: Path, workers: Workers, progress: Callable[[int], None] = unwatched
) -> Run:
    """Play the missing games of a run; `progress` is called as games are done."""
    claim(folder, plan)
    missing = [batch for batch in batches(games) if kept(folder, batch) is None]
    progress(games - sum(last - first for first, last in missing))
    made = []
    for one in workers(plan, missing):
        put(place(folder, one.batch), one.content)
        made.append(msgspec.structs.replace(one, content=b""))
        progress(one.batch[1] - one.batch[0])
    run = Run(folder, plan, games, tuple(made))
    write_tables(run)
    return run


def claim(folder: Path, plan: Plan) -> None:
    """A folder belongs to one plan."""
    path = folder / PLAN
    if path.exists():
        if not same_plan(path, plan):
            raise GameError(f"{folder} has a run with other settings (see {path}): use another folder with --out.")
        return
    (folder / BATCHES).mkdir(parents=True, exist_ok=True)
    put_json(path, plan)


def same_plan(path: Path, plan: Plan) -> bool:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan) == plan
    except msgspec.DecodeError:
        return False


def place(folder: Path, batch: Batch) -> Path:
    return folder / BATCHES / f"{batch[0]:06}-{batch[1] - 1:06}.json"


def kept(folder: Path, batch: Batch) -> Record | None:
    """A saved batch; one that cannot be read is made again."""
    try:
        return msgspec.json.decode(place(folder, batch).read_bytes(), type=Record)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def write_tables(run: Run) -> None:
    figures = load(run.plan.ruleset).computer.figures
    write_table(run.folder / GAMES, ("game", "turns", "how", "winners", "leader"), games(run))
    write_table(run.folder / TURNS, ("game", "turn", "seat", "points", "alive", *figures), turns(run))
    write_table(run.folder / ORDERS, ("game", "seat", "word", "written", "refused"), orders(run))


def games(run: Run) -> Iterator[Row]:
    for record in run.records():
        for ending in record.endings:
            yield ending.game, ending.turns, ending.how, " ".join(ending.winners), ending.leader


def turns(run: Run) -> Iterator[Row]:
    for record in run.records():
        for stand in record.stands:
            yield stand.game, stand.turn, stand.seat, stand.points, int(stand.alive), *stand.figures


def orders(run: Run) -> Iterator[Row]:
    for record in run.records():
        yield from (msgspec.structs.astuple(use) for use in record.uses)


def write_table(path: Path, header: Row, rows: Iterable[Row]) -> None:
    """As CSV, and as Parquet too where pyarrow is installed."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    put(path.with_suffix(".csv"), text.getvalue().encode())
    if find_spec("pyarrow"):
        write_parquet(path)


def write_parquet(path: Path) -> None:
    from pyarrow.csv import read_csv
    from pyarrow.parquet import write_table as write

    part = path.with_name(f".{path.name}.parquet.part")
    write(read_csv(path.with_suffix(".csv")), part)
    part.replace(path.with_suffix(".parquet"))
