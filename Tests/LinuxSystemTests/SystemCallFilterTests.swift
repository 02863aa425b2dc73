import CLinux
import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

/// The programs for the kernel, run by an interpreter, so that those of both processors are tried on each.
@Suite("Filters of system calls")
struct SystemCallFilterTests {
  /// What becomes of a call.
  private enum Verdict: Equatable {
    case allowed
    case fails(Int32)
    case endsProcess
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
        case 0x8000_0000: return .endsProcess
        default: throw ChildProcess.Timeout(description: "an unknown end, \(step.k)")
        }
      default: throw ChildProcess.Timeout(description: "an unknown step, \(step.code)")
      }
    }
  }

  /// Arguments that are allowed, and some that are not.
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
    case .noNewCode:
      let (read, write, run, anonymous) = (UInt64(1), UInt64(2), UInt64(4), UInt64(0x20))
      return (
        [[0, 0, read | write, anonymous], [0, 0, read | run, 2], [0, 0, run, 2]],
        [
          [0, 0, read | write | run, 2], [0, 0, read | run, 2 | anonymous], [0, 0, write | run, 2],
        ]
      )
    }
  }

  private static let needs: [SystemCall.Needs] = [
    [], [.output], [.window], [.output, .helper], [.window, .output],
  ]

  @Test(
    "allow the calls of the table with the arguments that it names, and no other",
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
        let (allowed, refused) = Self.examples(call.arguments, helper: UInt64(helper))
        let isNeeded = needs.contains(call.need)
        for arguments in allowed {
          try expectEqual(
            verdict(number, arguments), isNeeded ? .allowed : .fails(EPERM), "\(call.name)")
        }
        for arguments in refused {
          try expectEqual(verdict(number, arguments), .fails(EPERM), "\(call.name) \(arguments)")
        }
      }
      for (name, number) in SystemCall.unknown {
        known.insert(number)
        try expectEqual(verdict(number), .fails(ENOSYS), "\(name)")
      }
      for number in 0...SystemCall.newest where !known.contains(number) {
        try expectEqual(verdict(number), .fails(EPERM), "\(number)")
      }
      for number in [SystemCall.newest + 1, 0x3FFF_FFFF] {
        try expectEqual(verdict(number), .fails(ENOSYS))
      }
      // A program of more than 4,096 steps is refused by the kernel.
      #expect(code.count < 1_000)
    }
  }

  @Test(
    "refuse a program that works for a locked process what reaches beyond it, and nothing else",
    arguments: SystemCall.Processor.allCases)
  func programs(processor: SystemCall.Processor) throws {
    let code = SystemCallFilter.codeForProgram(on: processor)
    let refused = Set(SystemCall.refusedToPrograms.map { processor == .x86 ? $0.x86 : $0.arm })
    for number in 0...SystemCall.newest + 1 {
      try expectEqual(
        Self.verdict(of: code, number: number, processor: processor.auditNumber),
        refused.contains(number) ? .fails(EPERM) : .allowed)
    }
  }

  @Test("end a process that makes calls of another processor's interface")
  func interfaces() throws {
    let read = try #require(SystemCall.allowed.first { $0.name == "read" })
    // Those of 32-bit programs on these processors, and each other's.
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
            other == processor.auditNumber ? .allowed : .endsProcess)
        }
        // x32: the same interface, with a bit in the number.
        guard processor == .x86 else { continue }
        try expectEqual(
          Self.verdict(of: code, number: 0x4000_0000 | number, processor: processor.auditNumber),
          .endsProcess)
      }
    }
  }
}
