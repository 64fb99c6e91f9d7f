"""The turnsheet in a letter: its contents, and the questions to its player.

The steps from a letter to its sheet:

    letter = read_letter(raw)                      pbm.reading.letter    its texts: body, attachments, filled-in forms
    found = find_sheet(letter.texts, reader)       here          the sheets in them, own words before quoted ones
    verdict = judge(filled, expected, sender)      pbm.reading.verdict   accepted, or refused with the reason
    text = written(filled)                         here          the sheet as text, which `Reader.sheet` reads back

`pbm.reading.verdict.receive` does all of it in one call.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import msgspec
from msgspec import Struct

from pbm.reading.addressed import addressed
from pbm.reading.language import Reader
from pbm.reading.laying import laid
from pbm.reading.letter import Text
from pbm.reading.parted_lines import Parted, in_order
from pbm.reading.printed import unquoted
from pbm.reading.quoting import QUOTE
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet_bounds import blocks, closed, extent, moves, outside, quoted_headings, rival_orders, up_to_end
from pbm.reading.sheet_code import plain
from pbm.reading.sheet_filling import Filling, Question, left_out
from pbm.reading.sheet_lines import HEADINGS, ORDER_LINES, WISHES, SheetLine, entries, in_lines, numbered, visible
from pbm.reading.sheet_parts import parted
from pbm.reading.spelling import nearest
from pbm.reading.wishes import is_final, is_trial, outside_messages, passes, with_passes
from pbm.reading.words import find
from pbm.rules.order import Sheet
from pbm.rules.turn_names import AS_RECORDED, TurnNames

PARTS = re.compile(r"[()/,:]|\s-\s")
TITLE = r"(?:the\s+)?(?:{power}\s+of\s+)?(?:the\s+)?"
NOT_TAKEN = {"quoted", "above", "in message", "below end", "remark"}
"""Questions about order lines in places where orders do not count."""


class Filled(Struct, frozen=True):
    """A sheet as sent, before pbm accepts or refuses it."""

    where: str
    """The part of the letter that contains it."""
    sheet: Sheet
    game: str | None = None
    turn: int | None = None
    """The turn of the record, by the heading."""
    power: str | None = None
    code: str | None = None
    """As written, not yet checked."""
    headings: dict[str, str] = {}
    """All headings as written, including those not understood."""
    questions: tuple[Question, ...] = ()
    moves: dict[str, str] = {}
    """The changes of address it asks for, by heading."""
    final: bool | None = None
    """Whether it is its player's last word for the turn, if it says so."""
    passes: bool = False
    """Whether it says that nothing is ordered."""
    trial: bool = False
    """Whether it is to be tried, and not to be kept."""
    ignored: tuple[str, ...] = ()
    """The lines that were passed over: greeting, signature, comments, and what is quoted."""
    beside: tuple[str, ...] = ()
    """The sender's own lines that are no part of the sheet, and prose in it."""
    attempted: bool = False
    """Whether a line is much like an order, right or wrong."""
    rival: str = ""
    """A contradiction: a heading given twice, or another sheet in the same letter."""
    doubt: str = ""
    """Why it cannot be told whose orders some of its lines are."""

    def dated(self, names: TurnNames) -> "Filled":
        """The sheet with its turn read as the game counts."""
        return msgspec.structs.replace(self, turn=names.read(self.headings.get("turn", "")))

    @property
    def says_something(self) -> bool:
        """Whether there is a sheet at all: numbered lines without any order are just a list in a letter."""
        said = self.sheet.messages or self.sheet.private or self.sheet.contacts
        wishes = self.headings and (self.passes or self.final is not None or self.moves)
        return bool(self.understood or (self.headings and self.attempted) or said or wishes)

    @property
    def is_only_wish(self) -> bool:
        """Whether it says something of the sheet that was sent before, or of its player, and brings no sheet."""
        return self.sheet.is_only_words and not self.passes and (self.final is not None or bool(self.moves))

    @property
    def only_passes(self) -> bool:
        """Whether it says that nothing is ordered, and nothing else."""
        said = self.sheet.messages or self.sheet.private or self.sheet.contacts
        return self.passes and not (self.understood or self.attempted or said or self.moves)

    @property
    def is_muddled(self) -> bool:
        """Whether most of its lines were not understood."""
        unread = len(self.sheet.lines) - self.understood + len(self.sheet.stray) + len(left_out(self.questions))
        return unread > self.understood

    @property
    def understood(self) -> int:
        return sum(line.order is not None for line in self.sheet.lines.values())

    @property
    def has_orders_aside(self) -> bool:
        return any(question.about in NOT_TAKEN for question in self.questions)


