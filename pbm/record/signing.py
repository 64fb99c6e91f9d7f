"""The game's key for receipts: `receipt-key`, made when it is first needed and never published.

It is not made from the secret, because the secret is published at the end, and receipts must still prove something
then.
"""

import secrets

from pbm.errors import GameError
from pbm.files import put
from pbm.receipts.signature import Signed, Statement, public_of, sign
from pbm.record.game import Game

KEY = "receipt-key"
KEY_BYTES = 32


def private_key(game: Game) -> bytes:
    path = game.folder / KEY
    if not path.is_file():
        put(path, secrets.token_bytes(KEY_BYTES).hex().encode() + b"\n", private=True)
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise GameError(f"{path} is damaged: restore it from a backup, or receipts cannot be signed.")
    return key


def has_key(game: Game) -> bool:
    return (game.folder / KEY).is_file()


def public_key(game: Game) -> str:
    """The public key, for the welcome letter."""
    return public_of(private_key(game))


def signed(game: Game, statement: Statement) -> Signed:
    return sign(statement, private_key(game))
