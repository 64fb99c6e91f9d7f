"""The public file that proves a game was fair: only seals while the game runs, everything at its end.

A bundle contains no names and no addresses. At the end it is the record itself, with the secret and every player's
report; making it again from that record alone must give the same bytes.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from pbm import __version__
from pbm.errors import GameError
from pbm.files import content_of, files_in
from pbm.receipts.receipt import orders_hash, short
from pbm.record.adjudicate import read_sheets
from pbm.record.config import read_config
from pbm.record.draw import told
from pbm.record.game import CONFIG, JOURNAL, MANIFEST, ORDERS, POSITION, SECRET, Game
from pbm.record.house import HOUSE
from pbm.record.house import told as told_of_house
from pbm.record.manifest import digest
from pbm.reports import Chapter, Frame
from pbm.reports.forms import page
from pbm.reports.text import render_public, render_text
from pbm.rulesets.reporting import Memory, reports

BUNDLE, GUIDE, REPORTS = "bundle.json", "HOW-TO-VERIFY.txt", "reports"
SCHEMA = "pbm-bundle/1"
PUBLIC = (MANIFEST, CONFIG)
"""The files of a result that are public while the game runs: the seals and the rules."""


class Label(msgspec.Struct, frozen=True):
    """The label of a bundle."""

    schema: str
    game: str
    ruleset: str
    version: str
    turns: int
    """The last turn in it."""
    secret: str
    """The hash of the secret."""
    final: bool
    """Whether it contains the secret."""
    program: str
    """The pbm that made it."""


def contents(game: Game, final: bool, program: str = __version__) -> dict[str, bytes]:
    """Every file of a bundle."""
    files = record(game, final)
    for turn, made in sorted(printed(game, final).items()):
        files |= {f"{REPORTS}/{turn:03}/{name}.txt": text.encode() for name, text in made.items()}
    rules = read_config(game.record(0, CONFIG), CONFIG).ruleset
    label = Label(
        schema=SCHEMA,
        game=game.name,
        ruleset=rules.name,
        version=rules.version,
        turns=game.last(),
        secret=digest(game.secret()),
        final=final,
        program=program,
    )
    files[BUNDLE] = msgspec.json.format(msgspec.json.encode(label), indent=1) + b"\n"
    files[GUIDE] = page(
        "how-to-verify.txt", label=label, turns=game.span(0, game.last()), by_folder=game.turn_names.set_up
    ).encode()
    return files | ({SECRET: game.secret().hex().encode() + b"\n"} if final else {})


def record(game: Game, final: bool) -> dict[str, bytes]:
    """The results of all turns, including replaced ones: complete, or only their seals."""
    found: dict[str, bytes] = {}
    for turn in game.turns():
        for result in game.results(turn):
            names = files_in(result) if final else [result / name for name in PUBLIC]
            found |= {path.relative_to(game.folder).as_posix(): path.read_bytes() for path in names}
        found |= {path.relative_to(game.folder).as_posix(): path.read_bytes() for path in game.marks(turn)}
    return found


def printed(game: Game, final: bool) -> dict[int, dict[str, str]]:
    """The roundup of every turn, and at the end every player's report, without letterheads."""
    past: list[Chapter] = []
    seen = Memory()
    made: dict[int, dict[str, str]] = {}
    for turn in game.played():
        config = read_config(game.record(turn, CONFIG), CONFIG)
        rules, world = config.ruleset, config.open(game.record(turn, POSITION))
        journal = rules.book.journal.read(game.record(turn, JOURNAL))
        roundup, made_for = reports(rules, world, journal, frames(game, turn), past, turns=game.turn_names, memory=seen)
        made[turn] = {"ROUNDUP": render_text(roundup)}
        if final:
            public = render_public(roundup)
            made[turn] |= {who: render_text(each, public) for who, each in made_for.items()}
        past.append(rules.reports.chapter(world))
        seen.note(rules, turn, world, journal)
    return made


def frames(game: Game, turn: int) -> Mapping[str, Frame]:
    """The public part of a letterhead: the game, its record hash and draw, and the fingerprint of the orders."""
    config = read_config(game.record(turn, CONFIG), CONFIG)
    house = " ".join(told_of_house(config.ruleset, game.named(turn), content_of(game.result(turn) / HOUSE)))
    public = Frame(game=game.name, record=game.manifest_hash(turn) or "", draw=told(game, config, turn), note=house)
    if not turn:
        return {"": public}
    return {"": public} | {
        who: msgspec.structs.replace(public, receipt=short(hash)) for who, hash in fingerprints(game, turn).items()
    }


def fingerprints(game: Game, turn: int) -> dict[str, str]:
    """The whole order fingerprint of every sheet that was played."""
    config = read_config(game.record(turn, CONFIG), CONFIG)
    given = {path.name: path.read_bytes() for path in files_in(game.result(turn) / ORDERS)}
    world = config.open(game.record(turn - 1, POSITION))
    sheets = read_sheets(config.ruleset, world, given, config.joining(turn))
    return {who: orders_hash(game.name, game.called(turn), sheet) for who, sheet in sheets.items()}


def refuse_early(game: Game, unfinished: bool) -> None:
    """Refuse to reveal the secret of a running game: it would reveal all future dice."""
    if not unfinished and not game.ended():
        raise GameError(
            f"{game.name} is not over: its secret would reveal all future dice. If it was abandoned, use --unfinished "
            "as well; without --final a bundle contains only the seals."
        )


def read_label(folder: Path) -> Label:
    path = folder / BUNDLE
    try:
        label = msgspec.json.decode(path.read_bytes(), type=Label)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameError(f"{path} cannot be read: {error}.") from None
    if label.schema != SCHEMA:
        raise GameError(f"{path} has the format {label.schema}, but this pbm reads {SCHEMA}.")
    return label
