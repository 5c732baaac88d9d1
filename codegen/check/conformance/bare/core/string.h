#ifndef BARE_STRING_H
#define BARE_STRING_H

#include <stddef.h>

void *memchr(const void *memory, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
size_t strlen(const char *s);

#endif
