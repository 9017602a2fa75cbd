"""The construction of a decision diagram of all solutions of all instances.

Design
------
The diagram is a ZDD (Minato, "Zero-Suppressed BDDs for Set Manipulation in Combinatorial Problems",
1993; Knuth, TAOCP 4A, 7.1.4) in which a node holds a list of edges, one per option, in place of a
chain of nodes with two branches. It is built from the top down, breadth first, and then reduced
(Iwashita and Minato, 2013). Nodes with equal solutions but different states are not merged.

Two partial fillings that occupy the same places, have used the same pieces and have placed labels
of the same groups have the same completions: they are one state. The states of the same places and
groups form a *shape*. It stores the used-piece sets of its states as bits, so that placing a piece
is a shift and an OR for all of them, with one hash probe.

    regions.pxi  dead regions
    ground.pxi   the fitting options
    sets.pxi     used-piece sets as bits
    store.pxi    the hash table of a layer, and memory accounting
    layers.pxi   the shapes, and the edges between them
    passes.pxi   the forward and the backward pass over the shapes
    counts.pxi   the counts of all instances, from the remaining shapes
    states.pxi   the remaining states, and their edges

The diagram is three arrays,
    first[s] .. first[s + 1]   the edges of state s, in increasing order of their options,
    option[e], to[e]           the option of edge e and the state it leads to.
State 0 is the root and the last state is the full board; edges lead to higher numbers. If the
puzzle has no solution there are no states.

The class Growth combines the parts. It rejects calls out of order. After a memory error, except in
`counts`, it rejects all later steps. The checks of its tables are described in ground.pxi and
sets.pxi. Memory past `bound` bytes raises OverflowError. A Growth belongs to one thread. A call
processes some edges, some shapes or one layer (`number` and `counts`: all layers), so that Python
handles Ctrl-C between calls.
"""

cimport cython
from cython cimport view
from libc.stdint cimport INT64_MAX, uint8_t
from libc.stdlib cimport calloc

from bits cimport bits_prefetch_read, bits_prefetch_write
from bounds cimport MAX_INSTANCES, MAX_OPTIONS

include "ground.pxi"
include "sets.pxi"
include "layers.pxi"
include "passes.pxi"
include "counts.pxi"
include "states.pxi"


cdef enum:
    # The call that a Growth expects next.
    SPOILT = -1
    START
    FORWARD
    BACKWARD
    NUMBER
    EMIT
    FINISH
    FINISHED


