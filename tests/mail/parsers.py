"""`python -m tests.mail.parsers`: the reply parsers of PyPI and ours on the same mails, as in docs/building.md.

The parsers are dependencies of nothing here; what is not installed is named and left out. To have them, in a folder
of their own (one of them installs a package named `tests`, which would hide this one; -v names each mail misread):

    pip install --target FOLDER mail-parser-reply email-reply-parser quotequail unquotemail email-reply-extractor talon
    python -m tests.mail.parsers [-v] FOLDER

Each gets what it asks for: the decoded and unflowed text (or the HTML made text, where there is none), the HTML, and
the mail that is answered where the sample has it. Typography is made plain and list marks are dropped for all alike.
Each mail is read in a process of its own, which is ended after `LIMIT` seconds: some parsers hang on some texts.
"""

import importlib
import logging
import multiprocessing
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection
from typing import Any

from pbem.mail.message.message import Part, parse
from pbem.mail.reading.quotes import strip_list_mark
from pbem.mail.text import html
from pbem.mail.text.flowed import unflow
from pbem.mail.text.plain import plain
from tests.mail.making import HOST, Sample, bare, blind, is_order, raw_mail, samples

LIMIT = 5.0  # seconds for one mail
LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "pl"]  # those of the samples that mail-parser-reply knows


@dataclass(frozen=True)
class Body:
    """What a parser may be given of a mail: its text part and its HTML part, empty if there is none, and the text."""

    plain: str
    page: str

    @property
    def text(self) -> str:
        """The text part, or the HTML made text where that is empty."""
        return self.plain if self.plain.strip() or not self.page else html.whole_text(self.page)


@dataclass(frozen=True)
class Entrant:
    """A parser: its project, what is called, the module that has it, and how. The answer is the text that is kept."""

    project: str
    call: str
    module: str
    keep: Callable[[Any, Body, Sample], str]


@dataclass(frozen=True)
class Score:
    """How one entrant read one mail: order lines it lost, lines it took for orders that were none, or its failure."""

    lost: int
    false: int
    failure: str = ""

    @property
    def right(self) -> bool:
        """Every line meant, no other."""
        return not (self.lost or self.false or self.failure)


def _ours(module: Any, body: Body, sample: Sample) -> str:
    return "\n".join(module.parse_mail(sample.raw, own_host=HOST, sent=sample.was_sent).extract.lines)


def _mail_parser_reply(module: Any, body: Body, sample: Sample) -> str:
    return module.EmailReplyParser(languages=LANGUAGES).parse_reply(body.text) or ""


def _email_reply_parser(module: Any, body: Body, sample: Sample) -> str:
    return str(module.EmailReplyParser.parse_reply(body.text))


def _quotequail(module: Any, body: Body, sample: Sample) -> str:
    return "\n".join(text for shown, text in module.quote(body.text) if shown)


def _quotequail_html(module: Any, body: Body, sample: Sample) -> str:
    if not body.page:
        return _quotequail(module, body, sample)
    return html.whole_text("".join(text for shown, text in module.quote_html(body.page) if shown))


def _unquotemail(module: Any, body: Body, sample: Sample) -> str:
    return module.Unquote(body.page or None, body.text).get_text() or ""


def _extractor(module: Any, body: Body, sample: Sample) -> str:
    found = module.extract_new_text(body.plain or None, parent_body=sample.sent, html_body=body.page or None)
    return str(found.text)


def _talon(module: Any, body: Body, sample: Sample) -> str:
    return str(module.extract_from_plain(body.text))


def _talon_html(module: Any, body: Body, sample: Sample) -> str:
    if not body.page:
        return _talon(module, body, sample)
    module.register_xpath_extensions()
    return html.whole_text(module.extract_from_html(body.page))


ENTRANTS = (
    Entrant("pbem", "mail.intake.read", "pbem.mail.reading.read_mail", _ours),
    Entrant("mail-parser-reply", "parse_reply", "mailparser_reply", _mail_parser_reply),
    Entrant("email-reply-parser", "parse_reply", "email_reply_parser", _email_reply_parser),
    Entrant("quotequail", "quote", "quotequail", _quotequail),
    Entrant("quotequail", "quote_html", "quotequail", _quotequail_html),
    Entrant("unquotemail", "Unquote", "unquotemail", _unquotemail),
    Entrant("email-reply-extractor", "extract_new_text", "email_reply_extractor", _extractor),
    Entrant("talon", "extract_from_plain", "talon.quotations", _talon),
    Entrant("talon", "extract_from_html", "talon.quotations", _talon_html),
)


def body_of(sample: Sample) -> Body:
    """The body of a sample, decoded and unflowed; what is attached is not in it."""
    parts = [part for part in parse(sample.raw).parts if not part.name and not part.attached]
    page = "".join(part.text for part in parts if part.content_type == "text/html")
    return Body("\n".join(_text(part) for part in parts if part.content_type == "text/plain"), page)


