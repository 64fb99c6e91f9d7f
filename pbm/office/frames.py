"""The letterhead of each report of a turn, from game.toml, players.toml and the calendar.

Letterheads are saved with the turn when its reports are first made, so that a reprint has the same bytes as the
original, whatever has changed in those files since.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import content_of, put, put_json, read_json
from pbm.mail.calendar import day, deadline, extension, spoken
from pbm.mail.settings import dates, post
from pbm.mail.votes import ballots, told_in_reports
from pbm.mail.words import may_propose
from pbm.office.about import about
from pbm.office.attendance import came
from pbm.office.attendance import told as told_of_people
from pbm.office.credits import TURN, balance, discount, keeps_credits, read
from pbm.office.remade import remade
from pbm.reading.sheet_code import sheet_code
from pbm.receipts.receipt import orders_hash, short
from pbm.record.adjudicate import read_sheets
from pbm.record.clockface import USUAL, Clockface
from pbm.record.codes import code_of, newcomers
from pbm.record.config import read_table
from pbm.record.draw import told
from pbm.record.game import CONFIG, NOTICES, ORDERS, Game
from pbm.record.holders import readers
from pbm.record.house import HOUSE
from pbm.record.house import told as told_of_house
from pbm.record.manifest import digest
from pbm.record.players import Player
from pbm.record.seals import kept_promise, promise
from pbm.reports import Frame
from pbm.reports.sections import Fact
from pbm.rules.event import counted
from pbm.rules.order import Sheet
from pbm.rules.turn_names import SET_UP

KEPT = "letters.json"
LOW_CREDITS, MOST_DISCOUNTS = 2, 10


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[report] in game.toml: the head of every report; every key is optional."""

    gm: str = ""
    orders_to: str = ""
    """The email address for orders; by default that of [mail]."""
    post_to: tuple[str, ...] = ()
    date: str = ""
    deadline: str = ""
    """Both come from [calendar] by default."""
    note: str = ""
    """A note to everyone."""


def heading_of(game: Game) -> Heading:
    return heading_in(game.folder.parent, game.read(CONFIG), str(game.folder / CONFIG))


def heading_in(games: Path, settings: bytes, where: str) -> Heading:
    """As the game's settings say; what they leave out is as the office says."""
    own, office = read_table(settings, "report", Heading, where) or Heading(), about(games)
    return msgspec.structs.replace(own, gm=own.gm or office.gm, post_to=own.post_to or office.post_to)


class Kept(msgspec.Struct, frozen=True):
    """The letterheads of a turn, and the hash of the result they belong to."""

    manifest: str | None
    frames: dict[str, Frame]


def frames(game: Game, turn: int, keep: bool = True) -> dict[str, Frame]:
    """The frame of every power, and under "" that of the roundup: as saved, or made now and saved if they are to be
    kept."""
    path, manifest = game.turn(turn) / KEPT, game.manifest_hash(turn)
    kept = read_kept(path)
    if kept is None or kept.manifest != manifest:
        kept = Kept(manifest, written(game, turn, kept.manifest if kept else None, readers(game, turn)))
        if keep:
            put_json(path, kept)
    return with_new_codes(game, turn, kept.frames)


def with_new_codes(game: Game, turn: int, frames: dict[str, Frame]) -> dict[str, Frame]:
    """Whoever takes a power over has another code than the letter to the player before them."""
    new = [power for first, power in newcomers(game) if first == turn + 1 and power in frames]
    return frames | {
        power: msgspec.structs.replace(frames[power], sheet_code=code_of(game, turn + 1, power)) for power in new
    }


def read_kept(path: Path) -> Kept | None:
    return read_json(path, Kept, None, "Delete it: letters will be made again.")


def written(game: Game, turn: int, before: str | None, people: Mapping[str, Player]) -> dict[str, Frame]:
    """All frames of a turn, for those people; `before` is the manifest of the result that they were last made for."""
    config, sheets = game.config_of(turn), played(game, turn)
    public, in_play = heading(game, turn), config.ruleset.state.players(config.open(game.position(turn)))
    codes = dict.fromkeys([*in_play, *people, *sheets])
    again = remade(game, turn, people, before)
    made = {"": public} | {
        code: addressed(public, game, turn, code, people.get(code, Player()), sheets.get(code)) for code in codes
    }
    return {code: msgspec.structs.replace(frame, again=again.get(code, ())) for code, frame in made.items()}


def addressed(public: Frame, game: Game, turn: int, code: str, player: Player, sheet: Sheet | None) -> Frame:
    credits, discounts = paid(game, player)
    turns = [("credits", "Turn credits", credits), ("discounts", "Discounts", discounts)]
    shown, is_open = Player() if game.people().anonymous else player, turn == game.last() and not game.ended(turn)
    made, due = made_on(game, turn), deadline(game, turn + 1) if not heading_of(game).deadline else None
    return msgspec.structs.replace(
        public,
        player=shown.name,
        address=shown.address,
        date=heading_of(game).date or (day(made, player.clock) if made else ""),
        deadline=spoken(due, player.clock) if due and public.deadline else public.deadline,
        note=noted(game, turn, heading_of(game).note, player.clock),
        facts=tuple(Fact(key, label, owing(count)) for key, label, count in turns if count is not None),
        warnings=(
            *told_of_set_up(game, turn, code, sheet),
            *(low(credits) if not game.ended(turn) else ()),
            *told_of_votes(game, turn, code, player.clock),
        ),
        closing=tuple(closing(credits, discounts)),
        votes=tuple(ballots(game, code, player.clock)) if is_open else (),
        proposals=tuple(may_propose(game)) if is_open else (),
        sheet_code=sheet_code(game.secret(), game.name, turn + 1, code),
        receipt=short(orders_hash(game.name, game.called(turn), sheet)) if sheet else "",
    )


