"""A game that is half made says at once all that it lacks."""

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Meta, Struct

from pbm import rulesets
from pbm.errors import GameError
from pbm.reading.grammar import source_of
from pbm.reading.words import Words
from pbm.rules.action import Action, Actions
from pbm.rules.condition import Condition
from pbm.rules.engine import ORDERS, Step
from pbm.rules.event import Booked, Event, InBrief
from pbm.rules.playing import USUAL, in_turn
from pbm.rulesets import load
from pbm.rulesets.complete import lacks, of_conditions, of_map, of_plate, of_style, unknown_paragraphs
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.first_position import of_first_position
from pbm.rulesets.grammars import of_grammar
from pbm.rulesets.kinds import mistaken, of_house_rules
from pbm.rulesets.late import Late as Later
from pbm.rulesets.parts import misfits
from pbm.rulesets.sequence import of_sequence
from tests.helpers.play import GAMES
from tests.helpers.tongue import GRAMMAR, action

HALF: Actions[Action] = Actions(needs=("touches",))


@HALF("99.9", form="MOVE {where} {number}", meaning="go to {place}", standing="MOVE {x}")
class Move(Action, frozen=True):
    where: str


@HALF("5.2", form="JUMP", touches="")
class Jump(Action, frozen=True):
    """Not in the grammar."""


@HALF.condition("LATE", rule="99.8")
class Late(Condition, frozen=True):
    """Not in the grammar, and looks at a scene."""

    def holds(self, scene: object) -> bool:  # type: ignore[override]
        return True


class Mute(Event, frozen=True):
    who: str


class Quiet(Event, frozen=True):
    parties: ClassVar = ()
    silent: ClassVar = True


class Dumb(Event, frozen=True):
    who: str
    text: ClassVar = "{who} spoke"
    news: ClassVar = text


class Forgotten(Event, frozen=True):
    who: str
    text: ClassVar = "{who} was forgotten"


class Wrong(Event, frozen=True):
    verb: ClassVar = "came"
    text: ClassVar = "{who} came"
    brief: ClassVar = (InBrief(1, "came", "gain", "looser", "Came to {place} ", "{bots}", "gone"),)
    books: ClassVar = (Booked("gold", "x", "paid", "Paid", "verb"),)


STEPS = (Step(ORDERS, "2", "counsel", in_turn("counsel")),)


def half_made(ruleset: AnyRuleset) -> AnyRuleset:
    return replace(ruleset, book=replace(ruleset.book, actions=HALF, events=(Mute, Quiet, Dumb, Wrong), sequence=STEPS))


def test_all_that_is_missing_is_said() -> None:
    assert lacks(half_made(load("darkage"))) == [
        "JUMP has no rule of grammar jump",
        "MOVE cites paragraph 99.9, which the book does not have",
        "MOVE has no docstring",
        "MOVE has number in its form, which is not a field",
        "MOVE means place, which is not a field",
        "MOVE stands by x, which is not a field",
        "MOVE does not say its touches",
        "IF LATE has no rule of grammar if_late",
        "IF LATE cites paragraph 99.8, which the book does not have",
        "IF LATE has a `holds` that does not take (self, world, who)",
        "conditions have neither a rule of grammar if_before nor if_behind",
        "the event Mute has no words, and is not silent",
        "the event Dumb has news and no verb, so that nobody reads them",
        "the event Wrong tells who, which is not a field",
        "the event Wrong has in its brief looser, which is not a field",
        "the event Wrong has in its brief gone, which is not a field",
        "the event Wrong has in its brief {bots}, which is not a field",
        "the event Wrong has in its brief the opening 'Came to {place} ': what is filled in for each stands in `each`",
        "the event Wrong has in its books paid, which is not a field",
        "the book does not name the event Forgotten",
        "the sequence plays the step counsel, which no action has",
    ]


def test_a_half_made_game_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def load(self) -> AnyRuleset:
            return half_made(load("darkage"))

    monkeypatch.setattr(rulesets, "published", lambda: {"half": Point()})
    with pytest.raises(
        GameError, match=r"The ruleset half is not complete: .*MOVE cites .*; the event Wrong tells who.*"
    ):
        load("half")


def grammar_of(text: str, tmp_path: Path) -> AnyRuleset:
    """The toy with a changed grammar."""
    ruleset, path = load("toy"), tmp_path / "changed.lark"
    path.write_text(text)
    return replace(ruleset, language=replace(ruleset.language, grammar=path))


