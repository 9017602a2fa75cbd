"""The command line: finds the command, runs it, and turns errors into one sentence and a code.

A command is a module that offers a docstring (its help), `configure(parser)` and `run(args)`, which
returns the exit code, or nothing for 0; or which adds subcommands that do. Only the module of the
command that was asked for is imported, so that a count does not pay for the plots. Data goes to
stdout; messages and progress go to stderr.

Exit codes: 0 done, 1 could not be done, 2 bad input, 130 stopped by Ctrl-C, 141 who read the output
has had enough (what a shell says of a program that SIGPIPE ends), 143 stopped by SIGTERM.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module

from calpuzzle._version import __version__
from calpuzzle.base import signals
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import reason
from calpuzzle.base.text import unknown
from calpuzzle.base.typed import IO
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import Parser

COMMANDS = {
    "play": "play a puzzle in the browser: today, any date, any flat puzzle",
    "count": "how many solutions there are, of a date or of any puzzle",
    "solve": "print solutions of a date, or of any puzzle",
    "places": "where the pieces can lie, and how often",
    "hint": "help without spoiling it",
    "challenge": "pieces that lie already, with one solution left, as hard as you like",
    "year": "the cheapest walk through a year: what to move each day",
    "certify": "why there are so many solutions, for a checker to verify",
    "batch": "count every date and write the table",
    "table": "query the table of counts",
    "stats": "what the table says as a whole: total, fewest, most, unsolvable dates",
    "puzzles": "list the shipped puzzles, and find the one that is yours",
    "default": "which puzzle is meant where none is named",
    "show": "draw a puzzle: its board and pieces, or its clues",
    "new": "the file of a new calendar, ready to be edited",
    "check": "all faults of a puzzle file at once; how many ways, how hard",
    "compare": "puzzles side by side: how many ways, how hard",
    "plot": "a heatmap of the counts",
    "booklet": "a year on paper: hints and solutions, or a wall calendar of counts",
    "cut": "files to cut and print a puzzle: SVG, DXF, PDF, OpenSCAD, STL",
    "fit": "any pieces into any frame: all solutions, a character a cell",
    "convert": "convert a puzzle between formats, and to models for other solvers",
    "nonogram": "nonograms (griddlers): solve, step, hint, make, convert, check",
    "design": "judge all sets of pieces for a board, and make puzzles of the best",
    "completion": "a script by which a shell completes verbs, options and puzzles",
    "selftest": "check this installation in a few seconds",
}

EQUAL = {"griddler": "nonogram"}
"""Other names of commands, which do the same."""

HELP = """\
Calendar puzzles: every solution of every date. Fitting puzzles, exact cover problems and
nonograms too.

examples:
  calpuzzle play                             today's puzzle, in the browser
  calpuzzle count 2026-11-20                 solutions of that date on the default board
  calpuzzle solve today                      one solution of today
  calpuzzle solve "Sat Jan 1" --all --format jsonl
  calpuzzle count soma                       solutions of a fitting puzzle
  calpuzzle batch -p weekday-8x7 -o counts.csv
  calpuzzle COMMAND --help                   more of each command
"""


def _top_parser() -> Parser:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
    parser = Parser(
        prog="calpuzzle",
        usage="calpuzzle [--help] [--version] COMMAND ...",
        description=HELP,
    )
    parser.epilog = f"commands:\n{commands}\n\n{parser.epilog}"
    parser.add_argument("--version", action="version", version=f"calpuzzle {__version__}")
    parser.add_argument("command", metavar="COMMAND", nargs="?", help="one of the commands below")
    return parser


def command_parser(name: str) -> Parser:
    """The parser of one command, with its `run`, if it has one, as the default of `args.run`."""
    module = import_module(f"calpuzzle.cli.{name}")
    parser = Parser(prog=f"calpuzzle {name}", description=module.__doc__)
    module.configure(parser)
    parser.set_defaults(run=getattr(module, "run", None))
    return parser


def _dispatch(arguments: Sequence[str]) -> int:
    name = EQUAL.get(arguments[0], arguments[0]) if arguments else None
    if name in COMMANDS:
        args = command_parser(name).parsed(arguments[1:])
        return args.run(args) or 0
    top = _top_parser()
    args = top.parsed(arguments[:1])
    if args.command is None:
        top.print_help()
        return 0
    raise InputError(unknown("command", args.command, COMMANDS))


def _say(message: str) -> None:
    try:
        tell(message)
    except OSError:
        _abandon(sys.stderr)  # nobody is left to be told


def _abandon(stream: IO[str]) -> None:
    """Point a stream at nothing, so that the interpreter's last flush cannot fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass


def _prepared() -> bool:
    """Make the streams and the warnings fit for use; False where stdout is closed."""
    if sys.stderr is None:
        # print() would write messages among the data
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        _say("stdout is closed, so there is nowhere to print to")
        return False
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A label that the output's encoding lacks is written as an escape, not as a traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_: _say(str(message))
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if not _prepared():
        return 1
    try:
        try:
            code = _dispatch(sys.argv[1:] if arguments is None else arguments)
        except Exception:
            # While compiled modules are loaded, they make errors of all kinds of a signal.
            if signals.asked():
                raise KeyboardInterrupt from None
            raise
        finally:
            sys.stdout.flush()
        return code
    except (InputError, CannotDoError) as error:
        _say(str(error))
        return 2 if isinstance(error, InputError) else 1
    except KeyboardInterrupt:
        signals.over()
        words, code = signals.stopped()
        _say(words)
        return code
    except BrokenPipeError:
        # As `| head` does: nobody wants more, and there is nothing to say. It may be stderr whose
        # reader has gone, with what could not be written still in its buffer.
        _abandon(sys.stdout)
        _abandon(sys.stderr)
        return 141
    except OSError as error:
        _abandon(sys.stdout)
        where = f" {error.filename}" if error.filename else " the output"
        _say(f"cannot write or read{where}: {reason(error)}")
        return 1
    except MemoryError:
        _say("out of memory; a smaller puzzle, or another --engine, may still be done")
        return 1
