"""The set-up: seats, options, start fields and outfits [5.2]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.errors import GameError
from pbm.rules.code import Place, Power
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Number, Refusal
from pbm.rules.plan import Done, failed, ok, unless
from pbm.rules.playing import answer, lines_of, of_kind
from pbm.rulesets.homelands.chart import TIERS, Start, chart
from pbm.rulesets.homelands.order import SETUP, HomeOrder, Scene, action
from pbm.rulesets.homelands.outfit import Outfitter, villages_of
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.stock import raised
from pbm.rulesets.homelands.tables import SPRING, tables
from pbm.rulesets.homelands.world import Field, Pact, Realm, World, copied

DUMMY = "dummy"


def seats_of(settings: Settings) -> dict[str, str]:
    """The powers of a game: the first seats of the map, or those that the house rule names [8]."""
    return {start.power: start.name for start in chosen_seats(settings)}


def chosen_seats(settings: Settings) -> list[Start]:
    starts = list(chart(settings.era, "L").starts.values())
    if isinstance(settings.powers, str) and not settings.powers.isdigit():
        wanted = settings.powers.replace(",", " ").upper().split()
        if strange := [code for code in wanted if code not in [start.power for start in starts]]:
            codes = ", ".join(start.power for start in starts)
            raise GameError(f"[house]: no seat of {settings.era} is called {strange[0]}; it has {codes}.")
        return [start for start in starts if start.power in wanted] or starts
    number = int(settings.powers)
    return starts[:number] if number else starts


def border_for(settings: Settings, starts: list[Start]) -> str:
    """The border by the number of powers, never smaller than the tier of a seat [8]."""
    if settings.borders != "auto":
        refuse_outside(settings, starts)
        return settings.borders
    number = len(starts)
    usual = next((tier for tier, (low, high) in tables().borders.items() if low <= number <= high), TIERS[0])
    return max([usual, *(start.tier for start in starts)], key=TIERS.index)


def refuse_outside(settings: Settings, starts: list[Start]) -> None:
    """Every seat must lie within the border that the house rule names."""
    if outside := [start for start in starts if TIERS.index(start.tier) > TIERS.index(settings.borders)]:
        first = outside[0]
        raise GameError(
            f'[house]: borders = "{settings.borders}" leaves {first.name} ({first.power}) outside: it needs '
            f'{first.tier}. Write borders = "auto", or name fewer powers.'
        )


def set_up(settings: Settings, dice: Dice, dummies: Mapping[str, str]) -> tuple[World, list[Event]]:
    """The world before the set-up sheets."""
    starts = chosen_seats(settings)
    codes = [start.power for start in starts]
    if wrong := [code for code, control in dummies.items() if code not in codes or control != DUMMY]:
        raise GameError(
            f'game.toml, [seats]: {wrong[0]} = "{dummies[wrong[0]]}" is not understood. Write for example '
            f'{codes[-1]} = "dummy", with one of {", ".join(codes)}.'
        )
    border = border_for(settings, starts)
    plan = chart(settings.era, border, settings.factions)
    powers = {
        start.power: Realm(start.faction, start.name, control="dummy" if start.power in dummies else "player")
        for start in sorted(starts, key=lambda start: start.power)
    }
    world = World(0, border, powers, {code: Field() for code in plan.codes}, settings=settings, chart=plan)
    return world, [Seated(tuple(codes), plan.title)]


class Seated(Event, frozen=True):
    powers: tuple[Power, ...]
    era: str
    verb: ClassVar = "seated"
    text: ClassVar = "{era}: the powers are {powers}"


# the set-up sheet


class OptionTaken(OfPower, frozen=True):
    option: str
    text: ClassVar = "{who} {who:chooses/choose} {option}"

    def apply(self, world: World) -> None:
        if self.option in world.chart.factions:
            world.powers[self.who].faction = self.option
        else:
            world.round.options[self.who] = self.option


class FieldsNamed(OfPower, frozen=True):
    fields: tuple[Place, ...]
    text: ClassVar = "{who} {who:starts/start} in {fields}"

    def apply(self, world: World) -> None:
        world.round.starts[self.who] = list(self.fields)


@action("5.2.4", form="OPTION {name}", meaning="begin with {name}")
class Choose(HomeOrder, frozen=True):
    """Another start, or another people of the same home."""

    name: str
    step: ClassVar = SETUP

    def said(self, number: int) -> Mapping[str, object]:
        words = self.name.replace("_", " ").split()
        return {"name": " ".join("of" if word == "OF" else word.capitalize() for word in words)}

    def played_in(self, world: World, who: str) -> str:
        return "option"

    def plan(self, at: Scene) -> Done:
        name, faction = self.name.replace(" ", "_"), at.faction
        if name in faction.start_option:
            others = [who for who, option in at.world.round.options.items() if option == name and who != at.who]
            same = [who for who in others if at.world.powers[who].faction == at.realm.faction]
            if same and faction.start_option[name].one_player_only:
                return failed("5.2.4", f"{at.world.called(same[0])} {at.world.called(same[0]):has/have} taken it")
            return ok(OptionTaken(at.who, name))
        other = at.chart.factions.get(name)
        if other and faction.choice and (other.choice, other.home) == (faction.choice, faction.home):
            return ok(OptionTaken(at.who, name))
        return failed("5.2.4", f"{self.name.replace('_', ' ')} is not for this power", "lasting")


@action("5.2.2", form="START {fields}", meaning="start in {fields}")
class StartFields(HomeOrder, frozen=True):
    """The three fields of your villages, in your homeland."""

    fields: tuple[Place, ...]
    step: ClassVar = SETUP

    def played_in(self, world: World, who: str) -> str:
        return "start"

    def plan(self, at: Scene) -> Done:
        return unless(self.wrong(at), FieldsNamed(at.who, self.fields))

    def wrong(self, at: Scene) -> Refusal | None:
        faction, spots = at.faction, [at.chart[code] for code in self.fields]
        if faction.late or len(set(self.fields)) != 3 or len(self.fields) != 3:
            return Refusal(
                "5.2.2",
                "three fields are needed" if not faction.late else "this power enters later",
                kind="lasting",
            )
        if any(spot.is_neutral for spot in spots):
            return Refusal("5.2.2", "nobody starts on a neutral field", kind="lasting")
        home = sum(spot.is_land and spot.region in faction.homes for spot in spots)
        needed = 3 if faction.home_villages is None else faction.home_villages
        if home < needed or not all(spot.is_land for spot in spots):
            return Refusal("5.2.2", f"your fields must lie in your homeland ({faction.home})", kind="lasting")
        if taken := [code for code in self.fields if code in others_fields(at.world, at.who)]:
            return Refusal("5.2.2", f"{at.world.called(taken[0])} is taken")
        return None


def others_fields(world: World, who: str) -> list[str]:
    """The start fields of all other powers as they stand now."""
    return [code for other in world.powers if other != who for code in fields_of(world, other)]


def fields_of(world: World, who: str) -> list[str]:
    start = world.chart.starts.get(who)
    return world.round.starts.get(who) or (list(start.fields) if start else [])


@action("5.2.5", form="PLACE {what} {where} {number}", meaning="place< {number}> {what} in {where}")
class PlaceThing(HomeOrder, frozen=True):
    """Where units, herds, grain, the dock or a fort stand at the start."""

    what: str
    where: Place
    number: Number | None
    step: ClassVar = SETUP

    def played_in(self, world: World, who: str) -> str:
        return "place"

    def flaw(self) -> str:
        plain = self.number is None or not self.number.all_but
        return super().flaw() if plain else "write a plain number"

    def plan(self, at: Scene) -> Done:
        """Only for receipts: the round itself places with an outfit of its own."""
        outfitter = Outfitter(at.world, at.who, fields_of(at.world, at.who), start_villages(at.world))
        return unless(self.placed(outfitter))

    def placed(self, outfitter: Outfitter) -> Refusal | None:
        return outfitter.place(self.what, self.where, self.number.value if self.number else 1)


def start_villages(world: World) -> dict[str, list[str]]:
    """The fields on which each power's settlements will stand."""
    return {who: villages_of(world, who, fields_of(world, who)) for who in world.powers}


