"""Commands for what was played, and for games as a whole: history, copies, files, statistics."""
