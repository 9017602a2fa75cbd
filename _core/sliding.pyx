"""Disassembly of interlocked pieces: a breadth-first search over their positions.

Design
------
A move slides some pieces, all by the same number of steps in one direction, while the others stay.
Only the relative positions matter, so a state is the position of each piece minus that of the
first. How far piece i can go in a direction before it meets piece j depends only on the difference
of their positions. These distances are tabulated, each when it is first needed, for all differences
at which one piece can be in the other's way (W. H. Cutler, "A Computer Analysis of All 6-Piece
Burrs", 1994; BurrTools, movement analysis). A table belongs to two shapes and is retained, so that
the solutions of a puzzle share it. The pieces that must come along when a piece goes k steps are
its closure under the relation "is met within k steps"; the movable sets are those that contain the
closures of all their members. Moving a set in one direction is the same as moving its complement in
the opposite one, so half of the directions are enough.

A set that meets no other piece however far it goes is removed: it can leave the bounding box of the
others. States are processed in the order in which they were found, which is by number of moves, so
the first state from which a set can be removed needs the fewest moves. As long as no set can be
removed, a chain of pieces that block one another links any two pieces, so their distance is bounded
and the number of states is finite.

States are stored in a Store (store.pxi), whose key is a hash of the positions. If another state has
the key, the next key is tried, so states are never confused. The values of a state are its
positions and the number of the state from which it was reached.

`parts` needs no search: it repeatedly splits the pieces into a set that can move straight out and
the others, and returns the parts that cannot be split. All pieces come apart if and only if each of
these parts does; see calpuzzle/results/disassembly.py.

A Slides belongs to one thread. `run` returns after a budget of moves.
"""

cdef extern from *:
    "#define BOARD_WORDS 1"

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from bits cimport BOARD_WORDS, bits_count64, bits_lowest64, board_t
from memory cimport allocate_owned, reallocate

cdef enum:
    TAGGED = 0
    MAX_STATES = 1 << 30
    PIECES = 64
    MAX_DIRECTIONS = 8
    AXES = 3
    WORDS = PIECES * AXES // 4  # of positions, at most
    FAR = 0x7FFF             # a number of steps: the piece is never met
    OPEN = -1                # a number of steps: not computed yet
    MAX_COORDINATE = 0x3FFF  # also the bound of the differences in a table
    TOO_FAR = -3             # an error code: a coordinate of a position is too large

include "slide_tables.pxi"
include "store.pxi"


cdef struct Choice:
    # Pieces that move, with all that must come along; and pieces that stay, with all that need one
    # of them to come along.
    uint64_t moved
    uint64_t still


