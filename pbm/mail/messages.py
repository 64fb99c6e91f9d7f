"""Private messages between players: the game passes them on, signed, and shows neither address.

Each is kept in turns/007/messages.jsonl, for the game master to look up. It is in no result and no bundle.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.as_page import flowed
from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.compose import Mail, body
from pbm.mail.counter import Counter
from pbm.mail.inbox import Arrival
from pbm.mail.sets import chosen, expected
from pbm.reading.sheet import Filled
from pbm.reading.subjects import PASSED_ON
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.players import Player
from pbm.rules.names import opened
from pbm.rules.order import Private

KEPT = "messages.jsonl"
MOST = 20
"""The most messages of a player in a day."""
DAY = dt.timedelta(days=1)
NO_CONTACTS = "Nobody may know who plays what in this game: your phone or email was left out."
MANY = "Your messages go to everyone: {most} a day by mail, the rest with the next reports."
NO_PRESS = "This game has no messages to everyone: yours was left out."


class Message(msgspec.Struct, frozen=True):
    who: str
    to: str
    text: str
    at: dt.datetime
    """When it came."""
    by: Literal["mail", "report"]
    """How it is passed on."""
    everyone: bool = False
    """Whether it was written to everyone."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.who, self.to, self.text

    @property
    def mark(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self.key)).hexdigest()[:12]


def place(game: Game, turn: int) -> Path:
    return game.turn(turn) / KEPT


def kept(game: Game, turn: int) -> list[Message]:
    """The messages of a turn, in the order they came."""
    path = place(game, turn)
    try:
        lines = path.read_bytes().splitlines() if path.is_file() else []
        return [msgspec.json.decode(line, type=Message) for line in lines]
    except msgspec.DecodeError as error:
        raise GameError(f"{path} is damaged: {error}. Fix or delete the line that is not JSON.") from None


def spoken_for(counter: Counter, entry: Arrival, who: str, shown: Proof, filled: Filled) -> tuple[Filled, list[str]]:
    """The sheet without what others may not read, and what to tell its player about the messages taken from it.

    A letter of messages alone is no set of orders if it holds a private one, or if orders are there already.
    """
    sheet, people = filled.sheet, counter.game.people()
    told = pass_on(counter, entry, counter.leave(Effect.TO_ONE, who, shown), sheet.private) if sheet.private else []
    messages = sheet.messages if people.press else ()
    if sheet.messages and not people.press:
        told.append(NO_PRESS)
    before = chosen(counter.game, counter.turn, who)
    if messages and sheet.is_only_words and (sheet.private or (before and before.hash != entry.hash)):
        told += publish(counter, entry, counter.leave(Effect.TO_ALL, who, shown), messages)
    if sheet.contacts and people.anonymous:
        told.append(NO_CONTACTS)
    contacts = {} if people.anonymous else sheet.contacts
    public = msgspec.structs.replace(sheet, messages=messages, contacts=contacts)
    return msgspec.structs.replace(filled, sheet=public), told


def pass_on(counter: Counter, entry: Arrival, permit: Permit, said: Iterable[Private]) -> list[str]:
    """Pass on a player's private messages; return what to tell the player about each."""
    return [told for each in said for told in one(counter, entry, permit, each.to, each.message)]


def publish(counter: Counter, entry: Arrival, permit: Permit, messages: Iterable[str]) -> list[str]:
    """Pass on messages to everyone that came without orders."""
    who = permit.of(Effect.TO_ALL)
    seated = [power for power in expected(counter.game, counter.turn) if power != who]
    by_mail = mailed_to_all(counter, entry, who)
    for message in messages:
        if len(by_mail) < counter.post.messages_to_all:
            by_mail.add(message)
        for power in seated:
            list(one(counter, entry, permit, power, message, wait=message not in by_mail))
    late = any(message not in by_mail for message in messages)
    return [MANY.format(most=counter.post.messages_to_all) if late else "Your message goes to everyone."]


def mailed_to_all(counter: Counter, entry: Arrival, who: str) -> set[str]:
    """What a player said to everyone in the last day that went out by mail."""
    said = [each for each in kept(counter.game, entry.turn) if each.who == who and each.everyone and each.by == "mail"]
    return {each.text for each in said if each.at > entry.arrived - DAY}


def one(counter: Counter, entry: Arrival, permit: Permit, to: str, text: str, wait: bool = False) -> Iterator[str]:
    """Pass on one message, once; what is there from a run that was interrupted stays as it is."""
    everyone = permit.effect is not Effect.TO_ONE
    who = permit.of(Effect.TO_ALL if everyone else Effect.TO_ONE)
    name, before = counter.name(to), kept(counter.game, entry.turn)
    if why := refused(counter, entry, who, to, [each for each in before if each.key != (who, to, text)]):
        yield f"Your message to {name} was NOT passed on: {why}."
        return
    by_mail = "" if wait else address_of(counter, to)
    message = Message(who, to, text, entry.arrived, "mail" if by_mail else "report", everyone)
    if by_mail:
        counter.outbox.queue(
            entry.turn, to, f"message-{message.mark}", message_mail(counter, message), by_mail, counter.now
        )
    if message.key not in [each.key for each in before]:
        lines = [*before, message]
        put(
            place(counter.game, entry.turn), b"".join(msgspec.json.encode(each) + b"\n" for each in lines), private=True
        )
    yield f"Your message to {name} {'has been passed on' if by_mail else 'will come with their next report'}."


def refused(counter: Counter, entry: Arrival, who: str, to: str, before: list[Message]) -> str:
    """Why a message is not passed on; empty if it is."""
    if to == who:
        return "you wrote to yourself"
    if to not in expected(counter.game, counter.turn):
        return "it has no player"
    today = {each.mark for each in before if each.who == who and not each.everyone and each.at > entry.arrived - DAY}
    return f"you have written {MOST} messages today" if len(today) >= MOST else ""


def address_of(counter: Counter, to: str) -> str:
    """Where a message goes by mail at once; empty if it waits for the report."""
    player = players(counter.game).get(to, Player())
    if counter.game.people().messages == "report" or player.form == "paper" or not counter.post.address:
        return ""
    return counter.addresses.get(to, "")


def message_mail(counter: Counter, message: Message) -> Mail:
    """The mail to the player; the words are marked as quoted, so that an answer never repeats them as orders."""
    game, name = counter.game, counter.name(message.who)
    quoted = "\n".join(f"> {line}" for line in body(message.text).split("\n"))
    readers = "everyone" if message.everyone else "you"
    text = (
        f"{opened(signature(game, message.who, name))} writes to {readers} in {game.name}:\n\n"
        f"{quoted}\n\n"
        "The game has passed this on: neither of you sees the other's address.\n"
        "To answer, reply to this mail: your code on a line of its own (Code: ...), and your words below it.\n"
    )
    return Mail(f"{game.name}: {PASSED_ON} {name}", flowed(text))


def signature(game: Game, code: str, name: str) -> str:
    """Mercia (MER), and who plays it unless the game is anonymous."""
    player = players(game).get(code, Player()).name
    return f"{name} ({code})" + (f", played by {player}," if player and not game.people().anonymous else "")
