"""The growth of diagrams: state for state as the definition says, and within its bounds."""

from __future__ import annotations

import pytest
import shipped
from building import LARGE, PENTOMINOES, piece
from growing import LARGE_ENOUGH, run
from hypothesis import given, settings
from random_puzzles import cut_frames, models

from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import grow, refusal
from calpuzzle.engines.layout import layout_of
from calpuzzle.engines.layout import refusal as no_bitboard
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model
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
