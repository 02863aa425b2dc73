// Counts heap allocations. Preload it (LD_PRELOAD) into any program.
//
// When the program exits, "OWN OTHERS" is written to the file in ALLOCATIONS_FILE: the number of
// allocations by the program's own code, including its static libraries, and by its shared
// libraries. With ALLOCATIONS_TRACE=n, the stack of every allocation of its own, starting with the
// n-th wake-up from poll, is written to standard error.
// wake-up from poll on is written to standard error.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long own, others, wake_ups;
static long first_traced = -1;
static uintptr_t program_start, program_end;
static __thread int is_tracing;

static int find_program(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr;
    uintptr_t end = start + info->dlpi_phdr[index].p_memsz;
    if (program_start == 0 || start < program_start) program_start = start;
    if (end > program_end) program_end = end;
  }
  return 1;  // The program itself comes first.
}

__attribute__((constructor)) static void begin(void) {
  dl_iterate_phdr(find_program, NULL);
  const char *trace = getenv("ALLOCATIONS_TRACE");
  if (trace == NULL) return;
  void *frame[1];
  backtrace(frame, 1);  // The first call loads a library, which allocates memory.
  first_traced = atol(trace);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("ALLOCATIONS_FILE");
  if (path == NULL) return;
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  dprintf(file, "%ld %ld\n", atomic_load(&own), atomic_load(&others));
  close(file);
}

static void count(void *caller) {
  uintptr_t address = (uintptr_t)caller;
  if (address < program_start || address >= program_end) {
    atomic_fetch_add(&others, 1);
    return;
  }
  atomic_fetch_add(&own, 1);
  if (first_traced < 0 || atomic_load(&wake_ups) < first_traced || is_tracing) return;
  is_tracing = 1;
  void *frames[24];
  backtrace_symbols_fd(frames, backtrace(frames, 24), 2);
  if (write(2, "--\n", 3) < 0) first_traced = -1;
  is_tracing = 0;
}

void *malloc(size_t size) {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count(__builtin_return_address(0));
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

int poll(struct pollfd *descriptors, nfds_t number, int timeout) {
  int ready = (int)syscall(SYS_poll, descriptors, number, timeout);
  atomic_fetch_add(&wake_ups, 1);
  return ready;
}
