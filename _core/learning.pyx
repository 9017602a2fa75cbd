"""The search of a nonogram by conflict-driven clause learning (CDCL).

Design
------
The CDCL solver is in cdcl.pxi, its clauses and unit propagation in clauses.pxi; this module encodes
the nonogram and decodes its solutions. In black and white a cell is one variable; otherwise it has
one for each colour, of which exactly one is true (the direct encoding, with pairwise at-most-one
clauses). The start of a block has the order encoding (Crawford and Baker, Experimental Results on
the Application of Satisfiability Algorithms to Scheduling Problems, 1994; Tamura et al., Compiling
Finite Linear CSP into SAT, 2009): there is a variable "the block begins here or before" for each
place between the first and the last start that the neighbouring blocks and the given colours allow.
A cell that a block has reached but not passed has its colour; a cell that a block has passed and
the next one has not reached is white. Each cell is one or the other, so no more clauses are needed:
the blocks follow from the cells, and each solution is found once. No clause of a black and white
nonogram has more than three literals.

After a solution, a blocking clause of its decisions is added. `run` returns to Python after about
the given number of visited watches. There is no global state. All input is checked here.
"""

cimport cython
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove, memset

from bounds cimport MAX_LINE, end_of
from invariant cimport invariant
from memory cimport allocate, allocate_owned

PAUSED, SOLUTION, DONE = range(3)
MAX_CLAUSES = 2_000_000
MAX_NUMBERS = 32 << 20     # in all clauses, 128 MiB; the lists of watches come on top

cdef enum:
    PAUSED_, SOLUTION_, DONE_

cdef enum:
    # Constants in place of literals; each is the negation of the other.
    NEVER = -2
    ALWAYS = -1

cdef struct block_t:
    int32_t length, colour
    int32_t first, last         # the range of its start
    int32_t variable            # "it begins at `first`"; those of first + 1 to last - 1 follow
    bint apart                  # the next block has the same colour, so a white cell separates them

include "clauses.pxi"
include "cdcl.pxi"


