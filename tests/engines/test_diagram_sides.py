"""Diagrams of pieces of which either side may be up, such as those of IQ Fit."""

from __future__ import annotations

from collections import Counter

import numpy as np
import shipped
from building import blank, piece
from hypothesis import given, settings
from random_puzzles import cut_frames

from calpuzzle.engines import load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import refusal as no_bitboard
from calpuzzle.engines.layout import sizes_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

BACKTRACK, DIAGRAM, REFERENCE = load("backtrack"), load("diagram"), load("reference")


def test_pieces_of_two_sides() -> None:
    uneven: Counter[str] = Counter()

    @settings(max_examples=60)
    @given(cut_frames())
    def differ(model: Model) -> None:
        cover = Lowering(model).cover
        if no_bitboard(cover):
            return
        found = list(REFERENCE.solutions(cover))
        for engine in (DIAGRAM, BACKTRACK):
            assert list(engine.solutions(cover)) == found
            assert engine.count(cover) == len(found)
        for solution in found[:: max(1, len(found) // 3)]:
            for laid in (solution[:1], solution[-2:], solution[1::2]):
                expected = [tuple(sorted({*s} - {*laid})) for s in found if {*laid} <= {*s}]
                for engine in (DIAGRAM, BACKTRACK):
                    assert list(engine.solutions(cover, laid)) == expected
                    assert engine.count(cover, laid) == len(expected)
        uneven["larger sides lie"] += bool(found) and sizes_of(cover).larger > 0
        uneven["only smaller ones"] += bool(found) and sizes_of(cover).larger == 0

    differ()
    assert len(uneven) == 2 and min(uneven.values()) > 5, uneven


def test_kinds_of_pieces_of_two_sides() -> None:
    # Two pieces that may grow, and one that may not: five kinds, and the larger sides are counted.
    model = Model(
        "x",
        blank(2, 4),
        (piece("A", "#", "##"), piece("B", "##", "###"), piece("C", "###|#..")),
        interchangeable=False,
    )
    cover = Lowering(model).cover
    sets = set_tables(cover)
    assert sets.sizes == [1, 2, 4, 2, 3]
    of = {0: {2: 0, 3: 3}, 1: {3: 1, 4: 4}, 2: {5: 2}}
    assert sets.piece == [of[option[0]][len(option)] for option in cover.options]
    assert list(DIAGRAM.solutions(cover)) == list(REFERENCE.solutions(cover)) != []


def test_iq_fit() -> None:
    diagram = diagram_of(shipped.lowering("iq-fit").cover)
    assert diagram.total == 301_350
    rows, _ = diagram.solutions()
    assert len(np.unique(rows, axis=0)) == 301_350
    cover = shipped.lowering("iq-fit").cover
    for number in (0, 1234, 301_349):
        solution = tuple(rows[number].tolist())
        laid = solution[2:5]
        expected = list(BACKTRACK.solutions(cover, laid))
        assert list(diagram.left(laid)) == expected
        assert tuple(sorted({*solution} - {*laid})) in expected
