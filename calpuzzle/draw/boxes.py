"""Cells drawn with box lines in plain text: lines only between cells of different regions.

A drawing has a region for each cell (None if there is no cell) and a text for each cell.
draw/text_board.py calls `boxes` for solutions, boards and pieces alike.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence

from calpuzzle.draw.colours import INK, ink_on, terminal_colour

DrawnPlace = tuple[int, int]

# The lines that leave a corner, as bits: up 1, down 2, left 4, right 8.
LINES_AT_CORNER = (0, 3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15)
UNICODE: dict[int, str] = dict(zip(LINES_AT_CORNER, " │─┌┐└┘├┤┬┴┼", strict=True))
ASCII = dict.fromkeys(UNICODE, "+") | {0: " ", 3: "|", 12: "-"}
BOLD = "\x1b[1m"
RESET = "\x1b[0m"


def display_width(text: str) -> int:
    """Return the number of columns of the text on a terminal. Wide characters take two columns, and
    combining marks none. Joined characters, such as those of a flag, count as one character.
    Control characters take no column, unless the text is ASCII."""
    if text.isascii():
        return len(text)
    # The import takes longer than solving a puzzle, and most text is ASCII.
    from wcwidth import wcswidth, wcwidth

    width = wcswidth(text)
    return width if width >= 0 else sum(max(0, wcwidth(char)) for char in text)


def centred(text: str, width: int) -> str:
    """Return the text centred in `width` columns."""
    room = max(0, width - display_width(text))
    return " " * (room // 2) + text + " " * (room - room // 2)


def inner_width(texts: Iterable[str]) -> int:
    """Return the columns between the sides of each cell in a drawing with these texts."""
    return max(3, 2 + max(map(display_width, set(texts)), default=0))


def boxes(
    regions: Mapping[DrawnPlace, Hashable],
    texts: Mapping[DrawnPlace, str],
    *,
    ascii_only: bool = False,
    colours: Mapping[Hashable, str] | None = None,
    inner: int | None = None,
) -> list[str]:
    """Return the lines of the drawing, without trailing blanks. All cells have `inner` columns
    between their sides, by default as many as the longest text needs.

    `colours` maps regions to colours: a region with a colour is painted in the nearest colour of a
    terminal with 256 colours, a region with an empty colour is left as it is, and a region that is
    not in the mapping is bold.
    """
    height = 1 + max(row for row, _ in regions)
    width = 1 + max(column for _, column in regions)
    inner = inner or inner_width(texts.values())
    inside = {text: centred(text, inner) for text in {"", *texts.values()}}
    marks = ASCII if ascii_only else UNICODE
    line, blank = marks[12] * inner, " " * inner
    get = regions.get
    lines = []
    for row in range(height + 1):
        rule: list[tuple[str, Hashable]] = []
        cells: list[tuple[str, Hashable]] = []
        for column in range(width + 1):
            north, here = get((row - 1, column)), get((row, column))
            north_west, west = get((row - 1, column - 1)), get((row, column - 1))
            corner = (north_west != north) + 2 * (west != here)
            corner += 4 * (north_west != west) + 8 * (north != here)
            rule.append((marks[corner], None if corner else here))
            rule.append((line, None) if north != here else (blank, here))
            cells.append((marks[3], None) if west != here else (" ", here))
            cells.append((inside[texts.get((row, column), "")], here))
        lines += [painted(rule, colours), painted(cells, colours)]
    return lines[:-1]


def painted(parts: Sequence[tuple[str, Hashable]], colours: Mapping[Hashable, str] | None) -> str:
    """Return the texts as one line without trailing blanks, each in the colour of its region."""
    if colours is None:
        return "".join([text for text, _ in parts]).rstrip()
    line = ""
    for region, run in itertools.groupby(parts, key=lambda part: part[1]):
        text = "".join(text for text, _ in run)
        colour = "" if region is None else colours.get(region)
        if colour:
            ink = 30 if ink_on(colour) == INK else 97
            line += f"\x1b[{ink};48;5;{terminal_colour(colour)}m{text}{RESET}"
        else:
            line += text if colour == "" else f"{BOLD}{text}{RESET}"
    return line.rstrip()


def side_by_side(blocks: Iterable[list[str]], columns: int, gap: int = 3) -> list[str]:
    """Return blocks of lines side by side, as many per row as fit into `columns`, with a blank line
    between rows. The blocks must not be coloured."""
    rows: list[list[tuple[list[str], int]]] = []
    used = columns
    for block in blocks:
        width = max(map(display_width, block))
        if used + gap + width > columns:
            rows.append([])
            used = -gap
        rows[-1].append((block, width))
        used += gap + width
    lines: list[str] = []
    for row in rows:
        lines += [""] * bool(lines)
        for texts in itertools.zip_longest(*[block for block, _ in row], fillvalue=""):
            pairs = zip(texts, row, strict=True)
            padded = [text + " " * (width - display_width(text)) for text, (_, width) in pairs]
            lines.append((" " * gap).join(padded).rstrip())
    return lines


def in_columns(columns: Iterable[list[str]]) -> str:
    """Return columns of texts side by side, one line per row."""
    return "".join(f"{line}\n" for line in side_by_side(columns, sys.maxsize, gap=2))


def right_aligned(cells: list[str]) -> list[str]:
    """Return the cells of a column, right-aligned."""
    width = max(map(display_width, cells))
    return [" " * (width - display_width(cell)) + cell for cell in cells]
