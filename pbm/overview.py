"""What `pbm` alone, `pbm --help` and `pbm --version` print. It needs no library, so that it comes at once."""

import os
import sys
from collections.abc import Iterator, Sequence

from pbm import __version__

COMMANDS = {
    "new": ("game:new", "Set up a game without sign-ups."),
    "games": ("offers:games", "List the games that there are, and those that people may join."),
    "offer": ("offers:offer", "Let people join a game that is to start."),
    "signup": ("signups:signup", "Add a player to a game's sign-up list."),
    "start": ("signups:start", "Start a game with the players who signed up."),
    "adjudicate": ("game:adjudicate", "Adjudicate the next turn."),
    "collect": ("mail:collect", "Read incoming mail and queue receipts."),
    "letters": ("letters:letters", "List and answer the letters that a person must read."),
    "enter": ("mail:enter", "Type in a sheet that came by post."),
    "send": ("mail:send", "Send queued mail."),
    "remind": ("deadlines:remind", "Remind players whose orders are missing."),
    "extend": ("deadlines:extend", "Move the deadline of the next turn."),
    "away": ("players:away", "Note when a player is away."),
    "players": ("players:players", "Show how many turns each player has sent and missed."),
    "people": ("people:people", "Show what people have done over all games, and their rating."),
    "check": ("receipt:check", "Check an order file and print its receipt."),
    "try": ("trial:try_out", "Play the coming turn as a player knows it."),
    "status": ("office:status", "Show missing orders, deadlines and problems."),
    "run": ("office:run", "Collect, adjudicate, report and send for all games (for cron)."),
    "notice": ("office:notice", "Add a note for all players to the next report."),
    "credits": ("office:credits", "Show or change players' turn credits."),
    "takeover": ("signups:takeover", "Give a power to a player on the standby list."),
    "resign": ("signups:resign", "Remove a player who leaves a game."),
    "observe": ("observe:observe", "Mail the roundup of every turn to somebody who does not play."),
    "address": ("signups:address", "Change a player's address."),
    "show": ("game:show", "Show the whole position of a game."),
    "orders": ("computer:orders", "Print the orders a computer player would give."),
    "standby": ("computer:standby", "Give a power back to its last player."),
    "report": ("report:report", "Print or save the reports of a turn."),
    "sheet": ("sheet:sheet", "Print or save the next turnsheet, or the order desk."),
    "schema": ("report:schema", "Print the schema of the JSON reports."),
    "print": ("printing:print_out", "Make one PDF of everything to be posted."),
    "hold": ("holding:hold", "Hold a game: it is not adjudicated until you resume it."),
    "resume": ("holding:resume", "Go on with a game that is held."),
    "votes": ("votes:votes", "Show what the players vote on; end a proposal, or decide it."),
    "undo": ("record:undo", "Undo the last turn, and hold the game."),
    "redo": ("record:redo", "Re-run the last turn with a corrected sheet."),
    "correct": ("record:correct", "Correct a value in the position."),
    "house": ("holding:house", "Change a house rule while the game is played."),
    "account": ("record:account", "Print the full account of a turn."),
    "judge": ("judge:judge", "Judge one turn for another program (JSON)."),
    "verify": ("record:verify", "Verify a game's record."),
    "verify-receipt": ("receipt:verify_receipt", "Verify a signed receipt."),
    "bundle": ("record:bundle", "Make a public file that proves the game was fair."),
    "archive": ("record:archive", "Save a whole game in one file."),
    "migrate": ("record:migrate", "Re-run a game under this version and list what changes."),
    "export": ("people:export", "Write all that is kept of one person into a file for them."),
    "erase": ("record:erase", "Erase a player's personal data."),
    "simulate": ("simulate:simulate", "Play many games with computer players only."),
    "advise": ("simulate:advise", "Give advice on a player's own report."),
    "scaffold": ("scaffold:scaffold", "Write a new game of one action, to begin a ruleset with."),
    "case": ("rulebook:case", "Run rule cases."),
    "rules": ("rulebook:rules", "Print the table of actions."),
    "rulebook": ("rulebook:rulebook", "Make the rulebook, as PDF and HTML."),
    "map": ("rulebook:draw_map", "Draw the map."),
    "replay": ("site:replay", "Replay a game on its map, as a page or a GIF."),
    "serve": ("serve:serve", "Open your desk in the browser, or the public counter."),
    "site": ("site:site", "Write a public site of games."),
    "completion": ("completion:completion", "Print what a shell needs to complete commands and names."),
    "man": ("man:man", "Write a man page for every command."),
    "hooks": ("hooks:hooks", "List what is called after every turn, or call it again."),
}
"""Every command: its function, and its line in the help."""
ABOUT = """Adjudicate games that are played by email and by post.

\b
pbm new game1 --ruleset darkage      start a game
pbm adjudicate game1                 adjudicate its next turn
pbm show game1                       see how it stands

The exit code is 0 if it is done, 1 if it could not be done or something needs you, 2 if the command was not written
as it must be.
"""
"""Its paragraphs; the lines of one that begins with a line of `\\b` stay as they are."""
OPTIONS = (("--version", "Show the version and exit."), ("-h, --help", "Show this message and exit."))
WIDTH = 78
"""Help is never wider; on a narrower terminal it is laid out by the library that reads all other commands."""


def answer(words: Sequence[str]) -> str:
    """What is printed at once, if that is all that was asked for."""
    if list(words) == ["--version"]:
        return f"pbm, version {__version__}\n"
    if list(words) in (["--help"], ["-h"]) and "_PBM_COMPLETE" not in os.environ and is_wide():
        return overview()
    return ""


def is_wide() -> bool:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns) >= WIDTH + 2
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns >= WIDTH + 2  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return True


def overview() -> str:
    parts = ["Usage: pbm [OPTIONS] COMMAND [ARGS]...", *map(paragraph, ABOUT.strip().split("\n\n"))]
    commands = [(name, words) for name, (_, words) in COMMANDS.items()]
    return "\n\n".join([*parts, "Options:\n" + rows(OPTIONS), "Commands:\n" + rows(commands)]) + "\n"


def paragraph(text: str) -> str:
    first, *rest = text.split("\n")
    lines = rest if first == "\b" else filled(text, WIDTH - 2)
    return "\n".join(f"  {line}" for line in lines)


def rows(table: Sequence[tuple[str, str]]) -> str:
    room = 4 + max(len(name) for name, _ in table)
    return "\n".join(
        f"{f'  {name}' if not number else '':{room}}{line}"
        for name, words in table
        for number, line in enumerate(filled(words, WIDTH - room))
    )


def filled(text: str, room: int) -> Iterator[str]:
    """The words in lines of at most so many letters."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > room:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line
