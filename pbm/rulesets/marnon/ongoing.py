"""The two decks, and what cards have set going: plague, rebellion, the hunt, the crusade, the king, the invasion."""

from msgspec import Struct, field

from pbm.rules.code import Place, Power


class Deck(Struct, omit_defaults=True, forbid_unknown_fields=True):
    draw: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


class CardInPlay(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The card of the coming turn, with what was rolled for it."""

    card: int
    region: str | None = None
    power: Power | None = None
    areas: list[str] = field(default_factory=list)
    port: str | None = None
    ports: list[str] = field(default_factory=list)
    sea: str | None = None
    siege: str | None = None
    pair: list[str] = field(default_factory=list)
    merc: str | None = None


class Hunt(Struct, forbid_unknown_fields=True):
    fleets: int = 0
    points: int = 0
    idle: int = 0


class Crusade(Struct, forbid_unknown_fields=True):
    power: Power
    goal: Place | None = None
    force: str | None = None
    left: int = 0
    """Turns of free supply left."""
    age: int = 0
    gone: bool = False
    """Whether it has left home."""


class King(Struct, forbid_unknown_fields=True):
    power: Power
    friends: list[str] = field(name="for", default_factory=list)
    against: list[str] = field(default_factory=list)


class Invasion(Struct, forbid_unknown_fields=True):
    built: bool = False
    quiet: int = 0


class Ongoing(Struct, omit_defaults=True, forbid_unknown_fields=True):
    plague: dict[str, int] = field(default_factory=dict)
    rebellion: dict[str, int] = field(default_factory=dict)
    truce: bool = False
    hunt: Hunt | None = None
    crusade: Crusade | None = None
    king: King | None = None
    invasion: Invasion | None = None


class NPCastle(Struct, forbid_unknown_fields=True):
    type: str = "NEUTRAL"


class NPRegion(Struct, omit_defaults=True, forbid_unknown_fields=True):
    awake: bool = False
    keeper: str | None = None
    invaders: list[str] = field(default_factory=list)


class Hired(Struct, omit_defaults=True, forbid_unknown_fields=True):
    power: Power
    force: str | None = None
    fee: int = 0


class Mercs(Struct, omit_defaults=True, forbid_unknown_fields=True):
    draw: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    hired: dict[str, Hired] = field(default_factory=dict)
