"""The mails beside the report (receipt, welcome, reminder, refusal, help, status): a value and a template each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from pbem.report.content import Image, LeftOut, PressPart, Rendered, attempt
from pbem.report.details import details
from pbem.report.pages import environment, tidy
from pbem.report.svg.base.naming import N_
from pbem.report.words import Words, in_runs

Verdict = Literal["taken", "provisional", "refused", "answer", "kept"]
OWN_WORDS = N_("Your text enters every roll from record %(n)s on:")
"""What a receipt says before the words of a seat that enter the dice, which follow on a line of their own. `verify`
reads it again."""
FINGERPRINTS = "fingerprints.txt"
"""The file of a receipt that says what `verify` reads in it: the hashes of the orders that stand."""
ORDERED = 74
"""Columns that an order of the sheet and what is said behind it may have together; else that gets its own line."""
ALIKE = 3
"""So many lines that are refused for one reason are still told one by one."""
LONGEST, MANY = 60, 40
"""Lines that the text of a receipt has at most, unless more orders than `MANY` were sent."""
SPARED: tuple[Verdict, ...] = ("kept", "taken", "provisional")
"""In which order a receipt that is too long does without orders of the sheet, by their verdicts."""
FEW = 8
"""Orders of a sheet of which the text says all that there is to say; of more it says the chances alone."""


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """An order line as it was understood.

    `verdict`: taken, provisional (it depends on a die), refused; answer, of one that answers a question; kept, of one
    that stands from before. `understood` is the canonical line, `sentence` why it was refused, or does nothing as all
    stands, `notes` are numbers such as cost and allowance, `near` the nearest valid words, in the place of one that was
    `misspelt`, or legal alternatives. `number` is the line's in the mail, from 1; in the sheet as it stands its number
    in the turn. `parts` are the single orders that a line for a group comes to.
    """

    number: int
    phase: str
    verdict: Verdict
    written: str
    understood: str = ""
    sentence: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    near: tuple[str, ...] = ()
    misspelt: bool = True
    parts: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether what was written has words that what was understood does not have: then it is shown beside that."""
        return bool(self.understood) and not {*self.written.casefold().split()} <= {*self.understood.casefold().split()}


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The orders that stand for a phase, under its `head` ("PHASE fire and movement"; "" for standing orders).

    `more`: how many of them are not among `lines`; `proposed` tells in a sentence those that the form proposed.
    """

    head: str
    lines: tuple[ReceiptLine, ...]
    more: int = 0
    proposed: str = ""


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """A command of the mail (STATUS, PRESS TO …) and the answer to it, line by line.

    `letter` is the same as HTML shows it, where it is long enough for headings of its own.
    """

    command: str
    answer: tuple[str, ...]
    refused: bool = False
    letter: "Help | Status | None" = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a mail with orders: the verdict first, then the sheet as it stands.

    `player` is what the reader is called; `lines` are those of the mail. `sheet_faults` are sentences about the whole
    sheet (something compulsory left out). `counts` are the orders that stand, by the words of their phases; `changes`
    what of that this mail changed: how many are new, replaced, gone, kept. `sheet` are the orders themselves.
    `asked`: the phase is the seat's; `begun`: the game has begun; `owes`: a question of a phase that has stopped waits
    for it. `reasons` say why it still waits for the seat, `closes` when it closes, `ahead` what becomes of the phases
    left out. `notes` are further sentences of the referee. `closed`: no order can be changed any more; `moves`: the
    game goes on at once; `over`: it has ended. `images` show what the lines plan; `left_out` is what could not be drawn
    of it. `press` is what others wrote that the seat has not read. Of so many refusals at most is told why at
    length (`most_refusals`), of so many more behind the beginning of the order (`most_brief`; if `cut`, in a line), of
    the others the number alone. `example` is the number of an order that DROP would take out, 0 where none is shown.
    """

    game: str
    title: Mapping[str, str]
    seat: str
    turn: int
    phase: str
    lines: tuple[ReceiptLine, ...] = ()
    player: str = ""
    sheet_faults: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    sheet: tuple[SheetPart, ...] = ()
    commands: tuple[CommandAnswer, ...] = ()
    complete: bool = False
    reasons: tuple[str, ...] = ()
    asked: bool = True
    begun: bool = True
    owes: bool = False
    deadline: str = ""
    relative: str = ""
    closes: str = ""
    closed: bool = False
    moves: bool = False
    over: bool = False
    ahead: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    press: tuple[PressPart, ...] = ()
    most_refusals: int = MANY
    most_brief: int = MANY
    cut: bool = False
    example: int = 0

    @property
    def refused(self) -> tuple[ReceiptLine, ...]:
        """The lines of the mail that were refused."""
        return tuple(line for line in self.lines if line.verdict == "refused")

    @property
    def refusals(self) -> tuple[tuple[ReceiptLine, tuple[int, ...]], ...]:
        """The refused lines, each with the numbers of those that are refused for the very same reason, if many are."""
        alike: dict[tuple[str, tuple[str, ...]], list[ReceiptLine]] = {}
        for line in self.refused:
            alike.setdefault((line.sentence, line.near), []).append(line)
        found = [
            (line, tuple(other.number for other in same[1:]) if len(same) > ALIKE else ())
            for same in alike.values()
            for line in (same[:1] if len(same) > ALIKE else same)
        ]
        return tuple(sorted(found, key=lambda each: each[0].number))

    @property
    def untold(self) -> tuple[int, ...]:
        """The numbers of the refused lines of which is not told why."""
        left = self.refusals[self.most_refusals + self.most_brief :]
        return tuple(sorted(n for line, others in left for n in (line.number, *others)))

    @property
    def brief(self) -> tuple[tuple[ReceiptLine, tuple[int, ...]], ...]:
        """Those of the `refusals` that get a line each."""
        return self.refusals[self.most_refusals : self.most_refusals + self.most_brief]

    @property
    def answers(self) -> tuple[ReceiptLine, ...]:
        """The lines of the mail that answer a question: they stand in no sheet."""
        return tuple(line for line in self.lines if line.verdict == "answer")

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do: all that was sent is taken and nothing more is needed, or the game is over."""
        faults = self.refused or self.sheet_faults or any(one.refused for one in self.commands)
        return self.over or (not faults and (self.complete or not self.lines))

    @property
    def shows_sheet(self) -> bool:
        """Whether the sheet is told: not where the mail only asked something, and was answered."""
        return bool(self.lines) or not any(one.letter is not None for one in self.commands)


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first mail to a seat: who plays whom, the aim, what to do and by when, how to answer, what comes with it.

    `against` and `beside` are the other players in words, `players` those with a name, by their sides. `pace` says how
    much time a turn has, `first` names the phase that the game begins with, `asked` whether it is the seat's, `two`
    that two play. `proposes`: the form can be sent as it is. `examples` are orders. `images` are sheets of the map,
    `handbook` is the file of the handbook. `game_hash` is the hash of game.json, on which every record rests, and which
    names that of scenario.json. `taken_over` is what a player is told who comes into a game that others began.
    """

    game: str
    title: Mapping[str, str]
    seat: str
    side: str
    head: str
    head_words: str
    game_hash: str
    game_words: str
    against: str = ""
    beside: str = ""
    players: tuple[tuple[str, str], ...] = ()
    aim: str = ""
    pace: str = ""
    first: str = ""
    asked: bool = False
    two: bool = True
    proposes: bool = False
    examples: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    handbook: str = ""
    prints: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    test_dice: bool = False
    form: tuple[str, ...] = ()
    taken_over: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def sheets(self) -> tuple[str, ...]:
        """The files of the map's sheets."""
        return tuple(f"{image.cid.partition('@')[0]}.png" for image in self.images)