class Found(Struct, frozen=True):
    """The sheets of a letter: usually one, several only if they name different powers."""

    sheets: tuple[Filled, ...] = ()


def find_sheet(texts: Iterable[Text], reader: Reader, earlier: Correspondence = NOTHING) -> Found:
    """Find the sheets in a letter. The HTML version of a text is read only if nothing else contains a sheet."""
    texts = [part for text in texts for part in each_sheet(text, reader, earlier)]
    read = [read_sheet(text, reader, earlier) for text in texts if not text.spare]
    if not any(filled.says_something for filled in read):
        twins = [read_sheet(text, reader, earlier) for text in texts if text.spare]
        read = [*(filled for filled in twins if filled.says_something), *read]
    speaking = [filled for filled in read if filled.says_something]
    speaking = speaking or [filled for filled in read if filled.has_orders_aside or filled.headings][:1]
    games = {game_named(filled.game) for filled in speaking if filled.game}
    speaking = [filled for filled in read if filled in speaking or (games and is_of_another(filled, games))]
    silent = [filled for filled in read if filled not in speaking]
    return Found(tuple(without_twins([completed(filled, silent, reader) for filled in speaking])))


def is_of_another(filled: Filled, games: Collection[str]) -> bool:
    """Whether a sheet has the headings of a game of its own, and words that were not understood."""
    headed = bool(filled.game and filled.code) and game_named(filled.game or "") not in games
    return headed and bool(filled.questions or filled.ignored or filled.beside)


def each_sheet(text: Text, reader: Reader, earlier: Correspondence) -> list[Text]:
    """A text in as many parts as it has sheets of different powers or games, each with its own code, and closed by
    End."""
    if text.form:
        return [text]
    if laid(text.text, reader, earlier):
        return each_of_ours(text, reader)
    own, lines = parted(text.text, reader, earlier).own, in_lines(text.text)
    starts = [block[0] for block in blocks(own)]
    parts = [own[slice(*span)] for span in pairwise([*starts, len(own)])]
    whose = {whose_sheet(first_of(part), reader) for part in parts}
    games = {game_named(first_of(part).get("game", "")) for part in parts}
    codes = {plain(first_of(part).get("code", "")) for part in parts}
    ended = all(any(entry.kind == "end" for entry in part) for part in parts[:-1])
    apart = max(len(whose - {None}), len(games - {""})) == len(codes - {""}) == len(parts)
    if len(parts) < 2 or not ended or not apart:
        return [text]
    cuts = [0, *(own[start].line - 1 for start in starts[1:]), len(lines)]
    return [msgspec.structs.replace(text, text="\n".join(lines[slice(*span)])) for span in pairwise(cuts)]


def whose_sheet(headings: dict[str, str], reader: Reader) -> tuple[str, str] | None:
    """The game and the power that headings name; None if no power of this game, and no game."""
    game, written = game_named(headings.get("game", "")), headings.get("power", "")
    power = power_of(written, reader) or (written.casefold() if game else "")
    return (game, power) if power else None


def each_of_ours(text: Text, reader: Reader) -> list[Text]:
    """Sheets of ours that came back in one text, each from where the one before it ends to its own End. Orders above
    all of them may be for any: then nothing is parted."""
    lines = in_lines(text.text)
    found = list(entries("\n".join(map(unquoted, lines))))
    headed = [block for block in blocks(found) if {"power", "code"} <= {found[at].kind for at in block}]
    signed = {(power_of(first_of(found[at] for at in block)["power"], reader)) for block in headed}
    ends = [next((each.line for each in found[block[-1] :] if each.kind == "end"), 0) for block in headed]
    above = lines[: found[headed[0][0]].line - 1] if headed else []
    typed = any(line.strip() and not QUOTE.match(line) and reader.order(line) for line in above)
    if len(headed) < 2 or typed or None in signed or not len(signed) == len(headed) == len(set(ends) - {0}):
        return [text]
    cuts = [0, *ends[:-1], len(lines)]
    return [msgspec.structs.replace(text, text="\n".join(lines[slice(*span)])) for span in pairwise(cuts)]


