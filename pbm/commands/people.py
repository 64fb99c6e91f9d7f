"""What people have done over all games."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import games_option, json_option

if TYPE_CHECKING:
    from pbm.office.careers import Career, Part


@click.command()
@click.argument("player", required=False)
@json_option
@games_option
def people(player: str | None, as_json: bool, games: Path) -> None:
    """Show what everyone with an id has done over all games: turns sent and missed, games won, and their rating.

    With a player, show their games one by one. The rating is made from the places in all games that are over, in the
    order in which they ended, by the method of Plackett and Luce; it begins at 0 and needs: pip install 'pbm[rating]'.
    All of this is for you; the public site shows only those who allow it (shows = ["record"]).

    \b
    Examples: pbm people
              pbm people mercia
    """
    from pbm.commands.screen import lay_out
    from pbm.errors import GameError, said
    from pbm.office.careers import careers, parts_in
    from pbm.office.rating import METHOD, can_rate, ratings
    from pbm.office.told import PeopleTold, one_career
    from pbm.office.told import as_json as as_text
    from pbm.record.game import all_games
    from pbm.rulesets.contract import Table

    parts: list[Part] = []
    for game in all_games(games):
        try:
            parts += parts_in(game)
        except Exception as error:
            click.echo(f"{game.name}: PROBLEM: {said(error)}", err=as_json)
    everyone = careers(parts)
    rated = ratings(parts) if can_rate() and (as_json or not player) else {}
    if as_json:
        told = (one_career(one, rated.get(one.id)) for one in everyone if player in (None, one.id))
        click.echo(as_text(PeopleTold(tuple(told))))
        return
    if not player:
        header = ("", "player", "games", "finished", "won", "sent", "missed", "away", "rating")
        rows = [row(career, rated.get(career.id)) for career in everyone]
        click.echo(lay_out(Table(f"People in {games}: {len(rows)}", header, rows)))
        click.echo(f"The rating: {METHOD}" if can_rate() else "For a rating: pip install 'pbm[rating]'")
        return
    career = next((one for one in everyone if one.id == player), None)
    if not career:
        raise GameError(f"No player {player} has a seat in a game; there are {', '.join(one.id for one in everyone)}.")
    columns = ("game", "", "plays", "sent", "missed", "away", "place")
    click.echo(lay_out(Table(f"{career.name}, {player}", columns, [part_row(part) for part in career.parts])))


@click.command()
@click.argument("player")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; PLAYER.zip by default."
)
@games_option
def export(player: str, out: Path | None, games: Path) -> None:
    """Write all that the office keeps of one person into one file, to be given to them: their entry, their seats in
    every game, their account, the letters that came from them, the mails that went to them, and their orders. Nothing
    of anybody else is in it but what they were mailed. PLAYER is their id, as `pbm people` lists it.

    Example: pbm export mercia --out mercia.zip
    """
    from pbm.files import put
    from pbm.office.exporting import exported
    from pbm.record.zips import zipped

    files, place = exported(games, player), out or Path(f"{player}.zip")
    put(place, zipped(player, files), private=True)
    click.echo(f"{place} has what is kept of {player}: {len(files)} files.")


def row(career: "Career", rating: float | None) -> tuple[str | int, ...]:
    came = career.came
    done = (len(career.parts), career.finished, career.won, came.sent, came.missed, came.away)
    return (career.id, career.name, *done, "" if rating is None else f"{rating:.1f}")


def part_row(part: "Part") -> tuple[str | int, ...]:
    place = "" if part.place is None else f"{part.place}{' (won)' * part.won}"
    return (part.game, part.title, part.power, part.came.sent, part.came.missed, part.came.away, place)
