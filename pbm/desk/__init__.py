"""The order desk: one page per player and turn, made from the player's report alone, on which the next sheet is filled
in without a server.

tongue     the grammar of a game's order lines, as data
everyday   what people write instead of an order's own words, as data
sample     an order to be tried with many codes and numbers
prospects  what the engine says of the orders that may be given
page       the page
"""
