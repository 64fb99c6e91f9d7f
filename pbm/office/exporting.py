"""All that an office keeps of one person, as files for them: who they are, their seats, their letters and orders."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.mail.absences import absences
from pbm.mail.front_door import if_open
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.mail.sets import all_sets
from pbm.office.careers import parts_in
from pbm.office.credits import read
from pbm.office.signup import places_of
from pbm.record.erase import ERASED, Theirs, is_theirs, known_by, named, outbox, recipient
from pbm.record.game import Game, all_games
from pbm.record.holders import history
from pbm.record.people import Person, people

Files = Iterator[tuple[str, bytes]]


def exported(games: Path, id: str) -> dict[str, bytes]:
    """The files, by their paths."""
    person = people(games).get(id)
    seats = [(game, known_by(game, id.upper())) for game in all_games(games) if history(game).with_id(id)]
    if not person and not seats:
        raise GameError(f"The office knows nobody as {id}. pbm people lists those who play.")
    account, waits = [entry for entry in read(games) if entry.player == id], places_of(games, id)
    files = dict(written("person.json", {"id": id, "person": person, "places": waits, "account": account}))
    addresses = {one for _, theirs in seats for one in theirs.addresses} | {(person or Person()).email.casefold()}
    files |= {f"office/{path}": content for path, content in of_the_office(games, addresses - {""})}
    for game, theirs in seats:
        files |= {f"{game.name}/{path}": content for path, content in of_a_game(game, theirs)}
    return files


def of_the_office(games: Path, addresses: Collection[str]) -> Files:
    """Their post with the office itself."""
    if office := if_open(games):
        inbox, box = Inbox(office), Outbox(office)
        for entry in inbox.entries():
            if entry.sender.casefold() in addresses and (raw := inbox.raw(entry.hash)) != ERASED:
                yield f"letters/{entry.hash}.eml", raw
        for path in map(box.path, box.ids()):
            if path.read_bytes() != ERASED and recipient(path) in addresses:
                yield f"mails/{path.name}", path.read_bytes()


def of_a_game(game: Game, theirs: Theirs) -> Files:
    yield from written("seat.json", seat(game, theirs))
    yield from letters(game, theirs)
    yield from mails(game, theirs)
    yield from orders(game, theirs)


def seat(game: Game, theirs: Theirs) -> dict[str, Any]:
    entry = theirs.story.entries.get(theirs.key or "")
    turns = [turn for turn in game.played()[1:] if any(theirs.played(turn, power) for power in theirs.codes)]
    away = [one for one in absences(game) if theirs.played(game.last() + 1, one.power)]
    parts = [part.came for part in parts_in(game) if entry and part.id == entry.id]
    return {
        "game": game.name,
        "powers": theirs.codes,
        "turns": [game.called(turn) for turn in turns],
        "entry": entry,
        "away": [str(one) for one in away],
        "came": [{"sent": came.sent, "missed": came.missed, "away": came.away} for came in parts],
    }


def letters(game: Game, theirs: Theirs) -> Files:
    """What came from them, as it came."""
    inbox = Inbox(game)
    for entry in inbox.entries():
        if is_theirs(msgspec.to_builtins(entry), theirs) and (raw := inbox.raw(entry.hash)) != ERASED:
            yield f"letters/{entry.hash}.eml", raw


def mails(game: Game, theirs: Theirs) -> Files:
    """What was mailed to them."""
    for path in outbox(game):
        if theirs.owns(*named(path)) or recipient(path) in theirs.addresses:
            yield f"mails/{path.name}", path.read_bytes()


def orders(game: Game, theirs: Theirs) -> Files:
    for turn in range(1, game.last() + 2):
        for power in theirs.codes:
            if theirs.played(turn, power):
                for one in all_sets(game, turn, power):
                    yield f"orders/{turn:03}/{power}/{one.path.name}", one.content


def written(name: str, content: Any) -> Files:
    yield name, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"
