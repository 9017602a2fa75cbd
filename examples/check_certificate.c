/* Verifies a certificate of calpuzzle against a puzzle file. It shares nothing with calpuzzle, nor
 * with check_certificate.py: docs/certificates.md is all that was needed.
 *
 *     cc -O2 -o check_certificate check_certificate.c
 *     ./check_certificate PUZZLE.toml CERTIFICATE
 *
 * Prints the verified counts; ends with 1 where one is not proved, or the puzzle has no flat squares.
 * Of TOML it reads what puzzle files have: tables, inline tables, texts, lists of texts, whole
 * numbers, true and false.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, MOST_BITS = 64 * WORDS };

/* A bit for each cell that is left, and above these a field for each class of pieces, how many of
 * it are left. Only `words` words are in use. */
typedef struct { uint64_t word[WORDS]; } State;
typedef struct { int y, x; long mark; } Cell;
typedef struct { int size; Cell *cells; } Shape;
typedef struct { int number; Shape *shapes; } Shapes;
typedef struct { Shapes shown; int least, most, shift, width; } Class;
typedef struct { int class, size, *cells; State mask; } Option;
typedef struct { int number; Option **options; } Options;
typedef struct { State state; uint64_t count; int known; } Kept;

static void fail(const char *form, ...) {
    va_list values;
    va_start(values, form);
    fputs("not verified: ", stderr);
    vfprintf(stderr, form, values);
    fputc('\n', stderr);
    va_end(values);
    exit(1);
}

static void *grown(void *memory, size_t bytes) {
    void *moved = realloc(memory, bytes ? bytes : 1);
    if (moved == NULL)
        fail("out of memory");
    return moved;
}

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 16, got;
    char *data = grown(NULL, room + 1);
    if (file == NULL)
        fail("cannot read %s", path);
    for (*size = 0; (got = fread(data + *size, 1, room - *size, file)) > 0;) {
        *size += got;
        if (*size == room)
            data = grown(data, (room *= 2) + 1);
    }
    fclose(file);
    data[*size] = '\0';
    return data;
}

/* ---- TOML ---- */

typedef enum { TABLE, TEXT, NUMBER, FLAG, LIST } Kind;
typedef struct Node {
    Kind kind;
    char *key, *text;
    long number;
    struct Node *first, *next;
} Node;

static const char *at; /* what is read next */

static Node *node(Kind kind, char *key) {
    Node *made = grown(NULL, sizeof *made);
    *made = (Node){.kind = kind, .key = key};
    return made;
}

static Node *entry(const Node *table, const char *key) {
    for (Node *own = table->first; own != NULL; own = own->next)
        if (strcmp(own->key, key) == 0)
            return own;
    return NULL;
}

static Node *append(Node *table, Node *own) {
    Node **end = &table->first;
    while (*end != NULL)
        end = &(*end)->next;
    return *end = own;
}

static void skip(int lines) {
    for (;; at++) {
        if (*at == '#')
            at += strcspn(at, "\n");
        if (*at == '\0' || !strchr(lines ? " \t\r\n" : " \t\r", *at))
            return;
    }
}

static char *quoted(void) {
    char mark = *at;
    int marks = at[1] == mark && at[2] == mark ? 3 : 1, size = 0;
    char *text = grown(NULL, strlen(at) + 1);
    at += marks;
    if (marks == 3)
        at += *at == '\r' && at[1] == '\n' ? 2 : *at == '\n';
    while (strncmp(at, (char[]){mark, mark, mark, '\0'}, marks) != 0) {
        if (*at == '\0' || (marks == 1 && *at == '\n'))
            fail("a text in the puzzle file has no end");
        if (*at == '\\' && mark == '"') {
            const char *which = strchr("\"\"\\\\n\nt\t", *++at);
            if (*at == '\0' || which == NULL)
                fail("this checker does not know the escape \\%c", *at);
            text[size++] = strchr("\"\\", *at) ? *at : which[1];
            at++;
        } else if (*at == '\r' && at[1] == '\n') {
            at++;
        } else {
            text[size++] = *at++;
        }
    }
    at += marks;
    text[size] = '\0';
    return grown(text, size + 1);
}

