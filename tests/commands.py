"""Puzzle files, and helpers that run command lines, in this process or on a terminal."""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import runpy
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent
WRITER = runpy.run_path(str(ROOT / "scripts" / "command-line.py"))
"""The globals of the script that writes docs/command-line.md."""

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

HALF_SOLVABLE = (
    'board = "A 1 . . 2 B"\n[groups]\nletter = "A B"\nnumber = "1 2"\n[pieces]\nI4 = "####"\n'
)
"""A puzzle with four dates. Two of them have a solution: A 1 and B 2."""

DRAWN = "##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"
"""A frame and three pieces as drawings, with one solution."""

OPTIONS = "a b c | d\na d\nb c\na b c\n"
"""An exact cover problem with two solutions."""


def diagonals(side: int) -> str:
    """Return a nonogram with one black cell in each row and column. It has side! solutions."""
    ones = "1\n" * side
    return f"width {side}\nheight {side}\nrows\n{ones}columns\n{ones}"


DIAGONALS = diagonals(3)

UNEQUAL = "width 2\nheight 2\nrows\n2\n1\ncolumns\n1\n1\n"
"""A nonogram without a solution."""

HEART = 'title "Heart"\nwidth 7\nheight 6\nrows\n2,2\n7\n7\n5\n3\n1\n'
HEART += "columns\n2\n4\n5\n5\n5\n4\n2\n"
HEART += 'goal "011011011111111111111011111000111000001000"\n'
"""A nonogram that is solved line by line."""

FILES = {
    "small.toml": SMALL,
    "plain.toml": NO_GROUPS,
    "two.txt": DRAWN,
    "loose.toml": "frame = '????'\n[pieces]\nD = '##'\n",
    "x.dlx": OPTIONS,
    "three.non": DIAGONALS,
    "none.non": UNEQUAL,
    "heart.non": HEART,
    "pair.non": diagonals(2),
    "endless.non": diagonals(14),
}
"""The files in the current folder of a test: a puzzle of each kind, and further nonograms."""


@cache
def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands, including those of two words."""
    found: dict[str, argparse.ArgumentParser] = WRITER["parsers"]()
    return found


class Done(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    def sentence(self, code: int = 2) -> str:
        """Assert that the command failed with `code`, and return its one sentence on stderr."""
        assert self.code == code, (self.code, self.err)
        assert self.out == ""
        assert self.err.startswith("calpuzzle: ") and self.err.count("\n") == 1, self.err
        return self.err.removeprefix("calpuzzle: ").strip()


class Run(Protocol):
    """A function that runs a command line, in this process or in a new one."""

    def __call__(self, *words: object, **options: Any) -> Done: ...


def c_compiler() -> str:
    """Return the path of a C compiler, or skip the test if there is none."""
    found = shutil.which("cc") or shutil.which("gcc")
    if found is None:
        pytest.skip("there is no C compiler")
    return found


def program() -> str:
    return str(Path(sys.executable).with_name("calpuzzle"))


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make stderr a terminal, and let progress be shown on it without delay."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", 0)
    monkeypatch.setattr("calpuzzle.cli.progress.TICK", 0.01)


PATIENCE = 120.0  # seconds to wait for anything, because the machine may be busy


def at_work(running: subprocess.Popen[Any], seconds: float = 0.5) -> None:
    """Wait until a command has used so much processor time that, even on a busy machine, all
    modules are loaded and the search is running."""
    until = time.monotonic() + PATIENCE
    while running.poll() is None and sum(psutil.Process(running.pid).cpu_times()[:4]) < seconds:
        assert time.monotonic() < until
        time.sleep(0.02)


def first_line(running: subprocess.Popen[str]) -> str:
    """Return the first line that a program prints, or fail with its stderr if there is none."""
    assert running.stdout
    found = select.select([running.stdout], [], [], PATIENCE)[0]
    line = running.stdout.readline() if found else ""
    if not line:
        running.kill()
        pytest.fail(f"nothing is printed: {running.communicate()[1]}")
    return line.strip()


def signalled(words: list[str], number: int = signal.SIGINT, printing: bool = False) -> Done:
    """Run a command, and send it a signal while it works, or as soon as it prints."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([program(), *words], bufsize=0, **pipes) as running:
        try:
            begun = b""
            if printing and running.stdout:
                assert select.select([running.stdout], [], [], PATIENCE)[0], "nothing is printed"
                begun = running.stdout.read(100)
            else:
                at_work(running)
            running.send_signal(number)
            out, err = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    return Done(running.returncode, (begun + out).decode(), err.decode())


Act = Callable[["subprocess.Popen[bytes]", int], None]
"""An action on a command that runs on a terminal, given our file descriptor of the terminal."""


def ctrl_c(running: subprocess.Popen[bytes], _: int) -> None:
    running.send_signal(signal.SIGINT)


def typing(keys: str) -> Act:
    def act(_: object, terminal: int) -> None:
        os.write(terminal, keys.encode())

    return act


def on_a_terminal(
    words: list[str], *steps: tuple[str, Act], folder: Path | None = None, name: str = ""
) -> tuple[int, str]:
    """Run a command (`name`, or else calpuzzle) on a terminal of 80 columns and 24 lines. Wait for
    the text of each step, then perform its action. Return the exit code and all that was shown."""
    # Remove the size that pytest passes to its workers, so that the terminal's size applies.
    plain = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    control, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    running = subprocess.Popen(
        [name or program(), *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=folder,
        env={**plain, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": ""},
    )
    os.close(terminal)
    shown, seen = "", 0
    left = list(steps)
    try:
        while select.select([control], [], [], PATIENCE)[0] and (data := os.read(control, 1 << 16)):
            shown += data.decode(errors="replace")
            if left and left[0][0] in shown[seen:].replace(" |", "|"):
                seen = len(shown)
                left.pop(0)[1](running, control)
    except OSError:  # raised on Linux when the command closes its end
        pass
    os.close(control)
    if left:
        running.kill()
    code = running.wait(timeout=PATIENCE)
    assert not left, shown
    return code, shown
