"""Exact cover by dancing cells over flat arrays, with bounds on the items. The search branches on
the item with the fewest ways.

Design
------
The state, with its sets of options, is in dancing_state.pxd; this module chooses the branches. The
method is Knuth's dancing cells (The Art of Computer Programming 4B, 7.2.2.1, and Volume 4, Fascicle
7, 7.2.2.3; program SSXCC, 2020) with the bounds of his Algorithm M; it branches by minimum
remaining values. A frame with only one way saves no sizes: when the search leaves such a frame, it
backtracks to an earlier one, which restores them.

Item i must be in at least `need` and at most `room` more options. Bounds (1, 1) are those of the
classic problem; an item with other bounds is branched on until it is full or closed. A branch on an
item either decides which of its options is the lowest one in the solution, and excludes the lower
ones, or closes the item to further options. Each set of options is therefore found once. Only the
first `primary` items are branched on; the others, with bounds (0, 1) or (0, 0), are secondary, and
an option of secondary items alone is never chosen. An option may give a secondary item a colour;
the item then stays open to options that give it the same colour.

The order of the search is fixed by this rule: branch on the item with the fewest ways, or on the
lowest of several; branch on items that need no more options only when all others are covered; try
the options of the item in rising order, and close the item last. The plain twin
(tests/dancing_twin.py) follows the same rule, node for node.

After `draw` the search is randomized: any item with the fewest ways is equally likely, and so is
any order of the options of an item. With `rows` = 1 it stops at its first solution. It has its own
generator, and breaks ties by a hash of the item numbers, so that the same seed leads to the same
search in whatever order the sets are stored.

If masks can hold the problem (dancing_masks.pxd) and the search is not randomized, it runs over
masks, by the same rule, node for node. `draw` discards the masks permanently.

The stack is explicit: `run` returns after a budget of nodes and resumes at the next call. Such a
node is a placed option, not a Node of the state. `__cinit__` checks all input: the items of an
option exist and differ, and all numbers fit 31 bits. No Python object is touched in `search`.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bounds cimport MAX_NODES, end_of
from dancing_masks cimport Masks, fits_masks, free_masks, search_masked, set_masks
from dancing_state cimport (
    MORE, NO_MEMORY, OVER, Frame, Item, Node, State, close, draw_next, ensure_capacity, hide, mixed,
    place_option, shuffle, sort
)
from memory cimport allocate


cdef inline int32_t ways_of(State *s, Item *item) noexcept nogil:
    """Return the number of branches on an item."""
    if not s.bounded:
        return item.size
    # The lowest option in the solution cannot be one of the last need - 1.
    if item.need > 0:
        return item.size - item.need + 1
    return item.size + 1


cdef int32_t choose(State *s, int32_t *ways) noexcept nogil:
    """Return the item to branch on and set `ways` to its number of ways; return -1 if all are
    covered."""
    cdef int32_t chosen = -1
    cdef int32_t best = 0x7FFFFFFF
    cdef bint wanted = False  # whether an item that needs more options has been seen
    cdef int32_t k, i, n
    cdef Item *item
    cdef uint64_t draw = draw_next(s) if s.randomized else 0
    for k in range(s.active):
        i = s.order[k]
        if i >= s.primary:
            continue
        item = &s.items[i]
        if s.bounded and item.need <= 0:
            if wanted or item.size == 0:
                continue
        elif not wanted:
            wanted = True
            best = 0x7FFFFFFF
        n = ways_of(s, item)
        if n > best:
            continue
        if n < best or (mixed(draw ^ i) < mixed(draw ^ chosen) if s.randomized else i < chosen):
            best = n
            chosen = i
            if n <= 0:
                break
    ways[0] = best
    return chosen


cdef bint enter(State *s, int32_t i, int32_t ways) noexcept nogil:
    """Push the frame of a branch on item i; return False if there is no memory."""
    cdef Frame *f = &s.frames[s.depth]
    cdef Item *item = &s.items[i]
    cdef int32_t k
    f.item = i
    f.tried = 0
    f.chosen = -1
    f.active = s.active
    f.closes = item.need <= 0
    f.stays_open = s.room[i] > 1
    f.ways = ways - f.closes
    f.candidates = s.candidates.used
    f.saved = -1
    if (
        not ensure_capacity(&s.candidates, item.size)
        or not ensure_capacity(&s.sizes, 2 * <int64_t> s.active)
    ):
        return False
    for k in range(item.size):
        s.candidates.data[f.candidates + k] = s.owner[s.cells[item.first + k]]
    sort(s.candidates.data + f.candidates, item.size)
    if s.randomized:
        shuffle(s, s.candidates.data + f.candidates, item.size)
    s.candidates.used += item.size
    if ways > 1:
        f.saved = s.sizes.used
        for k in range(s.active):
            s.sizes.data[s.sizes.used] = s.order[k]
            s.sizes.data[s.sizes.used + 1] = s.items[s.order[k]].size
            s.sizes.used += 2
    s.depth += 1
    return True


cdef void undo(State *s, Frame *f) noexcept nogil:
    """Restore the state in which the frame was entered. The sets are restored only if the frame has
    saved their sizes."""
    cdef int32_t x, i, k
    cdef int32_t *saved
    if f.chosen >= 0:
        for x in range(s.starts[f.chosen], s.starts[f.chosen + 1]):
            i = s.nodes[x].item
            s.room[i] += 1
            s.items[i].need += 1
    f.chosen = -1
    if f.saved >= 0:
        saved = s.sizes.data + f.saved
        s.active = f.active
        for k in range(f.active):
            s.items[saved[2 * k]].size = saved[2 * k + 1]


cdef bint advance(State *s, Frame *f) noexcept nogil:
    """Take the frame's next way; return False if it is a dead end."""
    cdef int32_t *candidates = s.candidates.data + f.candidates
    cdef int32_t way = f.tried
    cdef int32_t k
    f.tried += 1
    if way == f.ways:
        return close(s, f.item)
    if f.stays_open:
        for k in range(way):
            if not hide(s, s.starts[candidates[k]]):
                return False
    f.chosen = candidates[way]
    s.nodes_placed += 1
    s.forced += f.ways + f.closes == 1
    if place_option(s, f.chosen):
        return True
    s.dead_ends += 1
    return False


