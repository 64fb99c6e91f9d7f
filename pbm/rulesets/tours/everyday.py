"""What people call the things and deeds of the battle."""

from pbm.reading.habits import Habits

EVERYDAY = {
    "heavy infantry": "HI", "light infantry": "LI", "heavy cavalry": "HC", "light cavalry": "LC", "guard": "GRD",
    "red tribes": "RED", "yellow tribes": "YEL", "blue tribes": "BLU", "grey tribes": "GRY", "gray tribes": "GRY",
    "yellow": "YEL", "blue": "BLU", "grey": "GRY", "charles": "CHA", "abd": "ABD", "all contingents": "ALL",
    "east": "E", "west": "W", "north-east": "NE", "northeast": "NE", "south-east": "SE", "southeast": "SE",
    "north-west": "NW", "northwest": "NW", "south-west": "SW", "southwest": "SW", "best target": "ANY",
    "shield wall": "WALL", "form the wall": "WALL", "form the shield wall": "WALL", "form a wall": "WALL",
    "leave the wall": "UNWALL", "otherwise": "ELSE", "or else": "ELSE", "disordered": "DIS", "engaged": "ENG",
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
    "red": "RED", "the guard": "GRD", "guards": "GRD", "infantry heavy": "HI", "and advance with": "ADV",
    "and advancing with": "ADV", "north east": "NE", "north west": "NW", "south east": "SE", "south west": "SW",
    "always attack": "SHOCK ALWAYS",
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
    "": "init play we they unit units", "MARK": "marker markers mark", "RESIGN": "battle game fight",
    "FOLLOW": "evaders evader them enemy", "STANCE": "for is as be enemy",
    "STAY": "where they stand still here there",
    "ATTACK": "advance=ADV advances=ADV advancing=ADV enemy", "MOVE": "face faces facing turn look",
    "SEQ": "acts act order roll", "GROUP": "called name group", "FIRE": "arrows bows", "EVADE": "attack attacks",
    "COUNTER": "back", "PRESS": "attack attacks", "SHOCK": "only at plus from with", "LEAD": "ride rides lead leads",
    "SETUP": "facing face in", "FACE": "direction", "INIT": "want", "REACT": "fire", "AIM": "first",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = {
    "put a ... marker on": "MARK", "place a ... marker on": "MARK", "give ... marker": "MARK",
    "call ... the group": "GROUP", "call ... group": "GROUP",
    "make ... a group called": "GROUP", "let ... shoot at": "FIRE", "bring ... to bear on": "FIRE",
    "pull ... back": "WITHDRAW",
}  # fmt: skip
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, doubtful=DOUBTFUL, also=ALSO, beside=BESIDE, parted=PARTED, going="MOVE"
)
