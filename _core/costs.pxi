"""The solutions of a part of a diagram by their cost, which is the sum of what their options cost.

Design
------
Of each node of a part, which slices.pxi has made, are known the least cost behind it and how many
solutions behind it have each cost from there on. Both follow from the nodes that its edges lead to,
which have lower numbers; so two passes find them: the first says how many numbers a node has, the
second adds them up (Knuth, TAOCP 4A, 7.1.4, "Boolean programming", with all costs in place of the
best one). No number is larger than the solutions behind its node, which fit.

What an option costs is at most MOST_COST either way, and a solution has at most as many options as
fit; so no sum leaves 63 bits. The caller has checked that there is one cost an option.
"""

cdef int64_t MOST_COST = <int64_t> 1 << 40


cdef struct Costs:
    # What each option costs; of each node the least cost behind it, and where its numbers begin:
    # numbers[offset[n] + c] solutions behind node n cost c more than the least. They end where
    # those of the next node begin.
    int64_t *cost
    int64_t *least
    int64_t *offset
    uint64_t *numbers


cdef int set_costs(Costs *c, Part *p, const int64_t[::1] cost, int64_t bound) except -1:
    """Set what the solutions of a part cost. `c` is zeroed before, and freed by free_costs whether
    this succeeds or not. Raises ValueError for a cost too large, and OverflowError where the
    numbers take more than `bound` bytes."""
    cdef int64_t n
    cdef int i
    c.cost = <int64_t *> room(p.arrays.option_count, sizeof(int64_t))
    for i in range(p.arrays.option_count):
        if not -MOST_COST <= cost[i] <= MOST_COST:
            raise ValueError("an option costs too much")
        c.cost[i] = cost[i]
    c.least = <int64_t *> room(p.size, sizeof(int64_t))
    c.offset = <int64_t *> room(p.size + 1, sizeof(int64_t))
    for n in range(p.size):
        c.offset[n + 1] = c.offset[n] + range_of(c, p, n)
        if c.offset[n + 1] > bound // <int64_t> sizeof(uint64_t):
            raise OverflowError("the costs are past the memory bound")
    c.numbers = <uint64_t *> room(c.offset[p.size], sizeof(uint64_t))
    with nogil:
        for n in range(p.size):
            add_up(c, p, n)
    return 0


cdef void free_costs(Costs *c) noexcept:
    free(c.cost)
    free(c.least)
    free(c.offset)
    free(c.numbers)


cdef inline int64_t range_of(Costs *c, Part *p, int64_t n) noexcept nogil:
    """Set the least cost behind a node; how many costs there are from it to the largest one."""
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
    """Count the solutions behind a node by their cost."""
    cdef Node *node = &p.nodes[n]
    cdef uint64_t *numbers = c.numbers + c.offset[n]
    cdef uint64_t *behind
    cdef int64_t e, k, there
    if node.first == node.stop:
        numbers[0] = node.completions
    for e in range(node.first, node.stop):
        there = p.out[e].to
        behind = numbers + (c.least[there] + c.cost[p.out[e].option] - c.least[n])
        for k in range(c.offset[there + 1] - c.offset[there]):
            behind[k] += c.numbers[c.offset[there] + k]


cdef inline uint64_t priced(Costs *c, int64_t n, int64_t cost) noexcept nogil:
    """Return how many solutions behind a node have that cost."""
    if 0 <= cost - c.least[n] < c.offset[n + 1] - c.offset[n]:
        return c.numbers[c.offset[n] + cost - c.least[n]]
    return 0


cdef tuple nth_of(Part *p, Costs *c, int64_t cost, uint64_t index):
    """The options of the solution with that number, which there is: of all where `c` is NULL, else
    of those of that cost."""
    cdef int64_t n = p.size - 1
    cdef int64_t e, rest = cost
    cdef uint64_t behind
    row = []
    while p.nodes[n].first < p.nodes[n].stop:
        e = p.nodes[n].first
        while True:
            if c == NULL:
                behind = p.nodes[p.out[e].to].completions
            else:
                rest = cost - c.cost[p.out[e].option]
                behind = priced(c, p.out[e].to, rest)
            if index < behind:
                break
            index -= behind
            e += 1
        row.append(p.out[e].option)
        cost = rest
        n = p.out[e].to
    return tuple(row)
