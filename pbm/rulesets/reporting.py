"""Makes the reports of a turn from the sections that the game gives."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import structs

from pbm.maps import RECIPE
from pbm.reports import (
    PRIVATE,
    REPORT,
    ROUNDUP,
    Annal,
    Chapter,
    Frame,
    History,
    Masthead,
    Report,
    Roundup,
    default,
    keepsake,
)
from pbm.reports.plain import cleaned, cleaned_lines
from pbm.reports.sections import (
    AnySection,
    Brief,
    Ending,
    Fact,
    Facts,
    Headline,
    Map,
    Messages,
    News,
    Notice,
    Orders,
    Slip,
    Turnsheet,
)
from pbm.reports.tell import PRIVATE_WORDS, finished, message, sentence, unplayed
from pbm.rules import votes
from pbm.rules.event import Event, Said, enumerated
from pbm.rules.names import also, word
from pbm.rules.order import Sheet, Slots
from pbm.rules.result import Result
from pbm.rules.sight import View
from pbm.rules.turn_names import AS_RECORDED, Called, TurnNames, spoken
from pbm.rulesets.absentees import has_dropped, has_written, told_of_missing
from pbm.rulesets.contract import AnyRuleset

DUE = ("deadline",)
LINES = ("player", "gm", "date", "deadline", "orders_to")
"""The fields of a frame that people wrote, one line each."""
FAILED = "failed"
"""The key of the warning that lines failed."""
NEXT = "next"
"""The key of the fact that names the next turn: after a vote for the end there is none."""
Keyed = TypeVar("Keyed", Fact, Notice)
LINES_OF_A_LIST = 40
"""The lines of a printed sheet if the game sets no limit."""


class Memory:
    """What each power saw in earlier turns, and when it last did. Whoever comes to a power begins without."""

    def __init__(self) -> None:
        self.seen: dict[str, dict[str, tuple[int, Any]]] = {}
        self.annals: list[Annal] = []

    def note(
        self, rules: AnyRuleset, turn: int, world: Any, journal: list[Event], newcomers: Iterable[str] = ()
    ) -> None:
        self.annals += [structs.replace(one, turn=turn) for one in annals(rules, world, journal)]
        if not rules.reports.remembered:
            return
        for who, places in rules.reports.remembered(world, journal).items():
            self.seen.setdefault(who, {}).update({place: (turn, what) for place, what in places.items()})
        for old, new in rules.seats.changed(journal).items():
            self.forget(old, new)
        self.forget(*newcomers)

    def forget(self, *powers: str) -> None:
        for power in powers:
            self.seen.pop(power, None)


def reports(
    rules: AnyRuleset,
    world: Any,
    journal: list[Event],
    frames: Mapping[str, Frame],
    past: Iterable[Chapter] = (),
    sheets: Mapping[str, Sheet] | None = None,
    words: Sequence[Said] = (),
    turns: TurnNames = AS_RECORDED,
    memory: Memory | None = None,
    seated: Collection[str] = (),
) -> tuple[Roundup, dict[str, Report]]:
    """The roundup and all reports of a turn; `past` is the history before it, `sheets` what players sent, `words` the
    private messages that the office passes on, `turns` what people call the turns, `memory` what was seen before,
    `seated` the powers that have a player again since."""
    history, names = turns_counted((*past, rules.reports.chapter(world)), turns), also(rules.state.names(world))
    earlier = memory.seen if memory else {}
    views = {who: rules.reports.recall(view, earlier.get(who, {})) for who, view in rules.views(world, journal).items()}
    any_view, lines = next(iter(views.values())), sheets or {}
    common = frames.get("", Frame())
    closed, over = votes.closing(journal), rules.state.result(world)
    public = with_votes(roundup(rules, any_view, common, history, names, turns, over), journal)
    if closed:
        public = structs.replace(public, sections=tuple(at_the_end(rules, public.sections)))
    if closed or over:
        told = told_at_last(memory, turns, annals(rules, world, journal), history[-1].turn)
        public = with_keepsake(public, kept(rules, public, told))
    made = {
        who: report(rules, world, view, frames.get(who, common), public, lines.get(who), turns, closed, who in seated)
        for who, view in views.items()
    }
    return public, {who: with_words(each, [said for said in words if said.to == who]) for who, each in made.items()}


def annals(rules: AnyRuleset, world: Any, journal: list[Event]) -> Iterable[Annal]:
    """What a turn leaves to be told when the game is over."""
    make = rules.reports.annals
    return make(world, journal) if make else keepsake.annals(journal, rules.state.names(world), rules.reports.secrets)


def told_at_last(memory: Memory | None, turns: TurnNames, last: Iterable[Annal], turn: int) -> list[Annal]:
    """The annals of all turns, by the game's own count."""
    earlier = memory.annals if memory else []
    return [
        *(structs.replace(one, turn=one.turn - turns.set_up) for one in earlier),
        *(structs.replace(one, turn=turn) for one in last),
    ]


