"""Hands that write sheets of Carolingian Twilight, sensible and silly: every word, every block, IF lines."""

import random
from collections.abc import Callable

import msgspec

from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rules.order import Line, Sheet
from pbm.rulesets import load
from pbm.rulesets.stand_ins import drawn_up
from pbm.rulesets.twilight import vocabulary
from pbm.rulesets.twilight.map import area_of, burgs, chart
from pbm.rulesets.twilight.position import Settings
from pbm.rulesets.twilight.scenarios import scenarios
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World

TWILIGHT = load("twilight")
SECRET = b"a secret for tests"
SENSIBLE = 0.85
"""How often a field is filled in with something that could make sense."""
CRT, SEAS = ("SHOCK", "RAID", "ENGAGE"), sorted(code for code, spot in chart().items() if spot.kind == "sea")
MARKS = sorted(row.code for row in tables().markers)
OPTIONS = ("feudalism", "succession", "viking_buyoff")


class Hand:
    """One seat's writer: mostly of its own powers, their places and small numbers."""

    def __init__(self, world: World, seat: str, chance: random.Random) -> None:
        self.world, self.seat, self.chance = world, seat, chance
        self.power_of_block = world.own_power(seat) or seat
        self.force, self.at = 0, ""
        """The last force of the sheet, and where it should be by now."""

    # fields

    def sensible(self) -> bool:
        return self.chance.random() < SENSIBLE

    def one(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def few(self, word: Callable[[], str], least: int = 1) -> str:
        return " ".join(word() for _ in range(self.chance.randint(least, 4)))

    def power(self) -> str:
        return self.chance.choice(sorted(self.world.powers if self.sensible() else vocabulary()["power"]))

    def place(self) -> str:
        own = sorted({place for place, _ in self.world.stands(self.power_of_block)})
        if own and self.sensible():
            return self.chance.choice([*own, *(near for near in chart()[self.chance.choice(own)].links)])
        return self.chance.choice([*sorted(chart()), "HOME"])

    def stand(self) -> str:
        """A place with units of the power."""
        own = sorted({place for place, _ in self.world.stands(self.power_of_block)})
        return self.chance.choice(own) if own and self.sensible() else self.place()

    def spot(self) -> str:
        place = self.place()
        return place if place != "HOME" else "FRC"

    def mark(self) -> str:
        held = self.world.powers[self.power_of_block].markers if self.power_of_block in self.world.powers else []
        return self.chance.choice(held or MARKS) if self.sensible() else self.chance.choice(MARKS)

    def count(self, most: int = 6) -> str:
        return str(self.chance.randint(1, most) if self.sensible() else self.chance.choice((0, 1, 50, 99)))

    def unit(self) -> str:
        return self.one(*"FWNMSWM") + self.one("", "1", "2", "3")

    def units(self) -> str:
        return self.one("ALL", "AB-1", "AB-M1", "AB2", self.unit(), f"L {self.unit()}", self.few(self.unit))

    def tail(self) -> str:
        return self.one("", "", "3", "9 MIN 2", "MIN 2 2", "LD1", "2 LD2 GRF", "GRF")

    def number(self) -> str:
        return str(self.force) if self.force and self.sensible() else self.count(9)

    def here(self) -> str:
        return self.at if self.at and self.sensible() else self.stand()

    def foe(self, place: str) -> str:
        there = self.world.present(place) if place in chart() else []
        return self.chance.choice([*there, "ANY", "ANY", f"{self.power()}/{self.count(2)}"])

    # lines

    def line(self) -> str:
        written = self.chance.choice(LINES)(self)
        if written.split()[0] in CONDITIONAL and self.chance.random() < 0.2:
            return f"IF {' AND '.join(self.condition() for _ in range(self.chance.randint(1, 2)))} : {written}"
        return written

    def condition(self) -> str:
        place, power = self.place(), self.power()
        enemy = (f"ENEMY {place}", f"ENEMY {place} {power}")
        bare = self.one("OP>=2", f"UNITS >= {self.count()}", f"EMPTY {place}", f"MINE {place}", *enemy, "WON")
        return self.one("", "", "NOT ") + bare

    def campaign(self) -> list[str]:
        """A force that marches, fights and lays waste."""
        self.force, self.at = self.force + 1, self.stand()
        lines = [f"FORCE {self.force} {self.at} {self.units()} {self.one('', '', 'LD1')}"]
        for _ in range(self.chance.randint(0, 4)):
            lines.append(self.line())
            if self.at in chart() and self.chance.random() < 0.7:
                target = self.chance.choice(sorted(chart()[self.at].links))
                lines.append(f"MOVE {self.force} {self.at} {target}")
                self.at = target
            lines.append(self.one(*self.deeds()))
        return lines

    def deeds(self) -> tuple[str, ...]:
        table, burg = self.one(*CRT), burgs().get(area_of(self.at), "PAR") if self.at in chart() else "PAR"
        return (
            f"ATTACK {self.force} {self.at} {self.foe(self.at)} {table} {self.tail()}",
            f"SIEGE {self.force} {burg} {table} {self.tail()}",
            f"PILLAGE {self.force} {self.at}",
            f"ADVANCE {self.force} {self.few(self.place)}",
            f"DROP {self.force} {self.at} {self.units()}",
            f"PICK {self.force} {self.at} {self.units()}",
            f"APART {self.force}",
        )

    def block(self) -> list[str]:
        """A FOR line and what stands under it."""
        mine = [code for code in self.world.powers_of(self.seat) if code != self.world.own_power(self.seat)]
        wished = mine if mine and self.sensible() else self.world.of_kind("major")
        power = self.chance.choice([*wished, "ANY", self.power(), "XXX"])
        self.power_of_block, self.force, self.at = power, 0, ""
        return [f"FOR {power}", *self.lines(5)]

    def lines(self, most: int) -> list[str]:
        found: list[str] = []
        for _ in range(self.chance.randint(0, most)):
            found += self.campaign() if self.chance.random() < 0.4 else [self.line()]
        return found

    def spies(self) -> list[str]:
        """Espionage is seldom held, so it is played when it is."""
        held = self.power_of_block in self.world.powers and "ESP" in self.world.powers[self.power_of_block].markers
        return [f"PLAY ESP {self.one(self.spot(), self.power())}"] if held else []

    def sheet(self) -> Sheet:
        texts = [*self.spies(), *self.lines(12)]
        for _ in range(self.chance.randint(0, 4)):
            texts += self.block()
        reader = TWILIGHT.language.reader(self.world)
        read = ((number, text, *reader.read(text)) for number, text in enumerate(texts, 1))
        return Sheet(self.seat, {number: Line(number, text, order, refusal) for number, text, order, refusal in read})


LINES: tuple[Callable[[Hand], str], ...] = (
    lambda h: f"GIVE {h.power()} {h.one(f'DP {h.count(3)}', h.mark())}",
    lambda h: f"GIVE {h.power()} DP {h.count(3)} FOR {h.one(f'DP {h.count(3)}', h.mark())}",
    lambda h: f"FUND {h.power()} {h.count()}",
    lambda h: f"REVEAL {h.one('MARKS', h.stand())} {h.one('ALL', h.power())}",
    lambda h: f"CLAIM {h.few(h.power)}",
    lambda h: f"BID {h.one('INIT', h.power(), *h.world.of_kind('major'))} {h.count()}",
    lambda h: f"SLOT {h.one('', '', h.power())} {h.one('EARLY', 'LATE', '3 1', f'AFTER {h.power()}', 'BEFORE BYZ 2')}",
    lambda h: f"CALL {h.few(h.power)}",
    lambda h: f"CAP {h.count()}",
    lambda h: f"MINORS {h.few(h.power)}",
    lambda h: f"PERMIT {h.power()} {h.one('ALL', *SEAS)}",
    lambda h: f"FORBID {h.power()} {h.one('ALL', *SEAS)}",
    lambda h: f"KEEP {h.few(lambda: h.one(*'FWNSM'))}",
    lambda h: f"LOSSES {h.few(lambda: h.one(*'LFWNSM'))}",
    lambda h: f"SHED {h.few(h.mark)}",
    lambda h: f"CRT {h.few(lambda: h.one(*CRT))}",
    lambda h: f"OCCUPY {h.one('YES', 'NO')}",
    lambda h: f"SORTIE {h.one('YES', 'NO')}",
    lambda h: f"DEFEND {h.one('ANY', 'LD1 LD2', 'GRF ANY', 'NONE')}",
    lambda h: f"ASSASSIN {h.one('ANY', h.mark())} {h.one('ANY', h.power())}",
    lambda h: f"CHOOSE {h.one(h.one('INS', 'STL') + f' {h.spot()}', f'PWR {h.power()}', f'FEU {h.count(3)}')}",
    lambda h: f"HOLD {h.one('ALL', h.count())}",
    lambda h: f"DISBAND {h.stand()} {h.units()}",
    lambda h: f"LEVY {h.place()} {h.one(*'FWNMSWM')} {h.one('', '2')}",
    lambda h: f"LEVY {h.stand()} {h.one('W', 'M')}",
    lambda h: f"BUY {h.count(3)}",
    lambda h: f"BUY {h.count(3)}",
    lambda h: f"RESTORE {h.one(*sorted(h.world.pillaged), h.stand())}",
    lambda h: f"FEUD {h.stand()}",
    lambda h: f"DISCARD {h.mark()}",
    lambda h: f"MOVE {h.number()} {h.here()} {h.place()}",
    lambda h: f"PLAY {h.mark()} {h.spot()} {h.power()}",
    lambda h: f"PLAY {h.one('SUB', 'REL')} {h.spot()} {h.foe(h.spot())}",
    lambda h: f"PLAY {h.one('ALY', 'MES')} {h.power()} {h.one('', h.count())}",
    lambda h: f"PLAY {h.mark()} {h.few(h.power, 0)}",
    lambda h: f"PLAY ESP {h.one('', h.spot(), h.power(), f'{h.spot()} {h.spot()}')}",
    lambda h: f"PLAY VKD {h.one('STR +1', 'SEA -1 0 RAID 1', 'BUY -1', f'AIM {h.one(*SEAS)} {h.few(h.spot)}')}",
    lambda h: f"BUYOFF {h.one('ANY', h.spot())} {h.count()} {h.one('', 'TRY')}",
    lambda h: f"HEIR {h.few(h.spot)}",
    lambda h: f"PLACE {h.spot()} {h.units()}",
    lambda h: h.one("nonsense", "LEVY", "FORCE X Y", "MOVE 1 FRC", "IF : BUY 1", "IF WON : FOR BYZ"),
)
CONDITIONAL = ("LEVY", "BUY", "RESTORE", "FEUD", "DISCARD", "MOVE", "PLAY")


def new_world(scenario: str, chance: random.Random) -> World:
    """A game about to be set up, some of its optional rules on."""
    rules = {name: chance.random() < 0.5 for name in OPTIONS}
    auction = chance.choice(("sealed", "proxy"))
    settings = msgspec.convert({"scenario": scenario, "npp_auction": auction, **rules}, Settings)
    codes = list(TWILIGHT.state.seats(settings))
    few = scenarios()[scenario].players[0] if chance.random() < 0.5 else len(codes)
    world, _ = TWILIGHT.state.setup(settings, Dice(SECRET, 0), dict.fromkeys(codes[few:], "dummy"))
    assert isinstance(world, World)
    return world


def random_sheets(world: World, chance: random.Random) -> dict[str, Sheet]:
    """Most seats write wildly, some make war, some are silent."""
    found = {}
    for seat in world.seats:
        kind = chance.choice(("wild", "wild", "wild", "warlord", "none"))
        if kind == "wild":
            found[seat] = Hand(world, seat, chance).sheet()
        elif kind == "warlord":
            found[seat] = drawn_up(TWILIGHT, world, [], seat, kind, Dice(SECRET, 0))
    return found


def play_year(world: World, sheets: dict[str, Sheet], seed: int) -> list[Event]:
    return play(Turn(world, sheets, Dice(SECRET, seed)), TWILIGHT.book.steps(world))
