"""What a phase waits for, what was sent for it, when it closes, and the locks before it does."""
