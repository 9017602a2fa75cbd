"""Vectors of counts over the labels of groups, and where they meet in the middle.

Design
------
Each group of labels is an axis of the result. Every solution lays exactly one label of each, so it
has one edge that lays a label of the `pivot`, an axis: there the counts meet. A state before the
pivot has a vector over the axes laid so far, of the ways from the root; one behind it a vector over
the axes still to lay, of the ways to the full board. `add_behind` makes those behind the pivot,
edge by edge from the full board down, `add_before` the others, from the root up, and adds the outer
products of both at the pivot's edges to the sums. The vectors are short, for they never hold the
pivot's labels, and few groups are open on either side. Without groups all states are behind the
pivot, and the root's vector is the count.

A vector is in row-major order, the axes in theirs. It is padded to a multiple of four entries, of
zeros, where it is not very short, for they are added by four; the sums have room for four more.
Axes begin zeroed, but for `number`, `instances` and `sizes`. Who includes this says what an entry_t
is, and that no entry leaves it.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free

from bits cimport bits_lowest64
from bounds cimport MAX_GROUPS
from memory cimport room


cdef struct Axes:
    int number
    int64_t instances
    int64_t sizes[MAX_GROUPS]    # labels of each axis
    int64_t steps[MAX_GROUPS]    # what one of them adds to a place in the sums
    int pivot                    # an axis, or -1
    # Of each set of axes: how many states have laid these, how many entries a vector over it has,
    # and how many the vector of a state takes that has laid these.
    int64_t *often
    int64_t *volume
    int64_t *taken
    int known                    # the axes laid of which `places` are known, or -1
    int64_t *places


cdef int make_axes(Axes *a) except -1:
    """Take the memory of axes, which free_axes frees whether this succeeds or not."""
    a.often = <int64_t *> room(1 << a.number, 8)
    a.volume = <int64_t *> room(1 << a.number, 8)
    a.taken = <int64_t *> room(1 << a.number, 8)
    a.places = <int64_t *> room(2 * a.instances, 8)
    return 0


cdef void free_axes(Axes *a) noexcept:
    free(a.often)
    free(a.volume)
    free(a.taken)
    free(a.places)


cdef inline bint is_behind(Axes *a, int laid) noexcept nogil:
    return a.pivot < 0 or laid >> a.pivot & 1


cdef inline int over(Axes *a, int laid) noexcept nogil:
    """The axes that the vector of a state is over."""
    return ((1 << a.number) - 1) & ~laid if is_behind(a, laid) else laid


cdef void choose_pivot(Axes *a) noexcept:
    """Take the pivot that makes the vectors of the states in `often` shortest in all, and set what
    follows from the sizes."""
    cdef int64_t cost, volume, step = 1
    cdef int64_t best = -1
    cdef int pivot = -1
    cdef int k, laid
    for k in range(a.number - 1, -1, -1):
        a.steps[k] = step
        step *= a.sizes[k]
    a.volume[0] = 1
    for laid in range(1, 1 << a.number):
        a.volume[laid] = a.volume[laid & (laid - 1)] * a.sizes[bits_lowest64(laid)]
    for k in range(a.number):
        a.pivot = k
        cost = 0
        for laid in range(1 << a.number):
            if a.often[laid]:
                cost += a.often[laid] * a.volume[over(a, laid)]
        if best < 0 or cost < best:
            best = cost
            pivot = k
    a.pivot = pivot
    a.known = -1
    for laid in range(1 << a.number):
        volume = a.volume[over(a, laid)]
        a.taken[laid] = (volume + 3) // 4 * 4 if volume > 2 else volume


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
    Axes *a, int axes, int axis, int64_t label, entry_t *shorter, entry_t *longer
) noexcept nogil:
    """Add a vector to the part with a label of one over `axes`, which has the label's axis more."""
    cdef int64_t high = a.volume[axes & ((1 << axis) - 1)]
    cdef int64_t low = a.volume[axes & ~((2 << axis) - 1)]
    cdef int64_t i, _
    longer += label * low
    for _ in range(high):
        for i in range(low):
            longer[i] += shorter[i]
        longer += low * a.sizes[axis]
        shorter += low


cdef inline void add_behind(
    Axes *a, int laid, int axis, int64_t label, entry_t *here, entry_t *there
) noexcept nogil:
    """Behind the pivot, add the vector after an edge to that of its state, which has `laid`; the
    axis is -1 where the edge lays no label."""
    if axis < 0:
        add_times(here, there, <entry_t> 1, a.taken[laid])
    else:
        add_label(a, over(a, laid), axis, label, there, here)


cdef inline void add_before(
    Axes *a, int laid, int axis, int64_t label, entry_t *here, entry_t *there, entry_t *sums
) noexcept nogil:
    """Before the pivot, add the vector of the state of an edge to that after it; at the pivot, let
    both meet in the sums."""
    cdef int after = laid | (1 << axis if axis >= 0 else 0)
    if axis < 0:
        add_times(there, here, <entry_t> 1, a.taken[laid])
    elif axis != a.pivot:
        add_label(a, after, axis, label, here, there)
    else:
        if a.known != laid:
            a.known = laid
            fill_places(a, laid, a.places)
            fill_places(a, over(a, after), a.places + a.instances)
        meet(a, laid, after, here, there, sums + label * a.steps[axis])


cdef inline void meet(
    Axes *a, int laid, int after, entry_t *before, entry_t *behind, entry_t *sums
) noexcept nogil:
    """Add the outer product of the vectors at both ends of an edge to the sums, whose places are
    filled in."""
    cdef int64_t *there = a.places + a.instances
    cdef int64_t number = a.volume[over(a, after)]
    cdef bint close = there[number - 1] == number - 1
    cdef int64_t i, j
    for i in range(a.volume[laid]):
        if before[i] == 0:
            continue
        if close:
            add_times(sums + a.places[i], behind, before[i], a.taken[after])
            continue
        for j in range(number):
            sums[a.places[i] + there[j]] += before[i] * behind[j]


cdef void fill_places(Axes *a, int axes, int64_t *places) noexcept nogil:
    """For each entry of a vector over some axes, where its labels lie in the sums; these rise."""
    cdef int64_t volume = 1
    cdef int64_t i, label
    cdef int k
    places[0] = 0
    for k in range(a.number):
        if axes >> k & 1:
            for i in range(volume - 1, -1, -1):
                for label in range(a.sizes[k] - 1, -1, -1):
                    places[i * a.sizes[k] + label] = places[i] + label * a.steps[k]
            volume *= a.sizes[k]
