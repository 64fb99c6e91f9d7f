"""Who begins in which castle: by wish, in the order in which players chose their regions, or as the GM says [8.1]."""

from collections.abc import Iterable, Mapping, Sequence

from pbm.rulesets.marnon.map import castles, home_of, power_of, regions

CASTLES = {"GOL": "C1", "WHI": "C2", "HEM": "C6", "DRE": "C8", "SPR": "C5", "BRE": "C7"}
"""The castles of those who do not choose."""
LEFT_OUT = {"five": ("R6",), "four": ("R6", "R2"), "three": ("R6", "R2", "R3"), "two": ("R6", "R2", "R3", "R4")}
"""The regions without a player, by scenario [8.4]."""


def granted_castles(
    wishes: Mapping[str, Sequence[str]], order: Sequence[str], given: Mapping[str, str]
) -> dict[str, str]:
    """Castles by region, in that order; one that would leave a region without any is passed over."""
    found = dict(given)
    for region in order:
        usual = [CASTLES[power_of()[region]]]
        for castle in (*wishes.get(region, ()), *usual, *sorted(regions()[region].castles)):
            if fits(found | {region: castle}, order):
                found[region] = castle
                break
    return found


def fits(given: Mapping[str, str], order: Sequence[str]) -> bool:
    """Whether everyone can still have a castle beside their region; C1 is kept for R1."""
    for region, castle in given.items():
        if castle not in regions()[region].castles or (castle == "C1" and region != "R1"):
            return False
    if len({*given.values()}) < len(given):
        return False
    return bool(matched([region for region in order if region not in given], frozenset(given.values())))


def matched(left: Sequence[str], taken: frozenset[str]) -> bool:
    if not left:
        return True
    first, *rest = left
    free = [code for code in regions()[first].castles if code not in taken and (code != "C1" or first == "R1")]
    return any(matched(rest, taken | {code}) for code in free)


def first_castles(scenario: str, wishes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The castle of every power: regions without a player have their usual ones, then players choose in turn."""
    asleep = {region: CASTLES[power_of()[region]] for region in LEFT_OUT.get(scenario, ())}
    by_region = {home_of()[who]: codes for who, codes in wishes.items()}
    order = [code for code in dict.fromkeys((*by_region, *regions())) if code not in asleep]
    found = granted_castles(by_region, order, asleep)
    return {row.power: found[code] for code, row in regions().items()}


def written(given: Mapping[str, str]) -> str:
    return " ".join(f"{who}:{castle}" for who, castle in given.items() if castle != CASTLES[who])


def read_castles(text: str) -> dict[str, str]:
    """Castles by power, from `WHI:C3 BRE:C8`; a fault is a ValueError."""
    found = dict(word.partition(":")[::2] for word in text.split())
    if strange := next((row for row in found.items() if row[0] not in home_of() or row[1] not in castles()), None):
        raise ValueError(f"castles: {':'.join(strange).strip(':')} is not a power and a castle, such as WHI:C3")
    return found


def refuse_castles(scenario: str, text: str) -> None:
    wanted = read_castles(text)
    got = first_castles(scenario, one_each(wanted))
    if refused := next((who for who, castle in wanted.items() if got[who] != castle), None):
        raise ValueError(f"castles: {refused} cannot have {wanted[refused]}")


def one_each(given: Mapping[str, str]) -> dict[str, list[str]]:
    return {who: [castle] for who, castle in given.items()}


def castles_of(scenario: str, text: str) -> dict[str, str]:
    return first_castles(scenario, one_each(read_castles(text)))


def house_rules(scenario: str, chosen: str, wishes: Mapping[str, Iterable[str]]) -> list[str]:
    """The house rule that gives players the castles they wish for, unless the GM has chosen."""
    wanted = {who: [code for code in codes if code in castles()] for who, codes in wishes.items() if who in home_of()}
    given = written(first_castles(scenario, wanted))
    return [f"castles={given}"] if given and not chosen else []
