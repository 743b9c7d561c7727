"""What goes wrong with the private side, each with a sentence for the referee."""

from pbem.phrases import Told


class StoreError(Told):
    """The private side cannot be read or written; the text names the file and says what to do."""

    exit_code = 3
