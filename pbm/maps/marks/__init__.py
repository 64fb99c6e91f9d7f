"""The small parts that pictures are made of: borders, patterns, signs, and shapes as rasters."""
