"""Press on its way to its readers: what waits for a seat, in its next mail or in one of its own."""
