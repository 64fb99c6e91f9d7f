"""A game on disk: plain text, a folder per turn. A turn's result appears whole or not at all.

game42/
  game.toml             the game and its house rules
  secret                the secret that all dice come from
  held.json             why the game is held, if it is
  receipt-key           the key that signs receipts; it is never published
  players.toml          names and addresses
  inbox/, outbox/       letters as they came, and mails that go out
  absences.json         when players are away
  proposals.json        what the players have proposed, and their votes
  contacts.json         players' contact lines for the roundup: the record holds a token for each
  .letters.json         what runs remember of all letters; it may be deleted at any time
  .seats.json           a cache of who changed powers; it may be deleted at any time
  turns/007/sets/       every set of orders that was accepted
  turns/007/orders/     the sheets that count, one file per player
  turns/007/corrections.toml   the game master's corrections before the turn
  turns/007/rulings.toml       the game master's rulings during the turn, where the rules ask for them
  turns/007/house.toml         changes of house rules from that turn on, with their reasons
  turns/007/messages.jsonl     the players' private messages; they are in no result
  turns/007/away.txt           the powers whose players are away
  turns/007/votes.jsonl        the players' votes while the turn was open
  turns/007/draw.txt           the public draw after the deadline, if the game names a source for one
  turns/007/result/     all the turn was made from: orders/, the files above, game.toml as far as the rules go; and
                        made: journal.jsonl, position.json, account.txt, computer/ the sheets the computer wrote;
                        ending.json, if the players' votes ended the game; manifest.json, the seals of all of them
  turns/007/result-2/   the turn re-run; the latest result counts
  turns/007/undone-2.json      results up to this one no longer count, and why
  turns/007/reports/    the reports as files, for the game master; they can be made again, and are no part of the record
"""

import os
import re
import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from pbm.errors import GameError
from pbm.files import alone, content_of, make, names_in, put, put_json, read_json, read_once, sync, write_folder
from pbm.log import did
from pbm.record.config import Config, People, Table, house_in, read_config, read_table
from pbm.record.house import HOUSE, changed
from pbm.record.manifest import Undone, file_hash
from pbm.record.seals import Contact, unsealed, written
from pbm.record.votes import ENDING, VOTES
from pbm.rules.result import Result
from pbm.rules.turn_names import Called, TurnNames

CONFIG, SECRET = "game.toml", "secret"
POSITION, JOURNAL, ACCOUNT, MANIFEST = "position.json", "journal.jsonl", "account.txt", "manifest.json"
ORDERS, COMPUTER, REASON = "orders", "computer", "reason.txt"
CORRECTIONS, RULINGS, DRAW, AWAY = "corrections.toml", "rulings.toml", "draw.txt", "away.txt"
CONTACTS, NOTICES = "contacts.json", "notices.txt"
RESULT, UNDONE = "result", "undone"
LARGEST_SHEET = 1_000_000
FOLDER = re.compile(r"[0-9]+")
"""The folder of a turn."""
TURN = re.compile(r"\d+|[A-Za-z][A-Za-z -]*")
"""A turn as a game master may type it."""
EDITION = re.compile(r"(?:result|undone)(?:-(\d+))?(?:\.json)?")


