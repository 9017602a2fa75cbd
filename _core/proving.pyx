"""The states of a certificate and their lines, for boards of at most 64 cells.

Design
------
calpuzzle/results/proving.py defines a state, the cell it branches on, and the format of its line;
its class PythonProof is the twin of Memo, byte for byte. Here the remaining cells are one word,
and the remaining pieces another, in which each class has a field of bits.

States that have a child are kept in a Store (store.pxi), in the order in which they were finished:
the key is the remaining cells, the tag the remaining pieces, the values a Known. A state without a
child is not stored, because its line is shorter than a reference to it. The caller passes cells and
options that fit the words. Lines are passed to the caller SLICE at a time. `look` is called every
few milliseconds, and an exception that it raises ends the work.
"""

cdef extern from *:
    "#define BOARD_WORDS 1"

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from bits cimport BOARD_WORDS, bits_lowest64, board_t
from memory cimport allocate_owned

cdef enum:
    TAGGED = 1
    MAX_STATES = 1 << 30
    SLICE = 4096        # states between two calls of `look`, and lines that are passed on at once

include "store.pxi"


cdef struct Option:
    uint64_t cells
    uint64_t piece      # the field of its class
    uint64_t one        # the lowest bit of that field


cdef struct Known:
    uint64_t count      # of its solutions
    uint32_t number     # counted from 1; 0 if it has none
    uint8_t cell        # the cell on which it branches
    bint again          # whether it was reached again
    bint done           # whether its lines are written, and have a number


