"""What others could have changed by the time an action comes to its turn, and what a player cannot know at all.

In each round every other kingdom acts once, those earlier in the order of play before this one [2.17]. A fact that
is not in doubt follows from the player's own report and their own orders so far, whatever anybody else orders.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pbm.rulesets.darkage.foresight.reach import Reach, reach
from pbm.rulesets.darkage.foresight.watch import IN_PLAY, LENDER, THERE, Key
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.world import Household, World

ALL = "*"
"""Every figure of an area."""
MOST = 1_000_000
RIVALS = 3
"""So many who could interfere are named."""
LEVELS = ("population", "armies", "ships", "forts", "trade", "sticky")
"""What an attack that is beaten off, a siege or an invasion may change in an area."""
PUBLIC = ("overlord", "reserve", "fleet", "vp", "exchanged")
"""What is known of other kingdoms until anybody acts."""
STANDBY = ("control", "treasury")
"""What a new player may change before that [1.3]."""
GLIMPSED = ("population", "armies", "ships", "forts", "trade", "sticky", "owner_at_start", "plundered_by")
"""What is known of another's area that was seen, until anybody acts; of nobody's land not even that [2.18]."""


class Doubt(NamedTuple):
    """How far a figure may be from what it seems to be."""

    down: int = MOST
    up: int = MOST
    known: bool = True
    """Whether the player knows how it stands before others act."""

    def plus(self, other: "Doubt") -> "Doubt":
        down, up = min(MOST, self.down + other.down), min(MOST, self.up + other.up)
        return Doubt(down, up, self.known and other.known)

    def wider(self, other: "Doubt") -> "Doubt":
        return Doubt(max(self.down, other.down), max(self.up, other.up), self.known and other.known)


NONE = Doubt(0, 0)
OPEN = Doubt()
UNKNOWN = Doubt(known=False)


class Doubts:
    """The doubts of one player, round by round; they only grow."""

    def __init__(self, world: World, who: str, seen: Iterable[str]) -> None:
        self.who = who
        self.seen = frozenset(seen)
        self.at_start = {code: area.owner for code, area in world.areas.items()}
        self.ruled = world.kingdoms[who].control == "player"
        """A kingdom without a player may be taken over, even in mid-turn: nothing of it is sure [1.3, 10.4]."""
        self.place = world.order.index(who)
        self.order = list(world.order)
        self.kingdoms = frozenset(world.kingdoms)
        others = [code for code in nations() if code != who]
        self.reaches: dict[str, Reach] = {code: reach(world, code) for code in others}
        self.acts = dict.fromkeys(others, 0)
        self.others: dict[Key, Doubt] = {}
        """Through what others may have done."""
        self.own: dict[Key, Doubt] = {}
        """Through orders of the player's own that may have come out one way or another."""
        self.because: dict[Key, int] = {}
        """The last such action."""
        if world.kingdoms[who].borrows_from:
            self._suspect(who, [LENDER], UNKNOWN)

    @property
    def begun(self) -> bool:
        """Whether anybody has acted."""
        return any(self.acts.values())

    @property
    def sabotage(self) -> int:
        """How many armies or ships spies could have broken up: each needs a new spy after the first [7.6]."""
        return sum((acts + 1) // 2 for acts in self.acts.values())

    def await_action(self, world: World, number: int) -> None:
        """Let everyone act until it is this player's turn in that round."""
        for code in self.acts:
            earlier = code in self.order and self.order.index(code) < self.place
            self.acts[code] = number if earlier else number - 1
        if self.begun:
            for code, area in world.areas.items():
                if area.owner == self.who:
                    self._besiege(world, code)
            self._rule(world)

    def stake(self, key: Key, doubt: Doubt, number: int) -> None:
        """The player's own action of that number has put a figure in doubt."""
        if doubt != NONE:
            self.own[key] = self.own.get(key, NONE).plus(doubt)
            self.because[key] = number

    def of(self, world: World, key: Key) -> Doubt:
        code, name = key
        if code in world.areas:
            doubt = self._kept(key).plus(self._kept((code, ALL)))
            return doubt if self._is_held(world, code) else doubt.plus(self._foreign(code, name))
        if not self.ruled:
            return OPEN
        return self._kept(key) if code == self.who else self._rival(code, name)

    def soonest(self, where: str) -> list[tuple[int, str]]:
        """Who could have interfered there by now, and from which round on, the soonest first."""
        ways = ((max(1, min(one.takes[where], one.touches[where])), code) for code, one in self.reaches.items())
        return sorted((number, code) for number, code in ways if number <= self.acts[code])[:RIVALS]

    def taken(self, where: str) -> bool:
        """Whether it could have been attacked, and so taken."""
        return any(0 < reach.takes[where] <= self.acts[code] for code, reach in self.reaches.items())

    def touched(self, where: str) -> bool:
        """Whether something could have been taken from it, by an invasion too."""
        return any(reach.touches[where] <= self.acts[code] for code, reach in self.reaches.items())

    def _kept(self, key: Key) -> Doubt:
        return self.own.get(key, NONE).plus(self.others.get(key, NONE))

    def _suspect(self, code: str, names: Iterable[str], doubt: Doubt = OPEN) -> None:
        for name in names:
            self.others[code, name] = self.others.get((code, name), NONE).wider(doubt)

    def _is_held(self, world: World, where: str) -> bool:
        return self.at_start[where] == self.who == world.areas[where].owner

    def _besiege(self, world: World, where: str) -> None:
        """What others can have done to an area of the player's own."""
        if (where, ALL) in self.others:
            return
        if self.taken(where):
            self._suspect(where, [ALL])
        if self.touched(where):
            self._suspect(where, LEVELS)
        self._suspect(where, ["armies", "ships"], Doubt(self.sabotage, 0))
        if any(self._retreats(world, near, where) for near in world.map[where].near) or self._rallies(world, where):
            self._suspect(where, ["armies"], Doubt(0, MOST))

    def _retreats(self, world: World, where: str, refuge: str) -> bool:
        """Whether armies of the player's could have fled from there into the refuge [3.11]."""
        if not self.leaves_alone(where, "toward"):
            return True
        return world.areas[where].toward == refuge and self._is_held(world, where) and self.taken(where)

    def leaves_alone(self, code: str, name: str) -> bool:
        """Whether no order of the player's own has put it in doubt."""
        return self.own.get((code, name), NONE) == NONE == self.own.get((code, ALL), NONE)

    def _rallies(self, world: World, city: str) -> bool:
        """A household in a city takes up arms when the land around it falls [3.14]."""
        hinterland = world.map[city].hinterland
        at_home = world.kingdoms[self.who].household.at == city or not self.leaves_alone(self.who, "household")
        return hinterland is not None and at_home and self.taken(hinterland)

    def _rule(self, world: World) -> None:
        """What others can have done to the kingdom itself."""
        kingdom, who = world.kingdoms[self.who], self.who
        self._suspect(who, ["bp"], Doubt(0, MOST))
        self._suspect(who, ["reserve", "usable", "fleet"], Doubt(0, self.sabotage))
        bound = kingdom.borrows_from or kingdom.loan
        if bound or not (self.leaves_alone(who, "borrows_from") and self.leaves_alone(who, "loan")):
            self._suspect(who, ["reserve", "usable", "pending", "loan", "borrows_from", LENDER])
        if kingdom.watchers:
            self._suspect(who, ["watchers"])
        if kingdom.overlord not in (None, who):
            self._suspect(who, ["overlord"])
        if any(self.taken(code) for code, owner in self.at_start.items() if owner == who):
            self._suspect(who, ["vp"])
        if kingdom.spy and self._hunted(kingdom.spy.at):
            self._suspect(who, ["spy"])
        self._court(world, kingdom.household)

    def _court(self, world: World, household: Household) -> None:
        """A household that is called up may be lost, and half the treasury with it [10.7]."""
        at = household.at
        if not self.leaves_alone(self.who, "household"):
            self._suspect(self.who, ["treasury"])
        if at and self.touched(at):
            self._suspect(self.who, ["household"])
        if at and (self.taken(at) or self._rallies(world, at)):
            self._suspect(self.who, ["household"])
            rich = household.troops and not world.map[at].is_city and not world.map[at].is_sea
            self._suspect(self.who, ["treasury"] if rich else [])

    def _hunted(self, where: str) -> bool:
        """A spy can be killed by whoever owns the place [7.3]."""
        return any(reach.takes[where] < self.acts[code] for code, reach in self.reaches.items())

    def _foreign(self, where: str, name: str) -> Doubt:
        owner = self.at_start[where]
        if name != "owner":
            return OPEN if where in self.seen and owner and name in GLIMPSED else UNKNOWN
        given_up = owner in self.acts and self.acts[owner] > 0
        return OPEN if given_up or self.taken(where) else NONE

    def _rival(self, code: str, name: str) -> Doubt:
        if name == IN_PLAY:
            return OPEN if self.acts[code] or (code not in self.order and self.begun) else NONE
        if name == THERE:
            return OPEN if self.begun and code not in self.kingdoms else NONE
        if name in PUBLIC:
            return OPEN if self.begun else NONE
        return OPEN if name in STANDBY else UNKNOWN
