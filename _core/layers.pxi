"""The store of a diagram that grows: its shapes in layers, and the memory that they take.

Design
------
Shapes lie in layers by their lowest empty place, `places + 1` of them: the full board is alone in
the last. The shapes of a layer are numbered as they come, and kept in arrays side by side: what is
occupied, which groups are laid, the area of the pieces, and `width` words of used-piece sets; those
past the `words` of the area stay 0.

The edges of a layer are in the order of the shapes that they come from, and each names the layer
and the index of the shape that it leads to in one word: so a layer has at most 1 << INDEX_BITS
shapes, and a frame of 128 places has few enough layers for the bits that are left. An edge that
leads to a dead end is NOWHERE, until the backward pass takes it out.

Where an edge leads is not looked up when it is found: it is written down as *due* in the layer that
it leads to, and all that is due there is looked up in its turn when that layer is reached. So
there is one hash table at a time, made for so many, and it stays near the processor. What is due
lies in blocks, which go from layer to layer.

Everything that grows is had from `reserve`, which counts it in `bytes` and refuses to pass `bound`;
`most` is what `bytes` has been at most. After an error code the store is whole but not complete: it
may be freed, and nothing else. The tables are copied and checked by grow.pxi.
"""

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    INDEX_BITS = 24          # of an edge of shapes: index within the layer
    INDEX_MASK = (1 << INDEX_BITS) - 1
    DUES = 511               # in a block of 4 KiB

cdef uint32_t NOWHERE = 0xFFFFFFFF


cdef struct Due:
    # An edge that leads to the layer, by the shape it comes from (layer << INDEX_BITS | index) and
    # its number among the edges of that layer.
    uint32_t source
    uint32_t edge


cdef struct Block:
    Block *next
    Due due[DUES]


cdef struct Layer:
    board_t *occupied
    uint64_t *groups         # the word `used` of ground.pxi, with the bits of groups only
    uint8_t *area            # of the pieces
    uint64_t *sets           # `width` words a shape
    int64_t size
    int64_t capacity
    uint32_t *first          # edges of shape s: first[s] to first[s + 1]
    uint32_t *to             # layer << INDEX_BITS | index, or NOWHERE
    uint16_t *option
    int64_t edges
    int64_t edge_capacity
    uint32_t *states         # of each shape: sets that can be completed
    uint32_t *rank           # number of the first state of each word
    # Once the layer is thinned: how many shapes there were, and where each is now, or NOWHERE.
    int64_t found
    uint32_t *moved_to
    # What is due: how many, the blocks, how many the last one holds, and what of the first is done.
    int64_t due
    Block *first_block
    Block *last_block
    int filled
    int done


cdef struct Growing:
    Tables t
    Sets u
    uint64_t *lacking        # for each block of options and chunk of kinds, as `conflicts`
    int kind_chunks
    Layer *layers            # one a place, and the full board at the end
    uint64_t *moved          # room for the sets of one shape
    Block *spare             # blocks that nothing is due in
    # The hash table of the layer that is reached: of index + 1, open addressing.
    uint32_t *slots
    int64_t slot_bytes
    int slot_bits
    int reached
    int64_t bytes
    int64_t most
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
    g.most = max(g.most, g.bytes)
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


cdef int open_slots(Growing *g, int64_t number) noexcept nogil:
    """Make the hash table one for so many shapes, at most two thirds full."""
    cdef int code
    cdef int bits = 6
    while (<int64_t> 1 << bits) < number + number // 2:
        bits += 1
    if (<int64_t> 4 << bits) > g.slot_bytes:
        code = reserve(g, <void **> &g.slots, g.slot_bytes, <int64_t> 4 << bits)
        if code:
            return code
        g.slot_bytes = <int64_t> 4 << bits
    memset(g.slots, 0, <size_t> 4 << bits)
    g.slot_bits = bits
    return 0


cdef inline uint64_t shape_slot(
    Growing *g, Layer *layer, uint64_t at, board_t occupied, uint64_t groups
) noexcept nogil:
    """The slot of a shape, from its hash on: it is empty where the shape is not in the layer."""
    cdef uint64_t mask = (<uint64_t> 1 << g.slot_bits) - 1
    cdef uint32_t index
    while True:
        index = g.slots[at]
        if index == 0:
            return at
        if layer.occupied[index - 1] == occupied and layer.groups[index - 1] == groups:
            return at
        at = (at + 1) & mask


cdef int widen(Growing *g, Layer *layer) noexcept nogil:
    """Make room for more shapes in a layer."""
    cdef int64_t old = layer.capacity
    cdef int64_t new = old * 2 if old else 256
    cdef int code
    if new > (<int64_t> 1 << INDEX_BITS):
        return OVER_BOUND
    code = reserve(g, <void **> &layer.occupied, old * sizeof(board_t), new * sizeof(board_t))
    if code == 0:
        code = reserve(g, <void **> &layer.groups, old * 8, new * 8)
    if code == 0:
        code = reserve(g, <void **> &layer.area, old, new)
    if code == 0:
        code = reserve(g, <void **> &layer.sets, old * 8 * g.u.width, new * 8 * g.u.width)
    if code == 0:
        layer.capacity = new
    return code


