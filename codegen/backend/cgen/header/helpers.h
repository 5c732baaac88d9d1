/* ---- to_i8 ---- */
/* The two's complement reading of u; a cast would leave it to the compiler. */
static inline int8_t cc_to_i8(uint8_t u)
{
	return u <= 0x7Fu ? (int8_t)u : (int8_t)((int32_t)u - 256);
}

/* ---- to_i16 ---- */
/* The two's complement reading of u; a cast would leave it to the compiler. */
static inline int16_t cc_to_i16(uint16_t u)
{
	return u <= 0x7FFFu ? (int16_t)u : (int16_t)((int32_t)u - 65536);
}

/* ---- to_i32 ---- */
/* The two's complement reading of u; a cast would leave it to the compiler. */
static inline int32_t cc_to_i32(uint32_t u)
{
	return u <= 0x7FFFFFFFu ? (int32_t)u : -(int32_t)~u - 1;
}

/* ---- to_i64 ---- */
/* The two's complement reading of u; a cast would leave it to the compiler. */
static inline int64_t cc_to_i64(uint64_t u)
{
	return u <= UINT64_C(0x7FFFFFFFFFFFFFFF) ? (int64_t)u : -(int64_t)~u - 1;
}

/* ---- words ---- */
#ifdef CC_SHIFTS_IN_PARTS
/* The number of two words. Behind the empty assembler text clang does not see that it is a sum, of
 * which it would make a product by -2^32 where it is subtracted. */
static inline uint64_t cc_words(uint32_t high, uint32_t low)
{
	uint64_t x = (uint64_t)high << 32 | low;
#ifdef __clang__
	__asm__("" : "+r"(x));
#endif
	return x;
}
#endif

/* ---- shl64 ---- */
#ifdef CC_SHIFTS_IN_PARTS
/* a << n for n below 64. */
static inline uint64_t cc_shl64(uint64_t a, uint32_t n)
{
	uint32_t low = (uint32_t)a, high = (uint32_t)(a >> 32);
	if (n >= 32u) {
		high = low;
		low = 0u;
		n -= 32u;
	}
	high = (high << n) | (low >> 1 >> (31u - n));
	return cc_words(high, low << n);
}
#define CC_SHL64(a, n) cc_shl64(a, n)
#else
#define CC_SHL64(a, n) ((a) << (n))
#endif

/* ---- shr64 ---- */
#ifdef CC_SHIFTS_IN_PARTS
/* a >> n for n below 64. */
static inline uint64_t cc_shr64(uint64_t a, uint32_t n)
{
	uint32_t low = (uint32_t)a, high = (uint32_t)(a >> 32);
	if (n >= 32u) {
		low = high;
		high = 0u;
		n -= 32u;
	}
	low = (low >> n) | (high << 1 << (31u - n));
	return cc_words(high >> n, low);
}
#define CC_SHR64(a, n) cc_shr64(a, n)
#else
#define CC_SHR64(a, n) ((a) >> (n))
#endif

/* ---- shl_plus64 ---- */
/* a << n for n below 64 and an int64_t that is not negative, and stays so. */
#ifdef CC_SHIFTS_IN_PARTS
#define CC_SHL_PLUS64(a, n) ((int64_t)CC_SHL64((uint64_t)(a), n))
#else
#define CC_SHL_PLUS64(a, n) ((a) << (n))
#endif

/* ---- shr_plus64 ---- */
/* a >> n for n below 64 and an int64_t that is not negative. */
#ifdef CC_SHIFTS_IN_PARTS
#define CC_SHR_PLUS64(a, n) ((int64_t)CC_SHR64((uint64_t)(a), n))
#else
#define CC_SHR_PLUS64(a, n) ((a) >> (n))
#endif

/* ---- mul32 ---- */
#ifdef CC_PRODUCTS_IN_PARTS
/* The product of two words: four of 16 x 16 bits; no sum below can overflow. */
static inline uint64_t cc_mul32(uint32_t a, uint32_t b)
{
	uint32_t a0 = a & 0xFFFFu, a1 = a >> 16;
	uint32_t b0 = b & 0xFFFFu, b1 = b >> 16;
	uint32_t p00 = a0 * b0;
	uint32_t mid = a1 * b0 + (p00 >> 16);
	uint32_t mid2 = a0 * b1 + (mid & 0xFFFFu);
	uint32_t high = a1 * b1 + (mid >> 16) + (mid2 >> 16);
	return cc_words(high, (mid2 << 16) | (p00 & 0xFFFFu));
}
#define CC_MUL32(a, b) cc_mul32((uint32_t)(a), (uint32_t)(b))
#else
#define CC_MUL32(a, b) ((a) * (b)) /* one of them has 64 bits, and both a value of 32 */
#endif

