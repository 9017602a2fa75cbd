/* The line solver of nonograms: the colours that each cell of one line can still have.
 *
 * The input is a line of n cells: its clue (the length and the colour, from 1 on, of each block; a
 * white cell separates adjacent blocks of the same colour) and the sets `can`, which contain for
 * each colour, from 0 (white) to `colours`, the cells that may have it. A set has `words` 64-bit
 * words, with n < 64 * words, because n cells have n + 1 boundaries.
 *
 * line_settle(clue, colours, can, scratch) reduces `can` to the colours that occur in some filling,
 * and returns 1; if no filling fits it returns 0 and leaves `can` unchanged. `scratch` has
 * line_scratch() words. The result is exact: each remaining colour of a cell occurs there in some
 * filling. The caller has checked that colours and lengths are in range.
 */
#ifndef CALPUZZLE_LINE_H
#define CALPUZZLE_LINE_H

#include <stdint.h>
#include <string.h>

typedef struct {
    int32_t cells, blocks;
    const int32_t *length, *colour;
} line_clue_t;

typedef int (*line_settle_t)(const line_clue_t *, int, uint64_t *, uint64_t *);

#define LINE_WORDS 1
#include "line_kernel.h"
#undef LINE_WORDS
#define LINE_WORDS 2
#include "line_kernel.h"
#undef LINE_WORDS
#define LINE_WORDS 4
#include "line_kernel.h"
#undef LINE_WORDS
#define LINE_WORDS 8
#include "line_kernel.h"
#undef LINE_WORDS
#define LINE_WORDS 16
#include "line_kernel.h"
#undef LINE_WORDS

/* Return the number of words of the narrowest kernel for lines of n cells; 0 if there is none. */
static inline int line_words(int n)
{
    return n < 64 ? 1 : n < 128 ? 2 : n < 256 ? 4 : n < 512 ? 8 : n < 1024 ? 16 : 0;
}

static inline line_settle_t line_kernel(int words)
{
    switch (words) {
    case 1: return line_settle_1;
    case 2: return line_settle_2;
    case 4: return line_settle_4;
    case 8: return line_settle_8;
    default: return line_settle_16;
    }
}

/* Return how many words of scratch memory a line of up to `blocks` blocks needs. */
static inline long line_scratch(int words, int blocks) { return (2L * blocks + 1) * words; }

#endif
