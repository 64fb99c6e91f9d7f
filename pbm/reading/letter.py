"""A letter and its parts: every text that may contain a sheet, and what could not be read.

Letters may be hostile: sizes, depth and number of parts have limits, nothing is unpacked or run, and the
older header policy of the email package is used because the newer one raises on malformed headers.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from typing import TypeVar

from msgspec import Struct

from pbm.reading.mailtext import decoded, from_html, unflowed
from pbm.reading.pdfform import read_form
from pbm.reading.quoting import as_usual
from pbm.reading.sheet_lines import SheetLine, in_lines

MOST_BYTES = 10_000_000
MOST_CHARACTERS = 400_000
MOST_LINES = 4_000
LONGEST_SHEET = 2_000
"""The most lines of one text."""
MOST_HTML = 1_000_000
"""The most of each in all texts of a letter together."""
MOST_FORMS = 3
MOST_PARTS = 60
DEEPEST = 12
NESTING = re.compile(rb"content-type:\s*(?:multipart|message)/", re.IGNORECASE)
MOST_NESTINGS = 60
MOST_SEPARATORS = 2_000
MOST_RAW_LINES = 200_000
"""Ten megabytes in base64 have fewer."""
LONGEST_ADDRESS = 2_000
MOST_BRACKETS = 20
"""The most comments and groups in a header of addresses: the email package parses each by recursion."""
TEXT_ENDINGS = (".txt", ".text", ".md", ".asc", ".ord")
PDF = b"%PDF-"
SILENT = {
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "message/delivery-status",
    "text/calendar",
    "text/rfc822-headers",
    "text/vcard",
    "text/x-amp-html",
    "text/x-vcard",
}
"""Parts that mailers add by themselves."""
UNOPENED = "not opened; send orders in the mail itself, as a .txt file, or as the filled-in PDF"
FITTING = {"spf": ("smtp.mailfrom", "smtp.from"), "dkim": ("header.i",), "dmarc": ("header.from",)}
"""The mail server's checks that concern the From line, and the property that must name its mailbox."""

T = TypeVar("T")


class Text(Struct, frozen=True):
    """A text that may contain a sheet."""

    where: str
    """Its name for people: the message, orders.txt, turnsheet.pdf."""
    text: str
    form: tuple[SheetLine, ...] = ()
    """The boxes of a filled-in form, instead of a text."""
    spare: bool = False
    """The HTML version of another text, read only if no other text contains a sheet."""


class Sender(Struct, frozen=True):
    address: str
    vouched: bool = False
    """Whether our own mail server confirmed the address."""


class Letter(Struct, frozen=True):
    texts: tuple[Text, ...]
    problems: tuple[str, ...] = ()
    """What could not be read, as messages to the sender."""
    address: str = ""
    """The From line, which anybody can forge."""
    subject: str = ""
    results: tuple[str, ...] = ()
    """The checks that mail servers added (Authentication-Results), newest first."""

    @property
    def lines(self) -> Iterator[str]:
        """All that is written in it."""
        for text in self.texts:
            yield from in_lines(text.text)
            yield from (entry.value for entry in text.form)

    def sender(self, server: str = "") -> Sender:
        """Who sent it; only the newest checks of the server with this name count."""
        ours = [line for line in self.results if server and checked_by(line) == server.casefold()]
        return Sender(self.address, bool(ours) and vouches(ours[0], self.address))


def read_letter(raw: bytes) -> Letter:
    """Parse a letter. This never fails: what is wrong with the letter is listed in its problems."""
    if problem := too_large(raw):
        return Letter((), (problem,))
    message = message_from_bytes(raw)
    opening = Opening()
    opening.part(message)
    results = safely(lambda: message.get_all("Authentication-Results"), None) or []
    return Letter(
        texts=tuple(opening.texts),
        problems=tuple(dict.fromkeys(opening.problems)),
        address=address_of(message),
        subject=header(message, "Subject"),
        results=tuple(" ".join(str(line).split()) for line in results),
    )


