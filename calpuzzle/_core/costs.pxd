# The solutions of a part of a diagram by their cost; see _core/costs.pyx.
from libc.stdint cimport int64_t, uint16_t, uint64_t

from calpuzzle._core.slices cimport Part


cdef struct Costs:
    # What each option costs; of each node the least cost behind it, and where its numbers begin:
    # numbers[offset[n] + c] solutions behind node n cost c more than the least. They end where
    # those of the next node begin.
    int64_t *cost
    int64_t *least
    int64_t *offset
    uint64_t *numbers


cdef int set_costs(Costs *c, Part *p, const int64_t[::1] cost, int64_t bound) except -1

cdef void free_costs(Costs *c) noexcept

cdef int64_t write_priced(
    Costs *c, Part *p, int64_t cost, uint64_t index, uint16_t *row
) noexcept nogil
