"""Draws maps: the data of a map is composed once as a scene, and written as PDF, SVG and PNG.

Knows areas, terrains, cities, seas, links, hexes and counters as things to be drawn; it knows no game.

`mapdata` is map.json, `geometry` and `scene` are what the rest is made of. The chapters are in folders: `data` reads
what a map is kept in, `land` draws maps of areas and `hexes` maps of hexes, with `marks` and `letters`; `writers` write
them to files, and `build` makes outlines from coastlines.
"""

RECIPE = "plate.toml"
"""The file that says how owners are shown on a plate."""
