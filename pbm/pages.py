"""Text pages from the templates, in a sandbox in which an unknown name is an error."""

from functools import cache

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from pbm.resources import folder


@cache
def environment() -> SandboxedEnvironment:
    return SandboxedEnvironment(
        loader=FileSystemLoader(folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def page(template: str, **values: object) -> str:
    return environment().get_template(f"{template}.j2").render(**values)
