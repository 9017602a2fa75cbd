/* Words of bits as sets of cells: the only place with compiler builtins.
 *
 * A board_t is a set of places, one bit each: a uint64_t, or an unsigned __int128 where the
 * including module defines BOARD_WORDS as 2. Lowest and highest want a set that is
 * not empty.
 */
#ifndef CALPUZZLE_BITS_H
#define CALPUZZLE_BITS_H

#include <stdint.h>

#ifndef BOARD_WORDS
#define BOARD_WORDS 1
#endif

/* Number of members. Without -mpopcnt the builtin is a call; this is a dozen instructions
 * (the parallel count of Hacker's Delight, section 5-1). */
static inline int bits_count64(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}

static inline int bits_lowest64(uint64_t x) { return __builtin_ctzll(x); }

/* a + b in *sum; true where it does not fit. */
static inline int bits_add(uint64_t a, uint64_t b, uint64_t *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

#if BOARD_WORDS == 1

typedef uint64_t board_t;

static inline int bits_lowest(board_t x) { return __builtin_ctzll(x); }

static inline int bits_highest(board_t x) { return 63 - __builtin_clzll(x); }

static inline int bits_count(board_t x) { return bits_count64(x); }

#elif BOARD_WORDS == 2

typedef unsigned __int128 board_t;

static inline int bits_lowest(board_t x)
{
    uint64_t low = (uint64_t)x;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}

static inline int bits_highest(board_t x)
{
    uint64_t high = (uint64_t)(x >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)x);
}

static inline int bits_count(board_t x)
{
    return bits_count64((uint64_t)x) + bits_count64((uint64_t)(x >> 64));
}

#else
#error "BOARD_WORDS is 1 or 2"
#endif

#endif
