import CLinux
import Glibc

/// Which system calls a process may still make: seccomp(2), with a program for the kernel's packet filter that
/// sees the number and the arguments of each call, but not what addresses among them point to.
///
/// A refused call fails, and the process goes on. To end it instead would gain nothing against an attacker, who
/// has no way round the filter either way, but a C library or a driver of tomorrow that tries a call which is not
/// in the table would cost a user the window or the film. Only calls of another processor's interface end the
/// process, since nothing in it makes any.
struct SystemCallFilter {
  /// What the process needs besides what all do.
  var needs: SystemCall.Needs
  /// The processes that it may end.
  var helpers: [pid_t] = []

  /// Whether the kernel has filters, and a table for this processor.
  static let isAvailable = SystemCall.Processor.present != nil && clinux_has_filters() != 0

  /// Refuses all other calls from now on, in all threads; false if the kernel refuses to.
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
    var fates = [FilterProgram.Step](repeating: allowed, count: Int(SystemCall.newest) + 1)
    for call in SystemCall.refusedToPrograms {
      fates[Int(processor == .x86 ? call.x86 : call.arm)] = refused
    }
    return code(for: processor, fates, newer: allowed, &program)
  }

  func code(for processor: SystemCall.Processor) -> [sock_filter] {
    var program = FilterProgram()
    let (allowed, refused) = (program.end(.allow), program.end(.fail(EPERM)))
    let unknown = program.end(.fail(ENOSYS))
    var fates = [FilterProgram.Step](repeating: refused, count: Int(SystemCall.newest) + 1)
    for call in SystemCall.unknown { fates[Int(call.number)] = unknown }
    for call in SystemCall.allowed where needs.contains(call.need) {
      guard let number = call.number(on: processor) else { continue }
      fates[Int(number)] = check(call.arguments, allowed, refused, &program)
    }
    return Self.code(for: processor, fates, newer: unknown, &program)
  }

  /// A program that ends the process if a call is of another processor's interface.
  ///
  /// - Parameters:
  ///   - fates: what follows for calls, by their numbers.
  ///   - newer: what follows for those with higher numbers.
  private static func code(
    for processor: SystemCall.Processor, _ fates: [FilterProgram.Step],
    newer: FilterProgram.Step, _ program: inout FilterProgram
  ) -> [sock_filter] {
    let killed = program.end(.killProcess)
    var ranges = [FilterProgram.Range(first: 0, next: fates[0])]
    for number in fates.indices where fates[number] != ranges[ranges.count - 1].next {
      ranges.append(FilterProgram.Range(first: UInt32(number), next: fates[number]))
    }
    ranges.append(FilterProgram.Range(first: UInt32(fates.count), next: newer))
    // Calls of 32-bit programs with 64-bit registers (x32).
    if processor == .x86 {
      ranges.append(FilterProgram.Range(first: 0x4000_0000, next: killed))
    }
    _ = program.find(in: ranges[...])
    let number = program.load(.number)
    _ = program.test(.equals, processor.auditNumber, then: number, else: killed)
    _ = program.load(.processor)
    return program.code
  }

  /// What follows where the number is that of a call.
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
      let own = UInt32(bitPattern: getpid())
      return check(.oneOf(0, [own]), allowed, refused, &program)
    case .onHelper:
      let own = helpers.map { UInt32(bitPattern: $0) }
      return check(.oneOf(0, own), allowed, refused, &program)
    case .without(let index, let bits):
      _ = program.test(.hasAny, bits, then: refused, else: allowed)
      return program.load(.argument(index))
    case .with(let index, let bits):
      _ = program.test(.equals, bits, then: allowed, else: refused)
      _ = program.mask(bits)
      return program.load(.argument(index))
    case .noNewCode:
      let executable = UInt32(bitPattern: PROT_EXEC)
      _ = program.test(.hasAny, UInt32(bitPattern: MAP_ANONYMOUS), then: refused, else: allowed)
      let file = program.load(.argument(3))
      _ = program.test(.equals, executable, then: file, else: refused)
      let code = program.mask(UInt32(bitPattern: PROT_WRITE | PROT_EXEC))
      _ = program.test(.hasAny, executable, then: code, else: allowed)
      return program.load(.argument(2))
    }
  }
}
