"""Erases a player's name, addresses and letters; the sealed record never held them, so it stays verifiable."""

import re
import shutil
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import files_in, put, put_json
from pbm.record.config import toml
from pbm.record.contacts import without_contacts
from pbm.record.game import POSITION, Game
from pbm.record.holders import History, history
from pbm.record.people import section
from pbm.record.players import PLAYERS
from pbm.record.redo import owner
from pbm.record.seals import token
from pbm.rules.event import Count

LETTERS, ABSENCES = "letters.json", "absences.json"
OBSERVERS = "observers.json"
AT_HOME = ("report", "welcome", "deadline", "reminder")
"""The kinds of mail that go to a player's registered address alone."""
ASKED = "-asked-"
"""Marks an answer to a request, which may say who plays."""
FOR_THE_POST = ("print-*.pdf", "deadline-*.pdf", "offer-*.pdf")
REPORT_FILES = "reports"
PERSONAL = {"player": "", "address": []}
"""The personal fields of a letterhead, and their values after erasing."""
TURNS = ("joined", "since", "left")
"""The fields of an entry that say when somebody had a power, and not who."""
HEADER = re.compile(r"\s*\[+\s*\"?([\w-]+)\"?")
ERASED = b"erased\n"
REMEMBERED = ".letters.json"
"""What runs remember of all letters, with their senders."""


@dataclass(frozen=True)
class Theirs:
    """What a player's letters and mails are known by."""

    story: History
    key: str | None
    """Their entry in players.toml; None if they have none any more."""
    codes: tuple[str, ...]
    """The powers that they have had."""
    addresses: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def played(self, turn: int, power: str) -> bool:
        """Whether they had a power in a turn, as far as anybody listed had it."""
        return power in self.codes and self.story.holders(turn - 1).get(power) == self.key

    def owns(self, turn: str, power: str, kind: str) -> bool:
        """Whether a mail with such a name was for them."""
        return power in self.codes and turn.isdecimal() and self.story.addressee(int(turn), power, kind) == self.key


def erase(game: Game, who: str, elsewhere: Callable[[], Iterable[str]] = tuple) -> list[str]:
    """Erase a player's data, place by place, then elsewhere, and last their entry, by which an interrupted run is found
    again; a second run finds nothing to do."""
    steps: list[Callable[[Game, Theirs], Iterator[str]]] = [contacts, sheets, letters, welcomes, absences]
    steps += [printed, reported, observing, received, sent]
    with game.locked():
        theirs = known_by(game, who)
        done = [line for step in steps for line in step(game, theirs)]
        return [*done, *elsewhere(), *registered(game, theirs)]


def known_by(game: Game, who: str) -> Theirs:
    """The player who has a power or had it last, or one with an id or an entry of that name in players.toml."""
    config, story = game.config(), history(game)
    key = who if "-" in who and who in story.entries else story.with_id(who.lower()) or story.latest().get(who)
    powers = [power for turn in story.after for power, one in turn.items() if one == key]
    if not key and who not in config.ruleset.state.names(config.open(game.position(0))):
        raise GameError(f"There is no {who} in {game.name}.")
    theirs = Theirs(story, key, tuple(dict.fromkeys([*([] if key else [who]), *powers])))
    names = {story.entries[key].name} if key else set()
    return replace(theirs, addresses=addresses(game, theirs), names=frozenset(names - {""}))


def addresses(game: Game, player: Theirs) -> frozenset[str]:
    """Where a player has had mail, as registered now and as their mails say; never the address of another player."""
    known = {key: one.email.casefold() for key, one in player.story.entries.items()}
    mails = [path for path in outbox(game) if player.owns(*named(path))]
    reached = {recipient(path) for path in mails if named(path)[2].startswith(AT_HOME)}
    others = {email for key, email in known.items() if key != player.key}
    return frozenset({known.get(player.key or "", ""), *reached} - others - {""})


def named(path: Path) -> list[str]:
    """Turn, power and kind, from the name of a mail."""
    return [*path.stem.split("-", 2), "", ""][:3]


def registered(game: Game, player: Theirs) -> Iterator[str]:
    """The player's table in players.toml; the rest of the file stays as it was written. Of somebody who took a power
    over the turn stays, so that it does not go back to whoever had it before."""
    path, who = game.folder / PLAYERS, player.key
    if not who:
        return
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        table = toml(text)
        left = {key: row for key, row in table.items() if key.upper() != who}
        stays = {key: nameless(row) for key, row in table.items() if key.upper() == who and nameless(row)}
        kept = without_table(text, who) + "".join(f"\n{section(key, row)}" for key, row in stays.items())
        kept = text if left | stays == table else kept
        held = toml(kept) == left | stays
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None
    if not held:
        raise GameError(f"pbm cannot remove [{who}] from {path} as it is written: delete it there by hand.")
    if kept != text:
        put(path, kept.encode())
        yield f"{path}: entry erased"


