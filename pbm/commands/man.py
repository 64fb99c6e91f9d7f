"""Man pages, made from the help of the commands."""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

import click

from pbm import __version__

EXIT = (
    ("0", "It is done."),
    ("1", "It could not be done, or something needs you: standard error or the output says what."),
    ("2", "The command was not written as it must be."),
)
"""What every command's exit code means; a command whose code says more says so in its help."""


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("man1"),
    show_default=True,
    help="The folder to write to.",
)
def man(out: Path) -> None:
    """Write a man page for every command, as pbm-COMMAND.1.

    Example: pbm man --out ~/.local/share/man/man1
    """
    from pbm.files import make, put

    make(out)
    program = click.get_current_context().find_root().command
    for name, page in pages(program):
        put(out / f"{name}.1", page.encode())
    click.echo(f"Written to {out}. To read one: man {out / 'pbm.1'}")


def pages(program: click.Command, name: str = "pbm", parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """The name and the page of a command and of all within it."""
    ctx = click.Context(program, info_name=name, parent=parent)
    yield ctx.command_path.replace(" ", "-"), page(ctx)
    if isinstance(program, click.Group):
        for inner in program.list_commands(ctx):
            found = program.get_command(ctx, inner)
            if found and not found.hidden:
                yield from pages(found, inner, ctx)


def page(ctx: click.Context) -> str:
    title, command = ctx.command_path.replace(" ", "-"), ctx.command
    parts = [
        f'.TH "{title.upper()}" "1" "" "pbm {__version__}"\n.ad l',
        section("NAME", rf"{roff(title)} \- {roff(command.get_short_help_str(200))}"),
        section("SYNOPSIS", rf"\fB{roff(ctx.command_path)}\fR {roff(' '.join(command.collect_usage_pieces(ctx)))}"),
        section("DESCRIPTION", "\n.PP\n".join(described(command.help or ""))),
        section("OPTIONS", "\n".join(listed(options(ctx)))),
        section("COMMANDS", "\n".join(listed(within(ctx)))),
        section("EXIT STATUS", "\n".join(listed(EXIT))),
    ]
    return "\n".join(filter(None, parts)) + "\n"


def section(title: str, text: str) -> str:
    return f".SH {title}\n{text}" if text else ""


def described(text: str) -> Iterator[str]:
    """The paragraphs of a help; those that click must not wrap keep their lines."""
    for part in cleandoc(text).split("\n\n"):
        as_it_is = part.startswith("\b")
        lines = [roff(line) for line in part.removeprefix("\b").strip("\n").splitlines()]
        yield "\n".join([".nf", *lines, ".fi"] if as_it_is else lines)


def options(ctx: click.Context) -> Iterator[tuple[str, str]]:
    for param in ctx.command.get_params(ctx):
        if record := param.get_help_record(ctx):
            yield record


def within(ctx: click.Context) -> Iterator[tuple[str, str]]:
    """The commands of a group, with the first sentence of each."""
    group = ctx.command
    for name in group.list_commands(ctx) if isinstance(group, click.Group) else ():
        found = group.get_command(ctx, name) if isinstance(group, click.Group) else None
        if found and not found.hidden:
            yield f"{ctx.command_path} {name}", found.get_short_help_str(200)


def listed(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in rows:
        yield f".TP\n\\fB{roff(name)}\\fR\n{roff(text)}".rstrip()


def roff(text: str) -> str:
    """Text in which nothing is a command to the formatter; a line may end after one of several choices."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("|", r"|\:")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
