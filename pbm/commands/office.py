"""The office: sign-ups, starts, accounts, and the regular run of all games."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.clock import now, today
from pbm.commands.options import games_option, house_option, power_code, secret_of
from pbm.errors import GameError
from pbm.rules.event import Count
from pbm.rulesets import USUAL

if TYPE_CHECKING:
    from pbm.record.game import Game

FORMS = ["pdf", "paper", "text", "html", "json"]


@click.command()
@click.argument("name")
@click.argument("player", required=False)
@click.option("--name", "called", help="The player's name; by default the id.")
@click.option("--email", default="", help="The email address.")
@click.option("--address", multiple=True, metavar="LINE", help="A line of the postal address; may be repeated.")
@click.option("--phone", default="", help="A phone number.")
@click.option("--town", default="", help="The town they live in.")
@click.option("--shows", default="", metavar="LIST", help="What other players may know: email,phone,town.")
@click.option("--form", type=click.Choice(FORMS), default="pdf", show_default=True, help="The form of their reports.")
@click.option("--prefers", default="", metavar="CODES", help="Preferred powers, best first: MER,WSX.")
@click.option("--remove", is_flag=True, help="Take the player off the list.")
@games_option
def signup(
    name: str,
    player: str | None,
    called: str | None,
    email: str,
    address: tuple[str, ...],
    phone: str,
    town: str,
    shows: str,
    form: str,
    prefers: str,
    remove: bool,
    games: Path,
) -> None:
    """Add a player to a game's sign-up list, or to its standby list once the game has started.

    Without a player, print the list. Signing up again replaces the earlier entry, and --remove takes it back. The
    other players learn the name, and what --shows says; the postal address is never shown.

    Example: pbm signup spring mercia --email mercia@example.org --shows email --prefers MER,WSX
    """
    import msgspec

    from pbm.office.signup import Signup, sign_up, signups, withdraw

    if player and remove:
        withdraw(games, name, player)
        click.echo(f"{player} is no longer on the list of {name}.")
        return
    if player is None:
        for place, one in enumerate(signups(games, name), 1):
            click.echo(f"{place:3}  {one.id}  {one.name}, {one.form}, wants {', '.join(one.prefers) or 'any power'}")
        return

    wanted = tuple(code.strip().upper() for code in prefers.split(",") if code.strip())
    fields = {"id": player, "name": called or player, "email": email, "form": form, "prefers": wanted}
    fields |= {"address": address, "phone": phone, "town": town, "shows": choices(shows)}
    place = sign_up(games, name, msgspec.convert(fields, Signup))
    started = (games / name).is_dir()
    click.echo(f"{player} is number {place} on the {'standby ' if started else ''}list of {name}.")


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
@click.option("--ruleset", default=USUAL, show_default=True, help="The rules to play by.")
@house_option
@click.option("--secret", metavar="HEX", help="The secret that all dice come from; random by default.")
@games_option
def start(name: str, ruleset: str, house: tuple[str, ...], secret: str | None, games: Path) -> None:
    """Start a game: give out powers by preference in order of sign-up; the computer plays the rest.

    Every player gets a first letter: a welcome, sample orders, the opening report, a turnsheet, and the rules. It is
    queued as soon as the game has an address to send it from; for players on paper, pbm print makes it.

    Example: pbm start spring
    """
    from pbm.office.signup import signups
    from pbm.office.signup import start as begin
    from pbm.office.welcome import queue_welcomes
    from pbm.rulesets import load

    load(ruleset)
    key = secret_of(secret)
    game, seated = begin(games, name, ruleset, key, house)
    for code, one in seated.items():
        click.echo(f"  {code}  {one.name}")
    if waiting := signups(games, name):
        click.echo(f"On the standby list: {', '.join(one.id for one in waiting)}.")
    click.echo(f"{name} is set up in {game.folder}.")
    list(queue_welcomes(game, now()))
    for line in first_letters(game):
        click.echo(line)


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
@games_option
def takeover(name: str, power: str, player: str, games: Path) -> None:
    """Give a power that nobody plays to a player on the standby list. They get their first letter at once.

    Example: pbm takeover spring STR lothian
    """
    from pbm.mail.sets import senders
    from pbm.office.signup import take_over
    from pbm.office.welcome import queue_welcomes
    from pbm.record.game import find

    game = find(games, name)
    code = power_code(game, power)
    turn = take_over(games, game, code, player)
    click.echo(f"{player} plays {code} of {name} from turn {turn}.")
    list(queue_welcomes(game, now()))
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
    from pbm.mail.sets import senders
    from pbm.office.credits import Clerk, refuse_without_credits
    from pbm.office.signup import resign as leave
    from pbm.record.game import find
    from pbm.record.players import Player, players

    if forfeit:
        refuse_without_credits(games)
    game = find(games, name)
    code = power_code(game, power)
    player = players(game).get(code, Player()).id
    if forfeit and player:  # before the player is gone, so that a command that was interrupted can be run again
        lost = Clerk(games, today()).forfeit(player, f"resigned from {name}")
        click.echo(f"{player} loses a discount of {lost}.")
    _, turn = leave(game, code)
    click.echo(f"{code} of {name} has no player from turn {turn} on.")
    if code in senders(game, turn):
        click.echo(f"Their orders for turn {turn} are here and will be played unless you delete them.")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option("--email", help="The new email address.")
@click.option("--address", multiple=True, metavar="LINE", help="A line of the new postal address; may be repeated.")
@click.option("--form", type=click.Choice(FORMS), help="The form of their reports from now on.")
@games_option
def address(name: str, power: str, email: str | None, address: tuple[str, ...], form: str | None, games: Path) -> None:
    """Change a player's address, or the form of their reports.

    Example: pbm address spring MER --email new@example.org
    """
    from typing import cast

    from pbm.office.signup import change_address
    from pbm.record.game import find
    from pbm.record.players import Form

    game = find(games, name)
    code = power_code(game, power)
    new = change_address(game, code, email, address, cast(Form | None, form))
    click.echo(f"{code} of {name}: {new.form} to {new.email or ', '.join(new.address)}.")


@click.command()
@click.argument("player", required=False)
@click.option("--buy", type=int, metavar="TURNS", help="Turns paid for.")
@click.option("--refund", type=int, metavar="TURNS", help="Turns paid back.")
@click.option("--prize", type=click.IntRange(1), metavar="TURNS", help="A discount won in a game.")
@click.option("--game", default="", help="The game a prize was won in.")
@click.option("--forfeit", is_flag=True, help="Take every discount away.")
@click.option("--new", is_flag=True, help="Open an account for somebody who is in no game and on no list.")
@games_option
def credits(
    player: str | None,
    buy: int | None,
    refund: int | None,
    prize: int | None,
    game: str,
    forfeit: bool,
    new: bool,
    games: Path,
) -> None:
    """Show the turns that players have paid for and their discounts; with a player and an option, post to the ledger.

    Credits are kept only if the office's settings, _office/office.toml in the games folder, have a line [credits].

    \b
    Examples: pbm credits
              pbm credits mercia --buy 10
    """
    from pbm.office.credits import Clerk, balance, discount, read, refuse_without_credits, spoken
    from pbm.office.people import refuse_stranger

    refuse_without_credits(games)
    clerk = Clerk(games, today())
    if not player and (buy or refund or prize or forfeit):
        raise GameError("Name the player whose account it is.")
    if player and not new:
        refuse_stranger(games, player)
    if player and buy:
        clerk.buy(player, buy)
    if player and refund:
        clerk.refund(player, refund)
    if player and prize:
        if not game:
            raise GameError("Name the game in which the prize was won: --game NAME.")
        if not clerk.award(player, prize, game):
            raise GameError(f"{player} already has a prize for {game}.")
    if player and forfeit:
        clerk.forfeit(player)
    entries = read(games)
    known = sorted({entry.player for entry in entries})
    for one in [player] if player else known:
        click.echo(f"{one}: {spoken(balance(entries, one))}, discount {discount(entries, one)}")
        for entry in entries if player else []:
            if entry.player == one:
                about = " ".join(filter(None, [entry.game, f"turn {entry.turn}" if entry.turn else "", entry.note]))
                gain = f"{entry.discount:+} discount" if entry.discount else f"{entry.tenths / 10:+.1f}"
                click.echo(f"  {entry.number:4}  {entry.date}  {entry.kind:8} {gain:>12}  {about}".rstrip())


@click.command()
@click.argument("name", required=False)
@games_option
def status(name: str | None, games: Path) -> None:
    """Show missing orders, deadlines and problems of one game, or of all games in a line each.

    \b
    Examples: pbm status
              pbm status game42
    """
    from pbm.commands.screen import lay_out
    from pbm.mail.calendar import spoken
    from pbm.office.status import folders, row
    from pbm.office.status import status as look
    from pbm.record.game import all_games, find
    from pbm.rulesets.contract import Table

    if name is None:
        found = [look(game, now()) for game in all_games(games)]
        header = ("game", "turn", "due", "in", "mail", "state")
        click.echo(lay_out(Table(f"Games in {games}: {len(found)}", header, [row(one) for one in found])))
        closed = list(folders(games))
        for problem in closed:
            click.echo(f"PROBLEM  {problem}")
        raise SystemExit(1 if closed or any(one.problems for one in found) else 0)
    one = look(find(games, name), now())
    click.echo(f"{name}, turn {one.turn}" + (f", due {spoken(one.due)}" if one.due else ""))
    if one.over:
        click.echo(f"The game is over: {one.over}.")
    elif one.expected:
        click.echo(
            f"{one.is_in} of {len(one.expected)} are in." + f" Missing: {', '.join(one.missing)}." * bool(one.missing)
        )
    if one.away:
        click.echo(f"Away: {', '.join(one.away)}.")
    if one.held:
        click.echo(f"The game is held: {one.held.rstrip(chr(46))}. To go on: pbm resume {name}")
    if one.waiting:
        click.echo(f"{Count(one.waiting):mail is/mails are} queued.")
    for note in one.notes:
        click.echo(note)
    for problem in one.problems:
        click.echo(f"PROBLEM  {problem}")
    raise SystemExit(1 if one.problems else 0)


@click.command()
@games_option
def run(games: Path) -> None:
    """Collect, remind, adjudicate what is due, report and send, for every game. You can run it again at any time.

    At the end it lists what needs you: letters, envelopes, missed turns, refused mail, deadlines of tomorrow. If the
    game's [mail] has digest_to = "your address", the list is also mailed to you, whenever it has something new.

    Example: pbm run --games games
    """
    import time

    from pbm.office.round import look_round, make_round

    broken: dict[str, list[str]] = {}
    for name, words, wrong in make_round(games, now, time.sleep):
        click.echo(f"{name}: {'PROBLEM: ' if wrong else ''}{words}")
        if wrong:
            broken.setdefault(name, []).append(words)
    if matters := list(look_round(games, now, time.sleep, broken)):
        click.echo("\n".join(["", "This needs you:", *(f"  {name}: {words}" for name, words in matters)]))
    if broken:
        raise GameError(f"There were problems in {', '.join(broken)}. All other games were served.")


@click.command()
@click.argument("name")
@click.argument("words")
@games_option
def notice(name: str, words: str, games: Path) -> None:
    """Add a note for all players of a game at the head of the next reports.

    Example: pbm notice game42 "No turn at Easter."
    """
    from pbm.office.gm_notes import give_notice
    from pbm.record.game import find

    turn = give_notice(find(games, name), words)
    click.echo(f"The note will be in the reports of turn {turn}.")
