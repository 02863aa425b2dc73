#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// How many blocks the calling thread has allocated from the heap so far.
long allocations_of_this_thread(void);

/// How many more bytes of the heap the calling thread has allocated than freed.
long bytes_of_this_thread(void);

#endif
