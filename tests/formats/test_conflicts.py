"""The conflict graph: its definition, its published matrix, and what its independent sets are."""

import itertools

import pytest

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.conflicts import dot, graph, matrix
from calpuzzle.fit.library import load
from calpuzzle.fit.lower import lower
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dpf


def test_edges_are_conflicts():
    for name in ("sticks", "domino-2x3", "domino"):
        puzzle = load(name)
        options = lower(puzzle).options
        joined = matrix(puzzle)
        for a, b in itertools.product(range(len(options)), repeat=2):
            same = options[a][0] == options[b][0]
            overlap = not set(options[a][1]).isdisjoint(options[b][1])
            assert joined[a, b] == (a != b and (same or overlap))


def test_solutions_are_independent_sets_with_one_vertex_per_piece():
    puzzle = load("sticks")
    joined = matrix(puzzle)
    sets = [
        chosen
        for chosen in itertools.combinations(range(len(joined)), len(puzzle.pieces))
        if not joined[list(chosen)][:, list(chosen)].any()
    ]
    # Five locations, but three pieces: the size of the set is the number of pieces.
    covering = [s for s in sets if sum(len(lower(puzzle).options[k][1]) for k in s) == 5]
    assert sorted(covering) == sorted(Solver(puzzle).options())


def test_dot_names_every_vertex_and_edge():
    text = dot(load("sticks"))
    assert text.startswith('graph "sticks') and text.endswith("}\n")
    assert text.count("[tooltip=") == 8
    assert text.count(" -- ") == 19


def test_networkx():
    networkx = pytest.importorskip("networkx")
    built = graph(load("sticks"))
    assert (built.number_of_nodes(), built.number_of_edges()) == (8, 19)
    assert ("1", (0, 2)) in built
    assert networkx.is_isomorphic(built, networkx.from_numpy_array(matrix(load("sticks"))))


def test_equal_pieces_have_no_graph():
    puzzle = dpf.read("2 1 2 1 0 1 1", "x")
    copies = puzzle._replace(pieces=(puzzle.pieces[0]._replace(least=2, most=2),))
    with pytest.raises(InputError, match="conflict not"):
        matrix(copies)
