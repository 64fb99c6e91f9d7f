"""What people call the things and deeds of the game."""

from pbm.reading.deeds import (
    BESIEGING,
    BUYING,
    DISBANDING,
    FIGHTING,
    GIVING,
    GOING,
    PLUNDERING,
    RETREATING,
    SAVING,
    called,
)
from pbm.reading.habits import Habits, said

HERDS = ("the herd", "the herds", "the sheep", "the pigs", "the cattle", "the horses")
CROPS = ("the crop", "the crops", "the grain", "the fields")
EVERYDAY = {
    **called(
        {
            "MOVE": GOING,
            "ATTACK": FIGHTING,
            "BUY": BUYING,
            "SIEGE": BESIEGING,
            "KEEP": SAVING,
            "GIVE": GIVING,
            "LOOT": PLUNDERING,
            "RETREAT": RETREATING,
            "DISBAND": DISBANDING,
        }
    ),
    **{f"{verb} {herd}": deed for verb, deed in (("cull", "CULL"), ("slaughter", "CULL")) for herd in HERDS},
    **{f"{verb} {thing}": verb.upper() for verb in ("steal", "burn") for thing in HERDS + CROPS},
    **said("""
DISBAND: break up
LI: foot soldiers | footman | footmen | light foot | light infantry | light infantrymen | light troops
HI: heavies | heavy foot | heavy infantry | heavy infantrymen | heavy troops
CV: cavalry | cavalryman | cavalrymen | horsemen | rider | riders
ME: mercenaries | mercenary
CO: corsair | corsairs
WE: elephant | elephants | war elephant | war elephants
WS: war ship | war ships | warship | warships
TS: trade ship | trade ships | transport | transport ship | transport ships | transports
SM: siege engine | siege engines | siege machine | siege machines
VIL: hamlet | village | villages
CTY: cities | city
DCK: dock | docks | jetty
PRT: harbor | harbour | port | ports
FRT: castle | fort | fortress | forts | palisade
GRAIN: corn | wheat
HORSE: horses
PIGS: hogs | pig | swine
CATTLE: bulls | cow | cows | ox | oxen
ANY: the enemies | the enemy
SOW: cultivate | plant | plant grain | plant grain in | plough | put grain in | put seed in | seed | sow grain | sow
    grain in | till
MOVE: advance | come ashore | come ashore at | disembark at | disembark in | enter | go ashore | go ashore at | land |
    land at | land in | lead | move across | move over | move over to | occupy | return
LOOT: pillage | raid
SIEGE: take by siege | take by storm
ATTACK: drive out | strike
CART: bring by cart | carry | freight | haul | send by cart | take by cart | transport by cart | wagon
CULL: butcher | kill | kill off | slaughter
BUILD: begin building | begin work on | break ground for | construct | erect | found | lay the foundations of | put up
    | raise | set up | start a | start a new | start building | start work on
UPGRADE: arm | become | convert | drill | equip | improve | make | make into | mount | promote | raise to | retrain |
    train | turn | turn into
KEEP: reserve
PLACE: put
DIET: eat
ENDTRUCE: break the truce | call off the truce | cancel the truce | denounce the truce | end the truce | no longer a
    truce | no more truce | stop the truce | terminate the truce
TRUCE: a truce for | agree a truce | agree on a truce with | agree to a truce with | armistice | arrange a truce with
    | be at peace with | cease-fire | ceasefire | ceasefire with | conclude a truce | have a truce with | keep the
    peace with | live in peace with | make a truce | make peace | offer a truce | offer peace to | peace with |
    propose a truce | sign a truce | sign a truce with | truce with | want a truce with | want peace with
BUY: get | get me | get us | hire | invest in | order | take on
VASSAL: as a vassal of | be the vassal of | be vassal of | become a vassal of | become vassal of | become vassals of |
    kneel before | serve | submit to | swear fealty to
TAKE: accept | accept the gold of | accept the offer of | accept the redemption of | accept the tribute of | accept
    tribute from | agree to the offer of | agree to the tribute of | take the gold of | take the tribute of | take
    tribute from
REBEL: rebel against | revolt against | rise against | rise up against | shake off | throw off
HERDSFIRST ON: feed the herds first
HERDSFIRST: herds first
ALL: all fields | all my fields | all our fields | all we can | everything we can | everywhere
SAIL: put out to sea | put to sea | set sail
SALLY: break out | come out | rush out of | sally forth | sally forth from | sally from | sally out | sally out of |
    sortie
FESTIVAL: celebrate | feast | feasts | festivals
-: % are lost | a field further | a herd of | another field | at all sites | behind the walls | by cart | hold a | in
    carts | of its own accord | of our own accord | of their own accord | on all sites | on carts | on our own | on
    their own | one field further | per cent are lost | percent are lost | percent losses | percent of losses
DISMANTLE: dismantle the village | pull down | tear down
CANCEL: abandon | abandon the building | abandon the site | abandon the work | call off the work | cancel the building
    | cancel the site | drop the building site | give up | give up building | give up the building site | give up the
    site | give up the work | give up work | scrap | stop building | stop building at | stop building in | stop the
    work | tear up the site
HASTEN: accelerate | hasten the site | hasten the work | hurry | hurry along | hurry the building | hurry the work |
    hurry up | hurry up with | press on with the work | push on with | push the building | push the work | quicken |
    rush | speed up | speed up the building | speed up the work
WITHDRAW HERD: withdraw the herd
1: one herd of
#: # man
BURN: burn down | burn to the ground | set fire to | set on fire | torch
STEAL: carry off | drive off | make off with | rob | rustle
WITHDRAW: be behind the walls | come inside | fall back inside | get inside | go behind the fence | go behind the
    walls | go behind walls | go in | go inside | go into the city | go within the walls | hide behind the walls |
    hide in the city | hide in the village | move inside | pull behind the walls | pull inside | retire behind the
    walls | run inside | shelter | stay behind the walls | stay inside | stay within the walls | take cover behind the
    walls | take shelter | withdraw inside
site: building site | construction site
HARVEST: bring in | gather | harvest | reap
RECRUIT: call to arms | call to arms in | call up men | call up men in | call up recruits | call up recruits in | call
    up soldiers in | conscript | draft | enlist | enlist men in | levy | raise men | raise one man in | raise recruits
    | raise recruits in | raise soldiers in | raise troops | recruits in | take recruits from | take recruits in
MARCH: go further | go on | go on to | march further | march on | push on to | ride on
FORCE: force the march | forced march | make a forced march
FERRY: carry across | ferry over | ship over
TOIL: work double | work overtime | work twice as hard | work twice as much
REDEEM: ransom | redemption
SELL: dispose of | exchange | flog | market | trade away | vend
MUSTER: call up
MEAT: pork
CHEAP: at the cheap price
DOCTRINE BREAK: break off after losing | break off at | break off battle at | break off battles at | break off battles
    when | break off when | flee when | give up battles at
DOCTRINE TARGET: aim at | aim first at | hit first | strike first at | target first
DRIVE: chase | drive | herd | lead away | lead the herd | move the herd | shepherd
ASSIGN: add to the builders | go to work | help build | help out | help the builders | join the builders | join the
    work | join the work at | lend a hand | work on the site
LUCK: reroll | throw again
RELEASE: free | lay down their tools | let off | put down their tools | put their tools down | relieve | set free |
    stop working
SHEEP: lambs
DOCTRINE BREAK #: break off battles when # percent are lost
DOCTRINE RALLY: gather after a defeat in | rally at | rally in
DOCTRINE ROADS PAY: pay on roads | pay on the roads
DOCTRINE ROADS RISK: keep the gold on the roads
DOCTRINE ENGAGE HOME: attack intruders at | engage intruders at
DEGRADE: and degrade it | and keep it | demote | downgrade | is to be degraded | keep it degraded | keep it, degraded
ATTACK ANY: attack everybody | attack whoever is
TRIBUTE: as a tribute | as our tribute | as tribute | buy peace from | hand a tribute of | in tribute | offer a
    tribute of | offer tribute | pay a tribute of | send a tribute of
RIVAL: chief rival | new rival | our enemy of choice | our rival
CLAIM: announce | claim a win by | claim victory by | victory by
FESTIVAL LARGE: big festivals | large festivals
FESTIVAL DOUBLE: double festivals | doubly large festivals
FESTIVAL SMALL: small festivals
DOUBLE: twice as large
KEEP #: hold # gold back | leave # gold aside | put # gold aside
Londinium: london
DESTROY: and destroy it | and raze it | destroy it | destroy it if it falls | raze it | raze it to the ground
SOW ALL #: sow our # best fields | sow our best # | sow the # best | sow the # best fields | sow the best # | sow the
    best # fields
DOCTRINE ENGAGE OFF: do not engage | don't engage | engage nobody | never attack intruders | never engage
RETREAT: make off to | pull out of | run away
ROUNDS #: # rounds at most | at most # rounds | for at most # rounds | for up to # rounds | up to # rounds
MOVE: transfer to | be moved to | make the trip to | cross into | relocate to
RECRUIT ALL #: recruit on # fields | recruit on # of our fields | recruit on # of my fields | recruit on # best fields
    | recruit # fields
RECRUIT ALL: recruit everywhere | recruit on every field | recruit on all fields | recruit wherever we can | recruit
    all over
RECRUIT: raise men in | raise men at | raise men on | find recruits in | call the men of | call up the men of
SOW ALL: sow everywhere | sow all we can | sow wherever we can | sow every field | sow all over | sow the lot
TAKEVASSAL: accept the vassalage of | accept the homage of | accept the submission of | accept the fealty of | become
    lord of | become the lord of | become lords of | be the lord of | take under our protection
with: built by | with a crew of | by a crew of | done by
BUILD PRT: port for | port at | port in
BUILD DCK: dock for
BUILD: should get a | should get | gets a | get to work on | start on | start work at | open a site for
ASSIGN: put on the building in | put on the work in | help with the building in | help with the work in | help with
    the site in | join the crew in | join the crew at | reinforce the builders in
HASTEN: speed up the work in | speed up the work at | speed up the building in | pay to hasten | pay for faster work
    in | work faster in | work faster at
CANCEL: abandon the building in | abandon the site in | stop the building in | give up the building in | cancel the
    building in | call off the building in
RELEASE: let the builders go | send the builders home
ENDTRUCE: end our truce with | end the truce with | break our truce with | break the truce with | no more truce with |
    terminate the truce with | the truce ends with | drop the truce with | let the truce end with
TRUCE: would like a truce with | offer a truce to | propose a truce to | let there be a truce with | truce between us
    and | make a truce with
TAKE: accept the tribute from | accept the offer from | accept the gold from | accept a tribute from | take up the
    offer of
RIVAL: our rival is | my rival is | we choose as rival | name as our rival | rival is
ATTACK ANY: attack everything hostile | attack everything hostile in | attack all enemies | attack all enemies in |
    attack any enemy in | fight whoever is | fight whoever is in | fight anyone | fight anybody | fight everyone
    hostile in | attack anyone hostile in | attack whoever is there in | fight all comers in
ROUNDS #: for # rounds at most | for # rounds | over # rounds | at most for # rounds | # rounds long | not more than #
    rounds | no more than # rounds
WITHDRAW: pull back inside | get behind the walls | go inside the walls | retreat behind the walls | be withdrawn |
    seek shelter in | seek shelter inside | come in | shelter inside
WITHDRAW HERD: take the herd inside | bring the herd inside | get the herd inside | drive the herd inside | bring the
    herds inside | take the herds inside
CULL: slaughter the herd in | slaughter the herd at | kill the herd in | butcher the herd in | butcher the herd at
UPGRADE: be upgraded to | be made into | be turned into | be trained as | retrain as | train as | refit as | re-equip
    as
HI: heavy | heavy men
LI: light | light men
SAIL: leave by sea for | go by sea to | make sail for | set sail for | sail over to | sail across to | voyage to
flotilla: a fleet of | fleet of
-: a crew of | the site in | in gold | of gold
KEEP: keep back for pay | hold back for pay | keep in the chest | leave in the chest | do not spend | not spend |
    leave unspent
KEEP #: keep # gold back for pay | keep # gold for pay | keep # back for pay | hold # gold back for pay | # gold stay
    in the chest | # gold stays in the chest | do not spend # gold | leave # gold unspent
FESTIVAL DOUBLE: festivals double | festivals twice the size | double the festivals
FESTIVAL TRIPLE: triple festivals | festivals triple | threefold festivals | triple the festivals
FESTIVAL SMALL: festivals small | keep the festivals small
DOCTRINE BREAK #: break off when # percent are lost | break off when # percent of us are lost | break off at # percent
    losses | break off at # percent | break off after # percent losses | flee when # percent are lost | break off once
    # percent are lost | break when # percent are lost
DIET: the people eat | our people eat | people eat | feed on | eat up
COMMAND: commanders | get commanders | our commanders should be | hire commanders
LOOT: plunder the field of | loot the field of | strip
STEAL: take away the herd in | lead away the herd in | steal away
"""),
}
"""Units, buildings, goods, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"gold", "for", "builder", "builders", "men", "man", "back", "come", "enemies", "ashore",
    "pay"})  # fmt: skip
ALSO: dict[str, tuple[str, ...]] = {
    "TAKE": ("MOVE", "DRIVE"),
    "MOVE": ("DRIVE", "CART", "GIVE"),
    "GIVE": ("TRIBUTE", "REDEEM"),
}
"""What else may be meant by an action that has no box for the things in the line: two men who are taken move."""
COUNTING = frozenset({"BUY", "SELL", "MOVE", "MARCH", "UPGRADE", "DEGRADE", "DISBAND", "PLACE", "RETREAT", "WITHDRAW"})
"""The actions whose number counts the units or goods in the line."""
IMPLIED = {"UPGRADE": ("LI",), "DEGRADE": ("LI",)}
"""What an action means by itself: light infantry becomes something else, and something else light infantry."""
BESIDE = {
    "RETREAT": "appear appears arrive arrives show shows turn turns up", "TRUCE": "offered agreed proposed for",
    "CULL": "herd herds animals one sheep pigs cattle horse",
    "CANCEL": "site work building construction fort port dock village city frt prt dck vil cty",
    "HASTEN": "site work building construction", "TOIL": "all every builders sites site work in",
    "HARVEST": "grain corn wheat harvest crop", "DISMANTLE": "village", "STEAL": "herd herds grain crop crops",
    "BURN": "herd herds grain crop crops", "COMMAND": "commander commanders buy",
    "RIVAL": "as new name rivals are our", "DIET": "first before", "TRIBUTE": "as in tribute",
    "GIVE": "as present gift coin coins piece pieces", "REDEEM": "as redeem",
    "RELEASE": "from work appear appears arrive arrives show shows turn turns up", "FESTIVAL": "hold winter in",
    "ATTACK": "enemy enemies everybody there up at those men who stand our troops hostile", "SALLY": "out enemy",
    "BUY": "herd new me us", "BUILD": "with site new builds build work works working at on",
    "DOUBLE": "purchases buy", "DOCTRINE": "percent first our troops doctrine losses",
    "WITHDRAW": "walls behind inside there into settlement village city are withdraw appear appears arrive arrives"
    " show shows turn turns up",
    "FORCE": "march", "VASSAL": "vassals", "MOVE": "garrison whole army band",
    "SOW": "grain corn wheat field fields seed our every sowing",
    "RECRUIT": "men troops soldiers field fields every our one", "TAKE": "gold tribute offered offer redemption",
    "KEEP": "from trade gold reserve pay back",
    "ASSIGN": "builders builder work works site man men another more help hand hands extra",
    "SAIL": "aboard with carrying across", "MARCH": "further field", "DRIVE": "herd herds over",
    "CART": "by cart carts", "DISBAND": "home", "LOOT": "field", "SIEGE": "city village up at town settlement",
}  # fmt: skip
"""Words that mean nothing in one action."""
PARTED = said("""
GIVE: gold for ... as a gift | gold for ... as a present | pay ... gold
TRIBUTE: give ... a tribute of | offer ... a tribute of | pay ... a tribute of | send ... a tribute of
TAKEVASSAL: accept ... as a vassal | accept ... as vassal | accept ... as vassals | make ... our vassal | make ... our
    vassals | take ... as a vassal | take ... as vassal | take ... as vassals