/* ---- mul64 ---- */
#ifdef CC_PRODUCTS_IN_PARTS
/* The product modulo 2^64. */
static inline uint64_t cc_mul64(uint64_t a, uint64_t b)
{
	uint32_t a0 = (uint32_t)a, b0 = (uint32_t)b;
	uint64_t p = CC_MUL32(a0, b0);
	return cc_words((uint32_t)(p >> 32) + a0 * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * b0, (uint32_t)p);
}
#define CC_MUL64(a, b) cc_mul64(a, b)
#else
#define CC_MUL64(a, b) ((a) * (b))
#endif

/* ---- mul_within64 ---- */
/* The product of two int64_t, which fits in one. */
#ifdef CC_PRODUCTS_IN_PARTS
#define CC_MUL_WITHIN64(a, b) cc_to_i64(CC_MUL64((uint64_t)(a), (uint64_t)(b)))
#else
#define CC_MUL_WITHIN64(a, b) ((a) * (b))
#endif

/* ---- add_i32 ---- */
/* The sum modulo 2^32. */
static inline int32_t cc_add_i32(int32_t a, int32_t b)
{
	return cc_to_i32((uint32_t)a + (uint32_t)b);
}

/* ---- sub_i32 ---- */
/* The difference modulo 2^32. */
static inline int32_t cc_sub_i32(int32_t a, int32_t b)
{
	return cc_to_i32((uint32_t)a - (uint32_t)b);
}

/* ---- mul_i32 ---- */
/* The product modulo 2^32. */
static inline int32_t cc_mul_i32(int32_t a, int32_t b)
{
	return cc_to_i32((uint32_t)a * (uint32_t)b);
}

/* ---- neg_i32 ---- */
/* -a; the least value stays what it is. */
static inline int32_t cc_neg_i32(int32_t a)
{
	return cc_to_i32((uint32_t)0 - (uint32_t)a);
}

/* ---- sar_i32 ---- */
/* a / 2^n rounded down, for any n. */
static inline int32_t cc_sar_i32(int32_t a, uint32_t n)
{
	n = n < 31u ? n : 31u;
	return a < 0 ? ~(~a >> n) : a >> n;
}

/* ---- shl_u32 ---- */
/* a << n, 0 if nothing is left. */
static inline uint32_t cc_shl_u32(uint32_t a, uint32_t n)
{
	return n < 32u ? a << n : 0u;
}

/* ---- shr_u32 ---- */
/* a >> n, 0 if nothing is left. */
static inline uint32_t cc_shr_u32(uint32_t a, uint32_t n)
{
	return n < 32u ? a >> n : 0u;
}

/* ---- add_i64 ---- */
/* The sum modulo 2^64. */
static inline int64_t cc_add_i64(int64_t a, int64_t b)
{
	return cc_to_i64((uint64_t)a + (uint64_t)b);
}

/* ---- sub_i64 ---- */
/* The difference modulo 2^64. */
static inline int64_t cc_sub_i64(int64_t a, int64_t b)
{
	return cc_to_i64((uint64_t)a - (uint64_t)b);
}

/* ---- mul_i64 ---- */
/* The product modulo 2^64. */
static inline int64_t cc_mul_i64(int64_t a, int64_t b)
{
	return cc_to_i64(CC_MUL64((uint64_t)a, (uint64_t)b));
}

/* ---- neg_i64 ---- */
/* -a; the least value stays what it is. */
static inline int64_t cc_neg_i64(int64_t a)
{
	return cc_to_i64((uint64_t)0 - (uint64_t)a);
}

/* ---- sar_i64 ---- */
/* a / 2^n rounded down, for any n. */
static inline int64_t cc_sar_i64(int64_t a, uint32_t n)
{
	n = n < 63u ? n : 63u;
#ifdef CC_SHIFTS_IN_PARTS
	uint64_t sign = a < 0 ? UINT64_MAX : 0u;
	return cc_to_i64(cc_shr64((uint64_t)a ^ sign, n) ^ sign);
#else
	return a < 0 ? ~(~a >> n) : a >> n;
#endif
}

