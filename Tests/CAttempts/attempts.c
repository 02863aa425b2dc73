#define _GNU_SOURCE
#include "attempts.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char readable[4096], writable[4096], outside[4096];
static pid_t parent;

static const char *in(const char *folder, const char *name) {
  static char path[8192];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

// A library that can be loaded if it can be read.
static void make_library(void) {
  Dl_info library = {0};
  if (!dladdr(dlsym(dlopen("libm.so.6", RTLD_NOW), "cbrt"), &library)) return;
  FILE *from = fopen(library.dli_fname, "rb"), *to = fopen(in(outside, "library.so"), "wb");
  for (int byte; from && to && (byte = getc(from)) != EOF;) putc(byte, to);
  if (from) fclose(from);
  if (to) fclose(to);
}

void attempts_prepare(const char *r, const char *w, const char *o) {
  snprintf(readable, sizeof readable, "%s", r);
  snprintf(writable, sizeof writable, "%s", w);
  snprintf(outside, sizeof outside, "%s", o);
  parent = getppid();
  make_library();
}

static int result(long value) { return value < 0 ? errno : 0; }

static int open_file(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  close(file);
  return 0;
}

// Starting programs.
static int execute(void) {
  char *arguments[] = {"true", NULL};
  return result(execv("/bin/true", arguments));
}
static int execute_memory(void) {
  int program = memfd_create("program", 0), source = open("/bin/true", O_RDONLY);
  char buffer[65536];
  ssize_t count;
  while ((count = read(source, buffer, sizeof buffer)) > 0)
    if (write(program, buffer, (size_t)count) < 0) break;
  close(source);
  char *arguments[] = {"true", NULL}, *environment[] = {NULL};
  int code = result(syscall(SYS_execveat, program, "", arguments, environment, AT_EMPTY_PATH));
  close(program);
  return code;
}
static int make_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return result(child);
}
static int make_process_vfork(void) {
  return result(syscall(SYS_clone, CLONE_VM | SIGCHLD, 0, 0, 0, 0) );
}
static int new_code(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}
static int changed_code(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return result(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}
static int shared_code(void) {
  int file = memfd_create("code", 0);
  if (file < 0 || ftruncate(file, 4096) != 0) return errno;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED, file, 0);
  int code = memory == MAP_FAILED ? errno : 0;
  close(file);
  return code;
}
static int map_code(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return errno;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  int code = memory == MAP_FAILED ? errno : 0;
  close(file);
  return code;
}
static int code_of_input(void) { return map_code(in(readable, "input")); }
static int code_of_system(void) { return map_code("/usr/bin/env"); }
static int code_in_memory_file(void) {
  int file = memfd_create("code", 0);
  if (file < 0 || write(file, "\303", 1) < 0) return errno;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  int code = memory == MAP_FAILED ? errno : 0;
  close(file);
  return code;
}
static int shared_memory_code(void) {
  int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0700);
  if (memory < 0) return errno;
  void *address = shmat(memory, NULL, SHM_EXEC);
  int code = address == (void *)-1 ? errno : 0;
  shmctl(memory, IPC_RMID, NULL);
  return code;
}
static int other_interface(void) {
#ifdef __x86_64__
  return result(syscall(0x40000000 + SYS_getpid));
#else
  return ENOSYS;
#endif
}
static int load_library(void) {
  // The loader does not say why.
  return dlopen(in(outside, "library.so"), RTLD_NOW) ? 0 : EACCES;
}

