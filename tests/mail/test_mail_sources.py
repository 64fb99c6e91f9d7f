"""Letters from a Maildir, an mbox, files and folders; an IMAP folder is fetched from in test_mail_servers."""

import datetime as dt
import mailbox
import os
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.imap import arrival
from pbm.mail.inbox import Delivery, identity
from pbm.mail.servers import password, server
from pbm.mail.settings import Post, post
from pbm.mail.sources import Files, Maildir, Mbox, Source, source, wrapped
from pbm.reading.letter import read_letter
from tests.helpers.posting import letter, mail_game, sheet


def all_of(place: Source) -> list[Delivery]:
    return list(place.letters(lambda place: False))


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    for part in ("tmp", "new", "cur"):
        (tmp_path / "box" / part).mkdir(parents=True)
    box = tmp_path / "box"
    (box / "new" / "1700000100.M200P1.host").write_bytes(letter("second\n", number=2))
    (box / "new" / "1700000100.M100P1.host").write_bytes(letter("first\n", number=1))
    (box / "cur" / "1600000000.host:2,S").write_bytes(letter("read long ago\n", number=3))
    (box / "tmp" / "1700000300.host").write_bytes(b"half a let")
    return box


def test_a_maildir_is_read_in_order_of_delivery(maildir: Path) -> None:
    found = all_of(source(str(maildir), Post()))
    assert [delivery.raw.splitlines()[-1] for delivery in found] == [b"read long ago", b"first", b"second"]
    assert found[1].arrived == dt.datetime(2023, 11, 14, 22, 15, 0, 100, dt.UTC)


def test_known_places_are_passed_over(maildir: Path) -> None:
    first = all_of(Maildir(maildir, Post()))
    places = {delivery.place for delivery in first}
    assert list(Maildir(maildir, Post()).letters(places.__contains__)) == []


@pytest.mark.parametrize(("after", "left", "moved"), [("keep", 3, 0), ("move", 0, 3), ("delete", 0, 0)])
def test_what_becomes_of_a_letter_in_a_maildir(maildir: Path, after: str, left: int, moved: int) -> None:
    post = Post(after=after)  # type: ignore[arg-type]
    for delivery in all_of(Maildir(maildir, post)):
        delivery.release()
        delivery.release()
    assert len(Maildir(maildir, post).files()) == left
    assert len(list(maildir.glob(".Taken/cur/*"))) == moved


def test_own_copies_are_found_in_a_maildir(maildir: Path) -> None:
    wanted = {"<1@example.org>", "<7@example.org>"}
    assert Maildir(maildir, Post()).holds(wanted) == {"<1@example.org>"}


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    box = mailbox.mbox(tmp_path / "mbox")
    for number in (1, 2):
        message = mailbox.mboxMessage(letter(f"From here on: {number}\n", number=number))
        message.set_from("mercia@example.org Fri Nov 20 12:00:00 2026")
        box.add(message)
    box.close()
    return tmp_path / "mbox"


def test_an_mbox_is_read_with_its_times_and_left_as_it_is(mbox: Path) -> None:
    before = mbox.read_bytes()
    found = all_of(source(str(mbox), Post(after="delete")))
    assert [delivery.arrived.isoformat() for delivery in found] == [
        "2026-11-20T12:00:00+00:00",
        "2026-11-20T12:00:00.000001+00:00",
    ]
    for delivery in found:
        delivery.release()
    assert mbox.read_bytes() == before
    assert Mbox(mbox).holds({"<2@example.org>", "<3@example.org>"}) == {"<2@example.org>"}


def test_an_mbox_that_is_being_written_is_not_read_by_halves(mbox: Path) -> None:
    lock = Path(f"{mbox}.lock")
    lock.touch()
    with pytest.raises(GameError, match="in use by another program"):
        all_of(Mbox(mbox))


def test_an_odd_line_before_a_letter_gives_the_files_time(mbox: Path) -> None:
    mbox.write_bytes(mbox.read_bytes().replace(b"Fri Nov 20 12:00:00 2026", b"once upon a time"))
    os.utime(mbox, (1_700_000_000, 1_700_000_000))
    assert {delivery.arrived.year for delivery in all_of(Mbox(mbox))} == {2023}


