"""The position of a game [9.1], and the plain questions that the rules ask of it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec import field as member

from pbm.rules.code import Place, Power
from pbm.rules.names import Names, PluralWord, Word, with_article
from pbm.rules.position import fields_of
from pbm.rules.roster import Control
from pbm.rulesets.homelands.chart import Chart, chart
from pbm.rulesets.homelands.factions import Faction
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.tables import CTY, FRT, SEASONS, Switch, tables
from pbm.rulesets.homelands.units import Units, number, total

SettlementKind = Literal["VIL", "CTY"]
YardKind = Literal["DCK", "PRT"]
SiteKind = Literal["VIL", "CTY", "DCK", "PRT", "FRT"]
HerdKind = Literal["SHEEP", "PIGS", "CATTLE", "HORSE"]
PactKind = Literal["TRUCE", "TRIBUTE", "REDEEM", "VASSAL"]
OfferKind = Literal["TRUCE", "TRIBUTE", "REDEEM", "VASSAL", "TAKEVASSAL"]
Command = Literal["none", "BAD", "AVERAGE", "BETTER", "BRILLIANT"]
Festival = Literal["SMALL", "DOUBLE", "TRIPLE"]
DIET = ["MEAT", "FISH", "GRAIN"]


class Doctrine(Struct, forbid_unknown_fields=True, rename={"breaks": "break"}):
    """Standing orders for battle."""

    breaks: int = 50
    """The percentage of losses at which the power escapes."""
    target: list[str] = member(default_factory=list)
    """Types to hit first; the others follow in their usual order."""
    spare: Literal["SWORD", "SHIELD"] = "SWORD"
    reroll: int = 0
    snipe: str | None = None
    rally: list[Place] = member(default_factory=list)
    engage: str = "OFF"
    """`OFF`, `HOME 100`, `ALL 120`."""
    roads: Literal["PAY", "RISK"] = "PAY"


def full(given: list[str], usual: list[str]) -> list[str]:
    """A list of preferences, with what it leaves out in the usual order behind it."""
    return [*given, *(item for item in usual if item not in given)]


class Claim(Struct, omit_defaults=True, forbid_unknown_fields=True):
    kind: Literal["DOMINANCE", "MIGHT"]
    turn: int
    goals: list[str] = member(default_factory=list)


class Realm(Struct, forbid_unknown_fields=True):
    """A power and its figures."""

    faction: str
    name: str = ""
    player: int | None = None
    control: Control = "player"
    gold: int = 0
    pp: int = 0
    vp: int = 0
    vp_last: int = 0
    """Victory points at the end of the last round."""
    vp_bonds: int = 0
    """How many of them came as lord or recipient."""
    rival: Power | None = None
    killed: int = 0
    """The PP value of units it eliminated this year."""
    lost: int = 0
    command: Command = "none"
    claim: Claim | None = None
    doctrine: Doctrine = member(default_factory=Doctrine)
    diet: list[str] = member(default_factory=list)
    """What is eaten first; the rest follows in the usual order."""
    herdsfirst: bool = False
    festival: Festival = "SMALL"
    missed: int = 0


class Settlement(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power
    kind: SettlementKind
    fort: bool = False
    grain: int = 0
    inside: Units = member(default_factory=dict)
    herds: list[HerdKind] = member(default_factory=list)

    def room(self, what: str) -> int:
        """How much it can hold: grain, units or herds."""
        rows = tables().buildings
        return int(getattr(rows[self.kind], what) + (getattr(rows[FRT], what) if self.fort else 0))


class Yard(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power
    kind: YardKind
    fish: int = 0
    ships: Units = member(default_factory=dict)

    def room(self, what: str) -> int:
        return int(getattr(tables().buildings[self.kind], what))


class Site(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power
    kind: SiteKind
    work: int = 0


class Herd(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power
    kind: HerdKind
    driven: bool = False
    """It has moved in this round."""


class Sown(Struct, omit_defaults=True, forbid_unknown_fields=True):
    owner: Power
    grain: int = 0


class Field(Struct, omit_defaults=True, forbid_unknown_fields=True):
    units: dict[Power, Units] = member(default_factory=dict)
    """In the open."""
    builders: dict[Power, Units] = member(default_factory=dict)
    cargo: dict[Power, Units] = member(default_factory=dict)
    settlement: Settlement | None = None
    yard: Yard | None = None
    site: Site | None = None
    herd: Herd | None = None
    sown: Sown | None = None
    looted: bool = False
    lost: dict[Power, int] = member(default_factory=dict)
    """Who lost a settlement here to another power, and in which round."""

    @property
    def is_peopled(self) -> bool:
        """Whether anybody stands in the open."""
        return bool(self.units or self.builders or self.cargo)

    @property
    def is_empty(self) -> bool:
        return not (self.units or self.builders or self.cargo or self.settlement or self.yard or self.site or self.herd
                    or self.sown or self.looted or self.lost)  # fmt: skip

    def belongs_to(self, who: str) -> bool:
        """Whether a power has a unit or a settlement there; a yard never stands without one."""
        if who in self.units or who in self.builders or who in self.cargo:
            return True
        return self.settlement is not None and self.settlement.owner == who


class Pact(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`a` is lord or recipient; of a truce, the lower code."""

    kind: PactKind
    a: Power
    b: Power
    until: int | None = None
    """The round at whose end it is over."""

    def joins(self, one: str, other: str) -> bool:
        return {self.a, self.b} == {one, other}


