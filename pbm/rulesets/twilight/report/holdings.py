"""What a player has: forces by place, markers in hand, standing orders, and what was shown [10]."""

from collections.abc import Iterator, Mapping

from pbm.reports.sections import Card, Fact, Grid, Hand, Row, Standing, columns
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.report.words import MOMENTS, Author, unit_names, value_of
from pbm.rulesets.twilight.tables import tables

FORCES = columns("_<4# place<23 value< units<! others_there<")


def forces(author: Author) -> Grid:
    rows = [row for power in author.mine for row in forces_of(author, power)]
    return Grid(
        "forces", "Your forces", FORCES, tuple(rows), empty="You have no units.", caption=f"Units: {unit_names()}."
    )


def forces_of(author: Author, power: str) -> Iterator[Row]:
    world = author.world
    for place in dict.fromkeys(place for place, _ in world.stands(power)):
        others = "; ".join(f"{other} {author.stacks(place, other)}" for other in world.foreign(place, power))
        cells = (place, author.name(place), value_of(world, place), author.stacks(place, power), others)
        yield Row(cells, group=author.named(power))


def hand(author: Author) -> Hand:
    held = [(power, mark) for power in author.mine for mark in author.world.powers[power].markers]
    cards = (card(author, power, mark) for power, mark in held)
    return Hand("hand", "Your markers", tuple(cards), empty="You hold no markers.", side="left")


def card(author: Author, power: str, mark: str) -> Card:
    order, moment = MOMENTS.get(mark, ("", ""))
    return Card(f"{author.name(mark)} ({mark})", f"held by {author.name(power)}", order, moment)


def standing(author: Author) -> Standing:
    orders = (
        Fact(power, author.named(power), "; ".join(written(author.world.doctrine(power)))) for power in author.mine
    )
    return Standing("standing", "Standing orders in force", tuple(orders), side="left")


def written(doctrine: Doctrine) -> Iterator[str]:
    """Standing orders as the lines that would give them."""
    yield f"LOSSES {' '.join(doctrine.losses)}"
    yield f"CRT {' '.join(doctrine.crt)}"
    yield f"KEEP {' '.join(doctrine.keep)}"
    yield f"OCCUPY {yes(doctrine.occupy)}"
    yield f"SORTIE {yes(doctrine.sortie)}"
    yield f"DEFEND {' '.join(doctrine.defend)}"
    if doctrine.shed:
        yield f"SHED {' '.join(doctrine.shed)}"
    yield from (f"ASSASSIN {entry}" for entry in doctrine.assassin)
    yield from (f"CHOOSE {mark} {' '.join(map(str, choice))}" for mark, choice in sorted(doctrine.choose.items()))
    yield from (f"PERMIT {entry}" for entry in doctrine.permit)


def yes(value: bool) -> str:
    return "YES" if value else "NO"


def shown(author: Author) -> Iterator[Fact]:
    """What spies and other players showed this year."""
    for key, text in sorted(author.view.shown.items()):
        place, _, power = key.partition(" ")
        if power:
            yield Fact(key, f"{author.name(power)} in {author.named(place)}", text.replace(";", ", "))
        else:
            yield Fact(key, f"Markers of {author.name(place)}", marker_names(text) or "none")


def marker_names(text: str) -> str:
    known: Mapping[str, str] = {row.code: row.name for row in tables().markers}
    return ", ".join(f"{known.get(code, code)} ({code})" for code in text.split())
