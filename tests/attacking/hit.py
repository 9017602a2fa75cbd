"""The common part of signals, full disks and closed pipes: commands that write, and the allowed
state after one of them was hit.

A command that was hit may end with one of a few codes and a sentence, not with a traceback. Its
file is complete, missing, or unchanged; nothing else is left in the folder, and no process remains.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from commands import FILES, ROOT

from calpuzzle.base.files import TEMPORARY

OLD = b"what was there before"
CODES = {0, 1, 130, 141, 143, -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL}
# Before the program listens, Ctrl-C ends the interpreter, which shows where it was.
OURS = re.compile(rf"{re.escape(str(ROOT))}/calpuzzle/(?!__(init|main)__\.py)")

# Python discards a Ctrl-C that comes before then in a callback of its imports, and says so.
DISCARDED = re.compile(
    r"Exception ignored in: <function _get_module_lock.*?KeyboardInterrupt: \n", re.S
)


class Command(NamedTuple):
    """A command line, and the file that it writes, or nothing."""

    words: tuple[str, ...]
    writes: str = ""


COMMANDS = [
    Command(("count", "Sat Jan 1", "weekday-8x7", "--engine", "backtrack")),
    Command(("count", "Sat Jan 1", "weekday-8x7", "--engine", "dancing")),
    Command(("count", "soma", "--engine", "cpsat")),
    Command(("count", "Sat Jan 1", "--engine", "sat")),
    Command(("count", "Sat Jan 1", "--engine", "highs")),
    Command(("hint", "Sat Jan 1")),
    Command(("solve", "Sat Jan 1", "weekday-8x7", "--all", "--force", "-o", "x.json"), "x.json"),
    Command(
        ("solve", "soma", "--all", "--format", "jsonl", "--force", "-o", "x.jsonl"),
        "x.jsonl",
    ),
    Command(("batch", "month-day-7x7", "--engine", "backtrack", "--force", "-o", "x.csv"), "x.csv"),
    Command(
        ("batch", "dray", "--engine", "backtrack", "--jobs", "2", "--force", "-o", "x.csv"), "x.csv"
    ),
    Command(("convert", "soma", "soma.dlx", "--force"), "soma.dlx"),
    Command(("show", "dray", "--force", "-o", "x.svg"), "x.svg"),
    Command(("table", "small.toml", "--force", "-o", "x.svg"), "x.svg"),
    Command(("solve", "three.non", "--all", "--force", "-o", "x.svg"), "x.svg"),
    Command(("play", "--force", "--export", "x.html"), "x.html"),
    Command(("cut", "small.toml", "--force", "-o", "x.dxf"), "x.dxf"),
    Command(("cut", "small.toml", "--force", "-o", "x.stl"), "x.stl"),
    Command(("booklet", "2027", "--calendar", "--force", "-o", "x.pdf"), "x.pdf"),
    Command(("certify", "Sat Jan 1", "--force", "-o", "x.cert"), "x.cert"),
    Command(("design", "layout", "small.toml", "--force", "-o", "x.toml"), "x.toml"),
]


# Long enough for several of the marks by which a count goes on where it was.
LONG = Command(
    ("batch", "weekday-8x7", "--engine", "backtrack", "--jobs", "2", "--force", "-o", "x.csv"),
    "x.csv",
)


def begun(
    command: Command,
    folder: Path,
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    largest: int | None = None,
    **more: str,
) -> subprocess.Popen[bytes]:
    """The command as a process, in a folder with small puzzles: `largest` bounds the bytes of each
    file that it writes, and its environment has `more`.
    """

    def first() -> None:
        # A shell lets what it starts in the background ignore Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if largest is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    return subprocess.Popen(
        [sys.executable, "-m", "calpuzzle", *command.words],
        cwd=folder,
        env={**environment(folder), **more, **({} if largest is None else UNCOMPILED)},
        preexec_fn=first,
        stdout=stdout,
        stderr=stderr,
    )


UNCOMPILED = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Where files may not grow: Python itself would leave half a file of a module that it compiles."""


def environment(folder: Path) -> Mapping[str, str]:
    """With a cache of the command's own, beside its folder."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CALPUZZLE_CACHE": str(folder.parent / "cache"),
        "MPLCONFIGDIR": str(folder.parent / "matplotlib"),
    }


def prepared(folder: Path, command: Command, old: bool) -> None:
    """Fill the folder; with `old`, something stands where the command writes."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    if old and command.writes:
        (folder / command.writes).write_bytes(OLD)


@cache
def right(command: Command, folder: Path) -> bytes:
    """What the command writes when nothing hits it; nothing where it writes nothing."""
    if not command.writes:
        return b""
    prepared(folder, command, False)
    process = begun(command, folder)
    _, said = process.communicate(timeout=600)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command.words)}: {said.decode()}")
    return (folder / command.writes).read_bytes()


def wrong(command: Command, folder: Path, old: bool, code: int, said: str, whole: bytes) -> str:
    """What is to be seen that must not be, or nothing."""
    early = code in (1, -signal.SIGINT) and OURS.search(said) is None
    if code not in CODES:
        return f"it ended with {code}: {said[-500:]}"
    if "Traceback" in DISCARDED.sub("", said) and not early:
        return f"it ended with {code} and a traceback: {said[-1500:]}"
    left = {path.name for path in folder.iterdir()} - set(FILES) - {command.writes}
    # A killed process may leave its temporary file.
    if code == -signal.SIGKILL:
        left = {name for name in left if not name.startswith(TEMPORARY)}
    if left:
        return f"it left {', '.join(sorted(left))}"
    if not command.writes:
        return ""
    path = folder / command.writes
    found = path.read_bytes() if path.exists() else None
    if found not in (whole, OLD if old else None):
        return f"it left {command.writes} with {len(found or b'')} of {len(whole)} bytes"
    return (
        f"it ended with 0 and did not write {command.writes}" if not code and found != whole else ""
    )


def children_of(process: int) -> list[int]:
    """The processes that it has started and that have not ended, where /proc tells."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += [int(word) for word in path.read_text().split()]
        except OSError:
            continue
    return found


def alive(process: int) -> bool:
    """Whether it runs: one that has ended and whose parent has not asked does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"
