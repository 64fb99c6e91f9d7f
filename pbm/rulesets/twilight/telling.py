"""Who is told of what in a year: events name powers, and it is their players who read [10, 21.0]."""

from collections.abc import Iterable, Mapping

from pbm.rules import roster
from pbm.rules.event import Answered, Event, Phase, Said
from pbm.rules.sight import Telling, news
from pbm.rulesets.twilight.bidding import Allotted, MajorsReleased
from pbm.rulesets.twilight.combat import Fought
from pbm.rulesets.twilight.dealings import Claimed, MagyarsCame, PlayerOut
from pbm.rulesets.twilight.duty import DutyCalled
from pbm.rulesets.twilight.forces import Lost
from pbm.rulesets.twilight.fortunes import ChangedHands
from pbm.rulesets.twilight.leaders import LeaderFell, PowerGone
from pbm.rulesets.twilight.levy import Mustered
from pbm.rulesets.twilight.sheet import Tried
from pbm.rulesets.twilight.spies import Seen
from pbm.rulesets.twilight.world import BULGARS, MAGYARS, World

Holders = dict[str, str | None]
"""The seat that has each power."""
COMBAT = "combat"
OPENERS = (Answered, Phase, Tried, DutyCalled)
"""What follows them belongs to them; a levy is a matter of its own power alone."""
OF_SEATS: tuple[type[Event], ...] = (Claimed, PlayerOut, *roster.EVENTS)
"""Events whose parties are seats and not powers."""


def telling(world: World, journal: list[Event], names: Mapping[str, str]) -> Telling:
    """What a year tells each seat: of every power, while the seat has it."""
    events: dict[str, list[Event]] = {seat: [] for seat in world.seats}
    starts: dict[str, list[int]] = {seat: [] for seat in events}
    holders = at_first(world, journal)
    act, last = 0, dict.fromkeys(events, 0)
    fight: tuple[str, ...] = ()
    for event in journal:
        act += isinstance(event, OPENERS)
        fight = event.known_to() if isinstance(event, Fought) else fight
        for seat in readers(event, holders, world.seats, fight):
            if last[seat] != act or isinstance(event, Mustered):
                last[seat] = act
                starts[seat].append(len(events[seat]))
            events[seat].append(event)
        follow(holders, event)
    said = tuple(event for event in journal if isinstance(event, Said))
    return Telling(tuple(news(journal, names)), said, events, starts)


def readers(event: Event, holders: Mapping[str, str | None], seats: list[str], fight: tuple[str, ...]) -> Iterable[str]:
    """The seats that are told of an event; losses in combat are taken off before both sides."""
    match event:
        case Phase():
            return seats
        case Answered() | Tried():
            return [event.sheet]
        case Said():
            return []
        case ChangedHands():
            found: Iterable[str | None] = (event.was, event.now)
        case Seen():
            found = [holders.get(event.who) or event.who]
        case Lost() if event.cause == COMBAT:
            found = [holders.get(power) for power in (event.who, *fight)]
        case _ if isinstance(event, OF_SEATS):
            found = event.known_to()
        case _:
            found = () if event.silent else [holders.get(power) for power in event.known_to()]
    return [seat for seat in dict.fromkeys(found) if seat in seats]


def at_first(world: World, journal: Iterable[Event]) -> Holders:
    """Who had each power when the year began: what its first change says, or who has it now."""
    holders: Holders = {}
    for event in journal:
        match event:
            case ChangedHands():
                holders.setdefault(event.who, event.was)
            case MajorsReleased():
                holders = {**event.held, **holders}
            case Allotted():
                holders.setdefault(event.target, None)
            case LeaderFell() | PowerGone():
                seat = event.seat if isinstance(event, LeaderFell) else None
                holders.setdefault(event.who, seat or world.powers[event.who].last)
            case Claimed():
                holders.setdefault(event.who, None)
    return {code: power.player for code, power in world.powers.items()} | holders


def follow(holders: Holders, event: Event) -> None:
    """Who has each power after an event."""
    match event:
        case ChangedHands():
            holders[event.who] = event.now
        case MajorsReleased():
            holders.update(dict.fromkeys(event.held))
        case Allotted():
            holders[event.target] = event.seat
        case LeaderFell() | PowerGone():
            holders[event.who] = None
        case Claimed():
            holders[event.who] = event.seat
        case MagyarsCame() if event.replaces:
            holders[MAGYARS] = holders.pop(BULGARS, None)
