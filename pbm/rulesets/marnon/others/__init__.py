"""Powers without a player, and players without land."""