def nameless(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is left of an entry that began where another player was; of any other nothing."""
    return {key: row[key] for key in TURNS if key in row} if row.get("joined") else {}


def without_table(text: str, who: str) -> str:
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        if header := HEADER.match(line):
            inside = header[1].upper() == who
        if not inside:
            kept.append(line)
    return "".join(kept)


def contacts(game: Game, player: Theirs) -> Iterator[str]:
    """Erase the contact lines for the roundup; the tokens in the record then mean nothing."""
    known = game.contacts()
    theirs = {
        token(game.secret(), who, turn, kind)
        for who in player.codes
        for turn in range(1, game.last() + 2)
        for kind in kinds_of_contacts(game)
        if player.played(turn, who)
    }
    left = {mark: contact for mark, contact in known.items() if mark not in theirs}
    if left != known:
        game.keep_contacts(left)
        yield f"{game.folder / 'contacts.json'}: {Count(len(known) - len(left)):contact line/contact lines} erased"


def kinds_of_contacts(game: Game) -> Collection[str]:
    config = game.config()
    return config.ruleset.language.words(config.open(game.position(game.last()))).contacts


def sheets(game: Game, player: Theirs) -> Iterator[str]:
    """Erase contact lines in the sheets of played turns."""
    for turn, who in ((turn, who) for turn in game.played()[1:] for who in player.codes if player.played(turn, who)):
        config = game.config()
        reader = config.ruleset.language.reader(config.open(game.record(turn - 1, POSITION)))
        given = [path for path in files_in(game.orders(turn)) if owner(path.name) == who]
        for path in [*given, *files_in(game.turn(turn) / "sets" / who)]:
            content, _ = without_contacts(reader, game.secret(), turn, who, path.read_bytes())
            if content != path.read_bytes():
                put(path, content)
                yield f"{path}: contact lines erased"


def letters(game: Game, player: Theirs) -> Iterator[str]:
    """Erase name and address in the letterheads of reports."""
    for path in sorted(game.folder.glob(f"turns/*/{LETTERS}")):
        kept = msgspec.json.decode(path.read_bytes())
        every = {who: frame for who, frame in kept.get("frames", {}).items() if who in player.codes}
        theirs = [frame for who, frame in every.items() if headed(player, path.parent.name, who, frame)]
        if any(frame.get(key) for frame in theirs for key in PERSONAL):
            for frame in theirs:
                frame.update(PERSONAL)
            put_json(path, kept)
            yield f"{path}: name and address erased"


def headed(player: Theirs, turn: str, who: str, frame: dict[str, Any]) -> bool:
    """Whether a letterhead is theirs, by its name or by the turn."""
    return frame.get("player") in player.names or player.owns(turn, who, "report") or player.owns(turn, who, "welcome")


def received(game: Game, player: Theirs) -> Iterator[str]:
    """Erase letters of this player; what is left of each shows only that it was taken, and when."""
    (game.folder / REMEMBERED).unlink(missing_ok=True)
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
    sheets = [(sheet.get("turn"), sheet.get("power")) for sheet in record.get("sheets", ())]
    return (
        record.get("sender", "").casefold() in player.addresses
        or any(player.played(turn, power) for turn, power in sheets if isinstance(turn, int) and power)
        or any(player.owns(*named(Path(answer))) for answer in record.get("answers", ()))
    )


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
    own = dict.fromkeys(path for path in outbox(game) if player.owns(*named(path)))
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


def welcomes(game: Game, player: Theirs) -> Iterator[str]:
    """Erase all first letters, because each may name every player; one that was not sent yet is made anew."""
    for path in outbox(game, "*-welcome*"):
        path.unlink()
        yield f"{path}: letter erased"


def absences(game: Game, player: Theirs) -> Iterator[str]:
    """Erase when the player is away."""
    path = game.folder / ABSENCES
    every = msgspec.json.decode(path.read_bytes()) if path.is_file() else []
    left = [one for one in every if not player.played(game.last() + 1, one.get("power"))]
    if left != every:
        put_json(path, left, private=True)
        yield f"{path}: days away erased"


def printed(game: Game, player: Theirs) -> Iterator[str]:
    """Delete what was made for the post if this player may be in it; the pages of the others are in the same file."""
    entry = player.story.entries.get(player.key or "")
    if entry and not entry.address:
        return
    for kind in FOR_THE_POST:
        for path in sorted(game.folder.glob(f"turns/*/{kind}")):
            path.unlink()
            yield f"{path}: deleted. If it was not posted yet, make it again for the other players."
    for path in sorted(game.folder.glob("turns/*/post/*.txt")):
        turn, power = int(path.parent.parent.name), path.stem.partition("-")[0]
        if player.played(turn, power) or player.owns(str(turn - 1), power, "report"):
            path.unlink()
            yield f"{path}: deleted"


def reported(game: Game, player: Theirs) -> Iterator[str]:
    """Delete the reports beside the results, which may name any player; they can be made again."""
    for path in sorted(game.folder.glob(f"turns/*/{REPORT_FILES}")):
        shutil.rmtree(path)
        yield f"{path}: deleted"
