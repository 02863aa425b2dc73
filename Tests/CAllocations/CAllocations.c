// Stands between the tests' process and the C library's heap, to count. A program's own malloc takes
// the place of the C library's in all of its libraries, so that those of Swift's runtime count too.
#include "CAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

extern void __libc_free(void *block);

// In the executable's own thread-local block: found without a call that could allocate.
static _Thread_local long allocations;
static _Thread_local long bytes;

long allocations_of_this_thread(void) { return allocations; }

long bytes_of_this_thread(void) { return bytes; }

static void *counted(void *block) {
  allocations++;
  bytes += malloc_usable_size(block);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  long old = malloc_usable_size(block);
  void *moved = counted(__libc_realloc(block, size));
  if (moved != NULL) bytes -= old;
  return moved;
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *memory = counted(__libc_memalign(alignment, size));
  if (memory == NULL) return ENOMEM;
  *block = memory;
  return 0;
}

void free(void *block) {
  bytes -= malloc_usable_size(block);
  __libc_free(block);
}
