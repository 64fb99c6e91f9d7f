"""Orders in and answers out: collect, enter, send."""

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, TextIO

import click

from pbm.commands import clock
from pbm.commands.options import games_option, power_code
from pbm.errors import GameError
from pbm.reports.tell import finished
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.mail.inbox import Arrival, Judged
    from pbm.office.scanned import Scanned
    from pbm.reading.language import Reader
    from pbm.record.game import Game
    from pbm.scan.strips import Strip

PICTURE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("name")
@click.argument("places", nargs=-1, metavar="[PLACE]...")
@click.option("--clock-is-right", is_flag=True, help="Go on even if stored letters have later times than now.")
@games_option
def collect(name: str, places: tuple[str, ...], clock_is_right: bool, games: Path) -> None:
    """Read letters with orders, check them, and queue the receipts.

    A PLACE is a Maildir, an mbox, a folder or a file, or an IMAP folder as imaps://user@host/INBOX; without one,
    pbm reads the inbox named in game.toml. Each letter is taken once, however often it is found.

    \b
    Examples: pbm collect game42
              pbm collect game42 ~/Maildir sheets/mercia.pdf
    """
    from pbm.mail.front_door import if_open
    from pbm.mail.intake import collect as take_in
    from pbm.mail.settings import post
    from pbm.mail.sources import source, sources_of
    from pbm.mail.waiting import waiting
    from pbm.office.address_changes import follow_moves
    from pbm.office.reception import receive
    from pbm.office.requests import answer_requests
    from pbm.record.game import find

    game = find(games, name)
    mail = post(game)
    if not (places or mail.inboxes):
        raise GameError(
            f"Where are the letters of {name}? Name a Maildir, an mbox, a folder or a file, or give game.toml "
            '[mail] inbox = "imaps://user@host/INBOX".'
        )
    found = [source(place, mail) for place in places] if places else sources_of(game)
    done = take_in(game, found, clock.now(), clock_is_right)
    office = if_open(games)
    told_by_office = [f"  office: {words}" for words in receive(office, clock.now())] if office else []
    with game.locked():
        moved = [f"  {words}" for words in (*follow_moves(game, clock.now()), *answer_requests(game, clock.now()))]
    for line in (*(told(game, entry) for entry in done.entries), *done.remarks, *moved, *told_by_office):
        click.echo(line)
    again = f"; {done.again} had been taken before" if done.again else ""
    click.echo(finished(f"{Count(len(done.entries)):letter/letters} taken{again}"))
    for line in who_is_in(game):
        click.echo(line)
    if number := len(waiting(game)):
        click.echo(f"{Count(number):letter is waiting/letters are waiting} for you: pbm letters {name}")


def told(game: "Game", entry: "Arrival") -> str:
    """One letter as one line."""
    from pbm.mail.settled import NOT_ORDERS
    from pbm.rules.turn_names import headed

    sheets = [sheet for sheet in entry.sheets if sheet.kind not in NOT_ORDERS]
    about = [
        f"{sheet.power or '???'} {headed(game.called(sheet.turn))} {outcome(sheet).rstrip('.')}" for sheet in sheets
    ]
    yours = [f"letter {entry.number} for you to read"] if entry.number else []
    said = "; ".join([*about, *([entry.note] if entry.note else []), *yours]) or "not dealt with"
    return f"  {entry.hash[:8]}  {entry.sender or entry.place}: {said}"


def outcome(sheet: "Judged") -> str:
    from pbm.mail.inbox import TRIED

    if not sheet.accepted:
        return f"REFUSED: {sheet.reason}"
    if sheet.only_words:
        return sheet.reason if sheet.reason == TRIED else f"only messages: {sheet.reason}".rstrip(": ")
    return "accepted, but late" if sheet.late else "accepted"


def who_is_in(game: "Game") -> Iterator[str]:
    from pbm.mail.calendar import deadline, spoken
    from pbm.mail.sets import expected, gone, missing
    from pbm.record.holding import held
    from pbm.rules.turn_names import headed

    if ended := game.ended():
        yield f"{game.name} is over: {ended.text}."
        return
    turn = game.last() + 1
    wanted, absent, travelling = expected(game, turn), missing(game, turn), gone(game, turn)
    due = deadline(game, turn)
    when = f", due {spoken(due)}" if due else ""
    called = headed(game.called(turn)).capitalize()
    yield f"{called}{when}: {len(wanted) - len(absent) - len(travelling)} of {len(wanted)} are in."
    if absent:
        yield f"  missing: {', '.join(absent)}"
    if travelling:
        yield f"  away: {', '.join(travelling)}"
    if why := held(game):
        yield f"  held: {why}"


