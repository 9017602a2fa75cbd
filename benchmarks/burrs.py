"""Coming apart, beside BurrTools: what burrTxt and we find in its files, and the core's seconds.

    python benchmarks/burrs.py FILE.xmpuzzle ...     each problem of each file, some minutes

burrTxt must be on PATH. Both begin from the file. Each counts assemblies up to symmetry, and those
that come apart; numbers that differ are marked. BurrTools' spheres and finer grids are left out.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

from calpuzzle.base.errors import InputError
from calpuzzle.formats.registry import parse
from calpuzzle.puzzle.model import Model
from calpuzzle.results.disassembly import check_slides

MOST = 900  # seconds


def timed(words: list[str]) -> tuple[str, float]:
    """What a command says, and the core's seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=MOST, check=False)
    except subprocess.TimeoutExpired:
        return "", float("inf")
    said = done.stdout + done.stderr
    return said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def compared(path: Path, number: int) -> str | None:
    """A row of the table; None where there is no such problem, or its pieces are not slid."""
    try:
        model = parse(path.read_bytes(), path.name, problem=str(number)).thing
        assert isinstance(model, Model)
        check_slides(model)
    except InputError:
        return None
    said, theirs = timed(["burrTxt", "-d", "-q", "-o", str(number - 1), str(path)])
    told = re.search(r"(\d+) assemblies and (\d+) solutions", said)
    asked = [sys.executable, "-m", "calpuzzle", "count", str(path), "--problem", str(number)]
    own, ours = timed([*asked, "--unique", "--disassembles"])
    found = own.split()[0] if own else "-"
    every, apart = told.groups() if told else ("-", "-")
    mark = "" if apart == found else " **differs**"
    name = f"{path.stem}, {number}"
    return f"| {name} | {every} | {apart} | {found}{mark} | {theirs:.2f} s | {ours:.2f} s |"


def main() -> None:
    """Print the table."""
    print("| problem | assemblies | burrTxt: apart | we | burrTxt | we |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for path in map(Path, sys.argv[1:]):
        number = 1
        while row := compared(path, number):
            print(row, flush=True)
            number += 1


if __name__ == "__main__":
    main()
