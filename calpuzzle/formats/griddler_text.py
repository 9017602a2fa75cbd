"""The plainest file: the rows' clues, a blank line, the columns' clues; `0` for an empty line.

The sizes are the numbers of lines. Lines that begin with `#` are comments.
"""

from __future__ import annotations

from calpuzzle.formats.clue_lines import black_clue, black_only, finish
from calpuzzle.formats.reading import Reading, begins_with_number, fail
from calpuzzle.griddler.puzzle import MAX_SIDE, Clue, Clues


def looks_like(text: str) -> bool:
    """Whether the first line that is no comment begins with a number."""
    return begins_with_number(text, "#")


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
