"""A griddler in the terminal: the grid with its clues.

`half` puts two rows into each line of text with half blocks, so that cells are about square; it
needs every cell known and one colour. `full` gives each cell two characters, shows what is
unknown, and colours with the terminal's colours where that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from calpuzzle.draw.colours import channels
from calpuzzle.griddler.puzzle import BLACK, Clue, Clues, Grid, as_grid, clue_text

UNKNOWN = "··"
PLAIN = str.maketrans("│─┼┐└┘█▓▒░·", "|-++++#*+.?")  # for an output without box lines
SHADES = ("  ", "░░", "▒▒", "▓▓", "██")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fits_half(clues: Clues, grid: Grid) -> bool:
    """Whether half blocks can show this grid."""
    return clues.colours == 1 and all(cell >= 0 for row in grid for cell in row)


def grid_text(
    clues: Clues,
    grid: Grid | None = None,
    cells: str = "half",
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    """The grid (-1: unknown; None: nothing but what is given) with its clues, in lines that end in
    newlines.

    `cells` is "half" or "full"; "half" falls back to "full" where it cannot be. `colour` paints
    with the terminal's colours; `ascii_only` leaves out half blocks and box lines.
    """
    grid = grid or as_grid(clues, clues.everything())
    if cells == "half" and not ascii_only and fits_half(clues, grid):
        return _half(clues, grid)
    body = ["".join(_full_cell(clues, cell, colour) for cell in row) for row in grid]
    return _plain(_full(clues, body), ascii_only)


def shares_text(
    clues: Clues, shares: Sequence[tuple[Fraction, ...]], ascii_only: bool = False
) -> str:
    """A step's probabilities as shades from white to black."""
    width = clues.width
    marks = [_shade(float(1 - share[0])) for share in shares]
    body = ["".join(marks[at : at + width]) for at in range(0, len(marks), width)]
    return _plain(_full(clues, body), ascii_only)


def _plain(text: str, ascii_only: bool) -> str:
    return text.translate(PLAIN) if ascii_only else text


def _shade(probability: float) -> str:
    """White and black for certain cells only."""
    if probability in (0.0, 1.0):
        return SHADES[-1] if probability else SHADES[0]
    return SHADES[1 + min(2, int(3 * probability))]


def _full_cell(clues: Clues, cell: int, colour: bool) -> str:
    if cell < 0:
        return UNKNOWN
    if cell == 0:
        return "  "
    shade = clues.palette[cell]
    if colour and shade != BLACK:
        red, green, blue = channels(shade.rgb)
        return f"\x1b[38;2;{red};{green};{blue}m██\x1b[0m"
    return "██" if clues.colours == 1 else 2 * shade.mark


def _head(columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """The columns' clues, standing on the grid, `width` characters a column."""
    height = max(map(len, columns))
    padded = [[""] * (height - len(column)) + list(column) for column in columns]
    return ["".join(text.rjust(width) for text in level) for level in zip(*padded, strict=True)]


def _full(clues: Clues, body: Sequence[str]) -> str:
    left = [clue_text(clues, clue) for clue in clues.rows]
    margin = max(map(len, left))
    columns = [_short_numbers(clues, clue) for clue in clues.columns]
    out = [f"{'':{margin}} │{line}".rstrip() for line in _head(columns, 2)]
    out.append(f"{'─' * margin}─┼{'──' * clues.width}┐")
    out += [f"{clue:>{margin}} │{line}│" for clue, line in zip(left, body, strict=True)]
    out.append(f"{'':{margin}} └{'──' * clues.width}┘")
    return "\n".join([*out, *_legend(clues)]) + "\n"


def _short_numbers(clues: Clues, clue: Clue) -> list[str]:
    """A column's numbers, one character each, so that neighbours cannot run together."""
    if clues.colours == 1:
        return [_digit(length) for length, _ in clue] or ["0"]
    return [_digit(length) + clues.palette[c].mark for length, c in clue] or ["0"]


def _legend(clues: Clues) -> list[str]:
    """What the letters above the columns stand for."""
    numbers = sorted({length for clue in clues.columns for length, _ in clue if length >= 10})
    letters = [f"{_digit(length)} = {length}" for length in numbers]
    return [f"columns: {', '.join(letters)}"] if letters else []


def _half(clues: Clues, grid: Grid) -> str:
    """Two rows a line; the upper row's clue stands before the lower one's, with a stroke between.

    A column is one character wide, so a number from 10 on is a letter; a line below says which.
    """
    columns = [_short_numbers(clues, clue) for clue in clues.columns]
    rows = [clue_text(clues, clue) for clue in clues.rows]
    blank = (0,) * clues.width
    pairs = [
        (rows[at], rows[at + 1] if at + 1 < len(rows) else "") for at in range(0, clues.height, 2)
    ]
    first, second = max(len(pair[0]) for pair in pairs), max(len(pair[1]) for pair in pairs)
    margin = first + second + 3
    out = [f"{'':{margin}} │{line}".rstrip() for line in _head(columns, 1)]
    out.append(f"{'─' * margin}─┼{'─' * clues.width}┐")
    for index, (upper, lower) in enumerate(pairs):
        above = grid[2 * index]
        below = grid[2 * index + 1] if 2 * index + 1 < clues.height else blank
        cells = "".join(" ▀▄█"[bool(a) + 2 * bool(b)] for a, b in zip(above, below, strict=True))
        stroke = "/" if lower else " "
        out.append(f"{upper:>{first}} {stroke} {lower:>{second}} │{cells}│")
    out.append(f"{'':{margin}} └{'─' * clues.width}┘")
    return "\n".join([*out, *_legend(clues)]) + "\n"


def _digit(length: int) -> str:
    return DIGITS[length] if length < len(DIGITS) else "+"
