"""Design on hexagons, triangles, sticks and layers: totals agree with the counts of an engine."""

from __future__ import annotations

import pytest
from small_boards import puzzle

from calpuzzle.design.families.family import choice, family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.layouts.label_layout import Wish, layout
from calpuzzle.design.repairs.repair import RepairLimits, repairs
from calpuzzle.engines import load
from calpuzzle.formats import toml
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import orientations

# OEIS A000105, A000228 and A000577; one-sided: A000988, A006535 and A006534
KNOWN_NUMBERS: dict[Lattice, tuple[list[int], list[int]]] = {
    SQUARES: ([1, 1, 2, 5, 12, 35, 108], [1, 1, 2, 7, 18, 60, 196]),
    HEXAGONS: ([1, 1, 3, 7, 22, 82], [1, 1, 3, 10, 33]),
    TRIANGLES: ([1, 1, 1, 3, 4, 12, 24], [1, 1, 1, 4, 6, 19, 43]),
}
BOARD = """
lattice = "hexagons"
board = '''
A B C
 . . . .
. . . #
'''
[groups]
letter = "A B C"
"""


def total(model: Model) -> int:
    return int(load("dancing").counts(Lowering(model).cover).sum())


@pytest.mark.parametrize("lattice", KNOWN_NUMBERS, ids=str)
def test_numbers_of_pieces_agree_with_oeis(lattice: Lattice) -> None:
    for sided, known in enumerate(KNOWN_NUMBERS[lattice]):
        for size, number in enumerate(known, 1):
            found = polyominoes(size, bool(sided), lattice)
            shown = {orientations(p.shape, p.turn, p.flip, lattice) for p in found}
            assert len(found) == len(shown) == len({p.name for p in found}) == number


def test_sweep_over_polyhexes_agrees_with_dancing() -> None:
    board = toml.read(BOARD.replace("A B C", "A B C #", 1), "hexagons", fit=False)
    sets = family(board, [choice("2:trihexes"), choice("1:dihexes"), choice("1:monohexes")])
    found = [total(sets.model(board, number)) for number in range(len(sets))]
    sweep = FamilySweep(board, sets, None)
    tally = Tally.empty(len(sets))
    for unit in sweep.units:
        tally.add(sweep.run(unit))
    assert tally.total.tolist() == found and any(found)


@pytest.mark.filterwarnings("ignore:.*one by one")
@pytest.mark.parametrize(
    ("lattice", "layers", "seed"),
    [(HEXAGONS, 1, 7), (TRIANGLES, 1, 3), (STICKS, 1, 4), (SQUARES, 2, 3)],
)
def test_layouts_and_repairs_agree_with_dancing(lattice: Lattice, layers: int, seed: int) -> None:
    while not (model := puzzle(seed, lattice, layers)).groups or not total(model):
        seed += 1
    found = repairs(model, RepairLimits(every=True, swap=1, exchange=1))
    assert found.before.total == total(model)
    for repair in found.repairs:
        assert repair.totals.total == total(repair.model) and not repair.totals.unsolved
    best = layout(model, Wish("total", every=False, tries=1, seconds=0))
    assert best.totals.total == total(best.model) >= total(model)
