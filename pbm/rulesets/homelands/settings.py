"""House rules [2]: the mode sets a group of them, and each of the group may be given by itself."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbm.rulesets.homelands.factions import EXAMPLE, factions_of
from pbm.rulesets.homelands.tables import Switch, tables

Mode = Literal["FAST", "BASIC", "ORIGINAL", "EXTENDED"]
Era = Literal["britannia", "italia", "vikings", "taifas", "orient", "huns"]


def about(text: str) -> Meta:
    return Meta(description=text)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    era: Annotated[Era, about("the map with its factions and starts [7]")] = "britannia"
    powers: Annotated[
        int | str, about("the powers in the game: how many of the first seats, or codes such as ROM PIC; 0: all [8]")
    ] = 0
    borders: Annotated[
        Literal["auto", "S", "M", "L"], about("how much of the map is in play; auto: by the number of powers [7]")
    ] = "auto"
    mode: Annotated[Mode, about("how much of the rules is played; it sets the switches that are null [2]")] = "ORIGINAL"
    agriculture: Annotated[bool | None, about("grain, herds, fish, calves and feeding [5.3, 5.14]")] = None
    fishing: Annotated[
        Literal["none", "sure", "dice"] | None, about("no fish, always one fish, or by dice [5.14.1]")
    ] = None
    weather: Annotated[bool | None, about("summer and winter weather [5.3.5, 5.3.9]")] = None
    wreck: Annotated[bool | None, about("shipwreck [5.6.2]")] = None
    specials: Annotated[bool | None, about("corsairs and war elephants [5.13.5]")] = None
    salaries: Annotated[
        Literal["fast", "once", "twice"] | None,
        about("pay at the end of winter instead of food, or once or twice a year"),
    ] = None
    morale: Annotated[bool | None, about("morale by prestige [5.16.1]")] = None
    spoils: Annotated[bool | None, about("gold for the winner of a battle [5.16.2]")] = None
    experience: Annotated[bool | None, about("levels of experience [5.16.3]")] = None
    command: Annotated[bool | None, about("commanders, without whom most bonuses do not work [5.17]")] = None
    attrition: Annotated[bool | None, about("losses in mountains, cut off and under siege [5.6.5]")] = None
    transhumance: Annotated[bool | None, about("herds on rich fields need no winter feed [5.14.2a]")] = None
    fog: Annotated[Literal["open", "adjacent"], about("an open board, or only fields near one's own [10]")] = "open"
    years: Annotated[int, Meta(ge=1, description="the years after which importance is counted [5.15.5]")] = 5
    unit_limit: Annotated[int, Meta(ge=1, description="the units of a power without mercenaries [5.1.10]")] = 20
    tile_limit: Annotated[int, Meta(ge=1, description="the buildings and sites of a power [5.1.10]")] = 15
    contested: Annotated[
        Literal["held", "cut"], about("the larger side keeps the connection of a contested field, or nobody [5.1.6]")
    ] = "held"
    bond_vp: Annotated[int | None, about("how many points from bonds count for DOMINANCE; null: all [5.15.7]")] = 4
    retake_rounds: Annotated[
        int, Meta(ge=0, description="for so many rounds taking back only cancels the loss; 0: never [5.15.8]")
    ] = 4
    duel: Annotated[
        Literal["vassal", "any"], about("what SOVEREIGNTY asks while only two powers are active [5.15.3]")
    ] = "vassal"
    dropout_after: Annotated[int, Meta(ge=1, description="missed turns in a row that make a dropout [11.1]")] = 2
    factions: Annotated[
        str, about(f"changes of single figures in factions.json for this game, such as {EXAMPLE} [5.18]")
    ] = ""
    messages: Annotated[bool, about("players' messages to everyone stand in the roundup [2]")] = True

    def __post_init__(self) -> None:
        factions_of(self.era, self.factions)

    def switch(self, name: str) -> Switch:
        """A rule of the group: as given, else by the mode."""
        given = getattr(self, name)
        return tables().modes[self.mode][name] if given is None else given

    @property
    def is_fast(self) -> bool:
        """Pay instead of food."""
        return bool(self.switch("salaries") == "fast")
