#ifndef BARE_STDLIB_H
#define BARE_STDLIB_H

#include <stddef.h>

void exit(int status) __attribute__((noreturn));
void *realloc(void *old, size_t size);
void free(void *memory);

#endif