@dataclass(frozen=True)
class Game:
    folder: Path
    known_as: str = ""
    """Its name, if the folder has another."""

    @property
    def name(self) -> str:
        return self.known_as or self.folder.name

    def config(self, without: bool = False) -> Config:
        """The rules for the next turn; if asked, without the changes of house rules that wait for it."""
        return read_config(self.read(CONFIG), str(self.folder / CONFIG), self.house(self.last() + 1, without))

    def config_of(self, turn: int) -> Config:
        """The rules that a turn was played by."""
        return read_config(self.record(turn, CONFIG), str(self.result(turn) / CONFIG))

    @cached_property
    def turn_names(self) -> TurnNames:
        """What people call its turns; house rules that change later do not count."""
        return self.config_of(0).turn_names

    def called(self, turn: int) -> Called:
        """A turn as people call it, on sheets and for programs: 4, or set-up."""
        return self.turn_names.called(turn)

    def named(self, turn: int) -> str:
        """A turn in a sentence: turn 4, or the set-up."""
        return self.turn_names.named(turn)

    def which(self, turn: int) -> str:
        """A turn behind that word: 4, or the set-up."""
        return self.named(turn).removeprefix("turn ")

    def span(self, first: int, last: int) -> str:
        """Turns from one to another by their numbers; what was before a set-up counts with it as 0."""
        return f"turns {max(0, first - self.turn_names.set_up)} to {max(0, last - self.turn_names.set_up)}"

    def turn_meant(self, written: str) -> int:
        """The turn of the record that a game master means by the number or the word that is printed."""
        turn = self.turn_names.read(written) if TURN.fullmatch(written) else None
        if turn is None:
            raise GameError(f'{self.name} has no turn "{written}"; its last is {self.named(self.last())}.')
        return turn

    def house(self, turn: int, without: bool = False) -> Mapping[str, Any]:
        """The house rules for a turn: those of the turn before, and the changes made since."""
        text, where = (self.record(turn - 1, CONFIG), turn - 1) if turn > 1 else (self.read(CONFIG), 0)
        before = house_in(text, str(self.result(where) / CONFIG if where else self.folder / CONFIG))
        return before if without else changed(before, self.house_changes(turn))

    def table(self, name: str, kind: type[Table]) -> Table | None:
        """Another table of game.toml, or None if there is none of that name."""
        return read_table(self.read(CONFIG), name, kind, str(self.folder / CONFIG))

    def people(self) -> People:
        return self.table("people", People) or People()

    def secret(self) -> bytes:
        try:
            return bytes.fromhex(self.read(SECRET).decode())
        except ValueError:
            raise GameError(f"{self.folder / SECRET} is damaged: it must be one line of hexadecimal digits.") from None

    def read(self, name: str) -> bytes:
        try:
            return read_once(file_in(self.folder, name))
        except OSError as error:
            raise GameError(f"{self.folder / name} cannot be read: {error.strerror}.") from None

    def turn(self, number: int) -> Path:
        return turn_in(self.folder, number)

    def orders(self, number: int) -> Path:
        return self.turn(number) / "orders"

    def result(self, number: int) -> Path:
        """The folder of the result that counts: the latest, unless it was undone; else the folder for the next."""
        made, undone = editions(self._names(number))
        return result_in(self.folder, number, made) if made > undone else self.next_result(number)

    def next_result(self, number: int) -> Path:
        made, _ = editions(self._names(number))
        return result_in(self.folder, number, made + 1)

    def results(self, number: int) -> list[Path]:
        """Every result of a turn ever made, the latest last: none is deleted."""
        return self._editions(number, RESULT)

    def marks(self, number: int) -> list[Path]:
        """The marks that undid results of a turn."""
        return self._editions(number, UNDONE)

    def _editions(self, number: int, kind: str) -> list[Path]:
        names = [name for name in self._names(number) if name.startswith(kind) and edition(name)]
        return [self.turn(number) / name for name in sorted(names, key=edition)]

    def _names(self, number: int) -> tuple[str, ...]:
        return names_in(f"{self.folder}/turns/{number:03}")

    def turns(self) -> list[int]:
        """Every turn that has a folder."""
        return list(numbered(names_in(f"{self.folder}/turns")))

    def played(self) -> list[int]:
        """The turns that have a result; 0 is the set-up."""
        return [turn for turn in self.turns() if self.result(turn).is_dir()]

    def last(self) -> int:
        for turn in reversed(self.turns()):
            made, undone = editions(self._names(turn))
            if made > undone:
                return turn
        raise GameError(f"{self.folder} has no adjudicated turn, not even its set-up.")

    def record(self, turn: int, name: str) -> bytes:
        """A file of the result that counts, unchanged."""
        try:
            path = file_in(self.result(turn), name)
            return read_once(path) if name in (CONFIG, POSITION) else path.read_bytes()
        except FileNotFoundError:
            raise GameError(self.no_result(turn)) from None

    def no_result(self, turn: int) -> str:
        last = self.last()
        said = f"{self.name} has no result for {self.named(turn)}; its last is {self.named(last)}"
        return f"{said}, in {self.turn(last)}." if self.called(last) != last else f"{said}."

    def position(self, turn: int) -> bytes:
        return self.unsealed(self.record(turn, POSITION))

    def journal(self, turn: int) -> bytes:
        return self.unsealed(self.record(turn, JOURNAL))

    def ended(self, turn: int | None = None) -> Result | None:
        """How the game ended with a turn, or with the last: by its players' votes, or by its rules."""
        turn = self.last() if turn is None else turn
        result = self.result(turn)
        if os.access(path := file_in(result, ENDING), os.F_OK):
            return read_json(path, Result, None, "`pbm verify` shows what was changed.")
        return ended_by_rules(self.record(turn, CONFIG), str(result / CONFIG), self.position(turn))

    def comes(self, turn: int) -> bool:
        """Whether a turn was played or will be: after the end of a game there is none."""
        last = self.last()
        return turn <= last or self.ended(last) is None

    def in_play(self, turn: int) -> list[str]:
        """Who may send orders for a turn."""
        config = self.config()
        return config.ruleset.state.players(config.open(self.position(turn - 1)))

    def unsealed(self, content: bytes) -> bytes:
        """A file with the contact lines filled in, for people to read; in an anonymous game there are none."""
        if not is_sealed(content):
            return content
        return unsealed(content, {} if self.people().anonymous else self.contacts())

    def contacts(self) -> dict[str, Contact]:
        remedy = "Delete it: contact lines will be left out."
        return read_json(self.folder / CONTACTS, dict[str, Contact], {}, remedy)

    def keep_contacts(self, contacts: Mapping[str, Contact]) -> None:
        if contacts != self.contacts():
            put_json(self.folder / CONTACTS, contacts)

    def sheets(self, turn: int) -> dict[str, bytes]:
        """The sheets by file name."""
        folder = self.orders(turn)
        paths = sorted(folder.glob("*")) if folder.is_dir() else []
        return {path.name: sheet_in(path) for path in paths if path.is_file() and path.name[0] != "."}

    def corrections(self, turn: int) -> bytes:
        return self._given(turn, CORRECTIONS)

    def rulings(self, turn: int) -> bytes:
        return self._given(turn, RULINGS)

    def house_changes(self, turn: int) -> bytes:
        return self._given(turn, HOUSE)

    def away(self, turn: int) -> bytes:
        return self._given(turn, AWAY)

    def draw(self, turn: int) -> bytes:
        return self._given(turn, DRAW)

    def votes(self, turn: int) -> bytes:
        return self._given(turn, VOTES)

    def _given(self, turn: int, name: str) -> bytes:
        return content_of(file_in(self.turn(turn), name))

    def manifest_hash(self, turn: int) -> str | None:
        return file_hash(self.result(turn) / MANIFEST)

    def replaced(self, result: Path) -> str | None:
        """The hash of what a result replaces: the mark that undid the one before it, or that one's manifest."""
        before = edition(result) - 1
        mark = result.parent / f"{UNDONE}-{before}.json"
        folder = f"{RESULT}-{before}" if before > 1 else RESULT
        return (file_hash(mark) or file_hash(result.parent / folder / MANIFEST)) if before else None

    def locked(self) -> AbstractContextManager[None]:
        """A lock held while a turn is adjudicated."""
        return alone(self.folder, f"Another run is working on {self.name}. Wait until it is done.")

    def keep(self, turn: int, files: Mapping[str, bytes]) -> Path:
        """Write a result beside its place and move it in by one rename."""
        place = self.next_result(turn)
        make(place.parent)
        part = self.turn(turn) / ".part"
        shutil.rmtree(part, ignore_errors=True)
        write_folder(part, files)
        part.rename(place)
        try:
            sync(place.parent)
        except OSError as error:
            raise GameError(
                f"{place} is kept, but the disk reports: {error.strerror}. Free some space first."
            ) from None
        did(self.name, f"a result of turn {turn} is kept")
        return place

    def undo(self, mark: Undone) -> None:
        did(self.name, f"the result of turn {mark.turn} is undone")
        put(self.turn(mark.turn) / f"{UNDONE}-{mark.edition}.json", written(mark))


