/* Recounts all dates of a calendar from its puzzle file. Shares no code with calpuzzle.
 *     cc -O2 -o recount recount.c && ./recount PUZZLE.toml
 * Prints a line for each date: its labels and its number of solutions. Exits with 1 if the file has
 * any feature of TOML or of puzzle files that the shipped calendars do not need.
 * A state is the set of filled cells with the items placed so far: pieces, and one open label of
 * each group, which fills its cell. The next item fills the first empty cell, so each solution is
 * one path of states. Before the step that opens the middle label they are early, then late. A late
 * state has a row of its completions, by the label still to come; an early one has a row of the
 * paths to it, by the open label. At a step from an early to a late state, rows are multiplied. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 3, ITEMS = 20, LABELS = 64, BITS = 64, PLACES = 512, PLACED = 1 << 20, DATES = 1 << 16 };
enum { STATES = 1 << 24, SLOTS = 1 << 25, VALUES = 1 << 26, ALIVE = 1 };
/* A group or a piece. Placing one adds `unit` to State.placed. `size` counts the cells of a piece or
 * the labels of a group; `step` is their distance in the table of dates, `cells` where they are. */
typedef struct { char *name, *text, *label[LABELS]; int flip, count, size, unit, step; uint64_t cells; } Item;
typedef struct { uint64_t mask; int item, label; } Place;
typedef struct { uint64_t covered; int placed, row; } State;

static Item item[ITEMS];                /* groups first, then pieces */
static Place place[BITS + 1][PLACES];   /* by their first cell; a mask of 0 ends each list */
static State state[STATES];             /* from 1 on; each follows its successors */
static uint64_t board, value[VALUES], result[DATES], sums[PLACED];    /* sums: total sizes, as bits */
static int table[SLOTS], states = 1, values = ALIVE + 1, all = 1;   /* row 0: on no solution */
static int items, groups, height, width, stride, flip = 1, dates = 1;

static void fail(const char *what, const char *which) {
    fprintf(stderr, "recount: %s%s\n", what, which);
    exit(1);
}

static int count(uint64_t set) { int n = 0; for (; set; n++) set &= set - 1; return n; }
static int lowest(uint64_t set) { return count((set & -set) - 1); }     /* 64 if the set is empty */
static int is(const char *word, const char *other) { return word && strcmp(word, other) == 0; }

static char *read_file(const char *path) {      /* returns the rows of the board */
    static char data[1 << 16];
    char section = 0, *at = data, *rows = at, *word, *ends = " =,{";
    FILE *file = fopen(path, "rb");
    if (!file || fread(data, 1, sizeof data, file) == sizeof data) fail("not read, or too large: ", path);
    while (*(at += strspn(at, " \n"))) {        /* WORDS "TEXT" }, or only WORDS */
        char *line = at, *quotes = "\n";
        at += strcspn(at, strchr("[#", *at) ? "\n" : "\"\n");
        if (*line == '[' && !strchr("gp", section = line[1])) fail("unknown table: ", line);
        if (strchr("[#", *line)) continue;
        if (*at == '"') quotes = strncmp(at, "\"\"\"", 3) ? "\"" : "\"\"\"";
        char *text = *at == '"' ? at + strlen(quotes) : at, *end = strstr(text, quotes);
        if (!end || memchr(text, '\\', (size_t)(end - text))) fail("no end, or a backslash: ", line);
        for (*at = *end = '\0', at = end + strlen(quotes); *quotes == '"' && *at && strchr(" }", *at);) at++;
        Item own = {.name = strtok(line, ends), .text = text, .flip = flip, .count = 1};
        if (*quotes == '"' && (!*at || !strchr("\n#", *at))) fail("more after the text of ", line);
        if (section) {
            while ((word = strtok(NULL, ends)))
                if (is(word, "flip")) own.flip = is(strtok(NULL, ends), "true");
                else if (is(word, "count") && (word = strtok(NULL, ends))) own.count = atoi(word);
                else if (!is(word, "shape")) fail("unknown key of a piece: ", word);
            groups += section == 'g';
            if (section == 'g' ? items == GROUPS || items >= groups : items == ITEMS) fail("one too many: ", line);
            for (word = section == 'g' ? text : NULL; (word = strtok(word, " \n")) && own.size < LABELS; word = NULL)
                own.label[own.size++] = word;
            item[items++] = own;
        } else if (is(line, "flip")) flip = is(strtok(NULL, ends), "true");
        else if (is(line, "board")) rows = text;
        else if (!is(line, "title") && !is(line, "source") && !is(line, "week_starts")) fail("unknown: ", line);
    }
    return rows;
}

