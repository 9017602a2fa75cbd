# Dancing cells over words of bits (exact cover by bitsets), for problems of up to 16,383 options
# whose primary items are covered exactly once.
#
# Design: a set of options is an array of words, one bit per option. A state is the set of the
# options that can still be chosen, and for each primary item the number of these options that
# contain it. When an option is first placed, the set of the options that conflict with it, by a
# primary item, a secondary item or a colour, is computed. Placing it removes this set, a word at a
# time, and decreases the sizes of the items of the removed options. When the search backtracks, the
# previous state is still stored, so nothing is undone. Secondary items and colours take no extra
# time. This second implementation exists for speed: the Soma cube, and pentominoes in rectangles,
# take three to four times as long without it.
#
# The sizes are contiguous, so that a few vector instructions find the minimum. A step with only one
# way has nothing left to try when the search returns to it, so `place_by_lists` overwrites its
# state with that of the next step.
#
# The words of a set are in groups of 64. The bits of one more word per group, in `filled` or
# `spans`, mark the words that are not 0. Words of `alive` without a mark are never read, and may
# hold anything.
#
# All functions are inline, so that they become part of the loop in dancing.pyx; there is no module.
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from bits cimport BITS_LANES, bits_lowest64, bits_subtract_rows
from bounds cimport end_of
from dancing_state cimport MORE, NO_MEMORY, OVER, Item, State, ensure_capacity, sort
from invariant cimport invariant
from memory cimport allocate, allocate_large

cdef enum:
    GROUP = 64                       # words
    MAX_WORD_GROUPS = 4
    CLOSED = 64 * GROUP * MAX_WORD_GROUPS  # more than any size, as there are fewer options
    MAX_MASKED = 4096                # items
    MAX_BRANCHED = 1024              # primary items
    SCANNED = 64                     # sizes that are scanned at once


cdef struct Step:
    # A state, and the branch that is taken from it.
    uint64_t *alive      # the options that can be chosen
    int16_t *sizes       # of each primary item: how many of these have it, plus CLOSED if covered
    uint64_t[MAX_WORD_GROUPS] filled  # which words of `alive` are not 0
    uint64_t words       # which words of `group` are still to be searched for options of the item
    uint64_t ways        # the remaining options of the word that is being tried
    int32_t group        # the group that is being tried
    int32_t base         # the first option of that word
    int32_t left         # open items
    int32_t item
    int32_t chosen
    bint forced          # whether the item has only one way


cdef struct Masks:
    int32_t words        # of a set of options; 0 if the search is not over masks
    int32_t groups       # of these words
    int32_t blocks       # of BITS_LANES primary items
    uint64_t *clashes    # of each option: the options that exclude it, and itself
    bint *known          # of each option: whether its clashes have been computed
    uint64_t *covers     # of each item: its options
    uint64_t *spans      # of each group and primary item: which words of `covers` are not 0
    int32_t *starts      # of each option: the offset of its primary items; and one more
    int16_t *primary_items   # of all options
    int16_t *incidence   # of each option: a 1 for each primary item; NULL if item lists are quicker
    int32_t *gone        # the options that the last placed option removes
    uint64_t *sets       # the sets of the steps
    int16_t *counts      # the sizes of the steps
    Step *steps


cdef inline int32_t fewest(Masks *m, const int16_t *sizes, int32_t *start) noexcept nogil:
    """Return the minimum of the sizes. They are scanned in runs of SCANNED sizes; set `start` to
    the beginning of the first run that contains the minimum. If sizes are decreased one by one,
    none is 0 here, because `place_by_lists` would have returned False; so a size of 1 ends the
    scan."""
    cdef int32_t lanes = BITS_LANES * m.blocks
    cdef int32_t lowest = 1 if m.incidence == NULL else 0
    cdef int16_t best = 0x7FFF
    cdef int16_t least
    cdef int32_t begin = 0
    cdef int32_t end, k
    while begin < lanes:
        end = lanes if lanes < begin + SCANNED else begin + SCANNED
        least = 0x7FFF
        for k in range(begin, end):
            least = sizes[k] if sizes[k] < least else least
        if least < best:
            best = least
            start[0] = begin
            if best <= lowest:
                break
        begin = end
    return best


