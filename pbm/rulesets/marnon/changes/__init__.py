"""The plain changes of a position, which the chapters yield: forces, generals, fleets, crowns, areas."""
