"""Print, filter, summarise or draw the table of counts.

The table is read from results/PUZZLE.csv, or from the package for its own calendars. If there is no
table that matches the puzzle, the dates are counted. --difficulty reads the difficulties from
results/difficulty/PUZZLE.csv, or measures them. --summary prints figures over all dates of the
table, including those that do not exist: total, mean, quartiles, fewest and most, unsolvable and
unique dates. The figures of --difficulty cover only the dates that exist and have a solution. A
picture (-o FILE.svg, .png or .pdf) is a heatmap: months down, days across, one panel per weekday; a
cross marks a date without a solution, and dates that do not exist are grey.

examples:
  calpuzzle table --where month=Nov --where exists=true --sort -solutions --head 5
  calpuzzle table --where 'solutions>=100' --where month=Jan,Feb
  calpuzzle table month-day-7x7 --format csv
  calpuzzle table month-day-7x7 --difficulty --where difficulty=4 --sort -nodes
  calpuzzle table month-day-7x7 --summary
  calpuzzle table month-day-7x7 -o year.png
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.cli import options
from calpuzzle.cli.options import memory_of
from calpuzzle.cli.output import (
    PICTURES,
    RESULTS,
    Target,
    notify,
    target,
    write,
    write_data,
)
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import refuse_unused, subject_of
from calpuzzle.draw.heatmap import check_can_plot, heatmap
from calpuzzle.results import tables
from calpuzzle.results.grades import (
    SCALE,
    DifficultyMeans,
    grades_record,
    grades_text,
    saved_or_measured,
    steps,
    with_difficulty,
)
from calpuzzle.results.stats import stats, stats_record, stats_text
from calpuzzle.results.table_query import query
from calpuzzle.results.tables import saved_or_counted, to_counts

if TYPE_CHECKING:
    import pandas as pd


FORMATS = (*options.TABLES, *PICTURES)
QUERY = ("--where", "--sort", "--head")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False)
    options.add(parser, "--difficulty", "--engine", "--memory")
    options.add_jobs(parser, "threads")
    text = "summarise the table instead of printing rows"
    parser.add_argument("--summary", action="store_true", help=text)
    options.add_query(parser, "month=Jan", "month=Jan,Feb", "'solutions>=100', or exists=true")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """Query, summarise or draw the table."""
    form, path = target(args, FORMATS)
    puzzle = subject_of(args, dateless_command="table").as_puzzle("table shows counts of dates")
    if args.summary:
        refuse_unused(args, "--summary covers the whole table", *QUERY)
        if form not in options.DATA:
            raise InputError(f"--summary writes {', '.join(options.DATA)}, not {form}")
        _summarise(args, puzzle, (form, path))
    elif form in PICTURES:
        refuse_unused(args, "a picture shows the whole table", *QUERY)
        write(_heatmap(args, puzzle, form), path)
    else:
        write(_rows(args, puzzle, form), path)


def _rows(args: argparse.Namespace, puzzle: Puzzle, form: str) -> str:
    # Reject an invalid query before the dates are counted.
    blank = tables.blank(puzzle.model)
    if args.difficulty:
        blank = blank.assign(**dict.fromkeys(tables.MEASURED, 0))
    query(blank, args.where, args.sort, model=puzzle.model)
    frame = table_of_counts(args, puzzle)
    if args.difficulty:
        frame = with_difficulty(frame, measured(args, puzzle))
    found = query(frame, args.where, args.sort, args.head, model=puzzle.model)
    return tables.TEXTS[form](found)


def _summarise(args: argparse.Namespace, puzzle: Puzzle, into: Target) -> None:
    """Write a summary of the counts, and of the difficulties if requested."""
    model = puzzle.model
    found = stats(model, to_counts(table_of_counts(args, puzzle), model))
    text, record = stats_text(model, found), stats_record(model, found)
    if args.difficulty:
        difficulties = measured(args, puzzle)
        text += grades_text(model, difficulties)
        record |= grades_record(model, difficulties)
    write_data(into, text, [record])


def _heatmap(args: argparse.Namespace, puzzle: Puzzle, form: str) -> bytes:
    check_can_plot(puzzle.model)
    if args.difficulty:
        return heatmap(puzzle.model, steps(measured(args, puzzle)), form, SCALE)
    return heatmap(puzzle.model, to_counts(table_of_counts(args, puzzle), puzzle.model), form)


def table_of_counts(args: argparse.Namespace, puzzle: Puzzle) -> pd.DataFrame:
    """Return the saved table of counts, or count the dates. Print the message of
    `saved_or_counted`, if there is one."""
    with Meter(puzzle.name) as report:
        run = engines.Run(args.jobs, report, memory_of(args))
        frame, message = saved_or_counted(puzzle, RESULTS, args.engine, run)
    if message:
        notify(message)
    return frame


def measured(args: argparse.Namespace, puzzle: Puzzle) -> DifficultyMeans:
    """Return the saved or newly measured difficulties; a message states which."""
    with Meter(puzzle.name) as report:
        found, message = saved_or_measured(puzzle, RESULTS, engines.Run(args.jobs, report))
    notify(message)
    return found
