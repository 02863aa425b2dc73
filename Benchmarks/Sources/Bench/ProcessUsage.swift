import Foundation

/// The kernel's statistics of a running process.
struct ProcessUsage {
  /// The processor time of all living threads, in seconds, as counted by the scheduler with
  /// nanosecond resolution.
  var processorSeconds: Double
  /// The time for which threads were ready to run but waited for a processor, in seconds.
  var waitingSeconds: Double
  /// The number of voluntary sleeps of threads, which equals the number of wake-ups.
  var sleeps: Int
  /// The resident memory without shared memory, such as the frame buffers, in bytes.
  var residentBytes: Int
  /// The part of it that belongs to the process alone. The rest are pages of files, which the system
  /// can drop and other processes share.
  var privateBytes: Int

  init(of process: pid_t) throws {
    let tasks = "/proc/\(process)/task"
    var nanoseconds = 0.0
    var waiting = 0.0
    var sleeps = 0
    for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
      // A thread may exit while its file is being read.
      guard let times = try? String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8),
        let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      else { continue }
      let numbers = times.numbers
      nanoseconds += numbers.first ?? 0
      waiting += numbers.dropFirst().first ?? 0
      sleeps += Self.field("voluntary_ctxt_switches", of: status)
    }
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    processorSeconds = nanoseconds / 1e9
    waitingSeconds = waiting / 1e9
    self.sleeps = sleeps
    privateBytes = Self.field("RssAnon", of: status) * 1024
    residentBytes = privateBytes + Self.field("RssFile", of: status) * 1024
  }

  private static func field(_ name: String, of status: String) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return Int(line.map(String.init)?.numbers.first ?? 0)
  }
}
