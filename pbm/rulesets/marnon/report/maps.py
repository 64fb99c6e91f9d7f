"""The maps of a report: the island as far as it is known, and what happened about one's own land [10]."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.reports import History
from pbm.reports.author import hands
from pbm.reports.sections import Map, Move, Token
from pbm.rulesets.marnon.changes.fleets import Sailed
from pbm.rulesets.marnon.changes.forces import Went
from pbm.rulesets.marnon.map import areas, seas
from pbm.rulesets.marnon.report.words import Author

KEY = (
    ("own", "your realm"),
    ("march", "where your forces and fleets went"),
    ("swords", "a battle, and who fought it"),
    ("flame", "a siege, and its level"),
    ("changed", "changed hands: stripes of its old owner"),
)
BATTLES = ("battle", "seafight")


def map_of_the_turn(author: Author, history: History) -> Iterator[Map]:
    """Where one's own forces and fleets went, and who fought whom."""
    moves = tuple(dict.fromkeys(own_moves(author)))
    here = {*author.world.owned(author.who), *(place for move in moves for place in (move.origin, move.target))}
    if not author.view.turn or not here:
        return
    sieges = (
        Token(code, "flame", 0, f"siege {siege.level}", siege.by)
        for code in areas()
        if (siege := author.world.siege(code))
    )
    whole = plate(author, history, "turn_map", "The turn on the map")
    shown = tuple(sorted(here & {*areas()}))
    part = tuple(sorted(here & {*seas()}))
    tokens = (*battles(author), *sieges)
    turned = replace(whole, moves=moves, tokens=tokens, whole=shown, part=part)
    yield replace(turned, key_to=tuple(key(turned)))


def key(shown: Map) -> Iterator[tuple[str, str]]:
    """The signs that the map has."""
    signs = {"own", *(token.sign for token in shown.tokens)}
    signs |= {"march"} if shown.moves else set()
    signs |= {"changed"} if shown.changed else set()
    return (row for row in KEY if row[0] in signs)


def own_moves(author: Author) -> Iterator[Move]:
    """The way out; those who come back on it, such as a patrol, have one arrow."""
    ways: set[tuple[str, str]] = set()
    for event in author.view.events:
        match event:
            case Went() | Sailed() if event.who == author.who and event.origin:
                if (event.target, event.origin) not in ways:
                    ways.add((event.origin, event.target))
                    yield Move(event.origin, event.target, 0, event.who)


def battles(author: Author) -> Iterator[Token]:
    """Battles are public."""
    for one in author.view.news:
        places = [code for code in one.codes if code in areas() or code in seas()]
        powers = dict.fromkeys(code for code in one.codes if code in author.world.powers)
        if one.verb in BATTLES and places:
            yield Token(places[0], "swords", 0, " ".join([*powers][:2]))


def is_open(author: Author) -> bool:
    """Whether all see the same counters; else a roundup shows none."""
    return author.world.settings.fog != "hidden" and author.world.settings.movement != "hidden"


def plate(author: Author, history: History, key: str, title: str, public: bool = False) -> Map:
    """The island with who owns what and who stands where, as far as it may be known."""
    held = hands(history)
    return Map(
        key,
        title,
        **held,
        own="" if public else author.who,
        covers=tuple(covers(author)),
        tokens=tuple(tokens(author, public)),
        names={who: author.name(who) for who in sorted({*held["owners"].values()})},
        floats=True,
    )


def covers(author: Author) -> Iterator[tuple[str, str]]:
    """Plague and rebellion as lines over the land, a siege as a ring [10]."""
    ongoing = author.world.ongoing
    yield from ((code, "plague") for code in sorted(ongoing.plague))
    yield from ((code, "rebellion") for code in sorted(ongoing.rebellion))
    yield from ((code, "siege") for code in areas() if author.world.siege(code))


def tokens(author: Author, public: bool) -> Iterator[Token]:
    """Forces by power, with points where this reader knows them; forts, sieges, fleets."""
    world = author.world
    for code in areas():
        if is_open(author) or not public:
            yield from forces_at(author, code, public)
        row = world.area(code) if code in world.areas else None
        if row and row.fort:
            yield Token(code, "square", 0, "fort")
        if row and row.siege:
            yield Token(code, "flame", 0, f"siege {row.siege.level}", row.siege.by)
    for place in [*areas(), *("ZA", "ZB", "ZC", "ZD", "ZM")]:
        for who in sorted(world.powers):
            if number := sum(fleet.at == place for fleet in world.powers[who].fleets.values()):
                yield Token(place, "boat", number, who, who)


def forces_at(author: Author, place: str, public: bool) -> Iterator[Token]:
    for who, power in sorted(author.world.powers.items()):
        here = [(code, force) for code, force in power.forces.items() if force.at == place]
        if not here:
            continue
        known = [author.points(who, code, force) for code, force in here]
        exact = not public and all(points.isdigit() for points in known)
        size = f" {sum(map(int, known))}" if exact else f" x{len(here)}" if len(here) > 1 else ""
        yield Token(place, "shield", 0, f"{who}{size}", who)
