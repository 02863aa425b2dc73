#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

/// How many blocks the calling thread has allocated from the heap so far.
long allocations_of_this_thread(void);

/// How many bytes of the heap all threads hold.
size_t allocated_bytes(void);

#endif
