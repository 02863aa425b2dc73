import Foundation
import TestSupport
import Testing

@Suite("A forked process")
struct ForkedProcessTests {
  /// Swift's runtime has locks that a thread of the original process couldn't release.
  @Test("can initialise a variable on two threads at once")
  func threads() throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let room = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockedRoom").path
    let process = try ChildProcess([room, "forked"])
    try expectEqual(process.wait(within: 60), .exit(0))
    expectEqual(process.text(of: 1), "initialised\n")
  }
}
