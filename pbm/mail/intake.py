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
from pbm.mail.authority import Effect, Proof, shown_by, within
from pbm.mail.away import consider_absence, request
from pbm.mail.ballots import conceded
from pbm.mail.calendar import deadline
from pbm.mail.counter import Counter, Opened, open_counter
from pbm.mail.early import told as told_of_early
from pbm.mail.former import refused_to_conceding
from pbm.mail.inbox import KEYED, SET_ASIDE, TRIED, Arrival, Delivery, Inbox, Judged, Move, identity
from pbm.mail.loops import automatic, bounced, sender
from pbm.mail.memory import remember
from pbm.mail.messages import spoken_for
from pbm.mail.moves import consider_move, stop, stopped_by
from pbm.mail.overtaken import answer_anew
from pbm.mail.own_copies import is_own_copy, prove
from pbm.mail.replies import reply
from pbm.mail.requests import asked_of, for_a_person, in_words, only_asks
from pbm.mail.sets import chosen, file_set, late, on_time, put_by_hand, replaced, settle
from pbm.mail.sorting import goes_to_office, looks_there, of_other_games, shared_with
from pbm.mail.sources import Source, wrapped
from pbm.mail.votes import concedes, consider_votes
from pbm.mail.waiting import UNREACHED, numbered
from pbm.reading.sheet import Filled, with_wish, written
from pbm.reading.verdict import Reason, Verdict, muddled, refuse
from pbm.record.game import Game
from pbm.record.holding import held
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
    asked, unasked = ((), "") if letter.tries else asked_of(counter, entry, letter)
    asking = [*([in_words(counter.game, asked)] if asked else []), *([unasked] if unasked else [])]
    entry = msgspec.structs.replace(entry, asked=asked)
    if asked and said_away is None and not letter.votes and only_asks(letter):
        return msgspec.structs.replace(entry, verdict="asked", note="; ".join(asking))
    cases = cases_of(counter, entry, letter, problems)
    accepted, stopped = any(case.verdict.accepted for case in cases), stopped_by(counter, letter.headers)
    entry = msgspec.structs.replace(entry, stops=tuple(asking.hash for asking, _ in stopped))
    told = stop(counter, entry, stopped)
    notes = [f"stops the change of address of {sheet.power}" for _, sheet in stopped]
    if stopped and not accepted:
        return msgspec.structs.replace(entry, verdict="stop", note="; ".join(notes), answers=told)
    answered, remarks = consider_absence(counter, entry, letter, said_away)
    polled, ballots = consider_votes(counter, entry, letter)
    entry = msgspec.structs.replace(entry, unread=problems, answers=(*told, *answered, *polled))
    notes += [*remarks, *ballots]
    if (remarks or ballots) and all(case.verdict.reason in NOTHING_ELSE for case in cases):
        return msgspec.structs.replace(entry, verdict=AWAY if remarks else VOTE, note="; ".join(notes))
    entry = msgspec.structs.replace(entry, verdict="accepted" if accepted else "refused")
    return settled(counter, entry, letter, cases, done, may_move=not stopped, notes=[*notes, *asking])


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


def case_of(
    counter: Counter,
    entry: Arrival,
    answers_to: str,
    filled: Filled | None,
    verdict: Verdict,
    problems: tuple[str, ...],
) -> Handled:
    """File an accepted sheet, which counts if it is the newest, and return the sheet with its outcome."""
    turn = filled.turn if filled and verdict.accepted and filled.turn else entry.turn
    power = verdict.power or ""
    sets = on_time(counter.game, turn, power) if verdict.accepted else []
    before = [each for each in sets if each.hash != entry.hash]
    if filled and before and filled.is_muddled:
        verdict = muddled(filled, power)
    case = Handled(
        game=counter.game.name,
        turn=turn,
        name=counter.name(power),
        arrived=entry.arrived,
        verdict=verdict,
        filled=filled,
        deadline=None if counter.expected.over else deadline(counter.game, turn),
        held=bool(held(counter.game)),
        now=counter.now,
        zone=counter.zone_of(power, entry.sender),
        answers=answers_to,
        problems=problems,
        ahead=turn > entry.turn,
        turn_names=counter.game.turn_names,
        over=counter.expected.over,
    )
    if not filled or not verdict.accepted:
        return case
    shown = shown_by(verdict.proof)
    filled = within(filled, lambda effect: counter.permit(effect, power, shown) is not None)
    if filled.trial:
        counter.leave(Effect.TRY, power, shown)
        return dataclasses.replace(case, filled=filled, tried=True)
    filled, words = spoken_for(counter, entry, power, shown, filled)
    case = dataclasses.replace(case, filled=filled, words=tuple(words))
    if not case.is_set and (filled.final or (before and filled.final is not None)):
        sent = before[-1].content.decode() if before else written(filled, counter.reader.words.power)
        sheet = counter.reader.sheet(power, with_wish(sent, filled.final))
        filled = msgspec.structs.replace(filled, sheet=sheet, passes=sheet.is_only_words)
        case = dataclasses.replace(case, filled=filled)
    if not case.is_set:
        return case
    game, missed, leave = counter.game, turn < entry.turn, counter.leave(Effect.ORDERS, power, shown)
    filed = file_set(leave, game, turn, entry.arrived, entry.hash, missed, written(filled, counter.reader.words.power))
    older = replaced(game, turn, power, filed)
    return dataclasses.replace(
        case,
        late=filed in late(game, turn, power),
        next_due=deadline(game, turn + 1) if turn + 1 == counter.turn and not counter.expected.over else None,
        counts=filed == chosen(game, turn, power),
        by_hand=put_by_hand(game, turn, power),
        replaces=older.arrived if older else None,
        wishes=tuple(told_of_early(game, filled)),
    )


def judged(case: Handled, move: Move | None) -> Judged:
    verdict, told = case.verdict, " ".join(case.words) or case.verdict.text
    late, only_words = case.late, case.tried or (case.filled is not None and not case.is_set)
    reason = TRIED if case.tried and verdict.accepted else verdict.reason
    return Judged(case.turn, verdict.power or "", verdict.accepted, told, late, move, reason, only_words)


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
