"""What people call the things and deeds of the game."""

from pbm.reading.habits import Habits

HERDS = ("the herd", "the herds", "the sheep", "the pigs", "the cattle", "the horses")
CROPS = ("the crop", "the crops", "the grain", "the fields")
EVERYDAY = {
    "light infantry": "LI", "heavy infantry": "HI", "cavalry": "CV", "horsemen": "CV", "riders": "CV",
    "mercenary": "ME", "mercenaries": "ME", "corsair": "CO", "corsairs": "CO", "elephant": "WE", "elephants": "WE",
    "warship": "WS", "warships": "WS", "transport": "TS", "transports": "TS", "siege machine": "SM",
    "siege machines": "SM", "villages": "VIL", "village": "VIL", "city": "CTY", "dock": "DCK", "docks": "DCK",
    "port": "PRT", "harbour": "PRT", "fort": "FRT", "fortress": "FRT", "corn": "GRAIN", "wheat": "GRAIN",
    "horses": "HORSE", "pig": "PIGS", "cows": "CATTLE", "the enemy": "ANY", "the enemies": "ANY",
    "plant": "SOW", "plant grain in": "SOW", "sow grain in": "SOW", "send": "MOVE", "bring": "MOVE", "walk": "MOVE",
    "go": "MOVE", "plunder": "LOOT", "besiege": "SIEGE", "lay siege to": "SIEGE", "storm": "SIEGE", "fight": "ATTACK",
    "carry": "CART", "slaughter": "CULL", "found": "BUILD", "train": "UPGRADE", "save": "KEEP", "put": "PLACE",
    "eat": "DIET", "end the truce": "ENDTRUCE", "break the truce": "ENDTRUCE", "offer a truce": "TRUCE",
    "make a truce": "TRUCE", "hire": "BUY", "become vassal of": "VASSAL", "become a vassal of": "VASSAL",
    "accept the tribute of": "TAKE", "rebel against": "REBEL", "feed the herds first": "HERDSFIRST ON",
    "herds first": "HERDSFIRST", "everywhere": "ALL", "everything we can": "ALL", "all we can": "ALL",
    "put out to sea": "SAIL", "sally out of": "SALLY", "all fields": "ALL", "all our fields": "ALL",
    "all my fields": "ALL", "festivals": "FESTIVAL", "hold a": "", "dismantle the village": "DISMANTLE",
    "behind the walls": "", "cancel the site": "CANCEL", "cancel the building": "CANCEL", "hasten the site": "HASTEN",
    "hasten the work": "HASTEN", "withdraw the herd": "WITHDRAW HERD", "a herd of": "", "one herd of": "1",
    "# man": "#", "construct": "BUILD", "erect": "BUILD", "purchase": "BUY", "assault": "ATTACK",
    "pillage": "LOOT", "raid": "LOOT", "sack": "LOOT", "torch": "BURN", "set fire to": "BURN", "rob": "STEAL",
    "butcher": "CULL", "kill": "CULL", "haul": "CART", "dismiss": "DISBAND", "promote": "UPGRADE",
    "convert": "UPGRADE", "turn": "UPGRADE", "retrain": "UPGRADE", "hold back": "KEEP", "set aside": "KEEP",
    "sortie": "SALLY", "sally forth from": "SALLY", "fall back": "RETREAT", "celebrate": "FESTIVAL",
    "light infantrymen": "LI", "heavy infantrymen": "HI", "cavalrymen": "CV",
    **{f"{verb} {herd}": deed for verb, deed in (("cull", "CULL"), ("slaughter", "CULL")) for herd in HERDS},
    **{f"{verb} {thing}": verb.upper() for verb in ("steal", "burn") for thing in HERDS + CROPS},
    "go behind the walls": "WITHDRAW", "go inside": "WITHDRAW", "retire behind the walls": "WITHDRAW",
    "take shelter": "WITHDRAW", "go into the city": "WITHDRAW", "come inside": "WITHDRAW", "shelter": "WITHDRAW",
    "hurry": "HASTEN", "speed up": "HASTEN", "rush": "HASTEN", "hurry up": "HASTEN", "quicken": "HASTEN",
    "building site": "site", "on all sites": "", "at all sites": "", "give up the site": "CANCEL",
    "abandon the site": "CANCEL",
    "give up the work": "CANCEL", "abandon the work": "CANCEL", "call off the work": "CANCEL",
    "construction site": "site", "reap": "HARVEST", "gather": "HARVEST", "bring in": "HARVEST", "seed": "SOW",
    "enlist": "RECRUIT", "levy": "RECRUIT", "draft": "RECRUIT", "raise men": "RECRUIT", "raise troops": "RECRUIT",
    "feast": "FESTIVAL", "feasts": "FESTIVAL", "transfer": "MOVE", "shift": "MOVE", "lead": "MOVE", "ride": "MOVE",
    "march on": "MARCH", "go on": "MARCH", "forced march": "FORCE", "force the march": "FORCE",
    "make a forced march": "FORCE", "carry across": "FERRY", "ferry over": "FERRY",
    "set sail": "SAIL", "put to sea": "SAIL", "pull back": "RETREAT", "flee": "RETREAT", "retire": "RETREAT",
    "sally out": "SALLY", "sally forth": "SALLY", "break out": "SALLY", "lay siege": "SIEGE", "siege of": "SIEGE",
    "rustle": "STEAL", "set on fire": "BURN", "burn down": "BURN",
    "work twice as much": "TOIL", "work double": "TOIL", "work twice as hard": "TOIL", "work overtime": "TOIL",
    "make peace": "TRUCE", "sign a truce": "TRUCE", "agree a truce": "TRUCE", "propose a truce": "TRUCE",
    "conclude a truce": "TRUCE", "cease-fire": "TRUCE", "ceasefire": "TRUCE", "terminate the truce": "ENDTRUCE",
    "cancel the truce": "ENDTRUCE", "denounce the truce": "ENDTRUCE", "call off the truce": "ENDTRUCE",
    "redemption": "REDEEM", "ransom": "REDEEM", "grant": "GIVE", "donate": "GIVE", "hand over": "GIVE",
    "hand": "GIVE", "swear fealty to": "VASSAL", "submit to": "VASSAL", "become vassals of": "VASSAL",
    "be vassal of": "VASSAL", "accept the gold of": "TAKE", "accept the redemption of": "TAKE",
    "accept tribute from": "TAKE", "take the tribute of": "TAKE", "take tribute from": "TAKE",
    "rise against": "REBEL", "revolt against": "REBEL", "rise up against": "REBEL", "send home": "DISBAND",
    "discharge": "DISBAND", "lay off": "DISBAND", "put aside": "KEEP", "put by": "KEEP", "reserve": "KEEP",
    "trade away": "SELL", "pull down": "DISMANTLE", "tear down": "DISMANTLE",
    "call up": "MUSTER", "pork": "MEAT",
    "ox": "CATTLE", "oxen": "CATTLE", "cow": "CATTLE", "trade ship": "TS",
    "trade ships": "TS", "transport ship": "TS", "transport ships": "TS", "war ship": "WS", "war ships": "WS",
    "war elephant": "WE", "war elephants": "WE", "at the cheap price": "CHEAP",
    "give up the building site": "CANCEL", "break off at": "DOCTRINE BREAK", "aim at": "DOCTRINE TARGET",
    "stop working": "RELEASE", "put down their tools": "RELEASE", "put their tools down": "RELEASE",
    "lay down their tools": "RELEASE",
}  # fmt: skip
"""Units, buildings, goods, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"gold", "for", "builder", "builders", "men", "man", "back", "come", "enemies", "ashore",
    "pay"})  # fmt: skip
ALSO: dict[str, tuple[str, ...]] = {"TAKE": ("MOVE",), "MOVE": ("DRIVE", "CART"), "GIVE": ("TRIBUTE", "REDEEM")}
"""What else may be meant by an action that has no box for the things in the line: two men who are taken move."""
COUNTING = frozenset({"BUY", "SELL", "MOVE", "MARCH", "UPGRADE", "DEGRADE", "DISBAND", "PLACE", "RETREAT", "WITHDRAW"})
"""The actions whose number counts the units or goods in the line."""
IMPLIED = {"UPGRADE": ("LI",), "DEGRADE": ("LI",)}
"""What an action means by itself: light infantry becomes something else, and something else light infantry."""
BESIDE = {
    "CULL": "herd herds animals one sheep pigs cattle horse", "CANCEL": "site work building construction",
    "HASTEN": "site work building construction", "TOIL": "all every builders sites site work in",
    "HARVEST": "grain corn wheat harvest crop", "DISMANTLE": "village", "STEAL": "herd herds grain crop crops",
    "BURN": "herd herds grain crop crops", "COMMAND": "commander commanders buy", "RIVAL": "as new name",
    "DIET": "first", "TRIBUTE": "as in tribute",
    "GIVE": "as present gift", "REDEEM": "as redeem", "RELEASE": "from work",
    "FESTIVAL": "hold winter in", "ATTACK": "enemy enemies everybody", "SALLY": "out enemy", "BUY": "herd",
    "BUILD": "with site new", "DOUBLE": "purchases buy", "DOCTRINE": "percent first",
    "WITHDRAW": "walls behind inside", "FORCE": "march", "VASSAL": "vassals",
    "SOW": "grain corn wheat field fields", "RECRUIT": "men troops soldiers", "TAKE": "gold tribute offered offer",
    "KEEP": "from trade back", "DISBAND": "home", "LOOT": "field", "SIEGE": "city village",
}  # fmt: skip
"""Words that mean nothing in one action."""
PARTED = {
    "take ... as vassal": "TAKEVASSAL", "take ... as vassals": "TAKEVASSAL", "accept ... as vassal": "TAKEVASSAL",
    "accept ... as vassals": "TAKEVASSAL", "take ... as a vassal": "TAKEVASSAL",
    "accept ... as a vassal": "TAKEVASSAL",
    "make ... our vassal": "TAKEVASSAL", "make ... our vassals": "TAKEVASSAL",
    "truce with ... is over": "ENDTRUCE", "truce with ... ends": "ENDTRUCE", "truce with ... has ended": "ENDTRUCE",
    "hire ... commanders": "COMMAND", "buy ... commanders": "COMMAND", "get ... commanders": "COMMAND",
    "take ... commanders": "COMMAND", "pay for ... commanders": "COMMAND",
    "name ... rival": "RIVAL", "name ... as rival": "RIVAL", "choose ... as rival": "RIVAL",
    "make ... rival": "RIVAL",
    "put ... to work": "ASSIGN", "set ... to work": "ASSIGN", "bring ... inside": "WITHDRAW",
    "take ... inside": "WITHDRAW", "pull ... back": "RETREAT", "send ... home": "DISBAND", "eat ... first": "DIET",
    "call ... up": "MUSTER", "pay ... gold": "GIVE", "tear ... down": "DISMANTLE", "pull ... down": "DISMANTLE",
}  # fmt: skip
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, counting=COUNTING, also=ALSO, implied=IMPLIED, beside=BESIDE, parted=PARTED,
    light={"get": "BUY"}, going="MOVE",
)  # fmt: skip
