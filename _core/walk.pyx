"""Walks over a finished decision diagram: counts, solutions, and what is left of a date.

Design
------
The diagram is the three arrays that grow.pxi writes; edges lead to higher state numbers, so a scan
downwards is a pass from the full board to the root, and one upwards the other way. The class Walk
holds them, and what is known of each state; each question has a file of its own.

    arrays.pxi    the check of the arrays, and what lies behind each state
    vectors.pxi   the counts of all instances
    listing.pxi   all solutions, written in order
    origins.pxi   how many solutions hold some options that are laid
    slice.pxi     the part of the diagram that agrees with some options that are laid

The arrays are checked once, in `__init__`, so that a diagram read from a file cannot lead outside.
There the total is found to fit 63 bits, or OverflowError is raised; as every state lies on a way
from the root to the full board, no count is larger than the total, and nothing else needs a check.
The options are those of the Cover, as numbers of items: the pieces, the groups, then the cells; only
what is indexed by them is checked. The methods here check
the shapes of the buffers that they are given, and the rest relies on it.

Only `now` and the stamps of the states change after `__init__`, and what origins.pxi makes when it
is first asked for; all under the interpreter's lock.
"""

from cython cimport view
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from bits cimport bits_add, bits_lowest64

# The place in a slice of a state that leads nowhere.
cdef uint32_t DEAD = 0xFFFFFFFF

cdef enum:
    MAX_GROUPS = 16
    MAX_CELLS = 128


cdef struct Option:
    # cells are those of the Cover, 128 bits; a label has piece -1 and its bit among all labels.
    uint64_t cells[2]
    int64_t instance
    uint64_t label
    int32_t piece
    int32_t group
    int32_t lowest


cdef struct State:
    # What is known of a state; 32 bytes, so that a step of a walk touches one cache line.
    uint64_t labels          # the labels on ways from it to the full board
    uint64_t completions     # the ways from it to the full board
    uint32_t first           # its edges end where those of the next state begin
    # Its place in the slice that is being made, valid where the stamp is the present one.
    uint32_t stamp
    uint32_t local
    uint16_t laid            # the groups laid on the way to it
    uint16_t ahead           # how many options are laid from it to the full board


cdef struct Origin:
    # What is known of the way to a state: the cells covered, the pieces used of which there is
    # only one (classes past the 64th are left out), and how many ways there are.
    uint64_t cells[2]
    uint64_t used
    uint64_t ways


cdef void *room(Py_ssize_t number, size_t size) except NULL:
    cdef void *memory = calloc(max(number, 1), size)
    if memory == NULL:
        raise MemoryError
    return memory