def seated(world: World) -> list[str]:
    """The powers by their seats."""
    starts = world.chart.starts
    return sorted(world.powers, key=lambda who: (starts[who].seat if who in starts else len(starts) + 1, who))


def in_turn_of(world: World, who: str) -> World:
    """The world when a power places, if whoever comes before it does so by default."""
    world, villages = copied(world), start_villages(world)
    for other in seated(world)[: seated(world).index(who)]:
        if not world.faction(other).late:
            for event in Outfitter(world, other, fields_of(world, other), villages).finished():
                event.apply(world)
    return world


def outfits(turn: Turn[World]) -> Iterator[Event]:
    """Seat by seat: what the sheet places, then the rest by default."""
    world = turn.world
    villages = start_villages(world)
    for who in seated(world):
        late = bool(world.faction(who).late)
        outfitter = Outfitter(world, who, fields_of(world, who), villages)
        for line, order in of_kind(lines_of(turn, who, "place"), PlaceThing):
            yield answer(who, line, unless(LATE if late else order.placed(outfitter)))
        if not late:
            yield from outfitter.finished()


LATE = Refusal("5.2.6", "this power enters later and has no set-up", kind="lasting")


class PactStands(Event, frozen=True):
    """A pact from the start [5.18.26]."""

    lord: Power
    who: Power
    parties: ClassVar = ("lord", "who")
    verb: ClassVar = "vassal"
    text: ClassVar = "{who} {who:is/are} the vassal of {lord} from the start"

    def apply(self, world: World) -> None:
        world.pacts.append(Pact("VASSAL", self.lord, self.who))


def first_pacts(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    for lord in world.codes:
        for who in world.codes:
            if who != lord and world.faction(lord).lord_of == world.powers[who].faction:
                yield PactStands(lord, who)


# powers that enter late


class Entered(OfPower, frozen=True):
    gold: int
    pp: int
    verb: ClassVar = "entered"
    text: ClassVar = "{who} {who:enters/enter} the game with {gold} gold and {pp} PP"
    news: ClassVar = "{who} {who:enters/enter} the game"

    def apply(self, world: World) -> None:
        realm = world.powers[self.who]
        realm.gold, realm.pp = realm.gold + self.gold, realm.pp + self.pp


def late_powers(turn: Turn[World]) -> Iterator[Event]:
    """In the spring of its year a late power gets its whole outfit at its sea [5.2.6]."""
    world = turn.world
    for who in world.codes:
        faction, start = world.faction(who), world.chart.starts.get(who)
        if faction.late == world.year and world.season == SPRING and start and start.sea in world.fields:
            outfit = dict(faction.start.instead or {})
            yield Entered(who, outfit.pop("gold", 0), outfit.pop("pp", 0))
            yield raised(who, start.sea, "open", outfit)
