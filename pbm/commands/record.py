"""Correcting, verifying and archiving a game, and erasing a player's data."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import click

from pbm.commands import clock
from pbm.commands.options import games_option, json_option, power_code
from pbm.errors import GameError
from pbm.rules.event import Count

turn_option = click.option("--turn", metavar="N", help="Stop unless N is the turn concerned.")


def reasoned(reason: str) -> str:
    if not reason.strip():
        raise GameError("Give a reason: --reason TEXT. It is kept in the record.")
    return reason.strip()


@click.command()
@click.argument("name")
@click.option("--reason", required=True, metavar="TEXT", help="The reason; the players read it.")
@turn_option
@games_option
def undo(name: str, reason: str, turn: str | None, games: Path) -> None:
    """Undo the last turn of a game, and hold the game. Its result and its orders are kept, with the reason. Players who
    have had the report are told by mail.

    Example: pbm undo game42 --reason "Last month's sheets were used."
    """
    from pbm.office.report_folder import forget_reports
    from pbm.office.undone import printed, tell_of_undone
    from pbm.record.game import find
    from pbm.record.undo import undo as roll_back

    game = find(games, name)
    mark = roll_back(game, reasoned(reason), game.turn_meant(turn) if turn else None, clock.now())
    forget_reports(game, mark.turn)
    told = tell_of_undone(game, clock.now())
    undone, before = game.named(mark.turn).capitalize(), game.named(mark.turn - 1)
    click.echo(f"{undone} of {name} is undone: the position is the one after {before}.")
    click.echo(f"Its result is kept, and its orders are in {game.orders(mark.turn)}: correct them there,")
    click.echo(f"then: pbm resume {name}, and pbm adjudicate {name} --turn {game.called(mark.turn)}")
    click.echo(f"{name} is held until then: `pbm run` does not adjudicate it.")
    if told:
        readers = f"{Count(len(set(told))):reader of its report is/readers of its report are}"
        click.echo(f"{readers} told by mail, with your reason: pbm send {name}")
    if on_paper := printed(game, mark):
        click.echo(f"The report was printed for {', '.join(on_paper)}. A letter tells them: pbm print {name}")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option(
    "--sheet", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The corrected sheet."
)
@click.option("--reason", required=True, metavar="TEXT", help="The reason; the players read it in the new report.")
@click.option("--full", is_flag=True, help="List every change.")
@turn_option
@games_option
def redo(name: str, power: str, sheet: Path, reason: str, full: bool, turn: str | None, games: Path) -> None:
    """Re-run the last turn with a corrected sheet for one power, and list whose results change.

    The first result and the first sheet are kept.

    Example: pbm redo game42 MER --sheet MER.txt --reason "Action 4 was mistyped."
    """
    from pbm.office.clock import wind
    from pbm.office.report_folder import forget_reports
    from pbm.office.rerun import rerun_report
    from pbm.record.game import find
    from pbm.record.redo import redo as make_again

    game = find(games, name)
    number = game.turn_meant(turn) if turn else None
    done = make_again(game, power_code(game, power), sheet.read_bytes(), reasoned(reason), number)
    forget_reports(game, game.last())
    with game.locked():
        wind(game, clock.now())
    for line in rerun_report(game, done, full):
        click.echo(line)


@click.command()
@click.argument("name")
@click.argument("text")
@click.option("--reason", required=True, metavar="TEXT", help="The reason; the players concerned read it.")
@turn_option
@games_option
def correct(name: str, text: str, reason: str, turn: str | None, games: Path) -> None:
    """Correct a value in the position at the start of the next turn. No correction is silent: the players concerned
    read it with its reason, and everyone reads it if the roundup shows the value.

    Example: pbm correct game42 "AREA LES armies=3" --reason "A levy of turn 3 was counted twice."
    """
    from pbm.record.correcting import add_correction
    from pbm.record.game import CORRECTIONS, find_under_way

    game = find_under_way(games, name)
    number, said = add_correction(game, text, reasoned(reason), game.turn_meant(turn) if turn else None)
    click.echo(f"At the start of {game.named(number)} of {name}:")
    for sentence in said:
        click.echo(f"  {sentence}")
    click.echo(f"Written to {game.turn(number) / CORRECTIONS}; you can change it there until the turn is adjudicated.")


@click.command()
@click.argument("name", required=False)
@click.option("--since", type=click.Path(exists=True, path_type=Path), help="An earlier bundle of the same game.")
@click.option("--against", metavar="FILE|HASH", multiple=True, help="A report or receipt, or its record hash.")
@json_option
@games_option
def verify(name: str | None, since: Path | None, against: tuple[str, ...], as_json: bool, games: Path) -> None:
    """Adjudicate every turn of a game again and compare every byte. NAME may also be a bundle or its folder; without it
    every game here is verified.

    \b
    Examples: pbm verify
              pbm verify game42
              pbm verify game42.zip --since game42-turn-7.zip
              pbm verify game42 --against game42-007-MER.pdf
    """
    from pbm.office import told

    if name is None:
        if since or against or as_json:
            raise GameError("Name the game or the bundle that is to be verified.")
        verify_all(games)
        return
    with opened(name, games) as (folder, is_bundle):
        problems = list(faults_of(folder, is_bundle))
        if since is not None:
            problems += compared(since, folder, is_bundle)
        said = [held(folder, is_bundle, one) for one in against]
        problems += [text for holds, text in said if not holds]
        if as_json:
            holds = [] if problems else [proved(folder, is_bundle), *(text for _, text in said)]
            click.echo(told.as_json(told.VerifyTold(name, not problems, tuple(problems), tuple(holds))))
            raise SystemExit(1 if problems else 0)
        for problem in problems:
            click.echo(problem)
        if problems:
            found = Count(len(problems))
            raise GameError(f"{found:problem was/problems were} found in {name}. Start with the first file listed.")
        click.echo(proved(folder, is_bundle))
        for _, text in said:
            click.echo(text)


def verify_all(games: Path) -> None:
    from pbm.record.apart import apart
    from pbm.record.game import all_games

    found, broken = apart(all_games(games), lambda game: [*faults_of(game.folder, False)])
    wrong = {name: faults for name, faults in found.items() if faults} | {name: [why] for name, why in broken.items()}
    for name, faults in sorted(wrong.items()):
        click.echo("\n".join(f"{name}: {fault}" for fault in faults))
    for name in sorted(set(found) - set(wrong)):
        click.echo(proved(games / name, False))
    if wrong:
        raise GameError(f"Problems were found in {', '.join(sorted(wrong))}. Start with the first file listed.")


@contextmanager
def opened(name: str, games: Path) -> Iterator[tuple[Path, bool]]:
    """The folder of a game or of an unpacked bundle, and whether it is a bundle."""
    from pbm.record.bundle import BUNDLE
    from pbm.record.game import find
    from pbm.record.zips import unpack

    path = Path(name)
    if path.suffix == ".zip" and path.is_file():
        with tempfile.TemporaryDirectory() as place:
            folder = unpack(path, Path(place))
            yield folder, (folder / BUNDLE).is_file()
    elif (path / BUNDLE).is_file():
        yield path, True
    else:
        yield find(games, name).folder, False


def faults_of(folder: Path, is_bundle: bool) -> Iterator[str]:
    from pbm.office.evidence import misfits
    from pbm.record.game import Game
    from pbm.record.proof import prove, prove_bundle

    return prove_bundle(folder) if is_bundle else chain(prove(Game(folder)), misfits(Game(folder)))


def compared(since: Path, folder: Path, is_bundle: bool) -> list[str]:
    from pbm.record.proof import rewritten

    with opened(str(since), since.parent) as (earlier, both):
        if not (both and is_bundle):
            raise GameError("--since compares two bundles: give a later one and an earlier one.")
        return list(rewritten(earlier, folder))


def held(folder: Path, is_bundle: bool, given: str) -> tuple[bool, str]:
    from pbm.record.bundle import read_label
    from pbm.record.game import Game
    from pbm.record.stated import compared

    return compared(Game(folder, read_label(folder).game if is_bundle else ""), given)


def proved(folder: Path, is_bundle: bool) -> str:
    from pbm.record.bundle import read_label
    from pbm.record.game import Game

    game = Game(folder)
    if not is_bundle:
        every = game.span(*(game.played()[at] for at in (0, -1)))
        return f"{game.name}: {every} verified: same orders, same results; every hash holds."
    label = read_label(folder)
    turns = game.span(0, label.turns)
    if label.final:
        return (
            f"{label.game}: {turns} verified: the orders and the secret give the same results and the "
            "same reports, and the secret is the one promised at the start."
        )
    return (
        f"{label.game}: {turns} form one unbroken chain under one secret. Their contents stay sealed "
        "until the game is over."
    )


@click.command()
@click.argument("name")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; NAME.zip by default.")
@click.option("--final", is_flag=True, help="The game is over: include its secret and all results.")
@click.option("--unfinished", is_flag=True, help="With --final, for a game that was abandoned.")
@games_option
def bundle(name: str, out: Path | None, final: bool, unfinished: bool, games: Path) -> None:
    """Make a public file that proves the game was fair. While the game runs it holds only seals; at the end, everything
    but names and addresses.

    Example: pbm bundle game42 --final
    """
    from pbm.files import put
    from pbm.record.bundle import contents, refuse_early
    from pbm.record.game import find
    from pbm.record.zips import zipped

    game = find(games, name)
    if final:
        refuse_early(game, unfinished)
    files = contents(game, final)
    place = out or Path(f"{name}.zip")
    place = place if place.suffix == ".zip" else place.with_name(f"{place.name}.zip")
    put(place, zipped(game.name, files))
    what = "with its secret and every report" if final else "its seals and roundups"
    click.echo(f"{place} holds {game.span(0, game.last())} of {name}: {what}. Anyone can check it: pbm verify {place}")


@click.command()
@click.argument("name")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to write to.")
@games_option
def archive(name: str, out: Path, games: Path) -> None:
    """Save a whole game in one file, with its secret, its players' data, and the office's ledger and list for it. For
    you only.

    Example: pbm archive game42 --out backups
    """
    from pbm.office.people import papers
    from pbm.record.archive import archive as put_away
    from pbm.record.game import find

    game = find(games, name)
    place = put_away(game, out, papers(games, name))
    click.echo(f"Written to {place}: all of {name}, with its secret and addresses. Do not share it.")


@click.command()
@click.argument("name")
@click.option("--turn", metavar="N", help="The turn; by default the last, and for a story all turns.")
@click.option("--about", multiple=True, metavar="CODE", help="The story of a unit, a place or a power, turn by turn.")
@click.option("--each", multiple=True, metavar="KIND", help="The story of each code of a kind: unit, place, power.")
@games_option
def account(name: str, turn: str | None, about: tuple[str, ...], each: tuple[str, ...], games: Path) -> None:
    """Print the full account of a turn, round by round, from its files. For the game master only.

    Example: pbm account game42 --turn 2
    """
    from pbm.record.game import find
    from pbm.record.replay import replayed
    from pbm.record.stories import stories

    game = find(games, name)
    number = game.turn_meant(turn) if turn else None
    if about or each:
        click.echo("\n".join(stories(game, [code.upper() for code in about], each, number)), nl=False)
        return
    click.echo(replayed(game, game.last() if number is None else number), nl=False)


@click.command()
@click.argument("name")
@click.option("--check", "checked", is_flag=True, help="List what would change; change nothing.")
@games_option
def migrate(name: str, checked: bool, games: Path) -> None:
    """Re-run every turn of a game under this version of pbm and list what changes.

    Example: pbm migrate game42 --check
    """
    from pbm.progress import watched
    from pbm.record.game import find
    from pbm.record.migrate import check

    game = find(games, name)
    if not checked:
        raise GameError(f"A game keeps the rules it began with. `pbm migrate {name} --check` lists what would change.")
    found = {turn: list(check(game, turn)) for turn in watched(game.played(), "Playing the turns again")}
    for turn, rows in found.items():
        if rows:
            click.echo(f"{game.named(turn).capitalize()}:")
        for row in rows:
            click.echo(f"  {row}")
    differing = [game.which(turn) for turn, rows in found.items() if rows]
    if differing:
        raise GameError(f"{name} changes in turn {', '.join(differing)}.")
    unchanged = f"all {len(found)} turns, including the set-up, are" if len(found) > 1 else "the set-up is"
    click.echo(f"{name}: {unchanged} unchanged.")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option("--yes", is_flag=True, help="Do not ask.")
@games_option
def erase(name: str, power: str, yes: bool, games: Path) -> None:
    """Erase a player's name, addresses, contact lines and letters from a game and from its list. The record can still
    be verified, because it never held them. What the player wrote in messages and comments stays, and what other
    players wrote and were told.

    A power means the player who has it, or had it last. For a player who had it before them, give their id, or their
    entry in players.toml.

    \b
    Examples: pbm erase game42 MER
              pbm erase game42 mercia
    """
    from pbm.mail.sets import expected
    from pbm.office.erasing import erase_lists, erase_post
    from pbm.office.people import strike_out, take_off
    from pbm.record.erase import erase as take_out
    from pbm.record.erase import known_by
    from pbm.record.game import find
    from pbm.record.players import Player

    game = find(games, name)
    theirs = known_by(game, power.upper())
    code = theirs.codes[-1] if theirs.codes else power.upper()
    player = theirs.story.entries.get(theirs.key or "", Player())
    called = player.name or player.id
    who = f"{called} ({code})" if called else f"the player of {code}"
    if not yes:
        if theirs.key in theirs.story.holders().values() and code in expected(game, game.last() + 1):
            click.echo(f"{who[0].upper()}{who[1:]} still plays. If they are leaving, first: pbm resign {name} {code}")
        click.confirm(f"Erase name, addresses and letters of {who} from {name}? This cannot be undone", abort=True)

    def elsewhere() -> "Iterator[str]":
        if player.id:
            yield from take_off(games, name, player.id)
            yield from strike_out(games, player.id, (game.name, theirs.key or ""))
        yield from erase_post(games, theirs.addresses)
        yield from erase_lists(games, theirs.addresses)

    done = take_out(game, power.upper(), elsewhere)
    for line in done:
        click.echo(line)
    found = "are erased from" if done else "were not found in"
    click.echo(f"Name, addresses and letters of {who} {found} {game.folder}.")
    click.echo("What stays: their messages and comments, what other players wrote and were told, mail already sent,")
    click.echo("and archives and bundles made before.")