@click.command()
@click.argument("name")
@click.argument("power", required=False)
@click.option("--picture", "pictures", multiple=True, type=PICTURE, help="A photo or scan of the sheet, or of a page.")
@click.option("--open", "opening", is_flag=True, help="Open the page with the strips of the picture.")
@click.option("--sheet", type=click.File(encoding="utf-8"), help="The whole sheet in a file, or - for the input.")
@click.option("--turn", metavar="N", help="The turn on the sheet, if not the coming one.")
@click.option("--arrived", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M"]), help="When it came, if not now (UTC).")
@click.option("--once", is_flag=True, help="Skip the second typing.")
@games_option
def enter(
    name: str,
    power: str | None,
    pictures: tuple[Path, ...],
    opening: bool,
    sheet: TextIO | None,
    turn: str | None,
    arrived: dt.datetime | None,
    once: bool,
    games: Path,
) -> None:
    """Type in a sheet that came by post. Each line is checked at once; then you type it all again, and pbm compares.

    Type < to go back a line. If you break off with Ctrl-C, what you typed is kept for the next time. With a picture of
    the sheet you see each line cut out of it, and the QR code says whose it is.

    \b
    Examples: pbm enter game42 MER --arrived 2026-11-19
              pbm enter game42 --picture sheet.jpg --open
              pbm enter game42 MER --sheet mercia.txt
    """
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    code = power_code(game, power) if power else None
    meant = game.turn_meant(turn) if turn else None
    if sheet:
        file_whole(game, code or "", sheet.read(), arrived.replace(tzinfo=dt.UTC) if arrived else None, meant)
        return
    seen = look_at(game, [(path.name, path.read_bytes()) for path in pictures], code, meant) if pictures else None
    if not (code or seen):
        raise GameError("Whose sheet is it? Name the power behind the game.")
    whose, words = code or (seen.power if seen else ""), ["pbm enter", name, code or ""]
    words += [f'--picture "{path}"' for path in pictures] + ["--open" * opening]
    words += [f"--turn {turn}" if turn else "", "--once" if once else ""]
    when = f'--arrived "{arrived:%Y-%m-%d %H:%M}"' if arrived else ""
    to_go_on = " ".join(filter(None, [*words, when]))
    key_in(game, whose, meant or (seen.turn if seen else None), arrived, once, to_go_on, seen, opening)


def look_at(
    game: "Game", files: Sequence[tuple[str, bytes]], power: str | None, turn: int | None = None
) -> "Scanned | None":
    """The sheet in these files, if it is the one that is meant; None with a word on why it cannot be shown."""
    from pbm.office.scanned import scanned

    try:
        seen = scanned(game, files)
    except GameError as error:
        click.echo(f"No strips: {error}")
        return None
    for remark in seen.remarks:
        click.echo(f"  {remark}")
    if (power and power != seen.power) or (turn and turn != seen.turn):
        click.echo(
            f"The picture shows {seen.power}'s sheet for {game.named(seen.turn)}, which is not this one: no strips."
        )
        return None
    return seen


def key_in(
    game: "Game",
    code_of: str,
    turn: int | None,
    arrived: dt.datetime | None,
    once: bool,
    to_go_on: str,
    seen: "Scanned | None" = None,
    opening: bool = False,
) -> bool:
    """Type in a sheet and file it, beside its picture if there is one; `to_go_on` is the command that takes it up again
    if the typing is broken off. Return whether anything was typed."""
    from pbm.mail.counter import open_counter
    from pbm.mail.drafts import keep, key_draft, place, take_up
    from pbm.mail.intake import enter as file_away
    from pbm.mail.keying import Keyed, ask_code
    from pbm.mail.neighbours import MOST_AHEAD
    from pbm.mail.sets import chosen, put_by_hand
    from pbm.rules.names import opened

    counter, name, named = open_counter(game, clock.now()), game.name, game.named
    with counter.game.locked():
        pass  # better to learn now than after an hour of typing that the game cannot be written to
    number = turn or counter.turn
    if code_of not in counter.expected.in_play:
        raise GameError(f"{code_of} cannot give orders. Use one of {', '.join(counter.expected.in_play)}.")
    if arrived and arrived.replace(tzinfo=dt.UTC) > clock.now():
        raise GameError(f"The sheet cannot have arrived on {arrived:%Y-%m-%d %H:%M}: that is in the future.")
    if not counter.turn - 1 <= number <= counter.turn + MOST_AHEAD:
        raise GameError(
            f"You can enter sheets for {named(counter.turn)}, late ones for {named(counter.turn - 1)}, "
            f"and in advance up to {named(counter.turn + MOST_AHEAD)}."
        )
    label, called = counter.expected.power, counter.game.called(number)
    click.echo(opened(f"{counter.name(code_of)} ({code_of}), {named(number)} of {name}."))
    path = place(counter.game, number, code_of)
    strips = show_strips(seen, path.with_suffix(""), counter.reader, opening) if seen else []
    draft = take_up(path, ask, click.echo, len(strips))
    try:
        right = counter.expected.code(min(number, counter.turn), code_of)
        code = right if seen and proves(seen.code, right) else ask_code(right, label, ask, click.echo)
        keyed = key_draft(counter.reader, draft, once, ask, click.echo, strips)
    except click.Abort:
        if keep(path, draft):
            click.echo(f"\nWhat you typed is kept. To go on: {to_go_on}")
        raise
    if keyed == Keyed():
        path.unlink(missing_ok=True)
        rmtree(path.with_suffix(""), ignore_errors=True)
        click.echo("Nothing was typed, so nothing was taken in. A sheet that gives no orders is entered as PASS.")
        return False
    moment = arrived.replace(tzinfo=dt.UTC) if arrived else clock.now()
    filed = file_away(counter.game, code_of, keyed.text(name, called, code_of, code, label), moment, clock.now())
    path.unlink(missing_ok=True)
    rmtree(path.with_suffix(""), ignore_errors=True)
    click.echo(told(counter.game, filed))
    counts = chosen(counter.game, number, code_of)
    if counts and counts.hash != filed.hash:
        click.echo(f"  It does not count: the set that arrived {counts.arrived:%Y-%m-%d %H:%M} UTC is newer.")
    elif put_by_hand(counter.game, number, code_of):
        click.echo(f"  It does not count: orders/{code_of}.txt was put there by hand. Delete that file to use it.")
    for line in who_is_in(counter.game):
        click.echo(line)
    return True


def file_whole(
    game: "Game", power: str, text: str, arrived: dt.datetime | None = None, turn: int | None = None
) -> None:
    """File a sheet that was written down whole."""
    from pbm.mail.typed import file_typed

    if not power:
        raise GameError("Whose sheet is it? Name the power behind the game.")
    filed = file_typed(game, power, text, clock.now(), arrived, turn)
    click.echo(told(game, filed))
    for line in who_is_in(game):
        click.echo(line)


def show_strips(seen: "Scanned", folder: Path, reader: "Reader", opening: bool) -> "list[Strip]":
    """Save the strips for the game master to look at, with what they look like, and say where."""
    from pbm.office.scanned import save, suggest
    from pbm.scan.letters import can_read

    suggest(seen.strips, reader)
    page = save(seen.strips, folder)
    click.echo(f"All strips of the picture: {page}")
    if not can_read():
        click.echo("Nothing is suggested: tesseract is not installed.")
    if opening:
        click.launch(str(page))
    return seen.strips


def proves(code: str, right: str) -> bool:
    """Whether the sheet code in the QR code is right; says so."""
    from pbm.reading.sheet_code import same

    found = same(code, right)
    click.echo("Its sheet code is right." if found else f"  {code}, in the QR code, is not the code of this sheet.")
    return found


def ask(words: str) -> str:
    return str(click.prompt(words, default="", show_default=False, prompt_suffix=": "))


@click.command()
@click.argument("name")
@click.option("--eml", type=click.Path(file_okay=False, path_type=Path), help="Write files to this folder instead.")
@click.option("--dry-run", is_flag=True, help="List what would be sent; send nothing.")
@click.option("--preview", is_flag=True, help="Show every mail that would be sent; send nothing.")
@click.option("--failed", is_flag=True, help="Send failed mails again, to the addresses now in players.toml.")
@click.option("--all", "without_brake", is_flag=True, help="Send even if far more than usual is queued.")
@click.option("--test", "testing", is_flag=True, help="Only send a letter to yourself, and look for it in the inbox.")
@games_option
def send(
    name: str,
    eml: Path | None,
    dry_run: bool,
    preview: bool,
    failed: bool,
    without_brake: bool,
    testing: bool,
    games: Path,
) -> None:
    """Send the receipts, reminders and reports in the outbox. Each is sent once, however often you run this.

    \b
    Examples: pbm send game42
              pbm send game42 --eml to-send
              pbm send office --test
    """
    import time

    from pbm.mail.front_door import Office, correspondent
    from pbm.mail.outbox import Outbox
    from pbm.mail.smtp import postman, retry_failed, write_out
    from pbm.mail.smtp import send as send_all
    from pbm.office.welcome import queue_welcomes
    from pbm.rules.names import opened

    outbox = Outbox(correspondent(games, name))
    if testing:
        say_whether_mail_goes(outbox.game)
        return
    if not isinstance(outbox.game, Office):
        for words in made_anew(games, outbox.game) if not (dry_run or preview) else ():
            click.echo(finished(opened(words)))
        list(queue_welcomes(outbox.game, clock.now()))
    if failed:
        retry_failed(outbox, clock.now())
    if dry_run or preview:
        for id in outbox.waiting(clock.now()):
            click.echo(f"  {id}  to {outbox.recipient(id)}")
            if preview:
                click.echo(shown(outbox.path(id).read_bytes()))
    elif eml:
        out = len(write_out(outbox, eml, clock.now))
        as_sent = f"; {'it counts' if out == 1 else 'they count'} as sent" if out else ""
        click.echo(finished(f"{Count(out):mail/mails} written to {eml}{as_sent}"))
        return
    elif outbox.waiting(clock.now()) or outbox.doubtful():
        done = send_all(outbox, postman(outbox), clock.now, time.sleep, without_brake)
        click.echo(
            finished(f"{Count(len(done.sent)):mail/mails} sent")
            + (f" {len(done.proved)} had gone out before." * bool(done.proved))
        )
        if done.held:
            click.echo(done.held)
        if done.trouble:
            click.echo(f"The server says: {done.trouble}")
    if problems := list(unsent(outbox)):
        click.echo("\n".join(problems))
        raise SystemExit(0 if dry_run or preview else 1)
    click.echo("No mail to send.")


def say_whether_mail_goes(game: "Game") -> None:
    import time

    from pbm.office.own_letter import try_mail

    for line in try_mail(game, clock.now(), time.sleep):
        click.echo(line)


def made_anew(games: Path, game: "Game") -> list[str]:
    """Letters that were queued so long ago that their deadline is past or too near are made again."""
    from pbm.office.clock import freshen
    from pbm.office.round import report_all

    with game.locked():
        words = freshen(game, clock.now())
    return [*words, *(report_all(games, game, clock.now) if words else ())]


def shown(raw: bytes) -> str:
    """A mail as its reader sees it, without pictures."""
    from email import message_from_bytes
    from email.policy import default

    mail = message_from_bytes(raw, policy=default)
    text = mail.get_body(("plain", "html"))
    files = [f"Attached: {part.get_filename()}" for part in mail.iter_attachments()]
    words = str(text.get_content()).rstrip() if text else ""
    return "\n".join([f"Subject: {mail['Subject']}", "", words, "", *files, *([""] if files else [])])


def unsent(outbox: object) -> Iterator[str]:
    """The mails not sent, and why."""
    from pbm.mail.outbox import Outbox

    assert isinstance(outbox, Outbox)
    for note in outbox.failed():
        yield f"FAILED  {note.id} to {outbox.recipient(note.id)}: {note.words}"
    for note in outbox.doubtful():
        yield f"in doubt  {note.id}: it may have been sent at {note.at:%H:%M:%S} UTC; the next run will find out"
    if waiting := outbox.waiting(clock.now()):
        yield f"{Count(len(waiting)):mail is waiting/mails are waiting}: pbm send {outbox.game.name}"