cdef class Walk:
    """A diagram that can be walked; calpuzzle/_core/walk.pyi documents it."""

    cdef const uint32_t[::1] first
    cdef const uint16_t[::1] option
    cdef const uint32_t[::1] to
    cdef readonly int64_t states
    cdef readonly int64_t edges
    cdef Option *options
    cdef int option_count
    cdef int classes
    cdef int32_t *copies         # of each piece class
    cdef int groups
    cdef int64_t sizes[MAX_GROUPS]
    cdef int64_t strides[MAX_GROUPS]
    cdef int length              # options of a solution, labels included
    cdef State *state            # one more than there are states
    cdef uint32_t now            # the stamp of the slice that was made last
    # Made when first asked for: the way to each state; and the edges by their option, those of
    # option i from by_option[i] on, with the state that each comes from.
    cdef Origin *origin
    cdef int64_t *by_option
    cdef uint32_t *sorted_edges
    cdef uint32_t *source

    def __cinit__(self, arrays, options, copies, shape, instance):
        cdef int i, k
        self.first = arrays[0]
        self.option = arrays[1]
        self.to = arrays[2]
        self.states = self.first.shape[0] - 1
        self.edges = self.to.shape[0]
        if self.states < 0:
            raise ValueError("the diagram has no end of its states")
        self.option_count = len(options)
        if len(instance) != self.option_count:
            raise ValueError("there is not one instance an option")
        self.options = <Option *> room(self.option_count, sizeof(Option))
        self.classes = len(copies)
        self.copies = <int32_t *> room(self.classes, 4)
        for i in range(self.classes):
            self.copies[i] = copies[i]
        self.groups = len(shape)
        if self.groups > MAX_GROUPS:
            raise ValueError("too many groups")
        if sum(copies) > MAX_CELLS:
            raise ValueError("too many pieces")
        self.length = sum(copies) + self.groups
        for k in range(self.groups):
            self.sizes[k] = shape[k]
        for k in reversed(range(self.groups)):
            self.strides[k] = self.strides[k + 1] * self.sizes[k + 1] if k + 1 < self.groups else 1
        for i in range(self.option_count):
            self.options[i].instance = instance[i]
            self.set_option(&self.options[i], options[i])
        self.prepare()

    def __dealloc__(self):
        free(self.options)
        free(self.copies)
        free(self.state)
        free(self.origin)
        free(self.by_option)
        free(self.sorted_edges)
        free(self.source)

    cdef int set_option(self, Option *o, tuple items) except -1:
        cdef int cell, k, offset, item
        cdef int first = self.classes + self.groups
        if len(items) < 2:
            raise ValueError("an option has a piece or a group, and its cells")
        item = items[0]
        if not 0 <= item < first:
            raise ValueError("a group or a piece is out of range")
        o.piece = item if item < self.classes else -1
        o.group = item - self.classes if item >= self.classes else -1
        o.lowest = items[1] - first
        for k in range(1, len(items)):
            cell = items[k] - first
            if not 0 <= cell < MAX_CELLS:
                raise ValueError("a cell is out of range")
            o.cells[cell // 64] |= <uint64_t> 1 << (cell % 64)
        if o.group >= 0:
            offset = 0
            for k in range(o.group):
                offset += self.sizes[k]
            # Labels past the 64th share a bit with others: the walk then turns back later.
            offset += o.instance // self.strides[o.group]
            o.label = <uint64_t> 1 << (offset % 64)
        return 0

    cdef int prepare(self) except -1:
        """Check the arrays, and fill in what each state knows."""
        cdef int64_t s, bad
        if self.option.shape[0] != self.edges:
            raise ValueError("the arrays of the diagram do not fit each other")
        if self.first[0] != 0 or self.first[self.states] != self.edges:
            raise ValueError("the states of the diagram do not hold its edges")
        for s in range(self.states):
            if self.first[s] > self.first[s + 1]:
                raise ValueError("the states of the diagram overlap")
        if not self.states:
            return 0
        self.state = <State *> room(self.states + 1, sizeof(State))
        for s in range(self.states + 1):
            self.state[s].first = self.first[s]
        with nogil:
            bad = pass_down(self)
        if bad >= 0:
            raise ValueError(f"state {bad} of the diagram is wrong")
        if bad == -2:
            raise OverflowError("the number of solutions does not fit 63 bits")
        return 0

    @property
    def total(self):
        return self.state[0].completions if self.states else 0

    def counts(self, int64_t[::1] result, int64_t bound):
        """Add the solutions of every instance to `result`."""
        if result.shape[0] != volume_of(self, everything(self)):
            raise ValueError("the result has not one entry an instance")
        if not self.states:
            return
        if self.groups:
            count_all(self, &result[0], bound)
        else:
            result[0] += <int64_t> self.state[0].completions

    def fill(self, uint16_t[:, ::1] rows, int64_t[::1] cursors):
        """Write every solution, its options but labels, into the row cursors[instance], which is
        then counted up. The caller has made room: one row a solution, by instance."""
        cdef Rows where
        if rows.shape[1] != self.length - self.groups:
            raise ValueError("a row has not one entry a piece")
        if cursors.shape[0] != volume_of(self, everything(self)):
            raise ValueError("there is not one cursor an instance")
        if rows.shape[0] != self.total:
            raise ValueError("there is not one row a solution")
        if not self.states or not rows.shape[0]:
            return
        where.first = &rows[0, 0]
        where.number = rows.shape[0]
        where.width = rows.shape[1]
        where.cursors = &cursors[0]
        list_all(self, &where)

    def slice(self, fixed):
        """The part of the diagram that agrees with the options of `fixed`, as a Slice."""
        cdef Slice part = Slice(self, fixed)
        if self.states and not part.clash:
            part.visit(0)
            part.count_ways()
        return part

    def count(self, fixed):
        """How many solutions hold all options of `fixed`."""
        cdef Slice part = Slice(self, fixed)
        if not self.states or part.clash:
            return 0
        if part.first_laid < 0:
            return self.total
        return count_laid(self, part)


include "arrays.pxi"
include "vectors.pxi"
include "listing.pxi"
include "slice.pxi"
include "origins.pxi"
