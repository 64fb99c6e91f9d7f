"""One table of what a letter may do: every row is forged in every way, in every game, whatever it takes as proof."""

import ast
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm import mail
from pbm.mail import absences, ballots, messages, moves, replies, requests
from pbm.mail.asking import all_asked
from pbm.mail.authority import TABLE, Effect, Forbidden, Permit, Proof, as_markdown, permit
from pbm.mail.early import is_early
from pbm.mail.inbox import SET_ASIDE, Inbox
from pbm.mail.intake import collect
from pbm.mail.moves import kind
from pbm.mail.outbox import Outbox, mail_id
from pbm.mail.settings import Post
from pbm.office.enlisting import EFFECTS
from pbm.reading.verdict import Policy
from pbm.record.game import Game
from pbm.record.seat_offers import code_for, seat_offers
from pbm.rulesets import names
from tests.helpers.forgeries import (
    FORGERIES,
    HARMLESS,
    OTHER,
    STRANGER,
    VICTIM,
    WISHES,
    Target,
    brought,
    forged,
    office_at,
    take,
    target,
)
from tests.helpers.long import times
from tests.helpers.posting import MONDAY, bag, letter
from tests.security_page import PAGE, filled

FIRST = (Effect.BACK, Effect.TRY)
"""What would be undone by the letters before it; and a player who has conceded writes in vain."""
TARGETS: dict[tuple[str, str], Target] = {}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about disks."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("targets")


def fresh(made: Path, place: Path, ruleset: str, policy: str) -> Target:
    """A copy of a game that is made once."""
    if (ruleset, policy) not in TARGETS:
        folder = made / f"{ruleset}-{policy}"
        folder.mkdir()
        TARGETS[ruleset, policy] = target(folder, ruleset, policy)
    first = TARGETS[ruleset, policy]
    for name in ("g", "_office"):
        shutil.copytree(first.game.folder.parent / name, place / name)
    return Target(Game(place / "g"), first.power, first.other, first.orders)


def test_every_effect_has_a_row_and_every_row_an_effect() -> None:
    assert set(TABLE) == set(Effect)


def test_the_document_prints_the_table() -> None:
    """`python -m tests.security_page` writes it."""
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page
    assert all(row in page for row in as_markdown())


@pytest.mark.parametrize("effect", Effect)
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("shown", Proof)
def test_no_permit_is_made_without_its_proof(effect: Effect, policy: Policy, shown: Proof) -> None:
    row = TABLE[effect]
    enough = row.needs is Proof.NONE or shown is row.needs
    enough = enough or (row.or_address and policy is Policy.ADDRESS and shown is Proof.ADDRESS)
    assert (permit(effect, "MER", shown, policy) is not None) == enough
    if not enough:
        with pytest.raises(Forbidden):
            Permit(effect, "MER", shown, policy)


def test_a_permit_is_good_for_one_effect() -> None:
    with pytest.raises(Forbidden):
        Permit(Effect.ORDERS, "MER", Proof.CODE).of(Effect.AWAY)


def test_the_limits_in_the_table_are_those_of_the_program() -> None:
    said = {
        Effect.TO_ONE: f"{in_words(messages.MOST)} in a day",
        Effect.TO_ALL: f"{in_words(Post().messages_to_all)} in a day by mail",
        Effect.VOTE: f"{in_words(ballots.MOST_IN_A_TURN)} proposals for each player in a turn",
        Effect.MOVE: f"{in_words(moves.WAIT.days)} days after",
        Effect.STILL: f"{in_words(absences.MOST_CLAIMED)} for each player",
        Effect.REPORT: f"{in_words(requests.MOST)} in a day",
        Effect.ANSWER: f"{in_words(replies.STRANGERS)} in a day to a stranger",
    }
    assert [effect for effect, words in said.items() if words not in TABLE[effect].limit] == []
    assert absences.NOTICE.days == 1
    assert "a day after the notice" in TABLE[Effect.AWAY].limit


def in_words(number: int) -> str:
    return {1: "one", 3: "three", 6: "six", 10: "ten", 20: "twenty"}[number]


ACTS = {"file_set", "go_away", "come_back", "propose", "vote", "concede", "keep_correction", "queue", "add_correction"}
"""Whatever carries out what a letter may bring."""
OF_THE_CLOCK = {"reminders", "outbox"}
"""Modules of mail that no letter brings about, and the one that keeps it."""


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(Path(mail.__file__).parent.glob("*.py")):
        tree = ast.parse(path.read_text())
        yield from ((path.stem, each) for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))


def calls(function: ast.FunctionDef) -> set[str]:
    made = [each.func for each in ast.walk(function) if isinstance(each, ast.Call)]
    return {ast.unparse(each).rpartition(".")[2] for each in made if isinstance(each, ast.Name | ast.Attribute)}


