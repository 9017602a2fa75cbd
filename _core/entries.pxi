"""Lists of used-piece sets with their numbers of ways, one for each outline.

Design
------
Half of a solution leads from the root to an outline, or from an outline to the full set. Only the
pieces and labels that it uses matter; they form its key, and an entry is a key with the number of
ways to reach it. The list of an outline is made from the lists of the outlines at the other ends of
its edges, each with an option placed, which adds a constant to the key. This file is a spec of
store.pxi: the keys of one outline are the states of a Store, and their values are the ways. The
entries of the Store are then moved into the list.

An option may be placed if the key has no bit of the option's `test`, and the new key has no bit of
`guards`. A number of ways that does not fit a ways_t is an error.

The including file defines key_t and ways_t as unsigned words. The lists of complements.pxi are
long, so its key_t is narrower than the board_t of the table.
"""

cdef enum:
    OVER_WAYS = -3
    PORTION = 128            # entries between two checks whether the table has room


cdef struct Entries:
    key_t *keys
    ways_t *ways
    int64_t size
    int64_t capacity


cdef struct Half:
    Entries *layers          # the lists of the outlines of a layer are concatenated
    int64_t *start           # of each outline: its list in the entries of its layer
    int64_t *end


cdef int enlarge(Memory *m, Entries *list, int64_t wanted) noexcept nogil:
    """Make room for `wanted` entries."""
    cdef int64_t new = list.capacity if list.capacity else 256
    cdef int code
    if wanted <= list.capacity:
        return 0
    while new < wanted:
        new += new >> 1
    code = reserve(m, <void **> &list.keys, list.capacity * sizeof(key_t), new * sizeof(key_t))
    if code == 0:
        code = reserve(
            m, <void **> &list.ways, list.capacity * sizeof(ways_t), new * sizeof(ways_t)
        )
        if code:
            # Later calls take the capacity for the size of both arrays.
            reserve(m, <void **> &list.keys, new * sizeof(key_t), list.capacity * sizeof(key_t))
    if code == 0:
        list.capacity = new
    return code


cdef void drop_entries(Memory *m, Entries *list) noexcept nogil:
    """Free the entries of a layer."""
    release(m, <void **> &list.keys, list.capacity * sizeof(key_t))
    release(m, <void **> &list.ways, list.capacity * sizeof(ways_t))
    memset(list, 0, sizeof(Entries))


cdef int make_half(Memory *m, Half *half, int layers, int64_t outlines) except -1:
    """Allocate the lists of `outlines` outlines; the caller frees them with free_half. After an
    error this can be called again with the same numbers."""
    if half.layers == NULL:
        half.layers = <Entries *> allocate(layers, sizeof(Entries))
    check_code(reserve_once(m, <void **> &half.start, outlines * 8))
    check_code(reserve_once(m, <void **> &half.end, outlines * 8))
    return 0


cdef int seed(
    Memory *m, Half *half, int layer, int64_t s, int64_t outlines, key_t nothing
) except -1:
    """Give outline `s` a list with one entry, the key `nothing`, and all other outlines empty
    lists."""
    cdef Entries *list = &half.layers[layer]
    memset(half.start, 0, outlines * 8)
    memset(half.end, 0, outlines * 8)
    check_code(enlarge(m, list, 1))
    list.keys[0] = nothing
    list.ways[0] = 1
    list.size = 1
    half.end[s] = 1
    return 0


cdef void free_half(Memory *m, Half *half, int layers) noexcept:
    cdef int i
    if half.layers != NULL:
        for i in range(layers):
            drop_entries(m, &half.layers[i])
    free(half.layers)
    free(half.start)
    free(half.end)


cdef inline int copy_fitting(
    Entries *list, int64_t start, int64_t end, key_t add, key_t test, key_t guards,
    key_t *keys, ways_t *ways
) noexcept nogil:
    """Copy the entries in which an option may be placed, at most PORTION, with the option placed.
    Return their number."""
    cdef int64_t e
    cdef int n = 0
    cdef key_t key
    invariant(end - start <= PORTION)
    for e in range(start, end):
        # Every entry is copied, and overwritten by the next one if it does not fit: no branch.
        key = list.keys[e]
        keys[n] = key + add
        ways[n] = list.ways[e]
        n += ((key & test) | (<key_t> (key + add) & guards)) == 0
    return n


cdef int add_entries(
    Memory *m, Store *t, Entries *list, int64_t start, int64_t end,
    key_t add, key_t test, key_t guards
) noexcept nogil:
    """Add to the table the entries in which an option may be placed, with the option placed. Return
    0, or an error code."""
    cdef key_t keys[PORTION]
    cdef ways_t ways[PORTION]
    cdef int64_t at, size
    cdef ways_t before
    cdef int i, n, code
    cdef bint lost = False
    while start < end:
        n = copy_fitting(list, start, min(start + PORTION, end), add, test, guards, keys, ways)
        code = make_room(m, t, n)
        if code:
            return code
        for i in range(n):
            size = t.size
            at = add_known(t, keys[i])
            # A new state has no value yet. A sum that wraps is less than both of its terms.
            before = <ways_t> t.values[at] if at < size else 0
            t.values[at] = <ways_t> (before + ways[i])
            lost |= <ways_t> t.values[at] < before
        if lost:
            return OVER_WAYS
        start += PORTION
    return 0


cdef int64_t take_entries(Memory *m, Store *t, Half *half, int layer, int64_t s) noexcept nogil:
    """Move the table into the list of an outline. Return its size, or an error code."""
    cdef Entries *list = &half.layers[layer]
    cdef int64_t i, size = t.size
    cdef int code = enlarge(m, list, list.size + size)
    if code:
        return code
    half.start[s] = list.size
    invariant(list.size + size <= list.capacity)
    for i in range(size):
        list.keys[list.size + i] = <key_t> t.keys[i]
        list.ways[list.size + i] = <ways_t> t.values[i]
    list.size += size
    half.end[s] = list.size
    clear_store(t)
    return size


cdef void sort(Entries *list, int64_t start, int64_t end, key_t mask) noexcept nogil:
    """Sort entries by the bits of `mask` in their keys, in place (Shell's method, TAOCP 5.2.1)."""
    cdef int64_t i, at, gap = 1
    cdef key_t key
    cdef ways_t ways
    while gap < (end - start) // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(start + gap, end):
            key = list.keys[i]
            ways = list.ways[i]
            at = i
            while at >= start + gap and (list.keys[at - gap] & mask) > (key & mask):
                list.keys[at] = list.keys[at - gap]
                list.ways[at] = list.ways[at - gap]
                at -= gap
            list.keys[at] = key
            list.ways[at] = ways
        gap //= 3