def too_large(raw: bytes) -> str:
    """Why a letter is not parsed at all; empty if it can be."""
    if len(raw) > MOST_BYTES:
        return f"it has {len(raw) // 1_000_000} MB; the limit is {MOST_BYTES // 1_000_000} MB"
    if sum(1 for _ in NESTING.finditer(raw)) > MOST_NESTINGS:
        return "it has too many letters inside letters"
    if raw.count(b"\n") > MOST_RAW_LINES or raw.count(b"\n--") > MOST_SEPARATORS:
        return "it has too many lines or parts"
    return ""


def read_file(name: str, content: bytes) -> Letter:
    """A file instead of a letter: a plain text, a filled-in PDF, or a saved letter."""
    if name.lower().endswith(".eml"):
        return read_letter(content)
    opening = Opening()
    opening.file(name, content, None)
    return Letter(tuple(opening.texts), tuple(opening.problems))


class Opening:
    """A letter being opened, part by part."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.problems: list[str] = []
        self._parts = self._forms = self._lines = self._characters = self._html_read = 0

    def part(self, part: Message, depth: int = 0, spare: bool = False) -> None:
        self._parts += 1
        kind = part.get_content_type()
        if depth > DEEPEST or self._parts > MOST_PARTS:
            self.problems.append("it has too many parts; some were not read")
        elif kind == "multipart/encrypted":
            self.problems.append("it is encrypted: send it unencrypted, the code on the sheet is proof enough")
        elif part.is_multipart():
            self._parts_of(part, kind, depth, spare)
        elif kind not in SILENT:
            self._leaf(part, kind, spare)

    def _parts_of(self, part: Message, kind: str, depth: int, spare: bool) -> None:
        inner = [child for child in part.get_payload() if isinstance(child, Message)]
        plain = any(child.get_content_type() == "text/plain" for child in inner)
        for child in inner:
            twin = kind == "multipart/alternative" and plain and child.get_content_type() != "text/plain"
            self.part(child, depth + 1, spare or twin)

    def _leaf(self, part: Message, kind: str, spare: bool) -> None:
        content = safely(lambda: part.get_payload(decode=True), None)
        name = name_of(part)
        if not isinstance(content, bytes):
            self.problems.append(f"{name or 'a part of it'} cannot be decoded")
        elif kind.startswith(("text/", "multipart/")) and not name.lower().endswith(".pdf"):
            self._text(part, kind, content, spare)
        elif not self._is_inline_picture(part, kind):
            self.file(name or f"a part of type {kind}", content, charset_of(part))

    def _is_inline_picture(self, part: Message, kind: str) -> bool:
        return kind.startswith("image/") and "Content-ID" in part

    def _text(self, part: Message, kind: str, content: bytes, spare: bool) -> None:
        text = decoded(content, charset_of(part)).replace("\r\n", "\n")
        where = name_of(part) or "the message"
        if kind == "text/html":
            text = self._html(where, text)
        elif parameter(part, "format") == "flowed":
            text = unflowed(text, parameter(part, "delsp") == "yes")
        self._keep(Text(where, as_usual(text), spare=spare))

    def file(self, name: str, content: bytes, charset: str | None) -> None:
        ending = name.lower()
        if content[:1024].lstrip().startswith(PDF) or ending.endswith(".pdf"):
            self._forms += 1
            if self._forms > MOST_FORMS:
                self.problems.append(f"{name}: it is one PDF too many; the limit is {MOST_FORMS}")
                return
            form = read_form(content)
            self.problems += [f"{name}: {problem}" for problem in form.problems]
            self.texts += [Text(name, "", form.entries)] if form.entries else []
        elif ending.endswith((".htm", ".html")):
            self._keep(Text(name, self._html(name, decoded(content, charset))))
        elif ending.endswith(TEXT_ENDINGS):
            self._keep(Text(name, decoded(content, charset).replace("\r\n", "\n")))
        else:
            self.problems.append(f"{name}: {UNOPENED}")

    def _html(self, where: str, html: str) -> str:
        self._html_read += len(html)
        if self._html_read > MOST_HTML:
            self.problems.append(f"{where}: it is too long, and was not read")
            return ""
        text, crossed_out = from_html(html)
        self.problems += [f"{where}: crossed-out text was ignored"] if crossed_out else []
        return text

    def _keep(self, text: Text) -> None:
        """Skip a text that is too long for a sheet: half a sheet is worse than none."""
        lines = text.text.count("\n") + 1
        if not text.text.strip():
            return
        self._lines += lines
        self._characters += len(text.text)
        if lines > LONGEST_SHEET or self._lines > MOST_LINES or self._characters > MOST_CHARACTERS:
            self.problems.append(f"{text.where}: it has {lines} lines, too many for a turnsheet, and was not read")
        else:
            self.texts.append(text)


def safely(read: Callable[[], T], otherwise: T) -> T:
    """Guard calls of the email package, which raises many kinds of error on malformed headers."""
    try:
        return read()
    except Exception:
        return otherwise


def header(message: Message, name: str) -> str:
    """A header, decoded for people."""
    written = safely(lambda: str(message.get(name, "")), "")
    return " ".join(safely(lambda: str(make_header(decode_header(written))), written).split())


def name_of(part: Message) -> str:
    name = safely(part.get_filename, None) or ""
    shown = safely(lambda: str(make_header(decode_header(name))), name)
    return "".join(c for c in shown if c.isprintable()).replace("\\", "/").split("/")[-1].strip()[:80]


def parameter(part: Message, name: str) -> str:
    return safely(lambda: str(part.get_param(name, "")), "").strip("'\"").lower()


def charset_of(part: Message) -> str | None:
    return safely(part.get_content_charset, None)


def address_of(message: Message) -> str:
    """The one address of the From line; none if there are several."""
    written = [str(value) for value in safely(lambda: message.get_all("From"), None) or []]
    addresses = addresses_in(written)
    return addresses[0].casefold() if len(addresses) == 1 else ""


def addresses_in(values: Sequence[str]) -> list[str]:
    """The addresses in headers; none if a header is longer or has more brackets than any person writes."""
    if any(len(value) > LONGEST_ADDRESS or brackets(value) > MOST_BRACKETS for value in values):
        return []
    return safely(lambda: [address for _, address in getaddresses([*values])], [])


def brackets(value: str) -> int:
    return value.count("(") + value.count(":")


def vouches(results: str, address: str) -> bool:
    """Whether a server's checks confirm the address: one of them passed, for this mailbox."""
    return "@" in address and any(passed(check, address) for check in statements(results)[1:])


def checked_by(results: str) -> str:
    """The name of the server that made the checks."""
    return next(iter(statements(results)[0]), "").casefold()


def passed(check: list[str], address: str) -> bool:
    method, _, result = (check or [""])[0].casefold().partition("=")
    named = [word.partition("=") for word in check[1:]]
    mailboxes = {value.casefold() for name, _, value in named if name.casefold() in FITTING.get(method, ())}
    return result == "pass" and address.casefold() in mailboxes


def statements(results: str) -> list[list[str]]:
    """The words of each statement in an Authentication-Results header, separated by ; (RFC 8601)."""
    return [re.sub(r"\s*=\s*", "=", part).split() for part in uncommented(results).split(";")]


def uncommented(text: str) -> str:
    """A header without its comments; quoted text is part of one word."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for letter in text:
        if letter == '"' and not depth and not escaped:
            quoted = not quoted
        elif letter == "(" and not quoted and not escaped:
            depth += 1
        elif letter == ")" and depth and not escaped:
            depth -= 1
        elif not depth and (letter != "\\" or escaped):
            kept.append("\0" if quoted and letter in " \t;=" else letter)
        escaped = letter == "\\" and not escaped and (quoted or depth > 0)
    return "".join(kept)
