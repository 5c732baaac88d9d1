/* ---- parts ---- */
/* On a core of 32 bits compilers may call their library, libgcc or compiler-rt, for a shift of 64 bits by a
 * variable and for a product of 64 bits. Where they are known to, both are done in parts of 32 bits. */
#if defined(CC_LIBGCC)
#elif defined(CC_NO_LIBGCC)
#define CC_SHIFTS_IN_PARTS
#define CC_PRODUCTS_IN_PARTS
#elif UINTPTR_MAX > 0xFFFFFFFFu || defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#elif defined(__arm__) && (!defined(__thumb__) || defined(__thumb2__))
#else
#define CC_SHIFTS_IN_PARTS
#if defined(__arm__) || defined(__XTENSA__) /* Thumb-1 and the smaller Xtensa: no high word of a product */
#define CC_PRODUCTS_IN_PARTS
#endif
#endif

/* ---- quotients ---- */
/* On cores of 32 bits compilers call their library for a quotient or remainder of 64 bits, and on cores without
 * a divider for one of 32 bits. Instead, the dividend is multiplied by the reciprocal of the divisor, a constant. */
#if defined(CC_LIBGCC)
#elif defined(CC_NO_LIBGCC)
#define CC_QUOTIENTS32_IN_PARTS
#define CC_QUOTIENTS64_IN_PARTS
#elif UINTPTR_MAX > 0xFFFFFFFFu || defined(__x86_64__) || defined(__aarch64__)
#else
#define CC_QUOTIENTS64_IN_PARTS
#if defined(__XTENSA__) || (defined(__arm__) && !defined(__ARM_FEATURE_IDIV))
#define CC_QUOTIENTS32_IN_PARTS
#endif
#endif

/* ---- memory ---- */
/* clang for an ARM core without an operating system calls memset and memcpy by names of ARM's run-time
 * ABI, which are in C libraries and not in libgcc. */
#if defined(__clang__) && defined(__ARM_EABI__) && defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0
#define CC_WEAK(name) __attribute__((weak, alias(name)))
void *cc_memcpy(void *to, const void *from, __SIZE_TYPE__ n) __asm__("memcpy");
void *cc_memset(void *to, int c, __SIZE_TYPE__ n) __asm__("memset");
__attribute__((weak)) void __aeabi_memcpy(void *to, const void *from, __SIZE_TYPE__ n)
{
	(void)cc_memcpy(to, from, n);
}
__attribute__((weak)) void __aeabi_memset(void *to, __SIZE_TYPE__ n, int c)
{
	(void)cc_memset(to, c, n);
}
__attribute__((weak)) void __aeabi_memclr(void *to, __SIZE_TYPE__ n)
{
	(void)cc_memset(to, 0, n);
}
void __aeabi_memcpy4(void *to, const void *from, __SIZE_TYPE__ n) CC_WEAK("__aeabi_memcpy");
void __aeabi_memcpy8(void *to, const void *from, __SIZE_TYPE__ n) CC_WEAK("__aeabi_memcpy");
void __aeabi_memset4(void *to, __SIZE_TYPE__ n, int c) CC_WEAK("__aeabi_memset");
void __aeabi_memset8(void *to, __SIZE_TYPE__ n, int c) CC_WEAK("__aeabi_memset");
void __aeabi_memclr4(void *to, __SIZE_TYPE__ n) CC_WEAK("__aeabi_memclr");
void __aeabi_memclr8(void *to, __SIZE_TYPE__ n) CC_WEAK("__aeabi_memclr");
#endif

/* ---- switch ---- */
/* gcc for Thumb-1 calls its library for a table of jumps. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__thumb__) && !defined(__thumb2__) && (defined(__OPTIMIZE_SIZE__) || defined(__PIC__)) && !defined(CC_LIBGCC)
#define CC_NO_TABLES
#pragma GCC push_options
#pragma GCC optimize("no-jump-tables")
#endif

/* ---- end ---- */
#ifdef CC_NO_TABLES
#pragma GCC pop_options
#undef CC_NO_TABLES
#endif
