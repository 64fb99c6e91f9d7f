"""Checking an order file before it is sent or played, and a receipt afterwards."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from pbm.commands.options import games_option, power_code
from pbm.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbm.reading.language import Reader
    from pbm.reading.letter import Letter
    from pbm.reading.sheet import Filled
    from pbm.reading.votes import Vote
    from pbm.receipts.signature import Statement
    from pbm.record.game import Game
    from pbm.reports.paragraphs import Paragraphs
    from pbm.rules.turn_names import Called, TurnNames
    from pbm.rulesets.contract import AnyRuleset

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class Asked(NamedTuple):
    """A file with a sheet, and the options given for it."""

    file: Path
    game: str | None
    power: str | None
    turn: str | None


class Ground(NamedTuple):
    """The rules and the view that a sheet is checked against."""

    ruleset: "AnyRuleset"
    game: str
    turn: int
    view: Any
    filled: "Filled"
    turn_names: "TurnNames"
    book: "Paragraphs | None" = None
    """The rulebook that the receipt links to."""
    votes: tuple[str, ...] = ()
    """What the file proposes or votes: no orders."""
    code: str = ""
    """The code that a mail with this sheet must have, if it is known."""

    @property
    def called(self) -> "Called":
        return self.turn_names.called(self.turn)


@click.command()
@click.argument("file", type=FILE)
@click.option("--game", metavar="NAME", help="The game, if the sheet does not name it.")
@click.option("--power", metavar="CODE", help="The power, if the sheet does not name it.")
@click.option("--turn", metavar="N", help="Check for turn N instead of the next one.")
@click.option("--report", type=FILE, help="A player's own report as JSON, instead of the game's folder.")
@click.option("--json", "as_json", is_flag=True, help="Print how each line was read as JSON.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Also write HTML to this file.")
@games_option
def check(
    file: Path,
    game: str | None,
    power: str | None,
    turn: str | None,
    report: Path | None,
    as_json: bool,
    html: Path | None,
    games: Path,
) -> None:
    """Check an order file (a text or a filled-in PDF) and print its receipt.

    The receipt shows how each order is read, what it costs and leaves, what is wrong with it, and how sure it is, as
    far as the player can know. The exit code is 0 if every line is understood, 1 if one is not or if nothing is.

    \b
    Examples: pbm check mercia.txt --game game42 --power MER
              pbm check mercia.txt --report game42-006-MER.json
    """
    from pbm.files import put
    from pbm.receipts.foresee import foresee
    from pbm.receipts.proposals import proposals
    from pbm.receipts.receipt import receipt, receipt_html, receipt_text
    from pbm.rehearsal.broken import counted

    asked = Asked(file, game, power, turn)
    ground = by_report(asked, report, any_turn=True) if report else by_game(asked, games)
    sheet, rules = ground.filled.sheet, ground.ruleset
    with counted() as broken:
        foresight = foresee(rules, ground.game, ground.view, sheet, ground.turn)
    for each in broken[:1] if not foresight.plays else ():
        click.echo(f"Warning: no rehearsal came to its end. {each}. Set PBM_DEBUG=1 to see where.", err=True)
    asks, ignored = ground.filled.questions, ground.filled.ignored
    nearest = proposals(rules, ground.view, sheet, asks)
    votes = [f"{vote}: no order, and no line of the sheet. It counts once it is mailed." for vote in ground.votes]
    notes = (*wrong_code(ground), *votes, *nearest)
    made = receipt(rules.title, ground.game, ground.called, sheet, foresight, asks, notes, ignored=ignored)
    click.echo(as_data(ground) if as_json else receipt_text(made), nl=as_json)
    if html:
        put(html, receipt_html(made, ground.book).encode())
    if not made.is_understood:
        raise click.exceptions.Exit(1)


def wrong_code(ground: Ground) -> "Iterator[str]":
    """What a mail would be refused for."""
    from pbm.reading.sheet_code import same

    written = ground.filled.code
    if written and ground.code and not same(written, ground.code):
        yield f"The code {written} is not that of this turn's sheet: a mail with it is refused."


def as_data(ground: Ground) -> str:
    """How each line was read, as JSON; a line without a place on the sheet has the number 0."""
    from pbm.reading.sheet_filling import left_out

    filled = ground.filled
    lines = [*(line for _, line in sorted(filled.sheet.lines.items())), *filled.sheet.stray]
    rows = [
        (line.number, line.text, str(line.order) if line.order else None, line.refusal.text if line.refusal else None)
        for line in lines
    ]
    rows += [(0, written, None, why) for written, why in left_out(filled.questions)]
    data = {
        "game": ground.game,
        "turn": ground.called,
        "power": filled.sheet.player,
        "understood": filled.understood,
        "lines": [dict(zip(("number", "written", "order", "why"), row, strict=True)) for row in rows],
        "ignored": list(filled.ignored),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode()


def by_report(asked: Asked, report: Path, any_turn: bool = False) -> Ground:
    """Check against the player's own report alone; with `any_turn` the command can be told the turn."""
    from pbm.computer.advise import REMEDY, ruleset
    from pbm.reports.schema import read_report
    from pbm.rules.turn_names import TurnNames

    content = report.read_bytes()
    try:
        head = read_report(content).masthead
        rules = ruleset(head, str(report))
        game, view = rules.sight.from_report(content)
    except msgspec.DecodeError as error:
        raise GameError(f"{report} is not a player's report: {error}. {REMEDY}") from None
    turn, names = view.turn + 1, TurnNames(head.turn != view.turn)
    filled = the_sheet(asked._replace(power=view.who), rules, rules.sight.known(view)).dated(names)
    wrote = names.read(asked.turn) if asked.turn else filled.turn
    refuse_wrong_turn(names, wrote, turn, f"{report} is the report before {names.named(turn)}", any_turn)
    votes = votes_of(asked, rules, rules.sight.known(view))
    return Ground(rules, game, turn, view, filled, names, votes=votes, code=head.sheet_code or "")


