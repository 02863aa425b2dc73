#include <stddef.h>
#include <stdint.h>

// libFuzzer's own in-place mutation of bytes. Returns the new number of bytes.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
