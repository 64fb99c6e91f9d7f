"""What people write around the matter of a letter: greetings, thanks, names."""

from pbm.reading.sheet_lines import plainly, visible

COURTEOUS = """hi hello hey dear good morning afternoon evening day there all folks everyone everybody to the game
master gm sir madam team please thanks thank thx you very much many so in advance best kind warm regards wishes
greetings cheers bye goodbye yours sincerely truly faithfully love see soon later take care for now from my sent and
again"""
COURTESY = frozenset(COURTEOUS.split())
GREETING = """hi hello hey dear good thanks thank thx cheers regards best kind warm greetings yours sincerely bye
goodbye"""
GREETINGS = frozenset(GREETING.split())
"""The first word of a greeting or a farewell."""
SHORT = 4
"""A greeting, a thank-you or a name has at most so many words."""
MARKS = ",.;:!-()*_'\""


def speaks(line: str) -> bool:
    """Whether a line says something to a person: more than a greeting, a thank-you or a name."""
    words = words_of(line)
    return "?" in line or len(words) > SHORT or not all(map(is_courteous, words))


def greets(line: str) -> bool:
    """Whether a line is a greeting or a farewell, and nothing more."""
    return not speaks(line) and any(word.casefold() in GREETINGS for word in words_of(line)[:1])


def words_of(line: str) -> list[str]:
    return [word for each in plainly(visible(line)).split() if (word := each.strip(MARKS))]


def is_courteous(word: str) -> bool:
    return word.casefold() in COURTESY or not word.isalpha() or (word[0].isupper() and word != "I")