def _text(part: Part) -> str:
    text = part.text.replace("\r\n", "\n")
    return unflow(text, part.delsp) if part.flowed else text


def score(kept: str, meant: Sequence[str]) -> Score:
    """Compare the lines kept of a mail with those meant; lines that are no orders (greetings, names) do no harm."""
    have, want = Counter(bare(strip_list_mark(line)) for line in plain(kept).split("\n")), Counter(meant)
    false = Counter({line: n for line, n in have.items() if is_order(line) and not line.endswith(".")}) - want
    return Score((want - have).total(), false.total())


def uncut(sample: Sample) -> Score:
    """How a sample would be read if the whole body were taken as it is."""
    return score(body_of(sample).text, sample.lines)


def measure(entrant: Entrant, module: Any, sample: Sample) -> Score:
    """How a parser reads a sample, in a process of its own. A failure counts all lines of the mail as lost."""
    here, there = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_child, args=(entrant, module, sample, there))
    child.start()
    there.close()
    try:
        failure, kept = here.recv() if here.poll(LIMIT) else ("time", "")
    except EOFError:
        failure, kept = "died", ""
    child.kill()
    child.join()
    return Score(len(sample.lines), 0, failure) if failure else score(kept, sample.lines)


def _child(entrant: Entrant, module: Any, sample: Sample, answer: Connection) -> None:
    try:
        answer.send(("", entrant.keep(module, body_of(sample), sample)))
    except Exception as error:  # whatever a foreign parser raises is its result
        answer.send((type(error).__name__, ""))


def hostile() -> Iterator[Sample]:
    """Mails that are small and slow to read for some: many beginnings of attributions, long or many blank lines."""
    for number, filler in enumerate(("On Monday it rained\n" * 2_000, "\n" * 10_000, "On " * 20_000, " " * 50_000)):
        body = f"MOVE beni-3 0812\n{filler}\nThanks\n"
        yield Sample(f"hostile-{number}", raw_mail(body), "person", "", ("MOVE beni-3 0812",), None)


def _row(entrant: Entrant, persons: Sequence[Sample], bodies: Sequence[bool], detailed: bool) -> None:
    try:
        module, release = importlib.import_module(entrant.module), version(entrant.project)
    except (ImportError, PackageNotFoundError) as error:
        print(f"left out: {entrant.project} {entrant.call} ({error})")
        return
    found = [measure(entrant, module, sample) for sample in persons]
    slow = [measure(entrant, module, sample).failure == "time" for sample in hostile()]
    failed = sum(bool(each.failure) for each in found)
    unseen = [measure(entrant, module, sample) for sample in blind()]
    row = f"| {entrant.project} {release} `{entrant.call}` {_sums(found, bodies)} {failed} | {sum(slow)} "
    print(f"{row}| {_blindly(unseen)} |", flush=True)
    for sample, each in zip([*persons, *blind()], [*found, *unseen], strict=True):
        if detailed and not each.right:
            print(f"    {sample.name} -{each.lost} +{each.false} {each.failure}")


def _sums(found: Sequence[Score], bodies: Sequence[bool]) -> str:
    inside = sum(each.right for each, body in zip(found, bodies, strict=True) if body)
    lost, false = sum(each.lost for each in found), sum(each.false for each in found)
    return f"| {sum(each.right for each in found)} | {inside} | {lost} | {false} |"


def _blindly(found: Sequence[Score]) -> str:
    lost, false = sum(each.lost for each in found), sum(each.false for each in found)
    return f"{sum(each.right for each in found)} | {lost} | {false}"


def main(detailed: bool) -> None:
    """Print the table; with `detailed`, under each row the mails that were not read right."""
    persons = [sample for sample in samples() if sample.outcome == "person"]
    plainly = [uncut(sample) for sample in persons]
    bodies = [each.lost == 0 for each in plainly]
    lines = sum(len(sample.lines) for sample in persons)
    unseen = [uncut(sample) for sample in blind()]
    print(f"{len(persons)} mails of persons, {lines} order lines; all of them in the body: {sum(bodies)} mails.")
    print(f"{len(unseen)} mails that were written blind, {sum(len(each.lines) for each in blind())} order lines.\n")
    head = f"| parser | mails right | of those in the body | lost | false | failed | over {LIMIT:.0f} s "
    print(f"{head}| blind right | lost | false |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for entrant in ENTRANTS:
        _row(entrant, persons, bodies, detailed)
    print(f"| nothing cut {_sums(plainly, bodies)} 0 | 0 | {_blindly(unseen)} |")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable()
    sys.path.extend(argument for argument in sys.argv[1:] if argument != "-v")
    main("-v" in sys.argv[1:])
