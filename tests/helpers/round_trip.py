"""Our sheets as they come back: every game, the positions of the samples, and every way of replying.

What is filled in is taken from the orders of the samples, and put where the sheet has room for it: behind a number,
on an empty line, behind an arrow. A way of replying makes a letter of the mail that we sent and of what was filled in.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import cache, cached_property
from html import escape, unescape
from random import Random
from typing import NamedTuple

from msgspec import structs

from pbm.mail.counter import Counter, open_counter
from pbm.office.issue import issue
from pbm.reading.language import Reader
from pbm.reading.mailtext import from_html
from pbm.reading.recall import Correspondence, Past
from pbm.reading.verdict import Expected, Received, receive
from pbm.record.game import Game
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_text
from pbm.rules.order import Slots, blocks
from tests import ROOT
from tests.helpers.posting import MONDAY

SAMPLES = ROOT / "games"
GAMES = ("game42", "verdun843", "tours732", "marnon1", "britannia1")
MOST_FILLED = 6
WIDE = 72
ROW = re.compile(r"[^;].*>(?:\s|$)")
BOX = re.compile(r"(?P<words>[^|>()]+?)\s*(?:\((?P<value>[^()]*)\))? >")
SHEET = re.compile(r'(<pre class="sheet">)(.*?)(</pre>)', re.DOTALL)
INTRODUCTION = "On Sun, 8 Nov 2026 at 12:00, Game Master <gm@game.example> wrote:\n"
BEHIND = "{words} ({value}) > {wanted}"
ARROWS = (BEHIND, "{words} ({value}) >{wanted}", "{words} ({wanted}) >", "{words} > {wanted}", "{words} {wanted}")
"""How people write into a box: behind the arrow, directly behind it, over the value in force, instead of it, and
without the arrow."""
Order = tuple[str, int | None, str]
"""The power it is for, its number on a sheet with numbers, and the order."""


class Line(NamedTuple):
    """A line of the mail as it comes back."""

    text: str
    typed: bool = False
    """Whether it is new as a whole; else it is ours, or ours with something in it."""


@dataclass(frozen=True)
class Answer:
    """A mail of ours with what its player wants to be played."""

    text: Sequence[Line]
    html: str
    start: int
    """Where the sheet begins in the text."""
    heads: Sequence[str]
    orders: Sequence[Order]
    power: str
    sent: str
    sent_html: str

    @property
    def sheet(self) -> Sequence[Line]:
        return self.text[self.start :]

    @property
    def list(self) -> str:
        """The orders as somebody types them who does not fill in the sheet."""
        lines, who = list[str](), self.power
        for power, number, order in sorted(self.orders, key=lambda each: (each[0] != self.power, each[0])):
            lines += [f"FOR {power}"] * (power != who)
            lines.append(f"{number}. {order}" if number is not None else order)
            who = power
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Sent:
    """A report with its sheet, as it was mailed."""

    name: str
    power: str
    text: str
    html: str
    counter: Counter
    report: Report

    @cached_property
    def form(self) -> bytes:
        """The sheet alone, as PDF."""
        rest = structs.replace(self.report.roundup, sections=())
        alone = structs.replace(self.report, sections=tuple(self.report.of(Turnsheet)), roundup=rest)
        return render_pdf(alone, self.counter.ruleset.data)

    @property
    def reader(self) -> Reader:
        return self.counter.reader

    @property
    def expected(self) -> Expected:
        return self.counter.expected

    @cached_property
    def earlier(self) -> Correspondence:
        return Correspondence((Past(self.text), Past(from_html(self.html)[0])))

    @cached_property
    def lines(self) -> list[str]:
        return self.text.rstrip("\n").split("\n")

    @cached_property
    def start(self) -> int:
        return max(at for at, line in enumerate(self.lines) if line.startswith("Game:"))

    @cached_property
    def stock(self) -> list[str]:
        """Orders that this power gave in earlier turns, or another one of the game."""
        return stock(self.name, self.power) or stock(self.name, "")

    def blank(self) -> Answer:
        return self.answer({})

    def filled(self, random: Random) -> Answer:
        """Some of the room on the sheet with orders in it."""
        room = self.room
        places = sorted(random.sample(sorted(room), min(MOST_FILLED, len(room))))
        orders = [random.choice(self.stock) for _ in places]
        boxes = sorted(random.sample(self.rows, min(2, len(self.rows))))
        return self.answer(dict(zip(places, orders, strict=True)), boxes, random.choice(ARROWS))

    def answer(self, filled: dict[int, str], boxes: Sequence[int] = (), arrow: str = BEHIND) -> Answer:
        done, orders, who = list[Line](), list[Order](), self.power
        for at, line in enumerate(self.lines):
            if at >= self.start and (opener := re.fullmatch(r"FOR (\w+)", line)):
                who = opener[1]
            if at in filled:
                number = self.room[at]
                orders.append((who, number, str(self.reader.order(filled[at]))))
                done.append(Line(filled[at], True) if number is None else Line(f"{line} {filled[at]}"))
            elif at in boxes:
                row, lines = with_values(line, arrow, self.other)
                orders += [(who, None, str(self.reader.order(text))) for text in lines]
                done.append(Line(row))
            else:
                done.append(Line(line))
        sheet = "\n".join(line.text for line in done[self.start :]) + "\n"
        html = SHEET.sub(lambda found: found[1] + escape(sheet) + found[3], self.html)
        return Answer(
            done, html, self.start, self.lines[self.start : self.start + 4], orders, self.power, self.text, self.html
        )

    def other(self, words: str) -> str:
        """Another value for a box, from a box of the same action."""
        action, *_ = words.split()
        readable = (value for value in self.values.get(action, ()) if self.reader.order(f"{words} {value}"))
        return next((value for value in readable if f"{words} ({value}) >" not in self.text), "")

    @cached_property
    def values(self) -> dict[str, list[str]]:
        found = dict[str, list[str]]()
        for box in BOX.finditer("\n".join(self.lines[at] for at in self.rows)):
            if box["value"]:
                found.setdefault(box["words"].split()[0], []).append(box["value"])
        return found

    @cached_property
    def room(self) -> dict[int, int | None]:
        """The lines that are left for orders, with their numbers."""
        stop = self.lines.index("Message:", self.start)
        places = range(self.start + 4, stop)
        if isinstance(self.reader.shape, Slots):
            slots = ((at, re.fullmatch(r"\s*(\d+)\.", self.lines[at])) for at in places)
            return {at: int(found[1]) for at, found in slots if found}
        return {at: None for at in places if not self.lines[at]}

    @cached_property
    def rows(self) -> list[int]:
        places = range(self.start + 4, len(self.lines))
        return [at for at in places if ROW.match(self.lines[at]) and with_values(self.lines[at])[1]]


def with_values(row: str, arrow: str = BEHIND, other: Callable[[str], str] = str) -> tuple[str, list[str]]:
    """A row of boxes with values written into them, the same or others, and the lines that they stand for."""
    lines = list[str]()

    def fill(box: re.Match[str]) -> str:
        words, value = box["words"].strip(), box["value"]
        wanted = value if arrow == BEHIND else other(words)
        if not value or not wanted or (arrow != BEHIND and wanted == value):
            return box[0]
        lines.append(f"{words} {wanted}")
        return box[0].replace(box[0].strip(), arrow.format(words=words, value=value, wanted=wanted))

    return BOX.sub(fill, row), lines


@cache
def stock(name: str, power: str) -> list[str]:
    sent = mails(name)[0]
    files = sorted((SAMPLES / name / "turns").glob(f"*/orders/{power or '*'}.txt"))
    lines = [line for file in files for line in file.read_text().split("Message")[0].splitlines()]
    bare = [re.sub(r"^\d+[.)]?\s*", "", line).partition("#")[0].partition(";")[0].strip() for line in lines]
    return [line for line in dict.fromkeys(bare) if not line.startswith("FOR ") and sent.reader.order(line)]


@cache
def mails(name: str) -> list[Sent]:
    """The reports of the last turn of a sample."""
    game = Game(SAMPLES / name)
    made, counter = issue(game, game.last(), keep=False), open_counter(game, MONDAY, [])
    return [
        Sent(name, power, render_text(report), render_html(report), counter, report)
        for power, report in made.reports.items()
        if power in counter.expected.in_play
    ]


def received(sent: Sent, raw: bytes, earlier: Correspondence | None = None) -> Received:
    return receive(raw, sent.reader, sent.expected, "", sent.earlier if earlier is None else earlier)


def played(sent: Sent, found: Received) -> list[Order]:
    """The orders that come out, each with the power it is for."""
    slots, opener = isinstance(sent.reader.shape, Slots), sent.counter.ruleset.language.actions.opener
    return [
        (who, line.number if slots else None, str(line.order))
        for filled, verdict in found.judged
        if filled and verdict.accepted
        for who, lines in blocks(structs.replace(filled.sheet, player=verdict.power or ""), opener)
        for line in lines
        if line.order and not (opener and isinstance(line.order, opener))
    ]


def complaints(found: Received) -> list[str]:
    """Everything that a receipt would complain of."""
    return [
        words
        for filled, _ in found.judged
        if filled
        for words in (
            *(f"{line.text}: {line.refusal.text}" for line in filled.sheet.lines.values() if line.refusal),
            *(f"stray {line.text}" for line in filled.sheet.stray),
            *(f"{each.about}: {each.written}: {each.text}" for each in filled.questions),
        )
    ]


# the ways of replying

Way = Callable[[Answer], bytes]
PLAIN: dict[str, Way] = {}
"""Ways that fill in our sheet where it stands."""
TYPED: dict[str, Way] = {}
"""Ways that type orders above or below the quotation."""


def mail(text: str, html: str = "", subject: str = "Re: your report") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "player@example.org", "orders@game.example", subject
    if text:
        made.set_content(text)
    if html and text:
        made.add_alternative(html, subtype="html")
    elif html:
        made.set_content(html, subtype="html")
    return bytes(made)


def way(table: dict[str, Way], name: str) -> Callable[[Way], Way]:
    def enter(made: Way) -> Way:
        table[name] = made
        return made

    return enter


def marked(lines: Sequence[str], mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in lines)


def texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


def unmarked_where_typed(lines: Sequence[Line]) -> str:
    return "".join(f"{line.text}\n" if line.typed else f"> {line.text}".rstrip() + "\n" for line in lines)


def broken(lines: Sequence[str], mark: str, again: str) -> str:
    """Lines broken at the width of a mail program: the rest of a long one on a line of its own."""
    found = list[str]()
    for line in lines:
        rest = f"{mark}{line}".rstrip()
        while len(rest) > WIDE and (at := rest.rfind(" ", len(mark) + 1, WIDE)) > 0:
            found.append(rest[:at])
            rest = again + rest[at + 1 :].lstrip()
        found.append(rest)
    return "\n".join(found) + "\n"


@way(PLAIN, "inside the quotation, marks kept")
def _(answer: Answer) -> bytes:
    return mail("Here you are.\n\n" + INTRODUCTION + marked(texts(answer.text)))


@way(PLAIN, "inside the quotation, typed lines without a mark")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + unmarked_where_typed(answer.text))


@way(PLAIN, "inside the quotation, under two marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), ">> "))


@way(PLAIN, "inside the quotation, marks without a space")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), ">"))


@way(PLAIN, "unmarked, as Outlook quotes")
def _(answer: Answer) -> bytes:
    heads = "From: Game Master <gm@game.example>\nSent: 8 November 2026 12:00\nTo: player@example.org\nSubject: x\n\n"
    return mail("See below.\n\n" + heads + "\n".join(texts(answer.text)) + "\n")


@way(PLAIN, "unmarked, below words of no known program")
def _(answer: Answer) -> bytes:
    return mail("Dit schreef de spelleider\n\n" + "\n".join(texts(answer.text)) + "\n")


@way(PLAIN, "the sheet alone, copied into a new mail")
def _(answer: Answer) -> bytes:
    return mail("Hello,\n\n" + "\n".join(texts(answer.sheet)) + "\n", subject="orders")


@way(PLAIN, "the sheet alone, quoted")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.sheet)))


@way(PLAIN, "quoted, broken at 72 with marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + broken(texts(answer.text), "> ", "> "))


@way(PLAIN, "quoted, broken at 72 without marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + broken(texts(answer.text), "> ", ""))


@way(PLAIN, "tabs, trailing and hard spaces")
def _(answer: Answer) -> bytes:
    lines = (re.sub(r" {2,}", "\t", line) + "  \N{NO-BREAK SPACE}" for line in texts(answer.text))
    return mail(INTRODUCTION + "".join(f"> {line}\n" for line in lines))


@way(PLAIN, "smart quotes and dashes")
def _(answer: Answer) -> bytes:
    swap = str.maketrans({"'": "’", '"': "“"})
    lines = (re.sub(r" - | -- ", " — ", line.translate(swap)) for line in texts(answer.text))
    return mail(INTRODUCTION + marked([*lines]))


@way(PLAIN, "forwarded")
def _(answer: Answer) -> bytes:
    head = "---------- Forwarded message ---------\nFrom: Game Master <gm@game.example>\nDate: 8 Nov 2026\n"
    return mail(f"{head}Subject: your report\nTo: player@example.org\n\n" + "\n".join(texts(answer.text)) + "\n")


@way(PLAIN, "the report cut, the sheet under a signature of a telephone")
def _(answer: Answer) -> bytes:
    return mail("Sent from my iPhone\n\n" + INTRODUCTION + marked([*texts(answer.text[:20]), "", *texts(answer.sheet)]))


def html_way(name: str, before: str, after: str, change: Callable[[str], str] = str) -> None:
    body = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)

    def made(answer: Answer) -> bytes:
        found = body.search(answer.html)
        return mail("", f"<html><body>{before}{change(found[1] if found else answer.html)}{after}</body></html>")

    PLAIN[name] = made


def in_divisions(html: str) -> str:
    """A sheet whose lines a program has put into elements of their own."""

    def each(found: re.Match[str]) -> str:
        return "".join(f"<div>{line or '<br>'}</div>" for line in found[2].rstrip("\n").split("\n"))

    return SHEET.sub(each, html)


def with_breaks(html: str) -> str:
    return SHEET.sub(lambda found: f"<p class=MsoPlainText>{found[2].replace(chr(10), '<br>' + chr(10))}</p>", html)


html_way(
    "HTML of Gmail",
    '<div dir="ltr">Here.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sun, 8 Nov 2026 at '
    'GM wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">',
    "</blockquote></div>",
)
html_way(
    "HTML of Gmail, lines in elements",
    '<div dir="ltr">Here.</div><br><div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">',
    "</blockquote></div>",
    in_divisions,
)
html_way(
    "HTML of Outlook",
    '<div class="WordSection1"><p class="MsoNormal">Here.</p></div><div style="border:none;border-top:solid #E1E1E1 '
    '1.0pt"><p><b>From:</b> GM &lt;gm@game.example&gt;<br><b>Sent:</b> 8 November 2026 12:00<br><b>To:</b> '
    "x@example.org<br><b>Subject:</b> report</p></div><div>",
    "</div>",
    with_breaks,
)
html_way("HTML of Apple Mail", '<div>Here.</div><blockquote type="cite"><div>On 8 Nov GM wrote:</div>', "</blockquote>")
html_way(
    "HTML of Thunderbird",
    '<p>Here.</p><div class="moz-cite-prefix">On 08.11.26 12:00, GM wrote:</div><blockquote type="cite">',
    "</blockquote>",
    in_divisions,
)
html_way("HTML of Proton", '<div>Here.</div><div class="protonmail_quote">On Sunday GM wrote:<blockquote>',
         "</blockquote></div>")  # fmt: skip
html_way("HTML of a telephone", '<div>Here.</div><div id="composer_signature">Sent from my phone</div><div>On Sunday '
         'GM wrote:</div><div class="yahoo_quoted">', "</div>", with_breaks)  # fmt: skip


@way(PLAIN, "the text that Gmail makes of its HTML")
def _(answer: Answer) -> bytes:
    """Every cell of a table on a line of its own, bold words between stars, all of it broken and marked."""
    html = re.sub(r"<(style|script|svg)\b.*?</\1>", "", answer.html, flags=re.DOTALL)
    sheet = SHEET.search(html)
    above = re.sub(r"</?b>", "*", html[: sheet.start() if sheet else None])
    plain = unescape(re.sub(r"<[^>]+>", "", re.sub(r"</(?:td|th|tr|p|div|h\d|li|pre|dt|dd)>|<br>", "\n", above)))
    lines = [line.strip() for line in plain.split("\n") if line.strip()]
    return mail(INTRODUCTION + broken([*lines, *texts(answer.sheet)], "> ", "> "), f"<div>{escape(plain)}</div>")


@way(TYPED, "above the quoted report, without headings")
def _(answer: Answer) -> bytes:
    return mail(answer.list + "\n" + INTRODUCTION + marked(answer.sent.splitlines()))


@way(TYPED, "above the quoted report, with headings")
def _(answer: Answer) -> bytes:
    return mail("\n".join(answer.heads) + "\n" + answer.list + "\n" + INTRODUCTION + marked(answer.sent.splitlines()))


@way(TYPED, "above the unmarked report, with headings")
def _(answer: Answer) -> bytes:
    quoted = "-----Original Message-----\n" + answer.sent
    return mail("\n".join(answer.heads) + "\n" + answer.list + "\n" + quoted)


@way(TYPED, "below the quoted report, without headings")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(answer.sent.splitlines()) + "\n" + answer.list)


@way(TYPED, "below the quoted report, with headings")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(answer.sent.splitlines()) + "\n" + "\n".join(answer.heads) + "\n" + answer.list)


@way(TYPED, "above the HTML of the report")
def _(answer: Answer) -> bytes:
    typed = escape("\n".join(answer.heads) + "\n" + answer.list).replace("\n", "<br>")
    return mail("", f'<div>{typed}</div><blockquote type="cite">{answer.sent_html}</blockquote>')


def with_remark(sent: Sent, random: Random) -> Answer:
    """A report in which a player has written behind some lines of the account, and nothing into the sheet."""
    answer = sent.blank()
    places = [at for at in range(8, sent.start - 6) if len(sent.lines[at]) > 20]
    for at in random.sample(places, 3):
        lines = [*answer.text]
        lines[at] = Line(f"{lines[at].text}   <- {random.choice(['why?', 'what a pity', 'really?'])}")
        answer = replace(answer, text=lines)
    return answer


def combinations(seeds: int) -> Iterator[tuple[str, str, str, int]]:
    for name in GAMES:
        for power in (sent.power for sent in mails(name)):
            for kind in (*PLAIN, *TYPED):
                for seed in range(seeds):
                    yield name, power, kind, seed
