"""The tables of two shapes: how far one goes before it meets the other, by the difference of their
positions.

sliding.pyx includes this file, explains the use of the tables, completes them, and defines the
constants.
"""


cdef struct PairTables:
    # The differences at which one shape can be in the other's way, and a table for each direction.
    int32_t low[AXES]
    int32_t size[AXES]
    int16_t *tables
    int64_t number


cdef struct Points:
    int number
    int32_t *at
    int64_t *code            # a buffer: the offset of each point in a table
    int32_t low[AXES]
    int32_t high[AXES]


cdef int set_points(Points *p, given, list owner) except -1:
    """Copy cells, and determine their bounding box."""
    cdef int i, a
    p.number = len(given)
    if not p.number:
        raise ValueError("a piece must have at least one cell")
    p.at = <int32_t *> allocate_owned(owner, AXES * p.number, 4)
    p.code = <int64_t *> allocate_owned(owner, p.number, 8)
    for i, cell in enumerate(given):
        for a in range(AXES):
            if not -(MAX_COORDINATE // 2) <= cell[a] <= MAX_COORDINATE // 2:
                raise ArithmeticError("the pieces are too large to be moved")
            p.at[AXES * i + a] = cell[a]
            p.low[a] = min(p.low[a], p.at[AXES * i + a]) if i else p.at[a]
            p.high[a] = max(p.high[a], p.at[AXES * i + a]) if i else p.at[a]
    return 0


cdef inline int64_t code_of(PairTables *p, const int32_t *point) noexcept nogil:
    """Return the offset of a point in a table. The offset of a difference of points is the
    difference of their offsets."""
    return (<int64_t> point[0] * p.size[1] + point[1]) * p.size[2] + point[2]


cdef void mark(PairTables *p, int16_t *table, Points *swept, Points *cells) noexcept nogil:
    """Set the table to 0 steps at the differences at which the first step meets a cell."""
    cdef int64_t at, first = code_of(p, p.low)
    cdef int i, j
    for j in range(cells.number):
        cells.code[j] = code_of(p, cells.at + AXES * j)
    for i in range(swept.number):
        at = code_of(p, swept.at + AXES * i) - first
        for j in range(cells.number):
            table[at - cells.code[j]] = 0
