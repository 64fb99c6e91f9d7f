"""A new game of one action, as a package of its own: it loads, plays and passes its first cases."""

import re
from pathlib import Path

import click

from pbm.errors import GameError
from pbm.files import folder

FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "{name}/__init__.py": "game.py",
    "{name}/{name}.lark": "game.lark",
    "{name}/data/map.json": "map.json",
    "{name}/data/paragraphs.toml": "paragraphs.toml",
    "{name}/data/plate.toml": "plate.toml",
    "{name}/data/style.toml": "style.toml",
    "cases/{name}.yaml": "cases.yaml",
    "tests/conftest.py": "conftest.py",
    "tests/test_{name}.py": "test_game.py",
}
"""Where each file goes, and its template."""
NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command(epilog="Example: pbm scaffold meadow --title 'The Meadow'")
@click.argument("name")
@click.option("--title", help="The title of the game; by default its name.")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="The folder to put it in.")
def scaffold(name: str, title: str | None, out: Path) -> None:
    """Write a new game of one action, with its cases and tests, to begin a ruleset with.

    NAME is the name of its package and ruleset: small letters, digits and underscores.
    """
    home = out / name
    refuse(name, home)
    for path, text in written(name, title or name.replace("_", " ").title()):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")
    click.echo(f"A new game is in {home}. To play and test it:")
    click.echo(f"  cd {home}\n  pip install -e '.[test]'\n  pbm new first --ruleset {name}\n  pytest")


def refuse(name: str, home: Path) -> None:
    from pbm.rulesets import names

    if not NAME.fullmatch(name):
        raise GameError(f"{name} cannot be the name of a ruleset: use small letters, digits and underscores.")
    if name in names():
        raise GameError(f"There is a ruleset {name} already.")
    if home.exists():
        raise GameError(f"{home} is there already.")


def written(name: str, title: str) -> list[tuple[str, str]]:
    """Every file of a new game, with its text."""
    from jinja2 import Environment

    made, home = Environment(keep_trailing_newline=True, autoescape=False), folder("templates") / "scaffold"
    texts = {template: (home / f"{template}.j2").read_text(encoding="utf-8") for template in FILES.values()}
    return [
        (path.format(name=name), made.from_string(texts[template]).render(name=name, title=title))
        for path, template in FILES.items()
    ]
