"""The tables and the map of the rulebook, all of them from the data."""

from collections.abc import Iterator

from pbm.reports.sections import AnySection, Column, Grid, Map, Row, Token, columns
from pbm.rules.hexes import FRONT, LEFT, REAR, RIGHT
from pbm.rulesets.tours.doctrine import USUAL, written
from pbm.rulesets.tours.forces import CONTINGENTS, FORCES, FRA, HI, NAMES, SIDES, TYPES, UNITS, con_name
from pbm.rulesets.tours.ground import FACINGS, GRID
from pbm.rulesets.tours.report.plates import usual_places
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.tables import TABLES, Ground, ShockRow
from pbm.rulesets.tours.turn import TURN

VALUES = {
    "stance": ("HOLD, ADVANCE n, STRIKE, HARRY, WITHDRAW n, GOTO hex", "16.6"),
    "shock": ("ALWAYS, NEVER, or the least net modifier", "8.0"),
    "evade": ("YES, LIGHT, FOOT, NO", "8.1"),
    "counter": ("YES, NO, or the least net modifier", "9.0"),
    "press": ("YES, NO, or the least net modifier", "9.0"),
    "follow": ("YES, NO", "8.1"),
    "react": ("YES, NO", "7.2"),
    "aim": ("types in the order of choice", "7.3"),
}
PARTS = {FRONT: "front", RIGHT: "flank", REAR: "rear", LEFT: "flank"}
SHOWN = "2011", FACINGS["E"]
"""Where the figure of facings is drawn: on the plain."""
PLACES = {1: "first", 2: "second"}
FATES = {"X": "eliminated", "D": "disordered", "E": "engaged", "-": "-"}


def sections() -> Iterator[AnySection]:
    yield sequence()
    yield from (troops(), armies(), terrain(), sequence_of_dice(), fire(), matrix(), modifiers(), shock(), reform())
    yield from (fates(), doctrine(), usual_places(), facing())


def sequence() -> Grid:
    """The steps of a turn that is fought."""
    groups = {number: f"the {place} player turn" for number, place in PLACES.items()}
    rows = (Row((step.name, step.rule), group=groups.get(step.round or 0, "the turn")) for step in TURN)
    return Grid("sequence", "The sequence of play", columns("step<30 rule>8~"), tuple(rows), side="left")


def troops() -> Grid:
    rows = [Row((code, kind.name, kind.move)) for code, kind in FORCES.types.items()]
    rows += [Row((code, NAMES[code], leader.move)) for code, leader in FORCES.leaders.items()]
    return Grid("types", "Troops and movement", columns("_<# type<24 points>5"), tuple(rows), side="left")


def armies() -> Grid:
    rows = [army(con) for side in SIDES for con in CONTINGENTS[side]]
    return Grid("armies", "The armies", columns("_<# contingent<! units<20 zone<16~"), tuple(rows))


def army(con: str) -> Row:
    units = [code for code, row in UNITS.items() if row.con == con]
    zones = [f"{key} {span(zone)}" for key, zone in FORCES.zones.items() if key == con or key.startswith(f"{con}.")]
    group = FORCES.sides[FORCES.contingents[con].side].name
    return Row((con, con_name(con), spans(units), "; ".join(zones)), group=group)


def span(zone: list[str]) -> str:
    return zone[0] if len(zone) == 1 else f"{zone[0]}-{zone[-1]}"


def terrain() -> Grid:
    rows = [ground(row) for row in (*TABLES.terrain.values(), *TABLES.sides.values())]
    return Grid("terrain", "Terrain", columns("_< foot>5 mounted>6 shock>5 fire>5"), tuple(rows), side="left")


def ground(row: Ground) -> Row:
    if row.impassable:
        return Row((row.name, "no", "no", "", ""))
    return Row((row.name, str(row.foot), str(row.mounted), signed(row.shock), signed(row.fire)))


def signed(figure: int) -> str:
    return f"{figure:+}" if figure else "0"


def sequence_of_dice() -> Grid:
    """Every other die in one place."""
    act, second, night = TABLES.activation, TABLES.second_disorder, sorted(TABLES.night.items(), reverse=True)
    rows = [
        Row(("initiative", "4.1", "+ own command range", "the higher chooses; a tie is thrown again")),
        Row(("activation", "5.2.2", f"{act.leader:+} leader with it", f"Franks 0-{act.fra}, Muslims 0-{act.mus}")),
        Row(("evasion", "8.1.1", "none", f"0-{TABLES.evade_light.clean_to} in order, else disordered")),
        Row(("second disorder", "9.0", f"{second.heavy:+} heavy", f"0-{second.eliminated_to} eliminated, else stays")),
        *(Row(("night", "14.5", "none", f"{before} before the last turn: 0-{most}")) for before, most in night),
    ]
    return Grid("dice", "Other dice", columns("die<! rule<~ modifiers<16 result<24"), tuple(rows))


