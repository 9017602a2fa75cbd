/* The line solver of line.h, for sets of LINE_WORDS 64-bit words. Only line.h includes this file,
 * once per width; line.h specifies the function.
 *
 * Design: two kinds of sets share one layout. In a set of cells, bit i is cell i. In a set of
 * positions, bit p is the boundary before cell p, so that bit n is the end of the line.
 *
 *   before[j]  positions p such that the first j blocks fit in the cells below p
 *   starts[j]  cells at which block j can begin with its predecessors before it
 *   after      positions p such that the blocks from j on fit in the cells from p on
 *
 * `before` is computed from the start of the line, `after` from its end. A white cell moves a
 * position by one (flood_up, flood_down), a block by its length. A start is alive if the position
 * of its block's end is in `after`. The starts that are alive show which cells can be coloured; a
 * cell can be white if `before` and `after` meet across it. Everything is set arithmetic: the cost
 * of a line grows with its number of blocks, and with its length only through LINE_WORDS and
 * logarithms.
 */

#define LINE_JOIN2(name, words) name##_##words
#define LINE_JOIN(name, words) LINE_JOIN2(name, words)
#define LINE_NAME(name) LINE_JOIN(name, LINE_WORDS)
#define set_t LINE_NAME(set_t)

typedef struct {
    uint64_t w[LINE_WORDS];
} set_t;

static inline set_t LINE_NAME(set_and)(set_t a, set_t b)
{
    for (int i = 0; i < LINE_WORDS; i++) a.w[i] &= b.w[i];
    return a;
}

static inline set_t LINE_NAME(set_or)(set_t a, set_t b)
{
    for (int i = 0; i < LINE_WORDS; i++) a.w[i] |= b.w[i];
    return a;
}

static inline set_t LINE_NAME(shift_up)(set_t a, int by)
{
    set_t moved;
    int words = LINE_WORDS == 1 ? 0 : by >> 6, bits = LINE_WORDS == 1 ? by : by & 63;
    for (int i = LINE_WORDS - 1; i >= 0; i--) {
        uint64_t high = i >= words ? a.w[i - words] : 0;
        uint64_t low = LINE_WORDS > 1 && i > words ? a.w[i - words - 1] : 0;
        moved.w[i] = high << bits | (bits && LINE_WORDS > 1 ? low >> (64 - bits) : 0);
    }
    return moved;
}

static inline set_t LINE_NAME(shift_down)(set_t a, int by)
{
    set_t moved;
    int words = LINE_WORDS == 1 ? 0 : by >> 6, bits = LINE_WORDS == 1 ? by : by & 63;
    for (int i = 0; i < LINE_WORDS; i++) {
        uint64_t low = i + words < LINE_WORDS ? a.w[i + words] : 0;
        uint64_t high = LINE_WORDS > 1 && i + words + 1 < LINE_WORDS ? a.w[i + words + 1] : 0;
        moved.w[i] = low >> bits | (bits && LINE_WORDS > 1 ? high << (64 - bits) : 0);
    }
    return moved;
}

static inline int LINE_NAME(set_has)(set_t a, int bit) { return a.w[bit >> 6] >> (bit & 63) & 1; }

static inline int LINE_NAME(set_empty)(set_t a)
{
    uint64_t any = 0;
    for (int i = 0; i < LINE_WORDS; i++) any |= a.w[i];
    return any == 0;
}

/* Return the positions reached from `from` upwards through white cells. Adding the white members of
 * `from` to `white` starts a carry at the lowest of them in each run of white cells. The carry
 * flips all bits up to the end of the run, except at the other members of `from`, which are added
 * to the result separately. */
static inline set_t LINE_NAME(flood_up)(set_t from, set_t white)
{
    set_t reached;
    uint64_t carry = 0;
    for (int i = 0; i < LINE_WORDS; i++) {
        uint64_t part = from.w[i] & white.w[i], sum = white.w[i] + part, total = sum + carry;
        reached.w[i] = from.w[i] | (total ^ white.w[i]);
        carry = (sum < part) | (total < sum);
    }
    return reached;
}

