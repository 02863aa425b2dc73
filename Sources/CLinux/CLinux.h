// The kernel interfaces that Swift's own C library module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
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

#endif
