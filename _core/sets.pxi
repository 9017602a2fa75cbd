"""Used-piece sets as bits: placing and removing a piece for all sets of a shape at once.

Design
------
A used-piece set is a number in mixed radix, with one digit for each piece, and one for the number
of larger sides if some piece has them. The low digits determine the bit within a word (the product
of their radices is at most 64), the others the number of the word. A kind is a piece with its
smaller or its larger side up; placing it increments one or two digits. The area of a shape
determines which words can have bits at all; only these are stored. For an area and a kind, `runs`
map the stored words when a piece of the kind is placed: each run maps consecutive words to
consecutive words, so that the loop over it is simple. If a word is in no run, its sets cannot take
the piece. All labels are one more kind, the last: a label does not change the area and moves no
bit, so this kind has one run, of all words.

calpuzzle/engines/diagram/sets.py makes the tables. `copy_sets` checks the numbers of words and
kinds, the lengths of the lists, the kinds of the options, and that the source words of runs exist.
It relies on the rest: the runs of an area stay within its stored words and lead to stored words of
the area that is reached. The tables do not change after `copy_sets`.
"""

cdef enum:
    MAX_WORDS = 1024
    MAX_KINDS = 64


cdef struct Run:
    int32_t source
    int32_t target
    int32_t length


cdef struct Sets:
    int width                # the maximum number of words that an area stores
    int kinds
    int areas
    int32_t *kind            # kind of each option; `kinds` for labels
    int32_t *sizes           # of each kind
    int32_t *shift           # of each kind: how far its piece moves a bit within the word
    uint64_t *allow          # of each kind: the bits that may move
    uint64_t joint           # the kinds whose piece changes both the bit and the word
    uint64_t *movable        # of word k of area a, movable[a * width + k]: kinds with a run there
    int32_t *words           # of each area: stored words
    Run *runs                # of area a and kind c: from run_start[a * (kinds + 1) + c] on
    int32_t *run_start
    board_t *sums            # of each area: the sums of sizes of remaining pieces


cdef inline bint any_moves(Sets *u, uint64_t *sets, int area, int kind) noexcept nogil:
    """Return whether some set can still take a piece of the kind."""
    cdef int r, k
    cdef int at = area * (u.kinds + 1) + kind
    cdef uint64_t some = 0
    for r in range(u.run_start[at], u.run_start[at + 1]):
        for k in range(u.runs[r].source, u.runs[r].source + u.runs[r].length):
            some |= sets[k] & u.allow[kind]
    return some != 0


cdef inline uint64_t kinds_left(Sets *u, uint64_t *sets, int area) noexcept nogil:
    """Return as bits the kinds of which some set can still take a piece. A joint kind may be
    included although no set can; `any_moves` is exact."""
    cdef uint64_t some = 0
    cdef uint64_t left = 0
    cdef int k
    for k in range(u.words[area]):
        if sets[k]:
            some |= sets[k]
            left |= u.movable[area * u.width + k]
    # For kinds that are not joint this is exact: a set that may move within its word is in a
    # run, because the area that is reached stores that word.
    for k in range(u.kinds):
        left &= ~(<uint64_t> ((some & u.allow[k]) == 0) << k)
    return left


cdef inline void add_moved(
    Sets *u, uint64_t *sets, int area, int kind, uint64_t *reached
) noexcept nogil:
    """Add to `reached` the sets with a piece of the kind added."""
    cdef int r, k
    cdef int at = area * (u.kinds + 1) + kind
    cdef uint64_t allow = u.allow[kind]
    cdef int shift = u.shift[kind]
    cdef uint64_t even, odd
    cdef uint64_t *source
    cdef uint64_t *target
    for r in range(u.run_start[at], u.run_start[at + 1]):
        invariant(u.runs[r].target >= 0 and u.runs[r].target + u.runs[r].length <= u.width)
        source = sets + u.runs[r].source
        target = reached + u.runs[r].target
        # Two words at a time: runs are short, and compilers vectorize this without a prologue.
        k = 0
        while k + 2 <= u.runs[r].length:
            even = source[k] & allow
            odd = source[k + 1] & allow
            even = target[k] | even << shift
            odd = target[k + 1] | odd << shift
            target[k] = even
            target[k + 1] = odd
            k += 2
        if k < u.runs[r].length:
            target[k] |= (source[k] & allow) << shift


