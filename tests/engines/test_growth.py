"""The growth of diagrams: state for state as the definition says, and within its bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import shipped
from building import LARGE, PENTOMINOES, board, dominoes, piece
from growing import LARGE_ENOUGH, as_bytes, growth_of, run
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import cut_frames, models

from calpuzzle._core import grow64
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import grow, refusal
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import layout_of
from calpuzzle.engines.layout import refusal as no_bitboard
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Group, Model
from calpuzzle.puzzle.validate import faults

# --- the definition

State = tuple[frozenset[int], tuple[int, ...], int]


"""The covered cells, how often each piece and group is used, and how many larger sides lie."""


def defined(cover: Cover) -> tuple[State, dict[State, dict[int, State]]]:
    """The states that lie on a way from the empty to the full board, and their edges by option."""
    cells = range(cover.pieces, len(cover.primary))
    smallest = {
        index: min(len(o) for o in cover.options if o[0] == index)
        for index in {option[0] for option in cover.options}
    }
    all_used = tuple(most for _, most in cover.bounds[: cover.pieces])
    edges: dict[State, dict[int, State]] = {}
    alive: dict[State, bool] = {}

    def after(state: State, option: Options) -> State | None:
        occupied, used, larger = state
        index, *own = option
        if occupied & set(own) or used[index] == cover.bounds[index][1]:
            return None
        number = tuple(n + (k == index) for k, n in enumerate(used))
        return occupied | set(own), number, larger + (len(option) > smallest[index])

    def visit(state: State) -> bool:
        if state not in alive:
            free = [cell for cell in cells if cell not in state[0]]
            alive[state] = not free and state[1] == all_used
            edges[state] = {}
            for k, option in enumerate(cover.options):
                target = after(state, option) if free and option[1] == free[0] else None
                if target and visit(target):
                    alive[state] = True
                    edges[state][k] = target
        return alive[state]

    root: State = (frozenset(), (0,) * cover.pieces, 0)
    visit(root)
    return root, {state: edges[state] for state in edges if alive[state]}


@settings(max_examples=60)
@given(models(most_cells=12) | cut_frames(most_side=3))
def test_every_state_and_edge_is_that_of_the_definition(model: Model) -> None:
    cover = Lowering(model).cover
    if no_bitboard(cover):
        return
    first, option, to = grow(cover, Run(memory=LARGE_ENOUGH))
    root, edges = defined(cover)
    assert len(first) - 1 == len(edges)
    assert len(option) == len(to) == sum(map(len, edges.values()))
    if not edges:
        return
    state_of = {0: root}
    for s in range(len(first) - 1):
        # Every state is met before its own edges are: nothing is left over.
        here = edges[state_of[s]]
        assert list(option[first[s] : first[s + 1]]) == sorted(here)
        for e in range(first[s], first[s + 1]):
            assert state_of.setdefault(to[e], here[option[e]]) == here[option[e]]
    assert len(set(state_of.values())) == len(state_of) == len(edges)


# Shapes that are stored, and states, edges and bytes at the end. Where the growth is meant to
# store or to take another number, put in what the test shows.
SIGNATURE = {
    "dray": (147061, 85876, 128714, 17538352),
    "9x8": (51, 52, 66, 408644),
}


@pytest.mark.parametrize("name", SIGNATURE)
def test_signature_of_the_growth(name: str) -> None:
    large = {model.name: model for model in LARGE}
    cover = Lowering(large[name]).cover if name in large else shipped.lowering(name).cover
    growth, (first, _, to) = run(cover)
    shapes = sum(growth.size(place) for place in range(layout_of(cover).tables.places + 1))
    assert (shapes, len(first) // 4 - 1, len(to) // 4, growth.bytes) == SIGNATURE[name]


@settings(max_examples=30)
@given(models(most_cells=18), st.integers(1, 3))
def test_a_growth_in_slices_is_the_same(model: Model, step: int) -> None:
    cover = Lowering(model).cover
    if layout_of(cover).root() is None:
        return
    assert run(cover, step=step)[1] == as_bytes(grow(cover, Run(memory=LARGE_ENOUGH)))


# --- what is refused


def test_too_many_different_pieces() -> None:
    # Twenty sizes of lines: 2^20 used sets, of which 2^14 words are too many.
    pieces = [piece(f"I{k}", "#" * k) for k in range(1, 13)]
    pieces += [piece("L", "##|#."), piece("S", "##.|.##"), piece("T", "###|.#.")]
    pieces += [piece("O", "##|##")] + [piece(name, PENTOMINOES[name]) for name in "FXWZ"]
    area = sum(len(item.shape) for item in pieces)
    cells = [(r, c) for r in range(10) for c in range(12)][:area]
    model = Model("x", Board(tuple(cells)), tuple(pieces))
    assert faults(model) == []
    cover = Lowering(model).cover
    why = "the puzzle has 20 different pieces, too many for the engine diagram"
    assert refusal(cover) == load("diagram").refusal(cover) == why
    assert load("backtrack").refusal(cover) is None
    with pytest.raises(TooLargeError, match=why):
        grow(cover, Run(memory=LARGE_ENOUGH))


def test_too_many_placements() -> None:
    cover = Lowering(dominoes(4, 4)).cover
    cover.options = cover.options * 3000
    assert refusal(cover) == (
        "the puzzle has 72,000 placements, and the engine diagram handles 65,535"
    )
    with pytest.raises(TooLargeError, match="72,000 placements"):
        grow(cover, Run(memory=LARGE_ENOUGH))


def test_what_no_bitboard_holds_has_no_diagram() -> None:
    cover = Lowering(dominoes(10, 13)).cover
    with pytest.raises(CannotDoError, match="130 places") as caught:
        grow(cover, Run(memory=LARGE_ENOUGH))
    assert not isinstance(caught.value, TooLargeError)


def test_ctrl_c_while_growing_leaves_nothing_behind() -> None:
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


# --- the calls of the compiled growth


def test_tables_of_another_size_are_refused() -> None:
    cover = Lowering(dominoes(2, 3)).cover
    tables, sets = layout_of(cover).tables, set_tables(cover)
    for start in (sets.run_start[:-1], [*sets.run_start, 0]):
        with pytest.raises(ValueError, match="runs"):
            grow64.Growth(tables, sets._replace(run_start=start), 1 << 30)
    many: dict[str, Any] = {
        name: list(getattr(tables, name)) * 0x8000 for name in ("masks", "add", "instance", "test")
    }
    with pytest.raises(ValueError, match="hold all options"):
        grow64.Growth(tables._replace(**many), sets, 1 << 30)
    with pytest.raises(ValueError, match="fit"):
        grow64.Growth(tables, sets._replace(width=1025), 1 << 30)
    with pytest.raises(ValueError, match="fit"):
        grow64.Growth(tables._replace(places=65), sets, 1 << 30)


def test_roots_that_do_not_fit_are_refused() -> None:
    model = Model("x", board("a . ."), (piece("D", "##"),), (Group("g", ("a",)),))
    cover = Lowering(model).cover
    growth, layout, root = growth_of(cover)
    labelled = layout.root(cover.instance(0))
    assert labelled is not None
    with pytest.raises(ValueError, match="without labels"):
        growth.start(labelled)
    with pytest.raises(ValueError, match="nothing to cover"):
        growth.start(root._replace(occupied=layout.full))
    with pytest.raises(ValueError, match="outside the frame"):
        growth.start(root._replace(occupied=0b111))


def test_layers_and_slices_are_named_as_they_come() -> None:
    growth, layout, root = growth_of(Lowering(dominoes(2, 3)).cover)
    growth.start(root)
    assert growth.size(0) == 1
    assert growth.size(layout.tables.places) == 0
    for place in (1, layout.tables.places):
        with pytest.raises(ValueError, match="order"):
            growth.forward(place, 0, 10)
    assert growth.forward(0, 0, 10) == 1
    with pytest.raises(ValueError, match="order"):
        growth.forward(0, 1, 10)


def test_calls_out_of_order_are_refused() -> None:
    growth, layout, root = growth_of(Lowering(dominoes(2, 3)).cover)
    places = layout.tables.places
    calls: dict[str, Callable[[], object]] = {
        "start": lambda: growth.start(root),
        "forward": lambda: growth.forward(0, 0, 10),
        "from the middle": lambda: growth.forward(0, 1, 10),
        "nothing": lambda: growth.forward(0, 0, 0),
        "backwards": lambda: growth.forward(0, 0, -1),
        "past": lambda: growth.forward(places, 0, 10),
        "before": lambda: growth.forward(-1, 0, 10),
        "backward": lambda: growth.backward(places),
        "number": lambda: growth.number(),
        "emit": lambda: growth.emit(0),
        "finish": lambda: growth.finish(),
    }

    def refused(*but: str) -> None:
        for name in calls.keys() - but:
            with pytest.raises(ValueError, match="order"):
                calls[name]()

    refused("start")
    growth.start(root)
    refused("forward")
    for place in range(places):
        growth.forward(place, 0, 1 << 62)
    refused("backward")
    for place in reversed(range(places + 1)):
        growth.backward(place)
    refused("number")
    growth.number()
    refused("emit")
    for place in range(places + 1):
        growth.emit(place)
    refused("finish")
    first, _, _ = growth.finish()
    refused()
    assert len(memoryview(first)) > 1
    for place in (-1, places + 1):
        with pytest.raises(ValueError, match="layer"):
            growth.size(place)
