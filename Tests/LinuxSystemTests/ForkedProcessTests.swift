import Foundation
import TestSupport
import Testing

@Suite("A forked process")
struct ForkedProcessTests {
  private func lockedRoom(_ arguments: String...) throws -> ChildProcess {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let room = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockedRoom").path
    return try ChildProcess([room] + arguments)
  }

  /// Swift's runtime has locks that a thread of the original process couldn't release.
  @Test("can initialise a variable on two threads at once")
  func threads() throws {
    let process = try lockedRoom("forked")
    try expectEqual(process.wait(within: 60), .exit(0))
    expectEqual(process.text(of: 1), "initialised\n")
  }

  @Test(
    "starts a program, or says why it didn't",
    arguments: [
      (["true"], "started\n"), (["/nowhere/true"], "No such file or directory\n"), ([], "ended\n"),
    ])
  func programs(arguments: [String], outcome: String) throws {
    let process =
      try arguments.isEmpty ? lockedRoom("start") : lockedRoom("start", arguments[0])
    try expectEqual(process.wait(within: 60), .exit(0))
    expectEqual(process.text(of: 1), outcome)
  }
}
