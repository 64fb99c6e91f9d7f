"""A turn that waits for a ruling: the players it concerns are told once what they may know of the matter."""

import datetime as dt
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pbm.mail.addresses import addresses
from pbm.mail.compose import Mail
from pbm.mail.outbox import RULING, Outbox
from pbm.mail.sets import expected
from pbm.mail.settings import post
from pbm.mail.stopped import stop
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.rulings import RulingMissing
from pbm.rules.rulings import Question
from pbm.rules.turn_names import headed

MARK = 8


@contextmanager
def players_told(game: Game, clock: Callable[[], dt.datetime], wanted: bool = True) -> Iterator[None]:
    """If the turn waits for a ruling, queue the mails, and add to the error who gets one and what must be posted."""
    try:
        yield
    except RulingMissing as missing:
        if not wanted:
            raise
        raise missing.saying("".join(f"{line}\n" for line in said_of_players(game, missing, clock()))) from None


def said_of_players(game: Game, missing: RulingMissing, now: dt.datetime) -> Iterator[str]:
    """Queue the mails; say who is told by mail, and print the letters of those who have none."""
    playing = players(game).keys() & {*expected(game, missing.turn)}
    concerned = [(who, question) for question in missing.questions for who in question.told if who in playing]
    reached = addresses(game) if post(game).address else {}
    by_mail = [(who, question) for who, question in concerned if who in reached]
    if concerned:
        stop(game, missing.turn, now)
    for who, question in by_mail:
        mail = ruling_mail(game, missing.turn, who, question)
        Outbox(game).queue(missing.turn, who, kind_of(question, who), mail, reached[who], now)
    if by_mail:
        yield f"Told by mail: {', '.join(dict.fromkeys(who for who, _ in by_mail))}."
    for who, question in concerned:
        if who not in reached:
            letter = ruling_mail(game, missing.turn, who, question, on_paper=True)
            yield f"{who} gets no mail. Send them this by post:"
            yield from (f"  {line}".rstrip() for line in letter.text.splitlines())


def kind_of(question: Question, who: str) -> str:
    """The same matter is the same mail; if a corrected sheet changes what stands there, it is another."""
    mark = hashlib.sha256(question.told[who].encode()).hexdigest()[:MARK]
    return f"{RULING}-{question.name}-{mark}"


def ruling_mail(game: Game, turn: int, who: str, question: Question, on_paper: bool = False) -> Mail:
    named = game.named(turn)
    how = "write to the game master" if on_paper else "answer this mail"
    lines = [
        f"{named.capitalize()} of {game.name} has stopped until the game master decides:",
        "",
        question.told[who],
        "",
        f"If you want to say something about it, {how}.",
        f"New orders for {named} come too late.",
        "When the game master has decided, the turn goes on with the orders it has,",
        "and you get your report as always.",
    ]
    return Mail(f"{game.name} {headed(game.called(turn))}: the game master must decide", "\n".join(lines) + "\n")
