"""What `hint` and `places` are asked: a date of a puzzle, and what is laid; with what answers."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from calpuzzle.cli import options
from calpuzzle.cli.subject import Subject
from calpuzzle.puzzle.cover import Options, Progress
from calpuzzle.puzzle.dates import Labels, by_group, is_any
from calpuzzle.results.left import Asked
from calpuzzle.results.puzzle import Puzzle


class Question(NamedTuple):
    """The puzzle, the date as labels and as options (none for all dates), the placements laid as
    options, and what tells how many solutions hold which."""

    puzzle: Puzzle
    labels: Labels
    date: Options
    laid: Options
    asked: Asked

    @property
    def opened(self) -> dict[str, str]:
        """The label of each group, where a date was asked for."""
        return by_group(self.puzzle.model, self.labels) if self.labels else {}


def question(
    args: argparse.Namespace, subject: Subject, what: str, report: Progress | None
) -> Question:
    """The question that the words of a command ask, which is `what`; the diagram is grown, or taken
    from the disk. Raises InputError for what has no pieces."""
    puzzle = subject.puzzle(what).without(args.without)
    everything = is_any(puzzle.model, subject.date)
    labels = () if everything else puzzle.labels(subject.date)
    date = () if everything else puzzle.fixed(labels)
    laid = puzzle.laid(options.laid_text(args))
    if args.challenge is not None:
        from calpuzzle.puzzle.challenge import challenge

        laid += challenge(puzzle.lowered, args.challenge)
    # The labels of the date stand in a solution that was written without one.
    laid = tuple(option for option in laid if option not in date)
    asked = puzzle.asked(options.memory_of(args), report, disk=True)
    return Question(puzzle, labels, date, laid, asked)