static char *key(void) {
    size_t size;
    char *text;
    skip(0);
    if (*at == '"' || *at == '\'')
        return quoted();
    size = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    if (size == 0)
        fail("the puzzle file has no key where one is expected: %.20s", at);
    text = grown(NULL, size + 1);
    memcpy(text, at, size);
    text[size] = '\0';
    at += size;
    return text;
}

static void expect(char mark) {
    skip(0);
    if (*at++ != mark)
        fail("the puzzle file has no %c where one is expected: %.20s", mark, at - 1);
}

static Node *value(char *own);

static void pair(Node *table) {
    char *own = key();
    if (entry(table, own) != NULL)
        fail("the puzzle file says %s twice", own);
    expect('=');
    skip(0);
    append(table, value(own));
}

static Node *value(char *own) {
    Node *made;
    if (*at == '"' || *at == '\'') {
        made = node(TEXT, own);
        made->text = quoted();
    } else if (*at == '{' || *at == '[') {
        int is_table = *at++ == '{';
        char end = is_table ? '}' : ']';
        made = node(is_table ? TABLE : LIST, own);
        for (skip(!is_table); *at != end; skip(!is_table)) {
            if (is_table)
                pair(made);
            else
                append(made, value(""));
            skip(!is_table);
            if (*at != end)
                expect(',');
        }
        at++;
    } else if (strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0) {
        made = node(FLAG, own);
        made->number = *at == 't';
        at += made->number ? 4 : 5;
    } else {
        char *end;
        made = node(NUMBER, own);
        made->number = strtol(at, &end, 10);
        if (end == at)
            fail("this checker does not know the value of %s", own);
        at = end;
    }
    return made;
}

static Node *parsed(const char *text) {
    Node *root = node(TABLE, ""), *table = root;
    at = text;
    for (skip(1); *at != '\0'; skip(1)) {
        if (*at == '[') {
            table = root;
            do {
                char *own = (at++, key());
                Node *there = entry(table, own);
                table = there != NULL ? there : append(table, node(TABLE, own));
                skip(0);
            } while (*at == '.');
            expect(']');
        } else {
            pair(table);
        }
        skip(0);
        if (*at != '\n' && *at != '\0')
            fail("the puzzle file goes on in a line that is over: %.20s", at);
    }
    return root;
}

static void check_keys(const Node *table, const char *known) {
    for (const Node *own = table->first; own != NULL; own = own->next) {
        char word[80];
        snprintf(word, sizeof word, " %s ", own->key);
        if (strstr(known, word) == NULL)
            fail("this checker does not know what %s means", own->key);
    }
}

static long number_in(const Node *table, const char *name, long usual) {
    const Node *own = entry(table, name);
    return own == NULL ? usual : own->number;
}

/* ---- the puzzle ---- */

static Cell *board;
static int cells, words, classes;
static Class *class;
static Options *on;
static State whole, full, optional;

static int has(const State *state, int bit) { return state->word[bit / 64] >> bit % 64 & 1; }
static void set(State *state, int bit) { state->word[bit / 64] |= (uint64_t)1 << bit % 64; }
static void clear(State *state, int bit) { state->word[bit / 64] &= ~((uint64_t)1 << bit % 64); }

static int left_of(const State *state, const Class *own) {
    int number = 0;
    for (int bit = 0; bit < own->width; bit++)
        number |= has(state, own->shift + bit) << bit;
    return number;
}

static void set_left(State *state, const Class *own, int number) {
    for (int bit = 0; bit < own->width; bit++) {
        clear(state, own->shift + bit);
        if (number >> bit & 1)
            set(state, own->shift + bit);
    }
}

static int by_place(const void *a, const void *b) {
    const Cell *one = a, *other = b;
    return one->y != other->y ? one->y - other->y : one->x - other->x;
}

static int by_shape(const void *a, const void *b) {
    const Shape *one = a, *other = b;
    for (int k = 0; k < one->size && k < other->size; k++) {
        int order = by_place(&one->cells[k], &other->cells[k]);
        if (order != 0 || one->cells[k].mark != other->cells[k].mark)
            return order != 0 ? order : one->cells[k].mark < other->cells[k].mark ? -1 : 1;
    }
    return one->size - other->size;
}