def kept(rules: AnyRuleset, public: Roundup, told: Sequence[Annal]) -> Iterable[AnySection]:
    """What everyone gets when the game is over."""
    from pbm.reports.figures import plate_of

    history = tuple(chapter for chapter in public.history if chapter.turn >= 0)
    past = keepsake.Past(history, public.names, told, rules.reports.lead, rules.reports.unit)
    maps = (section for section in public.of(Map) if has_map(plate_of(section, rules.data)))
    return keepsake.keepsake(past, next(maps, None))


def with_votes(roundup: Roundup, journal: Iterable[Event]) -> Roundup:
    """What the players voted on stands behind the first section, in every game alike."""
    said = [event for event in journal if isinstance(event, votes.EVENTS)]
    if not said:
        return roundup
    lines = tuple(Headline("", None, "vote", sentence(event, roundup.names)) for event in said)
    first, *rest = roundup.sections
    return structs.replace(roundup, sections=(first, News("votes", "The players' votes", lines), *rest))


def with_keepsake(roundup: Roundup, sections: Iterable[AnySection]) -> Roundup:
    """Before what has a page of its own behind the first, such as the map."""
    every = roundup.sections
    at = next((number for number, each in enumerate(every) if number and each.page), len(every))
    return structs.replace(roundup, sections=(*every[:at], *sections, *every[at:]))


def with_words(report: Report, words: Sequence[Said]) -> Report:
    """The report with messages to its reader alone, beside those that the game itself brings."""
    if not words:
        return report
    names, own = report.roundup.names, [each for each in report.of(Messages) if each.key == PRIVATE_WORDS]
    told = (*(one for each in own for one in each.messages), *(message(said, names) for said in words))
    section = Messages(PRIVATE_WORDS, "Private messages", told)
    rest = [each for each in report.sections if each not in own]
    at = next((number for number, each in enumerate(rest) if each.last), len(rest))
    return structs.replace(report, sections=(*rest[:at], section, *rest[at:]))


def turns_counted(history: History, turns: TurnNames) -> History:
    """The history by the game's own count, in which a set-up is 0."""
    return tuple(structs.replace(chapter, turn=chapter.turn - turns.set_up) for chapter in history)


def roundup(
    rules: AnyRuleset,
    view: View,
    frame: Frame,
    history: History,
    names: dict[str, str],
    turns: TurnNames = AS_RECORDED,
    over: Result | None = None,
) -> Roundup:
    """`over` is how the rules ended the game: no turn is due any more."""
    public = structs.replace(frame, **{field: getattr(Frame(), field) for field in (*PRIVATE, *DUE[: bool(over)])})
    make = rules.reports.roundup
    sections = make(view, history) if make else default.roundup(view, history, names, has_map(rules.data), over)
    return Roundup(ROUNDUP, masthead(rules, public, turns, view.turn), tuple(sections), names, history)


def own_head(
    rules: AnyRuleset, view: View, frame: Frame, public: Roundup, turns: TurnNames, closed: Result | None
) -> Masthead:
    who, name = view.who, public.names.get(view.who, view.who)
    style = rules.reports.style(who) or name
    facts = tuple(one for one in rules.reports.about(view) if not (closed and one.key == NEXT))
    return masthead(rules, frame, turns, view.turn, who=who, name=name, style=style, about=facts)


def report(
    rules: AnyRuleset,
    world: Any,
    view: View,
    frame: Frame,
    public: Roundup,
    sheet: Sheet | None = None,
    turns: TurnNames = AS_RECORDED,
    closed: Result | None = None,
    seated: bool = False,
) -> Report:
    """A power's report; `closed` is how the players' votes ended the game."""
    make = rules.reports.report
    sections = make(view, public.history) if make else plain_report(rules, view, public.names)
    sections = list(with_ending(rules, sections, closed, public.names) if closed else sections)
    over = any(isinstance(section, Ending) for section in sections)
    dropped = has_dropped(view) and not seated
    missing = tuple(told_of_missing(world, view, frame, seated, over))
    frame = structs.replace(frame, sheet_code="") if dropped else frame
    head = own_head(rules, view, frame, public, turns, closed)
    own = sections if has_written(view) else map(without_failures, sections)
    whole = [completed(section, head, sheet, missing) for section in own]
    if not view.turn:
        whole = [one for one in whole if not (isinstance(one, Orders) and not one.deeds and not one.stray)]
    if view.who in rules.state.players(world) and not over and not dropped:
        whole.append(turnsheet(rules, world, view, head.coming))
    return Report(REPORT, head, tuple(whole), public, default.bare(view) | in_record(head, view))


