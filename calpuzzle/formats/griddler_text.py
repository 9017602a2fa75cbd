"""The plainest file: the rows' clues, a blank line, the columns' clues; `0` for an empty line.

The sizes are the numbers of lines. Lines that begin with `#` are comments.
"""

from __future__ import annotations

from calpuzzle.formats.clue_lines import Reading, black_clue, black_only, fail, finish
from calpuzzle.griddler.puzzle import MAX_SIDE, Clue, Clues

NAME = "text"
SUFFIXES = (".txt",)
ABOUT = "rows' clues, a blank line, columns' clues"
COLOURS = False
KEEPS: tuple[str, ...] = ()


def read(text: str, source: str) -> Reading:
    """Read a file of rows, a blank line, and columns."""
    parts: list[list[Clue]] = []
    open_part = False
    for at, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        if not line.strip():
            open_part = False
            continue
        if not open_part:
            parts.append([])
            open_part = True
        if len(parts) > 2:
            fail(source, at, "a second blank line; write 0 for a line without blocks")
        parts[-1].append(black_clue(line, source, at))
        if len(parts[-1]) > MAX_SIDE:
            fail(source, at, f"there are more than {MAX_SIDE} lines of clues")
    if len(parts) < 2:
        fail(source, None, "a blank line must part the rows' clues from the columns'")
    return finish(Clues(tuple(parts[0]), tuple(parts[1])), source)


def write(puzzle: Clues) -> str:
    """The puzzle as rows, a blank line, and columns."""
    return "\n".join([*black_only(puzzle.rows), "", *black_only(puzzle.columns)]) + "\n"
