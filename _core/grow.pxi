"""The growth of a decision diagram of all solutions of all instances.

Design
------
Two partial fillings that occupy the same places, have used the same pieces and have laid the
labels of the same groups have the same completions: they are one state. A *shape* is what the
states of the same places and groups share; it keeps the set of used-piece sets that reach it as
bits, so that laying a piece is a shift and an OR for all of them, with one hash probe.

    ground.pxi   what fits, and what is a dead end
    sets.pxi     used-piece sets as bits
    gate.pxi     where threads wait for each other
    layers.pxi   the store of shapes, and the memory it takes
    passes.pxi   forward and backward over the shapes
    settling.pxi the places of the shapes that several threads have found
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
each hand's own may call; calls return often, so that Python sees Ctrl-C. Hands go on from step to
step and from layer to layer within one call; the last one to be done with a step joins it.
"""

cimport cython
from cython cimport view
from libc.math cimport sqrt
from libc.stdint cimport INT64_MAX, uint8_t
from libc.stdlib cimport calloc, realloc
from libc.string cimport memcpy, memmove, memset

from bits cimport bits_await, bits_expect, bits_fetch, bits_show
from bounds cimport MAX_INSTANCES, MAX_OPTIONS

include "ground.pxi"
include "sets.pxi"
include "gate.pxi"
include "layers.pxi"
include "passes.pxi"
include "settling.pxi"
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
    LAY
    THIN
    MOVE
    WRITE
    COPY


