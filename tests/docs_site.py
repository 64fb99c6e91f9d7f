"""The documents as one folder of pages, with what the program says of itself: `python -m tests.docs_site FOLDER`.

The pages are those of docs/, the README and the changelog; the commands with their real help, the names of pbm.api and
the rulebooks are added.
"""

import inspect
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from pbm import api
from pbm.cli import main
from pbm.commands.man import EXIT
from pbm.record.game import all_games
from pbm.rulesets import RULESETS, load
from tests import ROOT

CONFIG = ROOT / "docs" / "host" / "conf.py"
LINK = re.compile(r"\]\(docs/")
BESIDE = {"../SECURITY.md": "reporting.md", "../CODE_OF_CONDUCT.md": "conduct.md", "../CHANGELOG.md": "changelog.md"}
"""Pages that stand beside docs/ in the repository."""
FILES = re.compile(r"\]\((schema/|host/|rulebook-)")
"""Links to files that are no pages: they lie in a folder of their own beside the pages."""
PARTS = {
    "Players": "players turnsheets desk receipts fairness",
    "Games": "darkage twilight tours marnon homelands pictures rulebooks",
    "Game masters": "game-master serve mail printing site corrections rulings security",
    "Programs": "commands scripting api report-format",
    "Designers and writers of rulesets": "rulesets contract map computer-players simulate balance",
    "The project": "contributing testing bench reporting conduct",
    "Changes": "changelog",
}
"""The pages in the order of the contents."""
CONTENTS = """
```{toctree}
:hidden:
:caption: %s
%s
```
"""


def write(folder: Path) -> None:
    """Everything that the pages are built from."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("host", "schema"))
    shutil.copy(CONFIG, folder)
    for name in ("host", "schema"):
        shutil.copytree(ROOT / "docs" / name, folder / "extra" / name, ignore=shutil.ignore_patterns(CONFIG.name))
    contents = "".join(CONTENTS % (title, names.replace(" ", "\n")) for title, names in PARTS.items())
    made = {
        "index": text("README.md") + contents,
        "changelog": text("CHANGELOG.md"),
        "reporting": text("SECURITY.md"),
        "conduct": text("CODE_OF_CONDUCT.md"),
        "commands": "\n".join(commands()),
        "api": "\n".join(python()),
        "pictures": "\n".join(pictures(folder)),
        "rulebooks": "\n".join(rulebooks(folder / "extra")),
    }
    kept = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    for name, words in (kept | made).items():
        (folder / f"{name}.md").write_text(linked(words), encoding="utf-8")


def linked(words: str) -> str:
    """A page whose links lead to the others where they stand in the site."""
    for there, here in BESIDE.items():
        words = words.replace(f"]({there})", f"]({here})")
    return FILES.sub(r"](path:extra/\1", words)


def text(name: str) -> str:
    return LINK.sub("](", (ROOT / name).read_text(encoding="utf-8"))


def commands() -> Iterator[str]:
    """Every command with its help, as it prints it."""
    yield "# Commands\n"
    yield from (f"- exit code {code}: {text}" for code, text in EXIT)
    for words in [(), *((name,) for name in main.list_commands(click.Context(main)))]:
        told = CliRunner().invoke(main, [*words, "--help"], prog_name="pbm", terminal_width=80).output
        yield f"\n## {' '.join(('pbm', *words))}\n\n```text\n{told.rstrip()}\n```"


def python() -> Iterator[str]:
    """The names of pbm.api."""
    yield f"# Python\n\n{inspect.getdoc(api)}\n\nExamples stand in [scripts](scripting.md#python)."
    for name in api.__all__:
        thing = getattr(api, name)
        kind = "class " * inspect.isclass(thing)
        written = str(inspect.signature(thing)) if inspect.isfunction(thing) else ""
        yield f"\n## {name}\n\n```python\n{kind}{name}{written}\n```\n\n{inspect.getdoc(thing) or ''}"


def rulebooks(folder: Path) -> Iterator[str]:
    yield "# Rulebooks\n\nEach is made from the rules that are played, and every example in it was run.\n"
    for name in RULESETS:
        pbm("rulebook", name, "--out", str(folder))
        book = f"rulebook-{name}"
        yield f"- {load(name).title}: [to read]({book}.html), [to print]({book}.pdf)"


def pictures(folder: Path) -> Iterator[str]:
    """Of each sample game the map, and what a player and everyone read."""
    yield "# Pictures\n\nOf each game the map of a sample after its last turn, and what was read of that turn.\n"
    for game in all_games(ROOT / "games"):
        pbm("map", game.name, "--as", "png", "--out", str(folder / "images"))
        [drawn] = (folder / "images").glob(f"{game.name}-*.png")
        power, place = game.in_play(game.last() + 1)[0], folder / "extra" / game.name
        for who, form in ((power, "pdf"), (power, "html"), ("ROUNDUP", "html")):
            pbm("report", game.name, who, "--form", form, "--out", str(place))
        papers = ", ".join(f"[{path.name}](path:extra/{game.name}/{path.name})" for path in sorted(place.iterdir()))
        yield f"## {game.config().ruleset.title}\n\n![The map of {game.name}](images/{drawn.name})\n\n{papers}\n"


def pbm(*words: str) -> None:
    done = CliRunner().invoke(main, [*words, *(["--games", str(ROOT / "games")] if words[0] != "rulebook" else [])])
    assert done.exit_code == 0, done.output


if __name__ == "__main__":
    write(Path(sys.argv[1]))
