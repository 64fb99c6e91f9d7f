"""Reports of Dark Age."""
