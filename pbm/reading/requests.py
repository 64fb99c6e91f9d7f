"""What players ask for by mail: SEND REPORT, MAP, RULES, SHEET or DESK, WHO, HELP, DATES us or ZONE Europe/Vienna, in
the subject or alone on a line.

Only the sender's own new lines count, never quoted ones.
"""

import re
from collections.abc import Iterator

import msgspec

from pbm.reading.addressed import addressed
from pbm.reading.language import Reader
from pbm.reading.letter import Letter, Text
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet_lines import in_lines, plainly, visible
from pbm.reading.sheet_parts import parted
from pbm.reading.subjects import begun_by_subject
from pbm.reading.wishes import outside_messages

THING = (
    r"(?:(?:the|my|an?|our|another)(?: +(?:copy|new) +of(?: +(?:the|my))?)? +)?"
    r"(?:(?:last|latest|newest|new|current|blank|empty|fresh) +)?(?:turn(?:'s)? +(?=report))?"
    r"(?P<what{n}>report|map|rules|rulebook|rule book|sheet|turnsheet|turn sheet|desk|order desk)"
    r"(?: +(?:of +|for +|from +)?(?:turn +|the +)?(?P<turn{n}>\d{{1,4}}|set-?up|start))?"
    r"(?:,? +(?:again|once +more))?(?: +to +(?:me|us))?"
)
POLITELY = r"(?:(?:please|pls|plz|kindly),? +)?"
SENDING = rf"(?:(?:could|can|would|will) +you +)?{POLITELY}(?:(?:re-?)?send|e-?mail|mail|forward) +(?:me +|us +)?"
HAVING = (
    r"(?:(?:can|could|may) +(?:i|we) +(?:please +)?(?:have|get|see)|(?:i|we) +(?:need|would +like|(?:have +)?lost)"
    r"|(?:i|we)'d +like"
    r"|(?:i|we) +(?:never|did +not|didn't|have +not|haven't) +(?:get|got|gotten|receive|received|seen?)) +"
)
GREETED = r"(?:(?:hi|hello|hey|dear)\b[\w ]{0,30}[,.!:]+ *)?"
THANKED = (
    r"(?:,? +(?:please|pls|plz))?[ ,.!?]{0,4}"
    r"(?:(?:many +)?(?:thanks|thank +you|thx|cheers)(?: +(?:a +lot|again))?)?[ .!?]*"
)
REQUEST = re.compile(
    rf"{GREETED}{POLITELY}(?:{SENDING}{THING.format(n=1)}|{HAVING}{THING.format(n=2)}|(?P<word>who|help)"
    rf"(?: +(?:is +|are +)?(?:playing|the +players))?){THANKED}",
    re.IGNORECASE,
)
"""What is asked for in commands and in plain words: SEND MAP, could you please send me the map again?"""
SETTING = re.compile(
    r"(?:my +)?(?P<what>dates|(?:time *)?zone)(?: *[:=] *| +)(?P<value>[A-Za-z0-9][\w+/-]{1,40})[ .!]*", re.IGNORECASE
)
"""How dates and times are to be written to the player."""
SAME = {"rulebook": "rules", "rule book": "rules", "turnsheet": "sheet", "turn sheet": "sheet", "order desk": "desk"}
Request = tuple[str, str]
"""What is asked for, and of which turn, as written; empty: the last. Of a setting, what it is to be."""


def request_in(line: str) -> Request | None:
    said = plainly(visible(line))
    if setting := SETTING.fullmatch(said):
        return setting["what"].casefold().removeprefix("time").strip(), setting["value"]
    match = REQUEST.fullmatch(said)
    if not match:
        return None
    word = (match["what1"] or match["what2"] or match["word"]).casefold()
    return SAME.get(word, word), (match["turn1"] or match["turn2"] or "").casefold()


def taken_out(
    letter: Letter, reader: Reader, earlier: Correspondence = NOTHING, answers_gm: bool = False
) -> tuple[tuple[Request, ...], Letter]:
    """The requests of a letter, and the letter without them, with a message that its subject begins."""
    found = [request_in(letter.subject)]
    texts = []
    for text in letter.texts:
        asked, rest = without_requests(text, reader, earlier)
        found += asked if not text.spare or all(each.spare for each in letter.texts) else []
        texts.append(rest)
    kept = msgspec.structs.replace(letter, texts=tuple(texts))
    return tuple(dict.fromkeys(filter(None, found))), begun_by_subject(kept, reader, earlier, answers_gm)


def without_requests(text: Text, reader: Reader, earlier: Correspondence) -> tuple[list[Request | None], Text]:
    asking = dict(requests_in(text, reader, earlier)) if not text.form else {}
    if not asking:
        return [], text
    lines = ["" if number in asking else line for number, line in enumerate(in_lines(text.text), 1)]
    return list(asking.values()), msgspec.structs.replace(text, text="\n".join(lines))


def requests_in(text: Text, reader: Reader, earlier: Correspondence) -> Iterator[tuple[int, Request]]:
    """The requests among the sender's own lines, by line; words in a message are not for us."""
    others = Correspondence(earlier.sent) if is_sent_again(text, earlier) else earlier
    for entry in outside_messages(addressed(parted(text.text, reader, others).own, reader.words)):
        found = request_in(entry.raw) if entry.kind == "other" else None
        if found and not reader.is_order(entry.value):
            yield entry.line, found


def is_sent_again(text: Text, earlier: Correspondence) -> bool:
    """Whether a text is one that its sender sent before, word for word: then it quotes none of theirs."""
    return Correspondence(received=earlier.received).holds(filter(str.strip, in_lines(text.text)))