cdef enum:
    PATIENCE = 5_000         # microseconds that a hand sleeps at the gate: then Python looks round
    TURN = 1 << 16           # edges and states that a hand writes before it copies them


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
    # What the hands do, where they wait for each other, and from how many shapes on they share a
    # layer. While they work these, and what is above, are the last one's at the gate.
    cdef int step
    cdef int64_t small
    cdef int64_t turn
    cdef Gate gate
    cdef bint shared         # whether the hands have ever begun
    cdef int reached         # the highest layer that the first hand was at

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
        set_gate(&self.gate, g.hands)
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
        free_gate(&self.gate)
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
            share_shapes(g, layer, 1)
            self.must(reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4))
        if start < stop:
            with nogil:
                code = forward(g, place, 0, start, stop)
            self.must(code)
        self.shape = stop
        if stop == layer.size:
            self.shape = 0
            with nogil:
                code = join_laid(g, place)
                if code == 0:
                    code = self.go_forward()
            self.must(code)
        return stop

    cdef int64_t lay_alone(self) noexcept nogil:
        """Do all that there is to do going forward at a layer; an error code."""
        cdef Growing *g = &self.g
        cdef Layer *layer = &g.layers[self.place]
        cdef int64_t code = merge_all(g, self.place, INT64_MAX)
        if code == 0:
            code = reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4)
        if code == 0:
            code = forward(g, self.place, 0, 0, layer.size)
        if code == 0:
            code = join_laid(g, self.place)
        return code if code else self.go_forward()

    cdef int64_t go_forward(self) noexcept nogil:
        """Go on to the next layer; at the end, look up what is due in the full board."""
        cdef Growing *g = &self.g
        cdef int64_t code = 0
        self.place += 1
        if self.place == g.t.places:
            code = merge_all(g, g.t.places, INT64_MAX)
            close_hands(g)
            self.stage = BACKWARD
        return code

    @property
    def places(self):
        return self.g.t.places

    @property
    def hands(self):
        return self.g.hands

    @property
    def reached(self):
        return self.reached

    def size(self, int place):
        if not 0 <= place <= self.g.t.places:
            raise ValueError("there is no such layer")
        return self.size_of(place)

    cdef int64_t size_of(self, int place) noexcept nogil:
        cdef Layer *layer = &self.g.layers[place]
        return max(layer.found, layer.size) + due_in(&self.g, place)

    def backward(self, int place):
        cdef int64_t code
        self.expect(BACKWARD, place)
        with nogil:
            code = self.thin_alone()
        self.must(code)

    cdef int64_t thin_alone(self) noexcept nogil:
        """Thin a layer; an error code."""
        cdef Growing *g = &self.g
        cdef Layer *layer = &g.layers[self.place]
        cdef int64_t code = self.begin_thinning(layer)
        if code:
            return code
        if layer.size:
            if self.place < g.t.places:
                share_edges(g, layer, 1)
                backward(g, self.place, 0)
                join_thinned(g, layer, 1)
                move_thinned(g, layer, 1, MOVE_NAMES)
            else:
                # The full board: by its area, all pieces are used.
                layer.states[0] = 1
                layer.moved_to[0] = 0
                translate(g, layer)
            code = trim(g, layer)
        self.go_backward()
        return code

    cdef int begin_thinning(self, Layer *layer) noexcept nogil:
        cdef Growing *g = &self.g
        cdef int code = 0
        layer.found = layer.size
        if layer.size:
            code = reserve(g, <void **> &layer.states, 0, layer.size * 4)
            if code == 0:
                code = reserve(g, <void **> &layer.moved_to, 0, layer.size * 4)
        return code

    cdef void go_backward(self) noexcept nogil:
        """Go on to the layer below."""
        cdef Growing *g = &self.g
        cdef int place
        self.place -= 1
        if self.place < 0:
            for place in range(g.t.places + 1):
                release(g, <void **> &g.layers[place].moved_to, g.layers[place].names * 4)
            self.stage = NUMBER
            self.place = 0

    def share(self, int64_t small, int64_t turn=TURN):
        cdef int64_t code
        if self.stage != FORWARD and self.stage != BACKWARD and self.stage != EMIT:
            raise ValueError("the growth is called out of its order")
        if self.step != ALONE or self.shape:
            raise ValueError("the growth is called out of its order")
        if self.stage == FORWARD and due_done(&self.g, self.place):
            raise ValueError("the growth is called out of its order")
        self.small = max(small, 1)
        self.turn = min(max(turn, 1), <int64_t> 1 << 32)
        self.shared = True
        with nogil:
            code = self.begin()
        # A hand that works after an error has it, too.
        self.gate.code = code
        self.must(code)

    cdef int64_t begin(self) noexcept nogil:
        """Give the hands what they do next; layers before that are small are done here. An error
        code."""
        cdef Growing *g = &self.g
        cdef Layer *layer
        cdef int64_t code = 0
        self.step = ALONE
        while code == 0 and FORWARD <= self.stage <= EMIT and self.stage != NUMBER:
            layer = &g.layers[self.place]
            if self.stage == EMIT:
                g.hand[g.hands - 1].spot[1].place = self.place
                g.hand[g.hands - 1].spot[1].shape = 0
                if share_turn(g, self.f[0].states, self.small, self.turn):
                    self.step = WRITE
                    return 0
            elif self.place < g.t.places and self.size_of(self.place) >= self.small:
                if self.stage == FORWARD:
                    self.step = MERGE
                    return 0
                code = self.begin_thinning(layer)
                share_edges(g, layer, g.hands)
                self.step = THIN
                return code
            if self.stage == FORWARD:
                code = self.lay_alone()
            elif self.stage == BACKWARD:
                code = self.thin_alone()
            else:
                code = self.write_alone()
        return code

    def work(self, int hand, int64_t number, int64_t patience=PATIENCE):
        cdef int64_t code
        if not self.shared or number < 1 or patience < 0:
            raise ValueError("the growth is called out of its order")
        if not 0 <= hand < self.g.hands:
            raise ValueError("there is no such hand")
        code = enter(&self.gate, hand)
        if code == BUSY:
            raise ValueError("the hand is at work")
        self.must(code)
        with nogil:
            code = self.work_on(hand, number, patience)
            leave(&self.gate, hand, code)
        self.must(code)
        return code > 0

    cdef int64_t work_on(self, int hand, int64_t number, int64_t patience) noexcept nogil:
        """Let a hand work at what is shared, step after step; 0 where that is over, or an error
        code."""
        cdef Gate *gate = &self.gate
        cdef bint here = is_here(gate, hand)
        cdef int64_t code
        while number > 0:
            if not here:
                if self.step == ALONE:
                    return 0
                if hand == 0:
                    self.reached = max(self.reached, self.place)
                code = do_some(&self.g, self.f, self.step, self.place, hand, &number)
                if code:
                    return code
                if come(gate, hand):
                    code = self.join()
                    if code:
                        return code
                    open_gate(gate)
                    continue
            here = not wait(gate, hand, patience)
            if here:
                return 1
        return 1

    cdef int64_t join(self) noexcept nogil:
        """Join what all hands have done in a step, and begin the next one; an error code."""
        cdef Growing *g = &self.g
        cdef Layer *layer = &g.layers[self.place]
        cdef int64_t code
        if self.step == MERGE:
            code = join_found(g, self.place)
            if code == 0:
                code = reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 4)
            share_shapes(g, layer, g.hands)
            self.step = LAY
            return code
        if self.step == THIN:
            join_thinned(g, layer, g.hands)
            self.step = MOVE
            return 0
        if self.step == WRITE:
            code = join_written(g, self.f, self.f + 1)
            if not share_turn(g, self.f[0].states, 1, self.turn):
                self.step = COPY
            return code
        if self.step == LAY:
            code = join_laid(g, self.place)
            if code == 0:
                code = self.go_forward()
        elif self.step == MOVE:
            code = trim(g, layer)
            self.go_backward()
        else:
            self.stage = FINISH
            self.place = 0
            code = 0
        return code if code else self.begin()

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
            self.f[place].behind = NOT_JOINED
        self.stage = EMIT
        return states

    def emit(self, int place):
        cdef int64_t code
        self.expect(EMIT, place)
        with nogil:
            code = self.write_alone()
        self.must(code)

    cdef int64_t write_alone(self) noexcept nogil:
        """Write the edges of a layer's states; an error code."""
        cdef Layer *layer = &self.g.layers[self.place]
        cdef int code = write_states(&self.g, self.f, layer, 0, layer.size)
        self.go_on()
        return code

    cdef void go_on(self) noexcept nogil:
        """Go on to write the next layer."""
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
