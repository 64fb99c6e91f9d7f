"""Sign-up and start: powers by preference, in order of sign-up or as the game says."""

import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import put, refuse_name
from pbm.mail.settings import bad_zone
from pbm.office.about import refuse_without_post
from pbm.office.credits import office
from pbm.office.frames import heading_in, heading_of
from pbm.office.offers import every_offer, may_be_wished, on_offer
from pbm.office.usual_settings import add_settings
from pbm.record.adjudicate import SECRET_BYTES, new_game
from pbm.record.changing_house import spoken_for
from pbm.record.config import read_house
from pbm.record.correcting import add_correction
from pbm.record.game import CONFIG, Game, all_games, refuse_over
from pbm.record.holders import history
from pbm.record.people import OFFICE, Person, forget, know, people, rows
from pbm.record.players import PLAYERS, Player, listed, power_in, write_down
from pbm.record.standby import refuse_with_player, seat_standby, unseat
from pbm.rules.dice import Dice
from pbm.rulesets import load

ADDRESS = re.compile(r"[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+")
HANDLE = re.compile(r"[a-z0-9][a-z0-9-]*")


class Signup(Person, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A player who wants to join a game."""

    id: str
    """Their account in the office, the same in every game."""
    prefers: tuple[str, ...] = ()

    def player(self) -> Player:
        return Player(id=self.id, **msgspec.structs.asdict(self.person))


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a sign-up list: who they are is in the office's record of people."""

    id: str
    prefers: tuple[str, ...] = ()


def list_of(games: Path, name: str) -> Path:
    return office(games) / "signups" / f"{name}.jsonl"


def signups(games: Path, name: str) -> list[Signup]:
    """In order of sign-up."""
    path, known = list_of(games, name), rows(games)
    lines = path.read_bytes().splitlines() if path.exists() else []
    there = [msgspec.json.decode(line) for line in lines]
    return [msgspec.convert({"name": row["id"]} | {**known.get(row["id"], {})} | row, Signup) for row in there]


def sign_up(games: Path, name: str, signup: Signup) -> int:
    """Add a player to a game's list and return their place on it. A second sign-up replaces the first."""
    if not HANDLE.fullmatch(signup.id):
        raise GameError(f'"{signup.id}" cannot be a player\'s id: use small letters, digits and -.')
    if signup.form == "paper" and not signup.address:
        raise GameError(f"{signup.id} wants paper: use --address for each line of the postal address.")
    if signup.form != "paper" and not signup.email:
        raise GameError(f"{signup.id} wants reports by mail: use --email, or --form paper.")
    if lacking := [what for what in signup.shows if not getattr(signup, what, True)]:
        raise GameError(f"{signup.id} shows {lacking[0]}: use --{lacking[0]} to say what it is.")
    refuse_name(name)
    if (games / name / CONFIG).is_file():
        refuse_over(Game(games / name))
    refuse_preferences(games, name, signup.prefers)
    if signup.zone and (flaw := bad_zone(signup.zone)):
        raise GameError(flaw)
    if signup.email and not ADDRESS.fullmatch(signup.email):
        raise GameError(f"{signup.email} is not an email address.")
    listed = signups(games, name)
    ids = [each.id for each in listed]
    place = ids.index(signup.id) if signup.id in ids else len(listed)
    keep(games, name, [*listed[:place], signup, *listed[place + 1 :]])
    return place + 1


def seat_already(games: Path, name: str, id: str) -> str:
    """The power that somebody plays in a game already; who signs up then waits for another beside it."""
    if not (games / name / CONFIG).is_file():
        return ""
    story = history(Game(games / name))
    return next((power for power, key in story.holders().items() if story.entries[key].id == id), "")


def refuse_preferences(games: Path, name: str, prefers: tuple[str, ...]) -> None:
    """Refuse a code that no power of the game has; before it has started or is offered, one that no listed game has."""
    if not prefers:
        return
    if found := may_be_wished(games, name):
        if strange := [code for code in prefers if code not in found]:
            raise GameError(f"{name} has no power {', '.join(strange)}. It has {', '.join(found)}.")
        return
    every = every_offer()
    if not any(all(code in codes for code in prefers) for codes in every.values()):
        where = {code: "; ".join(title for title, codes in every.items() if code in codes) for code in prefers}
        told = "".join(f" {code} is in {titles or 'no game'}." for code, titles in where.items())
        raise GameError(f"No game has all of {', '.join(prefers)}.{told} To see all powers: pbm games NAME")


def withdraw(games: Path, name: str, id: str) -> None:
    """Take a player off a game's list."""
    listed = signups(games, name)
    if id not in [each.id for each in listed]:
        raise GameError(f"{id} is not on the list of {name}. To see it: pbm signup {name}")
    keep(games, name, [each for each in listed if each.id != id])


def keep(games: Path, name: str, listed: Iterable[Signup]) -> None:
    signed = [*listed]
    know(games, {each.id: each.person for each in signed})
    lines = [msgspec.json.encode(Wish(each.id, each.prefers)) + b"\n" for each in signed]
    put(list_of(games, name), b"".join(lines), private=True)


def allocate(listed: Iterable[Signup], seats: Iterable[str]) -> tuple[dict[str, Signup], list[Signup]]:
    """Give each player the first free power they prefer; then those who have none the seats that are left, in order.
    Also return who must wait."""
    everyone, free, wished = [*listed], [*seats], dict[str, str]()
    there, waiting = everyone[: len(free)], everyone[len(free) :]
    for one in there:
        if seat := next((code for code in one.prefers if code in free), ""):
            free.remove(seat)
            wished[one.id] = seat
    return {wished.get(one.id) or free.pop(0): one for one in there}, waiting


def start(
    games: Path, name: str, ruleset: str, secret: bytes | None = None, house: Iterable[str] = (), usual: str = ""
) -> tuple[Game, dict[str, Signup]]:
    """Start a game with the players who signed up. The computer plays the rest; players without a power wait. `usual`
    are the office's settings for its mail and calendar.

    If this was interrupted, running it again finishes it: the list is shortened last.
    """
    signed, there = signups(games, name), (games / name).exists()
    if not signed and not there:
        raise GameError(f"Nobody has signed up for {name}: pbm signup {name} ID --name NAME --email ADDRESS")
    rules = load(ruleset)
    settings = read_house(spoken_for(rules, house), rules)
    seats, offered = [*rules.state.seats(settings)], on_offer(rules, settings)
    if strange := [f"{code} ({one.id})" for one in signed for code in one.prefers if code not in offered]:
        raise GameError(f"No power has these codes: {', '.join(strange)}. There are {', '.join(offered)}.")
    key = Game(games / name).secret() if there else secret or secrets.token_bytes(SECRET_BYTES)
    playing = {one.id: one for one in signed[: len(seats)]}
    order = rules.state.choosing([*playing], Dice(key, 0))
    seated, waiting = allocate([*(playing[id] for id in order), *signed[len(seats) :]], seats)
    table = {code: signup.player() for code, signup in seated.items()}
    if there and (not signed or listed(Game(games / name)) != table):
        raise GameError(f"{name} has started already. New sign-ups are on its standby list: pbm takeover.")
    on_paper = [one.id for one in seated.values() if one.form == "paper"]
    refuse_without_post(games, [] if there else on_paper, heading_in(games, usual.encode(), CONFIG).post_to)
    dummies = [code for code in seats if code not in seated]
    more = {PLAYERS: write_down(Game(games / name), table)}
    house = [*house, *rules.state.granted(settings, {code: signup.prefers for code, signup in seated.items()})]
    game = Game(games / name) if there else new_game(games, name, ruleset, key, dummies, more, house)
    add_settings(game, usual)
    keep(games, name, waiting)
    return game, seated


def write_players(game: Game, table: Mapping[str, Player]) -> None:
    """Kept apart from everything that is hashed or published."""
    put(game.folder / PLAYERS, write_down(game, table), private=True)


def move_people(game: Game) -> None:
    """A file from before the office knew people: what it says of those with an account moves there."""
    entries, known = listed(game), people(game.folder.parent)
    if any(one.id and one.id not in known and one.left is None for one in entries.values()):
        write_players(game, entries)


def take_over(games: Path, game: Game, power: str, id: str) -> int:
    """Give a power that nobody plays to a player on the standby list; return the turn. Running it again finishes it."""
    waiting = signups(games, game.name)
    signup = next((each for each in waiting if each.id == id), None)
    turn, story = game.last() + 1, history(game)
    there = story.entries.get(story.holders().get(power, ""), Player())
    if signup is None and (there.id, there.joined) == (id, turn - 1):
        return turn
    if signup is None:
        names = ", ".join(each.id for each in waiting) or "nobody"
        raise GameError(f"{id} is not on the standby list of {game.name} ({names} is): pbm signup {game.name} {id}")
    refuse_without_post(games, [id] * (signup.form == "paper"), heading_of(game).post_to)
    if (there.id, there.joined) != (id, turn - 1):
        refuse_seated(game, power, there)
        newcomer = msgspec.structs.replace(signup.player(), joined=turn - 1, since=turn - 1)
        write_players(game, {**story.entries, free_key(story.entries, power): newcomer})
    if game.config().standby.get(power) != turn:
        seat_standby(game, power)
    keep(games, game.name, [each for each in waiting if each.id != id])
    return turn


def refuse_seated(game: Game, power: str, there: Player) -> None:
    """A power that was given to a player for this turn, or has one, is nobody else's to take over."""
    if there != Player() and game.config().standby.get(power) == game.last() + 1:
        whose = there.id or there.name or "a player"
        raise GameError(
            f"{power} was given to {whose} for this turn. If they do not play: pbm resign {game.name} {power}"
        )
    refuse_with_player(game, power)


def free_key(entries: Mapping[str, Player], power: str) -> str:
    """MER, or MER-2 for the second player who begins there."""
    taken = [key for key in entries if power_in(key) == power]
    keys = (f"{power}-{number}" for number in range(2, len(taken) + 3))
    return next(key for key in (power, *keys) if key not in taken)


def key_of(game: Game, power: str) -> str:
    """The entry of a power's player in players.toml."""
    key = history(game).latest().get(power)
    if key is None:
        raise GameError(f"{power} of {game.name} has no player in {game.folder / PLAYERS}.")
    return key


def resign(game: Game, power: str) -> tuple[str, int]:
    """Remove a player who leaves: the computer plays on. Return their id and the turn.

    Of a player with an account the entry says when they left; name and addresses are gone.
    """
    key, entries, turn, config = key_of(game, power), listed(game), game.last() + 1, game.config()
    unseat(game, power, turn)
    in_play = power in game.in_play(turn)  # one that is not on the map yet has no seat there to give up
    if in_play and not config.ruleset.seats.is_vacant(config.open(game.position(turn - 1)), power):
        add_correction(game, config.ruleset.seats.resigned(power), "its player has resigned")
    gone = entries.pop(key)
    if gone.id and not places_of(game.folder.parent, gone.id, leaving=(game.name, key)):
        forget(game.folder.parent, [gone.id])  # before the entry, by which an interrupted run is found again
    if gone.id or gone.joined:  # else the power would go back to whoever had it before
        entries[key] = Player(id=gone.id, joined=gone.joined, since=gone.since, left=turn - 1)
    write_players(game, entries)
    return gone.id, turn


def places_of(games: Path, id: str, leaving: tuple[str, str] = ("", "")) -> list[str]:
    """Where somebody plays, or waits to; without the game and the entry there that they are leaving."""
    every = [(game.name, key, one) for game in all_games(games) for key, one in seated_in(game).items()]
    playing = [name for name, key, one in every if one.id == id and one.left is None and (name, key) != leaving]
    return list(dict.fromkeys([*playing, *(name for name, ids in all_lists(games).items() if id in ids)]))


def seated_in(game: Game) -> Mapping[str, Player]:
    """The players of a game; of one whose file is damaged nobody is known."""
    with suppress(GameError):
        return listed(game)
    return {}


def all_lists(games: Path) -> dict[str, list[str]]:
    """The ids on every sign-up list, by game."""
    return {path.stem: ids_in(path) for path in sorted((games / OFFICE / "signups").glob("*.jsonl"))}


def ids_in(path: Path) -> list[str]:
    return [msgspec.json.decode(line, type=Wish).id for line in path.read_bytes().splitlines()]


def change_address(game: Game, power: str, **changes: Any) -> Player:
    """Change what is known of a player, in all their games; without an account, in this one."""
    key, email, form = key_of(game, power), changes.get("email"), changes.get("form")
    if email and not ADDRESS.fullmatch(email):
        raise GameError(f"{email} is not an email address.")
    if (zone := changes.get("zone")) and (flaw := bad_zone(zone)):
        raise GameError(flaw)
    refuse_without_post(game.folder.parent, [power] * (form == "paper"), heading_of(game).post_to)
    old = listed(game)[key]
    new = msgspec.structs.replace(old, **changes)
    if new.id:
        know(game.folder.parent, {new.id: new.person})
    write_players(game, listed(game) | {key: new})
    return new
