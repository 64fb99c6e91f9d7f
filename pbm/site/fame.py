"""The people on a site: who won, and what each has done over its games, as far as they allow it."""

from collections.abc import Iterable

from msgspec import Struct

from pbm.office.careers import Career, Part, careers, public
from pbm.office.rating import METHOD, can_rate, ratings


class Person(Struct, frozen=True):
    name: str
    games: int
    finished: int
    won: int
    sent: int
    turns: int
    rating: float | None


class Champion(Struct, frozen=True):
    game: str
    title: str
    power: str
    name: str


class Fame(Struct, frozen=True):
    people: tuple[Person, ...] = ()
    """The best first."""
    champions: tuple[Champion, ...] = ()
    """The winners of games, the latest first."""
    method: str = ""
    """How the rating is made; empty if there is none."""


def fame(parts: Iterable[Part]) -> Fame:
    """Places count also against those who are not shown, but not in a game whose players nobody may know."""
    known = [part for part in parts if not part.anonymous]
    shown = public(known)
    rated = ratings(known) if can_rate() else {}
    people = [person(career, rated.get(career.id)) for career in careers(shown)]
    winners = sorted((part for part in shown if part.won), key=lambda part: (part.ended, part.game), reverse=True)
    return Fame(
        tuple(sorted(people, key=standing)),
        tuple(Champion(part.game, part.title, part.power, part.player.name) for part in winners if part.player.name),
        METHOD if any(one.rating is not None for one in people) else "",
    )


def person(career: Career, rating: float | None) -> Person:
    came = career.came
    return Person(career.name, len(career.parts), career.finished, career.won, came.sent, came.turns, rating)


def standing(one: Person) -> tuple[object, ...]:
    unrated = one.rating is None
    return unrated, -(one.rating or 0.0), -one.won, -one.sent, one.name
