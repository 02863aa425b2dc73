import Foundation
import TestSupport
import Testing

/// The shared library, used by other programs.
@Suite("The library for C")
struct LibraryTests {
  private let scratch: ScratchDirectory
  /// The folder of this file.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = folder.appendingPathComponent("../..").standardizedFileURL.path
  private static let animation = root + "/Examples/Animations/gradient.json"
  private static let arguments = [animation, "5", "50", "40"]

  /// Links the library, which is beside the tests' own binary, under the names that installed ones
  /// have.
  init() throws {
    scratch = try ScratchDirectory()
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let library = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("libanimrender.so").path
    for name in ["libanimrender.so", "libanimrender.so.0"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch / name, withDestinationPath: library)
    }
  }

  private func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> String {
    let process = try ChildProcess(arguments, environment: environment)
    try expectEqual(
      process.wait(within: 120), .exit(0), "\(process.text(of: 1))\(process.text(of: 2))")
    return process.text(of: 1)
  }

  private func compile(_ source: String, to program: String, _ flags: String...) throws {
    _ = try run(
      [
        "cc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-pedantic",
        "-I\(Self.root)/Sources/CAnimRender", source, "-o", scratch / program, "-L\(scratch.path)",
        "-lanimrender", "-Wl,-rpath,\(scratch.path)",
      ] + flags)
  }

  /// The hash of the frame in the tests, by the program's code.
  private func expectedHash() throws -> String {
    let handle = try Handle.opened([UInt8](Data(contentsOf: URL(fileURLWithPath: Self.animation))))
    return try #require(handle.hash(5, 50, 40)) + "\n"
  }

  @Test("C programs draw on threads with small stacks; no signal handlers or threads are left")
  func c() throws {
    try requireTools("cc")
    try compile(Self.folder.path + "/animrender_test.c", to: "program", "-pthread")
    let printed = try run(
      [scratch / "program"] + Self.arguments, environment: ["SWIFT_BACKTRACE": "enable=yes"])
    try expectEqual(printed, expectedHash())
    // The parser of expressions needs most of the stack.
    let nested = String(repeating: "(", count: 500) + "50" + String(repeating: ")", count: 500)
    try scratch.write(
      """
      {"v": "5", "fr": 1, "ip": 0, "op": 1, "w": 8, "h": 8, "layers": [
        {"ty": 1, "ip": 0, "op": 1, "st": 0, "sw": 8, "sh": 8, "sc": "#ff0000",
         "ks": {"o": {"k": 100, "x": "$bm_rt = \(nested);"}}}]}
      """, to: "nested.json")
    #expect(try run([scratch / "program", scratch / "nested.json", "0", "8", "8"]).count == 65)
  }

  @Test("the header is also C++")
  func cpp() throws {
    try requireTools("c++")
    try scratch.write(
      """
      #include <animrender.h>
      int main() {
        animrender_options options = ANIMRENDER_OPTIONS;
        animrender *animation;
        return animrender_open("", 0, &options, &animation, nullptr, 0) - ANIMRENDER_INVALID_FILE;
      }
      """, to: "program.cpp")
    _ = try run([
      "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I\(Self.root)/Sources/CAnimRender",
      scratch / "program.cpp", "-o", scratch / "program", "-L\(scratch.path)", "-lanimrender",
      "-Wl,-rpath,\(scratch.path)",
    ])
    expectEqual(try run([scratch / "program"]), "")
  }

  @Test("Python draws into its own memory, and computes the same hash from the pixels")
  func python() throws {
    try requireTools("python3")
    let printed = try run(
      ["python3", Self.folder.path + "/animrender_test.py", scratch / "libanimrender.so"]
        + Self.arguments)
    try expectEqual(printed, expectedHash())
  }

  @Test("only the functions of the header are exported, with the version of their interface")
  func symbols() throws {
    try requireTools("nm")
    let exported = try run([
      "nm", "-D", "--extern-only", "--defined-only", scratch / "libanimrender.so",
    ])
    .split(separator: "\n").compactMap { $0.split(separator: " ").last }
    .filter { $0 != "ANIMRENDER_0" }.sorted().joined(separator: "\n")
    try Kept.compare(exported + "\n", with: "symbols.txt")
    let header = try String(
      contentsOfFile: Self.root + "/Sources/CAnimRender/animrender.h", encoding: .utf8)
    let declared = Set(
      header.matches(of: /(?m)^[a-z].*?\b(animrender_\w+)\(/).map { String($0.1) })
    let names = exported.split(separator: "\n").map { $0.split(separator: "@")[0] }
    expectEqual(Set(names.map(String.init)), declared)
  }

  @Test("programs need no library of Swift")
  func dependencies() throws {
    try requireTools("readelf")
    let dynamic = try run(["readelf", "-d", scratch / "libanimrender.so"])
    #expect(dynamic.contains("[libanimrender.so.0]"))
    #expect(!dynamic.contains("libswift") && !dynamic.contains("libX11"), "\(dynamic)")
  }

  @Test("the example plays an animation with SDL")
  func example() throws {
    try requireTools("cc", "pkg-config")
    let flags = try ChildProcess(["pkg-config", "--cflags", "--libs", "sdl2"])
    guard try flags.wait() == .exit(0) else { try Test.cancel("SDL is not installed") }
    _ = try run(
      [
        "sh", "-c",
        "exec cc -Wall -Wextra -Werror -I'\(Self.root)/Sources/CAnimRender' "
          + "'\(Self.root)/Examples/C/play.c' -o '\(scratch / "play")' -L'\(scratch.path)' "
          + "-lanimrender -Wl,-rpath,'\(scratch.path)' \(flags.text(of: 1).trimmingCharacters(in: .newlines))",
      ])
    let source = try String(contentsOfFile: Self.root + "/Examples/C/play.c", encoding: .utf8)
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    let process = try ChildProcess(
      [scratch / "play", Self.root + "/README.md"], environment: ["SDL_VIDEODRIVER": "dummy"])
    expectEqual(try process.wait(), .exit(1))
    #expect(process.text(of: 2).contains("README.md: animation: not an animation"))
  }
}
