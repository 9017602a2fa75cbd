"""Tell the next line or cell of a griddler that can be settled, and why.

GRID is a text drawing of what is filled in so far, a row a line: # black, . white, ? open (or the
colours' characters)."""

from __future__ import annotations

import argparse

from calpuzzle.cli.parser import Parser
from calpuzzle.base.errors import InputError
from calpuzzle.cli.griddler_commands.common import add_file, read
from calpuzzle.formats import called, contents
from calpuzzle.formats.clue_lines import fail
from calpuzzle.griddler.hints import hint
from calpuzzle.griddler.puzzle import Clues, Masks, as_masks
from calpuzzle.base.text import plural, shown

EXAMPLES = """\
examples:
  calpuzzle griddler hint examples/puzzles/cat.non
  calpuzzle griddler hint examples/puzzles/cat.non --state examples/puzzles/filled.txt
"""


def configure(parser: Parser) -> None:
    """Add the options."""
    parser.epilog = EXAMPLES
    add_file(parser)
    parser.add_argument("--state", metavar="GRID", help="what is filled in so far (- for stdin)")


def run(args: argparse.Namespace) -> int:
    """Print the hint."""
    if args.file == "-" and args.state == "-":
        raise InputError("only one of FILE and GRID can be standard input")
    puzzle = read(args)
    found = hint(puzzle, read_state(puzzle, args.state) if args.state else None)
    print(found.why)
    if found.settles:
        names = [
            f"row {row + 1} column {column + 1} {puzzle.palette[colour].name}"
            for row, column, colour in found.settles
        ]
        print("settled: " + ", ".join(names))
    return 0


def read_state(puzzle: Clues, path: str) -> Masks:
    """The masks of a drawn state, together with the puzzle's given cells."""
    source = called(path)
    text = contents(path).decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) != puzzle.height:
        fail(source, None, f"it has {plural(len(lines), 'row')}, but the puzzle {puzzle.height}")
    marks = {"?": -1, ".": 0, "0": 0, "-": 0}
    if puzzle.colours == 1:
        marks |= {"#": 1, "1": 1, "█": 1}
    marks |= {colour.mark: index for index, colour in enumerate(puzzle.palette)}
    rows = []
    for at, line in enumerate(lines, 1):
        cells = line.strip()
        if len(cells) != puzzle.width:
            fail(source, at, f"it has {plural(len(cells), 'cell')}, but a row {puzzle.width}")
        for mark in cells:
            if mark not in marks:
                fail(source, at, f"{shown(mark)} is none of {' '.join(marks)}")
        rows.append(tuple(marks[mark] for mark in cells))
    drawn = as_masks(puzzle, tuple(rows))
    return [a & b for a, b in zip(drawn, puzzle.everything(), strict=True)]
