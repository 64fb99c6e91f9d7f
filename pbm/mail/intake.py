"""Taking letters in: each stored before anything else, dealt with once, and answered where a person may read it.

Every step can be done again: a run that was killed leaves letters without a verdict, and the next run goes on there.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from pbm.errors import GameError
from pbm.mail.answer import Case
from pbm.mail.calendar import deadline
from pbm.mail.compose import GAME, ID
from pbm.mail.counter import Desk, open_desk
from pbm.mail.inbox import Delivery, Entry, Judged, identity
from pbm.mail.loops import Headers, automatic, bounced, headers, sender
from pbm.mail.replies import reply
from pbm.mail.sets import chosen, file_set, late, replaced, settle
from pbm.mail.sources import Source, wrapped
from pbm.reading.sheet import Filled, game_named, written
from pbm.reading.verdict import Received, Verdict
from pbm.record.game import CONFIG, Game

CLOCK_MAY_SLIP = dt.timedelta(minutes=2)


@dataclass
class Collected:
    """What a run has taken, and what the game master should know."""

    entries: list[Entry] = field(default_factory=list)
    again: int = 0
    """Letters that had been taken before."""
    remarks: list[str] = field(default_factory=list)


def collect(game: Game, sources: Iterable[Source], now: dt.datetime, clock_is_right: bool = False) -> Collected:
    """Take everything that is new at the sources, and go on with what a broken run has left."""
    done = Collected()
    with game.locked():
        desk = open_desk(game, now)
        if not clock_is_right:
            refuse_clock_set_back(desk)
        try:
            for entry in [entry for entry in desk.letters if not entry.verdict]:
                done.entries.append(deal(desk, entry, done))
            take_all(desk, sources, done)
        finally:
            by_hand = settle(game, desk.turn)
    done.remarks += [
        f"orders/{power}.txt was put there by hand and stays: to use the mailed set, delete it and collect again."
        for power in by_hand
    ]
    return done


def refuse_clock_set_back(desk: Desk) -> None:
    latest = max(desk.letters, key=lambda entry: entry.taken, default=None)
    if latest and latest.taken > desk.now + CLOCK_MAY_SLIP:
        raise GameError(
            f"The clock of this machine says {desk.now:%Y-%m-%d %H:%M} UTC, but letter {latest.hash[:8]} was taken at "
            f"{latest.taken:%Y-%m-%d %H:%M}. Nothing was taken: with a wrong clock the wrong set might count. Set the "
            "clock right; or if it is right now and was wrong then, say --clock-is-right."
        )


def take_all(desk: Desk, sources: Iterable[Source], done: Collected) -> None:
    known = known_places(desk)
    for source in sources:
        for delivery in source.letters(known.__contains__):
            take(desk, delivery, done)


def known_places(desk: Desk) -> set[str]:
    """Where nothing new can lie. What should have left its place is looked at again: the run that stored it died."""
    if desk.post.after != "keep":
        return set()
    places = {place for entry in desk.letters for place in (entry.place, *entry.also)}
    return places | {note.words for note in desk.outbox.notes() if note.what == "proved"}


def take(desk: Desk, delivery: Delivery, done: Collected) -> None:
    """Store one letter and deal with it, unless it was taken before or is meant for another game."""
    hash = identity(delivery.raw)
    letter = headers(delivery.raw)
    if desk.inbox.holds(hash):
        desk.inbox.take(hash, delivery, desk.turn, desk.now)
        done.again += 1
    elif is_own_copy(desk, letter):
        if not prove(desk, letter, delivery):
            return
    elif desk.inbox.elsewhere(hash):
        done.again += 1
    elif other := meant_for(desk, delivery.raw, letter):
        done.remarks.append(f"A letter for {other} was left where it is: pbm collect {other}.")
        return
    else:
        done.entries.append(deal(desk, desk.inbox.take(hash, delivery, desk.turn, desk.now), done))
    delivery.release()


def is_own_copy(desk: Desk, letter: Headers) -> bool:
    """A copy of our own mail come back, as `copy_to` asks for."""
    if letter.get(GAME) != desk.game.name or not desk.outbox.path(safe_id(letter)).is_file():
        return False
    return letter.get("Message-ID") == desk.outbox.message_id(safe_id(letter))


def safe_id(letter: Headers) -> str:
    return letter.get(ID).replace("/", "") or "-"


def prove(desk: Desk, letter: Headers, delivery: Delivery) -> bool:
    """Note that the mail has been sent; while mail is being sent the copy is left for the next time."""
    id = safe_id(letter)
    try:
        with desk.outbox.alone():
            if (last := desk.outbox.last()[id]) is None or last.what != "proved":
                desk.outbox.note(id, desk.now, "proved", delivery.place)
    except GameError:
        return False
    return True


def meant_for(desk: Desk, raw: bytes, letter: Headers) -> str:
    """The other game of this folder that all sheets of the letter name, where games share a mailbox."""
    others = {game_named(path.parent.name): path.parent.name for path in desk.game.folder.parent.glob(f"*/{CONFIG}")}
    others = {named: folder for named, folder in others.items() if folder != desk.game.folder.name}
    if not others:
        return ""
    if letter.get(GAME) in others.values() and desk.post.own(sender(letter)):
        return letter.get(GAME)
    try:
        named = {game_named(filled.game or "") if filled else "" for filled, _ in desk.read(raw, desk.turn).judged}
    except Exception:  # a letter that makes reading fail is stored, and the fault said, when it is dealt with
        return ""
    return others.get(named.pop(), "") if len(named) == 1 else ""


def deal(desk: Desk, entry: Entry, done: Collected) -> Entry:
    """Read a stored letter, file its sets, answer it, and write its verdict down last."""
    raw = desk.inbox.raw(entry.hash)
    letter = headers(raw)
    entry = msgspec.structs.replace(entry, sender=sender(letter))
    try:
        entry = considered(desk, entry, raw, letter, done)
    except (GameError, OSError):
        raise
    except Exception as error:  # one letter that brings a fault of ours to light must not keep out all others
        fault = f"Letter {entry.hash[:8]} could not be read: a fault in pbm ({type(error).__name__}: {error})."
        done.remarks.append(f"{fault} It is kept and will be tried again.")
        return entry
    desk.inbox.record(entry)
    desk.letters.append(entry)
    return entry


def considered(desk: Desk, entry: Entry, raw: bytes, letter: Headers, done: Collected) -> Entry:
    if why := automatic(letter, desk.post):
        return msgspec.structs.replace(entry, verdict="automatic", note="; ".join([why, *lost(raw)]))
    return decide(desk, entry, letter, desk.read(raw, entry.turn), done)


def lost(raw: bytes) -> Iterator[str]:
    for address, words in bounced(raw):
        yield f"{address} was not reached: {words}"


def decide(desk: Desk, entry: Entry, letter: Headers, received: Received, done: Collected) -> Entry:
    problems = received.letter.problems
    cases = [case_of(desk, entry, letter, filled, verdict, problems) for filled, verdict in received.judged]
    answers, silence = reply(desk, entry, letter, cases, done.remarks)
    return msgspec.structs.replace(
        entry,
        verdict="accepted" if any(case.verdict.accepted for case in cases) else "refused",
        sheets=tuple(judged(case) for case in cases),
        note=f"not answered: {silence}" if silence else "",
        answers=answers,
    )


def case_of(
    desk: Desk, entry: Entry, letter: Headers, filled: Filled | None, verdict: Verdict, problems: tuple[str, ...]
) -> Case:
    """A sheet with what became of it; if it was accepted it is filed, and counts if it is the newest."""
    turn = filled.turn if filled and verdict.accepted and filled.turn else entry.turn
    power = verdict.power or ""
    case = Case(
        game=desk.game.name,
        turn=turn,
        name=desk.name(power),
        arrived=entry.arrived,
        verdict=verdict,
        filled=filled,
        deadline=deadline(desk.game, turn),
        answers=letter.get("Message-ID"),
        problems=problems,
    )
    if not filled or not verdict.accepted:
        return case
    game, missed = desk.game, turn < entry.turn
    filed = file_set(game, turn, power, entry.arrived, entry.hash, missed, written(filled, desk.reader.words.power))
    before = replaced(game, turn, power, filed)
    return dataclasses.replace(
        case,
        late=filed in late(game, turn, power),
        counts=filed == chosen(game, turn, power),
        replaces=before.arrived if before else None,
    )


def judged(case: Case) -> Judged:
    return Judged(case.turn, case.verdict.power or "", case.verdict.accepted, case.verdict.text, case.late)


def enter(game: Game, power: str, text: str, arrived: dt.datetime, now: dt.datetime) -> Entry:
    """File a sheet that the game master has keyed; it goes the way of every letter."""
    content = f"# keyed for {power} at {now:%Y-%m-%d %H:%M:%S} UTC\n{text}".encode()
    raw = wrapped(f"{power}.txt", content)
    done = Collected()
    with game.locked():
        desk = open_desk(game, now)
        try:
            take(desk, Delivery(raw, arrived, "keyed"), done)
        finally:
            settle(game, desk.turn)
    if not done.entries:
        raise GameError("; ".join(done.remarks) or f"This very sheet of {power} has been taken before.")
    return done.entries[0]
