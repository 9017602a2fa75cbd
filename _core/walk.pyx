"""Walks over a finished decision diagram: counts, solutions, and what is left of a date.

Design
------
The faces that Python sees. A Walk holds the arrays of a diagram, which its other modules share:

    arrays.pyx    the check of the arrays, and what lies behind each state
    vectors.pyx   the counts of all instances
    listing.pyx   all solutions, written in order, in parts
    slices.pyx    the part of the diagram that agrees with some options, and how many hold them
    costs.pyx     the solutions of such a part by their cost

The methods here check the shapes of the buffers that they are given, and the rest relies on it.
After `__cinit__` only the marks of the states change, and the origins, when they are first
asked for; all under the interpreter's lock.
"""

cimport cython
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bounds cimport MAX_GROUPS, MAX_PLACES
from calpuzzle._core.arrays cimport Arrays, free_arrays, set_arrays, total_of
from calpuzzle._core.costs cimport Costs, free_costs, set_costs, write_priced
from calpuzzle._core.listing cimport (
    MOST_ENDINGS, Endings, Rows, free_endings, list_level, list_some, set_endings,
)
from calpuzzle._core.slices cimport (
    Origins, Part, add_occurrences, count_laid, forbid, free_origins, free_part, part_total,
    set_part, slice_all, write_nth,
)
from calpuzzle._core.vectors cimport count_all


@cython.final
cdef class Walk:
    """A diagram that can be walked; calpuzzle/_core/walk.pyi documents it."""

    # The buffers, which stay where they are as long as this holds them.
    cdef const uint32_t[::1] first
    cdef const uint16_t[::1] option
    cdef const uint32_t[::1] to
    cdef Arrays arrays
    cdef Origins origins

    def __cinit__(self, arrays, options, copies, shape, instance):
        cdef Arrays *a = &self.arrays
        self.first, self.option, self.to = arrays
        if self.first is None or self.option is None or self.to is None:
            raise TypeError("the diagram lacks an array")
        a.states = self.first.shape[0] - 1
        a.edges = self.to.shape[0]
        if a.states < 0:
            raise ValueError("the diagram has no end of its states")
        if self.option.shape[0] != a.edges:
            raise ValueError("the arrays of the diagram do not fit each other")
        a.first = &self.first[0]
        if a.edges:
            a.option = &self.option[0]
            a.to = &self.to[0]
        set_arrays(a, options, copies, shape, instance)

    def __dealloc__(self):
        free_arrays(&self.arrays)
        free_origins(&self.origins)

    @property
    def states(self):
        return self.arrays.states

    @property
    def pieces(self):
        return self.arrays.length - self.arrays.groups

    @property
    def total(self):
        return total_of(&self.arrays)

    def counts(self, int64_t[::1] result not None, int64_t bound):
        if result.shape[0] != self.arrays.instances:
            raise ValueError("the result has not one entry an instance")
        if self.arrays.states:
            count_all(&self.arrays, &result[0], bound)
        else:
            result[:] = 0

    def listing(self, int64_t most, int64_t parts=1):
        return Listing(self, most, parts)

    def slice(self, fixed, forbidden=()):
        return Slice(self, fixed, forbidden)

    def count(self, fixed):
        cdef Part part
        cdef uint64_t total = 0
        memset(&part, 0, sizeof(Part))
        try:
            set_part(&part, &self.arrays, fixed)
            if part.first_laid < 0:
                return self.total
            if self.arrays.states and not part.clash:
                count_laid(&self.origins, &part, &total)
            return total
        finally:
            free_part(&part)


