"""Changes every condition of the guards, one at a time, and runs the tests that concern it: each change must be found.

`python -m tests.mutants` tries all guards, `python -m tests.mutants MODULE...` some. A change is made in a process of
its own, in the code of the function, so that everyone who imported it gets the changed one. Changes that no test finds
are printed, and the exit code says whether there are others than those in `EQUAL`, which change nothing to be seen.

`python -m tests.mutants --game darkage --sample 100 --seed 7` tries the rules of a game against its rule cases: so many
changes, drawn by the seed. `--game all` tries every game; `--sample 0` every change; with modules named, those of them.
"""

import argparse
import ast
import contextlib
import copy
import inspect
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from pbm.rulesets import RULESETS
from tests import ROOT, file_of

LIMIT = 240
"""Seconds after which a change that makes the tests run on counts as found."""
WORKERS = 2
GUARDS: dict[str, tuple[str, ...]] = {
    "pbm.reading.verdict": ("test_letter", "test_sheet", "test_letter_corpus", "test_mail_intake"),
    "pbm.reading.letter": ("test_letter_limits", "test_letter", "test_letter_corpus", "test_mail_hostile"),
    "pbm.mail.moves": ("test_address_changes", "test_mail_hostile"),
    "pbm.rules.sight": ("test_reports_leaks", "test_toy"),
    "pbm.rulesets.darkage.sight": ("test_reports_leaks", "test_cases"),
    "pbm.rulesets.darkage.view": ("test_reports_leaks", "test_cases", "test_reports_model"),
    "pbm.rules.playing": ("test_playing", "test_engine", "test_toy"),
    "pbm.rules.plan": ("test_playing",),
    "pbm.rules.engine": ("test_engine", "test_playing", "test_toy"),
    "pbm.rules.answers": ("test_engine", "test_toy"),
    "pbm.rules.doctrine": ("test_language", "test_toy"),
    "pbm.record.seals": ("test_tampering", "test_not_public", "test_bundle"),
}
"""The modules that keep secrets, keep people out or play lines, and the tests of each, the quick ones first."""
EQUAL: dict[str, str] = {
    "pbm.reading.verdict: filled.turn < expected.turn -> filled.turn <= expected.turn": "equal ones are past",
    "pbm.rulesets.darkage.view: lender and loan -> lender or loan": "who lends has a loan",
}
"""Changes that no test can find, and why."""
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
BESIDE: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
GIVEN = {"bool": (True, False), "None": (None,), "str": ("",)}
"""What a guard may be made to answer always, by the type it returns."""


class Mutant(NamedTuple):
    module: str
    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self) -> str:
        return f"{self.module}: {self.before} -> {self.after}"


def mutants(module: str) -> Iterator[Mutant]:
    """Every change of one condition or answer within the functions of a module."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    nodes = {id(node): (node, home) for home in functions for part in home.body for node in ast.walk(part)}
    for node, home in nodes.values():
        for other in changed(node, home):
            after = replaced(tree, node, other)
            place = node.target if isinstance(node, ast.comprehension) else node
            yield Mutant(module, getattr(place, "lineno", 0), words(node), words(other), after)


def words(node: ast.AST) -> str:
    return ast.unparse(node).strip().partition("\n")[0]


def changed(node: ast.AST, home: ast.FunctionDef) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[op]):
            for table in (OPPOSITE, BESIDE):
                if type(op) in table:
                    yield edited(node, ops=[table[type(op)]()])
        case ast.BoolOp():
            yield edited(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.If() | ast.IfExp() | ast.While():
            yield from (edited(node, test=test) for test in negated(node.test))
        case ast.comprehension(ifs=[test, *_]):
            yield from (edited(node, ifs=[other, *node.ifs[1:]]) for other in negated(test))
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant) and home.returns:
            kinds = [kind.strip() for kind in ast.unparse(home.returns).split("|")]
            yield from (edited(node, value=ast.Constant(value)) for kind in kinds for value in GIVEN.get(kind, ()))


def negated(test: ast.expr) -> Iterator[ast.expr]:
    """The opposite of a condition, unless it is a comparison, `and`, `or` or `not`: these are changed themselves."""
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), test)


def edited(node: ast.AST, **fields: Any) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return ast.copy_location(new, old) if node is old else self.generic_visit(node)

    shared = {id(old): old, id(new): new}
    made: ast.Module = ast.fix_missing_locations(Swap().visit(copy.deepcopy(tree, {**shared})))
    return made


def put_in(mutant: Mutant) -> None:
    """Give every function of the real module the changed code."""
    real = import_module(mutant.module)
    other = ModuleType(mutant.module)
    other.__file__ = real.__file__
    sys.modules[mutant.module] = other
    try:
        exec(compile(mutant.tree, str(real.__file__), "exec"), other.__dict__)
    finally:
        sys.modules[mutant.module] = real
    for here, there in pairs(real, other):
        here.__code__ = there.__code__


def pairs(real: Any, other: Any) -> Iterator[tuple[FunctionType, FunctionType]]:
    for name, there in vars(other).items():
        here = vars(real).get(name)
        if isinstance(here, type) and isinstance(there, type) and there.__module__ == other_name(other):
            yield from pairs(here, there)
        elif isinstance(a := bare(here), FunctionType) and isinstance(b := bare(there), FunctionType):
            yield a, b


def other_name(home: Any) -> str:
    return str(getattr(home, "__module__", None) or home.__name__)


def bare(value: Any) -> Any:
    """A function out of its property, its cache or its decorator."""
    value = getattr(value, "fget", getattr(value, "__func__", value))
    return inspect.unwrap(value) if callable(value) and not isinstance(value, type) else value


def is_found(mutant: Mutant) -> bool:
    """Whether a test fails with the change, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        os._exit(tried(lambda: put_in(mutant), mutant.module))
    return os.waitpid(child, 0)[1] != 0


def tried(change: Callable[[], None], module: str) -> int:
    with contextlib.suppress(SystemExit):
        change()
        files = [str(file_of(f"{name}.py")) for name in GUARDS[module]]
        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files]))
    return 1


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.mutants")
    asked.add_argument("modules", nargs="*", metavar="MODULE")
    asked.add_argument("--game", choices=[*RULESETS, "all"])
    asked.add_argument("--sample", type=int, default=100, metavar="N")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(words)
    if not given.game:
        return try_guards(given.modules)
    from tests.mutants_of_rules import try_game

    games = RULESETS if given.game == "all" else [given.game]
    return 1 if [each for game in games for each in try_game(game, given.sample, given.seed, given.modules)] else 0


def try_guards(modules: list[str]) -> int:
    """Try all; print what is left, and how many were found in each module."""
    os.environ["CI"] = "1"
    left = []
    for module in modules or GUARDS:
        for name in GUARDS[module]:
            import_module(".".join(file_of(f"{name}.py").relative_to(ROOT).with_suffix("").parts))
        made = list(mutants(module))
        with ThreadPoolExecutor(WORKERS) as pool:
            were = list(pool.map(is_found, made))
        missed = [mutant for mutant, was_found in zip(made, were, strict=True) if not was_found]
        told = [f"line {each.line}: {each}" for each in missed]
        print(f"{module}: {sum(were)} of {len(made)} found", *told, sep="\n  ", flush=True)
        left += [each for each in missed if str(each) not in EQUAL]
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
