/* Sets as words of bits, addition that reports overflow, prefetching, and integers of 128 bits.
 *
 * Each function that uses a builtin has a portable path, which is taken if the compiler has no
 * builtins, or if CALPUZZLE_PORTABLE is defined. A board_t is a set of places, one bit each: a
 * uint64_t, or a wide_t if the including module defines BOARD_WORDS as 2. The functions that return
 * the lowest or highest member require a set that is not empty.
 */
#ifndef CALPUZZLE_BITS_H
#define CALPUZZLE_BITS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(CALPUZZLE_PORTABLE)
#define BITS_BUILTINS 1
#else
#define BITS_BUILTINS 0
#endif

#ifndef BOARD_WORDS
#define BOARD_WORDS 1
#endif

/* Mark a condition as unlikely, so that the compiler keeps the usual path free of jumps. */
static inline int bits_unlikely(int condition)
{
#if BITS_BUILTINS
    return (int)__builtin_expect(condition != 0, 0);
#else
    return condition;
#endif
}

/* Return the number of members. Without -mpopcnt the builtin is a function call; this code is a
 * dozen instructions (the parallel count of Hacker's Delight, section 5-1). */
static inline int bits_count64(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}

/* Return the number of members of a small set. Each step clears the lowest bit. */
static inline int bits_count_few(uint64_t x)
{
    int count = 0;
    for (; x; x &= x - 1) count++;
    return count;
}

/* Return the lowest member. Without the builtin: ~x & (x - 1) is the set of all numbers below that
 * member. */
static inline int bits_lowest64(uint64_t x)
{
#if BITS_BUILTINS
    return __builtin_ctzll(x);
#else
    return bits_count64(~x & (x - 1));
#endif
}

/* Return the highest member. Without the builtin: the shifts set all bits below the highest one. */
static inline int bits_highest64(uint64_t x)
{
#if BITS_BUILTINS
    return 63 - __builtin_clzll(x);
#else
    for (int by = 1; by < 64; by *= 2) x |= x >> by;
    return bits_count64(x) - 1;
#endif
}

/* Set *sum to a + b modulo 2^64, and return whether the sum overflowed. */
static inline int bits_add(uint64_t a, uint64_t b, uint64_t *sum)
{
#if BITS_BUILTINS
    return __builtin_add_overflow(a, b, sum);
#else
    *sum = a + b;
    return *sum < a;
#endif
}

/* Prefetch the cache line of an address that is about to be written. */
static inline void bits_prefetch_write(const void *address)
{
#if BITS_BUILTINS
    __builtin_prefetch(address, 1);
#else
    (void)address;
#endif
}

/* Prefetch the cache line of an address that is about to be read. */
static inline void bits_prefetch_read(const void *address)
{
#if BITS_BUILTINS
    __builtin_prefetch(address, 0);
#else
    (void)address;
#endif
}

/* Set `to` to `from` minus the sum of the `count` rows of `table` whose numbers are in `rows`, lane
 * by lane. Each row has `blocks` times BITS_LANES numbers of 16 bits. The results of a block stay
 * in registers while all rows are subtracted. They are two vectors of 16 bytes, a size that every
 * x86-64 and ARM64 processor supports. */
#define BITS_LANES 16

#if BITS_BUILTINS
typedef int16_t bits_half_t __attribute__((vector_size(16), may_alias));
#else
typedef int16_t bits_half_t;
#endif
#define BITS_HALVES ((int)(BITS_LANES * sizeof(int16_t) / sizeof(bits_half_t)))

static inline void bits_subtract_rows(int16_t *to, const int16_t *from, const int16_t *table,
                                      const int32_t *rows, int32_t count, int32_t blocks)
{
    for (int32_t block = 0; block < blocks; block++) {
        const bits_half_t *source = (const bits_half_t *)(from + BITS_LANES * block);
        bits_half_t *target = (bits_half_t *)(to + BITS_LANES * block);
        bits_half_t results[BITS_HALVES];
        for (int half = 0; half < BITS_HALVES; half++) results[half] = source[half];
        for (int32_t k = 0; k < count; k++) {
            size_t at = ((size_t)rows[k] * blocks + block) * BITS_LANES;
            const bits_half_t *row = (const bits_half_t *)(table + at);
            for (int half = 0; half < BITS_HALVES; half++) results[half] -= row[half];
        }
        for (int half = 0; half < BITS_HALVES; half++) target[half] = results[half];
    }
}