def test_what_is_wrong_with_a_grammar_is_said(tmp_path: Path) -> None:
    text = source_of(load("toy").language.grammar).read_text(encoding="utf-8")
    more = text.replace('"LEVY"i area NUMBER', '"LEVY"i area NUMBER NUMBER')
    assert lacks(grammar_of(more, tmp_path)) == ["the rule of grammar levy has 3 boxes, and LEVY has 2 fields"]
    (tmp_path / "b").mkdir()
    [lack] = lacks(grammar_of(text.replace('"LEVY"i area', '"LEVY"i aera'), tmp_path / "b"))
    assert lack.startswith("the grammar changed.lark cannot be used: ")
    assert "aera" in lack


def wrong_grammar(folder: Path, was: str, now: str) -> list[str]:
    vale, text = load("toy"), source_of(load("toy").language.grammar).read_text(encoding="utf-8")
    assert was in text
    grammar = folder / f"{len([*folder.iterdir()])}.lark"
    grammar.write_text(text.replace(was, now), encoding="utf-8")
    return list(of_grammar(replace(vale, language=replace(vale.language, grammar=grammar))))


def test_a_box_before_a_number_of_one_kind_here_and_of_the_other_there_is_found(tmp_path: Path) -> None:
    found = "in the grammar area stands before COUNT in march and before NUMBER in levy"
    assert f"{found}: write the same behind it everywhere" in wrong_grammar(
        tmp_path, "area area NUMBER", "area area COUNT"
    )


def test_an_order_that_nobody_can_write_and_boxes_in_another_order_are_found(tmp_path: Path) -> None:
    unreached = "the rule of grammar march is not reached from start, so that nobody can write MARCH"
    assert wrong_grammar(tmp_path, "[levy | march]", "[levy]") == [unreached]
    turned = "the rule of grammar levy has NUMBER where LEVY has the field where"
    assert wrong_grammar(tmp_path, '"LEVY"i area NUMBER', '"LEVY"i NUMBER area') == [turned]


@pytest.mark.parametrize("boxes", ["area NUMBER", "area area [NUMBER]", "area [area] NUMBER"])
def test_a_box_that_an_action_cannot_do_without_is_missed(boxes: str, tmp_path: Path) -> None:
    blank = "target" if boxes == "area [area] NUMBER" else "number"
    needs = f"has lines without a box for {blank}, which MARCH needs: a field that may be left blank has a type"
    found = wrong_grammar(tmp_path, "area area NUMBER", boxes)
    assert f"the rule of grammar march {needs} with `| None`" in found


def test_links_to_nowhere_and_codes_given_twice_are_found(tmp_path: Path) -> None:
    assert list(of_map(tmp_path)) == []
    area = '{"code": "%s", "name": "A", "kind": "land", "pos": [0, 0]}'
    areas = ", ".join(area % code for code in ("AAA", "BBB", "AAA"))
    (tmp_path / "map.json").write_text(f'{{"areas": [{areas}], "links": [{{"a": "AAA", "b": "XXX"}}]}}')
    assert [fault.partition(": ")[2] for fault in of_map(tmp_path)] == [
        "there are 2 areas AAA",
        "a link leads to XXX, and there is no such area",
    ]


def test_a_style_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    assert list(of_style(tmp_path)) == []
    style = (
        'name = "a"\ntitle = "A"\ntints = 3\n[terrain.reef]\nfill = "#123456"\nglph = "reef"\n[glyph.reef]\nspacing = 4'
    )
    (tmp_path / "style.toml").write_text(style, encoding="utf-8")
    [found] = of_style(tmp_path)
    assert found.startswith(f"{tmp_path / 'style.toml'}: has tints, which is not known; it may have name, title, ")
    assert "; [terrain.reef] has glph, which is not known; it may have fill, glyph, pattern, ink, name; " in found
    assert found.endswith("[glyph.reef] lacks reach, colour, width; glyph.reef.spacing: Expected `array`, got `int`")


def test_a_step_of_an_unknown_paragraph_is_found() -> None:
    vale = load("toy")
    steps = (*vale.book.sequence, Step(ORDERS, "6.7", "a feast", in_turn()))  # type: ignore[misc]
    [found] = unknown_paragraphs(replace(vale.book, sequence=steps))
    assert found == "the step a feast cites paragraph 6.7, which the book does not have"


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_listed_game_is_of_its_kind(name: str) -> None:
    assert list(misfits(load(name))) == []


