"""Self-play: many games between computer players, each a pure function of a plan and its number.

A plan (`plan`) and a number give a game's record (`game`). Any worker can make batches of records (`workers`); each
batch is saved, so that a stopped run can continue (`run`). The records are counted (`tally`), compared with another
run (`compare`) and shown on a page (`page`, with the pictures of `plots`). A ruleset's own part of this is `computer`
in its contract.
"""
