"""The conflict graph of a fitting puzzle: vertices are the ways of all pieces, and two are joined
where they are of the same piece or cover a location both.

A solution is an independent set with one vertex per piece (or none where the piece may stay out),
and each such set whose ways cover the frame is a solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.fit.lower import lower
from calpuzzle.fit.model import Fitting

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_VERTICES = 20_000


def matrix(puzzle: Fitting) -> npt.NDArray[np.bool_]:
    """The adjacency matrix: square, symmetric, its diagonal False, dtype bool, over the options of
    the lowering (the ways of the first piece, then those of the second, ...).

    Raises InputError for equal pieces, which may lie in several ways at once, and CannotDoError
    for more than 20,000 ways.
    """
    import numpy as np

    for piece in puzzle.pieces:
        if piece.most > 1:
            raise InputError(f"there are {piece.most} pieces {piece.name}, which conflict not")
    options = lower(puzzle).options
    if len(options) > MAX_VERTICES:
        raise CannotDoError(f"a conflict graph has up to {MAX_VERTICES:,} vertices")
    joined = np.zeros((len(options), len(options)), dtype=bool)
    groups: dict[tuple[str, int], list[int]] = {}
    for k, (piece_number, way) in enumerate(options):
        groups.setdefault(("piece", piece_number), []).append(k)
        for place in way:
            groups.setdefault(("location", place), []).append(k)
    for members in groups.values():
        joined[np.ix_(members, members)] = True
    np.fill_diagonal(joined, False)
    return joined


def table(puzzle: Fitting) -> str:
    """The matrix as text, a row a way: its name, its locations, then 0 and 1."""
    lowered = lower(puzzle)
    joined = matrix(puzzle)
    return "".join(
        f"{name}\t{' '.join(map(str, way))}\t{''.join('01'[int(x)] for x in row)}\n"
        for name, (_, way), row in zip(lowered.cover.names, lowered.options, joined, strict=True)
    )


def dot(puzzle: Fitting) -> str:
    """The graph in the DOT language of Graphviz."""
    lowered = lower(puzzle)
    joined = matrix(puzzle)
    lines = [f"graph {_quoted(puzzle.name)} {{"]
    for name, (_, way) in zip(lowered.cover.names, lowered.options, strict=True):
        lines.append(f"  {_quoted(name)} [tooltip={_quoted(' '.join(map(str, way)))}];")
    for a in range(len(joined)):
        for b in range(a + 1, len(joined)):
            if joined[a, b]:
                lines.append(
                    f"  {_quoted(lowered.cover.names[a])} -- {_quoted(lowered.cover.names[b])};"
                )
    return "\n".join([*lines, "}"]) + "\n"


def graph(puzzle: Fitting) -> Any:
    """The graph as a networkx.Graph, whose vertices are (piece name, locations).

    Raises CannotDoError where networkx is not installed.
    """
    try:
        import networkx
    except ImportError:
        raise CannotDoError("networkx is not installed: pip install networkx") from None
    options = lower(puzzle).options
    vertices = [(puzzle.pieces[index].name, way) for index, way in options]
    built: Any = networkx.Graph()
    built.add_nodes_from(vertices)
    joined = matrix(puzzle)
    built.add_edges_from(
        (vertices[a], vertices[b]) for a, b in zip(*joined.nonzero(), strict=True) if a < b
    )
    return built


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
