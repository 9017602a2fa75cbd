"""How the work at one layer of a diagram that grows is shared by the hands of several threads, and
joined again, so that the layer is the same as if one had done it all.

Design
------
Each step is done by all hands at once, and joined before the next begins, by the hand that was last
(gate.pxi):

merge    A hand finds the shapes of its own hashes, in the order of its edges.
lay      A hand puts a stretch of all the shapes in their places (settling.pxi), and lays upon it;
         `join_laid` appends all edges to each other.
thin     A hand keeps what is left of a stretch of the shapes, at the stretch's beginning;
         `join_thinned` says where the stretches go.
move     The stretches are moved together by one hand, while another translates what edges name.
write    A hand writes the edges of the states of a stretch, as states.pxi says.
copy     A hand copies the last of them into the diagram.

While hands work, none writes what another one reads or writes, but for the numbers in `account`;
and what each writes often lies APART from what others use, for a line of the cache that one writes
must be had anew by the others.
grow.pxi sees to it that all hands are done before they are joined, and lets one hand do a layer
that is small.
"""

cdef enum:
    # What of a layer is moved by itself: what names the shapes and the edges, and these.
    MOVE_NAMES
    MOVE_ITSELF
    MOVES


cdef int set_hands(Growing *g, int64_t number) except -1:
    """Make the hands; `g` is zeroed before, and freed by free_hands whether this succeeds or
    not."""
    cdef int64_t layers = g.t.places + 1
    cdef Hand *hand
    if not 1 <= number <= MAX_HANDS:
        raise ValueError("a growth has from 1 to 16 hands")
    if number > 1:
        g.lock = PyThread_allocate_lock()
        if g.lock == NULL:
            raise MemoryError
    g.hand = <Hand *> room(number, sizeof(Hand))
    g.hands = <int> number
    g.due = <Chain *> room(layers * number, sizeof(Chain))
    for k in range(number):
        hand = &g.hand[k]
        hand.reached = -1
        hand.moved = <uint64_t *> room(g.u.width + APART, 8)
        # The first one writes down in g.due.
        if k:
            hand.due = <Chain *> room(layers * number, sizeof(Chain))
    return 0


cdef void free_hands(Growing *g) noexcept:
    cdef int64_t n, k
    for k in range(g.hands):
        free_layer(&g.hand[k].part)
        free(g.hand[k].came)
        if g.hand[k].due != NULL:
            for n in range((g.t.places + 1) * g.hands):
                free_blocks(g.hand[k].due[n].first)
        free(g.hand[k].due)
        free_blocks(g.hand[k].spare)
        free(g.hand[k].slots)
        free(g.hand[k].moved)
    if g.due != NULL:
        for n in range((g.t.places + 1) * g.hands):
            free_blocks(g.due[n].first)
    free(g.due)
    free(g.hand)
    if g.lock != NULL:
        PyThread_free_lock(g.lock)


cdef void close_hands(Growing *g) noexcept nogil:
    """Free what only the way forward needs."""
    cdef Hand *hand
    cdef Layer *part
    cdef int k
    for k in range(g.hands):
        hand = &g.hand[k]
        part = &hand.part
        close_slots(g, hand)
        release(g, <void **> &hand.came, hand.came_capacity * 8)
        release(g, <void **> &part.occupied, part.capacity * sizeof(board_t))
        release(g, <void **> &part.groups, part.capacity * 8)
        release(g, <void **> &part.area, part.capacity)
        release(g, <void **> &part.sets, part.capacity * 8 * g.u.width)
        release(g, <void **> &part.option, part.edge_capacity * 2)
        memset(part, 0, sizeof(Layer))


cdef int64_t due_in(Growing *g, int place) noexcept nogil:
    """How many edges are due in a layer."""
    cdef int64_t due = 0
    cdef int k
    for k in range(g.hands):
        due += g.due[place * g.hands + k].due
    return due


cdef bint due_done(Growing *g, int place) noexcept nogil:
    """Whether what is due in a layer has been begun with."""
    cdef int k
    for k in range(g.hands):
        if g.hand[k].reached == place:
            return True
    return False


cdef void share_edges(Growing *g, Layer *layer, int hands) noexcept nogil:
    """Give each of so many hands about as many shapes and edges of a layer."""
    cdef Hand *hand
    cdef int64_t work = layer.edges + layer.size
    cdef int64_t s = 0
    cdef int k
    for k in range(hands):
        hand = &g.hand[k]
        hand.shapes[0] = s
        hand.edges[0] = layer.first[s]
        if k + 1 == hands:
            s = layer.size
        while s < layer.size and layer.first[s] + s < work * (k + 1) // hands:
            s += 1
        hand.shapes[1] = s
        hand.edges[1] = layer.first[s]


cdef int join_laid(Growing *g, int place) noexcept nogil:
    """Put the edges that all hands have laid into a layer, and what is due by them where all is."""
    cdef Layer *layer = &g.layers[place]
    cdef Layer *part
    cdef int64_t edges = 0
    cdef int64_t s
    cdef int code, k
    if g.hands > 1:
        for k in range(g.hands):
            edges += g.hand[k].part.edges
        code = take_edges(g, layer, &g.hand[0].part, edges)
        if code:
            return code
    for k in range(1, g.hands):
        part = &g.hand[k].part
        if part.edges:
            memcpy(layer.option + layer.edges, part.option, 2 * part.edges)
        for s in range(g.hand[k].shapes[0], g.hand[k].shapes[1]):
            layer.first[s] += <uint32_t> layer.edges
        append_due(g, &g.hand[k], place, <uint32_t> layer.edges)
        layer.edges += part.edges
        part.edges = 0
    layer.first[layer.size] = <uint32_t> layer.edges
    return 0