@cython.final
cdef class Memo:
    """The states of some roots. Call `grow` for each root, then `lines` for each in the same order.

    `options` are (class, cells as a word), in the order of the certificate; `least` and `most` the
    bounds of the classes; `optional` the cells that may stay empty. `look` is called every few
    milliseconds with the number of states visited or lines written. The stored states take at most
    `bound` bytes.
    """

    cdef list _owner
    cdef Option *options
    cdef int first[65]
    cdef int classes
    cdef uint64_t fields[64]
    cdef uint64_t slack[64]
    cdef uint64_t optional
    cdef Store states
    cdef Memory memory
    cdef uint32_t numbers
    cdef int64_t steps
    cdef object look, put
    cdef list text
    cdef readonly uint64_t full
    """The word of all pieces: the field of each class at its maximum."""
    cdef readonly int64_t lines_written

    def __init__(self, options, least, most, optional, look, bound):
        cdef int shift = 0, number, at = 0, cell
        cdef list covering_cell
        self._owner = []
        self.look = look
        self.memory.bound = bound
        self.states.width = sizeof(Known) // 8
        self.optional = optional
        self.classes = len(most)
        shifts = []
        for number in range(self.classes):
            width = int(most[number]).bit_length()
            self.fields[number] = ((1 << width) - 1) << shift
            self.slack[number] = (most[number] - least[number]) << shift
            self.full |= <uint64_t> (most[number] << shift)
            shifts.append(shift)
            shift += width
        covering = [[] for _ in range(64)]
        for option in options:
            for cell in range(64):
                if option[1] >> cell & 1:
                    covering[cell].append(option)
        self.options = <Option *> allocate_owned(
            self._owner, sum(map(len, covering)), sizeof(Option)
        )
        for cell in range(64):
            self.first[cell] = at
            covering_cell = covering[cell]
            for number, cells in covering_cell:
                self.options[at].cells = cells
                self.options[at].piece = self.fields[number]
                self.options[at].one = <uint64_t> (1 << shifts[number])
                at += 1
        self.first[64] = at

    def __dealloc__(self):
        free_store(&self.memory, &self.states)

    cdef Known *known(self, uint64_t cells, uint64_t remaining) noexcept:
        """Return the data of a state, or NULL; the pointer is valid until another state is
        stored."""
        cdef int64_t at = find(&self.states, cells, remaining)
        return <Known *> (self.states.values + at * self.states.width) if at >= 0 else NULL

    cdef int fitting(self, int cell, uint64_t cells, uint64_t remaining, int most) noexcept:
        """Return the number of children if the state branches on this cell, but at most `most`."""
        cdef int number = self.optional >> cell & 1
        cdef Option *option = self.options + self.first[cell]
        cdef Option *end = self.options + self.first[cell + 1]
        while option < end and number < most:
            number += not option.cells & ~cells and remaining & option.piece != 0
            option += 1
        return min(number, most)

    cdef int choose(self, uint64_t cells, uint64_t remaining, int *fewest) noexcept:
        """Return the first of the cells with the fewest children, and set `fewest` to their
        number."""
        cdef int best = -1, cell, number
        cdef uint64_t uncovered = cells
        fewest[0] = 0x7FFFFFFF
        while uncovered and fewest[0]:
            cell = bits_lowest64(uncovered)
            uncovered &= uncovered - 1
            number = self.fitting(cell, cells, remaining, fewest[0])
            if number < fewest[0]:
                best = cell
                fewest[0] = number
        return best

    cdef bint enough(self, uint64_t remaining) noexcept:
        """Return whether at least the minimum of each class is placed."""
        cdef int number
        for number in range(self.classes):
            if remaining & self.fields[number] > self.slack[number]:
                return False
        return True

    def grow(self, cells, remaining):
        """Return the number of solutions of the state. Raise OverflowError past the bound, or if
        the number does not fit 64 bits."""
        cdef uint64_t count = 0
        self.visit(cells, remaining, &count)
        return count

    cdef int visit(self, uint64_t cells, uint64_t remaining, uint64_t *count) except -1:
        cdef Known *known
        cdef int cell, number = 0
        cdef uint64_t part = 0, total = 0
        cdef Option option
        cdef int k
        if not cells:
            count[0] = self.enough(remaining)
            return 0
        known = self.known(cells, remaining)
        if known != NULL:
            known.again = True
            count[0] = known.count
            return 0
        cell = self.choose(cells, remaining, &number)
        self.steps += 1
        if not self.steps % SLICE:
            self.look(self.steps)
        if number:
            for k in range(self.first[cell], self.first[cell + 1]):
                option = self.options[k]
                if not option.cells & ~cells and remaining & option.piece:
                    self.visit(cells & ~option.cells, remaining - option.one, &part)
                    total += part
                    if total < part:
                        raise OverflowError
            if self.optional >> cell & 1:
                self.visit(cells & ~(<uint64_t> 1 << cell), remaining, &part)
                total += part
                if total < part:
                    raise OverflowError
            self.keep(cells, remaining, cell, total)
        count[0] = total
        return 0

    cdef int keep(self, uint64_t cells, uint64_t remaining, int cell, uint64_t count) except -1:
        cdef Known *known
        cdef int64_t code = put(&self.memory, &self.states, cells, remaining)
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError
        known = self.known(cells, remaining)
        invariant(known != NULL)
        known.count = count
        known.cell = <uint8_t> cell
        return 0

    def lines(self, cells, remaining, put):
        """Pass the lines of a root for which `grow` was called, as texts, to `put`."""
        self.text = []
        self.put = put
        if cells:
            self.write(cells, remaining, False)
        put("".join(self.text))

    cdef int write(self, uint64_t cells, uint64_t remaining, bint numbered) except -1:
        cdef Known *known = self.known(cells, remaining)
        cdef int cell, k, number = 0
        cdef Option option
        cdef list tokens, children
        self.lines_written += 1
        if not self.lines_written % SLICE:
            self.put("".join(self.text))
            self.text = []
            self.look(self.lines_written)
        if known == NULL:
            cell = self.choose(cells, remaining, &number)
            self.text.append(f"{cell}\n")
            return 0
        cell = known.cell
        # The token of a child states whether its lines follow.
        children = []
        tokens = [str(cell)]
        for k in range(self.first[cell], self.first[cell + 1]):
            option = self.options[k]
            if not option.cells & ~cells and remaining & option.piece:
                self.token(cells & ~option.cells, remaining - option.one, tokens, children)
        if self.optional >> cell & 1:
            self.token(cells & ~(<uint64_t> 1 << cell), remaining, tokens, children)
        self.text.append(" ".join(tokens) + "\n")
        for child in children:
            self.write(child[0], child[1], child[2])
        # No state is added while lines are written, so `known` is still valid.
        if numbered:
            known.done = True
        return 0

    cdef int token(self, uint64_t cells, uint64_t remaining, list tokens, list children) except -1:
        cdef Known *known
        if not cells:
            tokens.append("!")
            return 0
        known = self.known(cells, remaining)
        if known != NULL and known.done:
            tokens.append(str(known.number - 1))
            return 0
        numbered = known != NULL and known.again and not known.number
        if numbered:
            self.numbers += 1
            known.number = self.numbers
        tokens.append(":" if numbered else ".")
        children.append((cells, remaining, numbered))
        return 0
