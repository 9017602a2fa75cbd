"""The probabilities in each step of the stepper, against lists of all candidates."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import nonogram_twin
import pytest
from random_nonograms import MakeNonogram, read_file, some_seeds

from calpuzzle.nonogram.clues import Clues, black
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.solver import by_logic
from calpuzzle.nonogram.stepper import steps


class Listing:
    """The stepper by its definition: lists of candidates, which are filtered step by step."""

    def __init__(self, puzzle: Clues) -> None:
        self.puzzle = puzzle
        self.lines = [
            list(nonogram_twin.candidates(puzzle.line(index), [3] * len(puzzle.cells_of(index))))
            for index in range(puzzle.height + puzzle.width)
        ]

    def step(self) -> list[Fraction] | None:
        """Return the probability that each cell is black, or None if there is a contradiction."""
        height, shares = self.puzzle.height, []
        if not all(self.lines):
            return None
        for cell in range(height * self.puzzle.width):
            row, column = divmod(cell, self.puzzle.width)
            across = [filling[column] for filling in self.lines[row]]
            down = [filling[row] for filling in self.lines[height + column]]
            unanimous = {line[0] for line in (across, down) if len(set(line)) == 1}
            if len(unanimous) == 2:
                return None
            if unanimous:
                shares.append(Fraction(unanimous.pop()))
            else:
                shares.append(Fraction(sum(across) + sum(down), len(across) + len(down)))
        return shares

    def drop(self, shares: list[Fraction]) -> None:
        for index, line in enumerate(self.lines):
            cells = self.puzzle.cells_of(index)
            self.lines[index] = [
                filling
                for filling in line
                if all(
                    shares[cell] not in (0, 1) or shares[cell] == colour
                    for cell, colour in zip(cells, filling, strict=True)
                )
            ]


def compare(puzzle: Clues) -> int:
    """Assert that both agree; return the number of steps, or -1 if both find a contradiction."""
    listing, number = Listing(puzzle), 0
    stepping = steps(puzzle)
    last = None
    while True:
        want = listing.step()
        if want is None:
            with pytest.raises(ContradictionError):
                next(stepping)
            return -1
        step = next(stepping, None)
        if step is None:
            assert want == last  # no cell changes any more
            return number
        number += 1
        assert step.number == number
        assert step.candidates == [len(line) for line in listing.lines]
        assert [share[1] for share in step.shares] == want
        assert all(sum(share) == 1 for share in step.shares)
        assert step.coloured == [float(share) for share in want]
        known = {Fraction(0): 1, Fraction(1): 2}
        assert step.masks == [known.get(share, 3) for share in want]
        listing.drop(want)
        last = want


@some_seeds(80, 500)
def test_steps_agree_with_listing_on_small_grids(random_nonogram: MakeNonogram, seeds: int) -> None:
    ends = [compare(random_nonogram(seed, solvable=seed % 3 > 0, most=6)) for seed in range(seeds)]
    assert ends.count(-1) > seeds / 20
    assert sum(end >= 3 for end in ends) > seeds / 20


def test_steps_have_the_shares_computed_by_hand() -> None:
    # The row allows ##. and .##, but each column has only one candidate.
    puzzle = Clues((black([2]),), (black([1]), black([1]), black([])))
    first, *_ = steps(puzzle)
    assert [share[1] for share in first.shares] == [1, 1, 0]
    even = next(iter(steps(Clues((black([1]),) * 2, (black([1]),) * 2))))
    assert [share[1] for share in even.shares] == [Fraction(1, 2)] * 4
    assert even.settled == 0 and not even.solved


def test_steps_end_with_the_result_of_line_solving(nonograms: Path) -> None:
    for path in sorted(nonograms.glob("*")):
        puzzle = read_file(path)
        if puzzle.height * puzzle.width > 400:
            continue
        *_, last = steps(puzzle)
        logic = by_logic(puzzle)
        assert last.masks == logic.masks
        assert last.solved == logic.solved


def test_contradictions_name_the_line() -> None:
    # Row 1 needs both cells, but column 2 allows none.
    puzzle = Clues((black([2]), black([])), (black([1]), black([])))
    with pytest.raises(ContradictionError, match="row 1 and column 2 disagree"):
        list(steps(puzzle))
    with pytest.raises(
        ContradictionError, match="row 1, clue 3, cannot be filled in 2 c"
    ) as raised:
        list(steps(Clues((black([3]),), (black([1]),) * 2)))
    assert raised.value.line == 0
