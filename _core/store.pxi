"""The states of a layer in a hash table, and the accounting of their memory: one store for all
techniques that build a layered graph of states from the top down.

Design
------
As in TdZdd (Iwashita and Minato, "Efficient Top-Down ZDD Construction Techniques Using Recursive
Specifications", 2013) the store is written once. The file that includes it is the spec: it defines
the states, their successors, and the states that are rejected.

The including file must define, before the `include`:

    BOARD_WORDS   the number of 64-bit words of a key, as a C macro; it must also be cimported from
                  bits.pxd, with `board_t`
    TAGGED        1 if a key has another word, its tag; with 0, pass 0 for all tags
    MAX_STATES    the maximum number of states of a layer

It sets `width` of each Store, the number of 64-bit words of values of a state (may be 0), and
`bound` of the Memory. All other fields of both begin zeroed. The store provides:

    put           the index of a state, which is added, with values of 0, if it is absent
    find          the index of a state, or -1
    make_room     make room for more states, so that add_known needs no check
    add_known     like `put` if there is room and TAGGED is 0, but does not set the values of a new
                  state
    first_slot, slot_from, add_at      the steps of `put`, for prefetching slots between them
    keep_state    move a state to an earlier index, for a reduction; the table is then out of date
    set_table, drop_table              rebuild the table, or free it
    resize        shrink or enlarge the arrays
    clear_store   remove all states; free_store also frees the memory
    reserve, release                   memory of the spec itself, counted in the same Memory

To build a layered diagram: `put` the root into its layer; for each layer in order, `put` the
successors of each of its states into later layers. States are numbered as they are added, so
`keys[i]`, `tags[i]` and `values[i * width]` can be read at any time, and the spec may have further
arrays of its own. The specs are `outlines.pxi`, `frontier_spec.pxi`, `proving.pyx`, `sliding.pyx`
and, with `add_at`, `layers.pxi`. `entries.pxi` is another one, which uses the `include` of
`outlines.pxi`.

The hash table has open addressing and is at most half full (Fibonacci hashing, TAOCP 6.4). It holds
only index + 1, so it can be dropped and rebuilt. `reserve` counts all bytes in the Memory and
refuses to exceed its bound. A code below 0 is an error: after it a store may only be searched or
freed.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from invariant cimport invariant

cdef enum:
    NO_MEMORY = -1
    OVER_BOUND = -2


cdef struct Memory:
    int64_t bytes
    int64_t most             # the maximum of `bytes` so far
    int64_t bound


cdef struct Store:
    board_t *keys
    uint64_t *tags
    uint64_t *values
    int width
    int64_t size
    int64_t capacity
    uint32_t *slots
    int slot_bits


cdef int reserve(Memory *m, void **memory, int64_t old, int64_t new) noexcept nogil:
    """Resize an allocation of `old` bytes to `new` bytes."""
    cdef void *moved
    if new > old and m.bytes + new - old > m.bound:
        return OVER_BOUND
    # realloc to 0 bytes may free the memory, so at least one word is allocated.
    moved = realloc(memory[0], max(new, 8))
    if moved == NULL:
        return NO_MEMORY
    memory[0] = moved
    m.bytes += new - old
    invariant(m.bytes >= 0)
    m.most = max(m.most, m.bytes)
    return 0


cdef inline int reserve_once(Memory *m, void **memory, int64_t size) noexcept nogil:
    """Allocate `size` bytes, unless `memory` is set already. So the caller can be called again
    after an error."""
    return reserve(m, memory, 0, size) if memory[0] == NULL else 0


cdef inline void release(Memory *m, void **memory, int64_t size) noexcept nogil:
    """Free an allocation of `size` bytes, if it exists."""
    if memory[0] != NULL:
        m.bytes -= size
        invariant(m.bytes >= 0)
    free(memory[0])
    memory[0] = NULL


cdef inline uint64_t first_slot(Store *s, board_t key, uint64_t tag) noexcept nogil:
    """Return the slot at which the search for a state begins."""
    # The last factor is 2^64 divided by the golden ratio; the others are odd constants that mix the
    # further words. The slot is in the high bits of the product, which depend on all bits.
    cdef uint64_t word = <uint64_t> key
    if TAGGED:
        word ^= tag * <uint64_t> 0xD6E8FEB86659FD93
    if BOARD_WORDS == 2:
        word ^= <uint64_t> (key >> 32 >> 32) * <uint64_t> 0xA0761D6478BD642F
    word ^= word >> 32
    return (word * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - s.slot_bits)


cdef inline uint64_t slot_from(Store *s, uint64_t at, board_t key, uint64_t tag) noexcept nogil:
    """Return the slot of a state, searched from its first slot on; the slot holds 0 if the state is
    absent."""
    cdef uint64_t mask = (<uint64_t> 1 << s.slot_bits) - 1
    cdef uint32_t index
    # A free slot ends the loop: the table is at most half full.
    while True:
        invariant(at <= mask)
        index = s.slots[at]
        if index == 0 or (s.keys[index - 1] == key and (not TAGGED or s.tags[index - 1] == tag)):
            return at
        at = (at + 1) & mask


cdef inline int64_t find(Store *s, board_t key, uint64_t tag) noexcept nogil:
    """Return the index of a state, or -1."""
    if s.slots == NULL:
        return -1
    return <int64_t> s.slots[slot_from(s, first_slot(s, key, tag), key, tag)] - 1


cdef inline int64_t table_bytes(Store *s) noexcept nogil:
    return <int64_t> 4 << s.slot_bits if s.slots != NULL else 0


cdef int set_table(Memory *m, Store *s, int64_t number) noexcept nogil:
    """Rebuild the hash table for at least `number` states, with the present states in it."""
    cdef int bits = 6
    cdef int code
    cdef int64_t i
    cdef uint64_t at, mask, tag = 0
    while (<int64_t> 1 << bits) < 2 * number:
        bits += 1
    mask = (<uint64_t> 1 << bits) - 1
    invariant(2 * s.size <= <int64_t> 1 << bits)
    code = reserve(m, <void **> &s.slots, table_bytes(s), <int64_t> 4 << bits)
    if code:
        return code
    s.slot_bits = bits
    memset(s.slots, 0, <size_t> 4 << bits)
    for i in range(s.size):
        if TAGGED:
            tag = s.tags[i]
        at = first_slot(s, s.keys[i], tag)
        while s.slots[at]:  # taken by another state, because no two states are equal
            at = (at + 1) & mask
        s.slots[at] = <uint32_t> (i + 1)
    return 0


cdef inline void drop_table(Memory *m, Store *s) noexcept nogil:
    """Free the hash table. States cannot be found until it is rebuilt."""
    release(m, <void **> &s.slots, table_bytes(s))


cdef int resize(Memory *m, Store *s, int64_t new) noexcept nogil:
    """Resize the arrays to `new` states, no fewer than there are."""
    cdef int64_t old = s.capacity
    cdef int code
    invariant(new >= s.size)
    if new > MAX_STATES:
        return OVER_BOUND
    code = reserve(m, <void **> &s.keys, old * sizeof(board_t), new * sizeof(board_t))
    if code:
        return code
    if TAGGED:
        code = reserve(m, <void **> &s.tags, old * 8, new * 8)
    if code == 0 and s.width:
        code = reserve(m, <void **> &s.values, old * 8 * s.width, new * 8 * s.width)
        if code and TAGGED:
            reserve(m, <void **> &s.tags, new * 8, old * 8)
    if code:
        # Later calls assume that all arrays have room for `capacity` states.
        reserve(m, <void **> &s.keys, new * sizeof(board_t), old * sizeof(board_t))
        return code
    s.capacity = new
    return 0


cdef inline int64_t add_at(
    Memory *m, Store *s, uint64_t slot, board_t key, uint64_t tag
) noexcept nogil:
    """Add an absent state, whose slot is known, to a table that has room for it. Return its index,
    or an error code."""
    cdef int code
    if s.size == s.capacity:
        code = resize(m, s, 2 * s.capacity if s.capacity else 64)
        if code:
            return code
    s.keys[s.size] = key
    if TAGGED:
        s.tags[s.size] = tag
    if s.width:
        memset(s.values + s.size * s.width, 0, 8 * s.width)
    s.size += 1
    invariant(s.slots[slot] == 0)
    invariant(2 * s.size <= <int64_t> 1 << s.slot_bits)
    s.slots[slot] = <uint32_t> s.size
    return s.size - 1


cdef inline int make_room(Memory *m, Store *s, int64_t number) noexcept nogil:
    """Make room for `number` more states, in the arrays and in the table."""
    cdef int code = 0
    if s.slots == NULL or 2 * (s.size + number) > <int64_t> 1 << s.slot_bits:
        code = set_table(m, s, 2 * (s.size + number))
    if code == 0 and s.size + number > s.capacity:
        code = resize(m, s, max(2 * s.capacity, s.size + number))
    return code


cdef inline int64_t add_known(Store *s, board_t key) noexcept nogil:
    """Return the index of a state without a tag, which is added if it is absent; the values of a
    new state are not set. The caller has made room for it."""
    cdef uint64_t slot = slot_from(s, first_slot(s, key, 0), key, 0)
    if not s.slots[slot]:
        invariant(s.size < s.capacity)
        s.keys[s.size] = key
        s.size += 1
        s.slots[slot] = <uint32_t> s.size
    return <int64_t> s.slots[slot] - 1


cdef inline int64_t put(Memory *m, Store *s, board_t key, uint64_t tag) noexcept nogil:
    """Return the index of a state, which is added if it is absent, or an error code."""
    cdef uint64_t slot
    cdef int code
    if s.slots == NULL or 2 * (s.size + 1) > <int64_t> 1 << s.slot_bits:
        code = set_table(m, s, 2 * s.size)
        if code:
            return code
    slot = slot_from(s, first_slot(s, key, tag), key, tag)
    return <int64_t> s.slots[slot] - 1 if s.slots[slot] else add_at(m, s, slot, key, tag)


cdef inline void clear_store(Store *s) noexcept nogil:
    """Remove all states; the table stays allocated."""
    cdef int64_t i
    # If the table is nearly empty, clearing only the used slots is faster than clearing all.
    if 64 * s.size > <int64_t> 1 << s.slot_bits:
        memset(s.slots, 0, <size_t> 4 << s.slot_bits)
    else:
        # Backwards: the probes for a state pass only slots of earlier states, so each state is
        # still found.
        for i in range(s.size - 1, -1, -1):
            s.slots[slot_from(
                s, first_slot(s, s.keys[i], s.tags[i] if TAGGED else 0), s.keys[i],
                s.tags[i] if TAGGED else 0
            )] = 0
    s.size = 0


cdef inline void keep_state(Store *s, int64_t i, int64_t at) noexcept nogil:
    """Move a state to an earlier index, or leave it in place; the hash table is not changed."""
    invariant(0 <= at <= i < s.size)
    if i == at:
        return
    s.keys[at] = s.keys[i]
    if TAGGED:
        s.tags[at] = s.tags[i]
    if s.width:
        memcpy(s.values + at * s.width, s.values + i * s.width, 8 * s.width)


cdef void free_store(Memory *m, Store *s) noexcept nogil:
    """Free the states and the table; the store is then empty, with the same width."""
    drop_table(m, s)
    release(m, <void **> &s.keys, s.capacity * sizeof(board_t))
    release(m, <void **> &s.tags, s.capacity * 8)
    release(m, <void **> &s.values, s.capacity * 8 * s.width)
    s.size = s.capacity = 0
