"""Proofs that a nonogram has exactly one solution, or none: a formula in DIMACS CNF, and a proof in
DRAT that it is unsatisfiable.

The formula consists of the clauses of `_core.learning` (the order encoding of the blocks), the
given cells, and, if a solution is known, one clause that forbids it. The positions of blocks are
bounded only by the lengths of the blocks, so that the clauses follow from the clues without a
search. The proof lists the clauses that the search learns and drops; each learned clause follows
from those before it by unit propagation. The proof is written during the search, so that it takes
no memory. docs/certificates.md describes how to verify it.
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
from calpuzzle.base.stop import Stop, raise_if_stopped
from calpuzzle.base.wording import plural, shown, visible
from calpuzzle.nonogram.clues import Clues, Grid, as_grid, fits, grid_rows
from calpuzzle.nonogram.explain import first_look, least_length

WORK = 200_000  # watches visited between two checks of the clock
ENDINGS = (".cnf", ".drat")
NO_PROOF_WRITTEN = "no proof is written"
SHOWN_BY_CLUES = f"the clues alone show this, so {NO_PROOF_WRITTEN}"

ProofProgress = Callable[[int, float], None]  # clauses learned, seconds
ProofStep = tuple[int, list[int]]  # a kind and a clause, as the search records them


class NotProvedError(CannotDoError):
    """Raised if no proof is written: the nonogram has several solutions, of which `solutions` then
    contains two; the clues alone show that it has none; or the time or the memory does not
    suffice."""

    def __init__(self, message: str, solutions: tuple[Grid, ...] = ()) -> None:
        super().__init__(message)
        self.solutions = solutions


def files_of(name: str) -> tuple[str, str]:
    """Return the two paths of a proof, NAME.cnf and NAME.drat; `name` may already have one of these
    endings. Raises InputError for an invalid name, and the errors of `check_writable`."""
    if isinstance(name, str) and name.endswith(ENDINGS):
        name = name.rpartition(".")[0]
    if not isinstance(name, str) or os.path.basename(name) in ("", "-"):
        raise InputError(
            f"a proof is two files, NAME.cnf and NAME.drat; {shown(name)} is not a NAME"
        )
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
    progress: ProofProgress | None = None,
    stop: Stop | None = None,
) -> int:
    """Write the proof that there is no solution other than `solution` (None: no solution at all)
    to the files of `name`, and return the number of learned clauses.

    Raises NotProvedError if there is another solution, if `seconds` are not enough, if there are
    too many clauses, or if the clues alone show that there is no solution; CannotDoError if a file
    cannot be written, or if the search contradicts `solution`; and StoppedError if `stop` is set.
    If the search does not end, no file is created.
    """
    start = time.perf_counter()
    cnf, drat = files_of(name)
    faults = first_look(puzzle)
    if faults:
        raise NotProvedError(f"no solution: {'; '.join(faults)}; {SHOWN_BY_CLUES}")
    try:
        search = _search(puzzle, solution)
        with write_whole(cnf) as formula, write_whole(drat) as proof:
            first_steps = _write_formula(puzzle, solution, search, formula)
            _write_steps(first_steps, proof)
            while (outcome := search.run(WORK)) == learning.PAUSED:
                _write_steps(search.recorded(), proof)
                raise_if_stopped(stop)
                spent = time.perf_counter() - start
                if seconds is not None and spent >= seconds:
                    raise _out_of_time(search.conflicts)
                if progress is not None:
                    progress(search.conflicts, spent)
            if outcome == learning.SOLUTION:
                raise _another(puzzle, solution, as_grid(puzzle, search.colours_left()))
            _write_steps(search.recorded(), proof)
    except (MemoryError, OverflowError) as error:
        raise NotProvedError(f"there would be too many clauses: {NO_PROOF_WRITTEN}") from error
    return search.conflicts


def _out_of_time(learned: int) -> NotProvedError:
    return NotProvedError(
        f"the time ran out after {plural(learned, 'learned clause')}: {NO_PROOF_WRITTEN}"
    )


def _another(puzzle: Clues, known: Grid | None, other: Grid) -> CannotDoError:
    """Return the error to raise if the search has found the solution `other`."""
    if known is None or not fits(puzzle, other):
        return CannotDoError("the searches disagree about the solutions; please report this")
    row, column = next(
        (row, column)
        for row, both in enumerate(zip(known, other, strict=True))
        for column, (a, b) in enumerate(zip(*both, strict=True))
        if a != b
    )
    names = [puzzle.palette[grid[row][column]].name for grid in (known, other)]
    where = f"row {row + 1}, column {column + 1} is {names[0]} in one and {names[1]} in the other"
    return NotProvedError(
        f"there is more than one solution, so {NO_PROOF_WRITTEN}: {where}", (known, other)
    )


def _search(puzzle: Clues, solution: Grid | None) -> learning.Learner:
    """Return a search for solutions other than `solution` that records all its clauses."""
    # The given cells are stated as clauses that exclude their other colours. Passed as masks, they
    # would also bound the positions of blocks.
    any_colour = (2 << puzzle.colours) - 1
    cells = puzzle.height * puzzle.width
    search = learning.Learner(
        puzzle.rows, puzzle.columns, puzzle.colours, [any_colour] * cells, record=True
    )
    search.rule_out(
        [(cell, colour)]
        for cell, mask in enumerate(puzzle.initial_masks())
        for colour in range(puzzle.colours + 1)
        if not mask >> colour & 1
    )
    if solution is not None:
        search.rule_out([list(enumerate(cell for row in solution for cell in row))])
    return search


def _write_formula(
    puzzle: Clues, solution: Grid | None, search: learning.Learner, formula: BinaryIO
) -> list[ProofStep]:
    """Write the clauses of the formula; return the other recorded ones, which begin the proof."""
    body, number, steps = io.BytesIO(), 0, []
    for kind, clause in search.recorded():
        if kind == learning.STATED:
            body.write(_dimacs_line(clause))
            number += 1
        else:
            steps.append((kind, clause))
    top, notes = _legend(puzzle)
    if solution is not None:
        notes.append("the last clause forbids this solution:")
        notes += grid_rows(puzzle, solution)
    formula.write("".join(f"c {visible(note)}\n" for note in notes).encode())
    formula.write(b"p cnf %d %d\n" % (top, number))
    formula.write(body.getbuffer())
    return steps


def _write_steps(steps: Iterable[ProofStep], proof: BinaryIO) -> None:
    for kind, clause in steps:
        proof.write((b"d " if kind == learning.DROPPED else b"") + _dimacs_line(clause))


def _dimacs_line(clause: list[int]) -> bytes:
    return " ".join(map(str, [*clause, 0])).encode() + b"\n"


def _legend(puzzle: Clues) -> tuple[int, list[str]]:
    """Return the number of variables, and comments that describe them."""
    top, kinds = puzzle.height * puzzle.width, puzzle.colours + 1
    each = f"true is {puzzle.palette[1].name}"
    if kinds > 2:
        top *= kinds
        names = ", ".join(colour.name for colour in puzzle.palette)
        each = f"{kinds} variables each: {names}"
    notes = [
        f"a nonogram of {plural(puzzle.width, 'column')} and {plural(puzzle.height, 'row')}",
        f"1 to {top}: the cells in reading order, {each}",
        "then, for each block and each of the listed cells of its line (counted from 1): the block "
        "begins at this cell or before it",
    ]
    for index in range(puzzle.height + puzzle.width):
        clue = puzzle.line(index)
        slack = puzzle.line_length(index) - least_length(clue)
        for number in range(len(clue)) if slack else ():
            first = 1 + least_length(clue[: number + 1]) - clue[number][0]
            block = f"{puzzle.line_name(index)}, block {number + 1}"
            notes.append(
                f"{top + 1} to {top + slack}: {block}, cells {first} to {first + slack - 1}"
            )
            top += slack
    return top, notes
