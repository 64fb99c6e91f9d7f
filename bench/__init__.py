"""Measurements, as ratios within one run: never a timed test."""
