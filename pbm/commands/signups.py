"""Who plays: sign-ups, starts, take-overs, resignations and addresses."""

import datetime as dt
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbm.commands import clock
from pbm.commands.options import games_option, house_option, power_code, secret_of
from pbm.errors import GameError
from pbm.rulesets import USUAL

if TYPE_CHECKING:
    from pbm.record.game import Game

FORMS = ["pdf", "paper", "text", "html", "json"]
WAYS = ["24h", "12h", "us", "iso", "de", "es", "fr", "it", "nl"]


@click.command()
@click.argument("name")
@click.argument("player", required=False)
@click.option("--name", "called", help="The player's name; by default the id.")
@click.option("--email", help="The email address.")
@click.option("--address", multiple=True, metavar="LINE", help="A line of the postal address; may be repeated.")
@click.option("--phone", help="A phone number.")
@click.option("--town", help="The town they live in.")
@click.option("--shows", metavar="LIST", help="What others may know: email,phone,town,record.")
@click.option("--form", type=click.Choice(FORMS), help="The form of their reports; by default pdf.")
@click.option("--large/--no-large", default=None, help="Their papers, printed or as PDF, in large print.")
@click.option("--desk/--no-desk", default=None, help="Attach an order desk to every report by mail.")
@click.option("--calendar/--no-calendar", default=None, help="Attach the deadline as a file for calendars (.ics).")
@click.option("--zone", help="Their time zone, in which letters give deadlines too: Europe/Vienna.")
@click.option("--dates", type=click.Choice(WAYS), help="How dates and times are written to them; by default 24h.")
@click.option(
    "--prefers", default="", metavar="CODES", help="Preferred powers, best first: MER,WSX; in some games castles too."
)
@click.option("--remove", is_flag=True, help="Take the player off the list.")
@games_option
def signup(
    name: str,
    player: str | None,
    called: str | None,
    email: str | None,
    address: tuple[str, ...],
    phone: str | None,
    town: str | None,
    shows: str | None,
    form: str | None,
    large: bool | None,
    desk: bool | None,
    calendar: bool | None,
    zone: str | None,
    dates: str | None,
    prefers: str,
    remove: bool,
    games: Path,
) -> None:
    """Add a player to a game's sign-up list, or to its standby list once the game has started.

    Without a player, print the list. Signing up again replaces the earlier entry, and --remove takes it back. Somebody
    whom the office knows from another game needs only their id; what you give changes what is known of them. The other
    players learn the name, and what --shows says; the postal address is never shown.

    Example: pbm signup spring mercia --email mercia@example.org --shows email --prefers MER,WSX
    """
    import msgspec

    from pbm.office.enlisting import of_person, tell_of_nod, waiting_for_nod
    from pbm.office.offers import offers
    from pbm.office.signup import Signup, seat_already, sign_up, signups, withdraw
    from pbm.record.people import rows

    asked = of_person(games, name, player) if player else None
    if player and remove and asked:
        to = tell_of_nod(games, name, player, 0, clock.now())
        click.echo(f"{player} is not put on the list of {name}. A mail to {to} is queued: pbm send office")
        return
    if player and remove:
        withdraw(games, name, player)
        click.echo(f"{player} is no longer on the list of {name}.")
        return
    if player is None:
        for place, one in enumerate(signups(games, name), 1):
            click.echo(f"{place:3}  {one.id}  {one.name}, {one.form}, wants {', '.join(one.prefers) or 'any power'}")
        return

    wanted = tuple(code.strip().upper() for code in prefers.split(",") if code.strip())
    given: dict[str, Any] = {"name": called, "email": email, "form": form, "desk": desk, "phone": phone, "town": town}
    given |= {"zone": zone, "dates": dates, "calendar": calendar, "large": large, "address": address or None}
    given |= {"shows": None if shows is None else choices(shows)}
    waiting = [one.id for one, thing in waiting_for_nod(games) if thing.game == name]
    if waiting and not asked and not (email or address) and player not in rows(games):
        raise GameError(f"Nobody is known as {player}. For {name} these wait for your nod: {', '.join(waiting)}.")
    new = msgspec.to_builtins(asked[0].person) if asked and asked[0].person else {}
    known = {"name": player, **new, **rows(games).get(player, {})}
    wanted = wanted or (asked[1].prefers if asked else ())
    fields = known | {key: value for key, value in given.items() if value is not None}
    place = sign_up(games, name, msgspec.convert(fields | {"id": player, "prefers": wanted}, Signup))
    started = (games / name).is_dir()
    click.echo(f"{player} is number {place} on the {'standby ' if started else ''}list of {name}.")
    if seat := seat_already(games, name, player):
        click.echo(
            f"{player} plays {seat} there already, so this is for a power beside it. To change what is known of them: "
            f"pbm address {name} {seat}"
        )
    if not started and (there := offers(games)) and name not in there:
        click.echo(f"{name} is not offered, as {', '.join(there)} is: pbm offer {name}, or correct the name.")
    if to := tell_of_nod(games, name, player, place, clock.now()):
        click.echo(f"They asked for it by mail: an answer to {to} is queued: pbm send office")


