"""The texts of all answers to letters."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pbm.mail.as_page import flowed
from pbm.mail.calendar import spoken
from pbm.mail.compose import Attachment, Mail
from pbm.mail.inbox import Move
from pbm.reading.sheet import Filled
from pbm.reading.sheet_filling import shown
from pbm.reading.verdict import Verdict
from pbm.receipts.foresee import foresee
from pbm.receipts.proposals import proposals
from pbm.receipts.receipt import count_of, orders_hash, receipt, receipt_text
from pbm.receipts.receipt import receipt_mail as written_receipt
from pbm.receipts.signature import Statement
from pbm.record.clockface import USUAL, Clockface
from pbm.rehearsal.trial import MARK, Trial
from pbm.reports.html import render_html
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.plain import WIDTH, wrapped
from pbm.reports.text import render_text
from pbm.rules.event import enumerated
from pbm.rules.order import Line
from pbm.rules.turn_names import AS_RECORDED, Called, TurnNames, headed
from pbm.rules.turn_names import spoken as named
from pbm.rulesets.contract import AnyRuleset

NO_ORDERS = "There were no orders in it. If you have sent some for this turn, they still count."

UNCHANGED = "Nothing has changed: orders that were accepted before still count. Your letter is kept."
MOVING = "It asks for a change of address: a mail about it goes to the old address."
PASSED = "Your letter says that you give no orders, and counts as your sheet: only standing orders are carried out."


NOT_KEPT = (
    "This was a trial: these orders are NOT kept, and do not count for {turn}. Nothing else that your letter asks for "
    "is done either. Below the receipt is the report that would come of them, as you know the game. To order them, "
    "send the sheet without TRY."
)
NOT_TRIED = (
    "Your orders for {turn} of {game} could not be tried, because of a fault of the program. They are NOT kept, and do "
    "not count; orders that were accepted before still do. The game master has been told."
)


@dataclass(frozen=True)
class Handled:
    """A sheet with its verdict, and its place among the other sheets of its player."""

    game: str
    turn: int
    name: str
    """The power's name, or the one that the sheet gives."""
    arrived: dt.datetime
    verdict: Verdict
    filled: Filled | None = None
    deadline: dt.datetime | None = None
    held: bool = False
    """Whether the game is held, so that the deadline does not count."""
    clock: Clockface = USUAL
    """How times are written to the reader."""
    late: bool = False
    next_due: dt.datetime | None = None
    """When the turn is due for which a late set is kept, if that turn is open."""
    replaces: dt.datetime | None = None
    """When the set that counted until now arrived."""
    counts: bool = True
    """Whether this set is the newest in time."""
    by_hand: bool = False
    """Whether the game master has put other orders in its place, which count."""
    answers: str | None = None
    ahead: bool = False
    """Whether it is for a later turn than the next."""
    wishes: tuple[str, ...] = ()
    """What the receipt says about an early turn."""
    problems: tuple[str, ...] = ()
    """What else in the letter could not be read."""
    words: tuple[str, ...] = ()
    """What became of its messages to other players."""
    turn_names: TurnNames = AS_RECORDED
    tried: bool = False
    """Whether it was only tried, and is kept by nobody."""
    now: dt.datetime | None = None
    """When it is answered; a letter may have waited."""
    over: str = ""
    """How the game ended, if it is over."""

    def named(self, turn: int) -> str:
        return self.turn_names.named(turn)

    @property
    def is_past(self) -> bool:
        """Whether the deadline has passed when the answer is read."""
        return self.deadline is not None and self.deadline < max(self.arrived, self.now or self.arrived)

    @property
    def subject(self) -> str:
        """Its turn in the subject of an answer."""
        return headed(self.turn_names.called(self.turn))

    @property
    def is_set(self) -> bool:
        """Whether it brought orders, and not only messages."""
        if self.filled is None or self.filled.is_only_wish:
            return False
        return self.filled.passes or not (self.words and self.filled.sheet.is_only_words)


@dataclass(frozen=True)
class Ground:
    """What an accepted sheet is checked against: the rules, and what its player may know."""

    ruleset: AnyRuleset
    view: Any
    changes: tuple[str, ...] = ()
    """What the game master has decided about the turn, as far as the player is told."""
    book: Paragraphs | None = None
    """The rulebook that the receipt links to."""


