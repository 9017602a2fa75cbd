"""All solutions, written in order.

Design
------
A walk from the root takes the edges of each state in their order, so that the solutions come in
lexicographic order. What it would do again and again is the same few steps at the end: so the
endings of a state, its last TAIL pieces, are listed when a way first comes to it by a piece, and
copied from then on. They take at most MOST_ENDINGS entries; where they are used up, or memory is
short, the walk goes on by single steps.

A solution of an instance goes to the row cursors[instance], which is then counted up. The caller
has checked the shapes of the rows and of the cursors; the cursors themselves are checked at each
row, for they come from outside. arrays.pyx has checked that all ways to a state lay as many pieces,
all ways from it as many more, and those from the root as many as a row has.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from calpuzzle._core.arrays cimport Arrays, Option
from memory cimport room

cdef enum:
    TAIL = 4                 # pieces of an ending that is listed
    MOST_ENDINGS = 8 << 20   # entries, 16 bytes each


cdef struct Ending:
    # The last pieces of a solution, and what the labels among them add to the instance.
    int64_t instance
    uint16_t options[TAIL]


cdef struct Endings:
    # Lists of endings by state: that of state s begins at start[s] - 1 and has as many entries as
    # the state has completions; 0 where it has not been made.
    int64_t *start
    Ending *list
    int64_t size
    int64_t capacity


cdef struct Step:
    # A state on the way: the edge it takes next, where its edges end, and what was laid before it.
    int64_t edge
    int64_t end
    int64_t instance
    int64_t pieces


cdef int list_all(Arrays *a, Rows *rows) except -1:
    """Write every solution; the diagram has states."""
    cdef Endings endings
    cdef Step *steps = NULL
    cdef uint16_t *laid = NULL
    cdef bint fits
    memset(&endings, 0, sizeof(Endings))
    try:
        steps = <Step *> room(a.length + 2, sizeof(Step))
        laid = <uint16_t *> room(a.length + 2, 2)
        # Without this room there are no endings, which only takes longer.
        endings.start = <int64_t *> calloc(a.states, 8)
        with nogil:
            fits = walk_all(a, rows, &endings, steps, laid)
    finally:
        free(steps)
        free(laid)
        free(endings.start)
        free(endings.list)
    if not fits:
        raise ValueError("the cursors do not fit the rows")
    return 0


cdef bint walk_all(
    Arrays *a, Rows *rows, Endings *endings, Step *steps, uint16_t *laid
) noexcept nogil:
    """Take all ways from the root; False where the cursors do not fit the rows."""
    cdef int64_t depth = 0
    cdef int64_t k, e, target, instance, listed
    cdef uint16_t *row
    cdef Option *o
    cdef Step *step
    steps[0].end = a.state[1].first
    while depth >= 0:
        step = &steps[depth]
        if step.edge == step.end:
            depth -= 1
            continue
        e = step.edge
        step.edge += 1
        target = a.to[e]
        o = &a.options[a.option[e]]
        k = step.pieces
        if o.group < 0:
            laid[k] = a.option[e]
            k += 1
        instance = step.instance + o.instance
        if target == a.states - 1:
            row = next_row(rows, instance)
            if row == NULL:
                return False
            memcpy(row, laid, 2 * k)
            continue
        if o.group < 0 and k + TAIL == rows.width:
            listed = endings_of(a, endings, target)
            if listed >= 0:
                if not copy_endings(
                    rows, endings.list + listed, a.state[target].completions, instance, laid, k
                ):
                    return False
                continue
        depth += 1
        steps[depth].edge = a.state[target].first
        steps[depth].end = a.state[target + 1].first
        steps[depth].instance = instance
        steps[depth].pieces = k
    return True


cdef inline uint16_t *next_row(Rows *rows, int64_t instance) noexcept nogil:
    """The row of the next solution of an instance, or NULL where its cursor is outside."""
    cdef int64_t at = rows.cursors[instance]
    if at < 0 or at >= rows.number:
        return NULL
    rows.cursors[instance] = at + 1
    return rows.first + at * rows.width


cdef inline bint copy_endings(
    Rows *rows, Ending *ending, uint64_t number, int64_t instance, uint16_t *laid, int64_t k
) noexcept nogil:
    """Write the solutions that begin with the k pieces of `laid`; False where a cursor is
    outside."""
    cdef uint64_t j
    cdef uint16_t *row
    for j in range(number):
        row = next_row(rows, instance + ending[j].instance)
        if row == NULL:
            return False
        memcpy(row, laid, 2 * k)
        memcpy(row + k, ending[j].options, 2 * TAIL)
    return True


cdef int64_t endings_of(Arrays *a, Endings *endings, int64_t state) noexcept nogil:
    """Where the endings of a state, of TAIL pieces, are listed, after listing them if need be; -1
    where there is no room for them."""
    cdef uint16_t laid[TAIL]
    cdef Ending *larger
    cdef int64_t first = endings.size
    cdef uint64_t number = a.state[state].completions
    cdef int64_t capacity = endings.capacity
    if endings.start == NULL:
        return -1
    if endings.start[state]:
        return endings.start[state] - 1
    if number > <uint64_t> (MOST_ENDINGS - first):
        return -1
    if first + <int64_t> number > capacity:
        capacity = max(2 * capacity, first + <int64_t> number)
        larger = <Ending *> realloc(endings.list, capacity * sizeof(Ending))
        if larger == NULL:
            return -1
        endings.list = larger
        endings.capacity = capacity
    list_endings(a, endings, state, 0, 0, laid)
    endings.start[state] = first + 1
    return first


cdef void list_endings(
    Arrays *a, Endings *endings, int64_t state, int64_t instance, int k, uint16_t *laid
) noexcept nogil:
    """List all ways from a state to the full board, in order, behind `laid`, which has k pieces.
    Recursion goes TAIL pieces deep, and one more for each open group."""
    cdef int64_t e
    cdef Option *o
    cdef Ending *ending
    if state == a.states - 1:
        ending = &endings.list[endings.size]
        memcpy(ending.options, laid, 2 * TAIL)
        ending.instance = instance
        endings.size += 1
        return
    for e in range(a.state[state].first, a.state[state + 1].first):
        o = &a.options[a.option[e]]
        if o.group < 0:
            laid[k] = a.option[e]
        list_endings(a, endings, a.to[e], instance + o.instance, k + (o.group < 0), laid)
