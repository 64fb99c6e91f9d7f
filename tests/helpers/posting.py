"""Games that take mail, and letters to send to them."""

import datetime as dt
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbm.mail.inbox import Delivery
from pbm.mail.sources import Known, Source
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game
from pbm.record.game import Game
from pbm.record.seating import changes

SECRET = bytes(range(32))
DAY = dt.timedelta(days=1)
MONDAY = dt.datetime(2026, 11, 16, 12, 0, tzinfo=dt.UTC)
"""The deadline of turn 1 is the Friday after."""
SETTINGS = """
[mail]
address = "orders@example.org"

[calendar]
first = 2026-11-20
weekday = "friday"
"""
PLAYERS = """
[MER]
email = "mercia@example.org"

[WSX]
email = "wessex@example.org"
"""


def mail_game(folder: Path, name: str = "g", settings: str = SETTINGS, players: str = PLAYERS) -> Game:
    folder.mkdir(exist_ok=True)
    game = new_game(folder, name, "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(settings)
    (game.folder / "players.toml").write_text(players)
    changes(game)  # remembered from the start, so that tests count other writes alone
    return game


def sheet(power: str = "MER", turn: int = 1, orders: str = "1. TAX\n", game: str = "g", code: str = "") -> str:
    code = code or sheet_code(SECRET, game, turn, power)
    return f"Game: {game}\nTurn: {turn}\nKingdom: {power}\nCode: {code}\n{orders}End\n"


def letter(text: str, sender: str = "mercia@example.org", number: int = 1, **more: str) -> bytes:
    headers = {
        "From": sender,
        "To": "orders@example.org",
        "Message-ID": f"<{number}@example.org>",
        "Subject": "orders",
    } | {name.replace("_", "-"): value for name, value in more.items()}
    return ("".join(f"{name}: {value}\n" for name, value in headers.items() if value) + "\n" + text).encode()


class Bag:
    """Letters in the hand, with the time each arrived; released ones are gone."""

    def __init__(self, letters: Iterable[tuple[bytes, dt.datetime]]) -> None:
        self.left = list(letters)

    def letters(self, known: Known) -> Iterator[Delivery]:
        for number, (raw, arrived) in enumerate(list(self.left)):
            yield Delivery(raw, arrived, f"bag:{number}:{arrived}", lambda raw=raw: self.release(raw))  # type: ignore[misc]

    def release(self, raw: bytes) -> None:
        self.left = [pair for pair in self.left if pair[0] != raw]

    def holds(self, message_ids: set[str]) -> set[str]:
        return set()


def bag(*raws: bytes, at: dt.datetime = MONDAY) -> list[Source]:
    """One bag of letters that came a second after each other."""
    return [Bag((raw, at + dt.timedelta(seconds=second)) for second, raw in enumerate(raws))]


def at_home(games: Path) -> None:
    """An office that says where paper is to be posted to."""
    folder = games / "_office"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "office.toml").write_text('[office]\ngm = "The umpire"\npost_to = ["2 The Lane", "London"]\n')
