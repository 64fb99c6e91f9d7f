"""The office: accounts, the state of all games, and their regular run."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from pbm.commands import clock
from pbm.commands.colour import painted
from pbm.commands.options import games_option, json_option
from pbm.errors import GameError
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.office.credits import Posting
    from pbm.office.status import Status


@click.command()
@click.argument("player", required=False)
@click.option("--buy", type=int, metavar="TURNS", help="Turns paid for.")
@click.option("--refund", type=int, metavar="TURNS", help="Turns paid back.")
@click.option("--prize", type=click.IntRange(1), metavar="TURNS", help="A discount won in a game.")
@click.option("--game", default="", help="The game a prize was won in.")
@click.option("--forfeit", is_flag=True, help="Take every discount away.")
@click.option("--new", is_flag=True, help="Open an account for somebody who is in no game and on no list.")
@json_option
@games_option
def credits(
    player: str | None,
    buy: int | None,
    refund: int | None,
    prize: int | None,
    game: str,
    forfeit: bool,
    new: bool,
    as_json: bool,
    games: Path,
) -> None:
    """Show the turns that players have paid for and their discounts; with a player and an option, post to the ledger.

    Credits are kept only if the office's settings, _office/office.toml in the games folder, have a line [credits].

    \b
    Examples: pbm credits
              pbm credits mercia --buy 10
    """
    from pbm.office.credits import Clerk, read, refuse_without_credits
    from pbm.office.people import refuse_stranger

    refuse_without_credits(games)
    clerk = Clerk(games, clock.today())
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
    if as_json:
        tell_accounts(entries, player)
    else:
        show_accounts(games, entries, player)


def show_accounts(games: Path, entries: "list[Posting]", player: str | None) -> None:
    """What is left to everybody; one player's account line by line."""
    from pbm.office.credits import balance, discount, holders, spoken
    from pbm.record.apart import apart
    from pbm.record.game import all_games
    from pbm.rules.turn_names import spoken as turn_name

    playing, _ = apart(all_games(games), lambda each: each.turn_names.named)
    if not player and not entries:
        click.echo("Nobody has an account yet: pbm credits PLAYER --buy TURNS")
    for one in [player] if player else holders(entries):
        click.echo(f"{one}: {spoken(balance(entries, one))}, discount {discount(entries, one)}")
        for entry in entries if player else []:
            if entry.player == one:
                named = playing.get(entry.game, turn_name)
                about = " ".join(filter(None, [entry.game, named(entry.turn) if entry.turn else "", entry.note]))
                gain = f"{entry.discount:+} discount" if entry.discount else f"{entry.tenths / 10:+.1f}"
                click.echo(f"  {entry.number:4}  {entry.date}  {entry.kind:8} {gain:>12}  {about}".rstrip())


def tell_accounts(entries: "list[Posting]", player: str | None) -> None:
    from pbm.office.credits import balance, discount, holders
    from pbm.office.told import CreditsTold, OneAccount, as_json

    whose = [player] if player else holders(entries)
    told = (OneAccount(one, balance(entries, one), discount(entries, one)) for one in whose)
    click.echo(as_json(CreditsTold(tuple(told))))


@click.command()
@click.argument("name", required=False)
@json_option
@games_option
def status(name: str | None, as_json: bool, games: Path) -> None:
    """Show missing orders, deadlines and problems of one game, or of all games in a line each.

    \b
    Examples: pbm status
              pbm status game42
    """
    from pbm.commands.screen import lay_out
    from pbm.office.status import folders, nothing_to_serve, offered, row
    from pbm.office.status import status as look
    from pbm.record.game import all_games, find
    from pbm.rulesets.contract import Table

    if as_json:
        tell_status(name, games)
    if name is None:
        found = [look(game, clock.now()) for game in all_games(games)]
        header = ("game", "turn", "due", "in", "mail", "state")
        if found:
            click.echo(lay_out(Table(f"Games in {games}: {len(found)}", header, [row(one) for one in found])))
        for line in offered(games) if found else nothing_to_serve(games):
            click.echo(line)
        closed = list(folders(games))
        for problem in closed:
            click.echo(painted(f"PROBLEM  {problem}", "bad"))
        raise SystemExit(1 if closed or any(one.problems for one in found) else 0)
    if not (games / name).exists() and (there := [line for line in offered(games) if line.startswith(f"{name} is ")]):
        click.echo(there[0])
        return
    one = look(find(games, name), clock.now())
    tell_one(one)
    raise SystemExit(1 if one.problems else 0)


