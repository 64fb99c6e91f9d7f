"""Players who write that they are away: AWAY 1 Aug to 15 Aug, in the subject or on a line of its own."""

import datetime as dt
import re
from collections.abc import Iterator

import msgspec

from pbm.errors import GameError
from pbm.mail.absences import Absence, come_back, go_away, turns_of
from pbm.mail.as_page import flowed
from pbm.mail.authority import Effect, Permit, Proof
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter, Opened
from pbm.mail.elsewhere import names_a_game, other_games, seats_of
from pbm.mail.inbox import Arrival
from pbm.mail.loops import listed
from pbm.mail.outbox import mail_id
from pbm.mail.replies import too_often
from pbm.mail.waiting import UNCLEAR
from pbm.reading.recall import NOTHING
from pbm.reading.sheet_lines import entries
from pbm.reading.sheet_parts import parted
from pbm.reading.wishes import absence
from pbm.reading.work import TooMuch
from pbm.record.clockface import MONTHS, Clockface
from pbm.record.game import Game
from pbm.record.holders import latest
from pbm.record.players import Player
from pbm.rules.names import opened

WORD = re.compile(r"\baway\b", re.IGNORECASE)
MONTH = "|".join(f"{name}[a-z]*" for name in MONTHS)
DATE = re.compile(
    rf"(?P<iso>\d{{4}}-\d\d-\d\d)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: +of)?\.? +(?P<month>{MONTH})\.?(?:,? +(?P<year>\d{{4}}))?"
    rf"|(?P<month2>{MONTH})\.? +(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,? +(?P<year2>\d{{4}}))?",
    re.IGNORECASE,
)
DAYS_OF_A_MONTH = re.compile(
    rf"(\d{{1,2}}) *(?:-|to|until|till) *(?=\d{{1,2}}(?:st|nd|rd|th)? +((?:{MONTH})))", re.IGNORECASE
)
YEAR = re.compile(r"\d{4}")
OVER_NEW_YEAR = dt.timedelta(days=180)
"""The longest absence over the turn of the year: with more, the two days were probably swapped."""
WITH_CODE = "write these lines with your code, which is on your newest report"
EMPTY = "{0} {0:has/have} no player now, so nobody waits for orders of yours in this game.\n"
UNTIL = re.compile(r"(?:until|till|to)\b", re.IGNORECASE)


