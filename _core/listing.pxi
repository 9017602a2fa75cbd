"""All solutions, written in lexicographic order.

Design
------
A solution is a path from the root to the full board. Each level has a buffer of prefixes with the
same number of options. Each prefix is extended by every option of its state, into the buffer of the
next level; a full buffer is processed in the same way before more is added. A depth-first walk
would take five times as long, because it waits for memory at each step; here the states of the next
prefixes are prefetched.

Prefixes end when `ahead` options are missing. The completions of each state there, its endings, are
listed only once. `ahead` is the largest number up to LONGEST for which there are at most
MAX_ENDINGS endings altogether, which take 32 MiB.

A range of solutions begins at a given number. The numbers of completions decide which edges are
skipped, and each prefix is extended immediately until the first solution is reached. Ranges are
independent, so threads can share the work; they also share the endings, which do not change.

A solution of an instance is written to the row number cursors[instance], and the cursor is then
incremented. The caller has checked the shapes of rows and cursors; the values of the cursors are
not trusted, and are checked at each row. arrays.pxi has checked that all paths from the root are as
long as a solution and cover all groups.
"""

cdef enum:
    BUFFER = 1024    # prefixes of a level; the buffers of all levels fit a second-level cache
    LONGEST = 6      # options of an ending, at most
    MAX_ENDINGS = 2 << 20
    MIN_STRIDE = 16          # entries of a prefix, at least; a copy of this fixed size is inlined
    PREFETCH_DISTANCE = 12   # prefixes


cdef struct Level:
    # `size` prefixes. For each: the state that it leads to, what its labels add to the number of
    # the instance, its number of pieces, and their options in `stride` entries.
    int64_t size
    uint32_t state[BUFFER]
    uint32_t instance[BUFFER]
    uint16_t pieces[BUFFER]
    uint16_t *placed


cdef struct Ending:
    # The options of the pieces of a completion of a state, and what its labels add to the number of
    # the instance.
    uint32_t instance
    uint16_t options[LONGEST]


cdef struct Endings:
    # The endings of state s, which have at most `ahead` options: list[start[s]:start[s + 1]].
    int ahead
    uint32_t *start
    Ending *list


cdef struct Rows:
    # The output: `first` is NULL if solutions are only counted. `skip` solutions are skipped, then
    # `left` are written; `wrong` is set if a cursor did not fit the rows.
    uint16_t *first
    int64_t number
    int64_t width
    int64_t *cursors
    uint64_t skip
    int64_t left
    bint wrong
    Level *levels
    int64_t stride


cdef int set_endings(Endings *g, Arrays *a) except -1:
    """List the endings of a diagram. The caller has zeroed `g`, and frees it with free_endings
    whether this succeeds or not."""
    cdef uint64_t sizes[LONGEST + 1]
    cdef uint64_t listed = 1
    cdef int64_t s
    cdef int k
    memset(sizes, 0, sizeof(sizes))
    g.start = <uint32_t *> allocate(a.states + 1, sizeof(uint32_t))
    with nogil:
        for s in range(a.states):
            k = a.state[s].ahead
            if k <= LONGEST:  # the sum is capped, so that it does not overflow
                sizes[k] = min(sizes[k] + a.state[s].completions, <uint64_t> MAX_ENDINGS + 1)
        while g.ahead < min(LONGEST, a.length) and listed + sizes[g.ahead + 1] <= MAX_ENDINGS:
            g.ahead += 1
            listed += sizes[g.ahead]
        for s in range(a.states):
            g.start[s + 1] = g.start[s]
            if a.state[s].ahead <= g.ahead:
                g.start[s + 1] += <uint32_t> a.state[s].completions
    g.list = <Ending *> allocate_large(g.start[a.states], sizeof(Ending))
    with nogil:
        fill_endings(g, a)
    return 0


cdef void free_endings(Endings *g) noexcept:
    free(g.start)
    free(g.list)


cdef void fill_endings(Endings *g, Arrays *a) noexcept nogil:
    """Fill the lists of the endings, those of the last state first: each is an option followed by
    an ending of the state that it leads to."""
    cdef int64_t s, e, j
    cdef Option *o
    cdef Ending *ending
    memset(&g.list[g.start[a.states - 1]], 0, sizeof(Ending))
    for s in range(a.states - 2, -1, -1):
        if g.start[s] == g.start[s + 1]:
            continue
        ending = g.list + g.start[s]
        for e in range(a.first[s], a.first[s + 1]):
            o = &a.options[a.option[e]]
            for j in range(g.start[a.to[e]], g.start[a.to[e] + 1]):
                ending.instance = g.list[j].instance + <uint32_t> o.instance
                if o.group < 0:
                    ending.options[0] = a.option[e]
                    memcpy(ending.options + 1, g.list[j].options, 2 * (LONGEST - 1))
                else:
                    memcpy(ending.options, g.list[j].options, 2 * LONGEST)
                ending += 1


