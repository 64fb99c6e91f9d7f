"""The text of a part of a letter: its bytes in their charset, flowed lines joined again, HTML made plain."""

import codecs
import re
from html.parser import HTMLParser

UNFIT = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf-7"}
"""Codecs that are no charset of a letter, or that change ordinary letters."""
WESTERN = {"ascii", "iso8859-1"}
"""Often said of texts that are cp1252, as browsers assume too."""
FLOWED_FROM = 56
"""No mailer breaks a line where the next word would still have stood before this column."""
ITEM = re.compile(r"\s*(?:\d+\s*[.):]|[\w -]{2,24}:)")

BLOCKS = {"p", "div", "br", "tr", "table", "ul", "ol", "li", "pre", "blockquote", "hr", "body", "section", "article",
          "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "address", "center", "form"}  # fmt: skip
UNSHOWN = {"head", "style", "script", "title", "template", "noscript", "object", "select", "textarea"}
CROSSED_OUT = {"del", "s", "strike"}
VOID = {"br", "hr", "img", "meta", "link", "input", "col", "wbr", "base", "area", "source"}
SIGNATURES = ("gmail_signature", "moz-signature")
QUOTES = ("gmail_quote_container", "moz-cite-prefix-quote", "yahoo_quoted", "protonmail_quote")
DEEPEST_HTML = 200


def decoded(content: bytes, charset: str | None) -> str:
    """The text, by its own charset if that fits, else by whichever does; no byte is ever an error."""
    for name in (sound(charset), "utf-8", "cp1252"):
        if name:
            try:
                return content.decode(name)
            except (UnicodeError, LookupError):
                continue
    return content.decode("utf-8", "replace")


def sound(charset: str | None) -> str | None:
    """The name of a charset that texts really have."""
    try:
        name = codecs.lookup((charset or "").strip().strip("'\"")).name
    except (LookupError, ValueError):
        return None
    if name in WESTERN:
        return "utf-8" if name == "ascii" else "cp1252"
    return None if name in UNFIT else name


def unflowed(text: str, delete_space: bool) -> str:
    """Lines of format=flowed joined where the mailer broke them, never where a new item begins."""
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


class PlainText(HTMLParser):
    """HTML as the lines a reader sees; what is quoted gets a >, what is crossed out is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.crossed_out = False
        self._open: list[tuple[str, str]] = []
        """The elements around this place, each with what it does: unshown, crossed, quote or pre."""
        self._count: list[int | None] = []
        """The next number of each list."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._before(tag, given)
        if tag not in VOID and len(self._open) < DEEPEST_HTML:
            self._open.append((tag, self._role(tag, given)))

    def _role(self, tag: str, given: dict[str, str]) -> str:
        marks = given.get("class", "").lower()
        hidden = re.search(r"display\s*:\s*none", given.get("style", ""), re.IGNORECASE)
        if tag in UNSHOWN or hidden or "hidden" in given:
            return "unshown"
        if tag in CROSSED_OUT or "line-through" in given.get("style", "").lower():
            return "crossed"
        quoted = tag == "blockquote" and ("cite" in given.get("type", "") or "quote" in marks or "cite" in given)
        return "quote" if quoted or any(name in marks for name in QUOTES) else "pre" if tag == "pre" else ""

    def _before(self, tag: str, given: dict[str, str]) -> None:
        if tag in BLOCKS:
            self._break(always=tag == "br")
        if any(name in given.get("class", "").lower() for name in SIGNATURES) or given.get("id") == "signature":
            self._add("-- ")
            self._break(always=True)
        if tag in {"ol", "ul"}:
            start = given.get("start", "1")
            self._count.append(None if tag == "ul" else int(start) if start.isdecimal() and len(start) < 4 else 1)
        if tag == "li" and self._count and (number := self._count[-1]) is not None:
            value = given.get("value", "")
            number = int(value) if value.isdecimal() and len(value) < 4 else number
            self._count[-1] = number + 1
            self._add(f"{number}. ")
        if tag in {"td", "th"} and self.lines[-1].strip():
            self._add("  ")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"ol", "ul"} and self._count:
            self._count.pop()
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]
        if tag in BLOCKS and tag != "br":
            self._break()

    def handle_data(self, data: str) -> None:
        roles = {role for _, role in self._open}
        if "unshown" in roles:
            return
        if "crossed" in roles:
            self.crossed_out = self.crossed_out or bool(data.strip())
            return
        if "pre" in roles:
            first, *rest = data.split("\n")
            self._add(first)
            for line in rest:
                self._break(always=True)
                self._add(line)
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", data)
        self._add(text if self.lines[-1].strip("> ") else text.lstrip(" "))

    def _add(self, text: str) -> None:
        depth = sum(role == "quote" for _, role in self._open)
        if depth and not self.lines[-1] and text.strip():
            self.lines[-1] = ">" * depth + " "
        self.lines[-1] += text

    def _break(self, always: bool = False) -> None:
        if self.lines[-1].strip() or always:
            self.lines.append("")


def from_html(html: str) -> tuple[str, bool]:
    """The text a reader sees, and whether some of it was crossed out."""
    parser = PlainText()
    parser.feed(html)
    parser.close()
    return "\n".join(line.rstrip() if line.strip() != "--" else line for line in parser.lines), parser.crossed_out
