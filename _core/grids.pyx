"""The exact search of a nonogram: line solving, probing, backtracking.

Design
------
The state and line solving are in grid_state.pxi; this module chooses the steps of the search. If
line solving makes no more progress, the open cells are probed: each colour of a cell is tried,
with line solving. A colour that fails is removed (a failed literal, Freeman, Improvements to
Propositional Satisfiability Search Algorithms, 1995); what all colours of a cell imply is kept
(the dilemma rule of Stålmarck's method). A (cell, colour) pair that a successful probe in the same
state implied cannot fail, because line solving is monotone, so it is not tried: `passed` marks it.
Unless the search is `thorough`, the marks are kept when probing changes the state; a few failures
are then found later. If probing makes no more progress either, the search guesses: it chooses a
cell each of whose colours has many consequences, and gives it the colour that has the most. When
the search backtracks, this colour is removed from the cell. The two branches of a guess are
disjoint, so each solution is found once.

`run` returns to Python after about the given number of settled lines, or after one probe if that
takes longer, and resumes there at the next call. There is no global state. All input is checked
here.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from bits cimport bits_count_few, bits_lowest64
from bounds cimport MAX_LINE, end_of
from invariant cimport invariant
from line cimport line_clue_t, line_kernel, line_scratch, line_settle_t, line_words
from memory cimport allocate_owned

PAUSED, SOLUTION, DONE, STUCK = range(4)
LINES_ONLY, WITH_PROBES, WITH_GUESSES = range(3)

cdef enum:
    AT_LINES, AT_PROBES, AT_GUESS, AT_RETREAT, AT_END

cdef enum:
    PAUSED_, SOLUTION_, DONE_, STUCK_

cdef enum:
    LINES_ONLY_, WITH_PROBES_, WITH_GUESSES_

cdef struct guess_t:
    int64_t trail
    int32_t cell, colour

cdef struct refuted_t:
    int64_t depth               # the number of guesses under which it was refuted
    int32_t cell, colour

include "grid_state.pxi"


@cython.final
cdef class Search(Grid):
    """One search, from clues to solutions."""

    cdef int most_level
    cdef int at
    cdef bint fresh, thorough
    cdef readonly long long probes, guesses, failures
    cdef int64_t guesses_top, deepest
    cdef guess_t *stack
    # The refuted guesses whose opposites hold in the current state.
    cdef refuted_t *refuted
    cdef int64_t refuted_size
    # Probing: the cell, the number of cells probed without a change, and the best guess so far.
    cdef int64_t cursor, quiet, best_cell, best_score
    cdef int best_colour
    cdef int64_t *passed        # of each (cell, colour): the era in which a probe implied it
    cdef int64_t era            # increased to clear the marks
    # What all colours of the probed cell remove, by words of the rows.
    cdef uint64_t *common
    cdef int64_t *agreed
    cdef int64_t stamp
    cdef int64_t *touched
    cdef int64_t touched_size

    def __cinit__(self, rows, columns, int colours, given=None, int level=WITH_GUESSES,
                  bint thorough=False, *, lines=None):
        cdef int64_t bits = self.cells * (colours + 1)
        cdef int64_t words = <int64_t>self.lines * (colours + 1) * self.words
        self.level = level
        self.thorough = thorough
        self.fresh = True
        self.at = AT_LINES
        self.stack = <guess_t *> allocate_owned(self.memory, bits + 1, sizeof(guess_t))
        self.refuted = <refuted_t *> allocate_owned(self.memory, bits, sizeof(refuted_t))
        self.passed = <int64_t *> allocate_owned(self.memory, bits, sizeof(int64_t))
        self.common = <uint64_t *> allocate_owned(self.memory, words, sizeof(uint64_t))
        self.agreed = <int64_t *> allocate_owned(self.memory, words, sizeof(int64_t))
        self.touched = <int64_t *> allocate_owned(self.memory, words, sizeof(int64_t))

    cdef void _intersect_removals(self, int64_t top, bint first) noexcept nogil:
        """Keep in `common` what all probes of the cell have removed so far; call this before a
        probe is undone.

        `agreed` of a place is set to the current stamp if every probe of the cell so far has
        changed the place; only such places count.
        """
        cdef int64_t rows = <int64_t>self.height * (self.colours + 1) * self.words
        cdef int64_t index, place
        cdef uint64_t gone
        self.stamp += 1
        self.touched_size = 0
        for index in range(top, self.trail_top):
            place = self.trail[index].place
            # If a place has several entries, the first holds its value before the probe.
            if place >= rows or self.agreed[place] == self.stamp:
                continue
            gone = self.trail[index].before & ~self.can[place]
            self._mark_passed(place, gone)
            if first:
                self.common[place] = gone
            elif self.agreed[place] == self.stamp - 1:
                self.common[place] &= gone
            else:
                continue
            self.agreed[place] = self.stamp
            self.touched[self.touched_size] = place
            self.touched_size += 1

    cdef void _mark_passed(self, int64_t place, uint64_t gone) noexcept nogil:
        """Mark the cells that a successful probe has settled: in this state, probing their colours
        cannot fail."""
        cdef int64_t line = place // (self.words * (self.colours + 1)), cell
        cdef int64_t offset = line * self.width + 64 * (place % self.words)
        cdef int colour = place // self.words % (self.colours + 1), other, remaining, count
        while gone:
            cell = offset + bits_lowest64(gone)
            gone &= gone - 1
            if self.colours == 1:  # the other of the two colours remains
                self.passed[2 * cell + 1 - colour] = self.era
                continue
            count = remaining = 0
            for other in range(self.colours + 1):
                if self._may(cell, other):
                    count += 1
                    remaining = other
            if count == 1:
                self.passed[cell * (self.colours + 1) + remaining] = self.era

    cdef bint _keep_common(self) noexcept nogil:
        """Remove what every colour of the probed cell removed; return whether there was
        anything."""
        cdef int64_t index, place, offset
        cdef int colour
        cdef uint64_t gone
        cdef bint any = False
        for index in range(self.touched_size):
            place = self.touched[index]
            gone = self.common[place]
            offset = place // (self.words * (self.colours + 1)) * self.width
            offset += 64 * (place % self.words)
            colour = place // self.words % (self.colours + 1)
            while gone:
                any = True
                self._remove(offset + bits_lowest64(gone), colour)
                gone &= gone - 1
        return any

    cdef bint _probe(self, int64_t cell) noexcept nogil:
        """Try the colours of one cell; return whether that changed the state."""
        cdef int colour, values = 0, tried = 0, strongest = -1
        cdef int64_t top = self.trail_top, size, most = 0, least = 0
        for colour in range(self.colours + 1):
            values += self._may(cell, colour)
        if values < 2:
            return False
        for colour in range(self.colours + 1):
            if not self._may(cell, colour):
                continue
            if self.passed[cell * (self.colours + 1) + colour] == self.era:
                continue
            self.probes += 1
            self._choose(cell, colour)
            if not self._settle_lines():
                self.failures += 1
                self._undo(top)
                self._remove(cell, colour)
                return True
            size = self.trail_top - top
            self._intersect_removals(top, tried == 0)
            self._undo(top)
            tried += 1
            least = size if tried == 1 or size < least else least
            if size > most:
                most = size
                strongest = colour
        if tried == values and self._keep_common():
            return True
        # The best guess settles many cells for each of its colours, hence the product. If a marked
        # colour was not tried, its size is not known, and 1 is assumed.
        least = least if tried == values else 1
        if tried and least * most + most + least > self.best_score:
            self.best_score = least * most + most + least
            self.best_cell = cell
            self.best_colour = strongest
        return False

    cdef bint _may_guess(self) noexcept nogil:
        """Return whether a best cell exists, and is still open for the colour of the guess."""
        cdef int colour, open_colours = 0
        if self.best_score < 0:
            return False
        for colour in range(self.colours + 1):
            open_colours += self._may(self.best_cell, colour)
        return open_colours > 1 and self._may(self.best_cell, self.best_colour)

    cdef void _start_probing(self) noexcept nogil:
        self.era += 1
        self.quiet = 0
        self.best_score = -1

    cdef void _guess(self) noexcept nogil:
        cdef guess_t *guess = self.stack + self.guesses_top
        guess.trail = self.trail_top
        guess.cell = self.best_cell
        guess.colour = self.best_colour
        self.guesses_top += 1
        self.guesses += 1
        if self.guesses_top > self.deepest:
            self.deepest = self.guesses_top
        self._choose(self.best_cell, self.best_colour)

    cdef bint _retreat(self) noexcept nogil:
        """Undo the last guess and remove its colour; return False if there is none."""
        cdef guess_t *guess
        if not self.guesses_top:
            return False
        self.guesses_top -= 1
        guess = self.stack + self.guesses_top
        self._undo(guess.trail)
        self._remove(guess.cell, guess.colour)
        while (self.refuted_size
                and self.refuted[self.refuted_size - 1].depth > self.guesses_top):
            self.refuted_size -= 1
        self.refuted[self.refuted_size].depth = self.guesses_top
        self.refuted[self.refuted_size].cell = guess.cell
        self.refuted[self.refuted_size].colour = guess.colour
        self.refuted_size += 1
        return True

    cdef int _advance(self, long long until) noexcept nogil:
        while self.settled < until:
            if self.at == AT_LINES:
                if not self._settle_lines():
                    self.at = AT_RETREAT
                elif self.open == self.cells:
                    self.at = AT_RETREAT
                    return SOLUTION_
                elif self.most_level == LINES_ONLY_:
                    return STUCK_
                else:
                    if self.fresh or self.thorough:
                        self._start_probing()
                    self.fresh = False
                    self.quiet = 0
                    self.at = AT_PROBES
            elif self.at == AT_PROBES:
                if self.quiet == self.cells:
                    self.at = AT_GUESS
                    continue
                self.cursor = self.cursor + 1 if self.cursor + 1 < self.cells else 0
                self.quiet += 1
                if self._probe(self.cursor):
                    self.at = AT_LINES
            elif self.at == AT_GUESS:
                if self.most_level == WITH_PROBES_:
                    return STUCK_
                if not self._may_guess():
                    # All open cells were marked, or the best one has been settled since. After the
                    # marks are cleared the first open cell is probed, so this cannot loop forever.
                    self._start_probing()
                    self.at = AT_PROBES
                    continue
                self._guess()
                self.fresh = True
                self.at = AT_LINES
            elif self.at == AT_RETREAT:
                self.fresh = True
                self.at = AT_LINES if self._retreat() else AT_END
            else:
                return DONE_
        return PAUSED_

    def run(self, long long work):
        """Continue the search for about `work` settled lines. Return PAUSED; SOLUTION (see
        `colours_left`; the next call searches for the next one); DONE; or STUCK if `level` forbids
        the next step (after a change of `level`, the next call continues from there)."""
        cdef int outcome
        with nogil:
            outcome = self._advance(end_of(self.settled, work))
        return outcome

    @property
    def level(self):
        """Return the most that the search may do: LINES_ONLY, WITH_PROBES or WITH_GUESSES."""
        return self.most_level

    @level.setter
    def level(self, int level):
        if not LINES_ONLY_ <= level <= WITH_GUESSES_:
            raise ValueError(f"there is no level {level}")
        self.most_level = level

    @property
    def depth(self):
        """Return the number of guesses that the current state depends on, and its maximum."""
        return self.guesses_top, self.deepest

    def explored(self):
        """Return the finished parts of the search: lists of pairs (cell, colour); all solutions
        that have all pairs of a list have been found."""
        cdef int64_t k
        guessed = [(self.stack[k].cell, self.stack[k].colour) for k in range(self.guesses_top)]
        found = [
            [*guessed[:self.refuted[k].depth], (self.refuted[k].cell, self.refuted[k].colour)]
            for k in range(self.refuted_size)
        ]
        if self.at == AT_RETREAT:
            found.append(guessed)
        return found

    def colours_left(self):
        """Return, for each cell, row by row, the bit mask of its possible colours in the current
        state."""
        cdef int64_t cell
        cdef int colour
        cdef long long mask
        masks = []
        for cell in range(self.cells):
            mask = 0
            for colour in range(self.colours + 1):
                mask |= <long long>self._may(cell, colour) << colour
            masks.append(mask)
        return masks

    def colours_certain(self):
        """Return the same as `colours_left`, but without what follows from guesses."""
        cdef int64_t words = <int64_t>self.lines * (self.colours + 1) * self.words
        cdef int64_t index, first = self.stack[0].trail if self.guesses_top else self.trail_top
        cdef uint64_t *present = self.can
        memory = []
        self.can = <uint64_t *> allocate_owned(memory, words, sizeof(uint64_t))
        memcpy(self.can, present, words * sizeof(uint64_t))
        for index in range(self.trail_top - 1, first - 1, -1):
            self.can[self.trail[index].place] = self.trail[index].before
        try:
            return self.colours_left()
        finally:
            self.can = present