static uint64_t cell(int y, int x) {    /* lines along the shorter side, a gap bit after each */
    int bit = width > height ? x * stride + y : y * stride + x;
    return y < 0 || x < 0 || y >= height || x >= width ? 0 : (uint64_t)1 << bit;
}

static Place *found(uint64_t mask) {    /* the entry of a piece with this mask, or a free one */
    Place *one = place[lowest(mask)];
    while (one->mask && (one->mask != mask || one->item < groups)) one++;
    return one;
}

static void read_board(char *rows) {
    char *word[BITS + 1], *text;
    int words = 0;
    for (text = rows; *text; text++) height += text > rows && *text == '\n';
    for (text = strtok(rows, " \n"); text && words <= BITS; text = strtok(NULL, " \n")) word[words++] = text;
    width = height ? words / height : 0;
    stride = (width > height ? height : width) + 1;
    if (words == 0 || width * height != words || words / (stride - 1) * stride > BITS) fail("no board, or large", "");
    for (int n = 0; n < words; n++) {
        uint64_t bit = is(word[n], "#") ? 0 : cell(n / width, n % width);
        board |= bit;
        for (int g = 0; g < groups; g++)
            for (int k = 0; k < item[g].size; k++)
                if (is(word[n], item[g].label[k])) *found(bit) = (Place){bit, g, k}, item[g].cells |= bit;
    }
}

static void find_places(int p) {         /* adds all places of a piece, in all orientations */
    for (int k = 0; k < 8 * height * width; k++) {
        int way = k % 8, n = k / 8, y = 0, x = 0, top = -1, left = 0;   /* 1, 2: mirror; 4: swap */
        uint64_t mask = 0, bit = item[p].flip || count((uint64_t)way) % 2 == 0;
        for (char *mark = item[p].text; bit && *mark; x++, mark++) {
            if (*mark == '#' && top < 0) top = y, left = x;
            int dy = way & 1 ? top - y : y - top, dx = way & 2 ? left - x : x - left;
            uint64_t here = way & 4 ? cell(n / width + dx, n % width + dy) : cell(n / width + dy, n % width + dx);
            if (*mark == '#') mask |= bit = board & here;
            if (*mark == '\n') y++, x = -1;
        }
        Place *one = found(bit ? mask : 0);
        if (bit && one->mask && one->item != p) fail("a shape twice: ", item[p].name);
        if (bit) *one = (Place){mask, p, 0}, item[p].size = count(mask);
    }
}

static int *slot(uint64_t covered, int placed) {
    uint64_t k = (covered * 0x9E3779B97F4A7C15u ^ (uint64_t)placed) * 0xD6E8FEB86659FD93u >> 32;
    while (table[k %= SLOTS] && (state[table[k]].covered != covered || state[table[k]].placed != placed)) k++;
    return &table[k];
}

static int fits(State own, const Place *one) {
    int most = item[one->item].count;
    return !(own.covered & one->mask) && own.placed / item[one->item].unit % (most + 1) < most;
}

