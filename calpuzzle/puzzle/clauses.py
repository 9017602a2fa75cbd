"""An exact cover problem as clauses: what DIMACS CNF holds, and what SAT solvers are given.

Of an item covered once, a clause wants one of its options, and a clause for each two forbids both.
Of other bounds a counter is built, whose extra variables follow from the options, so that the
number of models is the number of solutions.
"""

from __future__ import annotations

from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.program import Program, Row

MAX_CLAUSES = 20_000_000
Clause = tuple[int, ...]


def clauses(built: Program) -> tuple[int, list[Clause]]:
    """How many variables there are, and the clauses. Option k is variable `1 + its place in
    built.variables`. Raises CannotDoError for more than 20 million clauses."""
    number = {k: v for v, k in enumerate(built.variables, 1)}
    found: list[Clause] = []
    top = len(number)
    pairs = sum(len(row.options) ** 2 // 2 for row in built.rows if row.most == 1)
    if pairs > MAX_CLAUSES:
        raise CannotDoError(f"the CNF would have some {pairs:,} clauses; OPB or LP are smaller")
    for row in built.rows:
        literals = [number[k] for k in row.options]
        if row.most == 1:
            if row.least:
                found.append(tuple(literals))
            found += [(-a, -b) for i, a in enumerate(literals) for b in literals[i + 1 :]]
        else:
            top = _counter(row, literals, top, found)
    return top, found


def _counter(row: Row, literals: list[int], top: int, found: list[Clause]) -> int:
    """Clauses for `least` to `most` of the literals: s[j] says that at least j + 1 of those seen
    so far are true, in both directions."""
    if row.least > len(literals):
        found.append(())
        return top
    width = min(row.most, len(literals) - 1) + 1 if literals else 0
    before: list[int] = []
    for literal in literals:
        now = []
        for j in range(min(width, len(before) + 1)):
            top += 1
            now.append(top)
            kept = before[j] if j < len(before) else None
            under = before[j - 1] if j else None
            # top <-> kept or (literal and under)
            found.append((-top, literal) if kept is None else (-top, kept, literal))
            if under is not None:
                found.append((-top, under) if kept is None else (-top, kept, under))
            if kept is not None:
                found.append((-kept, top))
            found.append((-literal, top) if under is None else (-literal, -under, top))
        before = now
    if row.least:
        found.append((before[row.least - 1],))
    if row.most < len(before):
        found.append((-before[row.most],))
    return top
