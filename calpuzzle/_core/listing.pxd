# All solutions, written in order; see _core/listing.pyx.
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t

from bounds cimport MAX_GROUPS
from calpuzzle._core.arrays cimport Arrays

cdef enum:
    PIECES = 6                  # of an ending that is listed, at most
    MOST_ENDINGS = 2 << 20      # entries of all lists together, 16 bytes each


cdef struct Ending:
    # The last pieces of a solution, up to the end of `options` behind zeros, and what the labels
    # among them add to the instance.
    uint32_t instance
    uint16_t options[PIECES]


cdef struct Endings:
    # Those of state s are list[start[s]] to list[start[s + 1]], in order: of each state that has
    # at most `ahead` options ahead. `adds` is what a label adds to the instance, -1 for a piece.
    int ahead
    int32_t *adds
    uint32_t *start
    Ending *list
    # Of each number of options ahead, the first state that has so many, and the one behind them.
    int64_t levels[PIECES + MAX_GROUPS + 1][2]


cdef struct Rows:
    # Where the solutions go: `number` rows of `width` pieces; NULL where they are only counted.
    uint16_t *first
    int64_t number
    int64_t width
    int64_t *cursors


cdef int set_endings(Endings *g, Arrays *a, int64_t most) except -1

cdef void list_level(Endings *g, Arrays *a, int level, int64_t part, int64_t parts) noexcept nogil

cdef void free_endings(Endings *g) noexcept

cdef int list_some(Endings *g, Arrays *a, Rows *rows, int64_t first, int64_t last) except -1
