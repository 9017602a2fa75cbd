"""The two lists of meet in the middle: at each outline, which pieces are used, in how many ways.

Design
------
Meet in the middle is of E. Horowitz and S. Sahni ("Computing partitions with applications to the
knapsack problem", 1974): all halves from either end are listed, in order, and joined where they
fit. Here a half is no list of fillings, but of what is used by them, with the number of ways: a
profile dynamic programming (transfer matrices) over the outlines, whose weights are these lists.

A key is a set of pieces with the labels that are laid: in its fields, from the lowest bit on, how
often each piece is used, then how many pieces of each pool, then the number of the instance as far
as it is known. Laying an option adds a constant, so that a list of rising keys stays one.
A piece that is used at most once has one bit, and `test` of its options is that bit. The other
fields begin at a bias such that what is too many sets their highest bit, a guard.

A half is a list of keys with their ways for each outline: the lower half of what leads to it from
the root, the upper half of what leads from it to the full set. A list is merged from those of the
outlines before it (in the direction of the half), each with an option laid; only the options that
are allowed are laid, and so a half is one of some instances. `start[s]` to `end[s]` are the entries
of outline s. Ways are counted in 32 bits; what does not fit is an error.
"""

cdef enum:
    OVER_COUNT = -3


cdef struct Buffer:
    board_t *keys
    uint32_t *ways
    int64_t capacity


cdef struct Half:
    Buffer list
    int64_t size
    int64_t *start
    int64_t *end
    char *wanted             # of each outline, 1 where its list is


cdef struct Keys:
    board_t *add               # of each option
    board_t *test
    char *allowed
    board_t bias
    board_t guards
    Buffer here              # where lists are merged, to and fro
    Buffer there
    int64_t *runs            # where the rising runs of `here` end


cdef int enlarge(Outlines *o, Buffer *b, int64_t wanted) noexcept nogil:
    cdef int64_t new = b.capacity if b.capacity else 1024
    cdef int code
    if wanted <= b.capacity:
        return 0
    while new < wanted:
        new += new >> 1
    code = reserve(
        &o.memory, <void **> &b.keys, b.capacity * sizeof(board_t), new * sizeof(board_t)
    )
    if code == 0:
        code = reserve(&o.memory, <void **> &b.ways, b.capacity * 4, new * 4)
    if code == 0:
        b.capacity = new
    return code


cdef inline int64_t lay(Keys *k, Half *half, int64_t s, int option, int64_t size) noexcept nogil:
    """Append to `here` the list of an outline with an option laid; the size of what is there. The
    room is there."""
    cdef board_t add = k.add[option]
    cdef board_t test = k.test[option]
    cdef board_t guards = k.guards
    cdef board_t *keys = half.list.keys
    cdef uint32_t *ways = half.list.ways
    cdef board_t key
    cdef int64_t e
    for e in range(half.start[s], half.end[s]):
        key = keys[e] + add
        k.here.keys[size] = key
        k.here.ways[size] = ways[e]
        # A place is written in any case, and kept where the piece may be laid: no branch.
        size += (keys[e] & test) == 0 and (key & guards) == 0
    return size


cdef int64_t merged(Keys *k, int64_t a, int64_t middle, int64_t b, int64_t to) noexcept nogil:
    """Merge two rising runs of `here` into one of `there`, from `to` on; where it ends."""
    cdef board_t *keys = k.here.keys
    cdef uint32_t *ways = k.here.ways
    cdef int64_t right = middle
    cdef uint64_t both
    while a < middle and right < b:
        if keys[a] < keys[right]:
            k.there.keys[to] = keys[a]
            k.there.ways[to] = ways[a]
            a += 1
        elif keys[right] < keys[a]:
            k.there.keys[to] = keys[right]
            k.there.ways[to] = ways[right]
            right += 1
        else:
            both = <uint64_t> ways[a] + ways[right]
            if both >> 32:
                return OVER_COUNT
            k.there.keys[to] = keys[a]
            k.there.ways[to] = <uint32_t> both
            a += 1
            right += 1
        to += 1
    # One of the two is empty.
    if right < b:
        a, middle = right, b
    return copied(k, a, middle, to)


