"""Taking letters in: each is stored first, handled once, and answered if a person may read the answer.

Every step can be repeated: a killed run leaves letters without a verdict, and the next run handles them.
"""

import dataclasses
import datetime as dt
import errno
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from pbm.errors import GameError
from pbm.log import did
from pbm.mail.addresses import powers_at
from pbm.mail.answer import Handled
from pbm.mail.authority import Effect, Proof
from pbm.mail.away import consider_absence, request
from pbm.mail.ballots import conceded
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter, Opened, open_counter
from pbm.mail.former import refused_to_conceding
from pbm.mail.handling import case_of, judged
from pbm.mail.inbox import KEYED, SET_ASIDE, Arrival, Delivery, Inbox, identity
from pbm.mail.loops import automatic, bounced, sender
from pbm.mail.memory import remember
from pbm.mail.moves import consider_move, stop, stopped_by
from pbm.mail.overtaken import answer_anew
from pbm.mail.own_copies import is_own_copy, prove
from pbm.mail.replies import reply
from pbm.mail.requests import asked_of, for_a_person, in_words, only_asks
from pbm.mail.sets import settle
from pbm.mail.sorting import goes_to_office, looks_there, of_other_games, shared_with
from pbm.mail.sources import Source, wrapped
from pbm.mail.votes import concedes, consider_votes
from pbm.mail.waiting import UNREACHED, numbered
from pbm.reading.sheet import Filled
from pbm.reading.verdict import Reason, Verdict, refuse
from pbm.record.game import Game
from pbm.rules.event import Count

NOTHING_ELSE = (Reason.NO_SHEET, Reason.EMPTY)
"""The verdicts on a letter that brought no sheet."""
AWAY = "away"
"""The verdict on a letter that only says when its player is away."""
VOTE = "vote"
"""The verdict on a letter that only votes."""
KEPT = "orders/{power}.txt was put there by hand and is kept. To use the mailed set, delete it and collect again."
CLOCK_MAY_SLIP = dt.timedelta(minutes=2)
FAR_AHEAD = dt.timedelta(days=1)
"""Letters that came so much later than now are spoken of."""
OF_A_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""Disk errors caused by a name, and so perhaps by a letter."""


@dataclass
class Collected:
    """The letters a run has taken, and remarks for the game master."""

    entries: list[Arrival] = field(default_factory=list)
    again: int = 0
    """The number of letters already taken before."""
    handed_over: int = 0
    """The number of letters that are for the office."""
    news: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    """Remarks that are true again each time."""
    said: list[tuple[str, Mail]] = field(default_factory=list)
    """The receipts that were made, each with the hash of its letter."""
    stuck: list[str] = field(default_factory=list)
    """Letters for games that do not look where they lie, so that only the game master can help."""

    @property
    def remarks(self) -> list[str]:
        return [*self.news, *self.standing, *self.stuck]


def collect(game: Game, sources: Iterable[Source], now: dt.datetime, clock_is_right: bool = False) -> Collected:
    """Take every new letter from the sources, and handle what an interrupted run left."""
    done = Collected()
    with game.locked():
        counter = open_counter(game, now)
        done.said = counter.said
        try:
            take_up_all(counter, done)
            take_all(counter, sources, done, None if clock_is_right else of_another_time(counter))
            keep_in_mind(counter)
        finally:
            by_hand = settle(game, counter.turn)
    if done.entries:
        did(game.name, f"{Count(len(done.entries)):letter/letters} taken in")
    done.standing += [KEPT.format(power=power) for power in by_hand]
    return done


def keep_in_mind(counter: Counter) -> None:
    remember(counter.game, counter.letters, counter.now, lambda address: powers_at(counter.addresses, address))


def take_up_all(counter: Counter, done: Collected) -> None:
    """Handle the letters that an interrupted run stored."""
    for entry in [entry for entry in counter.letters if not entry.verdict]:
        with setting_aside(counter, lambda entry=entry: entry, done):  # type: ignore[misc]
            deal(counter, entry, Opened(counter, counter.inbox.raw(entry.hash), entry.turn, entry.place), done)


@contextmanager
def setting_aside(counter: Counter, stored: Callable[[], Arrival], done: Collected) -> Iterator[None]:
    """If a letter causes an error, keep it with the error for the game master, and go on with the others.

    A full disk or a wrong setting is not the letter's fault: raise it, and try the letter again next time.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, GameError) or (isinstance(error, OSError) and error.errno not in OF_A_NAME):
            raise
        fault = f"set aside, it could not be handled ({type(error).__name__}: {str(error)[:200]})"
        finish(counter, msgspec.structs.replace(stored(), verdict=SET_ASIDE, note=fault), done)


