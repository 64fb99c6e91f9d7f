"""What people call the things and deeds of the game."""

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
    "butcher": "CULL", "kill": "CULL", "herd": "DRIVE", "haul": "CART", "dismiss": "DISBAND", "promote": "UPGRADE",
    "convert": "UPGRADE", "turn": "UPGRADE", "retrain": "UPGRADE", "hold back": "KEEP", "set aside": "KEEP",
    "sortie": "SALLY", "sally forth from": "SALLY", "fall back": "RETREAT", "celebrate": "FESTIVAL",
    "light infantrymen": "LI", "heavy infantrymen": "HI", "cavalrymen": "CV",
    **{f"{verb} {herd}": deed for verb, deed in (("cull", "CULL"), ("slaughter", "CULL")) for herd in HERDS},
    **{f"{verb} {thing}": verb.upper() for verb in ("steal", "burn") for thing in HERDS + CROPS},
}  # fmt: skip
"""Units, buildings, goods, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"gold", "for", "builder", "builders", "men", "man", "back", "come", "enemies", "ashore",
    "pay"})  # fmt: skip
ALSO: dict[str, tuple[str, ...]] = {"TAKE": ("MOVE",), "MOVE": ("DRIVE", "CART")}
"""What else may be meant by an action that has no box for the things in the line: two men who are taken move."""
COUNTING = frozenset({"BUY", "SELL", "MOVE", "MARCH", "UPGRADE", "DEGRADE", "DISBAND", "PLACE", "RETREAT", "WITHDRAW"})
"""The actions whose number counts the units or goods in the line."""
IMPLIED = {"UPGRADE": ("LI",), "DEGRADE": ("LI",)}
"""What an action means by itself: light infantry becomes something else, and something else light infantry."""
