"""Writers for formats of nonograms and exact covers that the library reads but does not write."""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle.formats.registry import FORMATS, render
from calpuzzle.nonogram.clues import Clue, Clues
from calpuzzle.puzzle.cover import Cover


def lines(clues: Sequence[Clue]) -> list[str]:
    return [" ".join(str(length) for length, _ in own) or "0" for own in clues]


def text_of(puzzle: Clues, name: str) -> str:
    """Return the nonogram in any format, without colours if the library does not write it."""
    if FORMATS[name].writes:
        return render(puzzle, name).data.decode()
    width, height = puzzle.width, puzzle.height
    rows, columns = lines(puzzle.rows), lines(puzzle.columns)
    parts = {
        "nin": [f"{width} {height}", *rows, *columns],
        "mk": [f"{height} {width}", *rows, "#", *columns],
        "gno": ["[Row clues]", *rows, "[Column clues]", *columns],
    }
    return "\n".join(parts[name]) + "\n"


def faase(cover: Cover) -> str:
    """Return an exact cover whose items are numbers, in Faase's format."""
    pairs = zip(cover.options, cover.names, strict=True)
    return "".join(f"{','.join(map(str, option))} {name}\n" for option, name in pairs)
