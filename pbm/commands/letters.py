"""The game master's desk: letters that are not orders, or that only a person can read."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from pbm.commands import clock
from pbm.commands.options import games_option, json_option, on_a_terminal, power_code
from pbm.errors import GameError
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.mail.waiting import Waiting

LISTING = "list"
HELP = ("-h", "--help")


class Letters(click.Group):
    """Without a word of its own, it lists: `pbm letters game42`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        asked = args and (args[0] in self.commands or args[0] in HELP)
        return super().parse_args(ctx, args if asked else [LISTING, *args])


@click.group(cls=Letters)
def letters() -> None:
    """List the letters that a person must read: questions, requests, pictures of sheets, and refused orders.

    \b
    pbm letters [GAME]                   what waits, in one game or in all
    pbm letters show N                   read a letter; files that came with it are saved
    pbm letters answer N --text "..."    answer it by mail; --saved NAME with a saved text
    pbm letters answers [NAME]           the texts that you have saved for answers
    pbm letters forward N --to ADDRESS   send it on to somebody else
    pbm letters accept N                 type in the orders that it contains
    pbm letters done N...                it needs nothing more

    N is the number in the list, such as 3, or game42/3 where several games have a letter 3.

    Example: pbm letters game42
    """


@letters.command(LISTING, hidden=True)
@click.argument("name", required=False)
@json_option
@games_option
def listing(name: str | None, as_json: bool, games: Path) -> None:
    """List the letters that wait, of one game or of all.

    Example: pbm letters game42
    """
    from pbm.mail.front_door import correspondent, correspondents
    from pbm.mail.waiting import waiting
    from pbm.office.told import LettersTold, one_letter
    from pbm.office.told import as_json as as_text
    from pbm.record.apart import apart

    those, broken = apart(
        [correspondent(games, name)] if name else correspondents(games),
        lambda game: [(letter.name, in_a_line(letter), one_letter(letter)) for letter in waiting(game)],
    )
    found = [letter for listed in those.values() for letter in listed]
    if as_json:
        click.echo(as_text(LettersTold(tuple(told for _, _, told in found), broken)))
        raise SystemExit(1 if broken else 0)
    for line in [*(line for _, line, _ in found), *(f"{game}: PROBLEM: {words}" for game, words in broken.items())]:
        click.echo(line)
    if found:
        wait = f"{Count(len(found)):letter is waiting/letters are waiting}"
        click.echo(f"{wait}. To read the first: pbm letters show {found[0][0]}")
    elif those:
        click.echo("No letters are waiting.")
    if broken:
        rest = " The letters of all other games are listed." if not name else ""
        raise GameError(f"There were problems in {', '.join(broken)}.{rest}")


def in_a_line(letter: "Waiting") -> str:
    return f"{letter.name}  {when(letter)}  {letter.sender}: {letter.line()}"


def when(letter: "Waiting") -> str:
    from pbm.mail.calendar import day

    return f"{day(letter.entry.arrived)} {letter.entry.arrived:%H:%M}"


def chosen(games: Path, number: str) -> "Waiting":
    from pbm.mail.front_door import correspondents
    from pbm.mail.waiting import find_letter

    return find_letter(correspondents(games), number)


@letters.command()
@click.argument("number", metavar="N")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where to save files that came with it.")
@games_option
def show(number: str, out: Path | None, games: Path) -> None:
    """Read a letter. Files that came with it are saved beside it in the game's inbox, or in another folder.

    Example: pbm letters show 3
    """
    print_letter(chosen(games, number), out)


