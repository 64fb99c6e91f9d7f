"""What commands print about their results."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from pbm.commands.colour import painted
from pbm.mail.sets import expected
from pbm.record.adjudicate import Outcome
from pbm.record.game import COMPUTER, RESULT, Game
from pbm.record.narrative import caret
from pbm.rules import event as events
from pbm.rules.answers import outcomes
from pbm.rules.event import Answered
from pbm.rulesets.contract import Table

EXPLAINED = {
    "account.txt": "the whole turn, round by round",
    "journal.jsonl": "every event, one per line",
    "position.json": "the position after the turn",
    "game.toml": "the house rules of the game",
    "manifest.json": "the seals that prove it",
    "orders": "the sheets that were played",
    "corrections.toml": "your corrections before the turn",
    "rulings.toml": "your rulings during the turn",
    "away.txt": "the powers whose players are away",
    "house.toml": "your changes of house rules",
    "votes.jsonl": "the players' votes",
    "ending.json": "the end of the game, as the players voted",
    "draw.txt": "the public draw",
    "reason.txt": "why the turn was re-run",
    COMPUTER: "the sheets that the computer wrote for missing ones",
}


SAID: dict[events.Outcome, str] = {
    "ok": "done", "failed": "failed", "partial": "done in part", "not obeyed": "not obeyed",
    "not needed": "not needed", "void": "void",
}  # fmt: skip
ALWAYS_SAID = ("ok", "failed")


def summary(game: Game, turn: int, outcome: Outcome, reports: Sequence[Path] = ()) -> str:
    players = [who for who, sheet in outcome.sheets.items() if not sheet.by]
    first = game.result(turn).name == RESULT
    again = "" if first else " again"
    answered = [event for event in outcome.journal if isinstance(event, Answered) and event.sheet in players]
    failures = [event for event in answered if event.outcome == "failed"]
    sheets = {who: outcome.sheets[who] for who in players}
    counts = Counter(
        each for lines in outcomes(outcome.journal, sheets, as_told=True).values() for each in lines.values()
    )
    lines = [
        painted(f"{game.name}: {game.named(turn)} of {outcome.ruleset.title} is adjudicated{again}.", "good"),
        f"{number(len(players), 'sheet')}, {number(counts.total(), outcome.ruleset.language.shape.called)}: "
        f"{counted(counts)}.",
        *by_computer(outcome),
        *failed(failures),
        *stray(outcome),
        "",
        painted(f"Results are in {game.result(turn)}" + (":" if first else ", beside the first:"), "title"),
        *(f"  {name:18}{EXPLAINED[name]}" for name in dict.fromkeys(file.split("/")[0] for file in outcome.files)),
        *reported(reports),
        "",
        *what_next(game, turn, outcome),
    ]
    return "\n".join(lines)


def reported(files: Sequence[Path]) -> Iterator[str]:
    """The reports that were made, by name."""
    if files:
        yield ""
        yield painted(f"Reports are in {files[0].parent}:", "title")
        yield from wrap("  ".join(path.name for path in files), 78, initial_indent="  ", subsequent_indent="  ")


def number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def counted(counts: Counter[events.Outcome]) -> str:
    """The number of lines by outcome."""
    return ", ".join(f"{counts[each]} {word}" for each, word in SAID.items() if counts[each] or each in ALWAYS_SAID)


def by_computer(outcome: Outcome) -> Iterator[str]:
    missing = [f"{who} ({sheet.by})" for who, sheet in outcome.sheets.items() if sheet.by]
    if missing:
        yield f"Played by the computer: {', '.join(missing)}."


def failed(failures: list[Answered]) -> Iterator[str]:
    if failures:
        yield ""
        yield painted("Failed orders (the number in brackets is the paragraph of the rulebook):", "title")
    for event in failures:
        yield painted(f"  {event.sheet} {event.number:2}  {event.order}", "bad")
        for refusal in event.refusals:
            if refusal.column is not None:
                yield " " * 10 + caret(event.order, refusal)
            yield f"          [{refusal.rule}] {refusal.text}"


def stray(outcome: Outcome) -> Iterator[str]:
    lines = [(sheet.player, line) for sheet in outcome.sheets.values() for line in sheet.stray]
    if lines:
        yield ""
        yield painted("Extra lines, not played:", "title")
    for player, line in lines:
        yield f"  {player}     {line.text}"
        if line.refusal:
            yield f"          [{line.refusal.rule}] {line.refusal.text}"


def what_next(game: Game, turn: int, outcome: Outcome) -> Iterator[str]:
    if outcome.result:
        yield f"The game is over: {outcome.result.text}."
        return
    where = "" if game.folder.parent == Path("games") else f" --games {game.folder.parent}"
    yield f"Next: put the orders for {game.named(turn + 1)} into {game.orders(turn + 1)}, one file per power,"
    yield f"{example(game, turn + 1)}then: pbm adjudicate {game.name}{where}"
    yield f"To see the position: pbm show {game.name}{where}"


def example(game: Game, turn: int) -> str:
    """The file of a power that a player may write for, if the game has players."""
    wanted = [power for power in expected(game, turn) if power in game.in_play(turn)]
    return f"for example {min(wanted)}.txt; " if wanted else ""


def lay_out(table: Table) -> str:
    """A table in columns: words align left, numbers align right, a dot stands for nothing."""
    cells = [[shown(cell) for cell in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.header, *cells, strict=True)]
    figures = [all(isinstance(row[i], int) for row in table.rows) for i in range(len(widths))]
    lines = [
        "  ".join(c.rjust(w) if f else c.ljust(w) for c, w, f in zip(row, widths, figures, strict=True)).rstrip()
        for row in ([*table.header], *cells)
    ]
    head, *rest = lines
    return "\n".join([painted(table.title, "title"), painted(f"  {head}", "faint"), *(f"  {line}" for line in rest)])


def shown(cell: str | int) -> str:
    return "·" if cell == 0 else str(cell)
