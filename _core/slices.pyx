"""The part of a diagram that is left when some options are laid.

Design
------
A `Part` is what of the diagram agrees with some options that are laid: found by a depth-first walk
that takes an edge only if its option is laid itself or leaves the laid ones their cells, pieces and
groups, and is not forbidden. The walk turns back where the labels reachable from a state lack a
laid one. So it costs about as much as the part is large, not the diagram. It begins at the root.

To count how many solutions hold what is laid, only what lies between the first and the last of the
options has to be searched. The ways from the root to the first of them are known of each state, and
so are those from the last of them to the full board. So the edges that lay the first one are looked
up, by option; each begins at a state of which an `Origin` says what all ways to it have in common
(they cover the same cells and use the same pieces), and there a walk begins. The origins and the
edges by option are made when first asked for, under the lock: another thread must not meet what is
half made.

The walk marks the states that it has seen, in the diagram itself: with a stamp, so that nothing has
to be wiped before the next walk. So one part is made at a time, under the interpreter's lock; what
has been made does not look at the marks again.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bits cimport bits_add, bits_lowest64
from calpuzzle._core.arrays cimport Arrays, Option, State, single
from memory cimport longer, room

# The place in a part of a state that leads nowhere.
cdef uint32_t DEAD = 0xFFFFFFFF


cdef struct Visit:
    # A state that the walk is in, and the edge it takes next.
    uint32_t state
    uint32_t edge


cdef int set_part(Part *p, Arrays *a, fixed) except -1:
    """Set what is laid, the options of `fixed`; `p` is zeroed before, and freed by free_part
    whether this succeeds or not. Other parts of the diagram are left as they are from now on."""
    cdef int i, k
    cdef int64_t s
    cdef Option *o
    p.arrays = a
    p.first_laid = p.last_laid = -1
    # Every entry is -1.
    memset(p.forced, 0xFF, sizeof(p.forced))
    for i in sorted(fixed):
        if not 0 <= i < a.option_count:
            raise ValueError("there is no such option")
        o = &a.options[i]
        if o.cells[0] & p.cells[0] or o.cells[1] & p.cells[1]:
            p.clash = True
        if o.group >= 0:
            p.clash |= p.groups >> o.group & 1
            p.groups |= <uint32_t> 1 << o.group
            p.group_labels[o.group] = o.label
        if single(a, o) & p.used:
            p.clash = True
        p.used |= single(a, o)
        for k in range(2):
            p.cells[k] |= o.cells[k]
        p.forced[o.lowest] = i
        # Options are numbered by their lowest cell.
        if p.first_laid < 0:
            p.first_laid = i
        p.last_laid = i
    a.now += 1
    if a.now == 0:
        for s in range(a.states):
            a.state[s].stamp = 0
        a.now = 1
    return 0


cdef int forbid(Part *p, options) except -1:
    """Leave out all solutions that hold one of these options; before anything is visited."""
    cdef int i
    p.forbidden = <uint8_t *> room(p.arrays.option_count, 1)
    for i in options:
        if not 0 <= i < p.arrays.option_count:
            raise ValueError("there is no such option")
        p.forbidden[i] = 1
    return 0


cdef void free_part(Part *p) noexcept:
    free(p.nodes)
    free(p.out)
    free(p.forbidden)


cdef int slice_all(Part *p) except -1:
    """Make the whole part, from the root on; none where the diagram has no states."""
    if p.arrays.states and not p.clash:
        visit(p, 0)
        count_ways(p)
    return 0


cdef inline bint agrees(Part *p, int number) noexcept nogil:
    """Return whether an edge with this option agrees with what is laid."""
    cdef Option *o = &p.arrays.options[number]
    if p.forbidden != NULL and p.forbidden[number]:
        return False
    if p.forced[o.lowest] >= 0:
        return p.forced[o.lowest] == number
    if o.cells[0] & p.cells[0] or o.cells[1] & p.cells[1]:
        return False
    if o.group >= 0:
        return not p.groups >> o.group & 1
    return not single(p.arrays, o) & p.used


cdef inline bint hopeful(Part *p, State *state) noexcept nogil:
    """Return whether the laid labels that are still to come can be reached from the state."""
    cdef uint32_t open_groups = p.groups & ~<uint32_t> state.laid
    cdef uint64_t wanted = 0
    while open_groups:
        wanted |= p.group_labels[bits_lowest64(open_groups)]
        open_groups &= open_groups - 1
    return state.labels & wanted == wanted


cdef inline bint is_leaf(Part *p, State *state) noexcept nogil:
    """Return whether the walk need not go on from a state that has edges: all that is laid lies
    before it."""
    cdef Arrays *a = p.arrays
    return p.last_matters and (
        a.options[a.option[state.first]].lowest > a.options[p.last_laid].lowest
    )


cdef int64_t visit(Part *p, uint32_t start) except -2:
    """The node of a state, or -1 where it leads nowhere: a depth-first walk that leaves a state
    when all behind it is known. What was visited before for this part is known."""
    cdef Arrays *a = p.arrays
    cdef Visit *visits
    cdef State *state = &a.state[start]
    if state.stamp == a.now:
        return <int64_t> state.local if state.local != DEAD else -1
    if not hopeful(p, state):
        return -1
    # No way is longer than a solution: arrays.pyx has looked.
    visits = <Visit *> room(a.length + 1, sizeof(Visit))
    try:
        walk(p, start, visits)
    finally:
        free(visits)
    return <int64_t> state.local if state.local != DEAD else -1


cdef int walk(Part *p, uint32_t start, Visit *visits) except -1:
    """Visit all that can be reached from a state that has not been seen."""
    cdef Arrays *a = p.arrays
    cdef Visit *v
    cdef State *state
    cdef int64_t depth = 0
    cdef uint32_t e
    visits[0].state = start
    visits[0].edge = a.state[start].first
    while depth >= 0:
        v = &visits[depth]
        state = &a.state[v.state]
        if v.edge == state[1].first or is_leaf(p, state):
            leave(p, state)
            depth -= 1
            continue
        e = v.edge
        v.edge += 1
        if not agrees(p, a.option[e]):
            continue
        state = &a.state[a.to[e]]
        if state.stamp == a.now:
            continue
        if not hopeful(p, state):
            state.local = DEAD
            state.stamp = a.now
            continue
        depth += 1
        visits[depth].state = a.to[e]
        visits[depth].edge = state.first
    return 0


cdef int leave(Part *p, State *state) except -1:
    """Make a node of a state whose edges all lead to known ones, or mark it DEAD."""
    cdef Arrays *a = p.arrays
    cdef int64_t before = p.out_size
    cdef int64_t node
    cdef uint64_t completions = 0
    cdef uint32_t e
    cdef State *target
    state.stamp = a.now
    state.local = DEAD
    if state.first == state[1].first or is_leaf(p, state):
        completions = state.completions
    else:
        for e in range(state.first, state[1].first):
            target = &a.state[a.to[e]]
            if target.stamp == a.now and target.local != DEAD and agrees(p, a.option[e]):
                completions += p.nodes[target.local].completions
                keep_edge(p, target.local, a.option[e])
    if completions:
        node = add_node(p)
        state.local = <uint32_t> node
        p.nodes[node].first = before
        p.nodes[node].stop = p.out_size
        p.nodes[node].completions = completions
    return 0


cdef inline int keep_edge(Part *p, uint32_t node, uint16_t option) except -1:
    cdef int64_t capacity
    if p.out_size == p.out_capacity:
        capacity = p.out_capacity * 2 if p.out_capacity else 1024
        p.out = <Out *> longer(p.out, capacity, sizeof(Out))
        p.out_capacity = capacity
    p.out[p.out_size].to = node
    p.out[p.out_size].option = option
    p.out_size += 1
    return 0


cdef inline int64_t add_node(Part *p) except -1:
    cdef int64_t capacity
    if p.size == p.capacity:
        capacity = p.capacity * 2 if p.capacity else 512
        p.nodes = <Node *> longer(p.nodes, capacity, sizeof(Node))
        p.capacity = capacity
    memset(&p.nodes[p.size], 0, sizeof(Node))
    p.size += 1
    return p.size - 1


cdef void count_ways(Part *p) noexcept nogil:
    """Count the ways from the root to each state; their product with the solutions behind it is at
    most the total, and fits."""
    cdef int64_t n, e
    if p.size:
        p.nodes[p.size - 1].ways = 1
    for n in range(p.size - 1, -1, -1):
        for e in range(p.nodes[n].first, p.nodes[n].stop):
            p.nodes[p.out[e].to].ways += p.nodes[n].ways


cdef int add_occurrences(Part *p, int64_t *result) except -1:
    """Add to `result`, zeroed and of one entry an option, in how many solutions each occurs. Raises
    OverflowError where a diagram that was tampered with lays an option again and again."""
    cdef int64_t n, e
    cdef uint64_t number
    for n in range(p.size):
        for e in range(p.nodes[n].first, p.nodes[n].stop):
            number = p.nodes[n].ways * p.nodes[p.out[e].to].completions
            number += <uint64_t> result[p.out[e].option]
            if number >> 63:
                raise OverflowError("an option occurs too often")
            result[p.out[e].option] = <int64_t> number
    return 0


cdef int64_t write_nth(Part *p, uint64_t index, uint16_t *row) noexcept nogil:
    """Write the options of the solution with that number, which there is; how many they are."""
    cdef int64_t n = p.size - 1
    cdef int64_t length = 0
    cdef int64_t e
    cdef uint64_t behind
    while p.nodes[n].first < p.nodes[n].stop:
        e = p.nodes[n].first
        while True:
            behind = p.nodes[p.out[e].to].completions
            if index < behind:
                break
            index -= behind
            e += 1
        row[length] = p.out[e].option
        length += 1
        n = p.out[e].to
    return length


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