@cython.final
@cython.no_gc  # or a collection would clear `owner` before __dealloc__
cdef class Slides:
    """The moves of some pieces; calpuzzle/_core/sliding.pyi documents it."""

    cdef int directions
    cdef int32_t step[MAX_DIRECTIONS][AXES]
    # For each shape: its cells, then the cells that it sweeps in each direction.
    cdef Points **points
    cdef int shapes
    cdef list owner
    cdef PairTables *pairs
    cdef int64_t number_of_pairs
    # The number of the pair of shapes (i, j) at i * capacity + j; OPEN if it has no tables yet.
    cdef int32_t *numbers
    cdef int capacity
    cdef Memory memory
    cdef Store states
    # The chosen pieces, and the current state, from which moves are made.
    cdef int piece_count
    cdef int pair[PIECES][PIECES]
    cdef int64_t at
    cdef int16_t position[PIECES * AXES]
    cdef int16_t reach[MAX_DIRECTIONS][PIECES][PIECES]
    cdef uint64_t along[PIECES]      # the pieces that must come along with a piece
    cdef uint64_t needed_by[PIECES]  # the pieces that need a piece to come along
    cdef int direction
    cdef int amount
    cdef Choice stack[PIECES + 1]
    cdef int top
    cdef bint spoilt
    cdef uint64_t out
    cdef int out_direction
    cdef int out_sign

    def __cinit__(self, steps, int64_t bound):
        cdef int i, k
        self.memory.bound = bound
        self.owner = []
        self.directions = len(steps)
        if not 0 < self.directions <= MAX_DIRECTIONS:
            raise ValueError("the number of directions is out of range")
        for k in range(self.directions):
            for i in range(AXES):
                self.step[k][i] = steps[k][i]
            if tuple(steps[k]) <= (0,) * AXES:
                raise ValueError("the first nonzero coordinate of a direction must be positive")

    def __dealloc__(self):
        cdef int64_t k
        free_store(&self.memory, &self.states)
        for k in range(self.number_of_pairs):
            free(self.pairs[k].tables)
        free(self.pairs)
        free(self.numbers)
        free(self.points)

    def add(self, cells, swept):
        """Add a shape and return its number; see the stub."""
        cdef int k
        cdef Points *points = <Points *> allocate_owned(
            self.owner, self.directions + 1, sizeof(Points)
        )
        if len(swept) != self.directions:
            raise ValueError("there must be one list of swept cells per direction")
        for k, each in enumerate([cells, *swept]):
            set_points(&points[k], each, self.owner)
        if self.shapes == self.capacity:
            self.widen(max(2 * self.capacity, 16))
        self.points[self.shapes] = points
        self.shapes += 1
        return self.shapes - 1

    cdef int widen(self, int capacity) except -1:
        """Make room for more shapes."""
        cdef int i
        # This comes first: if it failed later, `wider` would not be freed.
        self.points = <Points **> reallocate(self.points, capacity, sizeof(Points *))
        cdef int32_t *wider = <int32_t *> reallocate(NULL, <int64_t> capacity * capacity, 4)
        memset(wider, 0xFF, 4 * <int64_t> capacity * capacity)  # all are OPEN
        for i in range(self.shapes):
            memcpy(wider + i * capacity, self.numbers + i * self.capacity, 4 * self.shapes)
        free(self.numbers)
        self.numbers = wider
        self.capacity = capacity
        return 0

    cdef int pair_of(self, int i, int j) except -1:
        """Return the number of the pair of shapes (i, j), and allocate its tables if it has none.
        They contain how far shape i goes before it meets shape j."""
        cdef int64_t at = <int64_t> i * self.capacity + j
        if self.numbers[at] != OPEN:
            return self.numbers[at]
        cdef Points *mover = self.points[i]
        cdef Points *other = self.points[j]
        cdef int64_t size = 1, number = self.number_of_pairs
        cdef PairTables pair
        cdef PairTables *p = &pair
        cdef int32_t high
        cdef int k, a
        for a in range(AXES):
            p.low[a] = high = mover[1].low[a] - other.high[a]
            for k in range(1, self.directions + 1):
                p.low[a] = min(p.low[a], mover[k].low[a] - other.high[a])
                high = max(high, mover[k].high[a] - other.low[a])
            p.size[a] = high - p.low[a] + 1
            size *= p.size[a]
        p.number = size
        p.tables = NULL
        if number & (number - 1) == 0:
            # The capacity doubles at each power of two.
            self.pairs = <PairTables *> reallocate(self.pairs, 2 * number + 1, sizeof(PairTables))
        self.check_code(reserve(&self.memory, <void **> &p.tables, 0, 2 * size * self.directions))
        self.pairs[number] = pair
        self.numbers[at] = <int32_t> number
        self.number_of_pairs += 1
        memset(p.tables, 0xFF, 2 * size * self.directions)  # all are OPEN
        with nogil:
            for k in range(self.directions):
                mark(p, p.tables + k * size, &mover[k + 1], other)
        return number

    cdef int64_t check_code(self, int64_t code) except -1:
        """Raise the exception of an error code, or return the code."""
        if code < 0:
            self.spoilt = True
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the positions of the pieces exceed the memory bound")
        if code == TOO_FAR:
            raise ArithmeticError("the positions of the pieces are too far apart")
        return code

    def begin(self, which, positions):
        """Begin with pieces of some shapes at some positions; see the stub."""
        self.set_pieces(which, positions)
        self.check_code(self.enter(self.position, -1))
        self.examine()

    cdef int set_pieces(self, which, positions) except -1:
        """Choose pieces of some shapes at some positions, and forget all states."""
        cdef int i, j, a
        known = all([0 <= k < self.shapes for k in which])
        if self.spoilt or not (known and 0 < len(which) <= PIECES and len(positions) == len(which)):
            raise ValueError("the pieces are invalid, or an earlier call has failed")
        for position in positions:
            for a in range(AXES):
                if not -MAX_COORDINATE <= position[a] - positions[0][a] <= MAX_COORDINATE:
                    raise ArithmeticError("the positions of the pieces are too far apart")
        free_store(&self.memory, &self.states)
        self.at = self.out = 0
        self.piece_count = len(which)
        self.states.width = (AXES * self.piece_count + 3) // 4 + 1
        memset(self.position, 0, sizeof(self.position))
        for i in range(self.piece_count):
            for j in range(self.piece_count):
                if i != j:
                    self.pair[i][j] = self.pair_of(which[i], which[j])
            for a in range(AXES):
                self.position[AXES * i + a] = positions[i][a] - positions[0][a]
        return 0

    def run(self, int64_t budget):
        """Continue for some moves; see the stub."""
        cdef int64_t code
        if self.spoilt or self.states.size == 0:
            raise ValueError("`begin` has not been called, or an earlier call has failed")
        with nogil:
            code = self.process_some(budget)
        self.check_code(code)
        return self.out != 0 or self.at == self.states.size

    cdef int64_t enter(self, const int16_t *position, int64_t origin) noexcept nogil:
        """Return the number of a state, which is added if it is new, or an error code."""
        cdef Store *s = &self.states
        cdef int used = s.width - 1, k
        cdef int64_t size = s.size, at
        cdef uint64_t words[WORDS + 1]
        cdef uint64_t key = 0
        memcpy(words, position, 8 * used)
        for k in range(used):
            key = (key ^ words[k]) * <uint64_t> 0xD6E8FEB86659FD93
            key ^= key >> 32
        while True:
            at = put(&self.memory, s, key, 0)
            if at < 0:
                return at
            if s.size > size:
                words[used] = <uint64_t> origin
                memcpy(s.values + at * s.width, words, 8 * s.width)
                return at
            if memcmp(s.values + at * s.width, words, 8 * used) == 0:
                return at
            key += 1

    cdef int16_t steps_of(self, int i, int j, int k) noexcept nogil:
        """Return the number of steps that the i-th piece goes in direction k before it meets the
        j-th."""
        cdef PairTables *p = &self.pairs[self.pair[i][j]]
        cdef int16_t *table = p.tables + k * p.number
        cdef int32_t *step = self.step[k]
        cdef int32_t at[AXES]
        cdef int64_t first = -1
        cdef int32_t done = 0, before = 0, steps = OPEN, a
        cdef bint inside
        for a in range(AXES):
            at[a] = self.position[AXES * j + a] - self.position[AXES * i + a] - p.low[a]
        # Follow the differences of the move until one is known, or the pieces cannot meet any more.
        while True:
            inside = True
            for a in range(AXES):
                if 0 <= at[a] < p.size[a]:
                    continue
                inside = False
                if (step[a] <= 0) if at[a] > 0 else (step[a] >= 0):
                    steps = FAR  # they come no nearer
            if inside:
                invariant(0 <= code_of(p, at) < p.number)
                steps = table[code_of(p, at)]
                if steps == OPEN and first < 0:
                    first = code_of(p, at)
                    before = done
            if steps != OPEN:
                break
            done += 1
            for a in range(AXES):
                at[a] -= step[a]
        # Fill in all differences on the way.
        for a in range(done - before if first >= 0 else 0):
            table[first - a * code_of(p, step)] = FAR if steps == FAR else steps + done - before - a
        # Capped, because two pieces can be more steps apart than FAR. No piece goes so far in one
        # move, because its coordinate would then be too large.
        return FAR if steps == FAR else min(steps + done, FAR - 1)

    cdef bint find_closures(self, int k, int steps) noexcept nogil:
        """Set `along` and `needed_by` for moves of `steps` steps in direction k. Return whether
        some piece can go without some other."""
        cdef int n = self.piece_count, i, j
        # Not 1 << n, which is undefined for 64 pieces.
        cdef uint64_t every = (<uint64_t> 2 << (n - 1)) - 1
        cdef bint parted = False
        for i in range(n):
            self.along[i] = <uint64_t> 1 << i
            self.needed_by[i] = 0
            for j in range(n):
                if i != j and self.reach[k][i][j] < steps:
                    self.along[i] |= <uint64_t> 1 << j
        # The transitive closure (Warshall's algorithm).
        for j in range(n):
            for i in range(n):
                if self.along[i] >> j & 1:
                    self.along[i] |= self.along[j]
        for i in range(n):
            parted |= self.along[i] != every
            for j in range(n):
                self.needed_by[j] |= (self.along[i] >> j & 1) << i
        return parted

    cdef void examine(self) noexcept nogil:
        """Examine the current state: find the smallest set that can be removed, if any, and prepare
        the search for moves."""
        cdef int n = self.piece_count, i, j, k, sign, best = PIECES + 1
        cdef uint64_t removable
        memcpy(self.position, self.states.values + self.at * self.states.width, 2 * AXES * n)
        for k in range(self.directions):
            for i in range(n):
                for j in range(n):
                    if i != j:
                        self.reach[k][i][j] = self.steps_of(i, j, k)
            if not self.find_closures(k, FAR):
                continue
            # In the opposite direction, the smallest set that moves and contains piece i is
            # `needed_by[i]`: the pieces that need i to come along. Its complement is closed.
            for sign in range(2):
                for i in range(n):
                    removable = self.needed_by[i] if sign else self.along[i]
                    if bits_count64(removable) < min(best, n):
                        best = bits_count64(removable)
                        self.out = removable
                        self.out_direction = k
                        self.out_sign = -1 if sign else 1
        self.direction = -1
        self.top = -1
        self.amount = 0
        self.further()

    cdef void further(self) noexcept nogil:
        """Continue with the next number of steps, or the next direction, by which something can
        move."""
        while True:
            if self.direction >= 0:
                self.amount += 1
                if self.find_closures(self.direction, self.amount):
                    break
            self.direction += 1
            self.amount = 0
            if self.direction == self.directions:
                return
        self.top = 0
        self.stack[0].moved = self.stack[0].still = 0

    cdef int64_t process_some(self, int64_t budget) noexcept nogil:
        """Continue the search until the budget is used up or the search ends; return an error code,
        or 0."""
        cdef uint64_t every = (<uint64_t> 2 << (self.piece_count - 1)) - 1, undecided
        cdef Choice choice
        cdef int64_t code
        cdef int i
        while budget > 0 and not self.out and self.at < self.states.size:
            if self.direction == self.directions:
                self.at += 1
                budget -= 1
                if self.at < self.states.size:
                    self.examine()
                continue
            if self.top < 0:
                self.further()
                continue
            choice = self.stack[self.top]
            self.top -= 1
            invariant((choice.moved & choice.still) == 0)
            undecided = every & ~(choice.moved | choice.still)
            if undecided:
                # Either piece i stays, and with it all that would need it to come along; or it
                # moves, and its closure comes along. So each movable set is found once.
                i = bits_lowest64(undecided)
                self.top += 2
                self.stack[self.top - 1].moved = choice.moved
                self.stack[self.top - 1].still = choice.still | self.needed_by[i]
                self.stack[self.top].moved = choice.moved | self.along[i]
                self.stack[self.top].still = choice.still
            elif choice.moved and choice.still:
                budget -= 1
                code = self.move(choice.moved)
                if code < 0:
                    return code
        return 0

    cdef int64_t move(self, uint64_t moved) noexcept nogil:
        """Enter the state after the move of a set."""
        cdef int16_t position[WORDS * 4]
        cdef int by = self.amount, i, a
        cdef int32_t sum
        if moved & 1:
            # The first piece stays where it is.
            moved = ~moved
            by = -by
        memcpy(position, self.position, sizeof(position))
        for i in range(1, self.piece_count):
            if moved >> i & 1:
                for a in range(AXES):
                    sum = position[AXES * i + a] + by * self.step[self.direction][a]
                    if not -MAX_COORDINATE <= sum <= MAX_COORDINATE:
                        return TOO_FAR
                    position[AXES * i + a] = <int16_t> sum
        return self.enter(position, self.at)

    cdef uint64_t straight(self, uint64_t pieces, uint64_t (*met)[PIECES]) noexcept nogil:
        """Return a subset of `pieces` that can be removed straight from their positions without the
        others; 0 if there is none. `met` contains, for each direction and piece, the pieces that it
        meets at any distance. Opposite directions need no test: if a set can leave in the opposite
        direction, the other pieces can leave in this one."""
        cdef uint64_t left, gone, new, others
        cdef int k
        for k in range(self.directions):
            left = pieces
            while left:
                gone = new = left & (~left + 1)
                left ^= new
                while new:
                    others = met[k][bits_lowest64(new)] & pieces & ~gone
                    new = (new & (new - 1)) | others
                    gone |= others
                if gone != pieces:
                    return gone
        return 0

    def parts(self, which, positions):
        """Split off sets that go straight out, and return the final parts; see the stub."""
        cdef uint64_t pieces, gone
        cdef uint64_t left[PIECES]
        cdef uint64_t met[MAX_DIRECTIONS][PIECES]
        cdef int i, j, k, top = 0
        self.set_pieces(which, positions)
        memset(met, 0, sizeof(met))
        for k in range(self.directions):
            for i in range(self.piece_count):
                for j in range(self.piece_count):
                    if i != j and self.steps_of(i, j, k) < FAR:
                        met[k][i] |= <uint64_t> 1 << j
        left[0] = (<uint64_t> 2 << (self.piece_count - 1)) - 1
        found = []
        while top >= 0:
            pieces = left[top]
            gone = self.straight(pieces, met)
            if gone == 0:
                top -= 1
                if pieces & (pieces - 1):
                    found.append([i for i in range(self.piece_count) if pieces >> i & 1])
                continue
            # The sets are disjoint and not empty, so there are no more of them than pieces.
            left[top] = gone
            top += 1
            left[top] = pieces & ~gone
        return found

    @property
    def path(self):
        """Return the positions of the pieces from the first state on; see the stub."""
        cdef Store *s = &self.states
        cdef int64_t at = self.at
        cdef int16_t *xyz
        cdef int i
        found = []
        while at >= 0 and at < s.size:
            xyz = <int16_t *> (s.values + at * s.width)
            found.append([
                (xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]) for i in range(self.piece_count)
            ])
            at = <int64_t> s.values[at * s.width + s.width - 1]
        return found[::-1]

    @property
    def removed(self):
        """Return the set that is removed in the end; see the stub."""
        cdef int i
        if not self.out:
            return None
        out_pieces = [i for i in range(self.piece_count) if self.out >> i & 1]
        return out_pieces, self.out_direction, self.out_sign

    @property
    def bytes(self):
        """Return the memory use in bytes."""
        return self.memory.bytes
