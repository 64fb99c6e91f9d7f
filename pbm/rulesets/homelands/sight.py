"""What a player may know: an open board less stores and plans, or fields near one's own [10]."""

from collections.abc import Mapping

from msgspec import structs

from pbm.rules import sight
from pbm.rules.event import Event
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.chart import chart
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.world import Ending, Field, Offer, Pact, Realm, Settlement, World, Yard


class View(sight.View, frozen=True):
    """A round as one power knows it."""

    settings: Settings
    border: str
    powers: dict[str, Realm]
    """One's own whole; of others what everybody sees."""
    fields: dict[str, Field]
    """Only fields with something on them that is known."""
    control: dict[str, str]
    """Who controls which field, which everybody sees."""
    winter: dict[str, str]
    pacts: tuple[Pact, ...]
    offers: tuple[Offer, ...]
    """Those from and to oneself."""
    importance: dict[str, int]
    result: Ending | None


def view(world: World, journal: list[Event], who: str, telling: sight.Telling | None = None) -> View:
    board = Board(world)
    telling = telling or sight.telling(journal, world.codes, world.names())
    seen = in_sight(board, who)
    fields = {code: known_field(there, who, seen is None or code in seen) for code, there in world.fields.items()}
    return View(
        who=who,
        turn=world.turn,
        **telling.of(who),
        settings=world.settings,
        border=world.border,
        powers={code: realm if code == who else public(realm) for code, realm in world.powers.items()},
        fields={code: there for code, there in fields.items() if not there.is_empty},
        control={code: owner for code in world.chart.codes if (owner := board.controller(code))},
        winter=dict(world.winter),
        pacts=tuple(world.pacts),
        offers=tuple(offer for offer in world.offers if who in (offer.giver, offer.to)),
        importance=dict(world.importance),
        result=world.result,
    )


def told(world: World, journal: list[Event]) -> Mapping[str, View]:
    """The views of all powers."""
    telling = sight.telling(journal, world.codes, world.names())
    return {who: view(world, journal, who, telling) for who in world.codes}


def in_sight(board: Board, who: str) -> set[str] | None:
    """The fields in which units are seen; nothing if all are [10]."""
    if board.world.settings.fog == "open":
        return None
    own = {code for code, _, _ in board.world.stands(who)} | set(board.own_cus(who))
    return own | {near for code in own for near in board.chart.near[code]}


def public(realm: Realm) -> Realm:
    """What everybody sees of a power."""
    return Realm(
        realm.faction, realm.name, control=realm.control, pp=realm.pp, vp=realm.vp, vp_last=realm.vp,
        vp_bonds=realm.vp_bonds, rival=realm.rival,
    )  # fmt: skip


def known_field(there: Field, who: str, seen: bool) -> Field:
    """A field as a power knows it: what others have inside and aboard is theirs to know."""
    known = Field(settlement=settlement(there.settlement, who), looted=there.looted, lost=dict(there.lost))
    known.site = there.site
    known.yard = yard(there.yard, who, seen)
    if seen:
        known.units, known.builders = there.units, there.builders
        known.herd, known.sown = there.herd, there.sown
    else:
        known.units = own_rows(there.units, who)
        known.builders = own_rows(there.builders, who)
        known.herd = there.herd if there.herd and there.herd.owner == who else None
        known.sown = there.sown if there.sown and there.sown.owner == who else None
    known.cargo = own_rows(there.cargo, who)
    return known


def own_rows(rows: dict[str, dict[str, int]], who: str) -> dict[str, dict[str, int]]:
    return {who: rows[who]} if who in rows else {}


def settlement(found: Settlement | None, who: str) -> Settlement | None:
    if found is None or found.owner == who:
        return found
    return Settlement(found.owner, found.kind, found.fort)


def yard(found: Yard | None, who: str, seen: bool) -> Yard | None:
    if found is None or found.owner == who:
        return found
    return structs.replace(found, fish=0, ships=found.ships if seen else {})


def known(view: View) -> World:
    """The world as the player knows it."""
    plan = chart(view.settings.era, view.border, view.settings.factions)
    return World(
        settings=view.settings,
        chart=plan,
        turn=view.turn,
        powers=view.powers,
        fields={code: view.fields.get(code) or Field() for code in plan.codes},
        winter=view.winter,
        pacts=list(view.pacts),
        offers=list(view.offers),
        importance=view.importance,
        result=view.result,
        border=view.border,
    )
