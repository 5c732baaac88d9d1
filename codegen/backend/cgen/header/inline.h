#ifndef CC_INLINE
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define CC_INLINE inline __attribute__((always_inline))
#else
#define CC_INLINE
#endif
#endif
