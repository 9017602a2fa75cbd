"""A wall calendar: one page per month, with the number of solutions on each day.

The more solutions a day has, the greener it is. A day without a solution is grey. Each day with the
most solutions of the year has a bold frame.
"""

from __future__ import annotations

import calendar
import datetime
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle import planning
from calpuzzle.base.texts import FALLBACK, Texts, tag_of
from calpuzzle.base.wording import is_right_to_left
from calpuzzle.draw.colours import INK, channels
from calpuzzle.draw.pdf import MARGIN, POINT, write
from calpuzzle.draw.scene import Text
from calpuzzle.engines import Run
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import days_of, instance_of
from calpuzzle.puzzle.dates.labels import WEEKDAYS
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.workshop.naming import headings, month_of, number_in, usual_start

if TYPE_CHECKING:
    from fpdf import FPDF

HEAD, WEEKDAY = 18.0, 8.0  # millimetres for the month and for the names of the days
WEEKS = 6
FEW, MANY, NONE = "#f4faf4", "#7cc48b", "#dddddd"
GREY = "#666666"


class MonthColumns(NamedTuple):
    """The columns of a month: from right to left if its language is read that way."""

    is_right_to_left: bool

    def column(self, place: int) -> int:
        """Return the column, from the left, of a day of the week."""
        return 6 - place if self.is_right_to_left else place


def calendar_pages(
    pages: FPDF,
    puzzle: Lowered,
    year: int,
    language: str | None,
    week_starts: str | None,
    progress: Progress | None = None,
) -> None:
    """Add twelve pages. Raise InputError for an unknown language."""
    names = headings(language)
    first = WEEKDAYS.index(week_starts or usual_start(language))
    flat = planning.counts(puzzle.lowered.cover, Run(progress=progress)).ravel()
    every = {
        date: int(flat[instance_of(puzzle.model, labels_of(puzzle.model, date))])
        for date in days_of(year)
    }
    tints = _tints(list(every.values()))
    most = max(every.values())
    title = puzzle.model.title or puzzle.model.name
    tag = tag_of(language or FALLBACK)
    title = Texts(tag).translate("booklet.wall", title=title) if tag else title
    weekdays = names.weekdays[first:] + names.weekdays[:first]
    grid = MonthColumns(is_right_to_left(names.months[0]))
    for month in range(1, 13):
        heads = (month_of(year, month, language), title)
        _month(pages, heads, weekdays, grid)
        for row, week in enumerate(calendar.Calendar(first).monthdayscalendar(year, month)):
            for column, day in enumerate(week):
                if day:
                    count = every[datetime.date(year, month, day)]
                    place = (row, grid.column(column))
                    number = number_in(language, count)
                    _day(pages, place, day, number, tints[count], bool(count) and count == most)


def _month(
    pages: FPDF, heads: tuple[str, str], weekdays: tuple[str, ...], grid: MonthColumns
) -> None:
    """Add a page with a heading and the weekdays. The heading begins with the month and ends with
    the title; if there are texts in the language, the title explains the numbers."""
    pages.add_page()
    wide = pages.epw - 2 * MARGIN
    name, what = heads
    ends = ((MARGIN, "start"), (MARGIN + wide, "end"))
    (x, anchor), (other, across) = ends[::-1] if grid.is_right_to_left else ends
    write(pages, Text(x, MARGIN + 6, name, 26 * POINT, anchor=anchor, bold=True))
    write(pages, Text(other, MARGIN + 6, what, 11 * POINT, GREY, anchor=across))
    for k, weekday in enumerate(weekdays):
        at = MARGIN + (grid.column(k) + 0.5) * wide / 7
        write(pages, Text(at, MARGIN + HEAD + 3, weekday, 11 * POINT, GREY))


def _day(
    pages: FPDF,
    place: tuple[int, int],
    day: int,
    number: str,
    tint: str,
    framed: bool,
) -> None:
    """Draw a box with the day and its number of solutions."""
    width = (pages.epw - 2 * MARGIN) / 7
    height = (pages.eph - 2 * MARGIN - HEAD - WEEKDAY) / WEEKS
    x = MARGIN + place[1] * width
    y = MARGIN + HEAD + WEEKDAY + place[0] * height
    pages.set_fill_color(*channels(tint))
    pages.set_draw_color(*channels(INK if framed else "#999999"))
    pages.set_line_width(0.9 if framed else 0.2)
    inset = 0.6
    pages.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, style="DF")
    write(pages, Text(x + 3, y + 6.5, str(day), 16 * POINT, anchor="start", bold=True))
    write(pages, Text(x + width - 3, y + height - 5.5, number, 14 * POINT, anchor="end"))


def _tints(counts: list[int]) -> dict[int, str]:
    """Return the colour of each number of solutions, by its rank among the different numbers."""
    order = sorted(set(counts) - {0})
    found = {0: NONE}
    for rank, count in enumerate(order):
        share = rank / max(1, len(order) - 1)
        mixed = (
            round(low + share * (high - low))
            for low, high in zip(channels(FEW), channels(MANY), strict=True)
        )
        found[count] = "#" + "".join(f"{level:02x}" for level in mixed)
    return found