@lru_cache(4096)
def turn_in(game: Path, number: int) -> Path:
    return game / "turns" / f"{number:03}"


@lru_cache(4096)
def result_in(game: Path, turn: int, made: int) -> Path:
    return turn_in(game, turn) / (f"{RESULT}-{made}" if made > 1 else RESULT)


@lru_cache(4096)
def file_in(folder: Path, name: str) -> Path:
    return folder / name


@lru_cache(64)
def numbered(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(int(name) for name in names if FOLDER.fullmatch(name)))


@lru_cache(8)
def is_sealed(content: bytes) -> bool:
    return b"sealed-" in content


@lru_cache(8)
def ended_by_rules(rules: bytes, where: str, position: bytes) -> Result | None:
    config = read_config(rules, where)
    return config.ruleset.state.result(config.open(position))


def sheet_in(path: Path) -> bytes:
    """A file of orders, if a person can have put it there."""
    if path.is_symlink():
        raise GameError(f"{path} is a link to another file. Put the sheet itself there.")
    if (size := path.stat().st_size) > LARGEST_SHEET:
        raise GameError(f"{path} has {size} bytes; the limit is {LARGEST_SHEET}. Shorten or delete it.")
    return path.read_bytes()


def edition(place: Path | str) -> int:
    """1 for `result`, 2 for `result-2` and `undone-2.json`; 0 for anything else."""
    match = EDITION.fullmatch(place if isinstance(place, str) else place.name)
    return int(match[1] or 1) if match else 0


@lru_cache(256)
def editions(names: tuple[str, ...]) -> tuple[int, int]:
    """The latest result and the latest mark of an undone one among the names in a turn's folder; 0 if there is none."""
    made, undone = ([edition(name) for name in names if name.startswith(kind)] for kind in (RESULT, UNDONE))
    return max(made, default=0), max(undone, default=0)


def all_games(games: Path) -> list[Game]:
    """Every game in a folder, except those with an interrupted set-up; the office's own folder is none."""
    return [Game(path.parent) for path in sorted(games.glob(f"*/{CONFIG}")) if path.parent.name[0] not in "._"]


def refuse_over(game: Game, turn: int | None = None) -> None:
    """Check that a game was not over with a turn, or with the last."""
    if ended := game.ended(turn):
        raise GameError(f"{game.name} is over: {ended.text}.")


def find_under_way(games: Path, name: str) -> Game:
    """The game of that name, to do something for a turn that is to come."""
    game = find(games, name)
    refuse_over(game)
    return game


def find(games: Path, name: str) -> Game:
    """The game of that name, or an error that lists the games there are."""
    there = [game.name for game in all_games(games)]
    if name in there:  # case matters: some systems open Game42 for game42, and codes are made from the name
        return Game(games / name)
    hint = f"it has {', '.join(there)}" if there else "it has none; `pbm new NAME` sets one up"
    raise GameError(f"There is no game {name} in {games} ({hint}). Use --games DIR or PBM_GAMES for another folder.")