def with_ending(
    rules: AnyRuleset, sections: Iterable[AnySection], closed: Result, names: Mapping[str, str]
) -> Iterator[AnySection]:
    """What the players agreed stands in place of what the rules say of the end, with who has won by it."""
    text, untold = finished(closed.text), closed.how != "draw" and " won" not in closed.text
    won = enumerated([word(names, code) for code in closed.winners]) if untold and closed.winners else ""
    text = f"{text} {finished(f'{won} won')}" if won else text
    yield Ending("end", "The game is over", text, (), closed.how, closed.winners)
    yield from at_the_end(rules, (section for section in sections if not isinstance(section, Ending)))


def at_the_end(rules: AnyRuleset, sections: Iterable[AnySection]) -> Iterator[AnySection]:
    """The sections without what they say of a turn to come."""
    ahead = (*rules.reports.ahead, NEXT)
    for section in (section for section in sections if section.key not in ahead):
        match section:
            case Facts():
                yield structs.replace(section, facts=without(section.facts, ahead))
            case Brief():
                told, warned = without(section.notices, ahead), without(section.warnings, ahead)
                yield structs.replace(section, notices=told, warnings=warned)
            case _:
                yield section


def without(rows: tuple[Keyed, ...], keys: Collection[str]) -> tuple[Keyed, ...]:
    return tuple(row for row in rows if row.key not in keys)


def plain_report(rules: AnyRuleset, view: View, names: Mapping[str, str]) -> Iterator[AnySection]:
    """The report of a game that brings none of its own."""
    world, shape = rules.sight.known(view), rules.language.shape
    slots = shape.most if isinstance(shape, Slots) else 0
    result = rules.state.result(world)
    return default.report(view, names, slots, rules.book.doctrine(world, view.who), result)


def has_map(data: Path) -> bool:
    """Whether a game has a plate that shows owners."""
    return (data / RECIPE).exists()


def in_record(head: Masthead, view: View) -> dict[str, Any]:
    """The number of the turn in the record, where people call it otherwise."""
    return {} if head.turn == view.turn else {"turn": view.turn}


def masthead(rules: AnyRuleset, frame: Frame, turns: TurnNames, turn: int, **about: Any) -> Masthead:
    called = {"turn": turns.called(turn), "coming": turns.called(turn + 1)}
    return Masthead.of(tidy(frame), ruleset=rules.name, title=rules.title, **called, **about)


def tidy(frame: Frame) -> Frame:
    """Clean text that people wrote, for all forms."""
    return structs.replace(
        frame,
        **{key: cleaned(getattr(frame, key)) for key in LINES},
        address=tuple(cleaned(line) for line in frame.address),
        post_to=tuple(cleaned(line) for line in frame.post_to),
        facts=tuple(Fact(fact.key, cleaned(fact.label), cleaned(fact.text)) for fact in frame.facts),
        note=cleaned_lines(frame.note),
        again=tuple(cleaned(line) for line in frame.again),
    )


CREDITS_LEFT = (
    "Keep the turn credits I have left for my next game.",
    "Do something else with the turn credits I have left:",
)
"""What a reply slip asks if the office keeps credits."""


def without_failures(section: AnySection) -> AnySection:
    """For a player whose lines the computer wrote: it is not for them to look at what failed."""
    if isinstance(section, Brief):
        return structs.replace(section, warnings=tuple(one for one in section.warnings if one.key != FAILED))
    return section


def completed(section: AnySection, head: Masthead, sheet: Sheet | None, missing: tuple[Notice, ...] = ()) -> AnySection:
    """A section with additions from the record and the office."""
    stray = sheet.stray if sheet else ()
    match section:
        case Orders():
            return structs.replace(section, stray=tuple(unplayed(line) for line in stray))
        case Brief() if section.key == "brief":
            return structs.replace(section, warnings=(*section.warnings, *missing, *more_warnings(head, len(stray))))
        case Ending() if head.closing:
            prize = f"Discounts earned in this game: {section.earned}."
            return structs.replace(section, lines=(*section.lines, prize, *head.closing))
        case Slip() if head.closing:
            return structs.replace(section, lines=(*section.lines, *CREDITS_LEFT))
    return section


def more_warnings(head: Masthead, stray: int) -> Iterator[Notice]:
    yield from (Notice("office", text, "warning") for text in head.warnings)
    if stray:
        lines = "1 line of your sheet was" if stray == 1 else f"{stray} lines of your sheet were"
        yield Notice("stray", f"{lines} not played: see below your orders.", "warning")


def turnsheet(rules: AnyRuleset, world: Any, view: View, coming: Called) -> Turnsheet:
    words, told, most = rules.language.words(world), rules.reports, rules.language.shape.most
    rows = told.filled(view)
    return Turnsheet(
        "sheet",
        f"Turnsheet for {spoken(coming)}",
        max(len(rows), told.lines or min(most, LINES_OF_A_LIST)),
        boxes=told.boxes,
        rows=rows,
        form=told.form(view),
        power=words.power,
        rule=told.rule,
        purse=told.purse,
        contacts=bool(words.contacts),
        actions=rules.book.table,
        conditions=rules.book.conditions,
        page=True,
        last=True,
    )
