"""Sections that all games share: the brief, deeds in order of time, accounts, news, messages, charts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbm.reports import Chapter, History
from pbm.reports.plain import cleaned, cleaned_lines
from pbm.reports.sections import Chart, Deed, Entry, Headline, Message, Messages, News, Notice, Refused, Series, Told
from pbm.rules.event import Answered, Event, InBrief, Said, enumerated
from pbm.rules.order import Line, Refusal
from pbm.rules.sight import Stretch, View, stretches

PRIVATE_WORDS = "private"
"""The section of messages that only their reader may see."""
Names = Mapping[str, str]


def finished(text: str) -> str:
    """A sentence: it begins with a capital and ends with a stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def sentence(event: Event, names: Names) -> str:
    return finished(cleaned(event.sentence(names)))


# in brief


def happenings(view: View, names: Names) -> Iterator[Notice]:
    """One notice for each kind of thing that happened to a power, the gravest first."""
    found: dict[InBrief, list[str]] = {}
    for stretch in stretches(view):
        for event in stretch.events:
            for row in event.brief:
                if concerns(event, row, view.who):
                    found.setdefault(row, []).append(in_brief(event, row, stretch.round, names))
    for row in sorted(found):
        yield Notice(row.key, finished(row.opening + ", ".join(filter(None, found[row]))), row.tone)


def concerns(event: Event, row: InBrief, who: str) -> bool:
    if getattr(event, row.party) != who or (row.unless and getattr(event, row.unless)):
        return False
    return row.party == "who" or getattr(event, "who", None) != who


def in_brief(event: Event, row: InBrief, round: int | None, names: Names) -> str:
    return event.said(row.each, names) + (f" (r. {round})" if round and row.each else "")


def failures(deeds: Iterable[Deed], word: str = "line") -> Iterator[Notice]:
    """A warning that some lines failed."""
    failed = sorted(deed.number or 0 for deed in deeds if deed.outcome == "failed")
    if len(failed) == 1:
        yield Notice("failed", f"{word.capitalize()} {failed[0]} failed; see the reason below.", "warning")
    elif failed:
        numbers = enumerated(map(str, failed))
        yield Notice("failed", f"{word.capitalize()}s {numbers} failed; see the reasons below.", "warning")


# deeds


def deeds(
    view: View,
    names: Names,
    slots: int = 0,
    figures: Callable[[Stretch], tuple[int | None, ...]] = lambda stretch: (),
    elsewhere: tuple[type[Event], ...] = (),
    sheet: str = "",
) -> tuple[Deed, ...]:
    """Every line of the sheet with its result, others' deeds and the steps of the turn, in order of time.

    `slots` is how many numbered lines a sheet has, `elsewhere` what the steps of the turn tell in other places, `sheet`
    whose sheet it is if the view holds the lines of several.
    """
    timed = [
        (time, deed)
        for time, deed, whose in in_time(view, names, slots, figures, (Said, *elsewhere))
        if not sheet or whose in ("", sheet)
    ]
    written = {deed.number for _, deed in timed} - {None}
    if written:
        empty = [number for number in range(1, slots + 1) if number not in written]
        timed += [(number, Deed("self", round=number, number=number, outcome="empty")) for number in empty]
    return tuple(deed for _, deed in sorted(timed, key=lambda row: (row[0], row[1].outcome != "empty")))


def in_time(
    view: View,
    names: Names,
    slots: int,
    figures: Callable[[Stretch], tuple[int | None, ...]],
    elsewhere: tuple[type[Event], ...],
) -> Iterator[tuple[int, Deed, str]]:
    """Every deed with its round and whose sheet it is of; what comes before the first round counts as 0, what comes
    after the last as one more."""
    time = 0
    for stretch in stretches(view):
        time = stretch.round or (slots + 1 if time else 0)
        apart = Said if stretch.round else elsewhere
        events = [event for event in stretch.events if not isinstance(event, apart)]
        if stretch.answer:
            deed = answered(view, stretch.answer, stretch, events, names, figures(stretch))
            yield time, deed, stretch.answer.sheet
        elif events:
            yield (
                time,
                Deed(
                    "others" if stretch.round else "step", stretch.phase, stretch.round, lines=tellings(events, names)
                ),
                "",
            )


