"""The roundup: what everyone may know [10]. It reads the public parts of a view and no others."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.reports import Chapter, History
from pbm.reports.author import hands
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Map, Row, Side, Token, columns
from pbm.reports.tell import chart as figures_of
from pbm.reports.tell import messages, sorted_news
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.report.words import Author, value_of
from pbm.rulesets.twilight.report.year import ending_rule
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.sight import INITIATIVE, View
from pbm.rulesets.twilight.tables import level, size_word
from pbm.rulesets.twilight.world import World

POWERS = columns("_<4# power< kind<~ played_by<# DP> markers|mks> VP>! level<")
PLACES = columns("_<4# place<23 value< held_by<# stacks<")
KINDS = {"pp": "player", "major": "Major", "minor": "Minor"}
COLUMNS = (
    ("dealings", "Gifts, claims and alliances", ("gift", "fund", "claim", "alliance", "out", "takeover", "dropout")),
    ("raid", "The Viking raid", ("raiders", "sail", "raid", "home", "buyoff", "danegeld")),
    ("combats", "Combats", ("combat", "loss", "fall", "gone", "heir", "secede")),
)
"""The public news by the verbs of its events; what is in none of these is the rest."""
IN_TABLES = ("bid", "slot", "order", "points", "income")
"""What the tables of the roundup tell."""
HISTORY = "Turn by turn"
CLOSE_UPS: tuple[tuple[Side, str, str, tuple[str, ...]], ...] = (
    ("left", "rhine", "The Rhine", ("BRU", "DOR", "ERF", "REG", "GEN")),
    ("right", "italy", "Italy", ("GEN", "VEN", "COR", "NAP", "BEN", "DAL")),
)
"""Where places lie close together on the map."""


def chapter(world: World) -> Chapter:
    """What the history keeps of a closing position: public figures alone."""
    owners = {code: world.holder(code) for code, spot in chart().items() if spot.kind != "sea"}
    own = {code: power.dp for code, power in world.powers.items() if power.kind == "pp"}
    return Chapter(world.turn, {"points": dict(world.vp), "dp": own}, owners)


def roundup(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    year = f"the year {view.year}" if view.turn > 1 else "the set-up"
    yield Grid("powers", f"The powers after {year}", POWERS, tuple(powers(author)))
    yield Facts("state", "The state of the game", tuple(state(author)))
    if view.auction.bids:
        yield bids(author)
    if view.turn <= 1:
        yield Grid("npps", "Where the other powers stand", columns("_<4# power< units<"), tuple(at_first(author)))
    yield from sorted_news(view, COLUMNS, IN_TABLES)
    yield Grid("stacks", "Who stands where", PLACES, tuple(places(author)), flow=2)
    yield from maps(author, history)
    if view.messages:
        yield messages(view, author.names)
    if len(history) > 1:
        for key, title in (("points", "Victory points"), ("dp", "Diplomatic points")):
            turns = [one.figures.get(key, {}) for one in history]
            known = {code: author.name(code) for code in view.seats if any(code in turn for turn in turns)}
            yield figures_of(f"{key}_chart", title, history, turns, known, under=HISTORY)


def powers(author: Author) -> Iterator[Row]:
    """Players' powers first, then Majors and Minors."""
    view = author.view
    ranks = {kind: rank for rank, kind in enumerate(KINDS)}
    for code, power in sorted(view.powers.items(), key=lambda row: (row[1].out, ranks[row[1].kind], row[0])):
        held = view.markers[code]
        points = view.vp.get(code)
        cells = (
            code, author.name(code), "out" if power.out else KINDS[power.kind], power.player or "-",
            power.dp if power.kind == "pp" else None, held if isinstance(held, int) else len(held), points,
            "" if points is None else view.levels.get(code) or level(points),
        )  # fmt: skip
        yield Row(cells, code, "out" if power.out else "")


