"""Completion in the shell: commands, options, and the names of games, powers, turns, players and rulesets."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, get_completion_class

from pbm.commands.options import HERE

if TYPE_CHECKING:
    from pbm.record.game import Game

from pbm.commands import COMPLETING

ADDED = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/pbm.fish",
    "powershell": "$PROFILE",
}
"""Where each shell looks for it."""
POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $line, $place)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $line.ToString().Substring(0, [Math]::Min($place, $line.ToString().Length))
    $env:COMP_WORD = $word
    %(prog_name)s | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD
}
"""


class PowerShell(ShellComplete):
    name = "powershell"
    source_template = POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        import os
        import shlex

        words, word = shlex.split(os.environ["COMP_WORDS"])[1:], os.environ.get("COMP_WORD", "")
        return (words[:-1] if word and words else words), word

    def format_completion(self, item: CompletionItem) -> str:
        return str(item.value)


def folder(ctx: click.Context) -> Path:
    return Path(ctx.params.get("games") or HERE)


def games(ctx: click.Context) -> Iterator[str]:
    from pbm.record.game import all_games

    yield from (game.name for game in all_games(folder(ctx)))


def game_meant(ctx: click.Context) -> "Game":
    """The game on the line so far; behind an option that still lacks its value click has sorted nothing yet."""
    from pbm.record.game import find

    place = folder(ctx)
    words = (ctx.params.get("name"), ctx.params.get("game"), *ctx.args)
    return find(place, next((word for word in words if word and (place / word).is_dir()), ""))


def powers(ctx: click.Context) -> Iterator[str]:
    game = game_meant(ctx)
    yield from game.in_play(game.last() + 1)


def turns(ctx: click.Context) -> Iterator[str]:
    game = game_meant(ctx)
    yield from (str(game.called(turn)) for turn in game.played())


def rulesets(ctx: click.Context) -> Iterator[str]:
    from pbm.rulesets import names

    yield from names()


def players(ctx: click.Context) -> Iterator[str]:
    from pbm.record.people import people

    yield from people(folder(ctx))


NAMES: Mapping[str, Callable[[click.Context], Iterator[str]]] = {
    "name": games,
    "game": games,
    "power": powers,
    "turn": turns,
    "ruleset": rulesets,
    "player": players,
}
"""What stands for an argument or option of that name."""


def offered(found: Callable[[click.Context], Iterator[str]]) -> Callable[..., list[str]]:
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            return [each for each in found(ctx) if each.casefold().startswith(incomplete.casefold())]
        except Exception:  # whatever is wrong with a game, the shell must not show it in the middle of a line
            return []

    return complete


def with_names(command: click.Command) -> click.Command:
    """A command whose arguments and options are completed with the names that there are."""
    for param in command.params:
        if param.name in NAMES and isinstance(param.type, click.types.StringParamType):
            param._custom_shell_complete = offered(NAMES[param.name])
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        with_names(inner)
    return command


@click.command()
@click.argument("shell", type=click.Choice([*ADDED]))
def completion(shell: str) -> None:
    """Print what a shell needs to complete commands, options, and the names of games, powers, turns and rulesets.

    \b
    Examples: pbm completion bash >> ~/.bashrc
              pbm completion fish > ~/.config/fish/completions/pbm.fish
              pbm completion powershell >> $PROFILE
    """
    click.echo(source(shell, click.get_current_context().find_root().command))


def source(shell: str, program: Any) -> str:
    made = get_completion_class(shell)
    assert made
    return made(program, {}, "pbm", COMPLETING).source_template % {
        "complete_func": "_pbm_completion",
        "complete_var": COMPLETING,
        "prog_name": "pbm",
    }


add_completion_class(PowerShell)
