"""The first page of a report: six figures, and the map of the year; out of the view alone."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.author import hands
from pbm.reports.forms import ordinal
from pbm.reports.sections import Figure, Figures, Map, Move, Token
from pbm.rules.event import Event
from pbm.rulesets.twilight.combat import Fought
from pbm.rulesets.twilight.forces import Moved
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.report.words import Author
from pbm.rulesets.twilight.viking import Pillaged

KEY = (
    ("own", "your realm"),
    ("march", "where your forces went"),
    ("swords", "a combat, and who attacked whom"),
    ("flame", "pillaged"),
    ("changed", "changed hands this year: stripes of its old holder"),
)


def figures(author: Author, history: History) -> Iterator[Figures]:
    """What a ruler looks for first."""
    view, own = author.view, author.own
    if own is None:
        return
    held = list(history[-1].owners.values()).count(own)
    before = list(history[-2].owners.values()).count(own) if len(history) > 1 else held
    stacks = sum(1 for _ in author.world.stands(own))
    markers = view.markers[own]
    place = view.order.index(own) + 1 if own in view.order else 0
    turn = (ordinal(place), f"of {len(view.order)}") if place else ("-", "")
    rows = (
        Figure("dp", "DP to spend", str(view.powers[own].dp)),
        Figure("points", "victory points", str(view.vp.get(own, 0)), view.levels.get(own, "")),
        Figure("places", "places held", str(held), f"{held - before:+}" if held != before else ""),
        Figure("forces", "forces", str(stacks)),
        Figure("markers", "markers", str(markers if isinstance(markers, int) else len(markers))),
        Figure("order", "in the order of play", *turn),
    )
    yield Figures("figures", "", rows)


def map_of_the_year(author: Author, history: History) -> Iterator[Map]:
    """Where one's own forces went; combats and pillage as far as they are public or one's own."""
    moves = tuple(
        Move(event.origin, event.target, 0, event.who)
        for event in author.view.events
        if isinstance(event, Moved) and event.who in author.mine
    )
    marks = tuple(dict.fromkeys([*own_marks(author), *public_marks(author)]))
    here = {place for power in author.mine for place, _ in author.world.stands(power)}
    here |= {place for move in moves for place in (move.origin, move.target)}
    if not here or not author.view.turn:
        return
    held = hands(history)
    yield Map(
        "turn_map",
        f"The year {author.view.year} on the map",
        **held,
        own=author.own or "",
        moves=moves,
        tokens=marks,
        whole=tuple(sorted(here)),
        names={who: author.name(who) for who in sorted({*held["owners"].values()})},
        key_to=KEY,
    )


def own_marks(author: Author) -> Iterator[Token]:
    for event in author.view.events:
        yield from marked(event)


def marked(event: Event) -> Iterator[Token]:
    match event:
        case Fought():
            yield Token(event.where, "swords", 0, f"{event.who} {event.against}", event.who)
        case Pillaged():
            yield Token(event.where, "flame", 0, event.who, event.who)


def public_marks(author: Author) -> Iterator[Token]:
    signs = {"combat": "swords", "pillage": "flame"}
    for one in author.view.news:
        places = [code for code in one.codes if code in chart()]
        powers = [code for code in one.codes if code in author.view.powers]
        if one.verb in signs and places and powers:
            yield Token(places[0], signs[one.verb], 0, " ".join(powers[:2]), powers[0])
