"""A year on paper, as PDF: a ladder of hints for each day with the answers at the end, a solution
for each day, or a wall calendar (wall.py).

A ladder goes from left to right. The reader covers it with a slip of paper and uncovers one step
after the other: the number of solutions, the piece and the place to look at, the piece placed, and
a second one placed. The same year gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import FALLBACK, Texts, capitalised, texts_in
from calpuzzle.base.wording import unknown
from calpuzzle.draw.board import puzzle_scene, solution_scene
from calpuzzle.draw.pdf import MARGIN, POINT, finished, new_document, paper_of, put, write
from calpuzzle.draw.scene import Scene, Text
from calpuzzle.game.advice import hint_words
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import by_group
from calpuzzle.puzzle.dates.labels import WEEKDAYS
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.placements import plain_name
from calpuzzle.workshop.naming import Names, headings, short
from calpuzzle.workshop.wall import calendar_pages
from calpuzzle.workshop.year_pages import PrintedDay, check, days

if TYPE_CHECKING:
    from fpdf import FPDF

KINDS = ("hints", "solutions", "calendar")
ROWS = 6  # days on a page of hints
ACROSS, DOWN = 5, 7  # days on a page of solutions
HEAD = 10.0  # millimetres for the month
SMALL, MIDDLE, LARGE = 8 * POINT, 10 * POINT, 18 * POINT
GREY = "#666666"
LADDER = (0.0, 0.25, 0.46, 0.73)
"""The starts of the columns of a ladder, as fractions of the width: the date, the hint, and the two
pictures."""
COVER_TEXTS = {"hints": "booklet.read", "solutions": "booklet.solutions"}
COVER_COLUMNS, LOOK_COLUMNS = 90, 26  # characters that a line has room for


class Words(NamedTuple):
    """The texts of a booklet, and its names of months and weekdays, in full and short."""

    texts: Texts
    full: Names
    short: Names


def booklet(
    puzzle: Lowered,
    year: int,
    kind: str = "hints",
    *,
    paper: str = "a4",
    language: str | None = None,
    week_starts: str | None = None,
    progress: Progress | None = None,
) -> bytes:
    """Return a year of a calendar puzzle as PDF.

    The same call returns the same bytes.

    Parameters
    ----------
    puzzle : Puzzle
        A calendar.
    year : int
        The year.
    kind : {"hints", "solutions", "calendar"}, default "hints"
        Hints for each day with the answers at the end, a solution for each day, or a wall calendar
        with the number of solutions of each day.
    paper : {"a4", "a3", "letter"}, default "a4"
        The paper.
    language : str, optional
        The language: one with a file in `calpuzzle/lang`, or for the calendar any that Babel
        supports. By default English.
    week_starts : str, optional
        The first day of the week of the calendar, such as ``"Mon"``. By default that of
        `language`, or Sunday if no language is given.
    progress : Progress, optional
        A function that receives the progress.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        If the value of an argument is invalid, or the puzzle is not a calendar.
    MissingExtraError
        If the extra `workshop`, or `languages` for a language, is not installed.

    Examples
    --------
    >>> cp.booklet(cp.load("month-day-7x7"), 2027, "calendar")[:4]
    b'%PDF'
    """
    if kind not in KINDS:
        raise InputError(unknown("kind of booklet", kind, KINDS))
    if week_starts not in (None, *WEEKDAYS):
        raise InputError(unknown("weekday", week_starts, WEEKDAYS))
    check(puzzle, year)
    title = f"{puzzle.model.heading}, {year}"
    size = paper_of(paper)
    if kind == "calendar":
        size = size[1], size[0]
    pages = new_document(title, size)
    if kind == "calendar":
        calendar_pages(pages, puzzle, year, language, week_starts, progress)
        return finished(pages)
    texts = texts_in(language or FALLBACK)
    named = None if texts.tag == FALLBACK else language  # English needs no Babel
    words = Words(texts, headings(named), short(named))
    _cover(pages, puzzle, year, words.texts.translate(COVER_TEXTS[kind]))
    months = []
    for _, days_of_month in groupby(days(puzzle, year, progress), lambda day: day.date.month):
        month = list(days_of_month)
        months.append(month)
        if kind == "hints":
            _ladders(pages, puzzle, month, words)
    for month in months:
        _answers(pages, month, kind, words)
    return finished(pages)


def _cover(pages: FPDF, puzzle: Lowered, year: int, what: str) -> None:
    """Add the first page: the puzzle, and how to read the others."""
    pages.add_page()
    y = MARGIN + LARGE
    title = f"{puzzle.model.title or puzzle.model.name}, {year}"
    write(pages, Text(MARGIN, y, title, LARGE, anchor="start", bold=True))
    end = _lines(pages, MARGIN, y + 12, what, COVER_COLUMNS, MIDDLE)
    _fit(pages, puzzle_scene(puzzle.model), MARGIN, end + 6, pages.epw - 2 * MARGIN, 180)


def _lines(pages: FPDF, x: float, y: float, words: str, columns: int, size: float) -> float:
    """Write a sentence in lines of at most `columns` characters; return the position of the next
    line."""
    for line in wrap(words, columns):
        write(pages, Text(x, y, line, size, anchor="start"))
        y += 1.5 * size
    return y


def _fit(pages: FPDF, scene: Scene, x: float, y: float, width: float, height: float) -> None:
    """Draw a scene as large as fits into a box, but with at most 0.25 mm per unit, so that a square
    cell is at most a centimetre wide."""
    put(pages, scene, x, y, min(width / scene.width, height / scene.height, 0.25))


def _month(pages: FPDF, name: str) -> None:
    """Add a page with the name of a month."""
    pages.add_page()
    name = capitalised(name)
    write(pages, Text(MARGIN, MARGIN + HEAD / 3, name, LARGE * 0.75, anchor="start", bold=True))


def _ladders(pages: FPDF, puzzle: Lowered, month: Sequence[PrintedDay], words: Words) -> None:
    """Add the hints of a month."""
    height = (pages.eph - 2 * MARGIN - HEAD) / ROWS
    for number, day in enumerate(month):
        row = number % ROWS
        if not row:
            _month(pages, words.full.months[day.date.month - 1])
        _ladder(pages, puzzle, day, words, MARGIN + HEAD + row * height, height)


def _ladder(
    pages: FPDF, puzzle: Lowered, day: PrintedDay, words: Words, y: float, height: float
) -> None:
    """Draw the hints of a day: the date, where to look, one piece, and two."""
    wide = pages.epw - 2 * MARGIN
    x = [MARGIN + part * wide for part in LADDER]
    pages.set_draw_color(180)
    pages.set_line_width(0.2)
    pages.line(MARGIN, y, MARGIN + wide, y)
    name = capitalised(f"{words.full.weekdays[day.date.weekday()]} {day.date.day}")
    write(pages, Text(x[0], y + 5, name, MIDDLE, anchor="start", bold=True))
    translate = words.texts.translate
    number_of_solutions = (
        translate("booklet.count", n=day.solutions) if day.solutions else translate("calendar.none")
    )
    write(pages, Text(x[0], y + 10, number_of_solutions, SMALL, anchor="start"))
    opened = by_group(puzzle.model, labels_of(puzzle.model, day.date))
    blank = solution_scene(puzzle.model, {}, opened)
    _fit(pages, blank, x[0] - 1, y + 12.5, x[1] - x[0], height - 14)
    for number, rung in enumerate(day.rungs):
        if not number:
            name = plain_name(puzzle.lowered, rung.name)
            look = hint_words(puzzle.lowered, rung.hint, name, 2, words.texts)
            _lines(pages, x[1], y + 5, look, LOOK_COLUMNS, SMALL)
        placed = {each.name: each.cells for each in day.rungs[: number + 1]}
        room = wide * 0.26, height - 3
        _fit(pages, solution_scene(puzzle.model, placed, opened), x[number + 2], y + 1.5, *room)


def _answers(pages: FPDF, days_of_month: Sequence[PrintedDay], kind: str, words: Words) -> None:
    """Add the solutions of a month, on one page."""
    translate, month = words.texts.translate, words.full.months[days_of_month[0].date.month - 1]
    _month(pages, translate("booklet.answers", month=month) if kind == "hints" else month)
    width = (pages.epw - 2 * MARGIN) / ACROSS
    height = (pages.eph - 2 * MARGIN - HEAD) / DOWN
    for day in days_of_month:
        row, column = divmod(day.date.day - 1, ACROSS)
        x, y = MARGIN + column * width, MARGIN + HEAD + row * height
        name = capitalised(f"{words.short.weekdays[day.date.weekday()]} {day.date.day}")
        write(pages, Text(x + 1, y + 2, name, SMALL, anchor="start", bold=True))
        if day.answer:
            _fit(pages, day.answer.scene(), x, y + 4, width - 3, height - 5)
        else:
            write(
                pages, Text(x + 1, y + 7, translate("calendar.none"), SMALL, GREY, anchor="start")
            )
