"""Letters in a player's name by somebody who is not that player: every way to forge, and all that a letter may wish."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbm.mail.absences import Absence, absences, away, go_away, may_be_away
from pbm.mail.authority import Effect
from pbm.mail.front_door import Office, office_of
from pbm.mail.inbox import Inbox
from pbm.mail.intake import Collected, collect
from pbm.mail.messages import kept
from pbm.mail.outbox import Outbox
from pbm.mail.requests import SENDS
from pbm.mail.requests import SETTINGS as CHANGES
from pbm.mail.sets import all_sets
from pbm.mail.waiting import UNREACHED
from pbm.office.reception import receive
from pbm.office.signup import all_lists
from pbm.reading.sheet_code import sheet_code
from pbm.reading.verdict import Reason
from pbm.reading.words import Words
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.players import listed
from pbm.record.proposals import proposals
from pbm.record.seat_offers import SeatOffer, keep_offers, seat_offers
from pbm.record.standby import sheet_lines
from tests.helpers.posting import DAY, MONDAY, SECRET, bag, letter

SERVER = "mx.example.org"
SETTINGS = """
[mail]
address = "orders@example.org"
policy = "{policy}"
authserv = "mx.example.org"
answers_per_hour = 100000

[calendar]
first = 2026-11-20
early = "in"
"""
OFFICE_SETTINGS = """
[mail]
address = "orders@example.org"
"""
OFFERED = """
[open]
ruleset = "darkage"

[fair]
ruleset = "darkage"
"""
VICTIM, OTHER, STRANGER = "victim@example.org", "other@example.org", "stranger@example.net"
WORDS = "the tide turns at dawn"
LATER = Absence("", (MONDAY + 300 * DAY).date(), (MONDAY + 301 * DAY).date())
"""Days that the game master has noted."""


@dataclass(frozen=True)
class Target:
    """A game in its second turn, and the player in whose name the letters come."""

    game: Game
    power: str
    other: str
    orders: str

    def code(self, turn: int = 2, power: str = "", game: str = "g") -> str:
        return sheet_code(SECRET, game, turn, power or self.power)

    @property
    def words(self) -> Words:
        config = self.game.config()
        return config.ruleset.language.words(config.open(self.game.position(1)))


def target(folder: Path, ruleset: str, policy: str) -> Target:
    game = new_game(folder, "g", ruleset, SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS.format(policy=policy))
    power, other = game.in_play(1)[:2]
    people = {power: VICTIM, other: OTHER}
    (game.folder / "players.toml").write_text("".join(f'[{code}]\nid = "{name_of(people[code])}"\n' for code in people))
    set_up_office(folder, people.values())
    run_turn(game, empty=True)
    keep_offers(game, [SeatOffer(game.in_play(2)[-1], "waits", MONDAY - DAY, MONDAY + 300 * DAY, 2)])
    go_away(game, Absence(power, LATER.first, LATER.last))
    lines = [*sheet_lines(game, power, None, why=False)][:3]
    return Target(game, power, other, "\n".join(lines) + "\n")


def name_of(address: str) -> str:
    return address.partition("@")[0]


def set_up_office(folder: Path, people: Iterable[str]) -> None:
    """The office has mail, people, two games that they may join, and lists."""
    office = folder / "_office"
    (office / "signups").mkdir(parents=True)
    (office / "game.toml").write_text(OFFICE_SETTINGS)
    (office / "offers.toml").write_text(OFFERED)
    (office / "office.toml").write_text('[office]\njoins = "at once"\n')
    known = [*people, "waits@example.org"]
    (office / "people.toml").write_text(
        "".join(f'[{name_of(each)}]\nname = "{name_of(each)}"\nemail = "{each}"\n' for each in known)
    )
    (office / "signups" / "fair.jsonl").write_text('{"id": "victim"}\n')
    (office / "signups" / "g.jsonl").write_text('{"id": "waits"}\n')


def take(target: Target, *letters: bytes) -> Collected:
    """All that a run does with letters: the game takes them, and hands the office what is the office's."""
    done = collect(target.game, bag(*letters), MONDAY)
    for _ in receive(office_at(target), MONDAY):
        pass
    return done


def office_at(target: Target) -> Office:
    office = office_of(target.game.folder.parent)
    assert office
    return office


Wish = Callable[[Target], tuple[str, str]]
"""The subject of a letter, and its text below the headings."""


def line(text: str) -> Wish:
    return lambda target: ("hello", f"{text}\n")


def subject(text: str) -> Wish:
    return lambda target: (text, "\n")


