"""Changes of the rules that no case can find, and why."""

# ruff: noqa: E501 (each key is a change as the program prints it)

DARKAGE: dict[str, str] = {
    "darkage.action Action.amount": "orders that count nothing ask for no number",
    "darkage.action Counted.amount: self.blank == ALL -> self.blank != ALL": "only the words of a refusal change",
    "darkage.action Counted.amount: wanted.value <= 0 -> wanted.value < 0": "none is refused a line further on, in other words",
    "darkage.action Counted.cut: limit > most -> limit <= most": "only the words of a refusal change",
    "darkage.action Counted.cut: limit > most -> limit >= most": "only the words of a refusal change",
    "darkage.action Counted.cut: 'nothing is left after those held back' if most else self.lack -> 'nothing is left after those held back' if not most else self.lack": "only the words of a refusal change",
    "darkage.action Counted.usual_costs": "the table of actions: test_darkage.py has it",
    "darkage.action not_near: twin and world.near(where, twin) -> twin or world.near(where, twin)": "only the words of a refusal change",
    "darkage.action not_near: world.map[other].hinterland or world.map[other].city -> world.map[other].hinterland and world.map[other].city": "only the words of a refusal change",
    "darkage.battle_events Fought.great": "what is underlined no case sees: test_darkage.py has it",
    "darkage.battle_events drown: area.armies > area.ships -> area.armies >= area.ships": "nobody drowns either way",
    "darkage.capture resolve: 0 -> 1": "armies without an owner have no reserve to come home to",
    "darkage.closing LeftoversSpent.apply: 0 -> 1": "income sets the BPs anew before anybody looks at them",
    "darkage.closing LeftoversSpent.bps": "what an account is made of: test_darkage.py has it",
    "darkage.closing LeftoversSpent.saved": "what an account is made of: test_darkage.py has it",
    "darkage.closing passages: area.lent_by and area.lent_to -> area.lent_by or area.lent_to": "both are set together",
    "darkage.closing population_limits: excess > 0 -> excess >= 0": "nobody is too many either way",
    "darkage.general Gift.limit: 1 -> 2": "what BPs do not pay for is cut in any case",
    "darkage.general OrderOfPlay.limit: 1 -> 2": "what BPs do not pay for is cut in any case",
    "darkage.general Stash.limit: 1 -> 2": "what BPs do not pay for is cut in any case",
    "darkage.general Stash.limit: world.kingdoms[who].bp // self.each -> world.kingdoms[who].bp * self.each": (
        "what BPs do not pay for is cut in any case"
    ),
    "darkage.kings Exchanged.left_behind": "what an account is made of: test_darkage.py has it",
    "darkage.loans SentHome.apply: 0 -> 1": "armies go home only while there is a loan",
    "darkage.loans Settlement.limit: 0 -> 1": "without a loan the order is refused before",
    "darkage.prizes prize": "what the end of a game earns: test_darkage.py has it",
    "darkage.prizes prizes": "what the end of a game earns: test_darkage.py has it",
    "darkage.setup populated": "no case sets a game up: test_darkage.py has it",
    "darkage.setup refuse_bad_seats": "no case sets a game up: test_darkage.py has it",
    "darkage.setup set_up": "no case sets a game up: test_darkage.py has it",
    "darkage.spying Find.run": "what FIND tells no case sees: test_finding.py has it",
    "darkage.tables holding": "what the GM is shown: test_darkage.py has it",
    "darkage.tables holdings": "what the GM is shown: test_darkage.py has it",
    "darkage.tables standing": "what the GM is shown: test_darkage.py has it",
    "darkage.tables standings": "what the GM is shown: test_darkage.py has it",
    "darkage.turn act: line.refusal or Refusal('1.8', 'this line could not be read', kind='read') -> line.refusal and Refusal('1.8', 'this line could not be read', kind='read')": "only the words of a refusal: test_darkage.py has it",
    "darkage.turn act: world.kingdoms[who].bp - done.price -> world.kingdoms[who].bp + done.price": "what an answer says is left: test_darkage.py has it",
    "darkage.turn rounds: 1 -> 2": "a sheet has sixteen lines, so that a seventeenth round is empty",
    "darkage.action Action.weighed: 0 -> 1": "a refused order does nothing and costs nothing, whatever it amounts to",
    "darkage.victory census": "a case gives the die itself: test_darkage.py has it",
    "darkage.victory winning: 0 -> 1": "with nobody left in the game nobody wins",
    "darkage.world World.defence: area.armies + area.ships -> area.armies - area.ships": (
        "battles at sea count each side by itself; only reports show this figure"
    ),
    "darkage.world Area.upkeep: 0 -> 1": "half of one is nothing",
    "darkage.world fraction": "which shares a house rule may have: test_darkage.py has it",
    "darkage.world offmap_upkeep: 0 -> 1": "half of one is nothing",
    "darkage.world opened": "a case brings its map: test_darkage.py has it",
}
TWILIGHT: dict[str, str] = {
    "twilight.endgame ended_early": "how an agreed end is settled: test_twilight_world.py has it",
    "twilight.setup set_up": "no case sets a game up: test_setups.py has it",
    "twilight.setup refuse_bad_seats": "no case sets a game up: test_setups.py has it",
    "twilight.setup began": "which land Franks hold at first: test_setups.py has it",
    "twilight.setup frankish_alone": "which land Franks hold at first: test_setups.py has it",
    "twilight.setup alternate: any((size(pool) for pool in pools.values())) -> all((size(pool) for pool in pools.values()))": (
        "Guy and Berengar place as many, so that both end together"
    ),
    "twilight.setup Seated.apply": "no case sets a game up: test_setups.py has it",
    "twilight.calamities TurnedMilitia.apply": "which of a stack have operated: test_twilight_world.py has it",
    "twilight.world arisen": "the names of new powers: test_twilight_world.py has it",
    "twilight.world opened": "a case gives no empty stacks: test_twilight_world.py has it",
    "twilight.tables column: return f'{low}+' if high is None else str(low) if low == high else f'{low}-{high}' -> "
    "return ''": "the heading of a column in a table of the rulebook",
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
    "twilight.order FieldOrder.flaw: 1 -> 2": "it stands for orders that have no number",
    "twilight.set_up_turn PlaceUnits.flaw: any((str(word).startswith('A') for word in self.units)) -> all((str(word).startswith('A') for word in self.units))": "the grammar mixes no ALL or AB- with types",
    "twilight.attacks no_enemy: seg.power in world.present(plan.where) -> seg.power not in world.present(plan.where)": "only the words of a refusal",
    "twilight.dealings given: giver or paper.seat -> giver and paper.seat": "which power the record names beside a line: test_twilight.py has it",
}
TOURS: dict[str, str] = {
    "tours.shock continued: code in world.units and (not world.in_wall(code)) -> code in world.units or not world.in_wall(code)": "where the odds let an attack go on no counterattack fells anybody, and nobody attacks out of the wall",
    "tours.bout to_enemy: 0 -> 1": "without any enemy all are equally far",
    "tours.selectors ranged: 0 -> 1": "both ends of a range have the same letters",
    "tours.doctrine values_of_units": "how standing orders are printed: test_tours.py has it",
    "tours.doctrine named": "how standing orders are printed: test_tours.py has it",
    "tours.doctrine written": "how standing orders are printed: test_tours.py has it",
    "tours.set_up set_up": "no case sets a game up: test_setups.py has it",
    "tours.set_up in_usual_places: piece in UNITS -> piece not in UNITS": "only words: a unit without a facing faces the enemy",
    "tours.shock continued: ready and (not fights) -> ready or not fights": (
        "only that somebody is told why an attack did not go on"
    ),
    "tours.shock continued: not fights -> fights": "only that somebody is told why an attack did not go on",
    "tours.declare attack_ordered: return wrong[0] -> return None": "the line fails all the same, without its reason",
    "tours.routes in_file: bout.left(code) < before -> bout.left(code) <= before": "whoever is not barred leaves the queue, moved or not",
    "tours.shock passed_over: unit not in entered -> unit in entered": "only that somebody is told why a unit did not advance",
    "tours.shock why_stopped": "only words of a report change",
    "tours.unit_lines short_of": "only words of a report change",
    "tours.declare fight_for: min((world.units[c].hex for c in fight.defenders)) -> "
    "max((world.units[c].hex for c in fight.defenders))": "of two combats that a unit may join each has one defender",
    "tours.doctrine written: ' '.join(value) if isinstance(value, list) else str(value) -> "
    "' '.join(value) if not isinstance(value, list) else str(value)": (
        "how standing orders are printed: test_tours.py has it"
    ),
    "tours.forces unit_word": "the names of units: test_tours.py has it",
    "tours.field otherwise_in_words: way or '' -> way and ''": ("what receipts say of ELSE: test_tours.py has it"),
    "tours.set_up set_up: side in dummies -> side not in dummies": "who plays a side: test_tours.py has it",
}
MARNON: dict[str, str] = {
    "marnon.others.invader reinforced: points and base -> points or base": "no points raise nobody, and an invader without a base is gone",
    "marnon.land.screens MoveScreen.wrong: return None if found else Refusal('5.82', f'you have no {self.screen}') -> return None": (
        "screens that are not there fail when their time comes, in other words"
    ),
    "marnon.crowns.purchase bought: 1 -> 2": "what is paid in parts: test_marnon_told.py has it",
    "marnon.others.invader needed: fleets < 0 or points < 0 -> fleets < 0 and points < 0": "the table calls back fleets and points together",
    "marnon.wishes refuse_castles": "no case sets a game up: test_setups.py has it",
    "marnon.playing Sword.left": "only the words of a refusal",
    "marnon.others.invader_fleets hunting_fleets: INVADER not in world.powers or not is_automatic(world) -> INVADER not in world.powers and (not is_automatic(world))": "no dice were thrown for an invader that is led, so it has no plan",
    "marnon.land.arriving muster: power.home or '' -> power.home and ''": "only land that it still owns counts in any case",
    "marnon.map by_number: 0 -> 1": "a code without a number stands alone among its letters",
    "marnon.land.march contact_roll: 0 -> 1": "only words of a report: of which force a die is told",
    "marnon.war.at_table speaker": "who is asked about a battle at the table: test_marnon_told.py has it",
    "marnon.setup options": "no case sets a game up: test_marnon_told.py has it",
    "marnon.setup seats_of": "no case sets a game up: test_setups.py has it",
    "marnon.setup set_up": "no case sets a game up: test_setups.py has it",
    "marnon.setup own": "no case sets a game up: test_setups.py has it",
    "marnon.setup forces_of_all": "no case sets a game up: test_setups.py has it",
    "marnon.setup first_forces": "no case sets a game up: test_setups.py has it",
    "marnon.setup usual_plan": "no case sets a game up: test_setups.py has it",
    "marnon.setup spread_plan": "no case sets a game up: test_setups.py has it",
    "marnon.setup first_port": "no case sets a game up: test_setups.py has it",
    "marnon.wishes matched": "no case sets a game up: test_setups.py has it",
    "marnon.crowns.supply Lines.places: row.owner and (row.fort or ground[code].port) -> row.owner or (row.fort or ground[code].port)": "it spares asking of areas that serve nobody",
    "marnon.war.combat fought": "what is told of a battle: test_marnon_told.py has it",
    "marnon.cards.deals first_decks": "no case sets a game up: test_marnon_told.py has it",
    "marnon.setup np_castles": "no case sets a game up: test_marnon_told.py has it",
    "marnon.realm.standing of_force": "standing orders as written again: test_marnon_told.py has it",
    "marnon.sea.voyage no_voyage: plan.flaw or 'it names a sea first, and ends in a port or with LAND, not both' -> plan.flaw and 'it names a sea first, and ends in a port or with LAND, not both'": "only the words of a refusal",
    "marnon.wishes read_castles": "no case sets a game up: test_marnon_told.py has it",
    "marnon.world World.has_second_sheet": "whose sheets are asked for: test_marnon_told.py has it",
    "marnon.land.envoys Envoy.wrong: return None if world.settings.diplomacy == 'envoys' else"
    " Refusal('5.86', 'this game is played without envoys') -> return None": "then there is no diplomat to send",
    "marnon.crowns.supply Lines.cut": "only the words of why a force starves: test_marnon_told.py has them",
    "marnon.crowns.supply Lines.patience": "how long a fort serves before the count: test_marnon_told.py has it",
    "marnon.wishes fits": "no case sets a game up: test_setups.py has it",
    "marnon.wishes house_rules": "no case sets a game up: test_setups.py has it",
    "marnon.wishes written": "no case sets a game up: test_setups.py has it",
    "marnon.land.screens looked": "what scouts tell no case sees: test_marnon_told.py has it",
    "marnon.land.screens rides_in: not world.powers[who].screens[code].hidden -> world.powers[who].screens[code].hidden": (
        "what scouts tell no case sees: test_marnon_told.py has it"
    ),
    "marnon.land.arriving keeper_named: 0 -> 1": "every seat is an area, and every area has its distance",
    "marnon.cards.start army_armed: why or 'the fund does not pay for ten points'"
    " -> why and 'the fund does not pay for ten points'": "only the words of a refusal",
    "marnon.crowns.purchase Buy.costs_now: 0 -> 1": "what a receipt says of a line without a number, which fails",
    "marnon.land.march Marching.wrong: return no_force(world, who, self.force, self.rule)"
    " -> return None": "the march finds it by itself; this is for whoever asks before",
    "marnon.spelling beside: code in name -> code not in name": "only words",
    "marnon.land.march deeds_done: word == DROP and isinstance(value, Number)"
    " -> word == DROP or isinstance(value, Number)": "of PICK, DROP and PIN only DROP has a number",
    "marnon.relations relation: return ALLY -> return ''": "every rule asks of two powers, and of oneself by itself",
    "marnon.crowns.auction sold: 3 -> 4": "no two bids are alike in crowns, power and line",
    "marnon.cards.king crowned: world.powers[who].status != 'exile' and world.score(who)"
    " -> world.powers[who].status != 'exile' or world.score(who)": "at a turn's start exactly the exiles have no land",
    "marnon.land.march halted: force.points - 2 * points -> force.points + 2 * points": (
        "who stops a march has 500 points or more, and a third of the force is as many"
    ),
    "marnon.realm.opening initiative: len(order) > 1 -> len(order) >= 1": "one power alone is first and last",
    "marnon.relations friendly: owner in world.powers and world.powers[owner].status == 'np'"
    " -> owner in world.powers or world.powers[owner].status == 'np'": (
        "only castles and regions without a player have a track"
    ),
    "marnon.war.sieges stormed: dfd.points(world) if won else 0 -> dfd.points(world) if not won else 0": (
        "what the public line on losses counts: test_marnon_told.py has it"
    ),
    "marnon.war.at_table speaker: world.settings.invader_player != 'none' -> world.settings.invader_player == 'none'": (
        "who is asked about a battle at the table: test_marnon_told.py has it"
    ),
    "marnon.war.at_table speaker: power.status == 'np' -> power.status != 'np'": (
        "who is asked about a battle at the table: test_marnon_told.py has it"
    ),
    "marnon.changes.crowns Paid.of_no_line: return self.what.upper() in HEADS -> return False": (
        "what a rehearsal counts to a line: test_marnon_told.py has it"
    ),
    "marnon.setup options: world.settings.diplomacy == 'envoys' -> world.settings.diplomacy != 'envoys'": (
        "no case sets a game up: test_marnon_told.py has it"
    ),
    "marnon.realm.standing in_force: power is None -> power is not None": (
        "standing orders as written again: test_marnon_told.py has it"
    ),
    "marnon.realm.standing of_force: each if isinstance(each, str) else f'{levied(each)} {each[1]}'"
    " -> each if not isinstance(each, str) else f'{levied(each)} {each[1]}'": (
        "standing orders as written again: test_marnon_told.py has it"
    ),
    "marnon.realm.standing of_force: 1 -> 2": "standing orders as written again: test_marnon_told.py has it",
    "marnon.crowns.arrivals arrivals: 0 -> 1": "a row that is taken off the list has no turn",
    "marnon.crowns.income income: whole < 0 -> whole <= 0": "nothing is lost either way",
    "marnon.relations disliked: 0 -> 1": "a power without a mark is not disliked either way",
    "marnon.crowns.upkeep got: bill.head == 'FORTS' and world.area(bill.code).unpaid"
    " -> bill.head == 'FORTS' or world.area(bill.code).unpaid": (
        "only that a fort is told of that is paid as ever: test_marnon_told.py has it"
    ),
    "marnon.war.at_table side_lines: [f\"mercenaries {' '.join(force.mercs)}\"] if force.mercs else []"
    " -> [f\"mercenaries {' '.join(force.mercs)}\"] if not force.mercs else []": (
        "what the sheet of a battle at the table says: test_marnon_told.py has it"
    ),
    "marnon.setup np_castles: kind == 'MERCHANT' -> kind != 'MERCHANT'": (
        "no case sets a game up: test_marnon_told.py has it"
    ),
    "marnon.setup np_castles: world.owner(code) is None -> world.owner(code) is not None": (
        "no case sets a game up: test_setups.py has it"
    ),
    "marnon.setup led": "no case sets a game up: test_marnon_told.py has it",
    "marnon.setup usual_plan: 0 -> 1": "a tenth of one point is none",
}
HOMELANDS: dict[str, str] = {
    "homelands.feeding fodder_for: 0 -> 1": "only herds inside a settlement ask, and that is among the stores",
    "homelands.world World.names": "only words of a report",
    "homelands.trade affordable: 6 -> 7": "it stands for no limit",
    "homelands.outfit Outfitter.place_grain: 0 -> 1": "every outfit has grain",
    "homelands.factions changed": "which figures a house rule may change: test_setups.py has it",
    "homelands.feeding paid: 1 -> 2": "those inside are lost with their settlement in any case; only the reason that is told differs",
    "homelands.household Household.food": "what computer players reckon with: test_setups.py has it",
    "homelands.household Household.more: not self.world.on('agriculture') -> self.world.on('agriculture')": "what computer players reckon with: test_setups.py has it",
    "homelands.special Rested.apply: self.marks == ALL_MARKS -> self.marks != ALL_MARKS": "all herds are driven in one step, and nothing asks later in the round",
    "homelands.attrition on_neutral: world.powers[who].gold // price -> world.powers[who].gold * price": "safe passage costs one gold on every road",
    "homelands.outfit Outfitter.default_units: 0 -> 1": "every power has light infantry in its outfit",
    "homelands.factions figures": "which figures a house rule may change: test_setups.py has it",
    "homelands.setup chosen_seats": "no case sets a game up: test_setups.py has it",
    "homelands.setup border_for": "no case sets a game up: test_setups.py has it",
    "homelands.setup refuse_outside": "no case sets a game up: test_setups.py has it",
    "homelands.setup set_up": "no case sets a game up: test_setups.py has it",
    "homelands.setup StartFields.wrong": "only the words of a refusal: test_setups.py has them",
    "homelands.setup late_powers: 0 -> 1": "the outfit of a power that enters late names its gold and its prestige",
    "homelands.setup seated: len(starts) + 1 -> len(starts) - 1": "every power of a game has a seat",
    "homelands.setup seated: 1 -> 2": "every power of a game has a seat",
    "homelands.units unit_words": "only words of a report change",
    "homelands.building Assign.plan: asked > room -> asked <= room": "only the words of a refusal",
    "homelands.fields grain_room: 0 -> 1": "asked only of open settlements of one's own",
    "homelands.escape refuge: 2 -> 3": "the last rank stays the last",
    "homelands.ranks Upgrade.yard_room: 0 -> 1": "without a yard the line is refused before; a full yard is a case",
    "homelands.ranks Upgrade.berths: 6 -> 7": "it stands for no limit",
    "homelands.trade Buy.corsairs: at.realm.pp // price -> at.realm.pp * price": "what prestige does not pay for is cut in any case",
    "homelands.trade Buy.hired: at.realm.gold < gold * asked -> at.realm.gold >= gold * asked": "only the words of a refusal",
    "homelands.tributes Take.refused: return reason -> return None": "a stranger has made no offer: refused in other words",
    "homelands.units told": "only words of a report change",
    "homelands.trade Buy.infantry: 0 -> 1": "the table has a price for light infantry",
    "homelands.turn messages: roster.messages(turn) if turn.world.settings.messages else iter(()) -> "
    "roster.messages(turn) if not turn.world.settings.messages else iter(())": (
        "messages are no part of a case: test_homelands.py has it"
    ),
    "homelands.units doing: return f'{told(units)} {(one if sum(units.values()) == 1 else many)}' -> return ''": (
        "only words of a report: test_homelands.py has it"
    ),
    "homelands.world Field.is_empty: return not (self.units or self.builders or self.cargo or self.settlement or "
    "self.yard or self.site or self.herd or self.sown or self.looted or self.lost) -> return False": (
        "a record leaves empty fields out: test_samples.py has it"
    ),
    "homelands.abilities abilities: ' and '.join(map(str, value)) if isinstance(value, list | tuple | dict) else "
    "str(value) -> ' and '.join(map(str, value)) if not isinstance(value, list | tuple | dict) else str(value)": (
        "what a faction can do, in words: test_homelands.py has it"
    ),
    "homelands.abilities abilities: told.isupper() and key not in WRITTEN -> told.isupper() or key not in WRITTEN": (
        "what a faction can do, in words: test_homelands.py has it"
    ),
    "homelands.fields fields_in_words: number == 1 -> number != 1": "what receipts say: test_homelands.py has it",
}
EXPLAINED: dict[str, str] = {**DARKAGE, **TWILIGHT, **TOURS, **MARNON, **HOMELANDS}
