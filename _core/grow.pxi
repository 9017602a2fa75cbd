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
    hands.pxi    how threads share the work at a layer
    counts.pxi   the counts of all instances, from the shapes that are left
    states.pxi   the states that are left, and their edges

The diagram is three arrays,
    first[s] .. first[s + 1]   the edges of state s, by rising option,
    option[e], to[e]           the option that edge e lays and the state it leads to.
State 0 is the root and the last state is the full board; edges lead to higher numbers. Where the
puzzle has no solution there are no states.

The class Growth joins the parts. It checks that the calls come in their order: calls out of it, and
calls after an error, are refused. Of the tables it checks what ground.pxi and sets.pxi say. Growth
past `bound` bytes stops with OverflowError. A Growth belongs to one thread, but for `work`, which
each hand's own may call; calls return often, so that Python sees Ctrl-C.
"""

cimport cython
from cython cimport view
from libc.math cimport sqrt
from libc.stdint cimport INT64_MAX, uint8_t
from libc.stdlib cimport calloc, realloc
from libc.string cimport memcpy, memmove, memset

from bits cimport bits_expect, bits_fetch
from bounds cimport MAX_INSTANCES, MAX_OPTIONS

include "ground.pxi"
include "sets.pxi"
include "layers.pxi"
include "passes.pxi"
include "hands.pxi"
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


cdef enum:
    # What the hands do at a layer that they share.
    ALONE
    MERGE
    SETTLE
    LAY
    THIN
    WRITE
    COPY


@cython.final
cdef class Growth:
    """A diagram while it grows; calpuzzle/_core/grow64.pyi documents it."""

    cdef Growing g
    # The diagram, and what each hand writes of it.
    cdef Flat f[MAX_HANDS + 1]
    # The call that is next, and its layer and first shape.
    cdef int stage
    cdef int place
    cdef int64_t shape
    # What the hands do; those that are at work now, and those that are done with it, as bits.
    cdef int step
    cdef uint64_t busy
    cdef uint64_t done

    def __cinit__(self, data, sets, int64_t bound, int64_t hands=1):
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
        g.layers = <Layer *> room(g.t.places + 1, sizeof(Layer))
        set_hands(g, hands)
        self.stage = START

    def __dealloc__(self):
        cdef Growing *g = &self.g
        cdef int place
        if g.layers != NULL:
            for place in range(g.t.places + 1):
                free_layer(&g.layers[place])
        free(g.layers)
        free(g.lacking)
        free_hands(g)
        free_sets(&g.u)
        free_tables(&g.t)
        free(self.f[0].first)
        for place in range(MAX_HANDS + 1):
            free_flat(&self.f[place])

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
        if self.stage != stage or self.place != place or self.step != ALONE:
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
        if due_in(g, place):
            with nogil:
                code = merge_all(g, place, number)
            self.must(code)
            if code:
                return 0
        stop = start + min(number, layer.size - start)
        if start == 0:
            self.must(reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4))
        if start < stop:
            with nogil:
                code = forward(g, place, 0, start, stop)
            self.must(code)
        self.shape = stop
        if stop == layer.size:
            self.shape = 0
            layer.first[stop] = <uint32_t> layer.edges
            self.go_forward()
        return stop

    cdef int go_forward(self) except -1:
        """Go on to the next layer; at the end, look up what is due in the full board."""
        cdef Growing *g = &self.g
        cdef int64_t code
        self.place += 1
        if self.place == g.t.places:
            with nogil:
                code = merge_all(g, g.t.places, INT64_MAX)
                close_hands(g)
            self.must(code)
            self.stage = BACKWARD
        return 0

    @property
    def places(self):
        return self.g.t.places

    @property
    def hands(self):
        return self.g.hands

    def size(self, int place):
        cdef Layer *layer
        if not 0 <= place <= self.g.t.places:
            raise ValueError("there is no such layer")
        layer = &self.g.layers[place]
        return max(layer.found, layer.size) + due_in(&self.g, place)

    def backward(self, int place):
        cdef Growing *g = &self.g
        cdef Layer *layer
        self.expect(BACKWARD, place)
        layer = &g.layers[place]
        self.begin_thinning(layer)
        if layer.size:
            with nogil:
                if place < g.t.places:
                    share_edges(g, layer, 1, False)
                    backward(g, place, 0)
                    join_thinned(g, layer, 1)
                else:
                    # The full board: by its area, all pieces are used.
                    layer.states[0] = 1
                    layer.moved_to[0] = 0
                    translate(g, layer)
            self.must(trim(g, layer))
        self.go_backward()

    cdef int begin_thinning(self, Layer *layer) except -1:
        cdef Growing *g = &self.g
        layer.found = layer.size
        if layer.size:
            self.must(reserve(g, <void **> &layer.states, 0, layer.size * 4))
            self.must(reserve(g, <void **> &layer.moved_to, 0, layer.size * 4))
        return 0

    cdef int go_backward(self) except -1:
        """Go on to the layer below."""
        cdef Growing *g = &self.g
        cdef int place
        self.place -= 1
        if self.place < 0:
            for place in range(g.t.places + 1):
                release(g, <void **> &g.layers[place].moved_to, g.layers[place].names * 4)
            self.stage = NUMBER
            self.place = 0
        return 0

    def share(self, int place):
        cdef Growing *g = &self.g
        cdef Layer *layer
        if place >= g.t.places or self.shape:
            raise ValueError("the growth is called out of its order")
        if self.stage == BACKWARD or self.stage == EMIT:
            self.expect(self.stage, place)
            layer = &g.layers[place]
            if self.stage == BACKWARD:
                self.begin_thinning(layer)
            share_edges(g, layer, g.hands, self.stage == EMIT)
            self.step = THIN if self.stage == BACKWARD else WRITE
            return
        self.expect(FORWARD, place)
        self.step = MERGE

    def work(self, int place, int hand, int64_t number):
        cdef Growing *g = &self.g
        cdef uint64_t bit
        cdef int64_t code
        cdef int step = self.step
        if step == ALONE or place != self.place or self.stage == SPOILT or number < 1:
            raise ValueError("the growth is called out of its order")
        if not 0 <= hand < g.hands:
            raise ValueError("there is no such hand")
        bit = <uint64_t> 1 << hand
        if self.busy & bit:
            raise ValueError("the hand is at work")
        if self.done & bit:
            return False
        self.busy |= bit
        with nogil:
            code = do_some(g, self.f, step, place, hand, number)
        self.busy ^= bit
        self.must(code)
        if not code:
            self.done |= bit
        return code > 0

    def join(self, int place):
        cdef Growing *g = &self.g
        if self.step == ALONE or place != self.place or self.stage == SPOILT:
            raise ValueError("the growth is called out of its order")
        if self.busy or self.done != ((<uint64_t> 1 << g.hands) - 1):
            raise ValueError("the hands are not done")
        self.done = 0
        cdef Layer *layer = &g.layers[place]
        if self.step == MERGE:
            self.must(join_found(g, place))
            self.step = SETTLE
        elif self.step == SETTLE:
            self.must(reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4))
            share_shapes(g, layer)
            self.step = LAY
        elif self.step == WRITE:
            self.must(join_written(g, self.f, self.f + 1))
            self.step = COPY
        else:
            self.join_last(layer)
        return self.step != ALONE

    cdef int join_last(self, Layer *layer) except -1:
        """Join what ends the work at a layer, and go on to the next one."""
        cdef Growing *g = &self.g
        cdef int step = self.step
        cdef int place = self.place
        cdef int code
        self.step = ALONE
        if step == LAY:
            with nogil:
                code = join_laid(g, place)
            self.must(code)
            return self.go_forward()
        if step == THIN:
            with nogil:
                join_thinned(g, layer, g.hands)
            self.must(trim(g, layer))
            return self.go_backward()
        self.place += 1
        return 0

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
        self.f[0].states = states
        self.must(reserve(g, <void **> &self.f[0].first, 0, (states + 1) * 4))
        self.f[0].first[0] = 0
        for place in range(1, g.hands + 1):
            self.f[place].first = self.f[0].first
        self.stage = EMIT
        return states

    def emit(self, int place):
        cdef Layer *layer
        cdef int code
        self.expect(EMIT, place)
        layer = &self.g.layers[place]
        with nogil:
            code = write_states(&self.g, self.f, layer, 0, layer.size)
        self.must(code)
        self.place += 1
        if self.place > self.g.t.places:
            self.stage = FINISH
            self.place = 0

    def finish(self):
        cdef Flat *f = self.f
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
