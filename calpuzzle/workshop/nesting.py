"""The layout of parts on sheets: first the upright parts, then the others, the largest first. Each
is placed as high as possible, then as far to the left as possible, in the best orientation; upright
parts are not turned if they fit. Parts that fit into the hole of another part are placed there.

Parts are compared as rows of bits, each bit a small square of the sheet, so that parts of any
outline fit into one another's corners. A part occupies every square that it touches when it is
widened by half the gap. So two parts are never nearer to each other than the gap, and never nearer
to the edge than half of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from operator import xor
from typing import Any, NamedTuple

import numpy as np
import shapely

from calpuzzle.base.errors import InputError
from calpuzzle.workshop.areas import Area, grown, moved
from calpuzzle.workshop.cut_plan import Part

SQUARES_PER_SIDE = 400  # squares along the longer side of a sheet
MAX_SHEETS = 100
SLACK = 1e-9  # tolerance for rounding errors, in squares

SquareRows = tuple[int, ...]
"""The occupied squares, from the top, as one number per row; the least bit is the left one."""


class Sheet(NamedTuple):
    """A sheet with the parts on it; its lower left corner is the origin."""

    width: float
    height: float
    parts: tuple[Part, ...]


class _Turned(NamedTuple):
    """A part after `quarters` quarter turns: the squares that it occupies, those of its holes, the
    number of columns, and the upper left corner from which the squares are counted."""

    quarters: int
    rows: SquareRows
    holes: SquareRows
    columns: int
    left: float
    top: float


class _Room(NamedTuple):
    """A place for parts: a sheet, or all holes of a part on it.

    `row` and `column` are its upper left square on the sheet, from which its squares are counted.
    `taken` are the squares that are not free. No square becomes free again, so a shape that does
    not fit at a row never fits there later. `first_rows` stores for each shape the first row at
    which it may still fit.
    """

    sheet: int
    row: int
    column: int
    width: int
    taken: list[int]
    first_rows: dict[SquareRows, int]


class _Place(NamedTuple):
    """The place of a part in a room: the row below it, its first column and row, and the index of
    its orientation. Places are compared by these fields in this order; the least is the best."""

    end: int
    column: int
    row: int
    turned: int


class _Layout:
    """The sheets while they are filled."""

    def __init__(self, size: tuple[float, float], gap: float) -> None:
        self.size, self.gap = size, gap
        self.square = max(size) / SQUARES_PER_SIDE
        self.placed: list[list[Part]] = []
        self._rooms: list[_Room] = []
        self._known: dict[bytes, list[_Turned]] = {}

    def place(self, part: Part) -> None:
        """Place a part on a sheet. Raise InputError if it is larger than a sheet, or if MAX_SHEETS
        sheets are too few."""
        every = self._turned(part.outline)
        # An upright part is turned only if it does not fit an empty sheet otherwise.
        for turned in (every[:1], every) if part.upright else (every,):
            for room in self._rooms:
                place = _best(room, turned)
                if place:
                    self._put(part, room, place, turned[place.turned])
                    return
            place = _best(fresh := self._fresh(), turned)
            if place:
                self._rooms.append(fresh)
                self.placed.append([])
                self._put(part, fresh, place, turned[place.turned])
                return
        left, bottom, right, top = part.outline.bounds
        raise InputError(
            f"{part.name} is {right - left:.4g} x {top - bottom:.4g} mm; with a gap of "
            f"{self.gap:g} mm this is too large for a sheet of {self.size[0]:g} x "
            f"{self.size[1]:g} mm; "
            "give a larger sheet or a smaller cell"
        )

    def _fresh(self) -> _Room:
        """Return a new sheet."""
        if len(self.placed) == MAX_SHEETS:
            raise InputError(f"the parts fill more than {MAX_SHEETS} sheets; give a larger sheet")
        columns, rows = (floor(side / self.square + SLACK) for side in self.size)
        return _Room(len(self.placed), 0, 0, columns, [0] * rows, {})

    def _put(self, part: Part, room: _Room, place: _Place, turned: _Turned) -> None:
        row, column = room.row + place.row, room.column + place.column
        for k, (row_of_part, hole) in enumerate(
            zip(turned.rows, turned.holes, strict=True), place.row
        ):
            room.taken[k] |= (row_of_part | hole) << place.column
        if any(turned.holes):
            taken = [~hole for hole in turned.holes]
            self._rooms.insert(0, _Room(room.sheet, row, column, turned.columns, taken, {}))
        x = column * self.square - turned.left
        y = self.size[1] - row * self.square - turned.top
        self.placed[room.sheet].append(part.moved(x, y, turned.quarters))

    def _turned(self, outline: Area) -> list[_Turned]:
        """Return a part in its orientations. Of those that occupy the same squares, only one is
        returned."""
        key = shapely.to_wkb(outline)
        if key in self._known:
            return self._known[key]
        found = self._known.setdefault(key, [])
        taken = grown(outline, self.gap / 2)
        for quarters in range(4):
            area = moved(taken, 0, 0, quarters)
            rows = _rows(area, area.bounds, self.square)
            if all(rows != other.rows for other in found):
                left, _, right, top = area.bounds
                whole = shapely.Polygon(shapely.get_exterior_ring(area))
                full = _rows(whole, area.bounds, self.square)
                holes = tuple(map(xor, full, rows))
                columns = ceil((right - left) / self.square - SLACK)
                found.append(_Turned(quarters, rows, holes, columns, left, top))
        return found


def sheets(parts: Sequence[Part], size: tuple[float, float], gap: float) -> list[Sheet]:
    """Return the parts on as many sheets of that size as needed. Raise InputError for a part that
    is larger than a sheet, and if MAX_SHEETS sheets are too few."""
    ground = _Layout(size, gap)
    for part in sorted(parts, key=_sort_key, reverse=True):
        ground.place(part)
    return [Sheet(*size, tuple(placed)) for placed in ground.placed]


def _sort_key(part: Part) -> tuple[bool, float, float]:
    """Return the sort key of a part. The upright parts, such as the board, come first, because
    pieces may be placed in their holes."""
    left, bottom, right, top = part.outline.bounds
    return part.upright, round((right - left) * (top - bottom), 3), round(part.outline.area, 3)


def _rows(area: Area, bounds: tuple[float, float, float, float], square: float) -> SquareRows:
    """Return the squares that an area touches."""
    left, bottom, right, top = bounds
    number = ceil((top - bottom) / square - SLACK)
    edges: Any = top - square * np.arange(number + 1)
    strips = shapely.intersection(area, shapely.box(left, edges[1:], right, edges[:-1]))
    parts, strip_of = shapely.get_parts(strips, return_index=True)
    rows = [0] * number
    for row, (start, _, end, _) in zip(strip_of, shapely.bounds(parts), strict=True):
        first = floor((start - left) / square + SLACK)
        last = ceil((end - left) / square - SLACK)
        rows[row] |= (1 << last) - (1 << first) if last > first else 0
    return tuple(rows)


def _best(room: _Room, turned: Sequence[_Turned]) -> _Place | None:
    """Return the place whose lower end is highest, and of several such places the leftmost one.

    The result is None if the part does not fit into the room."""
    found = None
    for number, orientation in enumerate(turned):
        for row in range(
            room.first_rows.get(orientation.rows, 0), len(room.taken) - len(orientation.rows) + 1
        ):
            end = row + len(orientation.rows)
            if found and end > found.end:
                break
            room.first_rows[orientation.rows] = row
            free = _free(room.taken[row:end], orientation, room.width)
            if free:
                column = (free & -free).bit_length() - 1
                place = _Place(end, column, row, number)
                found = min(found, place) if found else place
                break
    return found


def _free(taken: Sequence[int], part: _Turned, width: int) -> int:
    """Return the columns, as bits, at which the part meets nothing."""
    positions = width - part.columns + 1
    free = (1 << positions) - 1 if positions > 0 else 0
    for row, needed in zip(taken, part.rows, strict=True):
        if not free:
            break
        for start, length in _runs(needed) if row else ():
            free &= ~(_smeared(row, length) >> start)
    return free


def _runs(row: int) -> list[tuple[int, int]]:
    """Return the runs of set bits: the start and the length of each."""
    found = []
    at = 0
    while row:
        zeros = (row & -row).bit_length() - 1
        row >>= zeros
        length = (~row & (row + 1)).bit_length() - 1
        found.append((at + zeros, length))
        row >>= length
        at += zeros + length
    return found


def _smeared(row: int, length: int) -> int:
    """Return the bits at which a run of that length would meet a bit of the row."""
    # Each round at most doubles the reach.
    done = 1
    while done < length:
        by = min(done, length - done)
        row |= row >> by
        done += by
    return row
