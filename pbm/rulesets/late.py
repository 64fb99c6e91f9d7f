"""What most commands never use is imported when it is called: reports, computer players, predictions, the audit."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BOUND = r"^(?:def |class ){0}\b|^{0}\s*[:=]|^from .* import .*\b{0}\b|^    (?:\w+ as )?{0},$"
"""How a module binds a name."""


@dataclass(frozen=True)
class Late:
    """A function in a part of a game, imported when it is called."""

    game: str
    part: str
    name: str

    def __call__(self, *given: Any) -> Any:
        return self.function(*given)

    @cached_property
    def function(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"{self.game}.{self.part}"), self.name)
        return found

    def is_there(self) -> bool:
        """Whether the part has that name; its text is looked at, and nothing is imported."""
        bound = re.compile(BOUND.format(self.name), re.MULTILINE)
        return any(bound.search(file.read_text(encoding="utf-8")) for file in self.files())

    def files(self) -> Iterator[Path]:
        package = find_spec(self.game)
        for folder in (package and package.submodule_search_locations) or ():
            home = Path(folder, *self.part.split("."))
            yield from filter(Path.is_file, (home.with_suffix(".py"), home / "__init__.py"))


def missing(part: Any) -> Iterator[str]:
    """What a part of a game promises to have, and has not."""
    if isinstance(part, Late):
        if not part.is_there():
            yield f"there is no {part.name} in {part.game}.{part.part}"
    elif is_dataclass(part):
        for field in fields(part):
            yield from missing(getattr(part, field.name))
