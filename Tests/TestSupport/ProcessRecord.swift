import Foundation
import Testing

/// Kernel data about a process.
package struct ProcessRecord {
  private let pid: pid_t

  package init(pid: pid_t) { self.pid = pid }

  /// Resident memory in kilobytes.
  package func memory() throws -> Int { try number("VmRSS:") }

  /// Address space in kilobytes.
  package func addressSpace() throws -> Int { try number("VmSize:") }

  /// Returns whether it has a socket that doesn't lead to its helper, from connecting to the server
  /// until disconnecting.
  package func hasSocket() throws -> Bool {
    // It starts its helper, which has the other ends of its sockets, before it receives signals by itself.
    guard try blocksSignals() else { return false }
    let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    let ends = try children.split(separator: " ").map { try Self.ownSockets(of: "\($0)").count }
    return try Self.ownSockets(of: "\(pid)").count > ends.reduce(0, +)
  }

  /// Returns whether the process receives requests to end by itself. The C library also blocks all signals for a moment
  /// when it creates a thread, even those of faults.
  private func blocksSignals() throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let field = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
    let mask = try #require(UInt64(field.split(separator: "\t")[1], radix: 16))
    func blocks(_ signal: Int32) -> Bool { mask >> UInt64(signal - 1) & 1 == 1 }
    return blocks(SIGTERM) && !blocks(SIGSEGV)
  }

  /// Returns the sockets of a process, except those that it may have inherited from the parent of
  /// the tests, which the tests have as well.
  private static func ownSockets(of process: String) throws -> Set<String> {
    try sockets(of: process).subtracting(sockets(of: "self"))
  }

  /// Returns the sockets that a process has open, by their names in proc(5), which are unique.
  private static func sockets(of process: String) throws -> Set<String> {
    let place = "/proc/\(process)/fd/"
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: place)
    // A descriptor may be closed while this is read.
    return Set(
      descriptors.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: place + $0)
      }.filter { $0.hasPrefix("socket:") })
  }

  /// Returns the number of times that its main thread went to sleep.
  package func sleeps() throws -> Int { try number("voluntary_ctxt_switches:") }

  /// Returns the number of its System V segments that still exist.
  package func segments() throws -> Int {
    // The columns of proc(5): key shmid perms size cpid lpid nattch …
    try String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8).split(separator: "\n")
      .filter { $0.split(separator: " ").dropFirst(4).first == "\(pid)" }.count
  }

  private func number(_ field: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
    guard
      let value = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      })
    else { throw ChildProcess.Timeout(description: "no \(field) of process \(pid)") }
    return value
  }

  /// Returns the system calls that all threads of the process complete within `seconds`, one per
  /// line, from strace.
  package func systemCalls(within seconds: Double) throws -> [String] {
    let tracer = try ChildProcess([
      "timeout", "--signal=INT", "\(seconds)", "strace", "-f", "-qq", "-p", "\(pid)",
    ])
    try tracer.wait(within: seconds + 20)
    // A call that lasts from beginning to end has no result.
    return tracer.text(of: 2).split(separator: "\n").map(String.init).filter {
      !$0.hasSuffix("<detached ...>") && !$0.contains("resuming interrupted")
    }
  }

  /// Waits until the process is stopped after SIGSTOP.
  package func waitUntilStopped() throws {
    try waitUntil("process \(pid) is stopped") {
      try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        .contains("State:\tT")
    }
  }

  /// The duration for which wake-ups are counted, in microseconds.
  private static let countingTime: UInt32 = 300_000

  /// Waits until the process wakes up as often as frames are drawn.
  package func waitUntilRunning() throws {
    try waitUntil("process \(pid) runs") {
      let before = try sleeps()
      usleep(Self.countingTime)
      return try sleeps() >= before + 5
    }
  }

  /// Waits until the process has slept for a while without waking up.
  package func waitUntilAsleep() throws {
    try waitUntil("process \(pid) goes to sleep") {
      let before = try sleeps()
      usleep(Self.countingTime)
      return try sleeps() == before
    }
  }
}
