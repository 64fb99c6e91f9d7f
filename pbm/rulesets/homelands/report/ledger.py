"""The accounts of a round, line by line: gold, prestige and victory points [10.1]."""

from collections.abc import Iterator

from pbm.reports.sections import Account, Entry, account
from pbm.reports.tell import carried
from pbm.rules.event import Booked, Event
from pbm.rulesets.homelands.attrition import Rolled
from pbm.rulesets.homelands.battle import BattleRound
from pbm.rulesets.homelands.building import SiteBegun, Toiled, Worked
from pbm.rulesets.homelands.fields import Grew
from pbm.rulesets.homelands.fishing import Fished
from pbm.rulesets.homelands.income import Feasted, Recruited
from pbm.rulesets.homelands.looting import Looted
from pbm.rulesets.homelands.market import GoodsTraded, HerdTraded, MeatSold
from pbm.rulesets.homelands.outfit import Endowed
from pbm.rulesets.homelands.pacts import Gave, RivalNamed
from pbm.rulesets.homelands.ranks import Degraded, Dismantled, Upgraded
from pbm.rulesets.homelands.report.words import Author
from pbm.rulesets.homelands.setup import Entered
from pbm.rulesets.homelands.sieges import SiegeRound
from pbm.rulesets.homelands.special import Forced
from pbm.rulesets.homelands.stock import Earned, Points, Prestige
from pbm.rulesets.homelands.trade import Commanded, Doubled, Hired
from pbm.rulesets.homelands.victory import PointsCost

GOLD, PP, VP = "gold", "pp", "vp"
TITLES = {GOLD: ("Gold", "gold in the treasury"), PP: ("Prestige", "PP"), VP: ("Victory points", "VP")}
LEDGERS, OTHER = "Your accounts", "other changes"


def got(account: str, label: str, field: str = "", party: str = "who") -> Booked:
    return Booked(account, label, field or account, label, party)


def paid(account: str, label: str, field: str = "", party: str = "who") -> Booked:
    return Booked(account, label, field or account, label, party, -1)


BOOKS: dict[type[Event], tuple[Booked, ...]] = {
    Endowed: (got(GOLD, "outfit"), got(PP, "outfit")),
    Entered: (got(GOLD, "outfit"), got(PP, "outfit")),
    Earned: (got(GOLD, "{why}< {where}>"),),
    Prestige: (got(PP, "{why}< {where}>"),),
    Points: (got(VP, "{why}< {where}>"),),
    PointsCost: (paid(PP, "victory points lost"),),
    Gave: (paid(GOLD, "{why} to {to}"), got(GOLD, "{why} from {who}", party="to")),
    RivalNamed: (paid(PP, "a new rival"),),
    Grew: (paid(PP, "luck with the weather"),),
    Fished: (paid(PP, "luck in fishing"),),
    Rolled: (paid(PP, "luck in hardship in {where}"),),
    Feasted: (got(PP, "{size} festivals"),),
    Recruited: (paid(GOLD, "recruits"),),
    Forced: (paid(PP, "forced march"),),
    Toiled: (paid(PP, "toil"),),
    BattleRound: (
        paid(PP, "re-rolls and snipers in {where}", party="attacker"),
        paid(PP, "re-rolls in {where}", "their_pp", "defender"),
    ),
    SiegeRound: (paid(PP, "re-rolls in {where}"), paid(PP, "re-rolls in {where}", "their_pp", "owner")),
    Looted: (got(GOLD, "loot of {where}"), got(PP, "loot of {where}")),
    SiteBegun: (paid(GOLD, "{kind} begun in {where}"),),
    Worked: (paid(GOLD, "work hastened in {where}"),),
    Hired: (paid(GOLD, "{what} bought in {where}"), paid(PP, "{what} bought in {where}")),
    Doubled: (paid(PP, "double purchase in {where}"),),
    Upgraded: (paid(GOLD, "upgrade to {unit} in {where}"),),
    Degraded: (got(GOLD, "{what} degraded in {where}"),),
    Dismantled: (got(GOLD, "village of {where} pulled down"),),
    GoodsTraded: (got(GOLD, "{good} in {where}"),),
    HerdTraded: (got(GOLD, "{kind} in {where}"),),
    MeatSold: (got(GOLD, "meat sold"),),
    Commanded: (paid(GOLD, "{level} commanders"),),
}
"""What each kind of event brings or costs. Gold put aside comes back in the same round."""


def ledgers(author: Author) -> Iterator[Account]:
    for key, (title, total) in TITLES.items():
        lines = carried(getattr(author.realm, key), None, entries(author, key), OTHER)
        yield account(f"{key}_account", title, lines, total, LEDGERS, "right")


def entries(author: Author, which: str) -> list[Entry]:
    """What the events of the round brought and cost, those of one label drawn together."""
    sums: dict[str, int] = {}
    for event in author.view.events:
        for book in BOOKS.get(type(event), ()):
            if book.account == which and getattr(event, book.party) == author.who:
                label = event.said(book.label, author.names)
                sums[label] = sums.get(label, 0) + book.sign * getattr(event, book.field)
    return [Entry(label, label, amount) for label, amount in sums.items() if amount]