ENDTRUCE: truce with ... ends | truce with ... has ended | truce with ... is over
COMMAND: buy ... commanders | get ... commanders | hire ... commanders | pay for ... commanders | take ... commanders
TAKE: accept what ... offer | accept what ... offers | take what ... offer | take what ... offers
RIVAL: choose ... as rival | make ... rival | name ... as rival | name ... rival
ASSIGN: add ... to the builders | add ... to the works | add ... to the works at | add ... to the works in | put ...
    to work | set ... to work
WITHDRAW: bring ... inside | get ... inside | pull ... behind the walls | pull ... inside | put ... behind the walls |
    put ... inside | send ... behind the walls | send ... inside | take ... inside
DIET: eat ... first
BUILD CTY: make ... a city | make ... into a city | raise ... to a city | turn ... into a city
BUILD VIL: turn ... into a village
CART: bring ... by cart | move ... by cart | send ... by cart | take ... by cart
HASTEN: hurry ... up | speed ... up
ASSIGN: put ... on the building in | put ... on the work in | put ... on the site in | put ... to the building in |
    send ... to help build in | have ... help build in | set ... to build in | put ... on the job in
BUILD: have ... built
TAKEVASSAL: accept ... into vassalage | have ... as our vassal | take ... under our protection
TRUCE: make ... a truce
RIVAL: make ... our rival | choose ... as our rival | name ... our rival | name ... as our rival | pick ... as our
    rival
TRIBUTE: pay ... in tribute
WITHDRAW: call ... inside | move ... inside | draw ... inside | pull ... back inside
KEEP: hold ... back for pay | keep ... for pay
RELEASE: let ... lay down their tools
""")
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, counting=COUNTING, also=ALSO, implied=IMPLIED, beside=BESIDE, parted=PARTED,
    light={"get": "BUY"}, going="MOVE", more=("BUILD", "BUY", "ASSIGN"),
)  # fmt: skip
