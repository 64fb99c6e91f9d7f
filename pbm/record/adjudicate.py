"""Adjudicates one turn, from files to files: the same inputs give the same bytes on every machine."""

import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import alone, make, refuse_name, sync, write_folder
from pbm.log import did
from pbm.reading.language import Reader
from pbm.reading.sheet_lines import entries
from pbm.record.changing_house import chosen, refuse_edited
from pbm.record.config import Config, read_config, rules_of
from pbm.record.contacts import all_without_contacts
from pbm.record.corrections import correct, read_corrections
from pbm.record.draw import checked_draw
from pbm.record.game import ACCOUNT, COMPUTER, CONFIG, JOURNAL, MANIFEST, POSITION, REASON, SECRET, Game, refuse_over
from pbm.record.inputs import Inputs, beside
from pbm.record.manifest import Manifest, digest
from pbm.record.narrative import account
from pbm.record.readable import refuse_unreadable
from pbm.record.rulings import read_rulings, refuse_spare, rulings_asked
from pbm.record.seals import Contact, seal, signed, written
from pbm.record.votes import ENDING, counted
from pbm.reports.forms import page
from pbm.rules.dice import Dice, mixed
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event, Journal
from pbm.rules.order import Sheet
from pbm.rules.result import Result
from pbm.rules.votes import closing
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import as_text, stand_ins

SECRET_BYTES = 32
AROUND = (MANIFEST, REASON)
"""The files of a result that say what it replaces and why."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a turn: its journal, its sheets as read, and the files to save."""

    ruleset: AnyRuleset
    journal: list[Event]
    sheets: Mapping[str, Sheet]
    files: dict[str, bytes]
    result: Result | None
    """How the game ended, if it did."""


def adjudicate(inputs: Inputs) -> Outcome:
    """Adjudicate a turn, using only the inputs; nothing is written."""
    config = read_config(inputs.config, CONFIG)
    draw = checked_draw(config, inputs.turn, inputs.draw)
    ruleset, dice = config.ruleset, Dice(mixed(inputs.secret, draw), inputs.turn)
    sheets: dict[str, Sheet] = {}
    if inputs.opening is None:
        world, journal = ruleset.state.setup(config.settings, dice, config.seats)
    else:
        world = config.open(inputs.opening)
        joining = config.joining(inputs.turn)
        away = tuple(inputs.away.decode().split())
        turn = Turn(world, sheets, dice, joining=joining, away=away, rulings=read_rulings(inputs.rulings))
        correct(turn, ruleset, read_corrections(inputs.corrections))
        sheets |= read_sheets(ruleset, world, inputs.sheets, joining)
        before = ruleset.book.journal.read(inputs.journal)
        sheets |= stand_ins(ruleset, world, before, sheets, joining, dice)
        journal = [*play(turn, ruleset.book.steps(world)), *counted(ruleset, world, inputs.votes)]
        refuse_spare(turn.rulings)
    files = {
        JOURNAL: Journal.write(journal),
        POSITION: ruleset.state.write(world),
        ACCOUNT: account(ruleset, inputs.game, config.turn_names.called(inputs.turn), world, journal, sheets),
    }
    closed = closing(journal)
    files |= {ENDING: msgspec.json.encode(closed) + b"\n"} if closed else {}
    files |= inputs.given()
    files |= {f"{COMPUTER}/{who}.txt": as_text(sheet) for who, sheet in sheets.items() if sheet.by}
    files[MANIFEST] = manifest(inputs, ruleset, files)
    return Outcome(ruleset, journal, sheets, files, closed or ruleset.state.result(world))


def to_keep(inputs: Inputs) -> Outcome:
    """The outcome of a turn that may be kept."""
    outcome = adjudicate(inputs)
    refuse_unreadable(read_config(inputs.config, CONFIG), inputs.opening, outcome.journal, outcome.files[POSITION])
    return outcome


