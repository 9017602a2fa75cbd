"""The growth of a decision diagram of all solutions of all instances.

Design
------
Two partial fillings that occupy the same places, have used the same pieces and have laid the
labels of the same groups have the same completions: they are one state. A *shape* is what the
states of the same places and groups share; it keeps the set of used-piece sets that reach it as
bits, so that laying a piece is a shift and an OR for all of them, with one hash probe.

    ground.pxi   what fits, and what is a dead end
    sets.pxi     used-piece sets as bits
    layers.pxi   the store of shapes, and the memory it takes
    passes.pxi   forward and backward over the shapes
    counts.pxi   the counts of all instances, from the shapes that are left
    states.pxi   the states that are left, and their edges

The diagram is three arrays,
    first[s] .. first[s + 1]   the edges of state s, by rising option,
    option[e], to[e]           the option that edge e lays and the state it leads to.
State 0 is the root and the last state is the full board; edges lead to higher numbers. Where the
puzzle has no solution there are no states.

The class Growth joins the parts. It checks that the calls come in their order: calls out of it, and
calls after an error, are refused. Of the tables it checks what ground.pxi and sets.pxi say. Growth
past `bound` bytes stops with OverflowError. A Growth belongs to one thread; calls return often, so
that Python sees Ctrl-C.
"""

cimport cython
from cython cimport view
from libc.stdint cimport INT64_MAX, uint8_t
from libc.stdlib cimport calloc, realloc
from libc.string cimport memcpy, memset

from bits cimport bits_fetch
from bounds cimport MAX_INSTANCES, MAX_OPTIONS

include "ground.pxi"
include "sets.pxi"
include "layers.pxi"
include "passes.pxi"
include "counts.pxi"
include "states.pxi"


