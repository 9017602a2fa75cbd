"""The store of states: tables in which equal ones are merged, and the memory that they take.

Design
------
A state space is built from the top down, layer by layer, as TdZdd does it (H. Iwashita and
S. Minato, "Efficient top-down ZBDD construction techniques using the frontier-based search", 2013;
its DdSpec.hpp is what is called a spec here). The technique says what a state is, one word of
board_t that is equal where states are, which layer it lies in, and what follows from it. This owns
what is the same for all: the hash table of a layer, and the accountant of its memory.

The states of a layer are numbered as they come. Beside the key of each stand `words` words of
values, which are 0 at first; what they mean the technique says. The table has open addressing, and
is at most half full. All that grows is had from `reserve`, which counts it and refuses to pass
`bound`. After an error code the store is whole but not complete: it may be freed, and nothing else.
"""

include "words.pxi"

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2
    MOST_STATES = 1 << 30    # of a layer


cdef struct Memory:
    int64_t bytes
    int64_t most             # that `bytes` has been
    int64_t bound


cdef struct Layer:
    board_t *keys
    uint64_t *values
    int32_t *slots           # of the hash table: index + 1, or 0
    int64_t size
    int64_t capacity
    int slot_bits
    int words                # of the values of a state


cdef int reserve(Memory *m, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Make an allocation of `old` bytes `new` bytes large."""
    cdef void *larger
    if m.bytes + new - old > m.bound:
        return OVER_BOUND
    larger = realloc(memory[0], max(new, 8))
    if larger == NULL:
        return NO_MEMORY
    memory[0] = larger
    m.bytes += new - old
    m.most = max(m.most, m.bytes)
    return 0


cdef void free_layer(Layer *layer) noexcept nogil:
    free(layer.keys)
    free(layer.values)
    free(layer.slots)


cdef void drop_layer(Memory *m, Layer *layer) noexcept nogil:
    """Free the states of a layer."""
    free_layer(layer)
    m.bytes -= layer.capacity * (sizeof(board_t) + 8 * layer.words + 8)
    memset(layer, 0, sizeof(Layer))


cdef inline uint64_t slot_with(Layer *layer, board_t key) noexcept nogil:
    """The slot of a state, or the empty one where it would be; the table is there."""
    cdef uint64_t mask = (<uint64_t> 1 << layer.slot_bits) - 1
    cdef uint64_t at = slot_of(key, layer.slot_bits)
    while layer.slots[at] and layer.keys[layer.slots[at] - 1] != key:
        at = (at + 1) & mask
    return at


cdef int widen(Memory *m, Layer *layer) noexcept nogil:
    """Make room for twice as many states."""
    cdef int64_t old = layer.capacity
    cdef int64_t new = old * 2 if old else 64
    cdef int64_t i
    cdef int code
    if new > MOST_STATES:
        return OVER_BOUND
    code = reserve(m, <void **> &layer.keys, old * sizeof(board_t), new * sizeof(board_t))
    if code == 0:
        code = reserve(m, <void **> &layer.slots, old * 8, new * 8)
    if code == 0 and layer.words:
        code = reserve(m, <void **> &layer.values, old * 8 * layer.words, new * 8 * layer.words)
    if code:
        return code
    layer.capacity = new
    layer.slot_bits = layer.slot_bits + 1 if old else 7
    memset(layer.slots, 0, new * 8)
    for i in range(layer.size):
        layer.slots[slot_with(layer, layer.keys[i])] = <int32_t> (i + 1)
    return 0


cdef inline int64_t index_of(Layer *layer, board_t key) noexcept nogil:
    """The index of a state in its layer, or -1."""
    return layer.slots[slot_with(layer, key)] - 1 if layer.size else -1


cdef inline int64_t put(Memory *m, Layer *layer, board_t key) noexcept nogil:
    """The index of a state in its layer, to which it is added where it is not there, with values of
    0; or an error code."""
    cdef uint64_t at
    cdef int code
    if layer.size == layer.capacity:
        code = widen(m, layer)
        if code:
            return code
    at = slot_with(layer, key)
    if layer.slots[at]:
        return layer.slots[at] - 1
    layer.keys[layer.size] = key
    if layer.words:
        memset(layer.values + layer.size * layer.words, 0, 8 * layer.words)
    layer.size += 1
    layer.slots[at] = <int32_t> layer.size
    return layer.size - 1
