"""The shipped tables, recounted by examples/recount.c, which shares no code with calpuzzle."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import pytest
import shipped
from commands import SMALL, c_compiler

from calpuzzle.engines import load
from calpuzzle.formats import toml
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "examples" / "recount.c"
QUICK = {"month-day-7x7-one-side", "month-day-7x7-w"}
CALENDARS = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])
    for name in shipped.CALENDARS
    if shipped.model(name).lattice == SQUARES
]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the program, compiled as C99 with all warnings as errors."""
    path = tmp_path_factory.mktemp("recount") / "recount"
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O2"]
    subprocess.run([c_compiler(), *flags, "-o", str(path), str(SOURCE)], check=True)
    return path


def recount(program: Path, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, path], capture_output=True, text=True, encoding="utf-8")


def table(text: str) -> list[list[str]]:
    """Return the rows of a table, without the column `exists`."""
    first, *rows = csv.reader(text.splitlines())
    kept = [k for k, name in enumerate(first) if name != "exists"]
    return [[row[k] for k in kept] for row in [first, *rows]]


def test_recount_has_at_most_200_lines() -> None:
    assert len(SOURCE.read_text().splitlines()) <= 200


@pytest.mark.parametrize("name", CALENDARS)
def test_recount_prints_the_shipped_table(program: Path, name: str) -> None:
    done = recount(program, shipped.FILES[name])
    assert (done.returncode, done.stderr) == (0, "")
    assert table(done.stdout) == table((ROOT / "results" / f"{name}.csv").read_text())


ODD = """
title = "Three groups, copies and a hole"  # in columns
flip = false
board = \"\"\"
A 1 x .
B 2 y .
. 3 # z
. . . .
. . . .
\"\"\"
[groups]
letter = "A B"
number = "1 2 3"
last = "z y x"
[pieces]
L = { count = 2, flip = true, shape = \"\"\"
#.
##
\"\"\" }
S = \"\"\"
##.
.##
\"\"\"
I = { shape = \"\"\"
#
#
#
#
\"\"\" }
P = "##"
"""
"""A puzzle file with everything that recount reads; no group is as long as a side of the board."""


@pytest.mark.parametrize("text", [SMALL, ODD])
def test_recount_agrees_with_the_reference_engine(program: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.toml"
    path.write_text(text)
    model = toml.read(text, "it.toml")
    counts = [int(n) for n in load("reference").counts(Lowering(model).cover).flat]
    done = recount(program, path)
    assert (done.returncode, done.stderr) == (0, "")
    expected = [[*labels_at(model, k), str(count)] for k, count in enumerate(counts)]
    assert table(done.stdout)[1:] == expected
    assert any(counts)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[pieces]", '[colours]\nS4 = "red"\n[pieces]'),
        ("board =", 'motions = "turn"\nboard ='),
        ("board =", "grid ="),
        ("S4 =", 'S4 = { lock = true, shape = "##" }\nS5 ='),
        (".##\n##.", ".#\n##"),
        ("A B C D\n", "A B C\n"),
        ('"A B C D"', '"A B C \\u0044"'),
        ('#.\n##\n"""', "#.\n##"),
    ],
)
def test_recount_refuses_unsupported_puzzle_files(
    program: Path, tmp_path: Path, old: str, new: str
) -> None:
    assert old in SMALL
    path = tmp_path / "it.toml"
    path.write_text(SMALL.replace(old, new))
    done = recount(program, path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("recount: ")
