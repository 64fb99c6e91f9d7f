"""What HTML hides from its reader: who reads the letter does not see it, so nobody can have meant it as an order."""

import re
from collections.abc import Mapping
from typing import NamedTuple

UNSHOWN = {"head", "style", "script", "title", "template", "noscript", "object", "select", "textarea"}
TINY = r"(?:0+(?:\.0+)?(?:em|rem|ex|%)?|[01]?(?:\.\d+)?p[xt])(?:;|!|$)"
"""Nobody reads letters of a point."""
HIDING = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|clip:rect\(0|clip-path:inset\((?:50|100)%"
    r"|opacity:0?(?:\.0\d*)?(?:;|!|$)|(?:left|right|top|text-indent):-\d{3,}"
)
"""In a style without spaces."""
BOX = re.compile(rf"(?:^|;)(?:max-)?(?:height|width):{TINY}")
SIZE = re.compile(r"(?:^|;)font-size:([^;]+)")
COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
GROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
WHITE = re.compile(r"white|#f[\da-f]f[\da-f]f[\da-f]|#fff|rgba?\(25\d,25\d,25\d(?:,1(?:\.0)?)?\)|snow|transparent|none")
RULE = re.compile(r"\.([\w-]+)\s*\{([^{}]*+)\}")
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
        lost = self.ink and (self.ink in ("transparent", self.ground) or white)
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
    named = (classes.get(name, "") for name in given.get("class", "").lower().split())
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
    """The classes that the letter's own style sheets describe."""
    sheets = COMMENT.sub("", "".join(SHEET.findall(html))).lower()
    return {name: plain(style) for name, style in RULE.findall(sheets)}
