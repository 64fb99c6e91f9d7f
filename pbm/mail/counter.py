"""The counter where letters are read: what the game expects now, its players, and the time."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from msgspec import structs

from pbm.mail.addresses import addresses, powers_at
from pbm.mail.answer import Ground
from pbm.mail.authority import Effect, Permit, Proof, permit, shown_by
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.correspondence import correspondence
from pbm.mail.former import former_addresses, former_code, reached, refused_for_empty, refused_to_former
from pbm.mail.front_door import FrontDoor, front_door
from pbm.mail.inbox import KEYED, Arrival, Inbox
from pbm.mail.loops import Headers, headers
from pbm.mail.memory import letters_of
from pbm.mail.neighbours import MOST_AHEAD, Neighbour, neighbours, unnamed
from pbm.mail.outbox import GM, Outbox
from pbm.mail.route import Route, own_part, route
from pbm.mail.sets import expected as awaited
from pbm.mail.settings import Post, post
from pbm.mail.sources import FILED
from pbm.mail.taken import Taken
from pbm.reading.beside import said_beside
from pbm.reading.glance import Glance, shortened
from pbm.reading.language import Reader
from pbm.reading.letter import Letter, read_letter
from pbm.reading.recall import Correspondence
from pbm.reading.requests import Request, taken_out
from pbm.reading.sheet import Filled
from pbm.reading.sheet_code import plain
from pbm.reading.sheet_lines import shows_code
from pbm.reading.verdict import Expected, Policy, Reason, Received, Verdict, consider, judge, owner_of, proof
from pbm.reading.votes import Vote, votes_taken_out
from pbm.reading.wishes import is_trial_subject
from pbm.reading.work import TooMuch
from pbm.record.clockface import USUAL, Clockface
from pbm.record.codes import newcomers
from pbm.record.correcting import coming, told
from pbm.record.game import Game
from pbm.record.holders import latest
from pbm.record.holding import held, the_hold
from pbm.record.house import told as told_of_house
from pbm.record.rulebook_link import paragraphs
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.names import Word, word
from pbm.rulesets.contract import AnyRuleset

TOO_LONG = "more than can be read"
MOST_WORK = 7_500
"""The units that the reading of a letter may cost: about three seconds."""
OUTDATED = (Reason.OLD_CODE, Reason.PAST_TURN)
"""The verdicts on a sheet that would have counted before."""


@dataclass(frozen=True)
class Counter:
    game: Game
    turn: int
    """The turn for which orders are accepted."""
    now: dt.datetime
    post: Post
    expected: Expected
    reader: Reader
    ruleset: AnyRuleset
    opening: Turn[Any]
    """That turn before anybody's orders: the position with the game master's corrections."""
    addresses: Mapping[str, str]
    letters: Taken = field(default_factory=Taken)
    """Every letter taken so far."""
    conceding: Collection[str] = ()
    """The powers that the letter at hand has given up in a run that broke off before the answer."""
    said: list[tuple[str, Mail]] = field(default_factory=list)
    """The receipts that were made at this counter, each with the hash of its letter."""

    @cached_property
    def inbox(self) -> Inbox:
        return Inbox(self.game)

    @cached_property
    def outbox(self) -> Outbox:
        return Outbox(self.game)

    @cached_property
    def neighbours(self) -> list[Neighbour]:
        return neighbours(self.game)

    @cached_property
    def mine(self) -> Neighbour:
        return next(each for each in self.neighbours if each.game.folder == self.game.folder)

    @cached_property
    def door(self) -> FrontDoor | None:
        return front_door(self.game.folder.parent)

    @cached_property
    def journal(self) -> list[Event]:
        return self.ruleset.book.journal.read(self.game.journal(self.turn - 1))

    def ground(self, power: str) -> Ground:
        view = self.ruleset.sight.view(self.opening.world, self.journal, power)
        return Ground(self.ruleset, view, tuple(self.changes(power)), paragraphs(self.game))

    def changes(self, power: str) -> Iterator[str]:
        """What the game master has decided about that turn, as far as a player is told."""
        yield from (
            f"At the start of {self.game.named(self.turn)} {said}." for said in told(self.opening, power, self.called)
        )
        yield from told_of_house(self.ruleset, self.game.named(self.turn), self.game.house_changes(self.turn))
        if held(self.game):
            yield self.told_of_hold(self.clocks[power])

    def told_of_hold(self, clock: Clockface) -> str:
        """What a hold, or a pause that the players agreed on, means for their orders."""
        until, due = the_hold(self.game).until, deadline(self.game, self.turn)
        told = " You are told the deadline then." if due else ""
        if until:
            end = spoken(until.astimezone(due.tzinfo if due else dt.UTC), clock)
            return f"The game is paused until {end}, and then goes on by itself.{told}"
        return f"The game is held: the turn is adjudicated when the game master goes on with it.{told}"

    @cached_property
    def called(self) -> Mapping[str, str]:
        """The names of all codes, with what sentences call them."""
        return self.ruleset.state.names(self.opening.world)

    def name(self, power: str | None) -> Word:
        """What a sentence calls a power."""
        return word(self.called, power or "")

    def earlier(self, letter: Letter, raw: bytes, turn: int) -> Correspondence:
        """The letters before this one between its writer and the game."""
        expected = replace(self.expected, turn=turn)
        return correspondence(letter, raw, expected, self.inbox, self.outbox, self.letters)

    def may_be_players(self, letter: Letter) -> bool:
        """Whether a letter may show who sent it: a code that counts now stands in it, or our server vouches for it.

        Any other is not read line by line, for nothing in it will be done.
        """
        sender = letter.sender(self.post.authserv)
        if sender.vouched and self.expected.policy is Policy.ADDRESS and powers_at(self.addresses, sender.address):
            return True
        return self.shows_code(letter)

    def shows_code(self, letter: Letter) -> bool:
        """Whether a code that counts now stands in a letter."""
        return shows_code(letter.lines, self.codes)

    @cached_property
    def codes(self) -> Collection[str]:
        """The codes that may count: of this turn, of the one before, which is late, and of those sent in advance."""
        turns = range(max(1, self.turn - 1), self.turn + MOST_AHEAD + 1)
        return {plain(self.expected.code(turn, power)) for turn in turns for power in self.expected.names}

    def read(
        self, letter: Letter, earlier: Correspondence, turn: int, reader: Reader, is_by_hand: bool = False
    ) -> Received:
        """The letter with a verdict on each sheet, as if it came when orders for that turn were accepted.

        A sheet for the turn before, by its heading or its code, is judged by that turn: it is late, and kept for the
        next turn. A sheet for a later turn has the code of this one, or its own if that is known from a turn undone
        since; it is kept until then.
        """
        expected = replace(self.expected, turn=turn)
        received = consider(letter, reader, expected, self.post.authserv, earlier)
        sender = received.letter.sender(self.post.authserv)
        before = replace(expected, turn=turn - 1)

        def fair(filled: Filled, verdict: Verdict) -> Verdict:
            if of_last_turn(filled, verdict, turn):
                has_new_code = filled.code and owner_of(filled.code, expected, turn)
                return verdict if has_new_code else judge(filled, before, sender)
            if not in_advance(filled, verdict, turn):
                return verdict
            by_its_own = judge(filled, replace(expected, turn=filled.turn or turn), sender)
            return by_its_own if by_its_own.accepted else judge(undated(filled), expected, sender)

        judged = [(filled, fair(filled, verdict) if filled else verdict) for filled, verdict in received.judged]
        now = tuple(
            (filled, self.of_now(filled, verdict, expected, sender.address, is_by_hand)) for filled, verdict in judged
        )
        return Received(received.letter, now)

    def of_now(
        self, filled: Filled | None, verdict: Verdict, expected: Expected, address: str, is_by_hand: bool
    ) -> Verdict:
        """The verdict, unless the sheet is from somebody who has left the power: it has the code of the player before,
        or is from their address, or it is mailed while nobody plays the power."""
        known = verdict.accepted or (verdict.reason in OUTDATED and verdict.power in self.empty)
        whose = verdict.power if known else former_code(filled, verdict, expected)
        if not whose or (verdict.accepted and not self.left_by(whose, address, is_by_hand)):
            return verdict
        if whose in self.empty and address.casefold() not in self.former.get(whose, ()):
            return refused_for_empty(whose, self.name(whose))
        return refused_to_former(whose, self.name(whose), address)

    def left_by(self, power: str, address: str, is_by_hand: bool) -> bool:
        """Whether a letter is not from the present player of a power, though it has shown enough for one."""
        if power in self.conceding:
            return False
        return address.casefold() in self.former.get(power, ()) or (not is_by_hand and power in self.empty)

    @cached_property
    def former(self) -> Mapping[str, Collection[str]]:
        return former_addresses(self.game, self.turn, self.addresses)

    @cached_property
    def empty(self) -> Collection[str]:
        """The powers that nobody plays: dropouts, dummies, powers out of the game, and those whose player has left."""
        played = awaited(self.game, self.turn)
        return [power for power in self.expected.in_play if power not in {*played, *self.conceding}]

    @cached_property
    def clocks(self) -> Mapping[str, Clockface]:
        """How times are written to each player."""
        return defaultdict(Clockface, {power: player.clock for power, player in latest(self.game).items()})

    def clock_of(self, power: str, address: str) -> Clockface:
        """How times are written to a player, known by their power or else by their address."""
        known = [one for one in (power, *powers_at(self.addresses, address)) if one in self.clocks]
        return self.clocks[known[0]] if known else USUAL

    def permit(self, effect: Effect, power: str, shown: Proof) -> Permit | None:
        """The leave for what a letter asks, if it has shown enough for it."""
        return permit(effect, power, shown, self.expected.policy)

    def leave(self, effect: Effect, power: str, shown: Proof) -> Permit:
        """The leave for what a letter may surely do."""
        return Permit(effect, power, shown, self.expected.policy)

    def knows(self, address: str) -> bool:
        """Whether it is or was a player's address."""
        return bool(powers_at(self.addresses, address)) or address.casefold() in self.written_to

    @cached_property
    def written_to(self) -> Collection[str]:
        """Where reports have gone."""
        return reached(self.outbox)


