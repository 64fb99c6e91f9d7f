"""What is each game's own, beyond its cases."""
