"""Marches and whatever else moves on land."""
