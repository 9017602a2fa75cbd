"""The two alternating searches of a nonogram find each solution exactly once."""

from __future__ import annotations

import threading

import nonogram_twin
import pytest
from random_nonograms import MakeNonogram, ctrl_c, domino_logic, permutations, some_seeds

from calpuzzle._core import grids
from calpuzzle._core.learning import Learner
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import StoppedError
from calpuzzle.nonogram import turns
from calpuzzle.nonogram.clues import Clues, Grid, Masks, as_grid, fits
from calpuzzle.nonogram.solver import Effort, solutions, solve
from calpuzzle.nonogram.turns import AUTO, CLAUSES, ENGINES, LINES

PERMUTATIONS = permutations(6)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all turns a few steps long, so that both searches take part even in small puzzles."""
    monkeypatch.setattr(turns, "FIRST", 10)
    monkeypatch.setattr(turns, "EACH", 0)
    monkeypatch.setattr(turns, "slice_of", lambda puzzle: 1)
    monkeypatch.setattr(turns, "TURN", 10)


def small_puzzle(make: MakeNonogram, seed: int, colours: int) -> Clues:
    """Return a small puzzle with any number of solutions; every fourth has given cells."""
    puzzle = make(seed, colours, solvable=seed % 3 > 0, most=6 if colours == 1 else 4)
    if seed % 4 or puzzle.goal is None:
        return puzzle
    shown: Grid = tuple(
        tuple(cell if (r + c) % 3 == 0 else -1 for c, cell in enumerate(row))
        for r, row in enumerate(puzzle.goal)
    )
    return puzzle._replace(given=shown)


def found_together(puzzle: Clues) -> tuple[list[Masks], int]:
    """Return the solutions of both searches together, and the number of those that are stored:
    the first one, and all that the clauses found."""
    search = turns.Turns(puzzle, puzzle.initial_masks())
    found = []
    while (outcome := search.run()) != grids.DONE:
        if outcome == grids.SOLUTION:
            found.append(search.found)
    return found, len(search._known)


@some_seeds(60, 300)
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("turn", [10, 1000])
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_both_searches_together_find_each_solution_once(
    random_nonogram: MakeNonogram,
    monkeypatch: pytest.MonkeyPatch,
    colours: int,
    turn: int,
    seeds: int,
) -> None:
    monkeypatch.setattr(turns, "TURN", turn)
    monkeypatch.setattr(turns, "FIRST", turn)
    several = shared = 0
    for seed in range(seeds):
        puzzle = small_puzzle(random_nonogram, seed, colours)
        result = solve(puzzle)
        assert result.complete
        assert sorted(result.solutions) == sorted(nonogram_twin.solutions(puzzle))
        assert list(solutions(puzzle)) == result.solutions
        found, by_clauses = found_together(puzzle)
        assert [as_grid(puzzle, masks) for masks in found] == result.solutions
        for masks in found:
            assert all(mask & own for mask, own in zip(result.certain, masks, strict=True))
        several += result.count > 1
        shared += by_clauses > 1
    assert several > seeds / 60
    assert turn == 10 or shared > seeds / 60


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("name", "value"), [("MAX_KNOWN", 400), ("MAX_NUMBERS", 4096)])
def test_lines_continue_alone_if_clauses_run_out_of_memory(
    monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    """During the search, there is no memory for another solution, or for another clause."""
    monkeypatch.setattr(turns, name, value)
    search = turns.Turns(PERMUTATIONS, PERMUTATIONS.initial_masks())
    found = []
    while (outcome := search.run()) != grids.DONE:
        if outcome == grids.SOLUTION:
            found.append(tuple(search.found))
    assert len(set(found)) == len(found) == 720
    assert search._engine == LINES
    assert len(search._known) > 1


def test_clauses_alone_cannot_search_if_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "MAX_NUMBERS", 4096)
    message = "^the nonogram has too many clauses; use the engine lines or auto$"
    with pytest.raises(CannotDoError, match=message):
        solve(permutations(20), 1, engine=CLAUSES)
    assert solve(permutations(20), 1, engine=LINES).count == 1


@pytest.mark.parametrize("engine", sorted({*ENGINES} - {AUTO}))
def test_every_engine_finds_all_solutions(random_nonogram: MakeNonogram, engine: str) -> None:
    for seed in range(200):
        puzzle = small_puzzle(random_nonogram, seed, 1 + seed % 3)
        result = solve(puzzle, engine=engine)
        assert result.complete
        assert sorted(result.solutions) == sorted(nonogram_twin.solutions(puzzle))


def test_turns_solve_a_puzzle_that_is_hard_for_lines() -> None:
    """The search by lines alone takes about thirty times as long, and more for larger sizes."""
    puzzle = domino_logic(11)
    result = solve(puzzle, 2)
    assert result.unique
    assert fits(puzzle, result.solutions[0])
    assert result.effort.conflicts > 1000
    assert solve(puzzle, 2).effort == result.effort  # the turns do not depend on the clock
    assert solve(puzzle, 2, guesses=500, engine=LINES).ended == "guesses"
    # Until the second solution, the clause search is the same with and without lines.
    alone = solve(puzzle, 2, engine=CLAUSES)
    assert alone.solutions == result.solutions
    assert alone.effort.conflicts == result.effort.conflicts
    assert alone.effort.lines < result.effort.lines


@pytest.mark.usefixtures("hasty")
def test_known_cells_rule_out_the_only_solution() -> None:
    puzzle = domino_logic(5)
    (grid,) = solve(puzzle).solutions
    conflicts = 0
    for cell in range(0, 121, 7):
        masks = puzzle.initial_masks()
        masks[cell] = 2 >> grid[cell // 11][cell % 11]
        result = solve(puzzle, masks=masks)
        assert result.complete and not result.count
        conflicts += result.effort.conflicts
    assert conflicts


@pytest.mark.parametrize("engine", [CLAUSES, AUTO])
def test_clause_search_ends_on_stop_event_timeout_and_ctrl_c(engine: str) -> None:
    event = threading.Event()
    timer = threading.Timer(0.2, event.set)
    timer.start()
    with pytest.raises(StoppedError):
        solve(permutations(12), keep=1, stop=event, engine=engine)
    timer.join()
    by_time = solve(domino_logic(20), 2, seconds=0.2, engine=engine)
    with ctrl_c(0.2):
        by_signal = solve(domino_logic(20), 2, engine=engine)
    assert (by_time.ended, by_signal.ended) == ("seconds", "interrupted")
    assert by_time.seconds < 5 and by_signal.seconds < 5


def test_progress_is_reported_during_the_clause_search() -> None:
    seen = threading.Event()

    def report(count: int, effort: Effort, seconds: float) -> None:
        if effort.conflicts:
            seen.set()

    with pytest.raises(StoppedError):
        solve(domino_logic(20), 2, progress=report, stop=seen)


def test_clauses_have_as_many_models_as_there_are_solutions(random_nonogram: MakeNonogram) -> None:
    pytest.importorskip("pysat", reason="the extra sat is not installed")
    from pysat.solvers import Glucose4

    for seed in range(200):
        puzzle = small_puzzle(random_nonogram, seed, 1 + seed % 3)
        search = Learner(puzzle.rows, puzzle.columns, puzzle.colours, puzzle.initial_masks())
        clauses = search.clauses()
        assert puzzle.colours > 1 or all(len(clause) <= 3 for clause in clauses)
        expected = len(list(nonogram_twin.solutions(puzzle)))
        if [] in clauses:
            assert expected == 0
            continue
        # Each variable is in a clause, because a block with only one place has no variable.
        with Glucose4(bootstrap_with=clauses) as solver:
            assert sum(1 for _ in solver.enum_models()) == expected