def read_sheets(
    ruleset: AnyRuleset, world: object, texts: Mapping[str, bytes], joining: Iterable[str] = ()
) -> dict[str, Sheet]:
    """A sheet for each file, named after its player: `MER.txt`."""
    players = [*ruleset.state.players(world), *joining]
    reader = ruleset.language.reader(world)
    sheets: dict[str, Sheet] = {}
    for name, text in texts.items():
        player = name.split(".")[0].upper()
        if player not in players:
            raise GameError(f"orders/{name} belongs to nobody: name the file after one of {', '.join(players)}.")
        if player in sheets:
            raise GameError(f"orders/{name} is a second sheet for {player}: keep one of them.")
        words = decoded(name, text)
        refuse_anothers(reader, player, name, words)
        sheets[player] = reader.sheet(player, words)
    return sheets


def refuse_anothers(reader: Reader, player: str, name: str, text: str) -> None:
    """Check that the power named on a sheet is the one in its file name."""
    said = [entry.value for entry in entries(text) if entry.kind == "power" and entry.value]
    label = reader.words.power.capitalize()
    owners = [reader.power_named(value) for value in said]
    if strange := [value for value, owner in zip(said, owners, strict=True) if owner and owner != player]:
        raise GameError(
            f"orders/{name} says {label}: {strange[0]}, but it is the file of {player}. Correct one of them."
        )


def decoded(name: str, text: bytes) -> str:
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(
            f"orders/{name} is not plain UTF-8 text (byte {error.start + 1}): save it as plain text and try again."
        ) from None


def manifest(inputs: Inputs, ruleset: AnyRuleset, files: Mapping[str, bytes]) -> bytes:
    record = Manifest(
        game=inputs.game,
        turn=inputs.turn,
        ruleset=ruleset.name,
        version=ruleset.version,
        secret=digest(inputs.secret),
        previous=inputs.previous,
        files={name: sealed(inputs.secret, inputs.turn, name, content) for name, content in files.items()},
        replaces=inputs.replaces,
    )
    return written(signed(record, inputs.secret))


def sealed(secret: bytes, turn: int, name: str, content: bytes) -> str:
    """The seal of a file in a turn's record."""
    return seal(secret, f"{turn}:{name}", content)


def gathered(
    game: Game, turn: int, given: Mapping[str, bytes] | None = None, reason: str = ""
) -> tuple[Inputs, dict[str, Contact]]:
    """The inputs of a turn, with other sheets than those in its folder if given, and the contact lines in them."""
    rules = rules_of(game.read(CONFIG), str(game.folder / CONFIG), game.house(turn))
    config = read_config(rules, str(game.folder / CONFIG))
    opening = game.record(turn - 1, POSITION)
    reader = config.ruleset.language.reader(config.open(opening))
    given = game.sheets(turn) if given is None else given
    sheets, contacts = all_without_contacts(reader, game.secret(), turn, given)
    inputs = Inputs(
        game=game.name,
        turn=turn,
        config=rules,
        secret=game.secret(),
        opening=opening,
        sheets=dict(sorted(sheets.items())),
        previous=game.manifest_hash(turn - 1),
        journal=game.record(turn - 1, JOURNAL),
        reason=reason,
        replaces=game.replaced(game.next_result(turn)),
        **beside(game.turn(turn)),
    )
    refuse_other_rules(game, config)
    refuse_edited(game)
    refuse_over(game, turn - 1)
    return inputs, contacts


def run_turn(
    game: Game,
    turn: int | None = None,
    again: bool = False,
    empty: bool = False,
    preview: bool = False,
    reason: str = "",
) -> tuple[int, Outcome]:
    """Adjudicate the game's next turn, or with `again` re-run its last one; a preview is not saved."""
    with game.locked():
        number = game.last() + (0 if again else 1)
        refuse_wrong_turn(game, turn, number, again)
        inputs, contacts = gathered(game, number, reason=reason)
        if not inputs.sheets and not empty:
            raise GameError(
                f"There are no orders for {game.named(number)} in {game.orders(number)}. Put a file for each power "
                f"there, such as {min(game.in_play(number))}.txt, or use --no-orders to let the turn pass without any."
            )
        with rulings_asked(game, number):
            outcome = to_keep(inputs)
        if not preview and not (again and is_same(game.result(number), outcome)):
            commit(game, number, outcome, contacts)
        return number, outcome


