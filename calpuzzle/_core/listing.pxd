# All solutions, written in order; see _core/listing.pyx.
from libc.stdint cimport int64_t, uint16_t

from calpuzzle._core.arrays cimport Arrays


cdef struct Rows:
    # Where the solutions go: `number` rows of `width` pieces.
    uint16_t *first
    int64_t number
    int64_t width
    int64_t *cursors


cdef int list_all(Arrays *a, Rows *rows) except -1
