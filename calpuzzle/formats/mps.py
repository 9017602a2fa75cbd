"""Free MPS: one binary variable a way, one row an item, an objective without entries."""

from __future__ import annotations

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import program


def write(cover: Cover) -> str:
    """The model."""
    built = program(cover)
    entries: dict[int, list[int]] = {k: [] for k in built.variables}
    for number, row in enumerate(built.rows, 1):
        for k in row.options:
            entries[k].append(number)
    lines = ["* Exact cover: x1 is the first option.", "NAME cover", "ROWS", " N obj"]
    for number, row in enumerate(built.rows, 1):
        lines.append(f" {'E' if row.least == row.most else 'L'} r{number}")
    lines += ["COLUMNS", " M1 'MARKER' 'INTORG'"]
    for k, rows in entries.items():
        lines += [f" x{k + 1} r{number} 1" for number in rows]
    if not entries:
        lines.append(" x0 obj 0")
    lines += [" M2 'MARKER' 'INTEND'", "RHS"]
    lines += [f" rhs r{number} {row.most}" for number, row in enumerate(built.rows, 1)]
    ranged = [
        f" rng r{number} {row.most - row.least}"
        for number, row in enumerate(built.rows, 1)
        if 0 < row.least < row.most
    ]
    lines += ["RANGES", *ranged] if ranged else []
    lines.append("BOUNDS")
    lines += [f" BV bnd x{k + 1}" for k in built.variables] or [" BV bnd x0"]
    return "\n".join([*lines, "ENDATA"]) + "\n"
