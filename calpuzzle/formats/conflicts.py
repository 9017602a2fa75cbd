"""The conflict graph of a puzzle in DOT, for Graphviz."""

from __future__ import annotations

from calpuzzle.puzzle.conflicts import edges, vertices
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


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
