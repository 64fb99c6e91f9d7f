"""The receipt of a sheet."""
