"""The states of a certificate, found and written, in plain Python: for boards of any size.

A state is the cells that are still to be covered, and how many of each class of pieces are left.
Its children by a cell are the states that the options on the cell leave, and, where the cell may
stay empty, the one without it. Its solutions are theirs together. A state branches on the cell with
the fewest children, the first of several: the rule of Knuth's Algorithm X (TAOCP 7.2.2.1), which
here is a choice and nothing that a checker relies on. States that were met before are not searched
again.

`Plain` is the twin of calpuzzle._core.proving.Memo: the same lines, byte for byte. `Proof` says
what both do; docs/certificates.md describes the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

State = tuple[int, int]
"""The cells left, as bits, and the pieces left, as a field of bits for each class."""

STATE_BYTES = 400  # that a state takes here, with its children
SLICE = 256  # states between two looks


class Proof(Protocol):
    """The states of some roots: `grow` all of them, then ask for the `lines` of each, in the same
    order."""

    @property
    def full(self) -> int:
        """The field of each class at its most: the pieces left where none lies."""

    @property
    def lines_written(self) -> int:
        """Return how many lines have been written."""

    def grow(self, cells: int, left: int) -> int:
        """Return how many solutions the state has. Raises OverflowError past the bound of memory
        or of counts, and what `look` raises."""

    def lines(self, cells: int, left: int, put: Callable[[str], None]) -> None:
        """Hand over the lines of a root that has grown, as texts of some lines, to `put`."""


class _Class(NamedTuple):
    """A class of pieces: its field, the lowest bit of it, and the most that may be left of it."""

    field: int
    one: int
    slack: int


class _Known(NamedTuple):
    """A state that was searched: its solutions, the cell that it branches on, and its children."""

    solutions: int
    cell: int
    children: tuple[State, ...]


class Plain:
    """The states of some roots. `options` are (class, cells as bits), in the order of the
    certificate; `least` and `most` the bounds of the classes; `optional` the cells that may stay
    empty; `look` is called now and then, with how many states there are. Bounded by `bound` bytes.
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
        self._again: set[State] = set()
        self._number: dict[State, int] = {}
        self._done: set[State] = set()
        self.lines_written = 0

    def grow(self, cells: int, left: int) -> int:
        """Return how many solutions the state has; see Proof."""
        return self._visit((cells, left), self._options)

    def lines(self, cells: int, left: int, put: Callable[[str], None]) -> None:
        """Hand over the lines of a root that has grown; see Proof."""
        if cells:
            self._write((cells, left), False, put)

    def _visit(self, state: State, options: Sequence[tuple[int, int]]) -> int:
        """Return the solutions of a state; what is not among the options does not fit."""
        cells, left = state
        if not cells:
            return all(left & own.field <= own.slack for own in self._classes)
        if state in self._known:
            self._again.add(state)
            return self._known[state].solutions
        if len(self._known) >= self._most_states:
            raise OverflowError
        if len(self._known) % SLICE == 0:
            self._look(len(self._known))
        classes = self._classes
        fits = [o for o in options if not o[1] & ~cells and left & classes[o[0]].field]
        cell = self._choice(cells, fits)
        children = [
            (cells & ~own, left - classes[number].one) for number, own in fits if own >> cell & 1
        ]
        if self._optional >> cell & 1:
            children.append((cells & ~(1 << cell), left))
        count = sum(self._visit(child, fits) for child in children)
        self._known[state] = _Known(count, cell, tuple(children))
        return count

    def _choice(self, cells: int, fits: Sequence[tuple[int, int]]) -> int:
        """The first of the cells with the fewest children."""
        number = [0] * cells.bit_length()
        for _, own in fits:
            while own:
                number[(own & -own).bit_length() - 1] += 1
                own &= own - 1
        open_cells = (cell for cell in range(len(number)) if cells >> cell & 1)
        return min(open_cells, key=lambda cell: number[cell] + (self._optional >> cell & 1))

    def _write(self, state: State, numbered: bool, put: Callable[[str], None]) -> None:
        """Hand over the lines of a state and of what has not been written of its children's."""
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
            self._done.add(state)

    def _word(self, state: State) -> str:
        """Return what stands for a child in the line of its parent. A number is given in the line
        of one parent, but may be used only when the lines of the state are written."""
        if not state[0]:
            return "!"
        if state in self._done:
            return str(self._number[state])
        # A state with no children is not kept: its line is shorter than a reference.
        if state not in self._again or state in self._number or not self._known[state].children:
            return "."
        self._number[state] = len(self._number)
        return ":"
