"""One line of a nonogram: line solving, and counts of its fillings.

Design: `settle` runs the bit-parallel kernel of line.h. `tally` is dynamic programming from both
ends: the number of fillings with a block at some place is the number of fillings of the cells
before the block times that of the cells after it. An open line (any colour in any cell) has
`comb(slack + blocks, blocks)` fillings. Counts are unsigned integers of as many 32-bit limbs as
this number needs. All sums are computed modulo 2^(32 * limbs), so intermediate overflow does no
harm. `_Line` checks the arguments, so the kernels need not. The plain twins are in
tests/nonogram_twin.py.
"""

from math import comb

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from bounds cimport MAX_LINE
from line cimport line_clue_t, line_kernel, line_scratch, line_words
from memory cimport allocate_owned


@cython.final
cdef class _Line:
    """A checked clue, and the colours that each cell can have.

    `slack` is the number of cells minus the length of the shortest filling. If it is below 0 there
    is no filling, and the kernels must not be called.
    """

    cdef list memory
    cdef line_clue_t clue
    cdef uint64_t *masks
    cdef int32_t *first         # the lowest cell at which each block can begin in an open line
    cdef int colours, slack

    def __cinit__(self, object blocks, object masks, int colours):
        cdef int k = len(blocks), cells = len(masks), index
        cdef int32_t *numbers
        if not 1 <= cells <= MAX_LINE:
            raise ValueError(f"a line has 1 to {MAX_LINE} cells, not {cells}")
        if not 1 <= colours <= 62:
            raise ValueError(f"a line has 1 to 62 colours, not {colours}")
        self.memory = []
        self.colours = colours
        self.masks = <uint64_t *> allocate_owned(self.memory, cells + 2 * k, sizeof(uint64_t))
        numbers = <int32_t *> (self.masks + cells)
        self.first = numbers + 2 * k
        self.clue.cells, self.clue.blocks = cells, k
        self.clue.length, self.clue.colour = numbers, numbers + k
        self.slack = cells
        for index, (length, shade) in enumerate(blocks):
            if length < 1 or not 1 <= shade <= colours:
                raise ValueError(f"a block cannot have length {length} and colour {shade}")
            # Clipped, so that it fits 32 bits: a block longer than the line fits nowhere anyway.
            numbers[index], numbers[k + index] = min(length, cells + 1), shade
            if self.slack >= 0:
                self.first[index] = cells - self.slack + self.needs_gap_before(index)
                self.slack -= numbers[index] + self.needs_gap_before(index)
        # A Python integer, because 2 << 62 does not fit a signed C integer.
        anything = (<object> 2 << colours) - 1
        for index in range(cells):
            self.masks[index] = masks[index] & anything

    cdef inline bint has(self, int colour, int cell) noexcept nogil:
        return self.masks[cell] >> colour & 1

    cdef inline bint needs_gap_before(self, int block) noexcept nogil:
        """Return whether a white cell must come before a block, because the previous block has its
        colour."""
        return (0 < block < self.clue.blocks
                and self.clue.colour[block - 1] == self.clue.colour[block])


def settle(blocks, masks, int colours):
    """Return the masks of a line's cells, reduced to the colours that occur there in some filling,
    or None if no filling fits.

    `blocks` is a sequence of (length, colour); bit c of a cell's mask allows colour c, and colour 0
    is white. Raise ValueError for numbers out of range.
    """
    cdef _Line line = _Line(blocks, masks, colours)
    cdef int words = line_words(line.clue.cells), colour, cell
    cdef uint64_t *can
    if line.slack < 0:
        return None
    can = <uint64_t *> allocate_owned(
        line.memory, words * (colours + 1) + line_scratch(words, line.clue.blocks),
        sizeof(uint64_t),
    )
    for colour in range(colours + 1):
        for cell in range(line.clue.cells):
            can[colour * words + (cell >> 6)] |= <uint64_t>line.has(colour, cell) << (cell & 63)
    if not line_kernel(words)(&line.clue, colours, can, can + words * (colours + 1)):
        return None
    for cell in range(line.clue.cells):
        line.masks[cell] = 0
        for colour in range(colours + 1):
            line.masks[cell] |= (can[colour * words + (cell >> 6)] >> (cell & 63) & 1) << colour
    return [line.masks[cell] for cell in range(line.clue.cells)]


# Counts are arrays of limbs, the lowest first.

cdef inline void _add(uint32_t *to, const uint32_t *more, int limbs, bint minus) noexcept nogil:
    """Add `more` to a count. If `minus`, subtract it, by adding its complement and 1."""
    cdef uint64_t carry = minus
    cdef uint32_t flip = <uint32_t>-<int32_t>minus
    cdef int k
    for k in range(limbs):
        carry += <uint64_t>to[k] + (more[k] ^ flip)
        to[k] = <uint32_t>carry
        carry >>= 32


cdef inline void _add_product(
    uint32_t *to, const uint32_t *a, const uint32_t *b, int limbs
) noexcept nogil:
    cdef uint64_t carry
    cdef int i, j
    for i in range(limbs):
        carry = 0
        for j in range(limbs - i):
            carry += <uint64_t>a[i] * b[j] + to[i + j]
            to[i + j] = <uint32_t>carry
            carry >>= 32


cdef object _whole(const uint32_t *count, int limbs):
    value = <object>count[limbs - 1]
    for limb in range(limbs - 2, -1, -1):
        value = value << 32 | count[limb]
    return value


