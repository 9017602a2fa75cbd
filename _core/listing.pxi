"""All solutions, written in order.

Design
------
A solution is a path from the root to the full board. Paths are written in lexicographic order.
Each level has a buffer of prefixes with the same number of options. Each prefix is extended by
every option that fits, into the buffer of the next level; a full buffer is processed in the same
way before more is added. A depth-first walk takes five times as long, because it waits for memory
at each step; the states of a buffered prefix are prefetched.

A range of solutions begins at a given number. The numbers of completions decide which edges are
skipped, and each prefix is extended at once until the first solution is reached. Ranges are
independent, so threads share the work.

A solution of an instance goes to the row cursors[instance], which is then incremented. The caller
has checked the shapes of rows and cursors; the cursors, which come from outside, are checked at
each row. arrays.pxi has checked that all paths from the root are as long as a solution and cover
all groups.
"""

cdef enum:
    BUFFER = 256     # prefixes of a level; the buffers of all levels fit a second-level cache
    FEW = 16         # options that are copied at once
    SOON = 12        # the distance of prefetching, in prefixes


cdef struct Level:
    # `size` prefixes. Of each: the state that it leads to, the sum of its labels' steps in the
    # number of the instance, how many pieces it has, and in `stride` places their options.
    int64_t size
    uint32_t state[BUFFER]
    uint32_t instance[BUFFER]
    uint16_t pieces[BUFFER]
    uint16_t *laid


cdef struct Rows:
    # Where the solutions go: `first` is NULL if they are only counted. `skip` solutions are left
    # out, then `left` are written; `wrong` is set if a cursor did not fit the rows.
    uint16_t *first
    int64_t number
    int64_t width
    int64_t *cursors
    uint64_t skip
    int64_t left
    bint wrong
    Level *levels
    int64_t stride


cdef int list_some(Arrays *a, Rows *rows) except -1:
    """Write or count a range of solutions, all of which exist. Raise ValueError if a cursor does
    not fit the rows."""
    cdef int k
    cdef uint16_t *laid = NULL
    rows.width = a.length - a.groups
    rows.stride = max(rows.width, FEW)
    rows.levels = <Level *> room(a.length + 1, sizeof(Level))
    try:
        # A label is written behind the pieces, and written over.
        laid = <uint16_t *> room((a.length + 1) * BUFFER * rows.stride + 1, 2)
        for k in range(a.length + 1):
            rows.levels[k].laid = laid + k * BUFFER * rows.stride
        with nogil:
            rows.levels[0].size = 1
            if rows.left:
                extend(a, rows, 0)
    finally:
        free(rows.levels)
        free(laid)
    if rows.wrong:
        raise ValueError("the cursors do not fit the rows")
    return 0


cdef void extend(Arrays *a, Rows *rows, int depth) noexcept nogil:
    """Extend all prefixes of a level, and empty its buffer."""
    cdef Level *level = &rows.levels[depth]
    cdef Level *after = level + 1
    cdef int64_t stride = rows.stride, i, j, e
    cdef uint32_t to
    cdef uint16_t *laid
    cdef Option *o
    if depth == a.length:
        write(rows, level)
        return
    for i in range(level.size):
        if i + SOON < level.size:
            e = a.first[level.state[i + SOON]]
            bits_expect(&a.to[e])
            bits_expect(&a.option[e])
        for e in range(a.first[level.state[i]], a.first[level.state[i] + 1]):
            to = a.to[e]
            if rows.skip and rows.skip >= a.state[to].completions:
                rows.skip -= a.state[to].completions
                continue
            j = after.size
            after.size = j + 1
            bits_expect(&a.first[to])
            laid = after.laid + j * stride
            if stride == FEW:
                memcpy(laid, level.laid + i * FEW, 2 * FEW)
            else:
                memcpy(laid, level.laid + i * stride, 2 * stride)
            o = &a.options[a.option[e]]
            laid[level.pieces[i]] = a.option[e]
            after.state[j] = to
            after.pieces[j] = level.pieces[i] + (o.group < 0)
            after.instance[j] = level.instance[i] + <uint32_t> o.instance
            if after.size == BUFFER or rows.skip:
                extend(a, rows, depth + 1)
        if not rows.left:
            break
    level.size = 0
    extend(a, rows, depth + 1)


cdef void write(Rows *rows, Level *level) noexcept nogil:
    """Write the solutions of the last level."""
    cdef int64_t i, at, size = min(level.size, rows.left)
    cdef int64_t *cursors = rows.cursors
    cdef uint16_t *row
    rows.left -= size
    level.size = 0
    if rows.first == NULL:
        for i in range(size):
            cursors[level.instance[i]] += 1
        return
    for i in range(size):
        at = cursors[level.instance[i]]
        if <uint64_t> at >= <uint64_t> rows.number:
            rows.wrong = True
            rows.left = 0
            return
        cursors[level.instance[i]] = at + 1
        row = rows.first + at * rows.width
        bits_fetch(row + 32)  # of the next solution of this instance
        memcpy(row, level.laid + i * rows.stride, 2 * rows.width)
