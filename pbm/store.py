"""A game on disk: plain text, a folder per turn. A turn's result appears whole or not at all.

game42/
  game.toml             the game and its house rules
  secret                what all dice come from
  turns/007/orders/     the sheets as given, one file a player
  turns/007/result/     journal.jsonl, position.json, account.txt, game.toml as it was, manifest.json,
                        computer/ the sheets that the computer wrote
"""

import fcntl
import hashlib
import os
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.ruleset import RULESETS, Ruleset, load

CONFIG, SECRET, LOCK = "game.toml", "secret", ".lock"
POSITION, JOURNAL, ACCOUNT, MANIFEST = "position.json", "journal.jsonl", "account.txt", "manifest.json"
COMPUTER = "computer"
RESULT = "result"
EDITION = re.compile(r"result(?:-(\d+))?")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hash of everything a turn was made from and made, chained to the turn before."""

    game: str
    turn: int
    ruleset: str
    version: str
    secret: str
    """The hash of the secret, which stays secret."""
    previous: str | None
    files: dict[str, str]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class Config:
    ruleset: Ruleset
    settings: Any
    seats: Mapping[str, str]
    """Who plays each power from the start, where it is not a player."""
    standby: Mapping[str, int]
    """The turn in which a new player takes a power over."""

    def open(self, position: bytes) -> Any:
        """The world of a position, under the house rules of the game."""
        try:
            return self.ruleset.read_position(position, self.settings)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise GameError(f"a position is damaged ({error}): `pbm verify` says which.") from None


def read_config(content: bytes, where: str) -> Config:
    try:
        table = tomllib.loads(content.decode())
        name = table["game"]["ruleset"]
        if name not in RULESETS:
            raise GameError(f"{where}: there is no ruleset {name}; there are {', '.join(RULESETS)}")
        ruleset = load(name)
        settings = msgspec.convert(table.get("house", {}), ruleset.settings)
        seats = msgspec.convert(table.get("seats", {}), dict[str, str])
        return Config(ruleset, settings, seats, msgspec.convert(table.get("standby", {}), dict[str, int]))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, KeyError, TypeError) as error:
        raise GameError(f"{where} cannot be read: {error}. Mend that line and try again.") from None


@dataclass(frozen=True)
class Game:
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    def config(self) -> Config:
        return read_config(self.read(CONFIG), str(self.folder / CONFIG))

    def secret(self) -> bytes:
        try:
            return bytes.fromhex(self.read(SECRET).decode())
        except ValueError:
            raise GameError(f"{self.folder / SECRET} is damaged: it must be a line of hexadecimal digits.") from None

    def read(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise GameError(f"{self.folder / name} cannot be read: {error.strerror}.") from None

    def turn(self, number: int) -> Path:
        return self.folder / "turns" / f"{number:03}"

    def orders(self, number: int) -> Path:
        return self.turn(number) / "orders"

    def result(self, number: int) -> Path:
        """The result that counts: the latest, if the turn was made again."""
        return max(self.results(number), default=self.turn(number) / RESULT, key=edition)

    def results(self, number: int) -> list[Path]:
        """Every result of a turn that was ever made: nothing is thrown away."""
        return [path for path in self.turn(number).glob(f"{RESULT}*") if edition(path)]

    def played(self) -> list[int]:
        """The turns that have a result; 0 is the set-up."""
        found = (path.parent.name for path in self.folder.glob(f"turns/*/{RESULT}"))
        return sorted(int(name) for name in found if name.isdigit())

    def last(self) -> int:
        turns = self.played()
        if not turns:
            raise GameError(f"{self.folder} holds no adjudicated turn, not even its set-up.")
        return turns[-1]

    def position(self, turn: int) -> bytes:
        if turn not in self.played():
            raise GameError(f"{self.name} has no result for turn {turn}; its last is turn {self.last()}.")
        return (self.result(turn) / POSITION).read_bytes()

    def journal(self, turn: int) -> bytes:
        return (self.result(turn) / JOURNAL).read_bytes()

    def sheets(self, turn: int) -> dict[str, bytes]:
        """The sheets as given, by file name."""
        folder = self.orders(turn)
        paths = sorted(folder.glob("*")) if folder.is_dir() else []
        return {path.name: path.read_bytes() for path in paths if path.is_file() and path.name[0] != "."}

    def manifest_hash(self, turn: int) -> str | None:
        path = self.result(turn) / MANIFEST
        return digest(path.read_bytes()) if path.is_file() else None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Held while a turn is made; the system lets go of it whenever the process dies."""
        with (self.folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise GameError(f"{self.name} is being worked on by another run: wait until it is done.") from None
            yield

    def keep(self, turn: int, files: Mapping[str, bytes]) -> None:
        """Lay a result down beside its place and move it in by one rename."""
        made = len(self.results(turn))
        place = self.turn(turn) / (f"{RESULT}-{made + 1}" if made else RESULT)
        part = self.turn(turn) / ".part"
        shutil.rmtree(part, ignore_errors=True)
        write_folder(part, files)
        part.rename(place)
        sync(place.parent)


def edition(result: Path) -> int:
    """1 for `result`, 2 for `result-2`; 0 for anything else."""
    match = EDITION.fullmatch(result.name)
    return int(match[1] or 1) if match else 0


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    for path in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
        sync(path)


def sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def find(games: Path, name: str) -> Game:
    """The game of that name, or a word on what there is instead."""
    if NAME.fullmatch(name) and (games / name / CONFIG).is_file():
        return Game(games / name)
    there = sorted(path.parent.name for path in games.glob(f"*/{CONFIG}")) if games.is_dir() else []
    hint = f"it holds {', '.join(there)}" if there else "it holds none; `pbm new NAME` starts one"
    raise GameError(f"There is no game {name} in {games} ({hint}). --games DIR or PBM_GAMES says where games are.")