static int by_cells(const void *a, const void *b) {
    const Option *one = *(Option *const *)a, *other = *(Option *const *)b;
    for (int k = 0; k < one->size && k < other->size; k++)
        if (one->cells[k] != other->cells[k])
            return one->cells[k] - other->cells[k];
    return one->size - other->size;
}

/* The cells of a drawing, each with its character, which may be several bytes long. */
static Shape drawn(const char *text) {
    Shape shape = {0, grown(NULL, (strlen(text) + 1) * sizeof(Cell))};
    size_t size = strlen(text);
    int y = 0, x = 0, blank = 1;
    while (size > 0 && strchr(" \t\r\n", text[size - 1]))
        size--;
    const char *end = text + size;
    while (*text == '\n')
        text++;
    for (; text < end; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '\n') {
            if (blank)
                fail("this checker knows no layers, apart by blank lines");
            y++, x = 0, blank = 1;
        } else if ((byte & 0xC0) == 0x80) {
            if (shape.size > 0)
                shape.cells[shape.size - 1].mark = shape.cells[shape.size - 1].mark << 8 | byte;
        } else {
            if (byte != '.' && byte != ' ' && byte != '\t')
                shape.cells[shape.size++] = (Cell){y, x, byte};
            blank &= byte == ' ' || byte == '\t';
            x++;
        }
    }
    return shape;
}

/* The index of a cell of the board, or -1. */
static int index_of(int y, int x) {
    Cell wanted = {y, x, 0};
    Cell *found = bsearch(&wanted, board, cells, sizeof(Cell), by_place);
    return found == NULL ? -1 : (int)(found - board);
}

static void add_shape(Shapes *found, Shape side, int turns, int mirrored, int colours) {
    Shape made = {side.size, grown(NULL, (side.size + 1) * sizeof(Cell))};
    for (int k = 0; k < side.size; k++) {
        Cell cell = side.cells[k];
        if (mirrored)
            cell.x = -cell.x;
        for (int turn = 0; turn < turns; turn++)
            cell = (Cell){cell.x, -cell.y, cell.mark};
        if (!colours)
            cell.mark = 0;
        made.cells[k] = cell;
    }
    qsort(made.cells, made.size, sizeof(Cell), by_place);
    for (int k = made.size - 1; k >= 0; k--) {
        made.cells[k].y -= made.cells[0].y;
        made.cells[k].x -= made.cells[0].x;
    }
    for (int k = 0; k < found->number; k++)
        if (by_shape(&found->shapes[k], &made) == 0)
            return;
    found->shapes = grown(found->shapes, (found->number + 1) * sizeof(Shape));
    found->shapes[found->number++] = made;
}

static void motions(const Node *table, long *turn, long *flip) {
    const Node *word = entry(table, "motions");
    if (word != NULL) {
        *turn = strcmp(word->text, "move") != 0;
        *flip = strcmp(word->text, "all") == 0;
    }
    *turn = number_in(table, "turn", *turn);
    *flip = number_in(table, "flip", *flip);
}

static Shapes shown(const Node *piece, long turn, long flip, int colours) {
    Node alone = {.kind = TEXT};
    const Node *sides = entry(piece, "sides"), *side = &alone;
    Shapes found = {0, NULL};
    if (piece->kind == TEXT)
        alone.text = piece->text;
    else if (sides != NULL)
        side = sides->first;
    else if (entry(piece, "shape") != NULL)
        alone.text = entry(piece, "shape")->text;
    for (; side != NULL; side = side->next) {
        if (side->text == NULL)
            fail("the piece %s has no drawing", piece->key);
        Shape shape = drawn(side->text);
        for (int mirrored = 0; mirrored <= (flip != 0); mirrored++)
            for (int turns = 0; turns < (turn ? 4 : 1); turns++)
                add_shape(&found, shape, turns, mirrored, colours);
    }
    if (found.number > 0)
        qsort(found.shapes, found.number, sizeof(Shape), by_shape);
    return found;
}

static int alike(const Shapes *one, const Shapes *other) {
    int same = one->number == other->number;
    for (int k = 0; same && k < one->number; k++)
        same = by_shape(&one->shapes[k], &other->shapes[k]) == 0;
    return same;
}

