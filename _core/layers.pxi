"""The store of a diagram that grows: its shapes in layers, and the memory that they take.

Design
------
Shapes lie in layers by their lowest empty place, `places + 1` of them: the full board is alone in
the last. The shapes of a layer are numbered as they come, and kept in arrays side by side: what is
occupied, which groups are laid, and `width` words of used-piece sets; those past the `words` of the
area stay 0. A hash table with open addressing, at most half full, finds a shape; it is released
when no shape is added to the layer any more, and `find` then finds none.

The edges of a layer are in the order of the shapes that they come from, and each names the layer
and the index of the shape that it leads to in one word: so a layer has at most 1 << INDEX_BITS
shapes, and a frame of 128 places has few enough layers for the bits that are left.

Everything that grows is had from `reserve`, which counts it in `bytes` and refuses to pass `bound`.
After an error code the store is whole but not complete: it may be freed, and nothing else. The
tables are copied and checked by grow.pxi.
"""

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    NO_SHAPE = -3
    INDEX_BITS = 24          # of an edge of shapes: index within the layer


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


cdef struct Growing:
    Tables t
    Sets u
    Layer *layers            # one a place, and the full board at the end
    uint64_t *moved          # room for the sets of one shape
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
        code = reserve(g, <void **> &layer.sets, old * 8 * g.u.width, new * 8 * g.u.width)
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
    memset(layer.sets + layer.size * g.u.width, 0, 8 * g.u.width)
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


cdef void free_layer(Layer *layer) noexcept:
    free(layer.occupied)
    free(layer.groups)
    free(layer.sets)
    free(layer.slots)
    free(layer.first)
    free(layer.to)
    free(layer.option)
    free(layer.states)
    free(layer.rank)
