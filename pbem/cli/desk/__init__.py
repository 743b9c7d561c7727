"""What a referee leaves open: the status that repeats itself, and the desk, a page in a browser of this machine."""
