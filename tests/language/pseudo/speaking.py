"""This process in the pseudo-language: to be called before anything of pbem is imported that reads shipped data."""

import gettext
from collections.abc import Callable
from pathlib import Path

from babel import dates

from pbem import resources
from tests.language.pseudo.tree import pseudo_tree
from tests.language.pseudo.words import CLOSE, OPEN, pseudo


class Everything(dict[str, str]):
    """A catalogue that has every text: what goes through it is translated, whatever it is."""

    def __bool__(self) -> bool:
        return True

    def get(self, text: str, otherwise: object = None) -> str:  # type: ignore[override]
        """The text in the pseudo-language."""
        return pseudo(text)


def _spoken(function: Callable[..., str]) -> Callable[..., str]:
    """A function that writes dates, in the pseudo-language."""
    return lambda *args, **kwargs: pseudo(function(*args, **kwargs))


def speak_pseudo(folder: Path) -> None:
    """Shipped data from a copy in `folder`; gettext, the command line and the fonts of pictures likewise."""
    setattr(resources, "_PACKAGE", pseudo_tree(folder) / "pbem")  # noqa: B010
    for each in (gettext.NullTranslations, gettext.GNUTranslations):
        setattr(each, "gettext", lambda _, text: pseudo(text))  # noqa: B010
        setattr(each, "ngettext", lambda _, one, many, n: pseudo(one if n == 1 else many))  # noqa: B010
    for name in ("format_date", "format_datetime", "format_timedelta"):
        setattr(dates, name, _spoken(getattr(dates, name)))
    from pbem.cli.speech import language
    from pbem.report.svg.base import metrics

    setattr(metrics, "_EXTRA", metrics._EXTRA | {OPEN, CLOSE})  # noqa: B010
    setattr(language, "_catalogue", lambda wanted: Everything())  # noqa: B010
