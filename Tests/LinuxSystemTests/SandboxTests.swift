import Foundation
import LinuxSystem
import TestSupport
import Testing

/// LockedRoom is a program that locks itself as the commands do, and then tries what an attacker would.
@Suite("A locked process")
struct SandboxTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["readable/.git/hooks", "writable", "outside", "home/.ssh", "home/.config"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try scratch.write("input", to: "readable/input")
    try scratch.write("secret", to: "outside/secret")
    try scratch.write("key", to: "home/.ssh/id")
    try scratch.write("", to: "home/.profile")
  }

  private func run(_ arguments: [String]) throws -> (end: ChildProcess.End, lines: [String]) {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockedRoom").path
    let process = try ChildProcess([path] + arguments, environment: ["HOME": scratch / "home"])
    let end = try process.wait(within: 60)
    let lines = process.text(of: 1).split(separator: "\n").map(String.init)
    if end == .exit(77) { try Test.cancel("this kernel cannot lock a process: \(lines)") }
    return (end, lines)
  }

  /// What it is for; all else is refused.
  private static let allowed: Set<String> = [
    "read an input", "write an output", "give an output its name", "read a file of the system",
  ]

  /// What a window may besides: files can be dropped on it from anywhere.
  private static let allowedToWindow: Set<String> = {
    let always: Set<String> = [
      "read a file elsewhere", "read a file elsewhere in a new thread", "list a folder elsewhere",
      "read a file elsewhere through /proc/self/root", "read a key in the home folder",
      "list keys in the home folder", "have the helper run a command of a key",
      "hear of a command that failed",
    ]
    // Others are refused by the permissions of the file.
    return geteuid() == 0 ? always.union(["read passwords"]) : always
  }()

  @Test(
    "is refused all that it does not need, and allowed the rest",
    arguments: [[], ["window"]])
  func attempts(kind: [String]) throws {
    let (end, lines) = try run(["readable", "writable", "outside"].map { scratch / $0 } + kind)
    expectEqual(end, .exit(0), "\(lines)")
    #expect(lines.count > (kind.isEmpty ? 81 : 86))
    let allowed = kind.isEmpty ? Self.allowed : Self.allowed.union(Self.allowedToWindow)
    for line in lines {
      let parts = line.components(separatedBy: ": ")
      let wanted = allowed.contains(parts[parts.count - 1]) ? "allowed" : "refused"
      expectEqual(parts[0], wanted, "\(line)")
    }
    expectEqual(try scratch.read("outside/secret"), "secret")
    expectEqual(try scratch.read("readable/input"), "input")
    #expect(
      scratch.allNames.contains("writable/picture.png")
        || FileManager.default.fileExists(
          atPath: scratch / "writable/picture.png")
    )
  }

  @Test("cannot allocate more memory than its limit")
  func memory() throws {
    expectEqual(try run(["memory", "32"]).lines, ["allowed"])
    expectEqual(try run(["memory", "\(64 + allowedProcessors() * 32 + 1)"]).lines, ["refused"])
  }

  @Test("has numbers of calls that are each there once")
  func numbers() {
    for processor in SystemCall.Processor.allCases {
      let known = SystemCall.allowed.compactMap { $0.number(on: processor) }
      expectEqual(Set(known).count, known.count)
      #expect(known.allSatisfy { $0 <= SystemCall.last })
    }
    let names = SystemCall.allowed.map(\.name)
    expectEqual(Set(names).count, names.count)
    let refused = Set(SystemCall.refusedToPrograms.map(\.name))
    #expect(refused.isDisjoint(with: names))
  }

  /// Where a processor's numbers of calls are installed.
  private static func headers(of processor: SystemCall.Processor) -> [String] {
    switch processor {
    case .x86:
      ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"]
    // The kernel's table for newer processors.
    case .arm, .riscv: ["/usr/include/asm-generic/unistd.h"]
    }
  }

  @Test(
    "has the numbers of the kernel's headers, where they are installed",
    arguments: SystemCall.Processor.allCases)
  func header(processor: SystemCall.Processor) throws {
    let texts = Self.headers(of: processor).compactMap {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    guard let text = texts.first else { try Test.cancel("the kernel's headers are missing") }
    // Of riscv64 alone, in <asm/unistd.h> there.
    var numbers: [String: UInt32] = ["newfstatat": 79]
    if processor == .riscv { numbers["riscv_hwprobe"] = 258 }
    if processor == .riscv { numbers["riscv_flush_icache"] = 259 }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let number = UInt32(words[2]) else { continue }
      for prefix in ["__NR_", "__NR3264_"] where words[1].hasPrefix(prefix) {
        numbers[String(words[1].dropFirst(prefix.count))] = number
      }
    }
    var listed = SystemCall.allowed.map { ($0.name, $0.number(on: processor)) }
    listed += SystemCall.refusedToPrograms.map { ($0.name, processor == .x86 ? $0.x86 : $0.arm) }
    // Headers that are older than the table lack its last calls.
    let newest = try #require(numbers.values.max())
    for case (let name, let number?) in listed where number <= newest {
      expectEqual(numbers[name], number, "\(name)")
    }
    // What has no number there is no call there.
    for (name, number) in listed where number == nil { expectEqual(numbers[name], nil, "\(name)") }
  }
}
