"""Random lives of games through the whole office: people move, begin again from the sea, miss turns, drop out, resign,
take over, come back, and have several seats. Each report reaches the one person it is for, with the code of that seat
alone, and each turn is charged once to whoever played it.

Who has which seat is told here by a second, plain way: from the orders that worked and the world after each turn.
"""

import random
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbm import rulesets
from pbm.mail.outbox import Outbox
from pbm.office.credits import read
from pbm.office.round import make_round
from pbm.office.signup import resign, sign_up, start, take_over
from pbm.record.adjudicate import run_turn
from pbm.record.codes import code_of
from pbm.record.holders import players
from tests.helpers.long import LONG
from tests.office.test_office import MAIL, NOW, SECRET, joined, keep_credits

pytestmark = pytest.mark.papers

SEEDS, TURNS = (12, 9) if LONG else (2, 5)
MOVES = {"darkage": ("EXCHANGE", "VIKING")}
"""The orders by which people move, in the games that have them."""
SHEET = {"darkage": "TAX\n", "twilight": "SLOT EARLY\n"}


class Life:
    def __init__(self, games: Path, ruleset: str, seed: int) -> None:
        self.games, self.dice = games, random.Random(f"{ruleset} {seed}")
        keep_credits(games)
        self.people = [f"p{number}" for number in range(4 if ruleset == "darkage" else 2)]
        for id in self.people:
            sign_up(games, "g", joined(id, form="text"))
        self.game, seated = start(games, "g", ruleset, SECRET)
        with (self.game.folder / "game.toml").open("a") as config:
            config.write(MAIL)
        self.rules = self.game.config().ruleset
        self.who = {power: one.id for power, one in seated.items()}
        self.charged: list[tuple[int, str]] = []
        self.due: dict[tuple[int, str], str] = {}
        """Reports, by turn and power: whose they are."""

    @property
    def world(self) -> object:
        return self.game.config().open(self.game.position(self.game.last()))

    def vacant(self) -> list[str]:
        world, seats = self.world, self.rules.seats
        return [power for power in self.rules.state.players(world) if seats.is_vacant(world, power)]

    def is_over(self) -> bool:
        return self.rules.state.result(self.world) is not None

    def between(self) -> None:
        """Somebody resigns, somebody takes a seat over: a new person, one who left, or one who has a seat already."""
        if self.who and self.dice.random() < 0.25:
            power = self.dice.choice(sorted(self.who))
            resign(self.game, power)
            del self.who[power]
        free = [power for power in self.vacant() if power not in self.who]
        if free and self.dice.random() < 0.5:
            power = self.dice.choice(free)
            id = self.dice.choice([*self.people, f"p{len(self.people)}"])
            self.people = list(dict.fromkeys([*self.people, id]))
            sign_up(self.games, "g", joined(id, form="text"))
            take_over(self.games, self.game, power, id)
            self.who[power] = id

    def orders(self) -> None:
        turn = self.game.last() + 1
        for power in self.who:
            if self.dice.random() < 0.35:
                continue
            text = SHEET.get(self.rules.name, "\n")
            if self.rules.name in MOVES and self.dice.random() < 0.35:
                target = self.dice.choice(self.vacant() or [power])
                text = self.dice.choice([f"EXCHANGE {target}\n", "VIKING\n"]) + text
            (self.game.orders(turn) / f"{power}.txt").write_text(text)

    def play(self) -> None:
        self.between()
        self.orders()
        turn = self.game.last() + 1
        run_turn(self.game, empty=True)
        if turn > 1 or not self.game.turn_names.set_up:  # a set-up is not charged
            self.charged += [(turn, id) for id in dict.fromkeys(self.who.values())]
        moved = self.rules.seats.changed(self.rules.book.journal.read(self.game.journal(turn)))
        went = {power: id for power, id in self.who.items() if power not in moved}
        went |= {moved[power]: id for power, id in self.who.items() if power in moved}
        self.due |= {(turn, power): id for power, id in went.items()}
        world, state, seats = self.world, self.rules.state, self.rules.seats
        there = [power for power in state.players(world) if not seats.is_vacant(world, power)]
        self.who = {power: id for power, id in went.items() if power in there and not seats.is_out(world, power)}
        said = list(make_round(self.games, lambda: NOW, lambda _: None))
        assert not [words for _, words, wrong in said if wrong], said

    def check(self) -> None:
        assert {power: one.id for power, one in players(self.game).items()} == self.who
        outbox = Outbox(self.game)
        found: dict[tuple[int, str], str] = {}
        for id in outbox.ids():
            turn, power, kind = id.split("-", 2)
            if kind.startswith("report-"):
                found[int(turn), power] = outbox.recipient(id).partition("@")[0]
        last = self.game.last()
        over = {key: id for key, id in found.items() if self.is_over() and key[0] == last and key not in self.due}
        assert {key: id for key, id in found.items() if key not in over} == self.due
        turns = [(entry.turn, entry.player) for entry in read(self.games) if entry.kind == "turn"]
        assert sorted(turns) == sorted(self.charged)
        self.check_codes(outbox)

    def check_codes(self, outbox: Outbox) -> None:
        """The last reports have the code of their seat and of no other."""
        turn = self.game.last()
        codes = {power: code_of(self.game, turn + 1, power) for power in self.who}
        for id in outbox.ids():
            number, power, kind = id.split("-", 2)
            if kind.startswith("report-") and int(number) == turn:
                mail = message_from_bytes(outbox.path(id).read_bytes(), policy=policy.default)
                body = mail.get_body(("plain",))
                text = "".join(str(body.get_content()).split()) if body else ""
                others = [other for other, code in codes.items() if other != power and code in text]
                assert not others, id
                assert self.is_over() or power not in codes or codes[power] in text, id


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("ruleset", rulesets.names())
def test_each_paper_reaches_the_one_person_it_is_for(tmp_path: Path, ruleset: str, seed: int) -> None:
    life = Life(tmp_path, ruleset, seed)
    for _ in range(TURNS):
        if life.is_over():
            break
        life.play()
        life.check()
