"""Photos and scans of printed sheets: known by their QR code, straightened, cut into strips, typed in beside them."""

import io
import random
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from pbm.cli import main
from pbm.errors import GameError
from pbm.mail.beside import passages
from pbm.mail.drafts import Draft, key_draft
from pbm.mail.keying import Keyed
from pbm.office.issue import Issue, issue
from pbm.office.scanned import scanned, suggest
from pbm.record.game import find
from pbm.reports.pdf.marks import laid_out, layout
from pbm.reports.pdf.type import PAPERS, Theme, theme
from pbm.scan.blank import Blank, blank_sheet
from pbm.scan.label import label
from pbm.scan.letters import can_read, known, letters
from pbm.scan.pictures import NotAPicture, pictures, ready
from pbm.scan.strips import Strip, Unlike, cut
from tests import ROOT
from tests.helpers.photos import Camera, photo, written_on

pytest.importorskip("zxingcpp", reason="the extra scan is not installed")
pytest.importorskip("pypdfium2", reason="the extra scan is not installed")

GAMES = ROOT / "games"
WRITTEN = {
    "game42": {"a01": "MOVE", "b01": "TAM", "c01": "STS", "d01": "2", "a10": "TAX"},
    "tours732": {"x001|MARK HI|": "MOVE", "l02": "MOVE HI 0508"},
    "verdun843": {"l10": "GIVE BYZ DP 1", "l50": "LEVY AQU W"},
    "marnon1": {"x002|PURSUE A2|YES": "NO", "l08": "MARCH A2 C3"},
    "britannia1": {"l02": "SOW ALL", "l20": "MOVE CAN LON LI 3"},
}
"""What is written on the first page of the sheet of each sample game's first power."""
PRINTED = theme(fillable=False)
PHONE = Camera(turned=6, tilted=0.1, bent=3, shadow=0.4, blur=0.6, noise=5, longest=1800)


@cache
def made(name: str) -> Issue:
    game = find(GAMES, name)
    return issue(game, game.last(), keep=False)


