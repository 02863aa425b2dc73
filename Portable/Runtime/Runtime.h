// The C library functions that Swift code calls, for systems without a C library.
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>

// As in POSIX: returns the number of bytes, 0 at the end of a file, or a negative number for an
// error.
ptrdiff_t read(int descriptor, void *to, size_t count);
ptrdiff_t write(int descriptor, const void *from, size_t count);

// As in ISO C: returns NULL if there isn't enough memory.
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
