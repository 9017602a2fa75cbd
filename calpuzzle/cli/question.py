"""What `hint` and `places` are asked: a date of a puzzle, and what is laid; with the diagram."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from calpuzzle.cli import options
from calpuzzle.cli.progress import progress
from calpuzzle.puzzle.dates import Labels, instance_of
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.layout import refusal
from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle import Puzzle, load


class Question(NamedTuple):
    """The date as labels and as an instance of the Cover, the options of the placements laid, and
    the puzzle's diagram."""

    puzzle: Puzzle
    labels: Labels
    instance: int
    laid: tuple[int, ...]
    diagram: Diagram


def question(args: argparse.Namespace) -> Question:
    """The question that the words of a command ask; the diagram is grown, with progress on a
    terminal, or taken from the disk. Raises CannotDoError where there can be none."""
    puzzle = load(args.puzzle)
    why = refusal(puzzle.cover)
    if why:
        raise CannotDoError(
            "hint and places read the diagram of all solutions, which cannot be made here: "
            f"{why}; count and solve take such a puzzle"
        )
    labels = puzzle.labels(options.date_of(args))
    laid = puzzle.laid(options.laid_of(args))
    with progress(puzzle.name) as report:
        diagram = puzzle.diagram(options.memory_of(args), report, disk=True)
    return Question(puzzle, labels, instance_of(puzzle.model, labels), laid, diagram)
