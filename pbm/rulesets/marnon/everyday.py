"""What people call the things and deeds of the game."""

from pbm.reading.habits import Habits

SINGLE = ("fleet", "merchant", "caravan", "fort", "general")
"""What is bought one by one."""
EVERYDAY = {
    **{f"{one} {noun}": noun.upper() for one in ("one", "1") for noun in SINGLE},
    "army #": "A#", "force #": "A#", "general #": "G#", "fleet #": "F#", "caravan #": "V#", "diplomat #": "D#",
    "castle #": "C#", "army points": "ARMY", "points of army": "ARMY",
    "merchant fleet": "MERCHANT", "merchant fleets": "MERCHANT", "supplies": "SUPPLY",
    "war fleet": "FLEET", "buy # points": "BUY ARMY #", "recruit #": "BUY ARMY #", "raise #": "BUY ARMY #",
    "buy # points of army": "BUY ARMY #", "buy # army points": "BUY ARMY #", "purchase": "BUY", "acquire": "BUY",
    "travel": "MARCH", "walk": "MARCH", "advance": "MARCH", "fall back": "RETREAT", "flee": "RETREAT",
    "unite": "JOIN",
    "combine": "JOIN", "detach": "SPLIT", "divide": "SPLIT", "command": "LEAD", "take command of": "LEAD",
    "fix": "REPAIR", "watch": "PATROL", "guard": "PATROL", "cruise": "SAIL", "hunt down": "HUNT",
    "raise the siege of": "LIFT",
    "abandon the siege of": "LIFT", "disband": "KEEP NO", "send home": "KEEP NO",
    "declare war on": "WAR", "declare war against": "WAR", "war on": "WAR", "make peace with": "PEACE",
    "offer peace to": "PEACE", "alliance with": "ALLY", "offer an alliance to": "ALLY", "ally with": "ALLY",
    "lift the siege of": "LIFT", "end the siege of": "LIFT", "send caravan": "TREK", "the seat": "",
    "move the seat": "SEAT", "seat of government": "SEAT", "move the government": "SEAT",
    "lend": "LOAN", "for # turns": "#",
    "pay back": "REPAY", "pay tribute to": "TRIBUTE", "move": "MARCH", "send": "MARCH", "go": "MARCH", "go on": "",
    "go on crusade": "CRUSADE", "assault": "STORM", "the walls of": "", "behind walls": "WALLS",
    "behind the walls": "WALLS", "stay behind the walls of": "WALLS", "fight in the field": "FIELD",
    "pick up": "PICK",
    "build": "BUY", "hire": "BUY", "recruit": "BUY", "merge": "JOIN", "put": "PLACE", "split off": "SPLIT",
    "show": "DECLARE", "allow trade with": "TRADE YES", "stop trading with": "TRADE NO", "dismiss": "KEEP NO",
    "no reserve": "RESERVE NONE", "repair nothing": "REPAIR NONE", "on patrol": "PATROL", "aboard": "CARRY",
    "carrying": "CARRY", "land in": "LAND", "land at": "LAND", "we go first": "INITIATIVE FIRST",
    "we go last": "INITIATIVE LAST", "for the king": "KING FOR", "against the king": "KING AGAINST",
    "declare for the king": "KING FOR", "declare against the king": "KING AGAINST",
    "alliance": "ALLY", "goes on to": "MARCH", "intercept": "",
    "they go to": "for", "they join": "for", "to go to": "for",
    "in command of": "LEAD", "exile with": "EXILE HOST", "rebels in": "", "pirates with": "",
    "tell": "MESSAGE", "inform": "MESSAGE", "say to": "MESSAGE", "write to": "MESSAGE",
    "go first": "INITIATIVE FIRST", "go last": "INITIATIVE LAST", "move first": "INITIATIVE FIRST",
    "move last": "INITIATIVE LAST", "play first": "INITIATIVE FIRST", "play last": "INITIATIVE LAST",
    "do nothing": "PASS", "make no move": "PASS", "declare war": "WAR", "go to war": "WAR", "start a war": "WAR",
    "make war": "WAR", "at war": "WAR", "make peace": "PEACE", "offer peace": "PEACE", "propose peace": "PEACE",
    "sign peace": "PEACE", "sue for peace": "PEACE", "at peace": "PEACE", "form an alliance": "ALLY",
    "offer an alliance": "ALLY", "make an alliance": "ALLY", "propose an alliance": "ALLY",
    "enter an alliance": "ALLY", "become allies": "ALLY", "become allied": "ALLY", "be allies": "ALLY",
    "allied": "ALLY", "allies": "ALLY", "proceed": "MARCH", "head for": "MARCH", "head": "MARCH",
    "break off": "SPLIT", "separate": "SPLIT", "add": "JOIN", "put together": "JOIN", "amalgamate": "JOIN",
    "take over": "LEAD", "hold in reserve": "RESERVE", "patrols in": "PATROL", "set sail": "SAIL",
    "put to sea": "SAIL", "navigate": "SAIL", "give battle": "FIGHT", "accept battle": "FIGHT",
    "stand and fight": "FIGHT", "offer battle": "FIGHT", "avoid battle": "WITHDRAW", "decline battle": "WITHDRAW",
    "refuse battle": "WITHDRAW", "pull back": "RETREAT", "retire": "RETREAT", "run down": "PURSUE",
    "pursuit": "PURSUE", "defend": "CASTLE", "in the field": "FIELD", "in the open": "FIELD", "on the walls": "WALLS",
    "inside the walls": "WALLS", "within the walls": "WALLS", "raise the siege": "LIFT", "lift the siege": "LIFT",
    "end the siege": "LIFT", "abandon the siege": "LIFT", "give up the siege": "LIFT", "break off the siege": "LIFT",
    "call off the siege": "LIFT", "open our ports to": "TRADE YES", "close our ports to": "TRADE NO",
    "permit trade with": "TRADE YES", "forbid trade with": "TRADE NO", "end trade with": "TRADE NO",
    "stop trade with": "TRADE NO", "allow trade by": "TRADE YES", "ban trade with": "TRADE NO",
    "tribute of": "TRIBUTE", "mend": "REPAIR", "refit": "REPAIR", "reinforce": "BUY",
    "strengthen": "BUY", "move the capital": "SEAT", "move our capital": "SEAT", "capital": "SEAT",
    "go into exile": "EXILE HOST", "take in": "HOST YES", "give shelter to": "HOST YES", "shelter": "HOST YES",
    "come back from exile": "RETURN", "return from exile": "RETURN", "reveal": "DECLARE", "disclose": "DECLARE",
    "uncover": "DECLARE", "conceal": "HIDE", "retain": "KEEP", "give a loan": "LOAN", "loan of": "LOAN",
    "give back": "REPAY", "return the loan": "REPAY", "envoy #": "D#", "back the rebels": "SUPPORT",
    "support the rebels": "SUPPORT", "hunt pirates": "HUNT", "hunt the pirates": "HUNT", "fight the pirates": "HUNT",
    "chase the pirates": "HUNT", "join the crusade": "CRUSADE", "take the cross": "CRUSADE",
    "leave for the crusade": "CRUSADE", "on crusade": "CRUSADE", "support the king": "KING FOR",
    "oppose the king": "KING AGAINST", "renounce the king": "KING RENOUNCE", "ignore the invader": "INVADER IGNORE",
    "oppose the invader": "INVADER OPPOSE", "join the invader": "INVADER JOIN", "fortress": "FORT",
    "regiment": "ARMY", "squadron #": "F#", "merchantman": "MERCHANT", "trade caravan": "CARAVAN",
    "levies of": "ASSIGN", "levies for": "ASSIGN", "want # pieces of terrain": "GROUND #", "go hunting": "HUNT",
    "take # pieces of terrain": "GROUND #", "seat moves to": "SEAT", "upwards": "UP", "downwards": "DOWN",
}  # fmt: skip
"""Units, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"crown", "crowns", "for", "of", "point", "points", "caravan", "caravans", "fleet", "fleets",
    "general", "diplomat", "army", "armies", "card", "pirates", "rebels", "under", "levies", "levy",
    "government", "go", "by", "merchant", "merchants"})  # fmt: skip
DOUBTFUL = frozenset({"toward", "towards"})
"""A march may stop on its way."""
ALSO = {"MARCH": ("SAIL", "TREK", "ENVOY"), "PAY": ("TRIBUTE",), "PLACE": ("JOIN", "LEAD")}
"""What else may be meant by an action that has no box for the things in the line: a fleet that marches sails."""
BESIDE = {
    "BUY": "men=ARMY soldiers=ARMY troops=ARMY points=ARMY point=ARMY new another",
    "PURSUE": "beaten enemy enemies foe",
    "DECLARE": "openly everyone everybody others", "HIDE": "everyone everybody others",
    "SPLIT": "off from points men",
    "KEEP": "its fee another service", "TRIBUTE": "as in tribute", "LOAN": "as turns", "RESERVE": "as in next",
    "RETURN": "exile home", "CRUSADE": "crusade on", "JOIN": "with together", "LEAD": "command commander as",
    "SEAT": "capital", "STORM": "walls", "LIFT": "siege", "HUNT": "against", "TREK": "caravan", "RETREAT": "back",
    "PATROL": "in around", "BID": "on for as", "REPAIR": "damage damaged", "REPAY": "back loan",
    "INITIATIVE": "go place if win", "PEACE": "be treaty", "ALLY": "be as treaty", "WAR": "be", "SUPPORT": "rebels",
    "PLACE": "at", "PASS": "move anything", "STANCE": "battle before in", "NAVY": "at sea", "MARCH": "on",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = {
    "split ... off": "SPLIT", "take ... by storm": "STORM", "hold ... in reserve": "RESERVE",
    "use ... as reserve": "RESERVE", "make ... the reserve": "RESERVE", "let ... trade": "TRADE YES",
    "allow ... to trade": "TRADE YES",
    "give ... command of": "LEAD", "put ... at the head of": "LEAD", "place ... in command of": "LEAD",
    "send ... against the pirates": "HUNT", "send ... on crusade": "CRUSADE", "send ... on the crusade": "CRUSADE",
    "take ... on crusade": "CRUSADE", "send ... home": "KEEP NO", "pay ... back": "REPAY",
    "bring ... back": "RETREAT",
    "pull ... back": "RETREAT", "run ... down": "PURSUE",
}  # fmt: skip
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, doubtful=DOUBTFUL, also=ALSO, beside=BESIDE, parted=PARTED,
    light={"get": "BUY", "offer": "BID"}, presumed={"KEEP": "YES", "TRADE": "YES", "HOST": "YES"}, going="MARCH",
)  # fmt: skip
