"""This checkout beside an older commit: the ratios of all timings, in one run.

The commit is unpacked into a folder of its own and built there. Then both trees run the same
program, timings.py, in turn, so that a machine whose speed drifts drifts for both; answers that
differ stop the run.
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

from measure import check, shown

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
Taken = dict[str, tuple[float, int]]


def compare(commit: str, rounds: int) -> None:
    """Print a table of the medians of both. Raises SystemExit for a commit that there is not, one
    that cannot be built, or where an answer differs."""
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder)
        name = built(commit, old)
        pairs = []
        for number in range(rounds):
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
            # Whoever is first in a round is second in the next.
            taken = {tree: timed(tree) for tree in ((old, ROOT), (ROOT, old))[number % 2]}
            pairs.append((taken[old], taken[ROOT]))
    print(table(name, pairs))


def built(commit: str, folder: Path) -> str:
    """Unpack a commit of this repository and build it there; its short name. Raises SystemExit."""
    name = unpacked(commit, folder)
    print(f"building {name}", file=sys.stderr)
    build = [sys.executable, "setup.py", "build_ext", "--inplace"]
    run = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{name} cannot be built: {run.stderr.strip()[-500:]}")
    return name


def unpacked(commit: str, folder: Path) -> str:
    """Unpack a commit of this repository; its short name."""

    def git(*arguments: str) -> bytes:
        run = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
        if run.returncode:
            raise SystemExit(f"git {arguments[0]}: {run.stderr.decode().strip()}")
        return run.stdout

    name = git("rev-parse", "--short", "--verify", f"{commit}^{{commit}}").decode().strip()
    with tarfile.open(fileobj=io.BytesIO(git("archive", name))) as archive:
        archive.extractall(folder, filter="data")
    return name


def timed(tree: Path) -> Taken:
    """One round of the timings with the calpuzzle of a tree."""
    environment = os.environ | {"PYTHONPATH": str(tree), "CALPUZZLE_CACHE": ""}
    program = [sys.executable, str(HERE / "timings.py")]
    run = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"the timings of {tree} failed: {run.stderr.strip()[-500:]}")
    said = json.loads(run.stdout)
    if not Path(said["home"]).is_relative_to(tree):
        raise SystemExit(f"{said['home']} was timed, not what is in {tree}")
    return {name: (seconds, answer) for name, (seconds, answer) in said["taken"].items()}


def table(name: str, pairs: list[tuple[Taken, Taken]]) -> str:
    """The medians as a Markdown table; a ratio below 1 is a gain."""
    lines = [f"| time of a core | {name} | here | ratio |", "| --- | ---: | ---: | ---: |"]
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