def receipt_mail(case: Handled, ground: Ground, signed: Sequence[str]) -> Mail:
    """The full receipt. A late sheet is checked for the turn in which it would be used."""
    assert case.filled
    turn = case.turn + case.late
    sheet = msgspec.structs.replace(case.filled.sheet, player=case.verdict.power or "")
    problems = (f"Also in your letter: {problem}." for problem in case.problems)
    asks, left = case.filled.questions, case.filled.ignored
    nearest = proposals(ground.ruleset, ground.view, sheet, asks)
    notes = [*standing(case), *ground.changes, *case.words, *problems, *nearest]
    foresight = foresee(ground.ruleset, case.game, ground.view, sheet, turn)
    called = case.turn_names.called(turn)
    made = receipt(ground.ruleset.title, case.game, called, sheet, foresight, asks, notes, signed, left)
    letter = written_receipt(made, ground.book)
    subject = f"{case.game} {case.subject}: {case.name}, {late(case)}" if case.late else letter.subject
    return Mail(subject, letter.text, letter.html, answers=case.answers)


def late(case: Handled) -> str:
    """For the subject, because nobody may take such a receipt for one of orders that count."""
    count = count_of(case.filled.sheet, case.filled.questions) if case.filled else ""
    return ", ".join(filter(None, [f"too late, kept for {case.named(case.turn + 1)}", count]))


def trial_mail(case: Handled, ground: Ground) -> Mail:
    """The receipt of a sheet that is not kept, and the report that would come of it."""
    assert case.filled
    sheet = msgspec.structs.replace(case.filled.sheet, player=case.verdict.power or "")
    rules, called = ground.ruleset, case.turn_names.called(case.turn)
    trial = Trial(rules, case.game, ground.view, sheet, turn_names=case.turn_names)
    imagined = trial.report(next(trial.plays(1)))
    foresight = foresee(rules, case.game, ground.view, sheet, case.turn)
    notes = [NOT_KEPT.format(turn=case.named(case.turn)), *ground.changes]
    made = receipt(rules.title, case.game, called, sheet, foresight, case.filled.questions, notes)
    text = receipt_text(made) + "\n\n" + render_text(imagined)
    page = Attachment(f"{case.game}-{MARK}.html", render_html(imagined, rules.data, ground.book).encode(), "text/html")
    return Mail(f"{case.game} {case.subject}: {case.name}, a trial", text, attachments=(page,), answers=case.answers)


def untried_mail(case: Handled) -> Mail:
    """For when a trial fails."""
    text = NOT_TRIED.format(turn=case.named(case.turn), game=case.game)
    return Mail(f"{case.game} {case.subject}: {case.name}, no trial", text + "\n", answers=case.answers)


def plain_mail(case: Handled, signed: Sequence[str]) -> Mail:
    """A receipt without checks, for when the full one fails: the orders have arrived all the same."""
    assert case.filled
    lines = [
        f"Your orders for {case.named(case.turn)} of {case.game} have arrived ({case.name}).",
        "",
        *standing(case),
        *case.words,
        "",
        *(text for line in case.filled.sheet.lines.values() for text in read_back(line)),
        *(f"    extra, not played: {line.text}" for line in case.filled.sheet.stray),
        *asked(case.filled),
        "",
        "To change anything send the whole sheet again: the newest one before the deadline counts.",
        "",
        "Signed by the game",
        *signed,
    ]
    count = count_of(case.filled.sheet, case.filled.questions) or ("" if case.ahead else "orders received")
    count = late(case) if case.late else count
    said = ", ".join(filter(None, [case.name, "orders kept for later" if case.ahead else "", count]))
    return Mail(f"{case.game} {case.subject}: {said}", flowed("\n".join(lines)), answers=case.answers)


def statement(case: Handled, record: str) -> Statement:
    """What the game signs about an accepted sheet; `record` is the record hash of the turn before."""
    assert case.filled
    sheet, turn = msgspec.structs.replace(case.filled.sheet, player=case.verdict.power or ""), case.turn + case.late
    called = case.turn_names.called(turn)
    return Statement(
        case.game,
        str(called),
        sheet.player,
        f"{case.arrived.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S}",
        orders_hash(case.game, called, sheet),
        record,
    )


