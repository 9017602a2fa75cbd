"""The counts of all instances, from the shapes of a diagram that has been thinned: no state is
written for it, and no edge.

Design
------
The counts meet as in vectors.pyx: in the edges that lay a label of one group, the `pivot`. A state
before it has a vector over the groups laid so far, of the ways from the root; one behind it a
vector over the groups still to lay, of the ways to the full board. `complete` makes those behind
the pivot, from the full board down, `join` the others, from the root up, and adds the outer
products of both at the pivot's edges to `sums`. Without groups all states are behind the pivot, and
the root's vector is the count.

The groups are renumbered as *axes*, those that most states have laid first: then the entries of a
vector behind the pivot are mostly neighbours in the sums, too. States are numbered apart for each
set of axes laid, for their vectors are equally long and lie in one block. A vector is padded to a
multiple of four entries, of zeros, where it is not very short, for they are added by four.

Entries are floating-point numbers. Sums and products of whole numbers up to 2^24 are exact in a
`float`, those up to 2^53 in a `double`; where a result is larger, it is rounded, but not below that
bound, and nothing that is added or multiplied later makes it smaller: each state that is left lies
on a way from the root to the full board, so that its entries reach the sums, multiplied by 1 or
more. So where all sums are below the bound, nothing was rounded, and they are right. Where some are
not, `count_shapes` says so.

The caller has checked that the result has one entry an instance. The blocks are counted against the
bound of the growth.
"""

ctypedef fused entry_t:
    float
    double


cdef enum:
    WAITING = 128                # words of sets that are found before they are gone through


cdef struct Word:
    # Where an edge of shapes meets sets of its target: the word of both, moved to the target's
    # place; the words at both ends; the edge's option, and the axes laid before it.
    uint64_t both
    int64_t here
    int64_t there
    Layer *target
    int32_t option
    int32_t laid


cdef struct Pair:
    # The states at both ends of an edge: where their vectors begin, the edge's option, and the axes
    # laid before it.
    int64_t here
    int64_t there
    int32_t option
    int32_t laid


cdef struct Vectors:
    int axes
    uint64_t bits[MAX_GROUPS]    # of each axis, its bit in the word `used`
    int64_t sizes[MAX_GROUPS]    # its labels
    int64_t given[MAX_GROUPS]    # what one label adds to the number of an instance
    int64_t steps[MAX_GROUPS]    # and to a place in the sums
    int64_t instances
    int pivot                    # an axis, or -1
    # Of each option the axis of its label, -1 for a piece, and the number of the label there.
    int32_t *axis
    int32_t *label
    # Of each set of axes: how many entries a vector over it has; of those that some states have
    # laid: how many states these are, how many entries the vector of one takes, and where their
    # block begins.
    int64_t *volume
    int64_t *often
    int64_t *taken
    int64_t *offset
    int64_t needed               # entries of all blocks
    # What waits: room for WAITING words and those of one more edge, and all pairs of so many.
    Word *words
    Pair *pairs
    int64_t *places              # room for `fill_places`, twice


cdef int set_vectors(Vectors *v, Growing *g, shape) except -1:
    """Set the axes as the groups are numbered; `v` is zeroed before, and freed by free_vectors
    whether this succeeds or not."""
    cdef Tables *t = &g.t
    cdef int i, k
    v.axes = len(shape)
    if v.axes != t.groups:
        raise ValueError("the shape has not one axis a group")
    v.instances = 1
    for k in range(v.axes - 1, -1, -1):
        if not 1 <= shape[k] <= MAX_INSTANCES:
            raise ValueError("a group has no labels, or too many")
        v.bits[k] = t.group_bits[k]
        v.sizes[k] = shape[k]
        v.given[k] = v.instances
        v.instances *= v.sizes[k]
        if v.instances > MAX_INSTANCES:
            raise ValueError("too many instances")
    v.axis = <int32_t *> room(t.options, 4)
    v.label = <int32_t *> room(t.options, 4)
    v.volume = <int64_t *> room(1 << v.axes, 8)
    v.often = <int64_t *> room(1 << v.axes, 8)
    v.taken = <int64_t *> room(1 << v.axes, 8)
    v.offset = <int64_t *> room(1 << v.axes, 8)
    v.words = <Word *> room(WAITING + g.u.width, sizeof(Word))
    v.pairs = <Pair *> room(64 * (WAITING + g.u.width), sizeof(Pair))
    v.places = <int64_t *> room(2 * v.instances, 8)
    order_axes(v, g)
    for i in range(t.options):
        v.axis[i] = -1
        if g.u.piece[i] < 0:
            set_label(v, t, i)
    return 0


