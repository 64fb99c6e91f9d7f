"""Lines that did not arise, each with its reason: a power that was not won, a year that ended [H2 to H4]."""

from collections.abc import Iterator

from pbm.rules.condition import bare
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Line, Order, Refusal
from pbm.rulesets.twilight.leaders import LeaderFell
from pbm.rulesets.twilight.levy import Mustered
from pbm.rulesets.twilight.orders.playing import MISMATCH, Play
from pbm.rulesets.twilight.orders.wishes import Buyoff, Fund
from pbm.rulesets.twilight.sheet import Papers, answer, answered, came_up, everyone
from pbm.rulesets.twilight.world import World, called, subject

NO_POWER = Refusal("H3", "no power came to you that has no FOR block of its own")


def void(turn: Turn, kind: type[Order], mark: str = "") -> Iterator[Event]:
    """Lines of a kind whose moment has passed."""
    for paper in everyone(turn):
        done = came_up(turn, paper)
        for line in paper.of_kind(kind):
            if line.number not in done and (not mark or getattr(bare(line.order), "mark", "") == mark):
                yield answer(paper, paper.seat, line, "void", why(turn, paper, line))


def never_arose(turn: Turn) -> Iterator[Event]:
    """At the end every line without an answer is void."""
    for paper in everyone(turn):
        done = answered(turn, paper)
        for line in paper.lines:
            if line.number not in done:
                yield answer(paper, paper.seat, line, "void", why(turn, paper, line))


def why(turn: Turn, paper: Papers, line: Line) -> Refusal:
    world: World = turn.world
    order = bare(line.order)
    if isinstance(order, Fund):
        return Refusal("7.0", f"{subject(order.power, 'held', 'held')} no levy of which you could pay")
    if isinstance(order, Buyoff):
        return Refusal("29.3", "no raid came there")
    if isinstance(order, Play) and order.mark == MISMATCH and order.fields[0] not in world.begun:
        return Refusal("28.MES", f"{subject(str(order.fields[0]), 'did', 'did')} not operate under a player")
    power = block_of(paper, line)
    if power is None:
        return NO_POWER if not any_powers(world, paper) else over(turn, "")
    return not_yours(world, paper.seat, power) or over(turn, power)


def block_of(paper: Papers, line: Line) -> str | None:
    """The power of a line's block; none for FOR ANY, and the seat for the player's own."""
    if line in paper.any:
        return None
    return next((power for power, lines in paper.named.items() if line in lines), paper.seat)


def any_powers(world: World, paper: Papers) -> list[str]:
    own = world.own_power(paper.seat)
    return [power for power in world.powers_of(paper.seat) if power != own and power not in paper.named]


def not_yours(world: World, seat: str, power: str) -> Refusal | None:
    """Why a player does not play a power."""
    if power == seat:
        return None
    if not world.in_play(power):
        return Refusal("24.1", f"{subject(power, 'is', 'are')} not in play")
    if world.powers[power].kind == "pp":
        return Refusal("24.1", f"{subject(power, 'is', 'are')} played by another player, and cannot be won")
    if world.player_of(power) != seat:
        return Refusal("24.1", f"you did not have {called(power)} when this line came up")
    return None


def over(turn: Turn, power: str) -> Refusal:
    """What ended the year of a power before a line came up."""
    world: World = turn.world
    own = world.own_power(power)
    if any(isinstance(event, LeaderFell) and power in (event.who, event.seat) for event in turn.journal):
        return Refusal("23.0", "your leader fell before this line came up")
    if world.over:
        return Refusal("25.0", "the game ended before this line came up")
    if power and not any(isinstance(event, Mustered) and event.who in (power, own) for event in turn.journal):
        return Refusal("11.0", f"{called(power)} had no turn of {'its' if power else 'their'} own this year")
    return Refusal("14.0", "its operations were over before this line came up")
