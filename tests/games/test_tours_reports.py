"""Reports of the battle of Tours: what they tell, what they must not, and the sheet that goes with them."""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader, PdfWriter

from pbm.cli import main
from pbm.reading.pdfform import read_form
from pbm.reading.sheet_rows import row_lines
from pbm.reports import Report, Roundup
from pbm.reports.paper import lay_out, render_pdf
from pbm.reports.pdf import book
from pbm.reports.pdf.blocks import Block, Placed, filled_round
from pbm.reports.pdf.type import ems, theme
from pbm.reports.schema import render_json
from pbm.reports.sections import Episodes, Facts, Grid, Orders, Turnsheet
from pbm.reports.text import render_text
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Event
from pbm.rulesets.reporting import reports
from pbm.rulesets.stand_ins import all_sheets, drawn_up
from pbm.rulesets.tours import RULESET as TOURS
from pbm.rulesets.tours.facing import Turned
from pbm.rulesets.tours.forces import CONTINGENTS, SIDES, UNITS
from pbm.rulesets.tours.ground import DATA
from pbm.rulesets.tours.odds import net, odds, standing
from pbm.rulesets.tours.opening import Initiative
from pbm.rulesets.tours.report.blows import fate, moves
from pbm.rulesets.tours.report.public import initiative
from pbm.rulesets.tours.report.words import units_called
from pbm.rulesets.tours.results import Eliminated, SecondCheck
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.shock import Attacks
from pbm.rulesets.tours.world import Leader, Settings, World, new_unit

SECRET = bytes([4]) * 32
FOUGHT = 6
"""A turn of this battle with both armies in contact."""
CAPTAINS = dict.fromkeys(SIDES, "captain")


@cache
def battle(turns: int) -> tuple[World, list[Event], Roundup, dict[str, Report]]:
    """So many turns between two captains, and the reports of the last."""
    world, journal = TOURS.state.setup(Settings(setup="fixed"), Dice(SECRET, 0), {})
    past = []
    for turn in range(1, turns + 1):
        past.append(TOURS.reports.chapter(world))
        dice = Dice(SECRET, turn)
        sheets = all_sheets(TOURS, world, journal, CAPTAINS, dice)
        journal = play(Turn(world, sheets, dice), TOURS.book.steps(world))
    public, made = reports(TOURS, world, journal, {}, past, sheets)
    return world, journal, public, dict(made)


def played(
    lines: Mapping[str, list[str]],
    units: Mapping[str, tuple[str, str]],
    dice: Mapping[str, list[int]],
    leaders: Mapping[str, str] = {},
    dis: tuple[str, ...] = (),
) -> Report:
    """The report of the Muslims after a small turn of the battle; some units are disordered before it."""
    world = World(turn=2, units={code: new_unit(code, *place) for code, place in units.items()})
    for code in dis:
        world.units[code].dis = True
    world.leaders |= {code: Leader(place) for code, place in leaders.items()}
    before = TOURS.reports.chapter(world)
    reader = TOURS.language.reader(world)
    sheets = {side: reader.lines(side, lines.get(side, [])) for side in SIDES}
    journal = play(Turn(world, sheets, Dice(SECRET, 1, dice)), TOURS.book.steps(world))
    return reports(TOURS, world, journal, {}, [before], sheets)[1]["MUS"]


def text_of(report: Report, key: str) -> str:
    return repr(report.section(key))


# what is told


@pytest.mark.parametrize("side", SIDES)
def test_a_report_has_all_that_the_next_sheet_needs_in_its_order(side: str) -> None:
    report = battle(FOUGHT)[3][side]
    keys = [section.key for section in report.sections if not section.key.startswith("close_up")]
    wanted = [
        "brief",
        "day",
        "orders",
        "own_turn",
        "enemy_turn",
        "roster",
        "enemy",
        "contact",
        "reach",
        "doctrine",
        "sheet",
    ]
    assert [key for key in keys if key in wanted] == wanted
    assert {"turn", "story_FRA", "story_MUS", "combats", "map", "sheet_1"} <= {s.key for s in report.roundup.sections}


