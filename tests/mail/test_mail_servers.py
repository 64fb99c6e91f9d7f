"""A full turn by mail through Dovecot and Postfix, killed again and again: nothing is lost, nothing is sent twice."""

import datetime as dt
import random
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from pathlib import Path

import pytest

from pbm.mail.compose import Attachment, Mail
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox, queue
from pbm.mail.sets import expected, missing
from pbm.reading.sheet_code import sheet_code
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from tests.helpers.servers import DOMAIN, ORDERS, Servers, running, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "the servers can run")]

SECRET = bytes(range(32))
SEED = 20
KILLS = 26
"""While letters are taken, and again while mail is sent: more than fifty together."""
FORMS = ("plain", "reply", "html", "attached")
PATIENCE = 90
TO_US = f"{ORDERS}@{DOMAIN}"

SETTINGS = f"""
[mail]
address = "{TO_US}"
inbox = "{{inbox}}"
smtp = "{{smtp}}"
copy_to = "{ORDERS}+sent@{DOMAIN}"
after = "{{after}}"
doubt_seconds = 10
answers_per_hour = 1000
"""


def users() -> list[str]:
    return [power.lower() for power in expected_powers()]


def expected_powers() -> list[str]:
    from pbm.rulesets.darkage.map import nations

    return sorted(nations())


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with running(users()) as servers:
        yield servers


def make_game(folder: Path, servers: Servers, after: str = "move") -> Game:
    servers.empty()
    game = new_game(folder, "g", "darkage", SECRET)
    with (game.folder / "game.toml").open("a") as file:
        file.write(SETTINGS.format(inbox=servers.inbox, smtp=servers.smtp, after=after))
    players = (f'[{power}]\nemail = "{power.lower()}@{DOMAIN}"\n' for power in expected(game, 1))
    (game.folder / "players.toml").write_text("".join(players))
    return game


def sheet(power: str, actions: int) -> str:
    orders = "".join(f"{number}. TAX\n" for number in range(1, actions + 1))
    return f"Game: g\nTurn: 1\nKingdom: {power}\nCode: {sheet_code(SECRET, 'g', 1, power)}\n{orders}End\n"


def letter(power: str, number: int, text: str, form: str = "plain") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = f"{power.lower()}@{DOMAIN}", TO_US, f"orders of {power}"
    message["Message-ID"] = f"<{power}.{number}@{DOMAIN}>"
    if form == "html":
        message.set_content("<p>" + text.replace("\n", "<br>\n") + "</p>", subtype="html")
    elif form == "attached":
        message.set_content("My orders are attached.\n")
        message.add_attachment(text, filename="orders.txt")
    else:
        quoted = "\nOn Mon, 2 Nov 2026 at 09:00, The game master wrote:\n> Please send your orders.\n> 1. TAX\n"
        message.set_content(text + (quoted if form == "reply" else ""))
    return message


def post(servers: Servers, messages: list[EmailMessage]) -> None:
    with smtplib.SMTP("localhost", servers.ports["smtp"]) as smtp:
        for message in messages:
            smtp.send_message(message)


def delivered(servers: Servers, user: str, number: int) -> list[bytes]:
    """The user's mail, once there is that much of it."""
    wait_until(lambda: len(servers.letters(user)) >= number)
    return servers.letters(user)


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def start(command: str, game: Game, servers: Servers) -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "pbm.cli", command, game.name, "--games", str(game.folder.parent)]
    return subprocess.Popen(words, env=servers.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(command: str, game: Game, servers: Servers) -> tuple[int, str]:
    process = start(command, game, servers)
    said, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def kill_in_the_middle(command: str, game: Game, servers: Servers, chance: random.Random) -> bool:
    """Start a command and kill it once it has done something, or at any moment; whether it was still at work."""
    process = start(command, game, servers)
    marks, before = chance.randint(0, 4), traces(game)
    longest = time.monotonic() + (chance.uniform(0, 1) if chance.random() < 0.2 else 30)
    while process.poll() is None and traces(game) < before + marks and time.monotonic() < longest:
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.02))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return process.returncode == -signal.SIGKILL


