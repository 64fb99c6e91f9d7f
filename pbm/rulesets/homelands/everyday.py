"""What people call the things and deeds of the game."""

EVERYDAY = {
    "light infantry": "LI", "heavy infantry": "HI", "cavalry": "CV",
    "horsemen": "CV", "riders": "CV", "villages": "VIL", "village": "VIL", "city": "CTY", "dock": "DCK",
    "docks": "DCK", "port": "PRT", "harbour": "PRT", "fort": "FRT", "fortress": "FRT", "corn": "GRAIN",
    "wheat": "GRAIN", "horses": "HORSE", "pig": "PIGS", "cows": "CATTLE",
    "plant": "SOW", "send": "MOVE", "plunder": "LOOT", "besiege": "SIEGE", "lay siege to": "SIEGE",
    "end the truce": "ENDTRUCE", "offer a truce": "TRUCE", "make a truce": "TRUCE", "hire": "BUY", "everywhere": "ALL",
    "the crops in": "", "the crops of": "", "the herd in": "", "the herd at": "", "the site in": "", "the site at": "",
    "all fields": "ALL", "all our fields": "ALL", "all my fields": "ALL", "everybody": "ANY", "everyone": "ANY",
}  # fmt: skip
"""Units, buildings, goods, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"gold", "for"})
