#include <stddef.h>
#include <stdint.h>

// libFuzzer's own way to change bytes in place. Returns how many there are then.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
