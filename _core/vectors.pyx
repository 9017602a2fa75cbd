"""Counts of all instances, from vectors that meet in the middle.

Design
------
The counts meet in the edges that lay a label of one group, the `pivot`: every solution has exactly
one of them. A state before the pivot has a vector over the labels of the groups laid so far,
counting the ways from the root; a state behind it a vector over the groups still to lay, counting
the ways to the full board. At a pivot edge the outer product of the two goes into the counts. The
vectors are short, for they never hold the pivot's labels, and few groups are open on either side.

A vector over some groups is an array in row-major order, the groups in their order. `complete`
makes those behind the pivot by a scan from the full board down, `join` then those before it by a
scan up. They lie in one block, that of state s from offset[s] on.

Where a state lies on a way from the root, no entry of its vector is larger than the total, which
arrays.pyx has found to fit; where the total fits 32 bits, so do the entries. What lies on none
meets nothing but zeros. The caller has checked that the result has one entry an instance. How many
states and instances there are is bounded so that no sum of lengths of vectors leaves 63 bits.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from calpuzzle._core.arrays cimport Arrays, Option, total_of
from memory cimport room

ctypedef fused entry_t:
    uint32_t
    uint64_t


cdef int count_all(Arrays *a, int64_t *result, int64_t bound) except -1:
    """Set `result` to the solutions of every instance; the diagram has states. Raises OverflowError
    where the vectors take more than `bound` bytes."""
    cdef void *vectors = NULL
    cdef int64_t *places = NULL
    cdef int64_t needed
    cdef int pivot
    cdef bint narrow = total_of(a) < <uint64_t> 1 << 32
    cdef int64_t *offset
    if not a.groups:
        result[0] = <int64_t> total_of(a)
        return 0
    pivot = best_pivot(a)
    offset = <int64_t *> room(a.states, 8)
    try:
        needed = set_offsets(a, pivot, offset, bound // 8)
        if needed < 0:
            raise OverflowError("the vectors are past the memory bound")
        vectors = room(needed, 4 if narrow else 8)
        places = <int64_t *> room(2 * a.instances, 8)
        memset(result, 0, a.instances * sizeof(int64_t))
        with nogil:
            if narrow:
                complete(a, pivot, offset, <uint32_t *> vectors)
                join(a, pivot, offset, <uint32_t *> vectors, places, result)
            else:
                complete(a, pivot, offset, <uint64_t *> vectors)
                join(a, pivot, offset, <uint64_t *> vectors, places, result)
    finally:
        free(offset)
        free(vectors)
        free(places)
    return 0


cdef inline int everything(Arrays *a) noexcept nogil:
    """The bit set of all groups."""
    return (1 << a.groups) - 1


cdef int64_t volume_of(Arrays *a, int groups) noexcept nogil:
    """How many combinations of labels the groups of the bit set have."""
    cdef int64_t product = 1
    cdef int g
    for g in range(a.groups):
        if groups >> g & 1:
            product *= a.sizes[g]
    return product


cdef inline int64_t behind(Arrays *a, int group, int groups) noexcept nogil:
    """In a vector over `groups`, the step of one label of `group`."""
    return volume_of(a, groups & ~((2 << group) - 1))


cdef inline int vector_groups(Arrays *a, int pivot, int laid) noexcept nogil:
    """The groups of the vector of a state with these groups laid."""
    return everything(a) & ~laid if laid >> pivot & 1 else laid


cdef int best_pivot(Arrays *a) except -1:
    """The group whose choice as the pivot makes the vectors shortest in all."""
    cdef int64_t *often = <int64_t *> room(1 << a.groups, 8)
    cdef int64_t s, cost
    cdef int64_t best = -1
    cdef int pivot = 0
    cdef int g, laid
    for s in range(a.states):
        often[a.state[s].laid] += 1
    for g in range(a.groups):
        cost = 0
        for laid in range(1 << a.groups):
            if often[laid]:
                cost += often[laid] * volume_of(a, vector_groups(a, g, laid))
        if best < 0 or cost < best:
            best = cost
            pivot = g
    free(often)
    return pivot


cdef int64_t set_offsets(Arrays *a, int pivot, int64_t *offset, int64_t most) noexcept nogil:
    """Where the vector of each state begins; how many entries they have in all, or -1 where that
    is more than `most`."""
    cdef int64_t s
    cdef int64_t needed = 0
    for s in range(a.states):
        offset[s] = needed
        needed += volume_of(a, vector_groups(a, pivot, a.state[s].laid))
        if needed > most:
            return -1
    return needed


cdef inline void add_label(
    Arrays *a, Option *o, int64_t low, int64_t high, entry_t *source, entry_t *target
) noexcept nogil:
    """Add a vector to the part with the label `o` of one that has a group more: `high` stretches of
    `low` entries, before and behind which the groups are the same."""
    cdef int64_t i, _
    target += o.instance // a.strides[o.group] * low
    for _ in range(high):
        for i in range(low):
            target[i] += source[i]
        target += low * a.sizes[o.group]
        source += low


cdef void complete(Arrays *a, int pivot, int64_t *offset, entry_t *vectors) noexcept nogil:
    """The vectors of the states behind the pivot."""
    cdef int64_t s, e, i, low, volume
    cdef int groups
    cdef Option *o
    cdef entry_t *mine
    cdef entry_t *theirs
    vectors[offset[a.states - 1]] = 1
    for s in range(a.states - 2, -1, -1):
        if not a.state[s].laid >> pivot & 1:
            continue
        groups = everything(a) & ~a.state[s].laid
        volume = volume_of(a, groups)
        mine = vectors + offset[s]
        for e in range(a.state[s].first, a.state[s + 1].first):
            theirs = vectors + offset[a.to[e]]
            o = &a.options[a.option[e]]
            if o.group < 0:
                for i in range(volume):
                    mine[i] += theirs[i]
            else:
                low = behind(a, o.group, groups)
                add_label(a, o, low, volume // (low * a.sizes[o.group]), theirs, mine)


cdef void join(
    Arrays *a, int pivot, int64_t *offset, entry_t *vectors, int64_t *places, int64_t *result
) noexcept nogil:
    """The vectors of the states before the pivot, and the counts where they meet the others."""
    cdef int64_t s, e, i, low, volume
    cdef int laid, known = -1
    cdef Option *o
    cdef entry_t *mine
    cdef entry_t *theirs
    vectors[0] = 1
    for s in range(a.states):
        laid = a.state[s].laid
        if laid >> pivot & 1:
            continue
        volume = volume_of(a, laid)
        mine = vectors + offset[s]
        for e in range(a.state[s].first, a.state[s + 1].first):
            theirs = vectors + offset[a.to[e]]
            o = &a.options[a.option[e]]
            if o.group < 0:
                for i in range(volume):
                    theirs[i] += mine[i]
            elif o.group != pivot:
                low = behind(a, o.group, laid)
                add_label(a, o, low, volume // low, mine, theirs)
            else:
                if known != laid:
                    known = laid
                    fill_places(a, laid, places)
                    fill_places(a, beyond(a, laid, pivot), places + volume)
                meet(
                    o.instance, mine, volume, places,
                    theirs, volume_of(a, beyond(a, laid, pivot)), places + volume, result,
                )


cdef inline int beyond(Arrays *a, int laid, int pivot) noexcept nogil:
    """The groups that are neither laid nor the pivot."""
    return everything(a) & ~laid & ~(1 << pivot)


cdef inline void meet(
    int64_t instance, entry_t *before, int64_t volume, int64_t *places,
    entry_t *after, int64_t volume_after, int64_t *places_after, int64_t *result,
) noexcept nogil:
    """Add the outer product of two vectors to the counts."""
    cdef int64_t i, j
    cdef int64_t *there
    for i in range(volume):
        if before[i]:
            there = result + instance + places[i]
            for j in range(volume_after):
                there[places_after[j]] += <int64_t> before[i] * <int64_t> after[j]


cdef void fill_places(Arrays *a, int groups, int64_t *places) noexcept nogil:
    """For each entry of a vector over `groups`, what its labels add to the instance."""
    cdef int64_t volume = 1
    cdef int64_t i
    cdef int g
    cdef int64_t label
    places[0] = 0
    for g in range(a.groups):
        if groups >> g & 1:
            for i in range(volume - 1, -1, -1):
                for label in range(a.sizes[g] - 1, -1, -1):
                    places[i * a.sizes[g] + label] = places[i] + label * a.strides[g]
            volume *= a.sizes[g]
