import Foundation

/// A program that a test has run until it exits.
struct FinishedProgram {
  let status: Int32
  let output: String

  /// - Parameter arguments: The path of the program, and its arguments.
  init(_ arguments: [String]) throws {
    // Use a file instead of a pipe, because reading from a pipe may be interrupted, too.
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = try Self.start(arguments, writingTo: file)
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Tries again if a signal interrupts the start, which Foundation reports as an error.
  private static func start(_ arguments: [String], writingTo file: URL) throws -> Process {
    while true {
      let process = Process()
      process.executableURL = URL(filePath: arguments[0])
      process.arguments = Array(arguments.dropFirst())
      process.standardOutput = try FileHandle(forWritingTo: file)
      do {
        try process.run()
        return process
      } catch let error as NSError
        where error.domain == NSPOSIXErrorDomain && error.code == Int(EINTR)
      {
        continue
      }
    }
  }
}
