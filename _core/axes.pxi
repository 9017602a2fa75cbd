"""Vectors of counts over the labels of groups, joined in the middle.

Design
------
Each group of labels is an axis of the result. Every solution places exactly one label of each
group, so exactly one edge of its path places a label of a chosen axis, the `pivot`: there the
counts are joined. A state before the pivot has a vector over the axes already placed, which counts
the paths from the root; a state behind the pivot has a vector over the remaining axes, which counts
the paths to the full board. `add_behind` computes the vectors behind the pivot, edge by edge from
the full board back. `add_before` computes the others from the root on, and at the edges of the
pivot adds the outer product of both vectors to the result, the sums. The vectors are short: they
never contain the pivot, and usually few groups are placed before it and few remain behind it.
Without groups all states are behind the pivot, and the root's vector is the count.

A vector is in row-major order, with the axes in their order. A vector of more than two entries is
padded with zeros to a multiple of four, because entries are added four at a time; the sums have
room for four more entries. An Axes is zeroed before use, except for `number`, `instances` and
`sizes`. The including file defines entry_t, and must reject the sums if an entry overflows it.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free

from bits cimport bits_lowest64
from bounds cimport MAX_GROUPS
from memory cimport allocate


cdef struct Axes:
    int number
    int64_t instances
    int64_t sizes[MAX_GROUPS]    # labels of each axis
    int64_t steps[MAX_GROUPS]    # the distance in the sums between consecutive labels of the axis
    int pivot                    # an axis, or -1
    # For each set of axes: the number of states that have placed exactly these axes; the number of
    # entries of a vector over these axes; and the number of entries, with padding, of the vector of
    # a state that has placed these axes.
    int64_t *state_count
    int64_t *volume
    int64_t *padded_volume
    int offsets_for              # the placed axes for which `offsets` was filled in, or -1
    int64_t *offsets


cdef int make_axes(Axes *a) except -1:
    """Allocate the arrays of `a`; the caller frees them with free_axes whether this succeeds or
    not."""
    a.state_count = <int64_t *> allocate(1 << a.number, 8)
    a.volume = <int64_t *> allocate(1 << a.number, 8)
    a.padded_volume = <int64_t *> allocate(1 << a.number, 8)
    a.offsets = <int64_t *> allocate(2 * a.instances, 8)
    return 0


cdef void free_axes(Axes *a) noexcept:
    free(a.state_count)
    free(a.volume)
    free(a.padded_volume)
    free(a.offsets)


cdef inline bint is_behind(Axes *a, int placed) noexcept nogil:
    return a.pivot < 0 or placed >> a.pivot & 1


cdef inline int axes_of(Axes *a, int placed) noexcept nogil:
    """Return the axes that the vector of a state ranges over."""
    return ((1 << a.number) - 1) & ~placed if is_behind(a, placed) else placed


cdef void choose_pivot(Axes *a) noexcept:
    """Choose the pivot with the smallest total length of the vectors of all states, and set every
    field that follows from the sizes and the pivot."""
    cdef int64_t cost, volume, step = 1
    cdef int64_t best = -1
    cdef int pivot = -1
    cdef int k, placed
    for k in range(a.number - 1, -1, -1):
        a.steps[k] = step
        step *= a.sizes[k]
    a.volume[0] = 1
    for placed in range(1, 1 << a.number):
        a.volume[placed] = a.volume[placed & (placed - 1)] * a.sizes[bits_lowest64(placed)]
    for k in range(a.number):
        a.pivot = k
        cost = 0
        for placed in range(1 << a.number):
            if a.state_count[placed]:
                cost += a.state_count[placed] * a.volume[axes_of(a, placed)]
        if best < 0 or cost < best:
            best = cost
            pivot = k
    a.pivot = pivot
    a.offsets_for = -1
    for placed in range(1 << a.number):
        volume = a.volume[axes_of(a, placed)]
        a.padded_volume[placed] = (volume + 3) // 4 * 4 if volume > 2 else volume


cdef inline void add_times(
    entry_t *target, entry_t *source, entry_t times, int64_t number
) noexcept nogil:
    """Add `number` entries of `source`, multiplied by `times`, to `target`."""
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
    """Add the vector `shorter` to the entries of `longer` with the given label of `axis`. `longer`
    ranges over `axes`, which contain `axis`; `shorter` ranges over the same axes without `axis`."""
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
    Axes *a, int placed, int axis, int64_t label, entry_t *here, entry_t *there
) noexcept nogil:
    """Behind the pivot, add `there`, the vector of an edge's target, to `here`, the vector of the
    edge's source, which has placed the axes `placed`. The axis is -1 if the edge places no
    label."""
    if axis < 0:
        add_times(here, there, <entry_t> 1, a.padded_volume[placed])
    else:
        add_label(a, axes_of(a, placed), axis, label, there, here)


cdef inline void add_before(
    Axes *a, int placed, int axis, int64_t label, entry_t *here, entry_t *there, entry_t *sums
) noexcept nogil:
    """Before the pivot, add the vector `here` of an edge's source to the vector `there` of its
    target; at the pivot, add their outer product to the sums."""
    cdef int after = placed | (1 << axis if axis >= 0 else 0)
    if axis < 0:
        add_times(there, here, <entry_t> 1, a.padded_volume[placed])
    elif axis != a.pivot:
        add_label(a, after, axis, label, here, there)
    else:
        if a.offsets_for != placed:
            a.offsets_for = placed
            fill_offsets(a, placed, a.offsets)
            fill_offsets(a, axes_of(a, after), a.offsets + a.instances)
        meet(a, placed, after, here, there, sums + label * a.steps[axis])


cdef inline void meet(
    Axes *a, int placed, int after, entry_t *before, entry_t *behind, entry_t *sums
) noexcept nogil:
    """Add the outer product of the vectors at both ends of an edge to the sums. The caller has
    filled in `offsets`."""
    cdef int64_t *behind_offsets = a.offsets + a.instances
    cdef int64_t number = a.volume[axes_of(a, after)]
    # Offsets rise strictly, so if the last of them is number - 1 they are 0, 1, 2, ..., and the
    # entries are contiguous in the sums as well.
    cdef bint contiguous = behind_offsets[number - 1] == number - 1
    cdef int64_t i, j
    for i in range(a.volume[placed]):
        if before[i] == 0:
            continue
        if contiguous:
            add_times(sums + a.offsets[i], behind, before[i], a.padded_volume[after])
            continue
        for j in range(number):
            sums[a.offsets[i] + behind_offsets[j]] += before[i] * behind[j]


cdef void fill_offsets(Axes *a, int axes, int64_t *offsets) noexcept nogil:
    """Set, for each entry of a vector over `axes`, the offset of its labels in the sums; offsets
    rise."""
    cdef int64_t volume = 1
    cdef int64_t i, label
    cdef int k
    offsets[0] = 0
    for k in range(a.number):
        if axes >> k & 1:
            # Downwards, so that offsets[i] is read before it is overwritten.
            for i in range(volume - 1, -1, -1):
                for label in range(a.sizes[k] - 1, -1, -1):
                    offsets[i * a.sizes[k] + label] = offsets[i] + label * a.steps[k]
            volume *= a.sizes[k]
