"""The roundup: what everyone may know [10.3]. It reads the public parts of a view and no others."""

from collections.abc import Iterator

from pbm.reports import Chapter, History
from pbm.reports.author import listed
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Row, columns
from pbm.reports.tell import chart as figures_of
from pbm.reports.tell import messages, sorted_news
from pbm.rules.names import verb
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.report.dealings import REALMS, realm_rows
from pbm.rulesets.homelands.report.glance import plate
from pbm.rulesets.homelands.report.words import Author, faction_name, season_and_year
from pbm.rulesets.homelands.sight import View
from pbm.rulesets.homelands.world import World

POWERS = columns("_<4# power<16 faction<~ VP>! from_bonds|bonds> PP> land> settlements|settl.> rival<# lord<#")
COLUMNS = (
    ("fighting", "Battles and sieges", ("battle", "siege", "siege ends", "taken", "ruined", "corsairs", "shrank")),
    ("plunder", "Loot and plunder", ("loot", "plunder")),
    ("pacts", "Pacts and rivals", ("pact", "pact ends", "rival", "vassal")),
    ("building", "Building", ("site", "built", "dismantled")),
)
"""The public news by the verbs of its events; what is in none of these is the rest."""
HISTORY = "Turn by turn"


def chapter(world: World) -> Chapter:
    """What the history keeps of a closing position: public figures alone."""
    board = Board(world)
    figures = {
        "VP": {code: realm.vp for code, realm in world.powers.items()},
        "PP": {code: realm.pp for code, realm in world.powers.items()},
        "land": {code: len(board.land(code)) for code in world.powers},
    }
    return Chapter(world.turn, figures, {code: board.controller(code) for code in world.chart.codes})


def roundup(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    yield Grid("powers", f"The powers after {season_and_year(view.turn - 1)}", POWERS, tuple(powers(author, history)))
    yield Facts("state", "The state of the game", tuple(state(author)))
    yield plate(author, "map", "The map", history, seen=view.settings.fog == "open")
    yield from sorted_news(view, COLUMNS)
    yield realms(author)
    if any(not said.to for said in view.messages):
        yield messages(view, author.names)
    if len(history) > 1:
        names = {code: author.name(code) for code in view.powers}
        for key, title in (("VP", "Victory points"), ("PP", "Prestige"), ("land", "Land fields")):
            turns = [one.figures.get(key, {}) for one in history]
            yield figures_of(
                f"{key.lower()}_chart", title, history, turns, names, under=HISTORY, plate=view.settings.era
            )


def powers(author: Author, history: History) -> Iterator[Row]:
    """By victory points, then by prestige."""
    view, world = author.view, author.world
    land = history[-1].figures["land"]
    for code, realm in sorted(view.powers.items(), key=lambda row: (-row[1].vp, -row[1].pp, row[0])):
        cells = (
            code, author.name(code), faction_name(realm.faction), realm.vp, realm.vp_bonds, realm.pp, land.get(code, 0),
            len(world.settlements(code)), realm.rival or "-", world.lord_of(code) or "-",
        )  # fmt: skip
        yield Row(cells, code)


BONDS = {"TRUCE": "truce", "TRIBUTE": "tribute", "REDEEM": "redemption", "VASSAL": "vassalage"}


def state(author: Author) -> Iterator[Fact]:
    view = author.view
    if view.result:
        winner = view.result.winner
        won = f"{author.name(winner)} {verb(author.names, winner, 'has', 'have')} won by {view.result.by}"
        yield Fact("over", "The game is over", won)
    else:
        yield Fact(
            "next", "Next", f"{season_and_year(view.turn)}; the last round is {season_and_year(author.world.last_turn)}"
        )
    if view.winter:
        yield Fact(
            "winter", "The last winter", listed(f"{climate} {weather}" for climate, weather in view.winter.items())
        )
    bonds = [f"{BONDS[pact.kind]} of {author.named(pact.a)} and {author.named(pact.b)}" for pact in view.pacts]
    yield Fact("pacts", "Pacts", listed(bonds))
    looted = [code for code, there in view.fields.items() if there.looted]
    if looted:
        yield Fact("looted", "Looted fields", listed(map(author.named, looted)))
    gone = {code: there.lost for code, there in view.fields.items() if there.lost}
    lost = [f"{author.named(code)} by {' and '.join(map(author.named, powers))}" for code, powers in gone.items()]
    if lost:
        yield Fact("lost", "Settlements lost there", listed(lost))


def realms(author: Author) -> Grid:
    """What everybody knows of each power; units, herds and crops only on an open board."""
    seen = author.view.settings.fog == "open"
    rows = tuple(row for who in author.world.codes for row in realm_rows(author, who, seen))
    return Grid("realms", "The realms", REALMS, rows, empty="Nobody is on the map yet.", flow=2)