cdef inline void add_back(
    Sets *u, uint64_t *reached, int area, int kind, uint64_t *sets
) noexcept nogil:
    """Add to `sets` all sets of the given area that become one of `reached` when a piece of the
    kind is added."""
    cdef int r, k
    cdef int at = area * (u.kinds + 1) + kind
    cdef uint64_t allow = u.allow[kind]
    cdef int shift = u.shift[kind]
    cdef uint64_t even, odd
    cdef uint64_t *source
    cdef uint64_t *target
    for r in range(u.run_start[at], u.run_start[at + 1]):
        target = sets + u.runs[r].source
        source = reached + u.runs[r].target
        k = 0
        while k + 2 <= u.runs[r].length:
            even = source[k] >> shift
            odd = source[k + 1] >> shift
            even = target[k] | even & allow
            odd = target[k + 1] | odd & allow
            target[k] = even
            target[k + 1] = odd
            k += 2
        if k < u.runs[r].length:
            target[k] |= (source[k] >> shift) & allow


cdef inline uint32_t keep(uint64_t *sets, uint64_t *completed, int words) noexcept nogil:
    """Keep the sets that can be completed; return their number."""
    cdef uint64_t some = 0
    cdef uint32_t number = 0
    cdef int k
    for k in range(words):
        sets[k] &= completed[k]
        some |= sets[k]
    if some:
        for k in range(words):
            number += bits_count64(sets[k])
    return number


cdef int copy_sets(Sets *u, int options, data) except -1:
    """Copy the tables of calpuzzle._core.inputs.SetTables. The caller has zeroed `u`, and frees it
    with free_sets whether this succeeds or not."""
    cdef int i
    if data.width > MAX_WORDS or len(data.sizes) > MAX_KINDS:
        raise ValueError("the tables do not fit this diagram")
    u.width = data.width
    u.kinds = len(data.sizes)
    u.areas = len(data.words)
    u.kind = <int32_t *> allocate(options, 4)
    for i in range(options):
        if data.kind[i] >= u.kinds:
            raise ValueError("an option of the tables has an unknown kind")
        u.kind[i] = data.kind[i] if data.kind[i] >= 0 else u.kinds
    u.sizes = <int32_t *> allocate(u.kinds + 1, 4)
    u.shift = <int32_t *> allocate(u.kinds + 1, 4)
    u.allow = <uint64_t *> allocate(u.kinds + 1, 8)
    u.allow[u.kinds] = ~<uint64_t> 0
    for i in range(u.kinds):
        u.sizes[i] = data.sizes[i]
        u.shift[i] = data.shift[i]
        u.allow[i] = data.allow[i]
        u.joint |= <uint64_t> bool(data.joint[i]) << i
    u.words = <int32_t *> allocate(u.areas, 4)
    u.sums = <board_t *> allocate(u.areas, sizeof(board_t))
    for i in range(u.areas):
        u.words[i] = data.words[i]
        u.sums[i] = board(data.sums[i])
    return copy_runs(u, data)


cdef int copy_runs(Sets *u, data) except -1:
    """Copy the runs of each area and kind, add those of labels, and find the kinds that can move
    each word."""
    cdef int64_t number = 0
    cdef int area, kind, r, k
    cdef Run *run
    start = data.run_start
    if len(start) != u.areas * u.kinds + 1:
        raise ValueError("the runs do not match the areas and kinds")
    u.runs = <Run *> allocate(len(data.runs) + u.areas, sizeof(Run))
    u.run_start = <int32_t *> allocate(u.areas * (u.kinds + 1) + 1, 4)
    u.movable = <uint64_t *> allocate(<int64_t> u.areas * u.width, 8)
    for area in range(u.areas):
        for kind in range(u.kinds):
            k = area * u.kinds + kind
            if not 0 <= start[k] <= start[k + 1] <= len(data.runs) or start[0]:
                raise ValueError("the runs do not match the areas and kinds")
            for r in range(start[k], start[k + 1]):
                run = &u.runs[number]
                run.source, run.target, run.length = data.runs[r]
                if run.source < 0 or run.source + run.length > u.width:
                    raise ValueError("a run leaves the words of its area")
                for k in range(run.source, run.source + run.length):
                    u.movable[area * u.width + k] |= <uint64_t> 1 << kind
                number += 1
            u.run_start[area * (u.kinds + 1) + kind + 1] = <int32_t> number
        u.runs[number].length = u.words[area]
        number += 1
        u.run_start[(area + 1) * (u.kinds + 1)] = <int32_t> number
    return 0


cdef void free_sets(Sets *u) noexcept:
    free(u.kind)
    free(u.sizes)
    free(u.shift)
    free(u.allow)
    free(u.movable)
    free(u.words)
    free(u.runs)
    free(u.run_start)
    free(u.sums)
