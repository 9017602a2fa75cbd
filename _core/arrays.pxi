"""The arrays of a diagram: their check, and the data kept for each state.

Design
------
A diagram is the three arrays that grow.pxi writes. Edges lead to higher state numbers, so a
downward scan is a pass from the full board to the root. `Arrays` holds them, the options of the
puzzle, and the data computed for each state.

The arrays may come from a file, so nothing in them is trusted. One downward pass checks that each
edge leads to a higher existing state and has an existing option; that all paths from a state to the
full board are equally long and contain labels of the same groups, each group once; and that the
paths from the root cover all groups and are as long as a solution. The rows of listing.pxi and the
depth of the walk in slices.pxi rely on this.

The same pass sums up the solutions behind each state, which must fit 63 bits. Every path from the
root leads on to the full board, so no state has more paths from the root than there are solutions.
Only `add_occurrences` (slices.pxi) and `set_endings` (listing.pxi) have to bound a sum of counts.

An option is a tuple of items of the Cover, which numbers the pieces first, then the groups, then
the cells. Numbers that index an array are checked. What a label adds to the number of the instance
(its step) is checked too, so that the labels of a path add up to the number of an instance.

Two things are not checked: that the options of a path form a solution, and that each state can be
reached. A diagram that was tampered with may give wrong answers, but never leads out of the arrays.

The three arrays do not change while an `Arrays` refers to them. The `Arrays` itself does not change
either, except for `now` and the marks of the states, which belong to slices.pxi.
"""

cdef enum:
    # Why a state is rejected.
    WRONG = 1
    TOO_MANY = 2


cdef struct Option:
    # `cells` are the cells that it covers, as 128 bits. A label has `piece` -1, and `label` is its
    # bit among all labels.
    uint64_t cells[2]
    int64_t instance
    uint64_t label
    int32_t piece
    int32_t group
    int32_t lowest


cdef struct State:
    # Data of a state; 32 bytes, so that a step of a walk touches one cache line.
    uint64_t labels          # the labels on paths from the state to the full board
    uint64_t completions     # the number of paths from the state to the full board
    uint32_t first           # its first edge; its edges end where those of the next state begin
    # Its node in the part under construction, valid if the stamp equals Arrays.now.
    uint32_t stamp
    uint32_t local
    uint16_t placed          # the groups whose label is placed before the state is reached
    uint16_t ahead           # the number of options on each path to the full board


cdef struct Arrays:
    # Owned by the caller: where the edges of each state begin, their options, and their targets.
    const uint32_t *first
    const uint16_t *option
    const uint32_t *to
    int64_t states
    int64_t edges
    # Made from the puzzle.
    Option *options
    int option_count
    int classes
    int32_t *copies          # of each piece class
    int groups
    int64_t sizes[MAX_GROUPS]
    int64_t strides[MAX_GROUPS]
    int64_t instances
    int length               # options of a solution, labels included
    State *state             # one more than there are states, or NULL if there are none
    uint32_t now             # the stamp of the part that was made last


cdef inline uint64_t total_of(Arrays *a) noexcept nogil:
    """Return the number of solutions of all instances together."""
    return a.state[0].completions if a.states else 0


cdef inline uint64_t class_bit(Arrays *a, Option *o) noexcept nogil:
    """Return the bit of the option's piece class; 0 for a label, for a class of several copies, and
    for a class past the 64th."""
    invariant(o.piece < a.classes)
    if o.piece < 0 or o.piece >= 64 or a.copies[o.piece] > 1:
        return 0
    return <uint64_t> 1 << o.piece


cdef int set_arrays(Arrays *a, options, copies, labels_per_group, instance) except -1:
    """Set every field of `a` except those that the caller owns, and check all of it. The caller has
    set its own fields, has zeroed the rest, and frees `a` with free_arrays whether this succeeds or
    not. Raise ValueError if the arrays are not a diagram of the puzzle, and OverflowError for 2^63
    solutions or more."""
    set_groups(a, labels_per_group)
    set_options(a, options, copies, instance)
    check(a)
    return 0


cdef void free_arrays(Arrays *a) noexcept:
    free(a.options)
    free(a.copies)
    free(a.state)


cdef int set_groups(Arrays *a, labels_per_group) except -1:
    """Set the groups and their labels."""
    cdef int k
    if len(labels_per_group) > MAX_GROUPS:
        raise ValueError("too many groups")
    a.groups = len(labels_per_group)
    a.instances = 1
    for k in reversed(range(a.groups)):
        if not 1 <= labels_per_group[k] <= MAX_INSTANCES:
            raise ValueError("a group has no labels, or too many")
        a.sizes[k] = labels_per_group[k]
        a.strides[k] = a.instances
        a.instances *= a.sizes[k]
        if a.instances > MAX_INSTANCES:
            raise ValueError("too many instances")
    return 0