/* An unsigned integer of 128 bits. If the compiler has none, it is a class of two words with the
 * operators that the modules use, so these modules must be compiled as C++. */
#if BITS_BUILTINS && defined(__SIZEOF_INT128__)

#define BITS_WIDE 1
__extension__ typedef unsigned __int128 wide_t;

#elif defined(__cplusplus)

#define BITS_WIDE 1
struct wide_t {
    uint64_t low, high;

    wide_t() = default;
    wide_t(uint64_t x) : low(x), high(0) {}
    wide_t(uint64_t l, uint64_t h) : low(l), high(h) {}
    explicit operator uint64_t() const { return low; }
    explicit operator uint32_t() const { return (uint32_t)low; }
    explicit operator bool() const { return low || high; }
    wide_t operator~() const { return wide_t(~low, ~high); }
    /* Two shifts, because a word cannot be shifted by its whole width (by == 0). */
    wide_t operator<<(int by) const
    {
        if (by >= 64) return wide_t(0, low << (by - 64));
        return wide_t(low << by, high << by | low >> 1 >> (63 - by));
    }
    wide_t operator>>(int by) const
    {
        if (by >= 64) return wide_t(high >> (by - 64), 0);
        return wide_t(low >> by | high << 1 << (63 - by), high >> by);
    }
};

static inline wide_t operator&(wide_t a, wide_t b) { return wide_t(a.low & b.low, a.high & b.high); }
static inline wide_t operator|(wide_t a, wide_t b) { return wide_t(a.low | b.low, a.high | b.high); }
static inline wide_t operator^(wide_t a, wide_t b) { return wide_t(a.low ^ b.low, a.high ^ b.high); }
static inline bool operator==(wide_t a, wide_t b) { return a.low == b.low && a.high == b.high; }
static inline bool operator!=(wide_t a, wide_t b) { return !(a == b); }
static inline bool operator<(wide_t a, wide_t b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}
static inline bool operator>(wide_t a, wide_t b) { return b < a; }

static inline wide_t operator+(wide_t a, wide_t b)
{
    uint64_t low;
    uint64_t carry = bits_add(a.low, b.low, &low);
    return wide_t(low, a.high + b.high + carry);
}

static inline wide_t operator-(wide_t a, wide_t b) { return a + ~b + wide_t(1); }

/* The product modulo 2^128, from products of half words. The two middle products are added as
 * 128-bit numbers, because their sum can have 65 bits. */
static inline wide_t operator*(wide_t a, wide_t b)
{
    uint64_t al = (uint32_t)a.low, ah = a.low >> 32, bl = (uint32_t)b.low, bh = b.low >> 32;
    wide_t middle = wide_t(al * bh) + wide_t(ah * bl);
    wide_t high = wide_t(0, ah * bh + a.low * b.high + a.high * b.low);
    return wide_t(al * bl) + (middle << 32) + high;
}

#elif BOARD_WORDS == 2
#error "this compiler has no integers of 128 bits: build with CALPUZZLE_BUILD=portable"
#else
#define BITS_WIDE 0
#endif

#if BITS_WIDE
static inline uint64_t wide_low(wide_t x) { return (uint64_t)x; }
static inline uint64_t wide_high(wide_t x) { return (uint64_t)(x >> 64); }
#endif

#if BOARD_WORDS == 1

typedef uint64_t board_t;

static inline int bits_lowest(board_t x) { return bits_lowest64(x); }

static inline int bits_highest(board_t x) { return bits_highest64(x); }

static inline int bits_count(board_t x) { return bits_count64(x); }

#elif BOARD_WORDS == 2

typedef wide_t board_t;

static inline int bits_lowest(board_t x)
{
    uint64_t low = wide_low(x);
    return low ? bits_lowest64(low) : 64 + bits_lowest64(wide_high(x));
}

static inline int bits_highest(board_t x)
{
    uint64_t high = wide_high(x);
    return high ? 64 + bits_highest64(high) : bits_highest64(wide_low(x));
}

static inline int bits_count(board_t x)
{
    return bits_count64(wide_low(x)) + bits_count64(wide_high(x));
}

#else
#error "BOARD_WORDS must be 1 or 2"
#endif

#endif
