"""Compare the speed of this checkout with that of another commit, in one run.

The commit is unpacked into a temporary folder and built there. Then both trees run timings.py and
a few commands in turn, so that changes in the speed of the machine affect both alike. If an answer
of timings.py differs between the trees, the run stops with an error.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from measure import check, child_seconds, shown

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMMANDS = (
    "count today", "solve today", "hint today", "count weekday-8x7 today",
    "count pentominoes-6x10", "batch -o table.csv", "year 2027 -o year.csv",
)  # fmt: skip
Taken = dict[str, tuple[float, int]]


def compare(commit: str, rounds: int) -> None:
    """Print a table of the median times of both trees. Raises SystemExit if the commit does not
    exist, if it cannot be built, or if an answer differs."""
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder)
        name = built(commit, old)
        for tree in (old, ROOT):  # a first run, in which Python compiles the modules to bytecode
            time_commands(tree)
        pairs = []
        for number in range(rounds):
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
            # The tree that is first in a round is second in the next.
            order = ((old, ROOT), (ROOT, old))[number % 2]
            taken = {tree: time_tasks(tree) | time_commands(tree) for tree in order}
            pairs.append((taken[old], taken[ROOT]))
    print(table(name, pairs))


def built(commit: str, folder: Path) -> str:
    """Unpack and build a commit of this repository in a folder, and return its short name."""

    def git(*arguments: str) -> bytes:
        run = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
        if run.returncode:
            raise SystemExit(f"git {arguments[0]}: {run.stderr.decode().strip()}")
        return run.stdout

    name = git("rev-parse", "--short", "--verify", f"{commit}^{{commit}}").decode().strip()
    with tarfile.open(fileobj=io.BytesIO(git("archive", name))) as archive:
        archive.extractall(folder, filter="data")
    print(f"building {name}", file=sys.stderr)
    build = [sys.executable, "setup.py", "build_ext", "--inplace"]
    run = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{name} cannot be built: {run.stderr.strip()[-500:]}")
    return name


def run_in(tree: Path, cache: str, words: list[str], folder: str) -> str:
    """Run Python with the calpuzzle of a tree, and return its output."""
    environment = os.environ | {"PYTHONPATH": str(tree), "CALPUZZLE_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(
        [sys.executable, *words],
        env=environment, cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode:
        how = f"{' '.join(words)} of {tree} failed with code {run.returncode}"
        raise SystemExit(f"{how}: {run.stderr.strip()[-500:]}")
    return run.stdout


def time_tasks(tree: Path) -> Taken:
    """Return one round of timings.py with the calpuzzle of a tree."""
    said = json.loads(run_in(tree, "", [str(HERE / "timings.py")], str(HERE)))
    if not Path(said["home"]).is_relative_to(tree):
        raise SystemExit(f"{said['home']} was timed, not what is in {tree}")
    return {name: (seconds, answer) for name, (seconds, answer) in said["taken"].items()}


def time_commands(tree: Path) -> Taken:
    """Return the processor time of each command with an empty cache (cold), then again (warm)."""
    found: Taken = {}
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            for state in ("cold", "warm"):
                before = child_seconds()
                run_in(tree, f"{folder}/cache", ["-m", "calpuzzle", *command.split()], folder)
                for table in Path(folder).glob("*.csv"):
                    table.unlink()  # the next run would refuse to replace it
                found[f"calpuzzle {command}, {state}"] = child_seconds() - before, 0
    return found


def table(name: str, pairs: list[tuple[Taken, Taken]]) -> str:
    """Return the medians as a Markdown table; a ratio below 1 is a gain."""
    lines = [f"| processor time | {name} | here | ratio |", "| --- | ---: | ---: | ---: |"]
    for timing in pairs[0][1]:
        after = statistics.median(new[timing][0] for _, new in pairs)
        if timing not in pairs[0][0]:
            lines.append(f"| {timing} | | {shown(after)} | |")
            continue
        for old, new in pairs:
            check(timing, new[timing][1], old[timing][1])
        before = statistics.median(old[timing][0] for old, _ in pairs)
        lines.append(f"| {timing} | {shown(before)} | {shown(after)} | {after / before:.2f} |")
    return "\n".join(lines)
