"""How a report speaks of powers, places and units, out of a view and nothing else."""

from pbm.reports import author
from pbm.reports.author import listed
from pbm.rulesets.marnon.cards.choices import concerned
from pbm.rulesets.marnon.crowns.income import PIRACY, harbours_of
from pbm.rulesets.marnon.crowns.supply import Lines, is_supplied
from pbm.rulesets.marnon.map import areas, by_number, is_sea, seas
from pbm.rulesets.marnon.ongoing import CardInPlay
from pbm.rulesets.marnon.pieces import Force, PowerState
from pbm.rulesets.marnon.relations import npc_has_player, relation
from pbm.rulesets.marnon.sight import View, known
from pbm.rulesets.marnon.tables import cards
from pbm.rulesets.marnon.world import World

UNKNOWN = "?"


class Author(author.Author[View, World]):
    """What the author of a report knows: a view, and the world as its player knows it."""

    def __init__(self, view: View) -> None:
        world, self.who = known(view), view.who
        super().__init__(view, world, world.names())
        self.own: PowerState = self.world.powers.get(view.who, PowerState(status="out"))
        self.lines = Lines(self.world, self.who)

    @property
    def over(self) -> bool:
        return self.world.winner is not None

    @property
    def others(self) -> list[str]:
        """Everyone else in play who is somebody to deal with."""
        return [who for who in self.talkers if who != self.who]

    @property
    def talkers(self) -> list[str]:
        """All who say how they stand with others; castles without a player do if somebody speaks for them."""
        mute = {"out", "castellan", "vacant"} | (set() if npc_has_player(self.world) else {"castle"})
        return [who for who, power in self.world.powers.items() if power.status not in mute]

    def stands(self, other: str) -> str:
        return relation(self.world, self.who, other)

    def forces(self) -> list[tuple[str, Force]]:
        """One's own, by number."""
        return sorted(self.own.forces.items(), key=lambda row: by_number(row[0]))

    def points(self, other: str, code: str, force: Force) -> str:
        """Points where they are known."""
        known = force.points if other == self.who else self.view.points.get(f"{other}.{code}")
        return UNKNOWN if known is None else str(known)

    def there(self, place: str, foreign: bool = True) -> str:
        """The forces in a place, with their points as far as they are known."""
        found = [
            f"{other}.{code} {self.points(other, code, force)}{' inside' if force.inside else ''}"
            for other, power in sorted(self.world.powers.items())
            for code, force in sorted(power.forces.items(), key=lambda row: by_number(row[0]))
            if force.at == place and (other != self.who) == foreign
        ]
        return ", ".join(found)

    def supplied(self, code: str, force: Force) -> bool:
        return is_supplied(self.world, self.who, force, code, lines=self.lines)

    def generals(self, code: str) -> str:
        """The generals of a force, with rating and skill."""
        rows = self.own.generals
        return ", ".join(
            f"{one} {rows[one].rating}{'' if rows[one].skill == 'NONE' else f' {rows[one].skill}'}"
            for one in self.world.generals_with(self.who, code)
        )

    def owner(self, area: str) -> str:
        return self.world.owner(area) or "-"


def place_name(code: str) -> str:
    return seas()[code].name if is_sea(code) else areas()[code].name


def struck(author: Author, event: CardInPlay) -> str:
    """Whom or what the card of the coming turn concerns."""
    if event.card == PIRACY:
        return f"whoever holds {' or '.join(map(author.named, harbours_of(author.world, event.region or '')))}"
    places = [*event.areas, *filter(None, (event.port, event.sea, event.siege)), *event.ports]
    found = [author.named(code) for code in places]
    found += [author.named(event.power)] if event.power else [author.name(event.region)] if event.region else []
    found += [" and ".join(map(author.name, event.pair))] if event.pair else []
    found += [event.merc] if event.merc else []
    return listed(found, "everyone")


def card_title(event: CardInPlay) -> str:
    return f"{event.card} {cards()[event.card].title}"


def levy(entry: str | list[str]) -> str:
    return entry if isinstance(entry, str) else " ".join(entry)


def has_choice(author: Author, event: CardInPlay) -> bool:
    """Whether the card of the coming turn asks something of this power; hunt, king and invader ask everyone."""
    order = cards()[event.card].choice.get("order", "")
    if order.startswith("CARD"):
        return concerned(author.world, author.who, event.card)
    return bool(order) and (event.power in (None, author.who) or not order.startswith("CRUSADE"))


def choice_line(event: CardInPlay) -> str:
    """The line that makes the choice, as a player would write it."""
    order = cards()[event.card].choice["order"]
    return order.replace("<", "").replace(">", "").replace("|", " or ").replace("...", " ..")
