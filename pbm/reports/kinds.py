"""How each kind of section looks as text: lines of at most WIDTH columns, each kind by one function."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pbm.reports import Masthead
from pbm.reports.forms import boxes, caps, caret, dot, flow, folded, led, left, lines, right
from pbm.reports.plain import WIDTH
from pbm.reports.sections import (
    Account,
    Brief,
    Chart,
    Deed,
    Ending,
    Episode,
    Episodes,
    Fact,
    Facts,
    Figures,
    Grid,
    Hand,
    Headline,
    Messages,
    News,
    Orders,
    Prose,
    Section,
    Slip,
    Standing,
    Told,
    Turnsheet,
)

Lines = Iterator[str]
"""Each may be several lines of text, with line ends between them."""
RULE, DOUBLE_RULE = "-" * WIDTH, "=" * WIDTH
NOT_DONE = ("failed", "not obeyed", "not needed", "void")
SHOWN_TURNS = 12
"""As many turns of a chart have room in a line."""


def rows_of(section: Section, head: Masthead) -> Lines:
    return KINDS[type(section)](section, head)


def heading(title: str, beside: str = "") -> Lines:
    yield ""
    shown = flow(title.upper())
    yield left(shown, WIDTH - len(beside)) + beside if beside else shown
    yield RULE


def beside_title(section: Section) -> str:
    """What stands at the right of a heading: the columns of the purse."""
    return "".join(right(column, 7) for column in section.purse) if isinstance(section, Orders) else ""


def facts_in(facts: Iterable[Fact], room: int) -> Lines:
    beside = " " * room
    for one in facts:
        if len(one.label) < room:
            yield flow(one.text, left(f"{one.label} ", room), beside)
        else:
            yield flow(one.label)
            yield flow(one.text, beside)


def tellings(told: Iterable[Told | Headline], first: str) -> Lines:
    """What happened, sentence by sentence; captures and great battles are marked."""
    for one in told:
        text = f"_{one.text}_" if one.great else one.text
        yield flow(f"*{text}*" if one.capture else text, first)


def brief(section: Brief, _: Masthead) -> Lines:
    for notice in section.notices:
        yield flow(notice.text, "- ")
    if not section.notices and section.empty:
        yield flow(section.empty)
    for notice in section.warnings:
        yield flow(notice.text, "! ")


def figures(section: Figures, _: Masthead) -> Lines:
    for one in section.figures:
        yield led(caps(one.label), 26) + right(one.value, 6) + (f"  {one.note}" if one.note else "")


def account(section: Account, _: Masthead) -> Lines:
    for entry in section.entries:
        label = f"{entry.label} ({entry.note})" if entry.note else entry.label
        yield f"  {led(label, 50)}{right(entry.amount, 7)}"
    yield f"  {left(section.total_label, 50)}{right(f'= {section.total}', 7)}"


# what was ordered


def orders(section: Orders, _: Masthead) -> Lines:
    if any(deed.by == "others" for deed in section.deeds):
        yield "Lines after >> show what others did to you, in order of time."
    room = WIDTH - max(7 * len(section.purse), 11)
    for deed, numbers, times in folded(section.deeds):
        yield from of_ones_own(deed, numbers, times, room) if deed.by == "self" else of_others(deed)
    if not section.deeds:
        yield flow(section.empty)
    if section.stray:
        yield "\nExtra lines, not played:"
    for deed in section.stray:
        yield flow(deed.order, "    ")
        yield from refusals(deed)


def of_others(deed: Deed) -> Lines:
    if deed.by == "step" and deed.phase:
        yield f"    {caps(deed.phase)}"
    yield from tellings(deed.lines, ">>  " if deed.by == "others" else "      ")


def of_ones_own(deed: Deed, numbers: str, times: int, room: int) -> Lines:
    if deed.outcome == "empty":
        yield f"{right(numbers, 2)}  -"
        return
    notes = (f"{times} times" * (times > 1), f"as {deed.who}" * bool(deed.who), "in part" * (deed.outcome == "partial"))
    order = deed.order + "".join(f" ({note})" for note in notes if note)
    yield filled_up(order, f"{right(numbers, 2)}  ", room) + came_of(deed, WIDTH - room)
    yield from refusals(deed)
    yield from tellings(deed.lines, "      ")


def filled_up(text: str, first: str, room: int) -> str:
    """The text after `first`, its last line filled up with blanks for the columns beside it."""
    *before, last = flow(text, first, room=room - 1).split("\n")
    return "\n".join([*before, left(last, room)])


def came_of(deed: Deed, room: int) -> str:
    if deed.outcome in NOT_DONE:
        return right(deed.outcome, room)
    return "".join(right("" if figure is None else dot(figure), 7) for figure in deed.figures)


def refusals(deed: Deed) -> Lines:
    for refusal in deed.refusals:
        if refusal.column:
            yield f"    {caret(refusal, deed.order)}"
        yield flow(refusal.text, f"      [{refusal.rule}] " if refusal.rule else "      ", "      ")


# tables and lists


def grid(section: Grid, _: Masthead) -> Lines:
    if section.rows or section.total:
        yield lines(section)
    elif section.empty:
        yield flow(section.empty)


def facts(section: Facts, _: Masthead) -> Lines:
    return facts_in(section.facts, 8 if section.flow > 1 else 24)


def standing(section: Standing, _: Masthead) -> Lines:
    return facts_in(section.orders, 16) if section.orders else iter([flow(section.empty)])


def hand(section: Hand, _: Masthead) -> Lines:
    for card in section.cards:
        yield flow(joined(": ", card.name, card.text, card.moment), "- ")
        if card.order:
            yield flow(card.order, "    ")
    if not section.cards:
        yield flow(section.empty)


def joined(between: str, *texts: str) -> str:
    return between.join(filter(None, texts))


def episodes(section: Episodes, _: Masthead) -> Lines:
    for number, one in enumerate(section.episodes):
        if number:
            yield ""
        yield from episode(one)


def episode(one: Episode) -> Lines:
    title = joined(", ", joined(": ", one.when, one.title), *one.tags, "a great battle" * one.great)
    yield flow(f"{title}.")
    if one.rows:
        yield lines(one)
    yield from tellings(one.lines, "  ")
    if one.outcome or one.rest:
        yield flow(joined(" ", one.outcome, one.rest), "  ")


def news(section: News, _: Masthead) -> Lines:
    phase = ""
    for line in section.headlines:
        if line.phase != phase:
            phase = line.phase
            yield flow(caps(phase))
        yield from tellings([line], "  ")
    if not section.headlines:
        yield flow(section.empty)


def messages(section: Messages, _: Masthead) -> Lines:
    for message in section.messages:
        yield flow(message.text, "  ")
        yield right(f"-- {message.name}{f' to {message.to}' if message.to else ''}", WIDTH)


def chart(section: Chart, _: Masthead) -> Lines:
    room = min(20, max(17, *(len(line.name) for line in section.series), 17))
    yield right("turn", room) + "".join(right(turn, 4) for turn in section.turns[-SHOWN_TURNS:])
    for line in section.series:
        yield left(line.name, room) + "".join(right(dot(value), 4) for value in line.values[-SHOWN_TURNS:])


def prose(section: Prose, _: Masthead) -> Lines:
    yield flow(section.text)


def ending(section: Ending, _: Masthead) -> Lines:
    return map(flow, (section.text, *section.lines))


def slip(section: Slip, _: Masthead) -> Lines:
    return (flow(line, "[ ] ") for line in section.lines)


# the sheet for the next turn


def turnsheet(section: Turnsheet, head: Masthead) -> Lines:
    address = f" to {head.orders_to}" if head.orders_to else ""
    more = " Write behind an arrow what you want to change, and more orders under the rows, one per line."
    yield f"\n\n{DOUBLE_RULE}"
    yield flow(
        f"{section.title.upper()}: fill it in and send it back{address}. Do not change the four lines below."
        + more * bool(section.form)
        + f" {section.rule}" * bool(section.rule),
        "; ",
        "; ",
    )
    yield DOUBLE_RULE
    yield from sheet(section, head)


def sheet_text(section: Turnsheet, head: Masthead) -> str:
    return "".join(f"{text}\n" for text in sheet(section, head))


def sheet(section: Turnsheet, head: Masthead) -> Lines:
    yield f"Game: {head.game}\nTurn: {head.coming}"
    yield f"{caps(section.power)}: {head.who}\nCode: {head.sheet_code}\n"
    yield from numbered(section.rows, section.count) if section.boxes else open_rows(section)
    yield "\nMessage:\n\nEnd"


def numbered(rows: Sequence[str], count: int) -> Lines:
    for number in range(1, count + 1):
        row = f" {rows[number - 1]}" if number <= len(rows) else ""
        yield f"{right(number, 2)}.{row}"


def open_rows(section: Turnsheet) -> Lines:
    for row in section.form:
        yield f"{boxes(row)}\n"
    yield from section.rows


KINDS: dict[type[Section], Callable[[Any, Masthead], Lines]] = {
    Account: account,
    Brief: brief,
    Chart: chart,
    Ending: ending,
    Episodes: episodes,
    Facts: facts,
    Figures: figures,
    Grid: grid,
    Hand: hand,
    Messages: messages,
    News: news,
    Orders: orders,
    Prose: prose,
    Slip: slip,
    Standing: standing,
    Turnsheet: turnsheet,
}