@dataclass(frozen=True)
class Opened:
    """A letter on the counter: its headers, and its sheets, which are read once, on first use."""

    counter: Counter
    raw: bytes
    turn: int
    """The turn for which orders were accepted when it came."""
    place: str = ""

    @property
    def is_by_hand(self) -> bool:
        """Whether the game master typed it in, or saved a sheet as a file that is no mail."""
        mailed = any(self.headers.get(name) for name in ("From", "Received", "Message-ID"))
        return self.place.startswith((KEYED, FILED)) and not mailed

    @cached_property
    def headers(self) -> Headers:
        return headers(self.raw)

    @cached_property
    def whole(self) -> Letter:
        """All of it, as it came."""
        return read_letter(self.raw)

    @cached_property
    def route(self) -> Route:
        """The games that it is for."""
        mine, games = self.counter.mine, self.counter.neighbours
        return route(mine, games, self.whole, self.headers, self.is_by_hand)

    @cached_property
    def _opened(self) -> tuple[Letter, Reader]:
        """The letter with a reader of its lines, if it may show who sent it; of any other so much as a glance takes.
        What it has for other games is read there."""
        part = own_part(self.counter.mine, self.counter.neighbours, self.whole, self.route)
        whole, full = unnamed(part, self.route.games), self.counter.reader
        if self.counter.may_be_players(whole):
            return whole, full.within(MOST_WORK)
        return shortened(whole), Glance(full)

    @property
    def letter(self) -> Letter:
        return self._opened[0]

    @property
    def reader(self) -> Reader:
        return self._opened[1]

    @cached_property
    def earlier(self) -> Correspondence:
        return self.counter.earlier(self.letter, self.raw, self.turn)

    @cached_property
    def parts(self) -> tuple[tuple[Request, ...], tuple[Vote, ...], Letter]:
        """Its requests, its votes, and the letter without them."""
        try:
            votes, rest = votes_taken_out(self.letter, self.reader, self.earlier)
            asked, rest = taken_out(rest, self.reader, self.earlier, self.answers_gm)
            return asked, votes, rest
        except TooMuch:
            return (), (), self.letter

    @property
    def answers_gm(self) -> bool:
        """Whether it answers a mail that the game master wrote."""
        return any(f"-{GM}-" in self.headers.get(name) for name in ("In-Reply-To", "References"))

    @property
    def asked(self) -> tuple[Request, ...]:
        return self.parts[0]

    @property
    def votes(self) -> tuple[Vote, ...]:
        return self.parts[1]

    @cached_property
    def beside(self) -> list[str]:
        """What it says besides sheet, messages and requests, for a person to read."""
        try:
            return said_beside(self.parts[2].texts, self.reader, self.earlier)
        except TooMuch:
            return [TOO_LONG]

    @cached_property
    def received(self) -> Received:
        return self.counter.read(self.parts[2], self.earlier, self.turn, self.reader, self.is_by_hand)

    @cached_property
    def shown(self) -> Mapping[str, Proof]:
        """The powers that a letter concerns, each with what it shows of being from that player.

        A letter with a code is judged by the code alone, whatever its sender proves besides.
        """
        counter, sender = self.counter, self.received.letter.sender(self.counter.post.authserv)
        named = powers_at(counter.addresses, sender.address)
        vouched = [power for power in named if sender.vouched and power in counter.expected.in_play]
        coded = any(filled.code for filled in self.sheets)
        found = dict.fromkeys(named, Proof.NONE) | dict.fromkeys([] if coded else vouched, Proof.ADDRESS)
        verdicts = [proof(filled, replace(counter.expected, turn=self.turn), sender) for filled in self.sheets]
        found |= {verdict.power: shown_by(verdict.proof) for verdict in verdicts if verdict.accepted and verdict.power}
        return {power: Proof.NONE if self._left(power) else shown for power, shown in found.items()}

    def _left(self, power: str) -> bool:
        return self.counter.left_by(power, self.received.letter.address, self.is_by_hand)

    @property
    def tries(self) -> bool:
        """Whether it says TRY, in its subject or on a sheet: then nothing is done but to answer it."""
        said = is_trial_subject(self.received.letter.subject)
        return any(said or filled.trial for filled in self.sheets)

    @property
    def sheets(self) -> list[Filled]:
        return [filled for filled, _ in self.received.judged if filled]


