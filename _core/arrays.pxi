"""The arrays of a diagram: their check, and what lies behind each state.

Design
------
The diagram is the three arrays that grow.pxi writes; edges lead to higher state numbers, so a scan
downwards is a pass from the full board to the root, and one upwards the other way. `Arrays` holds
them, the options of the puzzle, and what is known of each state.

The arrays may come from a file, so nothing of them is taken on trust. One pass from the full board
down to the root looks at each edge once: it leads to a higher state that there is, and lays an
option that there is. All ways from a state to the full board are equally long and lay the same
groups, each once; those from the root lay all groups and are as long as a solution. The rows of
walk.pyx and the depth of the walk of slices.pxi rest on it.

The same pass sums up the solutions behind each state, which must fit 63 bits; as every state that
counts lies on a way from the root to the full board, no count is larger than the total, and nothing
else needs a check. The options are those of the Cover, as numbers of items: the pieces, the groups,
then the cells. What is indexed by them is checked, and that each label stands for one label of its
group, so that the labels of a way make the number of an instance.

What is not checked is whether the options of a way are a solution, and whether each state can be
reached: a diagram that was tampered with may give wrong answers, but leads nowhere outside.

Nobody writes to the three arrays while an `Arrays` holds them, nor to this but for `now` and the
marks of the states, which belong to slices.pxi.
"""

cdef enum:
    # What is the matter with a state.
    WRONG = 1
    TOO_MANY = 2


cdef struct Option:
    # cells are those of the Cover, 128 bits; a label has piece -1 and its bit among all labels.
    uint64_t cells[2]
    int64_t instance
    uint64_t label
    int32_t piece
    int32_t group
    int32_t lowest


cdef struct State:
    # What is known of a state; 32 bytes, so that a step of a walk touches one cache line.
    uint64_t labels          # the labels on ways from it to the full board
    uint64_t completions     # the ways from it to the full board
    uint32_t first           # its edges end where those of the next state begin
    # Its place in the part that is being made, valid where the stamp is the present one.
    uint32_t stamp
    uint32_t local
    uint16_t laid            # the groups laid on the way to it
    uint16_t ahead           # how many options are laid from it to the full board


cdef struct Arrays:
    # What the caller has: where the edges of each state begin, their options, and the states they
    # lead to.
    const uint32_t *first
    const uint16_t *option
    const uint32_t *to
    int64_t states
    int64_t edges
    # What is made of the puzzle.
    Option *options
    int option_count
    int classes
    int32_t *copies          # of each piece class
    int groups
    int64_t sizes[MAX_GROUPS]
    int64_t strides[MAX_GROUPS]
    int64_t instances
    int length               # options of a solution, labels included
    State *state             # one more than there are states, or NULL where there are none
    uint32_t now             # the stamp of the part that was made last


cdef inline uint64_t total_of(Arrays *a) noexcept nogil:
    """Return how many solutions all instances have together."""
    return a.state[0].completions if a.states else 0


cdef inline uint64_t single(Arrays *a, Option *o) noexcept nogil:
    """The bit of the option's class, where it has one piece only and a bit."""
    if o.piece < 0 or o.piece >= 64 or a.copies[o.piece] > 1:
        return 0
    return <uint64_t> 1 << o.piece


cdef int set_arrays(Arrays *a, options, copies, shape, instance) except -1:
    """Set all of `a` but what the caller has, which is checked. The rest of `a` is zeroed before,
    and freed by free_arrays whether this succeeds or not. Raises ValueError, and OverflowError for
    2^63 solutions or more."""
    set_shape(a, shape)
    set_options(a, options, copies, instance)
    check(a)
    return 0


cdef void free_arrays(Arrays *a) noexcept:
    free(a.options)
    free(a.copies)
    free(a.state)


cdef int set_shape(Arrays *a, shape) except -1:
    """Set the groups and their labels."""
    cdef int k
    if len(shape) > MAX_GROUPS:
        raise ValueError("too many groups")
    a.groups = len(shape)
    a.instances = 1
    for k in reversed(range(a.groups)):
        if not 1 <= shape[k] <= MAX_INSTANCES:
            raise ValueError("a group has no labels, or too many")
        a.sizes[k] = shape[k]
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
        raise ValueError("less than no pieces")
    if len(options) > MAX_OPTIONS:
        raise ValueError("too many options")
    if len(instance) != len(options):
        raise ValueError("there is not one instance an option")
    a.classes = len(copies)
    a.copies = <int32_t *> room(a.classes, sizeof(int32_t))
    for i in range(a.classes):
        a.copies[i] = copies[i]
    a.length = sum(copies) + a.groups
    a.option_count = len(options)
    a.options = <Option *> room(a.option_count, sizeof(Option))
    for i in range(a.option_count):
        set_option(a, &a.options[i], options[i], instance[i])
    return 0


cdef int set_option(Arrays *a, Option *o, tuple items, int64_t instance) except -1:
    """Set an option from its items: a piece or a group, and its cells, the lowest one first."""
    cdef int64_t first = a.classes + a.groups
    cdef int64_t cell, k, item
    if len(items) < 2:
        raise ValueError("an option has a piece or a group, and its cells")
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
        raise ValueError("an option that is no label belongs to an instance")
    return 0


cdef uint64_t label_of(Arrays *a, int group, int64_t instance) except 0:
    """The bit of the label of a group that adds so much to the number of an instance."""
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
    # Labels past the 64th share a bit with others: a walk then turns back later.
    return <uint64_t> 1 << ((offset + instance // a.strides[group]) % 64)


cdef int check(Arrays *a) except -1:
    """Check the arrays, and fill in what each state knows."""
    cdef int64_t s, bad
    if a.states >= 0xFFFFFFFF:
        raise ValueError("the diagram has too many states")
    if a.first[0] != 0 or a.first[a.states] != a.edges:
        raise ValueError("the states of the diagram do not hold its edges")
    for s in range(a.states):
        if a.first[s] > a.first[s + 1]:
            raise ValueError("the states of the diagram overlap")
    if not a.states:
        return 0
    a.state = <State *> expanse(a.states + 1, sizeof(State))
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
    """Check the edges of each state and sum up what lies behind it; -1 when all is well, -2 where
    a sum does not fit, else a state that is wrong."""
    cdef int64_t s
    cdef int code
    cdef State *last = &a.state[a.states - 1]
    last.completions = 1
    last.laid = <uint16_t> ((1 << a.groups) - 1)
    last.ahead = 0
    if last.first != a.edges:
        return a.states - 1
    for s in range(a.states - 2, -1, -1):
        code = sum_up(a, s)
        if code:
            return s if code == WRONG else -2
    return 0 if a.state[0].laid or a.state[0].ahead != a.length else -1


cdef inline int sum_up(Arrays *a, int64_t s) noexcept nogil:
    """Check the edges of a state and sum up what lies behind it; all higher states are known."""
    cdef int64_t e, target
    cdef Option *o
    cdef State *state = &a.state[s]
    cdef uint64_t completions = 0
    cdef uint16_t laid
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
        laid = a.state[target].laid
        if o.group >= 0:
            if not laid >> o.group & 1:
                return WRONG
            laid ^= 1 << o.group
        if e == state.first:
            state.laid = laid
            state.ahead = a.state[target].ahead + 1
        elif state.laid != laid or state.ahead != a.state[target].ahead + 1:
            return WRONG
        if state.ahead > a.length:
            return WRONG
    state.completions = completions
    return 0
