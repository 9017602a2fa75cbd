"""A nonogram in the terminal: the grid with its clues.

There are two styles. The style `half` puts two rows into each line of text with half blocks, so
that cells are about square; every cell must be known, and there must be one colour. The style
`full` gives each cell two characters, shows unknown cells, and uses the terminal's colours if
requested.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from string import ascii_letters, digits

from calpuzzle.draw.colours import channels
from calpuzzle.nonogram.clues import BLACK, Clue, Clues, Grid, as_grid, clue_text

UNKNOWN = "··"
ASCII_SIGNS = str.maketrans("│─┼┐└┘█▓▒░·", "|-++++#*+.?")  # for an output without box lines
SHADES = ("  ", "░░", "▒▒", "▓▓", "██")
LENGTH_DIGITS = digits + ascii_letters


def grid_text(
    clues: Clues,
    grid: Grid | None = None,
    cells: str = "half",
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    """Return the grid with its clues, in lines that end in newlines.

    A cell is unknown if it is -1 in `grid`; if `grid` is None, only the given cells are known.
    `cells` is the style, "half" or "full"; "half" falls back to "full" if it is not possible.
    `colour` uses the terminal's colours; `ascii_only` avoids half blocks and box lines.
    """
    grid = grid or as_grid(clues, clues.initial_masks())
    known = all(cell >= 0 for row in grid for cell in row)
    if cells == "half" and clues.colours == 1 and known and not ascii_only:
        return _half(clues, grid)
    return _full(clues, [[_cell(clues, cell, colour) for cell in row] for row in grid], ascii_only)


def shares_text(
    clues: Clues, shares: Sequence[tuple[Fraction, ...]], ascii_only: bool = False
) -> str:
    """Return the grid after a step of the stepper; a shade from white to black shows, for each
    cell, the probability that it is not white."""
    marks = [_shade(float(1 - share[0])) for share in shares]
    rows = [marks[at : at + clues.width] for at in range(0, len(marks), clues.width)]
    return _full(clues, rows, ascii_only)


def _shade(probability: float) -> str:
    """Return the shade of a probability; only the probabilities 0 and 1 are white and black."""
    if probability in (0.0, 1.0):
        return SHADES[-1] if probability else SHADES[0]
    return SHADES[1 + min(2, int(3 * probability))]


def _cell(clues: Clues, cell: int, colour: bool) -> str:
    if cell <= 0:
        return UNKNOWN if cell else "  "
    shade = clues.palette[cell]
    if colour and shade != BLACK:
        red, green, blue = channels(shade.rgb)
        return f"\x1b[38;2;{red};{green};{blue}m██\x1b[0m"
    return "██" if clues.colours == 1 else 2 * shade.mark


def _full(clues: Clues, rows: Sequence[Sequence[str]], ascii_only: bool) -> str:
    text = _framed(clues, [clue_text(clues, clue) for clue in clues.rows], rows, 2)
    return text.translate(ASCII_SIGNS) if ascii_only else text


def _half(clues: Clues, grid: Grid) -> str:
    """Return two rows per line; the upper one's clue comes before the lower one's, separated by a
    slash."""
    left = [clue_text(clues, clue) for clue in clues.rows]
    upper, lower = left[::2], left[1::2]
    widths = max(map(len, upper)), max(map(len, lower), default=0)
    pairs = [
        f"{first:>{widths[0]}} {'/' if second else ' '} {second:>{widths[1]}}"
        for first, second in zip_longest(upper, lower, fillvalue="")
    ]
    rows = [
        [" ▀▄█"[a + 2 * b] for a, b in zip(above, below, strict=True)]
        for above, below in zip_longest(grid[::2], grid[1::2], fillvalue=(0,) * clues.width)
    ]
    return _framed(clues, pairs, rows, 1)


def _framed(clues: Clues, left: list[str], rows: Sequence[Sequence[str]], wide: int) -> str:
    """Return the rows in a frame, with `left` to their left and the columns' clues above, `wide`
    characters per column. In the columns' clues, numbers from 10 to 61 are single letters, and
    larger ones are `+`; a line below the frame explains them."""
    margin = max(map(len, left))
    line = "─" * wide * clues.width
    columns = [_short_numbers(clues, clue) for clue in clues.columns]
    levels = list(zip_longest(*map(reversed, columns), fillvalue=""))
    heads = ["".join(text.rjust(wide) for text in level) for level in reversed(levels)]
    out = [f"{'':{margin}} │{head}".rstrip() for head in heads]
    out.append(f"{'─' * margin}─┼{line}┐")
    out += [f"{text:>{margin}} │{''.join(row)}│" for text, row in zip(left, rows, strict=True)]
    out.append(f"{'':{margin}} └{line}┘")
    numbers = sorted({length for clue in clues.columns for length, _ in clue if length >= 10})
    if numbers:
        out.append("columns: " + ", ".join(f"{_short(number)} = {number}" for number in numbers))
    return "\n".join(out) + "\n"


def _short_numbers(clues: Clues, clue: Clue) -> list[str]:
    """Return a column's numbers, one character each, so that adjacent columns cannot run together.
    If there are several colours, the mark of the colour follows the number."""
    marks = ["" if clues.colours == 1 else colour.mark for colour in clues.palette]
    return [_short(length) + marks[colour] for length, colour in clue] or ["0"]


def _short(length: int) -> str:
    return LENGTH_DIGITS[length] if length < len(LENGTH_DIGITS) else "+"
