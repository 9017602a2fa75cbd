"""Verify the proof of calpuzzle that a nonogram has exactly one solution, or none. Shares no code
with calpuzzle.

    python check_nonogram.py PUZZLE.non NAME.cnf NAME.drat

Check that NAME.cnf consists of the clauses of the puzzle and at most one more, which excludes one
solution, and that each step of NAME.drat follows. Print the solution, or `no solution`. Exit with 1
if a check fails.

Variables are numbered from 1. In a black and white nonogram, the first variables are the cells in
reading order; the variable of a black cell is true. With more colours, each cell has a variable for
white and then one for each colour, in alphabetical order of the letters of the colours. The
variables of the blocks follow: first those of the rows, then those of the columns, line by line and
in the order of the clue.

Let n be the number of cells of a line, and m the least number of cells that its blocks take,
including one white cell between adjacent blocks of the same colour. Each block can begin at
n - m + 1 places. Each of these places except the last has a variable begun(block, place), which is
true if the block begins at this place or before it. Before the first of these places begun is
false, and from the last one on it is true. A literal that is always false is omitted from its
clause; a clause with a literal that is always true is omitted. ended(block, place) means that the
block ends before the place; it is the same as begun(block, place - length).

Each place p of a line has these clauses for each block b. In the last one, b may also be one block
after the last, which has never begun:

    not begun(b, p), or begun(b, p + 1)
    not begun(b, p), or ended(b - 1, p); if both have the same colour, ended(b - 1, p - 1) instead
    not begun(b, p), or ended(b, p), or the cell has the colour of b
    not ended(b - 1, p), or begun(b, p), or the cell is white

For the first block b, ended(b - 1, p) is always true. With more than one colour, exactly one
variable of each cell is true. A given cell has, for each colour that it does not have, a clause
that excludes this colour. If there is a solution, the last clause excludes it: it has a literal for
each cell, which is true if the cell differs from the solution.
"""

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby, pairwise
from pathlib import Path

Clue = list[tuple[int, int]]  # length and colour of each block
Clause = frozenset[int]
YES, NO = 10**9, -(10**9)  # literals that are always true and always false


def need(condition: object, fault: str) -> None:
    if not condition:
        raise ValueError(fault)


