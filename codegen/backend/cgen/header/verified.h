/* ---- above ---- */
/* 1 if x > n, else 0; neither has the top bit. The compiler does not see what it is, or it would make
 * a branch of it again. */
static inline uint64_t cc_above(uint64_t x, uint64_t n)
{
	n -= x;
	__asm__ volatile("" : "+r"(n));
	return n >> 63;
}

/* ---- clz32 ---- */
/* Leading zero bits; 32 for 0. Halves of what is left are shifted away, and the last four bits are looked up
 * in a number of 16 digits: without a branch there is one path for a verifier to follow. */
static inline uint32_t cc_clz32(uint32_t x)
{
	uint64_t left = x, n, zeros = 28u;
	n = cc_above(left, 0xFFFFu) << 4;
	left >>= n;
	zeros -= n;
	n = cc_above(left, 0xFFu) << 3;
	left >>= n;
	zeros -= n;
	n = cc_above(left, 0xFu) << 2;
	left >>= n;
	zeros -= n;
	return (uint32_t)(zeros + ((UINT64_C(0x11112234) >> (left << 2)) & 7u));
}

/* ---- clz64 ---- */
/* Leading zero bits; 64 for 0. As cc_clz32. */
static inline uint32_t cc_clz64(uint64_t x)
{
	uint64_t n = cc_above(x >> 32, 0u) << 5;
	return 32u - (uint32_t)n + cc_clz32((uint32_t)(x >> n));
}

/* ---- within_u32 ---- */
/* An index into an array of n, 0 or a bit of it where it is beyond: a verifier sees the bound
 * here, as it knows nothing of what the source declares. Behind the empty assembler text the
 * compiler knows nothing of i either, and leaves the bound in; it is of 64 bits from there on, as no
 * copy that is cut to 32 would have the bound. */
static inline uint64_t cc_within_u32(uint32_t i, uint32_t n)
{
	uint64_t at = i;
	__asm__ volatile("" : "+r"(at));
	if ((n & (n - 1u)) == 0u) {
		return at & (n - 1u);
	}
	return at < n ? at : 0u;
}

/* ---- within_u64 ---- */
/* As cc_within_u32, for an index of 64 bits. */
static inline uint64_t cc_within_u64(uint64_t i, uint32_t n)
{
	uint64_t at = i;
	__asm__ volatile("" : "+r"(at));
	if ((n & (n - 1u)) == 0u) {
		return at & (n - 1u);
	}
	return at < n ? at : 0u;
}

/* ---- less ---- */
/* All ones if d, a difference, is below 0, else 0. The compiler does not see what it is, or it
 * would make a branch of it again. */
static inline uint64_t cc_less(uint64_t d)
{
	d = (uint64_t)((int64_t)d >> 63);
	__asm__ volatile("" : "+r"(d));
	return d;
}

/* ---- less_u64 ---- */
/* All ones if a < b, else 0. */
static inline uint64_t cc_less_u64(uint64_t a, uint64_t b)
{
	return cc_less((~a & b) | ((~a | b) & (a - b)));
}

/* ---- less_i64 ---- */
/* All ones if a < b, else 0. */
static inline uint64_t cc_less_i64(int64_t a, int64_t b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;
	return cc_less((x & ~y) | ((x | ~y) & (x - y)));
}

/* ---- flat_min_u8 ---- */
/* A min or max without a branch, for loops of many turns: each branch would double the paths of a
 * turn. */
static inline uint8_t cc_flat_min_u8(uint8_t a, uint8_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint8_t)((uint64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_u8 ---- */
static inline uint8_t cc_flat_max_u8(uint8_t a, uint8_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint8_t)((uint64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_i8 ---- */
static inline int8_t cc_flat_min_i8(int8_t a, int8_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int8_t)((uint64_t)(int64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_i8 ---- */
static inline int8_t cc_flat_max_i8(int8_t a, int8_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int8_t)((uint64_t)(int64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_u16 ---- */
static inline uint16_t cc_flat_min_u16(uint16_t a, uint16_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint16_t)((uint64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_u16 ---- */
static inline uint16_t cc_flat_max_u16(uint16_t a, uint16_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint16_t)((uint64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_i16 ---- */
static inline int16_t cc_flat_min_i16(int16_t a, int16_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int16_t)((uint64_t)(int64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_i16 ---- */
static inline int16_t cc_flat_max_i16(int16_t a, int16_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int16_t)((uint64_t)(int64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_u32 ---- */
static inline uint32_t cc_flat_min_u32(uint32_t a, uint32_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint32_t)((uint64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_u32 ---- */
static inline uint32_t cc_flat_max_u32(uint32_t a, uint32_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return (uint32_t)((uint64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_i32 ---- */
static inline int32_t cc_flat_min_i32(int32_t a, int32_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int32_t)((uint64_t)(int64_t)b + (d & cc_less(d)));
}

/* ---- flat_max_i32 ---- */
static inline int32_t cc_flat_max_i32(int32_t a, int32_t b)
{
	uint64_t d = (uint64_t)(int64_t)a - (uint64_t)(int64_t)b;
	return (int32_t)((uint64_t)(int64_t)a - (d & cc_less(d)));
}

/* ---- flat_min_u64 ---- */
static inline uint64_t cc_flat_min_u64(uint64_t a, uint64_t b)
{
	return b ^ ((a ^ b) & cc_less_u64(a, b));
}

/* ---- flat_max_u64 ---- */
static inline uint64_t cc_flat_max_u64(uint64_t a, uint64_t b)
{
	return a ^ ((a ^ b) & cc_less_u64(a, b));
}

/* ---- flat_min_i64 ---- */
static inline int64_t cc_flat_min_i64(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)b ^ (((uint64_t)a ^ (uint64_t)b) & cc_less_i64(a, b)));
}

/* ---- flat_max_i64 ---- */
static inline int64_t cc_flat_max_i64(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a ^ (((uint64_t)a ^ (uint64_t)b) & cc_less_i64(a, b)));
}
