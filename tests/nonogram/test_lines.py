"""The compiled line solver, against listing every filling."""

from __future__ import annotations

import itertools
import math
import random
import time
from importlib.machinery import EXTENSION_SUFFIXES

import nonogram_twin
import numpy as np
import pytest
from numpy.typing import NDArray

from calpuzzle._core import lines as core
from calpuzzle.nonogram.lines import settle, tally, tally_plain
from calpuzzle.nonogram.puzzle import Clue, clue_of

Words = NDArray[np.uint64]

LONGEST = 11
STATES = ((1, 0), (0, 1), (1, 1), (0, 0))  # may be white, may be black


def partial_lines(length: int) -> tuple[Words, Words]:
    """Each partial line once, first cell slowest, with cells white, black or open."""
    white, black = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for cell in range(length):
        bits = [(np.uint64(w << cell), np.uint64(b << cell)) for w, b in STATES[:3]]
        white = np.stack([white | w for w, _ in bits], axis=-1).ravel()
        black = np.stack([black | b for _, b in bits], axis=-1).ravel()
    return white, black


def listed(length: int, fillings: list[tuple[int, ...]]) -> tuple[Words, Words]:
    """For each partial line, the union of the fillings that agree with it, white and black.

    A whole line agrees with itself; an open cell takes the union of its two closings.
    """
    shape = (3,) * length
    white, black = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    for filling in fillings:
        black[filling] = sum(colour << cell for cell, colour in enumerate(filling))
        white[filling] = sum((1 - colour) << cell for cell, colour in enumerate(filling))
    for axis in range(length):
        at: list[slice | int] = [slice(None)] * length
        for grid in (white, black):
            parts = []
            for state in (0, 1):
                at[axis] = state
                parts.append(grid[tuple(at)])
            at[axis] = 2
            grid[tuple(at)] = parts[0] | parts[1]
    return white.ravel(), black.ravel()


def test_partial_lines_are_in_the_order_of_the_listing() -> None:
    white, black = partial_lines(3)
    assert len(white) == 27
    assert (white[0], black[0]) == (7, 0)
    assert (white[1], black[1]) == (3, 4)  # the last cell is the fastest
    assert (white[26], black[26]) == (7, 7)


@pytest.mark.parametrize("length", range(1, LONGEST + 1))
def test_every_clue_and_every_partial_line(length: int) -> None:
    fillings: dict[Clue, list[tuple[int, ...]]] = {}
    for filling in itertools.product((0, 1), repeat=length):
        fillings.setdefault(clue_of(filling), []).append(filling)
    start = partial_lines(length)
    assert len(start[0]) == 3**length
    for clue, members in fillings.items():
        white, black = (sets.copy() for sets in start)
        core.settle_many(length, clue, white, black)
        want_white, want_black = listed(length, members)
        assert np.array_equal(white, want_white), clue
        assert np.array_equal(black, want_black), clue


def test_the_listing_is_what_candidates_gives() -> None:
    for length in range(1, 6):
        fillings = list(itertools.product((0, 1), repeat=length))
        for clue in {clue_of(filling) for filling in fillings}:
            for states in itertools.product((1, 2, 3), repeat=length):
                want = [
                    filling
                    for filling in fillings
                    if clue_of(filling) == clue
                    and all(mask >> c & 1 for mask, c in zip(states, filling, strict=True))
                ]
                assert sorted(nonogram_twin.candidates(clue, states)) == want


def test_cells_without_any_colour_left_cannot_be_filled() -> None:
    for masks in ([0], [3, 0, 3], [3, 3, 0]):
        for clue in ((), ((1, 1),)):
            assert settle(clue, masks, 1) is None
            assert tally(clue, masks, 1)[0] == 0


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_settle_and_tally_agree_with_listing(colours: int) -> None:
    rng = random.Random(colours)
    for _ in range(1500):
        length = rng.randint(1, 9)
        clue = clue_of(rng.randint(0, colours) for _ in range(rng.randint(1, length)))
        masks = [rng.randint(1, (2 << colours) - 1) for _ in range(length)]
        fillings = list(nonogram_twin.candidates(clue, masks))
        want = [
            [sum(filling[cell] == colour for filling in fillings) for cell in range(length)]
            for colour in range(colours + 1)
        ]
        for count in (tally, tally_plain):
            assert count(clue, masks, colours) == (len(fillings), want)
        settled = [
            sum(1 << colour for colour in range(colours + 1) if want[colour][cell])
            for cell in range(length)
        ]
        for shrink in (settle, nonogram_twin.settle):
            assert shrink(clue, masks, colours) == (settled if fillings else None)


@pytest.mark.parametrize(
    "length", [62, 63, 64, 65, 126, 127, 128, 129, 255, 256, 257, 511, 512, 600, 1000]
)
def test_long_lines_agree_with_the_plain_twin(length: int) -> None:
    """At the edges of each width of the kernel, with clues of the line's own making."""
    rng = random.Random(length)
    for turn in range(6 if length < 300 else 2):
        colours = 1 + turn % 2
        line: list[int] = []
        while len(line) < length:
            line += [rng.randint(0, colours)] * rng.choice((1, 1, 2, 3, 40))
        line = line[:length]
        clue = clue_of(line)
        masks = [(1 << cell) if rng.random() < 0.3 else (2 << colours) - 1 for cell in line]
        assert settle(clue, masks, colours) == nonogram_twin.settle(clue, masks, colours)


def test_counts_past_the_largest_float_integers_are_exact() -> None:
    # 30 single cells in 100: the gaps' choices are the combinations of 30 out of 71.
    total, counts = tally(((1, 1),) * 30, [3] * 100, 1)
    assert total == math.comb(71, 30) > 2**53
    assert counts[0][0] + counts[1][0] == total
    assert counts[1][0] == math.comb(70, 29)
    assert sum(counts[1]) == 30 * total
    # Past 128 bits, and so past the compiled counter.
    total, counts = tally(((1, 1),) * 250, [3] * 900, 1)
    assert total == math.comb(651, 250) > 2**128
    assert counts[1][0] == math.comb(650, 249)


def test_a_line_of_a_hundred_cells_costs_little() -> None:
    start = time.perf_counter()
    for _ in range(20):
        tally(((1, 1),) * 30, [3] * 100, 1)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    ("cells", "blocks", "colours", "can"),
    [
        (0, [], 1, [0, 0]),
        (1001, [], 1, [0, 0]),
        (3, [(0, 1)], 1, [7, 7]),
        (3, [(-1, 1)], 1, [7, 7]),
        (3, [(1, 2)], 1, [7, 7]),
        (3, [(1, 1)], 0, [7]),
        (3, [(1, 1)], 1, [7]),
        (3, [(1, 1)], 1, [8, 7]),
        (3, [(1, 1)], 1, [-1, 7]),
    ],
)
def test_the_compiled_functions_check_what_they_are_given(
    cells: int, blocks: list[tuple[int, int]], colours: int, can: list[int]
) -> None:
    for function in (core.settle, core.tally):
        with pytest.raises(ValueError):
            function(cells, blocks, colours, can)


def test_the_compiled_counter_refuses_what_might_not_fit() -> None:
    with pytest.raises(ValueError, match="128 bits"):
        core.tally(128, [(1, 1)], 1, [(1 << 128) - 1] * 2)
    with pytest.raises(ValueError, match="128 bits"):
        core.tally(90, [(1, 1)], 2, [(1 << 90) - 1] * 3)


def test_the_compiled_module_is_loaded() -> None:
    assert core.__file__ is not None
    assert core.__file__.endswith(tuple(EXTENSION_SUFFIXES))
