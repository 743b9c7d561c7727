"""The ground of a map: relief, water, ways, terrain, places and names."""
