"""The proof that a nonogram has one solution, or none: clauses in DIMACS CNF, and why no assignment
makes all of them true, in DRAT.

The clauses are those of `_core.learning` (the order encoding of the blocks), with the cells that
are given, and one clause that forbids the solution. Places are bounded by the lengths of the blocks
alone, so that the clauses follow from the clues without any search. The proof is the clauses that
the search learns and drops; each follows from those before it by unit propagation. It is written on
the way, so that it takes no memory. docs/certificates.md says how others verify it.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterable
from typing import BinaryIO

from calpuzzle._core import learning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.stop import Stop, look
from calpuzzle.base.text import plural, shown, visible
from calpuzzle.nonogram.explain import first_look, least_length
from calpuzzle.nonogram.puzzle import Clues, Grid, as_grid, fits, grid_rows

WORK = 200_000  # watched clauses between two looks at the clock
ENDINGS = (".cnf", ".drat")
NOTHING = "no proof is written"
NEEDLESS = f"that shows at once, and {NOTHING}"

Progress = Callable[[int, float], None]  # clauses learned, seconds
Step = tuple[int, list[int]]  # a kind and a clause, as the search records them


class NotProvedError(CannotDoError):
    """There is no proof that the nonogram has one solution, or none; where it has more, `solutions`
    are two of them."""

    def __init__(self, message: str, solutions: tuple[Grid, ...] = ()) -> None:
        super().__init__(message)
        self.solutions = solutions


def files_of(name: str) -> tuple[str, str]:
    """The files of a proof: NAME.cnf and NAME.drat; where NAME ends so, that is not said twice.
    Raises InputError for what is no name, and as `check_writable` where they cannot be written."""
    if isinstance(name, str) and name.endswith(ENDINGS):
        name = name.rpartition(".")[0]
    if not isinstance(name, str) or os.path.basename(name) in ("", "-"):
        raise InputError(f"a proof is two files, NAME.cnf and NAME.drat; {shown(name)} is no NAME")
    cnf, drat = (name + ending for ending in ENDINGS)
    check_writable(cnf)
    check_writable(drat)
    return cnf, drat


def prove(
    puzzle: Clues,
    solution: Grid | None,
    name: str,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> int:
    """Write to the files of `name` why there is no other solution than this, or none at all; return
    how many clauses were learned.

    Raises NotProvedError where there is another one, `seconds` are not enough, the clauses are too
    many or nothing needs a proof; CannotDoError where a file cannot be written; and StoppedError
    when `stop` ends it. Both files appear whole, or neither does.
    """
    start = time.perf_counter()
    cnf, drat = files_of(name)
    faults = first_look(puzzle)
    if faults:
        raise NotProvedError(f"no solution: {'; '.join(faults)}; {NEEDLESS}")
    try:
        search = _search(puzzle, solution)
        with write_whole(cnf) as formula, write_whole(drat) as proof:
            later = _write_formula(puzzle, solution, search, formula)
            _write_steps(later, proof)
            while (outcome := search.run(WORK)) == learning.PAUSED:
                _write_steps(search.recorded(), proof)
                look(stop)
                spent = time.perf_counter() - start
                if seconds is not None and spent >= seconds:
                    raise _out_of_time(search.conflicts)
                if progress is not None:
                    progress(search.conflicts, spent)
            if outcome == learning.SOLUTION:
                raise _refusal(puzzle, solution, as_grid(puzzle, search.colours_left()))
            _write_steps(search.recorded(), proof)
    except (MemoryError, OverflowError) as error:
        raise NotProvedError(f"there would be too many clauses: {NOTHING}") from error
    return search.conflicts


def _out_of_time(learned: int) -> NotProvedError:
    return NotProvedError(f"the time ended with {plural(learned, 'clause')} learned: {NOTHING}")


def _refusal(puzzle: Clues, one: Grid | None, other: Grid) -> CannotDoError:
    """Return what is to be raised where the search has found a solution."""
    if one is None or not fits(puzzle, other):
        return CannotDoError("the searches disagree about the solutions; please report it")
    row, column = next(
        (row, column)
        for row, both in enumerate(zip(one, other, strict=True))
        for column, (a, b) in enumerate(zip(*both, strict=True))
        if a != b
    )
    names = [puzzle.palette[grid[row][column]].name for grid in (one, other)]
    where = f"row {row + 1}, column {column + 1} is {names[0]} in one and {names[1]} in the other"
    return NotProvedError(f"there is more than one solution, so {NOTHING}: {where}", (one, other))


def _search(puzzle: Clues, solution: Grid | None) -> learning.Learner:
    """The search for another solution than this; all its clauses are recorded."""
    anything = (2 << puzzle.colours) - 1
    cells = puzzle.height * puzzle.width
    search = learning.Learner(
        puzzle.rows, puzzle.columns, puzzle.colours, [anything] * cells, record=True
    )
    search.rule_out(
        [(cell, colour)]
        for cell, mask in enumerate(puzzle.everything())
        for colour in range(puzzle.colours + 1)
        if not mask >> colour & 1
    )
    if solution is not None:
        search.rule_out([list(enumerate(cell for row in solution for cell in row))])
    return search


def _write_formula(
    puzzle: Clues, solution: Grid | None, search: learning.Learner, formula: BinaryIO
) -> list[Step]:
    """Write all clauses that are stated; return the others, with which the proof begins."""
    body, number, later = io.BytesIO(), 0, []
    for kind, clause in search.recorded():
        if kind == learning.STATED:
            body.write(_line(clause))
            number += 1
        else:
            later.append((kind, clause))
    top, notes = _legend(puzzle)
    if solution is not None:
        notes.append("the last clause forbids this solution:")
        notes += grid_rows(puzzle, solution)
    formula.write("".join(f"c {visible(note)}\n" for note in notes).encode())
    formula.write(b"p cnf %d %d\n" % (top, number))
    formula.write(body.getbuffer())
    return later


def _write_steps(steps: Iterable[Step], proof: BinaryIO) -> None:
    for kind, clause in steps:
        proof.write((b"d " if kind == learning.DROPPED else b"") + _line(clause))


def _line(clause: list[int]) -> bytes:
    return " ".join(map(str, [*clause, 0])).encode() + b"\n"


def _legend(puzzle: Clues) -> tuple[int, list[str]]:
    """Return the number of variables, and what they say."""
    top, kinds = puzzle.height * puzzle.width, puzzle.colours + 1
    each = f"true is {puzzle.palette[1].name}"
    if kinds > 2:
        top *= kinds
        names = ", ".join(colour.name for colour in puzzle.palette)
        each = f"{kinds} variables each: {names}"
    notes = [
        f"a nonogram of {plural(puzzle.width, 'column')} and {plural(puzzle.height, 'row')}",
        f"1 to {top}: the cells in reading order, {each}",
        "then, of each block: it begins at this cell of the line, counted from 1, or before",
    ]
    for index in range(puzzle.height + puzzle.width):
        clue = puzzle.line(index)
        slack = puzzle.room(index) - least_length(clue)
        for number in range(len(clue)) if slack else ():
            first = 1 + least_length(clue[: number + 1]) - clue[number][0]
            block = f"{puzzle.line_name(index)}, block {number + 1}"
            notes.append(
                f"{top + 1} to {top + slack}: {block}, cells {first} to {first + slack - 1}"
            )
            top += slack
    return top, notes
