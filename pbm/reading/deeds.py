"""What people call the deeds that most games have, as data; a game says which of its actions is meant by them."""

from collections.abc import Mapping


def listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))


GOING = listed("""advance to | bring | canter | carry on to | climb | continue to | cross | cross over | cross to |
    dispatch | gallop | get going | go | go across to | go along to | go over | go to | head | head for | head to |
    hurry | leave for | make a move | make for | make its way | make their way | proceed | push on to | relocate |
    ride | ride over | ride to | run | send | send off | send out | send over | set off | set off for | set out | set
    out for | shift | start for | take a step | take itself | take themselves | transfer | travel | trot | walk | walk
    over""")
FIGHTING = listed("""assail | assault | battle | charge | clash with | do battle with | fall on | fall upon | fight |
    fight against | fight it out with | fight with | give battle to | go against | go for | go into battle against |
    hit | join battle with | launch an attack against | launch an attack on | lead an attack on | make an attack on |
    mount an attack on | offer battle to | pounce on | set upon | strike at | tackle | take on""")
BUYING = listed("""acquire | get hold of | obtain | pay for | procure | purchase""")
BESIEGING = listed("""attack the walls of | begin a siege of | begin the siege of | beleaguer | besiege | blockade |
    encircle | invest | lay siege | lay siege at | lay siege to | press the siege | press the siege of | siege of |
    start a siege of | start besieging | start the siege of | storm | storm the walls of | surround""")
SAVING = listed("""bank | hold back | keep aside | keep back | lay aside | lay by | put aside | put away | put by |
    save | save up | set aside | spare | stash | store | withhold""")
GIVING = listed("""donate | give away | grant | hand | hand over | make a gift of | make a present of | pay |
    present""")
PLUNDERING = listed("""despoil | devastate | lay waste | lay waste to | plunder | ransack | ravage | sack""")
RETREATING = listed("""draw back | fall back | fall back on | fall back to | flee | flee to | pull back | pull back to
    | pull out | retire | retire to | run back""")
DISBANDING = listed("""demobilise | demobilize | discharge | dismiss | disperse | dissolve | lay off | let go | muster
    out | send away | send home""")


def called(meanings: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """What people say for each of these actions."""
    return {phrase: action for action, phrases in meanings.items() for phrase in phrases}
