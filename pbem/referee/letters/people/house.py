"""House rules in sentences, for the first mail and for who changes them."""

from collections.abc import Mapping

from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.referee.home.house import HOUSE_RULES

_SENTENCES = {
    "press on": N_("Players may write to any other player."),
    "press public": N_("Players may write to all other players together, not to one alone."),
    "press off": N_("Players write to the referee only, not to each other."),
    "press-names shown": N_("Messages of players are signed."),
    "press-names hidden": N_("Messages of players are not signed: no reader sees who wrote them."),
    "press-names choice": N_("Players may send a message without signing it."),
    "press-size": N_("A message has at most %(value)s characters."),
    "press-count": N_("A player sends at most %(value)s messages per turn."),
    "press-archive no": N_("Messages are not published when the game ends."),
    "press-archive yes": N_("When the game ends all messages are put into its save, where anyone may read them."),
}


def house_sentences(rules: Mapping[str, str], language: str) -> tuple[str, ...]:
    """What house rules mean, a sentence each; of one with a value that a later release knows, its name and value."""
    _ = translations(language).gettext
    told = []
    for name in HOUSE_RULES:
        if name in rules:
            text = _SENTENCES.get(f"{name} {rules[name]}", _SENTENCES.get(name, f"{name} = %(value)s"))
            told.append(_(text) % {"value": rules[name]})
    return tuple(told)
