"""Changes the rules of a game, one place at a time, and plays its rule cases: each change must make one of them fail.

A change is put into the running code, in a process of its own. Only the cases that call the changed function are
played, and only until the first that fails. A change that no case finds must have its reason in
`tests/mutants_explained.py`; a reason may stand for a whole function, and where it names a test, that test is run with
the change and must fail.
"""

import ast
import functools
import gc
import inspect
import os
import random
import re
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

from pbm.rulesets import RULESETS
from pbm.rulesets.cases import documents, run
from tests import TESTS, file_of
from tests.mutants import changed, edited, replaced, words
from tests.mutants_explained import EXPLAINED

CASES = TESTS / "cases"
LIMIT = 60
"""Seconds after which a change that makes the cases run on counts as found."""
ROOM = 1 << 30
"""Bytes that such a change may take before."""
NO_RULES = {
    "__init__", "advice", "audit", "book", "casework", "computer", "corrections", "desk", "doubt", "first_turn",
    "forecast", "foresight", "missed", "outlook", "report", "rulebook", "selfplay", "sight", "view",
}  # fmt: skip
"""Modules and folders of a game that play nothing: they report, advise, read cases or write orders."""
WORDING = {
    "__str__", "sentence", "worded", "said", "headline", "greatness", "codes", "meant",
    "no_more", "no_room", "still_left",
}  # fmt: skip
"""Functions that only say what happened."""
OTHER: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.FloorDiv: ast.Mult}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEST = re.compile(r"test_\w+\.py")
Case = dict[str, Any]
Place = tuple[str, int]
"""A file and the first line of a function."""


class Change(NamedTuple):
    """One change of the rules: where, and what becomes what."""

    module: str
    line: int
    home: str
    """The outermost function that holds it, by its full name."""
    place: Place
    tree: ast.Module
    node: ast.AST
    other: ast.AST

    def __str__(self) -> str:
        before, after = (words(node) for node in (self.node, self.other))
        return f"{self.module.removeprefix('pbm.rulesets.')} {self.home}: {before} -> {after}"


def rule_modules(game: str) -> list[str]:
    """The modules that play the rules of a game."""
    root = Path(str(import_module(RULESETS[game]).__file__)).parent
    paths = (path.relative_to(root).with_suffix("") for path in sorted(root.rglob("*.py")))
    return [".".join((RULESETS[game], *path.parts)) for path in paths if not NO_RULES & {*path.parts}]


def changes(module: str) -> Iterator[Change]:
    """Every change of one condition, number or sign within the functions of a module."""
    real = import_module(module)
    tree = ast.parse(inspect.getsource(real))
    for home, name in functions(tree, ""):
        place = (str(real.__file__), min([home.lineno, *(each.lineno for each in home.decorator_list)]))
        for node in (found for part in home.body for found in ast.walk(part)):
            for other in (*changed(node, home), *reckoned(node)):
                at = getattr(node.target if isinstance(node, ast.comprehension) else node, "lineno", home.lineno)
                yield Change(module, at, name, place, tree, node, other)


