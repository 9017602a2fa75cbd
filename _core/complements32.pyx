"""Complements with keys and ways of 32 bits; see complements.pxi."""

from libc.stdint cimport uint32_t

cdef extern from *:
    "#define BOARD_WORDS 2"

ctypedef uint32_t key_t
ctypedef uint32_t ways_t

include "complements.pxi"
