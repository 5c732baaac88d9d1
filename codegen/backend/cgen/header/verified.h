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
