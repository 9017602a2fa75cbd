"""How many solutions hold some options that are laid.

Design
------
Only what lies between the first and the last of the options that are laid has to be searched. The
ways from the root to the first of them are known of each state, and so are those from the last of
them to the full board. So the edges that lay the first one are looked up, by option; each begins at
a state of which an `Origin` says what all ways to it have in common, and leads into a Part.

The origins and the edges by option are made when first asked for, with the interpreter's lock held:
another thread must not meet what is half made. Ways to a state cover the same cells and use the
same pieces, so what is kept of one holds for all.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free

from bits cimport bits_add
from calpuzzle._core.arrays cimport Arrays, Option, single
from calpuzzle._core.slices cimport Part, visit
from memory cimport room


cdef void free_origins(Origins *origins) noexcept:
    free(origins.origin)
    free(origins.by_option)
    free(origins.edges)
    free(origins.source)


cdef int count_laid(Origins *origins, Part *part, uint64_t *total) except -1:
    """Set `total` to how many solutions hold all that the part has laid, one option at least;
    nothing of it has been visited. Raises OverflowError where a diagram that was tampered with
    leads to more than 64 bits."""
    cdef Arrays *a = part.arrays
    cdef int64_t k, node
    cdef Origin *origin
    trace(origins, a)
    total[0] = 0
    part.last_matters = True
    for k in range(origins.by_option[part.first_laid], origins.by_option[part.first_laid + 1]):
        origin = &origins.origin[origins.source[k]]
        if (
            origin.cells[0] & part.cells[0]
            or origin.cells[1] & part.cells[1]
            or origin.used & part.used
            or a.state[origins.source[k]].laid & part.groups
        ):
            continue
        node = visit(part, a.to[origins.edges[k]])
        if node >= 0 and bits_add(
            total[0], origin.ways * part.nodes[node].completions, total
        ):
            raise OverflowError("the number of solutions does not fit 64 bits")
    return 0


cdef int trace(Origins *origins, Arrays *a) except -1:
    """Make what is known of the ways to the states, and the edges by option."""
    if origins.origin != NULL:
        return 0
    # What an earlier call has made before memory ran out is of use.
    if origins.by_option == NULL:
        origins.by_option = <int64_t *> room(a.option_count + 1, sizeof(int64_t))
    if origins.edges == NULL:
        origins.edges = <uint32_t *> room(a.edges, sizeof(uint32_t))
    if origins.source == NULL:
        origins.source = <uint32_t *> room(a.edges, sizeof(uint32_t))
    origins.origin = <Origin *> room(a.states, sizeof(Origin))
    pass_up(origins, a)
    return 0


cdef void pass_up(Origins *origins, Arrays *a) noexcept nogil:
    """Fill in what `trace` has made room for."""
    cdef int64_t s, e, at
    cdef int i
    origins.origin[0].ways = 1
    for e in range(a.edges):
        origins.by_option[a.option[e] + 1] += 1
    for i in range(a.option_count):
        origins.by_option[i + 1] += origins.by_option[i]
    for s in range(a.states):
        for e in range(a.state[s].first, a.state[s + 1].first):
            extend(origins, a, s, e)
            # Use the starts as cursors; the pass below moves them back.
            at = origins.by_option[a.option[e]]
            origins.by_option[a.option[e]] = at + 1
            origins.edges[at] = <uint32_t> e
            origins.source[at] = <uint32_t> s
    for i in range(a.option_count, 0, -1):
        origins.by_option[i] = origins.by_option[i - 1]
    origins.by_option[0] = 0


cdef inline void extend(Origins *origins, Arrays *a, int64_t s, int64_t e) noexcept nogil:
    """Tell the state at the end of edge e what is known of state s, where it begins."""
    cdef Origin *here = &origins.origin[s]
    cdef Origin *there = &origins.origin[a.to[e]]
    cdef Option *o = &a.options[a.option[e]]
    there.cells[0] = here.cells[0] | o.cells[0]
    there.cells[1] = here.cells[1] | o.cells[1]
    there.used = here.used | single(a, o)
    there.ways += here.ways
