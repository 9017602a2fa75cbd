"""The compiled CDCL search for nonograms, against the plain search of nonogram_twin.py."""

from __future__ import annotations

import gc
import random
import sys

import nonogram_twin
import pytest
from random_nonograms import MakeNonogram, domino_logic, permutations

from calpuzzle._core.learning import (
    DERIVED,
    DONE,
    DROPPED,
    MAX_CLAUSES,
    PAUSED,
    SOLUTION,
    STATED,
    Learner,
)
from calpuzzle._core.sliding import Slides
from calpuzzle.nonogram.clues import Clues, Grid, Masks, as_grid, fits

MAX_WORK = (1 << 63) - 1


def learner(puzzle: Clues, masks: Masks | None = None) -> Learner:
    initial = puzzle.initial_masks() if masks is None else masks
    return Learner(puzzle.rows, puzzle.columns, puzzle.colours, initial)


def all_solutions(search: Learner, puzzle: Clues, work: int = MAX_WORK) -> list[Grid]:
    found = []
    while (outcome := search.run(work)) != DONE:
        if outcome == SOLUTION:
            found.append(as_grid(puzzle, search.colours_left()))
    assert search.run(work) == DONE
    return found


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_all_solutions_are_found_once(random_nonogram: MakeNonogram, colours: int) -> None:
    counts = []
    for seed in range(600):
        puzzle = random_nonogram(seed, colours, solvable=seed % 3 > 0, most=6 if colours < 2 else 5)
        rng = random.Random(seed)
        masks = [
            mask if rng.random() < 0.9 else mask & rng.randrange(2 << colours)
            for mask in puzzle.initial_masks()
        ]
        found = all_solutions(learner(puzzle, masks), puzzle, rng.choice((1, 7, MAX_WORK)))
        assert sorted(found) == sorted(nonogram_twin.solutions(puzzle, masks))
        counts.append(len(found))
    assert {0, 1, 2} <= set(counts)


def test_all_720_solutions_of_a_permutation_puzzle_are_found() -> None:
    puzzle = permutations(6)
    found = all_solutions(learner(puzzle), puzzle)
    assert len(found) == len(set(found)) == 720
    assert all(fits(puzzle, grid) for grid in found)


@pytest.mark.parametrize("colours", [1, 2])
def test_ruled_out_assignments_are_not_found(random_nonogram: MakeNonogram, colours: int) -> None:
    solvable = 0
    for seed in range(200):
        puzzle = random_nonogram(seed, colours, most=5)
        rng = random.Random(seed)
        search = learner(puzzle)
        before = []
        if rng.random() < 0.5 and search.run(MAX_WORK) == SOLUTION:
            before.append(as_grid(puzzle, search.colours_left()))
        cells = puzzle.height * puzzle.width
        combinations = [
            [(rng.randrange(cells), rng.randint(0, colours)) for _ in range(rng.randint(1, 3))]
            for _ in range(rng.randint(0, 3))
        ]
        search.rule_out(combinations)
        found = all_solutions(search, puzzle)
        expected = {
            grid
            for grid in nonogram_twin.solutions(puzzle)
            if grid not in before
            and not any(
                all(grid[cell // puzzle.width][cell % puzzle.width] == c for cell, c in pairs)
                for pairs in combinations
            )
        }
        assert len(found) == len(set(found))
        assert set(found) == expected
        solvable += len(expected) > 0
    assert solvable > 50


def test_search_has_a_fixed_signature() -> None:
    """After 2,000 conflicts the search drops clauses, which must not change the answer."""
    puzzle = domino_logic(10)
    search = learner(puzzle)
    assert len(all_solutions(search, puzzle)) == 1
    assert (search.conflicts, search.visited) == SIGNATURE
    again = learner(puzzle)
    while again.run(1000) != DONE:
        pass
    assert (again.conflicts, again.visited) == SIGNATURE


SIGNATURE = (2714, 3355366)


def test_recording_is_complete_and_does_not_change_the_search() -> None:
    """tests/nonogram/test_proof.py verifies that each recorded clause follows from earlier ones."""
    puzzle = domino_logic(10)
    plain = learner(puzzle)
    search = Learner(puzzle.rows, puzzle.columns, 1, puzzle.initial_masks(), record=True)
    stated = [clause for kind, clause in search.recorded() if kind == STATED]
    assert {tuple(sorted(clause)) for clause in plain.clauses() if len(clause) > 1} <= {
        tuple(sorted(clause)) for clause in stated
    }
    assert not list(search.recorded())
    all_solutions(search, puzzle)
    assert (search.conflicts, search.visited) == SIGNATURE
    kinds = [kind for kind, _ in search.recorded()]
    assert kinds.count(DERIVED) > search.conflicts > kinds.count(DROPPED) > 0
    assert not list(search.recorded()) and not list(plain.recorded())
    long = Learner([((5, 1),)], [((1, 1),)], 1, [3], record=True)
    assert list(long.recorded()) == [(STATED, [])]


def test_search_ends_if_all_solutions_are_ruled_out() -> None:
    puzzle = domino_logic(3)
    cases: list[list[list[tuple[int, int]]]] = [[[]], [[(0, 0)], [(0, 1)]]]
    for combinations in cases:
        search = learner(puzzle)
        search.rule_out(combinations)
        assert search.run(MAX_WORK) == DONE
    search = learner(puzzle)
    assert search.run(0) == PAUSED
    assert search.run(MAX_WORK) == SOLUTION
    assert search.run(MAX_WORK) == DONE
    search.rule_out([[(0, 0)]])
    assert search.run(MAX_WORK) == DONE


def test_learner_refuses_too_many_clauses_and_too_little_memory() -> None:
    blocks = [((1, 1),) * 100] * 400
    with pytest.raises(OverflowError, match="clauses"):
        Learner(blocks, blocks, 1, [3] * 160_000)
    assert MAX_CLAUSES == 2_000_000
    puzzle = domino_logic(14)
    with pytest.raises(MemoryError):
        Learner(puzzle.rows, puzzle.columns, 1, puzzle.initial_masks(), 1 << 12)
    search = Learner(puzzle.rows, puzzle.columns, 1, puzzle.initial_masks(), 55_000)
    with pytest.raises(MemoryError):
        all_solutions(search, puzzle)
    with pytest.raises(MemoryError):
        search.run(1)


def test_objects_in_a_reference_cycle_are_freed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector may clear an object before it frees it, if its referrers are younger."""
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    gc.freeze()  # so that each collection examines only the new objects
    for _ in range(30):
        search, slides = (
            learner(domino_logic(4)),
            Slides([(0, 0, 1), (0, 1, 0), (1, 0, 0)], 1 << 20),
        )
        search.run(5000)
        number = [slides.add([(0, 0, 0)], [[(0, 0, 0)]] * 3) for _ in range(2)]
        slides.begin(number, [(0, 0, 0), (0, 0, 1)])
        cycle: list[object] = [search, slides]
        cycle.append(cycle)
        del search, slides, cycle
        gc.collect()
    gc.unfreeze()
    assert not unraisable
