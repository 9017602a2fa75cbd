"""A year on paper, as PDF: a ladder of hints for each day with the answers at the end, or a
solution for each day.

A ladder goes from left to right, and is covered with a slip of paper: how many solutions there are,
which piece to look at and where, that piece laid, and a second one. The same year gives the same
bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural, unknown
from calpuzzle.draw.board import puzzle_scene, solution_scene
from calpuzzle.draw.pdf import MARGIN, POINT, document, finished, paper_of, put, write
from calpuzzle.draw.scene import Scene, Text
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates import by_group, labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.workshop.naming import ENGLISH
from calpuzzle.workshop.wall import calendar_pages
from calpuzzle.workshop.year import Day, check, days

if TYPE_CHECKING:
    from fpdf import FPDF

KINDS = ("hints", "solutions", "calendar")
ROWS = 6  # days on a page of hints
ACROSS, DOWN = 5, 7  # days on a page of solutions
HEAD = 10.0  # millimetres for the month
SMALL, MIDDLE, LARGE = 8 * POINT, 10 * POINT, 18 * POINT
GREY = "#666666"
LADDER = (0.0, 0.25, 0.46, 0.73)
"""Where the columns of a ladder begin, in parts of the width: the date, where to look, and the two
pictures."""


def booklet(
    puzzle: Lowered,
    year: int,
    kind: str = "hints",
    *,
    paper: str = "a4",
    language: str | None = None,
    week_starts: str = "Mon",
    progress: Progress | None = None,
) -> bytes:
    """A year of a calendar puzzle as PDF: `hints` with answers at the end, `solutions`, or a
    `calendar` for the wall with the number of solutions of each day.

    `language` and `week_starts` are those of the calendar. Raises InputError for what is unknown,
    and for a puzzle that is no calendar; MissingExtraError without the extra `workshop`.
    """
    if kind not in KINDS:
        raise InputError(unknown("kind of booklet", kind, KINDS))
    if language and kind != "calendar":
        raise InputError("only the wall calendar is written in other languages; leave that out")
    check(puzzle, year)
    title = f"{puzzle.model.heading}, {year}"
    size = paper_of(paper)
    if kind == "calendar":
        size = size[1], size[0]
    pages = document(title, size)
    if kind == "calendar":
        calendar_pages(pages, puzzle, year, language, week_starts)
        return finished(pages)
    _cover(pages, puzzle, year, kind)
    months = []
    for _, days_of_month in groupby(days(puzzle, year, progress), lambda day: day.date.month):
        own = list(days_of_month)
        months.append(own)
        if kind == "hints":
            _ladders(pages, puzzle, own)
    for own in months:
        _answers(pages, own, kind)
    return finished(pages)


def _cover(pages: FPDF, puzzle: Lowered, year: int, kind: str) -> None:
    """The first page: the puzzle, and how to read the others."""
    pages.add_page()
    y = MARGIN + LARGE
    title = f"{puzzle.model.title or puzzle.model.name}, {year}"
    write(pages, Text(MARGIN, y, title, LARGE, anchor="start", bold=True))
    lines: tuple[str, ...] = ("One solution of every day.",)
    if kind == "hints":
        lines = (
            "Every day has a line. Cover it with a slip of paper, and pull the slip to the right:",
            "first you learn how many solutions there are, then which piece to look at and where,",
            "then where it lies, then where another one lies. A solution stands at the end.",
        )
    for number, line in enumerate(lines):
        write(pages, Text(MARGIN, y + 12 + 5 * number, line, MIDDLE, anchor="start"))
    top = y + 12 + 5 * len(lines) + 6
    _fit(pages, puzzle_scene(puzzle.model), MARGIN, top, pages.epw - 2 * MARGIN, 180)


def _fit(pages: FPDF, scene: Scene, x: float, y: float, width: float, height: float) -> None:
    """Draw a scene as large as it goes into a box, but no cell larger than a centimetre."""
    put(pages, scene, x, y, min(width / scene.width, height / scene.height, 0.25))


def _month(pages: FPDF, month: int, what: str = "") -> None:
    """A new page with the name of a month."""
    pages.add_page()
    name = ENGLISH.months[month - 1] + what
    write(pages, Text(MARGIN, MARGIN + HEAD / 3, name, LARGE * 0.75, anchor="start", bold=True))


def _ladders(pages: FPDF, puzzle: Lowered, own: Sequence[Day]) -> None:
    """The hints of a month."""
    height = (pages.eph - 2 * MARGIN - HEAD) / ROWS
    for number, day in enumerate(own):
        row = number % ROWS
        if not row:
            _month(pages, own[0].date.month)
        _ladder(pages, puzzle, day, MARGIN + HEAD + row * height, height)


def _ladder(pages: FPDF, puzzle: Lowered, day: Day, y: float, height: float) -> None:
    """The hints of a day: the date, where to look, a piece, and two."""
    wide = pages.epw - 2 * MARGIN
    x = [MARGIN + part * wide for part in LADDER]
    pages.set_draw_color(180)
    pages.set_line_width(0.2)
    pages.line(MARGIN, y, MARGIN + wide, y)
    name = f"{ENGLISH.weekdays[day.date.weekday()]} {day.date.day}"
    write(pages, Text(x[0], y + 5, name, MIDDLE, anchor="start", bold=True))
    said = plural(day.solutions, "solution") if day.solutions else "no solution"
    write(pages, Text(x[0], y + 10, said, SMALL, anchor="start"))
    opened = by_group(puzzle.model, labels_of(puzzle.model, day.date))
    blank = solution_scene(puzzle.model, {}, opened)
    _fit(pages, blank, x[0] - 1, y + 12.5, x[1] - x[0], height - 14)
    for number, rung in enumerate(day.rungs):
        lines = (f"Look at {rung.name}:", f"it lies {rung.where}.") if not number else ()
        for k, line in enumerate(lines):
            write(pages, Text(x[1], y + 5 + 4.5 * k, line, SMALL, anchor="start"))
        laid = {each.name: each.cells for each in day.rungs[: number + 1]}
        room = wide * 0.26, height - 3
        _fit(pages, solution_scene(puzzle.model, laid, opened), x[number + 2], y + 1.5, *room)


def _answers(pages: FPDF, own: Sequence[Day], kind: str) -> None:
    """The solutions of a month, on one page."""
    _month(pages, own[0].date.month, ": answers" if kind == "hints" else "")
    width = (pages.epw - 2 * MARGIN) / ACROSS
    height = (pages.eph - 2 * MARGIN - HEAD) / DOWN
    for day in own:
        row, column = divmod(day.date.day - 1, ACROSS)
        x, y = MARGIN + column * width, MARGIN + HEAD + row * height
        name = f"{ENGLISH.weekdays[day.date.weekday()][:3]} {day.date.day}"
        write(pages, Text(x + 1, y + 2, name, SMALL, anchor="start", bold=True))
        if day.answer:
            _fit(pages, day.answer.scene(), x, y + 4, width - 3, height - 5)
        else:
            write(pages, Text(x + 1, y + 7, "no solution", SMALL, GREY, anchor="start"))