def tell_one(one: "Status") -> None:
    """A game in full."""
    from pbm.mail.calendar import spoken
    from pbm.rules.turn_names import spoken as named

    due = f", due {spoken(one.due)}" if one.due else ""
    click.echo(f"{one.game}, {named(one.turn)}{due}" + " (which does not count now)" * bool(due and one.held))
    if one.over:
        click.echo(f"The game is over: {one.over}.")
    elif one.expected:
        click.echo(
            f"{one.is_in} of {len(one.expected)} are in." + f" Missing: {', '.join(one.missing)}." * bool(one.missing)
        )
    if one.away:
        click.echo(f"Away: {', '.join(one.away)}.")
    if one.held:
        click.echo(f"The game is held: {one.held.rstrip(chr(46))}. To go on: pbm resume {one.game}")
    if one.waiting:
        click.echo(f"{Count(one.waiting):mail is/mails are} queued.")
    for note in one.notes:
        click.echo(note)
    for problem in one.problems:
        click.echo(painted(f"PROBLEM  {problem}", "bad"))


def tell_status(name: str | None, games: Path) -> NoReturn:
    from pbm.office.status import folders, status
    from pbm.office.told import StatusTold, as_json, game_status
    from pbm.record.game import all_games, find

    found = [status(game, clock.now()) for game in ([find(games, name)] if name else all_games(games))]
    closed = () if name else tuple(folders(games))
    click.echo(as_json(StatusTold(tuple(map(game_status, found)), closed)))
    raise SystemExit(1 if closed or any(one.problems for one in found) else 0)


@click.command()
@click.option("-q", "--quiet", is_flag=True, help="Print only what is new, for cron.")
@games_option
def run(quiet: bool, games: Path) -> None:
    """Collect, remind, adjudicate what is due, report and send, for every game. You can run it again at any time.

    At the end it lists what needs you: letters, envelopes, missed turns, refused mail, deadlines of tomorrow. If the
    game's [mail] has digest_to = "your address", the list is also mailed to you, whenever it has something new.

    The exit code is 0 if every game was served, and 1 if there were problems.

    \b
    Examples: pbm run
              pbm run --quiet
    """
    from pbm.office.one_run import OtherRun, one_run

    try:
        with one_run(games, clock.now()):
            run_all(games, quiet)
    except OtherRun as other:
        if other.is_stuck or not quiet:
            raise


def run_all(games: Path, quiet: bool) -> None:
    import time

    from pbm.office.quiet import Lasting, Printed
    from pbm.office.round import look_round, make_round
    from pbm.office.status import nothing_to_serve
    from pbm.site.hooks import call_hooks
    from pbm.site.refresh import refresh

    broken: dict[str, list[str]] = {}
    down: dict[str, str] = {}
    printed = Printed(games, quiet)
    for each in printed.new(nothing_to_serve(games)):
        click.echo(each)
    done = make_round(games, clock.now, time.sleep, down)
    for name, words, wrong in chain(done, refresh(games), call_hooks(games)):
        line = f"{name}: {'PROBLEM: ' if wrong else ''}{words}"
        for each in printed.new([line]) if wrong or isinstance(words, Lasting) else [line]:
            click.echo(each)
        if wrong:
            broken.setdefault(name, []).append(words)
    matters = [f"  {name}: {words}" for name, words in look_round(games, clock.now, time.sleep, broken, down)]
    if lines := printed.new(matters):
        click.echo("\n".join(["", "This needs you:", *lines]))
    said = f"There were problems in {', '.join(broken)}. All other games were served."
    printed.new([said] * bool(broken))
    printed.keep()
    if broken and not printed.fresh:  # a run by cron has said so before
        raise SystemExit(1)
    if broken:
        raise GameError(said)


@click.command()
@click.argument("name")
@click.argument("words")
@games_option
def notice(name: str, words: str, games: Path) -> None:
    """Add a note for all players of a game at the head of the next reports.

    Example: pbm notice game42 "No turn at Easter."
    """
    from pbm.office.frames import give_notice
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    turn = give_notice(game, words)
    click.echo(f"The note will be in the reports of {game.named(turn)}.")
