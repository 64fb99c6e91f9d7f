"""The JSON form, for players' own tools, and the schema it keeps to."""

from typing import Any

import msgspec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def render_json(report: Any) -> bytes:
    """A report or a roundup, one value to a line."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def schema(kind: type[Any], name: str) -> bytes:
    """What the JSON form of that kind looks like; `name` is the one it gives itself, such as pbm-report/1."""
    made = msgspec.json.schema(kind)
    document = {"$schema": DIALECT, "$id": name, "title": name, **made}
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