@pytest.fixture(autouse=True)
def _one_issue(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reports of a sample game are made once."""
    monkeypatch.setattr("pbm.office.scanned.issue", lambda game, *_, **__: made(game.name))


@cache
def blanks(name: str, look: Theme = PRINTED) -> tuple[str, list[Blank]]:
    power = next(iter(made(name).reports))
    return power, blank_sheet(made(name).reports[power], made(name).ruleset.data, look)


def taken(name: str, entries: Mapping[str, str], camera: Camera = PHONE, page: int = 0) -> bytes:
    chance = random.Random(name)
    return photo(written_on(blanks(name)[1][page], entries, chance), camera, chance).content


def strips_in(name: str, content: bytes) -> list[Strip]:
    found = scanned(find(GAMES, name), [("sheet.jpg", content)])
    assert (found.power, found.code) == (blanks(name)[0], made(name).of(found.power).masthead.sheet_code)
    return found.strips


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
def test_a_photo_of_a_sheet_is_cut_into_its_lines(name: str) -> None:
    """Crooked, bent and in shadow: what was written on shows ink, nothing else does, and capitals are read."""
    wanted = WRITTEN[name]
    strips = strips_in(name, taken(name, wanted))
    assert {each.name for each in strips if each.page == 1 and each.written} == {
        re.sub("^[a-k](?=[0-9])", "a", box) for box in wanted
    }
    assert all(strip.picture and strip.picture.height > 30 for strip in strips if strip.page == 1)
    if can_read():
        suggest(strips, made(name).ruleset.language.reader(world(name)))
        said = {strip.name: strip.looks_like for strip in strips if strip.looks_like and strip.page == 1}
        right = [said.get(box) == text for box, text in whole_lines(wanted).items()]
        assert sum(right) * 2 >= len(right), said


def world(name: str) -> Any:
    game = find(GAMES, name)
    return game.config_of(game.last()).open(game.position(game.last()))


def whole_lines(entries: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for box, text in entries.items():
        line = re.sub("^[a-k](?=[0-9])", "a", box)
        found[line] = f"{found[line]} {text}" if line in found else text
    return found


@pytest.mark.parametrize("turned", [92, 184])
def test_it_may_lie_on_its_side_or_on_its_head(turned: int) -> None:
    strips = strips_in("game42", taken("game42", WRITTEN["game42"], replace(PHONE, turned=turned, longest=1500)))
    assert {strip.name for strip in strips if strip.written} == {"a01", "a10"}


@pytest.mark.parametrize("look", [theme("letter", large=True, fillable=False), theme()])
def test_every_layout_knows_itself(look: Theme) -> None:
    """Letter paper in large print, and a mailed file that was printed."""
    _, pages = blanks("game42", look)
    chance = random.Random(2)
    content = photo(written_on(pages[0], WRITTEN["game42"], chance), replace(PHONE, longest=1700), chance).content
    strips = strips_in("game42", content)
    assert {strip.name for strip in strips if strip.written and strip.page == 1} == {"a01", "a10"}


def test_a_layout_is_written_and_read() -> None:
    for paper in PAPERS:
        for large in (False, True):
            for fillable in (False, True):
                look = theme(paper, large, fillable=fillable)
                assert laid_out(f"12{layout(look)}") == (12, look)
    assert laid_out("a") is laid_out("1z") is laid_out("1afb") is None


def test_a_scan_as_a_pdf_and_a_missing_page() -> None:
    """The pages of a file are known one by one; of a page that is not there every line is asked for."""
    page, scan = Image.open(io.BytesIO(taken("verdun843", {}, Camera(blur=0.4)))), io.BytesIO()
    page.save(scan, "PDF", resolution=150)
    found = scanned(find(GAMES, "verdun843"), [("scan.pdf", scan.getvalue())])
    assert not [strip for strip in found.strips if strip.page == 1 and strip.written]
    rest = [strip for strip in found.strips if not strip.page]
    assert all(strip.written and strip.picture is None for strip in rest)
    assert rest
    assert "page 2 of the sheet is not among the pictures" in found.remarks[0]


def test_a_hidden_corner_does_no_harm() -> None:
    """A thumb on a mark."""
    seen = pictures(taken("game42", WRITTEN["game42"], Camera(turned=3, tilted=0.05, longest=1600)))[0]
    seen.paste(120, (0, seen.height - 260, 260, seen.height))
    found = label(seen)
    assert found
    assert {strip.name for strip in cut(seen, found, blanks("game42")[1][0]) if strip.written} == {"a01", "a10"}


def test_a_page_that_is_another_is_not_cut() -> None:
    """The boxes of another sheet under the same code: nothing is shown that may be wrong."""
    seen = pictures(taken("tours732", {}))[0]
    found = label(seen)
    assert found
    with pytest.raises(Unlike, match="its boxes could not be found"):
        cut(seen, found, blanks("verdun843")[1][1])


NO_PICTURES = {
    "nothing": (b"", "damaged, or no picture"),
    "a broken photo": (b"\xff\xd8photo", "damaged, or no picture"),
    "a broken scan": (b"%PDF-1.4 and no more", "damaged or needs a password"),
    "a photo of an iPhone": (b"\x00\x00\x00\x18ftypheic", "save it as JPEG"),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_is_no_picture_is_said_to_be_none(kind: str) -> None:
    content, why = NO_PICTURES[kind]
    with pytest.raises(NotAPicture, match=why):
        pictures(content)
    with pytest.raises(GameError, match=f"x.jpg: .*{why}"):
        scanned(find(GAMES, "game42"), [("x.jpg", content)])


def test_the_pages_behind_the_first_have_the_same_limit() -> None:
    """A file of some kilobytes may unpack to gigabytes."""
    made = io.BytesIO()
    small, large = Image.new("1", (10, 10)), Image.new("1", (9_000, 9_000))
    small.save(made, "TIFF", save_all=True, append_images=[large], compression="group4")
    assert len(made.getvalue()) < 100_000
    with pytest.raises(NotAPicture, match="too large"):
        pictures(made.getvalue())


def test_a_picture_without_a_code_and_a_sheet_of_another_game() -> None:
    white = io.BytesIO()
    Image.new("RGBA", (300, 300), "white").save(white, "PNG")
    with pytest.raises(GameError, match="no QR code"):
        scanned(find(GAMES, "game42"), [("x.png", white.getvalue())])
    with pytest.raises(GameError, match="a sheet of tours732"):
        scanned(find(GAMES, "game42"), [("x.jpg", taken("tours732", {}))])


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    with pytest.raises(GameError, match=r"pip install 'pbm\[scan\]'.*zxingcpp"):
        ready()


def test_words_are_set_right_by_those_of_the_game() -> None:
    assert known("MQVE TAN ST5 2 I0 -", ["MOVE", "TAM", "STS"]) == "MOVE TAM STS 2 10 -"


@pytest.mark.skipif(not can_read(), reason="tesseract is not installed")
def test_boxes_left_blank_are_dashes() -> None:
    strips = strips_in("game42", taken("game42", {"a01": "BUILD", "d01": "3"}, Camera(longest=2000)))
    assert letters(strips)[0] == "BUILD - - 3"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    shutil.copytree(GAMES / "game42", tmp_path / "game42")
    for orders in (tmp_path / "game42" / "turns" / "004" / "orders").glob("*.txt"):
        orders.unlink()
    (tmp_path / "sheet.jpg").write_bytes(taken("game42", WRITTEN["game42"]))
    return tmp_path


def pbm(where: Path, *words: str, typed: list[str]) -> str:
    told = CliRunner().invoke(main, [*words, "--games", str(where)], input="\n".join([*typed, ""]))
    assert told.exit_code == 0, told.output
    return told.output


def test_a_sheet_is_typed_in_beside_its_picture(sample: Path) -> None:
    typed = ["MOVE TAM STS 2", "", "TAX", "", "", "", ""]
    said = pbm(sample, "enter", "game42", "--picture", str(sample / "sheet.jpg"), "--once", typed=typed)
    assert "Picts (PIC), turn 4" in said
    assert "Its sheet code is right" in said
    assert "a01.png" in said
    assert "2 to 9 look empty" in said
    filed = sample / "game42" / "turns" / "004" / "orders" / "PIC.txt"
    assert "MOVE TAM STS 2" in filed.read_text()
    assert "TAX" in filed.read_text()
    assert not (sample / "game42" / "turns" / "004" / "typed" / "PIC").exists()


def test_no_strips_are_left_of_a_sheet_of_which_nothing_was_typed(sample: Path) -> None:
    said = pbm(sample, "enter", "game42", "--picture", str(sample / "sheet.jpg"), "--once", typed=[""] * 12)
    assert "Nothing was typed" in said
    assert not (sample / "game42" / "turns" / "004" / "typed" / "PIC").exists()


def test_another_powers_picture_is_not_shown(sample: Path) -> None:
    typed = ["", "TAX", "end", "", "", ""]
    said = pbm(sample, "enter", "game42", "MER", "--picture", str(sample / "sheet.jpg"), "--once", typed=typed)
    assert "The picture shows PIC's sheet for turn 4, which is not this one: no strips" in said
    assert "MER turn 4 accepted" in said


def strip(name: str, written: bool = True, printed: str = "", words: str = "", like: str = "") -> Strip:
    return Strip(name, name[1:].lstrip("0"), words, printed, written, path=f"{name}.png", looks_like=like)


LIST = [
    strip("x001|STANCE A1|HOLD", words="STANCE A1", like="ODDS 3"),
    strip("l01", written=False, printed="FOR BYZ"),
    strip("l02", like="LEVY CON W"),
    strip("l03", written=False),
    strip("l04", written=False),
    strip("message", written=False),
]


def asked(strips: list[Strip], answers: list[str], once: bool = False) -> tuple[Keyed, list[str]]:
    """What comes of these answers on a list, and all that was said."""
    said: list[str] = []
    queue: Iterator[str] = iter(answers)

    def ask(words: str) -> str:
        said.append(words)
        return next(queue)

    reader = made("verdun843").ruleset.language.reader(world("verdun843"))
    return key_draft(reader, Draft(strips=len(strips)), once, ask, said.append, strips), said


def test_nothing_is_taken_without_a_key_and_nothing_suggested_twice() -> None:
    answers = ["=", "", "", "=", "", "", "", "", ""]
    keyed, said = asked(LIST, answers, once=True)
    assert [*keyed.actions.values()] == ["STANCE A1 ODDS 3", "FOR BYZ", "LEVY CON W"]
    left_out, _ = asked(LIST, ["", "", "", "", "", "", "", ""], once=True)
    assert [*left_out.actions.values()] == ["FOR BYZ"]
    assert "    looks like: LEVY CON W   (= takes it)" in said


def test_two_typings_beside_a_picture_still_compare() -> None:
    first = ["", "", "=", "", "", "", "", ""]
    second = ["", "", "LEVY CON F", "", "", "", "", ""]
    keyed, said = asked(LIST[1:], [*first[1:], *second[1:], "2"])
    assert sum("looks like" in line for line in said) == 1
    assert any("LEVY" in line and "first" in line for line in said)
    assert [*keyed.actions.values()] == ["FOR BYZ", "LEVY CON F"]


def test_quiet_strips_are_asked_for_together() -> None:
    numbered = list(enumerate((each for each in LIST if each.is_line), 1))
    assert [(len(each.strips), each.quiet) for each in passages(numbered)] == [
        (1, False),
        (1, True),
        (1, False),
        (2, True),
    ]
