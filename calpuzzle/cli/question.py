"""What `hint` and `places` are asked: a date of a puzzle, and what is laid; with what answers."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from calpuzzle.cli import options
from calpuzzle.cli.progress import progress
from calpuzzle.cli.subject import Subject, subject_of
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import Labels
from calpuzzle.results.left import Asked
from calpuzzle.results.puzzle import Puzzle


class Question(NamedTuple):
    """The puzzle, the date as labels and as options, the placements laid as options, and what
    tells how many solutions hold which."""

    puzzle: Puzzle
    labels: Labels
    date: Options
    laid: Options
    asked: Asked


def question(args: argparse.Namespace, what: str, subject: Subject | None = None) -> Question:
    """The question that the words of a command ask, which is `what`; the diagram is grown, with
    progress on a terminal, or taken from the disk. Raises InputError for what has no pieces."""
    subject = subject or subject_of(args)
    puzzle = subject.puzzle(what).without(args.without)
    labels = puzzle.labels(subject.date)
    date = puzzle.fixed(labels if labels else None)
    laid = puzzle.laid(options.laid_text(args))
    if args.challenge is not None:
        from calpuzzle.puzzle.challenge import challenge

        laid += challenge(puzzle.lowered, args.challenge)
    with progress(puzzle.name) as report:
        asked = puzzle.asked(options.memory_of(args), report, disk=True)
    return Question(puzzle, labels, date, laid, asked)
