"""Queries on a finished decision diagram: counts, solutions, and the part that contains some
options.

Design
------
This module has the classes that Python sees. A Walk holds the arrays of a diagram. The functions
are in the included files:

    arrays.pxi    the check of the arrays, and the data of each state
    slices.pxi    the part of the diagram that contains some options
    costs.pxi     the solutions of such a part by their number and their cost
    listing.pxi   all solutions, written in order

The methods check the shapes of the buffers that are passed to them, and the included files rely on
these checks. After `__cinit__` only two things change: the marks of the states (slices.pxi), which
one thread at a time uses, and the endings (listing.pxi). `prepare` lists the endings without the
GIL, so call it before threads share a Walk.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from bits cimport bits_add, bits_lowest64, bits_prefetch_read, bits_prefetch_write
from bounds cimport MAX_GROUPS, MAX_INSTANCES, MAX_OPTIONS, MAX_PLACES
from invariant cimport invariant
from memory cimport allocate, allocate_large, reallocate

include "arrays.pxi"
include "slices.pxi"
include "costs.pxi"
include "listing.pxi"


@cython.final
cdef class Walk:
    """A diagram for queries; calpuzzle/_core/walk.pyi documents it."""

    # The buffers, which stay in place as long as these references exist.
    cdef const uint32_t[::1] first
    cdef const uint16_t[::1] option
    cdef const uint32_t[::1] to
    cdef Arrays arrays
    cdef Endings endings
    cdef uint16_t nothing[1]

    def __cinit__(self, arrays, options, copies, labels_per_group, instance):
        cdef Arrays *a = &self.arrays
        self.first, self.option, self.to = arrays
        if self.first is None or self.option is None or self.to is None:
            raise TypeError("the diagram lacks an array")
        a.states = self.first.shape[0] - 1
        a.edges = self.to.shape[0]
        if a.states < 0:
            raise ValueError("the first array of the diagram is empty")
        if self.option.shape[0] != a.edges:
            raise ValueError("the arrays of the options and the targets differ in length")
        a.first = &self.first[0]
        if a.edges:
            a.option = &self.option[0]
            a.to = &self.to[0]
        set_arrays(a, options, copies, labels_per_group, instance)

    def __dealloc__(self):
        free_arrays(&self.arrays)
        free_endings(&self.endings)

    @property
    def states(self):
        return self.arrays.states

    @property
    def pieces(self):
        return self.arrays.length - self.arrays.groups

    @property
    def total(self):
        return total_of(&self.arrays)

    def slice(self, fixed, forbidden=()):
        return Slice(self, fixed, forbidden)

    def count(self, fixed):
        cdef Part part
        memset(&part, 0, sizeof(Part))
        try:
            set_part(&part, &self.arrays, fixed)
            part.stops_at_last = part.last_fixed >= 0
            with cython.critical_section(self):
                slice_all(&part)
            return part_total(&part)
        finally:
            free_part(&part)

    def prepare(self):
        if self.arrays.states and self.endings.list == NULL:
            free_endings(&self.endings)  # of an earlier call that ran out of memory
            memset(&self.endings, 0, sizeof(Endings))
            set_endings(&self.endings, &self.arrays)

    def tally(self, int64_t[::1] counts not None, int64_t first, int64_t last):
        self.list(NULL, 0, counts, first, last)

    def fill(
        self, uint16_t[:, ::1] rows not None, int64_t[::1] cursors not None,
        int64_t first, int64_t last,
    ):
        if rows.shape[1] != self.pieces:
            raise ValueError("a row must have one entry per piece")
        if rows.shape[0] != self.total:
            raise ValueError("there must be one row per solution")
        # Rows of length 0 also need an address that is not NULL, which would mean counting only.
        self.list(&rows[0, 0] if rows.size else self.nothing, rows.shape[0], cursors, first, last)

    cdef int list(
        self, uint16_t *rows, int64_t number, int64_t[::1] cursors, int64_t first, int64_t last
    ) except -1:
        cdef Rows output
        if cursors.shape[0] != self.arrays.instances:
            raise ValueError("there must be one entry per instance")
        if not 0 <= first <= last <= <int64_t> total_of(&self.arrays):
            raise ValueError("there are not that many solutions")
        self.prepare()
        memset(&output, 0, sizeof(Rows))
        output.first = rows
        output.number = number
        output.cursors = &cursors[0]
        output.skip = first
        output.left = last - first
        return list_some(&self.arrays, &self.endings, &output)


@cython.final
cdef class Slice:
    """The part of a diagram that contains some options; calpuzzle/_core/walk.pyi documents it."""

    cdef Walk walk               # keeps the arrays of the part alive
    cdef Part part

    def __cinit__(self, Walk walk not None, fixed, forbidden=()):
        self.walk = walk
        set_part(&self.part, &walk.arrays, fixed)
        if forbidden:
            forbid(&self.part, forbidden)
        with cython.critical_section(walk):
            slice_all(&self.part)
        count_ways(&self.part)

    def __dealloc__(self):
        free_part(&self.part)

    @property
    def total(self):
        return part_total(&self.part)

    def occurrences(self, int64_t[::1] result not None):
        if result.shape[0] != self.walk.arrays.option_count:
            raise ValueError("the result must have one entry per option")
        result[:] = 0
        if result.shape[0]:
            add_occurrences(&self.part, &result[0])

    def nth(self, uint64_t index):
        if index >= part_total(&self.part):
            raise IndexError("there are not that many solutions")
        return nth_of(&self.part, NULL, 0, index)

    def priced(self, const int64_t[::1] cost not None, int64_t bound):
        return Priced(self, cost, bound)


@cython.final
cdef class Priced:
    """The solutions of a Slice by their cost; calpuzzle/_core/walk.pyi documents it."""

    cdef Slice slice             # keeps the part alive
    cdef Costs costs

    def __cinit__(self, Slice slice not None, const int64_t[::1] cost not None, int64_t bound):
        self.slice = slice
        if cost.shape[0] != slice.walk.arrays.option_count:
            raise ValueError("there must be one cost per option")
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
        cdef Part *p = &self.slice.part
        if not p.size or index >= count_at_cost(&self.costs, p.size - 1, cost):
            raise IndexError("there are not that many solutions of that cost")
        return nth_of(p, &self.costs, cost, index)
