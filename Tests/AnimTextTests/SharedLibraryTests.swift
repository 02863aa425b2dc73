import Foundation
import TestSupport
import Testing

@testable import AnimText

@Suite("Shared libraries")
struct SharedLibraryTests {
  @Test("are opened by absolute paths")
  func paths() throws {
    typealias Function = @convention(c) (Double) -> Double
    let floor: Function = try SharedLibrary("libm.so.6").function("floor")
    expectEqual(floor(2.5), 2)
    #expect(throws: SharedLibrary.Missing.self) { _ = try SharedLibrary("libm.so.5000") }
  }

  @Test("aren't searched in the current folder, even if the loader would")
  func currentFolder() throws {
    try requireTools("clang")
    let scratch = try ScratchDirectory()
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let room = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockedRoom").path
    try scratch.write(
      "__attribute__((constructor)) void start(void) { __builtin_trap(); }", to: "a.c")
    let name = "libx11viewer-test.so.1"
    try ChildProcess(["clang", "-shared", "-fPIC", scratch / "a.c", "-o", scratch / name]).wait()
    for (folders, end) in [("", "not found"), (":/usr/lib", "not found"), (".", "not found")] {
      let process = try ChildProcess(
        ["env", "-C", scratch.path, room, "library", name],
        environment: ["LD_LIBRARY_PATH": folders])
      try expectEqual(process.wait(within: 60), .exit(0))
      expectEqual(process.text(of: 1), end + "\n", "\(folders)")
    }
    let process = try ChildProcess(
      [room, "library", name], environment: ["LD_LIBRARY_PATH": scratch.path])
    // The constructor's trap shows that it was loaded.
    #expect(try process.wait(within: 60) != .exit(0))
  }
}
