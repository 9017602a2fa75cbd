"""Sets of used pieces with their ways, in lists and in a table where those with one key are merged.

Design
------
An entry is a key, which says what is used, with its number of ways. Entries are put into a table,
each with an option laid, and are taken out of it as a list. Where a key has few bits it is its own
place in the table; else that is a hash table, at most half full. The places that are taken are kept
in a list of their own, so that a large table is emptied soon.

This is no table of store.pxi: keys and ways are as narrow as they may be, and most are their own
places, which takes 1.2 times as long by a hash (one-sided pentominoes on 6x15 and 5x18).

Ways that do not fit a ways_t are an error; a sum of products has three words. Memory is had from
`reserve` of store.pxi. Who includes this defines key_t and ways_t as words without a sign.
"""

cdef enum:
    OVER_WAYS = -3
    DIRECT_BITS = 20         # of keys that are their own places in a table
    PORTION = 4096           # entries between two looks at whether a table is full


cdef struct Entries:
    key_t *keys
    ways_t *ways
    int64_t size
    int64_t capacity


cdef struct Table:
    bint direct
    int bits
    key_t *keys              # of a hash table; a direct one needs none
    ways_t *ways             # 0 where a slot is free
    uint32_t *taken          # the slots that are not
    int64_t size
    int64_t capacity         # of each


cdef struct Sum:
    uint64_t low
    uint64_t high
    uint64_t top


cdef int make_table(Memory *m, Table *t, bint direct, int bits) noexcept nogil:
    """Make an empty table of so many slots."""
    cdef int64_t slots = (<int64_t> 1 << bits) + 1
    cdef int code
    memset(t, 0, sizeof(Table))
    t.direct = direct
    t.bits = bits
    code = reserve(m, <void **> &t.ways, 0, slots * sizeof(ways_t))
    if code == 0:
        code = reserve(m, <void **> &t.taken, 0, slots * 4)
    if code == 0 and not direct:
        code = reserve(m, <void **> &t.keys, 0, slots * sizeof(key_t))
    if code == 0:
        t.capacity = slots
        memset(t.ways, 0, slots * sizeof(ways_t))
    return code


cdef void free_table(Table *t) noexcept nogil:
    free(t.keys)
    free(t.ways)
    free(t.taken)


cdef inline uint64_t slot_for(Table *t, key_t key) noexcept nogil:
    """Return where a key is in a hash table, or the free slot for it."""
    cdef uint64_t mask = (<uint64_t> 1 << t.bits) - 1
    cdef uint64_t at = (<uint64_t> key * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - t.bits)
    while t.ways[at] and t.keys[at] != key:
        at = (at + 1) & mask
    return at


cdef int widen_table(Memory *m, Table *t) noexcept nogil:
    """Make a hash table twice as large."""
    cdef Table wide
    cdef int64_t i
    cdef uint64_t at
    cdef int code = OVER_BOUND
    if t.bits < 31:
        code = make_table(m, &wide, False, t.bits + 1)
        if code:
            free_table(&wide)
    if code:
        return code
    for i in range(t.size):
        at = slot_for(&wide, t.keys[t.taken[i]])
        wide.keys[at] = t.keys[t.taken[i]]
        wide.ways[at] = t.ways[t.taken[i]]
        wide.taken[i] = <uint32_t> at
    wide.size = t.size
    m.bytes -= t.capacity * (sizeof(ways_t) + sizeof(key_t) + 4)
    free_table(t)
    t[0] = wide
    return 0


cdef int add_portion(
    Table *t, Entries *list, int64_t start, int64_t end, key_t add, key_t test
) noexcept nogil:
    """Add entries to a table that has room for them, with an option laid, where it may be."""
    cdef int64_t e, size = t.size
    cdef key_t key
    cdef ways_t ways, had
    cdef uint64_t at
    cdef bint fits, lost = False
    if t.direct:
        for e in range(start, end):
            # No branch: what does not fit adds nothing, to what is at 0.
            key = list.keys[e]
            fits = (key & test) == 0
            at = (key + add) if fits else 0
            ways = list.ways[e] if fits else 0
            had = t.ways[at]
            t.taken[size] = <uint32_t> at
            size += fits and had == 0
            had += ways
            lost |= had < ways
            t.ways[at] = had
    else:
        for e in range(start, end):
            key = list.keys[e]
            if key & test:
                continue
            key += add
            at = slot_for(t, key)
            if t.ways[at] == 0:
                t.keys[at] = key
                t.taken[size] = <uint32_t> at
                size += 1
            t.ways[at] += list.ways[e]
            lost |= t.ways[at] < list.ways[e]
    t.size = size
    return OVER_WAYS if lost else 0


