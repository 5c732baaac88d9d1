/* ---- clz32 ---- */
/* Leading zero bits; 32 for 0. Every bit below the top one is set, and the ones are counted:
 * without a branch there is one path for a verifier to follow. */
static inline uint32_t cc_clz32(uint32_t x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	x -= (x >> 1) & 0x55555555u;
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0F0F0F0Fu;
	return 32u - ((x * 0x01010101u) >> 24);
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