@cython.final
cdef class Listing:
    """All solutions of a diagram, by number; calpuzzle/_core/walk.pyi documents it."""

    cdef Walk walk               # whose arrays the endings are those of
    cdef Endings endings         # which do not change once all levels are listed
    cdef int64_t parts
    # How many levels are listed, and how many parts of the next one.
    cdef int level
    cdef int64_t listed

    def __cinit__(self, Walk walk not None, int64_t most, int64_t parts=1):
        self.walk = walk
        if parts < 1:
            raise ValueError("the endings are listed in one part at least")
        self.parts = parts
        if not walk.arrays.states:
            return
        set_endings(&self.endings, &walk.arrays, min(max(most, 1), MOST_ENDINGS))
        if parts == 1:
            for level in range(1, self.endings.ahead + 1):
                self.prepare(level, 0)

    @property
    def levels(self):
        return self.endings.ahead

    def prepare(self, int level, int64_t part):
        if level != self.level + 1 or level > self.endings.ahead or not 0 <= part < self.parts:
            raise ValueError("the endings are listed out of their order")
        with nogil:
            list_level(&self.endings, &self.walk.arrays, level, part, self.parts)
        self.listed += 1
        if self.listed == self.parts:
            self.level = level
            self.listed = 0

    def __dealloc__(self):
        free_endings(&self.endings)

    def tally(self, int64_t[::1] counts not None, int64_t first, int64_t last):
        self.list(NULL, 0, counts, first, last)

    def fill(
        self, uint16_t[:, ::1] rows not None, int64_t[::1] cursors not None,
        int64_t first, int64_t last,
    ):
        if rows.shape[1] != self.walk.pieces:
            raise ValueError("a row has not one entry a piece")
        if rows.shape[0] != self.walk.total:
            raise ValueError("there is not one row a solution")
        self.list(&rows[0, 0] if rows.size else NULL, rows.shape[0], cursors, first, last)

    cdef int list(
        self, uint16_t *row, int64_t number, int64_t[::1] cursors, int64_t first, int64_t last
    ) except -1:
        cdef Arrays *a = &self.walk.arrays
        cdef Rows where
        if cursors.shape[0] != a.instances:
            raise ValueError("there is not one cursor an instance")
        if not 0 <= first <= last <= <int64_t> total_of(a):
            raise ValueError("there are not so many solutions")
        if self.level < self.endings.ahead:
            raise ValueError("the endings are not listed yet")
        where.first = row
        where.number = number
        where.width = a.length - a.groups
        where.cursors = &cursors[0]
        return list_some(&self.endings, a, &where, first, last)


@cython.final
cdef class Slice:
    """The part of a diagram that agrees with options; calpuzzle/_core/walk.pyi documents it."""

    cdef Walk walk               # whose arrays the part rests on
    cdef Part part

    def __cinit__(self, Walk walk not None, fixed, forbidden=()):
        self.walk = walk
        set_part(&self.part, &walk.arrays, fixed)
        if forbidden:
            forbid(&self.part, forbidden)
        slice_all(&self.part)

    def __dealloc__(self):
        free_part(&self.part)

    @property
    def total(self):
        return part_total(&self.part)

    def occurrences(self, int64_t[::1] result not None):
        if result.shape[0] != self.walk.arrays.option_count:
            raise ValueError("the result has not one entry an option")
        result[:] = 0
        if result.shape[0]:
            add_occurrences(&self.part, &result[0])

    def nth(self, uint64_t index):
        cdef uint16_t row[MAX_PLACES + MAX_GROUPS]
        cdef int64_t length
        if index >= part_total(&self.part):
            raise IndexError("there are not so many solutions")
        length = write_nth(&self.part, index, row)
        return tuple([row[k] for k in range(length)])

    def priced(self, const int64_t[::1] cost not None, int64_t bound):
        return Priced(self, cost, bound)


@cython.final
cdef class Priced:
    """The solutions of a Slice by their cost; calpuzzle/_core/walk.pyi documents it."""

    cdef Slice slice             # whose part the costs are those of
    cdef Costs costs

    def __cinit__(self, Slice slice not None, const int64_t[::1] cost not None, int64_t bound):
        self.slice = slice
        if cost.shape[0] != slice.walk.arrays.option_count:
            raise ValueError("there is not one cost an option")
        set_costs(&self.costs, &slice.part, cost, bound)

    def __dealloc__(self):
        free_costs(&self.costs)

    @property
    def numbers(self):
        cdef Costs *c = &self.costs
        cdef int64_t n = self.slice.part.size - 1
        cdef int64_t k
        if n < 0:
            return {}
        return {
            c.least[n] + k - c.offset[n]: c.numbers[k]
            for k in range(c.offset[n], c.offset[n + 1])
            if c.numbers[k]
        }

    def nth(self, int64_t cost, uint64_t index):
        cdef uint16_t row[MAX_PLACES + MAX_GROUPS]
        cdef Costs *c = &self.costs
        cdef int64_t n = self.slice.part.size - 1
        cdef int64_t length
        if (
            n < 0
            or not c.least[n] <= cost < c.least[n] + c.offset[n + 1] - c.offset[n]
            or index >= c.numbers[c.offset[n] + cost - c.least[n]]
        ):
            raise IndexError("there are not so many solutions of that cost")
        length = write_priced(c, &self.slice.part, cost, index, row)
        return tuple([row[k] for k in range(length)])
