"""What HTML hides from its reader: who reads the letter does not see it, so nobody can have meant it as an order."""

import re
from collections.abc import Mapping
from typing import NamedTuple

UNSHOWN = {"head", "style", "script", "title", "template", "noscript", "object", "select", "textarea"}
UNSHOWN |= {"dialog", "iframe", "svg"}
TINY = r"(?:0+(?:\.0+)?(?:em|rem|ex|%)?|[01]?(?:\.\d+)?p[xt])(?:;|!|$)"
"""Nobody reads letters of a point."""
HIDING = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|clip:rect\(0|clip-path:inset\((?:50|100)%"
    r"|opacity:0?(?:\.0\d*)?%?(?:;|!|$)|(?:left|right|top|text-indent):-\d{3,}|letter-spacing:-\d"
    r"|scale(?:3d|[xy])?\(0?(?:\.0\d*)?[,)]|zoom:0|filter:opacity\(0|text-fill-color:transparent|font:0(?:p[xt])?[/a-z]|mask[^;]*transparent"
)
"""In a style without spaces."""
BOX = re.compile(rf"(?:^|;)(?:max-|line-)?(?:height|width):{TINY}")
SIZE = re.compile(r"(?:^|;)font-size:([^;]+)")
NOTHING = r"0?(?:\.0\d*)?%?"
CLEAR = re.compile(
    rf"transparent|(?:rgb|hsl)a?\((?:(?:[^,/()]*,){{3}}|[^,/()]*/){NOTHING}\)|#[\da-f]{{6}}00|#[\da-f]{{3}}0"
)
"""Ink that is not there: its fourth part is how much of it there is."""
COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
GROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
WHITE = re.compile(r"white|#f[\da-f]f[\da-f]f[\da-f]|#fff|rgba?\(25\d,25\d,25\d(?:,1(?:\.0)?)?\)|snow|transparent|none")
RULE = re.compile(r"([.#][\w-]+)\s*\{([^{}]*+)\}")
COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
"""A letter of a style by its number, or as it is."""
LAST = 0x10FFFF
SHEET = re.compile(r"<style\b[^>]*+>([^<]*+)", re.IGNORECASE)


class Look(NamedTuple):
    """How letters are shown; an element within another has the other's look where it gives none of its own."""

    ink: str = ""
    ground: str = ""
    size: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether a reader sees them; a ground that nobody has coloured is white."""
        white = WHITE.fullmatch(self.ink) and WHITE.fullmatch(self.ground or "white")
        lost = self.ink and (CLEAR.fullmatch(self.ink) or self.ink == self.ground or white)
        return not (lost or re.match(TINY, self.size))


def look_of(style: str, given: Mapping[str, str], around: Look) -> Look:
    ink = last(COLOUR, style) or plain(given.get("color", "") or given.get("text", ""))
    ground = last(GROUND, style) or plain(given.get("bgcolor", ""))
    return Look(ink or around.ink, ground or around.ground, last(SIZE, style) or around.size)


def is_hidden(tag: str, style: str, given: Mapping[str, str]) -> bool:
    """Whether an element is not shown at all, whatever stands in it."""
    closed = "overflow:hidden" in style and BOX.search(style)
    return tag in UNSHOWN or "hidden" in given or bool(HIDING.search(style) or closed)


def style_of(given: Mapping[str, str], classes: Mapping[str, str]) -> str:
    names = [f".{name}" for name in given.get("class", "").lower().split()] + [f"#{given.get('id', '').lower()}"]
    named = (classes.get(name, "") for name in names)
    return ";".join([*named, plain(given.get("style", ""))])


def last(kind: re.Pattern[str], style: str) -> str:
    found = kind.findall(style)
    return str(found[-1]) if found else ""


def plain(style: str) -> str:
    """A style without comments, escapes and spaces."""
    return "".join(ESCAPED.sub(unescaped, COMMENT.sub("", style)).lower().split())


def unescaped(found: re.Match[str]) -> str:
    return chr(min(int(found[1], 16), LAST)) if found[1] else found[2]


def styles(html: str) -> dict[str, str]:
    """The classes and elements that the letter's own style sheets describe, with the sign before their names."""
    sheets = COMMENT.sub("", "".join(SHEET.findall(html))).lower()
    return {name: plain(style) for name, style in RULE.findall(sheets)}
