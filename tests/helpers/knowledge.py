"""Who may know what, written once more from the rulebooks: tables of the tests' own, which ask the games nothing.

A game has its `Knowledge`: for each kind of event the fields that name those who are told, what of it everyone reads,
and the places it lets `who` see. The rest of a game's table, what a position hides, is in `secrets`.
"""

from collections.abc import Iterator, Mapping, Sequence

from pbm.kit.knowledge import COMMON, Knowledge, Known, Told, read
from pbm.kit.play import Played, copied
from pbm.rules.event import Answered, Event, Phase, Said

DARKAGE = """
Deployed       | who by       |                   |
Retreated      | who by       |                   |
Fought         | who defender | who target        | origin target
Captured       | who loser    | who target loser great | origin target
Scored         | who          |                   |
Homeless       | who          |                   |
Looted         | who victim   |                   |
Plundered      | who          |                   |
Stuck          | who          |                   |
Drowned        | who          |                   |
Marched        | who          |                   | origin target
LetIn          | who giver    |                   |
Raided         | who defender | who target        | origin target
Pillaged       | who owner    | who where         | where
Besieged       | who defender | who target        | origin target
Invaded        | who defender |                   | origin target
Retaken        | who loser    |                   |
Levied         | who          | who where         | where
CalledUp       | who          |                   | where
FortsChanged   | who          |                   |
TradeBuilt     | who          |                   |
DisbandTried   | who          |                   |
Disbanded      | who          |                   | where
Disowned       | who          |                   | where
LeftoversSpent | who          |                   |
PassageKept    | who guest    |                   |
PassageOver    | who guest    |                   |
CameHome       | who          |                   |
Overcrowded    | who          |                   |
Dispersed      | who          |                   |
OrderSet       |              | order             |
TurnClosed     |              |                   |
PlaceBought    | who          |                   |
Given          | who taker    |                   |
Stashed        | who          |                   |
Cashed         | who          |                   |
Taxed          | who          |                   |
TradePaid      | who          |                   |
BondPaid       | who high     |                   |
IncomePaid     | who          |                   |
LenderNamed    | who lender   |                   |
Lent           | who borrower |                   |
SentHome       | lender borrower |                |
WrittenOff     | who borrower |                   |
Bowed          | who high     |                   |
Exchanged      | who new      |                   |
Consoled       | who          |                   |
VikingsAppear  | who          |                   |
Abandoned      | who          |                   |
Dissolved      | who          |                   |
HouseholdMoved | who          |                   | where
Grown          | who          |                   |
Popped         | who          |                   |
Armed          | who          |                   |
Housed         | who          |                   |
CensusSet      |              |                   |
Eliminated     | who          | who               |
Warned         | who          | who how           |
WarningOver    |              | -                 |
GameWon        | who          | who how           |
Lapsed         | who          |                   |
Stirred        |              |                   |
ContactGiven   | who          |                   |
SeaTaken       | who loser    | who where         | where
Launched       | who          |                   | origin sea
FleetPlaced    | who          |                   | sea
Sailed         | who          |                   | origin target
Settled        | who          |                   | sea
Landed         | who          |                   | sea
Recruited      | who          |                   | where
SpyMoved       | who          |                   | origin target
SpyKilled      | who by       |                   | where
WatcherKilled  | who by       |                   |
Searched       | who          |                   |
TrapSet        | who          |                   |
Sabotaged      | who owner    |                   | where
WatchSet       | who          |                   | where
ModeSet        | who          |                   |
PassageGiven   | who guest    |                   |
Migrated       | who          |                   | origin target
"""
"""Rulebook 1.10 and 1.11: your own actions and those of others against you are yours to know; captures and battles,
levies, raids, sieges and pillage are for all to read, though not their figures; who wins and who falls, too.
Sections 7 and 8: you see where your armies, ships and spies have been, and the defender sees the place of a fight."""

