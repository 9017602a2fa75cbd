"""Find the solutions of a nonogram, or count them.

Prints one solution, and says if there is none and why, or if there are more. The first Ctrl-C stops
the search and prints the best grid known so far (exit code 130).

examples:
  calpuzzle nonogram solve examples/puzzles/cat.non
  calpuzzle nonogram solve examples/puzzles/cat.non --all --format json
  calpuzzle nonogram solve examples/puzzles/cat.non --unique; echo $?  0: unique, 1: not
  calpuzzle nonogram solve examples/puzzles/cat.non -o cat.svg
  calpuzzle nonogram solve examples/puzzles/cat.non --proof cat    cat.cnf, cat.drat
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from calpuzzle.api.nonogram import Nonogram
from calpuzzle.api.solutions import envelope
from calpuzzle.base import signals
from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options, output
from calpuzzle.cli.nonogram_step import watch
from calpuzzle.cli.output import target, tell, wants_ascii, wants_colour, write, write_sheet
from calpuzzle.cli.parser import Parser, declare
from calpuzzle.cli.progress import StatusLine
from calpuzzle.cli.subject import given, refuse_idle, subject_of
from calpuzzle.nonogram import proof
from calpuzzle.nonogram.explain import first_look, why_unsolvable
from calpuzzle.nonogram.puzzle import as_grid
from calpuzzle.nonogram.solver import COMPLETE, ENOUGH, INTERRUPTED, Effort, Result, solve
from calpuzzle.nonogram.turns import AUTO, ENGINES, LINES
from calpuzzle.results.nonogram import Filled

FORMATS = ("text", "json", *output.PICTURES)
PATIENCE = 5  # seconds in which another solution than those shown is looked for
MOST = 100_000  # solutions that --all holds in memory; -n takes more


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_nonogram(parser)
    amount = """
    -n N          up to N solutions (default 1)
    --all         all solutions
    --proof NAME  write NAME.cnf and NAME.drat: why it is the only one
    """
    declare(parser.add_mutually_exclusive_group(), amount)
    number = parser.add_mutually_exclusive_group()
    declare(number, "--unique  print only whether there is just one")
    text = """
    --cells half|full  of text: two rows a line, or one
    --engine E         auto (default): lines, and clauses in turns with them; lines, clauses, cpsat
    --guesses N        stop after N guesses
    --seconds S        stop after S seconds
    """
    engine = {"choices": (*ENGINES, "cpsat"), "default": AUTO}
    declare(parser, text, cells={"choices": ("half", "full"), "default": "half"}, engine=engine)
    options.add_format(parser, FORMATS)
    for older, where in (("--count", number), ("--watch", parser), ("--quiet", parser)):
        where.add_argument(older, action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Search, and print what was asked for."""
    _check(args)
    number = args.count or args.unique  # a number is text, whatever the file is called
    form, args.output = target(args, FORMATS, plain=number)
    args.format = "text" if number else form
    if args.format != "text":
        refuse_idle(args, "--cells is of text", "--cells")
    if args.watch and args.format != "text" and not args.output:
        raise InputError("--watch plays in the terminal; with --format name a file with --output")
    for older, now in (("count", "count"), ("watch", "nonogram step --watch")):
        if getattr(args, older):
            tell(f"--{older} is now calpuzzle {now}")
    puzzle = subject_of(args).nonogram()
    if args.watch:
        watch(puzzle.clues, 0.2)
    # No search can find what the clues rule out.
    result = None if first_look(puzzle.clues) else _search(puzzle, args)
    if args.proof is not None and result is not None:
        result = _proved(puzzle, result, args)
    if result is None or (result.complete and not result.count):
        return _no_solution(puzzle, args)
    if args.count:
        more = "" if result.complete else "at least "
        write(f"{more}{result.count}\n", args.output)
        return _close(result)
    if args.unique:
        words = {True: "unique", False: "not unique", None: "unknown"}
        write(words[result.unique] + "\n", args.output)
        return _close(result) or int(result.unique is not True)
    _show(puzzle, result, args)
    _compare_with_goal(puzzle, result)
    if args.proof is not None and result.ended == ENOUGH:
        return 1
    if args.all and result.ended == ENOUGH:
        tell(f"there are at least {MOST:,} solutions; calpuzzle count counts them, -n N prints N")
        return 1
    _tell_of_more(puzzle, result, args)
    return _close(result)


def _check(args: argparse.Namespace) -> None:
    """Raise before the work for options that do not go together, and for a proof that cannot be
    written."""
    if args.engine not in (AUTO, LINES) and args.guesses:
        raise InputError("--guesses is of the engines auto and lines; --seconds goes with all")
    for option in ("--count", "--unique"):
        if given(args, option):
            more = () if option == "--count" else ("-n", "--all")
            refuse_idle(args, f"{option} prints one line", "--cells", "--format", *more)
    if args.count and args.proof is not None:
        raise InputError("--proof is of one solution or none: --unique goes with it, not --count")
    if args.proof is not None:
        proof.files_of(args.proof)


