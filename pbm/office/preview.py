"""The coming turn played in a copy: every report of it as a page, before anything is kept or told."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbm.files import LOCK, put
from pbm.log import unheard
from pbm.mail.sets import settle
from pbm.office.issue import issue
from pbm.progress import watched
from pbm.record.adjudicate import run_turn
from pbm.record.game import ACCOUNT, Game
from pbm.record.people import OFFICE
from pbm.reports import Report, Roundup
from pbm.reports.html import render_html
from pbm.rulesets.contract import AnyRuleset

ROUNDUP = "ROUNDUP"
COPIED = ("people.toml", "office.toml", "game.toml")
"""Of the office: what reports say of people, and no letters."""
APART = shutil.ignore_patterns(LOCK, "inbox", "outbox", "reports")


def preview(game: Game, out: Path) -> int:
    """Write the reports of the coming turn and its account to a folder; return the turn."""
    with unheard(), copied(game) as copy:
        with copy.locked():
            settle(copy, copy.last() + 1)
        number, outcome = run_turn(copy, empty=True)
        made = issue(copy, number, keep=False)
        told: dict[str, Report | Roundup] = {**made.reports, ROUNDUP: made.roundup}
        for who, report in watched([*told.items()], "Making the reports"):
            put(out / f"{who}.html", render_html(report, made.ruleset.data, made.book).encode())
        put(out / ACCOUNT, outcome.files[ACCOUNT])
        put(out / "changes.txt", "\n".join(changes(copy, number, made.ruleset)).encode() + b"\n")
    return number


@contextmanager
def copied(game: Game) -> Iterator[Game]:
    """The game in a folder of its own, with what its reports need of the office."""
    with tempfile.TemporaryDirectory() as place, game.locked():
        games = Path(place)
        shutil.copytree(game.folder, games / game.folder.name, ignore=APART)
        for name in COPIED:
            if (there := game.folder.parent / OFFICE / name).is_file():
                (games / OFFICE).mkdir(exist_ok=True)
                shutil.copy(there, games / OFFICE / name)
        yield Game(games / game.folder.name)


def changes(game: Game, turn: int, rules: AnyRuleset) -> Iterator[str]:
    """Who gains and who loses: the points of every power before the turn and after it."""
    config = game.config_of(turn)
    before, after = (rules.computer.standings(config.open(game.position(number))) for number in (turn - 1, turn))
    names = rules.state.names(config.open(game.position(turn)))
    yield "power before  after  change"
    rows = [(after[who].points - before[who].points if who in before else 0, who) for who in after]
    for gain, who in sorted(rows, key=lambda row: (-row[0], row[1])):
        points = before[who].points if who in before else 0
        yield f"{who:5} {points:6} {after[who].points:6}  {gain:+5}  {names.get(who, '')}".rstrip()