def fire() -> Grid:
    table = TABLES.fire
    rows = [Row((kind, f"{table.disorder_at[kind]} or more"), group="disordered at") for kind in table.disorder_at]
    rows += [Row((f"range {far}", signed(drm)), group="modifiers") for far, drm in sorted(TABLES.range.items())]
    rows += [
        Row(("firer disordered", signed(table.drm.disordered_firer)), group="modifiers"),
        Row(("shower fire", signed(table.drm.shower)), group="modifiers"),
        Row(("target in wall", signed(table.drm.target_wall) if table.drm.target_wall else "none"), group="modifiers"),
        Row(("woods, village", "as the table of terrain"), group="modifiers"),
    ]
    return Grid("fire", "Fire", columns("_<20 _<16"), tuple(rows), side="left")


def matrix() -> Grid:
    heads = (Column("attacker", look="code"), *(Column(kind, right=True, room=4) for kind in TYPES))
    rows = tuple(Row((kind, *(signed(row[other]) for other in TYPES))) for kind, row in TABLES.matrix.items())
    return Grid("matrix", "Weapons", heads, rows, caption="Attacker's row, defender's column.", side="left")


def modifiers() -> Grid:
    drm = TABLES.shock_drm
    rows = (
        ("strength", "attackers less defenders"),
        ("an attacker on a flank", signed(drm.flank)),
        ("an attacker in the rear", signed(drm.rear)),
        ("attackers on two sides of one defender", signed(drm.two_sides)),
        ("terrain", "as its table, the best for the defender"),
        ("weapons", "as their table, the best attacker"),
        ("any attacker disordered", signed(drm.attacker_disordered)),
        ("leader with an attacker", signed(drm.attacker_leader)),
        ("leader with a defender", signed(drm.defender_leader)),
        ("any defender in Shield Wall", signed(drm.defender_wall)),
        ("each earlier attack of this activation", signed(drm.each_previous_attack)),
    )
    return Grid("modifiers", "Modifiers of shock", columns("_<30 _<16"), tuple(map(Row, rows)), side="left")


def shock() -> Grid:
    rows = tuple(Row((adjusted(row), result(row.attacker), result(row.defender, row))) for row in TABLES.shock)
    heads = columns("adjusted_throw<# attacker<14 defender<24")
    return Grid("shock", "Shock", heads, rows, side="left")


def adjusted(row: ShockRow) -> str:
    if row.low is None:
        return f"{row.high} or less"
    if row.high is None:
        return f"{row.low} or more"
    return str(row.low) if row.low == row.high else f"{row.low} to {row.high}"


def result(word: str, row: ShockRow | None = None) -> str:
    return FATES[word] + (", attack may go on" if row and row.continued else "")


def reform() -> Grid:
    table = TABLES.reform
    rows = (
        (f"{table.reformed_to} or less", "reformed"),
        (f"{table.reformed_to + 1} to {table.eliminated_from - 1}", "stays disordered"),
        (f"{table.eliminated_from} or more", "eliminated"),
        ("in command range", signed(table.leader)),
        ("leader dead", signed(table.leader_dead)),
        ("Muslims: Frank can reach a wagon", signed(table.train_reach)),
        ("Muslims: Frank beside a wagon", signed(table.train_adjacent)),
    )
    return Grid("reform", "Reform", columns("_<26 _<16"), tuple(map(Row, rows)), side="left")


def fates() -> Grid:
    shot, press = (joined(faces) for faces in (TABLES.fire.leader_killed, TABLES.leader_shock_killed))
    safe = TABLES.leader_adjacent_survives_from
    rows = (
        ("shot at with an adjusted throw of", f"{TABLES.fire.leader_check_at} or more: killed on {shot}"),
        ("his unit disordered in shock", f"killed on {press}"),
        ("alone and found, or his unit gone", f"killed on 0-{safe - 1}, saved on {safe}-9"),
    )
    return Grid("fates", "Leaders in danger", columns("_<28 _<24"), tuple(map(Row, rows)), side="left")


def joined(faces: list[int]) -> str:
    return " and ".join(map(str, faces))


def doctrine() -> Grid:
    rows = tuple(Row((key.upper(), values, written(USUAL[key]), rule)) for key, (values, rule) in VALUES.items())
    return Grid("doctrine", "Doctrine", columns("key<# values<30 usual<! rule<~"), rows)


def facing() -> Map:
    """A unit that faces E, with the names of the hexes around it."""
    unit, face = SHOWN
    around = {part: GRID.faced(unit, face, part) for part in PARTS}
    tokens = [Token(place, "", 0, PARTS[part], "") for part, places in around.items() for place in places]
    tokens.append(Token(unit, "shield", 0, next(code for code in UNITS if UNITS[code].con == HI), FRA, face))
    ring = tuple(token.place for token in tokens)
    return Map("facing", "Front, flank and rear", tokens=tuple(tokens), whole=ring, scale=3, side="left")
