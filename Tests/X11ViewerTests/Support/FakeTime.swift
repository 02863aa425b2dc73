import Testing

/// libfaketime, which gives a process another time of day.
enum FakeTime {
  /// Where it is; the test is cancelled where there is none.
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

  /// For a process that looks up its time of day in the file at `path` whenever it asks for it:
  /// "+0" for the right one, "+2h" for that of two hours later.
  static func environment(following path: String) throws -> [String: String?] {
    [
      "LD_PRELOAD": try library, "FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1",
      "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
    ]
  }
}