def test_every_combat_is_told_with_its_sum() -> None:
    journal, public = battle(FOUGHT)[1:3]
    fought = [event for event in journal if isinstance(event, Attacks)]
    assert len(fought) > 5
    rows = next(section for section in public.of(Grid) if section.key == "combats").rows
    assert [row.cells[3] for row in rows] == [str(event.adjusted) for event in fought]
    for row, event in zip(rows, fought, strict=True):
        figures = [int(item.rsplit(" ", 1)[1]) for item in event.drm]
        assert event.die + sum(figures) == event.adjusted
        assert all(item in row.note.lower() for item in event.drm)


@pytest.mark.parametrize("side", SIDES)
def test_every_blow_to_a_unit_is_told_to_its_player(side: str) -> None:
    journal, report = battle(FOUGHT)[1], battle(FOUGHT)[3][side]
    told = text_of(report, "own_turn") + text_of(report, "enemy_turn")
    for event in journal:
        if isinstance(event, Attacks) and any(
            UNITS[code].side == side for code in (*event.attackers, *event.defenders)
        ):
            assert f"{units_called(event.attackers)} against {units_called(event.defenders)}" in told
        if isinstance(event, Eliminated) and UNITS[event.unit].side == side:
            assert f"{event.unit} is eliminated" in told


def test_units_of_one_arm_are_named_together() -> None:
    assert units_called(["H01", "H02", "GC3"]) == "the heavy infantry (H01..H02) and the 3rd Grey heavy cavalry (GC3)"
    assert units_called([]) == ""


def test_the_rosters_are_the_field() -> None:
    world, _, _, made = battle(FOUGHT)
    rows = made["FRA"].section("roster").rows + made["FRA"].section("enemy").rows
    assert sorted(row.cells[0] for row in rows) == sorted(world.units)
    for code, _, place, face, *_ in (row.cells for row in rows):
        assert str(place).split()[0] == world.units[str(code)].hex
        assert face == world.units[str(code)].face


def test_net_modifiers_in_contact_are_those_of_the_rules() -> None:
    world, _, _, made = battle(FOUGHT)
    rows = {row.cells[0]: row.cells for row in made["FRA"].section("contact").rows}
    assert set(rows) == {c for c in world.of("FRA") if world.enemies_beside(world.units[c].hex, "FRA")}
    for code, cells in rows.items():
        enemies = world.in_front(str(code))
        if cells[4] == "-":
            assert not enemies or world.in_wall(str(code))
        else:
            team = [friend for friend in world.of("FRA") if world.in_front(friend) == enemies]
            assert int(str(cells[4])) == net(odds(world, standing(world, team), enemies))


def test_in_reach_counts_fall_as_more_is_asked() -> None:
    for report in battle(FOUGHT)[3].values():
        for row in report.section("reach").rows:
            units, *counts = (int(cell) for cell in row.cells[1:])
            assert counts == sorted(counts, reverse=True)
            assert counts[0] <= units


def test_a_line_that_some_units_sit_out_is_told_unit_by_unit() -> None:
    units = {"RC1": ("2019", "W"), "RI1": ("2119", "W"), "H01": ("1606", "E")}
    lines = {"MUS": ["MARK RED MOVE", "FIRE RED ANY", "MOVE RC1 9999"]}
    report = played(lines, units, {"init.FRA": [0], "init.MUS": [9], "act.RED": [0]})
    orders = next(report.of(Orders)).deeds
    assert [deed.outcome for deed in orders] == ["ok", "failed", "failed"]
    assert "RC1" in repr(orders[1].refusals)
    assert "RI1" in repr(orders[1].refusals)
    assert "9999" in repr(orders[2].refusals)


FIRST_MUS = {"init.FRA": [0], "init.MUS": [9]}


def answers(units: Mapping[str, tuple[str, str]], dice: Mapping[str, list[int]], *lines: str) -> list[str]:
    report = played({"MUS": list(lines)}, units, {**FIRST_MUS, **dice})
    return [f"{deed.outcome} {deed.refusals!r}" for deed in next(report.of(Orders)).deeds]


