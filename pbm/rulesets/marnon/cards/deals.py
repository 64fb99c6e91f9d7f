"""The two decks: the card of the coming turn and the mercenaries on offer [5.83, 5.90]."""

from collections.abc import Mapping
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rulesets.marnon.ongoing import CardInPlay
from pbm.rulesets.marnon.spelling import Told
from pbm.rulesets.marnon.tables import cards, mercenaries
from pbm.rulesets.marnon.world import World

INVASION = 52


class Shuffled(Event, frozen=True):
    """The event deck is shuffled; nobody may know its order."""

    draw: tuple[int, ...]
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.deck.draw, world.deck.discard = list(self.draw), []


class MercsShuffled(Event, frozen=True):
    draw: tuple[str, ...]
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.mercs.draw = list(self.draw)


class CardDrawn(Event, frozen=True):
    """The card of the coming turn, with what was rolled for it."""

    card: int
    title: str
    region: Place | None = None
    power: Power | None = None
    areas: tuple[Place, ...] = ()
    port: Place | None = None
    ports: tuple[Place, ...] = ()
    sea: Place | None = None
    siege: Place | None = None
    pair: tuple[Power, ...] = ()
    merc: str | None = None
    verb: ClassVar = "card"
    text: ClassVar = (
        "card {card} is drawn for the coming turn: {title}<, {region}><, {power}><, {areas}><, {port}><, {ports}>"
        "<, {sea}><, {siege}><, {pair}><, {merc}>"
    )

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        """A region and the power of the same name are named once."""
        once = self.power and names.get(self.power) == names.get(self.region or "")
        return self.said(self.text.replace("<, {region}>", "") if once else self.text, names)

    def apply(self, world: World) -> None:
        world.deck.draw.remove(self.card)
        world.event = CardInPlay(
            self.card,
            self.region,
            self.power,
            list(self.areas),
            self.port,
            list(self.ports),
            self.sea,
            self.siege,
            list(self.pair),
            self.merc,
        )


class CardLeft(Event, frozen=True):
    """The card of this turn leaves, to the discards or out of the game."""

    card: int
    removed: bool
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        (world.deck.gone if self.removed else world.deck.discard).append(self.card)
        world.event = None


class Offered(Told, frozen=True):
    """The mercenaries on offer; those unsold go under the pile first."""

    cards: tuple[str, ...]
    unsold: tuple[str, ...] = ()
    verb: ClassVar = "offer"
    text: ClassVar = "mercenaries on offer: {cards}"

    def apply(self, world: World) -> None:
        mercs = world.mercs
        mercs.draw += self.unsold
        mercs.draw = [card for card in mercs.draw if card not in self.cards]
        mercs.offer = list(self.cards)


def shuffled_events(dice: Dice, numbers: list[int]) -> Shuffled:
    return Shuffled(tuple(dice.shuffle("event.deck", sorted(numbers))))


def first_decks(invasion: bool, dice: Dice) -> tuple[Shuffled, MercsShuffled]:
    numbers = [number for number in cards() if invasion or number != INVASION]
    codes = [card.code for card in sorted(mercenaries().values(), key=lambda card: card.no)]
    return shuffled_events(dice, numbers), MercsShuffled(tuple(dice.shuffle("merc.deck", codes)))
