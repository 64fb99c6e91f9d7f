"""A search for the letter that costs most to read, game by game: lines, parts and encodings are changed, and what costs
more is kept. `python -m tests.worst_letters` looks for new ones and writes them to tests/letters/worst/.

Cost is counted in units of reading, which are the same on every machine.
"""

import base64
import quopri
import random
import sys
from collections.abc import Callable, Iterator

from pbm.kit.play import game as games
from pbm.reading.language import Reader
from pbm.rulesets import load
from tests import TESTS

WORST = TESTS / "letters" / "worst"
STEPS, LINES = 300, 1_900
JOINTS = (
    "and",
    "then",
    ",",
    ";",
    ".",
    "&",
    "x3",
    "twice",
    "to",
    "from",
    "in",
    "(",
    ")",
    "all but",
    "please",
    "->",
    "/",
)
ROOM = 190
"""So long a line may be that a number still fits behind it."""
SLIPS = ("{0}x", "{0}s", "{0}{0}", "x{0}")


def pool(reader: Reader) -> list[str]:
    """The words that lines are made of."""
    words = [*reader.actions, *reader.words.all_codes, *reader.words.all_names, *map(str, (1, 3, 12)), *JOINTS]
    return [word for word in words if word]


def a_reader(name: str) -> Reader:
    (played,) = games(load(name), 1, 1)
    return played.rules.language.reader(played.world)


def cost(reader: Reader, line: str) -> int:
    """The units that one line takes, read in all the ways in which a letter is read."""
    bounded = reader.within(10**9)
    bounded.resembles(line)
    bounded.may_be_meant(line)
    bounded.read(line)
    bounded.several(line)
    assert bounded.work
    return 10**9 - bounded.work.left


def changed(line: list[str], words: list[str], chance: random.Random) -> list[str]:
    """The line with a word added, removed, replaced or misspelt."""
    at, how = chance.randrange(len(line)), chance.randrange(5)
    if how == 0 and len(line) > 1:
        return line[:at] + line[at + 1 :]
    if how == 1:
        return [*line[:at], chance.choice(SLIPS).format(line[at]), *line[at + 1 :]]
    if how == 2:
        return [*line[:at], chance.choice(words), *line[at:]]
    return [*line[:at], chance.choice(words), *line[at + 1 :]]


def worst_line(reader: Reader, seed: int, steps: int = STEPS) -> str:
    """A line found by climbing: what costs more is kept."""
    chance, words = random.Random(seed), pool(reader)
    best, most = ["x"], 0
    for step in range(steps):
        begun = [chance.choice([*reader.actions]), *chance.choices(words, k=6)]
        line = begun if step % 50 == 0 else changed(best, words, chance)
        text = " ".join(line)
        if len(text) <= ROOM and (units := cost(reader, text)) >= most:
            best, most = line, units
    return " ".join(best)


def lines_like(line: str, number: int) -> Iterator[str]:
    """So many lines like one, no two the same."""
    return (f"{line[:ROOM]} {n}" for n in range(number))


def as_it_is(text: str) -> tuple[str, str]:
    return "Content-Type: text/plain; charset=utf-8", text


def in_base64(text: str) -> tuple[str, str]:
    head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64"
    return head, base64.encodebytes(text.encode()).decode()


def quoted_printable(text: str) -> tuple[str, str]:
    head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable"
    return head, quopri.encodestring(text.encode()).decode()


def as_html(text: str) -> tuple[str, str]:
    return "Content-Type: text/html; charset=utf-8", "<br>".join(text.split("\n"))


def attached(text: str) -> tuple[str, str]:
    each, head = (
        "--x\nContent-Disposition: attachment; filename={}.txt\n\n{}\n",
        "Content-Type: multipart/mixed; boundary=x",
    )
    lines = text.split("\n")
    size = -(-len(lines) // 3)
    parts = ["\n".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    return head, "".join(each.format(number, part) for number, part in enumerate(parts)) + "--x--\n"


def both_ways(text: str) -> tuple[str, str]:
    head = "Content-Type: multipart/alternative; boundary=x"
    plain, html = "--x\nContent-Type: text/plain\n\n{}\n", "--x\nContent-Type: text/html\n\n<pre>{}</pre>\n--x--\n"
    return head, plain.format(text) + html.format(text.replace("x", "y"))


def quoted(text: str) -> tuple[str, str]:
    return as_it_is("\n".join(line if n % 2 else f"> {line}" for n, line in enumerate(text.split("\n"))))


ENVELOPES: tuple[Callable[[str], tuple[str, str]], ...] = (
    as_it_is,
    in_base64,
    quoted_printable,
    as_html,
    attached,
    both_ways,
    quoted,
)


def letter_of(line: str, heading: str, envelope: Callable[[str], tuple[str, str]], number: int = LINES) -> bytes:
    head, body = envelope(f"{heading}\n" + "\n".join(lines_like(line, number)) + "\n")
    return f"From: someone@example.org\nMessage-ID: <worst@example.org>\n{head}\n\n{body}".encode()


def kept(name: str) -> list[str]:
    """The worst lines found for a game so far."""
    return (WORST / f"{name}.txt").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    WORST.mkdir(exist_ok=True)
    for name in sys.argv[1:]:
        reader = a_reader(name)
        lines = sorted((worst_line(reader, seed) for seed in range(4)), key=lambda line: -cost(reader, line))
        known = kept(name) if (WORST / f"{name}.txt").exists() else []
        best = sorted({*lines, *known}, key=lambda line: (-cost(reader, line), line))[:4]
        (WORST / f"{name}.txt").write_text("".join(f"{line}\n" for line in best), encoding="utf-8")
        print(name, [cost(reader, line) for line in best])
