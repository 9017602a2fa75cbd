"""The common part of the attacks with signals, full disks and closed pipes: the commands, and the
check of what an attacked command leaves behind.

A command that was hit must exit with one of a few codes, and without a traceback. Its file must be
complete, missing, or unchanged; no other file may be left in the folder, and no process may remain.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
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
# Before the program handles signals, Ctrl-C ends Python with a traceback, in which the only modules
# of calpuzzle are __init__ and __main__.
OURS = re.compile(rf"{re.escape(str(ROOT))}/calpuzzle/(?!__(init|main)__\.py)")

# Before the program handles signals, Python may also discard a Ctrl-C that arrives in a callback of
# an import; it then prints this.
DISCARDED = re.compile(
    r"Exception ignored in: <function _get_module_lock.*?KeyboardInterrupt: \n", re.S
)


class Command(NamedTuple):
    """A command line, and the name of the file that it writes, or ""."""

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


# A count that takes a minute.
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
    """Start a command in a folder with small puzzles, and return the process. `largest` limits the
    bytes of each file that it writes; `more` is added to its environment."""

    def before_exec() -> None:
        # Commands that a shell starts in the background ignore Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if largest is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    return subprocess.Popen(
        [sys.executable, "-m", "calpuzzle", *command.words],
        cwd=folder,
        env={**environment(folder), **more, **({} if largest is None else UNCOMPILED)},
        preexec_fn=before_exec,
        stdout=stdout,
        stderr=stderr,
    )


UNCOMPILED = {"PYTHONDONTWRITEBYTECODE": "1"}
"""For runs with a limit on the size of files, in which Python would truncate bytecode files."""


def environment(folder: Path) -> Mapping[str, str]:
    """Return the environment of a command: with separate caches, next to its folder."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "CALPUZZLE_CACHE": str(folder.parent / "cache"),
        "MPLCONFIGDIR": str(folder.parent / "matplotlib"),
    }


def prepared(folder: Path, command: Command, old: bool) -> None:
    """Replace what is in the folder by small puzzles and, if `old`, an old file to overwrite."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir():  # no command may leave one; `wrong` has reported it
            shutil.rmtree(path)
        else:
            path.unlink()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    if old and command.writes:
        (folder / command.writes).write_bytes(OLD)


@cache
def right(command: Command, folder: Path) -> bytes:
    """Return the bytes that the command writes to its file if nothing hits it."""
    if not command.writes:
        return b""
    prepared(folder, command, False)
    process = begun(command, folder)
    _, stderr = process.communicate(timeout=600)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command.words)}: {stderr.decode()}")
    return (folder / command.writes).read_bytes()


def wrong(command: Command, folder: Path, old: bool, code: int, stderr: str, whole: bytes) -> str:
    """Return a description of the fault of a command that was hit, or ""."""
    early = code in (1, -signal.SIGINT) and OURS.search(stderr) is None
    if code not in CODES:
        return f"it ended with {code}: {stderr[-500:]}"
    if "Traceback" in DISCARDED.sub("", stderr) and not early:
        return f"it ended with {code} and a traceback: {stderr[-1500:]}"
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
    """Return the running child processes of a process, if /proc lists them."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += [int(word) for word in path.read_text().split()]
        except OSError:
            continue
    return found


def alive(process: int) -> bool:
    """Return whether a process runs; a zombie, which only waits for its parent, does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"
