"""What a letter says besides its sheet, its messages and its requests: only a person can read that."""

from collections.abc import Sequence

from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.recall import Correspondence
from pbm.reading.sheet import read_sheet
from pbm.reading.sheet_lines import plainly, visible

COURTEOUS = """hi hello hey dear good morning afternoon evening day there all folks everyone everybody to the game
master gm sir madam team please thanks thank thx you very much many so in advance best kind warm regards wishes
greetings cheers bye goodbye yours sincerely truly faithfully love see soon later take care for now from my sent and
again"""
COURTESY = frozenset(COURTEOUS.split())
SHORT = 4
"""A greeting, a thank-you or a name has at most so many words."""
MARKS = ",.;:!-()*_'\""


def says_more(texts: Sequence[Text], reader: Reader, earlier: Correspondence) -> bool:
    """Whether the sender's own lines hold a sentence that has no place on a sheet."""
    typed = [text for text in texts if not text.form]
    read = [text for text in typed if not text.spare] or typed
    return any(speaks(line) for text in read for line in read_sheet(text, reader, earlier).beside)


def speaks(line: str) -> bool:
    """Whether a line says something to a person: more than a greeting, a thank-you or a name."""
    words = [word for each in plainly(visible(line)).split() if (word := each.strip(MARKS))]
    return "?" in line or len(words) > SHORT or not all(map(is_courteous, words))


def is_courteous(word: str) -> bool:
    return word.casefold() in COURTESY or not word.isalpha() or (word[0].isupper() and word != "I")
