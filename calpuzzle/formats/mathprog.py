"""GNU MathProg, for `glpsol --math`: one binary variable a way, one constraint an item.

Variables and constraints have numbers, not names made of coordinates, so that none can clash; a
comment says what each constraint is. An item that nothing covers keeps its constraint.
"""

from __future__ import annotations

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import one_line, program, wrapped


def write(cover: Cover) -> str:
    """The model. There is no objective: any feasible point is a solution."""
    built = program(cover)
    lines = ["# Exact cover: x1 is the first option. Solve with: glpsol --math FILE"]
    lines += [f"var x{k + 1}, binary; # {one_line(built.names[k])}" for k in built.variables]
    dummy = f"x{built.variables[0] + 1}" if built.variables else "x0"
    if not built.variables and built.rows:
        lines.append("var x0, binary; # stands where nothing can be chosen")
    for number, row in enumerate(built.rows, 1):
        terms = [f"x{k + 1} +" for k in row.options] or [f"0 * {dummy} +"]
        terms[-1] = terms[-1].removesuffix(" +")
        least = f" {row.least} <=" if 0 < row.least < row.most else ""
        most = f"{'=' if row.least == row.most else '<='} {row.most};"
        lines.append(f"# {one_line(row.name)}")
        lines += wrapped([f"s.t. r{number}:{least}", *terms, most], indent="")
    return "\n".join([*lines, "solve;", "end;"]) + "\n"
