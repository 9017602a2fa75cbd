"""Diagrams near their limits: boards of two words, and many copies, labels and solutions."""

from __future__ import annotations

import random

import pytest
from building import blank, board, dominoes, piece
from growing import grown
from random_puzzles import cut

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import load
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.puzzle.validate import faults

BACKTRACK, DIAGRAM = load("backtrack"), load("diagram")


@pytest.mark.parametrize(
    ("height", "width", "tilings"),
    # OEIS A099390. The last board exceeds one word, and its count 32 bits.
    [(1, 128, 1), (2, 64, 17167680177565), (8, 8, 12988816), (8, 16, 540061286536921)],
)
def test_diagram_counts_dominoes_on_rectangles(height: int, width: int, tilings: int) -> None:
    diagram = grown(dominoes(height, width))
    assert diagram.total == tilings
    assert diagram.counts().tolist() == tilings
    remaining = diagram.remaining()
    assert remaining.count == tilings
    last = remaining.nth(tilings - 1)
    assert remaining.nth(0) <= last == max(last, remaining.nth(tilings // 2))
    assert diagram.completions(last[:3]) >= 1


def test_diagram_with_groups_counts_past_32_bits() -> None:
    # A strip of 2 by 64 with labels in two columns: the counts are Fibonacci numbers.
    rows = ("a b" + " ." * 62, "c d" + " ." * 62)
    groups = (Group("g", ("a", "b")), Group("h", ("c", "d")))
    model = Model("x", board(*rows), (piece("D", "##", copies=63),), groups)
    assert faults(model) == []
    # With a and c open, 63 columns remain; with b and d, a domino and 62; else parity forbids it.
    fibonacci = [1, 1]
    while len(fibonacci) < 70:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert grown(model).counts().tolist() == [[fibonacci[63], 0], [0, fibonacci[62]]]


def many_labels(seed: int, height: int, width: int, groups: int) -> Model:
    """Return a board cut into large pieces; every cell has a label of some group."""
    rng = random.Random(seed)
    cells: list[Cell] = [(r, c) for r in range(height) for c in range(width)]
    owner = {cell: rng.randrange(groups) for cell in cells}
    names = {cell: f"{'abcd'[owner[cell]]}{k}" for k, cell in enumerate(cells)}
    free = [next(cell for cell in cells if owner[cell] == g) for g in range(groups)]
    parts = cut(rng, [cell for cell in cells if cell not in free], range(9, 13))
    return Model(
        "labels",
        board(*[" ".join(names[r, c] for c in range(width)) for r in range(height)]),
        tuple(Piece(f"P{k}", (normal(part),)) for k, part in enumerate(parts)),
        tuple(
            Group(f"group{g}", tuple(names[cell] for cell in cells if owner[cell] == g))
            for g in range(groups)
        ),
    )


def test_diagram_supports_labels_past_the_64th() -> None:
    model = many_labels(7, 8, 9, 2)
    assert faults(model) == []
    cover = Lowering(model).cover
    counts = BACKTRACK.counts(cover)
    assert counts.any()
    assert DIAGRAM.counts(cover).tolist() == counts.tolist()
    solvable = counts.ravel().nonzero()[0].tolist()
    for number in {*solvable[:: max(1, len(solvable) // 4)], 0, cover.instances - 1}:
        labels = cover.instance(number)
        found = list(BACKTRACK.solutions(cover, labels))
        assert list(DIAGRAM.solutions(cover, labels)) == found
        for solution in found[:1]:
            first, last = solution[:1], solution[-2:]
            assert DIAGRAM.count(cover, first) == BACKTRACK.count(cover, first)
            expected = sum(set(last) <= set(other) for other in found)
            assert DIAGRAM.count(cover, (*labels, *last)) == expected


# --- limits


def test_diagram_rejects_counts_past_63_bits() -> None:
    # 36 dominoes and 56 monominoes on 8 by 16.
    pieces = (piece("D", "##", copies=36), piece("M", "#", copies=56))
    with pytest.raises(CannotDoError, match="too many to count"):
        grown(Model("x", blank(8, 16), pieces))


def test_diagram_rejects_arrays_of_too_many_solutions() -> None:
    with pytest.raises(TooLargeError, match="540,061,286,536,921 solutions"):
        grown(dominoes(8, 16)).solutions()
    with pytest.raises(TooLargeError):
        grown(dominoes(4, 4)).solutions(100)