cdef int list_some(Arrays *a, Endings *g, Rows *rows) except -1:
    """Write or count a range of solutions, all of which exist. Raise ValueError if a cursor does
    not fit the rows."""
    cdef int k
    cdef uint16_t *placed = NULL
    rows.width = a.length - a.groups
    rows.stride = max(rows.width, MIN_STRIDE)
    rows.levels = <Level *> allocate(a.length + 1, sizeof(Level))
    try:
        # A label is written after the pieces, where the next option overwrites it. After the last
        # piece this may be past the prefix, hence one more entry.
        placed = <uint16_t *> allocate((a.length + 1) * BUFFER * rows.stride + 1, 2)
        for k in range(a.length + 1):
            rows.levels[k].placed = placed + k * BUFFER * rows.stride
        with nogil:
            rows.levels[0].size = 1
            if rows.left:
                extend(a, g, rows, 0)
    finally:
        free(rows.levels)
        free(placed)
    if rows.wrong:
        raise ValueError("the cursors do not fit the rows")
    return 0


cdef void extend(Arrays *a, Endings *g, Rows *rows, int depth) noexcept nogil:
    """Extend all prefixes of a level, and empty its buffer."""
    cdef Level *level = &rows.levels[depth]
    cdef Level *after = level + 1
    cdef int64_t stride = rows.stride, i, j, e
    cdef uint32_t to
    cdef uint16_t *placed
    cdef Option *o
    if depth == a.length - g.ahead:
        write(g, rows, level)
        return
    for i in range(level.size):
        if i + PREFETCH_DISTANCE < level.size:
            e = a.first[level.state[i + PREFETCH_DISTANCE]]
            bits_prefetch_read(&a.to[e])
            bits_prefetch_read(&a.option[e])
        for e in range(a.first[level.state[i]], a.first[level.state[i] + 1]):
            to = a.to[e]
            if rows.skip and rows.skip >= a.state[to].completions:
                rows.skip -= a.state[to].completions
                continue
            j = after.size
            invariant(j < BUFFER)
            after.size = j + 1
            bits_prefetch_read(&a.first[to])
            placed = after.placed + j * stride
            if stride == MIN_STRIDE:  # a copy of constant size is inlined
                memcpy(placed, level.placed + i * MIN_STRIDE, 2 * MIN_STRIDE)
            else:
                memcpy(placed, level.placed + i * stride, 2 * stride)
            o = &a.options[a.option[e]]
            placed[level.pieces[i]] = a.option[e]
            after.state[j] = to
            after.pieces[j] = level.pieces[i] + (o.group < 0)
            after.instance[j] = level.instance[i] + <uint32_t> o.instance
            if after.size == BUFFER or rows.skip:
                extend(a, g, rows, depth + 1)
        if not rows.left:
            break
    level.size = 0
    extend(a, g, rows, depth + 1)


cdef void write(Endings *g, Rows *rows, Level *level) noexcept nogil:
    """Write the solutions of the last level, each prefix with all its endings."""
    cdef int64_t i, at
    cdef int64_t *cursors
    cdef int64_t begun
    cdef uint16_t *row
    cdef uint16_t *placed
    cdef Ending *ending
    cdef Ending *end
    for i in range(level.size):
        if i + PREFETCH_DISTANCE < level.size:
            bits_prefetch_read(&g.list[g.start[level.state[i + PREFETCH_DISTANCE]]])
        ending = g.list + g.start[level.state[i]] + rows.skip
        end = g.list + g.start[level.state[i] + 1]
        invariant(ending < end)
        rows.skip = 0
        if end - ending > rows.left:
            end = ending + rows.left
        rows.left -= end - ending
        cursors = rows.cursors + level.instance[i]
        placed = level.placed + i * rows.stride
        begun = level.pieces[i]
        while ending < end:
            at = cursors[ending.instance]
            if rows.first != NULL:
                if <uint64_t> at >= <uint64_t> rows.number:
                    # The buffer is emptied, because `extend` may add further prefixes to it before
                    # it reads `left`.
                    rows.wrong = True
                    rows.left = 0
                    level.size = 0
                    return
                row = rows.first + at * rows.width
                bits_prefetch_write(row + 32)  # the next cache line, for later solutions
                memcpy(row, placed, 2 * begun)
                memcpy(row + begun, ending.options, 2 * (rows.width - begun))
            cursors[ending.instance] = at + 1
            ending += 1
    level.size = 0
