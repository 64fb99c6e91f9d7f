"""How a power begins, is ordered, and wins."""
