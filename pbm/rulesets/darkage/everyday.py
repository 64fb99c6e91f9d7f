"""What people call the deeds of the game. Who only says *attack* is asked which of the attacks is meant."""

from pbm.reading.deeds import DISBANDING, GOING, listed
from pbm.reading.habits import Habits, said

MARCHING = [deed for deed in GOING if deed not in listed("bring | send over | transfer | run | climb")]
EVERYDAY = {
    **dict.fromkeys(MARCHING, "MOVE"),
    **dict.fromkeys(DISBANDING, "DISBAND"),
    **said("""
MOVE: bring | march | march off to | march on | march on to | march to | move on to | move over to
LEVY: call to arms | conscript | draft | enlist | levies of | mobilise | mobilize | muster | raise | recruit | train
FORTIFY: build a fort at | build a fort in | put up a fort at | put up a fort in
FORTIFY #: build # fort at | build # fort in | build # forts at | build # forts in | put up # forts at | put up #
    forts in | raise # forts at | raise # forts in
RAZE: demolish | demolish a fort in | destroy a fort in | dismantle a fort in | pull down | pull down a fort at | pull
    down a fort in | raze a fort in | tear down | tear down a fort at | tear down a fort in
RAZE #: demolish # forts in | destroy # forts in | pull down # forts in | raze # forts in | tear down # forts in
GROW: increase the people of | increase the population in | increase the population of | let the people grow in | let
    the people of | let the population grow in | let the population of | more people for | more people in | settle
    more people in | the people grow in
BUILD: build the trade in | build the trade of | build trade at | build trade in | build up the trade in | build up
    the trade of | build up trade at | build up trade in | improve the trade of | improve trade in | increase the
    trade in | increase the trade of | increase trade in | raise the trade in | raise the trade of
AMBUSH: lay an ambush in | lie in ambush in | lie in wait at | lie in wait in | set an ambush in | set up an ambush in
Northumbria: northumbrians
Mercia: mercians
Wessex: west saxons
Kent: kentishmen | men of kent
East Anglia: east anglians
Dyfed: men of dyfed
Gwynedd: men of gwynedd
Strathclyde: britons of strathclyde
Cumbria: cumbrians
against: an attack coming from | an attack from | an attack out of | anybody coming from | anybody from | anyone
    coming from | anyone from | attackers from | coming from | coming out of | whoever comes from
DEFEND: hold out in | must be defended | make a stand in | protect | stand and defend | stand and fight in
ASSAULT: launch an assault on | make an assault on | mount an assault on
PROBE: feel out | make a probe into | probe into | send a probe into | test the defences of
OVERRUN: sweep over | sweep through
SIEGE: begin a siege of | begin the siege of | beleaguer | besiege | blockade | lay siege | lay siege to | start a
    siege of
RAID: make a raid into | make a raid on | mount a raid on | raid into | send raiders into
RETREAT: draw back | fall back | fall back from | flee from | pull back | pull back from | pull out of | withdraw from
PASSAGE: allow passage | free passage | give passage | grant passage
: PASSAGE: may come through | may march through | may pass through
GIFT: donate | gift of | give | give a gift of | grant | hand over | make a gift of | make a present of | pay | send a
    gift of
LOAN: lend | lend out | loan to | make a loan of
BORROW: borrow armies | borrow armies from | borrow from | take a loan from | take armies on loan from
RETURN: give back | hand back | send back
FIND: hunt for | look for | search for | seek
FIND ANY: find all spies in | look for spies in | search for any spy in | search for spies in
KILL: assassinate | execute | kill the spy of | murder | put to death
WATCH: keep a watch | keep watch | keep watching | keeps watch | my spy watches | our spy keeps watch | the spy keeps
    watch
SABOTAGE: carry out sabotage | commit sabotage | do some sabotage | sabotage them
STASH: bank | lay by | pay into the treasury | put aside | put by | put in the treasury | put into the treasury | save
    | set aside | stash in the treasury | stash into the treasury | store
CASH: draw from the treasury | draw out of the treasury | take from the treasury | take out of the treasury
ORDER: pay for order | pay for the order of play | play earlier next turn for | spend on order | spend on the order of
    play | spend on the play order
RESERVE: bring up from the reserve | call out of the reserve | call up | call up from reserve | call up from the
    reserve | from the reserve to | out of the reserve to | take from the reserve
KING: bring the king from | household go | household moves | king goes | king moves | king rides | move the household
    | move the king | my household goes | my king goes | our king goes | take the king from | the king go | the king
    goes | the king moves | the king rides
HOUSE: join the household from the reserve | enter the household | from the reserve join the household | go into the
    household | join the household | move into the household
LAUNCH: build a ship in | build ships in | build warships in | commission
SHIPS: my ships sail | our ships sail | sail my ships | sail our ships | sail ships | sail the ships | send our ships
    | send ships | send the ships | ships go | ships sail | the ships sail
CONVOY: carry by sea | embark | ferry | take by sea | transport | transport by sea
DISBAND: break up the armies in | disband all armies in | disband everything in | disband our armies in | disband the
    armies in | disband the army in | send all armies home from
DISOWN: abandon | cede | give up | renounce
PILLAGE: loot our own land in | pillage our land in | pillage our own land in | plunder our land in | plunder our own
    land in | squeeze
MIGRATE: people move | people of | people to move | resettle | the people of
OVERLORD: accept as overlord | acknowledge as overlord | bow before | bow down to | bow to | bow to the high king of |
    recognise as overlord | recognize as overlord | submit to | swear fealty to
EXCHANGE: exchange my kingdom for | exchange our kingdom for | leave our kingdom for | swap our kingdom for
TAX: collect a tax | collect our taxes | collect some tax | gather taxes | raise some tax
SPY: agent | infiltrate | my agent | my spy | our agent | our spy | send a spy | send my spy | send our spy | send the
    spy | spies | spy go | spy goes | spy moves | the spy | the spy goes | the spy moves
ALL: all armies | all my armies | all our armies | all the armies | all the fleet | the whole army
"""),
}
BESIDE = {
    "AMBUSH": "an attack coming for out of whoever comes come attackers anyone anybody from us attack",
    "BUILD": "trade its by", "FORTIFY": "by fort forts with", "RAZE": "fort forts by",
    "GROW": "people population by one",
    "DEFEND": "defended must", "KILL": "spy watcher spies", "FIND": "spy spies", "SPY": "moves goes go move on spy",
    "GIFT": "bp bps as gift present", "STASH": "bp bps away", "CASH": "bp bps out of", "ORDER": "bp bps play",
    "LOAN": "army armies on loan", "BORROW": "army armies on loan", "OVERLORD": "as our my overlord high king",
    "PASSAGE": "through their for people free armies", "KING": "goes moves rides go king household",
    "SHIPS": "sail sails go ship ships", "CONVOY": "aboard", "MIGRATE": "people move moves go population of",
    "PILLAGE": "land own", "RESERVE": "reserve of out up",
    "HOUSE": "household reserve", "DISBAND": "army armies there",
    "DISOWN": "land area", "SIEGE": "siege city", "WATCH": "keep keeps", "LAUNCH": "ship ships build new",
    "RAID": "land",
}  # fmt: skip
PARTED = said("""
GIFT: send ... as a gift | send ... as gift | give ... as a gift | give ... as a present | make ... a gift of | make
    ... a present of
STASH: put ... into the treasury | put ... in the treasury | pay ... into the treasury | put ... aside | set ... aside
CASH: take ... out of the treasury | take ... from the treasury | draw ... from the treasury | draw ... out of the
    treasury | take ... out of treasury | get ... out of the treasury
ORDER: spend ... on the order of play | spend ... on order | spend ... on the play order | put ... into the order of
    play | pay ... for the order of play
PASSAGE: let ... pass | let ... march | grant ... passage | give ... passage | allow ... passage | allow ... to pass |
    allow ... to march
RESERVE: call ... up from the reserve | call ... up from reserve | bring ... up from the reserve
LOAN: give ... a loan of | send ... on loan
OVERLORD: accept ... as overlord | accept ... as our overlord | accept ... as high king | recognise ... as overlord |
    acknowledge ... as overlord
DISBAND: send ... home
RAZE: pull ... down | tear ... down
BUILD: raise the trade of ... by | build the trade of ... by
""")
HABITS = Habits(
    phrases=EVERYDAY,
    measures=frozenset({"bp", "bps", "points", "point", "land"}),
    counting=frozenset({"LEVY", "FORTIFY", "RAZE", "LAUNCH"}),
    beside=BESIDE,
    parted=PARTED,
)
