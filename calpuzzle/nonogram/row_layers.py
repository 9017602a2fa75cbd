"""All solutions of a nonogram as a layered decision diagram, which counts them without listing.

This is the frontier method (S. Minato's ZDDs, built from the top down; H. Iwashita and S. Minato,
2013): cells are decided one after another, row by row. A state contains, for each column and for
the current row, the state of the deterministic automaton of its clue (`_Line`). Equal states have
the same completions, so they are one node. The states of a layer are packed into words of 64 bits,
with one digit for each column and one for the row, and merged by sorting.

A `Layers` is built forwards, in slices, and counts the ways to each state, so that it stores only
the current layer. With `keep` it also stores the edges, 4 bytes each, from which solutions are
found by number and marginals are computed. `layers_in_turns` alternates it with the search. The
puzzle is transposed if that lowers the bound on the number of states. Counts are exact at any size.
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
from calpuzzle.base.stop import Stop, raise_if_stopped
from calpuzzle.base.wording import memory_text
from calpuzzle.nonogram.clues import Clue, Clues, Grid, Masks, rows_of

Array = npt.NDArray[Any]

MEMORY = 1 << 30  # the default memory bound, in bytes
COST = 500  # the overhead of deciding a cell, in states
MAX_ENTRIES = 1 << 19  # the maximum number of entries of all automata together
WORD = 64


class _Line(NamedTuple):
    """The automaton of one line. `moves[p][s, c]` is the state that follows state s if cell p has
    colour c, or -1 if the line cannot be completed then; `states[p]` is the number of states before
    cell p."""

    moves: list[npt.NDArray[np.int64]]
    states: list[int]

    @property
    def bits(self) -> int:
        """The number of bits of a digit that can represent every state."""
        return (max(self.states) - 1).bit_length()


def _transitions(clue: Clue) -> list[dict[int, int]]:
    """Return the automaton of a clue: for each state, the next state by colour. State 0 is the
    start; in the last state all blocks are complete."""
    steps: list[dict[int, int]] = [{0: 0}]
    for index, (length, colour) in enumerate(clue):
        for _ in range(length):
            steps[-1][colour] = len(steps)
            steps.append({})
        if index + 1 < len(clue) and clue[index + 1][1] == colour:
            # Blocks of one colour are separated by a white cell, which leads to a separate state.
            steps[-1][0] = len(steps)
            steps.append({})
        steps[-1][0] = steps[-1].get(0, len(steps) - 1)
    return steps


def _line(clue: Clue, masks: Sequence[int], colours: int) -> _Line | None:
    """Return the automaton of a line whose cells have colours allowed by `masks`, restricted to
    states from which the line can be completed, or None if the line has no filling."""
    steps, last = _transitions(clue), len(masks)
    alive: list[set[int]] = [set() for _ in masks] + [{len(steps) - 1}]
    for p in range(last - 1, -1, -1):
        for state, nexts in enumerate(steps):
            if any(masks[p] >> c & 1 and to in alive[p + 1] for c, to in nexts.items()):
                alive[p].add(state)
    if 0 not in alive[0]:
        return None
    # The reachable states before each cell are numbered from 0, so that the digits are short.
    numbers, moves, sizes = {0: 0}, [], [1]
    for p in range(last):
        table = np.full((len(numbers), colours + 1), -1, np.int64)
        next_numbers: dict[int, int] = {}
        for state, number in numbers.items():
            for c, to in steps[state].items():
                if masks[p] >> c & 1 and to in alive[p + 1]:
                    table[number, c] = next_numbers.setdefault(to, len(next_numbers))
        moves.append(table)
        numbers = next_numbers
        sizes.append(len(numbers))
    return _Line(moves, sizes)


def automaton_entries(puzzle: Clues) -> int:
    """Return an upper bound on the number of entries of the automata of all lines together."""
    clues = [*puzzle.rows, *puzzle.columns]
    states = len(clues) + 2 * sum(length for clue in clues for length, _ in clue)
    return states * max(puzzle.height, puzzle.width) * (puzzle.colours + 1)


def transposed(puzzle: Clues, masks: Sequence[int]) -> tuple[Clues, Masks]:
    """Return the transposed puzzle and its transposed masks."""
    size, width = len(masks), puzzle.width
    other = puzzle._replace(rows=puzzle.columns, columns=puzzle.rows, goal=None, given=None)
    return other, [masks[at] for x in range(width) for at in range(x, size, width)]


def _lines(puzzle: Clues, masks: Sequence[int]) -> list[_Line] | None:
    """Return the automata of the rows, then of the columns; None if a line has no filling."""
    lines = []
    for index in range(puzzle.height + puzzle.width):
        cells = [masks[cell] for cell in puzzle.cells_of(index)]
        line = _line(puzzle.line(index), cells, puzzle.colours)
        if line is None:
            return None
        lines.append(line)
    return lines


def _weight(lines: Sequence[_Line]) -> float:
    """Return the base-2 logarithm of the largest number of combinations of the lines' states at one
    position."""
    return max(
        sum(map(math.log2, sizes)) for sizes in zip(*(each.states for each in lines), strict=True)
    )


class Layers:
    """The diagram of the solutions whose cells have colours allowed by `masks`.

    `run` builds it; when it is complete, `total` is the number of solutions. Without `keep`,
    neither solutions by number nor marginals are available. `memory` bounds the bytes of the
    current states and the stored edges. Raises CannotDoError if the automata are too large.
    """

    def __init__(
        self,
        puzzle: Clues,
        masks: Sequence[int],
        *,
        keep: bool = False,
        memory: int | None = None,
    ) -> None:
        if automaton_entries(puzzle) > MAX_ENTRIES:
            raise CannotDoError("the nonogram is too large to be counted by layers")
        lines = _lines(puzzle, masks)
        self._is_transposed = False
        if lines and _weight(lines[: puzzle.height]) < _weight(lines[puzzle.height :]):
            puzzle, masks = transposed(puzzle, masks)
            lines = lines[puzzle.width :] + lines[: puzzle.width]
            self._is_transposed = True
        self.height, self.width, self._colours = puzzle.height, puzzle.width, puzzle.colours + 1
        self._masks, self._lines = list(masks), lines
        self._memory = MEMORY if memory is None else memory
        self._at = 0
        self._place = self._places()
        self._words = [np.zeros(1, np.uint64) for _ in range(self._place[-1][0] + 1)]
        self._ways: Array = np.ones(1, np.int64)
        self._keep = keep
        self._edges: list[dict[int, npt.NDArray[np.int32]]] = []
        self._edge_bytes = 0
        self._to_end: list[Array] = []
        self.total: int | None = None if lines else 0

    def _places(self) -> list[tuple[int, int, int]]:
        """Return the word, shift and bits of each digit: the columns first, then the row."""
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
        """The cost of deciding the next cell, in states."""
        return len(self._ways) * self._colours + COST

    def run(self, work: int) -> int:
        """Decide at least one cell, and more while the cost stays within `work` states; return the
        cost. Raises MemoryError if the layers exceed the memory, also at each later call."""
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
        # The bytes for each next state before merging: its words, its count, its place in the
        # order, the place of its source, and its edges. A state has at most two next states: by
        # white and by the colour of the current or next block.
        each = 8 * (len(self._words) + 3) + 4 * self._colours * self._keep
        if self._edge_bytes + size * each * min(2, self._colours) > self._memory:
            self._ways, self._words, self._edge_bytes = self._ways[:0], [], self._memory + 1
            raise MemoryError("the layers exceed the memory")
        of_column, of_row = self._digit(x), self._digit(self.width)
        sources, colours, digits = [], [], []
        for colour in range(self._colours):
            if not self._masks[self._at] >> colour & 1:
                continue
            column_next, row_next = column[of_column, colour], row[of_row, colour]
            fits = np.flatnonzero((column_next >= 0) & (row_next >= 0))
            sources.append(fits)
            colours.append(colour)
            digits.append((column_next[fits], row_next[fits]))
        self._advance(x, sources, digits, colours)

    def _digit(self, index: int) -> npt.NDArray[np.int64]:
        word, shift, bits = self._place[index]
        part = self._words[word] >> np.uint64(shift) & np.uint64((1 << bits) - 1)
        return part.astype(np.int64)

    def _advance(
        self,
        x: int,
        sources: list[Array],
        digits: list[tuple[Array, Array]],
        colours: list[int],
    ) -> None:
        """Merge equal next states, and count the ways to each.

        For each of the `colours`, `sources` contains the states in which the cell may have it, and
        `digits` the digits of column `x` and of the row in the next states."""
        size, source = len(self._ways), np.concatenate(sources)
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
            edges, start = {}, 0
            for colour, fits in zip(colours, sources, strict=True):
                edges[colour] = np.full(size, -1, np.int32)
                edges[colour][fits] = target[start : start + len(fits)]
                start += len(fits)
            self._edges.append(edges)
            self._edge_bytes += 4 * size * len(edges)
        self._at += 1
        if self._at == self.height * self.width or not len(self._ways):
            self.total = int(self._ways.sum()) if len(self._ways) else 0

    def finish(self, stop: Stop | None = None) -> Layers:
        """Complete the diagram, and return it. Raises CannotDoError if it exceeds the memory, and
        StoppedError if `stop` is reached."""
        try:
            while self.total is None:
                self.run(200_000)
                raise_if_stopped(stop)
        except MemoryError:
            raise CannotDoError(
                f"the states of this nonogram exceed the memory of {memory_text(self._memory)}; "
                "fill in more cells, or allow more memory"
            ) from None
        return self

    def _completions(self) -> list[Array]:
        """Return, for each layer, the number of ways from each of its states to the end."""
        if not self._keep or self.total is None:
            raise CannotDoError("the edges of the layers are not stored, or not complete")
        if not self._to_end:
            to_end: Array = np.ones(1, np.int64)
            found = [to_end]
            for edges in reversed(self._edges):
                parts = [np.where(target >= 0, to_end[target], 0) for target in edges.values()]
                to_end = _exact(parts)
                found.append(to_end)
            self._to_end = found[::-1]
        return self._to_end

    def nth(self, number: int) -> Grid:
        """Return solution `number`, counted from 0; a negative number counts from the end. The
        solutions are in lexicographic order of the colours of their cells, with the cells in the
        order in which the diagram decides them. Raises IndexError if there is no such solution."""
        number = whole_number(number, "number")
        total = self.total or 0
        index = number + total if number < 0 else number
        if not 0 <= index < total:
            raise IndexError(f"there is no solution {number:,}; the first one is number 0")
        to_end, cells, node = self._completions(), [], 0
        for layer, edges in enumerate(self._edges):
            for colour, targets in edges.items():
                target = int(targets[node])
                ways = int(to_end[layer + 1][target]) if target >= 0 else 0
                if index < ways:
                    cells.append(colour)
                    node = target
                    break
                index -= ways
        return self._upright(rows_of(cells, self.width))

    def sample(self, number: int, seed: int | None = None) -> list[Grid]:
        """Return `number` solutions drawn uniformly with replacement; a seed makes the result
        reproducible. Raises InputError if there is no solution."""
        number = whole_number(number, "number", 0)
        if number and not self.total:
            raise InputError("there is no solution to draw")
        generator = random.Random(seed)
        return [self.nth(generator.randrange(self.total or 0)) for _ in range(number)]

    def __iter__(self) -> Iterator[Grid]:
        return (self.nth(number) for number in range(self.total or 0))

    def marginals(self) -> list[list[list[int]]]:
        """Return the exact number of solutions in which each cell has each colour, as nested lists
        `[colour][row][column]`."""
        found = [[[0] * self.width for _ in range(self.height)] for _ in range(self._colours)]
        if self.total:
            to_end, ways = self._completions(), np.ones(1, np.int64)
            for layer, edges in enumerate(self._edges):
                y, x = divmod(layer, self.width)
                sources, targets = [], []
                for colour, target in edges.items():
                    source = np.flatnonzero(target >= 0)
                    sources.append(source)
                    targets.append(target[source])
                    # Multiply the ways to each source by the ways from its target to the end.
                    found[colour][y][x] = _dot(ways[source], to_end[layer + 1][target[source]])
                order, first = _grouped([np.concatenate(targets).astype(np.uint64)])
                ways = _summed(ways[np.concatenate(sources)[order]], first)
        if not self._is_transposed:
            return found
        return [[list(cells) for cells in zip(*rows, strict=True)] for rows in found]

    def _upright(self, grid: Grid) -> Grid:
        return tuple(zip(*grid, strict=True)) if self._is_transposed else grid


def _grouped(words: list[Array]) -> tuple[Array, Array]:
    """Return an order in which equal states are adjacent, and the start of each group in it."""
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
    """Return the counts, as Python integers if a sum of `terms` of them may exceed 63 bits."""
    if counts.dtype == object or not len(counts):
        return counts
    if float(counts.max()) * terms < 2.0**62:
        return counts
    return counts.astype(object)


def _summed(counts: Array, first: Array) -> Array:
    """Return the exact sums of the groups that begin at `first`."""
    if not len(first):
        return counts[:0]
    most = int(np.diff(first, append=len(counts)).max())
    return np.add.reduceat(_wide(counts, most), first)


def _exact(parts: list[Array]) -> Array:
    """Return the exact sum of arrays."""
    total = _wide(parts[0], len(parts))
    for part in parts[1:]:
        total = total + _wide(part, len(parts))
    return total


def _dot(left: Array, right: Array) -> int:
    """Return the exact dot product."""
    if not len(left):
        return 0
    narrow = left.dtype != object and right.dtype != object
    if narrow and float(left.max()) * float(right.max()) * len(left) < 2.0**62:
        return int(left @ right)
    return sum(map(int.__mul__, map(int, left), map(int, right)))
