"""What people call the things and deeds of the battle."""

from pbm.reading.deeds import FIGHTING, GOING, RETREATING, called
from pbm.reading.habits import Habits, said

TRIBES = {"red": "RED", "yellow": "YEL", "blue": "BLU", "grey": "GRY", "gray": "GRY"}
ARMS = {
    "cavalry": "HC", "heavy cavalry": "HC", "horse": "HC", "horsemen": "HC", "heavy horse": "HC", "archers": "MA",
    "horse archers": "MA", "mounted archers": "MA", "bowmen": "MA", "light infantry": "LI", "infantry": "LI",
    "foot": "LI", "footmen": "LI",
}  # fmt: skip
"""What people call the arms of a tribe."""
EVERYDAY = {
    **called({"MOVE": GOING, "ATTACK": FIGHTING, "WITHDRAW": RETREATING}),
    **{f"{colour} {name}": f"{code}.{arm}" for colour, code in TRIBES.items() for name, arm in ARMS.items()},
    **{
        f"{name} of the {colour}{tribe}": f"{code}.{arm}"
        for colour, code in TRIBES.items()
        for name, arm in ARMS.items()
        for tribe in ("s", " tribes")
    },
    **{f"{colour}{tribe}": code for colour, code in TRIBES.items() for tribe in ("", "s", " tribe", " tribes")},
    **said("""
HI: foot soldiers | heavies | heavy foot | heavy infantry | infantry heavy
LI: light foot | light infantry | lights
HC: frankish cavalry | heavy cavalry
LC: cavalry of eudo | duke eudo | eudo's cavalry | eudo's horse | eudo's men | light cavalry | light cavalry of eudo |
    light horse
GRD: baggage guard | guard | guard of the wagons | guards | guards of the train | guards of the wagon train | guards
    of the wagons | the guard | train guards | wagon guard | wagon guards
CHA: charles | charles martel | martel
ABD: abd | abd al-rahman | abd ar-rahman | abdul rahman | emir | the emir
ALL: all contingents | all the tribes | all tribes
E: east
W: west
NE: north east | north-east | northeast
SE: south east | south-east | southeast
NW: north west | north-west | northwest
SW: south west | south-west | southwest
ANY: any enemy | any target | best | best target | choose the best target | pick the best target | take the best
    target | the best | the nearest enemy | whatever is best | whatever is the best target | whoever is best | whoever
    is nearest
WALL: back into the shield wall | build the shield wall | close the wall | form wall | into a shield wall | into the
    shield wall | make a shield wall | shield wall
MARK WALL: form a shield wall | form a wall | form the shield wall | form the wall | form up the shield wall | form up
    the wall
MARK UNWALL: come out of the wall | leave the wall | step out of the wall
ELSE: or else | otherwise
DIS: disordered
ENG: engaged
-: at | at least | given the choice | if i can choose | if i could choose | if i get the choice | if i get the
    initiative | if i have the choice | if i have the initiative | if i win the initiative | if the choice is ours |
    if they evade | if we can choose | if we could choose | if we get the choice | if we get the initiative | if we
    have the choice | if we have the initiative | if we win the initiative | of its own accord | of their own accord |
    on its own initiative | on their own initiative | or better | or higher | or more | the initiative is mine | the
    initiative is ours | when i have the initiative | when i win the initiative | when we win the initiative | where
    it can | where they can
FACE: about turn | about-face | about-turn | face towards the | look | look towards | pivot | rotate | swing round |
    turn | turn around | turn around to | turn round | turn to | turn to face | turn towards | wheel
FIRE: bombard | fire arrows | fire at | fire on | let fly | let fly at | lets fly at | loose arrows | loose at | open
    fire | open fire on | pepper | put arrows into | shoot | shoot arrows | shoot at | shoot on | snipe at
MOVE: come | march | rush | step | take position at | take position in
ATTACK: combine against | crash into | engage | ride against | ride down | smash into | storm
LEAD: accompany | be with | go with | is with | join | ride beside | ride with | stay beside | stay with
SETUP: begin at | begin in | deploy | place | position | put | set | set up | start at | start in | station
RESIGN: abandon the battle | capitulate | concede | give up the battle | surrender
INIT: initiative
INIT FIRST: be first | go first | i want to play first | move first | play first | we go first
INIT LAST: be last | go after them | go last | go second | i want to play last | let them go first | let them play
    first | move last | move second | play last | play second | we go last
SEQ: act first | act in the order | activate | activate in the order | activation order | contingents act | in the
    sequence | in this sequence | order of activation | order of contingents | order of play | sequence | sequence of
    contingents
STAY: keep its place | keep out of it | keep quiet | keep still | keep to their places | remain | remain in place |
    sit still | sit tight | stand still | stay as they are | stay back | stay here | stay in place | stay out of it |
    stay put | stay still | stay there | stay where it is | stay where they are | wait
NONE: do nothing | no marker | nothing
COUNTER: answer attacks | attack back | counter attack | counter-attack | counterattack | counterattacking | hit back
    | strike back
PRESS: continue attacking | continue attacks | continue the attack | continue their attacks | go on attacking | go on
    with attacks | go on with the attack | keep attacking | keep on attacking | keep pressing | keep up the pressure |
    press home | press home the attack | press its attacks | press on | press the attack | press their attacks | push
    on
BACK: and back | and return | come back | comes back again | ride back
ADV: and advance if they win | and advance into it | and advance with | and advances | and advances if it win | and
    advances if it wins | and advancing with
SHOCK: attack by itself | attack by themselves | attack of its own accord | attack of itself | attack of their own
    accord | attack of their own accord only at | attack on its own | attack on its own accord | attack on their own |
    attack on their own accord | attack only at | attack unasked | attack without an order | attack without orders |
    begin shock | go into shock | go into shock of its own accord | shock attacks | shock combat | start shock | use
    shock
HARRY: harass | skirmish | skirmish with
WITHDRAW: give ground | give way | go back | move back | retreat | step back
REFORM: form up | gather themselves | get back in order | get in order | pull themselves together | rally | re-form |
    re-order | recover | regroup | reorder | rest | restore order | restore their order | sort themselves out | tidy
    up
HOLD: hold fast | hold firm | hold its ground | hold position | hold the line | hold the position | hold their ground
    | hold their position | keep their position | on the defensive | stand | stand fast | stand firm | stand their
    ground | stay on the defensive
FOLLOW: chase | chase evaders | follow | follow evaders | follow those who evade | follow up | go after evaders |
    pursue
REACT: answer fire | fire back | fire in reaction | react to fire | react with fire | reaction fire | return fire |
    shoot back | shoot in reaction
EVADE: avoid shock | dodge | escape | get away | give way before | retreat before | run away | slip away
UNWALL: break the wall | dissolve the wall | leave the shield wall | open the wall
GROUP: are called | are known as | be called | be known as | form a group | form the group | is called | is known as |
    name the group
AIM: aim at | choose | prefer | shoot first at | target
MA: horse archers | mounted archers
SHOCK ALWAYS: always attack
/#: a hex in direction # | a step in direction # | one hex in direction # | one step in direction # | step in
    direction #
SHOCK #: attack at +# | attack at odds of # | go into shock of its own accord at +#
SHOCK -#: attack at -#
MARK NONE: no marker for | no marker on | no marker to | no markers for
FIRE ANY: fire at will | shoot at will
facing: and faces | and looks | end up facing | ending up facing | ends facing | ends up facing | looking | then face
    | then faces
#: +# | at +# | at plus #
-#: at -# | at minus #
ALL.MA: all archers | all bowmen | all my archers | all our archers | all the archers | every archer | my archers |
    our archers | our bowmen
WITHDRAW #: fall back # hexes | fall back up to # hexes | pull back # hexes
YES: whenever it can | whenever possible | whenever they can
MARK REFORM: rally my | rally our | rally the | reform my | reform our | reform the
ADVANCE #: advance up to # hexes | go # hexes forward | go forward # | go forward up to # hexes | move # forward |
    move # hexes ahead | move # hexes forward | move forward # | move forward up to # hexes | press forward # | step
    forward #
KILLED #: the enemy has lost # | the enemy lost # | they have already lost # | they have lost # | they lost #
NEAR: an enemy comes within | an enemy gets within | an enemy is within | as close as it can get | as close as
    possible | as near as it can | as near as it can get | as near as possible | enemies are within | enemies come
    within | the enemy comes within | the enemy is within | they are within | they come within | they get within
FAR: no enemies are within | no enemy is within | nobody is within
LAST: are second | are second to play | play after them
FIRST: are first | are first to play
SEQ: the order is | our order is | in this order | order of action | they act in this order | act in this order |
    contingents act in this order | the order of the contingents is | the sequence is | our sequence is | in the order
HOLD: hold your ground | hold our ground | stand your ground | stand our ground | hold on | hold tight | keep its
    position | keep your position | hold your position | stay in position | do not budge | not budge | do not give way
SHOCK ALWAYS: always charge | always go into shock | always attack unasked | charge whenever they can | charge
    whenever it can | attack whenever they can | attack whenever it can | attack whenever possible | charge whenever
    possible
SHOCK NEVER: never charge | never attack unasked | never attack on its own | never attack on their own | never attack
    of its own accord | never attack of their own accord | never attack by itself | never attack by themselves | never
    go into shock
SHOCK: shock at | charge at odds of | charge of their own accord at | charge on their own at
GROUP: form group | forms group | make up group | make up the group | form the wing | make up the wing | are to be
    called | shall be called | go by the name | are named | is named | be known as group | are group | be group
COUNTER: strike back at | hit back at
STAY: stay where it stands | stay where they stand | keep in place | keep where they are | stay at home | hold still |
    stay right there | stay right here
MARK REFORM: get back into order | put back in order
LEAD: ride over to | ride to join | stand with | stand beside | take his place with | take his place beside | place
    himself with | place himself beside | be found with | go to stand with
RED.MA: archers of red | red's archers | reds' archers | archers of the red
YEL.MA: archers of yellow | yellow's archers | archers of the yellow
BLU.MA: archers of blue | blue's archers | archers of the blue
GRY.MA: archers of grey | archers of gray | grey's archers | archers of the grey
CHA: king charles | mayor charles | duke charles | our leader | our commander | the hammer
ABD: the governor | the wali
ANY: anyone in range | anybody in range | whoever is in range | whoever comes in range | any enemy in range | anything
    in range | the best target in range
ADVANCE #: come forward # | come # hexes forward | advance by # hexes | advance by # hex | advance by #
WITHDRAW #: withdraw # hexes | withdraw by # hexes | withdraw up to # hexes | give ground by # hexes | go # hexes back
    | go back # hexes
-: if i win the roll | if we win the roll | if i win it | if we win it | if the modifier is | if the modifier is at
    least | at a modifier of | at a net modifier of | at net | at a modifier of at least
ELSE NEAR: if it is blocked as near as possible | if blocked as near as possible | if the way is blocked as near as
    possible | or as near as possible | otherwise as near as possible | if that is blocked as near as possible
ELSE STOP: if it is blocked stop | if blocked stop | otherwise stop
ELSE HOLD: if blocked hold | if it is blocked hold
EVADE: get out of the way | evade shock | retreat before shock | dodge the shock
PRESS: press on with the attack | press on with attacks | carry on the attack | carry on with the attack | keep up the
    attack
FOLLOW: go after those who evade | run after evaders | chase after evaders
FIRE: let loose at | shoot arrows at | rain arrows on | take a shot at | take shots at
ATTACK: charge at | ride at | charge into | set on | go in against | throw itself at | throw themselves at | make a
    charge at
orderless: if it has no orders | if they have no orders | that has no orders | that have no orders | when it has no
    orders | when they have no orders | which have no orders | without an order | without orders
"""),
}
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
    "": "init play we unit units them of can",
    "MARK": "marker markers mark gets get give receives with shield wall form for", "RESIGN": "battle game fight",
    "FOLLOW": "evaders evader them enemy",
    "STANCE": "orderless for is as be enemy when whenever it they possible able ahead own each every turn",
    "STAY": "where they stand still here there", "ATTACK": "advance=ADV advances=ADV advancing=ADV enemy",
    "MOVE": "face faces facing turn look", "SEQ": "acts act order roll activation of then after comes followed",
    "GROUP": "called name group", "FIRE": "arrows bows target targets", "EVADE": "attack attacks",
    "COUNTER": "back only at", "PRESS": "attack attacks only at",
    "SHOCK": "at plus from with odds modifier of least only", "LEAD": "ride rides lead leads",
    "SETUP": "facing face in", "FACE": "direction", "INIT": "want win get initiative choose place have",
    "REACT": "fire", "AIM": "first as target targets their",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = said("""
MARK: give ... marker | place a ... marker on | put a ... marker on
GROUP: call ... group | call ... the group | make ... a group called
FIRE: aim at ... and fire | aim at ... and shoot | bring ... to bear on | let ... shoot at | take aim at ... and fire
    | take aim at ... and shoot
LEAD STAY: leave ... behind
LEAD: put ... with | place ... with | bring ... to | send ... to join | station ... with | move ... to join | have ...
    join | let ... join
STAY: keep ... in place | keep ... where it is | keep ... where they are | keep ... still | hold ... in place | leave
    ... where it is | leave ... where they are | let ... stay | leave ... in place
MARK: give ... a marker
""")
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
