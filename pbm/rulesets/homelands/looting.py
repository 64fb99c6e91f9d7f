"""LOOT, STEAL and BURN [5.9]."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, ok, refused
from pbm.rulesets.homelands.causes import uncontrolled
from pbm.rulesets.homelands.order import HomeOrder, Scene, action
from pbm.rulesets.homelands.stock import Points
from pbm.rulesets.homelands.tables import tables
from pbm.rulesets.homelands.world import World

STEP, GOLD = "7", 1


class Looted(OfPower, frozen=True):
    where: Place
    gold: int
    pp: int
    verb: ClassVar = "loot"
    text: ClassVar = "{who} {who:loots/loot} {where}: {gold} gold, {pp:+} PP"
    news: ClassVar = "{who} {who:loots/loot} {where}"

    def apply(self, world: World) -> None:
        world.fields[self.where].looted = True
        world.powers[self.who].gold += self.gold
        world.powers[self.who].pp += self.pp


class Stolen(OfPower, frozen=True):
    """A herd or a sown stack changes hands, or burns."""

    owner: Power
    where: Place
    what: str
    burnt: bool
    parties: ClassVar = ("who", "owner")
    text: ClassVar = "{who} {who:takes/take} {what} of {owner} in {where}"
    fire: ClassVar = "{who} {who:burns/burn} {what} of {owner} in {where}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.fire if self.burnt else self.text, names)

    def apply(self, world: World) -> None:
        there = world.fields[self.where]
        if self.what == "the sown grain":
            if self.burnt:
                there.sown = None
            elif there.sown:
                there.sown.owner = self.who
        elif self.burnt:
            there.herd = None
        elif there.herd:
            there.herd.owner = self.who


def not_controlled(at: Scene, rule: str, where: str) -> Refusal | None:
    if at.chart[where].is_land and at.board.controls(at.who, where):
        return None
    return Refusal(rule, uncontrolled(at.board, at.who, where))


def loot_prestige(at: Scene, where: str) -> int:
    """What looting a field does to prestige: a rival's settlement first, then what the faction has [5.9.1, 5.18.9]."""
    rows, faction, spot = tables().prestige, at.faction, at.chart[where]
    now = at.at(where).settlement
    owners = {now.owner if now else None, at.world.round.owners.get(where)} - {None, at.who}
    if any(at.world.is_rival(at.who, str(owner)) for owner in owners):
        return rows["loot_rival"]
    if faction.loot_side and faction.loot_side["tag"] in spot.tags:
        return int(faction.loot_side["pp"])
    if faction.loot_colours and spot.colour in faction.loot_colours["colours"]:
        return int(faction.loot_colours["pp"])
    if faction.loot_abroad is not None and at.world.is_abroad(at.who, where):
        return faction.loot_abroad
    return max(rows["loot_other"], -at.realm.pp)


@action("5.9.1", form="LOOT {where}", meaning="loot {where}", costs="4 PP, or gains them")
class Loot(HomeOrder, frozen=True):
    """A gold from a field you control; it pays nobody taxes until a settlement is built."""

    where: Place
    step: ClassVar = STEP

    def plan(self, at: Scene) -> Done:
        there = at.at(self.where)
        if reason := not_controlled(at, "5.9.1", self.where):
            return refused(reason)
        if there.settlement and there.settlement.owner == at.who:
            return failed("5.9.1", "your own settlement is there")
        if there.looted:
            return failed("5.9.1", "already looted")
        gold = GOLD if at.board.connected(at.who, self.where) else 0
        return ok(Looted(at.who, self.where, gold, loot_prestige(at, self.where)))


def plundered(at: Scene, where: str, burnt: bool) -> Done:
    """A hostile herd and a hostile stack on a controlled field."""
    if reason := not_controlled(at, "5.9.3", where):
        return refused(reason)
    there, rows = at.at(where), tables().vp
    found = (("the herd", rows.herd, there.herd), ("the sown grain", rows.grain, there.sown))
    events: list[Event] = []
    for what, row, thing in found:
        if thing and at.board.hostile(at.who, thing.owner):
            won, nothing, lost = row
            gain = nothing if burnt else won
            events.append(Stolen(at.who, thing.owner, where, what, burnt))
            events += [Points(at.who, gain, f"{what} in", where=where)] if gain else []
            events.append(Points(thing.owner, lost, f"loss of {what} in", where=where))
    return ok(*events) if events else failed("5.9.3", "nothing of an enemy is there")


@action("5.9.3", form="STEAL {where}", meaning="take the herd and the sown grain of enemies in {where}")
class Steal(HomeOrder, frozen=True):
    """A hostile herd or sown stack on a field you control becomes yours."""

    where: Place
    step: ClassVar = STEP

    def plan(self, at: Scene) -> Done:
        return plundered(at, self.where, burnt=False)


@action("5.9.3", form="BURN {where}", meaning="burn the herd and the sown grain of enemies in {where}")
class Burn(HomeOrder, frozen=True):
    """A hostile herd or sown stack on a field you control is destroyed."""

    where: Place
    step: ClassVar = STEP

    def plan(self, at: Scene) -> Done:
        return plundered(at, self.where, burnt=True)
