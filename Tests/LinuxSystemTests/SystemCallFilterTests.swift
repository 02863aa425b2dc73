import CLinux
import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

/// The programs for the kernel, run by an interpreter, so that the programs for both processors are
/// tested on each machine.
@Suite("Filters of system calls")
struct SystemCallFilterTests {
  /// The outcome of a call.
  private enum Verdict: Equatable {
    case allowed
    case fails(Int32)
  }

  /// Runs a program with a call, as `struct seccomp_data`: its number, its processor, an address, six arguments.
  private static func verdict(
    of code: [sock_filter], number: UInt32, processor: UInt32, _ arguments: [UInt64] = []
  ) throws -> Verdict {
    var words = [number, processor, 0, 0]
    for index in 0..<6 {
      let argument = index < arguments.count ? arguments[index] : 0
      words += [UInt32(truncatingIfNeeded: argument), UInt32(argument >> 32)]
    }
    var (position, accumulator) = (0, UInt32(0))
    while true {
      let step = try #require(code.indices.contains(position) ? code[position] : nil)
      position += 1
      func skip(_ condition: Bool) { position += Int(condition ? step.jt : step.jf) }
      switch step.code {
      case 0x20: accumulator = words[Int(step.k) / 4]
      case 0x54: accumulator &= step.k
      case 0x15: skip(accumulator == step.k)
      case 0x35: skip(accumulator >= step.k)
      case 0x45: skip(accumulator & step.k != 0)
      case 0x06:
        switch step.k & 0xFFFF_0000 {
        case 0x7FFF_0000: return .allowed
        case 0x0005_0000: return .fails(Int32(step.k & 0xFFFF))
        default: throw ChildProcess.Timeout(description: "an unknown end, \(step.k)")
        }
      default: throw ChildProcess.Timeout(description: "an unknown step, \(step.code)")
      }
    }
  }

  /// Arguments that are allowed, and some that aren't.
  private static func examples(
    _ arguments: SystemCall.Arguments, helper: UInt64
  ) -> (allowed: [[UInt64]], refused: [[UInt64]]) {
    func at(_ index: Int, _ value: UInt64) -> [UInt64] {
      Array(repeating: 0, count: index) + [value]
    }
    switch arguments {
    case .any: return ([[], Array(repeating: .max, count: 6)], [])
    case .oneOf(let index, let values):
      return (values.map { at(index, UInt64($0)) }, [at(index, 0xFFFF), at(index, 0x5412)])
    case .zero(let indices): return ([[]], indices.map { at($0, 1) })
    case .without(let index, let bits): return ([at(index, 1)], [at(index, UInt64(bits) | 1)])
    case .with(let index, let bits):
      let lowest = UInt64(bits & (~bits + 1))
      return ([at(index, UInt64(bits) | 1)], [at(index, UInt64(bits) - lowest), at(index, 0)])
    case .onSelf: return ([[UInt64(getpid())]], [[UInt64(getpid()) + 1]])
    case .onHelper: return ([[helper]], [[helper + 1]])
    case .opening(let index):
      // O_NONBLOCK, O_DIRECTORY, O_CLOEXEC and O_PATH, then O_WRONLY, O_RDWR and others.
      let reading: [UInt64] = [0, 0o4000, 0o200_000, 0o2_000_000, 0o10_000_000]
      let writing: [UInt64] = [1, 2, 0o1001, 0o1002, 0o102, 0o301, 0o2001, 0o20_200_002]
      let others: [UInt64] = [3, 0o1000, 0o1003, 0o2_001_000, 0o100, 0o2000, 0o20_000_000]
      return (reading.map { at(index, $0) }, (writing + others).map { at(index, $0) })
    case .controllingDescriptor:
      // F_DUPFD_CLOEXEC, F_SETLK with an address, F_SETFL with O_NONBLOCK and with O_ASYNC, F_SETOWN.
      return (
        [[0, 1030, .max], [0, 6, 0x7FFF_2000], [0, 4, 0o4000], [0, 3]],
        [[0, 4, 0o20000], [0, 4, 0o24000], [0, 8], [0, 1033]]
      )
    }
  }

