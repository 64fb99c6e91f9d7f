"""A rating of the people who have finished games, by the method of Plackett and Luce as openskill has it.

It begins at 0 and is the least that somebody is very likely worth (the mean less three deviations, by the method of
Weng and Lin), so that it rises with every game that tells more of them, and falls with bad results. It depends on
nothing but the places in the games that are over and the order in which they ended.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

from pbm.office.careers import Part

METHOD = "Plackett-Luce, openskill"
LIBRARY = "openskill"
FEWEST = 2
"""With fewer people a game says nothing."""


def can_rate() -> bool:
    return find_spec(LIBRARY) is not None


def ratings(parts: Iterable[Part]) -> dict[str, float]:
    """By id, the rating of everyone who has finished a game with another person in it."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for places in in_their_order(parts):
        ids = list(places)
        teams = [[known.get(id) or model.rating(name=id)] for id in ids]
        rated = model.rate(teams, ranks=[float(places[id]) for id in ids])
        known.update({id: team[0] for id, team in zip(ids, rated, strict=True)})
    return {id: round(float(one.ordinal()), 1) + 0.0 for id, one in sorted(known.items())}


def in_their_order(parts: Iterable[Part]) -> list[dict[str, int]]:
    """The places of people in each game that is over, the one that ended first first; somebody who had two parts in a
    game has the better place."""
    games: dict[tuple[object, str], dict[str, int]] = {}
    for part in parts:
        if part.ended and part.place is not None:
            places = games.setdefault((part.ended, part.game), {})
            places[part.id] = min(part.place, places.get(part.id, part.place))
    return [dict(sorted(games[key].items())) for key in sorted(games) if len(games[key]) >= FEWEST]
