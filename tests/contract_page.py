"""docs/contract.md: all that a game may give and use, made from the code itself: names, types, what each is for.

Run as a program, this writes it.
"""

import ast
from collections.abc import Iterable, Iterator

from tests import ROOT

PAGE = ROOT / "docs" / "contract.md"
OPENING = """# What a game gives, and what it may use

For reference, beside [how to write a ruleset](rulesets.md). This page is made from the code: change its docstrings,
then run `make docs`. A part with a default may be left out.
"""
CHAPTERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "The parts of a ruleset",
        "rulesets.contract",
        (
            "Ruleset", "Book", "State", "Language", "Sight", "Reports", "Seats", "Cases", "Computer", "Rulebook",
            "Voting", "Counsel", "Table",
        ),
    ),
    ("The order desk", "rulesets.desk", ("Desk",)),
    ("Words of order lines", "reading.words", ("Words",)),
    ("Orders", "rules.order", ("Number", "Refusal", "lasting", "Line", "Sheet", "Slots", "Lines", "blocks")),
    ("Actions", "rules.action", ("Action", "Actions")),
    ("Conditions", "rules.condition", ("Condition",)),
    ("What comes of a line", "rules.plan", ("Scene", "Done", "ok", "unless", "failed", "refused", "partly")),
    ("How lines are played", "rules.playing", ("Playing", "turn_over", "lines_of", "every_line", "of_kind")),
    ("Standing orders", "rules.doctrine", ("given", "in_force", "standing")),
    ("Turns and steps", "rules.engine", ("Turn", "Step")),
    ("Events", "rules.event", ("Event", "OfPower", "InBrief", "Booked", "Answered", "Said", "Phase", "events_of")),
    ("Codes", "rules.code", ("Code",)),
    ("Dice", "rules.dice", ("Dice", "Streams")),
    ("Seats, dropouts, takeovers", "rules.roster", ()),
    ("Names", "rules.names", ("Names", "verb")),
    ("How a game ends", "rules.result", ("Result", "most_points")),
    ("What a player sees", "rules.sight", ("View", "telling")),
    ("Corrections", "rules.corrections", ("Corrected", "Part", "corrected")),
    ("The history of a game", "reports", ("Chapter", "Annal")),
    ("What the author of a report has", "reports.author", ()),
    ("What a game brings to the test kit", "kit.brought", ("Brought", "brings")),
    ("Who may know what, for the test kit", "kit.knowledge", ("Told", "Known", "Knowledge", "read")),
    ("A turn that the test kit played", "kit.play", ("Played",)),
    ("Sections of reports and rulebooks", "reports.sections", ()),
)  # fmt: skip
Definition = ast.ClassDef | ast.FunctionDef


def page() -> str:
    return "\n".join([OPENING, *(line for chapter in CHAPTERS for line in of_module(*chapter))]) + "\n"


def of_module(title: str, module: str, names: tuple[str, ...]) -> Iterator[str]:
    """The named definitions of a module; all that are public if none are named."""
    tree = ast.parse(source_of(module))
    found = {node.name: node for node in tree.body if isinstance(node, Definition) and node.name[0] != "_"}
    yield f"## {title}\n\n`pbm.{module}`\n"
    for node in map(found.__getitem__, names) if names else found.values():
        yield from of_class(node) if isinstance(node, ast.ClassDef) else of_function(node)
    yield ""


def source_of(module: str) -> str:
    path = ROOT / "pbm" / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


def of_class(node: ast.ClassDef) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    yield f"- **{node.name}**{f' ({bases})' if bases else ''}{told(node)}"
    for field, doc in with_docs(node.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            default = f" = {ast.unparse(field.value)}" if field.value else ""
            yield f"  - `{field.target.id}: {ast.unparse(field.annotation)}{default}`{doc}"
        elif isinstance(field, ast.FunctionDef) and field.name[0] != "_" and ast.get_docstring(field):
            yield f"  - `{read_as(field)}`{told(field)}"


def with_docs(body: list[ast.stmt]) -> Iterable[tuple[ast.stmt, str]]:
    """Each statement with the text below it."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        value = after.value if isinstance(after, ast.Expr) else None
        text = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
        yield node, f": {first(text)}" if text else ""


def of_function(node: ast.FunctionDef) -> Iterator[str]:
    yield f"- `{signature(node)}`{told(node)}"


def read_as(node: ast.FunctionDef) -> str:
    """How a method is written; a property as the attribute that it is."""
    if {"property", "cached_property"} & {each.id for each in node.decorator_list if isinstance(each, ast.Name)}:
        return f"{node.name}: {ast.unparse(node.returns or ast.Name('Any'))}"
    return signature(node)


def signature(node: ast.FunctionDef) -> str:
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def told(node: Definition) -> str:
    text = ast.get_docstring(node) or ""
    return f": {first(text)}" if text else ""


def first(text: str) -> str:
    """The first paragraph, in one line."""
    return " ".join(text.strip().partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