static void add_class(const Node *piece, long turn, long flip, int colours, int merged) {
    Class own = {.least = 1, .most = 1};
    if (piece->kind == TABLE) {
        check_keys(piece, " shape sides turn flip motions count min max colour name ");
        motions(piece, &turn, &flip);
        own.most = (int)number_in(piece, "count", 1);
        own.least = (int)number_in(piece, "min", entry(piece, "max") != NULL ? 0 : own.most);
        own.most = (int)number_in(piece, "max", own.most);
    }
    own.shown = shown(piece, turn, flip, colours);
    for (int k = 0; merged && k < classes; k++)
        if (alike(&class[k].shown, &own.shown)) {
            class[k].least += own.least;
            class[k].most += own.most;
            return;
        }
    class = grown(class, (classes + 1) * sizeof(Class));
    class[classes++] = own;
}

static void add_options(int number) {
    Class *own = &class[number];
    Options found = {0, NULL};
    for (int s = 0; s < own->shown.number; s++)
        for (int base = 0; base < cells; base++) {
            Shape shape = own->shown.shapes[s];
            Option *made = grown(NULL, sizeof *made);
            *made = (Option){number, shape.size, grown(NULL, (shape.size + 1) * sizeof(int)), {{0}}};
            int fits = shape.size > 0;
            for (int k = 0; fits && k < shape.size; k++) {
                int cell = index_of(board[base].y + shape.cells[k].y, board[base].x + shape.cells[k].x);
                fits = cell >= 0 && board[cell].mark == shape.cells[k].mark;
                if (fits) {
                    made->cells[k] = cell;
                    set(&made->mask, cell);
                }
            }
            if (fits) {
                found.options = grown(found.options, (found.number + 1) * sizeof(Option *));
                found.options[found.number++] = made;
            } else {
                free(made->cells);
                free(made);
            }
        }
    /* Cells of a shape are in reading order already, and so are those of the option. */
    if (found.number > 0)
        qsort(found.options, found.number, sizeof(Option *), by_cells);
    for (int k = 0; k < found.number; k++)
        for (int j = 0; j < found.options[k]->size; j++) {
            Options *there = &on[found.options[k]->cells[j]];
            there->options = grown(there->options, (there->number + 1) * sizeof(Option *));
            there->options[there->number++] = found.options[k];
        }
}

typedef struct { char *label; int cell; } Label;
static Label *labels;
static int label_count;

static void read_board(char *text) {
    int y = 0, any = 0, x = 0;
    board = grown(NULL, (strlen(text) + 1) * sizeof(Cell));
    labels = grown(NULL, (strlen(text) + 1) * sizeof(Label));
    while (*text != '\0') {
        size_t size = strcspn(text, " \t\r\n");
        if (size > 0) {
            if (!(size == 1 && *text == '#')) {
                char *label = grown(NULL, size + 1);
                memcpy(label, text, size);
                label[size] = '\0';
                labels[label_count++] = (Label){label, cells};
                board[cells++] = (Cell){y, x, 0};
            }
            x++, any = 1;
            text += size;
        } else {
            if (*text == '\n')
                y += any, x = 0, any = 0;
            text++;
        }
    }
}

static void read_frame(const char *text, int colours) {
    Shape shape = drawn(text);
    board = shape.cells;
    cells = shape.size;
    for (int k = 0; k < cells && k < MOST_BITS; k++) {
        if (board[k].mark == '?')
            set(&optional, k);
        /* Nothing is of the colour -1. */
        board[k].mark = !colours ? 0 : board[k].mark == '?' ? -1 : board[k].mark;
    }
}

static void read_puzzle(const Node *table) {
    const Node *text = entry(table, "board"), *frame = entry(table, "frame");
    const Node *pieces = entry(table, "pieces");
    int colours = (int)number_in(table, "colours", 0), bits;
    long turn = 1, flip = 1;
    check_keys(table, " title source week_starts interchangeable colours board frame groups pieces "
                      "turn flip motions ");
    motions(table, &turn, &flip);
    if ((text == NULL) == (frame == NULL) || pieces == NULL)
        fail("the puzzle file has no board or frame, both, or no pieces");
    if (text != NULL)
        read_board(text->text);
    else
        read_frame(frame->text, colours);
    for (const Node *own = pieces->first; own != NULL; own = own->next)
        add_class(own, turn, flip, colours, (int)number_in(table, "interchangeable", text != NULL));
    bits = cells;
    for (int k = 0; k < classes; k++) {
        class[k].shift = bits;
        while (class[k].most >> class[k].width)
            class[k].width++;
        bits += class[k].width;
    }
    if (bits > MOST_BITS)
        fail("the puzzle is too large for this checker: %d bits, and %d are the most", bits, MOST_BITS);
    words = (bits + 63) / 64;
    for (int k = 0; k < cells; k++)
        set(&whole, k);
    full = whole;
    on = grown(NULL, cells * sizeof(Options));
    memset(on, 0, cells * sizeof(Options));
    for (int k = 0; k < classes; k++) {
        set_left(&full, &class[k], class[k].most);
        add_options(k);
    }
}

