"""Income: areas, trade, events, in one sum [4.8, 5.59 to 5.62, 5.98]."""

from collections.abc import Collection, Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.crowns import Paid, Received
from pbm.rulesets.marnon.codes import RAID, is_castle_power, is_war_fleet
from pbm.rulesets.marnon.map import areas, is_castle, territories, value_of
from pbm.rulesets.marnon.ongoing import CardInPlay
from pbm.rulesets.marnon.tables import cards, effect, half_up, ranged, tables, up
from pbm.rulesets.marnon.telling import Reckoned
from pbm.rulesets.marnon.world import World

Rows = list[tuple[str, int]]
TAX = 10
PIRACY = 7
GOVERNMENT_SHARE = {"MONARCHY": 100, "REPUBLIC": 105, "TRIBAL": 95}


# areas


def is_raided(world: World, area: str) -> bool:
    return any(is_castle_power(who) and code == RAID for who, code, _ in world.forces_in(area))


def value(world: World, area: str) -> int:
    """What an area pays its owner now, with plague, rebellion and this turn's card [5.60, 5.92, 5.98]."""
    if is_castle(area):
        return 0 if world.siege(area) or is_raided(world, area) or is_ruin(world, area) else value_of(area)
    if is_raided(world, area):
        return 0
    if area in world.ongoing.plague:
        return int(effect(1, "plague")["value"])
    found = value_of(area) + card_value(world, area)
    if area in world.ongoing.rebellion:
        found += int(effect(19, "rebellion")["amount"])
    return max(found, 0) if not broken_away(world, area) else 0


def is_ruin(world: World, castle: str) -> bool:
    """A castle that is only open ground [5.78]."""
    ignored = world.settings.np_castles == "ignore"
    return ignored and all(power.castle != castle for power in world.powers.values())


def card_value(world: World, area: str) -> int:
    event = world.event
    if event is None or area not in event.areas:
        return 0
    plain = effect(event.card, "value_add").get("amount", 0)
    riot = effect(event.card, "garrison_or")
    return int(plain) + (int(riot.get("value_add", 0)) if riot and not is_held(world, area, riot["points"]) else 0)


def broken_away(world: World, area: str) -> bool:
    event = world.event
    if event is None or area not in event.areas:
        return False
    row = effect(event.card, "garrison_or")
    return "value_set" in row and not is_held(world, area, row["points"])


def is_held(world: World, area: str, points: int) -> bool:
    owner = world.owner(area)
    return owner is not None and world.points_in(owner, area) >= points


def from_areas(world: World, who: str) -> Rows:
    rows = [(area, value(world, area)) for area in world.owned(who)]
    share = GOVERNMENT_SHARE[world.powers[who].government] if world.settings.governments else 100
    whole = sum(crowns for _, crowns in rows)
    more = half_up(whole * share, 100) - whole
    return rows + ([("government", more)] if more else [])


# trade


def merchant_limit(world: World, who: str) -> int | None:
    each = world.settings.merchants_per_port
    return each * len(world.ports_of(who)) if each else None


def caravan_limit(world: World, who: str) -> int | None:
    each = world.settings.caravans_per_castle
    return each * len(world.castles_of(who)) if each else None


def merchants(world: World, who: str) -> list[str]:
    return [code for code in world.numbered(who, "fleets") if not is_war_fleet(code)]


def from_trade(turn: Turn[World], who: str) -> Rows:
    return [*from_merchants(turn, who), *from_caravans(turn, who)]


def from_merchants(turn: Turn[World], who: str) -> Rows:
    """Merchant fleets that traded and still float, the lowest numbers within the limit [5.59, 5.61]."""
    world, dice = turn.world, tables().trade.fleet_dice
    paid = merchants(world, who)[: merchant_limit(world, who)]
    rows: Rows = []
    for code in paid:
        if (who, code) not in world.now.traded:
            continue
        port, zones = world.now.traded[who, code]
        number = dice["two_zones"] if zones >= 2 else dice["one_zone"]
        rows.append(
            (f"{code} at {port}", summed(turn, f"trade.fleet.{who}.{code}", number) + np_bonus(turn, who, code, port))
        )
    return rows


def summed(turn: Turn[World], stream: str, dice: int) -> int:
    return sum(turn.dice.roll(stream) for _ in range(dice))


def np_bonus(turn: Turn[World], who: str, code: str, place: str) -> int:
    row = turn.world.np_castles.get(place)
    return turn.dice.roll(f"trade.np.{who}.{code}") if row and row.type == "MERCHANT" else 0


