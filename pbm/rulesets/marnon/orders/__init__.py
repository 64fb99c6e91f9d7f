"""The orders of Marnon, by chapter [3]."""
