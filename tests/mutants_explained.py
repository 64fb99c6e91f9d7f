"""Changes of the rules that no case can find, and why."""

DARKAGE: dict[str, str] = {
    "darkage.battle_events Fought.great: min(r.attack, r.defence) >= GREAT -> min(r.attack, r.defence) < GREAT": (
        "what is underlined no case sees: test_reports_model.py has it"
    ),
    "darkage.battle_events drown: area.armies > area.ships -> area.armies >= area.ships": "nobody drowns either way",
    "darkage.closing passages: area.lent_by and area.lent_to -> area.lent_by or area.lent_to": "both are set together",
    "darkage.general Stash.limit: world.kingdoms[who].bp // self.each -> world.kingdoms[who].bp * self.each": (
        "what BPs do not pay for is cut in any case"
    ),
    "darkage.battle_events Fought.great: any((min(r.attack, r.defence) >= GREAT for r in self.rounds)) -> "
    "all((min(r.attack, r.defence) >= GREAT for r in self.rounds))": (
        "what is underlined no case sees: test_reports_model.py has it"
    ),
    "darkage.action Counted.cut: limit > most -> limit <= most": "only the words of a refusal change",
    "darkage.capture resolve: 0 -> 1": "armies without an owner have no reserve to come home to",
    "darkage.closing population_limits: excess > 0 -> excess >= 0": "nobody is too many either way",
    "darkage.general OrderOfPlay.limit: 1 -> 2": "what BPs do not pay for is cut in any case",
    "darkage.general Stash.limit: 1 -> 2": "what BPs do not pay for is cut in any case",
    "darkage.loans SentHome.apply: 0 -> 1": "armies go home only while there is a loan",
    "darkage.loans Settlement.limit: 0 -> 1": "without a loan the order is refused before",
    "darkage.world fraction: 1 -> 2": "which shares a house rule may have: test_house.py has it",
    "darkage.world World.defence: area.armies + area.ships -> area.armies - area.ships": (
        "battles at sea count each side by itself; only reports show this figure"
    ),
    "darkage.spying Find.run: self.where in (None, kingdom.spy.at) -> self.where not in (None, kingdom.spy.at)": (
        "what FIND tells no case sees: test_finding.py has it"
    ),
    "darkage.turn weigh: 0 -> 1": "a refused order does nothing and costs nothing, whatever it amounts to",
}
TWILIGHT: dict[str, str] = {
    "twilight.tables column: return f'{low}+' if high is None else str(low) if low == high else f'{low}-{high}' -> "
    "return ''": "the heading of a column in a table of the rulebook",
}
TOURS: dict[str, str] = {
    "tours.shock continued: ready and (not fights) -> ready or not fights": (
        "only that somebody is told why an attack did not go on"
    ),
    "tours.shock continued: not fights -> fights": "only that somebody is told why an attack did not go on",
}
MARNON: dict[str, str] = {
    "marnon.march deeds_done: word == DROP and isinstance(value, Number)"
    " -> word == DROP or isinstance(value, Number)": "of PICK, DROP and PIN only DROP has a number",
    "marnon.relations relation: return ALLY -> return ''": "every rule asks of two powers, and of oneself by itself",
    "marnon.sheet left_over: isinstance(inner, MarnonOrder) and who in world.powers"
    " -> isinstance(inner, MarnonOrder) or who in world.powers": "a line that cannot be read is answered at once",
}
HOMELANDS: dict[str, str] = {}
EXPLAINED: dict[str, str] = {**DARKAGE, **TWILIGHT, **TOURS, **MARNON, **HOMELANDS}
