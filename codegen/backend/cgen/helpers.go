package cgen

import (
	"fmt"
	"strings"
)

// helper is a small C function that does what Go means by an operator where C
// means something else or nothing. The texts are written with the prefixes cc_
// and CC_, which are replaced.
type helper struct {
	name string
	deps []string
	text string
}

// helpers lists all, in the order in which they are printed.
var helpers = buildHelpers()

func buildHelpers() []helper {
	var hs []helper
	add := func(name string, text string, deps ...string) {
		hs = append(hs, helper{name, deps, strings.Trim(text, "\n") + "\n"})
	}
	for _, n := range []int{8, 16, 32, 64} {
		addToSigned(add, n)
	}
	for _, n := range []int{32, 64} {
		addSigned(add, n)
		addShifts(add, n)
	}
	add("count", `
/* A shift count as 32 bits; what is cut off would shift everything out. */
static inline uint32_t cc_count(uint64_t n)
{
	return n < 255u ? (uint32_t)n : 255u;
}`)
	for _, s := range []string{"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"} {
		t := cTypeOf(s)
		add("min_"+s, fmt.Sprintf(`
static inline %[1]s cc_min_%[2]s(%[1]s a, %[1]s b)
{
	return a < b ? a : b;
}`, t, s))
		add("max_"+s, fmt.Sprintf(`
static inline %[1]s cc_max_%[2]s(%[1]s a, %[1]s b)
{
	return a > b ? a : b;
}`, t, s))
	}
	addBits(add)
	addWide(add)
	for _, n := range []int{32, 64} {
		add(fmt.Sprintf("index_u%d", n), fmt.Sprintf(`
/* An index that is not known to be below n at generation time. */
static inline uint%[1]d_t cc_index_u%[1]d(uint%[1]d_t i, uint32_t n)
{
	if (i >= n) {
		CC_TRAP();
	}
	return i;
}`, n))
	}
	return hs
}

func cTypeOf(suffix string) string {
	if suffix[0] == 'i' {
		return "int" + suffix[1:] + "_t"
	}
	return "uint" + suffix[1:] + "_t"
}

func addToSigned(add func(string, string, ...string), n int) {
	max := map[int]string{8: "0x7Fu", 16: "0x7FFFu", 32: "0x7FFFFFFFu", 64: "UINT64_C(0x7FFFFFFFFFFFFFFF)"}[n]
	down := fmt.Sprintf("(int%d_t)(-(int%d_t)~u - 1)", n, n)
	switch n {
	case 8, 16:
		down = fmt.Sprintf("(int%d_t)((int32_t)u - %d)", n, 1<<n)
	case 32, 64:
		down = fmt.Sprintf("-(int%d_t)~u - 1", n)
	}
	add(fmt.Sprintf("to_i%d", n), fmt.Sprintf(`
/* The two's complement reading of u; a cast would leave it to the compiler. */
static inline int%[1]d_t cc_to_i%[1]d(uint%[1]d_t u)
{
	return u <= %[2]s ? (int%[1]d_t)u : %[3]s;
}`, n, max, down))
}

func addSigned(add func(string, string, ...string), n int) {
	for _, o := range []struct{ name, op, word string }{{"add", "+", "sum"}, {"sub", "-", "difference"}, {"mul", "*", "product"}} {
		add(fmt.Sprintf("%s_i%d", o.name, n), fmt.Sprintf(`
/* The %[3]s modulo 2^%[1]d. */
static inline int%[1]d_t cc_%[2]s_i%[1]d(int%[1]d_t a, int%[1]d_t b)
{
	return cc_to_i%[1]d((uint%[1]d_t)a %[4]s (uint%[1]d_t)b);
}`, n, o.name, o.word, o.op), fmt.Sprintf("to_i%d", n))
	}
	add(fmt.Sprintf("neg_i%d", n), fmt.Sprintf(`
/* -a; the least value stays what it is. */
static inline int%[1]d_t cc_neg_i%[1]d(int%[1]d_t a)
{
	return cc_to_i%[1]d((uint%[1]d_t)0 - (uint%[1]d_t)a);
}`, n), fmt.Sprintf("to_i%d", n))
	add(fmt.Sprintf("sar_i%d", n), fmt.Sprintf(`
/* a / 2^n rounded down, for any n. */
static inline int%[1]d_t cc_sar_i%[1]d(int%[1]d_t a, uint32_t n)
{
	n = n < %[2]du ? n : %[2]du;
	return a < 0 ? ~(~a >> n) : a >> n;
}`, n, n-1))
}