def of_last_turn(filled: Filled, verdict: Verdict, turn: int) -> bool:
    return verdict.reason is Reason.PAST_TURN and filled.turn == turn - 1 and filled.turn > 0


def in_advance(filled: Filled, verdict: Verdict, turn: int) -> bool:
    return verdict.reason is Reason.FUTURE_TURN and filled.turn is not None and filled.turn <= turn + MOST_AHEAD


def undated(filled: Filled) -> Filled:
    return structs.replace(filled, headings={kind: said for kind, said in filled.headings.items() if kind != "turn"})


def open_counter(game: Game, now: dt.datetime, letters: list[Arrival] | None = None) -> Counter:
    config, turn, mail = game.config(), game.last() + 1, post(game)
    opening = coming(game)
    world = opening.world
    reader = config.ruleset.language.reader(world)
    known, players = addresses(game), config.ruleset.state.players(world)
    expected = Expected(
        game=game.name,
        turn=turn,
        in_play=[*players, *(power for power in config.joining(turn) if power not in players)],
        names=reader.words.powers,
        secret=game.secret(),
        over=ended.text if (ended := game.ended()) else "",
        power=reader.words.power,
        policy=Policy(mail.policy),
        registered={power: [address] for power, address in known.items()},
        newcomers=newcomers(game),
        turn_names=game.turn_names,
    )
    taken = letters_of(game, now) if letters is None else Taken(letters)
    return Counter(game, turn, now, mail, expected, reader, config.ruleset, opening, known, taken)
