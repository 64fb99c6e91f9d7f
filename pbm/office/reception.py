"""Letters to the office, from storing to answering: one mail answers one letter, and nothing that changes anything is
done before a code has come back from the address that it was mailed to."""

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace

from pbm.errors import GameError, said
from pbm.mail.as_page import flowed
from pbm.mail.asking import STANDS, Asking, Wanted, all_asked, ask, drop
from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.compose import Mail
from pbm.mail.front_door import Office, letter_of, names_known
from pbm.mail.inbox import SET_ASIDE, Arrival, Inbox
from pbm.mail.loops import automatic, headers, listed, sender, unanswerable
from pbm.mail.outbox import Outbox
from pbm.mail.settings import post
from pbm.mail.taken import Taken
from pbm.mail.waiting import numbered
from pbm.office.about import about
from pbm.office.enlisting import EFFECTS, enlist, leave
from pbm.office.erasing import forget_unconfirmed
from pbm.office.games_page import games_text
from pbm.office.reception_words import (
    asks,
    code_missing,
    code_quoted,
    confirmed,
    left,
    needs_nod,
    to_confirm,
    unknown_code,
    will_be_read,
)
from pbm.office.seat_answers import answered_offer, whose_offer
from pbm.office.visitors import Visitor, new_id, new_person, wanted
from pbm.reading.errands import Errand, answers_in, answers_without_code, errands_in, only_quoted
from pbm.reading.sheet_code import same, sheet_code
from pbm.record.people import people

DAY = dt.timedelta(days=1)
MOST_ANSWERS = 5
"""So many letters of an address are answered in a day."""
Said = tuple[str, str]
"""The subject and the text of a part of the answer."""


def receive(office: Office, now: dt.datetime) -> Iterator[str]:
    """Handle every letter that has no verdict; what an interrupted run has begun is finished."""
    with office.locked():
        forget_unconfirmed(office, now)
        inbox = Inbox(office)
        every = [*inbox.entries()]
        taken = Taken(entry for entry in every if entry.verdict)
        for entry in (entry for entry in every if not entry.verdict):
            done, used = handled(office, entry, taken, now)
            inbox.record(done := numbered(taken, done))
            taken.append(done)
            for one in used:
                drop(office.games, one)
            yield f"letter from {done.sender or 'an unknown sender'}: {done.note or done.verdict}"


def handled(office: Office, entry: Arrival, taken: Taken, now: dt.datetime) -> tuple[Arrival, list[Asking]]:
    """A letter with its verdict, and the requests that it has settled."""
    try:
        return received(office, entry, taken, now)
    except OSError:
        raise
    except Exception as error:
        return replace(entry, verdict=SET_ASIDE, note=f"set aside, it could not be handled ({said(error)[:200]})"), []


def received(office: Office, entry: Arrival, taken: Taken, now: dt.datetime) -> tuple[Arrival, list[Asking]]:
    top = headers(Inbox(office).raw(entry.hash))
    entry = replace(entry, sender=sender(top))
    if why := automatic(top, post(office)):
        return replace(entry, verdict="automatic", note=why), []
    if why := listed(top) or unanswerable(entry.sender, post(office)) or too_often(taken, entry):
        return replace(entry, verdict="refused", note=f"not answered: {why}"), []
    visitor = Visitor(office, entry, letter_of(office, entry.hash), top, now)
    parts, used = answer(visitor)
    read, parts = bool(parts), parts or [will_be_read()]
    mail = Mail(parts[0][0], flowed("\n\n".join(text for _, text in parts)), answers=top.get("Message-ID"))
    homes = (whose_offer(visitor, code) for code in answers_in(visitor.letter))
    to = next((email for email in (*(one.email for one in used), *homes) if email), entry.sender)
    id = Outbox(office).queue(0, "", f"answer-{entry.hash[:12]}", mail, to, now)
    settled = [one for one in used if not one.confirmed]
    return replace(entry, verdict="asked" if read else "refused", note=parts[0][0], answers=(id,)), settled


