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
    "darkage.turn weigh: 0 -> 1": "a refused order does nothing and costs nothing, whatever it amounts to",
}
TWILIGHT: dict[str, str] = {}
TOURS: dict[str, str] = {}
MARNON: dict[str, str] = {
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
