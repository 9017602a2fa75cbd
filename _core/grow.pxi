"""The growth of a decision diagram of all solutions of all instances.

Design
------
Two partial fillings that occupy the same places, have used the same pieces and have laid the
labels of the same groups have the same completions: they are one state. A *shape* is what the
states of the same places and groups share; it keeps the set of used-piece sets that reach it as
bits, so that laying a piece is a shift and an OR for all of them, with one hash probe.

A used-piece set is a number in mixed radix, one digit a class. The first classes make the bit
within a word (their product is at most 64), the others the number of the word. The area of a shape
fixes which words can have bits at all; only these are stored. For an area and a class, `runs` say
where the stored words go when a piece of the class is laid: each a stretch of words that stay
neighbours, so that the loop over it is a plain one. Words in no run go nowhere.

Shapes lie in layers by their lowest empty place. `forward` takes the shapes of a layer and lays
every option that fits, into higher layers; a shape that cannot be completed is not stored.
`backward`, from the full board down, keeps of each set what can be completed, and `emit` numbers
the states that are left, layer by layer, and writes their edges: the diagram is three arrays,
    first[s] .. first[s + 1]   the edges of state s, by rising option,
    option[e], to[e]           the option that edge e lays and the state it leads to.
State 0 is the root and the last state is the full board; edges lead to higher numbers. Where the
puzzle has no solution there are no states.

Memory is counted, and growth past `bound` bytes stops with OVER_BOUND. A Growth belongs to one
thread; calls return often, so that Python can look at Ctrl-C. Calls out of their order, and calls
after an error, are refused: the layers rest on it (a layer that is done has no hash table).
"""

from cython cimport view
from libc.stdlib cimport malloc, realloc
from libc.string cimport memcpy, memset

include "ground.pxi"

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    NO_SHAPE = -3
    INDEX_BITS = 24          # of an edge of shapes: index within the layer
    MAX_WORDS = 1024


cdef struct Layer:
    board_t *occupied
    uint64_t *groups         # the word `used` of ground.pxi, with the bits of groups only
    uint64_t *sets           # `width` words a shape
    int64_t size
    int64_t capacity
    int32_t *slots           # hash table of index + 1, open addressing
    int slot_bits
    int64_t *first           # edges of shape s: first[s] to first[s + 1]
    uint32_t *to             # layer << INDEX_BITS | index
    uint16_t *option
    int64_t edges
    int64_t edge_capacity
    uint32_t *states         # of each shape: sets that can be completed
    uint32_t *rank           # number of the first state of each word


cdef struct Run:
    int32_t source
    int32_t target
    int32_t length


cdef struct Growing:
    Tables t
    Layer *layers            # one a place, and the full board at the end
    int width
    int classes
    int areas
    int32_t *piece           # class of each option, -1 for labels
    int32_t *sizes           # of each class
    int32_t *shift           # of each class: how far its piece moves a bit within the word
    uint64_t *allow          # the bits that may move
    int32_t *words           # of each area: stored words
    Run *runs                # of area a and class c: run_start[a * classes + c] and on
    int32_t *run_start
    board_t *sums            # of each area
    uint64_t *moved          # one set
    int64_t bytes
    int64_t bound


