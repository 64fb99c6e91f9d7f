"""What people write around the matter of a letter: greetings, thanks, small talk, names."""

import re

from pbm.reading.sheet_lines import plainly, visible

SAID = """hi hello hey dear ave hail salve good morning afternoon evening day night week weekend holiday holidays
christmas easter year happy merry sir sirs madam folks everyone everybody friend friends mate boss chief team gm
umpire umpires referee ref moderator judge host master gamemaster please pls thanks thank thx ta cheers regards wishes
greetings best kind warm bye goodbye yours sincerely truly faithfully love luck sorry apologies hope hoping well fine
great nice lovely fun quick enjoy enjoyed congratulations congrats played done orders order turn sheet sheets turnsheet
moves actions report game below above attached enclosed follows following attachment sent again looking forward see
soon later care over out rest ok okay hm hmm ah oh"""
SOCIAL = frozenset(SAID.split())
BESIDE = """the a an of for to and in on at as by with from my our your me us you i we i'm we're it its it's this that
that's these here here's there is are was were be been being am have has had so very much many more too now then just
also still all let what find read running take next last first new once advance"""
PLAIN = frozenset(BESIDE.split())
"""Words that may stand beside those."""
FREELY = re.compile(
    r"(?:and +)?(?:(?:many|my|our|best|kind|warm|warmest) +)?(?:thanks|thank you|thx|regards|greetings|wishes|cheers"
    r"|happy|merry|congratulations|congrats|good luck|looking forward|(?:apologies|sorry) (?:for|about)|sorry i'?m late"
    r"|have an? (?:good|great|nice|lovely|fine)|let (?:me|us) know if)\b",
    re.IGNORECASE,
)
"""How a clause begins that is a courtesy whatever follows, unless it takes something back."""
TURNING = re.compile(r"\b(?:not|no|never|but|please|can|could|would|should|wrong|missing|instead|\w+n't)\b", re.I)
CLAUSE = re.compile(r"[,.;:!()]+|\s-+\s")
NAMES = 4
"""A signature has at most so many words."""
MARKS = ",.;:!-()*_'\""


def speaks(line: str) -> bool:
    """Whether a line says something to a person: more than courtesies and names."""
    text = plainly(visible(line))
    clauses = [clause for part in CLAUSE.split(text) if (clause := part.strip(MARKS + " "))]
    named = [word for clause in clauses for word in clause.split() if not is_courteous(word)]
    return "?" in line or not all(map(is_courtesy, clauses)) or (len(named) > NAMES and not FREELY.match(text))


def greets(line: str) -> bool:
    """Whether a line is a courtesy, and more than a name."""
    words = words_of(line)
    if not words or speaks(line) or not is_courteous(words[0]):
        return False
    return bool(FREELY.match(line.strip())) or any(word.casefold() in SOCIAL for word in words)


def is_small_talk(line: str) -> bool:
    """Whether a line has nothing but words of courtesy, and no name that might be one of the game."""
    return greets(line) and all(word.casefold() in SOCIAL | PLAIN for word in words_of(line))


def words_of(line: str) -> list[str]:
    return [word for each in plainly(visible(line)).split() if (word := each.strip(MARKS))]


def is_courtesy(clause: str) -> bool:
    if FREELY.match(clause) and not TURNING.search(clause):
        return True
    return all(is_courteous(word) or is_name(word) for word in words_of(clause))


def is_courteous(word: str) -> bool:
    return word.casefold() in SOCIAL | PLAIN


def is_name(word: str) -> bool:
    """Whether a word may be a name, or the number of a telephone; H05 is neither."""
    return word[0].isupper() and word.isalpha() if word[0].isalpha() else not word[-1].isalpha()