def too_often(taken: Taken, entry: Arrival) -> str:
    before = taken.newest(entry.sender, (), answered=True)
    recent = [other for other in before if other.taken > entry.taken - DAY]
    if len(recent) < MOST_ANSWERS:
        return ""
    return f"{MOST_ANSWERS} letters from {entry.sender} had an answer in this day"


def answer(visitor: Visitor) -> tuple[list[Said], list[Asking]]:
    """The parts of the answer, none if a person must read the letter, and the requests whose codes have come back."""
    codes = answers_in(visitor.letter)
    parts, used = list[Said](), list[Asking]()
    for code in codes:
        if (seat := answered_offer(visitor, code)) is not None:
            parts.append(seat)
        elif found := [one for one in all_asked(visitor.games) if same(one.code, code.code)]:
            parts += carried_out(visitor, found[0], code.declines)
            used += [one for one in all_asked(visitor.games) if one.code == found[0].code]
    parts = parts or asked_for(visitor, errands_in(visitor.letter))
    parts = parts or [unknown_code()] * bool(codes)
    parts = parts or [code_quoted()] * bool(only_quoted(visitor.letter))
    return parts or [code_missing()] * answers_without_code(visitor.letter, names_known(visitor.games)), used


def asked_for(visitor: Visitor, errands: tuple[Errand, ...]) -> list[Said]:
    """What becomes of errands: GAMES is answered at once, and the others once they are confirmed."""
    parts = [games_text(visitor.games) for one in errands if one.word == "games" and leave_to_ask()]
    rest = [one for one in errands if one.word != "games"]
    if not rest:
        return parts
    try:
        return [*parts, requested(visitor, rest)]
    except GameError as error:
        return [*parts, asks(rest, str(error))]


def leave_to_ask() -> Permit:
    return Permit(Effect.GAMES, "", Proof.NONE)


def requested(visitor: Visitor, errands: list[Errand]) -> Said:
    """Write down what somebody wants, and mail them the code for it."""
    things = tuple(dict.fromkeys(thing for one in errands for thing in wanted(visitor, one)))
    code = sheet_code(visitor.office.secret(), visitor.office.name, 0, visitor.entry.hash)
    person = new_person(visitor) if visitor.is_new else None
    if person and newcomers_today(visitor) >= about(visitor.games).joins_per_day:
        raise GameError("More people than usual have written to us today. Please try again tomorrow.")
    id = visitor.id or new_id(visitor, code)
    new = Asking(code, visitor.now, id, visitor.entry.sender, things, person)
    ask(visitor.games, new)
    return to_confirm(visitor.games, new, visitor.now + STANDS)


def newcomers_today(visitor: Visitor) -> int:
    since = visitor.now - DAY
    return sum(one.person is not None and one.made > since for one in all_asked(visitor.games))


def needs_a_nod(office: Office, asked: Asking) -> bool:
    joins = about(office.games).joins
    return joins == "nod" or (joins == "known" and asked.id not in people(office.games))


def carried_out(visitor: Visitor, asked: Asking, declines: bool) -> Iterator[Said]:
    """Do what was asked for: the code has come back."""
    if declines:
        ask(visitor.games, replace(asked, confirmed=False))
        yield "Your request is forgotten", "We have forgotten what you asked for. Nothing was changed.\n"
        return
    for thing in asked.wanted:
        try:
            yield carry_out(visitor, asked, thing, Permit(EFFECTS[thing.act], asked.id, Proof.RETURNED))
        except GameError as error:
            yield f"{thing.game}: this could not be done", f"{thing.act.upper()} {thing.game}: {error}\n"


def carry_out(visitor: Visitor, asked: Asking, thing: Wanted, permit: Permit) -> Said:
    games = visitor.games
    if thing.act == "leave":
        return left(thing.game, leave(games, permit.of(Effect.LEAVE), thing.game))
    if needs_a_nod(visitor.office, asked):
        ask(games, replace(asked, confirmed=True))
        return needs_nod(thing)
    return confirmed(games, thing, enlist(games, permit, asked, thing))