def heading(game: Game, turn: int) -> Frame:
    """What all letters of the turn have in common; when the game is over, there are no orders to send."""
    given, calendar, over = heading_of(game), dates(game), game.ended(turn) is not None
    made, due = made_on(game, turn), deadline(game, turn + 1)
    return Frame(
        game=game.name,
        date=given.date or (day(made) if made else ""),
        gm=given.gm,
        orders_to="" if over else given.orders_to or post(game).address,
        post_to=() if over else given.post_to,
        deadline="" if over else given.deadline or (spoken(due) if due else ""),
        note=noted(game, turn, given.note),
        record=game.manifest_hash(turn) or "",
        draw=told(game, game.config_of(turn), turn),
        early=calendar.early if calendar and calendar.early != "no" else "",
    )


def made_on(game: Game, turn: int) -> dt.datetime | None:
    """When the turn was played, if that is known; else when it was due."""
    due, kept = deadline(game, turn) if turn else None, extension(game, turn)
    if not due or not kept.played or kept.result != game.manifest_hash(turn):
        return due
    return kept.played.astimezone(due.tzinfo)


def told_of_clock(game: Game, turn: int, clock: Clockface) -> Iterator[str]:
    """Why the next deadline is not the one of the calendar."""
    next_one, due = extension(game, turn + 1), deadline(game, turn + 1)
    if turn and due and next_one.not_before and extension(game, turn).result == game.manifest_hash(turn):
        late = f"{game.named(turn).capitalize()} was played later than planned"
        yield f"{late}, so {game.named(turn + 1)} is due on {spoken(due, clock)}."


def noted(game: Game, turn: int, standing: str, clock: Clockface = USUAL) -> str:
    """The game master's notes to everyone, the permanent one and that of this turn; and on a line of its own what the
    game itself has to say."""
    path = game.turn(turn) / NOTICES
    now = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    own = [sentence(standing), *map(sentence, now)]
    more = [told_of_secret(game, turn), *told_of_clock(game, turn, clock), *told_of_people(game, turn)]
    more += told_of_house(game.config_of(turn).ruleset, game.named(turn), content_of(game.result(turn) / HOUSE))
    return "\n".join(filter(None, (" ".join(filter(None, lines)) for lines in (own, more))))


def give_notice(game: Game, words: str) -> int:
    """Add a note of the game master to everyone, and return the turn whose reports will carry it."""
    if not words.split():
        raise GameError("The note is empty: write what the players are to read.")
    turn = game.last() + 1
    path = game.turn(turn) / NOTICES
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    put(path, (before + " ".join(words.split()) + "\n").encode())
    return turn


def told_of_votes(game: Game, turn: int, power: str, clock: Clockface) -> Iterator[str]:
    """The proposals that stand when the report of the last turn is made."""
    if turn == game.last() and not game.ended(turn):
        yield from told_in_reports(game, power, clock)


def told_of_set_up(game: Game, turn: int, power: str, sheet: Sheet | None) -> Iterator[str]:
    """To whoever sent no set-up; where the rules count that as a missed turn, they say so themselves."""
    if game.called(turn) == SET_UP and not sheet and power in came(game, turn).spared:
        yield "No set-up came from you, so it was made for you as the rules say. That does not count as a missed turn."


def told_of_secret(game: Game, turn: int) -> str:
    """Its hash before the first turn; itself when the game is over."""
    secret = game.secret()
    if game.ended(turn):
        return kept_promise(secret.hex(), digest(secret))
    return "" if turn else promise(digest(secret))


def sentence(text: str) -> str:
    """A note with a full stop, so that it does not run into the next."""
    return text + "." * bool(text.strip() and text.rstrip()[-1].isalnum())


def paid(game: Game, player: Player) -> tuple[int | None, int | None]:
    """Turns paid for and discount, from the ledger if the player has an account; nothing without credits."""
    games = game.folder.parent
    if not keeps_credits(games):
        return None, None
    entries = read(games) if player.id else []
    if not any(entry.player == player.id for entry in entries):
        return player.credits, player.discounts
    return balance(entries, player.id) // TURN, discount(entries, player.id)


def owing(count: int) -> str:
    """An account in words that is overdrawn."""
    return str(count) if count >= 0 else f"none, {-count} owed"


def low(credits: int | None) -> Iterator[str]:
    if credits is not None and credits <= LOW_CREDITS:
        if credits > 0:
            yield f"Only {counted(credits, 'turn is', 'turns are')} paid for."
        else:
            owed = f" {counted(-credits, 'turn that was played is', 'turns that were played are')} not paid for yet."
            yield f"No further turn is paid for.{owed if credits else ''}"


def closing(credits: int | None, discounts: int | None) -> Iterator[str]:
    """The balance of an account after the end of the game."""
    if discounts is not None:
        yield f"Earlier discounts: {discounts} (at most {MOST_DISCOUNTS} with those of this game)."
    if credits is not None and credits < 0:
        yield f"{counted(-credits, 'turn that was played is', 'turns that were played are')} not paid for yet."
    elif credits:
        go = "goes" if credits == 1 else "go"
        yield f"{counted(credits, 'turn', 'turns')} paid for and not played {go} with you into your next game."


def played(game: Game, turn: int) -> dict[str, Sheet]:
    """The sheets that players sent for a turn, from the record."""
    if not turn:
        return {}
    config, folder = game.config_of(turn), game.result(turn) / ORDERS
    texts = {path.name: path.read_bytes() for path in sorted(folder.glob("*"))}
    return read_sheets(config.ruleset, config.open(game.position(turn - 1)), texts, config.joining(turn))
