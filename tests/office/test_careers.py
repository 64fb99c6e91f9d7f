"""What each person has done over all games, and what of it anyone may see."""

import datetime as dt
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.commands import clock
from pbm.mail import ics
from pbm.mail.calendar import deadline
from pbm.office.attendance import Attendance
from pbm.office.careers import Part, careers, parts_in, places, public
from pbm.office.rating import ratings
from pbm.office.site_settings import Part as SitePart
from pbm.office.site_settings import Site
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.record.holders import History, Leave
from pbm.record.players import Player
from pbm.site.chronicle import chronicle
from pbm.site.fame import fame
from pbm.site.publish import publish
from pbm.site.refresh import refresh
from tests.mail.test_votes import Table
from tests.web.test_site import contents

DAY = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
SHOW: tuple[SitePart, ...] = ("people", "calendar", "roundups", "messages", "feed")
"""All that needs no drawing."""
CALENDAR = '\n[calendar]\nfirst = 2026-01-02\nweekday = "friday"\n'


def part(id: str, place: int | None, game: str = "one", day: int = 0, shows: bool = True, hidden: bool = False) -> Part:
    player = Player(id=id, name=id.title(), shows=("record",) if shows else ())
    ended = DAY + dt.timedelta(day) if place else None
    return Part(id, player, game, "A game", ended, "Red", Attendance(5, 1), place, place == 1, hidden)


