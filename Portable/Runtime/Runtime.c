// The C functions that Swift's embedded library and the compiler call, for WebAssembly, which has no C
// library of its own.
#include "Runtime.h"

#include <stdint.h>

// MARK: The system

#define IMPORT(name) \
  __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name))) extern int wasi_##name

struct slice {
  const void *bytes;
  size_t count;
};
IMPORT(fd_read)(int, const struct slice *, size_t, size_t *);
IMPORT(fd_write)(int, const struct slice *, size_t, size_t *);

ptrdiff_t read(int descriptor, void *to, size_t count) {
  struct slice slice = {to, count};
  size_t done = 0;
  return wasi_fd_read(descriptor, &slice, 1, &done) == 0 ? (ptrdiff_t)done : -1;
}

ptrdiff_t write(int descriptor, const void *from, size_t count) {
  struct slice slice = {from, count};
  size_t done = 0;
  return wasi_fd_write(descriptor, &slice, 1, &done) == 0 ? (ptrdiff_t)done : -1;
}

#if defined(PROGRAM)
void draw_pictures(void);
void _start(void) { draw_pictures(); }
#endif

// Swift prints the message of a trap with this. A page in a browser has no output, and imports nothing.
int putchar(int character) { return character; }

// Swift seeds its hashes with these. No picture depends on them, so they need not be random.
void arc4random_buf(void *to, size_t count) { __builtin_memset(to, 0x5A, count); }

// MARK: Memory

// Blocks of sizes that are a quarter of a power of two apart, each after a header with its class. Freed
// blocks of a class are a list, and are only used for the same class again.
enum { class_count = 4 * (8 * sizeof(size_t) - 6), header = 16 };

struct block {
  struct block *next;
};

static struct block *free_blocks[class_count];

static size_t size_of(unsigned class) { return (size_t)(4 + class % 4) << (class / 4 + 4); }

static unsigned class_of(size_t size) {
  unsigned class = 0;
  while (size_of(class + 4) <= size) class += 4;
  while (size_of(class) < size) class++;
  return class;
}

// More memory at the end of what there is, on a multiple of 16 bytes; null if there is no more.
static void *grow(size_t size) {
  static uintptr_t end;
  extern unsigned char __heap_base;
  const size_t page = 65536;
  if (end == 0) end = ((uintptr_t)&__heap_base + header - 1) & ~(uintptr_t)(header - 1);
  size_t available = (size_t)__builtin_wasm_memory_size(0) * page - end;
  if (available < size &&
      __builtin_wasm_memory_grow(0, (size - available + page - 1) / page) == (size_t)-1)
    return NULL;
  void *memory = (void *)end;
  end += size;
  return memory;
}

void *malloc(size_t size) {
  if (size > SIZE_MAX / 4) return NULL;
  unsigned class = class_of(size + header);
  unsigned char *memory = (unsigned char *)free_blocks[class];
  if (memory != NULL) {
    free_blocks[class] = free_blocks[class]->next;
  } else {
    memory = grow(size_of(class));
    if (memory == NULL) return NULL;
  }
  // Right before what the caller gets, where posix_memalign writes it too.
  *(uint32_t *)(memory + header - 4) = class;
  *(uint32_t *)(memory + header - 8) = header;
  return memory + header;
}

int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment > SIZE_MAX / 8 || size > SIZE_MAX / 8) return 12;
  unsigned char *memory = malloc(alignment <= header ? size : size + alignment);
  if (memory == NULL) return 12;
  if (alignment > header) {
    uint32_t class = *(uint32_t *)(memory - 4);
    uintptr_t start = (uintptr_t)memory - header;
    memory = (unsigned char *)(((uintptr_t)memory + alignment - 1) & ~(uintptr_t)(alignment - 1));
    *(uint32_t *)(memory - 4) = class;
    *(uint32_t *)(memory - 8) = (uint32_t)((uintptr_t)memory - start);
  }
  *to = memory;
  return 0;
}

