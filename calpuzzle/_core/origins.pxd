# How many solutions hold some options that are laid; see _core/origins.pyx.
from libc.stdint cimport int64_t, uint32_t, uint64_t

from calpuzzle._core.arrays cimport Arrays
from calpuzzle._core.slices cimport Part


cdef struct Origin:
    # What is known of the way to a state: the cells covered, the pieces used of which there is
    # only one (classes past the 64th are left out), and how many ways there are.
    uint64_t cells[2]
    uint64_t used
    uint64_t ways


cdef struct Origins:
    # The way to each state, NULL until all is made; and the edges by their option, those of option
    # i from by_option[i] on, with the state that each comes from.
    Origin *origin
    int64_t *by_option
    uint32_t *edges
    uint32_t *source


cdef void free_origins(Origins *origins) noexcept

cdef int count_laid(Origins *origins, Part *part, uint64_t *total) except -1