/* Return the positions reached from `from` downwards through white cells. After each round `white`
 * contains the cells that begin a white run of twice the length, so that the distance doubles. */
static inline set_t LINE_NAME(flood_down)(set_t from, set_t white, int n)
{
    for (int by = 1; by <= n; by <<= 1) {
        from = LINE_NAME(set_or)(from, LINE_NAME(set_and)(white, LINE_NAME(shift_down)(from, by)));
        white = LINE_NAME(set_and)(white, LINE_NAME(shift_down)(white, by));
    }
    return from;
}

/* Return the cells at which `length` consecutive members of `cells` begin. */
static inline set_t LINE_NAME(runs)(set_t cells, int length)
{
    /* Each of `cells` begins a run of `have` cells. Each round but the last doubles `have`. */
    int have = 1;
    while (have < length) {
        int by = have <= length - have ? have : length - have;
        cells = LINE_NAME(set_and)(cells, LINE_NAME(shift_down)(cells, by));
        have += by;
    }
    return cells;
}

/* Return the cells that are covered by blocks of `length` cells at each of `starts`. */
static inline set_t LINE_NAME(spread)(set_t starts, int length)
{
    int have = 1;
    while (have < length) {
        int by = have <= length - have ? have : length - have;
        starts = LINE_NAME(set_or)(starts, LINE_NAME(shift_up)(starts, by));
        have += by;
    }
    return starts;
}

static int LINE_NAME(line_settle)(const line_clue_t *clue, int colours, uint64_t *can,
                                  uint64_t *scratch)
{
    const int n = clue->cells, k = clue->blocks;
    set_t *before = (set_t *)scratch, *starts = before + k + 1, *cells = (set_t *)can;
    const set_t white = cells[0];
    set_t reached = {{1}};
    before[0] = LINE_NAME(flood_up)(reached, white);
    for (int j = 0; j < k; j++) {
        set_t from = before[j];
        /* The previous block has the same colour, so a white cell must come first. */
        if (j && clue->colour[j] == clue->colour[j - 1])
            from = LINE_NAME(shift_up)(LINE_NAME(set_and)(from, white), 1);
        starts[j] = LINE_NAME(set_and)(
            from, LINE_NAME(runs)(cells[clue->colour[j]], clue->length[j]));
        before[j + 1] =
            LINE_NAME(flood_up)(LINE_NAME(shift_up)(starts[j], clue->length[j]), white);
    }
    if (!LINE_NAME(set_has)(before[k], n)) return 0;

    set_t after = {{0}};
    after.w[n >> 6] = (uint64_t)1 << (n & 63);
    after = LINE_NAME(flood_down)(after, white, n);
    /* The line has a filling, and `starts` and `white` hold all that is needed from `can`. */
    for (int c = 0; c <= colours; c++) memset(&cells[c], 0, sizeof(set_t));
    /* A cell p of `white` is white in some filling if, for some j, p is in before[j] and p + 1 in
     * `after` of the blocks from j on. */
    set_t maybe_white = LINE_NAME(set_and)(before[k], LINE_NAME(shift_down)(after, 1));
    for (int j = k - 1; j >= 0; j--) {
        set_t ends = after;
        if (j + 1 < k && clue->colour[j] == clue->colour[j + 1])
            ends = LINE_NAME(set_and)(LINE_NAME(shift_down)(after, 1), white);
        set_t alive =
            LINE_NAME(set_and)(starts[j], LINE_NAME(shift_down)(ends, clue->length[j]));
        set_t *mine = &cells[clue->colour[j]];
        *mine = LINE_NAME(set_or)(*mine, LINE_NAME(spread)(alive, clue->length[j]));
        after = LINE_NAME(flood_down)(alive, white, n);
        maybe_white = LINE_NAME(set_or)(
            maybe_white, LINE_NAME(set_and)(before[j], LINE_NAME(shift_down)(after, 1)));
    }
    cells[0] = LINE_NAME(set_and)(maybe_white, white);
    return 1;
}

#undef set_t
#undef LINE_NAME
#undef LINE_JOIN
#undef LINE_JOIN2
