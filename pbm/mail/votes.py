"""Votes by mail: the answer to whoever proposes, votes or concedes, and the letters that tell everybody of it."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from pbm.errors import GameError, NotWritten
from pbm.mail.as_page import flowed
from pbm.mail.authority import Effect, Proof
from pbm.mail.ballots import concede, is_alone, is_newcomer, meant, open_proposals, propose, vote, voter, voters
from pbm.mail.calendar import deadline, spoken, weekday
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter, Opened
from pbm.mail.inbox import Arrival
from pbm.mail.loops import listed
from pbm.mail.reminders import tell_everyone
from pbm.mail.replies import too_often
from pbm.mail.sets import expected
from pbm.mail.settings import vote_rules
from pbm.reading.votes import Vote
from pbm.record.clockface import USUAL, Clockface
from pbm.record.game import Game
from pbm.record.proposals import Needs, Proposal, needed, proposals
from pbm.reports.sections import Ballot
from pbm.rules.event import counted
from pbm.rules.names import Word, opened, word
from pbm.rules.votes import BINDING, OUTCOMES, Motion

WITH_CODE = "write it with your code, which is on your newest report"
WHO: Mapping[Needs, str] = {"all": "All", "two thirds": "Two thirds", "most": "More than half"}
SILENCE = "Silence is not consent: whoever does not answer has not agreed."
EXAMPLES = "PROPOSE DRAW, PROPOSE CONCEDE TO ..., PROPOSE END, PROPOSE PAUSE 14, PROPOSE DEADLINE 7"
THEN = {
    "draw": "{turn} is then the last turn, and the game is this draw, whatever happens in it.",
    "win": "{turn} is then the last turn, and {people} won, whatever happens in it.",
    "end": "{turn} is then the last turn, and the rules say who has won with it.",
    "pause": "The game then stops for {days}, and goes on by itself. Orders that are here are kept.",
    "deadline": "Orders for {turn} are then due {days} later.",
}


def consider_votes(counter: Counter, entry: Arrival, letter: Opened) -> tuple[tuple[str, ...], list[str]]:
    """Count the votes of a letter; return the mails that answer it, and remarks."""
    if not letter.votes or letter.tries or not letter.shown:
        return (), []
    proved = {power: proof for power, proof in letter.shown.items() if proof is not Proof.NONE}
    done = {
        power: [line for part in parts(counter, entry, power, proof, letter) for line in (*part, "")]
        for power, proof in (proved or letter.shown).items()
    }
    answers = [told(counter, entry, letter, power, lines, {*proved}) for power, lines in done.items()]
    said = "; ".join(each.written for each in letter.votes)
    return tuple(filter(None, answers)), [f"{power}: {said}{'' if proved else ', without a code'}" for power in done]


def parts(counter: Counter, entry: Arrival, power: str, proof: Proof, letter: Opened) -> Iterable[tuple[str, ...]]:
    """What comes of each line; of the same vote in subject and text once."""
    return dict.fromkeys(tuple(cast(counter, entry, power, proof, each)) for each in letter.votes)


def concedes(counter: Counter, letter: Opened, power: str) -> bool:
    """Whether a player concedes in a letter, and may."""
    if letter.tries or not any(each.act == "concede" for each in letter.votes):
        return False
    shown, may = letter.shown.get(power, Proof.NONE), "concede" in vote_rules(counter.game).allowed
    return may and not is_newcomer(counter.game, power) and counter.permit(Effect.CONCEDE, power, shown) is not None


def told(
    counter: Counter, entry: Arrival, letter: Opened, power: str, lines: list[str], proved: set[str | None]
) -> str:
    """Queue the answer to the registered address, if it may be answered."""
    to = counter.addresses.get(power)
    if not to or not counter.post.address or listed(letter.headers) or too_often(counter, entry, proved):
        return ""
    more = ["The game master will read the rest of your letter.", ""] if letter.beside else []
    mail = Mail(f"{counter.game.name}: your vote", flowed("\n".join([*lines, *more])))
    leave = counter.leave(Effect.ANSWER, power, Proof.NONE)
    return counter.outbox.queue(entry.turn, leave.power, f"ballot-{entry.hash[:12]}", mail, to, counter.now)


def cast(counter: Counter, entry: Arrival, power: str, proof: Proof, wish: Vote) -> Iterator[str]:
    """What comes of one line, in words for its writer."""
    if ended := counter.game.ended():
        yield f"{wish.written}: {counter.game.name} is over: {ended.text}."
        return
    effect = Effect.CONCEDE if wish.act == "concede" else Effect.VOTE
    leave = counter.permit(effect, power, proof)
    if not leave and power in counter.empty:
        name = counter.name(power)
        yield opened(f"{name} {name:has/have} no player now, so this does not count: {wish.written}.")
        return
    if not leave:
        yield f"A letter in your name says: {wish.written}. It has no code, so it does not count."
        yield f"If it was you, {WITH_CODE}."
        return
    try:
        if wish.act == "unclear":
            raise GameError(f"It is not understood. You can write: {EXAMPLES}.")
        if wish.act == "concede":
            one = concede(leave, counter.game, entry.hash, entry.arrived)
        elif wish.motion:
            one = propose(leave, counter.game, wish.motion, entry.hash, entry.arrived)
        else:
            one = vote(leave, counter.game, meant(counter.game, wish.number), wish.act == "agree", entry.arrived)
    except NotWritten:
        raise
    except GameError as error:
        yield f"{wish.written}: {error}"
        return
    yield from confirmed(counter, power, one, wish)
    if wish.act == "propose" or not one.is_open:  # others who vote in the same hour are not asked again
        announce(counter, one)


def confirmed(counter: Counter, power: str, one: Proposal, wish: Vote) -> Iterator[str]:
    if wish.act == "concede":
        turn = counter.game.named(counter.turn)
        yield f"You have conceded your game. The computer plays {counter.name(one.by)} from {turn} on."
        yield f"You get the report of {turn}, and no more sheets. Thank you for playing."
        yield f"If it was not you, or a mistake, write to the game master at once: until {turn} is played it can be"
        yield "taken back."
        return
    what = one.motion.words(names(counter.game))
    if wish.act == "propose":
        yield f"Your proposal has the number {one.number}: {what}."
        yield f"You agree to it by proposing it. To take that back, write OPPOSE {one.number}."
    else:
        yield f"You {'agree to' if wish.act == 'agree' else 'oppose'} proposal {one.number}: {what}."
        if one.is_open:
            yield "As long as it stands you can change your mind: the last word counts."
    yield (
        standing(counter.game, one, counter.clocks[power])
        if one.is_open
        else "With your vote it is settled; a mail tells everybody how."
    )


def announce(counter: Counter, one: Proposal) -> list[str]:
    """Tell everyone of its outcome, or of a proposal all who have not voted, once; return those for whom it is new."""
    if one.is_open:
        asked = expected(counter.game, counter.turn)
        others = [power for power in asked if voter(counter.game, power) not in one.votes]
        return tell_everyone(counter, f"vote-{one.number}", partial(proposal_mail, counter, one), to=others)
    return tell_everyone(counter, f"vote-{one.number}-{one.outcome}", partial(outcome_mail, counter, one))


def announce_all(counter: Counter) -> list[str]:
    """Tell everyone of what stands, and of what was settled while this turn was open."""
    current = [one for one in proposals(counter.game) if one.is_open or one.settled == counter.turn]
    return [power for one in current for power in announce(counter, one)]


def names(game: Game) -> Mapping[str, str]:
    config = game.config()
    return config.ruleset.state.names(config.open(game.position(game.last())))


def standing(game: Game, one: Proposal, clock: Clockface = USUAL) -> str:
    """How long it stands, and what it takes."""
    there = voters(game)
    if is_alone(game, one):
        return (
            f"It stands until {until(game, one, clock)}. No other player is left to vote, so the game master decides."
        )
    number = f" ({needed(one.needs, len(there))})" if one.needs != "all" else ""
    who = f"{WHO[one.needs]}{number} of the" if one.needs != "all" else "All"
    takes = (
        "Both players must agree." if who == "All" and len(there) == 2 else f"{who} {len(there)} players must agree."
    )
    votes = [] if one.secret else [f"So far {counted(len(one.votes_of(there, True)), 'has', 'have')} agreed."]
    return " ".join([f"It stands until {until(game, one, clock)}.", takes, *votes])


def until(game: Game, one: Proposal, clock: Clockface = USUAL) -> str:
    due = deadline(game, game.last() + 1)
    return spoken(one.until.astimezone(due.tzinfo if due else dt.UTC), clock)


def consequence(game: Game, motion: Motion, proposed: bool = False) -> str:
    """What an agreement brings; nobody knows in which turn the last of them agrees."""
    known, turn = names(game), game.named(game.last() + 1)
    if proposed and motion.kind in BINDING:
        turn = "the turn that is open when it is agreed"
    people = " and ".join(word(known, code) for code in motion.powers)
    several = len(motion.powers) != 1 or word(known, motion.powers[0]).plural
    people = f"{people} {'have' if several else 'has'}"
    return opened(THEN[motion.kind].format(turn=turn, people=people, days=counted(motion.days, "day", "days")))


def proposal_mail(counter: Counter, one: Proposal, clock: Clockface = USUAL) -> Mail:
    game = counter.game
    by = Word("a player") if one.secret else counter.name(one.by)
    again = one.turn < counter.turn
    secret = "Nobody learns who votes how." if one.secret else "Everybody learns who voted how."
    lines = [
        *(["This matter has been open since an earlier turn, and your vote is still missing.", ""] if again else []),
        opened(f"{by} {by:proposes/propose} {one.motion.words(names(game))}."),
        then_due(game, one, clock) or consequence(game, one.motion, proposed=True),
        "",
        standing(game, one, clock),
        f"{SILENCE} {secret}",
        "",
        "To vote, write your code, which is on your newest report, and one of these lines, in an answer to this letter",
        "or with your next sheet:",
        "",
        f"  AGREE {one.number}",
        f"  OPPOSE {one.number}",
        "",
    ]
    return Mail(f"{game.name}: proposal {one.number}, your vote is {'still ' * again}asked", flowed("\n".join(lines)))


def then_due(game: Game, one: Proposal, clock: Clockface) -> str:
    """The deadline that is proposed; empty if it is not about one."""
    turn = game.last() + 1
    due = deadline(game, turn)
    if one.motion.kind != "deadline" or not due:
        return ""
    return f"Orders for {game.named(turn)} are then due {spoken(due + dt.timedelta(days=one.motion.days), clock)}."


def outcome_mail(counter: Counter, one: Proposal, clock: Clockface = USUAL) -> Mail:
    game, known = counter.game, names(counter.game)
    assert one.outcome
    if one.motion.kind == "concede":
        return concession_mail(counter, one)
    result = one.result(one.outcome)
    reason = [f"The game master's reason: {one.reason}", ""] if one.reason else []
    then = (
        [paused(counter, one, clock) or new_date(game, one, clock) or now_so(game, one.motion), ""]
        if one.outcome == "agreed"
        else ["The game goes on as it was.", ""]
    )
    said = f"{OUTCOMES[one.outcome]} {one.motion.words(known)}.".replace(" on that ", " that ")
    lines = [f"{said[0].upper()}{said[1:]}", f"{result.count(known)}.", "", *reason, *then]
    last = one.outcome == "agreed" and one.motion.kind in BINDING
    about = (
        f"{game.named(game.last() + 1)} is the last"
        if last
        else f"proposal {one.number} {'has' if one.outcome == 'lapsed' else 'is'} {one.outcome}"
    )
    return Mail(f"{game.name}: {about}", flowed("\n".join(lines)))


def now_so(game: Game, motion: Motion) -> str:
    """What an agreement has brought."""
    return consequence(game, motion).replace(" then ", " ", 1)


def paused(counter: Counter, one: Proposal, clock: Clockface) -> str:
    """Until when the game stops; empty if it does not."""
    if one.motion.kind != "pause":
        return ""
    due = deadline(counter.game, counter.turn)
    end = (one.then or counter.now + dt.timedelta(days=one.motion.days)).astimezone(due.tzinfo if due else dt.UTC)
    falls = f" The deadline of {weekday(due, clock)} falls into this time, and does not count." if due else ""
    date = falls if due and due <= end else ""
    then = " You are told then when orders are due." if due else ""
    said = f"The game stops until {weekday(end, clock)}, and then goes on by itself."
    return f"{said}{date}{then} Orders that are here are kept."


def new_date(game: Game, one: Proposal, clock: Clockface) -> str:
    """The deadline that was agreed; empty if it was not about one, or that one has passed."""
    turn = game.last() + 1
    due, later = deadline(game, turn), dt.timedelta(days=one.motion.days)
    if one.motion.kind != "deadline" or not due or due < one.made or one.carried:
        return ""
    return f"Orders for {game.named(turn)} are now due {spoken(one.then or due + later, clock)}."


def concession_mail(counter: Counter, one: Proposal) -> Mail:
    game, name = counter.game, counter.name(one.by)
    turn = game.named(game.last() + 1)
    if one.outcome == "overruled":
        return Mail(
            f"{game.name}: {name} {name:plays/play} on", f"The player of {name} has not conceded and plays on.\n"
        )
    alone = "No other player is left: the game is over with that turn.\n" if len(voters(game)) <= 1 else ""
    text = f"The player of {name} has conceded. The computer plays {name} from {turn} on.\n{alone}"
    return Mail(f"{game.name}: {name} {name:has/have} conceded", flowed(text))


def asked_of(game: Game, power: str) -> Iterator[Proposal]:
    """The proposals that stand and that the player of a power has not made."""
    for one in open_proposals(game) if vote_rules(game).allowed else ():
        if voter(game, power) != one.by:
            yield one


def ballots(game: Game, power: str, clock: Clockface = USUAL) -> Iterator[Ballot]:
    """The proposals that stand, for the boxes of a player's sheet."""
    for one in asked_of(game, power):
        yield Ballot(one.number, f"{one.motion.words(names(game))} (until {until(game, one, clock)})")


def told_in_reports(game: Game, power: str, clock: Clockface = USUAL) -> Iterator[str]:
    """The proposals that stand, for the brief of a report: players on paper learn of them there."""
    for one in asked_of(game, power):
        known = names(game)
        by = "" if one.secret else f", by {word(known, one.by)}"
        how = f"write AGREE {one.number} or OPPOSE {one.number} on your sheet; silence is not consent"
        yield f"Proposal {one.number}{by}: {one.motion.words(known)}. It stands until {until(game, one, clock)}: {how}."
