"""A map of hexes: the plate, what stands round it, and what a turn puts on it."""
