"""The part of a diagram that contains some options.

Design
------
A `Part` holds the solutions of a diagram that contain some fixed options. It is found by a
depth-first walk from the root. The walk takes an edge only if its option is not forbidden, and is
fixed itself or uses no cell, group or single piece (of which there is one copy) of a fixed one. The
walk turns back at states from which a fixed label cannot be reached any more. So its cost is about
proportional to the size of the part, not of the diagram.

To count the solutions, the walk need not continue past the last fixed option: the number of
completions of each state there is known.

The walk marks each state that it has seen with a stamp. Each walk has a new stamp, so nothing has
to be cleared before the next one. The marks are stored in the diagram, and all walks share them. So
only one part is made at a time: the caller holds the GIL or, if Python has none, is in a critical
section of the diagram. A finished part does not read the marks again.
"""

# The node of a state from which no solution is reached.
cdef uint32_t DEAD = 0xFFFFFFFF


cdef struct Node:
    # A state of a part: its edges in Part.out, the number of its completions, and of paths to it.
    int64_t first
    int64_t stop
    uint64_t completions
    uint64_t ways


cdef struct Out:
    uint32_t to
    uint16_t option


cdef struct Part:
    Arrays *arrays
    # In the order in which the walk left them: edges lead to lower numbers, and the root is last.
    Node *nodes
    int64_t size
    int64_t capacity
    Out *out
    int64_t out_size
    int64_t out_capacity
    # The fixed options: all their cells, groups and single pieces; for each cell the fixed option
    # whose lowest cell it is, or -1; the last fixed option, or -1.
    uint64_t cells[2]
    uint64_t used
    uint32_t groups
    uint64_t group_labels[MAX_GROUPS]
    int32_t forced[MAX_PLACES]
    int last_fixed
    bint clash               # whether the fixed options exclude each other
    uint8_t *forbidden       # whether no solution may contain the option; NULL if none is forbidden
    # Whether states past all fixed options are leaves, which suffices for counting only.
    bint stops_at_last


cdef struct Visit:
    # A state on the current path of the walk, and the edge it takes next.
    uint32_t state
    uint32_t edge


cdef inline uint64_t part_total(Part *p) noexcept nogil:
    """Return the number of solutions in the part."""
    return p.nodes[p.size - 1].completions if p.size else 0


cdef int set_part(Part *p, Arrays *a, fixed) except -1:
    """Set the fixed options. The caller has zeroed `p`, and frees it with free_part whether this
    succeeds or not."""
    cdef int i, k
    cdef Option *o
    p.arrays = a
    p.last_fixed = -1
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
        if class_bit(a, o) & p.used:
            p.clash = True
        p.used |= class_bit(a, o)
        for k in range(2):
            p.cells[k] |= o.cells[k]
        p.forced[o.lowest] = i
        p.last_fixed = i  # options are numbered by their lowest cell
    return 0


cdef int forbid(Part *p, options) except -1:
    """Exclude all solutions that contain one of these options; call this before the walk."""
    cdef int i
    p.forbidden = <uint8_t *> allocate(p.arrays.option_count, 1)
    for i in options:
        if not 0 <= i < p.arrays.option_count:
            raise ValueError("there is no such option")
        p.forbidden[i] = 1
    return 0


cdef void free_part(Part *p) noexcept:
    free(p.nodes)
    free(p.out)
    free(p.forbidden)


cdef inline bint agrees(Part *p, int number) noexcept nogil:
    """Return whether the walk may take an edge with this option: it agrees with the fixed options
    and is not forbidden."""
    cdef Option *o = &p.arrays.options[number]
    if p.forbidden != NULL and p.forbidden[number]:
        return False
    if p.forced[o.lowest] >= 0:
        return p.forced[o.lowest] == number
    if o.cells[0] & p.cells[0] or o.cells[1] & p.cells[1]:
        return False
    if o.group >= 0:
        return not p.groups >> o.group & 1
    return not class_bit(p.arrays, o) & p.used


cdef inline bint can_reach_labels(Part *p, State *state) noexcept nogil:
    """Return whether the fixed labels that are still to come can be reached from the state."""
    cdef uint32_t open_groups = p.groups & ~<uint32_t> state.placed
    cdef uint64_t wanted = 0
    while open_groups:
        wanted |= p.group_labels[bits_lowest64(open_groups)]
        open_groups &= open_groups - 1
    return state.labels & wanted == wanted


cdef inline bint is_leaf(Part *p, State *state) noexcept nogil:
    """Return whether the walk need not continue from a state that has edges, because all fixed
    options come before it."""
    cdef Arrays *a = p.arrays
    return p.stops_at_last and (
        a.options[a.option[state.first]].lowest > a.options[p.last_fixed].lowest
    )


cdef int slice_all(Part *p) except -1:
    """Make the part, from the root on; it is empty if no solution contains the fixed options. The
    caller is in a critical section of the diagram."""
    cdef Arrays *a = p.arrays
    cdef Visit *visits
    cdef int64_t s
    if not a.states or p.clash or not can_reach_labels(p, a.state):
        return 0
    a.now += 1
    # Once in 2^32 parts the stamp wraps, and old stamps must be cleared.
    if a.now == 0:
        for s in range(a.states):
            a.state[s].stamp = 0
        a.now = 1
    # No path is longer than a solution: arrays.pxi has checked this.
    visits = <Visit *> allocate(a.length + 1, sizeof(Visit))
    try:
        walk(p, visits)
    finally:
        free(visits)
    return 0


cdef int walk(Part *p, Visit *visits) except -1:
    """Visit the states from the root on, depth first, along the edges that agree. The caller has
    zeroed `visits`."""
    cdef Arrays *a = p.arrays
    cdef Visit *v
    cdef State *state
    cdef int64_t depth = 0
    cdef uint32_t e
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
        if not can_reach_labels(p, state):
            state.local = DEAD
            state.stamp = a.now
            continue
        depth += 1
        invariant(depth <= a.length)
        visits[depth].state = a.to[e]
        visits[depth].edge = state.first
    return 0


cdef int leave(Part *p, State *state) except -1:
    """Make a node of a state whose successors have all been left, or mark it DEAD."""
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
    invariant(completions <= state.completions)
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
        p.out = <Out *> reallocate(p.out, capacity, sizeof(Out))
        p.out_capacity = capacity
    p.out[p.out_size].to = node
    p.out[p.out_size].option = option
    p.out_size += 1
    return 0


cdef inline int64_t add_node(Part *p) except -1:
    cdef int64_t capacity
    if p.size == p.capacity:
        capacity = p.capacity * 2 if p.capacity else 512
        p.nodes = <Node *> reallocate(p.nodes, capacity, sizeof(Node))
        p.capacity = capacity
    memset(&p.nodes[p.size], 0, sizeof(Node))
    p.size += 1
    return p.size - 1


cdef void count_ways(Part *p) noexcept nogil:
    """Count the paths from the root to each node. This number, multiplied by the node's
    completions, is at most the total, so it does not overflow."""
    cdef int64_t n, e
    if p.size:
        p.nodes[p.size - 1].ways = 1
    for n in range(p.size - 1, -1, -1):
        for e in range(p.nodes[n].first, p.nodes[n].stop):
            invariant(p.out[e].to < n)
            p.nodes[p.out[e].to].ways += p.nodes[n].ways


cdef int add_occurrences(Part *p, int64_t *result) except -1:
    """Add to `result`, one int64 entry per option, the number of solutions that contain each
    option. Raise OverflowError if a diagram that was tampered with repeats an option too often."""
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
