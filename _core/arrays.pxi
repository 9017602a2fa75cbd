"""The check of the arrays of a diagram, and what each state knows; included by walk.pyx.

Design
------
The arrays may come from a file, so nothing is taken on trust but the options. One pass from the
full board down to the root looks at each edge once: it leads to a higher state that there is, and
lays an option that there is. All ways from a state to the full board are equally long and lay the
same groups, each once; those from the root lay all groups and are as long as a solution. The
vectors of vectors.pxi, the rows of listing.pxi and the depth of the walk of slice.pxi rest on it.

The same pass sums up the solutions behind each state, which must fit 63 bits. What is not checked
is whether the options of a way are a solution, and whether each state can be reached: a diagram
that was tampered with may give wrong answers, but leads nowhere outside.
"""

cdef enum:
    # What is the matter with a state.
    WRONG = 1
    TOO_MANY = 2


cdef int64_t pass_down(Walk w) noexcept nogil:
    """Check the edges of each state and sum up what lies behind it; -1 when all is well, -2 where
    a sum does not fit, else a state that is wrong."""
    cdef int64_t s
    cdef int code
    cdef State *last = &w.state[w.states - 1]
    last.completions = 1
    last.laid = <uint16_t> ((1 << w.groups) - 1)
    last.ahead = 0
    if last.first != w.edges:
        return w.states - 1
    for s in range(w.states - 2, -1, -1):
        code = sum_up(w, s)
        if code:
            return s if code == WRONG else -2
    return 0 if w.state[0].laid or w.state[0].ahead != w.length else -1


cdef inline int sum_up(Walk w, int64_t s) noexcept nogil:
    """Check the edges of a state and sum up what lies behind it; all higher states are known."""
    cdef int64_t e, target
    cdef Option *o
    cdef State *state = &w.state[s]
    cdef uint64_t completions = 0
    cdef uint16_t laid
    if state.first == state[1].first:
        return WRONG
    for e in range(state.first, state[1].first):
        target = w.to[e]
        if target <= s or target >= w.states or w.option[e] >= w.option_count:
            return WRONG
        o = &w.options[w.option[e]]
        if bits_add(completions, w.state[target].completions, &completions) or completions >> 63:
            return TOO_MANY
        state.labels |= w.state[target].labels | o.label
        laid = w.state[target].laid
        if o.group >= 0:
            if not laid >> o.group & 1:
                return WRONG
            laid ^= 1 << o.group
        if e == state.first:
            state.laid = laid
            state.ahead = w.state[target].ahead + 1
        elif state.laid != laid or state.ahead != w.state[target].ahead + 1:
            return WRONG
        if state.ahead > w.length:
            return WRONG
    state.completions = completions
    return 0
