"""The exact solver, against nonogram_twin, CP-SAT, and puzzles with known counts."""

from __future__ import annotations

import importlib
import math
import random
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from types import ModuleType

import nonogram_twin
import pytest
from random_nonograms import MakeNonogram, ctrl_c, permutations, read_file, some_seeds

from calpuzzle.base.errors import InputError
from calpuzzle.nonogram.clues import (
    Clues,
    Colour,
    Grid,
    as_masks,
    black,
    checked,
    fits,
    from_grid,
)
from calpuzzle.nonogram.solver import Effort, by_logic, raise_if_interrupted, solutions, solve

COUNTS = {"non_unique.non": 43}  # every other file has one solution
FILES = [
    "42.non", "atrus.xml", "bicycle.g", "bird3.mk", "candle.non", "dragonfly.non", "gnome.non",
    "kde.non", "non_unique.non", "owl.mk", "p200.non", "soups_on.xml", "spaceShuttle.g",
    "ubuntu.non", "webpbn-00001-dancer.non", "webpbn-00006-cat.non", "webpbn-00016-knot.non",
    "webpbn-00021-skid.non", "webpbn-00023-edge.non", "webpbn-00027-bucks.non",
    "webpbn-00065-mum.non", "webpbn-00436-petroglyph.non", "webpbn-00529-swing.non",
    "webpbn-06574-forever.non",
]  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_public_puzzles_have_their_known_counts(nonograms: Path, name: str) -> None:
    puzzle = read_file(nonograms / name)
    result = solve(puzzle)
    assert result.ended == "complete"
    assert result.count == len(set(result.solutions)) == COUNTS.get(name, 1)
    assert all(fits(puzzle, grid) for grid in result.solutions)
    assert result.unique is (name not in COUNTS)
    if puzzle.goal is not None:
        assert result.solutions == [puzzle.goal]


def agree(puzzle: Clues, masks: Sequence[int] | None = None) -> int:
    """Assert that the solver agrees with the twin, and return the number of solutions."""
    result = solve(puzzle, masks=masks)
    want = list(nonogram_twin.solutions(puzzle, masks))
    assert result.complete
    assert result.count == len(want) == len(result.solutions)
    assert set(result.solutions) == set(want)
    for cell in range(puzzle.height * puzzle.width):
        row, column = divmod(cell, puzzle.width)
        for grid in want:
            assert result.certain[cell] >> grid[row][column] & 1
    return result.count


@some_seeds(100, 600)
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_solver_agrees_with_twin(random_nonogram: MakeNonogram, colours: int, seeds: int) -> None:
    counts = [
        agree(random_nonogram(seed, colours, solvable=seed % 2 == 0, most=6 if colours == 1 else 5))
        for seed in range(seeds)
    ]
    # The sample must contain enough puzzles of each kind.
    assert counts.count(0) > seeds / 8
    assert counts.count(1) > seeds / 8
    assert sum(count > 1 for count in counts) > seeds / 50


def test_permutations_are_counted() -> None:
    for size in range(1, 7):
        result = solve(permutations(size))
        assert result.count == len(set(result.solutions)) == math.factorial(size)
        assert result.unique is (size == 1)
        assert result.certain == [2 if size == 1 else 3] * size**2


def test_budgets_end_the_search_and_are_reported() -> None:
    reports: list[tuple[int, Effort, float]] = []
    by_guesses = solve(permutations(12), keep=0, guesses=50)
    assert by_guesses.ended == "guesses"
    assert by_guesses.effort.guesses >= 50
    by_time = solve(
        permutations(12), keep=1, seconds=1.0, progress=lambda *about: reports.append(about)
    )
    assert by_time.ended == "seconds"
    assert by_time.seconds < 5
    assert by_time.unique is not True
    count, effort, seconds = reports[-1]
    assert count > 0 and effort.lines > 0 and seconds > 0


def test_ctrl_c_ends_the_search_with_the_solutions_so_far() -> None:
    """The signal arrives while compiled code searches for 12! solutions."""
    puzzle = permutations(12)
    # If a busy machine has not begun the search after a second, the signal ends all tests.
    with ctrl_c(1):
        result = solve(puzzle, keep=1)
    assert result.ended == "interrupted"
    assert result.count > 0
    assert fits(puzzle, result.solutions[0])
    with pytest.raises(KeyboardInterrupt):
        raise_if_interrupted(result)


def test_given_cells_are_kept(random_nonogram: MakeNonogram) -> None:
    for seed in range(200):
        puzzle = random_nonogram(seed, most=5)
        rng = random.Random(seed)
        assert puzzle.goal is not None
        shown: Grid = tuple(
            tuple(cell if rng.random() < 0.3 else -1 for cell in row) for row in puzzle.goal
        )
        with_given = puzzle._replace(given=shown)
        assert puzzle.goal in solve(with_given).solutions
        assert agree(with_given, as_masks(puzzle, shown)) >= 1


