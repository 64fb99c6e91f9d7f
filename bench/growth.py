"""What a letter, a mail and a look cost among up to a thousand times as many letters, turns and games."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from bench.letters import fill
from pbm.mail.compose import Mail
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import send
from pbm.office.status import status
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from tests.helpers.posting import DAY, MONDAY, SETTINGS, bag, letter, mail_game, sheet

FOLD = {"letters": (1, 10, 100, 1000), "turns": (1, 10, 100), "games": (1, 10, 100, 1000)}
"""No game has a thousand turns: somebody has won by then."""
LETTERS = 10
"""In the smallest game."""
REPEATS = 5
POST = SETTINGS.replace("[mail]\n", '[mail]\nsmtp = "smtp://orders@127.0.0.1:9"\n')
LATER = MONDAY + 3650 * DAY
FAR = POST.replace("2026-11-20", "2037-01-02")


class Hand:
    """A mail server that takes everything."""

    def offer(self, sender: str, to: list[str]) -> None: ...

    def hand_over(self, content: bytes) -> None: ...

    def leave(self) -> None: ...


def letters(folder: Path, fold: int) -> Game:
    return mailed(mail_game(folder, "g", FAR), LETTERS * fold)


def mailed(game: Game, number: int) -> Game:
    """With letters that were answered."""
    fill(game, number, "accepted")
    outbox = Outbox(game)
    for id in outbox.ids():
        outbox.note(id, MONDAY, "sent")
    return game


def turns(folder: Path, fold: int) -> Game:
    game = mailed(mail_game(folder, "g", FAR), LETTERS)
    for number in range(1, fold + 1):
        (game.orders(number) / "MER.txt").write_text("1. TAX\n")  # whoever misses turns loses their seat
        run_turn(game, number)
    return game


def games(folder: Path, fold: int) -> Game:
    game = mailed(mail_game(folder, "g", FAR), LETTERS)
    for number in range(1, fold):
        shutil.copytree(game.folder, folder / f"h{number:04}", copy_function=os.link)
    return game


def taking_in(game: Game) -> float:
    return least(lambda number: collect(game, bag(letter(sheet(turn=game.last() + 1), number=number)), LATER))


def sending(game: Game) -> float:
    outbox = Outbox(game)

    def one(number: int) -> None:
        outbox.queue(game.last() + 1, "MER", f"answer-{number:012x}", Mail("x", "hello\n"), "mercia@example.org", LATER)
        done = send(outbox, Hand(), lambda: LATER, lambda _: None)  # type: ignore[arg-type]
        assert done.sent

    return least(one)


def looking(game: Game) -> float:
    return least(lambda _: status(game, LATER))


def least(work: Callable[[int], object]) -> float:
    """The processor time of one more, the least of several; the first writes what the others read."""
    times = []
    for number in range(REPEATS + 1):
        begun = time.process_time()
        work(10**7 + number)
        times.append(time.process_time() - begun)
    return 1000 * min(times[1:])


def report() -> None:
    with patch.object(os, "fsync", lambda handle: None):
        for what, grown in (("letters", letters), ("turns", turns), ("games", games)):
            rows = {fold: costs(grown, fold) for fold in FOLD[what]}
            for name in next(iter(rows.values())):
                told = ", ".join(f"{row[name]:.1f} ms among {fold:,}" for fold, row in rows.items())
                print(f"{name}, by {what}: {told} times as many")


def costs(grown: Callable[[Path, int], Game], fold: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as place:
        game = grown(Path(place), fold)
        return {"a letter in": taking_in(game), "a mail out": sending(game), "a status": looking(game)}


if __name__ == "__main__":
    report()
