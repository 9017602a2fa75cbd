"""Finds a solution for each day of a year, so that the fewest pieces are moved in all.

What lies on the first day is not counted. On a day without a solution nothing is moved. JSON and
CSV have the solution of each day, too, as --laid takes it; without a year, this one.

examples:
  calpuzzle year 2027 month-day-7x7
  calpuzzle year dray --format json -o year.json
"""

from __future__ import annotations

import argparse

from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import target, tell, write_data
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of
from calpuzzle.results.year import walk, walk_records, walk_text


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_year(parser)
    options.add_format(parser, options.DATA)


def run(args: argparse.Namespace) -> None:
    """Walk."""
    into = target(args, options.DATA)
    subject = subject_of(args)
    puzzle = subject.puzzle("year walks through the dates of a calendar")
    year = subject.year
    with Meter(f"{puzzle.name} {year}") as report:
        found = walk(puzzle, year, report)
    head = {"puzzle": puzzle.name, "year": year, "moves": found.moves}
    days = [*walk_records(puzzle.model, found)]
    if into[0] == "csv":  # a cell holds the pieces as --laid takes them
        for record, day in zip(days, found.days, strict=True):
            record["solution"] = day.solution and day.solution.written()
    write_data(into, walk_text(found), days, {**head, "days": days})
    none = found.unsolvable
    without = f"; {plural(len(none), 'day')} without a solution" if none else ""
    tell(f"{puzzle.name}, {year}: {plural(found.moves, 'piece')} moved in all{without}")
