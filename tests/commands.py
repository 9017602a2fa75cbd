"""Running command lines: what the tests of the command line, and of the pages, share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "puzzles"

SMALL = '''
title = "A letter and a number"
board = """
A B C D
. . . .
. . . .
1 2 3 4
"""
[groups]
letter = "A B C D"
number = "1 2 3 4"
[pieces]
S4 = """
.##
##.
"""
I4 = "####"
I3 = "###"
V3 = """
#.
##
"""
'''

NO_GROUPS = '''
board = """
. . .
. . .
"""
[pieces]
I3 = { shape = "###", count = 2 }
'''

DRAWN = "##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"
"""A frame and three pieces as drawings, with one solution."""

OPTIONS = "a b c | d\na d\nb c\na b c\n"
"""An exact cover problem with two solutions."""

DIAGONALS = "width 3\nheight 3\nrows\n1\n1\n1\ncolumns\n1\n1\n1\n"
"""A griddler with six solutions."""

UNEQUAL = "width 2\nheight 2\nrows\n2\n1\ncolumns\n1\n1\n"
"""A griddler without a solution."""

FILES = {
    "small.toml": SMALL,
    "plain.toml": NO_GROUPS,
    "two.txt": DRAWN,
    "x.dlx": OPTIONS,
    "three.non": DIAGONALS,
    "none.non": UNEQUAL,
}
"""What stands in the current folder of a test: a puzzle of each kind."""


class Done(NamedTuple):
    """What a command did: its exit code and what it printed."""

    code: int
    out: str
    err: str

    def sentence(self, code: int = 2) -> str:
        """The one sentence on stderr of a command that failed with `code`."""
        assert self.code == code, (self.code, self.err)
        assert self.out == ""
        assert self.err.startswith("calpuzzle: ") and self.err.count("\n") == 1, self.err
        return self.err.removeprefix("calpuzzle: ").strip()


class Run(Protocol):
    """Runs a command line: in this process, or as one of its own."""

    def __call__(self, *words: object, **options: Any) -> Done: ...


def program() -> str:
    """The installed command."""
    return str(Path(sys.executable).with_name("calpuzzle"))


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on stderr is a terminal, and what is shown there does not wait."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", 0)
    monkeypatch.setattr("calpuzzle.cli.progress.EVERY", 0.01)
