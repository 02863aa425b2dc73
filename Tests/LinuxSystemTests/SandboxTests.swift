import Foundation
import LinuxSystem
import TestSupport
import Testing

/// LockedRoom is a program that enters the sandbox like the commands, and then tries the attempts
/// of an attacker.
@Suite("A sandboxed process")
struct SandboxTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["readable/.git/hooks", "writable", "outside", "home/.ssh", "home/.config"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try scratch.write("input", to: "readable/input")
    try scratch.write("notes", to: "writable/notes")
    for folder in [
      "writable/.git", "writable/goldens", "outside/home/.ssh", "outside/home/.named",
      "outside/home/.album", "data",
    ] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    for path in ["secret", "a.gif", "home/a.gif", "home/.ssh/a.gif", "home/.named/secret"] {
      try scratch.write("secret", to: "outside/\(path)")
    }
    try scratch.write("secret", to: "outside/home/.named/a.gif")
    try scratch.write("key", to: "outside/home/.ssh/id")
    try scratch.write("", to: "outside/home/.profile")
    try scratch.write("secret", to: "outside/home/.album/a.gif")
    for link in ["outside/link.gif", "outside/home/.album/link.gif"] {
      symlink(scratch / "outside/home/.ssh/a.gif", scratch / link)
    }
    symlink(scratch / "outside/home/.ssh", scratch / "outside/home/.album/folder")
    symlink(scratch / "outside/secret", scratch / "writable/goldens/link.png")
  }

  private func run(_ arguments: [String], home: String? = nil) throws -> (
    end: ChildProcess.End, lines: [String]
  ) {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockedRoom").path
    let process = try ChildProcess(
      [path] + arguments,
      environment: ["HOME": home ?? scratch / "outside/home", "XDG_DATA_HOME": scratch / "data"])
    let end = try process.wait(within: 60)
    let lines = process.text(of: 1).split(separator: "\n").map(String.init)
    if end == .exit(77) { try Test.cancel("this kernel cannot lock a process: \(lines)") }
    return (end, lines)
  }

  /// The calls that the window requires. All others fail.
  private static let allowed: Set<String> = [
    "read an input", "write an output", "replace an output", "read an output",
    "read a file of the system",
  ]

  /// The attempts that succeed in a window, which opens files through its helper.
  private static let allowedToWindow: Set<String> = [
    "write an output", "replace an output", "read an output", "read a file of the system",
    "have an animation elsewhere read", "have a folder elsewhere listed", "have a resource read",
    "have a named file read", "have a file in a named folder read",
    "have the helper move a shown file to the trash",
    "have the helper run a command of a key", "hear of a command that failed",
  ]

  @Test(
    "is refused everything that it doesn't need, and allowed the rest",
    arguments: [[], ["window"]])
  func attempts(kind: [String]) throws {
    let (end, lines) = try run(["readable", "writable", "outside"].map { scratch / $0 } + kind)
    expectEqual(end, .exit(0), "\(lines)")
    #expect(lines.count > (kind.isEmpty ? 81 : 100))
    let allowed = kind.isEmpty ? Self.allowed : Self.allowedToWindow
    for line in lines {
      let parts = line.components(separatedBy: ": ")
      let wanted = allowed.contains(parts[parts.count - 1]) ? "allowed" : "refused"
      expectEqual(parts[0], wanted, "\(line)")
    }
    expectEqual(try scratch.read("outside/secret"), "secret")
    expectEqual(try scratch.read("readable/input"), "input")
    expectEqual(try scratch.read("writable/notes"), "notes")
    expectEqual(
      try FileManager.default.contentsOfDirectory(atPath: scratch / "writable").sorted(),
      [".git", "goldens", "notes", "picture.png"])
    expectEqual(
      FileManager.default.fileExists(atPath: scratch / "data/Trash/files/a.gif"), !kind.isEmpty)
  }

  /// Tries to read files in a locked process.
  private func verdicts(_ kind: String, _ path: String, _ files: String..., home: String = "home")
    throws -> [String]
  {
    let (end, lines) = try run(
      [kind, path] + files.map { $0.hasPrefix("/") ? $0 : scratch / $0 }, home: scratch / home)
    expectEqual(end, .exit(0), "\(lines)")
    return lines.map { String($0.prefix { $0 != ":" }) }
  }

  @Test("reads the regular file that a link refers to, but no folder")
  func links() throws {
    symlink("/", scratch / "readable/root")
    symlink(scratch / "outside", scratch / "readable/folder")
    symlink(scratch / "outside/a.gif", scratch / "readable/file.gif")
    symlink("/proc/self/environ", scratch / "readable/kernel")
    try expectEqual(
      verdicts("linked", scratch / "readable/file.gif", "readable/file.gif", "outside/secret"),
      ["allowed", "refused"])
    for name in ["root", "folder", "kernel"] {
      try expectEqual(
        verdicts(
          "linked", scratch / "readable/\(name)", "readable/\(name)", "outside/secret",
          "/etc/passwd"), ["refused", "refused", "refused"])
    }
  }

  @Test(
    "reads nothing hidden in the home folder, however many entries that has", arguments: [3, 1200])
  func home(count: Int) throws {
    for folder in ["home/.ssh", "home/images/.git"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    for path in ["home/.ssh/id", "home/a.json", "home/images/b.png"] {
      try scratch.write("x", to: path)
    }
    for index in 0..<count { try scratch.write("", to: "home/\(index).txt") }
    symlink(scratch / "home/.ssh", scratch / "home/link")
    for kind in ["besides", "below"] {
      let path = kind == "below" ? "home" : "home/a.json"
      try expectEqual(
        verdicts(
          kind, scratch / path, "home/a.json", "home/2.txt", "home/images/b.png", "home/.ssh/id",
          "home/link/id"),
        ["allowed", "allowed", count > 1000 ? "refused" : "allowed", "refused", "refused"])
    }
  }

  @Test("reads only the file itself if its folder contains the home folder or is hidden")
  func sharedFolders() throws {
    for folder in ["users/me/.config/app", "users/me/.ssh"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    for path in ["a.json", "b.json", "me/b.json", "me/.config/a.json", "me/.config/b.json"] {
      try scratch.write("x", to: "users/\(path)")
    }
    try scratch.write("x", to: "users/me/.config/app/b.json")
    let home = "users/me"
    try expectEqual(
      verdicts(
        "besides", scratch / "users/a.json", "users/a.json", "users/b.json", "users/me/b.json",
        home: home), ["allowed", "refused", "refused"])
    try expectEqual(
      verdicts(
        "below", scratch / "users", "users/a.json", "users/b.json", "users/me/b.json", home: home),
      ["allowed", "allowed", "refused"])
    try expectEqual(
      verdicts(
        "besides", scratch / "users/me/.config/a.json", "users/me/.config/a.json",
        "users/me/.config/b.json", "users/me/.config/app/b.json", home: home),
      ["allowed", "refused", "refused"])
    try expectEqual(
      verdicts("below", "/", "users/a.json", "/etc/passwd", home: home), ["refused", "refused"])
  }

  @Test("can't allocate more memory than its limit")
  func memory() throws {
    expectEqual(try run(["memory", "32"]).lines, ["allowed"])
    expectEqual(try run(["memory", "\(64 + allowedProcessors() * 32 + 1)"]).lines, ["refused"])
  }

  @Test("contains each call number once")
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

  /// Returns the headers that define the processor's system call numbers.
  private static func headers(of processor: SystemCall.Processor) -> [String] {
    switch processor {
    case .x86:
      ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"]
    // The kernel's table for newer processors.
    case .arm, .riscv: ["/usr/include/asm-generic/unistd.h"]
    }
  }

  @Test(
    "has the numbers of the kernel's headers, if they are installed",
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
    // A call without a number doesn't exist on that processor.
    for (name, number) in listed where number == nil { expectEqual(numbers[name], nil, "\(name)") }
  }
}