def finish(counter: Counter, entry: Arrival, done: Collected) -> None:
    entry = numbered(counter.letters, entry)
    counter.inbox.record(entry)
    counter.letters.append(entry)
    done.entries.append(entry)


def of_another_time(counter: Counter) -> Arrival | None:
    """A letter taken later than it is now, if there is one: the clock was wrong then, or is wrong now."""
    latest = max(counter.letters, key=lambda entry: entry.taken, default=None)
    return latest if latest and latest.taken > counter.now + CLOCK_MAY_SLIP else None


def take_all(counter: Counter, sources: Iterable[Source], done: Collected, doubt: Arrival | None) -> None:
    """Take the letters. While the clock is in doubt, only those that came before it by their server's time: for these
    it makes no difference which of the two times is wrong."""
    known, left, ahead = known_places(counter), 0, list[dt.datetime]()
    for source in sources:
        for delivery in source.letters(known.__contains__):
            if doubt and delivery.arrived > counter.now + CLOCK_MAY_SLIP:
                left += 1
                continue
            before = len(done.entries)
            take(counter, delivery, done)
            if delivery.arrived > counter.now + FAR_AHEAD and len(done.entries) > before:
                ahead.append(delivery.arrived)
    if doubt and left:
        done.news.append(in_doubt(counter.now, doubt, left))
    if ahead:
        done.news.append(dated_ahead(counter.now, ahead))


def dated_ahead(now: dt.datetime, ahead: list[dt.datetime]) -> str:
    return (
        f"Letters that came later than it is now were taken ({len(ahead)}, up to {max(ahead):%Y-%m-%d %H:%M} UTC): the "
        f"clock of this machine, which says {now:%Y-%m-%d %H:%M}, or that of the mail server is wrong."
    )


def in_doubt(now: dt.datetime, doubt: Arrival, left: int) -> str:
    return (
        f"The clock of this machine says {now:%Y-%m-%d %H:%M} UTC, but letter {doubt.hash[:8]} was taken at "
        f"{doubt.taken:%Y-%m-%d %H:%M}: one of the two is wrong. Letters that came later than it is now "
        f"({left}) wait for another run. If the clock is right now, collect with --clock-is-right."
    )


def known_places(counter: Counter) -> set[str]:
    """Places whose letters need no second look, except letters that should have been moved or deleted there."""
    if counter.post.after != "keep":
        return set()
    places = {place for entry in counter.letters for place in (entry.place, *entry.also)}
    return places | {*counter.letters.places} | {note.words for note in counter.outbox.notes() if note.what == "proved"}


