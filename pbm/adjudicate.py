"""One turn from its files to its files: the same inputs give the same bytes, wherever and whenever."""

import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pbm.account import account
from pbm.computer import as_text, stand_ins
from pbm.dice import Dice
from pbm.engine import Turn, play
from pbm.errors import GameError
from pbm.event import Event, Journal
from pbm.order import Sheet
from pbm.pages import page
from pbm.parse import Reader, Words
from pbm.ruleset import Ruleset, load
from pbm.store import (
    ACCOUNT,
    COMPUTER,
    CONFIG,
    JOURNAL,
    MANIFEST,
    NAME,
    POSITION,
    SECRET,
    Game,
    Manifest,
    digest,
    read_config,
    write_folder,
)

SECRET_BYTES = 32


@dataclass(frozen=True)
class Inputs:
    """Everything a turn is made from."""

    game: str
    turn: int
    config: bytes
    secret: bytes
    opening: bytes | None
    """The position before the turn; none for the set-up."""
    sheets: Mapping[str, bytes]
    previous: str | None
    """The hash of the last turn's manifest."""
    journal: bytes = b""
    """The journal of the turn before: computer players know of it what their power may know."""


@dataclass(frozen=True)
class Outcome:
    """What came of a turn: its journal, its sheets as read, and the files to keep."""

    ruleset: Ruleset
    journal: list[Event]
    sheets: Mapping[str, Sheet]
    files: dict[str, bytes]
    over: str


def adjudicate(inputs: Inputs) -> Outcome:
    """Make a turn; nothing is read but the inputs and nothing is written."""
    config = read_config(inputs.config, CONFIG)
    ruleset, dice = config.ruleset, Dice(inputs.secret, inputs.turn)
    sheets: dict[str, Sheet] = {}
    if inputs.opening is None:
        world, journal = ruleset.setup(config.settings, dice, config.seats)
    else:
        world = config.open(inputs.opening)
        sheets = read_sheets(ruleset, world, inputs.sheets)
        joining = tuple(power for power, turn in config.standby.items() if turn == inputs.turn)
        before = ruleset.journal().read(inputs.journal)
        sheets |= stand_ins(ruleset, world, before, sheets, joining, dice)
        journal = play(Turn(world, sheets, dice, joining=joining), ruleset.sequence)
    files = {
        JOURNAL: Journal.write(journal),
        POSITION: ruleset.write_position(world),
        ACCOUNT: account(ruleset, inputs.game, inputs.turn, world, journal, sheets),
        CONFIG: inputs.config,
    }
    files |= {f"{COMPUTER}/{who}.txt": as_text(sheet) for who, sheet in sheets.items() if sheet.by}
    files[MANIFEST] = manifest(inputs, ruleset, files)
    return Outcome(ruleset, journal, sheets, files, ruleset.over(world))


def read_sheets(ruleset: Ruleset, world: object, texts: Mapping[str, bytes]) -> dict[str, Sheet]:
    """A sheet for each file, named after its player: `MER.txt`."""
    players = ruleset.players(world)
    reader = Reader(Words(**ruleset.words(world)))
    sheets: dict[str, Sheet] = {}
    for name, text in texts.items():
        player = name.split(".")[0].upper()
        if player not in players:
            raise GameError(f"orders/{name} belongs to nobody: name the file after one of {', '.join(players)}.")
        if player in sheets:
            raise GameError(f"orders/{name} is a second sheet for {player}: keep one of them.")
        sheets[player] = reader.sheet(player, decoded(name, text))
    return sheets


def decoded(name: str, text: bytes) -> str:
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(
            f"orders/{name} is not plain UTF-8 text (byte {error.start + 1}): save it as plain text and try again."
        ) from None


def manifest(inputs: Inputs, ruleset: Ruleset, files: Mapping[str, bytes]) -> bytes:
    orders = {f"orders/{name}": digest(text) for name, text in inputs.sheets.items()}
    made = {f"result/{name}": digest(content) for name, content in files.items()}
    record = Manifest(
        game=inputs.game,
        turn=inputs.turn,
        ruleset=ruleset.name,
        version=ruleset.version,
        secret=digest(inputs.secret),
        previous=inputs.previous,
        files=orders | made,
    )
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def inputs_of(game: Game, turn: int, config: bytes) -> Inputs:
    return Inputs(
        game=game.name,
        turn=turn,
        config=config,
        secret=game.secret(),
        opening=game.position(turn - 1) if turn else None,
        sheets=game.sheets(turn),
        previous=game.manifest_hash(turn - 1) if turn else None,
        journal=game.journal(turn - 1) if turn else b"",
    )


def run_turn(game: Game, turn: int | None = None, again: bool = False, empty: bool = False) -> tuple[int, Outcome]:
    """Adjudicate the game's next turn, or with `again` its last one anew, and keep the result."""
    with game.locked():
        number = game.last() + (0 if again else 1)
        refuse_wrong_turn(game, turn, number, again)
        inputs = inputs_of(game, number, game.read(CONFIG))
        refuse_finished(game, inputs)
        if not inputs.sheets and not empty:
            raise GameError(
                f"There are no orders for turn {number} in {game.orders(number)}. Put a file for each kingdom "
                "there (MER.txt), or say --no-orders to let the turn pass without any."
            )
        outcome = adjudicate(inputs)
        game.keep(number, outcome.files)
        if not outcome.over:
            game.orders(number + 1).mkdir(parents=True, exist_ok=True)
        return number, outcome


def refuse_wrong_turn(game: Game, asked: int | None, number: int, again: bool) -> None:
    if again and number == 0:
        raise GameError(f"{game.name} has only been set up: there is no turn to adjudicate again.")
    if asked is None or asked == number:
        return
    if asked in game.played():
        only = "" if asked == game.last() else f" Only the last turn, {game.last()}, can be made again."
        raise GameError(f"Turn {asked} of {game.name} has been adjudicated. To do it anew say --again.{only}")
    raise GameError(f"The next turn of {game.name} is {game.last() + 1}, not {asked}.")


def refuse_finished(game: Game, inputs: Inputs) -> None:
    config = read_config(inputs.config, CONFIG)
    if over := config.ruleset.over(config.open(inputs.opening or b"")):
        raise GameError(f"{game.name} is over: {over}.")


def new_game(games: Path, name: str, ruleset: str, secret: bytes | None = None, dummies: Iterable[str] = ()) -> Game:
    """Set a game up; it appears in the games folder complete."""
    if not NAME.fullmatch(name):
        raise GameError(f'"{name}" cannot be the name of a game: use letters, digits, - and _ only.')
    if (games / name).exists():
        raise GameError(f"{games / name} exists already: choose another name.")
    rules = load(ruleset)
    config = page("game.toml", name=name, ruleset=rules, dummies=list(dummies)).encode()
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    outcome = adjudicate(Inputs(name, 0, config, secret, None, {}, None))
    part = games / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    result = {f"turns/000/result/{file}": content for file, content in outcome.files.items()}
    write_folder(part, {CONFIG: config, SECRET: secret.hex().encode() + b"\n"} | result)
    (part / SECRET).chmod(0o600)
    (part / "turns/001/orders").mkdir(parents=True)
    os.rename(part, games / name)
    return Game(games / name)