TWILIGHT = """
Seated         |              |                   |
PowerEntered   |              |                   |
GameBegan      |              |                   |
Placed         | who          |                   |
IncomeCame     | who          | who points        |
Gave           | who to       | who to points     |
Funded         | who          | who to            |
InitiativeBid  | who          | who points        |
SlotTaken      | who          | who slot          |
SlotsOpened    |              |                   |
MajorsReleased |              |                   |
Bidden         | who          | who target points gift |
GiftThrown     | who          | who target roll points |
Allotted       | who          | target seat who points |
OrderSettled   |              | order             |
RaidersGathered |             | roll fresh raiders |
RaidersSailed  |              | where roll attacks |
RaidersLanded  |              | where roll raiders |
RaidersLeft    |              |                   |
RaidersHome    |              | raiders           |
Danegeld       | who          | who points        |
PricesThrown   |              | where rolls bought |
Mustered       | who          |                   |
Maintained     | who          |                   |
Spent          | who          |                   |
Raised         | who          |                   |
Bought         | who          |                   |
Drew           | who          |                   |
Discarded      | who          |                   |
Returned       |              |                   |
Restored       | who          | who where         |
Enfeoffed      | who          | who where         |
Instructed     | who          |                   |
SegmentBegan   | who          |                   |
SegmentOpened  | who          |                   |
ForceGone      | who          |                   |
AttackEnded    | who          |                   |
CutShort       | who          |                   |
KeptApart      | who          |                   |
AdvanceSet     | who          |                   |
Steered        | who          |                   |
OpsThrown      | who          |                   |
Formed         | who          |                   |
Moved          | who          |                   |
LeftBehind     | who          |                   |
PickedUp       | who          |                   |
Sallied        | who          |                   |
Closed         |              |                   |
Rested         |              |                   |
Attacked       | who          |                   |
DutyCalled     |              |                   |
Fought         | who against  | who against where table column roll results |
Lost           | who          | who where units cause |
Pillaged       | who          | who where         |
PlagueStruck   |              | where             |
PlagueEnded    |              |                   |
FeudalismEnded |              | where             |
TurnedMilitia  | who          | who where unit    |
Appeased       | who          |                   |
Paralysed      | who          |                   |
Played         | who          | who marker        |
Cancelled      | who by       | who marker by     |
CouncilHeld    | who          | who               |
CeremonyPrepared | who serves | who serves        |
CeremonyWasted | who          |                   |
CeremonyOver   | who          | who               |
HarvestThrown  | who          | who               |
OathSworn      |              | powers            |
Swayed         | who against  | who against where marker roll result |
WentOver       | who joins    | who where units joins |
SpiesSent      |              | who               |
Seen           | who          |                   |
RebelsRose     |              | who where         |
LeaderFell     | who          | who seat          |
PowerGone      | who          | who               |
AllFallen      |              | -                 |
Inherited      | who          | who               |
Seceded        | who          | who heir          |
MagyarsCame    |              | place replaces    |
ChangedHands   | @was @now    | who was now cause |
Claimed        | @seat        | seat who          |
PlayerOut      | @seat        | seat              |
Tried          | @sheet       |                   |
PointsCounted  |              | points            |
EndThrown      |              | roll ends         |
GameOver       |              | levels moral      |
YearClosed     |              |                   |
ForcesCorrected | who         |                   |
PlaceMarked    |              | where mark now reason |
TakenOver      | @who         | who               |
ComputerPlayed | @who         |                   |
TurnMissed     | @who         |                   |
PlayedWhileAway | @who        |                   |
BackInPlay     | @who         |                   |
DroppedOut     | @who         | who               |
"""
"""Section 10 of its rules by mail: a player is told what concerns the powers they have at that moment, and no longer
what concerns one they have lost. Bids, played markers, fights and raids, units lost by fighting and by markers, pillage
and DP are in the open; moves, levies, hands, upkeep and standing orders are not. @ is a player's seat, not a power."""
UNHEARD = ("upkeep", "disbanded")
"""Losses of Twilight that nobody else hears of."""

