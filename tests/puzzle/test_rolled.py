"""Boards on a cylinder and on a torus: published counts, symmetries, placements over the seam."""

from __future__ import annotations

import pickle
from itertools import product

import definition
import pytest
import small_boards

import calpuzzle as cp
from calpuzzle.base.errors import PuzzleError
from calpuzzle.formats import toml
from calpuzzle.puzzle.checker import wrong
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import parse, written
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.solution import Solution

SEEDS = pytest.mark.parametrize("seeds", [3, pytest.param(8, marks=pytest.mark.slow)])


def dominoes(surface: str, height: int, width: int) -> str:
    frame = "\n".join(["#" * width] * height)
    count = height * width // 2
    head = f'surface = "{surface}"\nframe = """\n{frame}\n"""\n'
    return f'{head}[pieces.D]\nshape = "##"\ncount = {count}\n'


@pytest.mark.parametrize(
    ("surface", "height", "width", "count"),
    # OEIS A212800 has the torus, A004003 the plane.
    [("torus", 4, 4, 272), ("torus", 6, 6, 90176), ("plane", 4, 4, 36), ("plane", 6, 6, 6728)],
)
def test_tilings_by_dominoes(surface: str, height: int, width: int, count: int) -> None:
    assert cp.loads(dominoes(surface, height, width)).count() == count


def models(surface: str, seeds: int) -> list[Model]:
    found = [small_boards.puzzle(seed, surface=surface) for seed in range(seeds)]
    return [model for model in found if not faults(model)]


def images(model: Model) -> list[dict[Cell, Cell]]:
    """Of each way to turn or mirror the board onto itself where its cells go: every map of rows and
    columns that keeps who is whose neighbour all round is tried."""
    there = set(model.board.cells)
    height, width = model.lattice.circumference
    rows, columns = (1 + max(axis) for axis in zip(*model.board.cells, strict=True))
    found = []
    for down, right, over, aside, swap in product(
        range(height or 1), range(width or 1), (1, -1), (1, -1), (False, True)
    ):
        if swap and height != width:
            continue
        image: dict[Cell, Cell] = {}
        for row, column in there:
            r, c = (column, row) if swap else (row, column)
            r = (over * r + down) % height if height else (r if over == 1 else rows - 1 - r)
            image[row, column] = (r, (aside * c + right) % (width or columns))
        if set(image.values()) == there:
            found.append(image)
    return found


@SEEDS
@pytest.mark.parametrize("surface", ["cylinder", "torus"])
def test_solutions_up_to_symmetry(surface: str, seeds: int) -> None:
    tried = 0
    for model in models(surface, seeds):
        # Pieces that may do everything, so that all images of the board are symmetries.
        free = tuple(own._replace(turn=True, flip=True) for own in model.pieces)
        model = model._replace(pieces=free, groups=(), board=model.board._replace(labels=()))
        every = definition.solutions(model)
        classes = {
            frozenset(
                frozenset((kind, frozenset(image[c] for c in cells)) for kind, cells in own)
                for image in images(model)
            )
            for own in every
        }
        tried += len(classes) > 1
        assert cp.Puzzle(model).solve(unique=True).count() == len(classes)
    assert tried or surface == "cylinder"


@SEEDS
@pytest.mark.parametrize("surface", ["cylinder", "torus"])
def test_placements_are_read_back(surface: str, seeds: int) -> None:
    for model in models(surface, seeds):
        assert pickle.loads(pickle.dumps(model)) == model == Model.of_plain(model.plain())
        lowered = Lowering(model)
        for option in range(len(lowered.cover.options)):
            if lowered.class_of(option) >= 0:
                assert parse(lowered, written(lowered, option)) == (option,)


def test_a_solution_is_checked() -> None:
    puzzle = cp.loads(dominoes("torus", 4, 4))
    for solution in puzzle.solve()[::7]:
        assert wrong(puzzle.model, {}, solution.pieces) is None
        assert isinstance(solution, Solution) and solution.shapes.keys() == solution.pieces.keys()
    moved = dict(solution.pieces) | {"D#1": ((0, 0), (2, 0))}
    assert wrong(puzzle.model, {}, moved) == "[(0, 0), (2, 0)] is not a piece D#1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("surface = 'sphere'\nframe = '###'", "'sphere'"),
        ("surface = 'torus'\nframe = '###'", "a torus has 3 cells or more round"),
        ("surface = 'cylinder'\nframe = '##'", "a cylinder has 3 cells or more round"),
        ("surface = 'cylinder'\nlattice = 'hexagons'\nframe = '# # #'", "of squares in one layer"),
        ("surface = 'cylinder'\nframe = '###\n\n###'", "of squares in one layer"),
        ("surface = 'cylinder'\nsegments = [1, 1]", "surface goes with a board or a frame"),
    ],
)
def test_refused(text: str, why: str) -> None:
    text = text.replace("'###\n", "'''###\n").replace("\n###'", "\n###'''")
    with pytest.raises(PuzzleError, match=why):
        toml.read(text + "\n[pieces]\nI = '#'\n", "x.toml")


def test_a_piece_with_a_gap_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"piece A has an empty row or column in it"):
        toml.read("surface = 'cylinder'\nframe = '####'\n[pieces]\nA = '#.#'\nB = '##'\n", "x")