def is_same(result: Path, outcome: Outcome) -> bool:
    """Whether an existing result equals the new one, apart from what it replaces and why."""
    paths = {path.relative_to(result).as_posix(): path for path in result.rglob("*") if path.is_file()}
    there = {name: path.read_bytes() for name, path in paths.items() if name not in AROUND}
    return there == {name: made for name, made in outcome.files.items() if name not in AROUND}


def commit(game: Game, turn: int, outcome: Outcome, contacts: dict[str, Contact]) -> None:
    """Save a result: everything around it first, and then the result itself by one rename."""
    game.keep_contacts(game.contacts() | contacts)
    if not outcome.result:
        make(game.orders(turn + 1))
    game.keep(turn, outcome.files)


def refuse_wrong_turn(game: Game, asked: int | None, number: int, again: bool) -> None:
    if again and number == 0:
        raise GameError(f"{game.name} has only been set up: there is no turn to re-run.")
    if asked is None or asked == number:
        return
    if asked in game.played():
        only = "" if asked == game.last() else f" Only the last turn, {game.which(game.last())}, can be re-run."
        raise GameError(
            f"{game.named(asked).capitalize()} of {game.name} has been adjudicated. To re-run it use --again.{only}"
        )
    raise GameError(f"The next turn of {game.name} is {game.which(game.last() + 1)}, not {game.which(asked)}.")


def refuse_other_rules(game: Game, config: Config) -> None:
    """A game keeps the rules it began with."""
    try:
        began = msgspec.json.decode(game.record(0, MANIFEST), type=Manifest)
    except msgspec.DecodeError as error:
        raise GameError(f"{game.result(0) / MANIFEST} is damaged: {error}.") from None
    rules = config.ruleset
    if (began.ruleset, began.version) != (rules.name, rules.version):
        raise GameError(
            f"{game.name} began under version {began.version} of {began.ruleset} and keeps it to the end; this pbm has "
            f"version {rules.version} of {rules.name}. Use the pbm it began with; `pbm migrate {game.name} --check` "
            "lists what would change under this one."
        )


def new_game(
    games: Path,
    name: str,
    ruleset: str,
    secret: bytes | None = None,
    dummies: Iterable[str] = (),
    more: Mapping[str, bytes] | None = None,
    house: Iterable[str] = (),
) -> Game:
    """Set up a game with house rules such as setup=fixed; its folder appears complete, with any extra files."""
    refuse_name(name)
    refuse_existing(games / name)
    rules = load(ruleset)
    config = page("game.toml", name=name, ruleset=rules, dummies=list(dummies), house=chosen(rules, house)).encode()
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    outcome = to_keep(Inputs(name, 0, rules_of(config, CONFIG), secret, None, {}, None))
    refuse_unknown_seats(read_config(rules_of(config, CONFIG), CONFIG))
    result = {f"turns/000/result/{file}": content for file, content in outcome.files.items()}
    files = {CONFIG: config, SECRET: secret.hex().encode() + b"\n"} | result | dict(more or {})
    with alone(games, "", wait=True):
        return set_down(games, name, files)


def refuse_unknown_seats(config: Config) -> None:
    """A game may not know a seat and say nothing."""
    known = config.ruleset.state.seats(config.settings)
    if strange := [code for code in config.seats if code not in known]:
        raise GameError(
            f"{config.ruleset.title} has no seat {strange[0]} under these house rules: use one of {', '.join(known)}."
        )


def refuse_existing(folder: Path) -> None:
    if folder.exists():
        raise GameError(f"{folder} exists already: choose another name.")


def set_down(games: Path, name: str, files: Mapping[str, bytes]) -> Game:
    """Write a new game beside its place, and put it there when it is whole; what a killed run left is cleared away."""
    refuse_existing(games / name)
    part = games / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    make(part / "turns/001/orders")
    write_folder(part, files)
    os.rename(part, games / name)
    sync(games)
    did(name, "set up")
    return Game(games / name)