def span(text: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """The first and last day in words such as "1 Aug to 15 Aug", "until 15 August", "1-15 Aug", "2027-08-01"."""
    whole = DAYS_OF_A_MONTH.sub(r"\1 \2 to ", " ".join(text.split()))
    found = [date_in(match, today) for match in DATE.finditer(whole)]
    days = [date for date in found if date]
    if len(days) != len(found) or len(days) not in (1, 2):
        return None
    if len(days) == 1:
        return (today, days[0]) if UNTIL.match(whole) else (days[0], days[0])
    return (days[0], days[1]) if YEAR.search(whole) else over_new_year(*days)


def over_new_year(first: dt.date, last: dt.date) -> tuple[dt.date, dt.date] | None:
    """Two days written without a year; None if the second comes before the first and no turn of the year is likely."""
    over = (last.month, last.day) < (first.month, first.day)
    try:
        last = last.replace(year=first.year + over)
    except ValueError:
        return None
    return (first, last) if not over or last - first <= OVER_NEW_YEAR else None


def date_in(match: re.Match[str], today: dt.date) -> dt.date | None:
    """A date as written; one without a year is the next that is not long past."""
    month = match["month"] or match["month2"] or ""
    year = match["year"] or match["year2"]
    try:
        if match["iso"]:
            return dt.date.fromisoformat(match["iso"])
        number = [name.casefold() for name in MONTHS].index(month[:3].casefold()) + 1
        date = dt.date(int(year or today.year), number, int(match["day"] or match["day2"]))
        return date if year or date >= today - dt.timedelta(days=31) else date.replace(year=today.year + 1)
    except ValueError:
        return None


def request(counter: Counter, letter: Opened) -> str | None:
    """What a letter says after AWAY, in its subject or on a line of its own that it does not quote."""
    received = letter.received.letter
    texts = [text for text in received.texts if not text.spare and WORD.search(text.text)]
    earlier = counter.earlier(received, letter.raw, letter.turn) if texts else NOTHING
    try:
        lines = [absence(text.form or parted(text.text, letter.reader, earlier).own) for text in texts]
    except TooMuch:
        lines = []
    return next((said for said in (absence(entries(letter.letter.subject)), *lines) if said is not None), None)


def consider_absence(
    counter: Counter, entry: Arrival, letter: Opened, said: str | None
) -> tuple[tuple[str, ...], list[str]]:
    """Note the absence that a letter asks for; return the mails that answer it, and remarks."""
    if said is None or not letter.shown:
        return (), []
    proved = {power: proof for power, proof in letter.shown.items() if proof is not Proof.NONE}
    here = names_a_game(letter)
    done = [
        (power, *noted(counter, entry, power, proof, said, here)) for power, proof in (proved or letter.shown).items()
    ]
    mails = [told(counter, entry, letter, power, mail, {*proved}) for power, mail, _ in done]
    return tuple(filter(None, mails)), [remark for *_, remark in done]


def told(counter: Counter, entry: Arrival, letter: Opened, power: str, mail: Mail, proved: set[str | None]) -> str:
    """Queue the answer to the registered address, if it may be answered."""
    if letter.beside:
        mail = msgspec.structs.replace(mail, text=f"{mail.text}\nThe game master will read the rest of your letter.\n")
    to = counter.addresses.get(power)
    if not to or not counter.post.address or listed(letter.headers) or too_often(counter, entry, proved):
        return ""
    mail = msgspec.structs.replace(mail, text=flowed(mail.text))
    leave = counter.leave(Effect.ANSWER, power, Proof.NONE)
    return counter.outbox.queue(entry.turn, leave.power, kind(entry), mail, to, counter.now)


def kind(entry: Arrival) -> str:
    return f"away-{entry.hash[:12]}"


def noted(counter: Counter, entry: Arrival, power: str, proof: Proof, said: str, here: bool) -> tuple[Mail, str]:
    """Note the days, in all games of the person unless the letter names one."""
    game, head = counter.game, f"{counter.game.name}:"
    if power in counter.empty:
        return Mail(f"{head} you play nothing here now", opened(EMPTY.format(counter.name(power)))), f"{power} is empty"
    if not said:
        return back(counter, counter.permit(Effect.BACK, power, proof))
    meant = span(said, entry.arrived.date())
    leave = counter.permit(Effect.AWAY, power, proof) or counter.leave(Effect.STILL, power, proof)
    try:
        if not meant:
            raise GameError(f'"AWAY {said}" is not understood.')
        absence = absent(leave, *meant, mail_id(entry.turn, power, kind(entry)))
        id = "" if here else latest(game).get(power, Player()).id
        absence = msgspec.structs.replace(absence, id=id, game=game.folder.name) if id else absence
        turns = go_away(game, absence)
    except GameError as error:
        text = f"{error}\n\nWrite the first and the last day, for example: AWAY 1 Aug to 15 Aug\n"
        return Mail(f"{head} when are you away?", text), f"{power} {UNCLEAR}: {said}"
    days = absence.days(counter.clocks[power])
    if leave.effect is Effect.STILL:
        return Mail(f"{head} you may be away {days}", "\n".join(claimed(counter, absence))), f"may be away {absence}"
    return Mail(f"{head} you are away {days}", "\n".join(confirmation(counter, absence, turns))), f"away {absence}"


def absent(leave: Permit, first: dt.date, last: dt.date, notice: str) -> Absence:
    """The absence as far as its proof goes."""
    if leave.effect is Effect.STILL:
        return Absence(leave.power, first, last, "claim", notice)
    return Absence(leave.of(Effect.AWAY), first, last, "player", notice)


def back(counter: Counter, leave: Permit | None) -> tuple[Mail, str]:
    head = f"{counter.game.name}:"
    if not leave:
        text = (
            "A letter in your name says that you are not away. It has no code, so nothing was changed.\n\n"
            f"If you are back, {WITH_CODE}:\n\n  Code: ...\n  NOT AWAY\n\n"
            "Orders that you send count in any case.\n"
        )
        return Mail(f"{head} are you back? Please send your code", text), "not away, without a code"
    come_back(counter.game, leave.of(Effect.BACK))
    return Mail(f"{head} you are not away", "The game no longer expects you to be away.\n"), "not away"


def claimed(counter: Counter, absence: Absence) -> Iterator[str]:
    """What an absence without proof does, and how to prove it."""
    days = absence.days(counter.clocks[absence.power])
    yield f"A letter in your name says that you are away from {days}. It has no code, so all it does is this:"
    yield "you get no reminders in these days. The game waits for your orders until the deadline, and a turn"
    yield "without them counts as missed."
    yield ""
    others = dict.fromkeys(other.name for other, _ in seats_of(counter.game, absence.id))
    whom = f"for you in {', '.join([counter.game.name, *others])}" if others else counter.name(absence.power)
    yield f"If the computer is to play {whom} in these days, {WITH_CODE}:"
    yield ""
    yield "  Code: ..."
    yield f"  AWAY {absence}"
    yield ""


def due_in(game: Game, turns: list[int], whose: str, clock: Clockface, now: dt.datetime) -> Iterator[str]:
    open_turn = game.last() + 1
    end = deadline(game, open_turn)
    if end and end <= now:
        yield f"{game.named(open_turn).capitalize()}{whose} was due on {spoken(end, clock)} and is to be played now."
        yield "Its report says when the next turn is due."
        return
    if not turns:
        yield f"No turn{whose} is due in these days."
    for turn in turns:
        due = deadline(game, turn)
        on = f", on {spoken(due, clock)}" if due else ""
        yield f"{game.named(turn).capitalize()}{whose} is due in these days{on}."


def confirmation(counter: Counter, absence: Absence, turns: list[int]) -> Iterator[str]:
    clock = counter.clocks[absence.power]
    yield f"The game has noted that you are away from {absence.days(clock)}."
    yield ""
    others = dict.fromkeys(other for other, _ in seats_of(counter.game, absence.id))
    if others:
        listed = ", ".join([counter.game.name, *(other.name for other in others)])
        yield f"That counts for all your games: {listed}. For one alone, write its name into the subject."
        yield ""
    elif elsewhere := other_games(counter, absence.power):
        yield f"That counts for {counter.game.name} alone, which your letter names, and not for {', '.join(elsewhere)}."
        yield f"To be away from all your games, write AWAY {absence} once more, and name no game."
        yield ""
    yield from due_in(counter.game, turns, "" if not others else f" of {counter.game.name}", clock, counter.now)
    for other in others:
        yield from due_in(other, turns_of(other, absence), f" of {other.name}", clock, counter.now)
    yield ""
    whom = "for you" if others else counter.name(absence.power)
    yield f"If you have sent no sheet by then, the computer plays {whom}. Your standing orders stay in force, and"
    yield "the turn does not count as missed. You may send sheets in advance: write the turn at the head of each."
    yield ""
    yield "If you are not away after all, write your code and NOT AWAY, each on a line of its own."
    yield ""
