"""Reasons why a nonogram has no solution, hints, ratings, and given cells."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import nonogram_twin
import pytest
from random_nonograms import PROBED, MakeNonogram, domino_logic, read_file

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.nonogram import explain, making, nonogram_hints
from calpuzzle.nonogram.clues import Clues, Grid, as_masks, black, from_grid
from calpuzzle.nonogram.explain import (
    ContradictionError,
    first_look,
    settle_all,
    why_unsolvable,
)
from calpuzzle.nonogram.making import least_given, with_given
from calpuzzle.nonogram.nonogram_hints import hint, rate
from calpuzzle.nonogram.solver import by_logic, solve


@pytest.mark.parametrize(
    ("rows", "columns", "fault"),
    [
        (([2], [1]), ([1], [1]), "the rows have 3 black cells, the columns 2"),
        (([1], [1]), ([2], [1]), "the rows have 2 black cells, the columns 3"),
        (([1, 1],), ([1], [1]), "row 1 has the clue 1 1, which needs 3 cells, but the line has 2"),
        (([2],), ([2], []), "column 1 has the clue 2, which needs 2 cells, but the line has 1"),
    ],
)
def test_faults_of_sums_and_lengths_are_found_without_a_search(
    rows: Sequence[list[int]], columns: Sequence[list[int]], fault: str
) -> None:
    puzzle = Clues(tuple(map(black, rows)), tuple(map(black, columns)))
    assert first_look(puzzle) == [fault]
    assert why_unsolvable(puzzle) == fault


def test_a_line_that_cannot_be_filled_is_named_with_its_known_cells() -> None:
    # The sums are equal, but the columns fill row 2, whose clue needs a gap.
    puzzle = Clues((black([3]), black([1, 1]), black([1])), (black([2]), black([2]), black([2])))
    assert first_look(puzzle) == []
    with pytest.raises(ContradictionError, match=r"row 2, clue 1 1|column \d, clue"):
        settle_all(puzzle, puzzle.initial_masks())
    assert "cannot be filled: its known cells are" in why_unsolvable(puzzle)


def test_an_exhaustive_search_is_the_reason_if_each_line_can_be_filled() -> None:
    rows, columns = ([2], [5], [1, 1]), ([2], [2], [1], [2], [2])
    puzzle = Clues(tuple(map(black, rows)), tuple(map(black, columns)))
    assert solve(puzzle).count == 0
    assert why_unsolvable(puzzle) == (
        "each line can be filled on its own, but an exhaustive search found no grid that fits all "
        "lines"
    )


def test_the_line_is_named_if_the_contradiction_ends_a_slice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = Clues((black([3]), black([1, 1]), black([1])), (black([2]), black([2]), black([2])))
    expected = why_unsolvable(puzzle)
    monkeypatch.setattr(explain, "SLICE", 1)
    with pytest.raises(ContradictionError) as raised:
        settle_all(puzzle, puzzle.initial_masks())
    assert str(raised.value) == expected


def test_every_unsolvable_nonogram_gets_a_reason(random_nonogram: MakeNonogram) -> None:
    reasons = set()
    for seed in range(400):
        puzzle = random_nonogram(seed, solvable=False, most=5)
        if solve(puzzle).count == 0:
            reason = why_unsolvable(puzzle)
            kinds = ("the rows have", "needs", "cannot be filled", "exhaustive search")
            (kind,) = [kind for kind in kinds if kind in reason][:1]
            reasons.add(kind)
    assert {"the rows have", "cannot be filled"} <= reasons


def test_hints_lead_to_the_solution(random_nonogram: MakeNonogram) -> None:
    kinds = set()
    for seed in range(150):
        puzzle = random_nonogram(seed)
        assert puzzle.goal is not None
        if not solve(puzzle, 2).unique:
            continue
        known = puzzle.initial_masks()
        for _ in range(len(known) + 1):
            found = hint(puzzle, known)
            kinds.add(found.kind)
            assert found.why
            if found.kind == "done":
                break
            assert found.settles
            for row, column, colour in found.settles:
                assert puzzle.goal[row][column] == colour
                assert known[row * puzzle.width + column] != 1 << colour
                known[row * puzzle.width + column] = 1 << colour
        assert known == as_masks(puzzle, puzzle.goal)
    assert {"line", "done"} <= kinds


def test_hints_by_probing_are_sound(nonograms: Path) -> None:
    puzzle = read_file(nonograms / "webpbn-00023-edge.non")
    assert puzzle.goal is not None
    stuck = by_logic(puzzle).masks
    found = hint(puzzle, stuck)
    assert found.kind == "probe"
    assert "cannot be" in found.why and "if it were" in found.why
    for row, column, colour in found.settles:
        assert puzzle.goal[row][column] == colour


def test_a_hint_by_a_probe_depends_on_no_other_probe() -> None:
    one, two = PROBED
    found = hint(one, by_logic(one).masks)
    assert found.kind == "probe"
    trial = list(by_logic(one).masks)
    trial[found.cell] = 1 << found.colour
    row, column = divmod(found.cell, one.width)
    with pytest.raises(ContradictionError) as raised:
        settle_all(one, trial, [row, one.height + column])
    assert raised.value.line == found.line
    assert hint(two, by_logic(two).masks).kind == "choice"


def test_a_hint_by_a_search_names_the_cell_and_its_colour() -> None:
    rows, columns = ([1], [1, 1], [1], [1], [1, 1]), ([1], [1], [1, 1], [2], [1])
    found = hint(Clues(tuple(map(black, rows)), tuple(map(black, columns))))
    assert (found.kind, found.settles) == ("search", [(0, 0, 0)])
    assert found.why == (
        "no line and no probe settles a cell; a search shows that row 1, column 1 is white"
    )


def test_hint_is_a_choice_for_several_solutions_and_raises_for_none() -> None:
    puzzle = Clues((black([1]),) * 2, (black([1]),) * 2)
    assert hint(puzzle).kind == "choice"
    assert "more than one solution" in hint(puzzle).why
    with pytest.raises(ContradictionError):
        hint(puzzle, [2, 2, 3, 3])


def test_a_hint_names_a_cell_to_guess_if_the_search_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nonogram_hints, "PATIENCE", 0)
    found = hint(domino_logic(5))
    assert (found.kind, found.settles, found.cell) == ("stuck", [], 0)
    assert found.why == ("no line and no probe settles a cell; row 1, column 1 has to be guessed")


def test_rate_returns_guessing_or_none_if_the_time_ends() -> None:
    puzzle = domino_logic(5)
    rating = rate(puzzle)
    assert rating is not None and rating.level == "guessing"
    assert rating.guesses > 0 and rating.depth > 0
    assert rate(puzzle, seconds=0) is None


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("webpbn-00001-dancer.non", "lines"),
        ("webpbn-00021-skid.non", "lines"),
        ("webpbn-00023-edge.non", "probing"),
        ("p200.non", "probing"),
        ("webpbn-06574-forever.non", "guessing"),
        ("non_unique.non", "several solutions"),
    ],
)
def test_rate_returns_the_level_of_public_puzzles(nonograms: Path, name: str, level: str) -> None:
    rating = rate(read_file(nonograms / name))
    assert rating is not None
    assert rating.level == level
    if level == "guessing":
        assert rating.guesses > 0 and rating.depth > 0
    assert str(rating)
    nothing = rate(Clues((black([2]),), (black([1]), black([]))))
    assert nothing is not None and nothing.level == "no solution"


def least_by_trying_all(puzzle: Clues) -> int:
    """Return the smallest number of given cells that suffices, by trying all sets of cells."""
    goal = puzzle.goal
    assert goal is not None
    others = [grid for grid in nonogram_twin.solutions(puzzle) if grid != goal]
    cells = list(itertools.product(range(puzzle.height), range(puzzle.width)))
    for size in range(len(cells) + 1):
        for chosen in itertools.combinations(cells, size):
            if all(any(other[r][c] != goal[r][c] for r, c in chosen) for other in others):
                return size
    raise AssertionError


REDUCIBLE = from_grid(
    tuple(
        tuple(map(int, row)) for row in ("10000010", "00011000", "01001101", "00001000", "00000100")
    )
)
"""A nonogram for which the greedy choice of given cells includes one that can be left out."""


def test_given_cells_are_minimal_if_the_least_set_takes_too_long(
    random_nonogram: MakeNonogram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.nonogram.making.DEEPEST", -1)
    not_least = 0
    for puzzle in (REDUCIBLE, *(random_nonogram(seed, most=5) for seed in range(40))):
        given = least_given(puzzle)
        not_least += not given.is_least
        for cells in [given.cells, *([c for c in given.cells if c != d] for d in given.cells)]:
            assert solve(with_given(puzzle, cells)).unique is (cells == given.cells)
    assert not_least
    with pytest.raises(CannotDoError, match="with a picture, and this one has none"):
        least_given(puzzle._replace(goal=None))


def test_given_cells_suffice_if_the_time_ends_while_cells_are_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(making, "DEEPEST", -1)
    puzzle = from_grid(tuple(tuple(int(r == c) for c in range(4)) for r in range(4)))
    others = making._differences

    def late(puzzle: Clues, goal: Grid, wanted: int, until: float) -> list[frozenset[int]]:
        if wanted == 1:
            raise CannotDoError("late")
        return others(puzzle, goal, wanted, until)

    monkeypatch.setattr(making, "_differences", late)
    given = least_given(puzzle)
    assert not given.is_least and not given.is_minimal
    assert solve(with_given(puzzle, given.cells)).solutions == [puzzle.goal]


def test_least_given_raises_an_error_if_the_time_ends_before_a_set_is_sufficient() -> None:
    puzzle = from_grid(((1, 0), (0, 1)))
    message = "^it took too long to find out whether the picture is the only solution$"
    with pytest.raises(CannotDoError, match=message):
        least_given(puzzle, seconds=0)


def test_least_given_rejects_a_picture_that_does_not_fit() -> None:
    puzzle = from_grid(((1, 0), (0, 1)))
    with pytest.raises(InputError, match="the picture does not fit the clues"):
        least_given(puzzle._replace(goal=((1, 1), (0, 0))))


def test_least_given_returns_a_smallest_set(random_nonogram: MakeNonogram) -> None:
    sizes = []
    for seed in range(200):
        puzzle = random_nonogram(seed, most=5)
        given = least_given(puzzle)
        assert given.is_least
        assert solve(with_given(puzzle, given.cells)).solutions == [puzzle.goal]
        assert len(given.cells) == least_by_trying_all(puzzle)
        sizes.append(len(given.cells))
    assert max(sizes) >= 2 and 0 in sizes  # a unique picture needs no given cells