cdef inline int64_t copied(Keys *k, int64_t a, int64_t b, int64_t to) noexcept nogil:
    """Copy what is in `here` from a to b to `there`; where it ends."""
    memcpy(k.there.keys + to, k.here.keys + a, (b - a) * sizeof(board_t))
    memcpy(k.there.ways + to, k.here.ways + a, (b - a) * 4)
    return to + b - a


cdef int64_t merge_runs(Keys *k, int64_t runs) noexcept nogil:
    """Merge all runs of `here` into one; its size."""
    cdef int64_t i, number, a, to
    cdef Buffer swapped
    while runs > 1:
        number = 0
        to = 0
        a = 0
        for i in range(0, runs, 2):
            if i + 1 < runs:
                to = merged(k, a, k.runs[i], k.runs[i + 1], to)
                if to < 0:
                    return to
                a = k.runs[i + 1]
            else:
                to = copied(k, a, k.runs[i], to)
            k.runs[number] = to
            number += 1
        runs = number
        swapped = k.here
        k.here = k.there
        k.there = swapped
    return k.runs[0] if runs else 0


cdef int gather(
    Outlines *o, Keys *k, Half *half, int64_t s, Edges *edges, int64_t limit
) noexcept nogil:
    """Make the list of outline s from those at the other ends of its edges, of these only from
    outlines before the limit."""
    cdef int64_t *first = edges.first
    cdef int32_t *near = edges.near
    cdef uint16_t *option = edges.option
    cdef int64_t e, size = 0, wanted = 0, runs = 0, before
    cdef int code
    half.start[s] = half.size
    half.end[s] = half.size
    if not half.wanted[s]:
        return 0
    for e in range(first[s], first[s + 1]):
        if k.allowed[option[e]] and near[e] < limit:
            wanted += half.end[near[e]] - half.start[near[e]]
    if wanted == 0:
        return 0
    # One more, for `lay` writes before it knows whether it keeps.
    code = enlarge(o, &k.here, wanted + 1)
    if code == 0:
        code = enlarge(o, &k.there, wanted + 1)
    if code:
        return code
    for e in range(first[s], first[s + 1]):
        if k.allowed[option[e]] and near[e] < limit:
            before = size
            size = lay(k, half, near[e], option[e], size)
            if size > before:
                k.runs[runs] = size
                runs += 1
    size = merge_runs(k, runs)
    if size < 0:
        return <int> size
    code = enlarge(o, &half.list, half.size + size)
    if code:
        return code
    memcpy(half.list.keys + half.size, k.here.keys, size * sizeof(board_t))
    memcpy(half.list.ways + half.size, k.here.ways, size * 4)
    half.size += size
    half.end[s] = half.size
    return 0


cdef int seed(Outlines *o, Keys *k, Half *half, int64_t s) noexcept nogil:
    """Let the half begin at outline s, with nothing used."""
    cdef int code
    half.size = 0
    memset(half.start, 0, o.number * 8)
    memset(half.end, 0, o.number * 8)
    memset(half.wanted, 1, o.number)
    code = enlarge(o, &half.list, 1)
    if code:
        return code
    half.list.keys[0] = k.bias
    half.list.ways[0] = 1
    half.size = 1
    half.end[s] = 1
    return 0


cdef void want(Outlines *o, Keys *k, Half *lower, Half *upper, int64_t cut) noexcept nogil:
    """Want of the upper half only the lists of outlines that the lower one leads to."""
    cdef int64_t s, e
    for s in range(cut, o.number):
        upper.wanted[s] = lower.end[s] > lower.start[s]
    for s in range(cut, o.number):
        if upper.wanted[s]:
            for e in range(o.out.first[s], o.out.first[s + 1]):
                if k.allowed[o.out.option[e]]:
                    upper.wanted[o.out.near[e]] = 1


cdef void free_buffer(Buffer *b) noexcept:
    free(b.keys)
    free(b.ways)


cdef void free_half(Half *half) noexcept:
    free_buffer(&half.list)
    free(half.start)
    free(half.end)
    free(half.wanted)