def read_sheet(text: Text, reader: Reader, earlier: Correspondence = NOTHING) -> Filled:
    """A text read as a sheet; a text without a sheet gives an empty Filled."""
    found = Parted(list(text.form), []) if text.form else parted(text.text, reader, earlier)
    own = list(with_passes(addressed(found.own, reader.words), reader.order))
    found = replace(found, own=list(closed(own, reader)))
    start, stop = extent(found.own, reader) if not text.form else (0, len(found.own))
    filling = Filling(reader.words, reader, prose=not text.form).fill(found.own[start:stop])
    aside = [*found.remarks, *found.aside]
    questions = (*filling.questions, *outside(found.own, aside, (start, stop), reader))
    rest = first_of([*found.own[:start], *found.own[stop:]])
    printed = quoted_headings(in_order([*found.ours, *found.aside]))
    headings = printed | rest | first_of(chain(*filling.headings.values()))
    rival = contradiction(found.own, start, reader) or rival_orders(found.own, start, reader) or found.rival
    base = Filled(
        text.where,
        filling.sheet(""),
        questions=questions,
        rival=rival,
        moves=moves(found.own, start),
        final=is_final(found.own),
        trial=is_trial(found.own),
        passes=passes(found.own) and not filling.lines,
        attempted=any(reader.resembles(line.text) for line in (*filling.lines.values(), *filling.stray)),
        ignored=tuple(not_hints(passed_over(found, (start, stop), filling.passed, questions), reader)),
        beside=tuple(outside_the_sheet(found, (start, stop), filling.questions)),
        doubt=found.doubt,
    )
    return signed(base, headings, reader)


def passed_over(
    found: Parted, span: tuple[int, int], courtesies: Sequence[SheetLine], questions: Iterable[Question]
) -> Iterator[str]:
    """The lines of a text that are no part of the sheet, and of which nothing is asked."""
    asked = {line for question in questions for line in (question.written, *question.also)}
    start, stop = span
    wishes = {entry.line for entry in outside_messages(found.own) if entry.kind in WISHES}
    outside = [entry for at, entry in enumerate(found.own) if not start <= at < stop or entry.kind == "remark"]
    own = [entry for entry in outside if entry.line not in wishes]
    lines = [
        (entry.line, visible(entry.raw).strip())
        for entry in (*own, *courtesies, *found.aside)
        if entry.kind not in HEADINGS
    ]
    yield from (line for entry in found.remarks if (line := visible(entry.raw).strip()) and line not in asked)
    yield from (line for _, line in sorted(lines) if line and line not in asked)


def outside_the_sheet(found: Parted, span: tuple[int, int], questions: Iterable[Question]) -> Iterator[str]:
    (start, stop), own = span, found.own
    yield from (entry.raw for entry in found.remarks)
    yield from (entry.raw for entry in [*own[:start], *own[stop:]] if entry.kind in ORDER_LINES)
    yield from (question.written for question in questions if question.about == "prose")


def all_in_doubt(texts: Iterable[Text], reader: Reader) -> Filled:
    """Texts without any sheet, read as if they were one: every line in them is asked about."""
    text = next((text for text in texts if not text.form), Text("the file", ""))
    filling = Filling(reader.words, reader, prose=True).fill(parted(text.text, reader).own)
    ignored = tuple(visible(entry.raw).strip() for entry in filling.passed)
    return Filled(text.where, filling.sheet(""), questions=tuple(filling.questions), ignored=ignored)


def not_hints(lines: Iterable[str], reader: Reader) -> Iterator[str]:
    """The lines without the hints that our sheets print behind `;`; an order behind it is none of them."""
    for line in lines:
        _, behind = numbered(line.lstrip("; "))
        if not line.startswith(";") or (reader.begins(behind) and reader.order(behind)):
            yield line


def first_of(entries: Iterable[SheetLine]) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in entries:
        if entry.kind in HEADINGS and entry.value:
            found.setdefault(entry.kind, entry.value)
    return found


def contradiction(own: Sequence[SheetLine], start: int, reader: Reader) -> str:
    """A heading given twice with different values; below End only another power counts."""
    for kind in HEADINGS:
        lines = own if kind == "power" else up_to_end(own, start)
        given = [entry.value for entry in lines if entry.kind == kind and entry.value]
        other = next((value for value in given if meant(kind, value, reader) != meant(kind, given[0], reader)), None)
        if other:
            called = reader.words.power if kind == "power" else kind
            return f"its {called} is given as {given[0]} and as {other}"
    return ""


