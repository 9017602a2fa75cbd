"""DIMACS CNF: a variable an option, and clauses that hold exactly for the solutions."""

from __future__ import annotations

from calpuzzle.puzzle.clauses import clauses
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import one_line, program


def write(cover: Cover) -> str:
    """The formula."""
    built = program(cover)
    top, found = clauses(built)
    lines = ["c Exact cover; the models are the solutions. The options:"]
    lines += [f"c {v} {one_line(built.names[k])}" for v, k in enumerate(built.variables, 1)]
    lines.append(f"p cnf {top} {len(found)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in found]
    return "\n".join(lines) + "\n"
