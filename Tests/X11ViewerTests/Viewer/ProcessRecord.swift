import Foundation

/// What the kernel reports about a process.
struct ProcessRecord {
  let pid: pid_t

  /// Resident memory in kilobytes.
  func memory() throws -> Int { try number("VmRSS:") }

  /// Address space in kilobytes.
  func addressSpace() throws -> Int { try number("VmSize:") }

  /// Whether it has a socket, as it does once it connects.
  func hasSocket() throws -> Bool {
    let place = "/proc/\(pid)/fd/"
    // Its standard streams may already be sockets, inherited from the tests' parent.
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    return names.filter { !["0", "1", "2"].contains($0) }.contains {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place + $0)
      return target?.hasPrefix("socket:") == true
    }
  }

  /// The number of times that its main thread went to sleep.
  func sleeps() throws -> Int { try number("voluntary_ctxt_switches:") }

  /// The number of its System V segments that still exist.
  func segments() throws -> Int {
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

  /// The system calls that the process, with all its threads, completes within `seconds`, one per
  /// line, from strace.
  func systemCalls(within seconds: Double) throws -> [String] {
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
  func waitUntilStopped() throws {
    try waitUntil("process \(pid) is stopped") {
      try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        .contains("State:\tT")
    }
  }

  /// Waits until the process wakes up as often as frames are drawn.
  func waitUntilRunning() throws {
    try waitUntil("process \(pid) runs") {
      let before = try sleeps()
      usleep(300_000)
      return try sleeps() >= before + 5
    }
  }

  /// Waits until the process has slept for a while without waking up.
  func waitUntilAsleep() throws {
    try waitUntil("process \(pid) goes to sleep") {
      let before = try sleeps()
      usleep(300_000)
      return try sleeps() == before
    }
  }
}
