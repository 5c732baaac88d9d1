#ifndef BARE_STDIO_H
#define BARE_STDIO_H

#include <stddef.h>

/* Knows %s, %.*s and %lu, which is all that the firmware program's messages use. */
int snprintf(char *to, size_t size, const char *format, ...);

#endif