def meant(kind: str, value: str, reader: Reader) -> str:
    """A heading's value in one standard spelling."""
    if kind == "power":
        return power_of(value, reader) or value.casefold()
    return {"game": game_named, "code": plain}.get(kind, str.casefold)(value)


def game_named(written: str) -> str:
    """game42, Game 42 and 42 are one game."""
    return "".join(written.casefold().split()).strip('.,"#').removeprefix("game")


def signed(filled: Filled, headings: dict[str, str], reader: Reader) -> Filled:
    """The sheet with its headings parsed."""
    power = power_of(headings.get("power", ""), reader)
    questions = filled.questions
    if (wrote := headings.get("power")) and not power:
        close = nearest(wrote, reader.words.powers, {}, reader.words.power_names)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        text = f'no {reader.words.power} is called "{wrote}"{hint}'
        questions = (*questions, Question("heading", 0, wrote, text, reader.words.code_rule))
    return msgspec.structs.replace(
        filled,
        sheet=msgspec.structs.replace(filled.sheet, player=power or ""),
        game=headings.get("game"),
        turn=AS_RECORDED.read(headings.get("turn", "")),
        power=power,
        code=headings.get("code"),
        headings=headings,
        questions=questions,
    )


def power_of(written: str, reader: Reader) -> str | None:
    """The power in a heading: MER, Mercia, Mercia (MER), the crown of Mercia; None if it names two."""
    words = reader.words
    title = re.compile(TITLE.format(power=re.escape(words.power)), re.IGNORECASE)
    parts = [written, *PARTS.split(written)]
    codes = [find(title.sub("", part.strip(), count=1), words.powers, words.power_names) for part in parts]
    found = {code for code in codes if code}
    return found.pop() if len(found) == 1 else None


def completed(filled: Filled, others: Sequence[Filled], reader: Reader) -> Filled:
    """The sheet with missing headings taken from another part of the letter, for example if the orders are attached."""
    lent = {kind: value for other in reversed(others) for kind, value in other.headings.items()}
    return signed(filled, lent | filled.headings, reader) if lent.keys() - filled.headings.keys() else filled


def without_twins(sheets: list[Filled]) -> Iterator[Filled]:
    """Each sheet once; two different sheets for one power are a contradiction."""
    first: dict[tuple[str, str | None], Filled] = {}
    parted = len({game_named(filled.game) for filled in sheets if filled.game}) > 1
    for filled in sheets:
        whose = game_named(filled.game or "") if parted else "", filled.power
        known = first.setdefault(whose, filled)
        if known is not filled and not same_orders(known, filled):
            rival = f"there is one sheet in {known.where} and another in {filled.where}"
            first[whose] = msgspec.structs.replace(known, rival=known.rival or rival)
    yield from first.values()


def same_orders(one: Filled, other: Filled) -> bool:
    return [(n, line.text.upper()) for n, line in sorted(one.sheet.lines.items())] == [
        (n, line.text.upper()) for n, line in sorted(other.sheet.lines.items())
    ]


def with_wish(text: str, final: bool) -> str:
    """A sheet as it was filed, as its player's last word or not."""
    rest = [line for line in text.splitlines() if line not in ("Final", "Not yet")]
    return "\n".join(["Final" if final else "Not yet", *rest, ""])


def written(filled: Filled, power: str = "power") -> str:
    """The sheet as a text file that reads back to the same sheet; `power` is the game's word for a power."""
    headings = {**filled.headings, **({"power": filled.power} if filled.power else {})}
    sheet = filled.sheet
    labels = {kind: kind.capitalize() for kind in HEADINGS} | {"power": power.capitalize()}
    lines = [f"{labels[kind]}: {headings[kind]}" for kind in HEADINGS if kind in headings]
    lines += [] if filled.final is None else ["Final" if filled.final else "Not yet"]
    lines += [f"{line.number}. {line.text}" for _, line in sorted(sheet.lines.items())]
    lines += [f"{line.number}? {line.text}" for line in sheet.stray]
    lines += [f"{kind.capitalize()}: {contact}" for kind, contact in sheet.contacts.items()]
    for message in sheet.messages:
        lines += ["Message:", *(f"| {line}" for line in message.split("\n"))]
    return "\n".join([*lines, "End", ""])
