"""A test kit for games: the general suites, for authors of rulesets, as a plugin of pytest."""
