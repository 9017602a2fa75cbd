#!/usr/bin/env python3
"""Measure which lines of the Python code (with coverage.py) and of the compiled core (with gcov)
the tests reach.

The tests run in build/coverage, a copy of the checkout. The script prints the totals of both parts.
In the copy it writes python.txt and core.txt, with the share of each file that was reached, and
missed-python.txt and missed-core.txt, with the lines that were not reached.

Usage: .venv/bin/python scripts/coverage.py [pytest options], after scripts/setup-env dev. The
script needs gcc, and takes twice as long as the tests. With pytest's -n, the lines of Python are
right, but the counters of the core are lost with each worker.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "coverage"
LEFT_OUT = (".git", ".venv", "build", "dist", "*.so", "__pycache__")
SETTINGS = """\
[run]
source = {home}/calpuzzle
data_file = {home}/.coverage
parallel = true
sigterm = true
concurrency = thread,multiprocessing
patch = subprocess,_exit

[report]
exclude_also =
    if TYPE_CHECKING:
    @abstractmethod
"""
_PLACE = re.compile(r'\s*/\* "([^"]+)":(\d+)$')

Lines = dict[int, int]
"""How often each line was reached, by its number; lines without code are missing."""


def main() -> None:
    """Copy and build the checkout, run the tests, and report the coverage."""
    shutil.rmtree(HOME, ignore_errors=True)
    shutil.copytree(ROOT, HOME, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    (HOME / ".venv").symlink_to(sys.prefix)
    settings = HOME / "coveragerc"
    settings.write_text(SETTINGS.format(home=HOME))
    env = os.environ | {"CALPUZZLE_BUILD": "coverage", "PYTHONPATH": str(HOME)}

    def run(*words: str, check: bool = True) -> None:
        subprocess.run([sys.executable, *words], cwd=HOME, env=env, check=check)

    run("setup.py", "-q", "build_ext", "--inplace")
    rc = f"--rcfile={settings}"
    run("-m", "coverage", "run", rc, "-m", "pytest", *sys.argv[1:], check=False)
    run("-m", "coverage", "combine", "-q", rc)
    run("-m", "coverage", "json", "-q", rc, "-o", str(HOME / "python.json"))
    report("python", python_lines())
    report("core", core_lines())


def python_lines() -> dict[Path, Lines]:
    """Return the lines of each module of the package, as counted by coverage.py: 1 if reached."""
    data = json.loads((HOME / "python.json").read_text(encoding="utf-8"))
    return {
        HOME / name: {
            **dict.fromkeys(own["executed_lines"], 1),
            **dict.fromkeys(own["missing_lines"], 0),
        }
        for name, own in data["files"].items()
    }


def core_lines() -> dict[Path, Lines]:
    """Return the lines of each source file of the core, as counted by gcov."""
    found: dict[Path, Lines] = defaultdict(dict)
    data = [str(path) for path in HOME.rglob("*.gcda")]
    if not data:  # no test has loaded a module of the core
        return found
    line = ["gcov", "--json-format", "--stdout", *data]
    output = subprocess.run(line, cwd=HOME, capture_output=True, text=True, check=True).stdout
    for part in filter(None, output.splitlines()):
        for file in json.loads(part)["files"]:
            name = file["file"]
            places = origins(name) if name.endswith(".c") else None
            for each in file["lines"]:
                number = each["line_number"]
                path, at = places.get(number, (None, 0)) if places else (source(name), number)
                if path:
                    lines = found[path]
                    lines[at] = max(lines.get(at, 0), each["count"])
    return found


def origins(name: str) -> dict[int, tuple[Path, int]]:
    """Return the source file and line from which each line of a generated C file comes. Cython
    writes this place in a comment above the code of each statement."""
    found = {}
    place: tuple[Path, int] | None = None
    for number, text in enumerate((HOME / name).read_text(encoding="utf-8").splitlines(), 1):
        matched = _PLACE.match(text)
        if matched:
            path = source(matched[1])
            place = (path, int(matched[2])) if path else None
        elif text.startswith(("static ", "}")) or "/* function exit code */" in text:
            place = None
        elif place:
            found[number] = place
    return found


def source(name: str) -> Path | None:
    """Return the source file of the core with the same file name as a path, or None if there is
    none."""
    for folder in ("_core", "calpuzzle/_core"):
        path = HOME / folder / Path(name).name
        if path.exists() and path.suffix != ".c":
            return path
    return None


def report(what: str, found: dict[Path, Lines]) -> None:
    """Print the totals, and write the share of each file and the lines that were not reached."""
    shares: list[str] = []
    missed: list[str] = []
    for path, lines in sorted(found.items()):
        shares.append(f"{path.relative_to(HOME)!s:48} {share([lines])}")
        missed += listed(path, lines)
    (HOME / f"{what}.txt").write_text("\n".join(shares) + "\n", encoding="utf-8")
    (HOME / f"missed-{what}.txt").write_text("\n".join(missed) + "\n", encoding="utf-8")
    print(f"{what}: {len(found)} files, {share(found.values())}")


def share(files: Iterable[Lines]) -> str:
    """Return a text with the number of lines of these files, and how many of them were reached."""
    counts = [count for lines in files for count in lines.values()]
    number = sum(map(bool, counts))
    return f"{len(counts):,} lines, {number:,} reached, {number / max(1, len(counts)):.2%}"


def listed(path: Path, lines: Lines) -> Iterator[str]:
    """Yield each line of a file that was not reached, with its place."""
    text = path.read_text(encoding="utf-8").splitlines()
    for number, count in sorted(lines.items()):
        if not count:
            yield f"{path.relative_to(HOME)}:{number}: {text[number - 1].strip()}"


if __name__ == "__main__":
    main()
