"""The first page of a report, six figures; and the maps, as the reader knows them [10.1, 10.4]."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.reports import History
from pbm.reports.author import hands
from pbm.reports.forms import ordinal
from pbm.reports.sections import Figure, Figures, Map, Move, Token
from pbm.rulesets.homelands.battle import Fought
from pbm.rulesets.homelands.chart import map_file
from pbm.rulesets.homelands.report.words import Author, season_of
from pbm.rulesets.homelands.sieges import SiegeBegan
from pbm.rulesets.homelands.stock import Shifted
from pbm.rulesets.homelands.units import total
from pbm.rulesets.homelands.world import Field

OUT = "OUT"
"""Stands on the map for fields that are not in play."""
SIGNS = {"VIL": "house", "CTY": "tower", "DCK": "anchor", "PRT": "boat"}
KEY = (
    ("own", "your realm"),
    ("march", "where your units went"),
    ("house", "village, + with a fort"),
    ("tower", "city, + with a fort"),
    ("anchor", "dock"),
    ("boat", "port"),
    ("herd", "herd: Sheep, Pigs, Cattle, Horse"),
    ("sheaf", "grain that stands there"),
    ("swords", "you fought there"),
    ("flame", "looted"),
    ("changed", "changed hands: stripes of its old holder"),
)


def figures(author: Author, history: History) -> Figures:
    """What a ruler looks for first."""
    world, who, realm = author.world, author.who, author.realm
    land, before = (chapter.figures["land"].get(who, 0) for chapter in (history[-1], history[max(0, len(history) - 2)]))
    ranked = sorted(world.codes, key=lambda code: (-world.powers[code].vp, -world.powers[code].pp, code))
    rows = (
        Figure("gold", "gold", str(realm.gold)),
        Figure("pp", "prestige (PP)", str(realm.pp)),
        Figure("vp", "victory points", str(realm.vp), f"{ordinal(ranked.index(who) + 1)} of {len(ranked)}"),
        Figure("land", "land fields", str(land), f"{land - before:+}" if land != before else ""),
        Figure("units", "units", str(world.unit_count(who)), f"of {world.settings.unit_limit}"),
        Figure("grain", "grain in store", str(author.home.grain))
        if author.farms
        else Figure("towns", "settlements", str(len(world.settlements(who)))),
    )
    return Figures("figures", "", rows)


def map_of_the_round(author: Author, history: History) -> Map:
    """One's own lands with what stands there, where one's units went and where they fought."""
    moves = tuple(own_moves(author))
    here = {*author.own_fields, *(place for move in moves for place in (move.origin, move.target))}
    title = f"{season_of(author.view.turn - 1).capitalize()} on the map"
    shown = plate(author, "turn_map", title, history, seen=True, part=tuple(sorted(here)))
    return replace(shown, own=author.who, moves=moves, tokens=(*shown.tokens, *fights(author)), key_to=KEY)


def own_moves(author: Author) -> Iterator[Move]:
    for event in author.view.events:
        if isinstance(event, Shifted) and event.who == author.who and event.origin != event.target:
            yield Move(event.origin, event.target, total(event.left), event.who)


def fights(author: Author) -> Iterator[Token]:
    found = [event.where for event in author.view.events if isinstance(event, Fought | SiegeBegan)]
    return (Token(place, "swords") for place in dict.fromkeys(found))


def plate(author: Author, key: str, title: str, history: History, seen: bool, part: tuple[str, ...] = ()) -> Map:
    """The map of the era with who controls what; `seen`: units, herds and crops as the reader knows them."""
    era, chart = author.view.settings.era, author.world.chart
    shown = hands(history)
    outside = dict.fromkeys((code for code in map_file(era).fields if code not in chart.fields), OUT)
    held = {*shown["owners"].values()}
    shown["owners"] |= outside
    return Map(
        key,
        title,
        plate=era,
        **shown,
        tokens=tuple(token for code, there in author.world.fields.items() for token in tokens(code, there, seen)),
        whole=part,
        names={who: author.name(who) for who in author.world.codes if who in held}
        | ({OUT: "not in play"} if outside else {}),
        floats=not part,
    )


def tokens(code: str, there: Field, seen: bool) -> Iterator[Token]:
    """Buildings and loot; armies, herds and crops if they are seen."""
    if own := there.settlement:
        yield Token(code, SIGNS[own.kind], 0, "+" if own.fort else "", own.owner)
    if there.yard:
        yield Token(code, SIGNS[there.yard.kind], 0, "", there.yard.owner)
    if there.looted:
        yield Token(code, "flame")
    for who in sorted({*there.units, *there.builders}) if seen else ():
        if number := total(there.units.get(who, {})) + total(there.builders.get(who, {})):
            yield Token(code, "", number, f"{who} {number}", who)
    if there.herd and seen:
        yield Token(code, "herd", 0, there.herd.kind[0], there.herd.owner)
    if there.sown and there.sown.grain and seen:
        yield Token(code, "sheaf", there.sown.grain, "", there.sown.owner)