cdef bint keep(State *s) noexcept nogil:
    """Store the current solution; return False if there is no memory."""
    cdef int64_t start = s.rows.used
    cdef int32_t k
    if not ensure_capacity(&s.rows, s.depth + 1):
        return False
    s.rows.used += 1
    for k in range(s.depth):
        if s.frames[k].chosen >= 0:
            s.rows.data[s.rows.used] = s.frames[k].chosen
            s.rows.used += 1
    s.rows.data[start] = <int32_t> (s.rows.used - start - 1)
    sort(s.rows.data + start + 1, s.rows.used - start - 1)
    s.rows_left -= 1
    return True


cdef int search(State *s, int64_t budget) noexcept nogil:
    """Continue the search until the budget or the room for solutions is used up."""
    cdef int64_t last = end_of(s.nodes_placed, budget)
    cdef Frame *f
    cdef int32_t i
    cdef int32_t ways = 0
    while s.nodes_placed < last:
        if s.entering:
            s.entering = False
            i = choose(s, &ways)
            if i < 0:
                s.found += 1
                if s.rows_left >= 0:
                    if not keep(s):
                        return NO_MEMORY
                    if s.rows_left == 0:
                        return MORE
            elif ways <= 0:
                # An item of the option just placed needs more options than remain for it.
                s.dead_ends += s.depth > 0 and s.frames[s.depth - 1].chosen >= 0
            elif not enter(s, i, ways):
                return NO_MEMORY
        if s.depth == 0:
            return OVER
        f = &s.frames[s.depth - 1]
        if f.tried:
            undo(s, f)
        if f.tried == f.ways + f.closes:
            s.candidates.used = f.candidates
            if f.saved >= 0:
                s.sizes.used = f.saved
            s.depth -= 1
            continue
        s.entering = advance(s, f)
    return MORE


