"""Name the cells and pieces that make a date impossible.

A cause consists of demands: cells, labels and pieces. It is minimal: if any one demand is dropped,
the others can be met. Without DATE, all dates without a solution are grouped by cause. Dates
without a small cause are one group; name one of them as DATE to find its cause. -o draws the board
with the cells of each cause, at most 25 causes.

examples:
  calpuzzle design why dray Wed 27 Jan
  calpuzzle design why calendarium-6x9
  calpuzzle design why dray Wed 27 Jan -o why.svg
"""

from __future__ import annotations

import argparse
from math import prod
from typing import TYPE_CHECKING

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, check_ending, notify, optional_file, write
from calpuzzle.cli.parser import OneOf, Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import Subject, loaded
from calpuzzle.draw.scene import sheet
from calpuzzle.draw.svg import encoded_scene
from calpuzzle.engines import ENGINES
from calpuzzle.puzzle.dates.parsing import is_any
from calpuzzle.results.cause_words import cause_text

if TYPE_CHECKING:
    from calpuzzle.puzzle.dates.instances import Labels
    from calpuzzle.results.cause import Cause
    from calpuzzle.results.causes import UnsolvableGroup

MAX_SHOWN = 14  # dates that are named for each cause
MAX_DRAWN = 25  # causes in one picture


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="PUZZLE", help="the name of a puzzle, or a file")
    text = "a date (default: all without a solution)"
    add("words", metavar="DATE", nargs="*", help=text)
    other = OneOf("engine", [name for name in ENGINES if name in CHECKING])
    text = f"confirm each cause with another engine: {', '.join(CHECKING)}"
    add("--check", metavar="ENGINE", type=other, help=text)
    options.add(parser, "--from")
    options.add_output(parser, "no picture; the ending is .svg, .png or .pdf")


CHECKING = ("reference", "sat", "cpsat")


def run(args: argparse.Namespace) -> None:
    """Print the causes, and draw them."""
    puzzle = Subject(loaded(args.puzzle, args.form), args.puzzle).as_puzzle("causes are for pieces")
    output = optional_file(args.output, "the sentences")
    ending = check_ending(output, [f".{form}" for form in PICTURES])[1:] if output else ""
    date = " ".join(args.words)
    every = bool(puzzle.groups) and (not date or is_any(puzzle.model, date))
    found = _of_all(puzzle) if every else _of_one(puzzle, date)
    if args.check and found:
        with Meter(f"checking by {args.check}"):
            for cause in found:
                cause.check(args.check)
        notify(f"{plural(len(found), 'cause')}; the engine {args.check} confirms the result")
    if ending:
        _draw(puzzle, found, ending, args.output)


def _of_one(puzzle: Puzzle, date: str) -> list[Cause]:
    """Print and return the cause of one date."""
    with Meter(puzzle.name):
        cause = puzzle.cause(date or None)
    labels = puzzle.labels(date or None) if puzzle.groups else ()
    name = f"{puzzle.name}, {' '.join(labels)}" if labels else puzzle.name
    if cause is None:
        print(f"{name} has a solution; calpuzzle solve shows it")
        return []
    print(f"{name}: no solution\n{cause_text(cause)}")
    return [cause]


def _of_all(puzzle: Puzzle) -> list[Cause]:
    """Print and return the causes of all dates without a solution."""
    with Meter(puzzle.name) as report:
        found = puzzle.causes(report)
    number = sum(len(group.dates) for group in found)
    dates = puzzle.model.instance_noun
    total = prod(puzzle.shape)
    if not number:
        print(f"every {dates} of {puzzle.name} has a solution")
        return []
    print(f"{puzzle.name}: {number:,} of {plural(total, dates)} without a solution")
    for group in found:
        print(f"\n{plural(len(group.dates), dates)}: {_dates(group.dates)}\n{_words(group, dates)}")
    return [group.cause for group in found if group.cause]


def _dates(dates: list[Labels]) -> str:
    named = [" ".join(labels) for labels in dates[:MAX_SHOWN]]
    more = len(dates) - MAX_SHOWN
    return ", ".join(named) + (f" and {more:,} more" if more > 0 else "")


def _words(group: UnsolvableGroup, noun: str) -> str:
    """Return the cause of a group, or how to find one; `noun` is the word for its dates."""
    if group.cause:
        return cause_text(group.cause, is_one_date=len(group.dates) == 1)
    which = f"this {noun}" if len(group.dates) == 1 else f"one of these {noun}s"
    found = f"name {which} to find its cause"
    if group.fewest < 2:
        return found
    return f"no cause has fewer than {plural(group.fewest, 'demand')}; {found}"


def _draw(puzzle: Puzzle, found: list[Cause], ending: str, path: str) -> None:
    """Write the picture of the causes, which are numbered if there are several."""
    if not found:
        raise CannotDoError(f"there is no cause to draw, so {path} is not written")
    scenes = [cause.scene() for cause in found[:MAX_DRAWN]]
    write(encoded_scene(sheet(scenes, title=puzzle.model.title or puzzle.name), ending), path)
    if len(found) > MAX_DRAWN:
        notify(f"{path} shows {MAX_DRAWN} of {len(found):,} causes; name a date to see its own")
