# What is left of a diagram when some options are laid; see _core/slices.pyx.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from bounds cimport MAX_GROUPS, MAX_PLACES
from calpuzzle._core.arrays cimport Arrays


cdef struct Node:
    # A state of a part: its edges in Part.out, the solutions behind it, the ways to it.
    int64_t first
    int64_t stop
    uint64_t completions
    uint64_t ways


cdef struct Out:
    uint32_t to
    uint16_t option


cdef struct Part:
    Arrays *arrays
    # In the order in which the walk left them, so that edges lead to lower numbers, and the state
    # that the walk began in is last.
    Node *nodes
    int64_t size
    int64_t capacity
    Out *out
    int64_t out_size
    int64_t out_capacity
    # What is laid: all cells, groups and single pieces; of each cell the option that begins there;
    # the options that begin first and last.
    uint64_t cells[2]
    uint64_t used
    uint32_t groups
    uint64_t group_labels[MAX_GROUPS]
    int32_t forced[MAX_PLACES]
    int first_laid
    int last_laid
    bint clash               # whether what is laid cannot lie together
    uint8_t *forbidden       # of each option whether no solution may hold it; NULL where all may
    # Whether a state behind all that is laid is a leaf: enough for counting, not for listing.
    bint last_matters


cdef int set_part(Part *p, Arrays *a, fixed) except -1

cdef int forbid(Part *p, options) except -1

cdef void free_part(Part *p) noexcept

cdef int64_t visit(Part *p, uint32_t start) except -2

cdef int slice_all(Part *p) except -1

cdef int add_occurrences(Part *p, int64_t *result) except -1

cdef int64_t write_nth(Part *p, uint64_t index, uint16_t *row) noexcept nogil


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


cdef inline uint64_t part_total(Part *p) noexcept nogil:
    """Return how many solutions lie behind the state that the walk began in."""
    return p.nodes[p.size - 1].completions if p.size else 0