class Puzzle:
    """The clues of a nonogram, the number of colours including white (`kinds`), and the colours of
    the given cells, -1 for the others."""

    def __init__(self, text: str) -> None:
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        words = {line.split()[0]: line.partition(" ")[2] for line in lines}
        self.width, self.height = int(words["width"]), int(words["height"])
        at = lines.index("rows") + 1, lines.index("columns") + 1
        clues = lines[at[0] : at[0] + self.height], lines[at[1] : at[1] + self.width]
        need(all(line[0].isdigit() for part in clues for line in part), "a line has no clue")
        parts = [[re.findall(r"(\d+)([a-z]?)", line) for line in part] for part in clues]
        letters = {letter for part in parts for line in part for n, letter in line if n != "0"}
        letters |= {line.split()[1] for line in lines if line.startswith("color ")}
        number = {letter: k for k, letter in enumerate(sorted(letters) or [""], 1)}
        self.rows, self.columns = (
            [[(int(n), number[letter]) for n, letter in line if n != "0"] for line in part]
            for part in parts
        )
        self.kinds = 1 + len(number)
        self.cells = range(self.width * self.height)
        marks = {"0": 0, "1": 1, "?": -1, **number}
        given = words.get("given", "?" * len(self.cells)).strip('"')
        self.given = [marks[mark] for mark in given]

    def has(self, cell: int, colour: int) -> int:
        """Return the literal that means that the cell has the colour."""
        if self.kinds == 2:
            return cell + 1 if colour else -cell - 1
        return cell * self.kinds + colour + 1

    def lines(self) -> Iterator[tuple[Clue, list[int]]]:
        """Yield the clue and the cells of each line: rows, then columns."""
        for r, clue in enumerate(self.rows):
            yield clue, list(self.cells[r * self.width : (r + 1) * self.width])
        for c, clue in enumerate(self.columns):
            yield clue, list(self.cells[c :: self.width])

    def clauses(self) -> set[Clause]:
        """Return the clauses of the puzzle, as defined at the top of this file."""
        found: list[list[int]] = []
        for cell in self.cells:
            own = [self.has(cell, colour) for colour in range(self.kinds)]
            if self.given[cell] >= 0:
                found += [[-x] for k, x in enumerate(own) if k != self.given[cell]]
            if self.kinds > 2:
                found += [own, *([-x, -y] for x, y in combinations(own, 2))]
        top = len(self.cells) * (1 if self.kinds == 2 else self.kinds)
        for clue, cells in self.lines():
            found += self.line(clue, cells, top)
            top += len(clue) * slack(clue, cells)
        return {frozenset(clause) - {NO} for clause in found if YES not in clause}

    def line(self, clue: Clue, cells: list[int], top: int) -> Iterator[list[int]]:
        """Yield the clauses of a line, which may contain YES and NO; its first variable is
        `top` + 1."""
        free = slack(clue, cells)
        need(free >= 0, "a clue is too long for its line, so there is no solution")
        firsts = [sum(n for n, _ in clue[:k]) + gaps(clue[: k + 1]) for k in range(len(clue))]

        def begun(k: int, place: int) -> int:
            """Return the literal that means that block `k` begins at the place or before it."""
            if k == len(clue) or place < firsts[k]:
                return NO
            return top + k * free + place - firsts[k] + 1 if place < firsts[k] + free else YES

        def ended(k: int, place: int) -> int:
            """Return the literal that means that block `k` ends before the place."""
            return begun(k, place - clue[k][0]) if k >= 0 else YES

        for place, cell in enumerate(cells):
            for k, (_, colour) in enumerate(clue):
                yield [-begun(k, place), begun(k, place + 1)]
                yield [-begun(k, place), ended(k, place), self.has(cell, colour)]
                if k:
                    apart = clue[k - 1][1] == colour
                    yield [-begun(k, place), ended(k - 1, place - apart)]
            for k in range(len(clue) + 1):
                yield [-ended(k - 1, place), begun(k, place), self.has(cell, 0)]

    def solution(self, clause: Clause) -> list[list[int]]:
        """Return the grid that a clause excludes. Raise ValueError if it is not a solution."""
        grid = [
            [k for k in range(self.kinds) if -self.has(cell, k) in clause] for cell in self.cells
        ]
        whole = len(clause) == len(grid) and all(len(cell) == 1 for cell in grid)
        need(whole, "a clause is not a clause of the puzzle and excludes no grid")
        for clue, cells in self.lines():
            runs = [(len(list(run)), k) for k, run in groupby(grid[cell][0] for cell in cells)]
            need([run for run in runs if run[1]] == clue, "the excluded grid is no solution")
        need(
            all(g in (-1, c[0]) for g, c in zip(self.given, grid, strict=True)),
            "the excluded grid does not have the given cells",
        )
        return [[k for [k] in grid[at : at + self.width]] for at in self.cells[:: self.width]]


def gaps(clue: Clue) -> int:
    """Return the least number of white cells between the blocks of a clue."""
    return sum(one[1] == two[1] for one, two in pairwise(clue))


def slack(clue: Clue, cells: list[int]) -> int:
    """Return the number of cells by which each block of a clue can move; negative if the clue is
    too long."""
    return len(cells) - sum(length for length, _ in clue) - gaps(clue)


