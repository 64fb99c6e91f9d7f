"""What becomes of a letter that a game finds: its own, a part of it, the office's, or another game's."""

from dataclasses import replace

from pbm.mail.compose import GAME
from pbm.mail.counter import Counter, Opened
from pbm.mail.front_door import FrontDoor
from pbm.mail.inbox import Inbox
from pbm.mail.loops import automatic
from pbm.mail.neighbours import shares
from pbm.mail.route import is_for_office, of_automatic


def shared_with(counter: Counter, letter: Opened) -> list[Inbox]:
    """The other games that take a part of a letter, if this one does."""
    found = letter.route
    if not found.is_parted or counter.mine.name not in found.games:
        return []
    return [Inbox(each.game) for each in counter.neighbours if each.name in found.games and each is not counter.mine]


def goes_to_office(counter: Counter, door: FrontDoor, letter: Opened) -> bool:
    if automatic(letter.headers, counter.post):
        return letter.headers.get(GAME) == door.office.name
    asks = any("?" in line for line in letter.whole.lines)
    orders = not asks and any(filled.understood for filled in letter.sheets)
    found = replace(letter.route, is_known=letter.route.is_known or orders)  # orders are for a game
    return is_for_office(counter.neighbours, door, letter.whole, letter.headers, found)


def looks_there(counter: Counter, name: str) -> bool:
    return any(shares(counter.mine, each) for each in counter.neighbours if each.name == name)


def of_other_games(counter: Counter, letter: Opened) -> tuple[str, ...]:
    """The games that a letter is for, if this is none of them."""
    found = ""
    if automatic(letter.headers, counter.post):
        found = of_automatic(counter.mine, counter.neighbours, letter.raw, letter.headers)
    names = (found,) if found else letter.route.games
    return () if counter.mine.name in names else names
