"""The public site of games, and the replay of a game as one file."""

from pathlib import Path

import click

from pbm.commands.options import games_option
from pbm.errors import GameError

out_option = click.option("--out", type=click.Path(path_type=Path), help="The file to write; NAME.html or NAME.gif.")


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to write to.")
@click.option("--title", default="", help="The heading of the list of games.")
@games_option
def site(names: tuple[str, ...], out: Path | None, title: str, games: Path) -> None:
    """Write a public site of games: maps, replays, roundups, messages, standings, rulebook and proof.

    It shows what the roundups told and nothing else, and needs no server: any web host can serve the folder. Without
    GAME it writes the sites that the games name in [site] of game.toml, as `pbm run` does after every turn. Only files
    that changed are written.

    \b
    Examples: pbm site game42 --out public
              pbm site
    """
    from pbm.office.site_settings import Site, site_of
    from pbm.record.game import find
    from pbm.rules.names import opened
    from pbm.site.publish import publish
    from pbm.site.refresh import refresh, told

    if names and not out:
        raise GameError("Name the folder to write to: --out DIR.")
    if not names:
        done_for = [] if out else list(refresh(games, title, always=True))
        if not done_for:
            raise GameError('Name the games, or give them a table [site] with out = "folder" in game.toml.')
        for name, words, _ in done_for:
            click.echo(f"{name}: {words}")
        refuse_broken([name for name, _, wrong in done_for if wrong])
        return
    chosen = [find(games, name) for name in dict.fromkeys(names)]
    assert out is not None
    done = publish([(game, site_of(game) or Site(str(out))) for game in chosen], out, title)
    click.echo(f"{opened(told(done, out))}. Its {done.files} files have {done.size / 1e6:.1f} MB.")
    click.echo(f"Open {out / 'index.html'} in a browser.")
    for name, words in done.broken:
        click.echo(f"{name}: {words}")
    refuse_broken([name for name, _ in done.broken])


def refuse_broken(names: list[str]) -> None:
    if names:
        raise GameError(f"There were problems in {', '.join(names)}. All other games are shown.")


@click.command()
@click.argument("name")
@click.option("--as", "form", type=click.Choice(["html", "gif"]), default="html", show_default=True, help="The form.")
@out_option
@games_option
def replay(name: str, form: str, out: Path | None, games: Path) -> None:
    """Write a replay of a game on its map, turn by turn, as one file: a page that plays by itself, or a GIF to mail.

    It shows what the roundups told and nothing else.

    Example: pbm replay game42 --as gif
    """
    from pbm.files import put
    from pbm.record.game import find
    from pbm.site.chronicle import chronicle
    from pbm.site.frames import frames, gif
    from pbm.site.replay import replay_page

    told = chronicle(find(games, name))
    page = replay_page(told).encode() if form == "html" else gif([picture for _, picture in frames(told)])
    place = out or Path(f"{name}.{form}")
    put(place, page)
    click.echo(f"{place} shows {name} from {told.turns[0].name} to {told.last.name} ({len(page) / 1e6:.1f} MB).")
