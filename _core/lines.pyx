"""One line of a nonogram: what its cells can be, and in how many ways.

Design: `settle` and `settle_many` run the bit-parallel kernel of line.h; `tally` counts fillings
forwards times backwards along the line in 128-bit integers, which are exact because a line of
n cells has fewer than (colours + 1)^n fillings, and the caller's bound is checked here. The
arguments are checked by `_Clue`, so that the kernels may trust them. The plain twins are
`tally_plain` of calpuzzle/nonogram/lines.py, and tests/nonogram_twin.py.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free

cdef extern from *:
    "#define BITS_WANT_WIDE"

from bits cimport wide_high, wide_low, wide_t
from bounds cimport MAX_LINE
from line cimport line_clue_t, line_kernel, line_scratch, line_settle_t, line_words
from memory cimport room

TALLY_BITS = 128  # of a wide_t


@cython.final
cdef class _Clue:
    """A checked clue and the memory its kernel needs; where it does not fit the line, it is not to
    be looked at."""

    cdef line_clue_t clue
    cdef int32_t *numbers
    cdef uint64_t *memory
    cdef int words, colours
    cdef bint fits

    def __cinit__(self, int cells, object blocks, int colours):
        cdef int64_t index
        # A line has no room for more blocks than cells: those past that are only looked at.
        cdef int k = min(len(blocks), cells)
        if not 1 <= cells <= MAX_LINE:
            raise ValueError(f"a line has 1 to {MAX_LINE} cells, not {cells}")
        if not 1 <= colours <= 63:
            raise ValueError(f"a line has 1 to 63 colours, not {colours}")
        self.words = line_words(cells)
        self.colours = colours
        self.numbers = <int32_t *> room(2 * k, sizeof(int32_t))
        self.memory = <uint64_t *> room(
            line_scratch(self.words, k) + self.words * (colours + 1), sizeof(uint64_t)
        )
        self.fits = True
        for index, (length, colour) in enumerate(blocks):
            if length < 1:
                raise ValueError(f"a block has at least 1 cell, not {length}")
            if not 1 <= colour <= colours:
                raise ValueError(f"colour {colour} is not one of 1 to {colours}")
            if length > cells or index == cells:
                self.fits = False
            if self.fits:
                self.numbers[index] = length
                self.numbers[k + index] = colour
        self.clue.cells = cells
        self.clue.blocks = k
        self.clue.length = self.numbers
        self.clue.colour = self.numbers + k

    def __dealloc__(self):
        free(self.numbers)
        free(self.memory)

    cdef inline uint64_t *can(self) noexcept nogil:
        return self.memory + line_scratch(self.words, self.clue.blocks)

    cdef int load(self, object can) except -1:
        cdef int colour, word
        if len(can) != self.colours + 1:
            raise ValueError(f"{self.colours + 1} sets of cells are wanted, not {len(can)}")
        for colour in range(self.colours + 1):
            cells = can[colour]
            if cells < 0 or cells >> self.clue.cells:
                raise ValueError(f"a set of cells reaches past cell {self.clue.cells}")
            for word in range(self.words):
                self.can()[colour * self.words + word] = <uint64_t>(
                    (cells >> 64 * word) & 0xFFFFFFFFFFFFFFFF
                )
        return 0


def settle(int cells, blocks, int colours, can):
    """The colours each cell of a line can still have.

    `blocks` is a sequence of (length, colour), `can[c]` the set of cells, as the bits of an int,
    that may have colour c; colour 0 is white. Gives the shrunken list of sets, or None if no
    filling fits. Raises ValueError for what is out of range.
    """
    cdef _Clue line = _Clue(cells, blocks, colours)
    cdef line_settle_t kernel = line_kernel(line.words)
    cdef int colour, word
    line.load(can)
    if not line.fits or not kernel(&line.clue, colours, line.can(), line.memory):
        return None
    found = []
    for colour in range(colours + 1):
        left = 0
        for word in reversed(range(line.words)):
            left = left << 64 | line.can()[colour * line.words + word]
        found.append(left)
    return found


def settle_many(int cells, blocks, uint64_t[::1] white not None, uint64_t[::1] black not None):
    """Settle many black-and-white lines of one clue in place, each of up to 63 cells.

    `white[i]` and `black[i]` are the cells of line i that may have that colour; both become 0
    where no filling fits.
    """
    cdef _Clue line = _Clue(cells, blocks, 1)
    cdef line_settle_t kernel = line_kernel(line.words)
    cdef Py_ssize_t index
    cdef uint64_t *can = line.can()
    if cells > 63 or white.shape[0] != black.shape[0]:
        raise ValueError("lines of up to 63 cells, and as many white sets as black ones")
    for index in range(white.shape[0]):
        if (white[index] | black[index]) >> cells:
            raise ValueError(f"a set of cells reaches past cell {cells}")
    with nogil:
        for index in range(white.shape[0]):
            can[0] = white[index]
            can[1] = black[index]
            if not line.fits or not kernel(&line.clue, 1, can, line.memory):
                can[0] = 0
                can[1] = 0
            white[index] = can[0]
            black[index] = can[1]


cdef inline bint _has(uint64_t *cells, int cell) noexcept nogil:
    return cells[cell >> 6] >> (cell & 63) & 1


cdef void _forwards(_Clue line, wide_t *ways) noexcept nogil:
    """ways[j * (n + 1) + p]: fillings of the cells below p by the first j blocks."""
    cdef int n = line.clue.cells, j, p, run, length, start
    cdef uint64_t *white = line.can()
    cdef uint64_t *mine = white
    cdef wide_t *row
    cdef wide_t *last = ways
    cdef bint gap
    ways[0] = 1
    for p in range(n):
        ways[p + 1] = ways[p] if _has(white, p) else 0
    for j in range(line.clue.blocks):
        row = last + n + 1
        length = line.clue.length[j]
        mine = white + line.clue.colour[j] * line.words
        gap = j > 0 and line.clue.colour[j] == line.clue.colour[j - 1]
        run = 0
        for p in range(1, n + 1):
            row[p] = row[p - 1] if _has(white, p - 1) else 0
            run = run + 1 if _has(mine, p - 1) else 0
            start = p - length
            if run < length:
                continue
            if not gap:
                row[p] += last[start]
            elif start > 0 and _has(white, start - 1):
                row[p] += last[start - 1]
        last = row


cdef void _backwards(_Clue line, wide_t *ways) noexcept nogil:
    """ways[j * (n + 1) + p]: fillings of the cells from p on by the blocks from j on."""
    cdef int n = line.clue.cells, k = line.clue.blocks, j, p, run, length, end
    cdef uint64_t *white = line.can()
    cdef uint64_t *mine = white
    cdef wide_t *row = ways + k * (n + 1)
    cdef wide_t *last = row
    cdef bint gap
    row[n] = 1
    for p in range(n - 1, -1, -1):
        row[p] = row[p + 1] if _has(white, p) else 0
    for j in range(k - 1, -1, -1):
        row = last - (n + 1)
        length = line.clue.length[j]
        mine = white + line.clue.colour[j] * line.words
        gap = j + 1 < k and line.clue.colour[j] == line.clue.colour[j + 1]
        run = 0
        for p in range(n - 1, -1, -1):
            row[p] = row[p + 1] if _has(white, p) else 0
            run = run + 1 if _has(mine, p) else 0
            end = p + length
            if run < length:
                continue
            if not gap:
                row[p] += last[end]
            elif end < n and _has(white, end):
                row[p] += last[end + 1]
        last = row


cdef void _gather(_Clue line, wide_t *below, wide_t *above, wide_t *shares) noexcept nogil:
    """shares[c * (n + 1) + p]: fillings in which cell p has colour c.

    A coloured cell's share is a running sum: each placed block adds its fillings at its start
    and takes them away past its end (in arithmetic modulo 2^128, so the order is no matter).
    """
    cdef int n = line.clue.cells, k = line.clue.blocks, j, p, run, length, colour, start
    cdef uint64_t *white = line.can()
    cdef uint64_t *mine = white
    cdef wide_t ways
    cdef wide_t *first
    cdef wide_t *rest
    cdef bint gap_before, gap_after
    for j in range(k + 1):
        for p in range(n):
            if _has(white, p):
                shares[p] += below[j * (n + 1) + p] * above[j * (n + 1) + p + 1]
    for j in range(k):
        length = line.clue.length[j]
        colour = line.clue.colour[j]
        mine = white + colour * line.words
        gap_before = j > 0 and colour == line.clue.colour[j - 1]
        gap_after = j + 1 < k and colour == line.clue.colour[j + 1]
        first = below + j * (n + 1)
        rest = above + (j + 1) * (n + 1)
        run = 0
        for p in range(1, n + 1):
            run = run + 1 if _has(mine, p - 1) else 0
            start = p - length
            if run < length:
                continue
            if gap_before and (start == 0 or not _has(white, start - 1)):
                continue
            if gap_after and (p == n or not _has(white, p)):
                continue
            ways = first[start - gap_before] * rest[p + gap_after]
            shares[colour * (n + 1) + start] += ways
            shares[colour * (n + 1) + p] -= ways
    for colour in range(1, line.colours + 1):
        for p in range(1, n):
            shares[colour * (n + 1) + p] += shares[colour * (n + 1) + p - 1]


cdef object _whole(wide_t value):
    return (<object>wide_high(value)) << 64 | (<object>wide_low(value))


def tally(int cells, blocks, int colours, can):
    """How many fillings fit a line, and in how many of them each cell has each colour.

    Arguments as for `settle`. Gives (total, counts) with counts[c][cell] as exact ints. Raises
    ValueError where (colours + 1)^cells could pass 128 bits; the caller then uses the twin.
    """
    cdef _Clue line = _Clue(cells, blocks, colours)
    cdef Py_ssize_t k = len(blocks), size = cells + 1
    cdef wide_t *below
    cdef wide_t *above
    cdef wide_t *shares
    if (<object>colours + 1) ** cells >= 1 << TALLY_BITS:
        raise ValueError(f"fillings of {cells} cells in {colours} colours may pass 128 bits")
    line.load(can)
    if not line.fits:
        return 0, [[0] * cells for _ in range(colours + 1)]
    below = <wide_t *> room((2 * (k + 1) + colours + 1) * size, sizeof(wide_t))
    above = below + (k + 1) * size
    shares = above + (k + 1) * size
    try:
        with nogil:
            _forwards(line, below)
            _backwards(line, above)
            _gather(line, below, above, shares)
        total = _whole(below[k * size + cells])
        return total, [
            [_whole(shares[colour * size + cell]) for cell in range(cells)]
            for colour in range(colours + 1)
        ]
    finally:
        free(below)
