import CLinux
import Glibc

/// The system calls that a process can still make: seccomp(2), with a program for the kernel's
/// packet filter. The program sees the number and the arguments of each call, but not the memory to
/// which the arguments point.
///
/// A forbidden call fails, and the process continues. Ending the process would gain nothing against
/// an attacker, who can't evade the filter either way, but a user would lose the window or the
/// video if a later C library or driver tried a call that isn't in the table.
struct SystemCallFilter {
  /// The needs of the process in addition to those of all processes.
  var needs: SystemCall.Needs
  /// The processes that it may end.
  var helpers: [pid_t] = []

  /// Whether the kernel has filters, and a table for this processor.
  static let isAvailable = SystemCall.Processor.present != nil && clinux_has_filters() != 0

  /// Refuses all other calls from now on, in all threads. Returns `false` if the kernel doesn't
  /// support this.
  func install() -> Bool { Self.install(code(for:)) }

  /// Refuses, for a program that this process is about to become, the calls that reach beyond it.
  static func installForProgram() -> Bool { install(codeForProgram(on:)) }

  private static func install(_ code: (SystemCall.Processor) -> [sock_filter]) -> Bool {
    guard let processor = SystemCall.Processor.present, isAvailable,
      clinux_no_new_privileges() == 0
    else { return false }
    var code = code(processor)
    return code.withUnsafeMutableBufferPointer {
      clinux_filter_system_calls($0.baseAddress, UInt16(clamping: $0.count)) == 0
    }
  }

  static func codeForProgram(on processor: SystemCall.Processor) -> [sock_filter] {
    var program = FilterProgram()
    let (allowed, refused) = (program.end(.allow), program.end(.fail(EPERM)))
    var fates = [FilterProgram.Step](repeating: allowed, count: Int(SystemCall.last) + 1)
    for call in SystemCall.refusedToPrograms {
      fates[Int(processor == .x86 ? call.x86 : call.arm)] = refused
    }
    return code(for: processor, fates, later: allowed, &program)
  }

  func code(for processor: SystemCall.Processor) -> [sock_filter] {
    var program = FilterProgram()
    let (allowed, refused) = (program.end(.allow), program.end(.fail(EPERM)))
    let unknown = program.end(.fail(ENOSYS))
    var fates = (0...SystemCall.last).map { $0 < SystemCall.firstRecent ? refused : unknown }
    for call in SystemCall.allowed where needs.contains(call.need) {
      guard let number = call.number(on: processor) else { continue }
      fates[Int(number)] = check(call.arguments, allowed, refused, &program)
    }
    return Self.code(for: processor, fates, later: unknown, &program)
  }

  /// Returns a program that rejects the calls of other processors' interfaces.
  ///
  /// - Parameters:
  ///   - fates: The next step for each call, by number.
  ///   - later: The next step for calls with higher numbers.
  private static func code(
    for processor: SystemCall.Processor, _ fates: [FilterProgram.Step],
    later: FilterProgram.Step, _ program: inout FilterProgram
  ) -> [sock_filter] {
    let foreign = program.end(.fail(ENOSYS))
    var ranges = [FilterProgram.Range(first: 0, next: fates[0])]
    for number in fates.indices where fates[number] != ranges[ranges.count - 1].next {
      ranges.append(FilterProgram.Range(first: UInt32(number), next: fates[number]))
    }
    ranges.append(FilterProgram.Range(first: UInt32(fates.count), next: later))
    // Calls of 32-bit programs with 64-bit registers (x32).
    if processor == .x86 {
      ranges.append(FilterProgram.Range(first: 0x4000_0000, next: foreign))
    }
    _ = program.find(in: ranges[...])
    let number = program.load(.number)
    _ = program.test(.equals, processor.auditNumber, then: number, else: foreign)
    _ = program.load(.processor)
    return program.code
  }

  /// Returns the steps for a matching number.
  private func check(
    _ arguments: SystemCall.Arguments, _ allowed: FilterProgram.Step,
    _ refused: FilterProgram.Step, _ program: inout FilterProgram
  ) -> FilterProgram.Step {
    switch arguments {
    case .any: return allowed
    case .oneOf(let index, let values):
      guard !values.isEmpty else { return refused }
      var next = refused
      for value in values.reversed() {
        next = program.test(.equals, value, then: allowed, else: next)
      }
      return program.load(.argument(index))
    case .zero(let indices):
      var next = allowed
      for index in indices.reversed() {
        _ = program.test(.equals, 0, then: next, else: refused)
        next = program.load(.argument(index))
      }
      return next
    case .onSelf:
      let process = UInt32(bitPattern: getpid())
      return check(.oneOf(0, [process]), allowed, refused, &program)
    case .onHelper:
      let processes = helpers.map { UInt32(bitPattern: $0) }
      return check(.oneOf(0, processes), allowed, refused, &program)
    case .without(let index, let bits):
      _ = program.test(.hasAny, bits, then: refused, else: allowed)
      return program.load(.argument(index))
    case .with(let index, let bits):
      _ = program.test(.equals, bits, then: allowed, else: refused)
      _ = program.mask(bits)
      return program.load(.argument(index))
    case .opening(let index):
      // The value 3 requests neither reading nor writing, so Landlock checks nothing, but it allows O_TRUNC.
      let writing = UInt32(bitPattern: O_WRONLY | O_RDWR | O_TRUNC | O_CREAT | O_APPEND)
      _ = program.test(.hasAny, writing | Self.unnamedFile, then: refused, else: allowed)
      return program.load(.argument(index))
    case .controllingDescriptor:
      let commands: [UInt32] = [0, 1, 2, 3, 5, 6, 7, 1030, 1031, 1032]
      _ = program.test(.hasAny, UInt32(bitPattern: O_ASYNC), then: refused, else: allowed)
      let flags = program.load(.argument(2))
      var next = program.test(.equals, UInt32(bitPattern: F_SETFL), then: flags, else: refused)
      for command in commands { next = program.test(.equals, command, then: allowed, else: next) }
      return program.load(.argument(1))
    }
  }

  /// __O_TMPFILE, the part of O_TMPFILE that O_DIRECTORY lacks.
  private static let unnamedFile: UInt32 = 0o20_000_000
}