class Offer(Struct, omit_defaults=True, forbid_unknown_fields=True, rename={"giver": "from"}):
    kind: OfferKind
    giver: Power
    to: Power
    turn: int
    gold: int = 0


class Ending(Struct, forbid_unknown_fields=True):
    winner: Power
    by: Literal["SOVEREIGNTY", "DOMINANCE", "MIGHT", "IMPORTANCE"]


class Round(Struct, omit_defaults=True):
    """What is remembered until the round is over, and no longer."""

    starts: dict[Power, list[Place]] = member(default_factory=dict)
    """The fields that a set-up sheet names."""
    options: dict[Power, str] = member(default_factory=dict)
    owners: dict[Place, Power] = member(default_factory=dict)
    """Whose settlement stood where when the round began."""
    held: dict[Place, Power] = member(default_factory=dict)
    """Who controlled a land field then."""
    present: dict[Place, list[Power]] = member(default_factory=dict)
    """Who had a unit anywhere on a field then."""
    pp: dict[Power, int] = member(default_factory=dict)
    """Prestige when step 5 began."""
    forced: list[Power] = member(default_factory=list)
    toiling: list[Power] = member(default_factory=list)
    keep: dict[Power, int] = member(default_factory=dict)
    """Gold that KEEP asks for."""
    aside: dict[Power, int] = member(default_factory=dict)
    """Gold that is put aside now."""
    luck: dict[Power, dict[str, int]] = member(default_factory=dict)
    bonds: list[tuple[Power, Power]] = member(default_factory=list)
    """Vassalages made in this round: lord and vassal."""
    ending: list[tuple[Power, Power]] = member(default_factory=list)
    """Truces that end with the round."""
    claims: dict[Power, Claim] = member(default_factory=dict)
    rivers: list[Place] = member(default_factory=list)
    """Sections of black rivers that everybody may cross."""
    mustered: list[Power] = member(default_factory=list)
    calves: dict[Power, dict[str, int]] = member(default_factory=dict)
    """Calves that were placed or not taken."""
    born: dict[Power, dict[str, int]] = member(default_factory=dict)
    """Calves that were placed: they are no half of a pair."""
    broken: list[Place] = member(default_factory=list)
    """Settlements whose walls are broken."""
    besieged: list[tuple[Place, Power]] = member(default_factory=list)
    sallied: list[tuple[Place, Power]] = member(default_factory=list)
    """Where all inside have come out."""
    locked: dict[Power, dict[Place, str]] = member(default_factory=dict)
    """The fields on which a power that drives herds or moves goods was locked when step 3 began, and by whom."""
    hastened: list[Place] = member(default_factory=list)
    recruited: list[Place] = member(default_factory=list)
    doubled: list[Place] = member(default_factory=list)
    bought: dict[Place, dict[str, int]] = member(default_factory=dict)
    """Units bought or upgraded at a settlement or yard, by the limit that they count against."""
    bonus: dict[Power, int] = member(default_factory=dict)
    """LI bought by a power whose third is free; -1 once it has come."""
    meat: dict[Power, dict[Place, int]] = member(default_factory=dict)
    """Meat of herds that were culled on a field."""


