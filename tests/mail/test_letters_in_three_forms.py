"""Letters between two reports: as text and as a page by mail, and on paper for those who have no mail."""

import datetime as dt
import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from pbm.cli import main
from pbm.files import put
from pbm.mail.as_page import as_page
from pbm.mail.calendar import deadline
from pbm.mail.outbox import Outbox
from pbm.office.attention import attention
from pbm.office.charging import charge
from pbm.office.credits import Clerk
from pbm.office.issue import issue
from pbm.office.next_game import next_game_mail, played_by
from pbm.office.round import make_round
from pbm.office.votes import look_after_votes
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.holding import hold
from pbm.record.players import Player, listed
from pbm.reports.text import render_text
from pbm.rulesets import names
from tests.helpers.posting import DAY, MONDAY
from tests.mail.test_votes import Table

pytestmark = pytest.mark.papers

HOUSE = '\n[report]\npost_to = ["2 The Lane", "London"]\n'


def served(table: Table, now: dt.datetime) -> None:
    for name, words, wrong in make_round(table.game.folder.parent, lambda: now, lambda _: None):
        assert not wrong, (name, words)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The second player has paper and no mail."""
    made = Table(tmp_path / "games", "tours", HOUSE)
    players = made.game.folder / "players.toml"
    one, two = made.powers
    players.write_text(
        f'[{one}]\nemail = "{one.lower()}@example.org"\nform = "text"\n'
        f'[{two}]\nname = "Bea Post"\naddress = ["1 High Street", "Ely"]\nform = "paper"\n'
    )
    return made


def test_a_hold_is_told_by_mail_in_two_forms_and_by_post(table: Table) -> None:
    served(table, MONDAY)
    with table.game.locked():
        hold(table.game, "the sheets are checked", MONDAY)
    due = deadline(table.game, 1)
    assert due
    served(table, due - DAY)
    one, outbox = table.powers[0], Outbox(table.game)
    (id,) = [id for id in outbox.ids() if f"-{one}-held" in id]
    mail = message_from_bytes(outbox.path(id).read_bytes(), policy=default)
    plain, page = (str(part.get_content()) for kind in ("plain", "html") if (part := mail.get_body((kind,))))
    assert "has stopped g for a while" in plain
    assert "<p>" in page
    assert " ".join(plain.split())[:60] in page
    words = printed(table)
    for said in ("Bea Post", "1 High Street", "2 The Lane", "has stopped g for a while"):
        assert said in words


def pbm(table: Table, *words: str) -> str:
    return CliRunner().invoke(main, [*words, "--games", str(table.game.folder.parent)]).output


def printed(table: Table) -> str:
    """What `pbm print` puts into the envelopes, apart from the packing list."""
    pbm(table, "print")
    pages = PdfReader(table.game.folder.parent / "_office" / "print-a4.pdf").pages
    return " ".join("".join(page.extract_text() for page in pages).partition("Packing list")[0].split())


def test_a_letter_is_printed_once_with_what_else_is_to_be_posted(table: Table) -> None:
    served(table, MONDAY)
    two = table.powers[1]
    first = printed(table)
    for said in (
        "Welcome to g",
        "AWAY 1 Aug to 15 Aug",
        "PROPOSE DRAW",
        f"TO {table.powers[0]}: ...",
        "HELP, sent to orders@",
    ):
        assert said in first
    assert not [line for line in attention(table.game, MONDAY) if "print" in line]
    assert f"Letters to post, to {two}: pbm print g" in pbm(table, "extend", "g", "1")
    assert f"1 letter to print: {two} (pbm print)" in list(attention(table.game, MONDAY))
    words = printed(table)
    assert "1 High Street" in words
    assert "has been moved to Sat 5 Dec 2026 18:00 UTC" in words
    assert "Welcome to g" not in words, "what was printed is not printed again"
    assert not [line for line in attention(table.game, MONDAY) if "print" in line]
    assert "No envelopes are left to print" in pbm(table, "print")
    assert "1 sheet: a letter" in pbm(table, "print", "g"), "by its name a game is printed again"


def test_a_letter_goes_into_the_envelope_with_the_report(table: Table) -> None:
    served(table, MONDAY)
    pbm(table, "extend", "g", "1")
    said = pbm(table, "print")
    assert "1 envelope" in said
    assert "sheets, and the rulebook" in said
    assert "1 sheet: a letter" in said


def test_a_deadline_that_moves_again_takes_the_letter_before_back(table: Table) -> None:
    served(table, MONDAY)
    printed(table)
    for _ in range(2):
        pbm(table, "extend", "g", "1")
    words = printed(table)
    assert "Sun 6 Dec 2026" in words
    assert "Sat 5 Dec 2026" not in words


def test_the_letter_about_the_next_game_is_printed_when_a_game_is_over(table: Table) -> None:
    served(table, MONDAY)
    pbm(table, "offer", "next", "--ruleset", "tours")
    office = table.game.folder.parent / "_office"
    (office / "game.toml").write_text('[mail]\naddress = "orders@example.org"\n')
    for number in (0, 1):
        table.write(number, "PROPOSE END" if not number else "AGREE 1")
    served(table, MONDAY)
    due = deadline(table.game, 1)
    assert due
    for days in (1, 2):  # nobody sent orders, so it waits for a day
        served(table, due + days * DAY)
    assert table.game.ended()
    one = table.powers[0]
    last = [id for id in Outbox(table.game).waiting() if f"-{one}-" in id][-2:]
    assert [id.split("-")[2] for id in last] == ["report", "next"], "the letter must not spoil the last report"
    words = printed(table)
    assert "After g: the games that are open" in words
    assert "Orders by post to" not in words.partition("After g")[2]


def test_nobody_is_offered_a_game_that_they_play(table: Table) -> None:
    games = table.game.folder.parent
    other = new_game(games, "other", "tours", b"a secret for tests")
    (other.folder / "players.toml").write_text(f'[{table.powers[0]}]\nid = "ann"\n')
    assert played_by(games, Player(id="ann")) == ["other"]
    assert played_by(games, Player()) == []
    assert "STANDBY other" in next_game_mail(games, table.game, ["g"]).text
    assert "STANDBY other" not in next_game_mail(games, table.game, ["g", "other"]).text


def test_a_game_that_a_vote_has_ended_has_no_next_turn(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "homelands")
    for number in (0, 1):
        table.write(number, "PROPOSE END" if not number else "AGREE 1")
    list(look_after_votes(table.game, MONDAY))
    run_turn(table.game, empty=True)
    assert table.game.ended()
    for report in issue(table.game, table.game.last()).reports.values():
        assert "next" not in [fact.key for fact in report.masthead.about]


@pytest.mark.parametrize("ruleset", [name for name in names() if not name.startswith("toy")])
def test_a_vote_reaches_those_on_paper_at_once(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset)
    two = table.powers[1]
    players = table.game.folder / "players.toml"
    by_mail = f'email = "{two.lower()}@example.org"\nform = "text"'
    players.write_text(players.read_text().replace(by_mail, 'address = ["Ely"]\nform = "paper"'))
    table.write(0, "PROPOSE DRAW")
    (letter,) = (table.game.turn(1) / "post").glob(f"{two}-vote-1.txt")
    assert "a draw between" in letter.read_text()


def test_a_page_says_the_same_and_nothing_is_markup() -> None:
    page = as_page(
        "A <b>", "Dear you,\n\nthis is\none & <two>.\n\n  AGREE 2\n  OPPOSE 2\n\nSee https://example.org/a.\n"
    )
    assert "<title>A &lt;b&gt;</title>" in page
    assert "<p>this is one &amp; &lt;two&gt;.</p>" in page
    assert "<pre>  AGREE 2\n  OPPOSE 2</pre>" in page
    assert '<a href="https://example.org/a">https://example.org/a</a>.' in page
    assert "<ol><li>Fill it in, and send it.</li><li>Wait.</li></ol>" in as_page(
        "A", "1. Fill it in,\n   and send it.\n2. Wait.\n"
    )


def test_a_first_letter_is_a_page_too_with_the_report_below_it(table: Table) -> None:
    served(table, MONDAY)
    one = table.powers[0]
    (id,) = [id for id in Outbox(table.game).ids() if f"-{one}-welcome" in id]
    mail = message_from_bytes(Outbox(table.game).path(id).read_bytes(), policy=default)
    body = mail.get_body(("html",))
    assert body
    page = str(body.get_content())
    assert page.index("<h2>What you may write</h2>") < page.index("</article>") < page.index("Report for")
    assert "------" not in page.partition("</article>")[0]


def test_a_moved_deadline_comes_with_a_file_for_those_who_want_it(table: Table) -> None:
    players = table.game.folder / "players.toml"
    players.write_text(players.read_text().replace('form = "text"', 'form = "text"\ncalendar = true'))
    served(table, MONDAY)
    pbm(table, "extend", "g", "3")
    (id,) = [id for id in Outbox(table.game).ids() if "-deadline-" in id]
    due, moved = deadline(table.game, 1), dates_with(table, id)
    assert due
    assert f"DTSTART:{due.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}" in moved
    (first,) = [id for id in Outbox(table.game).ids() if f"-{table.powers[0]}-welcome" in id]
    numbers = [int(said.partition("SEQUENCE:")[2].split()[0]) for said in (dates_with(table, first), moved)]
    assert numbers[0] < numbers[1], "the newer replaces the older"


def dates_with(table: Table, id: str) -> str:
    """The file for calendars that comes with a mail."""
    mail = message_from_bytes(Outbox(table.game).path(id).read_bytes(), policy=default)
    return next(str(one.get_content()) for one in mail.iter_attachments() if one.get_filename() == "deadline.ics")


@pytest.mark.parametrize("ruleset", ["darkage", "homelands"])
def test_when_the_game_is_over_nobody_is_warned_of_what_comes_next(tmp_path: Path, ruleset: str) -> None:
    office = tmp_path / "games" / "_office"
    office.mkdir(parents=True)
    (office / "office.toml").write_text("[credits]\n")
    table = Table(tmp_path / "games", ruleset, HOUSE)
    for number in (0, 1):
        table.write(number, "PROPOSE END" if not number else "AGREE 1")
    list(look_after_votes(table.game, MONDAY))
    for _ in range(2 if ruleset == "homelands" else 1):
        run_turn(table.game, empty=True)
        if table.game.ended():
            break
    report = " ".join(render_text(issue(table.game, table.game.last()).reports[table.powers[0]]).split())
    for words in ("you lose your place", "No further turn is paid for", "no longer play here", "next census"):
        assert words not in report


def test_whoever_has_few_turns_left_is_told_by_mail_and_by_post(table: Table) -> None:
    game, games = table.game, table.game.folder.parent
    (games / "_office").mkdir(exist_ok=True)
    (games / "_office" / "office.toml").write_text("[credits]\n")
    players = game.folder / "players.toml"
    players.write_text(re.sub(r"\[(\w+)\]", r'[\1]\nid = "\1"', players.read_text()))
    ids = [player.id for player in listed(game).values()]
    clerk = Clerk(games, "2026-11-20")
    for id, turns in zip(ids, (4, 1), strict=True):
        clerk.buy(id, turns)
    for turn in range(1, 6):  # the set-up is not charged
        for power in table.powers:
            put(game.turn(turn) / "orders" / f"{power}.txt", b"PASS\n")
        run_turn(game, empty=True)
        list(charge(games, game, lambda: MONDAY))
    outbox = Outbox(game)
    told = {id: outbox.path(id).read_text() for id in sorted(outbox.ids()) if id.endswith("-credit")}
    assert [int(id[:3]) for id in told] == [4, 6], "with two turns left, and with none"
    first, last = (" ".join(text.split()) for text in told.values())
    assert "Subject: g: 2 turns are paid for" in first
    assert "Only 2 turns are paid for." in first
    assert "No further turn is paid for. That counts for all your games here." in last
    posted = sorted(game.folder.glob("turns/*/post/*-credit.txt"))
    assert [path.parent.parent.name for path in posted] == ["003", "004"], "with none left, and when one is owed"
    assert "1 turn that was played is not paid for yet." in " ".join(posted[1].read_text().split())


def test_whoever_drops_out_reads_where_to_write_by_mail_and_by_post(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "darkage", HOUSE)
    for _ in range(2):
        run_turn(table.game, empty=True)
    report = " ".join(render_text(issue(table.game, 2).reports[table.powers[1]]).split())
    assert "write to orders@example.org, or by post to 2 The Lane, London: while nobody else" in report


def test_two_columns_are_a_table_that_a_narrow_screen_can_break() -> None:
    page = as_page("A", '# SOW ALL      Sow every\n#              field.\n\n  "WHO"        who plays\n\n  AGREE 1\n')
    assert "<tr><th># SOW ALL</th><td>Sow every field.</td></tr>" in page
    assert "<tr><th>&quot;WHO&quot;</th><td>who plays</td></tr>" in page
    assert "<pre>  AGREE 1</pre>" in page
