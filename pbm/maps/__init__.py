"""Draws maps: the data of a map is composed once as a scene, and written as PDF, SVG and PNG.

Knows areas, terrains, cities, seas, links, hexes and counters as things to be drawn; it knows no game.
"""

RECIPE = "plate.toml"
"""The file that says how owners are shown on a plate."""