cdef int reserve(Growing *g, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Make an allocation of `old` bytes `new` bytes large."""
    cdef void *larger
    if g.bytes + new - old > g.bound:
        return OVER_BOUND
    larger = realloc(memory[0], new)
    if larger == NULL:
        return NO_MEMORY
    memory[0] = larger
    g.bytes += new - old
    return 0


cdef inline void release(Growing *g, void **memory, int64_t size) noexcept nogil:
    free(memory[0])
    if memory[0] != NULL:
        g.bytes -= size
    memory[0] = NULL


cdef inline uint64_t hashed(board_t occupied, uint64_t groups) noexcept nogil:
    """A hash whose top bits are good (Fibonacci hashing, TAOCP 6.4); used by the top bits."""
    cdef uint64_t key = <uint64_t> occupied ^ groups * <uint64_t> 0xD6E8FEB86659FD93
    if BOARD_WORDS == 2:
        key ^= <uint64_t> (occupied >> 32 >> 32) * <uint64_t> 0xA0761D6478BD642F
    key ^= key >> 32
    return key * <uint64_t> 0x9E3779B97F4A7C15


cdef inline int64_t find(Layer *layer, board_t occupied, uint64_t groups) noexcept nogil:
    """The index of a shape in its layer, or NO_SHAPE."""
    cdef uint64_t mask, at
    cdef int32_t index
    if layer.slots == NULL:
        return NO_SHAPE
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = hashed(occupied, groups) >> (64 - layer.slot_bits)
    while True:
        index = layer.slots[at]
        if index == 0:
            return NO_SHAPE
        if layer.occupied[index - 1] == occupied and layer.groups[index - 1] == groups:
            return index - 1
        at = (at + 1) & mask


cdef int widen(Growing *g, Layer *layer) noexcept nogil:
    """Make room for more shapes in a layer, with a hash table that is at most half full."""
    cdef int64_t old = layer.capacity
    cdef int64_t new = old * 2 if old else 256
    cdef int64_t i
    cdef int code
    cdef uint64_t mask, at
    if new > (<int64_t> 1 << INDEX_BITS):
        return OVER_BOUND
    code = reserve(g, <void **> &layer.occupied, old * sizeof(board_t), new * sizeof(board_t))
    if code == 0:
        code = reserve(g, <void **> &layer.groups, old * 8, new * 8)
    if code == 0:
        code = reserve(g, <void **> &layer.sets, old * 8 * g.width, new * 8 * g.width)
    if code == 0:
        code = reserve(g, <void **> &layer.slots, old * 8, new * 8)
    if code:
        return code
    layer.capacity = new
    layer.slot_bits = layer.slot_bits + 1 if old else 9
    memset(layer.slots, 0, new * 8)
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    for i in range(layer.size):
        at = hashed(layer.occupied[i], layer.groups[i]) >> (64 - layer.slot_bits)
        while layer.slots[at]:
            at = (at + 1) & mask
        layer.slots[at] = i + 1
    return 0


cdef int64_t insert(Growing *g, Layer *layer, board_t occupied, uint64_t groups) noexcept nogil:
    """Add a shape that is not in the layer, with an empty set; its index, or an error code."""
    cdef int code
    cdef uint64_t mask, at
    if layer.size == layer.capacity:
        code = widen(g, layer)
        if code:
            return code
    mask = (<uint64_t> 1 << layer.slot_bits) - 1
    at = hashed(occupied, groups) >> (64 - layer.slot_bits)
    while layer.slots[at]:
        at = (at + 1) & mask
    layer.occupied[layer.size] = occupied
    layer.groups[layer.size] = groups
    memset(layer.sets + layer.size * g.width, 0, 8 * g.width)
    layer.size += 1
    layer.slots[at] = layer.size
    return layer.size - 1


cdef int add_edge(Growing *g, Layer *layer, int place, int64_t index, int option) noexcept nogil:
    cdef int64_t old = layer.edge_capacity
    cdef int64_t new
    cdef int code
    if layer.edges == old:
        new = old * 2 if old else 1024
        code = reserve(g, <void **> &layer.to, old * 4, new * 4)
        if code == 0:
            code = reserve(g, <void **> &layer.option, old * 2, new * 2)
        if code:
            return code
        layer.edge_capacity = new
    layer.to[layer.edges] = <uint32_t> place << INDEX_BITS | <uint32_t> index
    layer.option[layer.edges] = option
    layer.edges += 1
    return 0


cdef inline int area_of(Growing *g, board_t occupied, uint64_t groups) noexcept nogil:
    """How many places of the shape pieces cover."""
    return bits_count(occupied & ~g.t.root) - bits_count64(groups)


cdef inline bint any_moves(Growing *g, uint64_t *sets, int area, int piece) noexcept nogil:
    """Whether some set has a piece of the class left to lay."""
    cdef int r, k
    cdef int at = area * g.classes + piece
    cdef uint64_t some = 0
    for r in range(g.run_start[at], g.run_start[at + 1]):
        for k in range(g.runs[r].source, g.runs[r].source + g.runs[r].length):
            some |= sets[k] & g.allow[piece]
    return some != 0


cdef inline uint64_t add_moved(
    Growing *g, uint64_t *sets, int area, int piece, uint64_t *reached
) noexcept nogil:
    """Add to `reached` the sets with a piece of the class added; the union of what is added."""
    cdef int r, k
    cdef int at = area * g.classes + piece
    cdef uint64_t allow = g.allow[piece]
    cdef int shift = g.shift[piece]
    cdef uint64_t some = 0
    cdef uint64_t word
    cdef uint64_t *source
    cdef uint64_t *target
    for r in range(g.run_start[at], g.run_start[at + 1]):
        source = sets + g.runs[r].source
        target = reached + g.runs[r].target
        for k in range(g.runs[r].length):
            word = (source[k] & allow) << shift
            target[k] |= word
            some |= word
    return some


cdef int lay(
    Growing *g, Layer *layer, uint64_t *sets, board_t occupied, uint64_t groups, int area, int i
) noexcept nogil:
    """Lay option i on a shape: find or add the shape it leads to, and add the edge."""
    cdef Tables *t = &g.t
    cdef int piece = g.piece[i]
    cdef int place = t.places
    cdef int area_there = area
    cdef board_t empty
    cdef Layer *target
    cdef int64_t index
    cdef int k
    if piece >= 0:
        # A piece on cells that labels must have would leave the pieces too much area.
        area_there += g.sizes[piece]
        if area_there >= g.areas:
            return 0
    else:
        groups |= t.add[i]
    occupied |= t.masks[i]
    empty = ~occupied
    if empty:
        if cramped(empty, groups, (g.sums[area_there] & 2) != 0, t):
            return 0
        place = bits_lowest(empty)
    target = &g.layers[place]
    index = find(target, occupied, groups)
    if index == NO_SHAPE:
        if piece >= 0 and not any_moves(g, sets, area, piece):
            return 0
        if empty and not fillable(empty, groups, g.sums[area_there], t):
            return 0
        index = insert(g, target, occupied, groups)
        if index < 0:
            return index
    if piece < 0:
        for k in range(g.words[area]):
            target.sets[index * g.width + k] |= sets[k]
    elif not add_moved(g, sets, area, piece, target.sets + index * g.width):
        return 0
    return add_edge(g, layer, place, index, i)


cdef int forward(Growing *g, int place, int64_t start, int64_t stop) noexcept nogil:
    """Lay every option that fits on the shapes start to stop of a layer."""
    cdef Tables *t = &g.t
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s
    cdef int block, i, code, area
    cdef uint64_t left, groups
    cdef board_t occupied
    for s in range(start, stop):
        layer.first[s] = layer.edges
        occupied = layer.occupied[s]
        groups = layer.groups[s]
        area = area_of(g, occupied, groups)
        for block in range(t.blocks[place], t.blocks[place + 1]):
            left = fitting(t, block, occupied, place, groups)
            while left:
                i = t.buckets[place] + 64 * (block - t.blocks[place]) + bits_lowest64(left)
                left &= left - 1
                code = lay(g, layer, layer.sets + s * g.width, occupied, groups, area, i)
                if code:
                    return code
    layer.first[stop] = layer.edges
    return 0


cdef void backward(Growing *g, int place) noexcept nogil:
    """Keep of the sets of a layer what can be completed; all higher layers are done."""
    cdef Layer *layer = &g.layers[place]
    cdef Layer *target
    cdef int64_t s, e, index
    cdef int k, r, piece, area, shift
    cdef uint64_t allow
    cdef uint64_t *sets
    cdef uint64_t *after
    cdef uint64_t *source
    cdef uint64_t *before
    for s in range(layer.size):
        sets = layer.sets + s * g.width
        area = area_of(g, layer.occupied[s], layer.groups[s])
        memset(g.moved, 0, 8 * g.words[area])
        for e in range(layer.first[s], layer.first[s + 1]):
            target = &g.layers[layer.to[e] >> INDEX_BITS]
            index = layer.to[e] & ((1 << INDEX_BITS) - 1)
            if not target.states[index]:
                continue
            after = target.sets + index * g.width
            piece = g.piece[layer.option[e]]
            if piece < 0:
                for k in range(g.words[area]):
                    g.moved[k] |= after[k]
                continue
            allow = g.allow[piece]
            shift = g.shift[piece]
            for r in range(
                g.run_start[area * g.classes + piece], g.run_start[area * g.classes + piece + 1]
            ):
                before = g.moved + g.runs[r].source
                source = after + g.runs[r].target
                for k in range(g.runs[r].length):
                    before[k] |= (source[k] >> shift) & allow
        layer.states[s] = keep(sets, g.moved, g.words[area])


cdef inline uint32_t keep(uint64_t *sets, uint64_t *completed, int words) noexcept nogil:
    """Keep of the sets what can be completed; how many there are."""
    cdef uint64_t some = 0
    cdef uint32_t number = 0
    cdef int k
    for k in range(words):
        sets[k] &= completed[k]
        some |= sets[k]
    if some:
        for k in range(words):
            number += bits_count64(sets[k])
    return number


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


cdef class Growth:
    """A diagram while it grows; calpuzzle/_core/grow64.pyi documents it."""

    cdef Growing g
    # The call that is next, and its layer and first shape.
    cdef int stage
    cdef int place
    cdef int64_t shape
    # The finished diagram, while emit writes it.
    cdef uint32_t *first
    cdef uint32_t *to
    cdef uint16_t *option
    cdef int64_t states
    cdef int64_t edges
    cdef int64_t edge_capacity
    # Edges of one shape before they are sorted by state.
    cdef uint32_t *loose
    cdef int64_t loose_capacity

    def __cinit__(self, data, sets, int64_t bound):
        cdef Growing *g = &self.g
        cdef int i, k
        set_tables(&g.t, data)
        if g.t.options > 0xFFFF or sets.width > MAX_WORDS:
            raise ValueError("the tables do not fit this diagram")
        g.bound = bound
        g.layers = <Layer *> room(g.t.places + 1, sizeof(Layer))
        g.width = sets.width
        g.classes = len(sets.sizes)
        g.areas = len(sets.words)
        g.piece = <int32_t *> room(g.t.options, 4)
        for i in range(g.t.options):
            g.piece[i] = sets.piece[i]
        g.sizes = <int32_t *> room(g.classes, 4)
        g.shift = <int32_t *> room(g.classes, 4)
        g.allow = <uint64_t *> room(g.classes, 8)
        for i in range(g.classes):
            g.sizes[i] = sets.sizes[i]
            g.shift[i] = sets.shift[i]
            g.allow[i] = sets.allow[i]
        g.words = <int32_t *> room(g.areas, 4)
        g.sums = <board_t *> room(g.areas, sizeof(board_t))
        for i in range(g.areas):
            g.words[i] = sets.words[i]
            g.sums[i] = board(sets.sums[i])
        g.runs = <Run *> room(len(sets.runs), sizeof(Run))
        for i in range(len(sets.runs)):
            g.runs[i].source, g.runs[i].target, g.runs[i].length = sets.runs[i]
        g.run_start = <int32_t *> room(len(sets.run_start), 4)
        if len(sets.run_start) != g.areas * g.classes + 1:
            raise ValueError("the runs are not those of the areas and classes")
        for i in range(len(sets.run_start)):
            g.run_start[i] = sets.run_start[i]
        g.moved = <uint64_t *> room(g.width, 8)
        self.stage = START

    def __dealloc__(self):
        cdef Growing *g = &self.g
        cdef int place
        if g.layers != NULL:
            for place in range(g.t.places + 1):
                free(g.layers[place].occupied)
                free(g.layers[place].groups)
                free(g.layers[place].sets)
                free(g.layers[place].slots)
                free(g.layers[place].first)
                free(g.layers[place].to)
                free(g.layers[place].option)
                free(g.layers[place].states)
                free(g.layers[place].rank)
        free(g.layers)
        free(g.piece)
        free(g.sizes)
        free(g.shift)
        free(g.allow)
        free(g.words)
        free(g.runs)
        free(g.run_start)
        free(g.sums)
        free(g.moved)
        free_tables(&g.t)
        free(self.first)
        free(self.to)
        free(self.option)
        free(self.loose)

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
        if not ~occupied or bits_lowest(~occupied) >= g.t.places:
            raise ValueError("there is nothing to cover")
        index = insert(g, &g.layers[bits_lowest(~occupied)], occupied, groups)
        self.must(index)
        g.layers[bits_lowest(~occupied)].sets[0] = 1
        self.stage = FORWARD

    def forward(self, int place, int64_t start, int64_t number):
        cdef Growing *g = &self.g
        cdef Layer *layer
        cdef int64_t stop
        cdef int code = 0
        self.expect(FORWARD, place)
        layer = &g.layers[place]
        if start != self.shape or number < 1:
            raise ValueError("the growth is called out of its order")
        stop = start + min(number, layer.size - start)
        if start == 0:
            self.must(reserve(g, <void **> &layer.first, 0, (layer.size + 1) * 8))
            layer.first[0] = 0
        with nogil:
            if start < stop:
                code = forward(g, place, start, stop)
            if stop == layer.size:
                # No shape is added to this layer any more.
                release(g, <void **> &layer.slots, layer.capacity * 8)
        self.must(code)
        self.shape = stop
        if stop == layer.size:
            self.shape = 0
            self.place += 1
            if self.place == g.t.places:
                self.stage = BACKWARD
        return stop

    def size(self, int place):
        if not 0 <= place <= self.g.t.places:
            raise ValueError("there is no such layer")
        return self.g.layers[place].size

    def backward(self, int place):
        cdef Growing *g = &self.g
        cdef Layer *layer
        self.expect(BACKWARD, place)
        layer = &g.layers[place]
        self.must(reserve(g, <void **> &layer.states, 0, layer.size * 4))
        with nogil:
            if place < g.t.places:
                backward(g, place)
            elif layer.size:
                # The full board: by its area, all pieces are used.
                layer.states[0] = 1
        self.place -= 1
        if self.place < 0:
            self.stage = NUMBER
            self.place = 0

    def number(self):
        cdef Growing *g = &self.g
        cdef int64_t states = 0
        cdef int64_t i, k
        cdef int place
        cdef Layer *layer
        self.expect(NUMBER, 0)
        for place in range(g.t.places + 1):
            layer = &g.layers[place]
            if not layer.size:
                continue
            self.must(
                reserve(g, <void **> &layer.rank, 0, layer.size * g.width * 4)
            )
            with nogil:
                for i in range(layer.size):
                    if layer.states[i]:
                        for k in range(i * g.width, (i + 1) * g.width):
                            layer.rank[k] = <uint32_t> states
                            states += bits_count64(layer.sets[k])
            if states >= (<int64_t> 1 << 32) - 1:
                self.must(OVER_BOUND)
        self.states = states
        self.must(reserve(g, <void **> &self.first, 0, (states + 1) * 4))
        self.first[0] = 0
        self.stage = EMIT
        return states

    def emit(self, int place):
        cdef int code
        self.expect(EMIT, place)
        with nogil:
            code = self.write_layer(place)
        self.must(code)
        self.place += 1
        if self.place > self.g.t.places:
            self.stage = FINISH
            self.place = 0

    cdef int write_layer(self, int place) noexcept nogil:
        """Write the edges of the states of a layer; lower layers have been written."""
        cdef Growing *g = &self.g
        cdef Layer *layer = &g.layers[place]
        cdef int64_t s, number
        cdef int code
        for s in range(layer.size):
            if not layer.states[s]:
                continue
            number = self.gather(layer, s, area_of(g, layer.occupied[s], layer.groups[s]))
            if number < 0:
                return number
            code = self.sort_edges(layer.rank[s * g.width], layer.states[s], number)
            if code:
                return code
        return 0

    cdef int64_t gather(self, Layer *layer, int64_t s, int area) noexcept nogil:
        """Collect the edges of the states of shape s as (state, option, to), by option; how many,
        or an error code."""
        cdef Growing *g = &self.g
        cdef int64_t number = 0
        cdef int64_t e, at
        cdef int piece, r
        cdef Run whole
        if layer.first == NULL:
            return 0  # the full board
        whole.source = whole.target = 0
        whole.length = g.words[area]
        for e in range(layer.first[s], layer.first[s + 1]):
            at = layer.to[e] & ((1 << INDEX_BITS) - 1)
            if not g.layers[layer.to[e] >> INDEX_BITS].states[at]:
                continue
            piece = g.piece[layer.option[e]]
            if piece < 0:
                number = self.gather_run(layer, s, e, whole, 0, ~<uint64_t> 0, number)
                if number < 0:
                    return number
                continue
            at = area * g.classes + piece
            for r in range(g.run_start[at], g.run_start[at + 1]):
                number = self.gather_run(
                    layer, s, e, g.runs[r], g.shift[piece], g.allow[piece], number
                )
                if number < 0:
                    return number
        return number

    cdef inline int64_t gather_run(
        self, Layer *layer, int64_t s, int64_t e, Run run, int shift, uint64_t allow,
        int64_t number,
    ) noexcept nogil:
        """Collect the edges that edge e of shape s stands for, within one run of words."""
        cdef Growing *g = &self.g
        cdef Layer *target = &g.layers[layer.to[e] >> INDEX_BITS]
        cdef int64_t here = s * g.width + run.source
        cdef int64_t there = (layer.to[e] & ((1 << INDEX_BITS) - 1)) * g.width + run.target
        cdef int k, code
        cdef uint64_t both, bit
        for k in range(run.length):
            both = ((layer.sets[here + k] & allow) << shift) & target.sets[there + k]
            while both:
                if 3 * number + 3 > self.loose_capacity:
                    code = self.widen_loose()
                    if code:
                        return code
                bit = both & (~both + 1)
                both ^= bit
                self.loose[3 * number] = layer.rank[here + k] + bits_count64(
                    layer.sets[here + k] & ((bit >> shift) - 1)
                )
                self.loose[3 * number + 1] = layer.option[e]
                self.loose[3 * number + 2] = target.rank[there + k] + bits_count64(
                    target.sets[there + k] & (bit - 1)
                )
                number += 1
        return number

    cdef int widen_loose(self) noexcept nogil:
        cdef int64_t new = self.loose_capacity * 2 if self.loose_capacity else 3072
        cdef int code = reserve(
            &self.g, <void **> &self.loose, self.loose_capacity * 4, new * 4
        )
        if code == 0:
            self.loose_capacity = new
        return code

    cdef int sort_edges(self, int64_t base, int64_t states, int64_t number) noexcept nogil:
        """Append the collected edges, by state; within a state they keep their order."""
        cdef int64_t old = self.edge_capacity
        cdef int64_t new = old if old else 65536
        cdef int64_t k, at
        cdef int code
        while new < self.edges + number:
            new *= 2
        if new >= <int64_t> 1 << 32:
            return OVER_BOUND
        if new > old:
            code = reserve(&self.g, <void **> &self.to, old * 4, new * 4)
            if code == 0:
                code = reserve(&self.g, <void **> &self.option, old * 2, new * 2)
            if code:
                return code
            self.edge_capacity = new
        # first[base] stands; count into first[base + 2 ...], so that after the prefix sums
        # first[state + 1] is the cursor of the state, and ends as its end.
        for k in range(base + 1, base + states + 1):
            self.first[k] = 0
        for k in range(number):
            if self.loose[3 * k] + 1 < base + states:
                self.first[self.loose[3 * k] + 2] += 1
        self.first[base + 1] = <uint32_t> self.edges
        for k in range(base + 2, base + states + 1):
            self.first[k] += self.first[k - 1]
        for k in range(number):
            at = self.first[self.loose[3 * k] + 1]
            self.first[self.loose[3 * k] + 1] += 1
            self.option[at] = self.loose[3 * k + 1]
            self.to[at] = self.loose[3 * k + 2]
        self.edges += number
        return 0

    def finish(self):
        cdef view.array first, option, to
        self.expect(FINISH, 0)
        self.stage = FINISHED
        if self.states:
            # The full board, the last state, has no edges.
            self.first[self.states] = <uint32_t> self.edges
        first = <uint32_t[:self.states + 1]> self.first
        first.free_data = True
        self.first = NULL
        if not self.edges:
            return first, None, None
        option = <uint16_t[:self.edges]> self.option
        option.free_data = True
        self.option = NULL
        to = <uint32_t[:self.edges]> self.to
        to.free_data = True
        self.to = NULL
        return first, option, to

    @property
    def bytes(self):
        return self.g.bytes
