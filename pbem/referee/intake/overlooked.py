"""Orders typed between the lines of a quotation that bears no marks: not taken, since nobody can tell; but told of."""

from pbem.language.lexicon import Lexicon
from pbem.language.messages import translations
from pbem.language.text import read_text
from pbem.mail.reading.read_mail import Taken

_SHOWN = 5


def overlooked(taken: Taken, lexicon: Lexicon, language: str) -> list[str]:
    """What to tell a player whose mail has lines in its quotation that are orders, are not ours, and were not taken."""
    quoted = "\n".join(left.text for left in taken.extract.left_out if left.reason == "inserted")
    orders = [line.text for line in read_text(quoted, lexicon).lines if line.order is not None]
    if not orders:
        return []
    _ = translations(language).gettext
    line = _("Not taken, since they stand in the quoted mail: %(lines)s. If you mean them, send them above it.")
    return [line % {"lines": "; ".join(orders[:_SHOWN])}]
