// Kernel interfaces that Swift's C library module lacks.
#ifndef CLINUX_H
#define CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

// Linux 5.14. Included in the C library's headers since glibc 2.35.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// renameat2 (Linux 3.15) with RENAME_NOREPLACE, both of which <stdio.h> declares only with _GNU_SOURCE. Renames a file
// unless the new name is in use (EEXIST). File systems without support fail with EINVAL.
static inline int clinux_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}
static inline int clinux_rename_new_in(int old, const char *from, int new_, const char *to) {
  return (int)syscall(SYS_renameat2, old, from, new_, to, 1u);
}

// memfd_create with MFD_CLOEXEC, which require _GNU_SOURCE. Creates a file in memory.
static inline int clinux_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u);
}

// sched_getaffinity of this process, and pipe2 with O_CLOEXEC, which also require _GNU_SOURCE. The first returns the
// number of bytes of the mask that it has set.
static inline int clinux_affinity(unsigned char *mask, size_t size) {
  return (int)syscall(SYS_sched_getaffinity, 0, size, mask);
}
static inline int clinux_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

// __fsetlocking, whose type Swift can't import. Disables the lock of a stream that only one thread uses at a time.
static inline void clinux_do_not_lock(FILE *stream) { __fsetlocking(stream, FSETLOCKING_BYCALLER); }

// Makes the C library keep freed memory for later allocations, rather than return it to the system. Programs that
// allocate megabytes for every frame would otherwise make the kernel clear the same pages repeatedly, which takes as
// long as compressing an image.
static inline void clinux_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

// Makes the C library allocate each large block separately from the system, and return it when it is freed. By default,
// it does so only until the first block is freed, and later blocks leave gaps that grow over hours.
static inline void clinux_return_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 64 << 10);
#endif
}

// Starts to write the contents of a file to the disk, without waiting. If the blocks of several files are allocated
// before they are flushed one after the other, they share an entry of the ext4 journal.
static inline void clinux_begin_flushing(int file) {
#if defined(SYS_sync_file_range) && defined(__LP64__)
  syscall(SYS_sync_file_range, file, 0L, 0L, 2L);  // SYNC_FILE_RANGE_WRITE
#endif
}

// Landlock (Linux 5.13). The C library has no functions for its system calls, whose numbers are the same on all
// processors. The structures are those of <linux/landlock.h>, where older headers lack recent members.
struct clinux_landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

// landlock_create_ruleset with LANDLOCK_CREATE_RULESET_VERSION. Returns the version of the interface.
static inline int clinux_landlock_version(void) { return (int)syscall(444, (void *)0, 0, 1u); }
static inline int clinux_landlock_create(const struct clinux_landlock_rules *rules) {
  return (int)syscall(444, rules, sizeof *rules, 0u);
}
// landlock_add_rule with LANDLOCK_RULE_PATH_BENEATH.
static inline int clinux_landlock_allow_path(int ruleset, uint64_t rights, int path) {
  struct __attribute__((packed)) {
    uint64_t rights;
    int32_t path;
  } rule = {rights, path};
  return (int)syscall(445, ruleset, 1, &rule, 0u);
}
static inline int clinux_landlock_restrict(int ruleset) { return (int)syscall(446, ruleset, 0u); }

// prctl with PR_SET_NO_NEW_PRIVS, which a process must set before it can restrict itself. Swift can't call prctl,
// because it takes a variable number of arguments.
static inline int clinux_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// seccomp with SECCOMP_SET_MODE_FILTER and SECCOMP_FILTER_FLAG_TSYNC, which applies to all threads at once.
static inline int clinux_filter_system_calls(struct sock_filter *code, unsigned short count) {
  struct sock_fprog program = {count, code};
  return (int)syscall(SYS_seccomp, 1u, 1u, &program);
}
// seccomp with SECCOMP_GET_ACTION_AVAIL for SECCOMP_RET_ERRNO. Returns whether the kernel supports filters.
static inline int clinux_has_filters(void) {
  uint32_t action = 0x00050000u;
  return syscall(SYS_seccomp, 2u, 0u, &action) == 0;
}

// A process to create, and the result.
struct clinux_fork {
  void (*run)(void *);
  void *context;
  int keeps_thread, error;
  pid_t pid;
};
static inline void *clinux_fork_here(void *argument) {
  struct clinux_fork *request = (struct clinux_fork *)argument;
  request->pid = fork();
  if (request->pid == 0) {
    request->run(request->context);
    _exit(1);
  }
  if (request->pid < 0) request->error = errno;
  siginfo_t info;
  if (request->pid > 0 && request->keeps_thread)
    while (waitid(P_PID, (id_t)request->pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
  return NULL;
}
// Creates a process that calls `run(context)`, and returns its ID, or -1 with errno. Swift forbids fork because the
// child of a process with several threads may call hardly any functions, so call this while there is only one thread.
//
// The child continues on a thread that has never run Swift code. A thread that has may have stored its ID for the locks
// of Swift's runtime, which it would keep in the child, where it is wrong: the first lock for which another thread
// waits is then never released.
//
// If `waits` is set, this returns after the child has ended. The child remains to be waited for.
static inline pid_t clinux_fork(void (*run)(void *), void *context, int waits) {
  struct clinux_fork request = {run, context, waits, 0, -1};
  pthread_attr_t attributes;
  pthread_t thread;
  int code = pthread_attr_init(&attributes);
  if (code == 0) {
    // The default size of the main thread's stack. That of other threads is smaller in some libraries.
    pthread_attr_setstacksize(&attributes, 8 << 20);
    code = pthread_create(&thread, &attributes, clinux_fork_here, &request);
    pthread_attr_destroy(&attributes);
  }
  if (code == 0) pthread_join(thread, NULL);
  else request.error = code;
  errno = request.error;
  return request.pid;
}

// prctl with PR_SET_PDEATHSIG, whose arguments Swift can't pass. The signal is sent when the thread that created this
// process ends.
static inline int clinux_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

// A pair of connected stream sockets, closed when a program is started.
static inline int clinux_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

// Sends bytes and, unless it is negative, a descriptor with the first byte (unix(7), SCM_RIGHTS). This requires macros
// that Swift can't import. Returns the number of bytes sent.
static inline ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives bytes and a descriptor, if one was sent with them. Otherwise, `descriptor` becomes -1.
static inline ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received <= 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return received;
}

// openat2 (Linux 5.6) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS. Opens nothing outside the folder, whatever links
// and ".." the path contains.
static inline int clinux_open_beneath(int folder, const char *path, int flags, mode_t mode) {
  struct {
    uint64_t flags, mode, resolve;
  } how = {(uint64_t)(unsigned)flags, mode, 0x08 | 0x02};
  return (int)syscall(437, folder, path, &how, sizeof how);
}

#endif