WISHES: Mapping[Effect, tuple[Wish, ...]] = {
    Effect.ORDERS: (lambda target: ("orders", target.orders),),
    Effect.FINAL: (lambda target: ("orders", f"FINAL\n{target.orders}"),),
    Effect.TRY: (lambda target: ("TRY", target.orders), lambda target: ("orders", f"TRY\n{target.orders}")),
    Effect.TO_ONE: (lambda target: ("hello", f"To {target.other}: {WORDS}\nEnd\n"),),
    Effect.TO_ALL: (lambda target: ("hello", f"{target.orders}Message: {WORDS}\nEnd\n"),),
    Effect.CONTACT: (lambda target: ("hello", f"{target.orders}Phone: 01234 5678\n"),),
    Effect.MOVE: (lambda target: ("hello", f"New email: {STRANGER}\n{target.orders}"),),
    Effect.VOTE: (line("PROPOSE DRAW"), line("AGREE 1"), subject("PROPOSE END")),
    Effect.CONCEDE: (line("CONCEDE"), subject("CONCEDE")),
    Effect.AWAY: (line("AWAY until 30 Dec"), subject("AWAY until 30 Dec")),
    Effect.BACK: (line("NOT AWAY"), subject("NOT AWAY")),
    Effect.REPORT: (line("SEND REPORT"), subject("SEND REPORT")),
    Effect.MAP: (line("SEND MAP"),),
    Effect.RULES: (line("SEND RULES"),),
    Effect.SHEET: (line("SEND SHEET"),),
    Effect.DESK: (line("SEND DESK"),),
    Effect.WHO: (line("WHO"),),
    Effect.HELP: (line("HELP"),),
    Effect.CLOCK: (line("DATES us"), subject("ZONE Asia/Tokyo")),
    Effect.GAMES: (line("GAMES"), subject("GAMES")),
    Effect.JOIN: (line("JOIN open"), subject("JOIN open prefers MER"), line(f"JOIN open\nName: {WORDS}")),
    Effect.STANDBY: (line("STANDBY g"), line(f"STANDBY g\nName: {WORDS}")),
    Effect.LEAVE: (line("LEAVE fair"), subject("LEAVE"), line("RESIGN g")),
    Effect.SEAT: (line("ACCEPT 000-000-0"), lambda target: ("DECLINE", f"DECLINE {target.code(1)}\n")),
}
"""How each effect is asked for; those that need no wish, or a mark, are asked for in the tests."""
HARMLESS = {
    Effect.STILL,
    Effect.ANSWER,
    *(effect for effect in WISHES if effect.startswith(("SEND", "WHO", "HELP", "GAMES"))),
}


@dataclass(frozen=True)
class Forgery:
    """A way to write in a player's name: headings above the wish, and headers."""

    headings: Callable[[Target], str]
    answer: Reason
    """What is said to orders that come so, where sheets need codes."""
    by_address: Reason | None = None
    """The same, if it differs, where the address is proof."""
    headers: Callable[[Target], dict[str, str]] = lambda target: {}
    sender: str = VICTIM

    def said(self, policy: str) -> Reason:
        return self.by_address if policy == "address" and self.by_address else self.answer


def code(make: Callable[[Target], str]) -> Callable[[Target], str]:
    return lambda target: f"Code: {make(target)}\n"


def checked(*results: str) -> Callable[[Target], dict[str, str]]:
    """What mail servers wrote above the letter."""
    return lambda target: {"Authentication-Results": "\nAuthentication-Results: ".join(results)}


def mistyped(target: Target) -> str:
    right = target.code()
    return right[:-1] + ("A" if right[-1] != "A" else "B")


