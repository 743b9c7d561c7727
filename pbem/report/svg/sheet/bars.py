"""Bars of how dice fell: a panel a side, a bar a face, a stroke where the bar is expected to end."""

from collections.abc import Iterator

from pbem.report.fairness import Chapter, Fallen, Heap, Teller
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.naming import N_
from pbem.report.svg.base.write import element, group, path, text

WIDTH = 1280
ACROSS = 3
MARGIN, GAP = 40, 28
HEAD, TITLE, FOOT = 76, 62, 30
ABOVE, PLOT, BELOW, ROW = 40, 250, 88, 18
_SVG = "http://www.w3.org/2000/svg"
_WORDS, _LINE, _LEGEND = 21, 27, 24


def draw_bars(fallen: Fallen, teller: Teller) -> str:
    """The picture as SVG, 1280 wide, a row of up to three panels at a time; texts in the reader's language."""
    out: list[str] = []
    top = float(HEAD)
    for chapter in fallen.chapters:
        drawn, top = _chapter(chapter, top, teller)
        out += drawn
    notes = [] if fallen.chapters else [teller.say(N_("No dice have been rolled yet."))]
    notes += [*teller.not_counted(fallen), teller.conclusion(fallen.judged), teller.proof()]
    lines = _lines(" ".join(filter(None, notes)), WIDTH - 2 * MARGIN, _WORDS)
    foot = [_text(line, MARGIN, top + 24 + _LINE * i, _WORDS) for i, line in enumerate(lines)]
    height = top + 24 + _LINE * len(lines) + FOOT - 12
    ground = element("rect", x=0, y=0, width=WIDTH, height=height, fill=palette.PAPER)
    content = "".join([ground, *_head(fallen, teller), *out, *foot])
    box = f"0 0 {WIDTH} {height:.0f}"
    content = group([content], font_family=metrics.FAMILY)
    return element("svg", content, xmlns=_SVG, width=WIDTH, height=height, viewBox=box, role="img")


def _head(fallen: Fallen, teller: Teller) -> Iterator[str]:
    """The title in a bar."""
    yield element("rect", x=0, y=0, width=WIDTH, height=56, fill=palette.BAR)
    title = metrics.to_drawable(teller.say(N_("How the dice of %(games)s fell"), games=fallen.games))
    title, size = metrics.fit_text(title, WIDTH - 2 * MARGIN, 30, 20, "bold")
    yield text(title, MARGIN, 39, round(size, 1), fill=palette.BAR_TEXT, font_weight="700")


def _chapter(chapter: Chapter, top: float, teller: Teller) -> tuple[list[str], float]:
    """The panels of one kind of die, and where what follows begins."""
    out = [*_legend(top + 30, teller), _text(chapter.title, MARGIN, top + 30, 27, bold=True)]
    out.append(element("rect", x=MARGIN, y=top + 41, width=WIDTH - 2 * MARGIN, height=1.5, fill=palette.BAR))
    top += TITLE
    across = min(ACROSS, len(chapter.heaps))
    wide = (WIDTH - 2 * MARGIN - GAP * (across - 1)) / across
    for first in range(0, len(chapter.heaps), across):
        top += ROW if first else 0
        row = chapter.heaps[first : first + across]
        said = [_said(heap, wide, teller) for heap in row]
        for column, (heap, lines) in enumerate(zip(row, said, strict=True)):
            out += _panel(heap, lines, (MARGIN + column * (wide + GAP), top, wide), teller)
        top += ABOVE + PLOT + BELOW + _LINE * max(map(len, said))
    return out, top


def _said(heap: Heap, wide: float, teller: Teller) -> list[str]:
    """What is said below the bars, in lines."""
    sentences = filter(None, (teller.mean(heap.tally), teller.verdict(heap.tally)))
    return [line for sentence in sentences for line in _lines(sentence, wide, _WORDS)]


def _legend(base: float, teller: Teller) -> Iterator[str]:
    """What bar and stroke are, at the right end of a line."""
    thrown, expected = (metrics.to_drawable(word) for word in (teller.say(N_("rolled")), teller.say(N_("expected"))))
    right = WIDTH - MARGIN - metrics.width(expected, _LEGEND)
    yield _text(expected, right, base, _LEGEND)
    yield element("rect", x=right - 42, y=base - 10, width=32, height=4, fill=palette.INK)
    right -= 70 + metrics.width(thrown, _LEGEND)
    yield _text(thrown, right, base, _LEGEND)
    yield element("rect", x=right - 30, y=base - 19, width=20, height=22, fill=palette.FAINT)


def _panel(heap: Heap, said: list[str], box: tuple[float, float, float], teller: Teller) -> Iterator[str]:
    """The bars of one heap and what is said of them. `box`: left end, top, width."""
    tally, (left, top, wide) = heap.tally, box
    fill = palette.BAR if heap.side is None else palette.side_look(heap.side).fill
    title, size = metrics.fit_text(
        metrics.to_drawable(f"{heap.title}: {teller.dice(tally.total)}"), wide, 26, 16, "bold"
    )
    yield text(title, left, top + 20, round(size, 1), fill=palette.INK, font_weight="700")
    base, step = top + ABOVE + PLOT, wide / len(tally.faces)
    scale = (PLOT - 40) / max(*tally.counts, *tally.expected, 1)
    for i, (face, count, due) in enumerate(zip(tally.faces, tally.counts, tally.expected, strict=True)):
        yield from _bar(count * scale, due * scale, teller.number(count), (left + step * i, base, step), fill)
        yield _centred(str(face), left + step * (i + 0.5), base + 28, 24)
        yield _centred(f"({teller.number(due, 1)})", left + step * (i + 0.5), base + 51, 18, "medium")
    yield element("rect", x=left, y=base, width=wide, height=2, fill=palette.BAR)
    yield from (_text(line, left, base + BELOW + _LINE * i, _WORDS) for i, line in enumerate(said))


def _bar(tall: float, due: float, count: str, box: tuple[float, float, float], fill: str) -> Iterator[str]:
    """A bar with its count above, and the stroke at the expectation. `box`: left end, base line, width."""
    left, base, step = box
    middle, half = left + step / 2, min(step * 0.34, 46)
    if tall:
        yield element("rect", x=middle - half, y=base - tall, width=half * 2, height=tall, fill=fill)
    over = half + min(step * 0.1, 12)
    stroke = f"M{middle - over:.1f} {base - due:.1f}h{over * 2:.1f}"
    yield path(stroke, stroke=palette.PAPER, stroke_width=9)
    yield path(stroke, stroke=palette.INK, stroke_width=4)
    above = due if 0 <= due - tall < 40 else tall  # the count would be struck through
    yield _centred(count, middle, base - above - 10, 24)


def _centred(words: str, middle: float, base: float, size: float, face: metrics.Face = "bold") -> str:
    words = metrics.to_drawable(words)
    return _text(words, middle - metrics.width(words, size, face) / 2, base, size, bold=face == "bold")


def _text(words: str, left: float, base: float, size: float, *, bold: bool = False) -> str:
    return text(metrics.to_drawable(words), left, base, size, fill=palette.INK, font_weight="700" if bold else "500")


def _lines(words: str, room: float, size: float) -> list[str]:
    """The text in lines that fit into the room; "p = 0.5" stays together."""
    lines: list[str] = []
    for word in metrics.to_drawable(words).replace(" = ", "\xa0=\xa0").replace(" < ", "\xa0<\xa0").split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