@dataclass(frozen=True, slots=True)
class Reminder:
    """A seat that is awaited and has not sent all: what is missing, and what happens if nothing comes; press unread."""

    game: str
    title: Mapping[str, str]
    seat: str
    turn: int
    phase: str
    deadline: str
    relative: str
    idle: tuple[str, ...] = ()
    has_sheet: bool = False
    default: str = ""
    form: tuple[str, ...] = ()
    press: tuple[PressPart, ...] = ()
    player: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A mail that was not taken: why, and what to do instead. `subject` is that of the mail refused.

    `reason` has neither a capital nor a full stop. `foreign`: another than the reader may have written it.
    """

    reason: str
    game: str = ""
    subject: str = ""
    remedy: tuple[str, ...] = ()
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Help:
    """How to write orders and commands: `verbs` of the game (the verb, what follows it), `commands` (form, meaning)."""

    game: str
    title: Mapping[str, str]
    verbs: tuple[tuple[str, str], ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    examples: tuple[str, ...] = ()
    address: str = ""

    @property
    def body(self) -> str:
        """The template of what stands below its masthead, or within another letter."""
        return "help/body.html.j2"


@dataclass(frozen=True, slots=True)
class Status:
    """Where a game stands: who is awaited, until when, what each player has sent (a sentence each); the order form."""

    game: str
    title: Mapping[str, str]
    turn: int
    turns: int
    phase: str
    deadline: str = ""
    relative: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    standing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    form: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """The template of what stands below its masthead, or within another letter."""
        return "status/body.html.j2"


@dataclass(frozen=True, slots=True)
class Note:
    """A short mail of the referee to a seat (a proposal, the map asked for): subject, paragraphs, pictures.

    `asks` is what its reader is asked to do, the chief thing first. `orders`: an answer to it may bring orders; not so
    where it answers to another address than the seat's own. `form` is the order form.
    """

    game: str
    title: Mapping[str, str]
    about: str
    lines: tuple[str, ...]
    images: tuple[Image, ...] = ()
    asks: tuple[str, ...] = ()
    orders: bool = True
    left_out: tuple[LeftOut, ...] = ()
    form: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Press:
    """What others wrote to a seat, in a mail of its own: `about` for the subject, the `parts`, how to answer."""

    game: str
    title: Mapping[str, str]
    about: str
    parts: tuple[PressPart, ...]
    asks: tuple[str, ...] = ()


Letter = Press | Note | Receipt | Welcome | Reminder | Refusal | Help | Status


def render_letter(letter: Letter, words: Words, translations: Any) -> Rendered:
    """A letter as subject, text and HTML, from the templates of its kind in the language of `words`.

    A page that cannot be made is left out: the text says everything.
    """
    kind = type(letter).__name__.lower()
    env = environment(words, translations)
    title = getattr(letter, "title", {})
    title = title.get(words.lang) or next(iter(title.values()), getattr(letter, "game", ""))
    many = sum(bool(line.notes) for part in getattr(letter, "sheet", ()) for line in part.lines) > FEW
    env.filters["ordered"] = lambda line: _ordered(line, _told(line, words, translations, many=many))
    env.filters["ranges"] = lambda numbers: ", ".join(in_runs(map(str, numbers)))
    env.filters["cut"] = _cut
    env.filters["brief"] = partial(_cut, length=ORDERED // 2)
    env.filters["details"] = lambda line: details(line.notes, words, translations)
    page = env.get_template(f"{kind}/{kind}.txt.j2").make_module({"x": letter, "title": title})
    text = tidy(str(page))
    while isinstance(letter, Receipt) and (shorter := _shortened(letter, text.count("\n") + 1)) is not None:
        letter = shorter
        text = tidy(str(env.get_template(f"{kind}/{kind}.txt.j2").make_module({"x": letter, "title": title})))
    subject = " ".join(str(page.subject(letter)).split())  # type: ignore[attr-defined]
    whole = env.get_template(f"{kind}/{kind}.html.j2")
    html, unpaged = attempt("page", lambda: whole.render({"x": letter, "title": title, "subject": subject}), "")
    left_out = (*getattr(letter, "left_out", ()), *unpaged)
    return Rendered(subject, text, html, getattr(letter, "images", ()), left_out)


def _cut(text: str, length: int = ORDERED - 4) -> str:
    """A text that is cut to one line, or less."""
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def _shortened(letter: Receipt, lines: int) -> Receipt | None:
    """A receipt whose text is too long with less: orders of earlier mails go first, standing ones too, then refusals
    are told in short, then the other orders that stand go, if that is enough: whoever has to mend an order needs to
    know why. If it is not, refusals are told in a line each, and without a reason, and the other orders go last.

    None where it is short enough, where as many lines were sent, and where nothing can be left out. What the mail
    itself asked for (STATUS …) is told whole and does not count, nor do the single orders of lines for groups: both
    are answers, and leave no less room for the others.
    """
    lines -= sum(len(line.parts) for part in letter.sheet for line in part.lines)
    lines -= sum(len(one.answer) for one in letter.commands)
    if lines <= LONGEST or len(letter.lines) > MANY:
        return None
    found = [
        line for part in letter.sheet for line in part.lines if line.verdict in (SPARED if part.head else ("kept",))
    ]
    told = min(len(letter.refusals), letter.most_refusals)
    if told and not any(line.verdict == "kept" for line in found):
        return replace(letter, most_refusals=max(0, told - (lines - LONGEST + 2) // 3))
    more = lines - LONGEST
    kept = any(line.verdict == "kept" for line in found)
    if letter.brief and not kept and (letter.cut or more > len(found)):
        if not letter.cut:
            return replace(letter, cut=True)
        if told := min(len(letter.refusals), letter.most_brief):
            return replace(letter, most_brief=max(0, told - more - 2))
    return _without_orders(letter, found, more) if found else None


def _without_orders(letter: Receipt, found: Sequence[ReceiptLine], count: int) -> Receipt:
    """A receipt without so many of these orders of its sheet: those of earlier mails first, and the last ones first."""
    found = [line for line in found if line.verdict == "kept"] or found
    places = sorted(range(len(found)), key=lambda place: (SPARED.index(found[place].verdict), -place))
    gone = {id(found[place]) for place in places[:count]}
    sheet = [
        replace(part, lines=kept, more=part.more + len(part.lines) - len(kept))
        for part in letter.sheet
        for kept in (tuple(line for line in part.lines if id(line) not in gone),)
    ]
    return replace(letter, sheet=tuple(sheet))


def _chances(notes: Mapping[str, str]) -> str:
    if {"win", "of"} <= notes.keys():
        return f"{notes['win']}/{notes['of']}"
    if {"column", "drm"} <= notes.keys():
        drm = int(notes["drm"])
        return notes["column"] if not drm else f"{notes['column']} {'+' if drm > 0 else '−'}{abs(drm)}"
    return ""


def _told(line: ReceiptLine, words: Words, translations: Any, *, many: bool) -> str:
    """What is told of a line; of one among many only what a results table makes of it, or that it is judged later."""
    whole = not many or not {"column", "waits"}.isdisjoint(dict(line.notes))
    return details(line.notes, words, translations) if whole else ""


def _ordered(line: ReceiptLine, told: str) -> str:
    """An order as it stands, to be pasted: what is said of it is a comment behind it, or in a line of its own.

    Where nothing more is `told`, its chances are: "31/36", or the odds with what is added to the die: "3-2 −1". The
    single orders of a line for a group are comments below it.
    """
    return "\n".join((_ordered_alone(line, told), *(f"#    {part}" for part in line.parts)))


def _ordered_alone(line: ReceiptLine, told: str) -> str:
    sign = {"taken": "✓", "provisional": "≈"}.get(line.verdict, "")
    said = " · ".join(filter(None, (f"{sign} {line.number or ''}".strip(), told or _chances(dict(line.notes)))))
    if not said:
        return line.understood
    one = f"{line.understood:<30} # {said}"
    if len(one) <= ORDERED or not told:
        return one
    first = f"{line.understood:<30} # {sign} {line.number}".rstrip()
    return f"{first}\n#    {told}"