def test_parts_of_another_kind_are_named() -> None:
    vale = load("toy")
    reports: Any = {"report": lambda one: (), "style": "x", "boxes": 3}
    assert list(misfits(replace(vale, reports=replace(vale.reports, **reports)))) == [
        "reports.report is no function that takes (View, tuple)",
        "reports.style is no function that takes (str)",
        "reports.boxes is no tuple",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("RULESET = 1 +", r"SyntaxError: .*bad_game\.py"),
        ("import nowhere_to_be_found", r"ModuleNotFoundError: .*bad_game\.py, line 1"),
        ("GAME = 1", r"AttributeError: .*RULESET"),
    ],
)
def test_a_game_that_cannot_be_imported_is_named(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad_game.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(rulesets, "published", lambda: {"bad": EntryPoint("bad", "bad_game:RULESET", "pbm.rulesets")})
    monkeypatch.delitem(sys.modules, "bad_game", raising=False)
    with pytest.raises(GameError, match=rf"The ruleset bad \(bad_game:RULESET\) cannot be imported: {told}"):
        load("bad")


def test_a_grammar_that_is_not_there_is_missed() -> None:
    ruleset = load("darkage")
    gone = replace(ruleset, language=replace(ruleset.language, grammar=Path("nowhere.lark")))
    assert lacks(gone) == ["there is no grammar nowhere.lark"]


@pytest.mark.parametrize("name", GAMES)
def test_every_listed_game_is_complete(name: str) -> None:
    assert lacks(load(name)) == []


def test_what_is_imported_late_must_be_there() -> None:
    rules = load("tours")
    wrong = replace(rules, computer=replace(rules.computer, write=Later("pbm.rulesets.tours", "computer", "scribble")))
    assert lacks(wrong) == [f"there is no scribble in {'pbm.rulesets.tours'}.computer"]
    nowhere = replace(rules, reports=replace(rules.reports, report=Later("pbm.rulesets.tours", "reports", "report")))
    assert lacks(nowhere) == ["there is no report in pbm.rulesets.tours.reports"]


def with_steps(*steps: Step[Any], **book: Any) -> AnyRuleset:
    vale = load("toy")
    return replace(vale, book=replace(vale.book, sequence=steps or vale.book.sequence, **book))


def test_a_step_in_no_part_of_the_turn_is_found() -> None:
    steps = (*load("toy").book.sequence, Step("finish", "3", "income", in_turn()))  # type: ignore[misc]
    assert lacks(with_steps(*steps)) == ["the step income is in the part finish, and the parts are start, orders, end"]


class Anchor(Action, frozen=True):
    """Waits for a step that has another name."""

    step: ClassVar = "habour"


def own_rule(turn: Any) -> Any:
    return USUAL.played(turn, "RED", "habour")


def test_an_action_that_no_step_plays_is_found() -> None:
    harbours: Actions[Action] = Actions()
    harbours("2.1", form="LEVY")(Anchor)
    harbours("2.1", form="MARCH")(type("Quay", (Action,), {"step": "harbour", "__doc__": "x"}, frozen=True))
    step = Step(ORDERS, "2", "harbours", in_turn("harbour"))
    found = list(of_sequence(with_steps(step, actions=harbours).book))
    assert found == ["LEVY is played in the step habour, which the sequence does not play"]
    own = Step(ORDERS, "2", "by a rule of its own", own_rule)
    assert not list(of_sequence(with_steps(step, own, actions=harbours).book))


class Fixed(Action, frozen=True):
    """Has a plan that cannot be called."""

    @property
    def plan(self) -> None:  # type: ignore[override]
        return None


def test_a_method_in_the_place_of_a_property_is_found_and_the_other_way_round() -> None:
    class Great(Event, frozen=True):
        parties: ClassVar = ()

        def greatness(self) -> int:  # type: ignore[override]
            return 1

    assert list(mistaken([Great, Fixed])) == [
        "Great.greatness is a method, and has to be a property",
        "Fixed.plan is a property, and has to be a method",
    ]


class Plain(Struct, frozen=True):
    turns: int = 8
    isles: Annotated[int, Meta(description="So many win.")] = 4


def test_a_house_rule_without_a_description_is_named() -> None:
    assert list(of_house_rules(Plain)) == ["the house rule turns has no description"]


def test_a_condition_that_nobody_can_write_or_judge_is_found(tmp_path: Path) -> None:
    known: Actions[Action] = Actions()
    known.condition("RICH")(type("Rich", (Condition,), {}, frozen=True))
    [lack] = of_conditions(known, {"if_rich", "if_before"}, set())
    assert lack == "IF RICH has no `holds`"
    tongue = replace(load("toy"), book=with_steps(actions=action).book)
    text = GRAMMAR.read_text(encoding="utf-8").replace("_plain: if_won | if_enemy", "_plain: if_enemy")
    (tmp_path / "tongue.lark").write_text(text, encoding="utf-8")
    language = replace(tongue.language, grammar=tmp_path / "tongue.lark", actions=action)
    unreached = "the rule of grammar if_won is not reached from start, so that nobody can write IF WON"
    assert list(of_grammar(replace(tongue, language=language))) == [unreached]


AMBER = '[owner.AMB]\nletter = "A"\nink = "#123456"\ndepth = 1\n'


def test_a_pattern_that_nothing_draws_is_found(tmp_path: Path) -> None:
    assert list(of_plate(tmp_path)) == []
    rest = 'ink = "#123456"\nwidth = 1\nname = "War"\npattern = "rising"\n'
    (tmp_path / "plate.toml").write_text(f'{AMBER}pattern = "dotty"\n[cover.WAR]\n{rest}')
    [found] = of_plate(tmp_path)
    assert "plate.toml: the owner AMB has the pattern dotty, and the patterns are plain, rising" in found
    (tmp_path / "plate.toml").write_text(f'{AMBER}pattern = "plain"\ntint = 3\n')
    [found] = of_plate(tmp_path)
    assert "plate.toml: [owner.AMB] has tint, which is not known; it may have letter, ink, depth, pattern, " in found


@pytest.mark.parametrize("name", GAMES)
def test_the_first_position_of_a_listed_game_fits_its_language_and_its_steps(name: str) -> None:
    assert list(of_first_position(load(name))) == []


def test_what_only_the_first_position_shows_is_found() -> None:
    vale = load("toy")
    seats: Any = lambda settings: ["RED", "BLU"]  # noqa: E731
    listed = replace(vale, state=replace(vale.state, seats=seats))
    wanted = "state.seats gives a list, and has to give codes of powers with their names"
    assert lacks(listed) == [wanted]
    fields = replace(vale, language=replace(vale.language, words=lambda world: Words({"area": {"ASH": "Ash"}})))
    assert lacks(fields) == ["the words of order lines have no kind power"]
    powers = replace(vale, language=replace(vale.language, words=lambda world: Words({"power": {"RED": "Red"}})))
    assert lacks(powers) == ["the words of order lines have no kind area"]
    late = with_steps()
    late = replace(late, book=replace(late.book, sequence=lambda world: (Step("finish", "1", "income", in_turn()),)))
    assert lacks(late) == ["the step income is in the part finish, and the parts are start, orders, end"]
    broken = replace(vale, state=replace(vale.state, setup=lambda settings, dice, dummies: 1 // 0))  # type: ignore[arg-type, return-value]
    [found] = lacks(broken)
    assert found.startswith("no game can be set up by the usual house rules (ZeroDivisionError: ")


def test_a_value_that_no_pattern_spells_out_is_found(tmp_path: Path) -> None:
    vale, text = load("toy"), GRAMMAR.read_text(encoding="utf-8")
    grammar = tmp_path / "tongue.lark"
    grammar.write_text(text.replace(r"/(?:SHOCK|RAID|ENGAGE)(?!\w)/i", "/(SHOCK|RAID|ENGA.E)/i"), encoding="utf-8")
    known = Actions[Action]()
    known("4", form="ATTACK {table}", values="SHOCK, RAID or ENGAGE")(
        type("Hit", (Action,), {"__annotations__": {"table": str}}, frozen=True)
    )
    book, language = replace(vale.book, actions=known), replace(vale.language, grammar=grammar, actions=known)
    found = list(of_grammar(replace(vale, book=book, language=language)))
    assert "ATTACK has ENGAGE among its values, which no terminal of the grammar spells out" in found
    assert not [each for each in found if "SHOCK" in each]
