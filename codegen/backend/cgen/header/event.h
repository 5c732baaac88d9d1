/* Where this file is a part of another one and code is to be fast, each kind of event has a function of its own. */
#if defined(CC_STATIC) && defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(CC_CHECK)
#define CC_APART static __attribute__((noinline))
#define CC_ASSUME(is) do { if (!(is)) { __builtin_unreachable(); } } while (0)
#define CC_WHOLE(p) __asm__("" : : "r"(p)) /* else gcc passes the fields of an event, which take instructions */
#define CC_LEAF CC_INLINE
#else
#define CC_LEAF
#endif
/* RISC-V of 64 bits clears the upper half of a word where it loads it, and that of one in a register by two
 * instructions. */
#if defined(__GNUC__) && defined(__riscv_xlen) && __riscv_xlen == 64
#define CC_RELOAD(word) __asm__("" : "+m"(word))
#else
#define CC_RELOAD(word) ((void)0)
#endif