static int possible(State own) {        /* whether each empty region has a possible size */
    for (uint64_t empty = ~own.covered, region, last, sizes; empty; empty &= ~region) {
        for (region = empty & -empty, last = 0; region != last;
             region |= (region << 1 | region >> 1 | region << stride | region >> stride) & empty) last = region;
        sizes = sums[own.placed];
        for (int g = 0; g < groups; g++) sizes |= own.placed >> g & 1 || !(region & item[g].cells) ? 0 : sizes << 1;
        if (!(sizes >> count(region) & 1)) return 0;
    }
    return 1;
}
/* Sets of groups, as bits: with an open label (the low bits of `placed`), and without. */
static int open(State own) { return own.placed & ((1 << groups) - 1); }
static int closed(State own) { return ~own.placed & ((1 << groups) - 1); }
static int early(State own) { return count((uint64_t)open(own)) < (groups + 1) / 2; }
static int size(int set) { return set ? item[lowest((uint64_t)set)].size : 1; }
static int step(int set) { return set ? item[lowest((uint64_t)set)].step : 0; }
static void add(int row, int from, int cells) { while (cells-- > 0) value[row + cells] += value[from + cells]; }
static int fresh(int n) { if (values > VALUES - LABELS) fail("too many values", ""); return (values += n) - n; }

static int explore(State own) {         /* returns the row of the state */
    int here = lowest(~own.covered), from, known = *slot(own.covered, own.placed);
    if (known) return state[known].row;
    if (own.placed == all && here == BITS) value[own.row = fresh(1)] = 1;
    for (Place *one = place[here]; one->mask; one++) {
        State next = {own.covered | one->mask, own.placed + item[one->item].unit, 0};
        if (!fits(own, one) || !possible(next) || !(from = explore(next))) continue;
        if (own.row == 0) own.row = early(own) ? ALIVE : fresh(size(closed(own)));
        if (!early(own)) add(own.row + one->label, from, size(closed(next)));
    }
    if (states == STATES) fail("too many states", "");
    state[*slot(own.covered, own.placed) = states++] = own;
    return own.row;
}

static void forwards(State own) {       /* takes all steps from an early state */
    for (Place *one = place[lowest(~own.covered)]; one->mask; one++) {
        State *next = &state[*slot(own.covered | one->mask, own.placed + item[one->item].unit)];
        if (!fits(own, one) || next->row == 0) continue;
        int old = open(own), new = open(*next) - old, rest = closed(*next);
        uint64_t *on = &value[next->row == ALIVE ? next->row = fresh(size(old + new)) : next->row];
        if (early(*next)) add(next->row + one->label, own.row, size(old));
        else for (int x = 0; x < size(old); x++)
            for (int z = 0; z < size(rest); z++)
                result[x * step(old) + one->label * step(new) + z * step(rest)] += value[own.row + x] * on[z];
    }
}

int main(int words, char **word) {
    if (words != 2) fail("give one puzzle file", "");
    read_board(read_file(word[1]));
    for (int g = groups; g-- > 0; dates *= item[g].size) item[g].step = dates;
    if (groups == 0 || dates > DATES) fail("too many dates, or none", "");
    for (int p = 0; p < items; all *= item[p++].count + 1) {
        if (item[p].count < 1 || item[p].count >= PLACED / all) fail("too many pieces, or none: ", item[p].name);
        item[p].unit = all;
        if (p >= groups) find_places(p);
    }
    sums[--all] = 1;
    for (int placed = all; placed-- > 0;)
        for (int p = 0; p < items; p++)
            if (fits((State){0, placed, 0}, &(Place){0, p, 0}))
                sums[placed] |= sums[placed + item[p].unit]
                    | (p < groups ? 0 : sums[placed + item[p].unit] << item[p].size);
    if (explore((State){~board, 0, 0})) value[state[states - 1].row = fresh(1)] = 1;
    for (int k = states; k-- > 1;)
        if (state[k].row && early(state[k])) forwards(state[k]);
    for (int date = -1; date < dates; date++) {         /* the first line has the names of the columns */
        for (int g = 0; g < groups; g++)
            printf("%s,", date < 0 ? item[g].name : item[g].label[date / item[g].step % item[g].size]);
        if (date < 0) puts("solutions");
        else printf("%llu\n", (unsigned long long)result[date]);
    }
}
