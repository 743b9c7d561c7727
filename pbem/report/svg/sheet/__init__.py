"""The printed sheet around the map: frame, border, legend, key, charts."""
