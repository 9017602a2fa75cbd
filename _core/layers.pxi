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

A growth has one *hand* for each thread that may work at a layer. What is due is kept apart for each
hand, by the hashes of the shapes: so each looks up in a hash table of its own, and no two of them
meet one shape. hands.pxi says how the work is shared, and joined again. With one hand nothing is
apart, and nothing joined.

Everything that grows is had from `reserve`, which counts it in `bytes` and refuses to pass `bound`;
`most` is what `bytes` has been at most. After an error code the store is whole but not complete: it
may be freed, and nothing else. The tables are copied and checked by grow.pxi.
"""

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    INDEX_BITS = 24          # of an edge of shapes: index within the layer
    INDEX_MASK = (1 << INDEX_BITS) - 1
    DUES = 254               # in a block of 2 KiB
    APART = 16               # words between what two hands write: a line of the cache, and the next

cdef uint32_t NOWHERE = 0xFFFFFFFF


cdef struct Due:
    # An edge that leads to the layer, by the shape it comes from (layer << INDEX_BITS | index) and
    # its number among the edges of that layer, less what its block says.
    uint32_t source
    uint32_t edge


cdef struct Block:
    Block *next
    uint32_t edges           # what the numbers of its edges count from
    int32_t filled           # how many edges it has, once nothing more goes into it
    Due due[DUES]


cdef struct Chain:
    # What is due in a layer, in the order in which it was written down: how many, the blocks, for
    # how many more the last one has room, and what of the first is done.
    int64_t due
    Block *first
    Block *last
    int left
    int done


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
    # Where more hands than one have found the shapes: by the index that edges name, the index of
    # the shape.
    uint32_t *settled
    # Once the layer is thinned: by the index that edges name, where the shape is now, or NOWHERE.
    uint32_t *moved_to
    int64_t found            # how many shapes there were
    int64_t names            # how many indices edges may name


cdef struct Spot:
    # A place in the order of writing: a shape of a layer, or the end.
    int place
    int64_t shape


cdef struct Hand:
    # What a thread has of its own. `part` holds the shapes that it finds and the options of the
    # edges that it lays, until they are in their layer; `came` of each such shape the edge that led
    # to it first, layer << 32 | number; `cut` where those begin that go into each hand's share.
    Layer part
    uint64_t *came
    int64_t came_capacity
    int64_t cut[MAX_HANDS + 1]
    Chain *due               # what it writes down, as `due` of Growing
    Block *spare             # blocks that nothing is due in
    # The hash table of the layer that is reached: of index + 1, open addressing.
    uint32_t *slots
    int64_t slot_bytes
    int slot_bits
    int reached
    uint64_t *moved          # room for the sets of one shape
    # Its share of a layer: the shapes and edges from the first of these to the second, and how many
    # are kept of them.
    int64_t shapes[2]
    int64_t edges[2]
    int64_t at               # the shape that is next
    int64_t shapes_kept
    int64_t edges_kept
    int64_t goes[2]          # the shape and the edge from which on these are to be
    # Its part of a turn of writing: where it goes on and where it ends, and the states between.
    Spot spot[2]
    int64_t states[2]
    uint64_t apart[APART]


cdef struct Growing:
    Tables t
    Sets u
    uint64_t *lacking        # for each block of options and chunk of kinds, as `conflicts`
    int kind_chunks
    Layer *layers            # one a place, and the full board at the end
    int hands
    Hand *hand
    Chain *due               # of each layer and hand: due[layer * hands + hand]
    # These three are changed by `account` alone, which holds the lock; NULL with one hand.
    PyThread_type_lock lock
    int64_t bytes
    int64_t most
    int64_t bound


cdef int account(Growing *g, int64_t more) noexcept nogil:
    """Count so many bytes more, or less."""
    cdef int code = 0
    if g.lock != NULL:
        PyThread_acquire_lock(g.lock, WAIT_LOCK)
    if more > 0 and g.bytes + more > g.bound:
        code = OVER_BOUND
    else:
        g.bytes += more
        g.most = max(g.most, g.bytes)
    if g.lock != NULL:
        PyThread_release_lock(g.lock)
    return code


cdef int reserve(Growing *g, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Make an allocation of `old` bytes `new` bytes large."""
    cdef void *larger
    cdef int code = account(g, new - old)
    if code:
        return code
    larger = realloc(memory[0], new)
    if larger == NULL:
        account(g, old - new)
        return NO_MEMORY
    memory[0] = larger
    return 0


cdef inline void release(Growing *g, void **memory, int64_t size) noexcept nogil:
    free(memory[0])
    if memory[0] != NULL:
        account(g, -size)
    memory[0] = NULL


cdef inline uint64_t hashed(board_t occupied, uint64_t groups) noexcept nogil:
    """A hash whose top bits are good (Fibonacci hashing, TAOCP 6.4); used by the top bits."""
    cdef uint64_t key = <uint64_t> occupied ^ groups * <uint64_t> 0xD6E8FEB86659FD93
    if BOARD_WORDS == 2:
        key ^= <uint64_t> (occupied >> 32 >> 32) * <uint64_t> 0xA0761D6478BD642F
    key ^= key >> 32
    return key * <uint64_t> 0x9E3779B97F4A7C15