def test_an_attack_tells_why_each_unit_sat_it_out() -> None:
    units = {"RI1": ("1721", "W"), "RA1": ("1720", "W"), "RI2": ("2020", "W"), "YI1": ("2220", "W")}
    units |= {"H16": ("1621", "E")}
    lines = "MARK RED MOVE", "STAY ALL", "ATTACK RI1 H16 IF LAST", "ATTACK RI1,RI2,YI1,RA1 H16 ADV RI2"
    last, some = answers(units, {"act.RED": [3], "shock.roll": [4]}, *lines)[2:]
    assert last.startswith("not needed")
    assert "16.5" in last
    assert "he 1st Red light infantry (RI1) sat out: the condition did not hold" in last
    assert some.startswith("partial")
    for told in (
        "he 2nd Red light infantry (RI2) did not have all targets",
        "5.2.1",
        "he 1st Yellow light infantry (YI1) did nothing: the Yellow tribes were not marked to move",
        "he 1st Red archers (RA1) had only bows",
        "he 2nd Red light infantry (RI2) could not advance",
    ):
        assert told in some


def test_a_move_tells_where_it_ended_short_of_its_goal() -> None:
    units = {"RI1": ("2420", "W"), "RI2": ("2422", "W"), "H16": ("1221", "E")}
    lines = "MARK RED MOVE", "MOVE RI1 1420", "MOVE RI2 1422 ELSE 2322"
    short, other = answers(units, {"act.RED": [3]}, *lines)[1:]
    assert short.startswith("partial")
    assert "he 1st Red light infantry (RI1) did not reach 1420: stopped in 2" in short
    assert "he 2nd Red light infantry (RI2) could not go the whole way and took ELSE 2322" in other


