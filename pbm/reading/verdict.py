"""Accepts or refuses a sheet: the right game and turn, a power in play, and proof of who sent it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct, structs

from pbm.reading.language import Reader
from pbm.reading.letter import Letter, Sender, read_letter
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet import Filled, find_sheet, game_named
from pbm.reading.sheet_code import is_well_formed, same, sheet_code
from pbm.reading.sheet_lines import visible
from pbm.reading.work import TooMuch
from pbm.rules.turn_names import AS_RECORDED, TurnNames, is_set_up


class Policy(StrEnum):
    CODE = "code"
    """Every sheet carries its code."""
    ADDRESS = "address"
    """A registered address is enough, if our own mail server confirms it."""


class Reason(StrEnum):
    """Why a sheet is refused, for programs; SAYS has it for people."""

    NONE = ""
    UNREADABLE = "unreadable"
    TOO_LONG = "too long to read"
    NO_SHEET = "no sheet"
    EMPTY = "empty"
    NO_READER = "no such reader"
    UNREAD = "nothing understood"
    ASIDE = "orders aside"
    TWO_SHEETS = "two sheets"
    WHOSE = "whose orders"
    MUDDLED = "mostly not understood"
    UNKNOWN_GAME = "unknown game"
    GAME_OVER = "game over"
    PAST_TURN = "past turn"
    FUTURE_TURN = "future turn"
    NO_TURN = "no such turn"
    UNKNOWN_POWER = "unknown power"
    OUT_OF_PLAY = "out of play"
    NO_CODE = "no code"
    MISTYPED_CODE = "mistyped code"
    OTHERS_CODE = "another's code"
    OLD_CODE = "old code"
    WRONG_CODE = "wrong code"
    UNKNOWN_SENDER = "unknown sender"
    UNPROVED_SENDER = "unproved sender"
    GONE = "has left"


SAYS = {
    Reason.UNREADABLE: "No turnsheet could be read in it: {problems}.",
    Reason.TOO_LONG: "So much of it would have to be made out that the game stopped reading, and took nothing from it: "
    "send the sheet alone, with one order on each line.",
    Reason.NO_SHEET: "It contains no turnsheet: no headings such as Game: and Code:, and no orders.",
    Reason.EMPTY: "The sheet is empty: it has no order and no message. Every heading and every order is written on a "
    "line of its own.",
    Reason.NO_READER: "Nothing was passed on: {why}.",
    Reason.UNREAD: "None of its lines was understood as an order, so nothing was taken from it. The first: {first}.",
    Reason.ASIDE: "All orders are where they do not count: in quoted lines, below the signature, in a message, or "
    "above the headings. Send them again as your own lines, below the headings.",
    Reason.TWO_SHEETS: "The letter contradicts itself: {rival}. Two sets of orders are never mixed: send one sheet.",
    Reason.MUDDLED: "Most of its lines were not understood, so it does not replace the orders that were accepted "
    "before. The first: {first}. Please send the whole sheet again.",
    Reason.WHOSE: "It cannot be told whose orders some lines are: {doubt}. Nothing was taken from it: please send the "
    "sheet again, with each line under the {power} that it is for.",
    Reason.UNKNOWN_GAME: "The sheet is for game {wrote}, but this is {game}: compare the headings of your report.",
    Reason.GAME_OVER: "{game} is over: {over}.",
    Reason.PAST_TURN: "The sheet is for {wrote}, which has been played; orders are now for {turn}.",
    Reason.FUTURE_TURN: "The sheet is for {wrote}, which has not come yet; orders are now for {turn}.",
    Reason.NO_TURN: '"{wrote}" is not a turn number; orders are now for {turn}.',
    Reason.UNKNOWN_POWER: 'There is no {power} "{wrote}". Use one of {in_play}.',
    Reason.OUT_OF_PLAY: "{name} is not in play, so it cannot give orders.",
    Reason.NO_CODE: "The sheet has no code. You find it at the top of your report and on your turnsheet: write it as a "
    "line of its own, such as Code: K7Q-2MX-F.",
    Reason.MISTYPED_CODE: "The code {code} is mistyped: compare it letter by letter with your newest report.",
    Reason.OTHERS_CODE: "The code {code} belongs to another {power}, not to {name}.",
    Reason.OLD_CODE: "The code {code} was for {past}, and this is {turn}: use the one on your newest report.",
    Reason.WRONG_CODE: "The code {code} is not a code of {game}: compare it letter by letter with your newest report.",
    Reason.UNKNOWN_SENDER: "{address} is not registered for {name}, and the sheet has no code: write the code on it.",
    Reason.UNPROVED_SENDER: "Nothing proves that {address} sent this, and the sheet has no code: write the code on it.",
}


SHOWN = "The code {code} stands in running text, where it does not count: write it on a line of its own, Code: {code}."
UNLIKE = (
    'None of its lines was understood as an order. The first: "{first}".{such} Every order begins with its word; '
    "SEND SHEET brings you the turnsheet again, which shows how orders are written."
)
WORD = re.compile(r"[^\W\d_]+")
BRACES = re.compile(r"[{}<>]")
CODE = re.compile(r"\b\w{3}-\w{3}-\w\b")


@dataclass(frozen=True)
class Expected:
    """What a game accepts now."""

    game: str
    turn: int
    in_play: Collection[str]
    """The codes of those who may send orders."""
    names: Mapping[str, str]
    """All powers, in play or not, and their names."""
    secret: bytes
    power: str = "power"
    """The game's word for a power."""
    over: str = ""
    policy: Policy = Policy.CODE
    registered: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The addresses of each power."""
    newcomers: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """The players who took a power over, by their first turn: it has a code of its own."""
    turn_names: TurnNames = AS_RECORDED

    def name(self, code: str | None) -> str:
        return self.names.get(code or "", f"any {self.power}")

    def code(self, turn: int, power: str) -> str:
        return sheet_code(self.secret, self.game, turn, power, self.newcomers.get((turn, power), ""))


class Verdict(Struct, frozen=True):
    accepted: bool
    reason: Reason
    text: str
    """For the sender: what was wrong, and what to do."""
    power: str | None = None
    """The power of the sheet; if it is refused, the power it names."""
    proof: Policy | None = None

    @property
    def gone(self) -> bool:
        """Whether its sender has left the power, or nobody plays it."""
        return self.reason is Reason.GONE


class Received(Struct, frozen=True):
    """A letter and the verdict on each sheet. A letter without a sheet has one verdict and no sheet."""

    letter: Letter
    judged: tuple[tuple[Filled | None, Verdict], ...]


def receive(
    raw: bytes, reader: Reader, expected: Expected, server: str = "", earlier: Correspondence = NOTHING
) -> Received:
    """Read a letter and judge its sheets; `server` is the name our mail server uses in its checks."""
    return consider(read_letter(raw), reader, expected, server, earlier)


def consider(
    letter: Letter, reader: Reader, expected: Expected, server: str = "", earlier: Correspondence = NOTHING
) -> Received:
    try:
        sheets = find_sheet(letter.texts, reader, earlier).sheets
    except TooMuch:
        return Received(letter, ((None, refuse(Reason.TOO_LONG, None)),))
    if not sheets:
        return Received(letter, ((None, no_sheet(letter)),))
    dated = [dated_by_code(filled.dated(expected.turn_names), expected) for filled in sheets]
    judged = [judge(filled, expected, letter.sender(server)) for filled in dated]
    said = [with_code_shown(verdict, letter) for verdict in judged]
    verdicts = [with_words_shown(verdict, filled, reader) for verdict, filled in zip(said, dated, strict=True)]
    return Received(letter, tuple(zip(dated, verdicts, strict=True)))


def dated_by_code(filled: Filled, expected: Expected) -> Filled:
    """The sheet, for the turn before if it names no turn and has a code of that turn."""
    before = expected.turn - 1
    if before < 1 or not filled.code or "turn" in filled.headings or not owner_of(filled.code, expected, before):
        return filled
    headings = filled.headings | {"turn": str(expected.turn_names.called(before))}
    return structs.replace(filled, turn=before, headings=headings)


def shown_code(letter: Letter) -> str:
    """A code in the running text of a letter."""
    codes = (found[0] for line in letter.lines for found in CODE.finditer(visible(line)))
    return next((code for code in codes if is_well_formed(code)), "")


def with_code_shown(verdict: Verdict, letter: Letter) -> Verdict:
    """The verdict on a sheet without a code, with the code that the letter has elsewhere."""
    if verdict.reason is not Reason.NO_CODE or not (code := shown_code(letter)):
        return verdict
    return structs.replace(verdict, text=SHOWN.format(code=code))


def with_words_shown(verdict: Verdict, filled: Filled, reader: Reader) -> Verdict:
    """The verdict on a sheet with headings whose lines are no orders: which words were not understood, and how the
    orders are written whose words stand in them."""
    lines = [each for each in filled.questions if each.about == "prose"]
    if verdict.reason is not Reason.EMPTY or not lines or not filled.code:
        return verdict
    words = {word for each in lines for word in WORD.findall(each.written.upper())}
    forms = [BRACES.sub("", kind.form.text) for word, kind in reader.actions.items() if word in words]
    such = f" It is written: {'; '.join(forms)}." if forms else ""
    return structs.replace(verdict, text=UNLIKE.format(first=lines[0].written.rstrip(" ."), such=such))


def no_sheet(letter: Letter) -> Verdict:
    if letter.problems:
        return refuse(Reason.UNREADABLE, None, problems="; ".join(letter.problems))
    return refuse(Reason.NO_SHEET, None)


def judge(filled: Filled, expected: Expected, sender: Sender) -> Verdict:
    """The first thing that is wrong, in the order a person would check."""
    wrong = (
        contents(filled)
        or doubtful(filled, expected)
        or game(filled, expected)
        or turn(filled, expected)
        or power(filled, expected)
    )
    return wrong or proof(filled, expected, sender)


def refuse(reason: Reason, whose: str | None, **values: object) -> Verdict:
    return Verdict(False, reason, SAYS[reason].format(**values), whose)


def contents(filled: Filled) -> Verdict | None:
    if filled.rival:
        return refuse(Reason.TWO_SHEETS, filled.power, rival=filled.rival)
    if filled.understood or filled.attempted:
        return None
    if not filled.says_something and (first := first_doubt(filled)):
        return refuse(Reason.UNREAD, filled.power, first=first)
    if filled.has_orders_aside:
        return refuse(Reason.ASIDE, filled.power)
    return None if filled.says_something else without_words(filled)


def doubtful(filled: Filled, expected: Expected) -> Verdict | None:
    return refuse(Reason.WHOSE, filled.power, doubt=filled.doubt, power=expected.power) if filled.doubt else None


def without_words(filled: Filled) -> Verdict:
    """Why nothing is left of a sheet without orders."""
    if lost := next((each for each in filled.questions if each.about == "nobody"), None):
        return refuse(Reason.NO_READER, filled.power, why=lost.text)
    lines = [line.strip() for line in filled.beside if line.strip()]
    empty = refuse(Reason.EMPTY, filled.power)
    if moved := next((each for each in filled.questions if each.about == "move"), None):
        return structs.replace(empty, text=f"{moved.written}: {moved.text}.")
    return structs.replace(empty, text=f"{empty.text} Not read as an order: {lines[0]}.") if lines else empty


def muddled(filled: Filled, whose: str) -> Verdict:
    asked = next((f"{each.written} ({each.text})" for each in filled.questions), "")
    return refuse(Reason.MUDDLED, whose, first=first_doubt(filled) or asked)


def first_doubt(filled: Filled) -> str:
    """The first line that was not understood, with what is wrong in it."""
    lines = [line for _, line in sorted(filled.sheet.lines.items()) if line.refusal]
    return f"{lines[0].text} ({lines[0].refusal.text})" if lines and lines[0].refusal else ""


def game(filled: Filled, expected: Expected) -> Verdict | None:
    if filled.game is not None and game_named(filled.game) != game_named(expected.game):
        return refuse(Reason.UNKNOWN_GAME, filled.power, wrote=filled.game, game=expected.game)
    if expected.over:
        return refuse(Reason.GAME_OVER, filled.power, game=expected.game, over=expected.over)
    return None


def turn(filled: Filled, expected: Expected) -> Verdict | None:
    wrote = filled.headings.get("turn")
    if wrote is None or filled.turn == expected.turn:
        return None
    past = filled.turn is not None and filled.turn < expected.turn
    reason = Reason.NO_TURN if filled.turn is None else Reason.PAST_TURN if past else Reason.FUTURE_TURN
    said = wrote if filled.turn is None else "the set-up" if is_set_up(wrote) else f"turn {wrote}"
    return refuse(reason, filled.power, wrote=said, turn=expected.turn_names.named(expected.turn))


def power(filled: Filled, expected: Expected) -> Verdict | None:
    wrote = filled.headings.get("power")
    if wrote and filled.power is None:
        return refuse(
            Reason.UNKNOWN_POWER, None, power=expected.power, wrote=wrote, in_play=", ".join(expected.in_play)
        )
    return power_in_play(filled.power, expected) if filled.power else None


def power_in_play(whose: str, expected: Expected) -> Verdict | None:
    if whose in expected.in_play:
        return None
    return refuse(Reason.OUT_OF_PLAY, whose, name=expected.name(whose))


def proof(filled: Filled, expected: Expected, sender: Sender) -> Verdict:
    if filled.code:
        return by_code(filled.code, filled.power, expected)
    if expected.policy is Policy.ADDRESS:
        return by_address(filled.power, expected, sender)
    return refuse(Reason.NO_CODE, filled.power)


def by_code(code: str, claimed: str | None, expected: Expected) -> Verdict:
    """A code proves who sent the sheet; a wrong code is refused whatever else proves the sender."""
    if not is_well_formed(code):
        return refuse(Reason.MISTYPED_CODE, claimed, code=code)
    owner = owner_of(code, expected, expected.turn)
    if owner and claimed in {None, owner}:
        return power_in_play(owner, expected) or Verdict(True, Reason.NONE, "", owner, Policy.CODE)
    if owner:
        return refuse(Reason.OTHERS_CODE, claimed, power=expected.power, code=code, name=expected.name(claimed))
    for past in range(expected.turn - 1, 0, -1):
        if whose := owner_of(code, expected, past):
            then, now = (expected.turn_names.named(each) for each in (past, expected.turn))
            return refuse(Reason.OLD_CODE, claimed or whose, code=code, past=then, turn=now)
    return refuse(Reason.WRONG_CODE, claimed, code=code, game=expected.game)


def owner_of(code: str, expected: Expected, turn: int) -> str | None:
    codes = ((power, expected.code(turn, power)) for power in expected.names)
    return next((power for power, right in codes if same(code, right)), None)


def by_address(claimed: str | None, expected: Expected, sender: Sender) -> Verdict:
    """Anybody can forge a From line: it counts only if our own server confirms it."""
    owners = [code for code, addresses in expected.registered.items() if sender.address in map(str.casefold, addresses)]
    owner = claimed or (owners[0] if len(owners) == 1 else None)
    if owner is None or owner not in owners or owner not in expected.in_play:
        address = sender.address or "The sender"
        return refuse(Reason.UNKNOWN_SENDER, claimed, address=address, name=expected.name(claimed))
    if not sender.vouched:
        return refuse(Reason.UNPROVED_SENDER, owner, address=sender.address)
    return Verdict(True, Reason.NONE, "", owner, Policy.ADDRESS)