MARNON = """
Went           | who          |                   |
FellBack       | who          |                   |
Formed         | who          |                   |
Merged         | who          |                   |
Raised         | who          |                   |
Lost           | who          |                   |
Shut           | who          |                   |
Marked         | who          |                   |
Honoured       | who          |                   |
LeadersCame    | who          |                   |
Shown          | who          |                   |
LeviesGiven    | who          |                   |
GeneralCame    | who          |                   |
GeneralTested  | who          |                   |
GeneralMoved   | who          |                   |
GeneralLost    | who          |                   |
HeirsCounted   |              |                   |
LeaderFound    | who          |                   |
FleetCame      | who          |                   |
Sailed         | who          |                   |
Damaged        | who          |                   |
Repaired       | who          |                   |
FleetLost      | who          | who where         |
CaravanCame    | who          |                   |
CaravanBound   | who          |                   |
CaravanMoved   | who          |                   |
CaravanGone    | who          |                   |
Received       | who          |                   |
Paid           | who          |                   |
Taken          | old new      | area old new      |
Fortified      | who          | who area          |
FortState      | who          |                   |
FortPlaced     | who          |                   |
SeatMoved      | who          | who area          |
Noted          | who          |                   |
Thrown         | who          |                   |
Met            | who          |                   |
Cornered       | who          |                   |
OutOfSupply    | who          |                   |
Unpursued      | who          |                   |
Reckoned       | who          |                   |
Ordered        | who          |                   |
Woken          |              | who               |
Invaded        | who          | who region        |
Kept           | who          | who region        |
PeaceBroken    | who          | who               |
Offended       | who          |                   |
Offered        |              | cards             |
HiredOut       | who          | who card crowns   |
MercShifted    | who          |                   |
MercLeft       | who          | who card          |
MercNamed      |              |                   |
Fought         | attackers defenders | area attackers defenders winners |
BattleRound    | attackers defenders |            |
Pursued        | winners losers |                 |
CasualtiesCounted | winners losers | area winners losers winner_loss loser_loss surrendered |
BattlesPending |              | where             |
Withdrew       | who enemy    | who enemy area    |
GarrisonGone   | by           | castle by         |
CrossTaken     | who          | who goal          |
CrusadeForce   | who          |                   |
CrusadeAged    |              |                   |
CrusadeOver    | who          | who               |
Shuffled       |              |                   |
MercsShuffled  |              |                   |
CardDrawn      |              | card title region power areas port ports sea siege pair merc |
CardLeft       |              |                   |
Struck         |              | kind areas        |
Outbreaks      |              | kind stays over fresh |
TruceCalled    |              | holds             |
HuntCalled     |              | -                 |
HuntCounted    |              | fleets points     |
SentAway       | who          |                   |
CameBack       | who          |                   |
WentIntoExile  | who          | who host          |
WentOut        | who          | who               |
ExileChanged   | who          |                   |
ExileRaised    | who          |                   |
Restored       | who          | who               |
SiegeBegan     | by holder    | by castle         |
SiegeLevel     | by holder    | castle level      |
SiegeEnded     | by holder    | castle            |
SiegeTurn      | by holder    |                   |
InvaderLanded  |              | areas zone        |
Attitude       | who          | who side          |
InvaderPlans   |              |                   |
InvaderGone    |              | why               |
Crowned        | who          | who crowns        |
Declared       | who          | who side          |
Dethroned      | who          | who why           |
FoughtAtSea    | attacker defender | attacker defender zone |
Salvo          | who enemy    |                   |
Conquered      | by           | region by         |
InitiativeRolled |            | order             |
Weather        |              | mud storms        |
SuppliesUsed   | who          |                   |
SuppliesBought | who          |                   |
Awaited        | who          |                   |
DueChanged     | who          |                   |
Regiment       | who          |                   |
Unbound        | who          |                   |
DiplomatMoved  | who          |                   |
DiplomatLost   | who          |                   |
ScreenWent     | who          |                   |
ScreenSplit    | who          |                   |
ScreensLost    | who          |                   |
ScreensCame    | who          |                   |
Scouted        | who          |                   |
Sent           | who to       | who to crowns what |
Owed           | who to       | who to crowns due |
Cleared        | who to       |                   |
Courted        | who          |                   |
Won            | who          | who how           |
TurnOver       |              |                   |
"""
"""Chapter 10 of its rules: everyone reads of the card, the offer, the order of the turn, areas that change hands, who
fought where and who won with the permanent losses, sieges and their levels, sinkings, plague and rebellion, tribute and
loans, cards hired and their price, kings, invaders, exiles and winners. Marches, dice, orders, crowns and rosters are
one power's own; the parties to a fight know both sides' figures."""
HOMELANDS = """
Changed           | who                |                                            |
HerdWithdrawn     | who                |                                            |
LocksSeen         | who                |                                            |
Sallied           | who                |                                            |
Prepared          |                    |                                            |
Engaged           | who                |                                            |
Earned            | who                |                                            |
Perished          | who                |                                            |
Rolled            | who                |                                            |
CorsairsStruck    | who loser          | who loser where lost                       |
FoodEaten         | who                |                                            |
Points            | who                |                                            |
BattleRound       | attacker defender  |                                            |
Fought            | attacker defender  | attacker defender where winner rounds lost their_lost fallen |
Pursued           | who loser          |                                            |
SiteBegun         | who                | who where kind                             |
SiteLost          | who                |                                            |
Worked            | who                |                                            |
Completed         | who                | who where kind                             |
Toiled            | who                |                                            |
Taken             | who owner          | who owner where kind fate                  |
HerdSeized        | who owner          |                                            |
Ruined            | who                | who where why                              |
UnitsCorrected    | who                |                                            |
Fed               | who                |                                            |
HerdLost          | who                |                                            |
CityShrank        | who                | who where                                  |
WinterOver        |                    |                                            |
FodderUsed        | who                |                                            |
FieldSown         | who                |                                            |
Grew              | who                |                                            |
Harvested         | who                |                                            |
Fished            | who                |                                            |
Driven            | who                |                                            |
Carted            | who                |                                            |
Prestige          | who                |                                            |
Counted           | who loser          |                                            |
Promoted          | who                |                                            |
Recruited         | who                |                                            |
Feasted           | who                |                                            |
WinterCame        |                    | told                                       |
RiversRolled      |                    | open                                       |
Looted            | who                | who where                                  |
Stolen            | who owner          |                                            |
GoodsTraded       | who                |                                            |
HerdTraded        | who                |                                            |
Culled            | who                |                                            |
MeatSold          | who                |                                            |
Shifted           | who                |                                            |
PactEnded         | a b                | a b kind                                   |
CountersCleared   |                    |                                            |
Calved            | who                |                                            |
Mustered          | who                |                                            |
Endowed           | who                |                                            |
Founded           | who                |                                            |
YardFounded       | who                |                                            |
HerdPlaced        | who                |                                            |
RivalNamed        | who rival          | who rival                                  |
Offered           | who to             |                                            |
PactMade          | a b                | a b kind until                             |
TruceEnding       | who other          |                                            |
Gave              | who to             |                                            |
OffersTidied      |                    |                                            |
Upgraded          | who                |                                            |
HorseUsed         | who                |                                            |
Degraded          | who                |                                            |
Dismantled        | who                | who where                                  |
Seated            |                    | powers era                                 |
OptionTaken       | who                |                                            |
FieldsNamed       | who                |                                            |
PactStands        | lord who           | lord who                                   |
Entered           | who                | who                                        |
SiegeBegan        | who owner          | who owner where                            |
WallBroken        | who owner          |                                            |
SiegeRound        | who owner          |                                            |
SiegeEnded        | who owner          | who owner where lost their_lost            |
Forced            | who                |                                            |
Rested            |                    |                                            |
RoundBegan        |                    |                                            |
DoctrineGiven     | who                |                                            |
LuckAsked         | who                |                                            |
GoldKept          | who                |                                            |
Claimed           | who                |                                            |
Raised            | who                |                                            |
Hired             | who                |                                            |
ThirdFree         | who                |                                            |
Doubled           | who                |                                            |
Commanded         | who                |                                            |
PutAside          | who                |                                            |
TakenBack         | who                |                                            |
Trained           |                    |                                            |
Won               | who                | who by                                     |
Scored            |                    | told                                       |
ClaimsTidied      |                    |                                            |
PrestigeForPoints |                    |                                            |
PointsCost        | who                |                                            |
LossesForgotten   |                    |                                            |
TurnEnded         |                    |                                            |
"""
"""Section 10: on the open board all see settlements, yards, sites, loot tokens, pacts, rivals, VP and PP, battles
with their losses, the winter; gold, stores, what is inside or aboard, orders and offers are for those concerned."""