NONE: Callable[[Target], str] = lambda target: ""  # noqa: E731
UNPROVED = Reason.UNPROVED_SENDER
FORGERIES: Mapping[str, Forgery] = {
    "the player's address as sender, no code": Forgery(NONE, Reason.NO_CODE, UNPROVED),
    "a stranger's address, no code": Forgery(NONE, Reason.NO_CODE, Reason.UNKNOWN_SENDER, sender=STRANGER),
    "a heading for the code, empty": Forgery(code(lambda _: ""), Reason.NO_CODE, UNPROVED),
    "a code with a typing error": Forgery(code(mistyped), Reason.MISTYPED_CODE),
    "a code made with another secret": Forgery(
        code(lambda t: sheet_code(b"another", "g", 2, t.power)), Reason.WRONG_CODE
    ),
    "the code of the turn before, for this turn": Forgery(
        lambda t: f"Turn: {t.game.called(2)}\nCode: {t.code(1)}\n", Reason.OLD_CODE
    ),
    "the code of the turn to come": Forgery(code(lambda t: t.code(3)), Reason.WRONG_CODE),
    "the code of another game": Forgery(code(lambda t: t.code(game="h")), Reason.WRONG_CODE),
    "another player's own code": Forgery(
        lambda t: f"{t.words.power}: {t.power}\nCode: {t.code(power=t.other)}\n",
        Reason.OTHERS_CODE,
        sender=OTHER,
    ),
    "two senders": Forgery(NONE, Reason.NO_CODE, Reason.UNKNOWN_SENDER, sender=f"{VICTIM}, {STRANGER}"),
    "our server's check failed": Forgery(
        NONE, Reason.NO_CODE, UNPROVED, checked(f"{SERVER}; dmarc=fail header.from={VICTIM}")
    ),
    "another server's check passed": Forgery(
        NONE, Reason.NO_CODE, UNPROVED, checked(f"mx.example.net; dmarc=pass header.from={VICTIM}")
    ),
    "our server's check passed for another mailbox": Forgery(
        NONE, Reason.NO_CODE, UNPROVED, checked(f"{SERVER}; spf=pass smtp.mailfrom={STRANGER}")
    ),
    "our server's check passed for the domain alone": Forgery(
        NONE, Reason.NO_CODE, UNPROVED, checked(f"{SERVER}; dmarc=pass header.from=example.org")
    ),
    "an older check, written by the forger, below ours": Forgery(
        NONE,
        Reason.NO_CODE,
        UNPROVED,
        checked(f"{SERVER}; dmarc=fail header.from={VICTIM}", f"{SERVER}; dmarc=pass header.from={VICTIM}"),
    ),
    "a check inside a comment": Forgery(
        NONE, Reason.NO_CODE, UNPROVED, checked(f"{SERVER}; dmarc=fail (dmarc=pass header.from={VICTIM})")
    ),
    "a wrong code from an address that is proved": Forgery(
        code(mistyped), Reason.MISTYPED_CODE, None, checked(f"{SERVER}; dmarc=pass header.from={VICTIM}")
    ),
    "answers asked to the player, by Reply-To": Forgery(
        NONE, Reason.NO_CODE, Reason.UNKNOWN_SENDER, lambda t: {"Reply-To": VICTIM, "Sender": VICTIM}, STRANGER
    ),
}


def forged(target: Target, name: str, wish: Wish, number: int) -> bytes:
    forgery = FORGERIES[name]
    about, text = wish(target)
    more = {"Subject": about, **forgery.headers(target)}
    return letter(forgery.headings(target) + text, forgery.sender, number, **more)


def brought(target: Target) -> Iterator[Effect]:
    """The effects that the letters taken so far had."""
    game, power = target.game, target.power
    for turn in range(1, 7):
        for each in all_sets(game, turn, power):
            yield from on_sheet(each.content.decode())
        yield from (Effect.TO_ALL if said.everyone else Effect.TO_ONE for said in kept(game, turn) if said.who == power)
    acts = [one.motion.kind for one in proposals(game) if power in one.votes]
    yield from (Effect.CONCEDE if kind == "concede" else Effect.VOTE for kind in acts)
    if power in away(game, 2):
        yield Effect.AWAY
    if power in may_be_away(game, 2):
        yield Effect.STILL
    if (power, LATER.first) not in [(each.power, each.first) for each in absences(game)]:
        yield Effect.BACK
    for entry in Inbox(game).entries():
        yield from (Effect.MOVE for sheet in entry.sheets if sheet.move)
        yield from (Effect.STOP for _ in entry.stops)
        yield from (SENDS[each.what] for each in entry.asked if each.proved or each.what not in CHANGES)
        yield from (Effect.UNREACHED for _ in entry.note.split(UNREACHED)[1:])
    yield from brought_to_office(target)
    outbox = Outbox(game)
    yield from (Effect.ANSWER for id in outbox.ids() if "-answer-" in id or "-receipt-" in id)
    yield from (Effect.TRY for id in outbox.ids() if b" a trial" in outbox.path(id).read_bytes()[:2_000])
    yield from (Effect.SENT for note in outbox.notes() if note.what == "proved")


def brought_to_office(target: Target) -> Iterator[Effect]:
    games = target.game.folder.parent
    outbox, lists = Outbox(office_at(target)), all_lists(games)
    yield from (Effect.GAMES for id in outbox.ids() if b"The games that are open" in outbox.path(id).read_bytes())
    yield from (Effect.JOIN for _ in lists.get("open", []))
    yield from (Effect.STANDBY for id in lists["g"] if id != "waits")
    if "victim" not in lists["fair"] or any(one.left is not None for one in listed(target.game).values()):
        yield Effect.LEAVE
    yield from (Effect.SEAT for offer in seat_offers(target.game) if not offer.is_open)


def on_sheet(text: str) -> Iterator[Effect]:
    if any(each[:1].isdigit() for each in text.splitlines()):
        yield Effect.ORDERS
    if "Final\n" in text:
        yield Effect.FINAL
    if WORDS in text:
        yield Effect.TO_ALL
    if "Phone:" in text:
        yield Effect.CONTACT
