"""What is called after every turn: commands and webhooks, each with the public result of the turn as JSON.

A hook is called once for every result. Whatever it does, the run goes on; a run that was ended in the middle of a call
calls again, with the same id.
"""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec

from pbm.errors import said
from pbm.files import alone, put_json, read_json
from pbm.mail.calendar import deadline
from pbm.mail.compose import header
from pbm.office.credits import office
from pbm.office.hook_settings import WEB, hooks_of, name_of
from pbm.record.game import Game, all_games
from pbm.reports.schema import render_json
from pbm.rules.event import Count
from pbm.rules.turn_names import Called
from pbm.site import webhook
from pbm.site.chronicle import chronicle, worth_telling

CALLED, LOCKED = "hooks.json", "hooks"
FINE = "done"
SECRETS = ("PASSWORD", "SECRET", "TOKEN")
"""Variables of the environment with these words in their names are not handed on."""
SHORT, LONGEST = 200, 2000
"""The most letters of what a failed command said, and how much of it is read."""


class Told(msgspec.Struct, frozen=True):
    """The public result of a turn: all of it is on the site too."""

    id: str
    """The same whenever this result is told, and never that of another."""
    game: str
    ruleset: str
    title: str
    turn: Called
    corrected: bool
    """Whether an earlier result of the turn was told before."""
    news: list[str]
    """Conquests, battles and whatever else changed hands, in sentences."""
    next: str
    """When the orders for the next turn are due, as 2026-11-20T18:00:00+00:00; empty if that is not known."""
    over: str
    """How the game ended; empty while it goes on."""
    winners: list[str]
    roundup: msgspec.Raw
    """As in the JSON reports."""


class Calls(msgspec.Struct, frozen=True):
    """What was called for which result, and how it went."""

    result: str | None = None
    made: dict[str, str] = {}


def call_hooks(games: Path) -> Iterator[tuple[str, str, bool]]:
    """Call what is to be called; what was done for which game, and whether it is an error."""
    for game in all_games(games):
        try:
            if hooks_of(game):
                for turn in turns_to_tell(game):
                    yield from ((game.name, words, wrong) for words, wrong in call_for(game, turn))
        except Exception as error:  # whatever is wrong with one game must not stop the others
            yield game.name, f"hooks: {said(error)}", True


def turns_to_tell(game: Game) -> list[int]:
    """The turns since the last that was told; if none was, only the last."""
    last = game.last()
    told = next((turn for turn in range(last, 0, -1) if calls(game, turn).result), None)
    return list(range(told or max(last, 1), last + 1))


def calls(game: Game, turn: int) -> Calls:
    return read_json(game.turn(turn) / CALLED, Calls, Calls(), "Delete it: the hooks will be called again.")


def call_for(game: Game, turn: int, again: bool = False) -> Iterator[tuple[str, bool]]:
    """Call the hooks that were not yet called for the result of a turn, or all of them again; one run at a time."""
    games = game.folder.parent
    with alone(office(games) / LOCKED, "", wait=True):
        result, before = game.manifest_hash(turn), calls(game, turn)
        made = {**before.made} if before.result == result and not again else {}
        wanted = [(hook, seconds) for hook, seconds in hooks_of(game) if mark(hook) not in made]
        content = public_result(game, turn, before.result not in (None, result)) if wanted else b""
        for hook, seconds in wanted:
            fault = call(hook, content, seconds, games)
            made[mark(hook)] = fault or FINE
            put_json(game.turn(turn) / CALLED, Calls(result, made), private=True)
            words = f"the hook {name_of(hook)} for {game.named(turn)}"
            yield (f"{words} failed: {fault}", True) if fault else (f"{words} was called", False)


def mark(hook: str) -> str:
    """A hook in our file: its address may be a password."""
    return sha256(hook.encode()).hexdigest()[:12]


def public_result(game: Game, turn: int, corrected: bool = False) -> bytes:
    told, due = chronicle(game), deadline(game, turn + 1)
    shown = next(each for each in told.turns if each.number == turn)
    ended = turn == game.last() and bool(told.result)
    content = Told(
        id=sha256(f"{game.name}:{turn}:{game.manifest_hash(turn)}".encode()).hexdigest()[:32],
        game=told.game,
        ruleset=told.ruleset,
        title=told.title,
        turn=shown.called,
        corrected=corrected,
        news=worth_telling(told, shown),
        next=due.isoformat() if due and not ended else "",
        over=told.result if ended else "",
        winners=list(told.winners) if ended else [],
        roundup=msgspec.Raw(render_json(shown.roundup)),
    )
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


# the call itself


def call(hook: str, content: bytes, seconds: int, place: Path) -> str:
    """Run a hook with the content as its input; what went wrong, or nothing."""
    web = hook.startswith(WEB)
    command = [sys.executable, "-I", webhook.__file__] if web else shlex.split(hook)
    given = {name: value for name, value in os.environ.items() if not any(word in name.upper() for word in SECRETS)}
    with tempfile.TemporaryFile() as letter, tempfile.TemporaryFile() as errors:
        letter.write(content)
        letter.seek(0)
        try:
            process = subprocess.Popen(
                command,
                stdin=letter,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=place,
                env=given | ({webhook.ADDRESS: hook} if web else {}),
                start_new_session=True,
            )
        except OSError as error:
            return error.strerror or str(error)
        return waited_for(process, seconds) or ended_well(process.returncode, errors, web)


def waited_for(process: "subprocess.Popen[bytes]", seconds: int) -> str:
    """Wait for a hook, and end it with all that it began if it takes too long."""
    try:
        process.wait(seconds)
        return ""
    except subprocess.TimeoutExpired:
        return f"it took more than {Count(seconds):second/seconds}, and was ended"
    finally:
        if process.poll() is None:
            end(process)


def end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def ended_well(code: int, errors: IO[bytes], web: bool) -> str:
    if not code:
        return ""
    errors.seek(0)
    words = header(errors.read(LONGEST).decode("utf-8", "replace"), SHORT)
    return words if web and words else f"it ended with code {code}{f': {words}' if words else ''}"
