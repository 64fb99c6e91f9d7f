"""What the end of a game earns: discounts, in turns [4.4]."""

from pbm.rulesets.darkage.world import Victory, World

WINNER = {"runaway": 3, "knockout": 3, "points": 2}
KNOCKED_OUT = 1
ALIVE_AT_A_POINTS_WIN = 1


def prize(won: Victory, who: str, control: str, in_play: bool) -> int:
    """Nothing for a kingdom that no player rules."""
    if control != "player":
        return 0
    if won.who == who:
        return WINNER[won.how]
    if not in_play:
        return KNOCKED_OUT
    return ALIVE_AT_A_POINTS_WIN if won.how == "points" else 0


def prizes(world: World) -> dict[str, int]:
    """The prize of every kingdom that has one."""
    if not (won := world.won):
        return {}
    rows = {who: prize(won, who, each.control, world.in_play(who)) for who, each in world.kingdoms.items()}
    return {who: turns for who, turns in rows.items() if turns}
