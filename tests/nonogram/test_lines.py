"""The compiled line solver and counter, against lists of all fillings and nonogram_twin."""

from __future__ import annotations

import itertools
import math
import random

import nonogram_twin
import pytest

from calpuzzle.nonogram.clues import MAX_SIDE, Clue, clue_of
from calpuzzle.nonogram.lines import settle, tally

SLOW = pytest.mark.slow


@pytest.mark.parametrize("length", [*range(1, 7), *(pytest.param(k, marks=SLOW) for k in (7, 8))])
def test_settle_is_exact_for_every_clue_and_every_partial_line(length: int) -> None:
    """A line without open cells is unchanged or contradictory. The result of any other line is the
    union of the results for both colours of an open cell. Partial lines are numbers in base 3."""
    partial = list(itertools.product((0, 1, 2), repeat=length))
    fillings: dict[Clue, set[tuple[int, ...]]] = {}
    for filling in itertools.product((0, 1), repeat=length):
        fillings.setdefault(clue_of(filling), set()).add(filling)
    for clue, members in fillings.items():
        want: list[list[int]] = []
        for number, states in enumerate(partial):
            masks = [state + 1 for state in states]
            if 2 in states:
                place = 3 ** (length - 1 - states.index(2))
                one, other = want[number - place], want[number - 2 * place]
                want.append([a | b for a, b in zip(one, other, strict=True)])
            else:
                want.append(masks if states in members else [0] * length)
            assert (settle(clue, masks, 1) or [0] * length) == want[-1], (clue, states)


@pytest.mark.parametrize("number", [150, pytest.param(800, marks=SLOW)])
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_settle_and_tally_agree_with_listing(colours: int, number: int) -> None:
    rng = random.Random(colours)
    for _ in range(number):
        length = rng.randint(1, 9)
        clue = clue_of(rng.randint(0, colours) for _ in range(rng.randint(1, length)))
        masks = [rng.randint(1, (2 << colours) - 1) for _ in range(length)]
        fillings = list(nonogram_twin.candidates(clue, masks))
        want = [
            [sum(filling[cell] == colour for filling in fillings) for cell in range(length)]
            for colour in range(colours + 1)
        ]
        for count in (tally, nonogram_twin.tally):
            assert count(clue, masks, colours) == (len(fillings), want)
        settled = [
            sum((row[cell] > 0) << c for c, row in enumerate(want)) for cell in range(length)
        ]
        assert settle(clue, masks, colours) == (settled if fillings else None)


@pytest.mark.parametrize(
    ("length", "colours"),
    [
        *itertools.product([62, 63, 64, 65, 127, 128], [1, 2, 5]),
        *[(255, 1), (256, 5), (511, 2), (512, 5), (MAX_SIDE, 1)],
        *(pytest.param(length, 5, marks=SLOW) for length in (255, 511, MAX_SIDE)),
    ],
)
def test_settle_and_tally_of_long_lines_agree_with_the_twin(length: int, colours: int) -> None:
    """The lengths are at the limits of the kernel's widths; the counts have one word or many."""
    rng = random.Random(length * colours)
    for known in (0.3, 0.0) if length < 200 else (0.3,):
        line: list[int] = []
        while len(line) < length:
            line += [rng.randint(0, colours)] * rng.choice((1, 1, 2, 3, 40))
        clue = clue_of(line[:length])
        masks = [1 << c if rng.random() < known else (2 << colours) - 1 for c in line[:length]]
        assert tally(clue, masks, colours) == nonogram_twin.tally(clue, masks, colours)
        assert settle(clue, masks, colours) == nonogram_twin.settle(clue, masks, colours)


@pytest.mark.parametrize(("blocks", "cells"), [(30, 100), (1, 900), (250, 900), (450, 900)])
def test_tally_of_single_cells_is_the_binomial_coefficient(blocks: int, cells: int) -> None:
    total, counts = tally(((1, 1),) * blocks, [3] * cells, 1)
    assert total == math.comb(cells - blocks + 1, blocks)
    assert counts[1][0] == math.comb(cells - blocks, blocks - 1)
    assert counts[0][0] + counts[1][0] == total
    assert sum(counts[1]) == blocks * total
