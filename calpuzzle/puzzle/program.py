"""An exact cover problem as a 0-1 program and as CNF clauses, for external solvers and formats.

The variables are the options in `cover.choosable`; options that are never chosen have no variable.
A row bounds how many of its variables are 1. A row without variables is kept if it requires one,
because the program is then infeasible, as it must be. An item with colours has one row for all its
options without a colour, one row for each pair of options that give it different colours, and one
row for each pair of an option with a colour and an option without.

In CNF, a row with at most one chosen option has a clause for each pair of its options, which
forbids choosing both. If the row requires an option, it has one more clause, of all its options.
For other bounds a counter is built. Its extra variables are determined by the options, so that the
number of models equals the number of solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.cover import Cover

MAX_CLAUSES = 20_000_000
MAX_PAIRS = 5_000_000  # rows for two options with different colours
Clause = tuple[int, ...]


class Constraint(NamedTuple):
    """The constraint that `least` to `most` of `options` are chosen; `name` names the item."""

    name: str
    options: tuple[int, ...]
    least: int
    most: int


def program(cover: Cover) -> list[Constraint]:
    """Return the rows in the order of the items.

    Raises CannotDoError if there would be more than `MAX_PAIRS` rows for two options.
    """
    covering: list[list[int]] = [[] for _ in cover.items]
    shades: list[dict[int, list[int]]] = [{} for _ in cover.items]
    for k in cover.choosable:
        for number, colour in cover.coloured(k):
            covering[number].append(k)
            shades[number].setdefault(colour, []).append(k)
    if sum(map(_pairs, shades)) > MAX_PAIRS:
        raise CannotDoError(
            f"the problem is too large to write: more than {MAX_PAIRS:,} pairs of options give an "
            "item different colours"
        )
    rows = []
    for number, (least, most) in enumerate(cover.bounds):
        name = str(cover.items[number])
        if any(shades[number]):
            rows += list(_different(name, shades[number]))
        elif covering[number] or least:
            rows.append(Constraint(name, tuple(covering[number]), least, most))
    return rows


def _pairs(shades: dict[int, list[int]]) -> int:
    """Return the number of pairs of options with different colours."""
    sizes = [len(options) for options in shades.values()]
    return (sum(sizes) ** 2 - sum(size**2 for size in sizes)) // 2


def _different(name: str, shades: dict[int, list[int]]) -> Iterator[Constraint]:
    """Yield the rows of an item with colours; `shades` maps colours (0 for none) to options.

    At most one option without a colour is chosen, and no two options with different colours.
    """
    if 0 in shades:
        yield Constraint(name, tuple(shades[0]), 0, 1)
    for one, other in combinations(shades.values(), 2):
        for pair in product(one, other):
            yield Constraint(name, tuple(sorted(pair)), 0, 1)


def clauses(cover: Cover, instead: str = "write OPB or LP instead") -> tuple[int, list[Clause]]:
    """Return the number of variables, and the clauses.

    An option is the variable 1 + its index in `cover.choosable`. Raises CannotDoError if there
    would be more than `MAX_CLAUSES` clauses.
    """
    rows = program(cover)
    variable = {option: v for v, option in enumerate(cover.choosable, 1)}
    found: list[Clause] = []
    top = len(variable)
    number = sum(map(_clause_count, rows))
    if number > MAX_CLAUSES:
        raise CannotDoError(f"the CNF would have {number:,} clauses, too many; {instead}")
    for row in rows:
        literals = [variable[option] for option in row.options]
        if row.most == 1:
            if row.least:
                found.append(tuple(literals))
            found += [(-a, -b) for i, a in enumerate(literals) for b in literals[i + 1 :]]
        else:
            top = _counter(row, literals, top, found)
    return top, found


def _clause_count(row: Constraint) -> int:
    """Return the number of clauses of `row`."""
    options = len(row.options)
    if row.most == 1:
        return options * (options - 1) // 2 + (row.least > 0)
    if row.least > options:
        return 1
    # Each variable of `_counter` has four clauses, one fewer if it has no `already`, and one fewer
    # if it has no `one_less`.
    width = _counter_width(row)
    variables = width * (width + 1) // 2 + (options - width) * width
    return 4 * variables - options - width + (row.least > 0) + (row.most < options)


def _counter_width(row: Constraint) -> int:
    """Return the largest number of variables that the counter of `row` has for an option."""
    return min(row.most + 1, len(row.options))


def _counter(row: Constraint, literals: list[int], top: int, found: list[Clause]) -> int:
    """Append the clauses of a counter for `row` to `found`, and return the new highest variable.

    Each literal has counter variables: variable j of a literal is true if and only if at least
    j + 1 of the literals up to this one are true.
    """
    if row.least > len(literals):
        found.append(())
        return top
    width = _counter_width(row)
    before: list[int] = []
    for literal in literals:
        now = []
        for j in range(min(width, len(before) + 1)):
            top += 1
            now.append(top)
            already = before[j] if j < len(before) else None
            one_less = before[j - 1] if j else None
            # top <-> already or (literal and one_less)
            found.append((-top, literal) if already is None else (-top, already, literal))
            if one_less is not None:
                found.append((-top, one_less) if already is None else (-top, already, one_less))
            if already is not None:
                found.append((-already, top))
            found.append((-literal, top) if one_less is None else (-literal, -one_less, top))
        before = now
    if row.least:
        found.append((before[row.least - 1],))
    if row.most < len(before):
        found.append((-before[row.most],))
    return top
