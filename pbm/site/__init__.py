"""The public site of games: plain files that any web server, or none, can show.

chronicle   what a game's roundups told, turn by turn: all that a site is made from
settings    [site] in game.toml
stage       the map of a replay, with parts that a script can repaint
replay      what happens on it, turn by turn, and the replay as one file
frames      the same as pictures and as an animated GIF
pages       the pages of a game, and the list of all games
feed        news of a game for feed readers
fame        who won, and what people have done over all games, as far as they allow it
hooks       what is called after a turn, with its public result
publish     all files of a site; only those that changed are written
"""
