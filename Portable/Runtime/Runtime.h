// What Swift's code calls of a C library, where there is none.
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

// As in POSIX: the number of bytes, 0 at the end of a file, or less than 0 for an error.
ptrdiff_t read(int descriptor, void *to, size_t count);
ptrdiff_t write(int descriptor, const void *from, size_t count);

// As in ISO C: NULL if there is not enough.
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
