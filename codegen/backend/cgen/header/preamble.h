#include <stdbool.h>
#include <stdint.h>

#if defined(CC_STATIC) && !defined(CC_IMPLEMENTATION)
#define CC_IMPLEMENTATION
#endif

#ifndef CC_API
#ifdef CC_STATIC
#define CC_API static inline
#else
#define CC_API extern
#endif
#endif

#if defined(__cplusplus)
#define CC_STATIC_ASSERT(name, cond) static_assert(cond, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__SDCC) /* which only warns of one that fails */
#define CC_STATIC_ASSERT(name, cond) _Static_assert(cond, #name)
#else
#define CC_STATIC_ASSERT(name, cond) typedef char name[(cond) ? 1 : -1]
#endif

#ifdef __cplusplus
extern "C" {
#endif

CC_STATIC_ASSERT(cc_int_has_32_bits, sizeof(int) == 4);