def take(counter: Counter, delivery: Delivery, done: Collected) -> None:
    """Store one letter and handle it, unless it was taken before or is for another game."""
    hash = identity(delivery.raw)
    letter = Opened(counter, delivery.raw, counter.turn, delivery.place)

    def stored() -> Arrival:
        return counter.inbox.take(hash, delivery, counter.turn, counter.now)

    others: list[Inbox] = []
    with setting_aside(counter, stored, done):
        others = shared_with(counter, letter)
        if counter.inbox.holds(hash):
            stored()
            counter.letters.places.append(delivery.place)
            done.again += 1
        elif is_own_copy(counter.game, counter.outbox, letter.headers):
            counter.leave(Effect.SENT, "", Proof.MARK)
            if not prove(counter.outbox, letter.headers, delivery.place, counter.now):
                return
        elif counter.inbox.elsewhere(hash) and not others:
            done.again += 1
        elif counter.door and goes_to_office(counter, counter.door, letter):
            counter.door.take(delivery, counter.now)
            done.handed_over += 1
        elif (elsewhere := of_other_games(counter, letter)) and not any(
            looks_there(counter, each) for each in elsewhere
        ):
            wanted = " and ".join(elsewhere)
            done.stuck.append(f"A letter for {wanted} lies at {delivery.place}, where that game does not look.")
            return
        elif elsewhere:
            done.standing += [
                f"A letter for {name} was not taken. To take it: pbm collect {name}" for name in elsewhere
            ]
            return
        else:
            deal(counter, stored(), letter, done)
    if all(inbox.holds(hash) for inbox in others):
        delivery.release()


def deal(counter: Counter, entry: Arrival, letter: Opened, done: Collected) -> None:
    """Read a stored letter, file its sets, answer it, and write its verdict last."""
    if gone := conceded(counter.game, entry.hash):
        counter = dataclasses.replace(counter, conceding=[one.by for one in gone])
    if letter.turn != entry.turn or gone:
        letter = dataclasses.replace(letter, counter=counter, turn=entry.turn)
    entry = msgspec.structs.replace(entry, sender=sender(letter.headers))
    if why := automatic(letter.headers, counter.post):
        counter.leave(Effect.UNREACHED, "", Proof.NONE)
        note = "; ".join([why, *lost(letter.raw)])
        finish(counter, msgspec.structs.replace(entry, verdict="automatic", note=note), done)
    else:
        decided = decide(counter, entry, letter, done)
        answer_anew(counter, decided, cases_of)
        finish(counter, decided, done)


def lost(raw: bytes) -> Iterator[str]:
    for address, words in bounced(raw):
        yield f"{address} {UNREACHED}: {words}"


def decide(counter: Counter, entry: Arrival, letter: Opened, done: Collected) -> Arrival:
    said_away = None if letter.tries or counter.expected.over else request(counter, letter)
    problems = (*letter.received.letter.problems, *for_a_person(letter, said_away is not None or bool(letter.votes)))
    entry, asking = requested(counter, entry, letter)
    if entry.asked and said_away is None and not letter.votes and only_asks(letter):
        return msgspec.structs.replace(entry, verdict="asked", note="; ".join(asking))
    cases = cases_of(counter, entry, letter, problems)
    accepted = any(case.verdict.accepted for case in cases)
    entry, stops = stopping(counter, entry, letter)
    if stops and not accepted:
        return msgspec.structs.replace(entry, verdict="stop", note="; ".join(stops))
    entry, remarks, kind = absence_and_votes(counter, entry, letter, said_away)
    entry = msgspec.structs.replace(entry, unread=problems, verdict="accepted" if accepted else "refused")
    if remarks and all(case.verdict.reason in NOTHING_ELSE for case in cases):
        return msgspec.structs.replace(entry, verdict=kind, note="; ".join([*stops, *remarks]))
    return settled(counter, entry, letter, cases, done, may_move=not stops, notes=[*stops, *remarks, *asking])


def requested(counter: Counter, entry: Arrival, letter: Opened) -> tuple[Arrival, list[str]]:
    """What a letter asks to be sent, and remarks on that."""
    asked, unasked = ((), "") if letter.tries else asked_of(counter, entry, letter)
    asking = [in_words(counter.game, asked)] if asked else []
    return msgspec.structs.replace(entry, asked=asked), [*asking, *([unasked] if unasked else [])]