@cython.final
@cython.no_gc
cdef class Learner(Cdcl):
    """One search, from clues to solutions."""

    cdef int32_t height, width, colours
    cdef block_t *blocks
    cdef int32_t *begin         # of a line: its first block; and one more at the end
    cdef uint64_t *given        # the colours that each cell can have

    def __cinit__(self, rows, columns, int colours, given, int64_t most=MAX_NUMBERS,
                  bint record=False):
        cdef int64_t cells, number, cell
        if not (1 <= len(rows) <= MAX_LINE and 1 <= len(columns) <= MAX_LINE
                and 1 <= colours <= 62):
            raise ValueError(f"a grid has 1 to {MAX_LINE} rows and columns, and 1 to 62 colours")
        self.height, self.width, self.colours = len(rows), len(columns), colours
        cells = <int64_t>self.height * self.width
        if len(given) != cells:
            raise ValueError(f"the grid has {cells} cells, but {len(given)} are given")
        if not 1 << 12 <= most <= INT32_MAX:
            raise ValueError(f"`most` must be from 4096 to {INT32_MAX}, not {most}")
        self.given = <uint64_t *> allocate_owned(self.memory, cells, sizeof(uint64_t))
        # A Python integer, because 2 << 62 does not fit a signed C integer.
        anything = (<object> 2 << colours) - 1
        for cell in range(cells):
            self.given[cell] = given[cell] & anything
            self.unsatisfiable = self.unsatisfiable or not self.given[cell]
        self._load(rows, columns)
        number = cells * (1 if colours == 1 else 1 + colours * (colours + 1) // 2)
        number += self._bound_blocks()
        if number > MAX_CLAUSES:
            raise OverflowError(f"the nonogram would have {number} clauses")
        self._prepare(self._number_variables(), most)
        self.recording = record
        if self.unsatisfiable:
            self._note(STATED_, self.learned, 0)
        else:
            with nogil:
                self._encode_cells()
                self._encode_lines()
        if self.out_of_memory:
            raise MemoryError

    cdef int _load(self, rows, columns) except -1:
        """Copy the clues."""
        cdef int32_t line, at = 0
        cdef block_t *block
        number = sum(map(len, rows)) + sum(map(len, columns))
        self.blocks = <block_t *> allocate_owned(self.memory, number, sizeof(block_t))
        self.begin = <int32_t *> allocate_owned(
            self.memory, self.height + self.width + 1, sizeof(int32_t)
        )
        for line, clue in enumerate((*rows, *columns)):
            for length, colour in clue:
                if length < 1 or not 1 <= colour <= self.colours:
                    raise ValueError(f"a block cannot have length {length} and colour {colour}")
                block = self.blocks + at
                block.length = min(length, MAX_LINE + 1)
                block.colour = colour
                if at > self.begin[line]:
                    self.blocks[at - 1].apart = self.blocks[at - 1].colour == block.colour
                at += 1
            self.begin[line + 1] = at
        return 0

    cdef inline int32_t _length(self, int32_t line) noexcept nogil:
        return self.width if line < self.height else self.height

    cdef inline int32_t _cell(self, int32_t line, int32_t at) noexcept nogil:
        if line < self.height:
            return line * self.width + at
        return at * self.width + line - self.height

    cdef inline bint _can(self, int32_t line, int32_t at, int32_t colour) noexcept nogil:
        return self.given[self._cell(line, at)] >> colour & 1

    cdef int64_t _bound_blocks(self) noexcept nogil:
        """Find the range of the start of each block; return the approximate number of clauses that
        the blocks need."""
        cdef int32_t line, b, at, run
        cdef int64_t number = 0
        cdef block_t *block
        for line in range(self.height + self.width):
            at = 0
            for b in range(self.begin[line], self.begin[line + 1]):
                block = self.blocks + b
                run = 0
                while at < self._length(line) and run < block.length:
                    run = run + 1 if self._can(line, at, block.colour) else 0
                    at += 1
                block.first = at - run
                self.unsatisfiable = self.unsatisfiable or run < block.length
                at += block.apart
            at = self._length(line)
            for b in range(self.begin[line + 1] - 1, self.begin[line] - 1, -1):
                block = self.blocks + b
                at -= block.apart
                run = 0
                while at > 0 and run < block.length:
                    at -= 1
                    run = run + 1 if self._can(line, at, block.colour) else 0
                block.last = at + run - block.length
                if run < block.length or block.last < block.first:
                    self.unsatisfiable = True
                number += 4 * <int64_t>(block.last - block.first) + block.length + 2
        return 0 if self.unsatisfiable else number

    cdef int32_t _number_variables(self) noexcept nogil:
        """Number the variables of each block; return the number of all variables."""
        cdef int32_t b, next_ = self.height * self.width
        if self.colours > 1:
            next_ *= self.colours + 1
        if self.unsatisfiable:
            return next_
        for b in range(self.begin[self.height + self.width]):
            self.blocks[b].variable = next_
            next_ += self.blocks[b].last - self.blocks[b].first
        return next_

    cdef inline int32_t _has(self, int32_t cell, int32_t colour) noexcept nogil:
        """Return the literal "the cell has the colour"."""
        if self.colours == 1:
            return 2 * cell + (colour == 0)
        return 2 * (cell * (self.colours + 1) + colour)

    cdef inline int32_t _begun(self, int32_t b, int32_t at) noexcept nogil:
        """Return the literal "the block begins at `at` or before"."""
        cdef block_t *block = self.blocks + b
        if at < block.first:
            return NEVER
        if at >= block.last:
            return ALWAYS
        return 2 * (block.variable + at - block.first)

    cdef void _clause(self, int32_t a, int32_t b, int32_t c) noexcept nogil:
        """Add a clause of these literals, without false constants; add none if a constant is
        true."""
        cdef int32_t[3] literals = [a, b, c]
        cdef int32_t k, size = 0
        for k in range(3):
            if literals[k] == ALWAYS:
                return
            if literals[k] != NEVER:
                literals[size] = literals[k]
                size += 1
        self._add_clause(literals, size)

    cdef void _encode_cells(self) noexcept nogil:
        """Add clauses that exclude the colours that are not given, and clauses that give each cell
        exactly one colour."""
        cdef int32_t cell, colour, other
        cdef int32_t[64] all_
        for cell in range(self.height * self.width):
            for colour in range(self.colours + 1):
                if not self.given[cell] >> colour & 1:
                    self._clause(self._has(cell, colour) ^ 1, NEVER, NEVER)
        if self.colours == 1:
            return
        for cell in range(self.height * self.width):
            for colour in range(self.colours + 1):
                all_[colour] = self._has(cell, colour)
                for other in range(colour):
                    self._clause(self._has(cell, colour) ^ 1, self._has(cell, other) ^ 1, NEVER)
            self._add_clause(all_, self.colours + 1)

    cdef void _encode_lines(self) noexcept nogil:
        cdef int32_t line, b
        for line in range(self.height + self.width):
            for b in range(self.begin[line], self.begin[line + 1]):
                self._encode_block(line, b)
            for b in range(self.begin[line], self.begin[line + 1] + 1):
                self._encode_gap(line, b)

    cdef void _encode_block(self, int32_t line, int32_t b) noexcept nogil:
        """Add clauses for the order of a block's starts, its distance to the next block, and the
        colour of its cells."""
        cdef block_t *block = self.blocks + b
        cdef int32_t at, space = block.length + block.apart
        for at in range(block.first, block.last):
            self._clause(self._begun(b, at) ^ 1, self._begun(b, at + 1), NEVER)
        if b + 1 < self.begin[line + 1]:
            for at in range(block[1].first, block[1].last):
                self._clause(self._begun(b + 1, at) ^ 1, self._begun(b, at - space), NEVER)
        for at in range(block.first, block.last + block.length):
            self._clause(self._begun(b, at) ^ 1, self._begun(b, at - block.length),
                         self._has(self._cell(line, at), block.colour))

    cdef void _encode_gap(self, int32_t line, int32_t b) noexcept nogil:
        """Add clauses that make the cells between the end of the previous block and the start of
        this one white; the ends of the line count as blocks."""
        cdef int32_t at, first = 0, last = self._length(line), not_passed, reached
        if b > self.begin[line]:
            first = self.blocks[b - 1].first + self.blocks[b - 1].length
        if b < self.begin[line + 1]:
            last = self.blocks[b].last
        for at in range(first, last):
            not_passed = reached = NEVER
            if b > self.begin[line]:
                not_passed = self._begun(b - 1, at - self.blocks[b - 1].length) ^ 1
            if b < self.begin[line + 1]:
                reached = self._begun(b, at)
            self._clause(not_passed, reached, self._has(self._cell(line, at), 0))

    def rule_out(self, together):
        """Exclude the solutions that contain all pairs (cell, colour) of one of the lists in
        `together`."""
        cdef int32_t cell, colour, size
        if self.satisfied:
            self._block_solution()
        self._backjump(0)
        for pairs in together:
            size = 0
            wanted = dict(pairs)
            # `wanted` is a dict, because a literal that occurs twice in a clause could be watched
            # twice. A list that gives a cell two colours excludes nothing: no cell has two.
            if len(wanted) < len(set(pairs)):
                continue
            for cell, colour in wanted.items():
                if not (0 <= cell < self.height * self.width and 0 <= colour <= self.colours):
                    raise ValueError(f"there is no cell {cell}, or no colour {colour}")
                self.learned[size] = self._has(cell, colour) ^ 1
                size += 1
            self._add_clause(self.learned, size)
        if self.out_of_memory:
            raise MemoryError

    def run(self, long long work):
        """Continue the search for about `work` visited watches. Return PAUSED; SOLUTION (see
        `colours_left`; the next call searches for the next one); or DONE. Raise MemoryError if the
        clauses become too many, and at each call from then on."""
        cdef int outcome
        with nogil:
            outcome = self._search(end_of(self.visited, work))
        if self.out_of_memory:
            raise MemoryError
        return outcome

    def colours_left(self):
        """Return, for each cell, row by row, the bit mask of its colour in the current solution."""
        cdef int32_t cell, colour
        masks = []
        for cell in range(self.height * self.width):
            mask = <object> 0
            for colour in range(self.colours + 1):
                if self.value[self._has(cell, colour)] >= 0:
                    mask |= <uint64_t>1 << colour
            masks.append(mask)
        return masks

    def recorded(self):
        """Yield the recorded clauses, each as its kind STATED, DERIVED or DROPPED and its literals,
        which are numbered as in `clauses`; after the last one, clear the record."""
        cdef int64_t at = 0
        cdef int32_t k
        while at < self.recorded_size:
            yield self.record[at], [
                self._dimacs(self.record[at + HEAD + k]) for k in range(self.record[at + 1])
            ]
            at += HEAD + self.record[at + 1]
        self.recorded_size = 0

    cdef inline int32_t _dimacs(self, int32_t literal) noexcept nogil:
        return -1 - (literal >> 1) if literal & 1 else 1 + (literal >> 1)

    def clauses(self):
        """Return the problem as simplified so far, without learned clauses, in DIMACS numbers:
        variables from 1 on, negated ones below 0. The variables of the cells come first, one per
        cell, or one per cell and colour."""
        cdef int64_t at = 0
        cdef int32_t k
        found = [[]] if self.unsatisfiable else []
        for k in range(self.level_end[0] if self.decision_level else self.trail_top):
            found.append([self.trail[k]])
        while at < self.used:
            if not self.arena[at + 1]:
                found.append([self.arena[at + HEAD + k] for k in range(self.arena[at])])
            at += HEAD + self.arena[at]
        return [[self._dimacs(k) for k in clause] for clause in found]