def test_a_folder_may_hold_saved_letters_and_bare_sheets(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(letter(sheet()))
    (tmp_path / "mercia.txt").write_text(sheet())
    (tmp_path / ".hidden").write_text("no")
    found = all_of(source(str(tmp_path), Post()))
    assert len(found) == 2
    for delivery in found:
        (text,) = read_letter(delivery.raw).texts
        assert text.text.strip() == sheet().strip()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16"])
def test_a_bare_sheet_in_any_usual_encoding(encoding: str) -> None:
    text = sheet().replace("End\n", "Message: Þæt wæs göd “cyning”\nEnd\n".replace("Þ", "Th"))
    (read,) = read_letter(wrapped("mercia.txt", text.encode(encoding))).texts
    assert "wæs göd “cyning”" in read.text


def test_a_pdf_stays_a_pdf() -> None:
    raw = wrapped('odd"\nname.pdf', b"%PDF-1.7 nothing more")
    assert raw.splitlines()[1] == b"Content-Type: application/pdf"
    assert read_letter(raw).texts == ()
    assert read_letter(raw).problems


def test_the_same_file_is_the_same_letter(tmp_path: Path) -> None:
    path = tmp_path / "mercia.txt"
    path.write_text(sheet())
    first, second = (all_of(Files(path))[0] for _ in range(2))
    assert identity(first.raw) == identity(second.raw)
    path.write_text(sheet(orders="1. LEVY TAM 1\n"))
    assert identity(all_of(Files(path))[0].raw) != identity(first.raw)


def test_what_is_no_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="neither a Maildir"):
        source(str(tmp_path / "nowhere"), Post())


def test_the_time_of_arrival_is_the_imap_servers() -> None:
    said = b'3 (UID 7 INTERNALDATE "20-Nov-2026 19:00:00 +0100" BODY[] {5}'
    assert arrival(said, 7) == dt.datetime(2026, 11, 20, 18, 0, 0, 7, dt.UTC)
    with pytest.raises(GameError):
        arrival(b"nothing", 7)


@pytest.mark.parametrize(
    ("address", "user", "port", "path"),
    [
        ("imaps://orders@imap.example.org", "orders", 993, ""),
        ("imaps://orders@example.org@imap.example.org:1993/INBOX/Game", "orders@example.org", 1993, "INBOX/Game"),
        ("imaps://orders%40example.org@imap.example.org/In%20box", "orders@example.org", 993, "In box"),
    ],
)
def test_a_servers_address(address: str, user: str, port: int, path: str) -> None:
    found = server(address, {"imaps": 993})
    assert (found.host, found.user, found.port, found.path) == ("imap.example.org", user, port, path)


@pytest.mark.parametrize("address", ["http://example.org", "imaps://", "imaps://host:port", "orders"])
def test_a_bad_address_of_a_server(address: str) -> None:
    with pytest.raises(GameError, match="is not the address of a server"):
        server(address, {"imaps": 993})


def test_a_password_in_a_file_of_the_game_is_refused(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings='[mail]\ninbox = "imaps://orders:secret@example.org"\n')
    with pytest.raises(GameError, match="PBM_IMAP_PASSWORD") as caught:
        post(game)
    assert "secret" not in str(caught.value)


def test_a_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    place = server("imaps://orders@example.org", {"imaps": 993})
    monkeypatch.delenv("PBM_IMAP_PASSWORD", raising=False)
    with pytest.raises(GameError, match="set PBM_IMAP_PASSWORD"):
        password("PBM_IMAP_PASSWORD", place)
    monkeypatch.setenv("PBM_IMAP_PASSWORD", "word")
    assert password("PBM_IMAP_PASSWORD", place) == "word"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("adress = 'orders@example.org'", "adress"),
        ("address = 'orders at example.org'", "is not a mail address"),
        ("address = 'a@b, c@d'", "is not a mail address"),
        ("policy = 'trust'", "policy"),
        ("policy = 'address'", "authserv"),
        ("after = 'burn'", "after"),
        ("answers_per_hour = 'many'", "answers_per_hour"),
    ],
)
def test_bad_settings_are_explained(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        post(mail_game(tmp_path, settings=f"[mail]\n{line}\n"))


def test_letters_built_by_any_mailer_are_told_from_sheets(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"], message["From"] = "orders", "mercia@example.org"
    message.set_content(sheet())
    (tmp_path / "saved").write_bytes(message.as_bytes())
    (found,) = all_of(Files(tmp_path / "saved"))
    assert found.raw == message.as_bytes()
