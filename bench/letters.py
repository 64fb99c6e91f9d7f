"""Taking a letter in: what it costs in a game that has taken few letters, and in one that has taken thousands."""

import os
import shutil
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from pbm.mail.counter import Opened, open_counter
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import mail_id
from pbm.record.game import Game
from tests.helpers.forgeries import target
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.worst_letters import as_it_is, attached, both_ways, kept, letter_of, quoted

BEFORE = (10, 1_000, 10_000)
LETTERS = 40
GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")
WAYS = (as_it_is, attached, both_ways, quoted)
WRONG = "ABC-DEF-G"


def report() -> None:
    with tempfile.TemporaryDirectory() as folder, patch.object(os, "fsync", lambda handle: None):
        costs = {number: cost_among(Path(folder), number) for number in BEFORE}
    told = ", ".join(f"{1000 * each:.1f} ms among {number:,}" for number, (each, _) in costs.items())
    opened = ", ".join(f"{1000 * first:.0f} ms among {number:,}" for number, (_, first) in costs.items())
    print(f"taking in a letter: {told}")
    print(f"beginning a run: {opened}")
    for name in GAMES:
        stranger, player = worst(name)
        print(f"the worst letter of {name}: {stranger:.2f} s from a stranger, {player:.2f} s from a player")


def worst(name: str) -> tuple[float, float]:
    """The processor time of the worst letters known, with a wrong code and with the right one."""
    with tempfile.TemporaryDirectory() as folder:
        aim = target(Path(folder), name, "code")
        counter = open_counter(aim.game, MONDAY)

        def cost(code: str) -> float:
            raws = [letter_of(line, f"Code: {code}", way) for way in WAYS for line in kept(name)[:2]]
            return max(spent(Opened(counter, raw, counter.turn)) for raw in raws)

        spent(Opened(counter, letter_of("x", f"Code: {aim.code()}", as_it_is, 3), counter.turn))
        return cost(WRONG), cost(aim.code())


def spent(letter: Opened) -> float:
    """The time of all that is read in a letter."""
    begun = time.process_time()
    assert letter.received.judged
    assert isinstance(letter.beside, list)
    return time.process_time() - begun


def cost_among(folder: Path, number: int) -> tuple[float, float]:
    """The processor time of one more letter, and of a run that takes none."""
    game = mail_game(folder, f"g{number}")
    fill(game, number)
    collect(game, bag(letter(sheet(game=game.name), number=10**7)), MONDAY)
    begun = time.process_time()
    collect(game, bag(), MONDAY)
    first = time.process_time() - begun
    letters = [letter(sheet(game=game.name, orders=f"1. LEVY TAM {n}\n"), number=n) for n in range(LETTERS)]
    begun = time.process_time()
    collect(game, bag(*letters), MONDAY)
    each = (time.process_time() - begun - first) / LETTERS
    shutil.rmtree(game.folder)
    return each, first


def fill(game: Game, number: int, verdict: str = "refused") -> None:
    """Letters that were answered, one a minute, from two hundred people and a player."""
    inbox, outbox = Inbox(game).folder, game.folder / "outbox"
    inbox.mkdir(exist_ok=True)
    outbox.mkdir(exist_ok=True)
    text = letter("hello\n")
    for n in range(number):
        hash, at = f"{n:032x}", MONDAY - DAY * (number - n) / 1440
        sender = "mercia@example.org" if n % 20 == 0 else f"p{n % 200}@example.org"
        id = mail_id(1, "MER" if n % 20 == 0 else "", f"answer-{hash[-12:]}")
        waits = n + 1 if verdict == "refused" else 0
        entry = Arrival(hash, at, at, 1, f"bag:{n}", sender=sender, verdict=verdict, answers=(id,), number=waits)
        Inbox(game).record(entry)
        (inbox / f"{hash}.eml").write_bytes(text)
        (outbox / f"{id}.eml").write_bytes(b"To: mercia@example.org\r\nSubject: x\r\n\r\nhello\r\n")