  private static let needs: [SystemCall.Needs] = [
    [], [.output], [.window], [.output, .helper], [.window, .output],
  ]

  @Test(
    "allow the calls of the table with the specified arguments, and no others",
    arguments: SystemCall.Processor.allCases)
  func table(processor: SystemCall.Processor) throws {
    let helper: pid_t = 4711
    for needs in Self.needs {
      var filter = SystemCallFilter(needs: needs)
      filter.helpers = [helper]
      let code = filter.code(for: processor)
      func verdict(_ number: UInt32, _ arguments: [UInt64] = []) throws -> Verdict {
        try Self.verdict(
          of: code, number: number, processor: processor.auditNumber, arguments)
      }
      var known: Set<UInt32> = []
      for call in SystemCall.allowed {
        guard let number = call.number(on: processor) else { continue }
        known.insert(number)
        let (allowed, refused) = Self.examples(
          call.arguments, helper: UInt64(helper))
        let isNeeded = needs.contains(call.need)
        for arguments in allowed {
          try expectEqual(
            verdict(number, arguments), isNeeded ? .allowed : .fails(EPERM), "\(call.name)")
        }
        for arguments in refused {
          try expectEqual(verdict(number, arguments), .fails(EPERM), "\(call.name) \(arguments)")
        }
      }
      for number in 0..<SystemCall.firstRecent where !known.contains(number) {
        try expectEqual(verdict(number), .fails(EPERM), "\(number)")
      }
      for number in [435, 437, 449, 452, SystemCall.last + 1, 0x3FFF_FFFF] {
        try expectEqual(verdict(number), .fails(ENOSYS), "\(number)")
      }
      // The maximum distance of a jump. The kernel translates each of them in every process.
      #expect(code.count < 256)
    }
  }

  /// Calls that no sandboxed process may make, with their numbers on x86_64 and in the generic
  /// table.
  private static let beyond: KeyValuePairs<String, (x86: UInt32?, arm: UInt32?)> = [
    "execve": (59, 221), "execveat": (322, 281), "fork": (57, nil), "vfork": (58, nil),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "sendto": (44, 206), "sendmsg": (46, 211), "sendmmsg": (307, 269), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "setrlimit": (160, 164),
    "chmod": (90, nil), "fchmodat": (268, 53), "fchownat": (260, 54), "utimensat": (280, 88),
    "setxattr": (188, 5), "symlink": (88, nil), "symlinkat": (266, 36), "mknodat": (259, 33),
    "truncate": (76, 45), "chdir": (80, 49), "fchdir": (81, 50), "chroot": (161, 51),
    "mount": (165, 40), "unshare": (272, 97), "setns": (308, 268), "setuid": (105, 146),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "init_module": (175, 105), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "memfd_create": (319, 279), "personality": (135, 92), "modify_ldt": (154, nil),
    "reboot": (169, 142),
  ]

