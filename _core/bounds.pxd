# Bounds that several modules share. calpuzzle/engines and calpuzzle/nonogram refuse what is past
# them with a sentence; here they are the sizes of arrays.
from libc.stdint cimport INT64_MAX, int64_t

cdef enum:
    MAX_PLACES = 128            # of a frame, in the widest word; so also cells, and pieces
    MAX_GROUPS = 16
    MAX_INSTANCES = 50_000_000
    MAX_OPTIONS = 0xFFFF        # of a diagram, whose edges name them in 16 bits
    MAX_LINE = 1000             # cells of a nonogram's line
    MAX_NODES = 1 << 30         # items of all options of an exact cover together


cdef inline int64_t end_of(int64_t done, int64_t budget) noexcept nogil:
    """Return how much a search will have done at the end of a budget; at most what 63 bits hold."""
    return done + budget if budget < INT64_MAX - done else INT64_MAX
