"""The states of a certificate, computed and written in Python for boards of any size.

A state consists of the cells still to be covered and the remaining number of pieces of each class.
Its children by a cell are the states after each option that covers the cell, and, if the cell may
stay empty, the state without the cell. The number of its solutions is the sum over its children. A
state branches on the first cell with the fewest children: the rule of Knuth's Algorithm X (TAOCP
7.2.2.1), on which a checker does not rely. Each state is searched once.

`PythonProof` writes the same lines, byte for byte, as calpuzzle._core.proving.Memo. `Proof` is
their interface; docs/certificates.md describes the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

State = tuple[int, int]
"""The remaining cells, as bits, and the remaining pieces, as a bit field for each class."""

STATE_BYTES = 400  # the memory of a state with its children
SLICE = 256  # states between two calls of `look`


class Proof(Protocol):
    """The states that are reached from some roots; a root is the state of a date before any piece
    is placed. The caller calls `grow` for all roots, then `lines` for each in the same order."""

    @property
    def full(self) -> int:
        """The remaining pieces before any is placed: the field of each class at its maximum."""
        ...

    @property
    def lines_written(self) -> int:
        """The number of lines written so far."""
        ...

    def grow(self, cells: int, remaining: int) -> int:
        """Return the number of solutions of a state. Raises OverflowError if memory or a count
        exceeds its bound, and the errors of `look`."""
        ...

    def lines(self, cells: int, remaining: int, put: Callable[[str], None]) -> None:
        """Pass the lines of a root, which `grow` must have searched, to `put`, some lines at a
        time."""


class _Class(NamedTuple):
    """A class of pieces: the mask of its field, the lowest bit of the field, and `slack`, the value
    of the field if only the required pieces are placed. In a solution it is at most `slack`."""

    field: int
    one: int
    slack: int


class _Known(NamedTuple):
    """A searched state: the number of its solutions, its branching cell, and its children."""

    solutions: int
    cell: int
    children: tuple[State, ...]


class PythonProof:
    """The states that are reached from some roots, in at most `bound` bytes; see Proof.

    `options` are (class, cells as bits) in the order of the certificate, `least` and `most` the
    bounds of the classes, and `optional` the cells that may stay empty, as bits. `look` is called
    regularly with the number of states, or of lines written.
    """

    def __init__(
        self,
        options: Sequence[tuple[int, int]],
        least: Sequence[int],
        most: Sequence[int],
        optional: int,
        look: Callable[[int], None],
        bound: int,
    ) -> None:
        self._classes: list[_Class] = []
        self.full = 0
        shift = 0
        for few, many in zip(least, most, strict=True):
            width = many.bit_length()
            field = ((1 << width) - 1) << shift
            self._classes.append(_Class(field, 1 << shift, (many - few) << shift))
            self.full |= many << shift
            shift += width
        self._options = options
        self._optional = optional
        self._look = look
        self._most_states = bound // STATE_BYTES
        self._known: dict[State, _Known] = {}
        self._shared: set[State] = set()  # the states with several parents
        self._numbers: dict[State, int] = {}
        self._written: set[State] = set()
        self.lines_written = 0

    def grow(self, cells: int, remaining: int) -> int:
        """Return the number of solutions of a state; see Proof."""
        return self._visit((cells, remaining), self._options)

    def lines(self, cells: int, remaining: int, put: Callable[[str], None]) -> None:
        """Pass the lines of a root to `put`; see Proof."""
        if cells:
            self._write((cells, remaining), False, put)

    def _visit(self, state: State, options: Sequence[tuple[int, int]]) -> int:
        """Return the number of solutions of a state. `options` contains at least all
        options that fit."""
        cells, remaining = state
        if not cells:
            # A field within its slack means that enough pieces of the class are placed.
            return int(all(remaining & c.field <= c.slack for c in self._classes))
        if state in self._known:
            self._shared.add(state)
            return self._known[state].solutions
        if len(self._known) >= self._most_states:
            raise OverflowError
        if len(self._known) % SLICE == 0:
            self._look(len(self._known))
        classes = self._classes
        fits = [o for o in options if not o[1] & ~cells and remaining & classes[o[0]].field]
        cell = self._choice(cells, fits)
        children = [
            (cells & ~mask, remaining - classes[kind].one)
            for kind, mask in fits
            if mask >> cell & 1
        ]
        if self._optional >> cell & 1:
            children.append((cells & ~(1 << cell), remaining))
        count = 0
        for child in children:  # sum() over a generator would need a second frame for each level
            count += self._visit(child, fits)
        self._known[state] = _Known(count, cell, tuple(children))
        return count

    def _choice(self, cells: int, fits: Sequence[tuple[int, int]]) -> int:
        """Return the first cell with the fewest children."""
        fitting = [0] * cells.bit_length()  # the number of options that cover each cell
        for _, mask in fits:
            while mask:
                fitting[(mask & -mask).bit_length() - 1] += 1
                mask &= mask - 1
        open_cells = (cell for cell in range(len(fitting)) if cells >> cell & 1)
        return min(open_cells, key=lambda cell: fitting[cell] + (self._optional >> cell & 1))

    def _write(self, state: State, numbered: bool, put: Callable[[str], None]) -> None:
        """Write the line of a state, and after it the lines of each child to which this line does
        not refer by number."""
        self.lines_written += 1
        if self.lines_written % SLICE == 0:
            self._look(self.lines_written)
        _, cell, children = self._known[state]
        words = [str(cell)]
        following = []
        for child in children:
            word = self._word(child)
            words.append(word)
            if word in ".:":
                following.append((child, word == ":"))
        put(" ".join(words) + "\n")
        for child, is_numbered in following:
            self._write(child, is_numbered, put)
        if numbered:
            self._written.add(state)

    def _word(self, state: State) -> str:
        """Return the word for a child in the line of its parent.

        The word is `!` if the child has no cells, its number if it has been written, `.` if its
        lines follow, and `:` if its lines follow and it gets a number. A state gets its number in
        the line of one parent, but other lines may refer to it only after its own lines have been
        written; until then they repeat its lines."""
        if not state[0]:
            return "!"
        if state in self._written:
            return str(self._numbers[state])
        # A state without children gets no number: its line is shorter than a reference.
        if state not in self._shared or state in self._numbers or not self._known[state].children:
            return "."
        self._numbers[state] = len(self._numbers)
        return ":"