func addShifts(add func(string, string, ...string), n int) {
	for _, o := range []struct{ name, op string }{{"shl", "<<"}, {"shr", ">>"}} {
		add(fmt.Sprintf("%s_u%d", o.name, n), fmt.Sprintf(`
/* a %[3]s n, 0 if nothing is left. */
static inline uint%[1]d_t cc_%[2]s_u%[1]d(uint%[1]d_t a, uint32_t n)
{
	return n < %[1]du ? a %[3]s n : 0u;
}`, n, o.name, o.op))
	}
}

// addBits adds the counts of math/bits. The widths 8 and 16 lean on 32.
func addBits(add func(string, string, ...string)) {
	// A core without the instruction calls libgcc for the builtin, which takes up to
	// 50 instructions there.
	add("clz32", `
/* Whether the compiler has an instruction for leading zeros: not on RISC-V without
 * Zbb, and not on the smallest ARM cores. */
#if !defined(__GNUC__) || defined(CC_PORTABLE)
#elif defined(__riscv) && !defined(__riscv_zbb) && !defined(__riscv_xtheadbb)
#elif defined(__arm__) && !defined(__ARM_FEATURE_CLZ)
#else
#define CC_CLZ
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
}`)
	add("clz64", `
/* Leading zero bits; 64 for 0. */
static inline uint32_t cc_clz64(uint64_t x)
{
	uint32_t high = (uint32_t)(x >> 32);
	return high != 0u ? cc_clz32(high) : 32u + cc_clz32((uint32_t)x);
}`, "clz32")
	add("ctz32", `
/* Trailing zero bits; 32 for 0. */
static inline uint32_t cc_ctz32(uint32_t x)
{
	return x == 0u ? 32u : 31u - cc_clz32(x & (0u - x));
}`, "clz32")
	add("ctz64", `
/* Trailing zero bits; 64 for 0. */
static inline uint32_t cc_ctz64(uint64_t x)
{
	uint32_t low = (uint32_t)x;
	return low != 0u ? cc_ctz32(low) : 32u + cc_ctz32((uint32_t)(x >> 32));
}`, "ctz32")
	add("bit_len32", `
/* Bits needed to write x; 0 for 0. */
static inline uint32_t cc_bit_len32(uint32_t x)
{
	return 32u - cc_clz32(x);
}`, "clz32")
	add("bit_len64", `
/* Bits needed to write x; 0 for 0. */
static inline uint32_t cc_bit_len64(uint64_t x)
{
	return 64u - cc_clz64(x);
}`, "clz64")
	add("popcount32", `
/* Bits that are 1. */
static inline uint32_t cc_popcount32(uint32_t x)
{
	x -= (x >> 1) & 0x55555555u;
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0F0F0F0Fu;
	return (x * 0x01010101u) >> 24;
}`)
	add("popcount64", `
/* Bits that are 1. */
static inline uint32_t cc_popcount64(uint64_t x)
{
	return cc_popcount32((uint32_t)x) + cc_popcount32((uint32_t)(x >> 32));
}`, "popcount32")
	for _, n := range []int{8, 16} {
		add(fmt.Sprintf("clz%d", n), fmt.Sprintf(`
static inline uint32_t cc_clz%[1]d(uint%[1]d_t x)
{
	return cc_clz32(x) - %[2]du;
}`, n, 32-n), "clz32")
		add(fmt.Sprintf("ctz%d", n), fmt.Sprintf(`
static inline uint32_t cc_ctz%[1]d(uint%[1]d_t x)
{
	return cc_ctz32(x | 0x%[2]Xu);
}`, n, 1<<n), "ctz32")
		add(fmt.Sprintf("bit_len%d", n), fmt.Sprintf(`
static inline uint32_t cc_bit_len%[1]d(uint%[1]d_t x)
{
	return cc_bit_len32(x);
}`, n), "bit_len32")
		add(fmt.Sprintf("popcount%d", n), fmt.Sprintf(`
static inline uint32_t cc_popcount%[1]d(uint%[1]d_t x)
{
	return cc_popcount32(x);
}`, n), "popcount32")
	}
	for _, n := range []int{8, 16, 32, 64} {
		zero := fmt.Sprintf("(uint%[1]d_t)((x << k) | (x >> (%[1]d - k)))", n)
		if n < 32 {
			zero = fmt.Sprintf("(uint%[1]d_t)(((uint32_t)x << k) | ((uint32_t)x >> (%[1]du - k)))", n)
		}
		add(fmt.Sprintf("rotl%d", n), fmt.Sprintf(`
/* x rotated left by k < %[1]d. */
static inline uint%[1]d_t cc_rotl%[1]d(uint%[1]d_t x, uint32_t k)
{
	return k == 0u ? x : %[2]s;
}`, n, zero))
	}
}