cdef enum:
    # What a Growth waits for.
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
    """A diagram while it grows; calpuzzle/_core/grow64.pyi documents it."""

    cdef Growing g
    cdef Flat f
    # The call that is next, and its layer and first shape.
    cdef int stage
    cdef int place
    cdef int64_t shape

    def __cinit__(self, data, sets, int64_t bound):
        cdef Growing *g = &self.g
        set_tables(&g.t, data)
        if g.t.options > MAX_OPTIONS:
            raise ValueError("the tables do not fit this diagram")
        copy_sets(&g.u, g.t.options, sets)
        g.kind_chunks = (g.u.classes + CHUNK - 1) // CHUNK
        g.lacking = <uint64_t *> room(
            <int64_t> g.t.blocks[g.t.places] * ENTRIES * g.kind_chunks, sizeof(uint64_t)
        )
        fill_lacking(g)
        g.bound = bound
        g.reached = -1
        g.layers = <Layer *> room(g.t.places + 1, sizeof(Layer))
        g.moved = <uint64_t *> room(g.u.width, 8)
        self.stage = START

    def __dealloc__(self):
        cdef Growing *g = &self.g
        cdef int place
        if g.layers != NULL:
            for place in range(g.t.places + 1):
                free_layer(&g.layers[place])
        free(g.layers)
        free(g.lacking)
        free(g.moved)
        free(g.slots)
        free_blocks(g.spare)
        free_sets(&g.u)
        free_tables(&g.t)
        free_flat(&self.f)

    cdef int must(self, int64_t code) except -1:
        """Raise what an error code means."""
        if code < 0:
            self.stage = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the diagram is past its memory bound")
        return 0

    cdef int expect(self, int stage, int place) except -1:
        if self.stage != stage or self.place != place:
            raise ValueError("the growth is called out of its order")
        return 0

    def start(self, root):
        cdef Growing *g = &self.g
        cdef board_t occupied = board(root.occupied)
        cdef uint64_t groups = 0
        cdef int k
        cdef int64_t index
        self.expect(START, 0)
        set_root(&g.t, occupied, root.used)
        for k in range(g.t.groups):
            groups |= root.used & g.t.group_bits[k]
        # An instance has its labels in the root: area_of must not subtract them again.
        if groups:
            raise ValueError("a diagram grows from a root without labels")
        if not ~occupied:
            raise ValueError("there is nothing to cover")
        index = add_shape(g, &g.layers[bits_lowest(~occupied)], occupied, groups, 0)
        self.must(index)
        g.layers[bits_lowest(~occupied)].sets[0] = 1
        self.stage = FORWARD

    def forward(self, int place, int64_t start, int64_t number):
        cdef Growing *g = &self.g
        cdef Layer *layer
        cdef int64_t stop
        cdef int64_t code = 0
        self.expect(FORWARD, place)
        layer = &g.layers[place]
        if start != self.shape or number < 1:
            raise ValueError("the growth is called out of its order")
        if layer.due:
            with nogil:
                code = merge(g, place, number)
            self.must(code)
            if layer.due:
                return 0
        stop = start + min(number, layer.size - start)
        if start == 0:
            self.must(reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4))
            layer.first[0] = 0
        if start < stop:
            with nogil:
                code = forward(g, place, start, stop)
            self.must(code)
        self.shape = stop
        if stop == layer.size:
            self.shape = 0
            self.place += 1
            if self.place == g.t.places:
                with nogil:
                    code = merge(g, g.t.places, INT64_MAX)
                    close_slots(g)
                self.must(code)
                self.stage = BACKWARD
        return stop

    @property
    def places(self):
        return self.g.t.places

    def size(self, int place):
        if not 0 <= place <= self.g.t.places:
            raise ValueError("there is no such layer")
        return max(self.g.layers[place].found, self.g.layers[place].size) + self.g.layers[place].due

    def backward(self, int place):
        cdef Growing *g = &self.g
        cdef Layer *layer
        self.expect(BACKWARD, place)
        layer = &g.layers[place]
        layer.found = layer.size
        if layer.size:
            self.must(reserve(g, <void **> &layer.states, 0, layer.size * 4))
            self.must(reserve(g, <void **> &layer.moved_to, 0, layer.size * 4))
            with nogil:
                if place < g.t.places:
                    redirect(g, place)
                    backward(g, place)
                else:
                    # The full board: by its area, all pieces are used.
                    layer.states[0] = 1
                    layer.moved_to[0] = 0
            self.must(trim(g, layer))
        self.place -= 1
        if self.place < 0:
            for place in range(g.t.places + 1):
                layer = &g.layers[place]
                release(g, <void **> &layer.moved_to, layer.found * 4)
            self.stage = NUMBER
            self.place = 0

    def counts(self, shape, int64_t[::1] result not None):
        cdef Growing *g = &self.g
        cdef Vectors v
        self.expect(NUMBER, 0)
        memset(&v, 0, sizeof(Vectors))
        try:
            set_vectors(&v, g, shape)
            if result.shape[0] != v.instances:
                raise ValueError("the result has not one entry an instance")
            return (
                count_shapes(&v, g, False, &result[0]) or count_shapes(&v, g, True, &result[0])
            )
        finally:
            free_vectors(&v)

    def number(self):
        cdef Growing *g = &self.g
        cdef int64_t states = 0
        cdef int place
        cdef Layer *layer
        self.expect(NUMBER, 0)
        for place in range(g.t.places + 1):
            layer = &g.layers[place]
            if not layer.size:
                continue
            if layer.rank == NULL:
                self.must(reserve(g, <void **> &layer.rank, 0, layer.size * g.u.width * 4))
            with nogil:
                states = number_layer(g, layer, states)
            if states >= (<int64_t> 1 << 32) - 1:
                self.must(OVER_BOUND)
        self.f.states = states
        self.must(reserve(g, <void **> &self.f.first, 0, (states + 1) * 4))
        self.f.first[0] = 0
        self.stage = EMIT
        return states

    def emit(self, int place):
        cdef int code
        self.expect(EMIT, place)
        with nogil:
            code = write_layer(&self.g, &self.f, place)
        self.must(code)
        self.place += 1
        if self.place > self.g.t.places:
            self.stage = FINISH
            self.place = 0

    def finish(self):
        cdef Flat *f = &self.f
        cdef view.array first, option, to
        self.expect(FINISH, 0)
        self.stage = FINISHED
        if f.states:
            # The full board, the last state, has no edges.
            f.first[f.states] = <uint32_t> f.edges
        first = <uint32_t[:f.states + 1]> f.first
        first.free_data = True
        f.first = NULL
        if not f.edges:
            return first, None, None
        option = <uint16_t[:f.edges]> f.option
        option.free_data = True
        f.option = NULL
        to = <uint32_t[:f.edges]> f.to
        to.free_data = True
        f.to = NULL
        return first, option, to

    @property
    def bytes(self):
        return self.g.most