cdef int64_t add_shape(
    Growing *g, Layer *layer, board_t occupied, uint64_t groups, int area
) noexcept nogil:
    """Add a shape that is not in the layer, with an empty set; its index, or an error code."""
    cdef int code
    if layer.size == layer.capacity:
        code = widen(g, layer)
        if code:
            return code
    layer.occupied[layer.size] = occupied
    layer.groups[layer.size] = groups
    layer.area[layer.size] = area
    memset(layer.sets + layer.size * g.u.width, 0, 8 * g.u.width)
    layer.size += 1
    return layer.size - 1


cdef int add_block(Growing *g, Layer *layer) noexcept nogil:
    """Begin a new block of what is due in a layer."""
    cdef Block *block = g.spare
    cdef int code
    if block != NULL:
        g.spare = block.next
    else:
        code = reserve(g, <void **> &block, 0, sizeof(Block))
        if code:
            return code
    block.next = NULL
    if layer.last_block == NULL:
        layer.first_block = block
    else:
        layer.last_block.next = block
    layer.last_block = block
    layer.filled = 0
    return 0


cdef inline int add_due(Growing *g, Layer *layer, uint32_t source, uint32_t edge) noexcept nogil:
    """Write down an edge that leads to the layer."""
    cdef int code
    if layer.last_block == NULL or layer.filled == DUES:
        code = add_block(g, layer)
        if code:
            return code
    layer.last_block.due[layer.filled].source = source
    layer.last_block.due[layer.filled].edge = edge
    layer.filled += 1
    layer.due += 1
    return 0


cdef void spare_block(Growing *g, Layer *layer) noexcept nogil:
    """Put away the first block of a layer, which is done."""
    cdef Block *block = layer.first_block
    layer.first_block = block.next
    if block.next == NULL:
        layer.last_block = NULL
    layer.done = 0
    block.next = g.spare
    g.spare = block


cdef void free_blocks(Block *block) noexcept nogil:
    cdef Block *next_block
    while block != NULL:
        next_block = block.next
        free(block)
        block = next_block


cdef void close_slots(Growing *g) noexcept nogil:
    """Free what only the way forward needs."""
    cdef Block *block = g.spare
    while block != NULL:
        g.bytes -= sizeof(Block)
        block = block.next
    free_blocks(g.spare)
    g.spare = NULL
    release(g, <void **> &g.slots, g.slot_bytes)
    g.slot_bytes = 0


cdef inline int add_edge(Growing *g, Layer *layer, int option) noexcept nogil:
    """Add an edge to a layer; where it leads is not known yet."""
    cdef int64_t old = layer.edge_capacity
    cdef int64_t new
    cdef int code
    if layer.edges == old:
        new = old * 2 if old else 1024
        if new >= <int64_t> 1 << 32:
            return OVER_BOUND
        code = reserve(g, <void **> &layer.to, old * 4, new * 4)
        if code == 0:
            code = reserve(g, <void **> &layer.option, old * 2, new * 2)
        if code:
            return code
        layer.edge_capacity = new
    layer.option[layer.edges] = option
    layer.edges += 1
    return 0


cdef inline void keep_shape(Layer *layer, int64_t s, int64_t at, int width) noexcept nogil:
    """Move a shape to an earlier place of its layer, or leave it where it is."""
    if s == at:
        return
    layer.occupied[at] = layer.occupied[s]
    layer.groups[at] = layer.groups[s]
    layer.area[at] = layer.area[s]
    memcpy(layer.sets + at * width, layer.sets + s * width, 8 * width)


cdef int trim(Growing *g, Layer *layer) noexcept nogil:
    """Give back what a layer has room for and does not need any more."""
    cdef int64_t old = layer.capacity
    cdef int64_t new = max(layer.size, 1)
    cdef int64_t edges = max(layer.edges, 1)
    cdef int code = reserve(
        g, <void **> &layer.occupied, old * sizeof(board_t), new * sizeof(board_t)
    )
    if code == 0:
        code = reserve(g, <void **> &layer.groups, old * 8, new * 8)
    if code == 0:
        code = reserve(g, <void **> &layer.area, old, new)
    if code == 0:
        code = reserve(g, <void **> &layer.sets, old * 8 * g.u.width, new * 8 * g.u.width)
    if code == 0:
        layer.capacity = new
        code = reserve(g, <void **> &layer.states, layer.found * 4, new * 4)
    if code == 0 and layer.edge_capacity:
        code = reserve(g, <void **> &layer.to, layer.edge_capacity * 4, edges * 4)
        if code == 0:
            code = reserve(g, <void **> &layer.option, layer.edge_capacity * 2, edges * 2)
        layer.edge_capacity = edges
    return code


cdef void free_layer(Layer *layer) noexcept:
    free(layer.occupied)
    free(layer.groups)
    free(layer.area)
    free(layer.sets)
    free(layer.first)
    free(layer.to)
    free(layer.option)
    free(layer.states)
    free(layer.rank)
    free(layer.moved_to)
    free_blocks(layer.first_block)