cdef inline int32_t first_of(const int16_t *sizes, int16_t size, int32_t k) noexcept nogil:
    """Return the first index from k on that has the given size, which exists. Four sizes are tested
    at once: after the XOR, a lane of the wanted size is 0. If no lane is 0, subtracting 1 from each
    borrows nothing, so no highest bit that was clear becomes set."""
    cdef uint64_t lowest = 0x0001000100010001
    cdef uint64_t wanted = lowest * <uint64_t> size
    cdef uint64_t lanes
    while True:
        memcpy(&lanes, sizes + k, sizeof(uint64_t))
        lanes ^= wanted
        if (lanes - lowest) & ~lanes & (lowest << 15):
            break
        k += 4
    while sizes[k] != size:
        k += 1
    return k


cdef inline bint choose_masked(Masks *m, Step *at) noexcept nogil:
    """Find the open item with the fewest ways, or the lowest of several, and prepare to try them.
    Return False if it has none. At least one item is open."""
    cdef int32_t start = 0
    cdef int32_t least = fewest(m, at.sizes, &start)
    if least == 0:
        return False
    at.item = first_of(at.sizes, least, start)
    at.group = 0
    at.words = m.spans[at.item] & at.filled[0]
    at.ways = 0
    at.forced = least == 1
    return True


cdef inline bint next_way(Masks *m, Step *at) noexcept nogil:
    """Choose the next option of the item; return False if all have been tried."""
    cdef int32_t k
    while at.ways == 0:
        while at.words == 0:
            at.group += 1
            if at.group >= m.groups:
                return False
            at.words = m.spans[at.group * MAX_BRANCHED + at.item] & at.filled[at.group]
        k = GROUP * at.group + bits_lowest64(at.words)
        at.words &= at.words - 1
        at.ways = at.alive[k] & m.covers[<int64_t> at.item * m.words + k]
        at.base = 64 * k
    at.chosen = at.base + bits_lowest64(at.ways)
    at.ways &= at.ways - 1
    return True


cdef inline bint place_masked(State *s, Masks *m, Step *at) noexcept nogil:
    """Set the next step to the state with the chosen option placed; return False if some open item
    is seen to have no way left."""
    cdef Step *after = at + 1
    cdef uint64_t *clash = m.clashes + <int64_t> at.chosen * m.words
    if not m.known[at.chosen]:
        set_clashes(m, s, at.chosen)
    after.left = at.left - (m.starts[at.chosen + 1] - m.starts[at.chosen])
    if m.incidence == NULL:
        return place_by_lists(m, at, clash)
    place_by_incidence(m, at, clash)
    return True


cdef inline uint64_t remove_clashing(
    Step *at, const uint64_t *clash, int32_t k, uint64_t *filled
) noexcept nogil:
    """Return the options of word k that clash, and set word k of the next state to the others."""
    cdef uint64_t gone = at.alive[k] & clash[k]
    cdef uint64_t kept = at.alive[k] ^ gone
    (at + 1).alive[k] = kept
    filled[0] |= <uint64_t> (kept != 0) << (k & 63)
    return gone


cdef inline bint place_by_lists(Masks *m, Step *at, const uint64_t *clash) noexcept nogil:
    """Place the option, and decrease the size of each item of each removed option by 1. Return
    False as soon as a size is 0."""
    cdef Step *after = at + 1
    cdef int16_t *sizes = at.sizes if at.forced else at.sizes + BITS_LANES * m.blocks
    cdef uint64_t words, filled, gone
    cdef int32_t group, k, x, end, item
    cdef int16_t size
    after.alive = at.alive if at.forced else at.alive + m.words
    after.sizes = sizes
    if not at.forced:
        memcpy(sizes, at.sizes, m.blocks * BITS_LANES * sizeof(int16_t))
    mark_covered(m, sizes, at.chosen)
    # The loop of `place_by_incidence` without its list. With one loop for both, problems took 2 to
    # 10 % longer, because this one often ends early.
    for group in range(m.groups):
        words = at.filled[group]
        filled = 0
        while words:
            k = GROUP * group + bits_lowest64(words)
            words &= words - 1
            gone = remove_clashing(at, clash, k, &filled)
            while gone:
                x = m.starts[64 * k + bits_lowest64(gone)]
                end = m.starts[64 * k + bits_lowest64(gone) + 1]
                gone &= gone - 1
                while x < end:
                    item = m.primary_items[x]
                    size = sizes[item] - 1
                    invariant(size >= 0)
                    sizes[item] = size
                    if size == 0:
                        return False
                    x += 1
        after.filled[group] = filled
    return True


