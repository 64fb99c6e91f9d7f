"""The sandbox the forms of reports are made in: an unknown name is an error, and nothing of the machine is in reach."""

from functools import cache
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct


class Sandbox(ImmutableSandboxedEnvironment):
    """A field of a record is data: it is handed out at once, where anything else is looked at first."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if attribute in data_of(type(obj)):  # type: ignore[arg-type]  # a class is hashable
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)


@cache
def data_of(kind: Any) -> frozenset[str]:
    """The fields and properties of a record that templates may read."""
    if not issubclass(kind, Struct):
        return frozenset()
    named = {name for each in kind.__mro__ for name, value in vars(each).items() if isinstance(value, property)}
    return frozenset({*kind.__struct_fields__, *(name for name in named if not name.startswith("_"))})
