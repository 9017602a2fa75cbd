"""How many solutions hold some options that are laid; included by walk.pyx.

Design
------
Only what lies between the first and the last of the options that are laid has to be searched. The
ways from the root to the first of them are known of each state, and so are those from the last of
them to the full board. So the edges that lay the first one are looked up, by option; each begins at
a state of which an `Origin` says what all ways to it have in common, and leads into a Slice.

The origins and the edges by option are made when first asked for, with the interpreter's lock held:
another thread must not meet what is half made. Ways to a state cover the same cells and use the
same pieces, so what is kept of one holds for all.
"""


cdef uint64_t count_laid(Walk w, Slice part) except? 0:
    """How many solutions hold all that the slice has laid; nothing of it has been visited."""
    cdef int64_t k, node
    cdef uint64_t total = 0
    cdef Origin *origin
    trace(w)
    part.last_matters = True
    for k in range(w.by_option[part.first_laid], w.by_option[part.first_laid + 1]):
        origin = &w.origin[w.source[k]]
        if (
            origin.cells[0] & part.cells[0]
            or origin.cells[1] & part.cells[1]
            or origin.used & part.used
            or w.state[w.source[k]].laid & part.groups
        ):
            continue
        node = part.visit(w.to[w.sorted_edges[k]])
        if node >= 0:
            total += origin.ways * part.nodes[node].completions
    return total


cdef int trace(Walk w) except -1:
    """Make what is known of the ways to the states, and the edges by option."""
    if w.origin != NULL:
        return 0
    # What an earlier call has made before memory ran out is of use.
    if w.by_option == NULL:
        w.by_option = <int64_t *> room(w.option_count + 1, 8)
    if w.sorted_edges == NULL:
        w.sorted_edges = <uint32_t *> room(w.edges, 4)
    if w.source == NULL:
        w.source = <uint32_t *> room(w.edges, 4)
    w.origin = <Origin *> room(w.states, sizeof(Origin))
    pass_up(w)
    return 0


cdef void pass_up(Walk w) noexcept:
    """Fill in what `trace` has made room for."""
    cdef int64_t s, e, at
    cdef int i
    w.origin[0].ways = 1
    for e in range(w.edges):
        w.by_option[w.option[e] + 1] += 1
    for i in range(w.option_count):
        w.by_option[i + 1] += w.by_option[i]
    for s in range(w.states):
        for e in range(w.state[s].first, w.state[s + 1].first):
            extend(w, s, e)
            # Use the starts as cursors; the pass below moves them back.
            at = w.by_option[w.option[e]]
            w.by_option[w.option[e]] = at + 1
            w.sorted_edges[at] = <uint32_t> e
            w.source[at] = <uint32_t> s
    for i in range(w.option_count, 0, -1):
        w.by_option[i] = w.by_option[i - 1]
    w.by_option[0] = 0


cdef inline void extend(Walk w, int64_t s, int64_t e) noexcept nogil:
    """Tell the state at the end of edge e what is known of state s, where it begins."""
    cdef Origin *here = &w.origin[s]
    cdef Origin *there = &w.origin[w.to[e]]
    cdef Option *o = &w.options[w.option[e]]
    there.cells[0] = here.cells[0] | o.cells[0]
    there.cells[1] = here.cells[1] | o.cells[1]
    there.used = here.used | single(w, o)
    there.ways += here.ways


cdef inline uint64_t single(Walk w, Option *o) noexcept nogil:
    """The bit of the option's class, where it has one piece only and a bit."""
    if o.piece < 0 or o.piece >= 64 or w.copies[o.piece] > 1:
        return 0
    return <uint64_t> 1 << o.piece