def state(author: Author) -> Iterator[Fact]:
    view = author.view
    if view.over:
        ranks = [f"{author.name(code)} {name}" for code, name in sorted(view.levels.items())]
        yield Fact("over", "The game is over", "; ".join(ranks) or "no Frankish leader is left")
    else:
        yield Fact("end", "The end", ending_rule(author))
    if view.order:
        yield Fact("order", "Order of play", " ".join(view.order))
    yield Fact("pool", "Markers in the pool", str(view.pool))
    yield Fact("raiders", "Raiders waiting in Scandinavia", str(view.scandinavia))
    spoilt = (
        ("pillaged", "Pillaged"),
        ("plague", "Plague"),
        ("feudal", "Feudalism"),
        ("unrest", "No levy (Stellinga)"),
    )
    for key, label in spoilt:
        if places := getattr(view, key):
            yield Fact(key, label, " ".join(sorted(places)))


def bids(author: Author) -> Grid:
    """All bids, opened together: a row for each thing, a column for each player's power."""
    auction = author.view.auction
    bidders = list(dict.fromkeys(who for row in auction.bids.values() for who in row))
    heads = columns(" ".join(["_<4#", "for<", *(f"{who}>" for who in bidders), "went_to<#", "for>!"]))
    rows = []
    for what, row in auction.bids.items():
        name = "the initiative" if what == INITIATIVE else author.name(what)
        winner = "all pay" if what == INITIATIVE else author.view.powers[what].player or "-"
        rows.append(Row((what, name, *(row.get(who) for who in bidders), winner, auction.prices.get(what))))
    unsold = [code for code in auction.prices if code not in auction.bids]
    rows += [
        Row((code, author.name(code), *(None for _ in bidders), author.view.powers[code].player or "-", 0))
        for code in unsold
    ]
    return Grid("bids", "Bids", heads, tuple(rows))


def at_first(author: Author) -> Iterator[Row]:
    """The set-up of other powers is printed in the scenario."""
    plan = scenario(author.view.scenario)
    for code, stands in (*plan.major.items(), *plan.minor.items()):
        yield Row((code, author.name(code), "; ".join(f"{place} {units}" for place, units in stands.items())))


def places(author: Author) -> Iterator[Row]:
    """Every place that somebody holds or stands in, with the size of every stack."""
    world = author.world
    for place, spot in chart().items():
        stacks = public(author).get(place, {})
        holder = world.holder(place) if spot.kind != "sea" else None
        if not stacks and holder is None:
            continue
        found = "; ".join(f"{power} {', '.join(sizes)}" for power, sizes in stacks.items())
        shared = " ".join(world.sharers(place)) if spot.is_area else ""
        yield Row((place, spot.name, value_of(world, place), holder or shared, found))


def public(author: Author) -> dict[str, dict[str, list[str]]]:
    """Every stack by its size word, as all see it."""
    world = author.world
    return {
        place: {
            power: [size_word(stack.size) for stack in world.stacks(place, power)] for power in world.present(place)
        }
        for place in chart()
        if world.present(place)
    }


def maps(author: Author, history: History) -> Iterator[Map]:
    """Everything on one map, and once more, larger, where places lie close together."""
    whole = plate(author, public(author), "map", "The map", history)
    yield whole
    for side, key, title, places in CLOSE_UPS:
        yield replace(whole, key=key, title=title, part=places, names={}, side=side)


def plate(
    author: Author,
    stacks: dict[str, dict[str, list[str]]],
    key: str,
    title: str,
    history: History,
    part: tuple[str, ...] = (),
) -> Map:
    """The map with who controls what and what stands there."""
    held = hands(history)
    return Map(
        key,
        title,
        **held,
        own=(author.own or "") if part else "",
        tokens=tuple(tokens(author, stacks)),
        part=part,
        names={who: author.name(who) for who in sorted({*held["owners"].values()})},
        floats=not part,
    )


def tokens(author: Author, stacks: dict[str, dict[str, list[str]]]) -> Iterator[Token]:
    """Each stack as its units or its size, with the owner's code; pillage and plague as words."""
    for place, there in stacks.items():
        yield from (Token(place, "", 0, f"{who} {' '.join(sizes)}", who) for who, sizes in there.items())
    for word in ("pillaged", "plague"):
        yield from (Token(place, "", 0, word) for place in sorted(getattr(author.view, word)))
