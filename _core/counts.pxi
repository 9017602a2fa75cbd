"""The counts of all instances, computed from the shapes of a reduced diagram. The arrays of
states.pxi are not needed.

Design
------
The counts are joined in the middle as axes.pxi describes. The groups are renumbered as *axes*. The
groups that most states have placed come first, so that the entries of a vector behind the pivot are
mostly contiguous in the sums as well. States are numbered separately for each set of placed axes:
their vectors have the same length and are stored in one block.

Entries are floating-point numbers. A sum or product of whole numbers is exact if the result is at
most 2^24 in a `float`, or 2^53 in a `double`. A larger result may be rounded, but not to a value
below that bound, and nothing that is added or multiplied later makes it smaller: each remaining
state is on a path from the root to the full board, so its entries reach the sums, multiplied by 1
or more. So if all sums are below the bound, nothing was rounded and they are exact.
`count_instances` returns whether they are.

The caller has checked that the result has one entry per instance. The memory of the blocks counts
towards the bound of the Growth.
"""

ctypedef fused entry_t:
    float
    double

include "axes.pxi"


cdef enum:
    WAITING = 128                # words of sets that are collected before they are processed


cdef struct Word:
    # A word of the sets to which an edge of shapes leads. `both` are those that remain at both
    # ends, as bits of the target's word; `here` and `there` are the indices of the words at the
    # ends; `placed` are the axes placed before the edge's option.
    uint64_t both
    int64_t here
    int64_t there
    Layer *target
    int32_t option
    int32_t placed


cdef struct Pair:
    # The states at both ends of an edge: the offsets of their vectors, the edge's option, and the
    # axes placed before it.
    int64_t here
    int64_t there
    int32_t option
    int32_t placed


cdef struct Vectors:
    Axes axes
    uint64_t bits[MAX_GROUPS]    # of each axis, its bit in the word `used`
    int64_t instance_step[MAX_GROUPS]    # of each axis: a label's step in the number of an instance
    # Of each option: the axis of its label, or -1 for a piece; the number of the label there.
    int32_t *axis
    int32_t *label
    int64_t *offset              # of each set of placed axes: the offset of the block of its states
    int64_t needed               # entries of all blocks
    # Buffers: WAITING words and those of one more edge, and the pairs of states in these words.
    Word *words
    Pair *pairs


cdef int set_vectors(Vectors *v, Growing *g, labels_per_group) except -1:
    """Set the axes, one for each group. `labels_per_group` is in the order of the groups. The
    caller has zeroed `v`, and frees it with free_vectors whether this succeeds or not."""
    cdef Tables *t = &g.t
    cdef Axes *a = &v.axes
    cdef int i, k
    a.number = len(labels_per_group)
    if a.number != t.groups:
        raise ValueError("there must be one number of labels per group")
    a.instances = 1
    for k in range(a.number - 1, -1, -1):
        if not 1 <= labels_per_group[k] <= MAX_INSTANCES:
            raise ValueError("a group has no labels, or too many")
        v.bits[k] = t.group_bits[k]
        a.sizes[k] = labels_per_group[k]
        v.instance_step[k] = a.instances
        a.instances *= a.sizes[k]
        if a.instances > MAX_INSTANCES:
            raise ValueError("too many instances")
    make_axes(a)
    v.axis = <int32_t *> allocate(t.options, 4)
    v.label = <int32_t *> allocate(t.options, 4)
    v.offset = <int64_t *> allocate(1 << a.number, 8)
    v.words = <Word *> allocate(WAITING + g.u.width, sizeof(Word))
    v.pairs = <Pair *> allocate(64 * (WAITING + g.u.width), sizeof(Pair))
    order_axes(v, g)
    for i in range(t.options):
        v.axis[i] = -1
        if g.u.kind[i] == g.u.kinds:
            set_label(v, t, i)
    return 0