def by_game(asked: Asked, games: Path) -> Ground:
    """Check against the game's record, using only the player's view of it."""
    from pbm.record.codes import code_of
    from pbm.record.correcting import coming as opening
    from pbm.record.game import find, refuse_over
    from pbm.record.rulebook_link import paragraphs

    name = asked.game or game_named(asked.file)
    if not name:
        raise GameError(f"{asked.file} does not name its game. Begin it with Game: NAME, or use --game NAME.")
    game = find(games, name)
    asked = asked._replace(power=power_code(game, asked.power) if asked.power else None)
    rules = game.config().ruleset
    coming = (game.turn_meant(asked.turn) if asked.turn else 0) or game.last() + 1
    world = opening(game).world if coming == game.last() + 1 else game.config().open(game.position(coming - 1))
    refuse_over(game, coming - 1)
    names = game.turn_names
    filled = the_sheet(asked, rules, world).dated(names)
    refuse_wrong_turn(names, filled.turn, coming, f"the next turn of {game.name} is {game.which(coming)}")
    who = filled.sheet.player
    if who not in rules.state.players(world):
        raise GameError(f"{who} is not in play in {game.name}; there are {', '.join(rules.state.players(world))}.")
    view = rules.sight.view(world, history(game, coming - 1), who)
    votes = votes_of(asked, rules, world)
    return Ground(rules, game.name, coming, view, filled, names, paragraphs(game), votes, code_of(game, coming, who))


def history(game: "Game", turn: int) -> list[Any]:
    return game.config().ruleset.book.journal.read(game.journal(turn))


def game_named(file: Path) -> str | None:
    """The game that the sheet names."""
    from pbm.reading.letter import read_file
    from pbm.reading.sheet_lines import entries

    texts = read_file(file.name, file.read_bytes()).texts
    found = (entry for text in texts for entry in (text.form or entries(text.text)))
    return next((entry.value for entry in found if entry.kind == "game" and entry.value), None)


def refuse_wrong_turn(names: "TurnNames", wrote: int | None, coming: int, state: str, any_turn: bool = True) -> None:
    if wrote is not None and wrote != coming:
        remedy = f" If you mean that turn, use --turn {names.called(wrote)}." if any_turn else ""
        raise GameError(f"The sheet is for {names.named(wrote)}, and {state}.{remedy}")


