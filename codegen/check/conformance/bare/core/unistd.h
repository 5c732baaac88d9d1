#ifndef BARE_UNISTD_H
#define BARE_UNISTD_H

#include <stddef.h>

typedef long ssize_t;

ssize_t read(int file, void *to, size_t n);
ssize_t write(int file, const void *from, size_t n);

#endif
