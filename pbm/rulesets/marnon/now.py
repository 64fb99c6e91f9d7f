"""What the turn has to remember while it lasts."""

from dataclasses import dataclass, field

Unit = tuple[str, str]
"""A power and the code of its unit."""


@dataclass
class Group:
    """Fleets that sail together."""

    who: str
    fleets: list[str]
    seek: bool = False
    intercepted: bool = False
    tried: set[str] = field(default_factory=set)
    """The enemies that have tried to intercept it."""


@dataclass
class NavalBattle:
    zone: str
    attacker: str
    defender: str


@dataclass
class Landing:
    group: Group
    forces: list[str]
    area: str
    zone: str
    diplomats: list[str] = field(default_factory=list)


@dataclass
class Now:
    """What a position remembers until the turn is over. It is not written down."""

    clock: int = 0
    moved: set[Unit] = field(default_factory=set)
    tried: set[Unit] = field(default_factory=set)
    """Forces that have tried to break contact."""
    struck: set[Unit] = field(default_factory=set)
    """Forces that the plague has struck."""
    entered: dict[Unit, int] = field(default_factory=dict)
    """When a force entered its area this turn."""
    came: dict[Unit, str] = field(default_factory=dict)
    """`river` or `landed`."""
    lifted: set[tuple[str, str]] = field(default_factory=set)
    new_sieges: set[str] = field(default_factory=set)
    patrol: dict[Unit, str] = field(default_factory=dict)
    seeking: set[Unit] = field(default_factory=set)
    sailed: set[Unit] = field(default_factory=set)
    engaged: set[Unit] = field(default_factory=set)
    """Fleets that have intercepted or were found: they stay where they are for the fight."""
    began: dict[Unit, str] = field(default_factory=dict)
    """The port a fleet began the turn in."""
    cargo: dict[Unit, dict[str, int]] = field(default_factory=dict)
    """What a fleet has aboard: points by the force of its power; another's force as WHI.A2."""
    naval: list[NavalBattle] = field(default_factory=list)
    landings: list[Landing] = field(default_factory=list)
    lent: dict[Unit, int] = field(default_factory=dict)
    """Ships lent to a returning exile."""
    sealifted: dict[Unit, str] = field(default_factory=dict)
    traded: dict[Unit, tuple[str, int]] = field(default_factory=dict)
    """Merchant fleets that traded: the port, and how many seas."""
    trading_caravans: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Caravans that traded: power, caravan, castle, areas."""
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What was chosen on this turn's card."""
    shifted: int = 0
    """Forces that a card has set down elsewhere."""
    lifted_points: int = 0
    """Points that a card has taken across the sea."""
    repairs: dict[str, list[str] | None] = field(default_factory=dict)
    """The fleets that REPAIR lines name, if there are any."""
    foiled: str = ""
    """The power whose first MARCH intrigue foils."""
    weather: tuple[str, str, str] = ("", "", "")
    """Card 43: the power that chose, the region, MOVES or BATTLES."""
    mud: set[str] = field(default_factory=set)
    storms: set[str] = field(default_factory=set)
    fund: int = 0
    hunted: bool = False
    hunt_port: str = ""
    supported: dict[str, int] = field(default_factory=dict)
    unpaid: set[Unit] = field(default_factory=set)
    raised_honour: bool = False
    lowered: tuple[str, str] = ("", "")
    protected: dict[str, set[str]] = field(default_factory=dict)
    """NP castles, and the powers whose merchants are bound for them."""
    raids: dict[str, str] = field(default_factory=dict)
    """Where the raiders of a castle go, if a sheet says so."""
    invader_land: int = 0
    invader_fleet: int = 0
    withdrawn: set[tuple[str, str]] = field(default_factory=set)
