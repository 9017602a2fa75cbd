"""The states of a constructed diagram: numbered, and written with their edges as three arrays.

Design
------
A state is a used-piece set of a shape that remains after the backward pass. States are numbered by
layer, by shape, by word and by bit: `rank` holds the number of the first state of each word, and
the number of any other state is the rank of its word plus the number of lower bits in the word. So
the states of a shape are consecutive, and a layer is written completely before the next.

An edge of shapes stands for one edge for each set that remains at both ends. `gather` collects the
edges of the states of one shape in `loose`, in increasing order of their options; `sort_edges`
appends them by state with a counting sort, which keeps the options of a state in their order.

The capacity for edges stays below 1 << 32; otherwise `write_states` returns OVER_BOUND. grow.pxi
checks the number of states after `number_states`, and calls the functions in the right order.
"""


cdef struct Loose:
    # An edge before it is sorted.
    uint32_t state
    uint32_t option
    uint32_t to


cdef struct Flat:
    # The arrays of the diagram.
    uint32_t *first
    uint32_t *to
    uint16_t *option
    int64_t states
    int64_t edges
    int64_t edge_capacity
    # The edges of one shape before they are sorted by state.
    Loose *loose
    int64_t loose_capacity


cdef int64_t number_states(Growing *g, Layer *layer, int64_t states) noexcept nogil:
    """Number the states of a layer from `states` on; return the next number, or an error code."""
    cdef Store *shapes = &layer.shapes
    cdef int64_t k
    cdef int code
    if layer.rank == NULL and shapes.size:
        code = reserve(&g.memory, <void **> &layer.rank, 0, shapes.size * g.u.width * 4)
        if code:
            return code
    for k in range(shapes.size * g.u.width):
        layer.rank[k] = <uint32_t> states
        states += bits_count64(shapes.values[k])
    return states


cdef int write_states(Growing *g, Flat *f, Layer *layer) noexcept nogil:
    """Write the edges of the states of a layer; all lower layers have been written."""
    cdef int64_t s, number
    cdef int code
    for s in range(layer.shapes.size):
        number = gather(g, f, layer, s, layer.area[s])
        if number < 0:
            return <int> number
        code = sort_edges(g, f, layer.rank[s * g.u.width], layer.states[s], number)
        if code:
            return code
    return 0


cdef int64_t gather(Growing *g, Flat *f, Layer *layer, int64_t s, int area) noexcept nogil:
    """Collect the edges of the states of shape s as (state, option, to), in increasing order of
    their options. Return their number, or an error code."""
    cdef int64_t number = 0
    cdef int64_t e, at
    cdef int kind, r
    if layer.first == NULL:
        return 0  # the full board
    for e in range(layer.first[s], layer.first[s + 1]):
        if e + PREFETCH_DISTANCE < layer.edges:
            prefetch_states(g, layer.to[e + PREFETCH_DISTANCE])
        kind = g.u.kind[layer.option[e]]
        at = area * (g.u.kinds + 1) + kind
        for r in range(g.u.run_start[at], g.u.run_start[at + 1]):
            number = gather_run(
                g, f, layer, s, e, g.u.runs[r], g.u.shift[kind], g.u.allow[kind], number
            )
            if number < 0:
                return number
    return number


cdef inline void prefetch_states(Growing *g, uint32_t to) noexcept nogil:
    """Prefetch the sets of a shape, and the numbers of its first states."""
    cdef Layer *target = &g.layers[to >> INDEX_BITS]
    cdef int64_t there = <int64_t> (to & INDEX_MASK) * g.u.width
    bits_prefetch_read(target.shapes.values + there)
    bits_prefetch_read(target.rank + there)


cdef inline int64_t gather_run(
    Growing *g, Flat *f, Layer *layer, int64_t s, int64_t e, Run run, int shift, uint64_t allow,
    int64_t number,
) noexcept nogil:
    """Collect the edges that edge e of shape s represents, within one run of words."""
    cdef Layer *target = &g.layers[layer.to[e] >> INDEX_BITS]
    cdef int64_t here = s * g.u.width + run.source
    cdef int64_t there = (layer.to[e] & INDEX_MASK) * g.u.width + run.target
    cdef uint64_t *sets = layer.shapes.values
    cdef uint64_t *after = target.shapes.values
    cdef int k, code
    cdef uint64_t both, bit
    for k in range(run.length):
        both = ((sets[here + k] & allow) << shift) & after[there + k]
        while both:
            if number == f.loose_capacity:
                code = widen_loose(g, f)
                if code:
                    return code
            bit = both & (~both + 1)
            both ^= bit
            f.loose[number].state = layer.rank[here + k] + bits_count64(
                sets[here + k] & ((bit >> shift) - 1)
            )
            f.loose[number].option = layer.option[e]
            f.loose[number].to = target.rank[there + k] + bits_count64(
                after[there + k] & (bit - 1)
            )
            invariant(f.loose[number].to > f.loose[number].state)
            number += 1
    return number


cdef int widen_loose(Growing *g, Flat *f) noexcept nogil:
    cdef int64_t old = f.loose_capacity
    cdef int64_t new = old * 2 if old else 1024
    cdef int code = reserve(&g.memory, <void **> &f.loose, old * sizeof(Loose), new * sizeof(Loose))
    if code == 0:
        f.loose_capacity = new
    return code


cdef inline int widen_flat(Growing *g, Flat *f, int64_t number) noexcept nogil:
    """Make room for `number` more edges."""
    cdef int64_t old = f.edge_capacity
    # Most diagrams have less than 2.5 edges per state, and enlarging the arrays copies them.
    cdef int64_t new = old if old else max(f.states * 5 // 2, 65536)
    cdef int code
    while new < f.edges + number:
        new *= 2
    if new >= <int64_t> 1 << 32:
        return OVER_BOUND
    if new > old:
        code = reserve(&g.memory, <void **> &f.to, old * 4, new * 4)
        if code == 0:
            code = reserve(&g.memory, <void **> &f.option, old * 2, new * 2)
        if code:
            return code
        f.edge_capacity = new
    return 0


cdef int sort_edges(
    Growing *g, Flat *f, int64_t base, int64_t states, int64_t number
) noexcept nogil:
    """Append the collected edges, by state; within a state they keep their order."""
    cdef int64_t k, at
    cdef int code = widen_flat(g, f, number)
    if code:
        return code
    # first[base] is set already. Count into first[base + 2 ...], so that after the prefix sums
    # first[state + 1] is the cursor of the state, which finishes at the end of its edges.
    for k in range(base + 1, base + states + 1):
        f.first[k] = 0
    for k in range(number):
        if f.loose[k].state + 1 < base + states:
            f.first[f.loose[k].state + 2] += 1
    f.first[base + 1] = <uint32_t> f.edges
    for k in range(base + 2, base + states + 1):
        f.first[k] += f.first[k - 1]
    for k in range(number):
        at = f.first[f.loose[k].state + 1]
        f.first[f.loose[k].state + 1] += 1
        f.option[at] = f.loose[k].option
        f.to[at] = f.loose[k].to
    f.edges += number
    invariant(f.first[base + states] == f.edges)
    return 0


cdef void free_flat(Flat *f) noexcept:
    free(f.first)
    free(f.to)
    free(f.option)
    free(f.loose)
