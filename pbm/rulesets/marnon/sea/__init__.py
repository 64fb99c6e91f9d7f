"""Patrols, voyages and fights at sea."""