cdef void _places(_Line line, uint8_t *can_begin) noexcept nogil:
    """Set can_begin[j * n + s] to whether block j can begin at cell s, with white cells before and
    after it where adjacent blocks have its colour."""
    cdef int n = line.clue.cells, j, p, s, run
    for j in range(line.clue.blocks):
        run = 0
        for s in range(line.first[j] + 1 - line.clue.length[j], line.first[j] + line.slack + 1):
            p = s + line.clue.length[j]
            run = run + 1 if line.has(line.clue.colour[j], p - 1) else 0
            if run < line.clue.length[j]:
                continue
            can_begin[j * n + s] = (
                (not line.needs_gap_before(j) or (s > 0 and line.has(0, s - 1)))
                and (not line.needs_gap_before(j + 1) or (p < n and line.has(0, p)))
            )


cdef void _ways(
    _Line line, const uint8_t *can_begin, uint32_t *ways, int limbs, bint mirrored
) noexcept nogil:
    """Set ways[j * (n + 1) + p] to the number of fillings of the first p cells by the first j
    blocks; if mirrored, of the last p cells by the last j blocks."""
    cdef int n = line.clue.cells, k = line.clue.blocks, j, p, block, gap, start, least = 0
    cdef uint32_t *row = ways
    ways[0] = 1
    for j in range(k + 1):
        block = k - j if mirrored else j - 1
        if j and mirrored:
            least = n - line.first[block] - line.slack
        elif j:
            least = line.first[block] + line.clue.length[block]
        for p in range(max(least, 1), least + line.slack + 1):
            if line.has(0, n - p if mirrored else p - 1):
                _add(row + p * limbs, row + (p - 1) * limbs, limbs, False)
            start = p - line.clue.length[block] if j else -1
            if start >= 0 and can_begin[block * n + (n - p if mirrored else start)]:
                gap = line.needs_gap_before(block + mirrored)
                _add(row + p * limbs, row + (start - gap - n - 1) * limbs, limbs, False)
        row += (n + 1) * limbs


cdef void _shares(
    _Line line, const uint8_t *can_begin, const uint32_t *from_start, const uint32_t *from_end,
    uint32_t *shares, uint32_t *ways, int limbs
) noexcept nogil:
    """Set shares[c * (n + 1) + p] to the number of fillings in which cell p has colour c.

    The number of fillings with a block at some place is added at its first cell and subtracted
    after its last one; the prefix sums are then the counts for each cell. `ways` is a buffer for
    one count.
    """
    cdef int n = line.clue.cells, k = line.clue.blocks, j, p, end, before, after, least
    cdef uint32_t *shares_of_colour
    for j in range(k + 1):
        least = line.first[j - 1] + line.clue.length[j - 1] if j else 0
        for p in range(least, min(least + line.slack + 1, n)):
            if line.has(0, p):
                _add_product(shares + p * limbs, from_start + (j * (n + 1) + p) * limbs,
                             from_end + ((k - j) * (n + 1) + n - p - 1) * limbs, limbs)
    for j in range(k):
        shares_of_colour = shares + line.clue.colour[j] * (n + 1) * limbs
        for p in range(line.first[j], line.first[j] + line.slack + 1):
            if not can_begin[j * n + p]:
                continue
            end = p + line.clue.length[j]
            memset(ways, 0, limbs * sizeof(uint32_t))
            before = p - line.needs_gap_before(j)
            after = n - end - line.needs_gap_before(j + 1)
            _add_product(ways, from_start + (j * (n + 1) + before) * limbs,
                         from_end + ((k - j - 1) * (n + 1) + after) * limbs, limbs)
            _add(shares_of_colour + p * limbs, ways, limbs, False)
            _add(shares_of_colour + end * limbs, ways, limbs, True)
    for j in range(1, line.colours + 1):
        shares_of_colour = shares + j * (n + 1) * limbs
        for p in range(1, n):
            _add(shares_of_colour + p * limbs, shares_of_colour + (p - 1) * limbs, limbs, False)


def tally(blocks, masks, int colours):
    """Return the number of fillings of a line and, for each cell and colour, the number of those in
    which the cell has the colour.

    The arguments are those of `settle`. The result is (total, counts) with counts[c][cell] as exact
    ints.
    """
    cdef _Line line = _Line(blocks, masks, colours)
    cdef Py_ssize_t k = len(blocks), cells = len(masks), size = cells + 1, counts
    cdef int limbs, colour, cell
    cdef uint32_t *from_start
    cdef uint32_t *from_end
    cdef uint32_t *shares
    cdef uint8_t *can_begin
    if line.slack < 0:
        return 0, [[0] * cells for _ in range(colours + 1)]
    limbs = comb(line.slack + k, k).bit_length() // 32 + 1
    counts = (2 * (k + 1) + colours + 1) * size + 1
    from_start = <uint32_t *> allocate_owned(
        line.memory, counts * limbs + k * size // 4 + 1, sizeof(uint32_t)
    )
    from_end = from_start + (k + 1) * size * limbs
    shares = from_end + (k + 1) * size * limbs
    can_begin = <uint8_t *> (from_start + counts * limbs)
    with nogil:
        _places(line, can_begin)
        _ways(line, can_begin, from_start, limbs, False)
        _ways(line, can_begin, from_end, limbs, True)
        _shares(
            line, can_begin, from_start, from_end,
            shares, shares + (colours + 1) * size * limbs, limbs,
        )
    return _whole(from_start + (k * size + cells) * limbs, limbs), [
        [_whole(shares + (colour * size + cell) * limbs, limbs) for cell in range(cells)]
        for colour in range(colours + 1)
    ]
