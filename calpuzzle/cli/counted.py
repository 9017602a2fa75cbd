"""What `table`, `stats` and `plot` look at: the table of a puzzle, saved or counted."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle import engines
from calpuzzle.cli import options
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import progress
from calpuzzle.cli.subject import one_word, subject_of
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd


class Counted(NamedTuple):
    """A puzzle, its table, and the counts in it as an array with one axis a group."""

    puzzle: Puzzle
    frame: pd.DataFrame
    counts: npt.NDArray[np.int64]


def add_options(parser: Parser) -> None:
    """The puzzle, and how it is counted."""
    options.add_puzzle(parser, date=False)
    options.add_engine(parser)
    options.add_jobs(parser)


def puzzle_of(args: argparse.Namespace, what: str) -> Puzzle:
    """The puzzle that is named. Raises InputError for one that has no table, which is `what`."""
    one_word(args, what)
    return subject_of(args).puzzle(f"{what} looks at the counts of dates")


def counted(args: argparse.Namespace, puzzle: Puzzle) -> Counted:
    """Its table; says on stderr where that comes from."""
    from calpuzzle.results import tables
    from calpuzzle.results.saved import table_of

    with progress(puzzle.name) as report:
        saved = table_of(puzzle, args.engine, engines.Run(args.jobs, report))
    tell(saved.said)
    return Counted(puzzle, saved.frame, tables.to_counts(saved.frame, puzzle.model))
