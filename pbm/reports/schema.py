"""The JSON form, for players' own tools, and its schema: one for all games."""

from typing import Any

import msgspec

from pbm.reports import REPORT, ROUNDUP, Report, Roundup

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS: dict[str, tuple[type[Any], str]] = {"report": (Report, REPORT), "roundup": (Roundup, ROUNDUP)}


def render_json(told: Report | Roundup) -> bytes:
    """A report or a roundup, one value to a line."""
    return msgspec.json.format(msgspec.json.encode(told, enc_hook=plain), indent=1) + b"\n"


def plain(value: Any) -> str:
    """A name that agrees with its verb is written as any other text."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"a report holds no {type(value).__name__}")


def read_report(content: bytes) -> Report:
    """A player's report out of its JSON form; anything else is a msgspec.DecodeError."""
    report = msgspec.json.decode(content, type=Report)
    if report.schema != REPORT:
        raise msgspec.ValidationError(f"its format is {report.schema}, not {REPORT}")
    return report


def record_in(content: bytes) -> str:
    """The record hash in the JSON form of a report or a roundup; empty if there is none."""

    class Head(msgspec.Struct):
        record: str = ""

    class Headed(msgspec.Struct):
        masthead: Head

    try:
        return msgspec.json.decode(content, type=Headed).masthead.record
    except msgspec.DecodeError:
        return ""


def schema(name: str) -> bytes:
    """What the JSON form of a report or a roundup looks like."""
    return document(*SCHEMAS[name])


def document(kind: type[Any], called: str) -> bytes:
    """The schema of a type, under the name of its form."""
    made = {"$schema": DIALECT, "$id": called, "title": called, **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
