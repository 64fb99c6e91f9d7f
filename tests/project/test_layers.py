"""The one way through: a folder imports only those before it, and games import the engine, never the reverse."""

import ast
import re
from pathlib import Path

import pytest

from tests import ROOT

PBM = ROOT / "pbm"
ORDER = [
    "errors",
    "log",
    "files",
    "progress",
    "rules",
    "reading",
    "fonts",
    "maps",
    "reports",
    "rulesets",
    "rehearsal",
    "receipts",
    "rulebook",
    "desk",
    "computer",
    "record",
    "scan",
    "mail",
    "office",
    "api",
    "site",
    "overview",
    "web",
    "commands",
    "cli",
    "__main__",
    "kit",
]
"""What pbm is made of: each imports only those before it. Inside a folder anything goes."""
RULESETS = PBM / "rulesets"
PAST = RULESETS / "past"
"""Rules of older versions, which are kept as they were."""
GAMES = [folder.name for folder in RULESETS.iterdir() if (folder / "__init__.py").exists() and folder != PAST]
ADJUDICATION = [PBM / "rules", PBM / "reading", *(RULESETS / game for game in GAMES)]
MEASURED = {"spelling.py", "selfplay.py"}
"""Likeness of words and places on a page are measured in fractions; nothing of it reaches a position."""
WORDS_OF_GAMES = {"armies", "ships", "forts", "treasury", "bp", "bps", "vp", "kingdom", "kingdoms"}
NAMES_OF_GAMES = re.compile(rf"(?<![a-z])(?:{'|'.join([*GAMES, 'kingdom'])})", re.IGNORECASE)
EXAMPLE = re.compile(r"""^\s*(?:Examples?: )?(?:@click\.command\(epilog="Example: |@click\.option\("--ruleset"|pbm )""")
PARAGRAPH = re.compile(r"\[[1-9]\d*\.\d+[^\]\n]*\]")
"""A number in brackets as reports cite it, such as [2.17]."""


def imported(path: Path) -> list[str]:
    """The modules of pbm that a file names, wherever in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pbm."):
            names.append(node.module)
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names if alias.name.startswith("pbm.")]
    return names


def game_of(path: Path) -> str | None:
    """The game whose folder a file is in; older rules are of no game that stands beside them."""
    parts = path.relative_to(PBM).parts
    if path.parent != PAST and PAST in path.parents:
        return path.relative_to(PAST).parts[0]
    return parts[1] if parts[0] == "rulesets" and parts[1] in GAMES else None


@pytest.mark.parametrize("path", sorted(PBM.rglob("*.py")), ids=lambda path: str(path.relative_to(PBM)))
def test_a_module_imports_only_what_stands_before_it(path: Path) -> None:
    part = path.relative_to(PBM).parts[0].removesuffix(".py")
    before = ORDER[: ORDER.index(part) + 1] if part in ORDER else ORDER
    assert not [name for name in imported(path) if name.split(".")[1] not in before]


@pytest.mark.parametrize("path", sorted(PBM.rglob("*.py")), ids=lambda path: str(path.relative_to(PBM)))
def test_nothing_imports_a_game_but_the_game(path: Path) -> None:
    games = {name.split(".")[2] for name in imported(path) if name.startswith("pbm.rulesets.")} & {*GAMES}
    assert games <= {game_of(path)}


def test_every_part_has_its_place() -> None:
    parts = {path.stem for path in PBM.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__"} == set(ORDER)


@pytest.mark.parametrize("path", sorted(PBM.rglob("*.py")), ids=lambda path: str(path.relative_to(PBM)))
def test_the_engine_knows_no_army(path: Path) -> None:
    if game_of(path):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    names += [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    names += [n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)]
    assert not WORDS_OF_GAMES & set(names)


@pytest.mark.parametrize("path", sorted(PBM.rglob("*.py")), ids=lambda path: str(path.relative_to(PBM)))
def test_the_engine_names_no_game(path: Path) -> None:
    """The list of rulesets names them, and so do examples in help texts and the default of --ruleset."""
    if game_of(path) or path == RULESETS / "__init__.py":
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    named = [line for line in lines if NAMES_OF_GAMES.search(line) and not EXAMPLE.search(line)]
    assert named == []


@pytest.mark.parametrize("path", sorted(PBM.rglob("*.py")), ids=lambda path: str(path.relative_to(PBM)))
def test_the_engine_cites_no_paragraph(path: Path) -> None:
    if not game_of(path):
        assert PARAGRAPH.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("folder", ADJUDICATION, ids=lambda folder: folder.name)
def test_adjudication_is_free_of_clocks_and_chance(folder: Path) -> None:
    strays = ("time", "datetime", "random", "locale", "uuid")
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
        names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not [name for name in names if name.split(".")[0] in strays], path
        floats = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, float)]
        assert not floats or path.name in MEASURED, path
