"""The states of a certificate, found and written: for boards of at most 64 cells.

Design
------
calpuzzle/results/proving.py says what a state is, on which cell it branches, and what its line
looks like; its class Plain is the twin of Memo, byte for byte. Here the cells left are one word,
and the pieces left another, in which each class has a field of bits.

States with something to try are kept, in `states` in the order in which they were done, found by a
hash table with open addressing that is at most half full. A state with nothing to try is not kept:
its line is shorter than a reference to it. Who calls gives cells and options that fit the words;
bounds are checked where memory is had. Lines are handed over as they come. `look` is called every
few milliseconds, and what it raises ends the work.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bits cimport bits_lowest64
from memory cimport held

cdef enum:
    SLICE = 4096        # states between two looks, and lines that are handed over at once
    FIRST = 1 << 10     # states that there is room for at first


cdef struct Way:
    uint64_t cells
    uint64_t piece      # the field of its class
    uint64_t one        # the lowest bit of that


cdef struct State:
    uint64_t cells
    uint64_t left
    uint64_t count
    uint32_t number     # counted from 1; 0: it has none
    uint8_t cell        # on which it branches
    bint again          # it was met again
    bint done           # its lines are written


cdef class Memo:
    """The states of some roots: `grow` all of them, then write the `lines` of each, in the same
    order.

    `options` are (class, cells as a word), in the order of the certificate; `least` and `most` the
    bounds of the classes; `optional` the cells that may stay empty; `look` is called now and then,
    with how many states there are. It takes at most `bound` bytes.
    """

    cdef list _owner
    cdef Way *ways
    cdef int first[65]
    cdef int classes
    cdef uint64_t fields[64]
    cdef uint64_t slack[64]
    cdef uint64_t optional
    cdef State *states
    cdef uint32_t *slots
    cdef int64_t size, capacity, mask, bound
    cdef uint32_t numbers
    cdef int64_t steps
    cdef object look, put
    cdef list text
    cdef readonly uint64_t full
    """The field of each class at its most."""
    cdef readonly int64_t lines_written

    def __cinit__(self):
        self.states = NULL
        self.slots = NULL

    def __init__(self, options, least, most, optional, look, bound):
        cdef int shift = 0, number, at = 0, cell
        cdef list own
        self._owner = []
        self.look = look
        self.bound = bound
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
        self.ways = <Way *> held(self._owner, sum(map(len, covering)), sizeof(Way))
        for cell in range(64):
            self.first[cell] = at
            own = covering[cell]
            for number, cells in own:
                self.ways[at].cells = cells
                self.ways[at].piece = self.fields[number]
                self.ways[at].one = <uint64_t> (1 << shifts[number])
                at += 1
        self.first[64] = at
        self.resize(FIRST)

    def __dealloc__(self):
        free(self.states)
        free(self.slots)

    cdef int resize(self, int64_t capacity) except -1:
        """Make room for so many states. Raises OverflowError past the bound."""
        cdef int64_t k
        cdef void *moved
        if capacity * (<int64_t> sizeof(State) + 8) > self.bound or capacity > 1 << 31:
            raise OverflowError
        moved = realloc(self.states, capacity * sizeof(State))
        if moved == NULL:
            raise MemoryError
        self.states = <State *> moved
        free(self.slots)
        self.slots = <uint32_t *> realloc(NULL, 2 * capacity * sizeof(uint32_t))
        if self.slots == NULL:
            raise MemoryError
        memset(self.slots, 0, 2 * capacity * sizeof(uint32_t))
        self.capacity = capacity
        self.mask = 2 * capacity - 1
        for k in range(self.size):
            self.slots[self.slot(self.states[k].cells, self.states[k].left)] = <uint32_t> (k + 1)
        return 0

    cdef int64_t slot(self, uint64_t cells, uint64_t left) noexcept:
        """The slot of a state, or the free one where it belongs."""
        cdef uint64_t word = cells ^ left * <uint64_t> 0xD6E8FEB86659FD93
        cdef int64_t at
        cdef State *there
        word = (word ^ word >> 32) * <uint64_t> 0x9E3779B97F4A7C15
        at = <int64_t> ((word ^ word >> 32) & <uint64_t> self.mask)
        while self.slots[at]:
            there = &self.states[self.slots[at] - 1]
            if there.cells == cells and there.left == left:
                break
            at = (at + 1) & self.mask
        return at

    cdef State *find(self, uint64_t cells, uint64_t left) noexcept:
        """The state, or NULL."""
        cdef uint32_t number = self.slots[self.slot(cells, left)]
        return &self.states[number - 1] if number else NULL

    cdef int fitting(self, int cell, uint64_t cells, uint64_t left, int most) noexcept:
        """Return the number of children of the state by this cell, or `most` if they are as many or
        more."""
        cdef int number = self.optional >> cell & 1
        cdef Way *way = self.ways + self.first[cell]
        cdef Way *end = self.ways + self.first[cell + 1]
        while way < end and number < most:
            number += not way.cells & ~cells and left & way.piece != 0
            way += 1
        return min(number, most)

    cdef int choose(self, uint64_t cells, uint64_t left, int *fewest) noexcept:
        """The first of the cells with the fewest children."""
        cdef int best = -1, cell, number
        cdef uint64_t rest = cells
        fewest[0] = 0x7FFFFFFF
        while rest and fewest[0]:
            cell = bits_lowest64(rest)
            rest &= rest - 1
            number = self.fitting(cell, cells, left, fewest[0])
            if number < fewest[0]:
                best = cell
                fewest[0] = number
        return best

    cdef bint enough(self, uint64_t left) noexcept:
        """Return whether as many of each class lie as must."""
        cdef int number
        for number in range(self.classes):
            if left & self.fields[number] > self.slack[number]:
                return False
        return True

    def grow(self, cells, left):
        """Return how many solutions the state has. Raises OverflowError past the bound, or where
        they do not fit 64 bits."""
        cdef uint64_t count = 0
        self.visit(cells, left, &count)
        return count

    cdef int visit(self, uint64_t cells, uint64_t left, uint64_t *count) except -1:
        cdef State *known
        cdef int cell, number = 0
        cdef uint64_t part = 0, total = 0
        cdef Way way
        cdef int k
        if not cells:
            count[0] = self.enough(left)
            return 0
        known = self.find(cells, left)
        if known != NULL:
            known.again = True
            count[0] = known.count
            return 0
        cell = self.choose(cells, left, &number)
        self.steps += 1
        if not self.steps % SLICE:
            self.look(self.steps)
        if number:
            for k in range(self.first[cell], self.first[cell + 1]):
                way = self.ways[k]
                if not way.cells & ~cells and left & way.piece:
                    self.visit(cells & ~way.cells, left - way.one, &part)
                    total += part
                    if total < part:
                        raise OverflowError
            if self.optional >> cell & 1:
                self.visit(cells & ~(<uint64_t> 1 << cell), left, &part)
                total += part
                if total < part:
                    raise OverflowError
            self.keep(cells, left, cell, total)
        count[0] = total
        return 0

    cdef int keep(self, uint64_t cells, uint64_t left, int cell, uint64_t count) except -1:
        cdef State *own
        if self.size == self.capacity:
            self.resize(2 * self.capacity)
        own = &self.states[self.size]
        memset(own, 0, sizeof(State))
        own.cells = cells
        own.left = left
        own.count = count
        own.cell = <uint8_t> cell
        self.slots[self.slot(cells, left)] = <uint32_t> (self.size + 1)
        self.size += 1
        return 0

    def lines(self, cells, left, put):
        """Hand over the lines of a root that has grown, as texts, to `put`."""
        self.text = []
        self.put = put
        if cells:
            self.write(cells, left, False)
        put("".join(self.text))

    cdef int write(self, uint64_t cells, uint64_t left, bint numbered) except -1:
        cdef State *own = self.find(cells, left)
        cdef int cell, k, number = 0
        cdef Way way
        cdef list tokens, children
        self.lines_written += 1
        if not self.lines_written % SLICE:
            self.put("".join(self.text))
            self.text = []
            self.look(self.lines_written)
        if own == NULL:
            cell = self.choose(cells, left, &number)
            self.text.append(f"{cell}\n")
            return 0
        cell = own.cell
        # What is written for a child says whether its lines follow.
        children = []
        tokens = [str(cell)]
        for k in range(self.first[cell], self.first[cell + 1]):
            way = self.ways[k]
            if not way.cells & ~cells and left & way.piece:
                self.token(cells & ~way.cells, left - way.one, tokens, children)
        if self.optional >> cell & 1:
            self.token(cells & ~(<uint64_t> 1 << cell), left, tokens, children)
        self.text.append(" ".join(tokens) + "\n")
        for child in children:
            self.write(child[0], child[1], child[2])
        # Nothing is added any more, so that states stay where they are.
        if numbered:
            own.done = True
        return 0

    cdef int token(self, uint64_t cells, uint64_t left, list tokens, list children) except -1:
        cdef State *own
        if not cells:
            tokens.append("!")
            return 0
        own = self.find(cells, left)
        if own != NULL and own.done:
            tokens.append(str(own.number - 1))
            return 0
        numbered = own != NULL and own.again and not own.number
        if numbered:
            self.numbers += 1
            own.number = self.numbers
        tokens.append(":" if numbered else ".")
        children.append((cells, left, numbered))
        return 0
