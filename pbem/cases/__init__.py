"""Case files: a small position with scripted dice, read, set up, run, compared and written."""
