"""The command line: find the command, run it, and report errors as sentences and an exit code.

A command is a module with a docstring (its help), `configure(parser)`, and `run(args)`, which
returns the exit code, or None for 0; a command with subcommands has no `run`. Only the module of
the requested command is imported, so that a count does not load the plots. Data is written to
stdout, messages and progress to stderr.

Exit codes: 0 done, 1 cannot be done, 2 invalid input, 130 stopped by Ctrl-C, 141 the reader of the
output has closed it (the code that shells report after SIGPIPE), 143 stopped by SIGTERM.
"""

from __future__ import annotations

import io
import os
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import takewhile
from typing import IO

from calpuzzle.api import is_puzzle
from calpuzzle.base import signals
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import reason
from calpuzzle.base.wording import shown, unknown
from calpuzzle.cli.output import check_new, notify
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Level, messages
from calpuzzle.puzzle.dates.parsing import is_day

GROUPS = {
    "to play": {
        "play": "play a puzzle in the browser",
        "solve": "print solutions of a date or any puzzle",
        "hint": "give a hint without revealing the solution",
        "puzzles": "list the puzzles of the package, and find the one you own",
        "default": "print or set the default puzzle",
        "count": "count the solutions of a date or any puzzle",
        "year": "solve all days of a year with the fewest moves",
    },
    "to make": {
        "show": "draw a puzzle",
        "new": "write the file of a new calendar to edit",
        "check": "check a puzzle file; count and rate the puzzle",
        "cut": "write files to cut and print: SVG, DXF, PDF, OpenSCAD, STL, 3MF",
        "booklet": "print a year: hints, solutions, or a wall calendar",
        "design": "choose pieces: judge all sets of pieces for a board",
    },
    "to study": {
        "table": "print the counts of all dates, a summary, or a heatmap",
        "convert": "convert a puzzle to other formats, and to models for solvers",
        "nonogram": "step through a nonogram (griddler), or make one from a picture",
    },
}
"""The commands that --help describes, by the kind of user."""

MORE = {
    "certify": "write a proof of a count for a checker",
    "places": "list possible placements and their frequencies",
    "batch": "count every date and write the table",
    "compare": "compare the counts and difficulty of puzzles",
    "challenge": "make challenges: placed pieces that leave one solution",
    "completion": "print a script for shell completion",
    "selftest": "check this installation in a few seconds",
}
"""The other commands, of which --help lists only the names."""

COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()} | MORE

WAITING = ("play", "completion")
"""The commands without messages about their progress: they wait for the user, or end at once."""

ALIASES = {"griddler": "nonogram"}
"""Other names of commands."""

MEANT = {
    "list": "puzzles", "ls": "puzzles", "find": "puzzles", "search": "puzzles",
    "draw": "show", "view": "show", "print": "show", "display": "show", "info": "show",
    "create": "new", "init": "new", "generate": "new", "make": "new",
    "export": "convert", "import": "convert", "render": "show",
    "validate": "check", "verify": "check", "lint": "check", "test": "selftest",
    "web": "play", "serve": "play", "run": "play", "open": "play", "start": "play",
    "calendar": "booklet", "stats": "table", "proof": "certify", "prove": "certify",
}  # fmt: skip
"""Words that are not commands, and the commands that do what they mean."""

EXAMPLES = """\
examples:
  calpuzzle play                             today's puzzle, in the browser
  calpuzzle count 2026-11-20                 solutions of that date on the default board
  calpuzzle solve today                      one solution of today
  calpuzzle solve "Sat Jan 1" --all --format jsonl
  calpuzzle count soma                       solutions of a puzzle without dates
  calpuzzle batch weekday-8x7 -o counts.csv
  calpuzzle COMMAND --help                   more about each command
"""

OPTIONS = """\
options of every command:
  -h, --help     show the help of the command
  -q, --quiet    print only errors on stderr
  -v, --verbose  also print the plan, the time and the traceback of an error
  -V, --version  print the version of calpuzzle
"""

LEVEL_OPTIONS = ("-q", "--quiet", "-v", "--verbose")


class _Top(Parser):
    """The parser of `calpuzzle` without a command, whose help begins with the commands."""

    def __init__(self) -> None:
        super().__init__(prog="calpuzzle")
        self.add_argument("command", nargs="?")

    def format_help(self) -> str:
        """Return the commands by kind of user, the examples and the options of all commands."""
        width = max(len(name) for group in GROUPS.values() for name in group)
        listed = "".join(
            f"{title}:\n" + "".join(f"  {name:<{width}}  {text}\n" for name, text in group.items())
            for title, group in GROUPS.items()
        )
        return f"{listed}more: {', '.join(MORE)}\n\n{EXAMPLES}\n{OPTIONS}"


