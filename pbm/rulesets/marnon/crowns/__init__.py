"""Income, upkeep, supply, and what crowns buy."""