cdef void free_vectors(Vectors *v) noexcept:
    free(v.axis)
    free(v.label)
    free(v.volume)
    free(v.often)
    free(v.taken)
    free(v.offset)
    free(v.words)
    free(v.pairs)
    free(v.places)


cdef int set_label(Vectors *v, Tables *t, int i) except -1:
    """Set the axis and the number of a label."""
    cdef int k
    for k in range(v.axes):
        if t.add[i] == v.bits[k]:
            v.axis[i] = k
            break
    else:
        raise ValueError("a label belongs to no group")
    if not 0 <= t.instance[i] // v.given[k] < v.sizes[k] or t.instance[i] % v.given[k]:
        raise ValueError("a label is out of range")
    v.label[i] = <int32_t> (t.instance[i] // v.given[k])
    return 0


cdef inline int axes_laid(Vectors *v, uint64_t groups) noexcept nogil:
    """The axes of the groups laid, as bits."""
    cdef int laid = 0
    cdef int k
    for k in range(v.axes):
        if groups & v.bits[k]:
            laid |= 1 << k
    return laid


cdef void count_states(Vectors *v, Growing *g) noexcept nogil:
    """Count the states of each set of axes."""
    cdef Layer *layer
    cdef int64_t s
    cdef int place
    for place in range(g.t.places + 1):
        layer = &g.layers[place]
        for s in range(layer.shapes.size):
            v.often[axes_laid(v, layer.shapes.tags[s])] += layer.states[s]


cdef void order_axes(Vectors *v, Growing *g) noexcept:
    """Put the axes that most states have laid first, and set what follows from their order."""
    cdef int64_t laid[MAX_GROUPS]
    cdef int64_t step = 1
    cdef int set_, k, other
    count_states(v, g)
    for k in range(v.axes):
        laid[k] = 0
        for set_ in range(1 << v.axes):
            if set_ >> k & 1:
                laid[k] += v.often[set_]
    for k in range(v.axes):
        for other in range(k, 0, -1):
            if laid[other] <= laid[other - 1]:
                break
            laid[other], laid[other - 1] = laid[other - 1], laid[other]
            v.bits[other], v.bits[other - 1] = v.bits[other - 1], v.bits[other]
            v.sizes[other], v.sizes[other - 1] = v.sizes[other - 1], v.sizes[other]
            v.given[other], v.given[other - 1] = v.given[other - 1], v.given[other]
    for k in range(v.axes - 1, -1, -1):
        v.steps[k] = step
        step *= v.sizes[k]
    memset(v.often, 0, <size_t> 8 << v.axes)
    count_states(v, g)
    v.volume[0] = 1
    for set_ in range(1, 1 << v.axes):
        k = bits_lowest64(set_)
        v.volume[set_] = v.volume[set_ & (set_ - 1)] * v.sizes[k]
    choose_pivot(v)


cdef inline bint is_behind(Vectors *v, int laid) noexcept nogil:
    return v.pivot < 0 or laid >> v.pivot & 1


cdef inline int over(Vectors *v, int laid) noexcept nogil:
    """The axes that the vector of a state is over."""
    return ((1 << v.axes) - 1) & ~laid if is_behind(v, laid) else laid


cdef void choose_pivot(Vectors *v) noexcept:
    """Take the pivot that makes the vectors shortest in all, and place the blocks."""
    cdef int64_t cost, volume
    cdef int64_t best = -1
    cdef int pivot = -1
    cdef int k, laid
    for k in range(v.axes):
        v.pivot = k
        cost = 0
        for laid in range(1 << v.axes):
            if v.often[laid]:
                cost += v.often[laid] * v.volume[over(v, laid)]
        if best < 0 or cost < best:
            best = cost
            pivot = k
    v.pivot = pivot
    cost = 0
    for laid in range(1 << v.axes):
        if v.often[laid]:
            volume = v.volume[over(v, laid)]
            v.taken[laid] = (volume + 3) // 4 * 4 if volume > 2 else volume
            v.offset[laid] = cost
            cost += v.often[laid] * v.taken[laid]
    v.needed = cost


cdef int rank_states(Vectors *v, Growing *g) noexcept nogil:
    """Number the states apart for each set of axes laid."""
    cdef Layer *layer
    cdef int64_t s, k
    cdef int place, laid, code
    memset(v.often, 0, <size_t> 8 << v.axes)
    for place in range(g.t.places + 1):
        layer = &g.layers[place]
        if not layer.shapes.size:
            continue
        if layer.rank == NULL:
            code = reserve(&g.memory, <void **> &layer.rank, 0, layer.shapes.size * g.u.width * 4)
            if code:
                return code
        for s in range(layer.shapes.size):
            laid = axes_laid(v, layer.shapes.tags[s])
            for k in range(s * g.u.width, (s + 1) * g.u.width):
                layer.rank[k] = <uint32_t> v.often[laid]
                v.often[laid] += bits_count64(layer.shapes.values[k])
            if v.often[laid] >> 32:
                return OVER_BOUND
    return 0


cdef int count_shapes(Vectors *v, Growing *g, bint wide, int64_t *result) except -1:
    """Set `result` to the solutions of every instance; whether the entries were wide enough,
    `double` where that is asked for. Raises OverflowError past the bound, and MemoryError."""
    cdef int64_t size = 8 if wide else 4
    cdef int64_t needed = (v.needed + v.instances + 4) * size
    cdef void *entries
    cdef void *sums
    cdef bint right = False
    cdef int code = rank_states(v, g)
    if code == NO_MEMORY:
        raise MemoryError
    if code == OVER_BOUND or g.memory.bytes + needed > g.memory.bound:
        raise OverflowError("the vectors are past the memory bound")
    g.memory.most = max(g.memory.most, g.memory.bytes + needed)
    entries = room(v.needed, size)
    sums = calloc(v.instances + 4, size)
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
    """Make all vectors and the sums, and from these the result; whether they are right."""
    cdef int place
    if v.often[(1 << v.axes) - 1]:
        # The full board is the last state of its block.
        entries[v.offset[(1 << v.axes) - 1] + v.often[(1 << v.axes) - 1] - 1] = 1
    for place in range(g.t.places - 1, -1, -1):
        go_through(v, g, place, True, entries, sums)
    # The root is the first state of its block.
    if v.pivot < 0:
        sums[0] = entries[0]
    elif v.often[0]:
        entries[v.offset[0]] = 1
        for place in range(g.t.places):
            go_through(v, g, place, False, entries, sums)
    return write_counts(v, sums, result)


cdef bint write_counts(Vectors *v, entry_t *sums, int64_t *result) noexcept nogil:
    """Write the sums where the instances are; whether all are below the bound of their type, and
    the total fits 62 bits."""
    cdef double bound = 9007199254740992.0
    cdef double total = 0
    cdef int64_t n, rest, at
    cdef int k
    if entry_t is float:
        bound = 16777216.0
    for n in range(v.instances):
        # Not turned round: what is no number is below nothing.
        if not sums[n] < bound:
            return False
        total += sums[n]
        rest = n
        at = 0
        for k in range(v.axes):
            at += rest // v.steps[k] * v.given[k]
            rest %= v.steps[k]
        result[at] = <int64_t> sums[n]
    return total < 4611686018427387904.0


cdef inline int64_t find_words(
    Growing *g, Layer *layer, int64_t s, int64_t e, int laid, Word *words, int64_t number
) noexcept nogil:
    """Add to so many words those where edge e of shape s meets sets; how many there are then."""
    cdef Sets *u = &g.u
    cdef int option = layer.option[e]
    cdef int piece = u.piece[option]
    cdef int area = layer.area[s]
    cdef Layer *target = &g.layers[layer.to[e] >> INDEX_BITS]
    cdef int64_t here = s * u.width
    cdef int64_t there = <int64_t> (layer.to[e] & INDEX_MASK) * u.width
    cdef uint64_t *sets = layer.shapes.values
    cdef uint64_t *after = target.shapes.values
    cdef uint64_t allow
    cdef int r, k, shift, at
    cdef Run run
    # A word where nothing meets is written over by the next one: that costs less than a branch.
    if piece < 0:
        for k in range(u.words[area]):
            words[number].both = sets[here + k] & after[there + k]
            words[number].here = here + k
            words[number].there = there + k
            words[number].target = target
            words[number].option = option
            words[number].laid = laid
            number += words[number].both != 0
        return number
    allow = u.allow[piece]
    shift = u.shift[piece]
    at = area * u.classes + piece
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
            words[number].laid = laid
            number += words[number].both != 0
    return number


cdef int64_t find_pairs(
    Vectors *v, Growing *g, Layer *layer, int64_t number, entry_t *entries
) noexcept nogil:
    """Find the states of so many words that wait, and fetch the vectors that lie far off; how many
    pairs of states."""
    cdef Word *word
    cdef Pair *pair = v.pairs
    cdef int64_t n, here, there, taken, taken_after
    cdef uint64_t both, below, sets, after
    cdef int shift, after_laid
    for n in range(number):
        word = &v.words[n]
        both = word.both
        sets = layer.shapes.values[word.here]
        after = word.target.shapes.values[word.there]
        shift = g.u.shift[g.u.piece[word.option]] if g.u.piece[word.option] >= 0 else 0
        after_laid = word.laid
        if v.axis[word.option] >= 0:
            after_laid |= 1 << v.axis[word.option]
        taken = v.taken[word.laid]
        taken_after = v.taken[after_laid]
        here = v.offset[word.laid] + taken * <int64_t> layer.rank[word.here]
        there = v.offset[after_laid] + taken_after * <int64_t> word.target.rank[word.there]
        while both:
            below = (both & (~both + 1)) - 1
            both &= both - 1
            pair.option = word.option
            pair.laid = word.laid
            pair.here = here + taken * bits_count64(sets & (below >> shift))
            pair.there = there + taken_after * bits_count64(after & below)
            bits_fetch(entries + pair.there)
            pair += 1
    return pair - v.pairs


cdef inline void add_times(
    entry_t *target, entry_t *source, entry_t times, int64_t number
) noexcept nogil:
    """Add so many entries, multiplied, to others."""
    cdef entry_t a, b, c, d
    cdef int64_t k = 0
    while k + 4 <= number:
        a = target[k] + source[k] * times
        b = target[k + 1] + source[k + 1] * times
        c = target[k + 2] + source[k + 2] * times
        d = target[k + 3] + source[k + 3] * times
        target[k] = a
        target[k + 1] = b
        target[k + 2] = c
        target[k + 3] = d
        k += 4
    while k < number:
        target[k] += source[k] * times
        k += 1


cdef inline void add_label(
    Vectors *v, int axes, int axis, int label, entry_t *shorter, entry_t *longer
) noexcept nogil:
    """Add a vector to the part with a label of one over `axes`, which has the label's axis more."""
    cdef int64_t high = v.volume[axes & ((1 << axis) - 1)]
    cdef int64_t low = v.volume[axes & ~((2 << axis) - 1)]
    cdef int64_t i, _
    longer += label * low
    for _ in range(high):
        for i in range(low):
            longer[i] += shorter[i]
        longer += low * v.sizes[axis]
        shorter += low


cdef void go_through(
    Vectors *v, Growing *g, int place, bint behind, entry_t *entries, entry_t *sums
) noexcept nogil:
    """Go through the edges of the states of a layer that are behind the pivot, or of the others,
    and add up the vectors. What is needed of far shapes and states is fetched some steps ahead."""
    cdef Layer *layer = &g.layers[place]
    cdef int64_t s, e
    cdef int64_t number = 0
    cdef int laid
    for s in range(layer.shapes.size):
        laid = axes_laid(v, layer.shapes.tags[s])
        if is_behind(v, laid) != behind:
            continue
        for e in range(layer.first[s], layer.first[s + 1]):
            if e + AHEAD < layer.edges:
                fetch_sets(g, layer.to[e + AHEAD])
            number = find_words(g, layer, s, e, laid, v.words, number)
            if number >= WAITING:
                add_up(v, g, layer, number, behind, entries, sums)
                number = 0
    add_up(v, g, layer, number, behind, entries, sums)


cdef void add_up(
    Vectors *v, Growing *g, Layer *layer, int64_t number, bint behind, entry_t *entries,
    entry_t *sums,
) noexcept nogil:
    """Add up the vectors of the states of so many words that wait."""
    number = find_pairs(v, g, layer, number, entries)
    if behind:
        complete(v, number, entries)
    else:
        join(v, number, entries, sums)


cdef void complete(Vectors *v, int64_t number, entry_t *entries) noexcept nogil:
    """Behind the pivot, add the vectors after so many edges to those before them."""
    cdef Pair *pair
    cdef int64_t p
    cdef int axis
    for p in range(number):
        pair = &v.pairs[p]
        axis = v.axis[pair.option]
        if axis < 0:
            add_times(
                entries + pair.here, entries + pair.there, <entry_t> 1, v.taken[pair.laid]
            )
        else:
            add_label(
                v, over(v, pair.laid), axis, v.label[pair.option], entries + pair.there,
                entries + pair.here,
            )


cdef void join(Vectors *v, int64_t number, entry_t *entries, entry_t *sums) noexcept nogil:
    """Before the pivot, add the vectors before so many edges to those after them; at the pivot,
    meet these."""
    cdef Pair *pair
    cdef int64_t p
    cdef int axis, after
    cdef int known = -1
    cdef entry_t *here
    cdef entry_t *there
    for p in range(number):
        pair = &v.pairs[p]
        here = entries + pair.here
        there = entries + pair.there
        axis = v.axis[pair.option]
        if axis < 0:
            add_times(there, here, <entry_t> 1, v.taken[pair.laid])
            continue
        after = pair.laid | 1 << axis
        if axis != v.pivot:
            add_label(v, after, axis, v.label[pair.option], here, there)
        else:
            if known != pair.laid:
                known = pair.laid
                fill_places(v, known, v.places)
                fill_places(v, over(v, after), v.places + v.instances)
            meet(v, known, after, here, there, sums + v.label[pair.option] * v.steps[axis])


cdef inline void meet(
    Vectors *v, int laid, int after, entry_t *before, entry_t *behind, entry_t *sums
) noexcept nogil:
    """Add the outer product of the vectors at both ends of an edge to the sums, whose places are
    filled in."""
    cdef int64_t *there = v.places + v.instances
    cdef int64_t number = v.volume[over(v, after)]
    cdef bint close = there[number - 1] == number - 1
    cdef int64_t i, j
    for i in range(v.volume[laid]):
        if before[i] == 0:
            continue
        if close:
            add_times(sums + v.places[i], behind, before[i], v.taken[after])
            continue
        for j in range(number):
            sums[v.places[i] + there[j]] += before[i] * behind[j]


cdef void fill_places(Vectors *v, int axes, int64_t *places) noexcept nogil:
    """For each entry of a vector over some axes, where its labels lie in the sums; these rise."""
    cdef int64_t volume = 1
    cdef int64_t i, label
    cdef int k
    places[0] = 0
    for k in range(v.axes):
        if axes >> k & 1:
            for i in range(volume - 1, -1, -1):
                for label in range(v.sizes[k] - 1, -1, -1):
                    places[i * v.sizes[k] + label] = places[i] + label * v.steps[k]
            volume *= v.sizes[k]
