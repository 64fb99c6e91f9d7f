"""The letter around each report of a turn: what game.toml, players.toml and the calendar say.

They are kept beside the turn when its reports are first made, so that a reprint is the original to the byte,
whatever has changed in those files since.
"""

import datetime as dt
import os
import tomllib
from collections.abc import Mapping

import msgspec

from pbm.adjudicate import read_sheets
from pbm.errors import GameError
from pbm.mail.calendar import deadline
from pbm.order import Line
from pbm.players import Player, players
from pbm.reports import Deed, Frame, Refused
from pbm.sheetcode import sheet_code
from pbm.store import CONFIG, Game

KEPT = "letters.json"
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[report] in game.toml: what stands at the head of every report; every key may be left out."""

    gm: str = ""
    orders_to: str = ""
    """By mail; else the address of [mail]."""
    post_to: tuple[str, ...] = ()
    date: str = ""
    deadline: str = ""
    """Both come from [calendar] if they are not given here."""
    note: str = ""
    """A word to everyone."""


class Kept(msgspec.Struct, frozen=True):
    """The letters of a turn, and the hash of the result they belong to."""

    manifest: str | None
    frames: dict[str, Frame]


def frames(game: Game, turn: int) -> dict[str, Frame]:
    """The frame of every power, and under "" that of the roundup: as first made, or made and kept now."""
    path, manifest = game.turn(turn) / KEPT, game.manifest_hash(turn)
    if path.is_file():
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        if kept.manifest == manifest:
            return kept.frames
    made = Kept(manifest, written(game, turn))
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    os.replace(part, path)
    return made.frames


def written(game: Game, turn: int) -> dict[str, Frame]:
    config, people, public = game.config(), players(game), heading(game, turn)
    world = config.open(game.position(turn))
    stray = strays(game, turn)
    codes = [*config.ruleset.names(world)]
    return {"": public} | {
        code: addressed(public, game, turn, code, people.get(code, Player()), stray.get(code, ()))
        for code in codes
        if code in people or code in stray or code in config.ruleset.players(world)
    }


def addressed(public: Frame, game: Game, turn: int, code: str, player: Player, stray: tuple[Deed, ...]) -> Frame:
    return msgspec.structs.replace(
        public,
        player=player.name,
        address=player.address,
        credits=player.credits,
        discounts=player.discounts,
        sheet_code=sheet_code(game.secret(), game.name, turn + 1, code),
        stray=stray,
    )


def heading(game: Game, turn: int) -> Frame:
    """What every letter of the turn says alike."""
    config = (game.result(turn) / CONFIG).read_bytes()
    given = table(config, "report", Heading)
    return Frame(
        game=game.name,
        date=given.date or dated(deadline(game, turn) if turn else None),
        gm=given.gm,
        orders_to=given.orders_to or mail_address(config),
        post_to=given.post_to,
        deadline=given.deadline or timed(deadline(game, turn + 1)),
        note=given.note,
    )


def table(config: bytes, name: str, kind: type[Heading]) -> Heading:
    try:
        return msgspec.convert(tomllib.loads(config.decode()).get(name, {}), kind)
    except msgspec.ValidationError as error:
        raise GameError(f"{CONFIG}, [{name}]: {error}. Mend that line and try again.") from None


def mail_address(config: bytes) -> str:
    post = tomllib.loads(config.decode()).get("mail", {})
    address = post.get("address", "") if isinstance(post, Mapping) else ""
    return address if isinstance(address, str) else ""


def dated(when: dt.datetime | None) -> str:
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}" if when else ""


def timed(when: dt.datetime | None) -> str:
    if when is None:
        return ""
    return f"{WEEKDAYS[when.weekday()]} {dated(when)}, {when.hour:02}:{when.minute:02} {when.tzinfo}"


def strays(game: Game, turn: int) -> dict[str, tuple[Deed, ...]]:
    """The lines of each sheet that had no place on it."""
    if not turn:
        return {}
    config = game.config()
    sheets = read_sheets(config.ruleset, config.open(game.position(turn - 1)), game.sheets(turn))
    return {who: tuple(unplayed(line) for line in sheet.stray) for who, sheet in sheets.items() if sheet.stray}


def unplayed(line: Line) -> Deed:
    reasons = (Refused(line.refusal.rule, line.refusal.text, line.refusal.column),) if line.refusal else ()
    return Deed("failed", "", number=line.number, order=line.text, refusals=reasons)