def print_letter(letter: "Waiting", out: Path | None = None) -> list[tuple[str, bytes]]:
    """Print a letter, and save its files; returns those that may show a sheet."""
    from pbm.mail.compose import body, header
    from pbm.mail.enclosures import PICTURE, save
    from pbm.mail.inbox import Inbox

    inbox, opened = Inbox(letter.game), letter.letter
    click.echo(
        f"Letter {letter.name} from {letter.sender}, {when(letter)} UTC, in {letter.game.named(letter.entry.turn)}"
    )
    click.echo(f"Subject: {header(opened.subject)}")
    if letter.why:
        click.echo(f"Why it is here: {header(letter.why, 1000)}")
    if letter.remedy:
        click.echo(letter.remedy)
    if letter.entry.done:
        click.echo(f"You have dealt with it: {letter.entry.done}.")
    for text in opened.texts:
        if not text.spare:
            click.echo("")
            click.echo(body(text.text).strip("\n"))
    click.echo("")
    saved = save(inbox.raw(letter.entry.hash), out or inbox.folder / f"letter-{letter.entry.number}")
    for path, kind in saved:
        click.echo(f"Came with it: {path}, {kind}")
    click.echo(f"As it came: {inbox.folder / letter.entry.hash}.eml")
    shows = [path for path, kind in saved if kind == PICTURE or path.suffix.casefold() == ".pdf"]
    return [(path.name, path.read_bytes()) for path in shows]


@letters.command()
@click.argument("number", metavar="N")
@click.option("--text", help="The answer; without it you type it, and end with a line that has only a full stop.")
@click.option("--saved", metavar="NAME", help="Answer with a text that you have saved.")
@click.option("--preview", is_flag=True, help="Show the mail; send nothing.")
@click.option("--yes", is_flag=True, help="Do not show the mail and ask first.")
@click.option("--keep", is_flag=True, help="Leave the letter on the list.")
@games_option
def answer(number: str, text: str | None, saved: str | None, preview: bool, yes: bool, keep: bool, games: Path) -> None:
    """Answer a letter by mail, from the game's address, with the letter quoted below.

    The text is that of --text or a saved one, or you type it. At a terminal the mail is shown before it goes, and you
    are asked.

    \b
    Examples: pbm letters answer 3 --text "Three more days are fine."
              pbm letters answer 3 --saved deadline --preview
    """
    from pbm.mail.waiting import close
    from pbm.office.gm_letters import answer_mail, queue_answer
    from pbm.office.saved_answers import saved_answer

    if saved and text is not None:
        raise GameError("Give --text or --saved, not both.")
    letter = chosen(games, number)
    words = saved_answer(games, saved) if saved else text if text is not None else typed()
    to, mail = answer_mail(letter, words)
    if preview or (on_a_terminal() and not yes):
        click.echo(f"To: {to}\nSubject: {mail.subject}\n\n{mail.text.rstrip()}\n")
    if preview:
        click.echo("This was a preview: nothing is queued.")
        return
    if on_a_terminal() and not yes:
        click.confirm("Send it?", abort=True)
    queue_answer(letter, words, clock.now())
    if not keep:
        close(letter, "answered")
    click.echo(f"The answer to {to} is queued: pbm send {letter.game.name}")


@letters.command()
@click.argument("number", metavar="N")
@click.option("--to", required=True, metavar="ADDRESS", help="Where it goes.")
@click.option("--text", default="", help="Your words above it.")
@click.option("--keep", is_flag=True, help="Leave the letter on the list.")
@games_option
def forward(number: str, to: str, text: str, keep: bool, games: Path) -> None:
    """Send a letter on to somebody else, from the game's address, with what came with it.

    Example: pbm letters forward 3 --to treasurer@example.org --text "Is this yours?"
    """
    from pbm.mail.waiting import close
    from pbm.office.gm_letters import queue_forward

    letter = chosen(games, number)
    queue_forward(letter, to, text, clock.now())
    if not keep:
        close(letter, "forwarded")
    click.echo(f"The letter to {to} is queued: pbm send {letter.game.name}")


