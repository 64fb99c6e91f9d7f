"""The text of a part of a letter: its bytes in their charset, flowed lines joined again, HTML made plain."""

import codecs
import re
from enum import StrEnum
from html import unescape

from pbm.reading.hidden import Look, is_hidden, look_of, style_of, styles

UNFIT = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf_7"}
"""Codecs that are not charsets of mail, or that change ordinary letters."""
LOOSE = {"ascii": "utf-8", "iso8859-1": "cp1252"}
"""Charsets that are often named wrongly, and the ones really used, as browsers assume."""
WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
FLOWED_FROM = 56
"""A mailer breaks a line only where the next word would pass this column."""
ITEM = re.compile(r"\s*(?:\d+\s*[.):]|[\w -]{2,24}:)")

BLOCKS = {"p", "div", "tr", "table", "ul", "ol", "li", "pre", "blockquote", "hr", "body", "section", "article",
          "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "address", "center", "form"}  # fmt: skip
CROSSED_OUT = {"del", "s", "strike"}
VOID = {"br", "hr", "img", "meta", "link", "input", "col", "wbr", "base", "area", "source"}
SIGNATURES = ("gmail_signature", "moz-signature")
QUOTES = ("yahoo_quoted", "protonmail_quote")
DEEPEST_HTML = 200
TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][\w:-]*+)(?P<rest>[^<>]*+)>")
ATTRIBUTE = re.compile(r"""(?P<name>[^\s=/"']++)(?:\s*+=\s*+(?P<value>"[^"]*+"|'[^']*+'|[^\s"']++))?""")
MARKUP = re.compile(r"<!--|<[!?]")
ITEM_START = re.compile(r"^(?:>+ )?\d+\. $|  $")
"""A line that has the number of an item or the end of a cell, but no text yet."""


class Role(StrEnum):
    PLAIN = "plain"
    UNSHOWN = "unshown"
    CROSSED_OUT = "crossed out"
    QUOTE = "quote"
    AS_IT_STANDS = "as it stands"


def decoded(content: bytes, charset: str | None) -> str:
    """The text, by its own charset if that fits, else by one that does; no byte is ever an error."""
    named = "utf-16" if content.startswith(WIDE) else sound(charset)
    for name in (named, "utf-8", "cp1252"):
        if name:
            try:
                return content.decode(name)
            except (UnicodeError, LookupError):
                continue
    return content.decode("utf-8", "replace")


def sound(charset: str | None) -> str | None:
    """The charset that texts with this label really use."""
    try:
        name = codecs.lookup((charset or "").strip().strip("'\"")).name
    except (LookupError, ValueError):
        return None
    return None if name.replace("-", "_") in UNFIT else LOOSE.get(name, name)


def unflowed(text: str, delete_space: bool) -> str:
    """Join lines of format=flowed where the mailer broke them, never where a new item begins."""
    lines: list[str] = []
    for line in text.split("\n"):
        depth = quote_depth(line)
        body = line[depth:].removeprefix(" ")
        if lines and continues(lines[-1], body, depth):
            lines[-1] = (lines[-1][:-1] if delete_space else lines[-1]) + body
        else:
            lines.append(">" * depth + (" " if depth else "") + body)
    return "\n".join(lines)


def continues(before: str, body: str, depth: int) -> bool:
    first = body.split(" ", 1)[0]
    return (
        before.endswith(" ")
        and before.strip() != "--"
        and quote_depth(before) == depth
        and len(before) + len(first) >= FLOWED_FROM
        and not ITEM.match(body)
    )


def quote_depth(line: str) -> int:
    return len(line) - len(line.lstrip(">"))


