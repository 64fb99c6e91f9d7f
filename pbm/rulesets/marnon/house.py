"""The house rules [2]. A rule that is off is not played, and its orders fail."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from pbm.rulesets.marnon.wishes import refuse_castles

Switch = bool
VARIANTS: dict[str, dict[str, Any]] = {
    "mobilised": {"start_spread": True},
    "long_war": {"victory": "all", "exile": True, "invasion": True, "last_turn": 0},
}
Scenario = Literal["six", "five", "four", "three", "two", "mobilised", "long_war"]


def about(text: str) -> Meta:
    return Meta(description=text)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules, each with its default."""

    scenario: Annotated[Scenario, about("how many play, and which regions have no player [8.4]")] = "six"
    castles: Annotated[str, about("castles at the start that are not the usual ones, such as WHI:C3 BRE:C8 [8.1]")] = ""
    battles: Annotated[Literal["auto", "table"], about("land battles by the tables, or fought by the GM [5.30]")] = (
        "auto"
    )
    losses: Annotated[Literal["table", "battle"], about("permanent losses by the table, or all of them [5.37]")] = (
        "table"
    )
    battle_rounds: Annotated[int, about("rounds of an automatic battle [5.38]")] = 3
    break_point: Annotated[int, about("the loss in percent at which a side breaks [5.38]")] = 50
    movement: Annotated[Literal["turns", "chits", "hidden"], about("who moves when [4.5, 5.81]")] = "turns"
    fog: Annotated[Literal["counters", "open", "hidden"], about("what is seen of foreign forces [10]")] = "counters"
    mercenaries: Annotated[bool, about("mercenary cards are offered [5.83]")] = True
    merc_deck: Annotated[Literal["deal3", "reshuffle", "all"], about("how mercenary cards are offered [5.83]")] = (
        "deal3"
    )
    merc_auction: Annotated[Literal["sealed"], about("bids are sealed [5.83]")] = "sealed"
    invasion: Annotated[bool, about("card 52 is in the deck [5.97]")] = True
    invader_player: Annotated[str, about("the seat that plays the invader, or none [5.97]")] = "none"
    exile: Annotated[bool, about("a power without land may go into exile [5.77]")] = True
    np_castles: Annotated[Literal["random", "ignore", "player"], about("castles that nobody owns [5.78]")] = "random"
    np_regions: Annotated[Literal["computer", "keeper", "closed"], about("regions without a player [5.80]")] = (
        "computer"
    )
    victory: Annotated[Literal["half", "all", "turns"], about("what wins [5.75]")] = "half"
    last_turn: Annotated[int, about("the last turn; 0 for none [5.75]")] = 24
    start_points: Annotated[int, about("army points at the start [8.4]")] = 3500
    start_cash: Annotated[int, about("crowns at the start [8.2]")] = 100
    start_spread: Annotated[bool, about("500 points in each territory at the start [8.4]")] = False
    merchants_per_port: Annotated[int, about("merchant fleets for each port; 0 for no limit [5.59]")] = 2
    caravans_per_castle: Annotated[int, about("caravans on the road for each castle; 0 for no limit [5.59]")] = 2
    crusade_distance: Annotated[int, about("the least distance of the goal of a crusade [5.95]")] = 3
    king_silence: Annotated[Literal["neutral", "against"], about("powers that say nothing of the king [5.96]")] = (
        "neutral"
    )
    training: Annotated[Switch, about("what is bought comes later [5.84]")] = False
    march_regiments: Annotated[Switch, about("new points may march to a force elsewhere [5.84]")] = False
    advanced_economics: Annotated[Switch, about("loans and payment in parts [5.85]")] = False
    deficit: Annotated[Switch, about("debts up to 50 crowns [5.85]")] = False
    new_general_skills: Annotated[Switch, about("bought generals are unknown until their first battle [5.86]")] = False
    unit_honours: Annotated[Switch, about("the winner's largest force gains an honour [5.39]")] = False
    diplomacy: Annotated[Literal["free", "envoys"], about("treaties need a diplomat on the spot [5.86]")] = "free"
    np_track: Annotated[Switch, about("favour of castles and regions without a player [5.87]")] = False
    screens_per_500: Annotated[int, about("cavalry screens for each 500 points, with hidden movement [5.82]")] = 1
    weather: Annotated[Switch, about("weather in every region and sea [5.88]")] = False
    governments: Annotated[Switch, about("kinds of government [5.88]")] = False
    supply_points: Annotated[Switch, about("supplies may be bought for a force [5.88]")] = False
    named_leaders: Annotated[Switch, about("lost generals are replaced [5.88]")] = False
    allied_supply: Annotated[Switch, about("areas of allies count for supply [5.66]")] = False
    break_general: Annotated[Literal["enemy", "own"], about("whose general counts in breaking contact [5.15]")] = (
        "enemy"
    )
    dropout_after: Annotated[int, about("missed turns in a row that make a drop-out [11.2]")] = 2

    def __post_init__(self) -> None:
        refuse_castles(self.scenario, self.castles)


USUAL = Settings()


def under_scenario(settings: Settings) -> Settings:
    """A scenario may bring house rules of its own."""
    return replace(settings, **VARIANTS.get(settings.scenario, {}))
