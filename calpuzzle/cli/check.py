"""Check a puzzle file: print all faults that are found, or a summary.

If pieces and cells are out of balance, so that there is no solution, the reason is printed.
Otherwise the summary says whether every date can be solved, the number of solutions, and the
difficulty, as far as a few seconds allow. For a nonogram, it gives the number of solutions and, if
there is one, the difficulty.

examples:
  calpuzzle check examples/puzzles/shelf.toml
  calpuzzle check month-day-7x7 --seconds 60
  calpuzzle check examples/puzzles/cat.non
  calpuzzle check soma --solvable; echo $?  # 0: there is a solution, 1: there is none
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import prod
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle import planning
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.texts import ENGLISH
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import notify, target, write_data
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import why_no_solution
from calpuzzle.cli.subject import subject_of
from calpuzzle.engines import Run
from calpuzzle.nonogram.explain import first_look, why_unsolvable
from calpuzzle.nonogram.solver import raise_if_interrupted, solve
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.labels import unreadable_labels
from calpuzzle.puzzle.lattice import LINES
from calpuzzle.puzzle.shapes import count_components

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calpuzzle.api.nonogram_handle import Nonogram
    from calpuzzle.cli.subject import AnyPuzzle
    from calpuzzle.puzzle.model import Model

SECONDS, SEARCH_SECONDS = 10, 60
Show = Callable[[str], None]


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False)
    options.add_format(parser, options.DATA)
    text = "only report whether there is a solution: exit code 0, otherwise 1"
    parser.add_argument("--solvable", action="store_true", help=text)
    text = (
        f"time limit of the count (default {SECONDS}, 0: do not count), or of the search of a "
        f"nonogram or of --solvable (default {SEARCH_SECONDS})"
    )
    parser.add_argument("--seconds", metavar="S", type=at_least(0), help=text)


def run(args: argparse.Namespace) -> int:
    """Check the puzzle."""
    into = target(args, options.DATA)
    name = " ".join(args.words)
    seconds = SECONDS if args.seconds is None else args.seconds
    search_seconds = SEARCH_SECONDS if args.seconds is None else args.seconds
    lines: list[str] = []
    # Text for stdout is printed line by line as soon as it is known, before the long count.
    show: Show = print if into == ("text", None) else lines.append
    try:
        subject = subject_of(args, None, dateless_command="check")
        puzzle, name = subject.puzzle, subject.name
        if args.solvable:
            found = _check_solvable(puzzle, name, search_seconds, show)
        elif isinstance(puzzle, Cover | Puzzle):
            found = _check_puzzle(puzzle, name, seconds, show)
        else:
            found = _check_nonogram(puzzle, search_seconds, seconds, show)
    except InputError as error:
        for fault in error.faults:
            notify(fault)
        found = CheckResult({"sound": False, "faults": [*error.faults]}, 2)
    record = {"puzzle": name, **found.record}
    if lines or into[0] != "text":
        write_data(into, "".join(f"{line}\n" for line in lines), [record], record)
    if found.suggests_repair:
        notify(
            f"calpuzzle design repair {quote(name)} searches for the fewest changes that make all "
            "dates solvable"
        )
    return found.code


class CheckResult(NamedTuple):
    """The findings of a check, for programs, and the exit code."""

    record: dict[str, Any]
    code: int = 0
    suggests_repair: bool = False
    """Whether a repair might make more dates solvable."""


def _check_puzzle(puzzle: Puzzle | Cover, name: str, seconds: int, show: Show) -> CheckResult:
    """Report what a check finds out about a puzzle. Raises PuzzleError if it is visible without
    a search that there is no solution."""
    if isinstance(puzzle, Puzzle) and not puzzle.pieces:
        cells = plural(len(puzzle.board.cells), "cell")
        command = f"calpuzzle design {quote(name)}"
        show(f"{name} is sound: {cells}, no pieces yet; {command} finds sets of pieces")
        return CheckResult({"sound": True})
    if faults := _visible_contradictions(puzzle):
        raise PuzzleError([f"{name}: {sentence}" for sentence in faults])
    show(f"{name} is sound: {_summary(puzzle)}")
    if isinstance(puzzle, Puzzle):
        source = [f"source: {puzzle.model.source}"] * bool(puzzle.model.source)
        for line in (*source, *_warnings(puzzle.model)):
            show(line)
    lines, figures = _figures(puzzle, name, seconds) if seconds else ([], {})
    for line in lines:
        show(line)
    unsolvable = any(line.startswith("without a solution: ") for line in lines)
    suggests_repair = unsolvable and isinstance(puzzle, Puzzle) and not puzzle.model.opens_several
    return CheckResult({"sound": True, **figures}, suggests_repair=suggests_repair)


def _warnings(model: Model) -> Iterable[str]:
    """Yield a sentence for everything that may be a mistake."""
    yield from unreadable_labels(model).values()
    sizes = sorted(len(group.labels) for group in model.groups)
    if sizes in ([12, 31], [7, 12, 31]) and not (model.is_calendar or model.opens_several):
        names = ENGLISH.listed([f"{group.name} ({len(group.labels)})" for group in model.groups])
        yield (
            f"the labels of {names} cannot be read as months, days and weekdays, so dates consist "
            "of one label of each; name the groups month, day and weekday if they form a calendar"
        )
    # Sticks touch only in points, so `count_components` does not apply to them.
    for piece in model.pieces if model.groups and model.lattice.drawn != LINES else ():
        for number in {count_components(side, model.lattice) for side in piece.sides} - {1}:
            yield f"piece {piece.name} is in {number} parts, which are placed together"


def _figures(puzzle: Puzzle | Cover, name: str, seconds: int) -> tuple[list[str], dict[str, Any]]:
    """Return the number of solutions and the difficulty, as lines of text and as data."""
    from calpuzzle.results.summary import estimated_total, figures, not_counted, sentences, summary

    if isinstance(puzzle, Puzzle):
        found = summary(puzzle, seconds, Meter)
        return sentences(puzzle.model, found, seconds), figures(puzzle, found)
    try:
        with Meter(name) as report:
            run = Run(progress=report, stop=time.monotonic() + seconds)
            number = planning.count(puzzle, run=run)
    except StoppedError:
        return [not_counted(estimated_total(puzzle, seconds / 5), seconds)], {"total": None}
    return [f"solutions: {number:,}" if number else "solutions: none"], {"total": number}


def _check_solvable(puzzle: AnyPuzzle, name: str, seconds: int, show: Show) -> CheckResult:
    """Search for one solution: the exit code is 0 if there is one, else 1. Raises CannotDoError if
    the search takes longer than `seconds`."""
    stop = time.monotonic() + seconds
    found: Iterable[object]
    if isinstance(puzzle, Puzzle):
        found = puzzle.solve("any" if puzzle.groups else None, stop=stop)
    elif isinstance(puzzle, Cover):
        found = planning.solutions(puzzle, run=Run(stop=stop))
    else:
        found = puzzle.solve(stop=stop)
    try:
        with Meter(name):
            solvable = not _visible_contradictions(puzzle) and any(True for _ in found)
    except StoppedError:
        limit = plural(seconds, "second")
        raise CannotDoError(
            f"{name}: no result within {limit}; allow more with --seconds"
        ) from None
    for sentence in () if solvable else why_no_solution(puzzle):
        notify(sentence)
    show(f"{name}: {'there is a solution' if solvable else 'there is no solution'}")
    return CheckResult({"solvable": solvable}, 0 if solvable else 1)


def _visible_contradictions(puzzle: AnyPuzzle) -> list[str]:
    """Return sentences that explain why there is no solution, if that is visible without a
    search."""
    if isinstance(puzzle, Puzzle | Cover):
        return why_no_solution(puzzle)
    return first_look(puzzle.clues)


def _summary(puzzle: Puzzle | Cover) -> str:
    if isinstance(puzzle, Cover):
        items = plural(len(puzzle.items), "item")
        return f"{items}, {plural(len(puzzle.options), 'option')}"
    pieces = sum(piece.most for piece in puzzle.pieces)
    start = f"{plural(len(puzzle.board.cells), 'cell')}, {plural(pieces, 'piece')}"
    if not puzzle.groups:
        return f"{start} with {plural(len(puzzle.cover.options), 'placement')}"
    groups = ", ".join(f"{group.name} ({len(group.labels)})" for group in puzzle.groups)
    return f"{start}, groups {groups}, {plural(prod(puzzle.shape), puzzle.model.instance_noun)}"


def _check_nonogram(
    nonogram: Nonogram, seconds: int, count_seconds: int, show: Show
) -> CheckResult:
    """Report what a check finds out about a nonogram. The exit code is 0 if the solution is unique
    and, if the nonogram has a goal, equals the goal; else 1."""
    clues = nonogram.clues
    colours = ", ".join(colour.name for colour in clues.palette[1:])
    size = f"{clues.width} by {clues.height}"
    show(f"size: {size}, {plural(clues.colours, 'colour')} ({colours})")
    for key, value in clues.notes:
        show(f"{key}: {value}")
    record: dict[str, Any] = {"sound": True, "width": clues.width, "height": clues.height}
    record |= {"colours": clues.colours, "faults": [*first_look(clues)], "total": 0}
    if record["faults"]:
        show("".join(f"fault: {fault}\n" for fault in record["faults"]) + "solutions: none")
        return CheckResult(record, 1)
    with Meter(nonogram.name):
        result = raise_if_interrupted(solve(clues, 2, seconds=seconds))
        rating = nonogram.rate(seconds) if result.unique else None
        if result.count > 1:
            counted = raise_if_interrupted(solve(clues, keep=0, seconds=count_seconds))
            # The first search may have had a longer time limit than the count, so keep its result
            # if the count found no more solutions.
            result = counted if counted.complete or counted.count > result.count else result
    number = f"not known after {plural(seconds, 'second')}"
    if result.unique:
        number = "one"
    elif result.count > 1:
        number = f"{result.count:,}"
        if not result.complete:
            limit = plural(count_seconds, "second")
            number = f"at least {number}; not counted within {limit}; allow more with --seconds"
    elif result.complete:
        number = f"none, since {why_unsolvable(clues)}"
    show(f"solutions: {number}")
    record["total"] = result.count if result.complete or result.unique else None
    fits = clues.goal is None or nonogram.fits(clues.goal)
    if clues.goal is not None:
        solution_words = "the solution" if result.unique else "a solution"
        show(f"goal: is {solution_words if fits else 'not a solution'}")
        record["goal"] = fits
    if rating is not None:
        show(f"difficulty: {rating}")
        record["difficulty"] = str(rating)
    return CheckResult(record, 0 if result.unique and fits else 1)
