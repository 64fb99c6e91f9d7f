"""The plain changes of a position, which the chapters yield: forces, generals, fleets, crowns, areas."""

from pbm.rulesets.marnon.changes import areas, crowns, fleets, forces, generals

CHANGES = (forces, generals, fleets, crowns, areas)