def test_logic_alone_never_contradicts_a_solution(random_nonogram: MakeNonogram) -> None:
    for seed in range(200):
        puzzle = random_nonogram(seed)
        by_lines, by_probes = by_logic(puzzle), by_logic(puzzle, probing=True)
        for grid in nonogram_twin.solutions(puzzle):
            cells = [cell for row in grid for cell in row]
            for logic in (by_lines, by_probes):
                assert logic.possible
                assert all(mask >> cell & 1 for mask, cell in zip(logic.masks, cells, strict=True))
        for before, after in zip(by_lines.masks, by_probes.masks, strict=True):
            assert after & ~before == 0  # probing only removes more colours


@pytest.fixture
def cpsat() -> ModuleType:
    pytest.importorskip("ortools", reason="the extra cpsat is not installed")
    return importlib.import_module("calpuzzle.nonogram.cpsat_solver")


@pytest.mark.parametrize(
    "name",
    [pytest.param(own, marks=[pytest.mark.slow] * bool(k % 4)) for k, own in enumerate(FILES)],
)
def test_cp_sat_agrees_on_public_puzzles(nonograms: Path, name: str, cpsat: ModuleType) -> None:
    puzzle = read_file(nonograms / name)
    result = cpsat.solve(puzzle, seconds=60)
    assert result.complete
    assert sorted(result.solutions) == sorted(solve(puzzle).solutions)


def test_cp_sat_agrees_on_small_grids(random_nonogram: MakeNonogram, cpsat: ModuleType) -> None:
    for seed in range(60):
        puzzle = random_nonogram(seed, 1 + seed % 2, solvable=seed % 3 > 0, most=5)
        result = cpsat.solve(puzzle, seconds=60)
        assert result.complete
        assert set(result.solutions) == set(nonogram_twin.solutions(puzzle))
        assert result.count == len(result.solutions)
    given = from_grid(((1, 0), (0, 1)))._replace(given=((1, -1), (-1, -1)))
    assert cpsat.solve(given).solutions == [((1, 0), (0, 1))]
    assert cpsat.solve(given._replace(given=None), 1).ended == "enough"
    assert cpsat.solve(given._replace(given=None), seconds=0).ended == "seconds"
    assert cpsat.solve(Clues((black([2]),), (black([1]),))).complete
    assert cpsat.solve(given, masks=[1, 3, 3, 3]).solutions == [((0, 1), (1, 0))]
    assert cpsat.solve(given, masks=[0, 3, 3, 3]).count == 0


def test_ctrl_c_ends_cp_sat_with_the_solutions_so_far(cpsat: ModuleType) -> None:
    puzzle = permutations(12)
    assert cpsat.solve(puzzle, 1).count == 1  # loads ortools
    with ctrl_c(0.5):
        result = cpsat.solve(puzzle, keep=1)
    assert result.ended == "interrupted" and result.unique is not True
    assert all(fits(puzzle, grid) for grid in result.solutions)


def test_a_slice_is_short_for_large_grids() -> None:
    """Ctrl-C and budgets are checked between slices, so no slice may take seconds."""
    rng = random.Random(3)
    grid = tuple(tuple(int(rng.random() < 0.5) for _ in range(500)) for _ in range(500))
    began = time.process_time()  # not the wall time, because the machine may be busy
    solve(from_grid(grid), seconds=0.2)
    assert time.process_time() - began < 2


def test_faulty_clues_and_grids_are_rejected() -> None:
    one = from_grid(((1,),))
    wide = (Colour("black", "#000000", "#"),) * 80
    for faulty, message in (
        (one._replace(palette=wide), "1 to 15 colours, not 79 (and 1 more fault)"),
        (one._replace(rows=(((1, 2),),)), "row 1 has a block of unknown colour 2"),
        (one._replace(goal=((1, 1),)), "the goal is not 1 cell wide and 1 high"),
        (one._replace(given=((2,),)), "the given grid has a cell of an unknown colour"),
    ):
        with pytest.raises(InputError) as error:
            checked(faulty)
        assert message in str(error.value)
    assert not fits(one, ((1, 1),))
    with pytest.raises(InputError, match="the grid has 1 cell, not 2"):
        solve(one, masks=[3, 3])
    with pytest.raises(InputError, match="the solver takes up to"):
        solve(one._replace(palette=wide))


def test_solutions_are_lazy() -> None:
    whole = solve(permutations(2))
    assert raise_if_interrupted(whole) is whole
    many = permutations(12)
    found = list(islice(solutions(many), 5))
    assert len(set(found)) == 5
    assert all(fits(many, grid) for grid in found)
    assert list(solutions(many, as_masks(many, found[3]))) == [found[3]]