// addWide adds the products and sums of two words.
func addWide(add func(string, string, ...string)) {
	add("mul_wide32", `
/* The high word of a b; *low is the low word. */
static inline uint32_t cc_mul_wide32(uint32_t a, uint32_t b, uint32_t *low)
{
	uint64_t p = (uint64_t)a * b;
	*low = (uint32_t)p;
	return (uint32_t)(p >> 32);
}`)
	add("mul_high32", `
/* The high word of a b. */
static inline uint32_t cc_mul_high32(uint32_t a, uint32_t b)
{
	return (uint32_t)(((uint64_t)a * b) >> 32);
}`)
	add("mul_wide64", `
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
	uint64_t p00 = a0 * b0;
	uint64_t mid = a1 * b0 + (p00 >> 32);
	uint64_t mid2 = a0 * b1 + (uint32_t)mid;
	*low = (mid2 << 32) | (uint32_t)p00;
	return a1 * b1 + (mid >> 32) + (mid2 >> 32);
#endif
}`)
	add("mul_high64", `
/* The high word of a b. */
static inline uint64_t cc_mul_high64(uint64_t a, uint64_t b)
{
	uint64_t low;
	return cc_mul_wide64(a, b, &low);
}`, "mul_wide64")
	for _, n := range []int{32, 64} {
		add(fmt.Sprintf("add_carry%d", n), fmt.Sprintf(`
/* x + y + carry modulo 2^%[1]d, carry 0 or 1; *out is the carry out. */
static inline uint%[1]d_t cc_add_carry%[1]d(uint%[1]d_t x, uint%[1]d_t y, uint%[1]d_t carry, uint%[1]d_t *out)
{
	uint%[1]d_t sum = x + y + carry;
	*out = ((x & y) | ((x | y) & ~sum)) >> %[2]d;
	return sum;
}`, n, n-1))
		add(fmt.Sprintf("sub_borrow%d", n), fmt.Sprintf(`
/* x - y - borrow modulo 2^%[1]d, borrow 0 or 1; *out is the borrow out. */
static inline uint%[1]d_t cc_sub_borrow%[1]d(uint%[1]d_t x, uint%[1]d_t y, uint%[1]d_t borrow, uint%[1]d_t *out)
{
	uint%[1]d_t diff = x - y - borrow;
	*out = ((~x & y) | (~(x ^ y) & diff)) >> %[2]d;
	return diff;
}`, n, n-1))
	}
}

func helperNames(prefix string) []string {
	var s []string
	for _, h := range helpers {
		s = append(s, prefix+h.name)
	}
	return s
}

// withDeps adds to the set what its members need.
func withDeps(set map[string]bool) {
	for i := len(helpers) - 1; i >= 0; i-- { // a dependency stands before its users
		if h := helpers[i]; set[h.name] {
			for _, d := range h.deps {
				set[d] = true
			}
		}
	}
}

// rename replaces the prefixes of a text written with cc_ and CC_.
func rename(text, prefix string) string {
	if prefix == "cc_" {
		return text
	}
	return strings.NewReplacer("cc_", prefix, "CC_", strings.ToUpper(prefix)).Replace(text)
}
