"""A griddler in the terminal: the grid with its clues.

`half` puts two rows into each line of text with half blocks, so that cells are about square; it
needs every cell known and one colour. `full` gives each cell two characters, shows what is
unknown, and colours with the terminal's colours where that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from calpuzzle.draw.colours import channels
from calpuzzle.griddler.puzzle import BLACK, Clue, Grid, Clues, clue_text

UNKNOWN = "··"
PLAIN = str.maketrans("│─┼┐└┘█▓▒░·", "|-++++#*+.?")  # for an output without box lines
SHADES = ("  ", "░░", "▒▒", "▓▓", "██")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fits_half(puzzle: Clues, grid: Grid) -> bool:
    """Whether half blocks can show this grid."""
    return puzzle.colours == 1 and all(cell >= 0 for row in grid for cell in row)


def grid_text(
    puzzle: Clues,
    grid: Grid,
    cells: str = "half",
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    """The grid (-1: unknown) with its clues, in lines that end in newlines.

    `cells` is "half" or "full"; "half" falls back to "full" where it cannot be. `colour` paints
    with the terminal's colours; `ascii_only` leaves out half blocks and box lines.
    """
    if cells == "half" and not ascii_only and fits_half(puzzle, grid):
        return _half(puzzle, grid)
    body = ["".join(_full_cell(puzzle, cell, colour) for cell in row) for row in grid]
    return _plain(_full(puzzle, body), ascii_only)


def shares_text(
    puzzle: Clues, shares: Sequence[tuple[Fraction, ...]], ascii_only: bool = False
) -> str:
    """A step's probabilities as shades from white to black."""
    width = puzzle.width
    marks = [_shade(float(1 - share[0])) for share in shares]
    body = ["".join(marks[at : at + width]) for at in range(0, len(marks), width)]
    return _plain(_full(puzzle, body), ascii_only)


def _plain(text: str, ascii_only: bool) -> str:
    return text.translate(PLAIN) if ascii_only else text


def _shade(probability: float) -> str:
    """White and black for certain cells only."""
    if probability in (0.0, 1.0):
        return SHADES[-1] if probability else SHADES[0]
    return SHADES[1 + min(2, int(3 * probability))]


def _full_cell(puzzle: Clues, cell: int, colour: bool) -> str:
    if cell < 0:
        return UNKNOWN
    if cell == 0:
        return "  "
    shade = puzzle.palette[cell]
    if colour and shade != BLACK:
        red, green, blue = channels(shade.rgb)
        return f"\x1b[38;2;{red};{green};{blue}m██\x1b[0m"
    return "██" if puzzle.colours == 1 else 2 * shade.mark


def _head(clues: Sequence[Clue], texts: Sequence[Sequence[str]], width: int) -> list[str]:
    """The columns' clues, standing on the grid, `width` characters a column."""
    height = max(1, max(len(clue) for clue in clues))
    lines = []
    for level in range(height):
        parts = []
        for column in texts:
            at = level - (height - len(column))
            parts.append((column[at] if at >= 0 else "").rjust(width))
        lines.append("".join(parts))
    return lines


def _full(puzzle: Clues, body: Sequence[str]) -> str:
    left = [clue_text(puzzle, clue) for clue in puzzle.rows]
    margin = max(map(len, left))
    columns = [_short_numbers(puzzle, clue) for clue in puzzle.columns]
    out = [f"{'':{margin}} │{line}".rstrip() for line in _head(puzzle.columns, columns, 2)]
    out.append(f"{'─' * margin}─┼{'──' * puzzle.width}┐")
    out += [f"{clue:>{margin}} │{line}│" for clue, line in zip(left, body, strict=True)]
    out.append(f"{'':{margin}} └{'──' * puzzle.width}┘")
    return "\n".join([*out, *_legend(puzzle)]) + "\n"


def _short_numbers(puzzle: Clues, clue: Clue) -> list[str]:
    """A column's numbers, one character each, so that neighbours cannot run together."""
    if puzzle.colours == 1:
        return [_digit(length) for length, _ in clue] or ["0"]
    return [_digit(length) + puzzle.palette[c].mark for length, c in clue] or ["0"]


def _legend(puzzle: Clues) -> list[str]:
    """What the letters above the columns stand for."""
    numbers = sorted({length for clue in puzzle.columns for length, _ in clue if length >= 10})
    letters = [f"{_digit(length)} = {length}" for length in numbers]
    return [f"columns: {', '.join(letters)}"] if letters else []


def _half(puzzle: Clues, grid: Grid) -> str:
    """Two rows a line; the upper row's clue stands before the lower one's, with a stroke between.

    A column is one character wide, so a number from 10 on is a letter; a line below says which.
    """
    columns = [_short_numbers(puzzle, clue) for clue in puzzle.columns]
    rows = [clue_text(puzzle, clue) for clue in puzzle.rows]
    blank = (0,) * puzzle.width
    pairs = [
        (rows[at], rows[at + 1] if at + 1 < len(rows) else "") for at in range(0, puzzle.height, 2)
    ]
    first, second = max(len(pair[0]) for pair in pairs), max(len(pair[1]) for pair in pairs)
    margin = first + second + 3
    out = [f"{'':{margin}} │{line}".rstrip() for line in _head(puzzle.columns, columns, 1)]
    out.append(f"{'─' * margin}─┼{'─' * puzzle.width}┐")
    for index, (upper, lower) in enumerate(pairs):
        above = grid[2 * index]
        below = grid[2 * index + 1] if 2 * index + 1 < puzzle.height else blank
        cells = "".join(" ▀▄█"[bool(a) + 2 * bool(b)] for a, b in zip(above, below, strict=True))
        stroke = "/" if lower else " "
        out.append(f"{upper:>{first}} {stroke} {lower:>{second}} │{cells}│")
    out.append(f"{'':{margin}} └{'─' * puzzle.width}┘")
    return "\n".join([*out, *_legend(puzzle)]) + "\n"


def _digit(length: int) -> str:
    return DIGITS[length] if length < len(DIGITS) else "+"
