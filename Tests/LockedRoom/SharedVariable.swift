import Glibc
import LinuxSystem

/// A variable whose initialisation ends only after a second thread waits for it.
enum SharedVariable {
  private static let begun = Monitor(String?.none)
  private static let ended = Monitor(false)

  private static let value: Int = {
    try? startThread {
      begun.change { $0 = FilePath.resolved("/proc/thread-self") }
      let value = value
      ended.change { $0 = value == 1 }
    }
    let thread = begun.wait { $0 }
    while !isWaiting(thread) { sched_yield() }
    return 1
  }()

  /// Initialises the variable on two threads.
  static func initialise() {
    _ = value
    ended.wait { $0 ? () : nil }
  }

  /// Returns whether the thread with a folder in /proc is waiting (proc_pid_stat(5)).
  private static func isWaiting(_ thread: String) -> Bool {
    guard let file = fopen(thread + "/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, Int32(line.count), file) != nil else { return false }
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.contains(") S ")
  }
}