@cython.final
cdef class Growth:
    """A diagram under construction; calpuzzle/_core/grow64.pyi documents it."""

    cdef Growing g
    cdef Flat f
    # The call that is expected next, with its layer and first shape.
    cdef int stage
    cdef int place
    cdef int64_t shape

    def __cinit__(self, data, sets, int64_t bound):
        cdef Growing *g = &self.g
        cdef int place
        set_tables(&g.t, data)
        if g.t.options > MAX_OPTIONS:
            raise ValueError("the tables do not fit this diagram")
        copy_sets(&g.u, g.t.options, sets)
        g.kind_chunks = (g.u.kinds + CHUNK - 1) // CHUNK
        g.lacking = <uint64_t *> allocate(
            <int64_t> g.t.blocks[g.t.places] * ENTRIES * g.kind_chunks, sizeof(uint64_t)
        )
        fill_lacking(g)
        g.moved = <uint64_t *> allocate(g.u.width, 8)
        g.memory.bound = bound
        g.layers = <Layer *> allocate(g.t.places + 1, sizeof(Layer))
        for place in range(g.t.places + 1):
            g.layers[place].shapes.width = g.u.width
        self.stage = START

    cdef void free_layers(self) noexcept:
        """Free the memory of the layers."""
        cdef Growing *g = &self.g
        cdef int64_t found
        cdef int place
        if g.layers != NULL:
            for place in range(g.t.places + 1):
                found = g.layers[place].found
                free_layer(g, &g.layers[place])
                memset(&g.layers[place], 0, sizeof(Layer))
                g.layers[place].found = found
        free_blocks(g, &g.unused)

    def __dealloc__(self):
        cdef Growing *g = &self.g
        self.free_layers()
        free(g.layers)
        free(g.lacking)
        free(g.moved)
        free_sets(&g.u)
        free_tables(&g.t)
        free_flat(&self.f)

    cdef int check_code(self, int64_t code) except -1:
        """Raise the exception of an error code."""
        if code < 0:
            self.stage = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the diagram exceeds the memory bound")
        return 0

    cdef int expect(self, int stage, int place) except -1:
        if self.stage != stage or self.place != place:
            raise ValueError("this method of the Growth cannot be called now")
        return 0

    def start(self, root):
        cdef Growing *g = &self.g
        cdef board_t occupied = board(root.occupied)
        cdef uint64_t groups = 0
        cdef int k
        cdef Layer *layer
        self.expect(START, 0)
        set_root(&g.t, occupied, root.used)
        for k in range(g.t.groups):
            groups |= root.used & g.t.group_bits[k]
        # counts.pxi and arrays.pxi require that each path from the root places one label of each
        # group.
        if groups:
            raise ValueError("the root must not contain labels")
        # The first shape has area 0 and the empty used-piece set.
        if root.sums_index:
            raise ValueError("the root must not contain pieces")
        if not ~occupied:
            raise ValueError("there is nothing to cover")
        layer = &g.layers[bits_lowest(~occupied)]
        self.check_code(set_table(&g.memory, &layer.shapes, 1))
        self.check_code(
            add_shape(g, layer, first_slot(&layer.shapes, occupied, groups), occupied, groups, 0)
        )
        sets_of(g, layer, 0)[0] = 1
        self.stage = FORWARD

    def forward(self, int place, int64_t start, int64_t number):
        cdef Growing *g = &self.g
        cdef Layer *layer
        cdef Store *shapes
        cdef int64_t stop
        cdef int code = 0
        self.expect(FORWARD, place)
        layer = &g.layers[place]
        shapes = &layer.shapes
        if start != self.shape or number < 1:
            raise ValueError("the shapes of a layer must be processed in order")
        if layer.pending.size:
            with nogil:
                code = merge(g, place, number)
            self.check_code(code)
            if layer.pending.size:
                return 0
        stop = start + min(number, shapes.size - start)
        if start == 0:
            drop_table(&g.memory, shapes)
            self.check_code(reserve(&g.memory, <void **> &layer.first, 0, (shapes.size + 1) * 4))
            layer.first[0] = 0
        with nogil:
            code = forward(g, place, start, stop)
        self.check_code(code)
        self.shape = stop
        if stop == shapes.size:
            self.shape = 0
            self.place += 1
            if self.place == g.t.places:
                self.check_code(merge(g, g.t.places, INT64_MAX))
                drop_table(&g.memory, &g.layers[g.t.places].shapes)
                free_blocks(g, &g.unused)
                self.stage = BACKWARD
        return stop

    @property
    def places(self):
        return self.g.t.places

    def size(self, int place):
        cdef Layer *layer
        if not 0 <= place <= self.g.t.places:
            raise ValueError("there is no such layer")
        layer = &self.g.layers[place]
        return max(layer.found, layer.shapes.size) + layer.pending.size

    def backward(self, int place):
        cdef Growing *g = &self.g
        cdef Layer *layer
        self.expect(BACKWARD, place)
        layer = &g.layers[place]
        layer.found = layer.shapes.size
        if layer.found:
            self.check_code(reserve(&g.memory, <void **> &layer.states, 0, layer.found * 4))
            self.check_code(reserve(&g.memory, <void **> &layer.moved_to, 0, layer.found * 4))
            if place < g.t.places:
                with nogil:
                    backward(g, layer)
            else:
                # The full board is one state: its area implies that all pieces are used.
                layer.states[0] = 1
                layer.moved_to[0] = 0
            self.check_code(trim(g, layer))
        self.place -= 1
        if self.place < 0:
            for place in range(g.t.places + 1):
                layer = &g.layers[place]
                release(&g.memory, <void **> &layer.moved_to, layer.found * 4)
            self.stage = NUMBER
            self.place = 0

    def counts(self, labels_per_group, int64_t[::1] result not None):
        cdef Growing *g = &self.g
        cdef Vectors v
        self.expect(NUMBER, 0)
        memset(&v, 0, sizeof(Vectors))
        try:
            set_vectors(&v, g, labels_per_group)
            if result.shape[0] != v.axes.instances:
                raise ValueError("the result must have one entry per instance")
            # First in `float`, which takes half the memory and is exact for counts below 2^24.
            return (
                count_instances(&v, g, False, &result[0])
                or count_instances(&v, g, True, &result[0])
            )
        finally:
            free_vectors(&v)

    def number(self):
        cdef Growing *g = &self.g
        cdef int64_t states = 0
        cdef int place
        self.expect(NUMBER, 0)
        for place in range(g.t.places + 1):
            states = number_states(g, &g.layers[place], states)
            self.check_code(states)
        if states >= (<int64_t> 1 << 32) - 1:
            self.check_code(OVER_BOUND)
        self.f.states = states
        self.check_code(reserve(&g.memory, <void **> &self.f.first, 0, (states + 1) * 4))
        self.f.first[0] = 0
        self.stage = EMIT
        return states

    def emit(self, int place):
        cdef int code
        self.expect(EMIT, place)
        with nogil:
            code = write_states(&self.g, &self.f, &self.g.layers[place])
        self.check_code(code)
        self.place += 1
        if self.place > self.g.t.places:
            self.stage = FINISH
            self.place = 0

    def finish(self):
        cdef Flat *f = &self.f
        cdef view.array first, option, to
        self.expect(FINISH, 0)
        self.stage = FINISHED
        self.free_layers()  # the caller needs the memory for what it makes from the arrays
        first = <uint32_t[:f.states + 1]> f.first
        first.free_data = True
        f.first = NULL
        if not f.edges:
            return memoryview(first), None, None
        option = <uint16_t[:f.edges]> f.option
        option.free_data = True
        f.option = NULL
        to = <uint32_t[:f.edges]> f.to
        to.free_data = True
        f.to = NULL
        return memoryview(first), memoryview(option), memoryview(to)

    @property
    def most_bytes(self):
        return self.g.memory.most
