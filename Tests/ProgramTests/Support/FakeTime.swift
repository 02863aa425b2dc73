import TestSupport
import Testing

/// libfaketime, which gives a process a different time of day.
enum FakeTime {
  /// The path of the library. The test is cancelled if it isn't installed.
  static var library: String {
    get throws {
      let find = try ChildProcess(["sh", "-c", "ls /usr/lib*/*/faketime/libfaketime.so.1"])
      try find.wait()
      guard let path = find.text(of: 1).split(separator: "\n").first else {
        try Test.cancel("there is no libfaketime")
      }
      return String(path)
    }
  }

  /// Returns the environment of a process that reads its time of day from the file at `path`: "+0"
  /// for the real time, "+2h" for two hours later.
  static func environment(following path: String) throws -> [String: String?] {
    [
      "LD_PRELOAD": try library, "FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1",
      "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
    ]
  }
}
