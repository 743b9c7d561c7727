"""What goes wrong for a referee, with a sentence that says what to do. The command line turns these into exit codes."""

import errno

from pbem.phrases import Phrase, Told, system_words
from pbem.save.errors import SaveError
from pbem.store.errors import StoreError


class RefereeError(Told):
    """Something could not be done; the text is a full sentence for the referee. Exit code 3."""

    exit_code = 3


class BadInput(RefereeError):
    """The referee named something that does not exist, or a file is not what it should be. Exit code 2."""

    exit_code = 2


class Refused(RefereeError):
    """The answer is no: the game does not allow it now. Exit code 1."""

    exit_code = 1


class GameFault(RefereeError):
    """A rule set, or the data of its game, fails where nothing may: whoever wrote it must mend that. Exit code 3."""


TROUBLE = (RefereeError, SaveError, StoreError, OSError)
"""What may be mended while pbem runs, by the referee or by itself: it is told, and tried again. All else is a fault."""


def about_files(wrong: OSError) -> str:
    """What went wrong with a file or a disk, and what to do."""
    about = f" ({wrong.filename})" if wrong.filename else ""
    if wrong.errno in (errno.ENOSPC, errno.EDQUOT):
        return Phrase("The disk is full{about}. Make room and run the same command again.", about=about)
    if wrong.errno == errno.EROFS:
        return Phrase("The file system is mounted read-only{about}: nothing can be written there.", about=about)
    if wrong.errno in (errno.EACCES, errno.EPERM):
        return Phrase("Writing or reading is not allowed here{about}. Check who owns the folder.", about=about)
    return Phrase("{why}{about}.", why=system_words(wrong), about=about)
