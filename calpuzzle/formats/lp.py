"""CPLEX LP: one binary variable a way, one row an item. The objective is zero and names every
variable, which fixes their order for readers that number them by appearance."""

from __future__ import annotations

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import program, wrapped


def write(cover: Cover) -> str:
    """The model."""
    built = program(cover)
    names = [f"x{k + 1}" for k in built.variables] or ["x0"]
    lines = ["\\ Exact cover: x1 is the first option.", "Minimize"]
    lines += wrapped(["obj:", *(f"+ 0 {name}" for name in names)], indent=" ")
    lines.append("Subject To")
    for number, row in enumerate(built.rows, 1):
        terms = [f"+ x{k + 1}" for k in row.options] or [f"0 {names[0]}"]
        sides = [("=", row.most)] if row.least == row.most else [("<=", row.most)]
        if 0 < row.least < row.most:
            sides.append((">=", row.least))
        for sense, bound in sides:
            name = f"r{number}" + ("_least" if sense == ">=" else "")
            lines += wrapped([f"{name}:", *terms, f"{sense} {bound}"], indent=" ")
    lines.append("Binary")
    lines += wrapped(names, indent=" ")
    return "\n".join([*lines, "End"]) + "\n"