TOY = """
Levied         | who          |                   |
Marched        | who defender | who target owner  |
Paid           | who          |                   |
TurnEnded      |              |                   |
"""
FIGHTS = ("Fought", "Raided", "Besieged", "Invaded")
"""Where the rulebook speaks of an attack, the defender too sees the place at the end of the turn [1.10]."""


BOTH, TOURS_SIDES = "both", ("FRA", "MUS")
TOURS = """
Marked         | who  |                       |
WallFormed     | both |                       |
WallLeft       | both |                       |
Acts           | both | con                   |
Fails          | both | con                   |
LeaderMoved    | both |                       |
Ordered        | who  |                       |
Forgotten      | who  |                       |
Grouped        | who  |                       |
Evaded         | both | unit                  |
EvasionTried   | both |                       |
Advanced       | both | unit                  |
Turned         | both |                       |
Fired          | both | archer target         |
LeaderTried    | both |                       |
LeaderKilled   | both | leader                |
LeaderSaved    | both |                       |
Moved          | both |                       |
InitChosen     | who  |                       |
SeqChosen      | who  |                       |
Initiative     | both | first throws winner   |
ReformTried    | both |                       |
Reformed       | both | unit                  |
Disordered     | both | unit                  |
SecondCheck    | both |                       |
Eliminated     | both | unit                  |
Engaged        | both |                       |
Disengaged     | both |                       |
Placed         | both |                       |
DrawnUp        | both |                       |
Attacks        | both | attackers defenders   |
Counters       | both | attackers defenders   |
Stopped        | both |                       |
PassedOver     | who  |                       |
Beset          | both |                       |
Counted        | both |                       |
NightTried     | both |                       |
NightFell      | both |                       |
Won            | both | winner ending         |
Resigned       | both | who                   |
TurnEnded      |      |                       |
"""
"""Both see every unit and every die; doctrine, groups, markers and the answers to lines are one side's own [3.5]."""