def answered(
    view: View,
    answer: Answered,
    stretch: Stretch,
    events: Sequence[Event],
    names: Names,
    figures: tuple[int | None, ...],
) -> Deed:
    return Deed(
        by="self",
        phase=stretch.phase,
        round=stretch.round,
        number=answer.number,
        who="" if answer.who == view.who else answer.who,
        order=cleaned(answer.order),
        outcome=answer.came,
        figures=figures,
        lines=tellings(events, names),
        refusals=tuple(refused(refusal, answer.order) for refusal in answer.refusals),
    )


def refused(refusal: Refusal, order: str) -> Refused:
    """The place in the line is counted in the line as it is shown."""
    column = refusal.column and len(cleaned(order[: refusal.column - 1] + "."))
    return Refused(refusal.rule, finished(cleaned(refusal.text)), column)


def tellings(events: Iterable[Event], names: Names) -> tuple[Told, ...]:
    return tuple(Told(sentence(event, names), event.captures, bool(getattr(event, "great", False))) for event in events)


def unplayed(line: Line) -> Deed:
    """A line of the sheet that had no place on it."""
    reasons = (refused(line.refusal, line.text),) if line.refusal else ()
    return Deed("self", number=line.number, order=cleaned(line.text), outcome="failed", refusals=reasons)


# accounts


def flows(view: View, account: str, names: Names) -> list[Entry]:
    """What each event brought or cost, those of one kind and label drawn together."""
    sums: dict[tuple[str, str], int] = {}
    for event in view.events:
        for book in event.books:
            if book.account == account and getattr(event, book.party) == view.who:
                key = book.key, event.said(book.label, names)
                sums[key] = sums.get(key, 0) + book.sign * getattr(event, book.field)
    return [Entry(key, label, amount) for (key, label), amount in sums.items() if amount]


def carried(closing: int, opening: int | None, entries: list[Entry], other: str) -> list[Entry]:
    """From what there was to what there is; a difference that no event explains is shown under `other`."""
    changes = sum(line.amount for line in entries)
    start = closing - changes if opening is None else opening
    rest = closing - changes - start
    return [Entry("carried", "brought forward", start), *entries, *([Entry("changed", other, rest)] if rest else [])]


# what everyone reads


def news(view: View, key: str = "news", title: str = "News", apart: Sequence[str] = (), **layout: Any) -> News:
    """The public news, but for verbs that have a place of their own."""
    return News(key, title, tuple(headlines(view, lambda verb: verb not in apart)), **layout)


def sorted_news(
    view: View, parts: Sequence[tuple[str, str, Sequence[str]]], apart: Sequence[str] = ()
) -> Iterator[News]:
    """The public news in parts, each with its key, title and verbs, then the rest."""
    for key, title, verbs in parts:
        if found := tuple(headlines(view, verbs.__contains__)):
            yield News(key, title, found)
    yield news(view, title="Other news", apart=(*apart, *(verb for _, _, verbs in parts for verb in verbs)))


def headlines(view: View, wanted: Callable[[str], bool]) -> Iterator[Headline]:
    for one in view.news:
        if wanted(one.verb):
            yield Headline(one.phase, one.round, one.verb, finished(one.text), one.captures, one.great, one.codes)


def messages(view: View, names: Names, title: str = "Messages") -> Messages:
    """What everyone may read."""
    return Messages("messages", title, tuple(message(said, names) for said in view.messages if not said.to))


def private_messages(view: View, names: Names, title: str = "Private messages") -> Messages:
    """What the reader and one other power wrote to each other."""
    return Messages(PRIVATE_WORDS, title, tuple(message(said, names) for said in view.messages if said.to))


def message(said: Said, names: Names) -> Message:
    to = names.get(said.to, said.to) if said.to else ""
    return Message(said.who, names.get(said.who, said.who), cleaned_lines(said.message), to)


def chart(
    key: str, title: str, history: History, figures: Sequence[Mapping[str, int]], names: Names, **layout: Any
) -> Chart:
    """A line for every power that is named; `figures` has theirs for each turn; nothing before a set-up is shown."""
    shown = {one.turn: turn for one, turn in zip(history, figures, strict=True) if one.turn >= 0}
    lines = (Series(code, name, tuple(turn.get(code, 0) for turn in shown.values())) for code, name in names.items())
    return Chart(key, title, tuple(shown), tuple(lines), **layout)


def owned(chapter: Chapter) -> dict[str, int]:
    """How many places each power owns."""
    found: dict[str, int] = {}
    for owner in chapter.owners.values():
        if owner:
            found[owner] = found.get(owner, 0) + 1
    return found
