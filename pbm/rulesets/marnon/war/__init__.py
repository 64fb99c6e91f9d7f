"""Battles, sieges and who controls what."""
