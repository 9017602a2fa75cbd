# Declarations of line.h for Cython; see there.
from libc.stdint cimport int32_t, uint64_t


cdef extern from "line.h" nogil:
    ctypedef struct line_clue_t:
        int32_t cells
        int32_t blocks
        const int32_t *length
        const int32_t *colour
    ctypedef int (*line_settle_t)(const line_clue_t *, int, uint64_t *, uint64_t *) noexcept nogil
    int line_words(int n)
    line_settle_t line_kernel(int words)
    long line_scratch(int words, int blocks)
