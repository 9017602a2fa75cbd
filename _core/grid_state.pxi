# The state of a nonogram search: the colours that each cell can have, line solving, and undoing.
#
# Design: `can` holds, for each line (rows, then columns) and each colour, the set of cells that may
# have the colour. Each cell is stored twice, in its row and in its column, and both agree between
# calls. Before a word changes, its old value is put on the trail; undoing reads the trail
# backwards. Bits are only ever removed, which bounds the trail by the number of bits. A line whose
# cells changed waits in a queue until line.h has settled it. `open` is the number of (cell, colour)
# pairs that remain: the grid is solved when it equals the number of cells and no line waits.
# Included by grids.pyx.

cdef struct change_t:
    int64_t place
    uint64_t before


cdef class Grid:
    """The cells, the queue of lines, and the trail; see above."""

    cdef int height, width, colours, words, lines
    cdef list memory
    cdef int64_t cells, open, trail_top
    cdef readonly long long settled
    cdef readonly int failed    # the last line that could not be filled, or -1
    cdef line_settle_t kernel
    cdef line_clue_t *clues
    cdef int32_t *numbers
    cdef uint64_t *can
    cdef uint64_t *scratch
    cdef uint64_t *saved
    cdef change_t *trail
    cdef int32_t *queue
    cdef uint8_t *waiting
    cdef int queue_head, queue_size

    def __cinit__(self, rows, columns, int colours, given=None, *_, lines=None, **__):
        cdef int64_t bits, words
        if not (1 <= len(rows) <= MAX_LINE and 1 <= len(columns) <= MAX_LINE
                and 1 <= colours <= 62):
            raise ValueError(f"a grid has 1 to {MAX_LINE} rows and columns, and 1 to 62 colours")
        self.height, self.width, self.colours = len(rows), len(columns), colours
        self.lines = self.height + self.width
        self.cells = <int64_t>self.height * self.width
        self.words = line_words(max(self.height, self.width))
        self.kernel = line_kernel(self.words)
        bits = self.cells * (colours + 1)
        words = <int64_t>self.lines * (colours + 1) * self.words
        blocks = sum(map(len, rows)) + sum(map(len, columns))
        most = max(map(len, (*rows, *columns)))
        self.memory = []
        self.failed = -1
        self.clues = <line_clue_t *> allocate_owned(self.memory, self.lines, sizeof(line_clue_t))
        self.numbers = <int32_t *> allocate_owned(self.memory, 2 * blocks, sizeof(int32_t))
        self.can = <uint64_t *> allocate_owned(self.memory, words, sizeof(uint64_t))
        self.scratch = <uint64_t *> allocate_owned(
            self.memory, line_scratch(self.words, most), sizeof(uint64_t)
        )
        self.saved = <uint64_t *> allocate_owned(
            self.memory, (colours + 1) * self.words, sizeof(uint64_t)
        )
        self.trail = <change_t *> allocate_owned(self.memory, 2 * bits, sizeof(change_t))
        self.queue = <int32_t *> allocate_owned(self.memory, self.lines, sizeof(int32_t))
        self.waiting = <uint8_t *> allocate_owned(self.memory, self.lines, 1)
        self._load(rows, columns)
        if given is not None:
            self._restrict(given)
        if lines is not None:
            self._forget_queue()
            for line in lines:
                if not 0 <= line < self.lines:
                    raise ValueError(f"there is no line {line}")
                self._wake(line)

    cdef int _load(self, rows, columns) except -1:
        """Copy the clues and allow every colour in every cell. A line that is shorter than the sum
        of its blocks gets -1 blocks."""
        cdef int32_t *at = self.numbers
        cdef int line, cell, cells, colour
        cdef int64_t needed
        for line, clue in enumerate((*rows, *columns)):
            cells = self.width if line < self.height else self.height
            self.clues[line].cells = cells
            self.clues[line].blocks = len(clue)
            self.clues[line].length = at
            self.clues[line].colour = at + len(clue)
            needed = 0
            for length, shade in clue:
                if length < 1 or not 1 <= shade <= self.colours:
                    raise ValueError(f"a block cannot have length {length} and colour {shade}")
                at[0] = min(length, cells + 1)
                at[len(clue)] = shade
                needed += at[0]
                at += 1
            at += len(clue)
            if needed > cells:
                self.clues[line].blocks = -1
            for colour in range(self.colours + 1):
                for cell in range(cells):
                    self._set(line, colour)[cell >> 6] |= <uint64_t>1 << (cell & 63)
            self._wake(line)
        self.open = self.cells * (self.colours + 1)
        return 0

    cdef int _restrict(self, given) except -1:
        """Remove the colours that `given`, a bit mask of colours per cell, excludes."""
        cdef int64_t cell
        cdef int colour
        # A Python integer, because 2 << 62 does not fit a signed C integer.
        anything = (<object> 2 << self.colours) - 1
        if len(given) != self.cells:
            raise ValueError(f"the grid has {self.cells} cells, but {len(given)} are given")
        for cell in range(self.cells):
            allowed = given[cell] & anything
            for colour in range(self.colours + 1):
                if not allowed >> colour & 1:
                    self._remove(cell, colour)
        self.trail_top = 0
        return 0

    cdef inline uint64_t *_set(self, int line, int colour) noexcept nogil:
        return self.can + (<int64_t>line * (self.colours + 1) + colour) * self.words

    cdef inline bint _may(self, int64_t cell, int colour) noexcept nogil:
        cdef int column = cell % self.width
        return self._set(cell // self.width, colour)[column >> 6] >> (column & 63) & 1

    cdef inline void _wake(self, int line) noexcept nogil:
        cdef int end
        if not self.waiting[line]:
            self.waiting[line] = 1
            end = self.queue_head + self.queue_size
            self.queue[end if end < self.lines else end - self.lines] = line
            self.queue_size += 1

    cdef inline void _write(self, uint64_t *place, uint64_t value) noexcept nogil:
        invariant((value & ~place[0]) == 0)
        invariant(self.trail_top < 2 * self.cells * (self.colours + 1))
        self.trail[self.trail_top].place = place - self.can
        self.trail[self.trail_top].before = place[0]
        self.trail_top += 1
        place[0] = value

    cdef void _remove(self, int64_t cell, int colour) noexcept nogil:
        """Remove one colour from one cell, in its row and its column."""
        cdef int row = cell // self.width, column = cell % self.width
        cdef uint64_t *place = self._set(row, colour) + (column >> 6)
        if not place[0] >> (column & 63) & 1:
            return
        self._write(place, place[0] & ~(<uint64_t>1 << (column & 63)))
        place = self._set(self.height + column, colour) + (row >> 6)
        self._write(place, place[0] & ~(<uint64_t>1 << (row & 63)))
        self.open -= 1
        self._wake(row)
        self._wake(self.height + column)

    cdef void _choose(self, int64_t cell, int colour) noexcept nogil:
        cdef int other
        for other in range(self.colours + 1):
            if other != colour:
                self._remove(cell, other)

    cdef void _carry_over(self, int line, int colour, int word, uint64_t gone) noexcept nogil:
        """Remove a colour from some cells in their crossing lines, because they have lost it in
        `line`. The cells are the bits `gone` of word number `word`."""
        cdef int index = line if line < self.height else line - self.height
        cdef int first = self.height if line < self.height else 0
        cdef int crossing
        cdef uint64_t *place
        while gone:
            crossing = first + 64 * word + bits_lowest64(gone)
            gone &= gone - 1
            place = self._set(crossing, colour) + (index >> 6)
            invariant(place[0] >> (index & 63) & 1)
            self._write(place, place[0] & ~(<uint64_t>1 << (index & 63)))
            self.open -= 1
            self._wake(crossing)

    cdef bint _settle_lines(self) noexcept nogil:
        """Settle the lines that wait. Return False, with an empty queue, if one cannot be
        filled."""
        cdef int line, colour, word, size = (self.colours + 1) * self.words
        cdef uint64_t *now
        cdef uint64_t left, before
        while self.queue_size:
            line = self.queue[self.queue_head]
            self.queue_head += 1
            if self.queue_head == self.lines:
                self.queue_head = 0
            self.queue_size -= 1
            self.waiting[line] = 0
            self.settled += 1
            now = self._set(line, 0)
            memcpy(self.saved, now, size * sizeof(uint64_t))
            if self.clues[line].blocks < 0 or not self.kernel(
                    &self.clues[line], self.colours, self.saved, self.scratch):
                self.failed = line
                self._forget_queue()
                return False
            for colour in range(self.colours + 1):
                for word in range(self.words):
                    left = self.saved[colour * self.words + word]
                    before = now[colour * self.words + word]
                    if left != before:
                        self._write(now + colour * self.words + word, left)
                        self._carry_over(line, colour, word, before & ~left)
        return True

    cdef void _forget_queue(self) noexcept nogil:
        memset(self.waiting, 0, self.lines)
        self.queue_size = 0

    cdef void _undo(self, int64_t top) noexcept nogil:
        cdef change_t *change
        cdef int64_t rows = <int64_t>self.height * (self.colours + 1) * self.words
        while self.trail_top > top:
            self.trail_top -= 1
            change = self.trail + self.trail_top
            # Each cell is stored twice; only its row is counted.
            if change.place < rows:
                self.open += bits_count_few(change.before & ~self.can[change.place])
            self.can[change.place] = change.before
