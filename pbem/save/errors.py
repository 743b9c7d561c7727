"""What goes wrong with a save, each with a sentence for the referee."""

from pbem.phrases import Told


class SaveError(Told):
    """A save cannot be read or written; the text names the file, the place in it and what to do."""

    exit_code = 3


class Locked(SaveError):
    """Another pbem holds the mailbox folder; the text says which and since when."""


class BadGameFile(SaveError):
    """A file is no game as 'pbem export' writes it, or none that can be taken. Exit code 2, as for all bad input."""

    exit_code = 2


class GitError(SaveError):
    """Git could not do its part. The save itself is complete without it; the next run commits what is left."""