@cython.final
cdef class Search:
    """One search, run in slices; calpuzzle/_core/dancing.pyi documents it."""

    cdef State state
    cdef Masks masks
    cdef int64_t rows_asked
    cdef bint over
    # The initial state: whether there is anything to search, and the sizes of the sets.
    cdef bint possible
    cdef int32_t active
    cdef int32_t *sizes

    def __cinit__(
        self, list bounds, list options, int32_t primary, int64_t rows=0, list colours=None
    ):
        cdef State *s = &self.state
        cdef int64_t number = sum([len(option) for option in options])
        cdef int32_t k
        if max(number, len(options), len(bounds)) > MAX_NODES:
            raise ValueError("the problem is too large")
        if rows < 0 or not 0 <= primary <= len(bounds):
            raise ValueError("`rows` or `primary` is out of range")
        s.item_number = len(bounds)
        s.primary = primary
        s.items = <Item *> allocate(s.item_number, sizeof(Item))
        s.room = <int32_t *> allocate(s.item_number, sizeof(int32_t))
        s.order = <int32_t *> allocate(s.item_number, sizeof(int32_t))
        s.nodes = <Node *> allocate(number, sizeof(Node))
        s.cells = <int32_t *> allocate(number, sizeof(int32_t))
        s.owner = <int32_t *> allocate(number, sizeof(int32_t))
        s.starts = <int32_t *> allocate(len(options) + 1, sizeof(int32_t))
        # Each frame places an option or closes an item, each at most once.
        s.frames = <Frame *> allocate(len(options) + len(bounds) + 1, sizeof(Frame))
        self.rows_asked = rows
        self.set_bounds(bounds)
        self.set_nodes(options)
        if colours is not None:
            self.set_colours(colours, options, number)
        self.set_cells(len(options))
        self.set_order()
        self.sizes = <int32_t *> allocate(s.item_number, sizeof(int32_t))
        self.possible, self.active = s.entering, s.active
        for k in range(s.item_number):
            self.sizes[k] = s.items[k].size
        # Masks cannot express that options were removed at the start.
        if self.possible and s.active == s.item_number and fits_masks(s, len(options)):
            set_masks(&self.masks, s, len(options))

    cdef int set_bounds(self, list bounds) except -1:
        """Set the bounds of the items."""
        cdef State *s = &self.state
        cdef int32_t i
        for i in range(s.item_number):
            s.items[i].need, s.room[i] = bounds[i]
            if not 0 <= s.items[i].need <= s.room[i]:
                raise ValueError("an item has invalid bounds")
            if i < s.primary:
                s.bounded |= s.items[i].need != 1 or s.room[i] != 1
            elif s.items[i].need or s.room[i] > 1:
                raise ValueError("a secondary item must have the bounds (0, 1) or (0, 0)")
        return 0

    cdef int set_nodes(self, list options) except -1:
        """Create the nodes of the options, and count the options of each item."""
        cdef State *s = &self.state
        cdef int32_t x = 0
        cdef int32_t begin, k, i
        for k, option in enumerate(options):
            begin = s.starts[k] = x
            for i in option:
                # Before `set_order`, `order` holds the last option of each item, plus 1.
                if not 0 <= i < s.item_number or s.order[i] == k + 1:
                    raise ValueError("an option has an item twice, or an item that does not exist")
                s.order[i] = k + 1
                s.items[i].size += 1
                s.nodes[x].item = i
                s.owner[x] = k
                x += 1
            for i in range(begin, x):
                s.nodes[i].begin = begin
                s.nodes[i].end = x
        s.starts[len(options)] = x
        return 0

    cdef int set_colours(self, list colours, list options, int64_t number) except -1:
        """Set the colours that the nodes give their items."""
        cdef State *s = &self.state
        cdef int32_t x = 0
        cdef int32_t colour
        s.colours = <int32_t *> allocate(number, sizeof(int32_t))
        if list(map(len, colours)) != list(map(len, options)):
            raise ValueError("each option must have one colour per item")
        for of_option in colours:
            for colour in of_option:
                if colour < 0 or (colour and s.nodes[x].item < s.primary):
                    raise ValueError("a colour is negative, or given to a primary item")
                s.colours[x] = colour
                x += 1
        return 0

    cdef int set_cells(self, Py_ssize_t options) except -1:
        """Assign the cells of each item to its nodes."""
        cdef State *s = &self.state
        cdef int32_t x = 0
        cdef int32_t k, i
        for i in range(s.item_number):
            s.items[i].first = x
            x += s.items[i].size
            s.items[i].size = 0
        for k in range(s.starts[options]):
            i = s.nodes[k].item
            s.nodes[k].cell = s.items[i].first + s.items[i].size
            s.cells[s.nodes[k].cell] = k
            s.items[i].size += 1
        return 0

    cdef int set_order(self) except -1:
        """Make all items active except those that take no option, whose options are removed."""
        cdef State *s = &self.state
        cdef int32_t i
        for i in range(s.item_number):
            s.order[i] = i
            s.items[i].place = i
        s.active = s.item_number
        s.entering = True
        for i in range(s.item_number):
            if s.room[i] == 0 and not close(s, i):
                # There is no solution; the sets are inconsistent, but nothing will read them.
                s.entering = False
                return 0
        for i in range(s.item_number):
            if s.items[i].place < s.active and s.items[i].size < s.items[i].need:
                s.entering = False
        return 0

    def __dealloc__(self):
        cdef State *s = &self.state
        free(s.nodes)
        free(s.items)
        free(s.room)
        free(s.cells)
        free(s.order)
        free(s.starts)
        free(s.owner)
        free(s.colours)
        free(s.frames)
        free(s.candidates.data)
        free(s.sizes.data)
        free(s.rows.data)
        free(self.sizes)
        free_masks(&self.masks)

    def draw(self, uint64_t seed):
        cdef State *s = &self.state
        cdef int32_t k
        # Only the search without masks changes the bounds, which `undo` restores.
        while s.depth and not self.masks.words:
            s.depth -= 1
            undo(s, &s.frames[s.depth])
        s.depth = 0
        free_masks(&self.masks)
        memset(&self.masks, 0, sizeof(self.masks))
        s.active = self.active
        for k in range(s.item_number):
            s.items[k].size = self.sizes[k]
        s.candidates.used = s.sizes.used = s.rows.used = 0
        s.nodes_placed = s.dead_ends = s.forced = s.found = 0
        s.entering = self.possible
        s.randomized, s.random_state = True, seed
        self.over = False

    def run(self, int64_t budget):
        cdef int outcome
        self.state.rows.used = 0
        self.state.rows_left = self.rows_asked if self.rows_asked else -1
        if self.over:
            return True
        with nogil:
            if self.masks.words:
                outcome = search_masked(&self.state, &self.masks, budget)
            else:
                outcome = search(&self.state, budget)
        if outcome == NO_MEMORY:
            raise MemoryError
        self.over = outcome == OVER
        return self.over

    def take(self):
        cdef State *s = &self.state
        cdef int64_t at = 0
        solutions = []
        while at < s.rows.used:
            solutions.append(tuple([s.rows.data[at + 1 + k] for k in range(s.rows.data[at])]))
            at += 1 + s.rows.data[at]
        return solutions

    @property
    def found(self):
        return self.state.found

    @property
    def nodes(self):
        return self.state.nodes_placed

    @property
    def dead_ends(self):
        return self.state.dead_ends

    @property
    def forced(self):
        return self.state.forced