cdef int take_edges(Growing *g, Layer *layer, Layer *part, int64_t edges) noexcept nogil:
    """Take the edges of the first hand's part over into a layer, with room for so many in all."""
    cdef int code
    if edges == 0:
        return 0
    if edges >= <int64_t> 1 << 32:
        return OVER_BOUND
    code = reserve(g, <void **> &part.option, part.edge_capacity * 2, edges * 2)
    if code:
        return code
    layer.option = part.option
    layer.edges = part.edges
    part.option = NULL
    part.edge_capacity = part.edges = 0
    code = reserve(g, <void **> &layer.to, 0, edges * 4)
    layer.edge_capacity = edges
    return code


cdef void append_due(Growing *g, Hand *hand, int place, uint32_t edges) noexcept nogil:
    """Append what a hand has written down as due to what is due; its edges are numbered from
    `edges` on."""
    cdef Chain *chain
    cdef Chain *own
    cdef Block *block
    cdef int64_t n
    for n in range((place + 1) * g.hands, (g.t.places + 1) * g.hands):
        chain = &g.due[n]
        own = &hand.due[n]
        block = own.first
        if block == NULL:
            continue
        # The next edges to be written down are numbered otherwise: they begin a block.
        close_block(chain)
        close_block(own)
        if chain.last == NULL:
            chain.first = block
        else:
            chain.last.next = block
        while block != NULL:
            block.edges = edges
            block = block.next
        chain.last = own.last
        chain.due += own.due
        memset(own, 0, sizeof(Chain))


cdef void join_thinned(Growing *g, Layer *layer, int hands) noexcept nogil:
    """Say where what so many hands have left of a layer is to go."""
    cdef Hand *hand
    cdef int k
    layer.size = layer.edges = 0
    for k in range(hands):
        hand = &g.hand[k]
        hand.goes[0] = layer.size
        hand.goes[1] = layer.edges
        layer.size += hand.shapes_kept
        layer.edges += hand.edges_kept


cdef void move_thinned(Growing *g, Layer *layer, int hands, int what) noexcept nogil:
    """Move together what so many hands have left of a layer: one of MOVES."""
    cdef Hand *hand
    cdef int64_t at, n, number
    cdef int k
    for k in range(1, hands):
        hand = &g.hand[k]
        if what == MOVE_NAMES:
            name_moved(layer, hand)
            continue
        n = hand.shapes[0]
        at = hand.goes[0]
        number = hand.shapes_kept
        memmove(layer.occupied + at, layer.occupied + n, number * sizeof(board_t))
        memmove(layer.groups + at, layer.groups + n, number * 8)
        memmove(layer.area + at, layer.area + n, number)
        memmove(layer.states + at, layer.states + n, number * 4)
        memmove(layer.sets + at * g.u.width, layer.sets + n * g.u.width, number * 8 * g.u.width)
        if hand.edges_kept:
            n = hand.edges[0]
            at = hand.goes[1]
            memmove(layer.to + at, layer.to + n, hand.edges_kept * 4)
            memmove(layer.option + at, layer.option + n, hand.edges_kept * 2)
    if what == MOVE_NAMES:
        layer.first[layer.size] = <uint32_t> layer.edges
        translate(g, layer)


cdef void name_moved(Layer *layer, Hand *hand) noexcept nogil:
    """Say where the edges of the shapes that a hand has left begin, and where the shapes are."""
    cdef int64_t at = hand.goes[0]
    cdef int64_t n = hand.shapes[0]
    cdef uint32_t edges = <uint32_t> (hand.edges[0] - hand.goes[1])
    cdef uint32_t shapes = <uint32_t> (n - at)
    cdef int64_t s
    for s in range(hand.shapes_kept):
        layer.first[at + s] = layer.first[n + s] - edges
    for s in range(n, hand.shapes[1]):
        if layer.moved_to[s] != NOWHERE:
            layer.moved_to[s] -= shapes


cdef int64_t do_some(
    Growing *g, Flat *f, int step, int place, int hand, int64_t *number
) noexcept nogil:
    """Let a hand do some of its work at a layer; how much is left, or an error code. What is done
    to `number` edges or shapes at a time is merging and laying; of these what was done is taken,
    and for other work the shapes of it."""
    cdef Layer *layer = &g.layers[place]
    cdef int64_t *own = g.hand[hand].shapes
    cdef int64_t before, stop
    cdef int64_t code = 0
    cdef int what
    if step == MERGE:
        before = g.due[place * g.hands + hand].due
        code = merge(g, place, hand, number[0])
        number[0] -= before - g.due[place * g.hands + hand].due
        return code
    if step == LAY:
        before = g.hand[hand].at
        if before == own[0]:
            settle(g, place, hand)
        stop = before + min(number[0], own[1] - before)
        code = forward(g, place, hand, before, stop)
        g.hand[hand].at = stop
        number[0] -= stop - before
        return code if code else own[1] - stop
    if step == THIN:
        backward(g, place, hand)
        number[0] -= own[1] - own[0]
        return 0
    if step == MOVE:
        for what in range(MOVES):
            if what % g.hands == hand:
                move_thinned(g, layer, g.hands, what)
        return 0
    if step == WRITE:
        return write_turn(g, f, &f[hand + 1], &g.hand[hand], number)
    copy_written(f, &f[hand + 1])
    return 0
