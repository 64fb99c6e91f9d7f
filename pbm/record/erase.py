"""Erases a player's name, addresses and letters; the sealed record never held them, so it stays verifiable."""

import re
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import put, put_json
from pbm.record.config import toml
from pbm.record.contacts import without_contacts
from pbm.record.game import POSITION, Game
from pbm.record.players import PLAYERS, listed, players
from pbm.record.redo import owner
from pbm.record.verify import files_in
from pbm.rules.event import Count

LETTERS, ABSENCES = "letters.json", "absences.json"
OBSERVERS = "observers.json"
AT_HOME = ("report", "welcome", "deadline", "reminder")
"""The kinds of mail that go to a player's registered address alone."""
ASKED = "-asked-"
"""Marks an answer to a request, which may say who plays."""
FOR_THE_POST = ("print-*.pdf", "deadline-*.pdf")
REPORT_FILES = "reports"
PERSONAL = {"player": "", "address": []}
"""The personal fields of a letterhead, and their values after erasing."""
HEADER = re.compile(r"\s*\[+\s*\"?([\w-]+)\"?")
ERASED = b"erased\n"


@dataclass(frozen=True)
class Theirs:
    """What a player's letters and mails are known by."""

    codes: tuple[str, ...]
    addresses: frozenset[str]
    names: frozenset[str]


def erase(game: Game, who: str) -> list[str]:
    """Erase a player's data, place by place and their entry last; a second run finds nothing to do."""
    steps: list[Callable[[Game, str], Iterator[str]]] = [contacts, sheets, letters, welcomes, absences]
    with game.locked():
        config = game.config()
        if who not in config.ruleset.state.names(config.open(game.position(0))):
            raise GameError(f"There is no {who} in {game.name}.")
        entries = registered_as(game, who)
        codes = tuple(dict.fromkeys([who, *entries]))
        theirs = Theirs(codes, addresses(game, codes), frozenset(listed(game)[code].name for code in entries) - {""})
        done = [line for code in codes for step in steps for line in step(game, code)]
        done += [line for each in (printed, reported, observing, received, sent) for line in each(game, theirs)]
        return done + [line for code in entries for line in registered(game, code)]


def addresses(game: Game, codes: Iterable[str]) -> frozenset[str]:
    """Where a player has had mail, as registered now and as their mails say; never the address of another player."""
    known = {code: player.email.casefold() for code, player in listed(game).items()}
    reached = {recipient(path) for code in codes for kind in AT_HOME for path in outbox(game, f"*-{code}-{kind}*")}
    others = {email for code, email in known.items() if code not in codes}
    return frozenset({*(known.get(code, "") for code in codes), *reached} - others - {""})


def registered_as(game: Game, who: str) -> list[str]:
    """The power under which a player is entered in players.toml: an earlier one, if they have changed powers since."""
    player = players(game).get(who)
    return [code for code, entry in listed(game).items() if entry == player]


def registered(game: Game, who: str) -> Iterator[str]:
    """The player's table in players.toml; the rest of the file stays as it was written."""
    path = game.folder / PLAYERS
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        table = toml(text)
        left = {key: row for key, row in table.items() if key.upper() != who}
        kept = without_table(text, who)
        held = toml(kept) == left
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None
    if not held:
        raise GameError(f"pbm cannot remove [{who}] from {path} as it is written: delete it there by hand.")
    if kept != text:
        put(path, kept.encode())
        yield f"{path}: entry erased"


def without_table(text: str, who: str) -> str:
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        if header := HEADER.match(line):
            inside = header[1].upper() == who
        if not inside:
            kept.append(line)
    return "".join(kept)


def contacts(game: Game, who: str) -> Iterator[str]:
    """Erase the contact lines for the roundup; the tokens in the record then mean nothing."""
    known = game.contacts()
    left = {token: contact for token, contact in known.items() if contact.who != who}
    if left != known:
        game.keep_contacts(left)
        yield f"{game.folder / 'contacts.json'}: {Count(len(known) - len(left)):contact line/contact lines} erased"


def sheets(game: Game, who: str) -> Iterator[str]:
    """Erase contact lines in the sheets of played turns."""
    for turn in game.played()[1:]:
        config = game.config()
        reader = config.ruleset.language.reader(config.open(game.record(turn - 1, POSITION)))
        given = [path for path in files_in(game.orders(turn)) if owner(path.name) == who]
        for path in [*given, *files_in(game.turn(turn) / "sets" / who)]:
            content, _ = without_contacts(reader, game.secret(), turn, who, path.read_bytes())
            if content != path.read_bytes():
                put(path, content)
                yield f"{path}: contact lines erased"


def letters(game: Game, who: str) -> Iterator[str]:
    """Erase name and address in the letterheads of reports."""
    for path in sorted(game.folder.glob(f"turns/*/{LETTERS}")):
        kept = msgspec.json.decode(path.read_bytes())
        frame = kept.get("frames", {}).get(who, {})
        if any(frame.get(key) for key in PERSONAL):
            frame.update(PERSONAL)
            put_json(path, kept)
            yield f"{path}: name and address erased"


