"""The conflict graph of a puzzle, as a matrix, for networkx, and in DOT.

Vertices are the placements of all pieces, and two are joined if they are of the same piece or share
a cell. A solution is an independent set with one vertex per piece (or none where the piece may
stay out), and each such set whose ways cover the board is a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.extras import importing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_VERTICES = 20_000


def vertices(lowered: Lowering) -> list[int]:
    """The options in the order of the graph: those of the first piece, then of the second, ..."""
    options = lowered.cover.options
    return sorted(range(len(options)), key=options.__getitem__)


def matrix(lowered: Lowering) -> npt.NDArray[np.bool_]:
    """The adjacency matrix: square, symmetric, its diagonal False, dtype bool, over `vertices`.

    Raises InputError for equal pieces, which have several placements at once, and CannotDoError
    for more than 20,000 placements.
    """
    for piece in lowered.classes:
        if piece.bounds[1] > 1:
            raise InputError(f"there are {piece.bounds[1]} pieces {piece.name}, which conflict not")
    order = vertices(lowered)
    if len(order) > MAX_VERTICES:
        raise CannotDoError(f"a conflict graph has up to {MAX_VERTICES:,} vertices")
    joined = np.zeros((len(order), len(order)), dtype=bool)
    members: dict[int, list[int]] = {}
    for k, option in enumerate(order):
        for item in lowered.cover.options[option]:
            members.setdefault(item, []).append(k)
    for own in members.values():
        joined[np.ix_(own, own)] = True
    np.fill_diagonal(joined, False)
    return joined


def graph(lowered: Lowering) -> Any:
    """The graph as a networkx.Graph, whose vertices are (piece name, cells).

    Raises CannotDoError where networkx is not installed.
    """
    with importing("networkx", "the conflict graph", "networkx", "graph"):
        import networkx
    found = [
        (lowered.heads[lowered.cover.options[option][0]], lowered.cells_of(option))
        for option in vertices(lowered)
    ]
    built: Any = networkx.Graph()
    built.add_nodes_from(found)
    built.add_edges_from((found[a], found[b]) for a, b in edges(lowered))
    return built


def edges(lowered: Lowering) -> Iterator[tuple[int, int]]:
    """The pairs of vertices that are joined, the lower first."""
    return ((a, b) for a, b in zip(*matrix(lowered).nonzero(), strict=True) if a < b)


def dot(model: Model) -> str:
    """The graph in the DOT language of Graphviz. Raises InputError for equal pieces, which have
    no such graph."""
    lowered = Lowering(model)
    rows = [(_quoted(name), _quoted(cells)) for name, cells in _rows(lowered)]
    lines = [f"graph {_quoted(model.name)} {{"]
    lines += [f"  {name} [tooltip={cells}];" for name, cells in rows]
    lines += [f"  {rows[a][0]} -- {rows[b][0]};" for a, b in edges(lowered)]
    return "\n".join([*lines, "}"]) + "\n"


def _rows(lowered: Lowering) -> list[tuple[str, str]]:
    """Of each vertex its name and its cells: their numbers, or their coordinates."""
    return [
        (lowered.cover.names[k], " ".join(",".join(map(str, cell)) for cell in lowered.cells_of(k)))
        for k in vertices(lowered)
    ]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