class Position(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A position as it is kept."""

    turn: int
    border: str
    powers: dict[Power, Realm]
    fields: dict[Place, Field]
    winter: dict[str, str] = member(default_factory=dict)
    pacts: list[Pact] = member(default_factory=list)
    offers: list[Offer] = member(default_factory=list)
    importance: dict[Power, int] = member(default_factory=dict)
    result: Ending | None = None


class Snapshot(Position):
    """A position in the middle of a round."""

    round: Round = member(default_factory=Round)


class World(Snapshot, kw_only=True, dict=True):
    """A game under way; only events change it."""

    settings: Settings
    chart: Chart

    # time

    @property
    def season(self) -> str:
        return SEASONS[(self.turn - 1) % 4]

    @property
    def year(self) -> int:
        return (self.turn - 1) // 4 + 1

    @property
    def last_turn(self) -> int:
        return 4 * self.settings.years

    def on(self, switch: str) -> Switch:
        return self.settings.switch(switch)

    # who is who

    def seat(self, who: str) -> Realm:
        return self.powers[who]

    def faction(self, who: str) -> Faction:
        return self.chart.factions.get(self.powers[who].faction, NOBODY)

    def names(self) -> Names:
        found = {
            **TERMS,
            **self.chart.names(),
            **{code: start.name for code, start in self.chart.starts.items()},
            **{code: realm.name or code for code, realm in self.powers.items()},
        }
        fields = set(self.chart.titles.values())
        told = {code: PluralWord(f"the people of {found[code]}") for code in self.powers if found[code] in fields}
        plural = [code for code, name in found.items() if name in PLURAL | COUNTRIES]
        single = [code for code in self.powers if found[code] in SHORES]
        peoples = [code for code in self.powers if found[code] in PLURAL]
        named = {code: found[code] for code in self.powers}
        return Names(found, plural, with_article(named, peoples, single) | told)

    def called(self, code: str) -> Word:
        """A field or a power by its name, with the code that a player writes; a verb can agree with it."""
        if code in self.chart.fields:
            return Word(f"{self.chart.titles[code]} ({code})")
        name = self.names().get(code, code)
        if name in self.chart.titles.values():
            return PluralWord(f"the people of {name} ({code})")
        return (PluralWord if name in PLURAL else Word)(f"{name} ({code})")

    @cached_property
    def codes(self) -> list[str]:
        """The powers in code order."""
        return sorted(self.powers)

    def pact(self, one: str, other: str) -> Pact | None:
        return next((pact for pact in self.pacts if pact.joins(one, other)), None)

    def lord_of(self, who: str) -> str | None:
        return next((pact.a for pact in self.pacts if pact.kind == "VASSAL" and pact.b == who), None)

    def vassals_of(self, who: str) -> list[str]:
        return [pact.b for pact in self.pacts if pact.kind == "VASSAL" and pact.a == who]

    def is_rival(self, who: str, other: str) -> bool:
        """The rival it named, or one of a faction of rivals [5.12.2, 5.18.13]."""
        return self.powers[who].rival == other or (
            bool(self.faction(who).rivals_all) and self.powers[other].faction == self.faction(who).rivals_all
        )

    def is_abroad(self, who: str, place: str) -> bool:
        """Everywhere but in its regions, at sea too [5.18.1]."""
        spot = self.chart[place]
        return spot.is_sea or spot.region not in self.faction(who).homes

    # what there is

    def settlements(self, who: str) -> list[str]:
        """The fields with a completed settlement of a power, by code."""
        return [code for code, there in self.fields.items() if there.settlement and there.settlement.owner == who]

    def stands(self, who: str) -> Iterator[tuple[str, str, Units]]:
        """Every group of units of a power: field, place on it, units; fields by code."""
        for code, there in self.fields.items():
            if there.belongs_to(who):
                for place, units in places(there, who):
                    yield code, place, units

    def unit_count(self, who: str) -> int:
        """The units that count against the limit [5.1.10]."""
        limited = [unit for unit, row in tables().units.items() if not row.out_of_limit]
        return sum(number(units, *limited) for _, _, units in self.stands(who))

    def tiles(self, who: str) -> int:
        """Buildings and sites of a power [5.1.10]."""
        found = 0
        for there in self.fields.values():
            if there.settlement and there.settlement.owner == who:
                found += 1 + there.settlement.fort
            found += bool(there.yard and there.yard.owner == who) + bool(there.site and there.site.owner == who)
        return found

    def is_active(self, who: str) -> bool:
        """Whether it owns a unit or a settlement; others are out of the game [5.15.3]."""
        return any(there.belongs_to(who) for there in self.fields.values())

    def cities(self, who: str) -> int:
        """Cities and sites of cities [5.10.1]."""
        found = 0
        for there in self.fields.values():
            found += bool(there.settlement and there.settlement.owner == who and there.settlement.kind == CTY)
            found += bool(there.site and there.site.owner == who and there.site.kind == CTY)
        return found


NOBODY = Faction()
P = TypeVar("P", bound=Position)
TERMS = {
    "LI": "light infantry", "HI": "heavy infantry", "SM": "siege machines", "CV": "cavalry", "TS": "transports",
    "WS": "warships", "ME": "mercenaries", "CO": "corsairs", "WE": "war elephants", "VIL": "village", "CTY": "city",
    "DCK": "dock", "PRT": "port", "FRT": "fort", "ANY": "whoever is hostile",
}  # fmt: skip
"""The words behind the codes of units and buildings."""
PLURAL = frozenset({
    "siege machines", "transports", "warships", "mercenaries", "corsairs", "war elephants",
    "Picts", "Island Kings", "Scots of Ulaid", "Irish of Laigin", "Votadini", "Cornovii", "Danes", "Svear", "Wends",
    "Norse", "Irish", "Balts", "Almoravids", "Vikings", "Etruscans", "Boii and Insubres", "Illyrians", "Senones",
    "Hittites", "Kassites", "Hurrians", "Visigoths", "Romans of Illyricum", "Ostrogoths", "Huns", "Alans", "Slavs",
})  # fmt: skip
"""The names that are plural and take an article."""
COUNTRIES = frozenset({
    "Castile and Navarre", "Galicia and Portucale", "Valencia, Denia and the Balearics", "Barcelona and Aragon",
    "Toulouse and Gascony",
})  # fmt: skip
"""The names that are plural and take none."""
SHORES = frozenset({"Saxon Shore"})
"""The names of powers that take an article though they are not plural."""


def places(there: Field, who: str) -> Iterator[tuple[str, Units]]:
    """Where on a field a power has units: in the open, inside, building, aboard, in the yard [5.14.2b]."""
    if units := there.units.get(who):
        yield "open", units
    if there.settlement and there.settlement.owner == who and there.settlement.inside:
        yield "inside", there.settlement.inside
    if units := there.builders.get(who):
        yield "building", units
    if units := there.cargo.get(who):
        yield "aboard", units
    if there.yard and there.yard.owner == who and there.yard.ships:
        yield "yard", there.yard.ships


def group(there: Field, who: str, place: str) -> Units:
    """The units of a power in a place, to be changed by events alone."""
    if place == "open":
        return there.units.setdefault(who, {})
    if place == "building":
        return there.builders.setdefault(who, {})
    if place == "aboard":
        return there.cargo.setdefault(who, {})
    if place == "inside":
        assert there.settlement
        return there.settlement.inside
    assert there.yard
    return there.yard.ships


def in_open(there: Field, who: str) -> int:
    """Units in the open, builders too; at sea ships, corsairs and cargo."""
    return sum(total(rows.get(who, {})) for rows in (there.units, there.builders, there.cargo))


def opened(position: Position, settings: Settings) -> World:
    """The world of a position under its house rules."""
    return on(chart(settings.era, position.border, settings.factions), position, settings)


def on(plan: Chart, kept: Position, settings: Settings) -> World:
    fields = {code: kept.fields.get(code) or Field() for code in plan.codes}
    return World(**fields_of(kept) | {"fields": fields}, settings=settings, chart=plan)


def closed(world: World) -> Position:
    """A world as it is kept."""
    return without_empty_fields(world, Position)


def without_empty_fields(world: World, kind: type[P]) -> P:
    """In code order."""
    fields = {code: there for code, there in world.fields.items() if not there.is_empty}
    return kind(**fields_of(world, kind) | {"fields": fields})


ENCODER, DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Snapshot)


def copied(world: World) -> World:
    """A world of one's own to try things in, many times as fast as by its parts."""
    return on(world.chart, DECODER.decode(ENCODER.encode(without_empty_fields(world, Snapshot))), world.settings)
