"""The first mail to a seat: who plays whom, the aim, what to do now, how to answer; with the map and the handbook."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256

from babel.dates import format_timedelta

from pbem.core.scene import Scene
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.gamedata.handbook import open_handbook, to_html
from pbem.gamedata.rulesets import game_file
from pbem.language.catalogue import N_
from pbem.language.messages import translations
from pbem.mail.writing.compose import Attachment
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.letters.newcomer.agreed import agreed
from pbem.referee.letters.newcomer.examples import examples
from pbem.referee.letters.newcomer.proposed import position_as_proposed
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.players import seat_called
from pbem.referee.letters.queue import Mailing, post
from pbem.report.content import Image, attempt
from pbem.report.grounds import Grounds
from pbem.report.letters import Welcome, render_letter
from pbem.report.paper.prints import MAILED, draw_print
from pbem.report.picture import draw_sheets
from pbem.save.words import hash_words
from pbem.store.rows import SeatRow

MAP, HANDBOOK = N_("map"), N_("handbook")
"""How the files are called that come with it."""
SHOWN = 800
"""How wide a sheet of the map is shown in a mail; as a file it is half as wide again."""
PAPERS = ("A3", "A4")
"""What the map is printed on: in a copy shop, and by those who have a printer at home."""
_DRAWN: dict[str, tuple[bytes, ...]] = {}
"""The pictures and prints that were drawn last: drawing them takes seconds."""
_MOST_DRAWN = 32


def send_welcomes(home: Home, game: Game, now: datetime) -> None:
    """Queue the first mail of every seat; those that were queued before stay as they were."""
    for seat in home.seats(game.name):
        if not home.store.outbox.of(game=game.name, seat=seat.seat, what="welcome"):
            post_welcome(home, seat, welcome(home, game, seat), Mailing("welcome", 0), now)


def post_welcome(
    home: Home, seat: SeatRow, letter: Welcome, mailing: Mailing, now: datetime, *, files: Sequence[Attachment] = ()
) -> None:
    """Queue a first mail with the handbook of its game and further `files`."""
    game = home.open_game(seat.game)
    voice = voice_of(game, seat.language)
    mail = render_letter(letter, voice.words, voice.translations)
    post(home, seat, mailing, mail, now, form=letter.form, files=(*files, *_handbook(game, seat), *_prints(game, seat)))


def welcome(home: Home, game: Game, seat: SeatRow) -> Welcome:
    """The first mail to a seat of a game that is still to begin."""
    words, asked = voice_of(game, seat.language).words, seat.seat in game.rules.awaited(game.state)
    seats = home.seats(game.name)
    form = form_of(home, game, seat) if asked else ()
    no_images: tuple[Image, ...] = ()
    images, left_out = attempt("map", lambda: _sheets(game, seat, grounds_of(home.path)), no_images)
    prints = _prints(game, seat)
    others = {
        ours: words.listed(
            seat_called(game, each, seat.language, shown_name(home, each))
            for each in seats
            if each.seat != seat.seat and (each.side == seat.side) == ours
        )
        for ours in (False, True)
    }
    return Welcome(
        game=game.name,
        title=game.data["title"],
        seat=seat.seat,
        side=seat.side,
        against=others[False],
        beside=others[True],
        players=tuple((words.side(each.side), shown_name(home, each)) for each in seats if shown_name(home, each)),
        aim=game.data.get("aims", {}).get(seat.side, {}).get(seat.language, ""),
        two=len(seats) == 2,
        pace=_pace(home, game, seat),
        first=words.phase(_first_asked(game)),
        asked=asked,
        proposes=asked and _proposes(game, seat),
        examples=examples(game, seat),
        images=images,
        handbook=_handbook_name(game, seat),
        prints=tuple(each.name for each in prints),
        options=agreed(home, game, seat),
        head=game.manifest.head,
        head_words=hash_words(game.manifest.head),
        game_hash=game.folder.game_hash(),
        game_words=hash_words(game.folder.game_hash()),
        test_dice=game.manifest.test_dice,
        form=form,
        left_out=left_out,
    )


def _first_asked(game: Game) -> str:
    """The first phase that asks anybody: the present one, or what comes where nobody has anything to order in it."""
    rules, state = game.rules, game.state
    return str(state.phase if rules.awaited(state) else rules.following(state)[1])


def _proposes(game: Game, seat: SeatRow) -> bool:
    """Whether the form holds orders that the scenario proposes."""
    return bool(game.choices(seat.seat).proposed)


def _pace(home: Home, game: Game, seat: SeatRow) -> str:
    """How much time a turn has, or a phase, as a sentence."""
    row, _ = home.game_row(game.name), translations(seat.language).gettext
    values = {"time": format_timedelta(timedelta(seconds=row.length), threshold=1.5, locale=seat.language)}
    return str((_("Each phase then has %(time)s.") if row.per_phase else _("Each turn then has %(time)s.")) % values)


# What goes with it ----------------------------------------------------------------------------------------------


def _sheets(game: Game, seat: SeatRow, grounds: Grounds) -> tuple[Image, ...]:
    """The map with the set-up that the scenario proposes, or as it is, in sheets to lay counters by."""
    voice, lang, scene = voice_of(game, seat.language), seat.language, _scene(game, seat)

    def draw() -> tuple[bytes, ...]:
        return draw_sheets(scene, lang, grounds, naming=voice.naming, signs=voice.signs)

    sheets = _drawn_once((game.rules.NAME, lang, repr(scene)), draw)
    found, _ = list[Image](), translations(lang).gettext
    for n, png in enumerate(sheets, 1):
        alt = _("The map at the start, sheet %(n)s of %(all)s") % {"n": n, "all": len(sheets)}
        found.append(Image(f"{_(MAP)}-{n}@{game.name}.{seat.seat}", png, alt, SHOWN))
    return tuple(found)


def _print(game: Game, seat: SeatRow) -> tuple[Attachment, ...]:
    """The empty map as a PDF: pages of each paper."""
    voice, lang = voice_of(game, seat.language), seat.language

    def draw() -> tuple[bytes, ...]:
        scene = _scene(game, seat)
        return (draw_print(scene, lang, PAPERS, empty=True, naming=voice.naming, signs=voice.signs, pressed=MAILED),)

    (pdf,) = _drawn_once((game.rules.NAME, lang, repr((game.data["map"], game.data["title"]))), draw)
    return (Attachment(f"{translations(lang).gettext(MAP)}-{'-'.join(PAPERS)}.pdf", "application/pdf", pdf),)


def _prints(game: Game, seat: SeatRow) -> tuple[Attachment, ...]:
    """The prints that come with a first mail; nothing where it cannot be drawn: the sheets have told so."""
    nothing: tuple[Attachment, ...] = ()
    return attempt("map", lambda: _print(game, seat), nothing)[0]


def _drawn_once(seen: tuple[str, ...], draw: Callable[[], tuple[bytes, ...]]) -> tuple[bytes, ...]:
    """What comes of all that is seen; games of one scenario with other options or seats share it."""
    key = sha256("\n".join(seen).encode()).hexdigest()
    if key not in _DRAWN:
        while len(_DRAWN) >= _MOST_DRAWN:
            del _DRAWN[next(iter(_DRAWN))]
        _DRAWN[key] = draw()
    return _DRAWN[key]


def _scene(game: Game, seat: SeatRow) -> Scene:
    rules = game.rules
    return rules.scene(rules.view(position_as_proposed(game), seat.side), (), seat.side)


def _handbook_name(game: Game, seat: SeatRow) -> str:
    """What the handbook's file is called; "" where the game has none in the player's language."""
    name = game.manifest.ruleset
    if not game_file(name, f"handbook.{seat.language}.md").is_file():
        return ""
    return f"{translations(seat.language).gettext(HANDBOOK)}-{name}.html"


def _handbook(game: Game, seat: SeatRow) -> tuple[Attachment, ...]:
    """The handbook as one page, for the mail to a player who has just come."""
    name = _handbook_name(game, seat)
    return (Attachment(name, "text/html", _page(game.manifest.ruleset, seat.language)),) if name else ()


@lru_cache(maxsize=4)
def _page(ruleset: str, language: str) -> bytes:
    return to_html(open_handbook(ruleset, language)).encode("utf-8")