cdef int set_options(Arrays *a, options, copies, instance) except -1:
    """Set the pieces and the options."""
    cdef int i
    if len(copies) > MAX_OPTIONS or sum(copies) > MAX_PLACES:
        raise ValueError("too many pieces")
    if min(copies, default=0) < 0:
        raise ValueError("the number of copies of a piece is negative")
    if len(options) > MAX_OPTIONS:
        raise ValueError("too many options")
    if len(instance) != len(options):
        raise ValueError("there must be one entry of `instance` per option")
    a.classes = len(copies)
    a.copies = <int32_t *> allocate(a.classes, sizeof(int32_t))
    for i in range(a.classes):
        a.copies[i] = copies[i]
    a.length = sum(copies) + a.groups
    a.option_count = len(options)
    a.options = <Option *> allocate(a.option_count, sizeof(Option))
    for i in range(a.option_count):
        set_option(a, &a.options[i], options[i], instance[i])
    return 0


cdef int set_option(Arrays *a, Option *o, tuple items, int64_t instance) except -1:
    """Set an option from its items: a piece or a group, then its cells, the lowest one first."""
    cdef int64_t first = a.classes + a.groups
    cdef int64_t cell, k, item
    if len(items) < 2:
        raise ValueError("an option must be a piece or a group, followed by its cells")
    item = items[0]
    if not 0 <= item < first:
        raise ValueError("a group or a piece is out of range")
    o.piece = <int32_t> item if item < a.classes else -1
    o.group = <int32_t> (item - a.classes) if item >= a.classes else -1
    for k in range(1, len(items)):
        cell = items[k] - first
        if not 0 <= cell < MAX_PLACES:
            raise ValueError("a cell is out of range")
        o.cells[cell // 64] |= <uint64_t> 1 << (cell % 64)
        if k == 1:
            o.lowest = <int32_t> cell
    o.instance = instance
    if o.group >= 0:
        o.label = label_of(a, o.group, instance)
    elif instance:
        raise ValueError("an option that is not a label adds to the number of the instance")
    return 0


cdef uint64_t label_of(Arrays *a, int group, int64_t instance) except 0:
    """Return the bit of the label of `group` that adds `instance` to the number of an instance."""
    cdef int64_t offset = 0
    cdef int k
    if (
        instance < 0
        or instance % a.strides[group]
        or instance // a.strides[group] >= a.sizes[group]
    ):
        raise ValueError("a label is out of range")
    for k in range(group):
        offset += a.sizes[k]
    # Labels past the 64th share bits with others. That is safe: at worst, a walk turns back later.
    return <uint64_t> 1 << ((offset + instance // a.strides[group]) % 64)


cdef int check(Arrays *a) except -1:
    """Check the arrays, and fill in the data of each state."""
    cdef int64_t s, bad
    if a.states >= 0xFFFFFFFF:
        raise ValueError("the diagram has too many states")
    if a.first[0] != 0 or a.first[a.states] != a.edges:
        raise ValueError("the edges of the states are not exactly those of the diagram")
    for s in range(a.states):
        if a.first[s] > a.first[s + 1]:
            raise ValueError("the edges of two states of the diagram overlap")
    if not a.states:
        return 0
    a.state = <State *> allocate_large(a.states + 1, sizeof(State))
    memset(a.state, 0, (a.states + 1) * sizeof(State))
    for s in range(a.states + 1):
        a.state[s].first = a.first[s]
    with nogil:
        bad = pass_down(a)
    if bad >= 0:
        raise ValueError(f"state {bad} of the diagram is wrong")
    if bad == -2:
        raise OverflowError("the number of solutions does not fit 63 bits")
    return 0


cdef int64_t pass_down(Arrays *a) noexcept nogil:
    """Check all edges and sum up the solutions behind each state. Return -1 if the diagram is
    valid, -2 if a sum does not fit, and otherwise the number of a wrong state."""
    cdef int64_t s
    cdef int code
    cdef State *last = &a.state[a.states - 1]
    last.completions = 1
    last.placed = <uint16_t> ((1 << a.groups) - 1)
    last.ahead = 0
    if last.first != a.edges:
        return a.states - 1
    for s in range(a.states - 2, -1, -1):
        code = sum_up(a, s)
        if code:
            return s if code == WRONG else -2
    return 0 if a.state[0].placed or a.state[0].ahead != a.length else -1


cdef inline int sum_up(Arrays *a, int64_t s) noexcept nogil:
    """Check the edges of a state and sum up the solutions behind it; the data of all higher states
    is set."""
    cdef int64_t e, target
    cdef Option *o
    cdef State *state = &a.state[s]
    cdef uint64_t completions = 0
    cdef uint16_t placed
    if state.first == state[1].first:
        return WRONG
    for e in range(state.first, state[1].first):
        target = a.to[e]
        if target <= s or target >= a.states or a.option[e] >= a.option_count:
            return WRONG
        o = &a.options[a.option[e]]
        if bits_add(completions, a.state[target].completions, &completions) or completions >> 63:
            return TOO_MANY
        state.labels |= a.state[target].labels | o.label
        placed = a.state[target].placed
        if o.group >= 0:
            if not placed >> o.group & 1:
                return WRONG
            placed ^= 1 << o.group
        if e == state.first:
            state.placed = placed
            state.ahead = a.state[target].ahead + 1
        elif state.placed != placed or state.ahead != a.state[target].ahead + 1:
            return WRONG
        if state.ahead > a.length:
            return WRONG
    state.completions = completions
    return 0
