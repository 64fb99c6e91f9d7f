"""What happened to a player in a round: in brief, line by line, and battle by battle, with every die [10.1]."""

from collections.abc import Iterable, Iterator

from pbm.reports import History
from pbm.reports.author import listed
from pbm.reports.sections import Deed, Episode, Episodes, Notice, Row, columns
from pbm.reports.tell import deeds, failures, sentence
from pbm.rules.event import Event, counted
from pbm.rulesets.homelands.battle import BattleRound, Fought, Pursued
from pbm.rulesets.homelands.building import Completed
from pbm.rulesets.homelands.conquest import Ruined, Taken
from pbm.rulesets.homelands.feeding import CityShrank, HerdLost
from pbm.rulesets.homelands.forecast import Forecast, forecast
from pbm.rulesets.homelands.honours import Counted
from pbm.rulesets.homelands.looting import Stolen
from pbm.rulesets.homelands.pacts import PactEnded, PactMade
from pbm.rulesets.homelands.report.words import Author, season_and_year
from pbm.rulesets.homelands.sieges import SiegeBegan, SiegeEnded, SiegeRound
from pbm.rulesets.homelands.stock import Perished
from pbm.rulesets.homelands.tables import HERD_WORDS, tables
from pbm.rulesets.homelands.units import added, told
from pbm.rulesets.homelands.victory import counting_points, goals, is_fed
from pbm.rulesets.homelands.world import Offer

ELSEWHERE = (BattleRound, SiegeRound, Pursued, Counted)
"""What the table of battles tells, and what has no words."""
THROWS = columns("round> who<# dice< swords|sw.>! against|ag.> lost<!")
ANSWERS = {"TRUCE": "TRUCE {}", "TRIBUTE": "TAKE {}", "REDEEM": "TAKE {}", "VASSAL": "TAKEVASSAL {}",
           "TAKEVASSAL": "VASSAL {}"}  # fmt: skip
"""The line that accepts an offer."""


# in brief


def happenings(author: Author, history: History) -> Iterator[Notice]:
    yield from gravest(author)
    yield from losses(author)
    yield from fought(author)
    yield from land(author, history)
    yield from built(author)
    yield from bonds(author)
    yield standing(author)


def gravest(author: Author) -> Iterator[Notice]:
    """Settlements, herds and crops that changed hands or are gone."""
    for event in author.view.events:
        if isinstance(event, Taken | Ruined | CityShrank | Stolen):
            lost = getattr(event, "owner", getattr(event, "loser", author.who)) == author.who
            yield Notice("fate", sentence(event, author.names), "loss" if lost else "gain")


def losses(author: Author) -> Iterator[Notice]:
    whys: dict[str, list[dict[str, int]]] = {}
    for event in author.view.events:
        if isinstance(event, Perished) and event.who == author.who:
            whys.setdefault(event.why, []).append(event.units)
    for why, units in whys.items():
        yield Notice("losses", f"You lost {told(added(*units))}: {why}.", "loss")
    herds = [event for event in author.view.events if isinstance(event, HerdLost) and event.who == author.who]
    if herds:
        gone = listed(f"{HERD_WORDS[event.kind]} in {author.name(event.where)}" for event in herds)
        yield Notice("herds", f"For want of feed you lost {gone}.", "loss")


def fought(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, Fought):
            tone = "gain" if event.winner == author.who else "loss" if event.winner else "plain"
            yield Notice("battle", sentence(event, author.names), tone)  # type: ignore[arg-type]
        elif isinstance(event, SiegeEnded):
            yield Notice("siege", sentence(event, author.names))


def land(author: Author, history: History) -> Iterator[Notice]:
    """Land fields won and lost, by the public colours of the map."""
    fields = [code for code in author.world.chart.codes if author.world.chart[code].is_land]
    return author.exchanged(history, author.who, "You no longer control {}.", "You now control {}.", fields)


def built(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, Completed) and event.who == author.who:
            yield Notice("built", sentence(event, author.names), "gain")


def bonds(author: Author) -> Iterator[Notice]:
    for event in author.view.events:
        if isinstance(event, PactMade | PactEnded):
            yield Notice("pact", sentence(event, author.names))
    for offer in open_offers(author):
        yield Notice("offer", f"{offered(author, offer)} To accept, write {answer_to(offer)}.", "warning")


def open_offers(author: Author) -> list[Offer]:
    return [offer for offer in author.view.offers if offer.to == author.who]


def offered(author: Author, offer: Offer) -> str:
    gold = f" for {offer.gold} gold" if offer.gold else ""
    what = {
        "TRUCE": "offers you a truce",
        "TRIBUTE": "offers you tribute",
        "REDEEM": "offers to redeem peace",
        "VASSAL": "offers to become your vassal",
        "TAKEVASSAL": "wants you as a vassal",
    }[offer.kind]
    return f"{author.named(offer.giver)} {what}{gold}."


def answer_to(offer: Offer) -> str:
    return ANSWERS[offer.kind].format(offer.giver)


