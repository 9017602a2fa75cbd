"""All engines on random puzzles of every kind against brute force: a few hundred, or ten thousand.

The brute force is tests/definition.py for puzzles of pieces, which turns the pieces and looks at
the cells, and tests/random_covers.py for exact covers, which tries every set of options.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from math import prod

import agreement
import pytest
import random_covers
from conftest import EXTRAS
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from random_puzzles import bare_models, cut_frames, fittings, grouped, models

from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults

NATIVE = ("auto", "backtrack", "diagram", "halves", "frontier", "dancing", "reference")
OTHERS = tuple(n for n in ("sat", "cpsat") if importlib.util.find_spec(EXTRAS[n]) is not None)
ONE_IN = 5  # of the puzzles that engines of other makers solve too

KINDS = st.one_of(
    fittings(),
    fittings(),
    grouped(),
    cut_frames(most_side=3),
    models(most_cells=9, most_size=4, most_groups=2, most_side=3),
    bare_models(),
    random_covers.covers(),
)


def kinds_of(thing: Model | Cover) -> list[str]:
    """What there is to a puzzle."""
    if isinstance(thing, Cover):
        return ["cover", *(["secondary items"] if thing.secondary else [])]
    board, pieces = thing.board, thing.pieces
    frame = prod(1 + max(axis) - min(axis) for axis in zip(*board.cells, strict=True))
    there = {
        "three dimensions": board.dimensions == 3,
        "bare ways": board.bare,
        "colours": bool(board.colours),
        "cells that may stay empty": bool(board.optional),
        "holes": len(board.cells) < frame,
        "dates": bool(thing.groups),
        "repeated": any(piece.most > 1 for piece in pieces),
        "optional": any(piece.least < piece.most for piece in pieces),
        "fixed": any(not piece.turn and not piece.flip for piece in pieces),
        "one-sided": any(piece.turn and not piece.flip for piece in pieces),
        "two sides": any(len(piece.sides) > 1 for piece in pieces),
        "told apart": not thing.interchangeable,
        "bitboards": load("backtrack").refusal(Lowering(thing).cover) is None,
    }
    return [kind for kind, has in there.items() if has]


def compare(thing: Model | Cover, engines: tuple[str, ...]) -> int:
    """Compare engines with brute force; how many solutions there are."""
    if isinstance(thing, Model):
        return 0 if faults(thing) else agreement.with_definition(thing, engines)
    expected = random_covers.completions(thing, ())
    for name in engines:
        if load(name).refusal(thing) is None:
            assert sorted(load(name).solutions(thing)) == expected, name
            assert load(name).count(thing) == len(expected), name
    return len(expected)


@pytest.mark.filterwarnings("ignore:.*one by one")
@pytest.mark.parametrize("number", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_puzzles(number: int) -> None:
    seen: Counter[str] = Counter()

    @seed(number)
    @settings(max_examples=number, database=None, phases=(Phase.generate, Phase.shrink))
    @given(KINDS)
    def differ(thing: Model | Cover) -> None:
        seen["tried"] += 1
        others = OTHERS if seen["tried"] % ONE_IN == 0 else ()
        if compare(thing, NATIVE + others):
            seen.update(["solvable", *kinds_of(thing)])

    differ()
    assert seen["tried"] >= number and seen["solvable"] > number / 5
    # A puzzle of every kind has had a solution; which are drawn differs from Python to Python.
    assert len(seen) >= 2 + (13 if number == 200 else 15), seen
