"""The figures of the game [6]: every one is in `data/tables.json`, where a game master may change it."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

DATA = Path(__file__).parent / "data"
SEASONS = ("spring", "summer", "autumn", "winter")
SPRING, SUMMER, AUTUMN, WINTER = SEASONS
HERDS = ("SHEEP", "PIGS", "CATTLE", "HORSE")
GRAIN, FISH, MEAT = "GRAIN", "FISH", "MEAT"
VIL, CTY, DCK, PRT, FRT = "VIL", "CTY", "DCK", "PRT", "FRT"
SETTLEMENTS, YARDS = (VIL, CTY), (DCK, PRT)
Price = Fraction | None
Money = int | str | None
Prices = tuple[Money, Money, Money, Money]
"""Bought and sold, then the same in a port."""
Switch = bool | str

BUILDINGS = {"VIL": "village", "CTY": "city", "DCK": "dock", "PRT": "port", "FRT": "fort"}
HERD_WORDS = {"SHEEP": "sheep", "PIGS": "pigs", "CATTLE": "cattle", "HORSE": "horses"}
GOODS_WORDS = HERD_WORDS | {"GRAIN": "grain", "FISH": "fish", "MEAT": "meat"}
"""The words behind the codes of buildings, herds and goods."""


class Cheap(Struct, frozen=True):
    gold: int
    pp: int


class Unit(Struct, frozen=True, rename={"in_place": "in"}):
    """A row of the table of units [6.3]."""

    pp: int
    lives: int
    die: str | None = None
    dice: int = 1
    buy: int | None = None
    buy_pp: int = 0
    buy_fast: int = 0
    cheap: Cheap | None = None
    recruit: int = 0
    upgrade: int | None = None
    upgrade_fast: int | None = None
    needs: str = ""
    out: int = 0
    in_place: int = 0
    at: str = ""
    size: int = 0
    carries: int = 0
    feed: int = 0
    feed_grain: int = 0
    pay_fast: int = 0
    pay_year: int = 0
    builds: bool = False
    back: bool = False
    moves: bool = True
    out_of_limit: bool = False
    reroll: str = ""
    wall: int = 0


class Building(Struct, frozen=True):
    """A row of the table of buildings [6.7]."""

    price: int
    base: int
    grain: int = 0
    units: int = 0
    herds: int = 0
    fish: int = 0
    ships: int = 0
    buy: int = 0
    upgrade: int = 0
    tax: int = 0
    feed: int = 0
    loot: int = 0
    pp: int = 0
    vp: tuple[int, int] = (0, 0)
    lf: int = 0


class HerdRow(Struct, frozen=True):
    feed: int
    lean: int
    full: int
    ap: int


class Colour(Struct, frozen=True, rename={"grain": "yield"}):
    grain: int | None
    lf: int


class Weather(Struct, frozen=True):
    """The numbers of the die for each kind of weather."""

    bad: list[int] = []
    normal: list[int] = []
    good: list[int] = []

    def of(self, die: int) -> str:
        return "bad" if die in self.bad else "good" if die in self.good else "normal"


class Ground(Struct, frozen=True):
    """What rough ground or walls make of a type of unit."""

    die: str | msgspec.UnsetType | None = msgspec.UNSET
    lives: int | None = None


class Combat(Struct, frozen=True):
    blank_dice_per_sword: int
    spare_swords_per: int
    units_per_shield: int
    rival_units_per_sword: int
    identical_per_die: int
    rough: dict[str, Ground]
    siege: dict[str, Ground]


class Level(Struct, frozen=True):
    """What experience gives [6.11]."""

    back: bool = False
    free: int = 0
    shields: int = 0
    paid_reroll: bool = True


class Morale(Struct, frozen=True):
    pp: tuple[int, int | None]
    sword_less_per: int = 0
    defence_shield_per: int = 0
    attack_sword_per_rival: int = 0
    attack_sword_per: int = 0
    attack_die_per: int = 0


class Fortress(Struct, frozen=True):
    """What each level of a wall is worth."""

    shields: int
    dice: int
    die: str


class Fishing(Struct, frozen=True):
    success: list[int]
    calm: int
    stormy: int


class Attrition(Struct, frozen=True):
    lost_on: list[int]
    rolls: dict[str, int]


class VictoryPoints(Struct, frozen=True):
    """Of the winner and of the loser; in the middle of the one who only takes away."""

    CTY: tuple[int, int]
    VIL: tuple[int, int]
    bond: tuple[int, int]
    herd: tuple[int, int, int]
    grain: tuple[int, int, int]
    battle: tuple[int, int, int]
    dominance: int

    def of(self, settlement: str) -> tuple[int, int]:
        return self.CTY if settlement == CTY else self.VIL


class Tables(Struct, frozen=True):
    dice: dict[str, tuple[int, ...]]
    summer: dict[str, Weather]
    winter: dict[str, Weather]
    units: dict[str, Unit]
    goods: dict[str, Prices | dict[str, Money]]
    wreck: dict[str, dict[str, list[int]]]
    herds: dict[str, HerdRow]
    buildings: dict[str, Building]
    max_builders: int
    colours: dict[str, Colour]
    lf: Fortress
    fishing: Fishing
    bands: list[tuple[int, int | None, int]]
    command: dict[str, tuple[int, int]]
    prestige: dict[str, int]
    vp: VictoryPoints
    pacts: dict[str, int]
    importance: dict[str, int]
    might: dict[str, int]
    morale: list[Morale]
    experience: dict[str, Level]
    combat: Combat
    targets: list[str]
    attrition: Attrition
    blackriver: dict[str, list[int]]
    move: dict[str, int]
    festival: dict[str, int]
    setup: dict[str, int]
    setup_inland: dict[str, int]
    modes: dict[str, dict[str, Switch]]
    borders: dict[str, tuple[int, int]]

    def buys(self, good: str, port: bool) -> Price:
        """The price of a good; nothing if it cannot be bought there."""
        return self.price(good, 2 if port else 0)

    def sells(self, good: str, port: bool) -> Price:
        return self.price(good, 3 if port else 1)

    def price(self, good: str, column: int) -> Price:
        row = self.goods[good]
        return fraction(row[column]) if isinstance(row, tuple) else None

    def meat(self, season: str) -> Fraction:
        """What a piece of meat brings in a season."""
        return fraction(self.meat_prices[season]) or Fraction(0)

    @property
    def meat_prices(self) -> dict[str, Money]:
        row = self.goods[MEAT]
        return row if isinstance(row, dict) else {}

    def band(self, points: int) -> int:
        """Small, medium or large [6.10]."""
        return next(worth for low, high, worth in self.bands if low <= points and (high is None or points <= high))

    def morale_of(self, pp: int) -> Morale:
        return next(row for row in self.morale if row.pp[0] <= pp and (row.pp[1] is None or pp <= row.pp[1]))


def fraction(value: Money) -> Price:
    return None if value is None else Fraction(value)


@cache
def tables() -> Tables:
    return msgspec.json.decode((DATA / "tables.json").read_bytes(), type=Tables)