def vale(folder: Path, name: str, players: str, turns: int = 6, settings: str = "") -> Game:
    """A game of the toy, which is over after six turns; Red sends orders for the first two of them."""
    game = new_game(folder, name, "toy", bytes.fromhex("11" * 32), ["YLW"])
    with (game.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    (game.folder / "players.toml").write_text(players, encoding="utf-8")
    for turn in range(1, turns + 1):
        if turn <= 2:
            (game.orders(turn) / "RED.txt").write_text("1. LEVY ASH 1\n", encoding="utf-8")
        run_turn(game, empty=True)
    return game


def entry(power: str, id: str, shows: bool = True) -> str:
    return f'[{power}]\nid = "{id}"\nname = "{id.title()}"\n' + 'shows = ["record"]\n' * shows


TWO = entry("RED", "ann") + entry("BLU", "bob", shows=False) + entry("GRN", "cat")


def seen(folder: Path, *games: Game) -> str:
    publish([(game, Site("site", show=SHOW)) for game in games], folder, "Our games")
    return (folder / "index.html").read_text(encoding="utf-8")


# over all games


def test_turns_sent_and_missed_are_counted_over_all_games(tmp_path: Path) -> None:
    vale(tmp_path, "one", TWO)
    vale(tmp_path, "two", entry("RED", "bob") + entry("BLU", "ann"), turns=3)
    found = {one.id: one for one in careers([*parts_in(Game(tmp_path / "one")), *parts_in(Game(tmp_path / "two"))])}
    assert [(found["ann"].came.sent, found["ann"].came.missed), len(found["ann"].parts)] == [(2, 4), 2]
    assert (found["bob"].came.sent, found["bob"].came.missed) == (2, 3), "whoever has dropped out misses no more"
    assert (found["ann"].finished, found["cat"].finished) == (1, 1)
    done = CliRunner().invoke(main, ["people", "--games", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "ann" in done.output
    one = CliRunner().invoke(main, ["people", "ann", "--games", str(tmp_path)]).output
    assert "one" in one
    assert "two" in one
    assert "No player nobody" in CliRunner().invoke(main, ["people", "nobody", "--games", str(tmp_path)]).output


def test_who_resigned_keeps_the_turns_they_sent(tmp_path: Path) -> None:
    gone = '[RED]\nid = "ann"\nleft = 3\n'
    game = vale(tmp_path, "one", gone + entry("BLU", "bob"), turns=4)
    [ann, _] = parts_in(game)
    assert (ann.came.sent, ann.came.missed, ann.power) == (2, 1, "Red")


def test_places_winners_first_then_points_then_who_was_out_then_who_left() -> None:
    people = {key: Player(id=key.lower()) for key in ("A", "B", "C", "D", "E", "F", "G")}
    story = History({**people, "X": Player()}, [{"1": "A", "2": "B", "3": "C", "4": "X", "7": "G"}])
    story.leaves += [Leave("D", 3, "5", "out"), Leave("E", 5, "6", "out"), Leave("F", 5, "4", "dropped")]
    found = places(story, ["C"], {"1": 4, "2": 9, "3": 1, "7": 9})
    assert found == {"C": 1, "B": 2, "G": 2, "A": 4, "E": 5, "D": 6, "F": 7}


# the rating


def test_a_rating_follows_from_the_places_in_their_order() -> None:
    games = [part("ann", 1), part("bob", 2), part("ann", 2, "two", 1), part("bob", 1, "two", 1)]
    found = ratings(games)
    assert found == ratings(reversed(games))
    assert found["bob"] > found["ann"], "the later game is the one that surprised"
    other_way = [part("ann", 1, day=1), part("bob", 2, day=1), part("ann", 2, "two"), part("bob", 1, "two")]
    assert ratings(other_way)["ann"] == found["bob"]
    assert ratings([part("ann", 1)]) == {}, "alone nobody is rated"
    assert ratings([part("ann", None), part("bob", None)]) == {}


def test_a_rating_is_that_of_the_method() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 2])
    wanted = [round(team[0].ordinal(), 1) for team in rated]
    assert list(ratings([part("ann", 1), part("bob", 2), part("cat", 2)]).values()) == wanted


def test_a_game_that_ended_by_a_vote_is_rated(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy")
    (table.game.folder / "players.toml").write_text(
        "".join(f'[{power}]\nid = "{id}"\n' for power, id in zip(table.powers, ("ann", "bob"), strict=True))
    )
    table.write(0, f"PROPOSE CONCEDE TO {table.powers[1]}")
    table.write(1, "AGREE 1")
    run_turn(table.game, empty=True)
    assert table.game.ended()
    found = {part.id: part for part in parts_in(table.game)}
    assert (found["bob"].place, found["bob"].won, found["ann"].place) == (1, True, 2)
    assert set(ratings(found.values())) == {"ann", "bob"}


# what anyone may see


def test_whoever_does_not_allow_it_is_not_shown(tmp_path: Path) -> None:
    page = seen(tmp_path / "site", vale(tmp_path, "one", TWO))
    assert "Ann" in page
    assert "Cat" in page
    texts = "".join(content.decode("utf-8", "replace") for content in contents(tmp_path / "site").values())
    assert "Bob" not in re.sub(r"base64,[\w+/=]+", "", texts)


def test_an_anonymous_game_shows_nobody(tmp_path: Path) -> None:
    game = vale(tmp_path, "one", TWO, settings="\n[people]\nanonymous = true\n")
    assert "Ann" not in seen(tmp_path / "site", game)


def test_who_hides_in_one_game_is_hidden_in_all() -> None:
    shown = [part("ann", 1), part("bob", 2), part("bob", 1, "two", 1, shows=False), part("cat", 1, "x", hidden=True)]
    assert [one.id for one in public(shown)] == ["ann"]
    told = fame(shown)
    assert [one.name for one in told.people] == ["Ann"]
    assert [one.name for one in told.champions] == ["Ann"]


def test_a_game_that_nobody_may_know_moves_no_rating() -> None:
    open_game = [part("ann", 1), part("bob", 2)]
    secret = [part("ann", 2, "two", 1, hidden=True), part("bob", 1, "two", 1, hidden=True)]
    assert fame(open_game + secret) == fame(open_game)


def test_people_can_be_left_out(tmp_path: Path) -> None:
    game = vale(tmp_path, "one", TWO)
    publish([(game, Site("site", show=("standings", "calendar")))], tmp_path / "site")
    assert "Ann" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_a_change_of_mind_is_on_the_site_after_the_next_run(tmp_path: Path) -> None:
    game = vale(tmp_path, "one", TWO, settings='\n[site]\nout = "site"\nshow = ["people"]\n')
    list(refresh(tmp_path))
    assert "Ann" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert list(refresh(tmp_path)) == []
    (game.folder / "players.toml").write_text(TWO.replace("record", "town", 1), encoding="utf-8")
    list(refresh(tmp_path))
    assert "Ann" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


# the calendar


def test_the_site_has_the_deadlines_the_next_first(tmp_path: Path) -> None:
    later = vale(tmp_path, "a-later", TWO, 3, CALENDAR)
    sooner = vale(tmp_path, "b-sooner", TWO, 1, CALENDAR)
    over = vale(tmp_path, "c-over", TWO, 6, CALENDAR)
    page = seen(tmp_path / "site", later, sooner, over)
    table = page.partition('id="calendar"')[2].partition("</section>")[0]
    assert table.index("b-sooner") < table.index("a-later")
    assert "c-over" not in table
    assert "16 Jan 2026" in table
    file = (tmp_path / "site" / "calendar.ics").read_bytes()
    assert file.count(b"BEGIN:VEVENT") == 2
    assert b"DTSTART:20260116T180000Z\r\n" in file
    assert all(len(line) <= 75 for line in file.split(b"\r\n"))
    assert file.endswith(b"END:VCALENDAR\r\n")


def test_a_deadline_that_moves_is_the_same_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = vale(tmp_path, "one", TWO, 1, CALENDAR)
    due = deadline(game, game.last() + 1)
    assert due
    monkeypatch.setattr(clock, "now", lambda: due)
    before = ics.calendar(chronicle(game).due_event).split(b"\r\n")
    done = CliRunner().invoke(main, ["extend", "one", "3", "--games", str(tmp_path)])
    assert done.exit_code == 0, done.output
    after = ics.calendar(chronicle(Game(game.folder)).due_event).split(b"\r\n")
    assert [line for line in before if line.startswith(b"UID")] == [line for line in after if line.startswith(b"UID")]
    assert before != after


@pytest.mark.parametrize("text", ["x" * 200, "ŵ" * 100, "é" * 73 + "x" * 80])
def test_long_lines_are_folded_between_letters(text: str) -> None:
    pieces = list(ics.folded(text.encode()))
    assert all(len(piece) <= ics.LONGEST for piece in pieces)
    assert all(piece.startswith(b" ") for piece in pieces[1:])
    assert b"".join([pieces[0], *(piece[1:] for piece in pieces[1:])]).decode() == text
    assert all(piece.decode() for piece in pieces)
