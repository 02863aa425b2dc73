// A library that is preloaded into the real program, and makes the attempts inside of its decoders: when libpng or another
// decoder first asks zlib to inflate data, by which time the program has locked itself. If ATTEMPTS_AT_READ is set, they
// are made when the locked program first reads from a file, for formats without compression.
//
// ATTEMPTS_FOLDERS contains the folders of `attempts_prepare`, separated by colons. ATTEMPTS_REPORT names a file, which
// receives a line for each attempt. It is opened before the program starts.

#include "../attempts.c"

#include <stdatomic.h>
#include <zlib.h>

static int report = -1;
static atomic_flag done = ATOMIC_FLAG_INIT;
static int (*inflate_init)(z_streamp, int, const char *, int);
static ssize_t (*real_read)(int, void *, size_t);
static int is_at_read;

__attribute__((constructor)) static void prepare(void) {
  const char *folders = getenv("ATTEMPTS_FOLDERS"), *path = getenv("ATTEMPTS_REPORT");
  if (!folders || !path) return;
  inflate_init = (int (*)(z_streamp, int, const char *, int))dlsym(RTLD_NEXT, "inflateInit2_");
  real_read = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  is_at_read = getenv("ATTEMPTS_AT_READ") != NULL;
  char *list = strdup(folders);
  const char *r = strtok(list, ":"), *w = strtok(NULL, ":"), *o = strtok(NULL, ":");
  if (r && w && o) attempts_prepare(r, w, o);
  free(list);
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Away from the descriptors that the program and its helpers expect.
  report = fcntl(file, F_DUPFD_CLOEXEC, 200);
  close(file);
}

static void attempt_all(void) {
  if (report < 0 || atomic_flag_test_and_set(&done)) return;
  for (int index = 0; index < attempts_count(); index++) {
    const struct attempt *attempt = attempts_at(index);
    int code = attempt->run();
    const char *verdict = code == 0 ? "allowed"
        : code == EPERM || code == EACCES || code == ENOSYS || code == EXDEV ? "refused"
                                                                             : strerror(code);
    dprintf(report, "%s: %s\n", verdict, attempt->name);
  }
  dprintf(report, "done\n");
}

// Called by libpng in place of zlib's function.
int inflateInit2_(z_streamp stream, int bits, const char *version, int size) {
  attempt_all();
  return inflate_init(stream, bits, version, size);
}

// A locked process can't ask whether it has a filter.
ssize_t read(int file, void *buffer, size_t count) {
  if (!real_read) return syscall(SYS_read, file, buffer, count);
  if (is_at_read && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) attempt_all();
  return real_read(file, buffer, count);
}
