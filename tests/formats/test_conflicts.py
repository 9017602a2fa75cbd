"""The conflict graph: its definition, its published matrix, and what its independent sets are."""

from __future__ import annotations

import itertools

import pytest

from calpuzzle.base.errors import InputError
from calpuzzle.engines import load
from calpuzzle.formats import shipped
from calpuzzle.formats.conflicts import dot
from calpuzzle.formats.registry import render
from calpuzzle.puzzle.conflicts import graph, matrix, vertices
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece


def lowered(name: str) -> Lowering:
    model = shipped.read(name).thing
    assert isinstance(model, Model)
    return Lowering(model)


@pytest.mark.parametrize("name", ["sticks", "domino-2x3", "domino"])
def test_edges_are_conflicts(name: str) -> None:
    own = lowered(name)
    options = [own.cover.options[k] for k in vertices(own)]
    joined = matrix(own)
    for a, b in itertools.product(range(len(options)), repeat=2):
        # Of the same piece, or on the same cell: each is an item.
        assert joined[a, b] == (a != b and not set(options[a]).isdisjoint(options[b]))


def test_solutions_are_independent_sets_with_one_vertex_per_piece() -> None:
    own = lowered("sticks")
    joined, order = matrix(own), vertices(own)
    sets = [
        chosen
        for chosen in itertools.combinations(range(len(joined)), len(own.model.pieces))
        if not joined[list(chosen)][:, list(chosen)].any()
    ]
    # Five cells, but three pieces: the size of the set is the number of pieces.
    covering = [
        tuple(sorted(order[k] for k in chosen))
        for chosen in sets
        if sum(len(own.cells_of(order[k])) for k in chosen) == 5
    ]
    assert sorted(covering) == sorted(load("auto").solutions(own.cover))


def test_every_vertex_and_edge() -> None:
    text = dot(lowered("sticks").model)
    assert text.startswith('graph "sticks') and text.endswith("}\n")
    assert text.count("[tooltip=") == 8
    assert text.count(" -- ") == 19
    assert render(shipped.read("sticks").thing, "dot").data.decode() == text
    own = lowered("sticks")
    rows = render(own.model, "conflicts").data.decode().splitlines()
    marks = [[mark == "1" for mark in row.split("\t")[2]] for row in rows]
    assert marks == matrix(own).tolist()
    board = Board(((0,), (1,)))
    model = Model("x", board, (Piece("A", least=2, most=2, ways=((0,), (1,))),))
    with pytest.raises(InputError, match="conflict not"):
        matrix(Lowering(model))


def test_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    built = graph(lowered("sticks"))
    assert (built.number_of_nodes(), built.number_of_edges()) == (8, 19)
    assert ("1", ((0,), (2,))) in built
    assert networkx.is_isomorphic(built, networkx.from_numpy_array(matrix(lowered("sticks"))))
