# The counts of all instances; see _core/vectors.pyx.
from libc.stdint cimport int64_t

from calpuzzle._core.arrays cimport Arrays


cdef int count_all(Arrays *a, int64_t *result, int64_t bound) except -1
