"""All solutions, written in order.

Design
------
A solution is a way from the root to the full board. Each is cut in two, where so many options are
left that at most PIECES of them are pieces:

Endings. What can follow on a state there is listed before, once for each state; its list is made of
those of the states behind. Where the lists would be longer than they may, ways are cut later; at
the latest at the full board, whose list has one ending, which is empty.

Beginnings. They are found in lexicographic order, a level at a time: those of a level, each so many
options behind the root, lie in a buffer, and all ways by one option more go into that of the next
level, which is emptied in the same way as soon as it is full. What is deeper in the levels comes
first in the order. A walk step by step would wait for memory at each of them; in a buffer it is
known early what will be asked for.

A beginning is a row that ends in zeros, and an ending one that begins with them, so that both make
a row by an OR of words.

The way to the solution of a number is found by the completions of the states. So solutions are
written, or only counted, from one number to another, and threads take parts of them: the lists,
which do not change any more, are shared, and all else is their own. They make the lists together,
too: those of the states with so many options ahead, when all with less ahead are made.

A solution of an instance goes to the row cursors[instance], which is then counted up. The caller
has checked the shapes of the rows and of the cursors; the cursors themselves are checked at each
row, for they come from outside. arrays.pyx has checked that all ways to a state lay as many
options, all ways from it as many more and the same groups, and those from the root as many as a
solution has.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from bits cimport bits_expect, bits_fetch
from bounds cimport MAX_GROUPS, MAX_PLACES
from calpuzzle._core.arrays cimport Arrays, pieces_ahead
from memory cimport expanse, room

cdef enum:
    BUFFER = 1024    # beginnings of a level: all that are at work fit a second-level cache
    FEW = 16         # options that are copied at once
    SOON = 12        # so many beginnings before it is its turn, what one needs is asked for


cdef struct Level:
    # `size` beginnings of so many options: the state each leads to, what its labels add to the
    # instance, how many pieces it has and, in `stride` places each, which.
    int64_t size
    uint32_t *state
    uint32_t *instance
    uint16_t *pieces
    uint16_t *laid


cdef struct Work:
    # What a call of list_some has: the levels from the root to the cut, and how many solutions are
    # still to be met; `wrong` where a cursor did not fit the rows.
    Level *levels
    int64_t cut
    int64_t stride
    int64_t left
    bint wrong


cdef int set_endings(Endings *g, Arrays *a, int64_t most) except -1:
    """Make room for the endings of a diagram that has states, in `most` entries at most (at least
    one): list_level lists them, for every level from 1 to `ahead` and every part.
    `g` is zeroed before, and freed by free_endings whether this succeeds or not."""
    g.adds = <int32_t *> room(a.option_count, sizeof(int32_t))
    g.start = <uint32_t *> room(a.states + 1, sizeof(uint32_t))
    with nogil:
        choose_cut(g, a, most)
    g.list = <Ending *> expanse(g.start[a.states], sizeof(Ending))
    # The full board.
    memset(&g.list[g.start[a.states - 1]], 0, sizeof(Ending))
    return 0


cdef void free_endings(Endings *g) noexcept:
    free(g.adds)
    free(g.start)
    free(g.list)


cdef void choose_cut(Endings *g, Arrays *a, int64_t most) noexcept nogil:
    """Set how many options the longest endings have, and where the lists begin."""
    cdef uint64_t entries[PIECES + MAX_GROUPS + 1]
    cdef uint64_t bound = <uint64_t> most
    cdef int64_t s
    cdef int k
    cdef uint32_t at = 0
    memset(entries, 0, sizeof(entries))
    for s in range(a.states):
        k = a.state[s].ahead
        if k <= PIECES + MAX_GROUPS:
            entries[k] = min(entries[k] + min(a.state[s].completions, bound), bound)
            if pieces_ahead(a, s) > PIECES:
                entries[k] = bound  # which is too many
    bound -= entries[0]
    while g.ahead < min(PIECES + MAX_GROUPS, a.length) and entries[g.ahead + 1] <= bound:
        g.ahead += 1
        bound -= entries[g.ahead]
    for s in range(a.states):
        g.start[s] = at
        k = a.state[s].ahead
        if k <= g.ahead:
            at += <uint32_t> a.state[s].completions
            if g.levels[k][1] == 0:
                g.levels[k][0] = s
            g.levels[k][1] = s + 1
    g.start[a.states] = at
    for k in range(a.option_count):
        g.adds[k] = -1 if a.options[k].group < 0 else <int32_t> a.options[k].instance


cdef int64_t cut_at(
    Endings *g, int64_t first, int64_t last, int64_t part, int64_t parts
) noexcept nogil:
    """The state between two where so many of all parts of the endings that lie between them end."""
    cdef int64_t wanted = g.start[first]
    cdef int64_t middle
    if part == parts:
        return last
    wanted += (<int64_t> g.start[last] - wanted) * part // parts
    while first < last:
        middle = (first + last) // 2
        if g.start[middle] < wanted:
            first = middle + 1
        else:
            last = middle
    return first


cdef void list_level(Endings *g, Arrays *a, int level, int64_t part, int64_t parts) noexcept nogil:
    """Fill one of so many parts of the lists of the states with so many options ahead, the last
    first: before each ending of the next state comes what its edge lays. Those of all states with
    less ahead are filled."""
    cdef int64_t begin = g.levels[level][0]
    cdef int64_t end = g.levels[level][1]
    cdef int64_t first = cut_at(g, begin, end, part, parts)
    cdef int64_t s, e, j
    cdef int32_t add
    cdef int place
    cdef Ending *own
    for s in range(cut_at(g, begin, end, part + 1, parts) - 1, first - 1, -1):
        if a.state[s].ahead != level:
            continue
        own = g.list + g.start[s]
        place = PIECES - pieces_ahead(a, s)
        for e in range(a.first[s], a.first[s + 1]):
            add = g.adds[a.option[e]]
            # Edges come by falling state, so that those before are the next.
            if e >= 4 * SOON:
                bits_expect(&g.start[a.to[e - 4 * SOON]])
                bits_expect(&g.list[g.start[a.to[e - 2 * SOON]]])
            for j in range(g.start[a.to[e]], g.start[a.to[e] + 1]):
                own[0] = g.list[j]
                if add < 0:
                    own.options[place] = a.option[e]
                else:
                    own.instance += <uint32_t> add
                own += 1


cdef int list_some(Endings *g, Arrays *a, Rows *rows, int64_t first, int64_t last) except -1:
    """Write the solutions from number `first` to `last`, which there are; where there are no rows,
    they are only counted by the cursors. Raises ValueError where a cursor does not fit the rows."""
    cdef Work w
    memset(&w, 0, sizeof(Work))
    w.left = last - first
    if not w.left:
        return 0
    try:
        set_work(&w, g, a, rows)
        with nogil:
            begin(&w, g, a, rows, first)
    finally:
        free_work(&w)
    if w.wrong:
        raise ValueError("the cursors do not fit the rows")
    return 0


cdef int set_work(Work *w, Endings *g, Arrays *a, Rows *rows) except -1:
    """Make the levels, from that of the root to the cut; all are empty."""
    cdef int64_t k
    w.cut = a.length - g.ahead
    # Whole words, and room for an ending.
    w.stride = (max(rows.width, PIECES) + 3) // 4 * 4
    w.levels = <Level *> room(w.cut + 1, sizeof(Level))
    for k in range(w.cut + 1):
        w.levels[k].state = <uint32_t *> room(BUFFER, 4)
        w.levels[k].instance = <uint32_t *> room(BUFFER, 4)
        w.levels[k].pieces = <uint16_t *> room(BUFFER, 2)
        # A few words are copied at once, so that there is something behind the last.
        w.levels[k].laid = <uint16_t *> room(BUFFER * w.stride + 2 * FEW, 2)
    return 0


cdef void free_work(Work *w) noexcept:
    cdef int64_t k
    if w.levels == NULL:
        return
    for k in range(w.cut + 1):
        free(w.levels[k].state)
        free(w.levels[k].instance)
        free(w.levels[k].pieces)
        free(w.levels[k].laid)
    free(w.levels)


cdef void begin(Work *w, Endings *g, Arrays *a, Rows *rows, int64_t first) noexcept nogil:
    """Go down to the solution of that number, with nothing but the way to it in the levels; then
    take what is behind the way, from the cut up to the root."""
    cdef int64_t edges[MAX_PLACES + MAX_GROUPS]
    cdef int64_t k, e
    cdef int64_t skip = first
    w.levels[0].size = 1
    for k in range(w.cut):
        e = a.first[w.levels[k].state[0]]
        while <uint64_t> skip >= a.state[a.to[e]].completions:
            skip -= <int64_t> a.state[a.to[e]].completions
            e += 1
        edges[k] = e + 1
        go_on(w, g, a, rows, k, 0, e, e + 1)
    write_endings(w, g, rows, skip)
    for k in range(w.cut, -1, -1):
        w.levels[k].size = 0
    for k in range(w.cut - 1, -1, -1):
        go_on(w, g, a, rows, k, 0, edges[k], a.first[w.levels[k].state[0] + 1])
        for e in range(k + 1, w.cut + 1):
            empty(w, g, a, rows, e)


cdef void empty(Work *w, Endings *g, Arrays *a, Rows *rows, int64_t k) noexcept nogil:
    """Take all ways on from the beginnings of a level."""
    cdef Level *level = &w.levels[k]
    cdef uint32_t *state = level.state
    cdef int64_t i
    cdef uint32_t edge
    if k == w.cut:
        write_endings(w, g, rows, 0)
        level.size = 0
        return
    for i in range(level.size):
        if i + SOON < level.size:
            edge = a.first[state[i + SOON]]
            bits_expect(&a.to[edge])
            bits_expect(&a.option[edge])
        if not w.left:
            break
        go_on(w, g, a, rows, k, i, a.first[state[i]], a.first[state[i] + 1])
    level.size = 0


cdef inline void go_on(
    Work *w, Endings *g, Arrays *a, Rows *rows, int64_t k, int64_t i, int64_t edge, int64_t end
) noexcept nogil:
    """Put what some edges make of a beginning into the next level."""
    cdef Level *after = &w.levels[k + 1]
    cdef const uint32_t *asked = a.first
    cdef uint16_t *begun = w.levels[k].laid + i * w.stride
    cdef uint32_t instance = w.levels[k].instance[i]
    cdef uint16_t pieces = w.levels[k].pieces[i]
    cdef int64_t stride = w.stride
    cdef int64_t e, j
    cdef int32_t add
    cdef uint32_t target
    cdef uint16_t option
    cdef uint16_t *laid
    if k + 1 == w.cut:
        asked = g.start
    for e in range(edge, end):
        if after.size == BUFFER:
            empty(w, g, a, rows, k + 1)
        j = after.size
        after.size = j + 1
        laid = after.laid + j * stride
        target = a.to[e]
        option = a.option[e]
        bits_expect(asked + target)
        if stride <= FEW:
            memcpy(laid, begun, 2 * FEW)
        else:
            memcpy(laid, begun, 2 * stride)
        add = g.adds[option]
        after.state[j] = target
        if add < 0:
            laid[pieces] = option
            after.pieces[j] = pieces + 1
            after.instance[j] = instance
        else:
            after.pieces[j] = pieces
            after.instance[j] = instance + <uint32_t> add


cdef void write_endings(Work *w, Endings *g, Rows *rows, int64_t skip) noexcept nogil:
    """Write all solutions of the beginnings at the cut, but for the first `skip`."""
    cdef Level *level = &w.levels[w.cut]
    cdef int64_t i, start, number
    for i in range(level.size):
        if i + SOON < level.size:
            bits_expect(&g.list[g.start[level.state[i + SOON]]])
        start = g.start[level.state[i]] + skip
        number = min(g.start[level.state[i] + 1] - start, w.left)
        skip = 0
        if rows.first == NULL:
            count(rows.cursors + level.instance[i], g.list + start, number)
        elif not write(rows, level.laid + i * w.stride, level.instance[i], g.list + start, number):
            w.wrong = True
            w.left = 0
            return
        w.left -= number


cdef inline void count(int64_t *cursors, Ending *ending, int64_t number) noexcept nogil:
    cdef int64_t j
    for j in range(number):
        cursors[ending[j].instance] += 1


cdef inline bint write(
    Rows *rows, uint16_t *laid, int64_t instance, Ending *ending, int64_t number
) noexcept nogil:
    """Write the solutions of a beginning; False where a cursor is outside."""
    cdef int64_t j, at
    cdef int64_t width = rows.width
    cdef int64_t *cursors = rows.cursors + instance
    cdef uint16_t *row
    cdef uint64_t first, low, high
    cdef uint32_t few, most
    if width < PIECES:
        return write_narrow(rows, laid, instance, ending, number)
    memcpy(&first, laid, 8)
    memcpy(&few, laid + width - 6, 4)
    memcpy(&high, laid + width - 4, 8)
    for j in range(number):
        at = cursors[ending[j].instance]
        if <uint64_t> at >= <uint64_t> rows.number:
            return False
        cursors[ending[j].instance] = at + 1
        row = rows.first + at * width
        bits_fetch(row + 32)
        # In words, from the left: what is past the beginning is written again with the ending.
        memcpy(row, &first, 8)
        if width > 10:
            memcpy(row + 4, laid + 4, 8)
            if width > 14:
                memcpy(row + 8, laid + 8, 2 * (width - 14))
        memcpy(&most, ending[j].options, 4)
        memcpy(&low, ending[j].options + 2, 8)
        most |= few
        low |= high
        memcpy(row + width - 6, &most, 4)
        memcpy(row + width - 4, &low, 8)
    return True


cdef bint write_narrow(
    Rows *rows, uint16_t *laid, int64_t instance, Ending *ending, int64_t number
) noexcept nogil:
    """The same of rows that are shorter than an ending."""
    cdef int64_t j, at, k
    cdef int64_t width = rows.width
    cdef int64_t *cursor
    for j in range(number):
        cursor = &rows.cursors[instance + ending[j].instance]
        at = cursor[0]
        if <uint64_t> at >= <uint64_t> rows.number:
            return False
        cursor[0] = at + 1
        for k in range(width):
            rows.first[at * width + k] = laid[k] | ending[j].options[PIECES - width + k]
    return True