def standing(case: Handled) -> list[str]:
    """Whether this set counts, and what it replaced."""
    turn, zone = case.named(case.turn), case.deadline.tzinfo if case.deadline else dt.UTC
    when = spoken(case.arrived.astimezone(zone), case.clock.here)
    was = "was" if case.is_past else "is"
    due = f" The deadline {was} {spoken(case.deadline, case.clock)}." if case.deadline and not case.held else ""
    passed = [PASSED] if case.filled and case.filled.passes else []
    if case.ahead:
        return [
            f"They arrived on {when}. They are kept for {turn}, and played unless you send newer orders",
            f"for that turn.{due}",
            *passed,
        ]
    if case.late:
        return [
            f"They arrived on {when}, too late for {turn}.",
            f"They are kept for {case.named(case.turn + 1)}, and used only if you send no newer orders."
            + (f" They are due {spoken(case.next_due, case.clock)}." if case.next_due else ""),
            *passed,
        ]
    if not case.counts:
        return [f"They arrived on {when}, but you have sent a newer set, which counts instead.{due}"]
    if case.by_hand:
        return [
            f"They arrived on {when} and are kept, but the game master has put in other orders for you, which count",
            f"instead. If you want these to be played, write to the game master.{due}",
        ]
    after = case.deadline is not None and case.arrived > case.deadline and not case.held
    said = [f"They arrived on {when}, after the deadline. They count, because {turn} has not been played yet."]
    said = said if after else [f"They arrived on {when} and count.{due}"]
    said += passed
    if case.replaces:
        before = spoken(case.replaces.astimezone(zone), case.clock.here)
        said.append(f"They replace the whole set that arrived on {before}.")
    return [*said, *case.wishes]


def read_back(line: Line) -> list[str]:
    if line.order:
        return [f"{line.number:3}. {line.order}"]
    text = [f"{line.number:3}. {line.text}"]
    if line.refusal:
        if line.refusal.column is not None:
            text.append(" " * (4 + min(line.refusal.column, len(line.text) + 1)) + "^")
        text.append(f"     [{line.refusal.rule}] {line.refusal.text}")
    return text


def asked(filled: Filled) -> list[str]:
    if not filled.questions:
        return []
    return ["", "Please look at this:", *(f"  {each.written}\n    {each.text}" for each in shown(filled.questions))]


def words_mail(case: Handled) -> Mail:
    """The answer to a letter that brought messages and no orders."""
    assert case.filled
    problems = (f"Also in your letter: {problem}." for problem in case.problems)
    moves = [MOVING] * bool(case.filled.moves)
    about = "your message" if case.words or not moves else "your new address"
    lines = ["Your letter has arrived.", "", *case.words, *moves, *problems, *asked(case.filled), "", NO_ORDERS]
    return Mail(f"{case.game} {case.subject}: {about}", flowed("\n".join(lines)), answers=case.answers)


def due_in(case: Handled) -> str:
    """The deadline; if it has passed, the turn waits, or its orders would not be read as those of the open one."""
    if not case.deadline or case.deadline < case.arrived or case.held:
        return ""
    when, turn = spoken(case.deadline, case.clock), case.named(case.turn)
    if case.is_past:
        return f"Orders for {turn} were due on {when}. As long as it has not been played, they still count."
    return f"Orders for {turn} are due on {when}."


def indented(text: str) -> list[str]:
    """What is said of a letter, apart from the rest, in lines that are not too long."""
    return [f"  {each}" for line in text.splitlines() for each in wrapped(line, WIDTH - 2)]


def asked_besides(case: Handled) -> list[str]:
    """The questions, without one that the verdict is about."""
    if not case.filled:
        return []
    told = tuple(each for each in case.filled.questions if each.text not in case.verdict.text)
    return asked(msgspec.structs.replace(case.filled, questions=told))


