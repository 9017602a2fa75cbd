# Declarations of bits.h for Cython; see there.
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    int BOARD_WORDS
    # Cython has no 128-bit type. It only has to know that these are unsigned integers.
    ctypedef unsigned long long board_t
    ctypedef unsigned long long wide_t
    int bits_lowest(board_t x)
    int bits_highest(board_t x)
    int bits_count(board_t x)
    int bits_lowest64(uint64_t x)
    int bits_highest64(uint64_t x)
    int bits_count64(uint64_t x)
    int bits_count_few(uint64_t x)
    bint bits_unlikely(bint condition)
    void bits_prefetch_write(const void *address)
    void bits_prefetch_read(const void *address)
    bint bits_add(uint64_t a, uint64_t b, uint64_t *sum)
    int BITS_LANES
    void bits_subtract_rows(
        int16_t *to, const int16_t *source, const int16_t *table, const int32_t *rows,
        int32_t count, int32_t blocks
    )
    uint64_t wide_low(wide_t x)
    uint64_t wide_high(wide_t x)