def choices(shows: str) -> tuple[str, ...]:
    """What a player shows of themselves."""
    from typing import get_args

    from pbm.record.players import Shown

    chosen = tuple(word.strip().lower() for word in shows.split(",") if word.strip())
    if strange := [word for word in chosen if word not in get_args(Shown)]:
        raise GameError(f"A player cannot show {strange[0]}: use {', '.join(get_args(Shown))}.")
    return chosen


@click.command()
@click.argument("name")
@click.option("--ruleset", help=f"The rules to play by: as the game was offered, else {USUAL}.")
@house_option
@click.option("--first", type=click.DateTime(["%Y-%m-%d"]), help="The first deadline, in place of the office's.")
@click.option("--secret", metavar="HEX", help="The secret that all dice come from; random by default.")
@games_option
def start(
    name: str,
    ruleset: str | None,
    house: tuple[str, ...],
    first: dt.datetime | None,
    secret: str | None,
    games: Path,
) -> None:
    """Start a game: give out powers by preference in order of sign-up; the computer plays the rest.

    Every player gets a first letter: a welcome, sample orders, the opening report, a turnsheet, and the rules. It is
    queued as soon as the game has an address to send it from; for players on paper, pbm print makes it.

    Example: pbm start spring
    """
    from pbm.office.clock import wind
    from pbm.office.offers import Offer, all_offers
    from pbm.office.signup import signups
    from pbm.office.signup import start as begin
    from pbm.office.usual_settings import usual_settings
    from pbm.office.welcome import queue_welcomes
    from pbm.rulesets import load

    offer = all_offers(games).get(name, Offer(ruleset or USUAL))
    if ruleset not in (None, offer.ruleset):
        instead = f"To start another: pbm offer {name} --ruleset {ruleset}"
        raise GameError(f"People have joined {name} as {load(offer.ruleset).title}. {instead}")
    ruleset, house = offer.ruleset, (*offer.house, *house)
    load(ruleset)
    key, now = secret_of(secret), clock.now()
    usual = usual_settings(games, now, first.date() if first else None)
    game, seated = begin(games, name, ruleset, key, house, usual)
    for code, one in seated.items():
        click.echo(f"  {code}  {one.name}")
    for line in left_over(game, seated):
        click.echo(line)
    if waiting := signups(games, name):
        click.echo(f"On the standby list: {', '.join(one.id for one in waiting)}.")
    for line in without_nod(games, name):
        click.echo(line)
    click.echo(f"{name} is set up in {game.folder}.")
    wind(game, now)
    list(queue_welcomes(game, now))
    for line in first_letters(game):
        click.echo(line)


def left_over(game: "Game", seated: Collection[str]) -> Iterator[str]:
    """The seats that nobody took."""
    config, there = game.config(), game.in_play(1)
    free = [code for code in config.ruleset.state.seats(config.settings) if code not in seated]
    if played := [code for code in free if code in there]:
        yield f"The computer plays {', '.join(played)}."
    if absent := [code for code in free if code not in there]:
        yield f"Not in play, because nobody took them: {', '.join(absent)}."


def without_nod(games: Path, name: str) -> Iterator[str]:
    """Whoever asked to join and was not let in yet has no seat."""
    from pbm.office.enlisting import waiting_for_nod

    for one, _ in (each for each in waiting_for_nod(games) if each[1].game == name):
        yield f"{one.id} has no seat: they still wait for your nod. For the standby list: pbm signup {name} {one.id}"


def first_letters(game: "Game", only: str = "") -> Iterator[str]:
    """How the first letters reach the newcomers, or one of them."""
    from pbm.mail.settings import post
    from pbm.office.welcome import newcomers
    from pbm.record.game import CONFIG

    waiting = {power: player for power, player in newcomers(game, game.last()).items() if only in ("", power)}
    if paper := [power for power, player in waiting.items() if player.form == "paper"]:
        yield f"The first letter to {', '.join(paper)} goes by post: pbm print {game.name}"
    if not (mailed := [power for power in waiting if power not in paper]):
        return
    if post(game).address:
        yield f"The first letter to {', '.join(mailed)} is queued: pbm send {game.name}"
    else:
        yield f"The first letter to {', '.join(mailed)} goes by mail. First set [mail] and [calendar] in"
        yield f"{game.folder / CONFIG}, then: pbm run"


