"""Whose letter it is, where games share a mailbox. Every game asks, and all have the same answer.

1. It is for all games that it names: in headings, by a code, or by a word in its subject.
2. Else for one game: of those to which it was sent, which it answers, or which it quotes, one in which its sender
   plays, and one that goes on before one that is over. If there are several, the first that looks has it.
3. If nothing leads to a game and nobody knows its sender, it is the office's, if there is an office; else the first
   game that goes on answers. Orders are a game's, whoever sends them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pbm.mail.compose import GAME
from pbm.mail.front_door import FrontDoor
from pbm.mail.loops import Headers, bounced, sender
from pbm.mail.neighbours import OURS, Neighbour, sender_of_returned, shares, shows
from pbm.mail.parts import Names, has_headings, part_for, parts_in, quoted_in
from pbm.reading.errands import only_errands
from pbm.reading.letter import Letter, addresses_in
from pbm.reading.sheet import game_named
from pbm.reading.sheet_lines import shows_code

WORD = re.compile(r"[\w-]+")
SET_OFF = r"^(?:(?:re|fwd?|aw) *: *)*{name} *[:,]|\bgame +{name}(?![\w-])"
"""How a subject surely names a game, whoever writes."""
Sign = Callable[[Neighbour], bool]


@dataclass(frozen=True)
class Route:
    """The games that a letter is for; of several that might take it as well, the one that asks."""

    games: tuple[str, ...]
    by_name: bool = False
    """Whether it names them, so that what it asks for counts for them alone."""
    is_known: bool = True
    """Whether anything but chance leads to them."""

    @property
    def is_parted(self) -> bool:
        """Whether every one of them takes it."""
        return len(self.games) > 1


def names_of(games: Sequence[Neighbour]) -> Names:
    def owner(code: str) -> str:
        return next((game.name for game in games if shows(lambda game: code in game.codes, game)), "")

    return Names({game_named(game.name): game.name for game in games}, owner)


def route(own: Neighbour, games: Sequence[Neighbour], letter: Letter, top: Headers, by_hand: bool = False) -> Route:
    names = names_of(games)
    near = sorted((game for game in games if shares(own, game)), key=lambda game: (game is not own, game.name))
    sent_to = narrowed(near, partial(is_addressed, top))
    said = [game.name for game in sent_to if is_in_subject(letter.subject, sender(top), game, near)]
    if parts := parts_in(letter, names):
        there = sorted({part.game for part in parts})
        return Route(tuple(there), bool({*said} & {*there}) or any(part.by_name for part in parts))
    if said or by_hand:
        return Route(tuple(sorted(said)) or (own.name,), bool(said))
    headed = len(sent_to) < len(near) or has_headings(letter)
    return nearest(sent_to, [*signs(letter, top, names), *of_sender(sender(top))], headed)


def nearest(near: list[Neighbour], hints: Sequence[Sign], headed: bool) -> Route:
    """The one game to which most leads; of several to which as much leads, the one that asks."""
    is_known = headed or any(shows(sign, game) for game in near for sign in hints)
    return Route((narrowed(near, *hints, goes_on)[0].name,), is_known=is_known)


def narrowed(games: list[Neighbour], *signs: Sign) -> list[Neighbour]:
    """Those to which a sign points, one sign after the other; one that points to none says nothing."""
    for sign in signs:
        games = [game for game in games if shows(sign, game)] or games
    return games


def signs(letter: Letter, top: Headers, names: Names) -> Iterator[Sign]:
    """What leads to a game without naming it: the mail of ours that it answers, and what it quotes."""
    ids = " ".join([*top.all("In-Reply-To"), *top.all("References")])
    answered, quoted = {found[1] for found in OURS.finditer(ids)}, quoted_in(letter, names)
    yield lambda game: game.name in answered
    yield lambda game: game.name in quoted


def of_sender(writer: str) -> Iterator[Sign]:
    """A game that goes on, in which they play; one in which they have played; one that is over."""
    address = writer.casefold()
    yield lambda game: game.goes_on and address in game.playing
    yield lambda game: game.goes_on and address in game.ever
    yield lambda game: address in game.ever


def goes_on(game: Neighbour) -> bool:
    return game.goes_on


def is_addressed(top: Headers, game: Neighbour) -> bool:
    to = addresses_in([*top.all("To"), *top.all("Cc")])
    return any(game.post.own(address) for address in to if address)


def is_in_subject(subject: str, writer: str, game: Neighbour, games: Sequence[Neighbour]) -> bool:
    """A word may be a game's name by chance: of people whom we know it counts in games of theirs, or set off."""
    said = subject.casefold()
    if game.name.casefold() not in WORD.findall(said):
        return False
    if re.search(SET_OFF.format(name=re.escape(game.name.casefold())), said):
        return True
    theirs = [each.name for each in games if shows(lambda each: writer.casefold() in each.ever, each)]
    return not theirs or game.name in theirs


def own_part(own: Neighbour, games: Sequence[Neighbour], letter: Letter, found: Route) -> Letter:
    """What a letter has for a game."""
    return part_for(own.name, letter, names_of(games)) if found.is_parted and own.name in found.games else letter


def of_automatic(own: Neighbour, games: Sequence[Neighbour], raw: bytes, top: Headers) -> str:
    """The game whose mail has come back, or that has sent this; nobody wrote it."""
    sent_by = top.get(GAME) if own.post.own(sender(top)) else ""
    known = sent_by if sent_by in {game.name for game in games} else ""
    return sender_of_returned(own.game, games, raw) or known or of_unreached(own, games, raw)


def of_unreached(own: Neighbour, games: Sequence[Neighbour], raw: bytes) -> str:
    """The game in which somebody plays whom a bounce could not reach; of several, the one that asks."""
    lost = {address.casefold() for address, _ in bounced(raw)}
    theirs = [game.name for game in games if shares(own, game) and shows(lambda game: bool(lost & game.playing), game)]
    return own.name if own.name in theirs else next(iter(theirs), "")


def is_for_office(games: Sequence[Neighbour], door: FrontDoor, letter: Letter, top: Headers, found: Route) -> bool:
    """Whether somebody writes to the office: with the code of a game it is for that game, if it says anything more."""
    writer, says_more = sender(top), not only_errands(letter)
    if says_more and any(shows(partial(has_code, letter), game) for game in games):
        return False
    if door.awaits(letter, writer):
        return True
    if says_more and any(shows(lambda game: game.vouches_for(letter), game) for game in games):
        return False
    plays = any(shows(lambda game: game.goes_on and writer.casefold() in game.reached, game) for game in games)
    return door.wants(letter, top, plays) or bool(writer and not found.is_known)


def has_code(letter: Letter, game: Neighbour) -> bool:
    """Whether a code that counts now stands in a letter."""
    return shows_code(letter.lines, game.codes_now)