class PlainText:
    """HTML as the lines a reader sees; quoted lines get a >, crossed-out text is dropped.

    The standard library's parser takes minutes over some hundred kilobytes of unclosed comments; this one never
    looks at a character more than a few times.
    """

    def __init__(self) -> None:
        self.lines: list[str] = [""]
        self.crossed_out = False
        self._classes: dict[str, str] = {}
        """The styles that the letter describes by name."""
        self._looks: list[Look] = []
        """How each of the elements around this place shows its text."""
        self._open: list[tuple[str, Role]] = []
        """The open elements, each with its effect on the text."""
        self._count: list[int | None] = []
        """The next number of each list; none if it has bullets."""
        self._ends = False
        """Whether the line ends before the next word: a cell of the same row keeps it going."""
        self._row = False
        """Whether a row of a table has just begun."""

    def feed(self, html: str) -> None:
        self._classes = styles(html)
        shown, at = without_comments(html), 0
        for tag in TAG.finditer(shown):
            self._data(shown[at : tag.start()])
            at = tag.end()
            if tag["end"]:
                self._end_tag(tag["name"].lower())
            else:
                self._start_tag(tag["name"].lower(), attributes(tag["rest"]))
        self._data(shown[at:])

    def _start_tag(self, tag: str, given: dict[str, str]) -> None:
        if tag in BLOCKS and not self._at_start_of_item(tag):
            self._end_line()
        self._furnish(tag, given)
        if tag not in VOID and len(self._open) < DEEPEST_HTML:
            style = style_of(given, self._classes)
            self._open.append((tag, role(tag, style, given)))
            self._looks.append(look_of(style, given, self._look))

    @property
    def _look(self) -> Look:
        return self._looks[-1] if self._looks else Look()

    def _at_start_of_item(self, tag: str) -> bool:
        return tag in {"p", "div"} and bool(ITEM_START.search(self.lines[-1]))

    def _furnish(self, tag: str, given: dict[str, str]) -> None:
        """The text that an element itself adds."""
        if tag == "br":
            self._break()
        elif tag in {"ol", "ul"}:
            self._count.append(small_number(given.get("start", ""), 1) if tag == "ol" else None)
        elif tag == "li" and self._count and (number := self._count[-1]) is not None:
            number = small_number(given.get("value", ""), number)
            self._count[-1] = number + 1
            self._add(f"{number}. ")
        elif tag == "tr":
            self._row = True
        elif tag in {"td", "th"}:
            self._cell()
        if any(name in given.get("class", "").lower() for name in SIGNATURES):
            self._add("-- ")
            self._end_line()

    def _cell(self) -> None:
        if not self._row:
            self._ends = False
            self._add("  ")
        self._row = False

    def _end_tag(self, tag: str) -> None:
        if tag in {"ol", "ul"} and self._count:
            self._count.pop()
        names = [name for name, _ in self._open]
        if tag in names:
            last = len(names) - 1 - names[::-1].index(tag)
            del self._open[last:], self._looks[last:]
        if tag in BLOCKS:
            self._end_line()

    def _data(self, data: str) -> None:
        roles = {role for _, role in self._open}
        if not data or Role.UNSHOWN in roles or not self._look.is_seen:
            return
        data = unescape(data)
        if Role.CROSSED_OUT in roles:
            self.crossed_out = self.crossed_out or bool(data.strip())
        elif Role.AS_IT_STANDS in roles:
            for at, line in enumerate(data.split("\n")):
                self.lines += [""] if at else []
                self._add(line)
        else:
            text = re.sub(r"[ \t\r\n\f]+", " ", data)
            self._add(text if self.lines[-1] and not self._ends else text.lstrip(" "))

    def _add(self, text: str) -> None:
        if not text:
            return
        if self._ends:
            self.lines.append("")
            self._ends = False
        depth = sum(role is Role.QUOTE for _, role in self._open)
        if depth and not self.lines[-1]:
            self.lines[-1] = ">" * depth + " "
        self.lines[-1] += text

    def _end_line(self) -> None:
        self._ends = self._ends or bool(self.lines[-1])

    def _break(self) -> None:
        if self._ends or not self.lines[-1]:
            self.lines.append("")
        self._ends = True


def without_comments(html: str) -> str:
    """The text without comments and declarations; an unclosed one removes the rest of the text."""
    kept, at = [], 0
    while (start := MARKUP.search(html, at)) is not None:
        kept.append(html[at : start.start()])
        close = "-->" if start[0] == "<!--" else ">"
        end = html.find(close, start.end() - 2 if close == "-->" else start.end())
        if end < 0:
            return "".join(kept)
        at = end + len(close)
    return "".join([*kept, html[at:]])


def attributes(text: str) -> dict[str, str]:
    return {found["name"].lower(): unescape((found["value"] or "").strip("'\"")) for found in ATTRIBUTE.finditer(text)}


def role(tag: str, style: str, given: dict[str, str]) -> Role:
    marks = given.get("class", "").lower()
    if is_hidden(tag, style, given):
        return Role.UNSHOWN
    if tag in CROSSED_OUT or "line-through" in style:
        return Role.CROSSED_OUT
    if tag == "blockquote" and ("quote" in marks or given.get("type") == "cite" or not indents(style)):
        return Role.QUOTE
    return Role.QUOTE if any(name in marks for name in QUOTES) else Role.AS_IT_STANDS if tag == "pre" else Role.PLAIN


def indents(style: str) -> bool:
    """Whether a blockquote only indents: it has a margin and no line beside it. Any other is a quote."""
    return "margin" in style and "border" not in style.replace("border:none", "")


def small_number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else otherwise


def from_html(html: str) -> tuple[str, bool]:
    """The text that a reader sees, and whether some of it was crossed out."""
    parser = PlainText()
    parser.feed(html)
    return "\n".join(line.rstrip() if line.strip() != "--" else line for line in parser.lines), parser.crossed_out
