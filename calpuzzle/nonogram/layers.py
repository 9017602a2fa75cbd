"""All solutions of a nonogram as a layered decision diagram, counted without listing any.

The frontier method (S. Minato's ZDDs built top down; H. Iwashita and S. Minato, 2013): cells are
decided one after another, row by row. A state is, for each column and for the row at hand, how far
its clue has got. Two equal states have the same completions, so they are one node; a clue has a
deterministic automaton (`_Line`), as its blocks come in order. A layer's states are packed in words
of 64 bits, a digit a column, and sorted to be merged.

`Layers` builds forwards, in slices, and counts the ways to each state as it goes, so that nothing
else is kept; with `keep` it holds the edges, 4 bytes each, from which come the solutions by their
numbers and how many fill a cell. `solver` races it with the search. The way goes along the side on
which fewer states can lie (`turned`). Counts are exact at any size.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.given import whole_number
from calpuzzle.base.stop import Stop, look
from calpuzzle.nonogram.puzzle import Clue, Clues, Grid, Masks, rows_of

Array = npt.NDArray[Any]

MEMORY = 1 << 30  # bytes, where nobody says how many
COST = 500  # states that take as long as what a cell costs besides
PLACES = 1 << 19  # entries of all automata together: more are no puzzle for this
WORD = 64


class _Line(NamedTuple):
    """The automaton of one line: `moves[p][s, c]` is the state behind the cell p that has colour c,
    or -1 where the line cannot be completed; `states[p]` is how many there are before it."""

    moves: list[npt.NDArray[np.int64]]
    states: list[int]

    @property
    def bits(self) -> int:
        """The bits of a digit that holds any state."""
        return (max(self.states) - 1).bit_length()


def _pattern(clue: Clue) -> list[dict[int, int]]:
    """The automaton of a clue: for each state the next one by colour. State 0 is the start, the
    last one that of all blocks laid."""
    steps: list[dict[int, int]] = [{0: 0}]
    for at, (length, colour) in enumerate(clue):
        for _ in range(length):
            steps[-1][colour] = len(steps)
            steps.append({})
        if at + 1 < len(clue) and clue[at + 1][1] == colour:
            steps[-1][0] = len(steps)
            steps.append({})
        steps[-1][0] = steps[-1].get(0, len(steps) - 1)
    return steps


def _line(clue: Clue, masks: Sequence[int], colours: int) -> _Line | None:
    """The automaton along these cells, of the states alone that are on a way to the end; None where
    there is none."""
    steps, last = _pattern(clue), len(masks)
    alive: list[set[int]] = [set() for _ in masks] + [{len(steps) - 1}]
    for p in range(last - 1, -1, -1):
        for state, nexts in enumerate(steps):
            if any(masks[p] >> c & 1 and to in alive[p + 1] for c, to in nexts.items()):
                alive[p].add(state)
    if 0 not in alive[0]:
        return None
    here, moves, sizes = {0: 0}, [], [1]
    for p in range(last):
        table = np.full((len(here), colours + 1), -1, np.int64)
        then: dict[int, int] = {}
        for state, number in here.items():
            for c, to in steps[state].items():
                if masks[p] >> c & 1 and to in alive[p + 1]:
                    table[number, c] = then.setdefault(to, len(then))
        moves.append(table)
        here = then
        sizes.append(len(here))
    return _Line(moves, sizes)


def places(puzzle: Clues) -> int:
    """The entries that the automata of all lines have together, at most."""
    clues = [*puzzle.rows, *puzzle.columns]
    states = len(clues) + 2 * sum(length for clue in clues for length, _ in clue)
    return states * max(puzzle.height, puzzle.width) * (puzzle.colours + 1)


def turned(puzzle: Clues, masks: Sequence[int]) -> tuple[Clues, Masks]:
    """The puzzle with rows for columns, and what is known of it."""
    size, width = len(masks), puzzle.width
    other = puzzle._replace(rows=puzzle.columns, columns=puzzle.rows, goal=None, given=None)
    return other, [masks[at] for x in range(width) for at in range(x, size, width)]


def _lines(puzzle: Clues, masks: Sequence[int]) -> list[_Line] | None:
    """The automata of rows, then of columns; None where a line has no filling."""
    lines = []
    for index in range(puzzle.height + puzzle.width):
        cells = [masks[cell] for cell in puzzle.cells_of(index)]
        line = _line(puzzle.line(index), cells, puzzle.colours)
        if line is None:
            return None
        lines.append(line)
    return lines


def _weight(lines: Sequence[_Line]) -> float:
    """The logarithm of the states that lines can have together between two cells, at most."""
    return max(
        sum(map(math.log2, sizes)) for sizes in zip(*(each.states for each in lines), strict=True)
    )


class Layers:
    """The diagram of the solutions whose cells have colours of `masks`.

    `run` builds it; then `total` is the number of solutions. With `keep` it answers by numbers too.
    `memory` bounds the bytes of the states at hand, and of the edges kept. Raises CannotDoError for
    a puzzle whose lines alone are too many.
    """

    def __init__(
        self,
        puzzle: Clues,
        masks: Sequence[int],
        *,
        keep: bool = False,
        memory: int | None = None,
    ) -> None:
        if places(puzzle) > PLACES:
            raise CannotDoError("the nonogram is too large to be counted by layers")
        lines = _lines(puzzle, masks)
        self._turned = False
        if lines and _weight(lines[: puzzle.height]) < _weight(lines[puzzle.height :]):
            puzzle, masks = turned(puzzle, masks)
            lines = lines[puzzle.width :] + lines[: puzzle.width]
            self._turned = True
        self.height, self.width, self._colours = puzzle.height, puzzle.width, puzzle.colours + 1
        self._masks, self._lines = list(masks), lines
        self._memory = MEMORY if memory is None else memory
        self._at = 0
        self._place = self._places()
        self._words = [np.zeros(1, np.uint64) for _ in range(self._place[-1][0] + 1)]
        self._ways: Array = np.ones(1, np.int64)
        self._keep = keep
        self._edges: list[dict[int, npt.NDArray[np.int32]]] = []
        self._held = 0
        self._behind: list[Array] = []
        self.total: int | None = None if lines else 0

    def _places(self) -> list[tuple[int, int, int]]:
        """The word, the shift and the bits of each digit: of the columns, then of the row."""
        lines = self._lines
        if not lines:
            return [(0, 0, 0)]
        word, shift, places = 0, 0, []
        row = max(line.bits for line in lines[: self.height])
        for bits in [*(line.bits for line in lines[self.height :]), row]:
            if shift + bits > WORD:
                word, shift = word + 1, 0
            places.append((word, shift, bits))
            shift += bits
        return places

    @property
    def cost(self) -> int:
        """The states of the next cell, and what a cell costs besides."""
        return len(self._ways) * self._colours + COST

    def run(self, work: int) -> int:
        """Build on for about that many states, at least one cell; return how many it were. Raises
        MemoryError where the layers pass the memory, and each time from then on."""
        spent = 0
        while self.total is None and (not spent or spent + self.cost <= work):
            spent += self.cost
            self._cell()
        return spent

    def _cell(self) -> None:
        """Decide the next cell."""
        assert self._lines is not None
        y, x = divmod(self._at, self.width)
        column, row = self._lines[self.height + x].moves[y], self._lines[y].moves[x]
        size = len(self._ways)
        # The next states before they are merged, their order, and the words of both.
        each = 8 * (len(self._words) + 3) + 4 * self._colours * self._keep
        if self._held + size * each * min(2, self._colours) > self._memory:
            self._ways, self._words, self._memory = self._ways[:0], [], -1
            raise MemoryError("the layers pass the memory")
        of_column, of_row = self._digit(x), self._digit(self.width)
        froms, colours, digits = [], [], []
        for colour in range(self._colours):
            if not self._masks[self._at] >> colour & 1:
                continue
            column_next, row_next = column[of_column, colour], row[of_row, colour]
            fits = np.flatnonzero((column_next >= 0) & (row_next >= 0))
            froms.append(fits)
            colours.append(colour)
            digits.append((column_next[fits], row_next[fits]))
        self._advance(x, froms, digits, colours)

    def _digit(self, index: int) -> npt.NDArray[np.int64]:
        word, shift, bits = self._place[index]
        part = self._words[word] >> np.uint64(shift) & np.uint64((1 << bits) - 1)
        return part.astype(np.int64)

    def _advance(
        self,
        x: int,
        froms: list[Array],
        digits: list[tuple[Array, Array]],
        colours: list[int],
    ) -> None:
        """Merge the next states, and count the ways to each."""
        size, source = len(self._ways), np.concatenate(froms)
        words = [word[source] for word in self._words]
        last = x == self.width - 1
        for index, part in ((x, 0), (self.width, 1)):
            word, shift, bits = self._place[index]
            words[word] &= np.uint64(((1 << WORD) - 1) ^ (((1 << bits) - 1) << shift))
            if not (part and last):  # a new row begins at state 0
                digit = np.concatenate([pair[part] for pair in digits]).astype(np.uint64)
                words[word] |= digit << np.uint64(shift)
        order, first = _grouped(words)
        self._words = [word[order[first]] for word in words]
        self._ways = _summed(self._ways[source[order]], first)
        if self._keep:
            target = np.empty(len(order), np.int32)
            starts = np.zeros(len(order), np.int32)
            starts[first[1:]] = 1
            target[order] = np.cumsum(starts, dtype=np.int32)
            edges, at = {}, 0
            for colour, fits in zip(colours, froms, strict=True):
                edges[colour] = np.full(size, -1, np.int32)
                edges[colour][fits] = target[at : at + len(fits)]
                at += len(fits)
            self._edges.append(edges)
            self._held += 4 * size * len(edges)
        self._at += 1
        if self._at == self.height * self.width or not len(self._ways):
            self.total = int(self._ways.sum()) if len(self._ways) else 0

    def finish(self, stop: Stop | None = None) -> Layers:
        """Build to the end, and return it. Raises CannotDoError past the memory, StoppedError."""
        try:
            while self.total is None:
                self.run(200_000)
                look(stop)
        except MemoryError:
            raise CannotDoError(
                f"the solutions' states pass the memory of {self._memory_said()}; say more of what "
                "is known, or give more memory"
            ) from None
        return self

    def _memory_said(self) -> str:
        return "1 GiB" if self._memory < 0 else f"{self._memory:,} bytes"

    def _completions(self) -> list[Array]:
        """For each layer, how many ways there are from each state to the end."""
        if not self._keep or self.total is None:
            raise CannotDoError("the layers were not kept, or are not done")
        if not self._behind:
            behind: Array = np.ones(1, np.int64)
            found = [behind]
            for edges in reversed(self._edges):
                parts = [np.where(target >= 0, behind[target], 0) for target in edges.values()]
                behind = _exact(parts)
                found.append(behind)
            self._behind = found[::-1]
        return self._behind

    def nth(self, number: int) -> Grid:
        """The solution of that number, from 0: in the order of the cells as the diagram goes, the
        background first. Raises IndexError where there are not so many."""
        number = whole_number(number, "the number of a solution")
        total = self.total or 0
        index = number + total if number < 0 else number
        if not 0 <= index < total:
            raise IndexError(f"there is no solution {number:,}; they count from 0")
        behind, cells, node = self._completions(), [], 0
        for at, edges in enumerate(self._edges):
            for colour, targets in edges.items():
                target = int(targets[node])
                ways = int(behind[at + 1][target]) if target >= 0 else 0
                if index < ways:
                    cells.append(colour)
                    node = target
                    break
                index -= ways
        return self._upright(rows_of(cells, self.width))

    def sample(self, number: int, seed: int | None = None) -> list[Grid]:
        """`number` solutions, each drawn uniformly of all, so that one may come twice; the same
        seed draws the same ones. Raises InputError where there is none to be drawn."""
        number = whole_number(number, "how many solutions are drawn", 0)
        if number and not self.total:
            raise InputError("there is no solution to be drawn")
        dice = random.Random(seed)
        return [self.nth(dice.randrange(self.total or 0)) for _ in range(number)]

    def __iter__(self) -> Iterator[Grid]:
        return (self.nth(number) for number in range(self.total or 0))

    def marginals(self) -> list[list[list[int]]]:
        """In how many solutions each cell has each colour: `[colour][row][column]`, exact."""
        found = [[[0] * self.width for _ in range(self.height)] for _ in range(self._colours)]
        if self.total:
            behind, ways = self._completions(), np.ones(1, np.int64)
            for at, edges in enumerate(self._edges):
                y, x = divmod(at, self.width)
                sources, targets = [], []
                for colour, target in edges.items():
                    here = np.flatnonzero(target >= 0)
                    sources.append(here)
                    targets.append(target[here])
                    found[colour][y][x] = _dot(ways[here], behind[at + 1][target[here]])
                goal = np.concatenate(targets)
                order, first = _grouped([goal.astype(np.uint64)])
                ways = _summed(ways[np.concatenate(sources)[order]], first)
        if not self._turned:
            return found
        return [[list(cells) for cells in zip(*rows, strict=True)] for rows in found]

    def _upright(self, grid: Grid) -> Grid:
        return tuple(zip(*grid, strict=True)) if self._turned else grid


def _grouped(words: list[Array]) -> tuple[Array, Array]:
    """An order in which equal states lie together, and where each group begins."""
    if len(words) == 1:
        order = np.argsort(words[0], kind="stable")
    else:
        order = np.lexsort(words)
    if not len(order):
        return order, order
    new = np.zeros(len(order), bool)
    new[0] = True
    for word in words:
        ordered = word[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    return order, np.flatnonzero(new)


def _wide(counts: Array, terms: int) -> Array:
    """The counts as Python integers where a sum of them, so many times, may pass 63 bits."""
    if counts.dtype == object or not len(counts):
        return counts
    if float(counts.max()) * terms < 2.0**62:
        return counts
    return counts.astype(object)


def _summed(counts: Array, first: Array) -> Array:
    """The sums of groups that begin at `first`."""
    if not len(first):
        return counts[:0]
    most = int(np.diff(first, append=len(counts)).max())
    return np.add.reduceat(_wide(counts, most), first)


def _exact(parts: list[Array]) -> Array:
    """The sum of arrays."""
    total = _wide(parts[0], len(parts))
    for part in parts[1:]:
        total = total + _wide(part, len(parts))
    return total


def _dot(left: Array, right: Array) -> int:
    """The sum of products, exact."""
    if not len(left):
        return 0
    narrow = left.dtype != object and right.dtype != object
    if narrow and float(left.max()) * float(right.max()) * len(left) < 2.0**62:
        return int(left @ right)
    return sum(map(int.__mul__, map(int, left), map(int, right)))
