#include <stddef.h>
#include <stdint.h>

// libFuzzer's own mutation of bytes in place. Returns the new number of bytes.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