/* ---- the certificate ---- */

static char *line; /* what is read next */
static long line_number = 1;
static Kept *kept;
static long kept_count, kept_room;

static void reject(const char *why) { fail("line %ld: %s", line_number, why); }

/* The next word of the line, or NULL at its end. */
static char *word(size_t *size) {
    char *found;
    line += *line == ' ';
    found = line;
    *size = strcspn(line, " \n");
    line += *size;
    return *size ? found : NULL;
}

static void end_line(void) {
    if (*line != '\n')
        reject("there is more than there should be");
    line++;
    line_number++;
}

static uint64_t number_of(const char *text, size_t size) {
    uint64_t number = 0;
    if (size == 0 || size > 19)
        reject("a number is expected");
    for (size_t k = 0; k < size; k++) {
        if (text[k] < '0' || text[k] > '9')
            reject("a number is expected");
        number = 10 * number + (uint64_t)(text[k] - '0');
    }
    return number;
}

static int covered(const State *state) {
    for (int k = 0; k < words; k++)
        if (state->word[k] & whole.word[k])
            return 0;
    return 1;
}

static int fits(const State *state, const Option *own) {
    for (int k = 0; k < words; k++)
        if (own->mask.word[k] & ~state->word[k])
            return 0;
    return left_of(state, &class[own->class]) > 0;
}

static uint64_t sum(uint64_t one, uint64_t other) {
    if (one > UINT64_MAX - other)
        fail("there are more solutions than this checker counts");
    return one + other;
}

static uint64_t solutions(const State *state);

static uint64_t full_board(const State *state) {
    for (int k = 0; k < classes; k++)
        if (left_of(state, &class[k]) > class[k].most - class[k].least)
            return 0;
    return 1;
}

typedef struct { State state; long number; } Coming;

/* What the line says of a child: its solutions, or that its lines are to come. */
static uint64_t child(const State *state, Coming *coming, int *number) {
    size_t size;
    char *text = word(&size);
    if (text == NULL)
        reject("a child is missing");
    if (size == 1 && (*text == '.' || *text == ':' || *text == '!')) {
        if (covered(state) != (*text == '!'))
            reject("a board is full, or is not");
        if (*text == '!')
            return full_board(state);
        coming[*number] = (Coming){*state, *text == ':' ? kept_count : -1};
        if (*text == ':') {
            if (kept_count == kept_room)
                kept = grown(kept, (kept_room = 2 * kept_room + 1024) * sizeof(Kept));
            kept[kept_count++] = (Kept){*state, 0, 0};
        }
        ++*number;
        return 0;
    }
    uint64_t at = number_of(text, size);
    if (at >= (uint64_t)kept_count || !kept[at].known)
        reject("there is no such state yet");
    for (int k = 0; k < words; k++)
        if (kept[at].state.word[k] != state->word[k])
            reject("the number is that of another state");
    return kept[at].count;
}

/* The solutions of a state, by its line and those that follow. */
static uint64_t solutions(const State *state) {
    size_t size;
    char *text = word(&size);
    uint64_t cell = number_of(text, size), count = 0;
    if (cell >= (uint64_t)cells || !has(state, (int)cell))
        reject("the cell is not to be covered");
    Options *own = &on[cell];
    Coming *coming = grown(NULL, (own->number + 1) * sizeof(Coming));
    int number = 0;
    for (int k = 0; k < own->number; k++)
        if (fits(state, own->options[k])) {
            Class *piece = &class[own->options[k]->class];
            State next = *state;
            for (int w = 0; w < words; w++)
                next.word[w] &= ~own->options[k]->mask.word[w];
            set_left(&next, piece, left_of(state, piece) - 1);
            count = sum(count, child(&next, coming, &number));
        }
    if (has(&optional, (int)cell)) {
        State next = *state;
        clear(&next, (int)cell);
        count = sum(count, child(&next, coming, &number));
    }
    end_line();
    for (int k = 0; k < number; k++) {
        uint64_t own_count = solutions(&coming[k].state);
        if (coming[k].number >= 0) {
            kept[coming[k].number].count = own_count;
            kept[coming[k].number].known = 1;
        }
        count = sum(count, own_count);
    }
    free(coming);
    return count;
}