def from_caravans(turn: Turn[World], who: str) -> Rows:
    row, rows = tables().trade.caravan, []
    for owner, code, castle, moved in turn.world.now.trading_caravans:
        if owner == who:
            dice = ranged(row.dice, max(moved, 1))
            crowns = row.base + summed(turn, f"trade.caravan.{who}.{code}", dice)
            rows.append((f"{code} at {castle}", crowns + np_bonus(turn, who, code, castle)))
    return rows


# events


def from_events(turn: Turn[World], who: str) -> Rows:
    """What this turn's card and the hunt bring and cost."""
    world = turn.world
    rows: Rows = []
    if world.now.hunt_port and world.owner(world.now.hunt_port) == who:
        rows.append(("pirates", -TAX))
    if world.event is None:
        return rows
    title = cards()[world.event.card].title
    return [*rows, *((title, crowns) for crowns in by_card(turn, who, world.event) if crowns)]


def by_card(turn: Turn[World], who: str, event: CardInPlay) -> Iterator[int]:
    concerned = who in struck(turn.world, event)
    for row in cards()[event.card].effects:
        if row["op"] == "income" and concerned:
            yield row["amount"]
        elif row["op"] == "income_dice" and concerned:
            yield dice_income(turn, who, row)
        elif row["op"] == "owner_income":
            yield sum(owner_income(turn.world, who, place, row) for place in event_places(turn.world))


def struck(world: World, event: CardInPlay) -> Collection[str]:
    """Whom a card concerns: all, its power, or for piracy whoever holds the port or the castle of its region."""
    if event.card == PIRACY:
        return {owner for place in harbours_of(world, event.region or "") if (owner := world.owner(place))}
    return world.powers if cards()[event.card].scope == "all" else (event.power,) if event.power else ()


def harbours_of(world: World, region: str) -> list[str]:
    """The ports of a region, and the castle its power began with."""
    castles = [power.castle for power in world.powers.values() if power.home == region and power.castle]
    return [*(code for code in territories(region) if areas()[code].port), *castles]


def event_places(world: World) -> list[str]:
    event = world.event
    assert event
    return [*event.areas, *event.ports, *([event.port] if event.port else [])]


def dice_income(turn: Turn[World], who: str, row: dict[str, object]) -> int:
    world = turn.world
    text, stream = str(row["dice"]), f"{row['stream']}.{who}"
    power = world.powers[who]
    if row.get("if") == "has_merchant_or_caravan":
        traded = any(owner == who for owner, *_ in world.now.trading_caravans)
        if not (merchants(world, who) or power.caravans or traded):
            return 0
    number = int(text.removeprefix("-").partition("d")[0])
    found = summed(turn, stream, number)
    if not text.startswith("-"):
        return found
    if row.get("reduce_per") == "war_fleet":
        found -= sum(is_war_fleet(code) for code in power.fleets)
    return -max(found, 0)


def owner_income(world: World, who: str, place: str, row: dict[str, object]) -> int:
    if world.owner(place) != who:
        return 0
    if row.get("unless") == "fort" and world.area(place).fort:
        return 0
    amount = int(str(row["amount"]))
    if "or_if_guarded" in row and (world.own_in(who, place) or world.fleets_in(who, place)):
        return int(str(row["or_if_guarded"]))
    return amount


# the sum


def earners(world: World) -> list[str]:
    """Powers with a treasury: players, drop-outs, exiles, and an invader with a player."""
    return world.ranked(
        who
        for who, power in world.powers.items()
        if power.status in ("player", "dropout", "exile")
        or (power.status == "invader" and world.settings.invader_player != "none")
    )


def income(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    for who in earners(world):
        yield from interest(world, who)
        rows = [*from_areas(world, who), *from_trade(turn, who), *from_events(turn, who), *invader_funds(turn, who)]
        whole = sum(crowns for _, crowns in rows)
        yield Reckoned(who, "income", tuple(rows))
        cash = world.powers[who].cash
        if cash + whole < 0 and whole < 0:
            whole = min(-cash, 0)
        if whole > 0:
            yield Received(who, whole, "income")
        elif whole < 0:
            yield Paid(who, -whole, "losses of income")


def interest(world: World, who: str) -> Iterator[Event]:
    """A deficit grows by a tenth [5.85]."""
    cash = world.powers[who].cash
    if cash < 0 and world.settings.deficit:
        yield Paid(who, up(-cash, 10), "interest")


def invader_funds(turn: Turn[World], who: str) -> Rows:
    if turn.world.powers[who].status != "invader":
        return []
    return [("funds from home", 10 * (turn.dice.roll("invasion.funds") + 2))]


def expected(world: World, who: str) -> int:
    """The income of a power's areas, as things stand."""
    return sum(crowns for _, crowns in from_areas(world, who))
