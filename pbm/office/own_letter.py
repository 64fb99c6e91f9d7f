"""One letter to oneself: whether mail goes out and comes in, and in words what is wrong with the settings."""

import datetime as dt
from collections.abc import Callable, Iterator
from time import monotonic

from pbm.errors import GameError
from pbm.mail.compose import Mail, compose
from pbm.mail.outbox import Outbox
from pbm.mail.smtp import Postman, Refused, Unreachable, postman
from pbm.mail.sources import Source, sources_of
from pbm.record.game import Game

SUBJECT = "pbm: a test of the mail"
TEXT = "You sent this letter to yourself. Mail goes out and comes in as it should.\n"
WAIT, PAUSE = 60.0, 3.0
"""Seconds until a letter must have come back, and between two looks."""


def try_mail(
    game: Game, now: dt.datetime, sleep: Callable[[float], object], by: Postman | None = None
) -> Iterator[str]:
    """Send a letter to the game's own address and look for it in its inbox; an error says what is wrong."""
    outbox = Outbox(game)
    settings = outbox.post
    if not settings.address:
        raise GameError('No address is set. Write [mail] address = "orders@example.org" into game.toml.')
    id = sent(outbox, by or postman(outbox), now)
    yield f"A letter to {settings.address} has gone out."
    if not settings.inboxes:
        raise GameError("No inbox is set, so nothing can come in. Write [mail] inbox = ... into game.toml.")
    begun, sources = monotonic(), sources_of(game)
    while not came_back(sources, id):
        if monotonic() - begun > WAIT:
            raise GameError(
                f"It has not come in within {WAIT:.0f} seconds. Is {settings.inboxes[0]} the inbox of "
                f"{settings.address}, and has the letter gone to its spam folder?"
            )
        sleep(PAUSE)
    yield f"It has come in after {monotonic() - begun:.0f} seconds. Mail goes out and comes in."


def sent(outbox: Outbox, by: Postman, now: dt.datetime) -> str:
    """The Message-ID of the letter, which the server has accepted."""
    id = f"test-{now:%Y%m%dT%H%M%S}"
    envelope = outbox.envelope(id, outbox.post.address, now)
    try:
        by.offer(outbox.post.address, [outbox.post.address])
        by.hand_over(compose(Mail(SUBJECT, TEXT), envelope))
    except Refused as error:
        raise GameError(f"The mail server refuses the letter: {error.words}") from None
    except Unreachable as error:
        raise GameError(f"The mail server cannot be reached: {error}. Are its name and its port right?") from None
    finally:
        by.leave()
    return envelope.message_id


def came_back(sources: list[Source], id: str) -> bool:
    return any(id in source.holds({id}) for source in sources)