@letters.command()
@click.argument("name", required=False)
@click.option("--text", help="Save this text under the name.")
@click.option("--remove", is_flag=True, help="Remove the text of that name.")
@games_option
def answers(name: str | None, text: str | None, remove: bool, games: Path) -> None:
    """List the answers that you have saved, show one, or save one.

    They are plain texts in _office/answers, in the games folder, which you may also write with an editor.

    \b
    Examples: pbm letters answers
              pbm letters answers deadline --text "Three more days are fine."
              pbm letters answers deadline
    """
    from pbm.office.saved_answers import remove_answer, save_answer, saved_answer, saved_answers

    if not name and (remove or text is not None):
        raise GameError("Name the answer.")
    if name and remove:
        remove_answer(games, name)
        click.echo(f"The answer {name} is removed.")
    elif name and text is not None:
        click.echo(f"Saved in {save_answer(games, name, text)}.")
    elif name:
        click.echo(saved_answer(games, name).rstrip())
    else:
        for each, words in saved_answers(games).items():
            click.echo(f"{each}: {words.strip().splitlines()[0] if words.strip() else '(empty)'}")
        if not saved_answers(games):
            click.echo("No answer is saved yet. To save one: pbm letters answers NAME --text ...")


def typed() -> str:
    click.echo("Your answer; end with a line that has only a full stop:")
    lines: list[str] = []
    while (line := str(click.prompt("", default="", show_default=False, prompt_suffix=""))) != ".":
        lines.append(line)
    return "\n".join(lines)


@letters.command()
@click.argument("number", metavar="N")
@click.option("--power", help="Whose orders they are, if the sender's address does not say.")
@click.option("--sheet", type=click.File(encoding="utf-8"), help="The whole sheet in a file, or - for the input.")
@click.option("--once", is_flag=True, help="Skip the second typing.")
@click.option("--open", "opening", is_flag=True, help="Open the page with the strips of its picture.")
@games_option
def accept(number: str, power: str | None, sheet: TextIO | None, once: bool, opening: bool, games: Path) -> None:
    """Take a letter as orders after all: you read it, and type in its sheet. It counts from when the letter came.

    If it brings a photo or scan of a printed sheet, you see each line cut out of it; the QR code says whose it is.

    Example: pbm letters accept 3 --power KNT
    """
    from pbm.commands.mail import file_whole, key_in, look_at
    from pbm.office.gm_letters import is_keyed, power_of, take_as_orders

    letter = chosen(games, number)
    code = power_code(letter.game, power) if power else power_of(letter)
    if sheet:
        if not is_keyed(letter, code):
            file_whole(letter.game, code, sheet.read(), letter.entry.arrived)
        take_as_orders(letter)
        click.echo(f"Letter {letter.name} is accepted as orders of {code}.")
        return
    files = print_letter(letter)
    seen = look_at(letter.game, files, code or None) if files else None
    code = code or (seen.power if seen else "")
    if not code:
        raise GameError(f"Whose orders are they? Use --power. The letter came from {letter.sender}.")
    if not is_keyed(letter, code):
        came = letter.entry.arrived.astimezone(dt.UTC).replace(tzinfo=None)
        options = f"{f' --power {code}' * bool(power)}{' --once' * once}{' --open' * opening}"
        to_go_on = f"pbm letters accept {letter.name}{options}"
        if not key_in(letter.game, code, seen.turn if seen else None, came, once, to_go_on, seen, opening):
            click.echo(f"Letter {letter.name} stays on the list.")
            return
    take_as_orders(letter)
    click.echo(f"Letter {letter.name} is accepted as orders of {code}.")


@letters.command()
@click.argument("numbers", nargs=-1, required=True, metavar="N...")
@games_option
def done(numbers: tuple[str, ...], games: Path) -> None:
    """Take letters off the list. They stay in the game's inbox.

    Example: pbm letters done 3 4
    """
    from pbm.mail.waiting import close

    found = [chosen(games, number) for number in numbers]
    for letter in found:
        close(letter, "done")
    click.echo(f"{Count(len(found)):letter is/letters are} off the list.")
