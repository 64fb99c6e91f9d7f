"""The sheet of a text file as a turn plays it that finds the file among its orders.

There every line that is no heading, comment or message is a line of the sheet, and has its number. Only a letter has
lines around its sheet, and leaves out what is no order.
"""

from collections.abc import Iterable, Iterator

import msgspec

from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.sheet import Filled, not_hints
from pbm.reading.sheet_filling import Question
from pbm.reading.sheet_lines import entries, numbered, visible

AROUND = {"quoted", "above", "below"}
"""Questions about lines that a letter leaves out, because they are outside its sheet."""


def as_filed(filled: Filled, text: Text, reader: Reader) -> Filled:
    """The sheet that was found in a text as if in a letter, read as the file that it is."""
    filling = reader.filling(text.text)
    remarks = (visible(entry.raw).strip() for entry in entries(text.text) if entry.kind == "remark")
    return msgspec.structs.replace(
        filled,
        sheet=filling.sheet(filled.sheet.player),
        questions=(*filling.questions, *of_a_letter(filled.questions, reader)),
        ignored=tuple(not_hints(remarks, reader)),
    )


def of_a_letter(questions: Iterable[Question], reader: Reader) -> Iterator[Question]:
    """What is asked about the headings, and about orders that count in a file and not in a letter."""
    for each in questions:
        if each.about == "heading":
            yield each
        elif each.about in AROUND and any(is_order(line, reader) for line in (each.written, *each.also)):
            yield msgspec.structs.replace(each, about="mail", text=f"in a mail this is {each.text}")


def is_order(line: str, reader: Reader) -> bool:
    return reader.order(numbered(line)[1]) is not None
