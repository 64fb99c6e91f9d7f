"""Viking Diplomacy: what a player may change of the raid [28.VKD]."""

from dataclasses import dataclass, field

from pbm.rulesets.twilight.map import chart

MODIFIED, MODIFIERS = ("STR", "SEA", "RAID", "BUY"), ("-1", "0", "1", "+1")


@dataclass
class Diplomacy:
    """What a player's Viking Diplomacy changes [28.VKD]."""

    strength: int = 0
    sea: list[int] = field(default_factory=list)
    raid: int = 0
    buy: int = 0
    aim: tuple[str, list[str]] | None = None

    def at_sea(self, number: int) -> int:
        """The modifier of the n-th seafaring roll: the last is repeated."""
        return self.sea[min(number, len(self.sea) - 1)] if self.sea else 0


def diplomacy(words: tuple[str | int, ...]) -> Diplomacy | None:
    """STR d, SEA d.., RAID d, BUY d, or AIM sea area.. [28.VKD]."""
    if words[:1] == ("AIM",):
        places = [str(word) for word in words[1:] if word in chart()]
        return Diplomacy(aim=(places[0], places[1:])) if 1 < len(places) == len(words) - 1 else None
    found: dict[str, list[int]] = {}
    word = ""
    for each in words:
        if each in MODIFIED and each not in found:
            word = str(each)
            found[word] = []
        elif word and str(each) in MODIFIERS:
            found[word].append(int(each))
        else:
            return None
    if not found or not all(len(values) == 1 or (values and key == "SEA") for key, values in found.items()):
        return None
    one = {key: values[0] for key, values in found.items()}
    return Diplomacy(one.get("STR", 0), found.get("SEA", []), one.get("RAID", 0), one.get("BUY", 0))


def bounded(roll: int, modifier: int) -> int:
    return max(1, min(6, roll + modifier))