def traces(game: Game) -> int:
    """How much has been written: files in the inbox, among the sets and in the outbox, lines in the journal."""
    files = sum(1 for folder in ("inbox", "outbox", "turns") for _ in (game.folder / folder).rglob("*"))
    journal = game.folder / "outbox/journal.jsonl"
    return files + (journal.read_bytes().count(b"\n") if journal.exists() else 0)


def first_letters(powers: list[str]) -> list[EmailMessage]:
    return [letter(power, 1, sheet(power, 1), FORMS[at % len(FORMS)]) for at, power in enumerate(powers)]


def noise(power: str) -> list[EmailMessage]:
    """A holiday notice, a forged sheet, a letter without orders from a stranger, the same letter three times."""
    away = letter(power, 90, sheet(power, 9))
    away["Auto-Submitted"] = "auto-replied"
    forged = letter(power, 91, sheet(power, 8).replace("Code: ", "Code: 0"))
    stranger = letter("nobody", 92, "Is this the right address?\n")
    again = letter(power, 93, sheet(power, 2))
    return [away, forged, stranger, again, again, again]


def test_a_full_turn_by_mail_killed_over_fifty_times(tmp_path: Path, servers: Servers) -> None:
    game, chance = make_game(tmp_path, servers), random.Random(SEED)
    powers = expected(game, 1)
    assert len(powers) == 16
    posted = [*first_letters(powers), *noise(powers[0])]
    post(servers, posted)
    delivered(servers, ORDERS, len(posted))

    kills, wave = 0, 1
    while kills < KILLS:
        if not (killed := kill_in_the_middle("collect", game, servers, chance)):
            wave += 1
            more = [letter(power, wave, sheet(power, wave)) for power in powers]
            posted += more
            post(servers, more)
        kills += killed
    final = [letter(power, 99, sheet(power, 16)) for power in powers]
    post(servers, final)
    posted += final
    unique = {str(message["Message-ID"]) for message in posted}
    wait_until(lambda: collected_all(game, servers, unique))

    entries = list(Inbox(game).entries())
    assert all(entry.verdict for entry in entries)
    taken = Counter(message_id(Inbox(game).raw(entry.hash)) for entry in entries)
    assert taken == Counter(unique)
    assert missing(game, 1) == []
    for power in powers:
        assert (game.orders(1) / f"{power}.txt").read_text() == sheet(power, 16)
    assert servers.letters(ORDERS) == []

    run_turn(game)
    sendings, reports = 0, 1
    queue_reports(game, powers, reports, chance)
    while sendings < KILLS:
        if not (killed := kill_in_the_middle("send", game, servers, chance)):
            reports += 1
            queue_reports(game, powers, reports, chance)
        sendings += killed
    wait_until(lambda: sent_all(game, servers))
    assert kills + sendings >= 50

    code, said = finish("send", game, servers)
    assert code == 1
    assert "FAILED" in said
    assert f"nobody@{DOMAIN}" in said
    check_delivered(game, servers, powers)


def queue_reports(game: Game, powers: list[str], edition: int, chance: random.Random) -> None:
    pdf = Attachment("report.pdf", chance.randbytes(100_000), "application/pdf")
    for power in powers:
        mail = Mail(f"Report for {power}", "Your report.\n", "<p>Your report.</p>", (pdf,))
        queue(game, 1, power, f"report-{edition}", mail, f"{power.lower()}@{DOMAIN}", dt.datetime.now(dt.UTC))


def collected_all(game: Game, servers: Servers, unique: set[str]) -> bool:
    code, said = finish("collect", game, servers)
    assert code == 0, said
    return {message_id(Inbox(game).raw(entry.hash)) for entry in Inbox(game).entries()} >= unique


def sent_all(game: Game, servers: Servers) -> bool:
    finish("send", game, servers)
    outbox = Outbox(game)
    return not outbox.waiting() and not outbox.doubtful()


def message_id(raw: bytes) -> str:
    return str(BytesHeaderParser().parsebytes(raw)["Message-ID"]).strip()