def refusal_mail(case: Handled) -> Mail:
    gone = case.verdict.gone
    due = [due_in(case), ""] if due_in(case) and not gone else []
    sheet = case.filled.sheet if case.filled else None
    said = sheet is not None and sheet.is_only_words and bool(sheet.messages or sheet.private)
    lines = [
        f"Your letter has arrived, but {'your message was not passed on' if said else 'no orders were taken from it'}:",
        "",
        *indented(case.verdict.text),
        *asked_besides(case),
        "",
        *due,
        "Your letter is kept." if gone else UNCHANGED,
    ]
    outcome = "your message was NOT passed on" if said else "NO orders were taken from your letter"
    return Mail(f"{case.game} {case.subject}: {outcome}", flowed("\n".join(lines)), answers=case.answers)


def person_mail(case: Handled) -> Mail:
    """To the writer of a letter that is perhaps no orders at all."""
    lines = [
        "Your letter has arrived. The game master will read it and answer you.",
        "",
        "If you meant to send orders: none were taken from this letter.",
        "",
        *indented(case.verdict.text),
        *asked_besides(case),
        "",
        f"Orders that were accepted before still count. {due_in(case)}",
    ]
    return Mail(f"{case.game}: the game master will read your letter", flowed("\n".join(lines)), answers=case.answers)


def gm_mail(game: str, subject: str, text: str, letter: str, answers: str) -> Mail:
    """The game master's own answer, above the letter that it answers."""
    quoted = "".join(f"> {line}".rstrip() + "\n" for line in letter.splitlines())
    again = subject if subject.lower().startswith("re:") else f"Re: {subject or game}"
    return Mail(again, f"{text.strip()}\n\n{quoted}", answers=answers)


def over_mail(case: Handled) -> Mail:
    """To whoever writes to a game that is over: nothing is due in it any more."""
    text = (
        f"{case.game} is over: {case.over}.\nSo no orders were taken from your letter. The game master will read it.\n"
    )
    return Mail(f"{case.game} is over", flowed(text), answers=case.answers)


def elsewhere_mail(case: Handled) -> Mail:
    """To a sender who knows the code but does not write from the player's own address."""
    text = (
        f"A sheet for {case.named(case.turn)} of {case.game} has arrived from you, with the right code.\n"
        f"The receipt goes to the address that is registered for {case.name}.\n"
    )
    return Mail(f"{case.game} {case.subject}: orders received", flowed(text), answers=case.answers)


def move_mail(case: Handled, move: Move, token: str, days: int, others: Sequence[str] = ()) -> Mail:
    """To the old address, before anything is changed; it counts in the other games of the player too."""
    where = f"That counts for all your games: {', '.join([case.game, *others])}.\n\n" if others else ""
    text = (
        f"A sheet of {case.name} for {case.named(case.turn)} of {case.game}, with the right code, asks for a change of "
        "address:\n\n"
        f"  {spoken_move(move)}\n\n"
        f"{where}If this was you, do nothing: the change is made {days} days after this mail was sent. Until then "
        "your mail goes to the old address.\n\n"
        "If it was not you, answer this mail; any text will do. This stops the change, and no other is "
        "accepted by mail in this turn. Somebody else knows your code: tell the game master.\n"
    )
    return Mail(f"{case.game} {case.subject}: change of address ({token})", flowed(text))


def no_move_mail(case: Handled, move: Move) -> Mail:
    text = (
        f"A sheet of {case.name} for {case.named(case.turn)} of {case.game} asks for a change of address:\n\n"
        f"  {spoken_move(move)}\n\n"
        "Mail cannot be sent there, so nothing was changed. The orders on the sheet are not affected.\n"
    )
    return Mail(f"{case.game} {case.subject}: your address was not changed", flowed(text))


def stopped_mail(game: str, turn: Called, too_late: bool) -> Mail:
    stopped = "has stopped the change: your address stays as it was"
    outcome = "came too late: the change has been made" if too_late else stopped
    text = f"Your answer {outcome}.\nSomebody else may know your code for {named(turn)}: tell the game master.\n"
    return Mail(f"{game} {headed(turn)}: change of address", flowed(text))


def spoken_move(move: Move) -> str:
    return ", ".join(filter(None, [move.email, *move.address]))