cdef int add_entries(
    Memory *m, Table *t, Entries *list, int64_t start, int64_t end, key_t add, key_t test
) noexcept nogil:
    """Add entries to a table, with an option laid, and make room for them."""
    cdef int64_t stop
    cdef int code
    if t.direct:
        return add_portion(t, list, start, end, add, test)
    while start < end:
        stop = min(start + PORTION, end)
        while 2 * (t.size + stop - start) > (<int64_t> 1 << t.bits):
            code = widen_table(m, t)
            if code:
                return code
        code = add_portion(t, list, start, stop, add, test)
        if code:
            return code
        start = stop
    return 0


cdef void clear(Table *t) noexcept nogil:
    """Take everything out of a table."""
    cdef int64_t i
    for i in range(t.size):
        t.ways[t.taken[i]] = 0
    t.size = 0


cdef int enlarge(Memory *m, Entries *list, int64_t wanted) noexcept nogil:
    """Make room for so many entries."""
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
    if code == 0:
        list.capacity = new
    return code


cdef int take_entries(Memory *m, Table *t, Entries *list) noexcept nogil:
    """Move everything out of a table to the end of a list."""
    cdef int64_t i, size = list.size
    cdef uint32_t at
    cdef int code = enlarge(m, list, size + t.size)
    if code:
        return code
    for i in range(t.size):
        at = t.taken[i]
        list.keys[size + i] = <key_t> at if t.direct else t.keys[at]
        list.ways[size + i] = t.ways[at]
        t.ways[at] = 0
    list.size = size + t.size
    t.size = 0
    return 0


cdef void add_products(
    Table *t, Entries *list, int64_t start, int64_t end, key_t add, key_t test, key_t both, Sum *sum
) noexcept nogil:
    """Add to the sum the ways of the entries, with an option laid, times those of what complements
    them in the table. A key that completes another is one, so it has a place in the table."""
    cdef int64_t e
    cdef key_t key
    cdef uint64_t at, carry
    cdef wide_t product
    for e in range(start, end):
        key = list.keys[e]
        if key & test:
            continue
        key = both - (key + add)
        at = <uint64_t> key if t.direct else slot_for(t, key)
        if t.ways[at] == 0:
            continue
        product = <wide_t> <uint64_t> t.ways[at] * <wide_t> <uint64_t> list.ways[e]
        carry = bits_add(sum.low, wide_low(product), &sum.low)
        sum.top += bits_add(sum.high, carry, &sum.high)
        sum.top += bits_add(sum.high, wide_high(product), &sum.high)


cdef void sort(Entries *list, int64_t start, int64_t end) noexcept nogil:
    """Sort entries by their keys (Shell's method, TAOCP 5.2.1)."""
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
            while at >= start + gap and list.keys[at - gap] > key:
                list.keys[at] = list.keys[at - gap]
                list.ways[at] = list.ways[at - gap]
                at -= gap
            list.keys[at] = key
            list.ways[at] = ways
        gap //= 3


cdef ways_t ways_of(Entries *list, int64_t start, int64_t end, key_t key) noexcept nogil:
    """The ways of a key in sorted entries; 0 where it is not there."""
    cdef int64_t middle
    while start < end:
        middle = start + (end - start) // 2
        if list.keys[middle] < key:
            start = middle + 1
        elif list.keys[middle] > key:
            end = middle
        else:
            return list.ways[middle]
    return 0


cdef void drop_entries(Memory *m, Entries *list) noexcept nogil:
    """Free the entries of a layer."""
    free(list.keys)
    free(list.ways)
    m.bytes -= list.capacity * (sizeof(key_t) + sizeof(ways_t))
    memset(list, 0, sizeof(Entries))