cdef inline int hand_of(Growing *g, board_t occupied, uint64_t groups) noexcept nogil:
    """The hand that looks a shape up. Its bits of the hash are not those of the slots."""
    cdef uint64_t low
    if g.hands == 1:
        return 0
    low = <uint32_t> hashed(occupied, groups)
    return <int> (low * <uint64_t> g.hands >> 32)


cdef int open_slots(Growing *g, Hand *hand, int64_t number) noexcept nogil:
    """Make the hash table of a hand one for so many shapes, at most two thirds full."""
    cdef int code
    cdef int bits = 6
    while (<int64_t> 1 << bits) < number + number // 2:
        bits += 1
    if (<int64_t> 4 << bits) > hand.slot_bytes:
        code = reserve(g, <void **> &hand.slots, hand.slot_bytes, <int64_t> 4 << bits)
        if code:
            return code
        hand.slot_bytes = <int64_t> 4 << bits
    memset(hand.slots, 0, <size_t> 4 << bits)
    hand.slot_bits = bits
    return 0


cdef inline uint64_t shape_slot(
    Hand *hand, Layer *layer, uint64_t at, board_t occupied, uint64_t groups
) noexcept nogil:
    """The slot of a shape, from its hash on: it is empty where the shape is not in the layer."""
    cdef uint64_t mask = (<uint64_t> 1 << hand.slot_bits) - 1
    cdef uint32_t index
    while True:
        index = hand.slots[at]
        if index == 0:
            return at
        if layer.occupied[index - 1] == occupied and layer.groups[index - 1] == groups:
            return at
        at = (at + 1) & mask


cdef int widen(Growing *g, Layer *layer) noexcept nogil:
    """Make room for more shapes in a layer."""
    return make_room(g, layer, layer.capacity * 2 if layer.capacity else 256)


cdef int make_room(Growing *g, Layer *layer, int64_t new) noexcept nogil:
    """Make room for so many shapes in a layer, which are no less than there is room for."""
    cdef int64_t old = layer.capacity
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


cdef int add_block(Growing *g, Hand *hand, Chain *chain) noexcept nogil:
    """Begin a new block of what is due."""
    cdef Block *block = hand.spare
    cdef int code
    if block != NULL:
        hand.spare = block.next
    else:
        code = reserve(g, <void **> &block, 0, sizeof(Block))
        if code:
            return code
    block.next = NULL
    block.edges = 0
    block.filled = DUES
    if chain.last == NULL:
        chain.first = block
    else:
        chain.last.next = block
    chain.last = block
    chain.left = DUES
    return 0


cdef inline int add_due(
    Growing *g, Hand *hand, Chain *chain, uint32_t source, uint32_t edge
) noexcept nogil:
    """Write down an edge as due."""
    cdef Due *due
    cdef int code
    if chain.left == 0:
        code = add_block(g, hand, chain)
        if code:
            return code
    due = &chain.last.due[DUES - chain.left]
    due.source = source
    due.edge = edge
    chain.left -= 1
    chain.due += 1
    return 0


cdef inline void close_block(Chain *chain) noexcept nogil:
    """Let nothing more go into the last block of a chain."""
    if chain.left:
        chain.last.filled = DUES - chain.left
        chain.left = 0


cdef void spare_block(Hand *hand, Chain *chain) noexcept nogil:
    """Put away the first block of a chain, which is done."""
    cdef Block *block = chain.first
    chain.first = block.next
    if block.next == NULL:
        chain.last = NULL
    chain.done = 0
    block.next = hand.spare
    hand.spare = block


cdef void free_blocks(Block *block) noexcept nogil:
    cdef Block *next_block
    while block != NULL:
        next_block = block.next
        free(block)
        block = next_block


cdef void close_slots(Growing *g, Hand *hand) noexcept nogil:
    """Free what of a hand only the way forward needs."""
    cdef Block *block = hand.spare
    while block != NULL:
        account(g, -<int64_t> sizeof(Block))
        block = block.next
    free_blocks(hand.spare)
    hand.spare = NULL
    release(g, <void **> &hand.slots, hand.slot_bytes)
    hand.slot_bytes = 0


cdef int widen_edges(Growing *g, Layer *layer, int64_t new) noexcept nogil:
    """Make room for so many edges in a layer."""
    cdef int64_t old = layer.edge_capacity
    cdef int code
    if new >= <int64_t> 1 << 32:
        return OVER_BOUND
    code = reserve(g, <void **> &layer.option, old * 2, new * 2)
    # Where more hands than one lay, nobody looks up where an edge leads before all are joined.
    if code == 0 and g.hands == 1:
        code = reserve(g, <void **> &layer.to, old * 4, new * 4)
    if code == 0:
        layer.edge_capacity = new
    return code


cdef inline int add_edge(Growing *g, Layer *layer, int option) noexcept nogil:
    """Add an edge to a layer; where it leads is not known yet."""
    cdef int64_t old = layer.edge_capacity
    cdef int code
    if layer.edges == old:
        code = widen_edges(g, layer, old * 2 if old else 1024)
        if code:
            return code
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
    free(layer.settled)
    free(layer.moved_to)