def command_parser(name: str) -> Parser:
    """Return the parser of a command. `args.run` is the `run` of its module, if it has one."""
    module = import_module(f"calpuzzle.cli.{name}")
    parser = Parser(prog=f"calpuzzle {name}", description=module.__doc__)
    module.configure(parser)
    parser.set_defaults(run=getattr(module, "run", None))
    return parser


def _renamed(words: list[str]) -> list[str]:
    """Return the words in the usual form. LEVEL_OPTIONS before the command move after it,
    `help COMMAND` and `COMMAND help` become `COMMAND --help`, and another name of the command
    becomes its main name."""
    levels = [*takewhile(LEVEL_OPTIONS.__contains__, words)]
    words = words[len(levels) :]
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if words[1:] == ["help"]:
        words = [words[0], "--help"]
    return [ALIASES.get(word, word) for word in words[:1]] + levels + words[1:]


def _dispatch(arguments: Sequence[str]) -> int:
    words = _renamed(list(arguments))
    name = words[0] if words else None
    if name in COMMANDS:
        args = command_parser(name).parsed(words[1:])
        Level.choose(args)
        output = getattr(args, "output", None)
        if "" in (output, getattr(args, "export", None)):
            raise InputError("'' is not a file name")
        check_new(getattr(args, "force", True), output)
        waits = name in WAITING and getattr(args, "export", None) is None
        with nullcontext() if waits else messages(name), _timed(name):
            return args.run(args) or 0
    top = _Top()
    args = top.parsed(words[:1])
    if args.command is None:
        top.print_help()
        return 0
    meant = _meant(args.command)
    if args.command in MEANT:
        meant = f"calpuzzle {MEANT[args.command]} may be meant"
    no = f"there is no command {shown(args.command)}"
    raise InputError(f"{no}; {meant}" if meant else unknown("command", args.command, COMMANDS))


def _meant(word: str) -> str:
    """Return a hint if the word is a puzzle or a date instead of a command; otherwise ""."""
    if is_puzzle(word):
        return f"calpuzzle show {word} draws that puzzle, calpuzzle play {word} plays it"
    return f"calpuzzle solve {word} solves that date" * is_day(word)


@contextmanager
def _timed(name: str) -> Iterator[None]:
    """Print the time that a command took, with --verbose."""
    began = time.perf_counter()
    yield
    if Level.verbose:
        notify(f"{name} took {time.perf_counter() - began:.2f} s")


def _report(*messages: str, is_error: bool = True) -> None:
    try:
        if is_error and Level.verbose and sys.exception():
            import traceback

            traceback.print_exc()
        for message in messages:
            notify(message, is_error)
    except OSError:
        _abandon(sys.stderr)  # nobody reads stderr any more


def _abandon(stream: IO[str]) -> None:
    """Redirect a stream to the null device, so that the interpreter's last flush cannot fail
    again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass


def _prepared() -> bool:
    """Prepare the streams and the warnings; return False if stdout is closed."""
    Level.choose()
    if sys.stderr is None:
        # With file=None, print() would write messages to stdout, among the data.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        _report("stdout is closed, so there is nowhere to print to")
        return False
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A letter that the output's encoding lacks is written as an escape and raises no error.
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_: _report(str(message), is_error=False)
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if not _prepared():
        return 1
    try:
        try:
            code = _dispatch(sys.argv[1:] if arguments is None else arguments)
        except Exception:
            # A signal while compiled modules are loaded can raise errors of any kind.
            if signals.is_pending():
                raise KeyboardInterrupt from None
            raise
        finally:
            sys.stdout.flush()
        return code
    except InputError as error:
        _report(*error.faults)
        return 2
    except CannotDoError as error:
        _report(str(error))
        return 1
    except KeyboardInterrupt as error:
        signals.restore_default()
        words, code = signals.stop_reason()
        _report("; ".join([words, *getattr(error, "__notes__", ())]))
        return code
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does. It may be the reader of stderr, whose
        # buffer still has what could not be written.
        _abandon(sys.stdout)
        _abandon(sys.stderr)
        return 141
    except OSError as error:
        _abandon(sys.stdout)
        where = f" {error.filename}" if error.filename else " the output"
        _report(f"cannot write or read{where}: {reason(error)}")
        return 1
    except MemoryError:
        _report("out of memory; try a smaller puzzle, or another --engine")
        return 1