def functions(node: ast.AST, path: str) -> Iterator[tuple[ast.FunctionDef, str]]:
    """The outermost functions, and their full names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and child.name not in WORDING:
            yield child, path + child.name
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{path}{child.name}.")


def reckoned(node: ast.AST) -> Iterator[ast.AST]:
    """Numbers one larger, signs turned round, least for most."""
    match node:
        case ast.Constant(value=int()) if type(node.value) is int:
            yield edited(node, value=node.value + 1)
        case ast.BinOp(op=op) if type(op) in OTHER:
            yield edited(node, op=OTHER[type(op)]())
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield edited(node, func=ast.Name(SWAPPED[name], ast.Load()))
        case ast.keyword(arg="reverse", value=ast.Constant(value=bool(given))):
            yield edited(node, value=ast.Constant(not given))


# putting a change in


def put_in(change: Change) -> None:
    """Give the real function the changed code; nothing remembered from before it stays."""
    tree = replaced(change.tree, change.node, change.other)
    code = {each.co_qualname: each for each in codes(compile(tree, change.place[0], "exec"))}[change.home]
    owner: Any = import_module(change.module)
    *path, name = change.home.split(".")
    for part in path:
        owner = getattr(owner, part)
    bare(vars(owner)[name]).__code__ = code
    for each in remembering():
        each.cache_clear()


def remembering() -> Iterator[Any]:
    """The functions that keep what they found."""
    yield from (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))


def codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


def bare(value: Any) -> FunctionType:
    """A function out of its property, its cache or its decorator."""
    for name in ("fget", "func", "__func__"):
        value = getattr(value, name, value)
    found = inspect.unwrap(value)
    assert isinstance(found, FunctionType), found
    return found


# the cases


def called_by(case: Case) -> set[Place]:
    """The functions that a case calls."""
    found: set[Place] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        run(case)
    finally:
        sys.setprofile(None)
    return found


def callers(cases: list[Case]) -> dict[Place, list[int]]:
    """For every function the cases that call it; what remembers may be asked in every case, and is called in one."""
    found: dict[Place, list[int]] = {}
    for number, case in enumerate(cases):
        for place in called_by(case):
            found.setdefault(place, []).append(number)
    kept = [inspect.unwrap(each) for each in remembering()]
    codes = [each.__code__ for each in kept if isinstance(each, FunctionType)]
    return found | {(code.co_filename, code.co_firstlineno): [*range(len(cases))] for code in codes}


def is_found(change: Change | None, passes: Callable[[], bool]) -> bool:
    """Whether something fails with the change, or with none, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        passed = False
        try:
            if change:
                put_in(change)
            passed = passes()
        finally:
            os._exit(0 if passed else 1)
    return os.waitpid(child, 0)[1] != 0


def reason(change: Change) -> str:
    """Why no case finds it, if that stands somewhere and holds."""
    module, _, _ = str(change).partition(" ")
    told = EXPLAINED.get(str(change)) or EXPLAINED.get(f"{module} {change.home}", "")
    tests = tuple(str(file_of(name)) for name in TEST.findall(told))
    holds = not tests or (is_sound(tests) and is_found(change, partial(pass_quietly, tests)))
    return told if holds else ""


@functools.cache
def is_sound(tests: tuple[str, ...]) -> bool:
    """Whether they pass with the rules as they are."""
    return not is_found(None, partial(pass_quietly, tests))


def pass_quietly(tests: tuple[str, ...]) -> bool:
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    return pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]) == 0


def all_pass(cases: list[Case]) -> bool:
    return all(run(case).passed for case in cases)


# the table


def try_game(game: str, sample: int, seed: int, modules: Sequence[str] = ()) -> list[Change]:
    """Try a sample of the changes of some modules, or of all; print what was found in each module, and what was not.

    Return what is unexplained.
    """
    made = [change for module in modules or rule_modules(game) for change in changes(module)]
    chosen = random.Random(seed).sample(range(len(made)), min(sample or len(made), len(made)))
    cases = [case for path in sorted((CASES / game).glob("*.yaml")) for case in documents(path)]
    known = callers(cases)
    tried, found, left = Counter[str](), Counter[str](), []
    for change in (made[number] for number in sorted(chosen)):
        tried[change.module] += 1
        asked = [cases[number] for number in known.get(change.place, ())]
        if is_found(change, partial(all_pass, asked)):
            found[change.module] += 1
        else:
            left.append(change)
    for module, number in tried.items():
        print(f"{module}: {found[module]} of {number} found")
    uncalled = [change for change in left if change.place not in known]
    missed = [change for change in left if change.place in known]
    reasons = {id(change): reason(change) for change in left}
    for told, rows in (("line", missed), ("no case calls line", uncalled)):
        for change in rows:
            print(f"  {told} {change.line}: {change}" + (f" ({why})" if (why := reasons[id(change)]) else ""))
    unexplained = [change for change in left if not reasons[id(change)]]
    print(
        f"{game}: {found.total()} of {tried.total()} found, {len(missed)} not found, {len(uncalled)} in functions that "
        f"no case calls; {len(left) - len(unexplained)} are explained; {len(made)} changes are possible",
        flush=True,
    )
    return unexplained
