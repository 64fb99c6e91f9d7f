"""An office with nothing to do: `pbm run` and `pbm status` over games that have turns and letters behind them."""

import datetime as dt
import os
import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

from bench.letters import fill
from bench.startup import child
from pbm.mail.outbox import Outbox
from pbm.office.clock import wind
from pbm.office.report_mail import queue_reports
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.posting import mail_game

NOW = dt.datetime.now(dt.UTC)
FAR = dt.timedelta(days=60)
POWERS = [
    *("MER", "STR", "WSX", "NMB", "GWD", "PIC", "CMB", "KNT"),
    *("MDA", "EAS", "VIK", "IRI", "DFD", "SCO", "ESX", "WWL"),
]
YEAR = 26
"""Turns, one a fortnight."""
GAMES = (1, 10, 100)
LETTERS = 400
SETTINGS = """
[mail]
address = "orders@example.org"
inbox = "letters"
smtp = "smtp://orders@127.0.0.1:9"

[calendar]
first = {first}
days = 14
"""


def year(folder: Path, turns: int = YEAR, letters: int = LETTERS) -> Game:
    """A game of sixteen players that has been played for so many turns; whatever was mailed has been sent."""
    people = "".join(f'[{who}]\nemail = "{who.lower()}@example.org"\nform = "text"\n' for who in POWERS)
    game = mail_game(folder, "g000", SETTINGS.format(first=(NOW + FAR).date()), people)
    (game.folder / "letters").mkdir()
    for turn in range(1, turns + 1):
        for who in POWERS:
            (game.folder / f"turns/{turn:03}/orders/{who}.txt").write_text("1. TAX\n")
        run_turn(game, turn)
    wind(game, NOW)
    fill(game, letters, "accepted")
    for turn in range(1, turns + 1):
        queue_reports(folder, game, turn, NOW)
    outbox = Outbox(game)
    for id in outbox.last():
        outbox.note(id, NOW, "sent")
    return game


def many(folder: Path, first: Game, number: int) -> None:
    for each in range(1, number):
        name = f"g{each:03}"
        if not (folder / name).exists():
            shutil.copytree(first.folder, folder / name, copy_function=os.link)
            settings = folder / name / "game.toml"
            content = settings.read_text()
            settings.unlink()
            settings.write_text(content.replace('"g000"', f'"{name}"'))


def report() -> None:
    with tempfile.TemporaryDirectory() as place, patch.object(os, "fsync", lambda handle: None):
        folder = Path(place)
        first = year(folder)
        for number in GAMES:
            many(folder, first, number)
            run, status = (child("-m", "pbm", command, "--games", place) for command in ("run", "status"))
            print(f"{number:4} idle games of {YEAR} turns: pbm run {run:.2f} s, pbm status {status:.2f} s")


if __name__ == "__main__":
    report()
