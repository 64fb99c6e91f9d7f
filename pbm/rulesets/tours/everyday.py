"""What people call the things and deeds of the battle."""

from pbm.reading.habits import Habits

TRIBES = {"red": "RED", "yellow": "YEL", "blue": "BLU", "grey": "GRY", "gray": "GRY"}
ARMS = {
    "cavalry": "HC", "heavy cavalry": "HC", "horse": "HC", "horsemen": "HC", "heavy horse": "HC", "archers": "MA",
    "horse archers": "MA", "mounted archers": "MA", "bowmen": "MA", "light infantry": "LI", "infantry": "LI",
    "foot": "LI", "footmen": "LI",
}  # fmt: skip
"""What people call the arms of a tribe."""
EVERYDAY = {
    **{f"{colour} {name}": f"{code}.{arm}" for colour, code in TRIBES.items() for name, arm in ARMS.items()},
    **{f"{colour}{tribe}": code for colour, code in TRIBES.items() for tribe in ("", "s", " tribe", " tribes")},
    "heavy infantry": "HI", "light infantry": "LI", "heavy cavalry": "HC", "light cavalry": "LC", "guard": "GRD",
    "charles": "CHA", "abd": "ABD", "all contingents": "ALL",
    "east": "E", "west": "W", "north-east": "NE", "northeast": "NE", "south-east": "SE", "southeast": "SE",
    "north-west": "NW", "northwest": "NW", "south-west": "SW", "southwest": "SW", "best target": "ANY",
    "shield wall": "WALL", "form the wall": "MARK WALL", "form the shield wall": "MARK WALL",
    "form a wall": "MARK WALL",
    "leave the wall": "MARK UNWALL", "otherwise": "ELSE", "or else": "ELSE", "disordered": "DIS", "engaged": "ENG",
    "at": "", "turn": "FACE", "shoot": "FIRE", "march": "MOVE", "ride": "MOVE", "go": "MOVE", "send": "MOVE",
    "charge": "ATTACK", "assault": "ATTACK", "join": "LEAD", "place": "SETUP", "put": "SETUP", "set up": "SETUP",
    "surrender": "RESIGN", "concede": "RESIGN", "initiative": "INIT", "we go first": "INIT FIRST",
    "we go last": "INIT LAST", "play first": "INIT FIRST", "play last": "INIT LAST", "sequence": "SEQ",
    "order of contingents": "SEQ", "stay put": "STAY", "stay where they are": "STAY", "do nothing": "NONE",
    "counter-attack": "COUNTER", "counterattack": "COUNTER", "press the attack": "PRESS", "press on": "PRESS",
    "back into the shield wall": "WALL", "into the shield wall": "WALL", "into a shield wall": "WALL",
    "ride back": "BACK", "and return": "BACK", "and back": "BACK", "and advances": "ADV",
    "and advance into it": "ADV",
    "attack of its own accord": "SHOCK", "attack of their own accord": "SHOCK", "or better": "",
    "gallop": "MOVE", "walk": "MOVE", "wheel": "FACE", "look": "FACE", "harass": "HARRY", "remain": "STAY",
    "wait": "STAY", "stay still": "STAY", "fall back": "WITHDRAW", "pull back": "WITHDRAW", "rally": "REFORM",
    "regroup": "REFORM",
    "re-form": "REFORM", "hold fast": "HOLD", "stand fast": "HOLD", "push forward": "ADVANCE",
    "go forward": "ADVANCE",
    "move forward": "ADVANCE", "accompany": "LEAD", "ride with": "LEAD",
    "if we win the initiative": "", "if we get the initiative": "",
     "go first": "INIT FIRST", "go last": "INIT LAST", "act first": "SEQ",
    "in this sequence": "SEQ", "attack only at": "SHOCK", "attack of their own accord only at": "SHOCK",
    "proceed": "MOVE", "head for": "MOVE", "fall upon": "ATTACK", "fight": "ATTACK",
    "hit": "ATTACK", "shoot arrows": "FIRE", "fire arrows": "FIRE", "loose arrows": "FIRE", "bombard": "FIRE",
    "skirmish with": "HARRY", "give up the battle": "RESIGN", "capitulate": "RESIGN",
    "keep still": "STAY", "stay in place": "STAY", "stand still": "STAY",
    "stay there": "STAY", "stay here": "STAY", "hold their ground": "HOLD", "hold its ground": "HOLD",
    "hold the line": "HOLD", "hold position": "HOLD", "stand firm": "HOLD", "stand their ground": "HOLD",
    "hold firm": "HOLD", "step back": "WITHDRAW", "retreat": "WITHDRAW", "retire": "WITHDRAW",
    "give ground": "WITHDRAW", "pursue": "FOLLOW", "chase": "FOLLOW", "follow up": "FOLLOW", "strike back": "COUNTER",
    "hit back": "COUNTER", "return fire": "REACT", "shoot back": "REACT", "fire back": "REACT",
    "react to fire": "REACT", "press home": "PRESS", "press home the attack": "PRESS", "push on": "PRESS",
    "keep attacking": "PRESS", "dodge": "EVADE", "slip away": "EVADE", "get away": "EVADE",
    "re-order": "REFORM", "reorder": "REFORM", "get back in order": "REFORM", "restore order": "REFORM",
    "dissolve the wall": "UNWALL", "break the wall": "UNWALL", "open the wall": "UNWALL",
    "leave the shield wall": "UNWALL", "build the shield wall": "WALL", "make a shield wall": "WALL",
    "close the wall": "WALL", "form wall": "WALL", "name the group": "GROUP", "form the group": "GROUP",
    "form a group": "GROUP", "aim at": "AIM", "prefer": "AIM",
    "move forwards": "ADVANCE", "go forwards": "ADVANCE", "press forward": "ADVANCE", "moves up": "ADVANCE",
    "deploy": "SETUP", "station": "SETUP", "position": "SETUP", "abd al-rahman": "ABD", "abd ar-rahman": "ABD",
    "abdul rahman": "ABD", "charles martel": "CHA", "martel": "CHA", "horse archers": "MA", "mounted archers": "MA",
    "the guard": "GRD", "guards": "GRD", "infantry heavy": "HI", "and advance with": "ADV",
    "and advancing with": "ADV", "north east": "NE", "north west": "NW", "south east": "SE", "south west": "SW",
    "always attack": "SHOCK ALWAYS",
    "form a shield wall": "MARK WALL", "form up the wall": "MARK WALL", "form up the shield wall": "MARK WALL",
    "come out of the wall": "MARK UNWALL", "step out of the wall": "MARK UNWALL", "one step in direction #": "/#",
    "a step in direction #": "/#", "step in direction #": "/#",
    "and advances if it wins": "ADV", "and advance if they win": "ADV", "and advances if it win": "ADV",
    "attack at +#": "SHOCK #", "attack at -#": "SHOCK -#", "attack at odds of #": "SHOCK #",
    "if i win the initiative": "", "if i get the initiative": "", "when i win the initiative": "",
    "when we win the initiative": "", "if we have the initiative": "", "if i have the initiative": "",
    "no marker for": "MARK NONE",
    "no marker to": "MARK NONE", "no markers for": "MARK NONE", "no marker on": "MARK NONE", "all the tribes": "ALL",
    "all tribes": "ALL", "emir": "ABD", "the emir": "ABD", "strike at": "ATTACK", "go for": "ATTACK",
    "fall on": "ATTACK", "engage": "ATTACK", "ride against": "ATTACK", "go against": "ATTACK", "storm": "ATTACK",
    "ride down": "ATTACK", "attack on its own": "SHOCK", "attack on their own": "SHOCK", "attack by itself": "SHOCK",
    "attack by themselves": "SHOCK", "attack of itself": "SHOCK", "attack without orders": "SHOCK",
    "attack without an order": "SHOCK", "attack unasked": "SHOCK", "attack on its own accord": "SHOCK",
    "attack on their own accord": "SHOCK", "or more": "", "or higher": "", "at least": "",
    "counter attack": "COUNTER",
    "counterattacking": "COUNTER", "go second": "INIT LAST", "move second": "INIT LAST", "play second": "INIT LAST",
    "go after them": "INIT LAST", "move first": "INIT FIRST", "move last": "INIT LAST", "order of activation": "SEQ",
    "activation order": "SEQ", "order of play": "SEQ", "act in the order": "SEQ", "activate in the order": "SEQ",
    "contingents act": "SEQ", "fire at will": "FIRE ANY", "shoot at will": "FIRE ANY", "start in": "SETUP",
    "start at": "SETUP", "begin in": "SETUP", "begin at": "SETUP", "set": "SETUP", "follow": "FOLLOW",
    "continue the attack": "PRESS", "continue attacking": "PRESS", "go on attacking": "PRESS", "trot": "MOVE",
    "canter": "MOVE", "step": "MOVE", "climb": "MOVE", "stay with": "LEAD", "go with": "LEAD", "go to": "MOVE",
    "ride beside": "LEAD", "rest": "REFORM", "sort themselves out": "REFORM", "gather themselves": "REFORM",
    "form up": "REFORM", "turn round": "FACE", "face towards the": "FACE", "turn to face": "FACE", "turn to": "FACE",
    "stay back": "STAY", "keep to their places": "STAY", "stay where it is": "STAY", "keep its place": "STAY",
    "go back": "WITHDRAW", "draw back": "WITHDRAW", "give way": "WITHDRAW", "move back": "WITHDRAW",
    "stand": "HOLD", "move on": "ADVANCE", "come forward": "ADVANCE", "step forward": "ADVANCE", "best": "ANY",
    "the best": "ANY", "any target": "ANY", "any enemy": "ANY", "whoever is nearest": "ANY",
}  # fmt: skip
"""Contingents, leaders, the compass, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"by", "hex", "hexes", "unit", "units", "contingent", "contingents", "facing", "face", "faces",
    "step", "steps", "along"})  # fmt: skip
DOUBTFUL = frozenset({"toward", "towards"})
"""A march may stop on its way."""
ALSO = {"MOVE": ("LEAD",)}
"""What else may be meant by an action that has no box for the things in the line: a leader who moves is led."""
TAKES = {"SELECTOR": ("unit", "contingent"), "TARGETS": ("unit", "contingent")}
"""What may stand in boxes that take any word."""
BESIDE = {
    "": "init play we they unit units them of can",
    "MARK": "marker markers mark gets get give receives with shield wall form", "RESIGN": "battle game fight",
    "FOLLOW": "evaders evader them enemy",
    "STANCE": "for is as be enemy when whenever it they possible able ahead own",
    "STAY": "where they stand still here there",
    "ATTACK": "advance=ADV advances=ADV advancing=ADV enemy", "MOVE": "face faces facing turn look",
    "SEQ": "acts act order roll activation of then after comes followed", "GROUP": "called name group",
    "FIRE": "arrows bows target targets", "EVADE": "attack attacks",
    "COUNTER": " back", "PRESS": "attack attacks", "SHOCK": "at plus from with odds modifier of least only",
    "LEAD": "ride rides lead leads",
    "SETUP": "facing face in", "FACE": "direction", "INIT": "want win get initiative choose place have",
    "REACT": "fire", "AIM": "first",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = {
    "put a ... marker on": "MARK", "place a ... marker on": "MARK", "give ... marker": "MARK",
    "call ... the group": "GROUP", "call ... group": "GROUP",
    "make ... a group called": "GROUP", "let ... shoot at": "FIRE", "bring ... to bear on": "FIRE",
}  # fmt: skip
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY,
    measures=MEASURES,
    doubtful=DOUBTFUL,
    also=ALSO,
    beside=BESIDE,
    parted=PARTED,
    going="MOVE",
    titles=frozenset({*ARMS, "archer", "cavalryman", "horseman", "footman", "company", "squadron"}),
)