def test_nothing_is_done_for_a_letter_without_a_permit() -> None:
    """Whoever writes a new effect has to ask the table for it."""
    bare = [
        f"{module}.{function.name}"
        for module, function in functions()
        if calls(function) & ACTS and module not in OF_THE_CLOCK
        if "Permit" not in ast.unparse(function.args) and not calls(function) & {"leave", "permit"}
    ]
    assert bare == []


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["code", "address"])
@pytest.mark.parametrize("ruleset", names())
def test_no_forged_letter_does_what_needs_proof(made: Path, tmp_path: Path, ruleset: str, policy: str) -> None:
    aim = fresh(made, tmp_path, ruleset, policy)
    tried = [(name, wish) for name in FORGERIES for wishes in WISHES.values() for wish in wishes]
    tried = tried if ruleset == "darkage" else tried[names().index(ruleset) % times(7, 1) :: times(7, 1)]
    letters = [forged(aim, name, wish, number) for number, (name, wish) in enumerate(tried)]
    done = take(aim, *letters)
    entries, to_office = done.entries, [*Inbox(office_at(aim)).entries()]
    assert len(entries) + done.handed_over == len(letters) == len(entries) + len(to_office)
    assert not [entry.note for entry in (*entries, *to_office) if entry.verdict == SET_ASIDE]
    assert set(brought(aim)) <= HARMLESS
    assert {asked.email for asked in all_asked(tmp_path)} <= {VICTIM, OTHER, STRANGER}
    assert not is_early(aim.game, 2, MONDAY)
    outbox, people = Outbox(aim.game), {aim.power: VICTIM, aim.other: OTHER}
    sent = {id: outbox.recipient(id) for id in outbox.ids()}
    assert {to for id, to in sent.items() if "-away-" in id} <= {VICTIM, OTHER}
    for entry in entries:
        assert {each.power for each in entry.asked} <= {power for power, to in people.items() if to == entry.sender}
    assert not [id for id, to in sent.items() if to == STRANGER and aim.code().encode() in outbox.path(id).read_bytes()]


@pytest.mark.parametrize("policy", ["code", "address"])
@pytest.mark.parametrize("ruleset", names())
def test_forged_orders_are_answered_with_what_is_wrong(made: Path, tmp_path: Path, ruleset: str, policy: str) -> None:
    aim = fresh(made, tmp_path, ruleset, policy)
    (wish,) = WISHES[Effect.ORDERS]
    letters = [forged(aim, name, wish, number) for number, name in enumerate(FORGERIES)]
    entries = {entry.place.split(":")[1]: entry for entry in collect(aim.game, bag(*letters), MONDAY).entries}
    for number, (name, forgery) in enumerate(FORGERIES.items()):
        (judged,) = entries[str(number)].sheets
        assert (name, judged.accepted, judged.kind) == (name, False, forgery.said(policy))


def rightful(aim: Target, number: int, effect: Effect, turn: int = 0) -> bytes:
    """A letter of the player, or of the mail server, that has an effect."""
    if effect is Effect.UNREACHED:
        failed = "--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns;a\n\nFinal-Recipient: rfc822;a@b\n"
        return letter(failed, "mailer-daemon@example.org", number, Content_Type="multipart/report; boundary=x")
    if effect is Effect.SENT:
        id = next(id for id in Outbox(aim.game).ids() if "-receipt-" in id or "-answer-" in id)
        return Outbox(aim.game).path(id).read_bytes()
    if effect is Effect.STOP:
        asking = next(entry for entry in Inbox(aim.game).entries() if any(sheet.move for sheet in entry.sheets))
        notice = Outbox(aim.game).message_id(mail_id(asking.turn, aim.power, kind(asking)))
        return letter("That was not me.\n", VICTIM, number, In_Reply_To=notice)
    if effect in EFFECTS.values():
        return confirming(aim, number, effect)
    if effect is Effect.SEAT:
        (offer,) = seat_offers(aim.game)
        return letter(f"DECLINE {code_for(aim.game, offer)}\n", "waits@example.org", number)
    wish = effect if effect in WISHES else Effect.AWAY if effect is Effect.STILL else Effect.ORDERS
    about, text = WISHES[wish][0](aim)
    return letter(f"Code: {aim.code()}\n{text}", VICTIM, number, Subject=about)


def confirming(aim: Target, number: int, effect: Effect) -> bytes:
    """What somebody asks the office for, and the letter that confirms it."""
    writer, text = VICTIM, WISHES[effect][0](aim)[1]
    if effect is Effect.STANDBY:
        writer, text = STRANGER, f"{text}Name: Somebody New\n"
    take(aim, letter(text, writer, 2000 + number))
    return letter(f"{all_asked(aim.game.folder.parent)[-1].code}\n", writer, 3000 + number)


def write(aim: Target, *effects: Effect) -> None:
    """Send what leads to these effects, each after what it needs."""
    first = {Effect.STOP: Effect.MOVE, Effect.SENT: Effect.ORDERS}
    for number, effect in enumerate(effects):
        if effect in first:
            take(aim, rightful(aim, 1000 + number, first[effect]))
        take(aim, rightful(aim, number, effect))


@pytest.mark.parametrize("ruleset", names())
def test_with_its_proof_each_effect_is_had(made: Path, tmp_path: Path, ruleset: str) -> None:
    """Otherwise the forgeries would prove nothing."""
    aim = fresh(made, tmp_path, ruleset, "code")
    contacts = aim.words.contacts  # not every game has a place for a phone number
    wanted = [effect for effect in Effect if effect is not Effect.CONTACT or contacts]
    write(aim, *sorted(wanted, key=lambda effect: (effect is Effect.CONCEDE, effect not in FIRST)))
    assert set(wanted) - set(brought(aim)) == set()


@pytest.mark.parametrize("effect", Effect)
def test_without_a_row_nothing_happens(
    made: Path, tmp_path: Path, effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    aim = fresh(made, tmp_path, "darkage", "code")
    first = {Effect.STOP: Effect.MOVE, Effect.SENT: Effect.ORDERS}.get(effect)
    if first:
        write(aim, first)
    before = list(brought(aim)).count(effect)
    raw = rightful(aim, 1, effect)
    if effect is Effect.STILL:
        raw = raw.replace(f"Code: {aim.code()}\n".encode(), b"")
    monkeypatch.delitem(TABLE, effect)
    take(aim, raw)
    assert list(brought(aim)).count(effect) == before
