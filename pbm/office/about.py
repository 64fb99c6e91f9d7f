"""[office] in _office/office.toml: who runs the games, and where letters reach them. A game's [report] goes first."""

from pathlib import Path
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.files import read_once
from pbm.office.credits import SETTINGS
from pbm.record.config import read_table
from pbm.record.people import OFFICE

EXAMPLE = 'post_to = ["1 High Street", "Town"]'


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gm: str = ""
    """The game master's name."""
    post_to: tuple[str, ...] = ()
    """Where players on paper post their orders to, line by line."""
    hours: str = ""
    """When the game master can be reached, in their own words."""
    joins: Literal["nod", "known", "at once"] = "known"
    """Who joins at once, after they have confirmed that they want to: nobody, for everyone needs the game master's nod;
    those whom the office knows; or everyone."""
    joins_per_day: int = 20
    """How many people who are new may ask to join in a day."""
    answer_days: int = 4
    """How long somebody on the standby list has to accept a seat before the next is asked."""
    offer_seats: bool = True
    """Whether vacant seats are offered to the standby list; else the game master gives them out."""


def about(games: Path) -> About:
    path = games / OFFICE / SETTINGS
    return (read_table(read_once(path), "office", About, str(path)) if path.is_file() else None) or About()


def refuse_without_post(games: Path, on_paper: list[str], post_to: tuple[str, ...]) -> None:
    """Whoever plays on paper must read where to post their orders to."""
    if on_paper and not post_to:
        raise GameError(
            f"{', '.join(on_paper)} would play on paper, and no letter could say where to post the orders to. Write "
            f"your address into {games / OFFICE / SETTINGS}, below a line [office]: {EXAMPLE}"
        )
