"""Taking letters in: each stored before anything else, dealt with once, and answered where a person may read it.

Every step can be done again: a run that was killed leaves letters without a verdict, and the next run goes on there.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from pbm.errors import GameError
from pbm.mail.answer import Handled
from pbm.mail.calendar import deadline
from pbm.mail.compose import GAME, ID
from pbm.mail.counter import Counter, open_counter
from pbm.mail.inbox import Arrival, Delivery, Judged, identity
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

    entries: list[Arrival] = field(default_factory=list)
    again: int = 0
    """Letters that had been taken before."""
    remarks: list[str] = field(default_factory=list)


def collect(game: Game, sources: Iterable[Source], now: dt.datetime, clock_is_right: bool = False) -> Collected:
    """Take everything that is new at the sources, and go on with what a broken run has left."""
    done = Collected()
    with game.locked():
        counter = open_counter(game, now)
        if not clock_is_right:
            refuse_clock_set_back(counter)
        try:
            for entry in [entry for entry in counter.letters if not entry.verdict]:
                done.entries.append(deal(counter, entry, done))
            take_all(counter, sources, done)
        finally:
            by_hand = settle(game, counter.turn)
    done.remarks += [
        f"orders/{power}.txt was put there by hand and stays: to use the mailed set, delete it and collect again."
        for power in by_hand
    ]
    return done


def refuse_clock_set_back(counter: Counter) -> None:
    latest = max(counter.letters, key=lambda entry: entry.taken, default=None)
    if latest and latest.taken > counter.now + CLOCK_MAY_SLIP:
        raise GameError(
            f"The clock of this machine says {counter.now:%Y-%m-%d %H:%M} UTC, but letter {latest.hash[:8]} came at "
            f"{latest.taken:%Y-%m-%d %H:%M}. Nothing was taken: with a wrong clock the wrong set might count. Set the "
            "clock right; or if it is right now and was wrong then, say --clock-is-right."
        )


def take_all(counter: Counter, sources: Iterable[Source], done: Collected) -> None:
    known = known_places(counter)
    for source in sources:
        for delivery in source.letters(known.__contains__):
            take(counter, delivery, done)


def known_places(counter: Counter) -> set[str]:
    """Where nothing new can lie. What should have left its place is looked at again: the run that stored it died."""
    if counter.post.after != "keep":
        return set()
    places = {place for entry in counter.letters for place in (entry.place, *entry.also)}
    return places | {note.words for note in counter.outbox.notes() if note.what == "proved"}


def take(counter: Counter, delivery: Delivery, done: Collected) -> None:
    """Store one letter and deal with it, unless it was taken before or is meant for another game."""
    hash = identity(delivery.raw)
    letter = headers(delivery.raw)
    if counter.inbox.holds(hash):
        counter.inbox.take(hash, delivery, counter.turn, counter.now)
        done.again += 1
    elif is_own_copy(counter, letter):
        if not prove(counter, letter, delivery):
            return
    elif counter.inbox.elsewhere(hash):
        done.again += 1
    elif other := meant_for(counter, delivery.raw, letter):
        done.remarks.append(f"A letter for {other} was left where it is: pbm collect {other}.")
        return
    else:
        done.entries.append(deal(counter, counter.inbox.take(hash, delivery, counter.turn, counter.now), done))
    delivery.release()


def is_own_copy(counter: Counter, letter: Headers) -> bool:
    """A copy of our own mail come back, as `copy_to` asks for."""
    if letter.get(GAME) != counter.game.name or not counter.outbox.path(safe_id(letter)).is_file():
        return False
    return letter.get("Message-ID") == counter.outbox.message_id(safe_id(letter))


def safe_id(letter: Headers) -> str:
    return letter.get(ID).replace("/", "") or "-"


def prove(counter: Counter, letter: Headers, delivery: Delivery) -> bool:
    """Note that the mail has been sent; while mail is being sent the copy is left for the next time."""
    id = safe_id(letter)
    try:
        with counter.outbox.alone():
            if (last := counter.outbox.last()[id]) is None or last.what != "proved":
                counter.outbox.note(id, counter.now, "proved", delivery.place)
    except GameError:
        return False
    return True


def meant_for(counter: Counter, raw: bytes, letter: Headers) -> str:
    """The other game of this folder that all sheets of the letter name, where games share a mailbox."""
    others = {game_named(path.parent.name): path.parent.name for path in counter.game.folder.parent.glob(f"*/{CONFIG}")}
    others = {named: folder for named, folder in others.items() if folder != counter.game.folder.name}
    if not others:
        return ""
    if letter.get(GAME) in others.values() and counter.post.own(sender(letter)):
        return letter.get(GAME)
    try:
        named = {
            game_named(filled.game or "") if filled else "" for filled, _ in counter.read(raw, counter.turn).judged
        }
    except Exception:  # a letter that makes reading fail is stored, and the fault said, when it is dealt with
        return ""
    return others.get(named.pop(), "") if len(named) == 1 else ""


def deal(counter: Counter, entry: Arrival, done: Collected) -> Arrival:
    """Read a stored letter, file its sets, answer it, and write its verdict down last."""
    raw = counter.inbox.raw(entry.hash)
    letter = headers(raw)
    entry = msgspec.structs.replace(entry, sender=sender(letter))
    try:
        entry = considered(counter, entry, raw, letter, done)
    except (GameError, OSError):
        raise
    except Exception as error:  # one letter that brings a fault of ours to light must not keep out all others
        fault = f"Letter {entry.hash[:8]} could not be read: a fault in pbm ({type(error).__name__}: {error})."
        done.remarks.append(f"{fault} It is kept and will be tried again.")
        return entry
    counter.inbox.record(entry)
    counter.letters.append(entry)
    return entry


def considered(counter: Counter, entry: Arrival, raw: bytes, letter: Headers, done: Collected) -> Arrival:
    if why := automatic(letter, counter.post):
        return msgspec.structs.replace(entry, verdict="automatic", note="; ".join([why, *lost(raw)]))
    return decide(counter, entry, letter, counter.read(raw, entry.turn), done)


def lost(raw: bytes) -> Iterator[str]:
    for address, words in bounced(raw):
        yield f"{address} was not reached: {words}"


def decide(counter: Counter, entry: Arrival, letter: Headers, received: Received, done: Collected) -> Arrival:
    problems = received.letter.problems
    cases = [case_of(counter, entry, letter, filled, verdict, problems) for filled, verdict in received.judged]
    answers, silence = reply(counter, entry, letter, cases, done.remarks)
    return msgspec.structs.replace(
        entry,
        verdict="accepted" if any(case.verdict.accepted for case in cases) else "refused",
        sheets=tuple(judged(case) for case in cases),
        note=f"not answered: {silence}" if silence else "",
        answers=answers,
    )


def case_of(
    counter: Counter,
    entry: Arrival,
    letter: Headers,
    filled: Filled | None,
    verdict: Verdict,
    problems: tuple[str, ...],
) -> Handled:
    """A sheet with what became of it; if it was accepted it is filed, and counts if it is the newest."""
    turn = filled.turn if filled and verdict.accepted and filled.turn else entry.turn
    power = verdict.power or ""
    case = Handled(
        game=counter.game.name,
        turn=turn,
        name=counter.name(power),
        arrived=entry.arrived,
        verdict=verdict,
        filled=filled,
        deadline=deadline(counter.game, turn),
        answers=letter.get("Message-ID"),
        problems=problems,
    )
    if not filled or not verdict.accepted:
        return case
    game, missed = counter.game, turn < entry.turn
    filed = file_set(game, turn, power, entry.arrived, entry.hash, missed, written(filled, counter.reader.words.power))
    before = replaced(game, turn, power, filed)
    return dataclasses.replace(
        case,
        late=filed in late(game, turn, power),
        counts=filed == chosen(game, turn, power),
        replaces=before.arrived if before else None,
    )


def judged(case: Handled) -> Judged:
    return Judged(case.turn, case.verdict.power or "", case.verdict.accepted, case.verdict.text, case.late)


def enter(game: Game, power: str, text: str, arrived: dt.datetime, now: dt.datetime) -> Arrival:
    """File a sheet that the game master has keyed; it goes the way of every letter."""
    content = f"# keyed for {power} at {now:%Y-%m-%d %H:%M:%S} UTC\n{text}".encode()
    raw = wrapped(f"{power}.txt", content)
    done = Collected()
    with game.locked():
        counter = open_counter(game, now)
        try:
            take(counter, Delivery(raw, arrived, "keyed"), done)
        finally:
            settle(game, counter.turn)
    if not done.entries:
        raise GameError("; ".join(done.remarks) or f"This very sheet of {power} has been taken before.")
    return done.entries[0]
