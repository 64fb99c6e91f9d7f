"""A map of areas: the ground, its routes, its owners, and all that stands round it."""
