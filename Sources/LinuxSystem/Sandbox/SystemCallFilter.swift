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
    var code = start(on: processor)
    for call in SystemCall.refusedToPrograms {
      let number = processor == .x86 ? call.x86 : call.arm
      code += [.skip(1, ifNotEqual: number), .end(.fail(EPERM))]
    }
    return code + [.end(.allow)]
  }

  /// Ends the process if the call is of another processor's interface, and has its number.
  private static func start(on processor: SystemCall.Processor) -> [sock_filter] {
    var code: [sock_filter] = [
      .load(Field.processor), .skip(1, ifEqual: processor.auditNumber), .end(.killProcess),
      .load(Field.number),
    ]
    if processor == .x86 {
      // Calls of 32-bit programs with 64-bit registers (x32).
      code += [.skip(1, unlessAtLeast: 0x4000_0000), .end(.killProcess)]
    }
    return code
  }

  func code(for processor: SystemCall.Processor) -> [sock_filter] {
    var code = Self.start(on: processor)
    code += [.skip(1, unlessAtLeast: SystemCall.newest + 1), .end(.fail(ENOSYS))]
    var entries = SystemCall.unknown.map {
      Entry(first: $0.number, last: $0.number, verdict: [.end(.fail(ENOSYS))])
    }
    for call in SystemCall.allowed where needs.contains(call.need) {
      guard let number = call.number(on: processor) else { continue }
      entries.append(Entry(first: number, last: number, verdict: verdict(on: call.arguments)))
    }
    entries.sort { $0.first < $1.first }
    let ranges = entries.reduce(into: [Entry]()) { ranges, entry in
      if let last = ranges.last, last.isAllowed, entry.isAllowed, last.last + 1 == entry.first {
        ranges[ranges.count - 1].last = entry.last
      } else {
        ranges.append(entry)
      }
    }
    Self.append(ranges[...], to: &code)
    return code
  }

  /// Calls with successive numbers, of which all are allowed with any arguments, or one call.
  private struct Entry {
    let first: UInt32
    var last: UInt32
    let verdict: [sock_filter]

    var isAllowed: Bool { verdict.count == 1 && verdict[0].k == sock_filter.end(.allow).k }

    var code: [sock_filter] {
      let count = UInt8(verdict.count)
      guard first < last else { return [.skip(count, ifNotEqual: first)] + verdict }
      return [.skip(count + 1, unlessAtLeast: first), .skip(count, ifAtLeast: last + 1)] + verdict
    }
  }

  /// Halves the calls until a few are left: the kernel runs the program for every number once, to know those
  /// that it need not run it for.
  private static func append(_ entries: ArraySlice<Entry>, to code: inout [sock_filter]) {
    guard entries.count > 3 else {
      for entry in entries { code += entry.code }
      return code.append(.end(.fail(EPERM)))
    }
    let middle = entries.startIndex + entries.count / 2
    let start = code.count
    // Replaced when it is known how far it is.
    code.append(.end(.fail(EPERM)))
    append(entries[..<middle], to: &code)
    // No table of calls fills what an offset of 8 bits can skip.
    let distance = UInt8(clamping: code.count - start - 1)
    code[start] = .skip(distance, ifAtLeast: entries[middle].first)
    append(entries[middle...], to: &code)
  }

  /// What follows where the number is that of a call.
  private func verdict(on arguments: SystemCall.Arguments) -> [sock_filter] {
    let refusal = sock_filter.end(.fail(EPERM))
    switch arguments {
    case .any: return [.end(.allow)]
    case .oneOf(let index, let values): return Self.oneOf(values, Field.argument(index))
    case .zero(let indices):
      return indices.flatMap { [.load(Field.argument($0)), .skip(1, ifEqual: 0), refusal] }
        + [.end(.allow)]
    case .onSelf: return Self.oneOf([UInt32(bitPattern: getpid())], Field.argument(0))
    case .onHelper: return Self.oneOf(helpers.map { UInt32(bitPattern: $0) }, Field.argument(0))
    case .without(let index, let bits):
      return [.load(Field.argument(index)), .skip(1, ifAny: bits), .end(.allow), refusal]
    case .with(let index, let bits):
      return [
        .load(Field.argument(index)), .and(bits), .skip(1, ifEqual: bits), refusal, .end(.allow),
      ]
    case .noNewCode:
      let executable = UInt32(bitPattern: PROT_EXEC)
      return [
        .load(Field.argument(2)), .skip(1, ifAny: executable), .end(.allow),
        .and(UInt32(bitPattern: PROT_WRITE | PROT_EXEC)), .skip(1, ifEqual: executable), refusal,
        .load(Field.argument(3)), .skip(1, ifAny: UInt32(bitPattern: MAP_ANONYMOUS)), .end(.allow),
        refusal,
      ]
    }
  }

  private static func oneOf(_ values: [UInt32], _ field: UInt32) -> [sock_filter] {
    var code: [sock_filter] = [.load(field)]
    for value in values { code += [.skip(1, ifNotEqual: value), .end(.allow)] }
    return code + [.end(.fail(EPERM))]
  }
}

/// What a program sees of a call (`struct seccomp_data`), as offsets in bytes.
private enum Field {
  static let number: UInt32 = 0
  static let processor: UInt32 = 4
  /// The lower half, on processors that have it first.
  static func argument(_ index: Int) -> UInt32 { UInt32(16 + 8 * index) }
}

extension sock_filter {
  /// What becomes of a call.
  fileprivate enum Action {
    case allow
    case fail(Int32)
    case killProcess
  }

  /// BPF_LD | BPF_W | BPF_ABS.
  fileprivate static func load(_ offset: UInt32) -> sock_filter {
    sock_filter(code: 0x20, jt: 0, jf: 0, k: offset)
  }

  /// BPF_ALU | BPF_AND | BPF_K.
  fileprivate static func and(_ bits: UInt32) -> sock_filter {
    sock_filter(code: 0x54, jt: 0, jf: 0, k: bits)
  }

  /// BPF_JMP | BPF_JEQ | BPF_K.
  fileprivate static func skip(_ count: UInt8, ifEqual value: UInt32) -> sock_filter {
    sock_filter(code: 0x15, jt: count, jf: 0, k: value)
  }
  fileprivate static func skip(_ count: UInt8, ifNotEqual value: UInt32) -> sock_filter {
    sock_filter(code: 0x15, jt: 0, jf: count, k: value)
  }

  /// BPF_JMP | BPF_JGE | BPF_K.
  fileprivate static func skip(_ count: UInt8, unlessAtLeast value: UInt32) -> sock_filter {
    sock_filter(code: 0x35, jt: 0, jf: count, k: value)
  }

  fileprivate static func skip(_ count: UInt8, ifAtLeast value: UInt32) -> sock_filter {
    sock_filter(code: 0x35, jt: count, jf: 0, k: value)
  }

  /// BPF_JMP | BPF_JSET | BPF_K.
  fileprivate static func skip(_ count: UInt8, ifAny bits: UInt32) -> sock_filter {
    sock_filter(code: 0x45, jt: count, jf: 0, k: bits)
  }

  /// BPF_RET | BPF_K.
  fileprivate static func end(_ action: Action) -> sock_filter {
    let value: UInt32 =
      switch action {
      case .allow: 0x7FFF_0000
      case .fail(let code): 0x0005_0000 | UInt32(code)
      case .killProcess: 0x8000_0000
      }
    return sock_filter(code: 0x06, jt: 0, jf: 0, k: value)
  }
}
