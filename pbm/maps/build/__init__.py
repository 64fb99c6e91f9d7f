"""Makes the outlines of a map's areas from public coastlines; needs the extra `map` (numpy, shapely).

Nothing else in the program imports this package: its result is data, kept with the map.
"""