def check_delivered(game: Game, servers: Servers, powers: list[str]) -> None:
    """Every mail of the outbox lies once with whom it was for, and nothing else does."""
    outbox = Outbox(game)
    failed = {note.id for note in outbox.failed()}
    wanted: dict[str, Counter[str]] = {power.lower(): Counter() for power in powers}
    for id in set(outbox.ids()) - failed:
        wanted[outbox.recipient(id).partition("@")[0]][outbox.message_id(id)] += 1
    for user, ids in wanted.items():
        wait_until(lambda user=user, ids=ids: len(servers.letters(user)) >= ids.total())  # type: ignore[misc]
        assert Counter(message_id(raw) for raw in servers.letters(user)) == ids, user
    answered = [entry for entry in Inbox(game).entries() if entry.verdict != "automatic"]
    assert all(entry.answers for entry in answered)
    assert len(failed) == 1


def test_what_is_kept_at_the_server_is_fetched_once(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers, "keep")
    post(servers, first_letters(["MER", "WSX"]))
    delivered(servers, ORDERS, 2)
    assert "2 letters taken" in finish("collect", game, servers)[1]
    assert "No letters taken." in finish("collect", game, servers)[1]
    assert len(servers.letters(ORDERS)) == 2


def test_what_is_deleted_at_the_server_is_stored_first(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers, "delete")
    post(servers, first_letters(["MER", "WSX"]))
    delivered(servers, ORDERS, 2)
    assert finish("collect", game, servers)[0] == 0
    assert servers.letters(ORDERS) == []
    assert len(list(Inbox(game).entries())) == 2


def test_arrival_is_the_servers_and_orders_of_one_second_keep_their_order(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers, "keep")
    post(servers, [letter("MER", number, sheet("MER", number)) for number in range(1, 9)])
    delivered(servers, ORDERS, 8)
    finish("collect", game, servers)
    assert (game.orders(1) / "MER.txt").read_text() == sheet("MER", 8)


@pytest.mark.parametrize(("what", "said"), [("PBM_IMAP_PASSWORD", "collect"), ("PBM_SMTP_PASSWORD", "send")])
def test_a_wrong_password_is_said_in_words(tmp_path: Path, servers: Servers, what: str, said: str) -> None:
    game = make_game(tmp_path, servers)
    queue_reports(game, ["MER"], 1, random.Random(SEED))
    words = [sys.executable, "-m", "pbm.cli", said, "g", "--games", str(tmp_path)]
    env = servers.environment | {what: "wrong"}
    ran = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"is {what} right?" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_server_that_is_not_trusted_gets_no_password(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers)
    queue_reports(game, ["MER"], 1, random.Random(SEED))
    for command in ("collect", "send"):
        words = [sys.executable, "-m", "pbm.cli", command, "g", "--games", str(tmp_path)]
        env = {name: value for name, value in servers.environment.items() if name != "SSL_CERT_FILE"}
        ran = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
        assert ran.returncode == 1
        assert "certificate verify failed" in ran.stdout + ran.stderr


def test_mail_goes_out_over_tls_from_the_start_too(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers)
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace(servers.smtp, f"smtps://{ORDERS}@localhost:{servers.ports['smtps']}"))
    queue_reports(game, ["MER"], 1, random.Random(SEED))
    assert finish("send", game, servers)[0] == 0
    subjects = sorted(BytesHeaderParser().parsebytes(letter)["Subject"] for letter in delivered(servers, "mer", 2))
    assert subjects == ["Report for MER", "g begins: you play Mercia"]


def test_letters_come_over_imap_that_turns_to_tls(tmp_path: Path, servers: Servers) -> None:
    game = make_game(tmp_path, servers)
    config = game.folder / "game.toml"
    config.write_text(config.read_text().replace(servers.inbox, f"imap://{ORDERS}@localhost:{servers.ports['imap']}"))
    post(servers, first_letters(["MER"]))
    delivered(servers, ORDERS, 1)
    assert "1 letter taken" in finish("collect", game, servers)[1]
