"""A game of any kind by mail with two players, and letters from the first of them."""

from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from functools import cached_property
from pathlib import Path

from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.signup import Signup, sign_up, start
from pbm.reading.language import Reader
from pbm.record.adjudicate import run_turn
from pbm.record.codes import code_of
from pbm.record.game import Game
from pbm.record.standby import sheet_lines
from tests.helpers.posting import MONDAY, SECRET, SETTINGS, bag, letter

PLAYERS = ("anna", "ben")


@dataclass(frozen=True)
class Seat:
    game: Game
    power: str
    address: str

    @property
    def turn(self) -> int:
        return self.game.last() + 1

    def code(self, turn: int = 0) -> str:
        return code_of(self.game, turn or self.turn, self.power)

    @cached_property
    def reader(self) -> Reader:
        config = self.game.config()
        return config.ruleset.language.reader(config.open(self.game.position(self.game.last())))

    def heads(self, turn: int = 0) -> str:
        at = turn or self.turn
        called = f"Turn: {self.game.called(at)}\n{self.reader.words.power}: {self.power}\n"
        return f"Game: {self.game.name}\n{called}Code: {self.code(at)}\n"

    @cached_property
    def orders(self) -> str:
        """Orders that the computer would give now."""
        return "".join(f"{line.strip()}\n" for line in sheet_lines(self.game, self.power, None, why=False))

    def take(self, text: str, number: int = 1) -> Arrival:
        (entry,) = collect(self.game, bag(letter(text, self.address, number)), MONDAY).entries
        return entry

    def filed(self, turn: int = 0) -> list[str]:
        path = self.game.orders(turn or self.turn) / f"{self.power}.txt"
        return [line for line in path.read_text().splitlines() if line[:1].isdigit()] if path.exists() else []

    def text(self) -> str:
        """The set that counts."""
        return (self.game.orders(self.turn) / f"{self.power}.txt").read_text()

    def answers(self, entry: Arrival) -> str:
        mails = [
            message_from_bytes(Outbox(self.game).path(id).read_bytes(), policy=policy.default) for id in entry.answers
        ]
        bodies = [mail.get_body(("plain",)) for mail in mails]
        return " ".join(" ".join(str(body.get_content()).split()) for body in bodies if body)


def seat(games: Path, ruleset: str, name: str = "g") -> Seat:
    """The first player of a new game, after its set-up if it has one."""
    games.mkdir(exist_ok=True)
    for id in PLAYERS:
        sign_up(games, name, Signup(id.title(), f"{id}@example.org", form="text", id=id))
    game, seated = start(games, name, ruleset, SECRET)
    path = game.folder / "game.toml"
    path.write_text(path.read_text().partition("\n[mail]")[0] + SETTINGS)
    seats = [Seat(game, power, player.email) for power, player in seated.items()]
    if game.turn_names.set_up:
        for number, each in enumerate(seats):
            each.take(f"{each.heads()}PASS\nEnd\n", number + 100)
        run_turn(game)
    return replace(next(each for each in seats if each.address.startswith(PLAYERS[0])))