def _tell_of_more(puzzle: Nonogram, result: Result, args: argparse.Namespace) -> None:
    """Say where there are more solutions than are shown, if that shows soon."""
    if result.ended != ENOUGH:
        return
    shown = len(result.solutions)
    seconds = min(args.seconds or PATIENCE, PATIENCE)
    if solve(puzzle.clues, shown + 1, keep=0, guesses=args.guesses, seconds=seconds).count > shown:
        tell("there are more solutions; --all prints them, calpuzzle count counts them")


def _limit(args: argparse.Namespace) -> int | None:
    """Return how many solutions are looked for; None for all."""
    limit: int | None = args.n
    if args.proof is not None:
        return 1
    if args.unique:
        return 2
    if args.count:
        return limit
    most = limit or (MOST if args.all else 1)
    return min(most, output.MAX_DRAWN + 1) if args.format in output.PICTURES else most


def _search(puzzle: Nonogram, args: argparse.Namespace) -> Result:
    keep = 0 if (args.count or args.unique) and args.proof is None else None
    if args.engine == "cpsat":
        from calpuzzle.nonogram import cpsat

        return cpsat.solve(puzzle.clues, _limit(args), keep=keep, seconds=args.seconds)
    with StatusLine() as status:

        def report(count: int, effort: Effort, seconds: float) -> None:
            text = f"{seconds:.1f} s, {plural(effort.guesses, 'guess', 'guesses')}, "
            text += f"{plural(effort.lines, 'line')} settled, "
            text += f"{plural(effort.conflicts, 'clause')} learned, " if effort.conflicts else ""
            text += plural(count, "solution")
            status.show(text)

        return solve(
            puzzle.clues,
            _limit(args),
            keep=keep,
            guesses=args.guesses,
            seconds=args.seconds,
            progress=None if args.quiet else report,
            engine=args.engine,
        )


def _proved(puzzle: Nonogram, result: Result, args: argparse.Namespace) -> Result:
    """Write the proof, where the search has ended; return what it says of the solutions."""
    if result.ended not in (COMPLETE, ENOUGH):
        tell(proof.NOTHING)
        return result
    grid = result.solutions[0] if result.solutions else None
    left = None if args.seconds is None else args.seconds - result.seconds
    with StatusLine() as status:

        def report(learned: int, seconds: float) -> None:
            status.show(f"{seconds:.1f} s, {plural(learned, 'clause')} learned for the proof")

        tell_of = None if args.quiet else report
        try:
            proof.prove(puzzle.clues, grid, args.proof, seconds=left, progress=tell_of)
        except proof.NotProvedError as error:
            tell(str(error))
            both = list(error.solutions)
            return replace(result, count=2, solutions=both) if both else result
    what = "this is the only solution" if result.solutions else "there is no solution"
    tell(f"{what}: proved in {' and '.join(proof.files_of(args.proof))}")
    return replace(result, ended=COMPLETE)


def _no_solution(puzzle: Nonogram, args: argparse.Namespace) -> int:
    reason = why_unsolvable(puzzle.clues)
    if args.count:
        write("0\n", args.output)
    elif args.format == "json":
        write("".join(envelope(puzzle.solve(), [], 0, reason=reason)), args.output)
    needless = args.proof is not None and first_look(puzzle.clues)
    tell(f"no solution: {reason}" + (f"; {proof.NEEDLESS}" if needless else ""))
    return 0 if args.count else 1


def _show(puzzle: Nonogram, result: Result, args: argparse.Namespace) -> None:
    """Write the solutions, or else the one grid of what is certain."""
    sure = Filled(puzzle.clues, puzzle.name, as_grid(puzzle.clues, result.certain))
    found = [Filled(puzzle.clues, puzzle.name, grid) for grid in result.solutions]
    if args.format == "json":
        total = result.count if result.complete else None
        more = {} if found else {"certain": sure.record()}
        records = (each.record() for each in found)
        write("".join(envelope(puzzle.solve(), records, total, **more)), args.output)
    elif args.format == "text":
        colour = not args.output and wants_colour("auto")
        plain = wants_ascii(args.output)
        texts = [
            each.text(ascii_only=plain, colour=colour, cells=args.cells) for each in found or [sure]
        ]
        title = f"{puzzle.clues.title}\n" if puzzle.clues.title else ""
        write(title + "\n\n".join(texts) + "\n", args.output)
    else:
        write_sheet(found or [sure], puzzle.title, args.format, args.output)


def _compare_with_goal(puzzle: Nonogram, result: Result) -> None:
    goal = puzzle.clues.goal
    if goal is not None and not puzzle.fits(goal):
        tell("the goal in the file is not a solution")
    elif goal is not None and result.solutions and goal not in result.solutions:
        tell("the goal in the file is another solution than what is shown")


def _close(result: Result) -> int:
    """Say why a search ended early, and give the exit code."""
    if result.ended == INTERRUPTED:
        known = "" if result.solutions else "; shown is what is certain"
        words, code = signals.stopped()
        tell(f"{words} after {plural(result.count, 'solution')}{known}")
        return code
    if result.ended in ("guesses", "seconds"):
        known = "" if result.count else "; shown is what is certain"
        tell(f"the budget of {result.ended} ended after {plural(result.count, 'solution')}{known}")
        return 1
    return 0