cdef inline void place_by_incidence(Masks *m, Step *at, const uint64_t *clash) noexcept nogil:
    """Place the option, and subtract the rows of the removed options in `incidence` from the
    sizes."""
    cdef Step *after = at + 1
    cdef uint64_t words, filled, gone
    cdef int32_t count = 0
    cdef int32_t group = 0
    cdef int32_t k
    after.alive = at.alive + m.words
    after.sizes = at.sizes + BITS_LANES * m.blocks
    while True:
        words = at.filled[group]
        filled = 0
        while words:
            k = GROUP * group + bits_lowest64(words)
            words &= words - 1
            gone = remove_clashing(at, clash, k, &filled)
            while gone:
                m.gone[count] = 64 * k + bits_lowest64(gone)
                gone &= gone - 1
                count += 1
        after.filled[group] = filled
        group += 1
        if group == m.groups:
            break
    bits_subtract_rows(after.sizes, at.sizes, m.incidence, m.gone, count, m.blocks)
    mark_covered(m, after.sizes, at.chosen)


cdef inline void mark_covered(Masks *m, int16_t *sizes, int32_t option) noexcept nogil:
    cdef int32_t x
    for x in range(m.starts[option], m.starts[option + 1]):
        sizes[m.primary_items[x]] += CLOSED


cdef inline bint keep_masked(State *s, Masks *m) noexcept nogil:
    """Store the current solution; return False if there is no memory."""
    cdef int64_t start = s.rows.used
    cdef int32_t k
    if not ensure_capacity(&s.rows, s.depth + 1):
        return False
    s.rows.data[start] = s.depth
    for k in range(s.depth):
        s.rows.data[start + 1 + k] = m.steps[k].chosen
    sort(s.rows.data + start + 1, s.depth)
    s.rows.used += s.depth + 1
    s.rows_left -= 1
    return True


cdef inline int search_masked(State *s, Masks *m, int64_t budget) noexcept nogil:
    """Continue the search until the budget or the room for solutions is used up. `depth` options
    are placed; step number `depth` is the current state, and its item has been chosen."""
    cdef int64_t last = end_of(s.nodes_placed, budget)
    cdef Step *at = m.steps + s.depth
    while s.nodes_placed < last:
        if not next_way(m, at):
            if s.depth == 0:
                return OVER
            s.depth -= 1
            at -= 1
            continue
        invariant(s.depth < s.primary and at == m.steps + s.depth)
        s.nodes_placed += 1
        s.forced += at.forced
        if m.starts[at.chosen + 1] - m.starts[at.chosen] == at.left:
            s.found += 1
            if s.rows_left < 0:
                continue
            s.depth += 1
            if not keep_masked(s, m):
                return NO_MEMORY
            s.depth -= 1
            if s.rows_left == 0:
                return MORE
            continue
        if place_masked(s, m, at) and choose_masked(m, at + 1):
            s.depth += 1
            at += 1
        else:
            s.dead_ends += 1
    return MORE


cdef inline bint fits_masks(State *s, int64_t options) noexcept nogil:
    """Return whether masks can hold the problem."""
    return (
        not s.bounded
        and 0 < options < CLOSED
        and 0 < s.primary <= MAX_BRANCHED
        and s.item_number <= MAX_MASKED
    )