@click.command()
@click.argument("name")
@click.argument("power")
@click.argument("player")
@click.option("--declines", is_flag=True, help="They were asked, and do not want it: the next is asked.")
@games_option
def takeover(name: str, power: str, player: str, declines: bool, games: Path) -> None:
    """Give a power that nobody plays to a player on the standby list. They get their first letter at once.

    \b
    Examples: pbm takeover spring STR lothian
              pbm takeover spring STR lothian --declines
    """
    from pbm.mail.absences import spare_newcomer
    from pbm.mail.sets import senders
    from pbm.office.seat_answers import decline_for
    from pbm.office.signup import take_over
    from pbm.office.welcome import queue_welcomes
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    code = power_code(game, power)
    if declines:
        decline_for(game, code, player)
        click.echo(f"{player} has declined {code} of {name}. The next is asked: pbm run")
        return
    turn = take_over(games, game, code, player)
    spare_newcomer(game, code, clock.now())
    click.echo(f"{player} plays {code} of {name} from {game.named(turn)}.")
    list(queue_welcomes(game, clock.now()))
    for line in first_letters(game, code):
        click.echo(line)
    if code in senders(game, turn):
        click.echo(f"Orders of the player before them are here, and will be played unless {player} sends a sheet.")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option("--forfeit", is_flag=True, help="The player loses their discounts, if the office keeps credits.")
@games_option
def resign(name: str, power: str, forfeit: bool, games: Path) -> None:
    """Remove a player who leaves. The computer plays the power from the next turn, unless somebody takes it over.

    Example: pbm resign spring MER
    """
    from pbm.mail.sets import put_by_hand
    from pbm.office.credits import Clerk, refuse_without_credits
    from pbm.office.signup import resign as leave
    from pbm.record.game import find_under_way
    from pbm.record.holders import latest
    from pbm.record.players import Player

    if forfeit:
        refuse_without_credits(games)
    game = find_under_way(games, name)
    code = power_code(game, power)
    player = latest(game).get(code, Player()).id
    if forfeit and player:  # before the player is gone, so that a command that was interrupted can be run again
        lost = Clerk(games, clock.today()).forfeit(player, f"resigned from {name}")
        click.echo(f"{player} loses a discount of {lost}.")
    _, turn = leave(game, code)
    click.echo(f"{code} of {name} has no player from {game.named(turn)} on.")
    if put_by_hand(game, turn, code):  # what they sent by mail is not played
        click.echo(f"Their orders for {game.named(turn)} are here and will be played unless you delete them.")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option("--email", help="The new email address.")
@click.option("--address", multiple=True, metavar="LINE", help="A line of the new postal address; may be repeated.")
@click.option("--form", type=click.Choice(FORMS), help="The form of their reports from now on.")
@click.option("--large/--no-large", default=None, help="Whether their papers are in large print.")
@click.option("--desk/--no-desk", default=None, help="Whether an order desk comes with their reports by mail.")
@click.option("--calendar/--no-calendar", default=None, help="Whether the deadline comes as a calendar file (.ics).")
@click.option("--name", "called", help="The player's name.")
@click.option("--phone", help="A phone number.")
@click.option("--town", help="The town they live in.")
@click.option("--shows", metavar="LIST", help="What others may know: email,phone,town,record.")
@click.option("--zone", help="Their time zone: Europe/Vienna.")
@click.option("--dates", type=click.Choice(WAYS), help="How dates and times are written to them.")
@games_option
def address(
    name: str,
    power: str,
    email: str | None,
    address: tuple[str, ...],
    form: str | None,
    large: bool | None,
    desk: bool | None,
    calendar: bool | None,
    called: str | None,
    phone: str | None,
    town: str | None,
    shows: str | None,
    zone: str | None,
    dates: str | None,
    games: Path,
) -> None:
    """Change a player's address, the form of their reports, what comes with them or what is known of them: in all games
    of that player.

    Example: pbm address spring MER --email new@example.org
    """
    from pbm.mail.elsewhere import seats_of
    from pbm.office.address_changes import end_moves
    from pbm.office.signup import change_address
    from pbm.record.game import find

    game = find(games, name)
    code = power_code(game, power)
    given = {"email": email, "address": address or None, "form": form, "desk": desk, "calendar": calendar, "zone": zone}
    given |= {"large": large, "dates": dates, "name": called, "phone": phone, "town": town}
    given |= {"shows": None if shows is None else choices(shows)}
    new = change_address(game, code, **{key: value for key, value in given.items() if value is not None})
    sent = f"{new.form} and an order desk" if new.desk else new.form
    click.echo(f"{code} of {name}: {sent} to {new.email or ', '.join(new.address)}.")
    for each, seat in [(game, code), *seats_of(game, new.id)] if email or address else []:
        for line in end_moves(each, seat):
            click.echo(line)