def seen_in_darkage(played: Played, who: str, told: Mapping[str, Told]) -> frozenset[str]:
    """Beside its armies [7.1], where its spy and watchers are [7.2, 7.7], where it was or fought this turn [1.10]."""
    world, kingdom = played.world, played.world.kingdoms[who]
    garrisons = [code for code, area in world.areas.items() if area.owner == who and area.armies]
    scouted = {code for place in garrisons for code in world.map[place].near} if who in world.order else set()
    agents = {*kingdom.watchers, *([kingdom.spy.at] if kingdom.spy else [])}
    visited = {place for event in played.journal for place in places(event, who, told)}
    return frozenset(code for code in scouted | agents | visited if world.areas[code].owner != who)


def places(event: Event, who: str, told: Mapping[str, Told]) -> list[str]:
    if isinstance(event, Answered | Phase | Said):
        return []
    kind = type(event).__name__
    mine = [getattr(event, field) for field in told[kind].shows] if getattr(event, "who", None) == who else []
    return [*mine, *([event.target] if kind in FIGHTS and event.defender == who else [])]  # type: ignore[attr-defined]


def exchanged(journal: Sequence[Event]) -> dict[str, str]:
    """The player who changes kingdoms is told what came before [10.4, 10.5]."""
    return {event.who: event.new for event in journal if type(event).__name__ == "Exchanged"}  # type: ignore[attr-defined]


class Seated(Knowledge):
    """Players have several powers, which change hands within a turn."""

    def known(self, played: Played, who: str) -> Known:
        return Known(who, tuple(self.told_to_seat(played, who)), frozenset())

    def told_to_seat(self, played: Played, who: str) -> Iterator[Event]:
        """What happened to the powers of a player while they had them: the turn is played again to see when that was.

        Both sides of a fight see what the other loses in it. What is shown to a power that nobody has any more reaches
        the player who lost it (ruling on REVEAL). Messages stand apart.
        """
        world, fight = copied(played.rules, played.opening), set[str]()
        for event in played.journal:
            told, kind = set[str]() if isinstance(event, Said) else self.told(event), type(event).__name__
            fight = told if kind == "Fought" else fight
            told = told | fight if kind == "Lost" and getattr(event, "cause", "") == "combat" else told
            players = {world.powers[code].player if code in world.powers else code for code in told}
            bereft = kind == "Seen" and who in told and None in players and world.own_power(who) is None
            if who in players | self.seats(event) or bereft:
                yield event
            event.apply(world)

    def seats(self, event: Event) -> set[str]:
        """The seats that are told, whatever they have."""
        if isinstance(event, Answered):
            return {event.sheet}
        row = self.events.get(type(event).__name__)
        return {getattr(event, field[1:]) for field in (row.parties if row else ()) if field.startswith("@")}


def is_captured(event: Event) -> bool:
    """A battle that was won is public as a capture."""
    return type(event).__name__ == "Fought" and getattr(event, "won", False)


def is_unheard(event: Event) -> bool:
    return type(event).__name__ == "Lost" and getattr(event, "cause", "") in UNHEARD


class OpenField(Knowledge):
    """A game without fog: both sides are told of everything but what one side plans."""

    def told(self, event: Event) -> set[str]:
        row = self.events.get(type(event).__name__)
        return {*TOURS_SIDES} if row and row.parties == (BOTH,) else super().told(event)


PUBLIC_FIELDS = ("owner", "control", "treasury", "reserve", "fleet", "vp", "overlord")
TABLES: dict[str, Knowledge] = {
    "darkage": Knowledge(read(COMMON, DARKAGE), seen_in_darkage, exchanged, is_captured, PUBLIC_FIELDS),
    "twilight": Seated(
        read(COMMON, TWILIGHT), unheard=is_unheard, public_fields=PUBLIC_FIELDS, acts=("Tried", "DutyCalled")
    ),
    "tours": OpenField(read(COMMON, TOURS), public_fields=PUBLIC_FIELDS),
    "marnon": Knowledge(read(COMMON, MARNON), unheard=is_captured, public_fields=PUBLIC_FIELDS),
    "homelands": Knowledge(read(COMMON, HOMELANDS), unheard=is_captured, public_fields=PUBLIC_FIELDS),
    "toy": Knowledge(read(COMMON, TOY), public_fields=PUBLIC_FIELDS),
    "toy_more": Knowledge(read(COMMON, TOY), public_fields=PUBLIC_FIELDS),
}