def received(game: Game, player: Theirs) -> Iterator[str]:
    """Erase letters of this player; what is left of each shows only that it was taken, and when."""
    records = {path: msgspec.json.decode(path.read_bytes()) for path in sorted((game.folder / "inbox").glob("*.json"))}
    theirs = {path.stem for path, record in records.items() if is_theirs(record, player)}
    for path, record in records.items():
        raw = path.with_suffix(".eml")
        if path.stem not in theirs and not theirs.intersection(record.get("stops", ())):
            yield from unnamed(path, record, player)
            continue
        if record.get("sender") or (raw.is_file() and raw.read_bytes() != ERASED):
            put(raw, ERASED)
            unmoved = [sheet | {"move": None} for sheet in record.get("sheets", ())]
            left = record | {"sender": "", "note": "", "sheets": unmoved, "done": record.get("done") or "erased"}
            shutil.rmtree(game.folder / "inbox" / f"letter-{record.get('number')}", ignore_errors=True)
            put_json(path, left)
            yield f"{raw}: letter erased"


def is_theirs(record: dict[str, Any], player: Theirs) -> bool:
    """Whether a letter has a sheet of a player, came from their address, or was answered to them."""
    powers = [sheet.get("power") for sheet in record.get("sheets", ())]
    powers += [part for answer in record.get("answers", ()) for part in answer.split("-")[1:2]]
    return record.get("sender", "").casefold() in player.addresses or any(power in player.codes for power in powers)


def unnamed(path: Path, record: dict[str, Any], player: Theirs) -> Iterator[str]:
    """Erase the note on another letter that has this player's address, such as a mail that came back."""
    automatic, note = record.get("verdict") == "automatic", record.get("note", "").casefold()
    if any(address in note for address in player.addresses):
        done = "erased" if automatic else ""
        put_json(path, record | {"note": "", "done": record.get("done") or done}, private=True)
        if automatic:
            put(path.with_suffix(".eml"), ERASED)
        yield f"{path}: address erased"


def sent(game: Game, player: Theirs) -> Iterator[str]:
    """Erase mails to this player, and answers to others that name them; what is left prevents sending them again.

    Those to their powers come last, because their other addresses are known from these.
    """
    own = {path: None for code in player.codes for path in outbox(game, f"*-{code}-*")}
    others = [path for path in outbox(game) if path not in own and is_about(path, player)]
    for path in (*others, *own):
        put(path, ERASED)
        yield f"{path}: letter erased"


def is_about(path: Path, player: Theirs) -> bool:
    if recipient(path) in player.addresses:
        return True
    return ASKED in path.name and any(name in text_of(path) for name in player.names | player.addresses)


def outbox(game: Game, wanted: str = "*") -> list[Path]:
    """The mails that have not been erased."""
    return [path for path in sorted((game.folder / "outbox").glob(f"{wanted}.eml")) if path.read_bytes() != ERASED]


def recipient(path: Path) -> str:
    return "".join(str(BytesHeaderParser().parsebytes(path.read_bytes())["To"] or "").split()).casefold()


def text_of(path: Path) -> str:
    body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
    return str(body.get_content()) if body else ""


def observing(game: Game, player: Theirs) -> Iterator[str]:
    """Erase their entry as an observer."""
    path = game.folder / OBSERVERS
    every = msgspec.json.decode(path.read_bytes()) if path.is_file() else []
    left = [one for one in every if one.get("email", "").casefold() not in player.addresses]
    if left != every:
        put_json(path, left, private=True)
        yield f"{path}: entry erased"


def welcomes(game: Game, who: str) -> Iterator[str]:
    """Erase all first letters, because each may name every player; one that was not sent yet is made anew."""
    for path in outbox(game, "*-welcome*"):
        path.unlink()
        yield f"{path}: letter erased"


def absences(game: Game, who: str) -> Iterator[str]:
    """Erase when the player is away."""
    path = game.folder / ABSENCES
    every = msgspec.json.decode(path.read_bytes()) if path.is_file() else []
    left = [one for one in every if one.get("power") != who]
    if left != every:
        put_json(path, left, private=True)
        yield f"{path}: days away erased"


def printed(game: Game, player: Theirs) -> Iterator[str]:
    """Delete what was made for the post if this player may be in it; the pages of the others are in the same file."""
    entries = [entry for code, entry in listed(game).items() if code in player.codes]
    if entries and not any(entry.address for entry in entries):
        return
    for kind in FOR_THE_POST:
        for path in sorted(game.folder.glob(f"turns/*/{kind}")):
            path.unlink()
            yield f"{path}: deleted. If it was not posted yet, make it again for the other players."


def reported(game: Game, player: Theirs) -> Iterator[str]:
    """Delete the reports beside the results, which may name any player; they can be made again."""
    for path in sorted(game.folder.glob(f"turns/*/{REPORT_FILES}")):
        shutil.rmtree(path)
        yield f"{path}: deleted"
