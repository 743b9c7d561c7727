"""Players made of code. They see what a seat sees, and answer with the same order sheets as anybody."""
