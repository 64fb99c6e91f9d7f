"""The orders of a sheet, and their conditions."""
