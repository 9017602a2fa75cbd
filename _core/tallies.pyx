"""Tallies of counters: what is kept of the counts of one instance.

The arrays are those of calpuzzle/design/tally.py, one entry a set; this checks that they are as
long as the counters.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t


def fold(
    uint32_t[::1] counters, bint exists, uint16_t[::1] unsolved, uint16_t[::1] unsolved_existing,
    uint16_t[::1] unique, uint32_t[::1] fewest, uint32_t[::1] most, uint64_t[::1] total
):
    """Add an instance to a tally, and set the counters to 0; the sum of the counters."""
    cdef Py_ssize_t s, sets = counters.shape[0]
    cdef uint32_t count
    cdef uint16_t none
    cdef uint64_t sum = 0
    if (
        unsolved.shape[0] != sets or unsolved_existing.shape[0] != sets or unique.shape[0] != sets
        or fewest.shape[0] != sets or most.shape[0] != sets or total.shape[0] != sets
    ):
        raise ValueError("a tally has an entry a set")
    with nogil:
        for s in range(sets):
            count = counters[s]
            counters[s] = 0
            none = count == 0
            unsolved[s] += none
            unsolved_existing[s] += none & exists
            unique[s] += count == 1
            fewest[s] = min(fewest[s], count)
            most[s] = max(most[s], count)
            total[s] += count
            sum += count
    return sum