/* ---- shl_u64 ---- */
/* a << n, 0 if nothing is left. */
static inline uint64_t cc_shl_u64(uint64_t a, uint32_t n)
{
	return n < 64u ? CC_SHL64(a, n) : 0u;
}

/* ---- shr_u64 ---- */
/* a >> n, 0 if nothing is left. */
static inline uint64_t cc_shr_u64(uint64_t a, uint32_t n)
{
	return n < 64u ? CC_SHR64(a, n) : 0u;
}

/* ---- count ---- */
/* A shift count as 32 bits; what is cut off would shift everything out. */
static inline uint32_t cc_count(uint64_t n)
{
	return n < 255u ? (uint32_t)n : 255u;
}

/* ---- min_u8 ---- */
static inline uint8_t cc_min_u8(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

/* ---- max_u8 ---- */
static inline uint8_t cc_max_u8(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* ---- min_u16 ---- */
static inline uint16_t cc_min_u16(uint16_t a, uint16_t b)
{
	return a < b ? a : b;
}

/* ---- max_u16 ---- */
static inline uint16_t cc_max_u16(uint16_t a, uint16_t b)
{
	return a > b ? a : b;
}

/* ---- min_u32 ---- */
static inline uint32_t cc_min_u32(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* ---- max_u32 ---- */
static inline uint32_t cc_max_u32(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* ---- min_u64 ---- */
static inline uint64_t cc_min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* ---- max_u64 ---- */
static inline uint64_t cc_max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* ---- min_i8 ---- */
static inline int8_t cc_min_i8(int8_t a, int8_t b)
{
	return a < b ? a : b;
}

/* ---- max_i8 ---- */
static inline int8_t cc_max_i8(int8_t a, int8_t b)
{
	return a > b ? a : b;
}

/* ---- min_i16 ---- */
static inline int16_t cc_min_i16(int16_t a, int16_t b)
{
	return a < b ? a : b;
}

/* ---- max_i16 ---- */
static inline int16_t cc_max_i16(int16_t a, int16_t b)
{
	return a > b ? a : b;
}

/* ---- min_i32 ---- */
static inline int32_t cc_min_i32(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* ---- max_i32 ---- */
static inline int32_t cc_max_i32(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* ---- min_i64 ---- */
static inline int64_t cc_min_i64(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* ---- max_i64 ---- */
static inline int64_t cc_max_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* ---- clz32 ---- */
/* Whether the compiler has an instruction for leading zeros: not on RISC-V without
 * Zbb, and not on the smallest ARM cores. */
#if !defined(__GNUC__) || defined(CC_PORTABLE)
#elif defined(__riscv) && !defined(__riscv_zbb) && !defined(__riscv_xtheadbb)
#elif defined(__arm__) && !defined(__ARM_FEATURE_CLZ)
#else
#define CC_CLZ
#endif

#if defined(CC_APART) && !defined(CC_CLZ)
static const uint8_t cc_byte_len[256] = {
	0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
	6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
	7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
	7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
	8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
	8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
	8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
	8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
};
#endif

/* Leading zero bits; 32 for 0. */
static inline uint32_t cc_clz32(uint32_t x)
{
#ifdef CC_CLZ
	return x == 0u ? 32u : (uint32_t)__builtin_clz(x);
#else
	uint32_t n = 32u;
	if (x >> 16 != 0u) {
		x >>= 16;
		n = 16u;
	}
	if (x >> 8 != 0u) {
		x >>= 8;
		n -= 8u;
	}
#ifdef CC_APART
	return n - cc_byte_len[x];
#else
	if (x >> 4 != 0u) {
		x >>= 4;
		n -= 4u;
	}
	if (x >> 2 != 0u) {
		x >>= 2;
		n -= 2u;
	}
	return n - x + (x >> 1 & x); /* x below 4 has x bits, 3 has 2 */
#endif
#endif
}

/* ---- clz64 ---- */
/* Leading zero bits; 64 for 0. */
static inline uint32_t cc_clz64(uint64_t x)
{
	uint32_t high = (uint32_t)(x >> 32);
	return high != 0u ? cc_clz32(high) : 32u + cc_clz32((uint32_t)x);
}

/* ---- ctz32 ---- */
/* Trailing zero bits; 32 for 0. */
static inline uint32_t cc_ctz32(uint32_t x)
{
	return x == 0u ? 32u : 31u - cc_clz32(x & (0u - x));
}

/* ---- ctz64 ---- */
/* Trailing zero bits; 64 for 0. */
static inline uint32_t cc_ctz64(uint64_t x)
{
	uint32_t low = (uint32_t)x;
	return low != 0u ? cc_ctz32(low) : 32u + cc_ctz32((uint32_t)(x >> 32));
}

/* ---- bit_len32 ---- */
/* Bits needed to write x; 0 for 0. */
static inline uint32_t cc_bit_len32(uint32_t x)
{
	return 32u - cc_clz32(x);
}

/* ---- bit_len64 ---- */
/* Bits needed to write x; 0 for 0. */
static inline uint32_t cc_bit_len64(uint64_t x)
{
	return 64u - cc_clz64(x);
}

/* ---- popcount32 ---- */
/* Bits that are 1. */
static inline uint32_t cc_popcount32(uint32_t x)
{
	x -= (x >> 1) & 0x55555555u;
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0F0F0F0Fu;
	return (x * 0x01010101u) >> 24;
}

/* ---- popcount64 ---- */
/* Bits that are 1. */
static inline uint32_t cc_popcount64(uint64_t x)
{
	return cc_popcount32((uint32_t)x) + cc_popcount32((uint32_t)(x >> 32));
}

/* ---- clz8 ---- */
static inline uint32_t cc_clz8(uint8_t x)
{
	return cc_clz32(x) - 24u;
}

/* ---- ctz8 ---- */
static inline uint32_t cc_ctz8(uint8_t x)
{
	return cc_ctz32(x | 0x100u);
}

/* ---- bit_len8 ---- */
static inline uint32_t cc_bit_len8(uint8_t x)
{
	return cc_bit_len32(x);
}

/* ---- popcount8 ---- */
static inline uint32_t cc_popcount8(uint8_t x)
{
	return cc_popcount32(x);
}

/* ---- clz16 ---- */
static inline uint32_t cc_clz16(uint16_t x)
{
	return cc_clz32(x) - 16u;
}

/* ---- ctz16 ---- */
static inline uint32_t cc_ctz16(uint16_t x)
{
	return cc_ctz32(x | 0x10000u);
}

/* ---- bit_len16 ---- */
static inline uint32_t cc_bit_len16(uint16_t x)
{
	return cc_bit_len32(x);
}

/* ---- popcount16 ---- */
static inline uint32_t cc_popcount16(uint16_t x)
{
	return cc_popcount32(x);
}

/* ---- rotl8 ---- */
/* x rotated left by k < 8. */
static inline uint8_t cc_rotl8(uint8_t x, uint32_t k)
{
	return k == 0u ? x : (uint8_t)(((uint32_t)x << k) | ((uint32_t)x >> (8u - k)));
}

/* ---- rotl16 ---- */
/* x rotated left by k < 16. */
static inline uint16_t cc_rotl16(uint16_t x, uint32_t k)
{
	return k == 0u ? x : (uint16_t)(((uint32_t)x << k) | ((uint32_t)x >> (16u - k)));
}

/* ---- rotl32 ---- */
/* x rotated left by k < 32. */
static inline uint32_t cc_rotl32(uint32_t x, uint32_t k)
{
	return k == 0u ? x : (uint32_t)((x << k) | (x >> (32 - k)));
}

/* ---- rotl64 ---- */
/* x rotated left by k < 64. */
static inline uint64_t cc_rotl64(uint64_t x, uint32_t k)
{
	return k == 0u ? x : (uint64_t)(CC_SHL64(x, k) | CC_SHR64(x, 64u - k));
}

/* ---- mul_wide32 ---- */
/* The high word of a b; *low is the low word. */
static inline uint32_t cc_mul_wide32(uint32_t a, uint32_t b, uint32_t *low)
{
	uint64_t p = CC_MUL32((uint64_t)a, b);
	*low = (uint32_t)p;
	return (uint32_t)(p >> 32);
}

/* ---- mul_high32 ---- */
/* The high word of a b. */
static inline uint32_t cc_mul_high32(uint32_t a, uint32_t b)
{
	return (uint32_t)(CC_MUL32((uint64_t)a, b) >> 32);
}

/* ---- mul_wide64 ---- */
/* The high word of a b; *low is the low word. */
static inline uint64_t cc_mul_wide64(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__) && !defined(CC_PORTABLE)
	__extension__ typedef unsigned __int128 wide;
	wide p = (wide)a * b;
	*low = (uint64_t)p;
	return (uint64_t)(p >> 64);
#else
	/* Four products of 32 x 32 bits; no sum below can overflow. */
	uint64_t a0 = (uint32_t)a, a1 = a >> 32;
	uint64_t b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t p00 = CC_MUL32(a0, b0);
	uint64_t mid = CC_MUL32(a1, b0) + (p00 >> 32);
	uint64_t mid2 = CC_MUL32(a0, b1) + (uint32_t)mid;
	*low = (mid2 << 32) | (uint32_t)p00;
	return CC_MUL32(a1, b1) + (mid >> 32) + (mid2 >> 32);
#endif
}

/* ---- mul_high64 ---- */
/* The high word of a b. */
static inline uint64_t cc_mul_high64(uint64_t a, uint64_t b)
{
	uint64_t low;
	return cc_mul_wide64(a, b, &low);
}

/* ---- div_u32 ---- */
#ifdef CC_QUOTIENTS32_IN_PARTS
/* a / d for m = UINT32_MAX / d: the high word of a m is that, or one less. */
static inline uint32_t cc_div_u32(uint32_t a, uint32_t d, uint32_t m)
{
	uint32_t q = cc_mul_high32(a, m);
	return a - q * d < d ? q : q + 1u;
}
#define CC_DIV_U32(a, d) cc_div_u32(a, d, UINT32_MAX / (d))
#else
#define CC_DIV_U32(a, d) ((a) / (d))
#endif

/* ---- rem_u32 ---- */
#ifdef CC_QUOTIENTS32_IN_PARTS
/* a % d for m = UINT32_MAX / d. */
static inline uint32_t cc_rem_u32(uint32_t a, uint32_t d, uint32_t m)
{
	return a - cc_div_u32(a, d, m) * d;
}
#define CC_REM_U32(a, d) cc_rem_u32(a, d, UINT32_MAX / (d))
#else
#define CC_REM_U32(a, d) ((a) % (d))
#endif

/* ---- div_i32 ---- */
#ifdef CC_QUOTIENTS32_IN_PARTS
/* a / d rounded to 0, for m = UINT32_MAX / |d|. */
static inline int32_t cc_div_i32(int32_t a, int32_t d, uint32_t m)
{
	uint32_t x = a < 0 ? (uint32_t)0 - (uint32_t)a : (uint32_t)a;
	uint32_t q = cc_div_u32(x, (uint32_t)(d < 0 ? -d : d), m);
	return cc_to_i32((a < 0) != (d < 0) ? (uint32_t)0 - q : q);
}
#define CC_DIV_I32(a, d) cc_div_i32(a, d, UINT32_MAX / (uint32_t)((d) < 0 ? -(d) : (d)))
#else
#define CC_DIV_I32(a, d) ((a) / (d))
#endif

/* ---- rem_i32 ---- */
#ifdef CC_QUOTIENTS32_IN_PARTS
/* a % d with the sign of a, for m = UINT32_MAX / |d|. */
static inline int32_t cc_rem_i32(int32_t a, int32_t d, uint32_t m)
{
	uint32_t x = a < 0 ? (uint32_t)0 - (uint32_t)a : (uint32_t)a;
	uint32_t r = cc_rem_u32(x, (uint32_t)(d < 0 ? -d : d), m);
	return cc_to_i32(a < 0 ? (uint32_t)0 - r : r);
}
#define CC_REM_I32(a, d) cc_rem_i32(a, d, UINT32_MAX / (uint32_t)((d) < 0 ? -(d) : (d)))
#else
#define CC_REM_I32(a, d) ((a) % (d))
#endif

/* ---- div_u64 ---- */
#ifdef CC_QUOTIENTS64_IN_PARTS
/* a / d for m = UINT64_MAX / d: the high word of a m is that, or one less. */
static inline uint64_t cc_div_u64(uint64_t a, uint64_t d, uint64_t m)
{
	uint64_t q = cc_mul_high64(a, m);
	return a - CC_MUL64(q, d) < d ? q : q + 1u;
}
#define CC_DIV_U64(a, d) cc_div_u64(a, d, UINT64_MAX / (d))
#else
#define CC_DIV_U64(a, d) ((a) / (d))
#endif

/* ---- rem_u64 ---- */
#ifdef CC_QUOTIENTS64_IN_PARTS
/* a % d for m = UINT64_MAX / d. */
static inline uint64_t cc_rem_u64(uint64_t a, uint64_t d, uint64_t m)
{
	return a - CC_MUL64(cc_div_u64(a, d, m), d);
}
#define CC_REM_U64(a, d) cc_rem_u64(a, d, UINT64_MAX / (d))
#else
#define CC_REM_U64(a, d) ((a) % (d))
#endif

/* ---- div_i64 ---- */
#ifdef CC_QUOTIENTS64_IN_PARTS
/* a / d rounded to 0, for m = UINT64_MAX / |d|. */
static inline int64_t cc_div_i64(int64_t a, int64_t d, uint64_t m)
{
	uint64_t x = a < 0 ? (uint64_t)0 - (uint64_t)a : (uint64_t)a;
	uint64_t q = cc_div_u64(x, (uint64_t)(d < 0 ? -d : d), m);
	return cc_to_i64((a < 0) != (d < 0) ? (uint64_t)0 - q : q);
}
#define CC_DIV_I64(a, d) cc_div_i64(a, d, UINT64_MAX / (uint64_t)((d) < 0 ? -(d) : (d)))
#else
#define CC_DIV_I64(a, d) ((a) / (d))
#endif

/* ---- rem_i64 ---- */
#ifdef CC_QUOTIENTS64_IN_PARTS
/* a % d with the sign of a, for m = UINT64_MAX / |d|. */
static inline int64_t cc_rem_i64(int64_t a, int64_t d, uint64_t m)
{
	uint64_t x = a < 0 ? (uint64_t)0 - (uint64_t)a : (uint64_t)a;
	uint64_t r = cc_rem_u64(x, (uint64_t)(d < 0 ? -d : d), m);
	return cc_to_i64(a < 0 ? (uint64_t)0 - r : r);
}
#define CC_REM_I64(a, d) cc_rem_i64(a, d, UINT64_MAX / (uint64_t)((d) < 0 ? -(d) : (d)))
#else
#define CC_REM_I64(a, d) ((a) % (d))
#endif

/* ---- add_carry32 ---- */
/* x + y + carry modulo 2^32, carry 0 or 1; *out is the carry out. */
static inline uint32_t cc_add_carry32(uint32_t x, uint32_t y, uint32_t carry, uint32_t *out)
{
	uint32_t sum = x + y + carry;
	*out = ((x & y) | ((x | y) & ~sum)) >> 31;
	return sum;
}

/* ---- sub_borrow32 ---- */
/* x - y - borrow modulo 2^32, borrow 0 or 1; *out is the borrow out. */
static inline uint32_t cc_sub_borrow32(uint32_t x, uint32_t y, uint32_t borrow, uint32_t *out)
{
	uint32_t diff = x - y - borrow;
	*out = ((~x & y) | (~(x ^ y) & diff)) >> 31;
	return diff;
}

/* ---- add_carry64 ---- */
/* x + y + carry modulo 2^64, carry 0 or 1; *out is the carry out. */
static inline uint64_t cc_add_carry64(uint64_t x, uint64_t y, uint64_t carry, uint64_t *out)
{
	uint64_t sum = x + y + carry;
	*out = ((x & y) | ((x | y) & ~sum)) >> 63;
	return sum;
}

/* ---- sub_borrow64 ---- */
/* x - y - borrow modulo 2^64, borrow 0 or 1; *out is the borrow out. */
static inline uint64_t cc_sub_borrow64(uint64_t x, uint64_t y, uint64_t borrow, uint64_t *out)
{
	uint64_t diff = x - y - borrow;
	*out = ((~x & y) | (~(x ^ y) & diff)) >> 63;
	return diff;
}

/* ---- index_u32 ---- */
/* An index that is not known to be below n at generation time. */
static inline uint32_t cc_index_u32(uint32_t i, uint32_t n)
{
	if (i >= n) {
		CC_TRAP();
	}
	return i;
}

/* ---- index_u64 ---- */
/* An index that is not known to be below n at generation time. */
static inline uint64_t cc_index_u64(uint64_t i, uint32_t n)
{
	if (i >= n) {
		CC_TRAP();
	}
	return i;
}