class Propagation:
    """Unit propagation over clauses; the first two literals of each clause are watched."""

    def __init__(self) -> None:
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.done = 0  # how many literals of the trail have been propagated
        self.watched: defaultdict[int, list[list[int]]] = defaultdict(list)
        self.known: defaultdict[Clause, list[list[int]]] = defaultdict(list)
        self.refuted = False  # whether the clauses conflict without any assumption

    def assume(self, literal: int) -> bool:
        """Make a literal true; return whether it was false."""
        if literal not in self.true and -literal not in self.true:
            self.true.add(literal)
            self.trail.append(literal)
        return -literal in self.true

    def conflict(self) -> bool:
        """Propagate: make true each literal that follows. Return whether a clause is false."""
        while self.done < len(self.trail):
            gone = -self.trail[self.done]
            self.done += 1
            own, self.watched[gone] = self.watched[gone], []
            for at, clause in enumerate(own):
                if clause and clause[0] == gone:
                    clause[:2] = clause[1], gone
                other = 0  # the place of another literal that is not false
                if clause and clause[0] not in self.true:
                    open_ = (k for k in range(2, len(clause)) if -clause[k] not in self.true)
                    other = next(open_, 0)
                if other:
                    clause[1], clause[other] = clause[other], gone
                if clause:  # not deleted by the proof
                    self.watched[clause[1]].append(clause)
                if clause and not other and self.assume(clause[0]):
                    self.watched[gone] += own[at + 1 :]
                    return True
        return False

    def add(self, literals: Clause) -> None:
        clause = sorted(literals, key=lambda x: (-x in self.true, x))  # false ones last
        self.known[literals].append(clause)
        for literal in clause[:2] if len(clause) > 1 else []:
            self.watched[literal].append(clause)
        if len(clause) < 2 or -clause[1] in self.true:
            self.refuted |= not clause or self.assume(clause[0])
        self.refuted |= self.conflict()

    def drop(self, literals: Clause) -> None:
        need(self.known[literals], "the proof deletes a clause that does not exist")
        self.known[literals].pop().clear()

    def follows(self, literals: Iterable[int]) -> bool:
        """Return whether a clause follows by unit propagation: whether assuming that all its
        literals are false leads to a conflict."""
        before = len(self.trail)
        found = self.refuted or any(self.assume(-x) for x in literals) or self.conflict()
        self.true.difference_update(self.trail[before:])
        del self.trail[before:]
        self.done = before
        return found


def clause_of(line: str) -> Clause:
    *literals, end = map(int, line.split())
    need(end == 0 and 0 not in literals, f"{line!r} is not a clause")
    return frozenset(literals)


def verified(puzzle: str, formula: str, proof: str) -> list[list[int]] | None:
    """Return the only solution, or None if there is none. Raise ValueError or LookupError if a file
    is invalid or a check fails."""
    own = Puzzle(puzzle)
    body = [line for line in formula.splitlines() if line[:1] not in ("c", "p")]
    stated, clauses = set(map(clause_of, body)), own.clauses()
    need(clauses <= stated, "a clause is missing")
    need(len(stated - clauses) <= 1, "several clauses are not clauses of the puzzle")
    solution = [own.solution(clause) for clause in stated - clauses]
    search = Propagation()
    for clause in stated:
        search.add(clause)
    for number, line in enumerate(proof.splitlines(), 1):
        clause = clause_of(line.removeprefix("d "))
        if line.startswith("d "):
            search.drop(clause)
        else:
            need(search.follows(clause), f"line {number} of the proof does not follow")
            search.add(clause)
    need(search.known[frozenset()], "the proof does not contain the empty clause")
    return solution[0] if solution else None


def main(puzzle: str, formula: str, proof: str) -> None:
    texts = (Path(name).read_text(encoding="utf-8") for name in (puzzle, formula, proof))
    found = verified(*texts)
    rows = ["".join(map(str, row)) for row in found or ()]
    print("no solution" if found is None else "\n".join(rows), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: check_nonogram.py PUZZLE.non NAME.cnf NAME.drat")
    try:
        main(*sys.argv[1:])
    except BrokenPipeError:  # the reader, such as `| head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as fault:
        sys.exit(f"not proved: cannot read {fault.filename}: {fault.strerror}")
    except (ValueError, LookupError, TypeError) as fault:
        sys.exit(f"not proved: {fault}")