static uint32_t checksum(const char *data, size_t size) {
    uint32_t table[256], sum = 0xFFFFFFFF;
    for (uint32_t k = 0; k < 256; k++) {
        table[k] = k;
        for (int bit = 0; bit < 8; bit++)
            table[k] = table[k] >> 1 ^ (table[k] & 1 ? 0xEDB88320 : 0);
    }
    for (size_t k = 0; k < size; k++)
        sum = sum >> 8 ^ table[(sum ^ (unsigned char)data[k]) & 255];
    return ~sum;
}

/* The cell of a label, which must be one of the group. */
static int label_cell(const char *group, const char *text, size_t size) {
    for (size_t there; *group != '\0'; group += there) {
        group += strspn(group, " \t\r\n");
        there = strcspn(group, " \t\r\n");
        if (there == size && memcmp(group, text, size) == 0)
            for (int k = 0; k < label_count; k++)
                if (strlen(labels[k].label) == size && memcmp(labels[k].label, text, size) == 0)
                    return labels[k].cell;
    }
    reject("this is no label of its group");
    return -1;
}

static void verify_date(const Node *groups, State *root) {
    size_t size;
    uint64_t claimed, count;
    char *first, *text = word(&size);
    if (text == NULL || size != 1 || *text != '=')
        reject("a date is expected");
    text = word(&size);
    claimed = number_of(text, size);
    first = line + (*line == ' ');
    *root = full;
    for (const Node *group = groups ? groups->first : NULL; group != NULL; group = group->next) {
        text = word(&size);
        if (text == NULL)
            reject("a label is missing");
        clear(root, label_cell(group->text, text, size));
    }
    int length = (int)(line - first);
    end_line();
    count = covered(root) ? full_board(root) : solutions(root);
    if (count != claimed)
        fail("%.*s has %llu solutions, and not %llu", length, first, (unsigned long long)count,
             (unsigned long long)claimed);
    printf("%llu%s%.*s\n", (unsigned long long)count, length ? " " : "", length, first);
}

static int by_state(const void *a, const void *b) { return memcmp(a, b, sizeof(State)); }

int main(int arguments, char **argument) {
    const char *head = "calpuzzle certificate 1\ndates ";
    size_t size;
    if (arguments != 3)
        fail("name a puzzle file and a certificate");
    Node *table = parsed(contents(argument[1], &size));
    read_puzzle(table);
    char *data = contents(argument[2], &size), *end, last[14];
    if (size < 13 || memchr(data, '\0', size) != NULL)
        fail("this is no certificate");
    snprintf(last, sizeof last, "end %08lx\n", (unsigned long)checksum(data, size - 13));
    end = data + size - 13;
    if (memcmp(end, last, 13) != 0)
        fail("the checksum is another one");
    if (strncmp(data, head, strlen(head)) != 0)
        fail("this is no certificate of a form that this checker knows");
    line = data + strlen(head);
    char *text = word(&size);
    uint64_t dates = number_of(text, size), seen = 0;
    end_line();
    line_number = 3;
    State *roots = NULL;
    for (; line < end; seen++) {
        roots = grown(roots, (seen + 1) * sizeof(State));
        verify_date(entry(table, "groups"), &roots[seen]);
    }
    if (seen > 0)
        qsort(roots, seen, sizeof(State), by_state);
    for (uint64_t k = 1; k < seen; k++)
        if (by_state(&roots[k - 1], &roots[k]) == 0)
            fail("a date stands twice");
    if (seen != dates)
        fail("there are %lu dates, and not %lu", (unsigned long)seen, (unsigned long)dates);
    return 0;
}
