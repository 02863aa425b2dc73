// The C functions that Swift's embedded library and the compiler call, for systems without a C
// library: WebAssembly, and Linux without any other code.
#include "Runtime.h"

#include <stdint.h>

// MARK: System

#if defined(__wasm__)

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
void draw_images(void);
void _start(void) { draw_images(); }
#endif

#else

// The system call numbers of read, write, brk and exit.
#if defined(__x86_64__)
enum { number_read = 0, number_write = 1, number_brk = 12, number_exit = 60 };
static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n and $-16, %rsp\n call start\n");
#elif defined(__i386__)
enum { number_read = 3, number_write = 4, number_brk = 45, number_exit = 1 };
static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(number), "b"(a), "c"(b), "d"(c)
                   : "memory");
  return result;
}
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n and $-16, %esp\n call start\n");
#elif defined(__aarch64__)
enum { number_read = 63, number_write = 64, number_brk = 214, number_exit = 93 };
static long call(long number, long a, long b, long c) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}
__asm__(".globl _start\n_start:\n mov x29, #0\n mov x30, #0\n bl start\n");
#elif defined(__riscv)
enum { number_read = 63, number_write = 64, number_brk = 214, number_exit = 93 };
static long call(long number, long a, long b, long c) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
  return a0;
}
__asm__(".globl _start\n_start:\n call start\n");
#else
#error "unknown processor"
#endif

void draw_images(void);

__attribute__((used)) static void start_program(void) __asm__("start");
static void start_program(void) {
  draw_images();
  call(number_exit, 0, 0, 0);
}

ptrdiff_t read(int descriptor, void *to, size_t count) {
  return call(number_read, descriptor, (long)to, (long)count);
}

ptrdiff_t write(int descriptor, const void *from, size_t count) {
  return call(number_write, descriptor, (long)from, (long)count);
}

#endif

// Swift prints trap messages with this function.
int putchar(int character) {
  char byte = (char)character;
#if defined(__wasm__)
  (void)byte;  // A web page has no output, and this program imports nothing.
#else
  write(2, &byte, 1);
#endif
  return character;
}

// Swift seeds its hashes with this function. No image depends on them, so the bytes needn't be
// random.
void arc4random_buf(void *to, size_t count) { __builtin_memset(to, 0x5A, count); }

// MARK: Memory

// The sizes of blocks are a quarter of a power of two apart. A header before each block contains
// its class. Freed blocks of a class form a list, and are only reused for the same class.
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

// Returns additional memory at the end of the heap, aligned to 16 bytes, or null if there is none.
static void *grow(size_t size) {
  static uintptr_t end;
#if defined(__wasm__)
  extern unsigned char __heap_base;
  const size_t page = 65536;
  if (end == 0) end = ((uintptr_t)&__heap_base + header - 1) & ~(uintptr_t)(header - 1);
  size_t available = (size_t)__builtin_wasm_memory_size(0) * page - end;
  if (available < size &&
      __builtin_wasm_memory_grow(0, (size - available + page - 1) / page) == (size_t)-1)
    return NULL;
#else
  static uintptr_t limit;
  if (end == 0) {
    end = ((uintptr_t)call(number_brk, 0, 0, 0) + header - 1) & ~(uintptr_t)(header - 1);
    limit = end;
  }
  if (limit - end < size) {
    // Request more than necessary, because a system call for each block would take long.
    uintptr_t wanted = end + size + (1 << 20);
    limit = (uintptr_t)call(number_brk, (long)wanted, 0, 0);
    if (limit < wanted) return NULL;
  }
#endif
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
  // Immediately before the caller's memory, where posix_memalign writes it too.
  *(uint32_t *)(memory + header - 4) = class;
  *(uint32_t *)(memory + header - 8) = header;
  return memory + header;
}

void *calloc(size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX / size) return NULL;
  void *memory = malloc(count * size);
  if (memory != NULL) __builtin_memset(memory, 0, count * size);
  return memory;
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

#if defined(__wasm__)
// These are single instructions.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }
#else
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t index = 0; index < count; index++) target[index] = source[index];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target <= source) return memcpy(to, from, count);
  while (count-- > 0) target[count] = source[count];
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *target = to;
  for (size_t index = 0; index < count; index++) target[index] = (unsigned char)value;
  return to;
}
#endif

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

// Functions for processors that lack instructions for such large integers.

#if !defined(__SIZEOF_INT128__)
typedef long long wide;
typedef unsigned long long unsigned_wide;
#define NAME(name) __##name##di3
#else
typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;
#define NAME(name) __##name##ti3

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
#endif

// Long division, one bit at a time: exact, and rarely needed.
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

unsigned_wide NAME(udiv)(unsigned_wide a, unsigned_wide b) {
  unsigned_wide rest;
  return divide(a, b, &rest);
}

unsigned_wide NAME(umod)(unsigned_wide a, unsigned_wide b) {
  unsigned_wide rest;
  divide(a, b, &rest);
  return rest;
}

wide NAME(div)(wide a, wide b) {
  unsigned_wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
  return (a < 0) != (b < 0) ? -(wide)quotient : (wide)quotient;
}

wide NAME(mod)(wide a, wide b) {
  unsigned_wide rest;
  divide(magnitude(a), magnitude(b), &rest);
  return a < 0 ? -(wide)rest : (wide)rest;
}

// MARK: Numbers

// Exact rounding, for processors that lack instructions for it.

static int is_whole(double x) { return !(__builtin_fabs(x) < 0x1p52); }

double trunc(double x) {
  return is_whole(x) ? x : __builtin_copysign((double)(int64_t)x, x);
}

double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
  double whole = trunc(x);
  return whole < x ? __builtin_copysign(whole + 1, x) : whole;
}

// To nearest, with ties away from zero.
double round(double x) {
  double whole = trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

// To nearest, with ties to even. Where a unit in the last place is 1, a sum is rounded this way.
double rint(double x) {
  if (is_whole(x)) return x;
  volatile double sum = __builtin_fabs(x) + 0x1p52;
  return __builtin_copysign(sum - 0x1p52, x);
}
double nearbyint(double x) { return rint(x); }
double roundeven(double x) { return rint(x); }

float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }
float rintf(float x) { return (float)rint(x); }

// The exact remainder of a division, with the sign of the dividend: long division, one bit at a
// time.
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
