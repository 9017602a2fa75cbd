"""Verifies that a nonogram has one solution, or none, by the files that calpuzzle has written; it
shares nothing with calpuzzle.

    python check_nonogram.py PUZZLE.non NAME.cnf NAME.drat

Looks that NAME.cnf is what the clues say and forbids at most one solution, and that each step of
NAME.drat follows; prints the solution, or `no solution`. Ends with 1 where something is wrong.

The variables are numbered from 1 on. In black and white the first ones are the cells in reading
order, true where black. With more colours each cell has a variable for white and one for each
colour, in the order of the letters in the file. Then come the blocks, of the rows and then of the
columns, line by line and in the order of the clue. A line of n cells, whose blocks need m with the
white cells between blocks of one colour, leaves each block n - m + 1 places to begin. Of each place
but the last there is a variable: begun(block, place), that the block begins there or before. Before
the first place that is false, from the last on it is true; such a literal is left out of a clause,
or the clause where it is true. ended(block, place), that the block ends before the place, is
begun(block, place - length).

The clauses, of each place p of a line, of which the end counts as one more block b that never has
begun:

    not begun(b, p), or begun(b, p + 1)
    not begun(b, p), or ended(b - 1, p); ended(b - 1, p - 1) where both have one colour
    not begun(b, p), or ended(b, p), or the cell has the colour of b
    not ended(b - 1, p), or begun(b, p), or the cell is white

Before the first block, the one before it counts as ended. With more than one colour, each cell has
one of its variables true, and no two. A given cell has a clause for each colour that it has not.
The last clause, if there is a solution, has a literal for each cell: it is not as in that solution.
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
YES, NO = 10**9, -(10**9)  # in place of a literal: what is always true, and never


def need(condition: object, fault: str) -> None:
    if not condition:
        raise ValueError(fault)


class Puzzle:
    """The clues of a file, how many colours there are with white, and the cells that are given."""

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
        """The literal that the cell has the colour."""
        if self.kinds == 2:
            return cell + 1 if colour else -cell - 1
        return cell * self.kinds + colour + 1

    def lines(self) -> Iterator[tuple[Clue, list[int]]]:
        """The lines, each with its cells: rows, then columns."""
        for r, clue in enumerate(self.rows):
            yield clue, list(self.cells[r * self.width : (r + 1) * self.width])
        for c, clue in enumerate(self.columns):
            yield clue, list(self.cells[c :: self.width])

    def clauses(self) -> set[Clause]:
        """What docs/certificates.md says that the clauses are."""
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
        """The clauses of a line, with YES and NO in them; its variables come behind `top`."""
        free = slack(clue, cells)
        need(free >= 0, "a clue is too long for its line, so that there is no solution")
        firsts = [sum(n for n, _ in clue[:k]) + gaps(clue[: k + 1]) for k in range(len(clue))]

        def begun(k: int, place: int) -> int:
            """The block begins at the place or before."""
            if k == len(clue) or place < firsts[k]:
                return NO
            return top + k * free + place - firsts[k] + 1 if place < firsts[k] + free else YES

        def ended(k: int, place: int) -> int:
            """The block ends before the place."""
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
        """The solution that a clause forbids; raises ValueError where it is not one."""
        grid = [
            [k for k in range(self.kinds) if -self.has(cell, k) in clause] for cell in self.cells
        ]
        whole = len(clause) == len(grid) and all(len(cell) == 1 for cell in grid)
        need(whole, "there is a clause that the clues do not say")
        for clue, cells in self.lines():
            runs = [(len(list(run)), k) for k, run in groupby(grid[cell][0] for cell in cells)]
            need([run for run in runs if run[1]] == clue, "what is forbidden is not a solution")
        need(
            all(g in (-1, c[0]) for g, c in zip(self.given, grid, strict=True)),
            "what is given is another",
        )
        return [[k for [k] in grid[at : at + self.width]] for at in self.cells[:: self.width]]


def gaps(clue: Clue) -> int:
    """The white cells that there must be between blocks."""
    return sum(one[1] == two[1] for one, two in pairwise(clue))


def slack(clue: Clue, cells: list[int]) -> int:
    """By how many cells each block can move."""
    return len(cells) - sum(length for length, _ in clue) - gaps(clue)


class Propagation:
    """Unit propagation over clauses, of which each is watched by two literals (the first two)."""

    def __init__(self) -> None:
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.done = 0  # of the trail
        self.watched: defaultdict[int, list[list[int]]] = defaultdict(list)
        self.known: defaultdict[Clause, list[list[int]]] = defaultdict(list)
        self.refuted = False  # there is a conflict without any assumption

    def assume(self, literal: int) -> bool:
        """Make a literal true; return whether it was false."""
        if literal not in self.true and -literal not in self.true:
            self.true.add(literal)
            self.trail.append(literal)
        return -literal in self.true

    def conflict(self) -> bool:
        """Make true what follows; return whether a clause is false."""
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
                if clause:  # it is not dropped
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
        need(self.known[literals], "a clause is dropped that is not there")
        self.known[literals].pop().clear()

    def follows(self, literals: Iterable[int]) -> bool:
        """Return whether a clause follows: whether it cannot be false."""
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
    """The only solution, or None where there is none. Raises ValueError and LookupError."""
    own = Puzzle(puzzle)
    body = [line for line in formula.splitlines() if line[:1] not in ("c", "p")]
    stated, clauses = set(map(clause_of, body)), own.clauses()
    need(clauses <= stated, "a clause is missing")
    need(len(stated - clauses) <= 1, "there is a clause that the clues do not say")
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
    need(search.known[frozenset()], "the proof does not end")
    return solution[0] if solution else None


def main(puzzle: str, formula: str, proof: str) -> None:
    texts = (Path(name).read_text(encoding="utf-8") for name in (puzzle, formula, proof))
    found = verified(*texts)
    rows = ["".join(map(str, row)) for row in found or ()]
    print("no solution" if found is None else "\n".join(rows), flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BrokenPipeError:  # as of `| head`: the rest is wanted by nobody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (ValueError, LookupError, TypeError) as fault:
        sys.exit(f"not proved: {fault}")
