"""One sheet of a letter: filed if it is accepted, with all that its answer tells of it."""

import dataclasses
from itertools import takewhile

import msgspec

from pbm.mail.answer import Handled
from pbm.mail.authority import Effect, Proof, shown_by, within
from pbm.mail.calendar import deadline
from pbm.mail.counter import Counter
from pbm.mail.early import told as told_of_early
from pbm.mail.inbox import TRIED, Arrival, Judged, Move
from pbm.mail.messages import spoken_for
from pbm.mail.sets import chosen, file_set, late, on_time, put_by_hand, replaced
from pbm.reading.sheet import Filled, with_wish, written
from pbm.reading.verdict import Verdict, muddled
from pbm.record.holding import held


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
    earlier = (each for each in sets if each.arrived <= entry.arrived)
    before = [*takewhile(lambda each: each.hash != entry.hash, earlier)]  # none that came since, if it is read again
    if filled and before and filled.is_muddled:
        verdict = muddled(filled, power)
    case = considered(counter, entry, turn, filled, verdict)
    case = dataclasses.replace(case, answers=answers_to, problems=problems)
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
        case = dataclasses.replace(case, filled=wished(counter, filled, power, sent))
    return filed(counter, entry, case, power, shown) if case.is_set else case


def considered(counter: Counter, entry: Arrival, turn: int, filled: Filled | None, verdict: Verdict) -> Handled:
    """A sheet as its answer tells of it, before anything is filed."""
    return Handled(
        game=counter.game.name,
        turn=turn,
        name=counter.name(verdict.power or ""),
        arrived=entry.arrived,
        verdict=verdict,
        filled=filled,
        deadline=None if counter.expected.over else deadline(counter.game, turn),
        held=bool(held(counter.game)),
        now=counter.now,
        clock=counter.clock_of(verdict.power or "", entry.sender),
        ahead=turn > entry.turn,
        turn_names=counter.game.turn_names,
        over=counter.expected.over,
    )


def wished(counter: Counter, filled: Filled, power: str, sent: str) -> Filled:
    """The orders that were sent before, as their player's last word or not."""
    sheet = counter.reader.sheet(power, with_wish(sent, bool(filled.final)))
    return msgspec.structs.replace(filled, sheet=sheet, passes=sheet.is_only_words)


def filed(counter: Counter, entry: Arrival, case: Handled, power: str, shown: Proof) -> Handled:
    """A sheet put beside the others of its power and turn."""
    game, turn = counter.game, case.turn
    assert case.filled
    content = written(case.filled, counter.reader.words.power)
    leave = counter.leave(Effect.ORDERS, power, shown)
    kept = file_set(leave, game, turn, entry.arrived, entry.hash, turn < entry.turn, content)
    older = replaced(game, turn, power, kept)
    return dataclasses.replace(
        case,
        late=kept in late(game, turn, power),
        next_due=deadline(game, turn + 1) if turn + 1 == counter.turn and not counter.expected.over else None,
        counts=kept == chosen(game, turn, power),
        by_hand=put_by_hand(game, turn, power),
        replaces=older.arrived if older else None,
        wishes=tuple(told_of_early(game, case.filled)),
    )


def judged(case: Handled, move: Move | None) -> Judged:
    verdict, told = case.verdict, " ".join(case.words) or case.verdict.text
    late, only_words = case.late, case.tried or (case.filled is not None and not case.is_set)
    reason = TRIED if case.tried and verdict.accepted else verdict.reason
    return Judged(case.turn, verdict.power or "", verdict.accepted, told, late, move, reason, only_words)