  /// Calls of the table with arguments that reach other processes, threads or code.
  private static let reaching: [(name: String, arguments: [UInt64])] = [
    // F_SETOWN, F_SETSIG, F_SETLEASE, F_NOTIFY; TIOCSTI, TIOCCONS, TIOCLINUX, TIOCSETD.
    ("fcntl", [0, 8]), ("fcntl", [0, 10]), ("fcntl", [0, 1024]), ("fcntl", [0, 1026]),
    ("ioctl", [0, 0x5412]), ("ioctl", [0, 0x541D]), ("ioctl", [0, 0x541C]), ("ioctl", [0, 0x5423]),
    // PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_MM, PR_SET_PTRACER.
    ("prctl", [4]), ("prctl", [22]), ("prctl", [35]), ("prctl", [0x5961_6D61]),
    ("prlimit64", [1]), ("tgkill", [1, 1, 9]), ("tgkill", [.max, 1, 9]), ("kill", [1, 9]),
    // The process group and everybody; a process, including one that shares memory.
    ("kill", [0, 9]), ("kill", [.max, 9]), ("clone", [17]), ("clone", [0x4111]), ("clone", [0x911]),
    // Memory and files that are executed; System V's memory of others, and to execute; files that are emptied.
    ("mmap", [0, 1, 7, 2]), ("mmap", [0, 1, 7, 0x22]), ("mmap", [0, 1, 6, 1]),
    ("mmap", [0, 1, 4, 0x22]), ("mmap", [0, 1, 5, 2]), ("mmap", [0, 1, 5, 1]),
    ("shmat", [1, 0, 0o100_000]), ("shmat", [1, 0, 0o110_000]),
    ("openat", [0, 1, 0o1000]), ("openat", [0, 1, 0o1003]), ("open", [1, 0o1000]),
    ("fchmod", [3, 0o4755]), ("fchmod", [3, 0o2755]), ("fcntl", [0, 4, 0o20000]),
    ("mprotect", [0, 1, 5]), ("mprotect", [0, 1, 4]), ("shmget", [1]),
    ("shmctl", [1, 1]), ("shmctl", [1, 2]), ("shmctl", [1, 13]),
    // Another process, a group, a user.
    ("setpriority", [0, 1]), ("setpriority", [1, 0]), ("setpriority", [2, 0]),
  ]

  @Test(
    "refuse calls that reach beyond a process, whatever the table contains",
    arguments: SystemCall.Processor.allCases)
  func beyond(processor: SystemCall.Processor) throws {
    for needs in Self.needs {
      var filter = SystemCallFilter(needs: needs)
      filter.helpers = [4711]
      let code = filter.code(for: processor)
      func expectRefusal(_ name: String, _ number: UInt32?, _ arguments: [UInt64]) throws {
        guard let number else { return }
        let verdict = try Self.verdict(
          of: code, number: number, processor: processor.auditNumber, arguments)
        expectEqual(
          verdict, .fails(number < SystemCall.firstRecent ? EPERM : ENOSYS), "\(name) \(arguments)")
      }
      for (name, numbers) in Self.beyond {
        try expectRefusal(name, processor == .x86 ? numbers.x86 : numbers.arm, [])
      }
      for (name, arguments) in Self.reaching {
        let call = try #require(SystemCall.allowed.first { $0.name == name })
        try expectRefusal(name, call.number(on: processor), arguments)
      }
    }
  }

  @Test(
    "refuse calls that reach beyond a program started by a sandboxed process, and nothing else",
    arguments: SystemCall.Processor.allCases)
  func programs(processor: SystemCall.Processor) throws {
    let code = SystemCallFilter.codeForProgram(on: processor)
    let refused = Set(SystemCall.refusedToPrograms.map { processor == .x86 ? $0.x86 : $0.arm })
    for number in 0...SystemCall.last + 1 {
      try expectEqual(
        Self.verdict(of: code, number: number, processor: processor.auditNumber),
        refused.contains(number) ? .fails(EPERM) : .allowed)
    }
  }

  @Test("refuse calls of other processors' interfaces without ending the process")
  func interfaces() throws {
    let read = try #require(SystemCall.allowed.first { $0.name == "read" })
    // The numbers of 32-bit programs on these processors, and of the other processors.
    let others: [UInt32] = [0x4000_0003, 0x4000_0028]
    for processor in SystemCall.Processor.allCases {
      let number = try #require(read.number(on: processor))
      let programs = [
        SystemCallFilter(needs: []).code(for: processor),
        SystemCallFilter.codeForProgram(on: processor),
      ]
      for code in programs {
        for other in SystemCall.Processor.allCases.map(\.auditNumber) + others {
          try expectEqual(
            Self.verdict(of: code, number: number, processor: other),
            other == processor.auditNumber ? .allowed : .fails(ENOSYS))
        }
        // x32: the same interface, with a bit in the number.
        guard processor == .x86 else { continue }
        try expectEqual(
          Self.verdict(of: code, number: 0x4000_0000 | number, processor: processor.auditNumber),
          .fails(ENOSYS))
      }
    }
  }
}
