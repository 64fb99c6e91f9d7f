"""Changes of the rules that no case can find, and why."""

# ruff: noqa: E501 (each key is a change as the program prints it)

DARKAGE: dict[str, str] = {
    "darkage.battle_events Fought.great: min(r.attack, r.defence) >= GREAT -> min(r.attack, r.defence) < GREAT": (
        "what is underlined no case sees: test_reports_model.py has it"
    ),
    "darkage.battle_events drown: area.armies > area.ships -> area.armies >= area.ships": "nobody drowns either way",
    "darkage.closing passages: area.lent_by and area.lent_to -> area.lent_by or area.lent_to": "both are set together",
    "darkage.general Stash.limit: world.kingdoms[who].bp // self.each -> world.kingdoms[who].bp * self.each": (
        "what BPs do not pay for is cut in any case"
    ),
    "darkage.turn weigh: 0 -> 1": "a refused order does nothing and costs nothing, whatever it amounts to",
}
TWILIGHT: dict[str, str] = {
    "twilight.board Board.allies: [reason] if reason else [] -> [reason] if not reason else []": "a case compares outcomes, not reasons",
    "twilight.dealings claimed: () if hit else (Refusal('23.1', 'none of these powers is to be had'),) -> () if not hit else (Refusal('23.1', 'none of these powers is to be had'),)": "a case compares outcomes, not reasons",
    "twilight.dealings given: [reason] if reason else [] -> [reason] if not reason else []": "a case compares outcomes, not reasons",
    "twilight.moments play_now: [reason] if reason else [] -> [reason] if not reason else []": "a case compares outcomes, not reasons",
    "twilight.combat exchange: dfn.where(world) or '' -> dfn.where(world) and ''": "only words of a report change",
    "twilight.operations advance: 0 -> 1": "only words of a report change",
    "twilight.operations washed_ashore: 0 -> 1": "only words of a report change",
    "twilight.tables column: high is None -> high is not None": "only words of a report change",
    "twilight.tables column: low == high -> low != high": "only words of a report change",
    "twilight.world subject: return f\"{called(power)} {(many if power in PLURAL or power.startswith('RB') else one)}\" -> return ''": "only words of a report change",
    "twilight.world subject: power in PLURAL -> power not in PLURAL": "only words of a report change",
    "twilight.telling readers: event.cause == COMBAT -> event.cause != COMBAT": "who reads of it is in test_twilight_reports and test_twilight_leaks",
    "twilight.telling readers: holders.get(event.who) or event.who -> holders.get(event.who) and event.who": "who reads of it is in test_twilight_reports and test_twilight_leaks",
    "twilight.telling readers: seat in seats -> seat not in seats": "who reads of it is in test_twilight_reports and test_twilight_leaks",
    "twilight.dealings claims: len(without) > 1 -> len(without) >= 1": "a draw from one is that one",
    "twilight.forces loses: found and size(gone) -> found or size(gone)": "a stack that is gone has no units",
    "twilight.moves friendliness: 2 -> 3": "the last rank stays the last",
    "twilight.moves is_land: return chart()[place].kind != 'burg' -> return False": "every sea has more than one shore",
    "twilight.orders.base FieldOrder.flaw: 1 -> 2": "it stands for orders that have no number",
    "twilight.orders.wishes PlaceUnits.flaw: any((str(word).startswith('A') for word in self.units)) -> all((str(word).startswith('A') for word in self.units))": "the grammar mixes no ALL or AB- with types",
    "twilight.operations free_move: not found or not seg.goes_on(world) -> not found and (not seg.goes_on(world))": "whoever asks has looked at both before",
    "twilight.segments current: found is None -> found is not None": "an assertion for the type checker",
}
TOURS: dict[str, str] = {}
MARNON: dict[str, str] = {
    "marnon.orders.moving Envoy.wrong: return None if world.settings.diplomacy == 'envoys' else"
    " Refusal('5.86', 'this game is played without envoys') -> return None": "then there is no diplomat to send",
    "marnon.supply Lines.cut: not self.is_open(code) -> self.is_open(code)": "only the words of why a force starves",
    "marnon.arriving keeper_named: 0 -> 1": "every seat is an area, and every area has its distance",
    "marnon.cards armed: why or 'the fund does not pay for ten points'"
    " -> why and 'the fund does not pay for ten points'": "only the words of a refusal",
    "marnon.orders.dealing Buy.costs_now: 0 -> 1": "what a receipt says of a line without a number, which fails",
    "marnon.orders.moving Marching.wrong: return no_force(world, who, self.force, self.rule)"
    " -> return None": "the march finds it by itself; this is for whoever asks before",
    "marnon.spelling beside: code in name -> code not in name": "only words",
    "marnon.march deeds_done: word == DROP and isinstance(value, Number)"
    " -> word == DROP or isinstance(value, Number)": "of PICK, DROP and PIN only DROP has a number",
    "marnon.relations relation: return ALLY -> return ''": "every rule asks of two powers, and of oneself by itself",
    "marnon.sheet left_over: isinstance(inner, MarnonOrder) and who in world.powers"
    " -> isinstance(inner, MarnonOrder) or who in world.powers": "a line that cannot be read is answered at once",
}
HOMELANDS: dict[str, str] = {}
EXPLAINED: dict[str, str] = {**DARKAGE, **TWILIGHT, **TOURS, **MARNON, **HOMELANDS}