def the_sheet(asked: Asked, rules: "AnyRuleset", world: Any) -> "Filled":
    """The one sheet in the file to check; a text file is read as it is played from the folder of the orders."""
    from pbm.reading.filed import as_filed
    from pbm.reading.letter import TEXT_ENDINGS
    from pbm.reading.sheet import all_in_doubt, find_sheet

    reader = rules.language.reader(world)
    _, letter = in_parts(asked, reader)
    sheets = find_sheet(letter.texts, reader).sheets
    headed = any(filled.says_something or filled.headings for filled in sheets)
    if letter.texts and not headed and asked.power:
        sheets = (all_in_doubt(letter.texts, reader),)
    theirs = [filled for filled in sheets if asked.power in (None, filled.power) or not filled.power]
    if not theirs:
        raise GameError(f"{asked.file} has no sheet: {'; '.join(letter.problems) or 'no orders were found in it'}.")
    filled = theirs[0]
    who = filled.power or asked.power
    if filled.rival or len(theirs) > 1 or not who:
        trouble = filled.rival or ("it holds several sheets" if len(theirs) > 1 else "it does not name its power")
        raise GameError(f"{asked.file}: {trouble}. Use --power CODE, and put only one sheet in a file.")
    filled = msgspec.structs.replace(filled, sheet=msgspec.structs.replace(filled.sheet, player=who))
    is_alone = len(sheets) == 1 and asked.file.name.lower().endswith(TEXT_ENDINGS)
    return as_filed(filled, letter.texts[0], reader) if is_alone and letter.texts else filled


def in_parts(asked: Asked, reader: "Reader") -> "tuple[tuple[Vote, ...], Letter]":
    """The votes in the file, and the rest: so it is read when it comes by mail."""
    from pbm.reading.letter import read_file
    from pbm.reading.votes import votes_taken_out

    return votes_taken_out(read_file(asked.file.name, asked.file.read_bytes()), reader)


def votes_of(asked: Asked, rules: "AnyRuleset", world: Any) -> tuple[str, ...]:
    votes, _ = in_parts(asked, rules.language.reader(world))
    return tuple(vote.written for vote in votes)


@click.command("verify-receipt")
@click.argument("file", type=FILE)
@click.option("--key", metavar="HEX", help="The game's public key, from the welcome letter.")
@click.option("--game", metavar="NAME", help="Use the folder of this game instead of the key.")
@games_option
def verify_receipt(file: Path, key: str | None, game: str | None, games: Path) -> None:
    """Verify a receipt (a text or a saved mail) with the public key, or with the game's folder.

    With the game's folder it also says whether the turn was adjudicated with these orders.

    \b
    Examples: pbm verify-receipt receipt.txt --key 3b6a27bc...
              pbm verify-receipt receipt.eml --game game42
    """
    from pbm.receipts.receipt import short
    from pbm.receipts.signature import is_genuine, read_signed
    from pbm.record.stated import text_in
    from pbm.rules.turn_names import spoken

    signed = read_signed(text_in(file), str(file))
    said = signed.statement
    public, (agrees, more) = (key, (True, "")) if key else of_game(games, game or said.game, said)
    if not is_genuine(signed, public):
        raise GameError(f"{file} is not genuine: it was changed, or the key is another game's.")
    turn = spoken(int(said.turn) if said.turn.isdecimal() else said.turn)
    click.echo(f"{file} is genuine: orders of {said.power} for {turn} of {said.game}, received on")
    click.echo(f"{said.received} UTC, fingerprint {short(said.orders)}.")
    click.echo("The signature vouches for that fingerprint, not for the lines above it.")
    if not agrees:
        raise GameError(more)
    if more:
        click.echo(more)


def of_game(games: Path, name: str, said: "Statement") -> tuple[str, tuple[bool, str]]:
    """The public key from a game's folder, and whether its record agrees with the receipt."""
    from pbm.mail.agreed import agrees
    from pbm.record.game import find
    from pbm.record.signing import has_key, public_key

    game = find(games, name)
    if not has_key(game):
        raise GameError(f"{game.folder} has no receipt-key: give the public key from the welcome letter with --key.")
    return public_key(game), agrees(game, said)