def stopping(counter: Counter, entry: Arrival, letter: Opened) -> tuple[Arrival, list[str]]:
    """The changes of address that a letter stops, with the mails about it."""
    stopped = stopped_by(counter, letter.headers)
    entry = msgspec.structs.replace(entry, stops=tuple(asking.hash for asking, _ in stopped))
    told = stop(counter, entry, stopped)
    remarks = [f"stops the change of address of {sheet.power}" for _, sheet in stopped]
    return msgspec.structs.replace(entry, answers=told), remarks


def absence_and_votes(
    counter: Counter, entry: Arrival, letter: Opened, said_away: str | None
) -> tuple[Arrival, list[str], str]:
    """What a letter says beside its sheets, answered; remarks, and what it is if it says nothing else."""
    answered, remarks = consider_absence(counter, entry, letter, said_away)
    polled, ballots = consider_votes(counter, entry, letter)
    entry = msgspec.structs.replace(entry, answers=(*entry.answers, *answered, *polled))
    return entry, [*remarks, *ballots], AWAY if remarks else VOTE


def cases_of(counter: Counter, entry: Arrival, letter: Opened, problems: tuple[str, ...]) -> list[Handled]:
    """Every sheet of a letter with what comes of it."""
    answers_to = letter.headers.get("Message-ID")
    return [
        case_of(counter, entry, answers_to, as_trial(filled, letter.tries), verdict, problems)
        for filled, verdict in beside_votes(counter, letter)
    ]


def settled(
    counter: Counter,
    entry: Arrival,
    letter: Opened,
    cases: list[Handled],
    done: Collected,
    may_move: bool,
    notes: list[str],
) -> Arrival:
    """A letter that is answered sheet by sheet, with the changes of address that they ask for."""
    answers, silence = reply(counter, entry, letter.headers, cases, done.news)
    moves = [consider_move(counter, entry, case) if may_move and not case.tried else (None, "") for case in cases]
    notes = [*notes, *([f"not answered: {silence}"] if silence else []), *(words for _, words in moves if words)]
    return msgspec.structs.replace(
        entry,
        sheets=tuple(judged(case, move) for case, (move, _) in zip(cases, moves, strict=True)),
        note="; ".join(notes),
        answers=(*entry.answers, *answers),
    )


def beside_votes(counter: Counter, letter: Opened) -> Iterator[tuple[Filled | None, Verdict]]:
    """Each sheet of a letter with the verdict on it. One that votes and shows nobody's code or address has not come
    empty; and no orders of those are played who concede in it."""
    for filled, verdict in letter.received.judged:
        power = (verdict.power or "") if verdict.accepted else ""
        if letter.votes and not letter.shown and verdict.reason in NOTHING_ELSE:
            yield filled, refuse(Reason.NO_CODE, verdict.power)
        elif power and filled and filled.understood and concedes(counter, letter, power):
            yield filled, refused_to_conceding(power, counter.name(power))
        elif power and filled and filled.only_passes and concedes(counter, letter, power):
            yield filled, refuse(Reason.EMPTY, power)
        else:
            yield filled, verdict


def as_trial(filled: Filled | None, trial: bool) -> Filled | None:
    """A sheet in a letter that says TRY."""
    return msgspec.structs.replace(filled, trial=True) if filled and trial else filled


def enter(game: Game, power: str, text: str, arrived: dt.datetime, now: dt.datetime) -> Arrival:
    """File a sheet that the game master has typed in; it is handled like a letter."""
    content = f"# keyed for {power} at {now:%Y-%m-%d %H:%M:%S} UTC\n{text}".encode()
    raw = wrapped(f"{power}.txt", content)
    done = Collected()
    with game.locked():
        counter = open_counter(game, now)
        try:
            take_up_all(counter, done)
            take(counter, Delivery(raw, arrived, KEYED), done)
            keep_in_mind(counter)
        finally:
            settle(game, counter.turn)
    if filed := [entry for entry in done.entries if entry.hash == identity(raw)]:
        return filed[0]
    raise GameError("; ".join(done.remarks) or f"The same sheet of {power} has been taken before.")
