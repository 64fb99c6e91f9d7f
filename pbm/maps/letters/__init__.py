"""Typefaces, and where names stand."""
