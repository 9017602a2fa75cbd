"""The solutions of a part of a diagram by cost, the sum of the costs of their options.

Design
------
For each node of a part (slices.pxi), two things are stored: the least cost of its completions, and
a counter of completions for each cost from the least to the largest. Both follow from the nodes
that its edges lead to, which have lower numbers. So two passes suffice: the first determines the
least cost and the number of counters of each node, the second adds up the counters (Knuth, TAOCP
4A, 7.1.4, "Boolean programming", for all costs instead of the best one). No counter exceeds the
number of completions of its node, which arrays.pxi has checked to fit 63 bits.

An option costs between -MAX_COST and MAX_COST, and a solution has at most MAX_PLACES + MAX_GROUPS
options, so no sum overflows 63 bits. The caller has checked that there is one cost for each option.
"""

cdef int64_t MAX_COST = <int64_t> 1 << 40


cdef struct Costs:
    # The cost of each option; the least cost behind each node; the offset of its counters.
    # numbers[offset[n] + c] is the number of solutions behind node n whose cost is least[n] + c.
    # The counters of a node end where those of the next one begin.
    int64_t *cost
    int64_t *least
    int64_t *offset
    uint64_t *numbers


cdef int set_costs(Costs *c, Part *p, const int64_t[::1] cost, int64_t bound) except -1:
    """Compute the costs of the solutions of a part. The caller has zeroed `c`, and frees it with
    free_costs whether this succeeds or not. Raise ValueError for a cost past MAX_COST, and
    OverflowError if the counters take more than `bound` bytes."""
    cdef int64_t n
    cdef int i
    c.cost = <int64_t *> allocate(p.arrays.option_count, sizeof(int64_t))
    for i in range(p.arrays.option_count):
        if not -MAX_COST <= cost[i] <= MAX_COST:
            raise ValueError("the cost of an option is out of range")
        c.cost[i] = cost[i]
    c.least = <int64_t *> allocate(p.size, sizeof(int64_t))
    c.offset = <int64_t *> allocate(p.size + 1, sizeof(int64_t))
    for n in range(p.size):
        c.offset[n + 1] = c.offset[n] + set_least(c, p, n)
        if c.offset[n + 1] > bound // <int64_t> sizeof(uint64_t):
            raise OverflowError("the costs exceed the memory bound")
    c.numbers = <uint64_t *> allocate(c.offset[p.size], sizeof(uint64_t))
    with nogil:
        for n in range(p.size):
            add_up(c, p, n)
    return 0


cdef void free_costs(Costs *c) noexcept:
    free(c.cost)
    free(c.least)
    free(c.offset)
    free(c.numbers)


cdef inline int64_t set_least(Costs *c, Part *p, int64_t n) noexcept nogil:
    """Set the least cost of the completions of a node. Return the number of integers from it to the
    largest cost."""
    cdef Node *node = &p.nodes[n]
    cdef int64_t e, there, least, most
    cdef int64_t lowest = 0
    cdef int64_t highest = 0
    for e in range(node.first, node.stop):
        there = p.out[e].to
        least = c.least[there] + c.cost[p.out[e].option]
        most = least + c.offset[there + 1] - c.offset[there] - 1
        if e == node.first or least < lowest:
            lowest = least
        if e == node.first or most > highest:
            highest = most
    c.least[n] = lowest
    return highest - lowest + 1


cdef inline void add_up(Costs *c, Part *p, int64_t n) noexcept nogil:
    """Count the solutions behind a node by cost."""
    cdef Node *node = &p.nodes[n]
    cdef uint64_t *numbers = c.numbers + c.offset[n]
    cdef uint64_t *shifted
    cdef int64_t e, k, there
    if node.first == node.stop:
        numbers[0] = node.completions
    for e in range(node.first, node.stop):
        there = p.out[e].to
        shifted = numbers + (c.least[there] + c.cost[p.out[e].option] - c.least[n])
        invariant(shifted >= numbers)
        invariant(
            shifted + (c.offset[there + 1] - c.offset[there]) <= c.numbers + c.offset[n + 1]
        )
        for k in range(c.offset[there + 1] - c.offset[there]):
            shifted[k] += c.numbers[c.offset[there] + k]


cdef inline uint64_t count_at_cost(Costs *c, int64_t n, int64_t cost) noexcept nogil:
    """Return the number of solutions behind a node that have the given cost."""
    # The caller may pass any cost, so `cost - c.least[n]` is computed only after this test:
    # otherwise it could overflow.
    if c.least[n] <= cost < c.least[n] + c.offset[n + 1] - c.offset[n]:
        return c.numbers[c.offset[n] + cost - c.least[n]]
    return 0


cdef tuple nth_of(Part *p, Costs *c, int64_t cost, uint64_t index):
    """Return the options of solution number `index`, which exists. Solutions are numbered among all
    of the part if `c` is NULL, otherwise among those of cost `cost`."""
    cdef int64_t n = p.size - 1
    cdef int64_t e, remaining = cost
    cdef uint64_t behind
    row = []
    while p.nodes[n].first < p.nodes[n].stop:
        e = p.nodes[n].first
        while True:
            invariant(e < p.nodes[n].stop)
            if c == NULL:
                behind = p.nodes[p.out[e].to].completions
            else:
                remaining = cost - c.cost[p.out[e].option]
                behind = count_at_cost(c, p.out[e].to, remaining)
            if index < behind:
                break
            index -= behind
            e += 1
        row.append(p.out[e].option)
        cost = remaining
        n = p.out[e].to
    return tuple(row)