def test_the_shock_example_blow_by_blow() -> None:
    units = {"RC1": ("1721", "W"), "RI1": ("1722", "W"), "RA1": ("1720", "W")}
    units |= {"H15": ("1620", "E"), "H16": ("1621", "E"), "H17": ("1622", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STAY RA1", "ATTACK RC1 H16+H17"]}
    dice = {"init.FRA": [0], "init.MUS": [9], "act.RED": [3], "shock.roll": [8]}
    turn = next(section for section in played(lines, units, dice).of(Episodes) if section.key == "own_turn")
    told = repr(turn)
    assert "Die 8, strength -1, makes 7: the defenders are disordered." in told
    assert "RC1 is disordered by its own attack [8.6]" in told


def test_notes_read_well_behind_their_headings() -> None:
    text = " ".join(" ".join(map(render_text, battle(FOUGHT)[3].values())).split())
    assert "against it: " in text
    for glued in ("against it against it", "came of it No", "modifiers range"):
        assert glued not in text


def test_second_checks_are_told_with_the_figure_and_the_outcome() -> None:
    assert (
        fate(SecondCheck("H01", 1, 1, stays=False)) == "H01 is disordered again: die 1 + 1 = 2, eliminated on 4 or less"
    )
    assert fate(SecondCheck("L01", 7, 0, stays=True)).endswith("again: die 7, eliminated on 4 or less, so it stays")


def test_an_attack_that_might_go_on_tells_why_it_does_not() -> None:
    """The unit behind ADV is passed over, and nobody is left in front."""
    units = {"RC1": ("1721", "W"), "RC2": ("1722", "W"), "H16": ("1621", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STAY ALL", "PRESS ALL YES", "ATTACK RC1,RC2 H16 ADV RC2"]}
    dice = {**FIRST_MUS, "act.RED": [3], "shock.roll": [9]}
    told = text_of(played(lines, {**units, "RC2": ("1622", "NW")}, dice), "own_turn")
    assert "the defender is eliminated, and the attack may go on" in told
    assert "No further attack by RC1 and RC2: nobody is in front of them." in told


def test_the_odds_that_stop_an_attack_are_told() -> None:
    units = {"RC1": ("1721", "W"), "H16": ("1621", "E"), "H17": ("1622", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STAY ALL", "PRESS ALL 5", "SHOCK ALL NEVER", "ATTACK RC1 H16+H17"]}
    dice = {**FIRST_MUS, "act.RED": [3], "shock.roll": [9]}
    leaders = {"ABD": "1721"}
    told = text_of(played(lines, units, dice, leaders), "own_turn")
    assert "and the attack may go on" in told
    assert "No further attack by RC1: not wanted at a net modifier of -1." in told


def test_a_unit_that_was_to_advance_and_cannot_is_named() -> None:
    units = {"RC1": ("1721", "W"), "RC2": ("1622", "NW"), "L16": ("1621", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STAY ALL", "ATTACK RC1,RC2 L16 ADV RC2"]}
    dice = {**FIRST_MUS, "act.RED": [3], "shock.roll": [9]}
    report = played(lines, units, dice, dis=("RC2",))
    assert "RC2 was to advance (ADV) but is disordered." in text_of(report, "own_turn")


def test_evaders_are_told_with_those_before_whom_they_evade() -> None:
    units = {"RI1": ("1721", "W"), "J01": ("1621", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STAY ALL", "SHOCK ALL ALWAYS"]}
    report = played(lines, units, {**FIRST_MUS, "act.RED": [3]})
    own = text_of(report, "own_turn")
    assert "The 1st light cavalry (J01) evades from 1621 to " in own
    assert " before the 1st Red light infantry (RI1)." in own
    told = "The 1st light cavalry (J01) evades before the 1st Red light infantry (RI1)."
    assert told in repr(report.roundup.section("news"))


@pytest.mark.parametrize(
    ("first", "throws", "winner", "told"),
    [
        ("MUS", ("FRA 6 + 4, MUS 1 + 3",), "FRA", "the Franks won it and chose to play last (FRA 6 + 4, MUS 1 + 3)"),
        (
            "MUS",
            ("FRA 2 + 4, MUS 3 + 3", "FRA 1 + 4, MUS 9 + 3"),
            "MUS",
            "the Muslims won it and chose to play first (FRA 2 + 4, MUS 3 + 3; FRA 1 + 4, MUS 9 + 3)",
        ),
        ("MUS", (), None, "the Muslims first"),
    ],
)
def test_who_won_the_initiative(first: str, throws: tuple[str, ...], winner: str | None, told: str) -> None:
    assert initiative(Initiative(first, throws, winner)) == told


def test_where_a_leader_ended_who_rode_on_with_a_unit() -> None:
    units = {"YC2": ("2216", "W"), "H01": ("1606", "E")}
    lines = {"MUS": ["MARK YEL MOVE", "LEAD ABD YC2", "MOVE YC2 2116 W"]}
    report = played(lines, units, {"init.FRA": [0], "init.MUS": [9], "act.YEL": [0]}, {"ABD": "2316"})
    facts = next(section for section in report.roundup.of(Facts) if section.key == "turn").facts
    assert "rode to 2216 and ended in 2116" in [fact.text for fact in facts]


def test_one_unit_turns_and_several_turn() -> None:
    one: Event = Turned("H12", "NE")
    assert list(moves([one])) == ["H12 turns to NE."]
    assert list(moves([one, Turned("H13", "NE")])) == ["H12..H13 turn to NE."]


def test_who_would_win_is_what_the_rules_say() -> None:
    for report in battle(FOUGHT)[3].values():
        facts = {fact.key: fact.text for fact in next(s for s in report.of(Facts) if s.key == "day").facts}
        assert facts["loss_MUS"].startswith("9; they are beaten at 13")
        assert facts["now"] == "the Franks would win [14.5]"


def test_the_first_report_tells_where_to_set_up() -> None:
    world, journal = TOURS.state.setup(Settings(), Dice(SECRET, 0), {})
    public, made = reports(TOURS, world, journal, {}, [])
    for side, report in made.items():
        text = render_text(report)
        assert all(code in text and row.hex in text for code, row in UNITS.items() if row.side == side)
        for strange in ("turn -1", "Nothing happened", "You gave no orders", "If night fell now", "19 turns"):
            assert strange not in text
        assert "at most 18 turns are left" in text
    assert [section.key for section in public.sections] == ["turn", "map"]


@pytest.mark.parametrize(("more", "place"), [([], False), (["STAY RC1"], True)])
def test_an_attack_line_holds_nobody_in_place_but_stay_does(more: list[str], place: bool) -> None:
    units = {"RC1": ("1721", "W"), "H16": ("1621", "E")}
    lines = {"MUS": ["MARK RED MOVE", "STANCE RED WITHDRAW 3", "SHOCK RED NEVER", "ATTACK RC1 H16", *more]}
    report = played(lines, units, {"init.FRA": [0], "init.MUS": [9], "act.RED": [0]})
    assert (next(report.of(Orders)).deeds[3].outcome == "ok") == place


# what must not be told


def test_nothing_of_the_enemys_doctrine_groups_and_sheet() -> None:
    world, journal, public, _ = battle(FOUGHT)
    view = TOURS.sight.view(world, journal, "FRA")
    other = TOURS.state.read(TOURS.state.write(world), world.settings)
    other.doctrine |= {"RED": {"stance": "WITHDRAW 9", "shock": 7}}
    other.groups["MUS"]["SECRET"] = ["RC1"]
    other.sides["MUS"].seq = ["GRD", "GRY", "BLU", "YEL", "RED"]
    changed = TOURS.sight.view(other, journal, "FRA")
    past = public.history
    assert TOURS.reports.report
    assert list(TOURS.reports.report(view, past)) == list(TOURS.reports.report(changed, past))


def test_the_roundup_is_the_same_from_either_view() -> None:
    world, journal, public, _ = battle(FOUGHT)
    past = public.history
    assert TOURS.reports.roundup
    one, other = (list(TOURS.reports.roundup(TOURS.sight.view(world, journal, side), past)) for side in SIDES)
    assert one == other


def test_the_story_of_a_contingent_has_its_part_in_every_attack_and_one_fate_for_each_unit() -> None:
    """L16 is disordered by the first attack and eliminated by the second."""
    units = {"RC1": ("1721", "W"), "YC1": ("1622", "NW"), "L16": ("1621", "E"), "L17": ("1021", "E")}
    lines = {"MUS": ["MARK ALL MOVE", "STAY ALL", "PRESS ALL YES", "ATTACK RC1,YC1 L16"]}
    dice = {**FIRST_MUS, "act.RED": [3], "act.YEL": [3], "shock.roll": [2, 5]}
    stories = played(lines, units, dice).roundup
    told = {fact.key: fact.text for side in SIDES for fact in stories.section(f"story_{side}").facts}
    assert told["RED"] == "Obeyed (3); attacked L16. RC1 disordered; 1 unit left."
    assert told["YEL"] == "Obeyed (3); attacked L16. YC1 disordered; 1 unit left."
    assert told["LI"] == "Did not move. L16 lost; 1 unit left."


def test_each_line_of_the_warden_is_told_with_its_reason() -> None:
    world = World(turn=2, units={"RA1": new_unit("RA1", "2019", "W"), "H01": new_unit("H01", "1606", "E")})
    before, dice = TOURS.reports.chapter(world), Dice(SECRET, 1)
    sheets = {side: drawn_up(TOURS, world, [], side, "warden", dice) for side in SIDES}
    journal = play(Turn(world, sheets, dice), TOURS.book.steps(world))
    made = reports(TOURS, world, journal, {}, [before], sheets)[1]["MUS"]
    told = [(deed.order, deed.lines[0].text) for deed in next(iter(made.of(Orders))).deeds]
    assert told == [
        ("STAY ALL", "The warden: nobody moves of themselves."),
        ("MARK RED MOVE", "The warden: its archers may shoot."),
        ("FIRE ALL.MA ANY", "The warden: archers shoot at the best target."),
    ]


# forms


def test_text_and_json_have_the_same_units() -> None:
    world, _, _, made = battle(FOUGHT)
    for report in made.values():
        text, data = render_text(report), render_json(report).decode()
        assert all(code in text and code in data for code in world.units)


def test_spans() -> None:
    assert spans(["H02", "H01", "H03", "L01", "L03"]) == "H01..H03, L01, L03"
    assert spans([]) == ""


# the sheet


def sheet_of(report: Report) -> str:
    text = render_text(report)
    return text[text.rindex("Game:") :]


def test_a_sheet_left_as_it_is_has_no_line() -> None:
    world, _, _, made = battle(FOUGHT)
    for side, report in made.items():
        assert not TOURS.language.reader(world).sheet(side, sheet_of(report)).lines


def test_a_row_filled_in_equals_its_lines() -> None:
    world, _, _, made = battle(FOUGHT)
    text = sheet_of(made["MUS"])
    for box, value in (("MARK RED >", "MOVE"), ("SHOCK RED (1) >", "-1"), ("LEAD ABD >", "YC3\n\nFIRE ALL.MA ANY")):
        text = text.replace(box, f"{box} {value}")
    read = TOURS.language.reader(world).sheet("MUS", text)
    assert [line.text for line in read.lines.values()] == [
        "MARK RED MOVE",
        "SHOCK RED -1",
        "LEAD ABD YC3",
        "FIRE ALL.MA ANY",
    ]
    assert all(line.order for line in read.lines.values())


def test_boxes_have_the_values_in_force() -> None:
    world, _, _, made = battle(FOUGHT)
    for side, report in made.items():
        rows = next(report.of(Turnsheet)).form
        assert [row.title for row in rows] == [con for con in CONTINGENTS[side] if world.of(side, con)] + [""]
        assert all(box.value == "" for row in rows for box in row.boxes if box.title == "marker")
        assert next(box.value for box in rows[0].boxes if box.title == "stance") == "STRIKE"


def test_the_pdf_form_reads_back() -> None:
    content = render_pdf(battle(FOUGHT)[3]["MUS"], TOURS.data)
    assert not [entry.value for entry in read_form(content).entries if entry.kind == "action"]
    writer = PdfWriter(PdfReader(io.BytesIO(content)))
    wanted = {"x001|MARK RED|": "MOVE", "x003|SHOCK RED|1": "0", "l01": "FIRE ALL.MA ANY"}
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, wanted)
    filled = io.BytesIO()
    writer.write(filled)
    lines = [entry.value for entry in read_form(filled.getvalue()).entries if entry.kind == "action"]
    assert lines == ["MARK RED MOVE", "SHOCK RED 0", "FIRE ALL.MA ANY"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("MARK RED > MOVE | SHOCK RED (1) >", ["MARK RED MOVE"]),
        ("MARK RED >", []),
        ("MARK RED > ____", []),
        ("MARK RED MOVE", None),
        ("> MARK RED MOVE", None),
        ("IF EMPTY PRA AND OP>=1 : MOVE 1 BOH PRA", None),
        ("SEQ (RED YEL) > YEL RED", ["SEQ YEL RED"]),
    ],
)
def test_rows(text: str, lines: list[str] | None) -> None:
    assert row_lines(text) == lines


# the account


def test_the_story_of_each_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    assert run.invoke(main, ["new", "day", "--ruleset", "tours"]).exit_code == 0
    assert run.invoke(main, ["adjudicate", "day", "--no-orders"]).exit_code == 0
    one = run.invoke(main, ["account", "day", "--about", "rc1"]).output
    assert "the 1st Red heavy cavalry (RC1) is set up in 2020, facing W" in one
    assert "RC2" not in one
    every = run.invoke(main, ["account", "day", "--each", "unit"]).output
    assert all(f"\n{code}\n" in f"\n{every}" for code in UNITS)
    assert "is about ZZ9" in run.invoke(main, ["account", "day", "--about", "ZZ9"]).output


# pages


@pytest.mark.parametrize("side", SIDES)
def test_no_page_of_a_report_is_half_empty(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the last before the turnsheet, which begins a sheet of its own."""
    shares: list[float] = []

    def watched(blocks: Sequence[Block], width: float, room: float) -> tuple[Placed, list[Block], float]:
        found = filled_round(blocks, width, room)
        shares.append(found[2] / room)
        return found

    monkeypatch.setattr(book, "filled_round", watched)
    look = theme()
    book.pages(lay_out(battle(FOUGHT)[3][side], DATA, look), look)
    assert len(shares) > 5
    assert min(shares[:-2]) >= 0.6


def test_notes_in_large_print_run_over_the_width_of_the_page() -> None:
    look = theme(large=True)
    sheets = book.pages(lay_out(battle(FOUGHT)[3]["FRA"], DATA, look), look)
    written = [item for sheet in sheets for item in sheet.content if isinstance(item, tuple)]
    ends = [x + ems(text, face) * size for x, _, text, face, size, _ in written if text.startswith("Strength")]
    assert max(ends) > 0.7 * look.page[0]