def standing(author: Author) -> Notice:
    realm, count = author.realm, len(author.board.land(author.who))
    points = counted(realm.vp, "victory point", "victory points")
    have = f"{realm.gold or 'no'} gold, {realm.pp or 'no'} PP and {points}"
    return Notice("standing", f"You have {have}, and control {counted(count, 'land field', 'land fields')}.")


def warnings(author: Author, done: Iterable[Deed]) -> Iterator[Notice]:
    yield from failures(done)
    if author.is_over or not author.world.is_active(author.who):
        return
    yield from victory_in_sight(author)
    yield from hunger(author)


def victory_in_sight(author: Author) -> Iterator[Notice]:
    """A claim that could be made, or one that waits to be checked."""
    claim, least = author.realm.claim, tables().vp.dominance
    have = [goal for goal, number in goals(author.board, author.who).items() if number >= tables().might[goal]]
    if claim:
        yield Notice("claim", f"Your claim of {claim.kind} is checked at the end of the next round.", "warning")
    elif counting_points(author.world, author.who) >= least:
        yield Notice("win", "You have the points for DOMINANCE: write CLAIM DOMINANCE.", "warning")
    elif len(have) > 1:
        yield Notice("win", f"You have two goals of MIGHT: write CLAIM MIGHT {have[0]} {have[1]}.", "warning")
    if (claim or len(have) > 1) and not is_fed(author.world, author.who):
        yield Notice("unfed", "As your stores are now, you could not win: see your goals.", "warning")


def hunger(author: Author) -> Iterator[Notice]:
    """What the coming winter would cost if nothing changed."""
    if author.farms and author.view.turn:
        found = forecast(author.world, author.who, sow=True)
        if found.is_hungry:
            yield Notice("hunger", f"Hunger ahead: {cost_of(author, found)} See your household.", "warning")


def cost_of(author: Author, found: Forecast) -> str:
    """What is lost in a winter, in a sentence."""
    parts = [
        *([f"{counted(found.lost_units, 'unit', 'units')} unfed"] if found.units else []),
        *([f"{author.all_named(found.settlements)} lost"] if found.settlements else []),
        *([f"{author.all_named(found.shrunk)} shrunk to a village"] if found.shrunk else []),
        *([counted(len(found.herds), "herd gone", "herds gone")] if found.herds else []),
    ]
    return f"if nothing changes, winter costs you {listed(parts, 'nothing')}"


# line by line


def lines(author: Author) -> tuple[Deed, ...]:
    return deeds(author.view, author.names, 0, elsewhere=ELSEWHERE)


# battles and sieges


def battles(author: Author) -> Iterator[Episodes]:
    found = tuple(episode(author, group) for group in fights(author.view.events))
    if found:
        yield Episodes("battles", "Your battles and sieges", found, caption=DICE, flow=2)


DICE = "A die is shown as type and number; > before a number that was thrown again. Paragraphs 5.7 and 5.8."


def fights(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each battle or siege, up to the one that ends it."""
    group: list[Event] = []
    for event in events:
        if isinstance(event, SiegeBegan):
            group = [event]
        elif isinstance(event, BattleRound | SiegeRound | Pursued):
            group.append(event)
        elif isinstance(event, Fought | SiegeEnded):
            yield [*group, event]
            group = []


def episode(author: Author, group: list[Event]) -> Episode:
    last = group[-1]
    rows = [row for event in group for row in throws(event)]
    if isinstance(last, Fought):
        one, other, won = last.attacker, last.defender, last.winner == last.attacker
    else:
        assert isinstance(last, SiegeEnded)
        one, other, won = last.who, last.owner, last.taken
    return Episode(
        title=f"{author.name(one)} against {author.name(other)} in {author.named(last.where)}",
        when=season_and_year(author.view.turn - 1),
        tags=("siege",) if isinstance(last, SiegeEnded) else (),
        columns=THROWS,
        rows=tuple(rows),
        outcome=sentence(last, author.names),
        won=won,
    )


def throws(event: Event) -> Iterator[Row]:
    """A row for each side: its dice, its swords, the shields they met, and what it lost."""
    match event:
        case BattleRound():
            yield side(event.round, event.attacker, event.dice, event.swords, event.their_shields, event.lost)
            yield side(
                event.round, event.defender, event.their_dice, event.their_swords, event.shields, event.their_lost
            )
        case SiegeRound():
            wall = event.wall + event.their_shields
            yield side(event.round, event.who, event.dice, event.swords, wall, event.lost)
            yield side(event.round, event.owner, event.their_dice, event.their_swords, 0, event.their_lost)
        case Pursued():
            yield side(None, event.who, event.dice, None, None, "")
            yield side(None, event.loser, (), None, None, event.lost)


def side(
    number: int | None, who: str, dice: tuple[str, ...], swords: int | None, against: int | None, lost: str
) -> Row:
    return Row((number, who, ", ".join(dice), swords, against, lost or "-"), who=who)
