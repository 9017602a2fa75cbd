"""The growth of diagrams: recorded sizes, unsupported puzzles, progress and interruption."""

from __future__ import annotations

from math import factorial

import pytest
import shipped
from building import LARGE, PENTOMINOES, blank, dominoes, made, piece
from growing import LARGE_ENOUGH, growth_of, run

from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import (
    counted,
    grow,
    reduced_growth,
    unsupported_reason,
    written,
)
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import layout_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.puzzle.validate import faults

# --- recorded sizes


# The number of stored shapes, the numbers of states and edges at the end, and the most bytes in
# use. After an intended change of the growth, replace them by the numbers that the test prints.
SIGNATURE = {
    "dray": (147061, 85876, 128714, 17538352),
    "9x8": (51, 52, 66, 408644),
}


@pytest.mark.parametrize("name", SIGNATURE)
def test_growth_matches_its_recorded_signature(name: str) -> None:
    large = {model.name: model for model in LARGE}
    cover = Lowering(large[name]).cover if name in large else shipped.lowering(name).cover
    growth, (first, _, to) = run(cover)
    shapes = sum(growth.size(place) for place in range(layout_of(cover).tables.places + 1))
    assert (shapes, len(first) // 4 - 1, len(to) // 4, growth.most_bytes) == SIGNATURE[name]


def test_pieces_with_sides_of_two_sizes_are_counted() -> None:
    """Seven pieces fill the row in any order, and one of them shows its larger side."""
    pieces = [piece(f"P{k}", "#", "##") for k in range(7)]
    cover = Lowering(made(blank(1, 8), *pieces, interchangeable=False)).cover
    assert any(set_tables(cover).joint)
    assert load("diagram").count(cover) == 7 * factorial(7)


# --- unsupported puzzles, progress and interruption


@pytest.mark.parametrize("kind", ["labels", "pieces"])
def test_growth_rejects_a_root_with_placed_labels_or_pieces(kind: str) -> None:
    cover = shipped.lowering("dray").cover
    growth, layout, _ = growth_of(cover)
    labels = {label for axis in cover.axes for label in axis}
    option = next(k for k in range(len(cover.options)) if (k in labels) == (kind == "labels"))
    root = layout.root([option])
    assert root is not None
    with pytest.raises(ValueError, match=f"must not contain {kind}"):
        growth.start(root)


def test_diagram_refuses_too_many_different_pieces() -> None:
    # Twenty different pieces: the 2^20 sets of used pieces take 2^14 words, which is too many.
    pieces = [piece(f"I{k}", "#" * k) for k in range(1, 13)]
    pieces += [piece("L", "##|#."), piece("S", "##.|.##"), piece("T", "###|.#.")]
    pieces += [piece("O", "##|##")] + [piece(name, PENTOMINOES[name]) for name in "FXWZ"]
    area = sum(len(item.shape) for item in pieces)
    cells = [(r, c) for r in range(10) for c in range(12)][:area]
    model = Model("x", Board(tuple(cells)), tuple(pieces))
    assert faults(model) == []
    cover = Lowering(model).cover
    reason = "the puzzle has 20 different pieces, too many for the engine diagram"
    assert unsupported_reason(cover) == load("diagram").unsupported_reason(cover) == reason
    assert load("backtrack").unsupported_reason(cover) is None
    with pytest.raises(TooLargeError, match=reason):
        grow(cover, Run(memory=LARGE_ENOUGH))


def test_diagram_refuses_too_many_placements() -> None:
    cover = Lowering(dominoes(4, 4)).cover
    cover.options = cover.options * 3000
    assert load("diagram").unsupported_reason(cover) == (
        "the puzzle has 72,000 placements, and the engine diagram handles 65,535"
    )


@pytest.mark.parametrize("counting", [True, False])
def test_progress_is_complete_at_the_end_only(counting: bool) -> None:
    cover = shipped.fresh("month-day-7x7").cover
    reported: list[float] = []
    run = Run(progress=lambda done, of, found: reported.append(done / (of or 1)))
    growth = reduced_growth(cover, run)
    assert reported == sorted(reported) and reported[-1] == 0.5
    if counting:
        counted(growth, cover, run)
    else:
        written(growth, run)
    assert reported == sorted(reported) and reported[-1] == 1


def test_ctrl_c_while_growing_leaves_no_diagram_in_the_cache() -> None:
    cover = shipped.fresh("month-day-7x7").cover

    def interrupt(done: int, of: int | None, found: int) -> None:
        assert of is not None
        if done > of // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        diagram_of(cover, Run(progress=interrupt))
    assert cached_of(cover).diagram is None
    assert diagram_of(cover).total == 25_061
    assert cached_of(cover).diagram is diagram_of(cover)
