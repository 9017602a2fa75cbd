"""Counts of all instances of a diagram that is written, from vectors that meet in the middle.

axes.pxi says how. The vectors lie in one block, that of state s from offset[s] on. Where a state
lies on a way from the root, no entry of its vector is larger than the total, which arrays.pyx has
found to fit; where the total fits 32 bits, so do the entries. What lies on none meets nothing but
zeros. The caller has checked that the result has one entry an instance. How many states and
instances there are is bounded so that no sum of lengths of vectors leaves 63 bits.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from calpuzzle._core.arrays cimport Arrays, Option, total_of

ctypedef fused entry_t:
    uint32_t
    uint64_t

include "axes.pxi"


cdef int count_all(Arrays *a, int64_t *result, int64_t bound) except -1:
    """Set `result` to the solutions of every instance; the diagram has states. Raises OverflowError
    where the vectors take more than `bound` bytes."""
    cdef Axes x
    cdef void *vectors = NULL
    cdef void *sums = NULL
    cdef int64_t *offset = NULL
    cdef int64_t s
    cdef int64_t needed = 0
    cdef bint narrow = total_of(a) < <uint64_t> 1 << 32
    if not a.groups:
        result[0] = <int64_t> total_of(a)
        return 0
    memset(&x, 0, sizeof(Axes))
    x.number = a.groups
    x.instances = a.instances
    for s in range(a.groups):
        x.sizes[s] = a.sizes[s]
    try:
        make_axes(&x)
        for s in range(a.states):
            x.often[a.state[s].laid] += 1
        choose_pivot(&x)
        offset = <int64_t *> room(a.states, 8)
        for s in range(a.states):
            offset[s] = needed
            needed += x.taken[a.state[s].laid]
            if needed > bound // 8:
                raise OverflowError("the vectors are past the memory bound")
        vectors = room(needed, 4 if narrow else 8)
        sums = room(a.instances + 4, 4 if narrow else 8)
        with nogil:
            if narrow:
                run_vectors(a, &x, offset, <uint32_t *> vectors, <uint32_t *> sums, result)
            else:
                run_vectors(a, &x, offset, <uint64_t *> vectors, <uint64_t *> sums, result)
    finally:
        free(offset)
        free(vectors)
        free(sums)
        free_axes(&x)
    return 0


cdef void run_vectors(
    Arrays *a, Axes *x, int64_t *offset, entry_t *vectors, entry_t *sums, int64_t *result
) noexcept nogil:
    """Make the vectors behind the pivot, those before it, and from these the result."""
    cdef int64_t s
    vectors[offset[a.states - 1]] = 1
    for s in range(a.states - 2, -1, -1):
        if is_behind(x, a.state[s].laid):
            go_through(a, x, s, True, offset, vectors, sums)
    vectors[0] = 1
    for s in range(a.states):
        if not is_behind(x, a.state[s].laid):
            go_through(a, x, s, False, offset, vectors, sums)
    for s in range(a.instances):
        result[s] = <int64_t> sums[s]


cdef inline void go_through(
    Arrays *a, Axes *x, int64_t s, bint behind, int64_t *offset, entry_t *vectors, entry_t *sums
) noexcept nogil:
    """Add up the vectors at both ends of the edges of a state."""
    cdef int laid = a.state[s].laid
    cdef int64_t e, label
    cdef Option *o
    cdef entry_t *there
    for e in range(a.state[s].first, a.state[s + 1].first):
        there = vectors + offset[a.to[e]]
        o = &a.options[a.option[e]]
        label = o.instance // a.strides[o.group] if o.group >= 0 else 0
        if behind:
            add_behind(x, laid, o.group, label, vectors + offset[s], there)
        else:
            add_before(x, laid, o.group, label, vectors + offset[s], there, sums)
