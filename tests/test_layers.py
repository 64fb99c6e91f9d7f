"""The one way through: a module imports only what stands before it, and games import the engine, never the reverse."""

import ast
from pathlib import Path

import pytest

PBM = Path(__file__).parent.parent / "pbm"
ORDER = """
errors resources order event dice engine ruleset layout filling likeness parse cases pages account sealing store
contacts computer corrections adjudicate players ledger sheetcode fonts cartography reports receipt mailtext pdfform
letter zones extent sheet verdict mail press verify desk office summary rules simulate advise typos commands cli
""".split()  # noqa: SIM905
GAMES = ["darkage"]
ENGINE = [
    "errors",
    "resources",
    "order",
    "event",
    "dice",
    "engine",
    "ruleset",
    "layout",
    "filling",
    "likeness",
    "parse",
]
SHAPES = ["reports", "receipt", "cartography", "simulate", "advise"]
"""What a game fills in besides: the shape of its reports, receipts, pictures, self-play and advice."""


DRAWN = ("parse", "likeness", "mapview", "selfplay")
"""Likeness of words and places on a page are measured in fractions; nothing of it reaches a position."""


def imported(path: Path) -> list[str]:
    """The parts of pbm that a module names, wherever in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pbm."):
            names.append(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            names += [alias.name.split(".")[1] for alias in node.names if alias.name.startswith("pbm.")]
    return names


@pytest.mark.parametrize("part", ORDER)
def test_a_module_imports_only_what_stands_before_it(part: str) -> None:
    paths = list((PBM / part).rglob("*.py")) if (PBM / part).is_dir() else [PBM / f"{part}.py"]
    before = ORDER[: ORDER.index(part) + 1]
    for path in paths:
        assert not [name for name in imported(path) if name in ORDER and name not in before], path


@pytest.mark.parametrize("path", [p for p in PBM.rglob("*.py") if p.relative_to(PBM).parts[0] not in GAMES])
def test_nothing_imports_a_game(path: Path) -> None:
    assert not [name for name in imported(path) if name in GAMES]


def test_every_part_has_its_place() -> None:
    parts = {path.stem for path in PBM.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__", *GAMES} == set(ORDER)


@pytest.mark.parametrize("path", [p for game in GAMES for p in (PBM / game).rglob("*.py")])
def test_a_game_imports_the_engine_alone(path: Path) -> None:
    assert not [name for name in imported(path) if name in ORDER and name not in (*ENGINE, *SHAPES)]


@pytest.mark.parametrize("path", list(PBM.glob("*.py")))
def test_the_engine_knows_no_army(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    names += [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    assert not {"armies", "ships", "forts", "treasury", "bp", "vp"} & set(names)


def test_adjudication_is_free_of_clocks_and_chance() -> None:
    strays = ("time", "datetime", "random", "locale", "uuid")
    for path in [*(PBM / f"{part}.py" for part in ENGINE), *(PBM / "darkage").glob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
        names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not [name for name in names if name.split(".")[0] in strays], path
        floats = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, float)]
        assert not floats or path.name.startswith(DRAWN), path
