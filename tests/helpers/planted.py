"""Games with planted names, letters to them, and what they send."""

import datetime as dt
from email import message_from_bytes, policy
from pathlib import Path

from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.office.requests import answer_requests
from pbm.record.game import Game
from tests.helpers.posting import MONDAY, SETTINGS, bag, letter, mail_game

PLAYERS = """
[MER]
name = "Planted Nameone"
email = "mercia@example.org"
form = "text"

[WSX]
name = "Planted Nametwo"
email = "wessex@example.org"
form = "text"

[KNT]
name = "Planted Namethree"
email = "kent@example.org"
address = ["1 Planted Street"]
form = "paper"
"""
SECRET_WORDS = "the tide turns at dawn"


def game_with(tmp_path: Path, settings: str = "") -> Game:
    return mail_game(tmp_path, settings=SETTINGS + settings, players=PLAYERS)


def take(game: Game, *raws: bytes, now: dt.datetime = MONDAY) -> list[Arrival]:
    return collect(game, bag(*raws, at=now), now).entries


def asked(game: Game, text: str, number: int = 1, now: dt.datetime = MONDAY, **more: str) -> dict[str, str]:
    """The answers that a letter gets, each with the address it goes to."""
    before = {*Outbox(game).ids()}
    take(game, letter(text, number=number, **more), now=now)
    list(answer_requests(game, now))
    return {id: Outbox(game).recipient(id) for id in Outbox(game).ids() if id not in before}


def text_of(game: Game, id: str) -> str:
    """The text of a mail, and of what is attached to it as far as it is text."""
    message = message_from_bytes(Outbox(game).path(id).read_bytes(), policy=policy.default)
    parts = [part.get_content() for part in message.walk() if not part.is_multipart()]
    texts = [str(message["Subject"]), *(each for each in parts if isinstance(each, str))]
    return "\n".join(texts).replace("\r\n", "\n")


def mails(game: Game, word: str) -> list[str]:
    return [id for id in Outbox(game).ids() if word in id]