void free(void *pointer) {
  if (pointer == NULL) return;
  unsigned char *memory = pointer;
  unsigned class = *(uint32_t *)(memory - 4);
  struct block *block = (struct block *)(memory - *(uint32_t *)(memory - 8));
  block->next = free_blocks[class];
  free_blocks[class] = block;
}

// MARK: Bytes

// The first three are single instructions.

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *first = a;
  const unsigned char *second = b;
  for (size_t index = 0; index < count; index++)
    if (first[index] != second[index]) return first[index] - second[index];
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  return count;
}

// MARK: Integers

// What processors without instructions for such large integers call.

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

union halves {
  unsigned_wide whole;
  struct {
    uint64_t low, high;
  };
};

unsigned_wide __ashlti3(unsigned_wide a, int count) {
  union halves from = {a}, to;
  if (count == 0) return a;
  to.low = count < 64 ? from.low << count : 0;
  to.high = count < 64 ? from.high << count | from.low >> (64 - count) : from.low << (count - 64);
  return to.whole;
}

unsigned_wide __lshrti3(unsigned_wide a, int count) {
  union halves from = {a}, to;
  if (count == 0) return a;
  to.high = count < 64 ? from.high >> count : 0;
  to.low = count < 64 ? from.low >> count | from.high << (64 - count) : from.high >> (count - 64);
  return to.whole;
}

unsigned_wide __multi3(unsigned_wide a, unsigned_wide b) {
  union halves x = {a}, y = {b}, product;
  uint64_t a0 = (uint32_t)x.low, a1 = x.low >> 32, b0 = (uint32_t)y.low, b1 = y.low >> 32;
  uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  uint64_t other = a0 * b1 + (uint32_t)middle;
  product.low = x.low * y.low;
  product.high = a1 * b1 + (middle >> 32) + (other >> 32) + x.low * y.high + x.high * y.low;
  return product.whole;
}

// Long division, a bit at a time: exact, and rarely needed.
static unsigned_wide divide(unsigned_wide a, unsigned_wide b, unsigned_wide *rest) {
  unsigned_wide quotient = 0, remainder = 0;
  for (int bit = 8 * sizeof a - 1; bit >= 0; bit--) {
    remainder = remainder << 1 | (a >> bit & 1);
    quotient <<= 1;
    if (remainder >= b) {
      remainder -= b;
      quotient |= 1;
    }
  }
  *rest = remainder;
  return quotient;
}

static unsigned_wide magnitude(wide a) { return a < 0 ? -(unsigned_wide)a : (unsigned_wide)a; }

unsigned_wide __udivti3(unsigned_wide a, unsigned_wide b) {
  unsigned_wide rest;
  return divide(a, b, &rest);
}

unsigned_wide __umodti3(unsigned_wide a, unsigned_wide b) {
  unsigned_wide rest;
  divide(a, b, &rest);
  return rest;
}

wide __divti3(wide a, wide b) {
  unsigned_wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
  return (a < 0) != (b < 0) ? -(wide)quotient : (wide)quotient;
}

wide __modti3(wide a, wide b) {
  unsigned_wide rest;
  divide(magnitude(a), magnitude(b), &rest);
  return a < 0 ? -(wide)rest : (wide)rest;
}

// MARK: Numbers

// To nearest, with ties away from zero: the only rounding that is no instruction.
double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

float roundf(float x) { return (float)round(x); }

// The exact rest of a division, with the sign of the dividend: long division, a bit at a time.
double fmod(double x, double y) {
  double divisor = __builtin_fabs(y);
  double rest = __builtin_fabs(x);
  if (!(divisor > 0) || !(rest < __builtin_inf()) || divisor != divisor) return __builtin_nan("");
  while (rest >= divisor) {
    double step = divisor;
    while (step <= rest - step) step *= 2;
    rest -= step;
  }
  return __builtin_copysign(rest, x);
}
