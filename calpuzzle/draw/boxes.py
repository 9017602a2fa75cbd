"""Cells drawn with box lines in plain text: lines only between cells of different regions.

A drawing is made of a region for each cell (None is no cell) and a text for each cell. Used by
draw/text.py for solutions, boards and pieces alike.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Hashable, Mapping

from calpuzzle.draw.colours import terminal_colour
from calpuzzle.puzzle.shapes import Cell

# Which line leaves a corner: up 1, down 2, left 4, right 8.
UNICODE = dict(zip((0, 3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15), " │─┌┐└┘├┤┬┴┼", strict=True))
ASCII = dict.fromkeys(UNICODE, "+") | {0: " ", 3: "|", 12: "-"}
JOINER = "\u200d"
MARKS = ("Mn", "Me")
BOLD = "\x1b[1m"
RESET = "\x1b[0m"


def display_width(text: str) -> int:
    """Columns that the text takes on a terminal: wide characters take two, marks on others none,
    and wide ones that are joined, such as the people of a family, are one."""
    width = 0
    before = ""
    for char in text:
        wide = unicodedata.east_asian_width(char) in "WF"
        if not (
            char == JOINER or unicodedata.category(char) in MARKS or (wide and before == JOINER)
        ):
            width += 2 if wide else 1
        before = char
    return width


def centred(text: str, width: int) -> str:
    """The text in the middle of `width` columns."""
    room = max(0, width - display_width(text))
    return " " * (room // 2) + text + " " * (room - room // 2)


def boxes(
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str],
    *,
    ascii_only: bool = False,
    colours: Mapping[Hashable, str] | None = None,
) -> list[str]:
    """The lines of the drawing, without blanks at their ends.

    `colours` paints the regions it names, as a terminal of 256 colours does, and makes the
    others bold.
    """
    height = 1 + max(row for row, _ in regions)
    width = 1 + max(column for _, column in regions)
    inner = max(3, 2 + max((display_width(text) for text in texts.values()), default=0))
    marks = ASCII if ascii_only else UNICODE
    lines = []
    for row in range(height + 1):
        rule: list[tuple[str, Hashable]] = []
        for column in range(width + 1):
            corner = _corner(regions, row, column)
            inside = None if corner else regions.get((row, column))
            rule.append((marks[corner], inside))
            if column < width:
                line = corner & 8
                inside = None if line else regions.get((row, column))
                rule.append(((marks[12] if line else " ") * inner, inside))
        lines.append(_painted(rule, colours))
        if row == height:
            break
        cells: list[tuple[str, Hashable]] = []
        for column in range(width + 1):
            region = regions.get((row, column))
            line = regions.get((row, column - 1)) != region
            cells.append((marks[3], None) if line else (" ", region))
            if column < width:
                cells.append((centred(texts.get((row, column), ""), inner), region))
        lines.append(_painted(cells, colours))
    return lines


def _corner(regions: Mapping[Cell, Hashable], row: int, column: int) -> int:
    north_west = regions.get((row - 1, column - 1))
    north_east = regions.get((row - 1, column))
    south_west = regions.get((row, column - 1))
    south_east = regions.get((row, column))
    return (
        (north_west != north_east)
        + 2 * (south_west != south_east)
        + 4 * (north_west != south_west)
        + 8 * (north_east != south_east)
    )


def _painted(parts: list[tuple[str, Hashable]], colours: Mapping[Hashable, str] | None) -> str:
    if colours is None:
        return "".join(text for text, _ in parts).rstrip()
    line = ""
    for region, run in itertools.groupby(parts, key=lambda part: part[1]):
        text = "".join(text for text, _ in run)
        if region in colours:
            line += f"\x1b[30;48;5;{terminal_colour(colours[region])}m{text}{RESET}"
        else:
            line += text if region is None else f"{BOLD}{text}{RESET}"
    return line.rstrip()


def beside(blocks: list[list[str]], columns: int, gap: int = 3) -> list[str]:
    """Blocks of lines side by side, as many a row as fit into `columns`, rows apart by a blank
    line. The blocks must not be coloured."""
    lines: list[str] = []
    row: list[list[str]] = []
    used = 0
    for block in [*blocks, None]:
        size = 0 if block is None else max(map(display_width, block)) + gap
        if row and (block is None or used + size - gap > columns):
            lines += [""] * bool(lines) + _joined(row, gap)
            row, used = [], 0
        if block is not None:
            row.append(block)
            used += size
    return lines


def _joined(row: list[list[str]], gap: int) -> list[str]:
    widths = [max(map(display_width, block)) + gap for block in row]
    joined = []
    for index in range(max(map(len, row))):
        line = ""
        for block, width in zip(row, widths, strict=True):
            text = block[index] if index < len(block) else ""
            line += text + " " * (width - display_width(text))
        joined.append(line.rstrip())
    return joined
