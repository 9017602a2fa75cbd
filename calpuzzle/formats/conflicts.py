"""The conflict graph of a puzzle, as a matrix, for networkx, and in DOT.

The vertices are the options: the placements of all pieces and the labels of all groups. Two are
adjacent if they belong to the same piece or group, or share a cell. The solutions are the
independent sets with one vertex for each group and each piece (or none, if the piece may be left
out) whose options cover the board.
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
    """Return the options in the order of the vertices: those of the first piece come first."""
    options = lowered.cover.options
    return sorted(range(len(options)), key=options.__getitem__)


def matrix(lowered: Lowering) -> npt.NDArray[np.bool_]:
    """Return the adjacency matrix over `vertices`: square, symmetric, dtype bool, with a diagonal
    of False.

    Raises InputError for a piece with several copies, because two placements of such a piece
    conflict only if they share a cell, and likewise for a group in `Lowering.unlisted` that leaves
    several labels uncovered. Raises CannotDoError for more than `MAX_VERTICES` options.
    """
    for piece in lowered.classes:
        if piece.bounds[1] > 1:
            raise InputError(
                f"a conflict graph cannot express {piece.bounds[1]} copies of piece {piece.name}"
            )
    for item, group in lowered.unlisted.items():
        if lowered.cover.bounds[item][1] > 1:
            raise InputError(
                f"a conflict graph cannot express several uncovered labels of group {group.name}"
            )
    order = vertices(lowered)
    if len(order) > MAX_VERTICES:
        raise CannotDoError(f"a conflict graph has up to {MAX_VERTICES:,} vertices")
    adjacent = np.zeros((len(order), len(order)), dtype=bool)
    by_item: dict[int, list[int]] = {}
    for k, option in enumerate(order):
        for item in lowered.cover.options[option]:
            by_item.setdefault(item, []).append(k)
    for clique in by_item.values():
        adjacent[np.ix_(clique, clique)] = True
    np.fill_diagonal(adjacent, False)
    return adjacent


def graph(lowered: Lowering) -> Any:
    """Return the graph as a networkx.Graph.

    Its vertices are the names of the placements, as in DOT; they have the attributes `piece` (a
    name) and `cells`. Raises CannotDoError if networkx is not installed.
    """
    with importing("networkx", "the conflict graph", "networkx", "graph"):
        import networkx
    cover, order = lowered.cover, vertices(lowered)
    built: Any = networkx.Graph()
    for k in order:
        piece = lowered.leading_items[cover.options[k][0]]
        built.add_node(cover.names[k], piece=piece, cells=lowered.cells_of(k))
    built.add_edges_from((cover.names[order[a]], cover.names[order[b]]) for a, b in edges(lowered))
    return built


def edges(lowered: Lowering) -> Iterator[tuple[int, int]]:
    """Return an iterator of the pairs of adjacent vertices, the smaller first."""
    return ((a, b) for a, b in zip(*matrix(lowered).nonzero(), strict=True) if a < b)


def dot(model: Model) -> str:
    """Return the graph in the DOT language of Graphviz. Raises the errors of `matrix`."""
    lowered = Lowering(model)
    rows = [(_quoted(name), _quoted(cells)) for name, cells in _rows(lowered)]
    lines = [f"graph {_quoted(model.name)} {{"]
    lines += [f"  {name} [tooltip={cells}];" for name, cells in rows]
    lines += [f"  {rows[a][0]} -- {rows[b][0]};" for a, b in edges(lowered)]
    return "\n".join([*lines, "}"]) + "\n"


def _rows(lowered: Lowering) -> list[tuple[str, str]]:
    """Return the name of each vertex, and its cells as coordinates."""
    return [
        (lowered.cover.names[k], " ".join(",".join(map(str, cell)) for cell in lowered.cells_of(k)))
        for k in vertices(lowered)
    ]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
