/// A system call that a sandboxed process may still make, and its purpose.
package struct SystemCall: Sendable {
  /// The purposes for which a process needs a call.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Output files.
    package static let output = Needs(rawValue: 1)
    /// A helper, which must be ended and waited for.
    package static let helper = Needs(rawValue: 2)
    /// A window.
    package static let window = Needs(rawValue: 4)
  }

  /// The permitted arguments.
  package enum Arguments: Sendable {
    case any
    /// The argument with this index is one of these. As in the kernel, only the lower 32 bits count,
    /// unless the argument is an address or a length.
    case oneOf(Int, [UInt32])
    /// The arguments with these indices are zero.
    case zero([Int])
    /// The argument with this index has none of the bits.
    case without(Int, UInt32)
    /// The argument with this index has all of the bits.
    case with(Int, UInt32)
    /// The first argument is this process.
    case onSelf
    /// The first argument is a helper.
    case onHelper
    /// The argument of this number contains the flags of open(2), which request only reading.
    case opening(Int)
    /// The arguments of fcntl(2): one of a few commands. F_SETFL may not set O_ASYNC, which sends signals.
    case controllingDescriptor
  }

  package let name: String
  /// The numbers of the call, or `nil` for processors without it. Aarch64 and riscv64 share the kernel's generic
  /// table, but each has additional calls.
  package let numbers: (x86: UInt32?, arm: UInt32?, riscv: UInt32?)
  /// The purpose, or empty for all processes.
  package let need: Needs
  package let arguments: Arguments
  package let reason: String

  fileprivate init(
    _ name: String, _ x86: UInt32?, _ arm: UInt32?, _ reason: String, for need: Needs = [],
    _ arguments: Arguments = .any
  ) {
    self.name = name
    numbers = (x86, arm, arm)
    self.need = need
    self.arguments = arguments
    self.reason = reason
  }

  /// Creates a call that only riscv64 has.
  private init(_ name: String, onlyRiscV number: UInt32, _ reason: String) {
    self.name = name
    numbers = (nil, nil, number)
    need = []
    arguments = .any
    self.reason = reason
  }

  /// A processor that the table has numbers for.
  package enum Processor: CaseIterable, Sendable {
    case x86
    case arm
    case riscv

    /// The processor that the program runs on, or `nil` if the table has no numbers for it.
    static var present: Processor? {
      #if arch(x86_64)
        .x86
      #elseif arch(arm64)
        .arm
      #elseif arch(riscv64)
        .riscv
      #else
        nil
      #endif
    }

    /// The number of the processor in the kernel (AUDIT_ARCH).
    var auditNumber: UInt32 {
      switch self {
      case .x86: 0xC000_003E
      case .arm: 0xC000_00B7
      case .riscv: 0xC000_00F3
      }
    }
  }

  package func number(on processor: Processor) -> UInt32? {
    switch processor {
    case .x86: numbers.x86
    case .arm: numbers.arm
    case .riscv: numbers.riscv
    }
  }

  /// PROT_EXEC.
  private static let executable: UInt32 = 4
  /// SHM_EXEC.
  private static let executableMemory: UInt32 = 0o100_000
  /// S_ISUID and S_ISGID.
  private static let setIDBits: UInt32 = 0o6000
  /// CLONE_VM, CLONE_SIGHAND and CLONE_THREAD.
  private static let thread: UInt32 = 0x100 | 0x800 | 0x10000

  /// The allowed calls.
  ///
  /// Other calls fail with EPERM: starting programs, sockets, tracing and other processes, mounts, keys, modules,
  /// namespaces, files in memory, and everything that changes the owner, times or attributes of a file by its path.
  /// Calls with numbers of at least ``firstRecent`` fail with ENOSYS instead.
  ///
  /// Compared with the calls of glibc 2.36 to 2.41, musl 1.2, and decoders with threads such as dav1d. The C
  /// libraries handle an error of all others: they keep the defaults if `sched_setscheduler` and `mbind` fail, and use
  /// older calls if `fchmodat2`, `futex_waitv` and `clone3` fail.
  package static let allowed: [SystemCall] = [
    // Memory and threads.
    SystemCall("futex", 202, 98, "threads wait for each other"),
    SystemCall("mmap", 9, 222, "memory, files as memory", .without(2, executable)),
    SystemCall("munmap", 11, 215, "memory is returned"),
    SystemCall("mremap", 25, 216, "memory grows"),
    SystemCall("madvise", 28, 233, "memory is returned or filled at once"),
    SystemCall("mprotect", 10, 226, "stacks, the heap", .without(2, executable)),
    SystemCall("brk", 12, 214, "the heap"),
    SystemCall("clone", 56, 220, "threads, not processes", .with(0, thread)),
    SystemCall("set_robust_list", 273, 99, "a thread begins"),
    SystemCall("rseq", 334, 293, "a thread begins"),
    SystemCall("sigaltstack", 131, 132, "a thread has a stack for signals"),
    SystemCall(
      "prctl", 157, 167, "names of threads and memory, and further restrictions",
      .oneOf(0, [15, 16, 38, 0x5356_4D41])),
    SystemCall("exit", 60, 93, "a thread ends"),
    SystemCall("exit_group", 231, 94, "the program ends"),
    SystemCall("gettid", 186, 178, "locks have owners"),
    SystemCall("getpid", 39, 172, "signals to itself"),
    SystemCall("tgkill", 234, 131, "the program ends by a signal", .onSelf),
    SystemCall("sched_yield", 24, 124, "threads wait for each other"),
    SystemCall("sched_getaffinity", 204, 123, "the number of processors"),
    SystemCall("getcpu", 309, 168, "the current processor"),
    SystemCall("membarrier", 324, 283, "threads see each other's writes"),
    SystemCall("restart_syscall", 219, 128, "continuing a call after a stop"),
    // Reading.
    SystemCall("read", 0, 63, "input"),
    SystemCall("pread64", 17, 67, "input, from anywhere in a file"),
    SystemCall("readv", 19, 65, "input, into several buffers"),
    SystemCall("openat", 257, 56, "files, as far as Landlock allows", .opening(2)),
    SystemCall("open", 2, nil, "files, in other C libraries", .opening(1)),
    SystemCall("close", 3, 57, "files"),
    SystemCall("lseek", 8, 62, "the size of a file, and whether it is a pipe"),
    SystemCall("fstat", 5, 80, "the size and the time of a file"),
    SystemCall("newfstatat", 262, 79, "the size and the time of a file"),
    SystemCall("stat", 4, nil, "the size and the time of a file, in other C libraries"),
    SystemCall("lstat", 6, nil, "the type of a file, in other C libraries"),
    SystemCall("statx", 332, 291, "the size and the time of a file, in other C libraries"),
    SystemCall("statfs", 137, 43, "the kind of a file system, for fontconfig"),
    SystemCall("fstatfs", 138, 44, "the kind of a file system, for fontconfig"),
    SystemCall("access", 21, nil, "the existence of a file"),
    SystemCall("faccessat", 269, 48, "the existence of a file"),
    SystemCall("faccessat2", 439, 439, "the existence of a file"),
    SystemCall("readlink", 89, nil, "the target of a link"),
    SystemCall("readlinkat", 267, 78, "the target of a link"),
    SystemCall("getdents64", 217, 61, "the names in a folder"),
    SystemCall("getcwd", 79, 17, "the current folder"),
    SystemCall("fadvise64", 221, 223, "reading an entire font"),
    SystemCall(
      "fcntl", 72, 25, "descriptors and their flags, the size of a pipe", .controllingDescriptor),
    SystemCall(
      "ioctl", 16, 29, "the type and width of a terminal, and available input",
      .oneOf(1, [0x5401, 0x5413, 0x541B, 0x5421, 0x802C_542A])),
    SystemCall("dup", 32, 23, "streams of the C library"),
    SystemCall("poll", 7, nil, "waiting for input"),
    SystemCall("ppoll", 271, 73, "waiting for input"),
    SystemCall("eventfd2", 290, 19, "threads wake each other up"),
    SystemCall("signalfd4", 289, 74, "signals as input"),
    SystemCall("timerfd_create", 283, 85, "time as input"),
    SystemCall("timerfd_settime", 286, 86, "time as input"),
    SystemCall("rt_sigaction", 13, 134, "signal actions"),
    SystemCall("rt_sigprocmask", 14, 135, "blocked signals"),
    SystemCall("rt_sigreturn", 15, 139, "returning from a signal handler"),
    // Information.
    SystemCall("clock_gettime", 228, 113, "clocks that the kernel does not map"),
    SystemCall("clock_getres", 229, 114, "clocks"),
    SystemCall("gettimeofday", 96, 169, "clocks that the kernel does not map"),
    SystemCall("time", 201, nil, "clocks that the kernel does not map"),
    SystemCall("clock_nanosleep", 230, 115, "waiting"),
    SystemCall("nanosleep", 35, 101, "waiting"),
    SystemCall("getrandom", 318, 278, "hashing, names of hidden files"),
    SystemCall("uname", 63, 160, "the C library queries the kernel"),
    SystemCall("sysinfo", 99, 179, "the amount of memory, for sorting"),
    SystemCall("riscv_hwprobe", onlyRiscV: 258, "the C library queries the processor"),
    SystemCall("riscv_flush_icache", onlyRiscV: 259, "the loader is done"),
    SystemCall("prlimit64", 302, 261, "the size of stacks", .oneOf(0, [0])),
    SystemCall("getrlimit", 97, 163, "the size of stacks"),
    SystemCall("getuid", 102, 174, "the owner of the trash"),
    SystemCall("geteuid", 107, 175, "the owner of a folder"),
    SystemCall("getgid", 104, 176, "the C library queries it"),
    SystemCall("getegid", 108, 177, "the C library queries it"),
    // Further restrictions.
    SystemCall("seccomp", 317, 277, "filters that allow less, in addition to these"),
    SystemCall("landlock_create_ruleset", 444, 444, "rules that allow less, in addition"),
    SystemCall("landlock_add_rule", 445, 445, "rules that allow less, in addition"),
    SystemCall("landlock_restrict_self", 446, 446, "rules that allow less, in addition"),
    // Writing. Standard output and standard error are open in any case.
    SystemCall("write", 1, 64, "output, messages"),
    SystemCall("writev", 20, 66, "output from several buffers"),
    SystemCall("pwrite64", 18, 68, "the start of a video, written last", for: .output),
    SystemCall("ftruncate", 77, 46, "files in memory, and overwritten files", for: .output),
    SystemCall("fallocate", 285, 47, "disk space for a file", for: .output),
    SystemCall("fsync", 74, 82, "flushing a file before it gets its name", for: .output),
    SystemCall("sync_file_range", 277, 84, "flushing files early", for: .output),
    SystemCall(
      "fchmod", 91, 52, "a new file has the permissions of the old one", for: .output,
      .without(1, setIDBits)),
    SystemCall("flock", 73, 32, "one run at a time writes a report", for: .output),
    SystemCall("pipe2", 293, 59, "input and output of a helper", for: .output),
    // Another process.
    SystemCall("kill", 62, 129, "a helper ends", for: .helper, .onHelper),
    SystemCall("wait4", 61, 260, "a helper has ended", for: .helper),
    SystemCall("waitid", 247, 95, "a helper has ended", for: .helper),
    // The X server, through the existing connection.
    SystemCall("recvmsg", 47, 212, "events of the X server, answers of helpers"),
    SystemCall("recvfrom", 45, 207, "events of the X server", for: .window),
    SystemCall("shutdown", 48, 210, "the connection ends", for: .window),
    SystemCall("shmget", 29, 194, "pixels shared with the X server", for: .window, .zero([0])),
    SystemCall(
      "shmat", 30, 196, "pixels shared with the X server", for: .window,
      .without(2, executableMemory)
    ),
    SystemCall(
      "shmctl", 31, 195, "pixels that no other process can attach", for: .window, .zero([1])),
    SystemCall("shmdt", 67, 197, "pixels are returned", for: .window),
    SystemCall("inotify_init1", 294, 26, "files that change", for: .window),
    SystemCall("inotify_add_watch", 254, 27, "files that change", for: .window),
    SystemCall("inotify_rm_watch", 255, 28, "files that change", for: .window),
    SystemCall(
      "setpriority", 141, 140, "a thread with lower priority than frames", for: .window,
      .zero([0, 1])),
  ]

  /// The first number of the calls of Linux 5.1 and later, which have the same number on all processors.
  ///
  /// They fail with ENOSYS if they aren't in the table, as on an older kernel, so that the C library falls back to
  /// calls whose arguments a filter can check: `clone` for `clone3`, `openat` for `openat2`.
  package static let firstRecent: UInt32 = 424

  /// The last number that a filter lists.
  package static let last: UInt32 = 446

  /// Calls that are refused to programs that a locked process starts, with their numbers on x86_64 and in the generic
  /// table of aarch64 and riscv64.
  package static let refusedToPrograms: [(name: String, x86: UInt32, arm: UInt32)] = [
    ("socket", 41, 198), ("connect", 42, 203), ("bind", 49, 200), ("listen", 50, 201),
    ("ptrace", 101, 117), ("process_vm_readv", 310, 270), ("process_vm_writev", 311, 271),
    ("mount", 165, 40), ("unshare", 272, 97), ("setns", 308, 268), ("bpf", 321, 280),
    ("perf_event_open", 298, 241), ("userfaultfd", 323, 282), ("add_key", 248, 217),
    ("keyctl", 250, 219), ("io_uring_setup", 425, 425), ("pidfd_getfd", 438, 438),
  ]
}