cdef void free_vectors(Vectors *v) noexcept:
    free_axes(&v.axes)
    free(v.axis)
    free(v.label)
    free(v.offset)
    free(v.words)
    free(v.pairs)


cdef int set_label(Vectors *v, Tables *t, int i) except -1:
    """Set the axis and the number of a label."""
    cdef int k
    for k in range(v.axes.number):
        if t.add[i] == v.bits[k]:
            v.axis[i] = k
            break
    else:
        raise ValueError("a label belongs to no group")
    if (
        not 0 <= t.instance[i] // v.instance_step[k] < v.axes.sizes[k]
        or t.instance[i] % v.instance_step[k]
    ):
        raise ValueError("a label is out of range")
    v.label[i] = <int32_t> (t.instance[i] // v.instance_step[k])
    return 0


cdef inline int axes_placed(Vectors *v, uint64_t groups) noexcept nogil:
    """Return the axes of the placed groups, as bits."""
    cdef int placed = 0
    cdef int k
    for k in range(v.axes.number):
        if groups & v.bits[k]:
            placed |= 1 << k
    return placed


cdef void count_states(Vectors *v, Growing *g) noexcept nogil:
    """Count the states of each set of placed axes."""
    cdef Layer *layer
    cdef int64_t s
    cdef int place
    for place in range(g.t.places + 1):
        layer = &g.layers[place]
        for s in range(layer.shapes.size):
            v.axes.state_count[axes_placed(v, layer.shapes.tags[s])] += layer.states[s]


cdef void order_axes(Vectors *v, Growing *g) noexcept:
    """Sort the axes by the number of states that have placed them, the largest number first; choose
    the pivot, and assign the blocks."""
    cdef Axes *a = &v.axes
    cdef int64_t state_count[MAX_GROUPS]
    cdef int64_t step
    cdef int placed, k, other
    count_states(v, g)
    for k in range(a.number):
        state_count[k] = 0
        for placed in range(1 << a.number):
            if placed >> k & 1:
                state_count[k] += a.state_count[placed]
    for k in range(a.number):
        for other in range(k, 0, -1):
            if state_count[other] <= state_count[other - 1]:
                break
            state_count[other], state_count[other - 1] = state_count[other - 1], state_count[other]
            v.bits[other], v.bits[other - 1] = v.bits[other - 1], v.bits[other]
            a.sizes[other], a.sizes[other - 1] = a.sizes[other - 1], a.sizes[other]
            step = v.instance_step[other]
            v.instance_step[other] = v.instance_step[other - 1]
            v.instance_step[other - 1] = step
    # The order of the axes has changed, and with it the numbers of the sets of axes.
    memset(a.state_count, 0, <size_t> 8 << a.number)
    count_states(v, g)
    choose_pivot(a)
    for placed in range(1 << a.number):
        v.offset[placed] = v.needed
        v.needed += a.state_count[placed] * a.padded_volume[placed]


cdef int rank_states(Vectors *v, Growing *g) noexcept nogil:
    """Number the states separately for each set of placed axes."""
    cdef Layer *layer
    cdef int64_t *state_count = v.axes.state_count
    cdef int64_t s, k
    cdef int place, placed, code
    memset(state_count, 0, <size_t> 8 << v.axes.number)
    for place in range(g.t.places + 1):
        layer = &g.layers[place]
        if not layer.shapes.size:
            continue
        if layer.rank == NULL:
            code = reserve(&g.memory, <void **> &layer.rank, 0, layer.shapes.size * g.u.width * 4)
            if code:
                return code
        for s in range(layer.shapes.size):
            placed = axes_placed(v, layer.shapes.tags[s])
            for k in range(s * g.u.width, (s + 1) * g.u.width):
                layer.rank[k] = <uint32_t> state_count[placed]
                state_count[placed] += bits_count64(layer.shapes.values[k])
            if state_count[placed] >> 32:
                return OVER_BOUND
    return 0


cdef int count_instances(Vectors *v, Growing *g, bint wide, int64_t *result) except -1:
    """Set `result` to the number of solutions of each instance, computed in `double` if `wide`,
    otherwise in `float`. Return whether the result is exact. Raise OverflowError if the vectors
    exceed the memory bound, and MemoryError if an allocation fails."""
    cdef int64_t size = 8 if wide else 4
    cdef int64_t needed = (v.needed + v.axes.instances + 4) * size
    cdef void *entries
    cdef void *sums
    cdef bint right = False
    cdef int code = rank_states(v, g)
    if code == NO_MEMORY:
        raise MemoryError
    if code == OVER_BOUND or g.memory.bytes + needed > g.memory.bound:
        raise OverflowError("the vectors exceed the memory bound")
    g.memory.most = max(g.memory.most, g.memory.bytes + needed)
    entries = allocate(v.needed, size)
    sums = calloc(v.axes.instances + 4, size)
    with nogil:
        if sums != NULL and wide:
            right = run_vectors(v, g, <double *> entries, <double *> sums, result)
        elif sums != NULL:
            right = run_vectors(v, g, <float *> entries, <float *> sums, result)
    free(entries)
    free(sums)
    if sums == NULL:
        raise MemoryError
    return right


cdef bint run_vectors(
    Vectors *v, Growing *g, entry_t *entries, entry_t *sums, int64_t *result
) noexcept nogil:
    """Compute all vectors, the sums and from these the result. Return whether the sums are
    exact."""
    cdef int place
    cdef int full = (1 << v.axes.number) - 1
    if v.axes.state_count[full]:
        # The full board is the last state of its block.
        entries[v.offset[full] + (v.axes.state_count[full] - 1) * v.axes.padded_volume[full]] = 1
    for place in range(g.t.places - 1, -1, -1):
        go_through(v, g, place, True, entries, sums)
    # The root is the first state of its block.
    if v.axes.pivot < 0:
        sums[0] = entries[0]
    elif v.axes.state_count[0]:
        entries[v.offset[0]] = 1
        for place in range(g.t.places):
            go_through(v, g, place, False, entries, sums)
    return write_counts(v, sums, result)


cdef bint write_counts(Vectors *v, entry_t *sums, int64_t *result) noexcept nogil:
    """Write the sums to their instances. Return whether all are below the bound of their type, and
    the total fits 62 bits."""
    cdef double bound = 9007199254740992.0
    cdef double total = 0
    cdef int64_t n, remaining, at
    cdef int k
    if entry_t is float:
        bound = 16777216.0
    for n in range(v.axes.instances):
        # Not `>=`: a NaN compares false with everything, and must be refused.
        if not sums[n] < bound:
            return False
        total += sums[n]
        remaining = n
        at = 0
        for k in range(v.axes.number):
            at += remaining // v.axes.steps[k] * v.instance_step[k]
            remaining %= v.axes.steps[k]
        result[at] = <int64_t> sums[n]
    return total < 4611686018427387904.0


cdef inline int64_t find_words(
    Growing *g, Layer *layer, int64_t s, int64_t e, int placed, Word *words, int64_t number
) noexcept nogil:
    """Collect the words in which edge e of shape s leads to sets, after the `number` words that are
    collected already; return the new number."""
    cdef Sets *u = &g.u
    cdef int option = layer.option[e]
    cdef int kind = u.kind[option]
    cdef int area = layer.area[s]
    cdef Layer *target = &g.layers[layer.to[e] >> INDEX_BITS]
    cdef int64_t here = s * u.width
    cdef int64_t there = <int64_t> (layer.to[e] & INDEX_MASK) * u.width
    cdef uint64_t *sets = layer.shapes.values
    cdef uint64_t *after = target.shapes.values
    cdef uint64_t allow
    cdef int r, k, shift, at
    cdef Run run
    allow = u.allow[kind]
    shift = u.shift[kind]
    at = area * (u.kinds + 1) + kind
    # An empty word is overwritten by the next one: that costs less than a branch.
    for r in range(u.run_start[at], u.run_start[at + 1]):
        run = u.runs[r]
        for k in range(run.length):
            words[number].both = (
                (sets[here + run.source + k] & allow) << shift
            ) & after[there + run.target + k]
            words[number].here = here + run.source + k
            words[number].there = there + run.target + k
            words[number].target = target
            words[number].option = option
            words[number].placed = placed
            number += words[number].both != 0
    return number


cdef int64_t find_pairs(
    Vectors *v, Growing *g, Layer *layer, int64_t number, entry_t *entries
) noexcept nogil:
    """Find the pairs of states in `number` collected words, and prefetch the vectors of the
    targets. Return the number of pairs."""
    cdef Word *word
    cdef Pair *pair = v.pairs
    cdef int64_t n, here, there, volume, volume_after
    cdef uint64_t both, below, sets, after
    cdef int shift, after_placed
    for n in range(number):
        word = &v.words[n]
        both = word.both
        sets = layer.shapes.values[word.here]
        after = word.target.shapes.values[word.there]
        shift = g.u.shift[g.u.kind[word.option]]
        after_placed = word.placed
        if v.axis[word.option] >= 0:
            after_placed |= 1 << v.axis[word.option]
        volume = v.axes.padded_volume[word.placed]
        volume_after = v.axes.padded_volume[after_placed]
        here = v.offset[word.placed] + volume * <int64_t> layer.rank[word.here]
        there = v.offset[after_placed] + volume_after * <int64_t> word.target.rank[word.there]
        # The rank of a state is that of its word plus the number of sets below its bit.
        while both:
            below = (both & (~both + 1)) - 1
            both &= both - 1
            pair.option = word.option
            pair.placed = word.placed
            pair.here = here + volume * bits_count64(sets & (below >> shift))
            pair.there = there + volume_after * bits_count64(after & below)
            bits_prefetch_write(entries + pair.there)
            pair += 1
    return pair - v.pairs


cdef void go_through(
    Vectors *v, Growing *g, int place, bint behind, entry_t *entries, entry_t *sums
) noexcept nogil:
    """Add up the vectors along the edges of a layer. With `behind`, take only edges of states
    behind the pivot, otherwise only edges of states before it. The sets of target shapes are
    prefetched some edges ahead."""
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s, e
    cdef int64_t number = 0
    cdef int placed
    for s in range(layer.shapes.size):
        placed = axes_placed(v, layer.shapes.tags[s])
        if is_behind(&v.axes, placed) != behind:
            continue
        for e in range(layer.first[s], layer.first[s + 1]):
            if e + PREFETCH_DISTANCE < layer.edges:
                prefetch_sets(g, layer.to[e + PREFETCH_DISTANCE])
            number = find_words(g, layer, s, e, placed, v.words, number)
            invariant(number <= WAITING + g.u.width)
            if number >= WAITING:
                add_up(v, g, layer, number, behind, entries, sums)
                number = 0
    add_up(v, g, layer, number, behind, entries, sums)


cdef void add_up(
    Vectors *v, Growing *g, Layer *layer, int64_t number, bint behind, entry_t *entries,
    entry_t *sums,
) noexcept nogil:
    """Add up the vectors at both ends of the edges in the collected words."""
    cdef Pair *pair
    cdef int64_t p
    number = find_pairs(v, g, layer, number, entries)
    for p in range(number):
        pair = &v.pairs[p]
        if behind:
            add_behind(
                &v.axes, pair.placed, v.axis[pair.option], v.label[pair.option],
                entries + pair.here, entries + pair.there,
            )
        else:
            add_before(
                &v.axes, pair.placed, v.axis[pair.option], v.label[pair.option],
                entries + pair.here, entries + pair.there, sums,
            )
