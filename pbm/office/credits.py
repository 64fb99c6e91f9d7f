"""Turn credits, if the office keeps them: an append-only, chained ledger in double entry, in tenths of a turn.

Every entry takes from one account what it gives to another, so that all accounts always add up to zero. A player's
discount, the bonus turns for every ten they buy at once, is counted separately. A line [credits] in
_office/office.toml turns all of it on.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import alone, put, read_once
from pbm.record.config import read_table
from pbm.record.people import OFFICE

LEDGER, SETTINGS = "ledger.jsonl", "office.toml"
TURN = 10
"""The cost of a turn, in tenths of a credit."""
BATCH = 10
"""This many turns bought at once earn the bonus of the discount."""
MOST_DISCOUNT = 10
START = "0" * 64


class Posting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    number: int
    date: str
    player: str
    kind: str
    tenths: int
    """From `other` to the player; negative in the other direction."""
    other: str
    previous: str
    discount: int = 0
    game: str = ""
    turn: int | None = None
    note: str = ""


def office(games: Path) -> Path:
    folder = games / OFFICE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def keeps_credits(games: Path) -> bool:
    path = games / OFFICE / SETTINGS
    return path.is_file() and read_table(read_once(path), "credits", dict, str(path)) is not None


def refuse_without_credits(games: Path) -> None:
    if not keeps_credits(games):
        path = games / OFFICE / SETTINGS
        raise GameError(f"This office keeps no turn credits. To keep them, write the line [credits] in {path}.")


def path_of(games: Path) -> Path:
    return games / OFFICE / LEDGER


def read(games: Path) -> list[Posting]:
    """Every entry, if the chain of hashes is unbroken."""
    path, last = path_of(games), START
    entries: list[Posting] = []
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else []:
        try:
            entry = msgspec.json.decode(line, type=Posting)
        except msgspec.DecodeError as error:
            raise GameError(f"{path}, line {len(entries) + 1}, is damaged: {error}.") from None
        if entry.previous != last or entry.number != len(entries) + 1:
            raise GameError(f"{path}: line {len(entries) + 1} does not follow from the one before; it was changed.")
        entries.append(entry)
        last = hashlib.sha256(line).hexdigest()
    return entries


def accounts(entries: Iterable[Posting]) -> dict[str, int]:
    """The balance of every account, in tenths; they add up to zero."""
    standing: dict[str, int] = {}
    for entry in entries:
        standing[entry.player] = standing.get(entry.player, 0) + entry.tenths
        standing[entry.other] = standing.get(entry.other, 0) - entry.tenths
    return standing


def holders(entries: Iterable[Posting]) -> list[str]:
    """Whoever has an account."""
    return sorted({entry.player for entry in entries})


def balance(entries: Iterable[Posting], player: str) -> int:
    return sum(entry.tenths for entry in entries if entry.player == player)


def discount(entries: Iterable[Posting], player: str) -> int:
    return sum(entry.discount for entry in entries if entry.player == player)


def is_charged(entries: Iterable[Posting], player: str, game: str, turn: int) -> bool:
    key = (player, "turn", game, turn)
    return any((entry.player, entry.kind, entry.game, entry.turn) == key for entry in entries)


class Clerk:
    """Writes to the ledger; only one at a time, others wait."""

    def __init__(self, games: Path, date: str) -> None:
        self.games, self.date = games, date

    def buy(self, player: str, turns: int) -> list[Posting]:
        """Post turns paid for; ten at once bring the bonus turns of the player's discount."""
        if turns < 1:
            raise GameError("Buy at least one turn.")
        with opened(self.games) as ledger:
            bonus = turns // BATCH * discount(ledger.entries, player)
            made = [ledger.add(self.date, player, "bought", turns * TURN, "sales")]
            return made + ([ledger.add(self.date, player, "bonus", bonus * TURN, "bonus")] if bonus else [])

    def charge(self, player: str, game: str, turn: int) -> bool:
        """Charge a turn once, however often this is called; return whether it was charged now."""
        with opened(self.games) as ledger:
            if is_charged(ledger.entries, player, game, turn):
                return False
            ledger.add(self.date, player, "turn", -TURN, "turns", game=game, turn=turn)
            return True

    def refund(self, player: str, turns: int, note: str = "") -> Posting:
        with opened(self.games) as ledger:
            have = balance(ledger.entries, player)
            if not 0 < turns * TURN <= have:
                raise GameError(f"{player} has {spoken(have)}: a refund cannot be more than that.")
            return ledger.add(self.date, player, "refund", -turns * TURN, "refunds", note=note)

    def award(self, player: str, turns: int, game: str, note: str = "") -> bool:
        """Post a discount won in a game, once per game and up to the limit; return whether it was given now."""
        with opened(self.games) as ledger:
            if any(e.player == player and e.kind == "prize" and e.game == game for e in ledger.entries):
                return False
            gain = min(turns, MOST_DISCOUNT - discount(ledger.entries, player))
            ledger.add(self.date, player, "prize", 0, "prizes", discount=gain, game=game, note=note)
            return True

    def forfeit_for(self, player: str, game: str) -> int:
        """Whoever drops out of a game loses every discount, once for that game; return how much that was now."""
        note = f"dropped out of {game}"
        with opened(self.games) as ledger:
            if any((e.player, e.kind, e.note) == (player, "forfeit", note) for e in ledger.entries):
                return 0
            lost = discount(ledger.entries, player)
            ledger.add(self.date, player, "forfeit", 0, "prizes", discount=-lost, note=note)
            return lost

    def forfeit(self, player: str, note: str = "") -> int:
        """A dropout loses every discount; return how much that was."""
        with opened(self.games) as ledger:
            lost = discount(ledger.entries, player)
            if lost:
                ledger.add(self.date, player, "forfeit", 0, "prizes", discount=-lost, note=note)
            return lost


class Ledger:
    """The ledger as read, and what is to be posted."""

    def __init__(self, entries: list[Posting]) -> None:
        self.entries, self.posted = entries, b""

    def add(self, date: str, player: str, kind: str, tenths: int, other: str, **more: object) -> Posting:
        last = hashlib.sha256(line(self.entries[-1])).hexdigest() if self.entries else START
        fields = {"date": date, "player": player, "kind": kind, "tenths": tenths, "other": f"house/{other}"}
        number = len(self.entries) + 1
        entry = msgspec.convert(fields | more | {"number": number, "previous": last}, Posting)
        self.entries.append(entry)
        self.posted += line(entry)
        return entry


@contextmanager
def opened(games: Path) -> Iterator[Ledger]:
    """The ledger, for one writer at a time; what it posts is written at the end, all of it or nothing."""
    with alone(office(games), "", wait=True):
        ledger, path = Ledger(read(games)), path_of(games)
        yield ledger
        if ledger.posted:
            before = path.read_bytes() if path.exists() else b""
            put(path, before + ledger.posted, private=True)


def line(entry: Posting) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def spoken(tenths: int) -> str:
    """Tenths as turns: 12, 0.5, -1."""
    whole, part = divmod(abs(tenths), TURN)
    turns = f"{'-' if tenths < 0 else ''}{whole}{f'.{part}' if part else ''}"
    return f"{turns} turn{'' if abs(tenths) == TURN else 's'}"
