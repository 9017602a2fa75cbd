"""The example puzzles of BurrTools, where they are here: what it says they have."""

import gzip
from pathlib import Path

import pytest

from calpuzzle.base.errors import PuzzleError
from calpuzzle.fit.solver import Solver
from calpuzzle.formats.registry import parse

EXAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "burrtools"


def example(name):
    path = EXAMPLES / f"{name}.xmpuzzle"
    if not path.exists():
        pytest.skip("the examples of BurrTools are not here")
    return path.read_bytes()


@pytest.mark.parametrize(("name", "assemblies"), [("AlPackino", 1), ("PelikanBurr", 12)])
def test_assemblies_are_those_that_burrtools_counted(name, assemblies):
    data = example(name)
    assert f'assemblies="{assemblies}"'.encode() in gzip.decompress(data)
    puzzle = parse(data, f"{name}.xmpuzzle")
    assert Solver(puzzle, unique=True).count() == assemblies


def test_ranges_of_counts_and_mirror_images():
    puzzle = parse(example("DemoMirrorParadox"), "DemoMirrorParadox.xmpuzzle")
    assert [(piece.least, piece.most) for piece in puzzle.pieces] == [(0, 2), (0, 2)]
    assert Solver(puzzle).count() == 2
    assert Solver(puzzle, unique=True).count() == 1
    assert Solver(puzzle, unique=True, mirrors=False).count() == 2
    assert "several problems" in puzzle.notes[0]


@pytest.mark.parametrize("name", ["BrokenSticks", "PiecesOfEight"])
def test_other_grids_are_refused(name):
    with pytest.raises(PuzzleError, match="grid type is 3"):
        parse(example(name), f"{name}.xmpuzzle")
