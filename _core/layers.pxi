"""The layers of a diagram under construction: its shapes, their edges, and the pending edges.

Design
------
Shapes are in layers by their lowest empty place; there are `places + 1` layers, and the full board
is alone in the last. A layer is a store (store.pxi) whose keys are the occupied places, whose tags
are the placed groups, and whose values are `width` words of used-piece sets. A shape needs only as
many words as sets.pxi stores for its area; the others stay 0. The area of the pieces is stored in a
separate array.

The edges of a layer are in the order of the shapes they come from. Each names the layer and the
index of the shape it leads to in one word: so a layer has at most 1 << INDEX_BITS shapes, and the
remaining bits are enough for the layers of a frame of 128 places. An edge to a dead end is NOWHERE,
until the backward pass removes it.

The target of an edge is not looked up when the edge is found. The edge is put into the queue of the
target's layer, and all pending edges of a layer are looked up when that layer is reached. So there
is one hash table at a time, of the right size, which stays in the fast caches. A queue consists of
blocks, which are reused from layer to layer.
"""

cdef enum:
    # For store.pxi: shapes have tags, and the index of a shape has INDEX_BITS bits.
    TAGGED = 1
    INDEX_BITS = 24
    MAX_STATES = 1 << INDEX_BITS
    INDEX_MASK = MAX_STATES - 1
    BLOCK = 255              # pending edges in a block of 2 KiB

cdef uint32_t NOWHERE = 0xFFFFFFFF

include "store.pxi"


cdef struct Pending:
    # An edge: the shape it comes from (layer << INDEX_BITS | index), and its number among the edges
    # of that layer.
    uint32_t source
    uint32_t edge


cdef struct Block:
    Block *next
    Pending edges[BLOCK]


cdef struct Queue:
    # Edges in the order in which they were found.
    int64_t size             # the number of remaining edges
    Block *first
    Block *last
    int done                 # the number of finished edges in the first block
    int filled               # the number of edges in the last block


cdef struct Layer:
    Store shapes
    uint8_t *area            # of the pieces
    int64_t area_capacity    # in shapes
    uint32_t *first          # edges of shape s: first[s] to first[s + 1]
    uint32_t *to             # layer << INDEX_BITS | index, or NOWHERE
    uint16_t *option
    int64_t edges
    int64_t edge_capacity
    Queue pending
    # After the layer is reduced: the number of sets of each shape that can be completed; the number
    # of the first state of each word; and for each old index of a shape the new one, or NOWHERE.
    uint32_t *states
    uint32_t *rank
    uint32_t *moved_to
    int64_t found            # the number of shapes before the reduction


cdef struct Growing:
    Tables t
    Sets u
    # For each block of options and each chunk of kinds, ENTRIES words: word e holds the options
    # whose kinds are the bits of e.
    uint64_t *lacking
    int kind_chunks
    Layer *layers            # one per place, and the full board at the end
    Block *unused            # blocks without pending edges
    uint64_t *moved          # a buffer for the sets of one shape
    Memory memory


cdef inline uint64_t *sets_of(Growing *g, Layer *layer, int64_t s) noexcept nogil:
    return layer.shapes.values + s * g.u.width


cdef inline int64_t add_shape(
    Growing *g, Layer *layer, uint64_t slot, board_t occupied, uint64_t groups, int area
) noexcept nogil:
    """Add a shape without sets that is not in the layer yet; return its index, or an error code."""
    cdef int64_t index = add_at(&g.memory, &layer.shapes, slot, occupied, groups)
    cdef int code
    if index < 0:
        return index
    if layer.area_capacity < layer.shapes.capacity:
        code = reserve(&g.memory, <void **> &layer.area, layer.area_capacity, layer.shapes.capacity)
        if code:
            return code
        layer.area_capacity = layer.shapes.capacity
    layer.area[index] = area
    return index


cdef int add_block(Growing *g, Queue *queue) noexcept nogil:
    """Append an empty block to a queue."""
    cdef Block *block = g.unused
    cdef int code
    if block != NULL:
        g.unused = block.next
    else:
        code = reserve(&g.memory, <void **> &block, 0, sizeof(Block))
        if code:
            return code
    block.next = NULL
    if queue.last == NULL:
        queue.first = block
    else:
        queue.last.next = block
    queue.last = block
    queue.filled = 0
    return 0


cdef inline int add_pending(
    Growing *g, Queue *queue, uint32_t source, uint32_t edge
) noexcept nogil:
    """Append an edge to a queue."""
    cdef Pending *pending
    cdef int code
    if queue.last == NULL or queue.filled == BLOCK:
        code = add_block(g, queue)
        if code:
            return code
    pending = &queue.last.edges[queue.filled]
    pending.source = source
    pending.edge = edge
    queue.filled += 1
    queue.size += 1
    return 0


cdef void take_block(Growing *g, Queue *queue) noexcept nogil:
    """Remove the first block, which is done, from a queue."""
    cdef Block *block = queue.first
    invariant(block != NULL and queue.done <= BLOCK)
    queue.first = block.next
    if block.next == NULL:
        queue.last = NULL
    queue.done = 0
    block.next = g.unused
    g.unused = block


cdef void free_blocks(Growing *g, Block **blocks) noexcept nogil:
    cdef Block *block
    while blocks[0] != NULL:
        block = blocks[0]
        blocks[0] = block.next
        release(&g.memory, <void **> &block, sizeof(Block))


cdef inline int add_edge(Growing *g, Layer *layer, int option) noexcept nogil:
    """Add an edge to a layer; its target is not known yet."""
    cdef int64_t old = layer.edge_capacity
    cdef int code
    if layer.edges == old:
        code = resize_edges(g, layer, old * 2 if old else 1024)
        if code:
            return code
    invariant(layer.edges < layer.edge_capacity)
    layer.option[layer.edges] = option
    layer.edges += 1
    return 0


cdef int resize_edges(Growing *g, Layer *layer, int64_t new) noexcept nogil:
    """Resize the edge arrays of a layer to exactly `new` edges."""
    cdef int64_t old = layer.edge_capacity
    cdef int code
    if new >= <int64_t> 1 << 32:
        return OVER_BOUND
    code = reserve(&g.memory, <void **> &layer.option, old * 2, new * 2)
    if code == 0:
        code = reserve(&g.memory, <void **> &layer.to, old * 4, new * 4)
    if code == 0:
        layer.edge_capacity = new
    return code


cdef int trim(Growing *g, Layer *layer) noexcept nogil:
    """Release the spare capacity of a layer."""
    cdef int64_t size = max(layer.shapes.size, 1)
    cdef int code = resize(&g.memory, &layer.shapes, size)
    if code == 0:
        code = reserve(&g.memory, <void **> &layer.area, layer.area_capacity, size)
    if code == 0:
        layer.area_capacity = size
        code = reserve(&g.memory, <void **> &layer.states, layer.found * 4, size * 4)
    if code == 0 and layer.edge_capacity:
        code = resize_edges(g, layer, max(layer.edges, 1))
    return code


cdef void free_layer(Growing *g, Layer *layer) noexcept:
    free_store(&g.memory, &layer.shapes)
    free_blocks(g, &layer.pending.first)
    free(layer.area)
    free(layer.first)
    free(layer.to)
    free(layer.option)
    free(layer.states)
    free(layer.rank)
    free(layer.moved_to)