def reminder_mail(
    game: str, turn: Called, name: str, deadline: dt.datetime, address: str, clock: Clockface = USUAL
) -> Mail:
    text = (
        f"No orders have come from {name} for {named(turn)} of {game}.\n"
        f"They are due on {spoken(deadline, clock)}, at {address}.\n\n"
        "If you sent them and got no receipt, they did not arrive: please send them again.\n"
    )
    return Mail(f"{game} {headed(turn)}: orders due {spoken(deadline, clock.here)}", flowed(text))


def late_mail(
    game: str,
    turn: Called,
    names: Sequence[str],
    deadline: dt.datetime,
    played: dt.datetime | None,
    clock: Clockface = USUAL,
) -> Mail:
    """Between the deadline and the end of the grace, if there is one."""
    text = (
        f"Orders for {named(turn)} of {game} were due on {spoken(deadline, clock)}.\n"
        f"None have come from {enumerated(names)}.\n"
        f"{named(turn).capitalize()} is played {f'on {spoken(played, clock)}' if played else 'soon'}. Orders that come "
        "before that still count.\n"
    )
    return Mail(f"{game} {headed(turn)}: whose orders are late", flowed(text))


def unanswered_mail(
    game: str, turn: Called, deadline: dt.datetime, until: dt.datetime | None, clock: Clockface = USUAL
) -> Mail:
    """A turn that nobody answered waits: until a time, or until somebody does something."""
    then = f"If none has come by {spoken(until, clock)}, the computers play for everybody.\n" if until else ""
    text = (
        f"Orders for {named(turn)} of {game} were due on {spoken(deadline, clock)}, and nobody has sent any.\n"
        f"{named(turn).capitalize()} waits. As soon as one sheet is here, it is played, with the computers for those "
        f"who sent none; so please send yours now. It still counts.\n{then}"
    )
    return Mail(f"{game} {headed(turn)}: nobody has sent orders", flowed(text))


def waiting_mail(
    game: str,
    turn: Called,
    names: Sequence[str],
    deadline: dt.datetime,
    until: dt.datetime | None,
    outage: bool,
    clock: Clockface = USUAL,
) -> Mail:
    """A turn waits, until a time if there is one, because orders are missing that were expected, or because nobody
    could be reminded of them."""
    whose = enumerated(names) if names else "some players" if outage else "several players"
    why = "and we could not remind them in time" if outage else "perhaps because mail was lost"
    end = (
        f"If they have not come by {spoken(until, clock)}, it is played, with the computers for those who sent none."
        if until
        else "They may come until the game master has it played."
    )
    text = (
        f"Orders for {named(turn)} of {game} were due on {spoken(deadline, clock)}. Those of {whose} are not here, "
        f"{why}, so {named(turn)} waits for them. "
        f"{end}\n"
        "Orders that you have sent are kept. If you have had no receipt for yours, send them now: they still count.\n"
    )
    return Mail(f"{game} {headed(turn)}: the turn waits for orders", flowed(text))


def hold_mail(game: str, turn: Called, least: str) -> Mail:
    text = (
        f"The game master has stopped {game} for a while, so the deadline for {named(turn)} does not count.\n"
        "Orders you have sent are kept, and you may send new ones at any time: the newest count.\n"
        f"When the game goes on you are told the new deadline, which leaves you at least {least}.\n"
    )
    return Mail(f"{game} {headed(turn)}: the game is held", flowed(text))


def resumed_mail(game: str, turn: Called, deadline: dt.datetime, clock: Clockface = USUAL) -> Mail:
    text = (
        f"{game} goes on. Orders for {named(turn)} are due on {spoken(deadline, clock)}.\n"
        "Orders you have already sent still count, unless you send newer ones.\n"
    )
    return Mail(f"{game} {headed(turn)}: the game goes on, orders due {spoken(deadline, clock.here)}", flowed(text))


def extension_mail(game: str, turn: Called, deadline: dt.datetime, clock: Clockface = USUAL) -> Mail:
    text = (
        f"The deadline for {named(turn)} of {game} has been moved to {spoken(deadline, clock)}.\n"
        "Orders you have already sent still count, unless you send newer ones.\n"
    )
    return Mail(f"{game} {headed(turn)}: the deadline is now {spoken(deadline, clock.here)}", flowed(text))