// Connections.
int attempts_socket(void) { return result(socket(AF_INET, SOCK_STREAM, 0)); }
static int udp(void) { return result(socket(AF_INET6, SOCK_DGRAM, 0)); }
static int local(void) { return result(socket(AF_UNIX, SOCK_STREAM, 0)); }
static int netlink(void) { return result(socket(AF_NETLINK, SOCK_RAW, 0)); }
static int pair(void) {
  int ends[2];
  return result(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}
static int connect_abstract(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0x11viewer"};
  // Of whatever descriptor: the call itself is refused.
  return result(connect(0, (struct sockaddr *)&address, sizeof address));
}

// Files.
int attempts_read_secret(void) { return open_file(in(outside, "secret"), O_RDONLY); }
static int write_secret(void) { return open_file(in(outside, "secret"), O_WRONLY); }
static int make_outside(void) { return open_file(in(outside, "new"), O_WRONLY | O_CREAT); }
static int list_outside(void) {
  DIR *folder = opendir(outside);
  if (!folder) return errno;
  closedir(folder);
  return 0;
}
static int read_through_root(void) {
  char path[8192];
  snprintf(path, sizeof path, "/proc/self/root%s/secret", outside);
  return open_file(path, O_RDONLY);
}
static int read_by_openat2(void) {
  struct { unsigned long long flags, mode, resolve; } how = {O_RDONLY, 0, 0};
  return result(syscall(437, AT_FDCWD, in(outside, "secret"), &how, sizeof how));
}
static int read_by_handle(void) {
  struct { unsigned bytes; int type; char data[128]; } handle = {128, 0, {0}};
  int mount;
  return result(syscall(SYS_name_to_handle_at, AT_FDCWD, in(outside, "secret"), &handle, &mount, 0));
}
static int read_by_ring(void) {
  char parameters[256] = {0};
  return result(syscall(425, 4, parameters));
}
static int read_device(void) { return open_file("/dev/full", O_RDONLY); }
static int read_kernel(void) { return open_file("/proc/self/environ", O_RDONLY); }
static int others_memory(void) { return result(shmget(1, 4096, IPC_CREAT | 0600)); }
static int write_input(void) { return open_file(in(readable, "input"), O_WRONLY); }
static int empty_input(void) { return open_file(in(readable, "input"), O_RDONLY | O_TRUNC); }
static int empty_input_without_access(void) { return open_file(in(readable, "input"), O_ACCMODE | O_TRUNC); }
static int append_input(void) { return open_file(in(readable, "input"), O_WRONLY | O_APPEND); }
static int unnamed_file(void) { return open_file(readable, O_TMPFILE | O_RDWR); }
static int own_signals(void) { return result(fcntl(0, F_SETFL, O_ASYNC)); }
static int truncate_input(void) { return result(truncate(in(readable, "input"), 0)); }
static int remove_input(void) { return result(unlink(in(readable, "input"))); }
static int rename_input(void) {
  char from[8192];
  snprintf(from, sizeof from, "%s/input", readable);
  return result(rename(from, in(writable, "moved")));
}
static int link_secret(void) {
  char from[8192];
  snprintf(from, sizeof from, "%s/secret", outside);
  return result(link(from, in(writable, "linked")));
}
static int symlink_secret(void) { return result(symlink(outside, in(writable, "link"))); }
static int change_mode(void) { return result(chmod(in(outside, "secret"), 0777)); }
static int change_owner(void) { return result(chown(in(outside, "secret"), getuid(), getgid())); }
static int change_times(void) { return result(utimensat(AT_FDCWD, in(outside, "secret"), NULL, 0)); }
static int change_attribute(void) {
  return result(setxattr(in(outside, "secret"), "user.a", "b", 1, 0));
}
static int make_device(void) { return result(mknod(in(writable, "disk"), S_IFBLK | 0600, 0)); }
static int make_socket_file(void) { return result(mknod(in(writable, "socket"), S_IFSOCK | 0600, 0)); }
static int make_output(void) { return open_file(in(writable, "new"), O_WRONLY | O_CREAT); }
static int append_beside_output(void) { return open_file(in(writable, "notes"), O_WRONLY | O_APPEND); }
static int truncate_beside_output(void) { return open_file(in(writable, "notes"), O_RDONLY | O_TRUNC); }
static int read_beside_output(void) { return open_file(in(writable, "notes"), O_RDONLY); }
static int make_unnamed(void) { return open_file(writable, O_WRONLY | O_TMPFILE); }
static int remove_beside_output(void) { return result(unlink(in(writable, "notes"))); }
static int rename_beside_output(void) {
  char from[8192];
  snprintf(from, sizeof from, "%s/notes", writable);
  return result(rename(from, in(writable, "picture.png")));
}
static int make_folder(void) { return result(mkdir(in(writable, "folder"), 0777)); }
static int change_folder(void) { return result(chdir(outside)); }
static int type_into_terminal(void) { return result(ioctl(0, TIOCSTI, "x")); }

// Other processes.
static int parent_memory(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", parent);
  return open_file(path, O_RDWR);
}
static int own_memory(void) { return open_file("/proc/self/mem", O_RDWR); }
static int parent_environment(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", parent);
  return open_file(path, O_RDONLY);
}
static int trace(void) { return result(ptrace(PTRACE_ATTACH, parent, 0, 0)); }
static int read_parent(void) {
  char byte;
  struct iovec ours = {&byte, 1}, theirs = {(void *)&attempts_count, 1};
  return result(process_vm_readv(parent, &ours, 1, &theirs, 1, 0));
}
static int kill_parent(void) { return result(kill(parent, 0)); }
static int kill_all(void) { return result(kill(-1, 0)); }
static int kill_by_descriptor(void) { return result(syscall(434, parent, 0)); }
static int steal_descriptor(void) { return result(syscall(438, 0, 0, 0)); }
static int limit_parent(void) {
  struct rlimit limit;
  return result(prlimit(parent, RLIMIT_NOFILE, NULL, &limit));
}

// The kernel.
static int mount_folder(void) { return result(mount("none", writable, "tmpfs", 0, "")); }
static int namespaces(void) { return result(unshare(CLONE_NEWUSER)); }
static int change_root(void) { return result(chroot(writable)); }
static int packet_filter(void) { return result(syscall(SYS_bpf, 0, 0, 0)); }
static int counters(void) {
  char attributes[128] = {0};
  return result(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
}
static int page_faults(void) { return result(syscall(SYS_userfaultfd, 0)); }
static int keys(void) { return result(syscall(SYS_keyctl, 0, 0, 0)); }
static int module(void) { return result(syscall(SYS_init_module, 0, 0, "")); }
static int be_traced(void) { return result(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0)); }
static int own_personality(void) { return result(syscall(SYS_personality, 0x0400000)); }

// The user's own files.
static const char *at_home(const char *name) {
  const char *home = getenv("HOME");
  return in(home ? home : "/nonexistent", name);
}
static int read_key(void) { return open_file(at_home(".ssh/id"), O_RDONLY); }
static int list_keys(void) { return open_file(at_home(".ssh"), O_RDONLY | O_DIRECTORY); }
static int append_to_profile(void) { return open_file(at_home(".profile"), O_WRONLY | O_APPEND); }
static int make_setting(void) { return open_file(at_home(".config/new"), O_WRONLY | O_CREAT); }
static int write_hook(void) { return open_file(in(readable, ".git/hooks/post-checkout"), O_WRONLY | O_CREAT); }
static int read_password(void) { return open_file("/etc/shadow", O_RDONLY); }
static int remove_memory_of_others(void) { return result(shmctl(0x7FFFFFFF, IPC_SET, NULL)); }

// What it is for.
static int read_input(void) { return open_file(in(readable, "input"), O_RDONLY); }
static int read_system(void) { return open_file("/usr/bin/env", O_RDONLY); }

static const struct attempt all[] = {
    {"start a program", execute},
    {"start a program in memory", execute_memory},
    {"make a process", make_process},
    {"make a process in the same memory", make_process_vfork},
    {"map memory to write and execute", new_code},
    {"make memory executable", changed_code},
    {"map a file in memory to write and execute", shared_code},
    {"map a file in memory to execute", code_in_memory_file},
    {"map an input to execute", code_of_input},
    {"map a program to execute", code_of_system},
    {"share memory to execute", shared_memory_code},
    {"make a call of another interface", other_interface},
    {"load a library from elsewhere", load_library},
    {"make a TCP socket", attempts_socket},
    {"make a UDP socket", udp},
    {"make a local socket", local},
    {"make a netlink socket", netlink},
    {"make a pair of sockets", pair},
    {"connect to an abstract socket", connect_abstract},
    {"read a file elsewhere", attempts_read_secret},
    {"write a file elsewhere", write_secret},
    {"make a file elsewhere", make_outside},
    {"list a folder elsewhere", list_outside},
    {"read a file elsewhere through /proc/self/root", read_through_root},
    {"read a file elsewhere by openat2", read_by_openat2},
    {"read a file elsewhere by its handle", read_by_handle},
    {"read a file elsewhere by io_uring", read_by_ring},
    {"read a device", read_device},
    {"read what the kernel tells of processes", read_kernel},
    {"share memory by a number that others know", others_memory},
    {"write an input", write_input},
    {"append to an input", append_input},
    {"truncate an input", truncate_input},
    {"truncate an input by opening it to read", empty_input},
    {"truncate an input by opening it without access", empty_input_without_access},
    {"make a file without a name beside an input", unnamed_file},
    {"have input signalled", own_signals},
    {"remove an input", remove_input},
    {"move an input into the output's folder", rename_input},
    {"link a file elsewhere into the output's folder", link_secret},
    {"make a symbolic link", symlink_secret},
    {"change the permissions of a file elsewhere", change_mode},
    {"change the owner of a file elsewhere", change_owner},
    {"change the times of a file elsewhere", change_times},
    {"change the attributes of a file elsewhere", change_attribute},
    {"make a device", make_device},
    {"make a socket in a folder", make_socket_file},
    {"make a folder", make_folder},
    {"make a file in the output's folder", make_output},
    {"make a file without a name in the output's folder", make_unnamed},
    {"append to a file in the output's folder", append_beside_output},
    {"truncate a file in the output's folder", truncate_beside_output},
    {"read a file in the output's folder", read_beside_output},
    {"remove a file in the output's folder", remove_beside_output},
    {"rename a file in the output's folder", rename_beside_output},
    {"change the current folder", change_folder},
    {"type into the terminal", type_into_terminal},
    {"open the memory of the parent", parent_memory},
    {"open the own memory", own_memory},
    {"read the environment of the parent", parent_environment},
    {"trace the parent", trace},
    {"read the memory of the parent", read_parent},
    {"signal the parent", kill_parent},
    {"signal everybody", kill_all},
    {"open the parent as a descriptor", kill_by_descriptor},
    {"take a descriptor of another process", steal_descriptor},
    {"ask for the limits of the parent", limit_parent},
    {"mount a file system", mount_folder},
    {"leave a namespace", namespaces},
    {"change the root folder", change_root},
    {"load a program into the kernel", packet_filter},
    {"count events of the processor", counters},
    {"handle page faults", page_faults},
    {"use keys of the kernel", keys},
    {"load a module", module},
    {"let others trace", be_traced},
    {"change the personality", own_personality},
    {"read a key in the home folder", read_key},
    {"list keys in the home folder", list_keys},
    {"append to a profile in the home folder", append_to_profile},
    {"make a setting in the home folder", make_setting},
    {"write a hook of the project", write_hook},
    {"read passwords", read_password},
    {"change shared memory of others", remove_memory_of_others},
    {"read an input", read_input},
    {"read a file of the system", read_system},
};

int attempts_count(void) { return (int)(sizeof all / sizeof *all); }
const struct attempt *attempts_at(int index) { return &all[index]; }
