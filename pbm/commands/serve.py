"""The desk of the office in the browser, and the public counter."""

from pathlib import Path

import click

from pbm.commands import clock
from pbm.commands.options import games_option
from pbm.errors import GameError

PORT = 8372


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0: any.")
@click.option("--open/--no-open", "opening", default=True, help="Open the browser.")
@click.option("--public", is_flag=True, help="Serve the public counter instead, where players hand in orders.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --public: the address to listen on.")
@click.option("--site", type=click.Path(file_okay=False, path_type=Path), help="With --public: the site to show too.")
@click.option(
    "--proxies", type=click.IntRange(0, 3), default=1, show_default=True, help="With --public: so many proxies."
)
@games_option
def serve(port: int, opening: bool, public: bool, host: str, site: Path | None, proxies: int, games: Path) -> None:
    """Open your desk in the browser: what needs you, every game, letters, and a button for each command.

    It listens on this machine alone, and lets in whoever opens the link with its key. Every button is a command, which
    the page shows. Commands, cron and the files beneath stay as they are. With --public it is the counter where players
    hand in orders with their codes; put a proxy with TLS before it.

    \b
    Examples: pbm serve
              pbm serve --public --port 8373 --site public
    """
    if not public and host != "127.0.0.1":
        raise GameError("The desk is for this machine alone. --host is for the public counter: pbm serve --public")
    try:
        import flask  # noqa: F401
        import waitress  # noqa: F401
    except ImportError:
        raise GameError("pbm serve needs two libraries more: pip install 'pbm[web]'") from None
    if public:
        serve_counter(games, host, port, site, proxies)
    else:
        serve_desk(games, port, opening)


def serve_desk(games: Path, port: int, opening: bool) -> None:
    from pbm.web.app import MOST_BYTES, desk_app
    from pbm.web.door import Door
    from pbm.web.server import listening
    from pbm.web.server import serve as run

    games.mkdir(parents=True, exist_ok=True)
    socket = listening("127.0.0.1", port)
    door = Door(socket.getsockname()[1])
    app = desk_app(games, clock.now, door)
    click.echo(f"The desk of {games}: {door.link}")
    click.echo("The link opens it once. To end it, press Ctrl-C; a command that has begun comes to its end.")
    if opening:
        click.launch(door.link)
    run(app, socket, MOST_BYTES)


def serve_counter(games: Path, host: str, port: int, site: Path | None, proxies: int) -> None:
    from pbm.web.counter import MOST_BYTES, counter_app
    from pbm.web.server import listening
    from pbm.web.server import serve as run

    socket = listening(host, port)
    app = counter_app(games, clock.now, site)
    click.echo(f"The counter of {games} is at http://{host}:{socket.getsockname()[1]}/")
    run(app, socket, MOST_BYTES, proxies)