cdef inline int set_masks(Masks *m, State *s, int32_t options) except -1:
    """Set all tables, and the first step. The caller makes sure that each primary item has an
    option."""
    cdef int32_t k, x, last
    m.words = (options + 63) // 64
    m.groups = (m.words + GROUP - 1) // GROUP
    m.blocks = (s.primary + BITS_LANES - 1) // BITS_LANES
    # Memory from `allocate_large` is not initialized, so pages that are never touched cost nothing.
    m.clashes = <uint64_t *> allocate_large(<int64_t> options * m.words, sizeof(uint64_t))
    m.known = <bint *> allocate(options, sizeof(bint))
    m.covers = <uint64_t *> allocate(<int64_t> s.item_number * m.words, sizeof(uint64_t))
    m.spans = <uint64_t *> allocate(m.groups * MAX_BRANCHED, sizeof(uint64_t))
    m.starts = <int32_t *> allocate(options + 1, sizeof(int32_t))
    m.primary_items = <int16_t *> allocate(s.starts[options], sizeof(int16_t))
    m.gone = <int32_t *> allocate(options, sizeof(int32_t))
    # Each step but the last covers an item.
    m.steps = <Step *> allocate(s.primary + 1, sizeof(Step))
    m.sets = <uint64_t *> allocate_large(<int64_t> (s.primary + 1) * m.words, sizeof(uint64_t))
    m.counts = <int16_t *> allocate_large((s.primary + 1) * m.blocks * BITS_LANES, sizeof(int16_t))
    memset(m.sets, 0, m.words * sizeof(uint64_t))
    m.steps[0].alive = m.sets
    m.steps[0].sizes = m.counts
    last = 0
    for k in range(options):
        for x in range(s.starts[k], s.starts[k + 1]):
            set_cover(m, s.nodes[x].item, k)
            if s.nodes[x].item < s.primary:
                m.spans[(k >> 12) * MAX_BRANCHED + s.nodes[x].item] |= <uint64_t> 1 << (k >> 6 & 63)
                m.primary_items[last] = s.nodes[x].item
                last += 1
        m.starts[k + 1] = last
        m.steps[0].alive[k >> 6] |= <uint64_t> 1 << (k & 63)
        m.steps[0].filled[k >> 12] |= <uint64_t> 1 << (k >> 6 & 63)
    # The time for a row of `incidence` grows with its blocks, the time for a list in
    # `primary_items` with its length. So rows pay off only if options have many items (lists save a
    # fifth for pentominoes in rectangles).
    if 2 * <int64_t> last > 3 * <int64_t> options * m.blocks:
        set_incidence(m, options)
    for k in range(m.blocks * BITS_LANES):
        m.steps[0].sizes[k] = s.items[k].size if k < s.primary else CLOSED
    m.steps[0].left = s.primary
    choose_masked(m, m.steps)
    return 0


cdef inline int set_incidence(Masks *m, int32_t options) except -1:
    cdef int64_t width = m.blocks * BITS_LANES
    cdef int32_t k, x
    m.incidence = <int16_t *> allocate(options * width, sizeof(int16_t))
    for k in range(options):
        for x in range(m.starts[k], m.starts[k + 1]):
            m.incidence[k * width + m.primary_items[x]] = 1
    return 0


cdef inline void set_cover(Masks *m, int32_t item, int32_t option) noexcept nogil:
    m.covers[<int64_t> item * m.words + (option >> 6)] |= <uint64_t> 1 << (option & 63)


cdef inline void set_clashes(Masks *m, State *s, int32_t option) noexcept nogil:
    """Compute the options that cannot be chosen together with an option."""
    cdef uint64_t *clash = m.clashes + <int64_t> option * m.words
    cdef uint64_t *cover
    cdef Item *item
    cdef int32_t x, k, c, other
    m.known[option] = True
    memset(clash, 0, m.words * sizeof(uint64_t))
    for x in range(s.starts[option], s.starts[option + 1]):
        item = &s.items[s.nodes[x].item]
        cover = m.covers + <int64_t> s.nodes[x].item * m.words
        if s.colours == NULL or s.colours[x] == 0:
            for k in range(m.words):
                clash[k] |= cover[k]
            continue
        for c in range(item.first, item.first + item.size):
            if s.colours[s.cells[c]] != s.colours[x]:
                other = s.owner[s.cells[c]]
                clash[other >> 6] |= <uint64_t> 1 << (other & 63)
    clash[option >> 6] |= <uint64_t> 1 << (option & 63)


cdef inline void free_masks(Masks *m) noexcept nogil:
    free(m.clashes)
    free(m.known)
    free(m.covers)
    free(m.spans)
    free(m.starts)
    free(m.primary_items)
    free(m.incidence)
    free(m.gone)
    free(m.sets)
    free(m.counts)
    free(m.steps)
