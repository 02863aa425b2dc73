// The kernel interfaces that Swift's own C library module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Linux 5.14; the C library's headers have it since glibc 2.35.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// renameat2 (Linux 3.15) with RENAME_NOREPLACE, both of which <stdio.h> declares only with
// _GNU_SOURCE: renames unless something has the new name already (EEXIST). File systems without
// that fail with EINVAL.
static inline int clinux_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}

// memfd_create with MFD_CLOEXEC, which are declared only with _GNU_SOURCE: a file in memory.
static inline int clinux_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u);
}

// sched_getaffinity of this process, and pipe2 with O_CLOEXEC, which need _GNU_SOURCE, too. The first
// returns how many bytes of the mask it has set.
static inline int clinux_affinity(unsigned char *mask, size_t size) {
  return (int)syscall(SYS_sched_getaffinity, 0, size, mask);
}
static inline int clinux_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

// Has the C library keep memory that is freed, for what is allocated next, rather than return it to the
// system. With megabytes allocated for every frame, the kernel would otherwise clear the same pages again
// and again, which takes as long as compressing a picture.
static inline void clinux_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

// Begins to write what is in a file to the disk, without waiting for it. Files whose blocks are allocated
// by then share an entry of ext4's journal when they are flushed one after the other.
static inline void clinux_begin_flushing(int file) {
#if defined(SYS_sync_file_range) && defined(__LP64__)
  syscall(SYS_sync_file_range, file, 0L, 0L, 2L);  // SYNC_FILE_RANGE_WRITE
#endif
}

#endif
